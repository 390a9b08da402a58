//! Bindings: records that drive one node each (spec page: control, sections 1.6, 4.1 and 5).

use bytemuck::{Pod, Zeroable};

/// A binding, 36 bytes: its value 0..1 stands for the frames `frame_a`..`frame_b` of one node.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Binding {
    /// Node that is driven, in the component's own model.
    pub node: i32,
    /// Frame at value 0.
    pub frame_a: f32,
    /// Frame at value 1.
    pub frame_b: f32,
    /// Stored initial value, normally 0..1.
    pub blend: f32,
    /// Control point index, -1 none (camera: `CameraCenter`).
    pub cpt_a: i32,
    /// Control point index, -1 none (barrel, `TurretDirect`, `TargetDirect`).
    pub cpt_b: i32,
    /// Largest change of the value per second; up to 100 occurs and means "at once".
    pub rate: f32,
    /// Radians between value 0 and 1; 0 = not an angle.
    pub span: f32,
    /// [`Binding::WRAP`] and the other constants.
    pub flags: u32,
}

/// The frames that a sweep of a binding runs over.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sweep {
    /// Lowest frame, inside the frame map.
    pub first: f32,
    /// Highest frame, inside the frame map.
    pub last: f32,
    /// Whether a part of the binding's frames lies outside the map and is held at its end.
    pub clipped: bool,
}

impl Binding {
    /// The value wraps once by 1 instead of being clamped.
    pub const WRAP: u32 = 0x01;
    /// The value used is 1 - value.
    pub const INVERT: u32 = 0x02;
    /// Not driven by its item (camera); the pose ignores the row.
    pub const SKIP: u32 = 0x04;
    /// Joined to the turret's list: a gun mount that follows the pitch.
    pub const FOLLOWS_PITCH: u32 = 0x08;
    /// Takes the value of the binding before it while it moves.
    pub const COPIES_PREVIOUS: u32 = 0x40;
    /// Set by the engine at run time; not expected in files, without effect here.
    pub const CONDITIONAL: u32 = 0x100;

    /// Fastest sweep, values per second; a higher rate means "at once" and is swept at 1 per second.
    const TOP_SWEEP_RATE: f32 = 4.0;

    /// Whether a flag is set.
    pub fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    /// The stored value after its wrap or clamp, before inversion.
    ///
    /// A single wrap of a large value may leave 0..1. NaN stays NaN, so that the time made of it is refused.
    pub fn stored_value(&self) -> f32 {
        let value = self.blend;
        if !self.has(Self::WRAP) {
            value.clamp(0.0, 1.0)
        } else if value > 1.0 {
            value - 1.0
        } else if value < 0.0 {
            value + 1.0
        } else {
            value
        }
    }

    /// The frame at a value: inverted if the binding says so, then blended in single precision without fusing.
    pub fn frame_at(&self, value: f32) -> f32 {
        let value = if self.has(Self::INVERT) {
            1.0 - value
        } else {
            value
        };
        let a = (1.0 - value) * self.frame_a;
        let b = value * self.frame_b;
        a + b
    }

    /// The frame at a value that a user or a player moves: held inside a frame map of `frame_count` frames.
    ///
    /// A result that is no finite number is returned as it is.
    pub fn swept_frame_at(&self, value: f32, frame_count: u32) -> f32 {
        let frame = self.frame_at(value);
        if frame.is_finite() {
            frame.clamp(0.0, last_frame(frame_count))
        } else {
            frame
        }
    }

    /// What a sweep runs over in a frame map of `frame_count` frames; `None` when there is nothing to sweep,
    /// because both frames are equal or one is no finite number.
    pub fn sweep(&self, frame_count: u32) -> Option<Sweep> {
        if !self.moves() || !self.frame_a.is_finite() || !self.frame_b.is_finite() {
            return None;
        }
        let end = last_frame(frame_count);
        let low = self.frame_a.min(self.frame_b);
        let high = self.frame_a.max(self.frame_b);
        Some(Sweep {
            first: low.clamp(0.0, end),
            last: high.clamp(0.0, end),
            clipped: low < 0.0 || high > end,
        })
    }

    /// Speed of a sweep, values per second.
    pub fn sweep_speed(&self) -> f32 {
        if self.rate > 0.0 && self.rate <= Self::TOP_SWEEP_RATE {
            self.rate
        } else {
            1.0
        }
    }

    /// The angle of a value, radians; `None` when the binding is not an angle.
    pub fn angle_radians(&self, value: f32) -> Option<f32> {
        (self.span > 0.0).then_some(value * self.span)
    }

    /// The value after `seconds` of play, from the stored one: a wrapping binding and a gun's barrel run from 0 to
    /// 1 and start again, every other goes to and fro. At 0 seconds it is the stored value, brought to 0..1.
    pub(crate) fn played_value(&self, is_barrel: bool, seconds: f64) -> f32 {
        let phase = f64::from(self.stored_value()) + f64::from(self.sweep_speed()) * seconds;
        let value = if (0.0..=1.0).contains(&phase) {
            phase
        } else if is_barrel || self.has(Self::WRAP) {
            phase.rem_euclid(1.0)
        } else {
            let phase = phase.rem_euclid(2.0);
            phase.min(2.0 - phase)
        };
        // The caller's clock is finite; only a stored NaN or infinity gets here as NaN.
        value as f32
    }

    /// Whether its two frames differ.
    pub fn moves(&self) -> bool {
        self.frame_a != self.frame_b
    }
}

/// The last frame at which a pose still changes smoothly.
fn last_frame(frame_count: u32) -> f32 {
    frame_count.saturating_sub(1) as f32
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A binding of node 0.
    pub(crate) fn binding(frame_a: f32, frame_b: f32, blend: f32, flags: u32) -> Binding {
        Binding {
            frame_a,
            frame_b,
            blend,
            flags,
            ..Zeroable::zeroed()
        }
    }

    #[test]
    fn the_record_has_its_size() {
        assert_eq!(size_of::<Binding>(), 36);
    }

    #[test]
    fn a_sweep_stays_inside_the_frame_map() {
        let sweep = |a, b| binding(a, b, 0.0, 0).sweep(11);
        let of = |first, last, clipped| {
            Some(Sweep {
                first,
                last,
                clipped,
            })
        };
        assert_eq!(sweep(2.0, 8.0), of(2.0, 8.0, false));
        assert_eq!(sweep(8.0, 2.0), of(2.0, 8.0, false));
        assert_eq!(sweep(-4.0, 20.0), of(0.0, 10.0, true));
        assert_eq!(sweep(20.0, 30.0), of(10.0, 10.0, true));
        assert_eq!(sweep(3.0, 3.0), None);
        assert_eq!(sweep(f32::NAN, 3.0), None);
        assert_eq!(binding(0.0, 4.0, 0.0, 0).sweep(0), of(0.0, 0.0, true));
        assert_eq!(binding(-4.0, 20.0, 0.0, 0).swept_frame_at(0.0, 11), 0.0);
    }

    #[test]
    fn speed_follows_the_rate_up_to_four() {
        let speed = |rate| {
            Binding {
                rate,
                ..binding(0.0, 1.0, 0.0, 0)
            }
            .sweep_speed()
        };
        assert_eq!(
            [0.75, 4.0, 100.0, 0.0, -1.0, f32::NAN].map(speed),
            [0.75, 4.0, 1.0, 1.0, 1.0, 1.0]
        );
    }

    #[test]
    fn an_angle_needs_a_span() {
        let turret = Binding {
            span: 6.0,
            ..binding(49.0, 53.0, 0.5, 3)
        };
        assert_eq!(turret.angle_radians(0.5), Some(3.0));
        assert_eq!(binding(0.0, 1.0, 0.0, 0).angle_radians(0.5), None);
    }

    #[test]
    fn play_wraps_bounces_or_starts_again() {
        let clamped = binding(0.0, 1.0, 0.25, 0);
        let at = |seconds| clamped.played_value(false, seconds);
        assert_eq!(
            [0.0, 0.75, 1.25, 1.75, 2.0].map(at),
            [0.25, 1.0, 0.5, 0.0, 0.25]
        );
        let wrapped = binding(0.0, 1.0, 0.25, Binding::WRAP);
        let at = |seconds| wrapped.played_value(false, seconds);
        assert_eq!([0.0, 0.75, 1.25, 2.0].map(at), [0.25, 1.0, 0.5, 0.25]);
        assert_eq!(clamped.played_value(true, 1.25), 0.5);
        assert!(
            binding(0.0, 1.0, f32::NAN, 0)
                .played_value(false, 1.0)
                .is_nan()
        );
    }
}
