//! The mission's clock in the window: it runs, stops, steps and changes its pace. The camera does not depend on it.

use scene::{Clock, SkyTime};

/// Seconds of one step.
const STEP: f64 = 1.0 / 60.0;
const SLOWEST: f64 = 1.0 / 16.0;
const FASTEST: f64 = 16.0;

/// The clock.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Playback {
    seconds: f64,
    pace: f64,
    /// Whether it stands still.
    pub paused: bool,
    /// Time of day that is shown instead of the mission's own.
    pub sky_time: Option<SkyTime>,
}

impl Playback {
    /// A running clock.
    pub(super) fn new(seconds: f64, sky_time: Option<SkyTime>) -> Self {
        Self {
            seconds,
            pace: 1.0,
            paused: false,
            sky_time,
        }
    }

    /// Goes on by real seconds.
    pub(super) fn advance(&mut self, seconds: f64) {
        if !self.paused {
            self.seconds += seconds * self.pace;
        }
    }

    /// Stops, and goes on by a sixtieth of a second.
    pub(super) fn step(&mut self) {
        self.paused = true;
        self.seconds += STEP;
    }

    /// Half the pace, down to a sixteenth.
    pub(super) fn slower(&mut self) {
        self.pace = (self.pace / 2.0).max(SLOWEST);
    }

    /// Twice the pace, up to sixteen.
    pub(super) fn faster(&mut self) {
        self.pace = (self.pace * 2.0).min(FASTEST);
    }

    /// Mission seconds for each real one.
    pub(super) fn pace(&self) -> f64 {
        self.pace
    }

    /// The moment.
    pub(super) fn clock(&self) -> Clock {
        Clock {
            seconds: self.seconds,
            sky_time: self.sky_time,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_runs_stops_steps_and_changes_its_pace() {
        let mut playback = Playback::new(10.0, None);
        playback.advance(1.0);
        assert_eq!(playback.clock().seconds, 11.0);
        playback.faster();
        playback.advance(1.0);
        assert_eq!(playback.clock().seconds, 13.0);
        playback.paused = true;
        playback.advance(1.0);
        assert_eq!(playback.clock().seconds, 13.0);
        playback.step();
        assert_eq!(playback.clock().seconds, 13.0 + STEP);
        for _ in 0..20 {
            playback.slower();
        }
        assert_eq!(playback.pace(), SLOWEST);
    }
}
