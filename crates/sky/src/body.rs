//! Sun and moon (spec page: environment, section 4.5).

use crate::WeaRow;
use std::f32::consts::PI;

/// Which path a body takes, and which material it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BodyKind {
    /// The body named `sun`.
    Sun,
    /// A body of any other name.
    Moon,
}

/// The body whose time it is. It may still be below the horizon.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Body {
    /// Sun or moon.
    pub kind: BodyKind,
    /// How much of its time has passed, 0 to 1.
    pub progress: f32,
    /// Unit vector its light travels along.
    pub travel: [f32; 3],
}

impl BodyKind {
    /// The kind of the body that a keyframe names.
    pub fn of_name(name: &[u8]) -> Self {
        match name {
            b"sun" => Self::Sun,
            _ => Self::Moon,
        }
    }

    /// Its row of `sky.wea`.
    pub fn row(self) -> WeaRow {
        match self {
            Self::Sun => WeaRow::Sun,
            Self::Moon => WeaRow::Moon,
        }
    }

    /// The unit vector its light travels along when `progress` (0 to 1) of its time has passed.
    pub fn travel(self, progress: f32) -> [f32; 3] {
        let (azimuth, tilt): (f32, f32) = match self {
            Self::Sun => (90.0, 30.0),
            Self::Moon => (0.0, 50.0),
        };
        let (sin_a, cos_a) = azimuth.to_radians().sin_cos();
        let (sin_b, cos_b) = tilt.to_radians().sin_cos();
        let (sin, cos) = ((1.2 * progress - 0.1) * PI).sin_cos();
        [
            cos_a * cos - sin_a * sin_b * sin,
            sin_a * cos + cos_a * sin_b * sin,
            -cos_b * sin,
        ]
    }
}

impl Body {
    /// A body at that point of its time.
    pub fn new(kind: BodyKind, progress: f32) -> Self {
        let progress = progress.clamp(0.0, 1.0);
        Self {
            kind,
            progress,
            travel: kind.travel(progress),
        }
    }

    /// The unit vector towards the body.
    pub fn direction(&self) -> [f32; 3] {
        self.travel.map(|component| -component)
    }

    /// Angle above the horizon, radians.
    pub fn elevation(&self) -> f32 {
        let [_, _, up] = self.direction();
        up.clamp(-1.0, 1.0).asin()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_close(found: [f32; 3], expected: [f32; 3]) {
        for (found, expected) in found.iter().zip(expected) {
            assert!((found - expected).abs() < 2e-6, "{found} {expected}");
        }
    }

    /// The table of the page.
    #[test]
    fn worked_values() {
        use BodyKind::{Moon, Sun};
        for (kind, progress, travel, elevation) in [
            (Sun, 0.0, [0.154508, 0.951057, 0.267617], -15.52),
            (Sun, 0.25, [-0.293893, 0.809017, -0.509037], 30.60),
            (Sun, 0.5, [-0.5, 0.0, -0.866025], 60.0),
            (Sun, 1.0, [0.154508, -0.951057, 0.267617], -15.52),
            (Moon, 0.5, [0.0, 0.766044, -0.642788], 40.0),
            (Moon, 0.0, [0.951057, -0.236721, 0.198632], -11.46),
            (Moon, 1.0, [-0.951057, -0.236721, 0.198632], -11.46),
        ] {
            let body = Body::new(kind, progress);
            assert_close(body.travel, travel);
            assert_close(body.direction(), travel.map(|t| -t));
            let degrees = body.elevation().to_degrees();
            assert!((degrees - elevation).abs() < 0.01, "{degrees} {elevation}");
        }
    }

    #[test]
    fn only_the_word_sun_is_the_sun() {
        assert_eq!(BodyKind::of_name(b"sun").row(), WeaRow::Sun);
        assert_eq!(BodyKind::of_name(b"").row(), WeaRow::Moon);
    }
}
