use super::*;
use crate::fixture::example;
use proptest::prelude::*;

/// The bytes that the page prints, at their offsets.
#[test]
fn the_worked_example() {
    let bytes = example().write();
    assert_eq!(bytes.len(), 474);
    let expect = |offset: usize, expected: &[u8]| {
        assert_eq!(
            &bytes[offset..offset + expected.len()],
            expected,
            "{offset:#x}"
        );
    };
    expect(
        0,
        &[0xFF, 0xFF, 0xFF, 0xFF, 5, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0],
    );
    expect(0x10, &[2, 0, 0, 0, 0, 0, 0, 0]);
    expect(0x20, &[0x17, 0, 0, 0, 0x3B, 0, 0, 0]);
    expect(0x40, &[0, 0, 0, 0, 0x0F, 0, 0, 0]);
    expect(0x54, &[3, 0, 0, 0, 0]);
    expect(0x64, &[0, 0, 0, 0, 0x1E, 0, 0, 0]);
    expect(0x78, &[0, 0, 0, 0]);
    expect(0x7C, &[0xDC, 0xA5, 0xAF, 0xFF, 0xDC, 0xA5, 0xAF, 0xFF]);
    expect(0x90, &[0, 0, 0, 0, 0x9A, 0x99, 0x19, 0x3F]);
    expect(0xCC, &[0x28, 0x28, 0x28, 0xFF, 0, 0, 0, 0]);
    expect(0xD4, &[3, 0, 0, 0, 0x73, 0x75, 0x6E]);
    expect(0xDB, &[0; 20]);
    expect(
        0xEF,
        &[
            0xCD, 0xCC, 0x0C, 0x40, 0, 0, 0, 0x40, 0, 0, 0x80, 0x3F, 0, 0, 0, 0,
        ],
    );
    expect(0xFF, &[0, 0, 0, 0]);
    expect(0x103, &[3, 0, 0, 0]);

    let (ske, warnings) = Ske::parse(&bytes).unwrap();
    assert_eq!(warnings, []);
    assert_eq!(ske, example());
    let keyframe = &ske.sections[0].keyframes[0];
    assert_eq!(keyframe.opcode(), Opcode::StartBody);
    assert_eq!(keyframe.slots[Slot::FOG_END].float(), 0.6);
    let [r, g, b, a] = keyframe.slots[1].rgba().map(|c| c * 255.0);
    assert_eq!([r, g, b, a].map(f32::round), [175.0, 165.0, 220.0, 255.0]);
}

#[test]
fn every_cut_is_an_error() {
    let bytes = example().write();
    for length in 0..bytes.len() {
        assert!(Ske::parse(&bytes[..length]).is_err(), "{length}");
    }
    let mut longer = bytes;
    longer.push(0);
    assert_eq!(
        Ske::parse(&longer).unwrap_err().to_string(),
        "offset 0x1da: sky.ske: expected the end of the file, found 1 bytes left"
    );
}

#[test]
fn every_flipped_byte_ends_in_a_result() {
    let bytes = example().write();
    for at in 0..bytes.len() {
        for mask in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
            let mut bytes = bytes.clone();
            bytes[at] ^= mask;
            let Ok((ske, _)) = Ske::parse(&bytes) else {
                continue;
            };
            assert_eq!(ske.write(), bytes);
            let Ok(sky) = crate::Sky::new(&ske) else {
                continue;
            };
            for position in [0, sky.start(), sky.cycle(), u64::MAX] {
                let sample = sky.sample(position);
                assert!(sample.fog_end.is_finite() && sample.light_factor.is_finite());
                sky.time_of_day(position);
            }
        }
    }
}

#[test]
fn wrong_constants_and_counts_are_errors() {
    for (offset, value) in [
        (0, 0),
        (4, 4),
        (8, 0),
        (8, -1),
        (8, 1000),
        (12, 2),
        (16, -1),
        (16, 1000),
        (0x54, 0),
        (0x54, 4),
        (0xD4, 257),
        (0xD4, -1),
        (0xFF, 5),
        (0xFF, -1),
    ] {
        let mut bytes = example().write();
        bytes[offset..offset + 4].copy_from_slice(&i32::to_le_bytes(value));
        let error = Ske::parse(&bytes).unwrap_err();
        assert_eq!(error.offset, offset as u64, "{error}");
    }
}

#[test]
fn odd_values_are_warnings() {
    let mut ske = example();
    ske.start.section = 1;
    let [morning, evening] = &mut ske.sections[0].keyframes[..] else {
        panic!()
    };
    morning.raw_opcode = 10;
    morning.slots[Slot::FOG_START] = Slot::of_float(f32::INFINITY);
    evening.raw_opcode = 3;
    evening.light_factor = f32::INFINITY;
    let (read, warnings) = Ske::parse(&ske.write()).unwrap();
    assert_eq!(read, ske);
    assert_eq!(read.sections[0].keyframes[0].opcode(), Opcode::Nothing);
    let found: Vec<_> = warnings.iter().map(|w| (&*w.what, w.offset)).collect();
    assert_eq!(
        found,
        [
            ("keyframe opcode", 0x78),
            ("keyframe fog", 0x90),
            ("keyframe effects", 0x127),
            ("keyframe floats", 0x19E),
            ("section of the clock start", 0x1B2),
        ]
    );
}

#[test]
fn old_keyframes_lack_effects_and_two_slots() {
    let mut ske = example();
    let keyframes = &mut ske.sections[0].keyframes;
    keyframes[0].version = 1;
    keyframes[0].slots[Slot::LIGHT] = Slot::of_rgba([200, 100, 10, 255]);
    keyframes[1].version = 2;
    let bytes = ske.write();
    assert_eq!(bytes.len(), 474 - 4 - 4 - 8);
    let (read, warnings) = Ske::parse(&bytes).unwrap();
    assert_eq!(warnings.len(), 2);
    let slots = &read.sections[0].keyframes[0].slots;
    assert_eq!(slots[Slot::SCENE], Slot::of_rgba([60, 30, 3, 255]));
    assert_eq!(slots[Slot::COUNTER_LIGHT], slots[Slot::SCENE]);
    assert_eq!(read.sections[0].keyframes[1].effects, []);
    assert_eq!(read.write(), bytes);
}

#[test]
fn opcodes_come_back() {
    for raw in 0..10 {
        let opcode = Opcode::new(raw).unwrap();
        assert_eq!(opcode.raw(), if raw == 7 { 2 } else { raw });
    }
    assert_eq!(Opcode::new(10), None);
    assert_eq!(Opcode::new(-1), None);
}

fn time() -> impl Strategy<Value = Time32> {
    (any::<[u32; 6]>(), any::<[u8; 8]>()).prop_map(|(words, bytes_18)| Time32 {
        section: words[0],
        word_04: words[1],
        word_08: words[2],
        hour: words[3],
        minute: words[4],
        word_14: words[5],
        bytes_18,
    })
}

fn string() -> impl Strategy<Value = SkeString> {
    prop::collection::vec(any::<u8>(), 0..6).prop_map(SkeString)
}

fn keyframe() -> impl Strategy<Value = Keyframe> {
    (
        time(),
        -1..11i32,
        any::<[[u8; 4]; 22]>(),
        prop::array::uniform6(string()),
        [-10f32..10.0, -10f32..10.0, -10f32..10.0, -10f32..10.0],
        prop::collection::vec(string(), 0..=4),
    )
        .prop_map(
            |(stamp, raw_opcode, slots, names, floats, effects)| Keyframe {
                version: 3,
                stamp,
                raw_opcode,
                slots: slots.map(Slot),
                names,
                extent_across: floats[0],
                extent_up: floats[1],
                light_factor: floats[2],
                weather_intensity: floats[3],
                effects,
            },
        )
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        sections in prop::collection::vec(
            (time(), time(), prop::collection::vec(keyframe(), 0..4)),
            1..3,
        ),
        start in time(),
        words in any::<[i32; 2]>(),
        position in any::<u64>(),
    ) {
        let ske = Ske {
            sections: sections
                .into_iter()
                .map(|(unused_time, day_length, keyframes)| Section {
                    unused_time,
                    day_length,
                    keyframes,
                })
                .collect(),
            start,
            end_word_0: words[0],
            end_word_1: words[1],
        };
        prop_assert_eq!(&Ske::parse(&ske.write()).unwrap().0, &ske);
        if let Ok(sky) = crate::Sky::new(&ske) {
            sky.sample(position);
        }
    }
}
