//! The spec page's example material and its acceptance vectors (section 13), and hostile bytes.

use crate::*;
use bytemuck::Zeroable;
use proptest::prelude::*;
use wire::FixedName;

/// Spec page: materials, section 3.8.
const EXAMPLE: [u8; 100] = [
    0x02, 0x00, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x00, 0x80, 0x3F, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, //
    0x00, 0x64, 0xFF, 0x00, 0x00, 0x64, 0x00, 0x00, 0x00, 0x00, 0x0A, 0x14, 0x1E, 0x00, 0x03,
    0xFF, //
    0x47, 0x4C, 0x4F, 0x57, 0x2E, 0x30, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, //
    0x00, 0x00, 0x00, 0x14, 0x00, 0x00, 0xFF, 0x64, 0x00, 0x00, 0x00, 0x00, 0x6E, 0x78, 0x82,
    0x00, //
    0x05, 0x03, 0x47, 0x4C, 0x4F, 0x57, 0x2E, 0x30, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, //
    0x00, 0x00, 0x91, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x90, 0x01, 0x00, 0x00, 0x01,
    0x00, //
    0xE8, 0x03, 0x00, 0x00,
];

fn example() -> Material {
    let (material, warnings) = Material::parse(&EXAMPLE, 0x08, 6).unwrap();
    assert_eq!(warnings, []);
    material
}

fn assert_close(left: &[f32], right: &[f32]) {
    assert_eq!(left.len(), right.len());
    for (l, r) in left.iter().zip(right) {
        assert!((l - r).abs() < 1e-4, "{left:?} is not {right:?}");
    }
}

fn codes(warnings: &[Warning]) -> Vec<&'static str> {
    warnings.iter().map(Warning::code).collect()
}

#[test]
fn the_example_reads_and_writes() {
    let material = example();
    assert_eq!(material.flags.blend_mode(), BlendMode::Additive);
    assert_eq!(material.surface_class(), SurfaceClass::Unset);
    assert_eq!(material.speed_factor(), 1.0);
    assert_eq!(material.damage_per_second(), 0.0);
    assert_eq!(material.phases.len(), 2);

    let first = ActivePhase::of(0, material.phases[0]);
    assert_close(&first.ambient, &[0.0; 3]);
    assert_eq!(first.opacity, 1.0);
    assert_close(&first.diffuse, &[1.0, 0.0, 0.0]);
    assert_close(&first.specular, &[0.0; 3]);
    assert_close(&first.emissive, &[0.0392, 0.0784, 0.1176]);
    assert_eq!((first.record.power, first.exponent()), (3, 4.0));
    assert_eq!(first.record.page, -1);
    assert_eq!(first.record.texture.bytes(), b"GLOW.0");

    let second = ActivePhase::of(1, material.phases[1]);
    assert_close(&[second.opacity], &[0.2]);
    assert_close(&second.diffuse, &[0.0, 0.0, 1.0]);
    assert_close(&second.emissive, &[0.4314, 0.4706, 0.5098]);
    assert_eq!((second.record.power, second.exponent()), (5, 16.0));
    assert_eq!(second.record.page, 3);

    let track = &material.tracks[0];
    assert_eq!(track.header, (0x12 << 3) | 1);
    assert_eq!(track.loop_mode(), LoopMode::PingPong);
    assert_eq!(track.interpolation(), Interpolation(0x12));
    let key = |phase_index, time_ms| Key {
        phase_index,
        time_ms,
        k2: 0,
    };
    assert_eq!(track.keys, [key(0, 400), key(1, 1000)]);
    assert_eq!(material.write().unwrap(), EXAMPLE);
}

#[test]
fn the_example_blends() {
    let mut material = example();
    let phase = material.at_time(0, 100, 0, 0).unwrap();
    assert_close(&phase.diffuse, &[0.75, 0.0, 0.25]);
    assert_close(&[phase.opacity], &[0.8]);
    assert_close(&phase.emissive, &[0.0392, 0.0784, 0.1176]);
    assert_eq!(
        (phase.index, phase.record.page, phase.record.power),
        (0, -1, 3)
    );

    material.tracks[0].header = (0x1A << 3) | 1;
    let phase = material.at_time(0, 100, 0, 0).unwrap();
    assert_close(&phase.emissive, &[0.1373, 0.1765, 0.2157]);

    // A track past the last one is track 0.
    assert_eq!(material.at_time(7, 100, 0, 0), Some(phase));
    let phase = material.at_fraction(0, 0.7).unwrap();
    assert_close(&phase.diffuse, &[0.5, 0.0, 0.5]);
    assert_eq!(phase.index, 1);
}

#[test]
fn every_truncation_is_an_error() {
    for length in 0..EXAMPLE.len() {
        let error = Material::parse(&EXAMPLE[..length], 0x08, 6).unwrap_err();
        let code = if length < 4 {
            "MAT_TOO_SMALL"
        } else {
            "MAT_TRUNCATED"
        };
        assert_eq!(error.kind.code(), code, "{length}");
    }
}

#[test]
fn track_counts_and_trailing_bytes() {
    let mut payload = EXAMPLE.to_vec();
    payload[2] = 0x14;
    let error = Material::parse(&payload, 0x08, 6).unwrap_err();
    assert_eq!(
        error.to_string(),
        "MAT_TOO_MANY_ANIMS offset 0x2: track_count: expected below 20, found 20"
    );
    let mut payload = EXAMPLE.to_vec();
    payload.push(0);
    let (material, warnings) = Material::parse(&payload, 0x08, 6).unwrap();
    assert_eq!(warnings, [Warning::MatTrailing { bytes: 1 }]);
    assert_eq!(material.write().unwrap(), payload);
}

#[test]
fn the_example_as_version_2() {
    let (material, warnings) = Material::parse(&EXAMPLE, 0x08, 2).unwrap();
    assert_eq!(material.speed_factor(), 1.0);
    assert_eq!(material.damage_per_second(), 0.0);
    assert_eq!(material.tracks, [Track::default()]);
    // The shifted phases hold no texture names with dots in them.
    assert!(warnings.contains(&Warning::MatTrailing { bytes: 20 }));
    assert_eq!(material.write().unwrap(), EXAMPLE);
}

#[test]
fn sizes_by_version() {
    for (version, size) in [(0, 38), (1, 38), (2, 40), (3, 44), (4, 48), (6, 48)] {
        let material = Material {
            version,
            ..Material::built_in()
        };
        let payload = material.write().unwrap();
        assert_eq!(payload.len(), size);
        let read = Material::parse(&payload, 0, version).unwrap();
        assert_eq!(read, (material, vec![]));
    }
}

#[test]
fn what_a_version_cannot_store() {
    let material = Material {
        version: 3,
        meta_d: 1,
        ..Material::built_in()
    };
    let error = WriteError::NoField {
        version: 3,
        field: "meta_d",
    };
    assert_eq!(material.write(), Err(error));
    let material = Material {
        tracks: vec![Track::default(); 20],
        ..Material::built_in()
    };
    assert!(matches!(
        material.write(),
        Err(WriteError::TooMany {
            count: 20,
            most: 19,
            ..
        })
    ));
}

#[test]
fn warnings_of_a_material() {
    let warnings = |edit: &dyn Fn(&mut Material)| {
        let mut material = example();
        edit(&mut material);
        let payload = material.write().unwrap();
        let (read, warnings) =
            Material::parse(&payload, material.flags.0, material.version).unwrap();
        assert_eq!(read, material);
        (read, codes(&warnings))
    };
    let (_, found) = warnings(&|m| m.flags = DrawFlags(0x3C));
    assert_eq!(found, ["MAT_BLEND_INDEX"]);
    let (_, found) = warnings(&|m| m.tracks[0].header = 4);
    assert_eq!(found, ["MAT_LOOP_MODE"]);
    let (_, found) = warnings(&|m| m.phases[1].texture = FixedName(*b"GLOW\0.0\0\0\0\0\0\0\0\0\0"));
    assert_eq!(found, ["MAT_TEXTURE_NAME"]);
    let (material, found) = warnings(&|m| m.tracks[0].keys[1].time_ms = 400);
    assert_eq!(found, ["MAT_KEY_ORDER"]);
    assert_eq!(material.tracks[0].cycle_ms(), 800);
    let (material, found) = warnings(&|m| m.tracks[0].keys[1].phase_index = 9);
    assert_eq!(found, ["MAT_KEY_RANGE"]);
    assert_eq!(material.at_time(0, 400, 0, 0).unwrap().index, 1);
    let (material, found) = warnings(&|m| m.phases.clear());
    assert_eq!(found, ["MAT_NO_PHASES", "MAT_KEY_RANGE"]);
    assert_eq!(material.at_time(0, 0, 0, 0), None);
    let (material, found) = warnings(&|m| m.tracks.clear());
    assert_eq!(found, [""; 0]);
    assert_eq!(material.at_fraction(0, 0.9).unwrap().index, 0);
    assert!(!material.is_animated(0));
}

#[test]
fn opacity_and_power_are_clamped() {
    let phase = |opacity_percent, power| {
        ActivePhase::of(
            0,
            Phase {
                opacity_percent,
                power,
                ..Phase::zeroed()
            },
        )
    };
    assert_eq!(phase(100, 0).opacity, 1.0);
    assert_eq!(phase(255, 0).opacity, 1.0);
    assert!(phase(99, 0).opacity < 1.0);
    let exponents = [0, 1, 4, 7, 8, 255].map(|power| phase(0, power).exponent());
    assert_eq!(exponents, [0.0, 1.0, 8.0, 64.0, 64.0, 64.0]);
}

#[test]
fn a_full_name_has_no_nul() {
    let mut material = example();
    material.phases[0].texture = FixedName(*b"0123456789ABCD.0");
    let payload = material.write().unwrap();
    let (material, _) = Material::parse(&payload, 0x08, 6).unwrap();
    assert_eq!(material.phases[0].texture.bytes(), b"0123456789ABCD.0");
}

#[test]
fn pages() {
    // A whole texture, and a rectangle of a 256 x 256 one.
    let rects = [texm::PageRect {
        x: 64,
        width: 64,
        y: 128,
        height: 32,
    }];
    let mut phase = example().phases[0];
    assert_eq!(phase.page_choice(rects.len()), PageChoice::Whole);
    phase.page = 0;
    assert_eq!(phase.page_choice(rects.len()), PageChoice::Rect(0));
    assert_eq!(phase.page_warning(rects.len()), None);
    let uv = rects[0].uv((256, 256));
    assert_eq!(uv.apply([0.25, 0.5]), [0.3125, 0.5625]);

    for page in [1, -2] {
        phase.page = page;
        assert_eq!(phase.page_choice(rects.len()), PageChoice::OutOfRange);
        let warning = phase.page_warning(rects.len()).unwrap();
        assert_eq!(warning.code(), "MAT_PAGE_RANGE");
    }
    phase.texture = FixedName::default();
    assert_eq!(phase.page_choice(rects.len()), PageChoice::Whole);
}

#[test]
fn the_built_in_material() {
    let phase = Material::built_in().at_time(0, 0, 0, 0).unwrap();
    assert_close(&phase.diffuse, &[0.8; 3]);
    assert_close(&phase.ambient, &[0.0; 3]);
    assert_eq!((phase.opacity, phase.exponent()), (1.0, 0.0));
    assert!(phase.record.texture.bytes().is_empty());
}

#[test]
fn warnings_say_what_and_how_bad() {
    let warning = Warning::TexMissing {
        material: b"M".to_vec(),
        name: b"T.0".to_vec(),
    };
    assert_eq!(
        warning.to_string(),
        "TEX_MISSING: no texture T.0 for material M"
    );
    assert_eq!(warning.severity(), Severity::Warning);
    let info = Warning::WearIdOrder { row: 0 };
    assert_eq!(info.severity(), Severity::Info);
}

/// Reads hostile bytes in every way there is.
fn survive(payload: &[u8], version: u32) {
    let Ok((material, _)) = Material::parse(payload, 0xFF, version) else {
        return;
    };
    assert_eq!(material.write().unwrap(), payload);
    for track in 0..material.tracks.len().max(1) {
        for now in [0, 1, 399, 400, 1000, 70_000, u32::MAX] {
            material.at_time(track, now, 3, now);
        }
        material.at_fraction(track, 1.0);
    }
}

#[test]
fn hostile_bytes() {
    for version in 0..7 {
        for length in 0..EXAMPLE.len() {
            survive(&EXAMPLE[..length], version);
        }
        for position in 0..EXAMPLE.len() {
            for byte in 0..=255 {
                let mut payload = EXAMPLE;
                payload[position] = byte;
                survive(&payload, version);
            }
        }
    }
}

fn any_phase() -> impl Strategy<Value = Phase> {
    any::<[u8; 34]>().prop_map(|bytes| bytemuck::pod_read_unaligned(&bytes))
}

fn any_track() -> impl Strategy<Value = Track> {
    let key = any::<[u16; 3]>().prop_map(|[phase_index, time_ms, k2]| Key {
        phase_index,
        time_ms,
        k2,
    });
    (any::<u32>(), prop::collection::vec(key, 0..6))
        .prop_map(|(header, keys)| Track { header, keys })
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        attr1: u32,
        version in prop_oneof![0u32..8, any::<u32>()],
        bytes: [u8; 2],
        words: [u32; 2],
        phases in prop::collection::vec(any_phase(), 0..5),
        tracks in prop::collection::vec(any_track(), 0..5),
        trailing in prop::collection::vec(any::<u8>(), 0..5),
    ) {
        let built_in = Material::built_in();
        let since = |first, value, default| if version >= first { value } else { default };
        let material = Material {
            flags: DrawFlags(attr1),
            version,
            meta_a: since(2, u32::from(bytes[0]), 255) as u8,
            meta_b: since(2, u32::from(bytes[1]), 255) as u8,
            meta_c: since(3, words[0], built_in.meta_c),
            meta_d: since(4, words[1], 0),
            phases,
            tracks,
            trailing,
        };
        let payload = material.write().unwrap();
        prop_assert_eq!(Material::parse(&payload, attr1, version).unwrap().0, material);
    }

    #[test]
    fn steps_stay_in_their_track(track in any_track(), now: u32, start: u32, roll: u32, t: f32) {
        for step in [track.at_time(now, start, roll), track.at_fraction(t)] {
            let known = |phase| track.keys.iter().any(|key| key.phase_index == phase);
            prop_assert!(track.keys.is_empty() || (known(step.from) && known(step.to)));
            prop_assert!((0.0..=1.0).contains(&step.factor));
        }
    }
}
