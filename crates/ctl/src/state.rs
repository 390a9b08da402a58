//! Control states and their contacts (spec page: control, sections 1.4 and 5.4).

use bytemuck::{Pod, Zeroable};

/// One state of the movement graph: its fixed record and its contacts.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// The fixed part.
    pub record: StateRecord,
    /// One contact per slot; every state of a control has the same number
    /// ([`Control::contacts_per_state`](crate::Control::contacts_per_state)).
    pub contacts: Vec<Contact>,
}

/// The fixed part of a state, 156 bytes. Field names with a number carry their offset in the record.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct StateRecord {
    /// Bits 0..2 enable the velocity box per axis, bits 4..6 the spin box.
    pub flags: u32,
    /// 0x1 anchor, 0x10000 moves by velocity, 0x100000 fixed step, 0x1000000 jittered step.
    pub mode: u32,
    /// What leans the body about x, y, z: 0 or 7 nothing, 1..3 turn x/y/z, 4..6 velocity x/y/z,
    /// 8..10 velocity change x/y/z; +0x80 negated.
    pub lean_source: [u8; 3],
    /// Unknown.
    pub unknown_0b: u8,
    /// First and last frame of pair A.
    pub frames_a: [f32; 2],
    /// First and last frame of pair B.
    pub frames_b: [f32; 2],
    /// Base of the blend from A to B.
    pub blend_base: f32,
    /// Fixed length of a step, milliseconds; 0 = by speed and stride.
    pub step_length_ms: f32,
    /// Lower corner of the velocity box, metres per second; y is forward.
    pub velocity_min: [f32; 3],
    /// Upper corner of the velocity box.
    pub velocity_max: [f32; 3],
    /// Lower corner of the spin box, radians per second; z is yaw.
    pub spin_min: [f32; 3],
    /// Upper corner of the spin box.
    pub spin_max: [f32; 3],
    /// Engine factor.
    pub engine_factor: f32,
    /// Unknown.
    pub unknown_58: [u8; 56],
    /// Command list run on entering, -1 none.
    pub enter_list: i32,
    /// Unknown.
    pub unknown_94: [u8; 4],
    /// Request code that the state waits for, -1 any.
    pub request: i32,
}

/// A foot, wheel or other point of a state that touches the ground, 16 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Contact {
    /// Index of the control point; the contact sits on its *target* node.
    pub point: i32,
    /// [`Contact::SUPPORTS`] and the other constants; 0x10, 0x20 and 0x1000 belong to the engine's load.
    pub flags: u32,
    /// Command list run when the point lands (a footstep), -1 none.
    pub landing_list: i32,
    /// 0 in every file.
    pub unknown_0c: i32,
}

impl Contact {
    /// Supports the body.
    pub const SUPPORTS: u32 = 0x1;
    /// Its node is put on the ground.
    pub const GROUNDS_NODE: u32 = 0x2;
    /// Falls back to the next intact point.
    pub const FALLS_BACK: u32 = 0x4;
    /// Counts only while the node is intact.
    pub const NEEDS_INTACT: u32 = 0x100;
    /// Counts only when the node is destroyed.
    pub const NEEDS_DESTROYED: u32 = 0x200;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_records_have_their_sizes() {
        assert_eq!(size_of::<StateRecord>(), 156);
        assert_eq!(size_of::<Contact>(), 16);
    }
}
