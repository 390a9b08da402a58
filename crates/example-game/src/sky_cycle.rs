//! The day: sun and moon, dome colours, fog, and a shower in the night.

use crate::error::Result;
use sky::{Keyframe, Section, Ske, SkeString, Slot, Time32};

/// Colours of one time of the day, R, G, B.
struct Hour {
    at: (u32, u32),
    opcode: i32,
    body: &'static str,
    horizon: [[u8; 3]; 4],
    ring: [[u8; 3]; 4],
    high: [u8; 3],
    apex: [u8; 3],
    apex_alpha: u8,
    fog_end: f32,
    light: [u8; 3],
    factor: f32,
    scene: [u8; 3],
    counter: [u8; 3],
    clouds: [u8; 3],
    extent: f32,
    weather: f32,
    effects: &'static [&'static str],
}

/// The names of `sky.wea`, by role.
pub(crate) const MATERIALS: [&str; 9] = [
    "ENV_NEBULA_0",
    "ENV_STARS",
    "ENV_CLOUDS",
    "ENV_SUN",
    "ENV_MOON",
    "ENV_FLARE_00",
    "ENV_FLARE_01",
    "SNOWFLAKE",
    "RAIN_DROP",
];

/// The payload of `sky.ske`.
pub(crate) fn write() -> Result<Vec<u8>> {
    let ske = Ske {
        sections: vec![Section {
            unused_time: Time32::new(23, 59),
            day_length: Time32::new(0, 40),
            keyframes: hours().iter().map(keyframe).collect(),
        }],
        start: Time32::new(4, 25),
        end_word_0: 0,
        end_word_1: 0,
    };
    Ok(ske.write())
}

fn hours() -> Vec<Hour> {
    let dawn = Hour {
        at: (0, 30),
        opcode: 0,
        body: "sun",
        horizon: [
            [104, 96, 118],
            [150, 118, 118],
            [206, 146, 112],
            [118, 100, 118],
        ],
        ring: [
            [78, 80, 116],
            [112, 96, 118],
            [156, 116, 116],
            [84, 82, 114],
        ],
        high: [58, 66, 108],
        apex: [36, 46, 86],
        apex_alpha: 180,
        fog_end: 0.80,
        light: [255, 172, 112],
        factor: 0.15,
        scene: [44, 44, 56],
        counter: [22, 24, 36],
        clouds: [190, 150, 140],
        extent: 2.6,
        weather: 0.0,
        effects: &[],
    };
    let morning = Hour {
        at: (3, 30),
        opcode: 2,
        horizon: [
            [168, 184, 204],
            [184, 192, 204],
            [206, 204, 200],
            [172, 186, 204],
        ],
        ring: [
            [126, 156, 196],
            [140, 164, 196],
            [160, 176, 196],
            [128, 156, 196],
        ],
        high: [96, 136, 190],
        apex: [66, 108, 172],
        apex_alpha: 255,
        fog_end: 1.0,
        light: [255, 226, 184],
        factor: 1.2,
        scene: [74, 78, 90],
        counter: [46, 52, 66],
        clouds: [236, 228, 220],
        extent: 2.2,
        ..dawn
    };
    let noon = Hour {
        at: (7, 30),
        horizon: [[182, 198, 214]; 4],
        ring: [[136, 168, 206]; 4],
        high: [98, 142, 198],
        apex: [62, 110, 180],
        light: [255, 246, 224],
        factor: 1.3,
        scene: [78, 82, 90],
        counter: [44, 48, 58],
        clouds: [250, 250, 248],
        extent: 1.8,
        ..morning
    };
    let dusk = Hour {
        at: (12, 30),
        horizon: [
            [214, 150, 108],
            [150, 132, 138],
            [132, 124, 142],
            [168, 134, 128],
        ],
        ring: [
            [166, 126, 116],
            [112, 108, 134],
            [98, 104, 138],
            [124, 112, 128],
        ],
        high: [84, 90, 134],
        apex: [54, 66, 118],
        light: [255, 190, 124],
        factor: 0.9,
        scene: [60, 58, 66],
        counter: [36, 36, 50],
        clouds: [222, 178, 150],
        extent: 2.6,
        ..morning
    };
    let sunset = Hour {
        at: (14, 30),
        opcode: 1,
        horizon: [[132, 88, 84], [58, 58, 82], [48, 52, 78], [74, 64, 84]],
        ring: [[72, 62, 84], [40, 46, 74], [34, 42, 72], [46, 48, 74]],
        high: [26, 34, 66],
        apex: [14, 20, 48],
        apex_alpha: 90,
        fog_end: 0.85,
        light: [200, 120, 90],
        factor: 0.05,
        scene: [34, 36, 48],
        counter: [18, 20, 32],
        clouds: [96, 84, 92],
        ..dusk
    };
    let moonrise = Hour {
        at: (15, 30),
        opcode: 0,
        body: "moon",
        horizon: [[30, 36, 56]; 4],
        ring: [[18, 24, 44]; 4],
        high: [10, 14, 32],
        apex: [4, 6, 18],
        apex_alpha: 0,
        fog_end: 0.8,
        light: [120, 140, 190],
        factor: 0.35,
        scene: [26, 30, 42],
        counter: [14, 16, 26],
        clouds: [52, 58, 76],
        extent: 1.0,
        ..sunset
    };
    let rain = Hour {
        at: (18, 0),
        opcode: 3,
        weather: 0.5,
        effects: &["atm_rain1.wav"],
        clouds: [40, 44, 56],
        ..moonrise
    };
    let dry = Hour {
        at: (20, 0),
        opcode: 4,
        weather: 0.0,
        effects: &[],
        ..rain
    };
    let moonset = Hour {
        at: (23, 30),
        opcode: 1,
        factor: 0.05,
        ..dry
    };
    vec![
        dawn, morning, noon, dusk, sunset, moonrise, rain, dry, moonset,
    ]
}

fn keyframe(hour: &Hour) -> Keyframe {
    let colour = |[r, g, b]: [u8; 3], alpha: u8| Slot::of_rgba([r, g, b, alpha]);
    let mut slots = [Slot::default(); 22];
    for compass in 0..4 {
        slots[Slot::HORIZON[compass]] = colour(hour.horizon[compass], 255);
        slots[Slot::RING_3[compass]] = colour(hour.ring[compass], hour.apex_alpha.max(140));
        slots[Slot::RING_2[compass]] = colour(hour.high, hour.apex_alpha.max(70));
    }
    slots[Slot::FOG_START] = Slot::of_float(0.0);
    slots[Slot::FOG_END] = Slot::of_float(hour.fog_end);
    slots[Slot::APEX] = colour(hour.apex, hour.apex_alpha);
    slots[Slot::FLARE] = colour([255, 255, 255], 90);
    slots[Slot::CLOUDS] = colour(hour.clouds, 255);
    slots[Slot::LIGHT] = colour(hour.light, 255);
    slots[Slot::SCENE] = colour(hour.scene, 255);
    slots[Slot::COUNTER_LIGHT] = colour(hour.counter, 255);
    let mut names: [SkeString; 6] = std::array::from_fn(|_| SkeString(Vec::new()));
    names[0] = SkeString(hour.body.as_bytes().to_vec());
    Keyframe {
        version: 3,
        stamp: Time32::new(hour.at.0, hour.at.1),
        raw_opcode: hour.opcode,
        slots,
        names,
        extent_across: hour.extent,
        extent_up: hour.extent,
        light_factor: hour.factor,
        weather_intensity: hour.weather,
        effects: hour
            .effects
            .iter()
            .map(|effect| SkeString(effect.as_bytes().to_vec()))
            .collect(),
    }
}
