//! The missions: thirty things around one base, and ten thousand over the whole map.

use super::land::Ground;
use super::random::{Random, noise};
use super::surfaces::SKY_ROWS;
use super::units::{Unit, Units};
use super::{Files, Result, Size, wear};
use glam::{DMat2, DVec2};
use sky::{Keyframe, Section, Ske, SkeString, Slot, Time32};
use std::f64::consts::{FRAC_PI_2, TAU};
use tma::{Clan, LpString, PlacedObject, Property, Relation, Tma};

/// Kinds of placed objects.
const BUILDING: u32 = 0;
const UNIT: u32 = 1;
const TREE: u32 = 2;
const STONE: u32 = 3;

/// Metres between the middles of neighbouring buildings of a base.
const SPACING: f64 = 108.0;
/// Columns and rows of buildings in a base.
const PLOTS: (usize, usize) = (4, 3);

/// Writes both missions. `scenery` are prototype keys; those of stones begin with `s_stn` and `s_wrk`.
pub(super) fn write(
    size: &Size,
    ground: &Ground,
    units: &Units,
    scenery: &[String],
    files: &mut Files,
) -> Result<()> {
    let title = |text: &str| format!("{text}\r\n").into_bytes();
    for (name, text, tma) in [
        (
            "Single.01",
            "Bench: thirty objects",
            few(ground, units, scenery),
        ),
        (
            "Single.02",
            "Bench: the whole map",
            many(size, ground, units, scenery),
        ),
    ] {
        let folder = format!("MISSIONS/{name}");
        files.insert(format!("{folder}/data.tma"), tma.write());
        files.insert(format!("{folder}/sky.ske"), day().write());
        files.insert(format!("{folder}/sky.wea"), wear(&SKY_ROWS, None)?);
        files.insert(format!("{folder}/descr"), title(text));
    }
    Ok(())
}

fn mission(objects: Vec<PlacedObject>) -> Tma {
    let clan = |name: &str, type_word: u32, relations: &[(&str, i32)]| Clan {
        name: LpString::from(name),
        raw_id: -1,
        base: [400.0, 400.0],
        type_word,
        minds: 4,
        relations: relations
            .iter()
            .map(|&(name, value)| Relation {
                other_clan_name: LpString::from(name),
                value,
            })
            .collect(),
        ..Clan::default()
    };
    Tma {
        clans: vec![
            clan("Plr", 1, &[("Enm", 0), ("Beasts", 1)]),
            clan("Enm", 2, &[("Plr", 0), ("Beasts", 1)]),
            clan("Beasts", 0, &[]),
        ],
        objects,
        land_path: LpString::from("DATA\\MAPS\\BENCH\\land"),
        mission_flag: 1,
        ..Tma::default()
    }
}

/// Thirty objects, all different, around the first base.
fn few(ground: &Ground, units: &Units, scenery: &[String]) -> Tma {
    let mut placer = Placer::new(ground, "few");
    let base = ground.bases[0];
    for (index, unit) in units.buildings.iter().take(4).enumerate() {
        placer.building(unit, plot(base, index), index);
    }
    let robots = units
        .robots
        .iter()
        .step_by((units.robots.len() / 8).max(1))
        .take(8);
    for unit in robots.chain(units.animals.first()) {
        placer.unit(unit, base, 170.0, 0);
    }
    let (stones, trees): (Vec<&String>, Vec<&String>) =
        scenery.iter().partition(|key| is_stone(key));
    for key in trees.into_iter().take(11).chain(stones.into_iter().take(6)) {
        placer.scenery(key, |random| {
            base + DVec2::new(random.range(-190.0, 190.0), random.range(-190.0, 190.0))
        });
    }
    mission(placer.objects)
}

/// All buildings and units in all bases, and growth all over the map.
fn many(size: &Size, ground: &Ground, units: &Units, scenery: &[String]) -> Tma {
    let mut placer = Placer::new(ground, "many");
    // 150 and 600 of 10 000; as many buildings as there are plots.
    let buildings = (size.objects * 3 / 200).min(ground.bases.len() * PLOTS.0 * PLOTS.1);
    for index in 0..buildings {
        let base = ground.bases[index % ground.bases.len()];
        placer.building(
            &units.buildings[index % units.buildings.len()],
            plot(base, index / ground.bases.len()),
            index,
        );
    }
    for index in 0..size.objects * 3 / 50 {
        let base = ground.bases[index % ground.bases.len()];
        let all = units.robots.len() + units.animals.len();
        match units.robots.get(index % all) {
            Some(robot) => placer.unit(robot, base, 290.0, (index % ground.bases.len() % 2) as i32),
            None => placer.unit(
                &units.animals[index % all - units.robots.len()],
                base,
                390.0,
                2,
            ),
        }
    }
    let side = ground.side();
    let mut index = 0;
    while placer.objects.len() < size.objects {
        // Groves: a place is taken where noise is above a random bar.
        placer.scenery(&scenery[index % scenery.len()], |random| {
            let mut at = DVec2::ZERO;
            for _ in 0..16 {
                at = DVec2::new(
                    random.range(20.0, side - 20.0),
                    random.range(20.0, side - 20.0),
                );
                if noise(at.x / 120.0, at.y / 120.0, 1 << 20, 21) > random.range(0.3, 0.8) {
                    break;
                }
            }
            at
        });
        index += 1;
    }
    mission(placer.objects)
}

/// Where a building of a base stands.
fn plot(base: DVec2, number: usize) -> DVec2 {
    let (columns, rows) = PLOTS;
    let column = (number % columns) as f64 - (columns as f64 - 1.0) * 0.5;
    let row = (number / columns % rows) as f64 - (rows as f64 - 1.0) * 0.5;
    base + DVec2::new(column, row) * SPACING
}

fn is_stone(key: &str) -> bool {
    key.starts_with("s_stn") || key.starts_with("s_wrk")
}

struct Placer<'a> {
    ground: &'a Ground,
    random: Random,
    objects: Vec<PlacedObject>,
    /// Rectangles of buildings and squares around units: middle, half widths, yaw.
    taken: Vec<(DVec2, DVec2, f64)>,
    next_id: i32,
}

impl<'a> Placer<'a> {
    fn new(ground: &'a Ground, name: &str) -> Self {
        Self {
            ground,
            random: Random::new(name, 0),
            objects: Vec::new(),
            taken: Vec::new(),
            next_id: 0,
        }
    }

    /// A building, turned by whole quarters and a little.
    fn building(&mut self, unit: &Unit, at: DVec2, index: usize) {
        let yaw = FRAC_PI_2 * (index % 4) as f64 + self.random.range(-0.06, 0.06);
        self.taken.push((at, DVec2::from(unit.half) * 1.15, yaw));
        self.owned(BUILDING, unit, at, yaw, (index % 2) as i32);
    }

    /// A unit in a free place within `reach` of a base, which lies on the map.
    fn unit(&mut self, unit: &Unit, base: DVec2, reach: f64, clan: i32) {
        let half = DVec2::from(unit.half);
        let (low, high) = (DVec2::splat(20.0), DVec2::splat(self.ground.side() - 20.0));
        let mut at = base;
        for _ in 0..200 {
            let offset = DVec2::new(
                self.random.range(-reach, reach),
                self.random.range(-reach, reach),
            );
            at = (base + offset).clamp(low, high);
            if self.is_free(at, half.length()) {
                break;
            }
        }
        let yaw = self.random.range(0.0, TAU);
        self.taken.push((at, half, yaw));
        self.owned(UNIT, unit, at, yaw, clan);
    }

    /// A plant or stone at the first of some places that is free.
    fn scenery(&mut self, key: &str, mut place: impl FnMut(&mut Random) -> DVec2) {
        let mut at = place(&mut self.random);
        for _ in 0..50 {
            if self.is_free(at, 1.5) {
                break;
            }
            at = place(&mut self.random);
        }
        // Mostly near 1; a few far larger or smaller.
        let scale = match self.random.below(100) {
            0 => self.random.range(4.0, 9.0),
            1..=5 => self.random.range(0.2, 0.5),
            _ => self.random.range(0.7, 1.5),
        };
        let yaw = self.random.range(0.0, TAU);
        let kind = if is_stone(key) { STONE } else { TREE };
        self.push(kind, key, at, yaw, scale);
    }

    fn is_free(&self, at: DVec2, radius: f64) -> bool {
        self.taken.iter().all(|(middle, half, yaw)| {
            let (sine, cosine) = libm::sincos(-yaw);
            let local = DMat2::from_cols(DVec2::new(cosine, sine), DVec2::new(-sine, cosine))
                * (at - *middle);
            (local.abs() - *half).max_element() > radius
        })
    }

    fn owned(&mut self, kind: u32, unit: &Unit, at: DVec2, yaw: f64, clan: i32) {
        self.next_id += 1;
        let id = self.next_id;
        let object = self.push(kind, &unit.path, at, yaw, 1.0);
        (object.clan_index, object.logical_id) = (clan, id);
        object.properties.extend([
            integer("LogicalID", id),
            integer("ClanID", clan),
            integer("Type", unit.word.cast_signed()),
            integer("NOT USED", 0),
        ]);
    }

    /// Places something on the ground.
    fn push(
        &mut self,
        kind: u32,
        name: &str,
        at: DVec2,
        yaw: f64,
        scale: f64,
    ) -> &mut PlacedObject {
        let z = self.ground.height(at);
        self.objects.push_mut(PlacedObject {
            raw_kind: kind,
            resource_name: LpString::from(name),
            position: at.extend(z).as_vec3().to_array(),
            orientation: [0.0, 0.0, yaw as f32],
            scale: [scale as f32; 3],
            properties: vec![float("Invulnerability", 0.0), float("Life state", 1.0)],
            ..PlacedObject::default()
        })
    }
}

fn float(name: &str, value: f32) -> Property {
    Property {
        value_type: 0,
        raw_value: value.to_bits(),
        raw_min: 0.0_f32.to_bits(),
        raw_max: 1.0_f32.to_bits(),
        name: LpString::from(name),
    }
}

fn integer(name: &str, value: i32) -> Property {
    Property {
        value_type: 1,
        raw_value: value.cast_unsigned(),
        raw_min: 0,
        raw_max: u32::MAX,
        name: LpString::from(name),
    }
}

/// One time of the day.
struct Hour {
    hour: u32,
    /// What begins or ends.
    opcode: i32,
    body: &'static str,
    apex: [u8; 3],
    horizon: [u8; 3],
    light: [u8; 3],
    factor: f32,
}

/// A day of fifteen minutes that starts in the morning.
fn day() -> Ske {
    let morning = Hour {
        hour: 0,
        opcode: 0,
        body: "sun",
        apex: [36, 46, 86],
        horizon: [150, 118, 118],
        light: [255, 172, 112],
        factor: 0.2,
    };
    let noon = Hour {
        hour: 4,
        opcode: 2,
        apex: [66, 108, 172],
        horizon: [182, 192, 204],
        light: [255, 226, 184],
        factor: 1.0,
        ..morning
    };
    let dusk = Hour {
        hour: 14,
        opcode: 1,
        apex: [20, 26, 56],
        horizon: [120, 90, 90],
        light: [220, 140, 100],
        factor: 0.3,
        ..morning
    };
    let night = Hour {
        hour: 15,
        opcode: 0,
        body: "moon",
        apex: [6, 8, 22],
        horizon: [30, 36, 56],
        light: [120, 140, 190],
        factor: 0.35,
    };
    let dawn = Hour {
        hour: 23,
        opcode: 1,
        factor: 0.1,
        ..night
    };
    Ske {
        sections: vec![Section {
            unused_time: Time32::new(23, 59),
            day_length: Time32::new(0, 15),
            keyframes: [morning, noon, dusk, night, dawn].map(keyframe).to_vec(),
        }],
        start: Time32::new(7, 0),
        end_word_0: 0,
        end_word_1: 0,
    }
}

fn keyframe(hour: Hour) -> Keyframe {
    let colour = |[r, g, b]: [u8; 3]| Slot::of_rgba([r, g, b, 255]);
    let mut slots = [Slot::default(); 22];
    for compass in 0..4 {
        slots[Slot::HORIZON[compass]] = colour(hour.horizon);
        slots[Slot::RING_3[compass]] = colour(hour.horizon);
        slots[Slot::RING_2[compass]] = colour(hour.apex);
    }
    slots[Slot::FOG_START] = Slot::of_float(0.0);
    slots[Slot::FOG_END] = Slot::of_float(1.0);
    slots[Slot::APEX] = colour(hour.apex);
    slots[Slot::FLARE] = colour([255; 3]);
    slots[Slot::CLOUDS] = colour(hour.horizon);
    slots[Slot::LIGHT] = colour(hour.light);
    slots[Slot::SCENE] = colour([70, 74, 84]);
    slots[Slot::COUNTER_LIGHT] = colour([40, 44, 56]);
    let mut names: [SkeString; 6] = Default::default();
    names[0] = SkeString(hour.body.as_bytes().to_vec());
    Keyframe {
        stamp: Time32::new(hour.hour, 30),
        raw_opcode: hour.opcode,
        slots,
        names,
        extent_across: 2.2,
        extent_up: 2.2,
        light_factor: hour.factor,
        ..Keyframe::default()
    }
}
