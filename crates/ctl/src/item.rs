//! Items: turrets, guns, gear, radars and other devices of a component (spec page: control, section 1.7).

use crate::ResourceName;
use bytemuck::{Pod, Zeroable};

/// A device: its fixed record, the bindings it drives and its label.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// The fixed part.
    pub record: ItemRecord,
    /// Indices into the bindings of the same control; a turret's first is yaw, its second pitch.
    pub bindings: Vec<i32>,
    /// The label as stored, its closing NUL included; empty = none. Never a single byte.
    pub label: Vec<u8>,
}

/// The fixed part of an item, 0xAC bytes. Field names with a number carry their offset in the record.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct ItemRecord {
    /// Type, 1..30: [`ItemRecord::GUN`] and others, named by [`item_type_name`].
    pub item_type: i32,
    /// Node that the item sits on.
    pub node: i32,
    /// Flags, per type: the top byte below, on generic devices bytes 0..2 select motion inputs.
    pub flags: u32,
    /// Gun: command list run when a barrel starts its stroke. Other types: unknown, often -1.
    pub stroke_list: i32,
    /// Generic device: command list run when it starts working, -1 none. Other types: unknown.
    pub start_list: i32,
    /// Generic device: command list run when it stops, -1 none. Other types: unknown.
    pub stop_list: i32,
    /// 0 off, 0x20 on, 0x40 toggle, -1 what its class says.
    pub initial_state: i32,
    /// Mass, kilograms.
    pub mass: f32,
    /// Power figure per second.
    pub power: f32,
    /// Input weights of a generic device.
    pub input_weights: [f32; 2],
    /// Values, per type.
    pub values: [f32; 16],
    /// What the part emits; a gun's projectile.
    pub emits: ResourceName,
}

impl ItemRecord {
    /// Turret drive.
    pub const TURRET: i32 = 1;
    /// Gun.
    pub const GUN: i32 = 2;
    /// Wheels, tracks, legs.
    pub const GEAR: i32 = 3;
    /// Camera.
    pub const CAMERA: i32 = 4;

    /// Gear: left drive group.
    pub const LEFT_GROUP: u32 = 0x0100_0000;
    /// Gear: right drive group.
    pub const RIGHT_GROUP: u32 = 0x0200_0000;
    /// Gun: all barrels fire at once.
    pub const ALL_BARRELS: u32 = 0x0200_0000;
    /// Turret: stands upright; clear = hangs under a flyer.
    pub const UPRIGHT: u32 = 0x0400_0000;
    /// Headquarters turret.
    pub const HEADQUARTERS: u32 = 0x0800_0000;

    /// Whether the engine drives this type as a generic device.
    pub fn is_generic(&self) -> bool {
        matches!(
            self.item_type,
            3 | 6 | 7 | 11 | 14 | 16 | 18 | 20 | 22..=25 | 28 | 29
        )
    }
}

impl Item {
    /// The label's text: a prefix of the prototype keys that fit this slot, such as `i_rdr_b`.
    pub fn label_text(&self) -> &[u8] {
        wire::until_nul(&self.label)
    }
}

/// What an item type is called; `None` outside 1..30.
pub fn item_type_name(item_type: i32) -> Option<&'static str> {
    Some(match item_type {
        1 => "turret drive",
        2 => "gun",
        3 => "gear",
        4 => "camera",
        5 => "engine",
        8 => "radar",
        9 => "force shield",
        10 => "detection shield",
        12 => "door",
        13 => "computer",
        15 => "repair system",
        17 => "seeker",
        19 => "power store",
        20 => "wheel unit",
        21 => "deflector",
        24 => "weapon arms",
        26 => "building efficiency",
        27 => "armour",
        30 => "builder beam",
        6 | 7 | 11 | 14 | 16 | 18 | 22 | 23 | 25 | 28 | 29 => "generic device",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_has_its_size_and_every_type_a_name() {
        assert_eq!(size_of::<ItemRecord>(), 0xAC);
        assert!((1..=30).all(|item_type| item_type_name(item_type).is_some()));
        assert_eq!([0, 31, -1].map(item_type_name), [None; 3]);
    }
}
