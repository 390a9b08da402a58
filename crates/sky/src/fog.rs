//! How much of a colour fog leaves (spec page: environment, sections 5 and 11.6).

/// A law of fog. The game knows only [`FogLaw::Original`]; the other ones are for comparison and for M2 scenes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FogLaw {
    /// Linear in the squared distance, from start to end, metres.
    Original {
        /// Where it begins.
        start: f32,
        /// Where nothing is left.
        end: f32,
    },
    /// Linear in the distance.
    Linear {
        /// Where it begins.
        start: f32,
        /// Where nothing is left.
        end: f32,
    },
    /// `e^(-density d)`
    Exp {
        /// Per metre.
        density: f32,
    },
    /// `e^(-(density d)^2)`
    Exp2 {
        /// Per metre.
        density: f32,
    },
    /// No fog.
    Off,
}

impl FogLaw {
    /// The part of a colour that is left at a distance from the eye in metres, 1 to 0.
    pub fn keep(self, distance: f32) -> f32 {
        match self {
            Self::Original { start, end } => ramp(distance, start, end, |d| d * d),
            Self::Linear { start, end } => ramp(distance, start, end, |d| d),
            Self::Exp { density } => (-density * distance).exp(),
            Self::Exp2 { density } => (-(density * distance).powi(2)).exp(),
            Self::Off => 1.0,
        }
    }
}

fn ramp(distance: f32, start: f32, end: f32, measure: impl Fn(f32) -> f32) -> f32 {
    if distance < start {
        1.0
    } else if distance >= end {
        0.0
    } else {
        1.0 - (measure(distance) - measure(start)) / (measure(end) - measure(start))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_keeps(law: FogLaw, rows: &[(f32, f32)]) {
        for &(distance, keep) in rows {
            let found = law.keep(distance);
            assert!((found - keep).abs() < 6e-5, "{law:?} {distance}: {found}");
        }
    }

    #[test]
    fn worked_values() {
        let original = |start, end| FogLaw::Original { start, end };
        assert_keeps(
            original(0.0, 420.0),
            &[
                (0.0, 1.0),
                (100.0, 0.9433),
                (105.0, 0.9375),
                (210.0, 0.75),
                (420.0, 0.0),
            ],
        );
        assert_keeps(original(100.0, 600.0), &[(350.0, 0.6786)]);
        let linear = |start, end| FogLaw::Linear { start, end };
        assert_keeps(linear(0.0, 420.0), &[(100.0, 0.7619), (210.0, 0.5)]);
        assert_keeps(linear(100.0, 600.0), &[(350.0, 0.5)]);
        let density = 0.005;
        assert_keeps(
            FogLaw::Exp { density },
            &[
                (50.0, 0.7788),
                (100.0, 0.6065),
                (200.0, 0.3679),
                (400.0, 0.1353),
            ],
        );
        assert_keeps(
            FogLaw::Exp2 { density },
            &[
                (50.0, 0.9394),
                (100.0, 0.7788),
                (200.0, 0.3679),
                (400.0, 0.0183),
            ],
        );
        assert_keeps(FogLaw::Off, &[(1e6, 1.0)]);
    }

    /// Distances of the cloud cap's rings; the fourth and fifth lie beyond its end.
    #[test]
    fn cloud_fog_at_the_rings() {
        assert_keeps(
            crate::dome::CLOUD_FOG,
            &[
                (4999.9, 1.0),
                (7035.6, 0.7656),
                (11063.2, 0.0682),
                (15552.9, 0.0),
            ],
        );
    }

    #[test]
    fn an_empty_range_is_a_wall() {
        let law = FogLaw::Original {
            start: 100.0,
            end: 100.0,
        };
        assert_keeps(law, &[(99.0, 1.0), (100.0, 0.0), (101.0, 0.0)]);
    }
}
