//! Animation tracks: which phase is active when (spec page: materials, sections 3.6, 5.2 and 5.3).

use bytemuck::{Pod, Zeroable};

/// An animation track. The tracks of a material are alternatives, not layers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Track {
    /// Loop mode and interpolation mask, as stored.
    pub header: u32,
    /// Keys in the order of time.
    pub keys: Vec<Key>,
}

/// A key of a track, as stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Key {
    /// The phase of this key's interval.
    pub phase_index: u16,
    /// When the interval **ends**, in milliseconds since the track's start.
    pub time_ms: u16,
    /// 0, and never read.
    pub k2: u16,
}

/// What happens after the last key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum LoopMode {
    /// 0: from the start again.
    Loop,
    /// 1: backwards and forwards.
    PingPong,
    /// 2: the last key's phase stays.
    OneShot,
    /// 3: a random moment each time.
    Random,
}

/// Which colours glide from key to key; the others, as texture and page, step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Interpolation(pub u32);

impl Interpolation {
    /// Ambient colour.
    pub const AMBIENT: u32 = 0x01;
    /// Diffuse colour.
    pub const DIFFUSE: u32 = 0x02;
    /// Specular colour.
    pub const SPECULAR: u32 = 0x04;
    /// Emissive colour.
    pub const EMISSIVE: u32 = 0x08;
    /// Opacity.
    pub const OPACITY: u32 = 0x10;

    /// Whether a colour glides.
    pub fn contains(self, bit: u32) -> bool {
        self.0 & bit != 0
    }
}

/// Between which phases a track is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// The active phase.
    pub from: u16,
    /// The phase that follows.
    pub to: u16,
    /// How far colours have gone from `from` to `to`, 0..1.
    pub factor: f32,
}

impl Step {
    /// Stays in one phase.
    pub fn still(phase: u16) -> Self {
        Self {
            from: phase,
            to: phase,
            factor: 0.0,
        }
    }
}

impl Track {
    /// The header's low three bits; unknown modes loop.
    pub fn loop_mode(&self) -> LoopMode {
        match self.header & 7 {
            1 => LoopMode::PingPong,
            2 => LoopMode::OneShot,
            3 => LoopMode::Random,
            _ => LoopMode::Loop,
        }
    }

    /// The header's other bits.
    pub fn interpolation(&self) -> Interpolation {
        Interpolation(self.header >> 3)
    }

    /// Whether the phase can change with time.
    pub fn is_animated(&self) -> bool {
        self.keys.len() > 1
    }

    /// Whether the key times rise; otherwise they are used as durations.
    pub fn is_ordered(&self) -> bool {
        self.keys
            .iter()
            .zip(self.keys.iter().skip(1))
            .all(|(key, next)| key.time_ms < next.time_ms)
    }

    /// When each key's interval ends, in milliseconds.
    pub fn end_times(&self) -> impl Iterator<Item = u32> + '_ {
        let ordered = self.is_ordered();
        let mut total = 0u32;
        self.keys.iter().map(move |key| {
            let time = u32::from(key.time_ms);
            total = if ordered {
                time
            } else {
                total.saturating_add(time)
            };
            total
        })
    }

    /// Milliseconds of one cycle: the end of the last key's interval.
    pub fn cycle_ms(&self) -> u32 {
        self.end_times().last().unwrap_or(0)
    }

    /// The step at a game time.
    ///
    /// Both times are milliseconds of game time and may wrap. `roll` is the random number of the moment
    /// ([`random_roll`](crate::random_roll)); only [`LoopMode::Random`] uses it.
    pub fn at_time(&self, now_ms: u32, start_ms: u32, roll: u32) -> Step {
        let cycle = self.cycle_ms();
        if cycle == 0 {
            return self.at_rest();
        }
        let delta = now_ms.wrapping_sub(start_ms);
        let (cycles, rest) = (delta / cycle, delta % cycle);
        match self.loop_mode() {
            LoopMode::PingPong if cycles % 2 == 1 => self.at_moment(f64::from(cycle - rest)),
            LoopMode::OneShot if cycles > 0 => {
                Step::still(self.keys.last().map_or(0, |key| key.phase_index))
            }
            LoopMode::Random => self.at_moment(f64::from(roll % cycle)),
            _ => self.at_moment(f64::from(rest)),
        }
    }

    /// The step at a fraction of the cycle, whatever the loop mode. Outside of 0..1 counts as 0.5.
    pub fn at_fraction(&self, fraction: f32) -> Step {
        let cycle = self.cycle_ms();
        if cycle == 0 {
            return self.at_rest();
        }
        let fraction = if (0.0..=1.0).contains(&fraction) {
            fraction
        } else {
            0.5
        };
        self.at_moment(f64::from(fraction) * f64::from(cycle))
    }

    fn at_rest(&self) -> Step {
        Step::still(self.keys.first().map_or(0, |key| key.phase_index))
    }

    /// The step at a moment within the cycle. At the very end the last interval is complete.
    fn at_moment(&self, moment: f64) -> Step {
        if !self.is_animated() {
            return self.at_rest();
        }
        let first = self.at_rest().from;
        let mut begin = 0.0;
        let followers = self.keys.iter().skip(1).map(|key| key.phase_index);
        let followers = followers.chain(std::iter::once(first));
        let mut last = Step::still(first);
        for ((key, to), end) in self.keys.iter().zip(followers).zip(self.end_times()) {
            let from = key.phase_index;
            let end = f64::from(end);
            if moment < end {
                let factor = ((moment - begin) / (end - begin)) as f32;
                return Step { from, to, factor };
            }
            begin = end;
            last = Step {
                from,
                to,
                factor: 1.0,
            };
        }
        last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn track(mode: u32, keys: &[(u16, u16)]) -> Track {
        Track {
            header: mode,
            keys: keys
                .iter()
                .map(|&(phase_index, time_ms)| Key {
                    phase_index,
                    time_ms,
                    k2: 0,
                })
                .collect(),
        }
    }

    fn check(step: Step, (from, to, factor): (u16, u16, f32), what: &str) {
        assert_eq!((step.from, step.to), (from, to), "{what}: {step:?}");
        assert!((step.factor - factor).abs() < 1e-4, "{what}: {step:?}");
    }

    const TWO: &[(u16, u16)] = &[(0, 400), (1, 1000)];

    #[test]
    fn by_time() {
        for (delta, modes) in [
            (0, [(0, 1, 0.0), (0, 1, 0.0), (0, 1, 0.0)]),
            (100, [(0, 1, 0.25), (0, 1, 0.25), (0, 1, 0.25)]),
            (400, [(1, 0, 0.0), (1, 0, 0.0), (1, 0, 0.0)]),
            (700, [(1, 0, 0.5), (1, 0, 0.5), (1, 0, 0.5)]),
            (1000, [(0, 1, 0.0), (1, 0, 1.0), (1, 1, 0.0)]),
            (1100, [(0, 1, 0.25), (1, 0, 0.8333), (1, 1, 0.0)]),
            (1300, [(0, 1, 0.75), (1, 0, 0.5), (1, 1, 0.0)]),
            (2500, [(1, 0, 0.1667), (1, 0, 0.1667), (1, 1, 0.0)]),
        ] {
            for (mode, wanted) in (0..).zip(modes) {
                let what = format!("mode {mode} at {delta}");
                check(track(mode, TWO).at_time(delta, 0, 0), wanted, &what);
                check(track(mode, TWO).at_time(delta + 7, 7, 0), wanted, &what);
            }
        }
    }

    #[test]
    fn time_wraps() {
        // 4294967291 ms later: 4294967 cycles, an odd number, and 291.
        let step = track(1, TWO).at_time(5, 10, 0);
        check(step, (1, 0, (709.0 - 400.0) / 600.0), "ping-pong");
        check(track(0, TWO).at_time(5, 10, 0), (0, 1, 0.7275), "loop");
    }

    #[test]
    fn a_buoy() {
        let buoy = track(0, &[(0, 50), (1, 100), (2, 150), (1, 200)]);
        check(buoy.at_time(25, 0, 0), (0, 1, 0.5), "25");
        check(buoy.at_time(60, 0, 0), (1, 2, 0.2), "60");
        check(buoy.at_time(160, 0, 0), (1, 0, 0.2), "160");
        check(buoy.at_time(200, 0, 0), (0, 1, 0.0), "200");
    }

    #[test]
    fn random_moments() {
        let step = track(3, TWO).at_time(0, 0, 12345);
        check(step, (0, 1, 0.8625), "rand() = 12345");
        // Unknown modes loop.
        check(track(7, TWO).at_time(100, 0, 999), (0, 1, 0.25), "mode 7");
    }

    #[test]
    fn by_fraction() {
        for mode in 0..4 {
            let track = track(mode, TWO);
            check(track.at_fraction(0.25), (0, 1, 0.625), "0.25");
            check(track.at_fraction(0.7), (1, 0, 0.5), "0.7");
            check(track.at_fraction(1.0), (1, 0, 1.0), "1");
            for outside in [-0.1, 1.1, f32::NAN, f32::INFINITY] {
                check(track.at_fraction(outside), (1, 0, 1.0 / 6.0), "outside");
            }
        }
    }

    #[test]
    fn times_that_do_not_rise_are_durations() {
        let track = track(0, &[(0, 100), (1, 100), (2, 100)]);
        assert!(!track.is_ordered());
        assert_eq!(track.end_times().collect::<Vec<_>>(), [100, 200, 300]);
        assert_eq!(track.cycle_ms(), 300);
        check(track.at_time(150, 0, 0), (1, 2, 0.5), "150");
    }

    #[test]
    fn tracks_that_stand_still() {
        check(track(0, &[]).at_time(99, 0, 0), (0, 0, 0.0), "no keys");
        check(track(0, &[(5, 0)]).at_time(9, 0, 0), (5, 5, 0.0), "no time");
        check(track(1, &[(5, 80)]).at_time(99, 0, 0), (5, 5, 0.0), "one");
        check(track(0, &[(5, 80)]).at_fraction(0.5), (5, 5, 0.0), "one");
        let zeros = track(0, &[(3, 0), (4, 0)]);
        check(zeros.at_fraction(0.5), (3, 3, 0.0), "zeros");
    }
}
