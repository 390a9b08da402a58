use super::*;
use crate::fixture::{example, keyframe, section};

fn sky(sections: Vec<Section>, start: (u32, u32)) -> Sky {
    let ske = Ske {
        sections,
        start: Time32::new(start.0, start.1),
        ..example()
    };
    Sky::new(&ske).unwrap()
}

fn stamps(sky: &Sky) -> Vec<u64> {
    sky.days[0].frames.iter().map(|f| f.at / 1000).collect()
}

/// The day of Mission 01: sun 00:30 to 14:30, moon 15:30 to 23:30.
fn mission_01() -> Sky {
    let keyframes = vec![
        keyframe(0, 30, Opcode::StartBody, "sun"),
        keyframe(14, 30, Opcode::StopBody, "sun"),
        keyframe(15, 30, Opcode::StartBody, "moon"),
        keyframe(23, 30, Opcode::StopBody, "moon"),
        keyframe(24, 0, Opcode::StartRain, ""),
    ];
    sky(vec![section(15, keyframes)], (1, 30))
}

#[test]
fn stamps_are_scaled_to_the_day() {
    let sky = mission_01();
    assert_eq!(stamps(&sky), [18, 543, 581, 881, 900]);
    assert_eq!((sky.start(), sky.cycle()), (56_000, 900_000));
    let time = sky.time_of_day(sky.start());
    assert_eq!((time.section, time.hour, time.minute), (0, 1, 29));
    let last = sky.position_of(0, 24, 0);
    assert_eq!(last, 899_999);
    assert_eq!(sky.time_of_day(last).hour, 23);
}

#[test]
fn bodies_live_from_their_start_to_the_next_stop() {
    let sky = mission_01();
    let lifetimes: Vec<u64> = sky
        .events
        .iter()
        .filter_map(|(_, event)| match event {
            Event::StartBody { lifetime, .. } => Some(lifetime / 1000),
            _ => None,
        })
        .collect();
    assert_eq!(lifetimes, [525, 300]);
}

/// Mission 01 opens with the sun 2.05 degrees below the horizon.
#[test]
fn the_sun_is_up_when_the_mission_opens() {
    let sky = mission_01();
    let body = sky.sample(sky.start()).body.unwrap();
    assert_eq!(body.kind, BodyKind::Sun);
    assert!((body.progress - 0.0724).abs() < 1e-4);
    let theta = (1.2 * body.progress - 0.1) * 180.0;
    assert!((theta + 2.37).abs() < 0.01, "{theta}");
    let elevation = body.elevation().to_degrees();
    assert!((elevation + 2.05).abs() < 0.01, "{elevation}");
}

#[test]
fn events_fire_after_their_time_and_24_00_never_does() {
    let sky = mission_01();
    let kind = |position| sky.sample(position).body.map(|body| body.kind);
    assert_eq!(kind(0), None);
    assert_eq!(kind(18_000), None);
    assert_eq!(kind(18_001), Some(BodyKind::Sun));
    assert_eq!(kind(543_001), None);
    assert_eq!(kind(700_000), Some(BodyKind::Moon));
    assert_eq!(kind(899_999), None);
    for position in [899_999, 900_001, 1_900_000] {
        assert_eq!(sky.sample(position).rain, None);
    }
    assert_eq!(kind(900_000 + 18_001), Some(BodyKind::Sun));
    let body = sky.sample(5 * 900_000 + 280_500).body.unwrap();
    assert!((body.progress - 0.5).abs() < 1e-6);
}

#[test]
fn colours_and_floats_flow_and_wrap() {
    let sky = Sky::new(&example()).unwrap();
    let red = |position| sky.sample(position).scene_colour[0] * 255.0;
    assert_eq!(red(18_000).round(), 40.0);
    assert_eq!(red(543_000).round(), 140.0);
    assert!((red(280_500) - 90.0).abs() < 1e-3);
    // 543 to 918: halfway at 730.5, and past the end of the day.
    assert!((red(730_500) - 90.0).abs() < 1e-3);
    assert!((red(9_000) - (140.0 - 100.0 * 366.0 / 375.0)).abs() < 1e-3);
    assert!((red(900_000 + 9_000) - red(9_000)).abs() < 1e-6);
    let sample = sky.sample(280_500);
    assert!((sample.fog_end - 420.0).abs() < 1e-3);
    assert_eq!(sample.fog_start, 0.0);
    assert_eq!(sample.extent, [2.2, 2.0]);
    assert_eq!(
        (sample.horizon[2][2] * 255.0).round(),
        220.0,
        "slot 1 is south"
    );
}

#[test]
fn slots_go_to_their_places() {
    let mut ske = example();
    let keyframes = &mut ske.sections[0].keyframes;
    keyframes.truncate(1);
    for (index, slot) in keyframes[0].slots.iter_mut().enumerate() {
        *slot = Slot::of_rgba([index as u8; 4]);
    }
    let sample = Sky::new(&ske).unwrap().sample(500);
    let place = |colour: [f32; 4]| (colour[0] * 255.0).round() as u8;
    assert_eq!(sample.horizon.map(place), [2, 3, 1, 4]);
    assert_eq!(sample.ring3.map(place), [7, 10, 8, 9]);
    assert_eq!(sample.ring2.map(place), [11, 14, 12, 13]);
    let single = [sample.apex, sample.flare, sample.clouds, sample.light];
    assert_eq!(single.map(place), [15, 17, 18, 19]);
    assert_eq!((sample.scene_colour[0] * 255.0).round(), 20.0);
    assert_eq!((sample.counter_colour[0] * 255.0).round(), 21.0);
}

#[test]
fn sections_take_turns_and_keyframes_are_sorted() {
    let mut rain = keyframe(12, 0, Opcode::StartRain, "");
    rain.effects = vec!["atm_rain1.wav".into()];
    let mut lightning = keyframe(0, 0, Opcode::StartLightning, "");
    lightning.effects = vec!["env_lightning".into(), "x".into()];
    let first = section(
        15,
        vec![
            rain,
            keyframe(6, 0, Opcode::StartBody, "moon"),
            keyframe(18, 0, Opcode::StartBody, "sun"),
        ],
    );
    let second = section(
        20,
        vec![
            keyframe(6, 0, Opcode::StopRain, ""),
            lightning,
            keyframe(12, 0, Opcode::StopBody, ""),
            keyframe(18, 0, Opcode::StartSnow, ""),
        ],
    );
    let sky = sky(vec![first, second], (0, 0));
    assert_eq!((sky.cycle(), sky.sections()), (2_100_000, 2));
    assert_eq!(stamps(&sky), [225, 450, 675]);

    let sample = sky.sample(451_000);
    assert_eq!(sample.rain.as_deref(), Some(&b"atm_rain1.wav"[..]));
    assert_eq!((sample.snow, sample.lightning), (false, None));
    // A body that exists is not started again; its time lasts into the second section.
    let body = sky.sample(225_000 + 637_500).body.unwrap();
    assert_eq!(body.kind, BodyKind::Moon);
    assert!((body.progress - 0.5).abs() < 1e-6);

    let noon = sky.position_of(1, 12, 0);
    assert_eq!(noon, 1_500_000);
    let time = sky.time_of_day(noon);
    assert_eq!((time.section, time.hour, time.minute), (1, 12, 0));
    let sample = sky.sample(noon + 1);
    assert_eq!((sample.rain, sample.body), (None, None));
    assert_eq!(sample.lightning.as_deref(), Some(&b"env_lightning"[..]));

    // What is never stopped stays for the cycles that follow.
    for cycle in 1..4 {
        let sample = sky.sample(cycle * 2_100_000 + 10);
        assert!(sample.snow && sample.lightning.is_some() && sample.body.is_none());
    }
}

/// Without a stop the time of a body ends with the cycle, and it stays at the end of its path.
#[test]
fn a_body_that_is_never_stopped_stays() {
    let frames = vec![keyframe(12, 0, Opcode::StartBody, "sun")];
    let sky = sky(vec![section(15, frames)], (0, 0));
    let progress = |position| sky.sample(position).body.unwrap().progress;
    assert!((progress(675_000) - 0.5).abs() < 1e-6);
    assert_eq!(progress(900_000), 1.0);
    assert_eq!(progress(10 * 900_000 + 500_000), 1.0);
}

#[test]
fn what_has_no_time_is_refused() {
    let refuse = |sections| {
        let ske = Ske {
            sections,
            ..example()
        };
        Sky::new(&ske).unwrap_err()
    };
    assert_eq!(refuse(vec![]), CycleError::NoSection);
    assert_eq!(
        refuse(vec![section(15, vec![])]),
        CycleError::NoKeyframe { section: 0 }
    );
    let frames = || vec![Keyframe::default()];
    assert_eq!(
        refuse(vec![section(15, frames()), section(0, frames())]),
        CycleError::DayLength {
            section: 1,
            seconds: 0
        }
    );
    let mut long = section(0, frames());
    long.day_length.hour = u32::MAX;
    assert!(matches!(refuse(vec![long]), CycleError::DayLength { .. }));
}

#[test]
fn extreme_files_give_usable_samples() {
    let mut frame = keyframe(u32::MAX, u32::MAX, Opcode::StartBody, "sun");
    frame.slots[Slot::FOG_END] = Slot::of_float(f32::NAN);
    frame.light_factor = f32::MAX;
    frame.weather_intensity = -1.0;
    let mut other = frame.clone();
    other.stamp = Time32::new(3, 0);
    let mut day = section(0, vec![frame, other]);
    day.day_length = Time32::new(1_000_000, 0);
    let sky = sky(vec![day], (u32::MAX, 9));
    for position in [0, 1, sky.cycle() - 1, sky.cycle(), u64::MAX] {
        let sample = sky.sample(position);
        assert_eq!(sample.fog_end, 700.0);
        assert_eq!((sample.light_factor, sample.weather_intensity), (1e6, 0.0));
    }
}
