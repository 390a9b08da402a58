//! The movement limits of a whole component (spec page: control, section 1.3).

use bytemuck::{Pod, Zeroable};

/// Root parameters, 108 bytes at file offset 0x14. Field names with a number carry that file offset.
///
/// The viewer only shows them. [`Default`] holds what the engine's constructor writes.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct RootParameters {
    /// Acceleration limit per axis; the live value is doubled.
    pub acceleration: [f32; 3],
    /// Never read by the engine.
    pub unknown_20: [u32; 3],
    /// Top speed per axis, metres per second; y is forward.
    pub top_speed: [f32; 3],
    /// Turn rate per axis, radians per second.
    pub turn_rate: [f32; 3],
    /// Factor in the integration of spin, per axis.
    pub spin_factor: [f32; 3],
    /// Largest visible lean of the body per axis, radians.
    pub lean: [f32; 3],
    /// Delay before a detached part is removed, milliseconds.
    pub detach_delay_ms: i32,
    /// Unknown.
    pub unknown_60: [f32; 2],
    /// Movement mode: 0, 2 (brakes on slopes) or 3.
    pub movement_mode: i32,
    /// Unknown bound.
    pub unknown_6c: f32,
    /// Steepest slope, radians.
    pub slope: f32,
    /// Bit field; bits 0..4 occur, the engine tests bit 0.
    pub flags_74: u32,
    /// Unknown bound.
    pub unknown_78: f32,
    /// Payload, kilograms; the largest finite single is normal.
    pub payload: f32,
}

/// The engine's full turn; nearer values of 2π are not what the files hold.
#[expect(clippy::approx_constant, reason = "the files hold exactly this")]
pub(crate) const FULL_TURN: f32 = 6.28;
/// The engine's quarter turn.
#[expect(clippy::approx_constant, reason = "the files hold exactly this")]
const QUARTER_TURN: f32 = 1.57079;

impl Default for RootParameters {
    fn default() -> Self {
        Self {
            acceleration: [2.5; 3],
            unknown_20: [0; 3],
            top_speed: [0.0; 3],
            turn_rate: [FULL_TURN; 3],
            spin_factor: [1.0; 3],
            lean: [FULL_TURN; 3],
            detach_delay_ms: 0,
            unknown_60: [0.0; 2],
            movement_mode: 0,
            unknown_6c: -1.0,
            slope: QUARTER_TURN,
            flags_74: 0,
            unknown_78: -1.0,
            payload: f32::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_has_its_size_and_the_constants_their_bits() {
        assert_eq!(size_of::<RootParameters>(), 108);
        let root = RootParameters::default();
        assert_eq!(root.turn_rate[0].to_bits(), 0x40C8_F5C3);
        assert_eq!(root.slope.to_bits(), 0x3FC9_0FA6);
        assert_eq!(root.payload.to_bits(), 0x7F7F_FFFF);
    }
}
