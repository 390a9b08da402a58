//! The worked example of the spec page (environment, section 4.1).

use crate::{Keyframe, Opcode, Section, Ske, Slot, Time32};

/// A keyframe at a time.
pub(crate) fn keyframe(hour: u32, minute: u32, opcode: Opcode, name: &str) -> Keyframe {
    let mut keyframe = Keyframe {
        stamp: Time32::new(hour, minute),
        raw_opcode: opcode.raw(),
        extent_across: 2.2,
        extent_up: 2.0,
        light_factor: 1.0,
        ..Keyframe::default()
    };
    keyframe.names[0] = name.into();
    keyframe
}

/// A day that takes that many real minutes.
pub(crate) fn section(minutes: u32, keyframes: Vec<Keyframe>) -> Section {
    Section {
        unused_time: Time32::new(23, 59),
        day_length: Time32::new(0, minutes),
        keyframes,
    }
}

/// One section, two keyframes, day length 0:15, clock start 01:30, 474 bytes.
pub(crate) fn example() -> Ske {
    let mut morning = keyframe(0, 30, Opcode::StartBody, "sun");
    morning.slots[0] = Slot::of_rgba([175, 165, 220, 255]);
    morning.slots[1] = Slot::of_rgba([175, 165, 220, 255]);
    morning.slots[Slot::FOG_END] = Slot::of_float(0.6);
    morning.slots[Slot::SCENE] = Slot::of_rgba([40, 40, 40, 255]);
    let mut evening = keyframe(14, 30, Opcode::StopBody, "sun");
    evening.slots = morning.slots;
    evening.slots[Slot::SCENE] = Slot::of_rgba([140, 40, 40, 255]);
    Ske {
        sections: vec![section(15, vec![morning, evening])],
        start: Time32::new(1, 30),
        end_word_0: 0,
        end_word_1: 0,
    }
}
