//! A material at a moment (spec page: materials, section 5).

use crate::{ActivePhase, Interpolation, Material, Step, Track};

impl Material {
    /// The track of a number; numbers past the last track mean track 0. `None` for a material without tracks.
    pub fn track(&self, number: usize) -> Option<&Track> {
        self.tracks.get(number).or_else(|| self.tracks.first())
    }

    /// Whether the phase of a track can change with time.
    pub fn is_animated(&self, track: usize) -> bool {
        self.track(track).is_some_and(Track::is_animated)
    }

    /// The phase at a game time, as [`Track::at_time`]; `None` for a material without phases, which counts as missing.
    pub fn at_time(
        &self,
        track: usize,
        now_ms: u32,
        start_ms: u32,
        roll: u32,
    ) -> Option<ActivePhase> {
        self.at_step(track, |track| track.at_time(now_ms, start_ms, roll))
    }

    /// The phase at a fraction of the cycle, as [`Track::at_fraction`]; `None` for a material without phases.
    pub fn at_fraction(&self, track: usize, fraction: f32) -> Option<ActivePhase> {
        self.at_step(track, |track| track.at_fraction(fraction))
    }

    fn at_step(&self, number: usize, step: impl FnOnce(&Track) -> Step) -> Option<ActivePhase> {
        let track = self.track(number);
        let step = track.map_or_else(|| Step::still(0), step);
        let mask = track.map_or_else(Interpolation::default, Track::interpolation);
        let from = self.phase(step.from)?;
        if step.factor == 0.0 {
            return Some(from);
        }
        Some(from.towards(&self.phase(step.to)?, step.factor, mask))
    }

    /// A phase by itself; the last one for an index that does not exist.
    fn phase(&self, index: u16) -> Option<ActivePhase> {
        let last = u16::try_from(self.phases.len().checked_sub(1)?).unwrap_or(u16::MAX);
        let index = index.min(last);
        Some(ActivePhase::of(
            index,
            *self.phases.get(usize::from(index))?,
        ))
    }
}

/// The track for a placed object: the index of its clan for buildings and units (kinds 0 and 1), so that their insignia
/// are the clan's; 0 for scenery, for clans outside of 0 to 7, and without `insignia_by_clan`.
pub fn track_of_clan(object_kind: u32, clan_index: i32, insignia_by_clan: bool) -> usize {
    match usize::try_from(clan_index) {
        Ok(clan @ 0..=7) if insignia_by_clan && object_kind <= 1 => clan,
        _ => 0,
    }
}

/// The random number that a [`LoopMode::Random`](crate::LoopMode::Random) track uses at a game time.
///
/// It changes 30 times a second of game time, differs between instances and WEAR rows, and is always the same for the
/// same three numbers.
pub fn random_roll(instance: u32, wear_row: u32, now_ms: u32) -> u32 {
    let tick = u64::from(now_ms) * 30 / 1000;
    // SplitMix64: consecutive seeds give unrelated numbers.
    let bits = [u64::from(instance), u64::from(wear_row), tick]
        .into_iter()
        .fold(0u64, |state, word| {
            scramble(state.wrapping_add(word).wrapping_add(0x9E37_79B9_7F4A_7C15))
        });
    (bits >> 32) as u32
}

fn scramble(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clans() {
        assert_eq!(track_of_clan(0, 3, true), 3);
        assert_eq!(track_of_clan(1, 7, true), 7);
        assert_eq!(track_of_clan(1, 8, true), 0);
        assert_eq!(track_of_clan(1, -1, true), 0);
        assert_eq!(track_of_clan(2, 3, true), 0);
        assert_eq!(track_of_clan(0, 3, false), 0);
    }

    #[test]
    fn rolls_change_thirty_times_a_second() {
        let mut rolls: Vec<u32> = (0..1000).map(|now| random_roll(1, 2, now)).collect();
        rolls.dedup();
        assert_eq!(rolls.len(), 30);
        rolls.sort_unstable();
        rolls.dedup();
        assert_eq!(rolls.len(), 30);
        assert_ne!(random_roll(1, 2, 0), random_roll(2, 1, 0));
        assert_eq!(random_roll(1, 2, 0), random_roll(1, 2, 33));
    }
}
