//! The mission: who owns what, and where everything stands.

use crate::land::Valley;
use crate::models;
use crate::noise::{Random, fbm, smooth};
use crate::world::{self, BASE, SIDE, WATER_LEVEL, seen};
use glam::{DVec2, DVec3};
use tma::{Clan, Lode, LpString, Path, PlacedObject, Property, Relation, Tma, ZoneList};

const BUILDING: u32 = 0;
const UNIT: u32 = 1;
const TREE: u32 = 2;
const STONE: u32 = 3;

struct Placer<'a> {
    valley: &'a Valley,
    objects: Vec<PlacedObject>,
    next_id: i32,
    /// Circles that nothing else may enter: middle and radius.
    taken: Vec<(DVec2, f64)>,
}

/// What is placed, but for where.
#[derive(Clone, Copy)]
struct Thing<'a> {
    kind: u32,
    /// Prototype key or unit file.
    name: &'a str,
    yaw: f64,
    scale: f64,
    title: &'a str,
    /// Owner; nobody owns scenery.
    clan: i32,
}

impl<'a> Thing<'a> {
    /// A building or unit of a clan.
    fn owned(kind: u32, name: &'a str, yaw: f64, title: &'a str, clan: i32) -> Self {
        Self {
            kind,
            name,
            yaw,
            scale: 1.0,
            title,
            clan,
        }
    }

    /// A plant, stone or other thing of nobody.
    fn scenery(kind: u32, name: &'a str, yaw: f64, scale: f64) -> Self {
        Self {
            kind,
            name,
            yaw,
            scale,
            title: "",
            clan: -1,
        }
    }
}

impl Placer<'_> {
    /// Puts a thing on the ground.
    fn put(&mut self, thing: Thing<'_>, place: DVec2) {
        let z = self.valley.ground(place);
        self.put_at(thing, place.extend(z));
    }

    /// Puts a thing anywhere.
    fn put_at(&mut self, thing: Thing<'_>, place: DVec3) {
        let owned = matches!(thing.kind, BUILDING | UNIT);
        let mut object = PlacedObject {
            raw_kind: thing.kind,
            resource_name: LpString::from(thing.name),
            clan_index: thing.clan,
            position: place.as_vec3().to_array(),
            orientation: [0.0, 0.0, thing.yaw as f32],
            scale: [thing.scale as f32; 3],
            instance_name: LpString::from(thing.title),
            ..PlacedObject::default()
        };
        object
            .properties
            .push(float("Invulnerability", 0.0, 0.0, 1.0));
        object.properties.push(float("Life state", 1.0, 0.0, 1.0));
        if owned {
            self.next_id += 1;
            object.logical_id = self.next_id;
            object
                .properties
                .push(integer("LogicalID", self.next_id, 0, -1));
            object.properties.push(integer("ClanID", thing.clan, 0, -1));
        }
        self.objects.push(object);
    }

    fn take(&mut self, place: DVec2, radius: f64) {
        self.taken.push((place, radius));
    }

    fn is_free(&self, place: DVec2, radius: f64) -> bool {
        self.taken
            .iter()
            .all(|(middle, taken)| (place - *middle).length() > taken + radius)
    }
}

fn float(name: &str, value: f32, min: f32, max: f32) -> Property {
    Property {
        value_type: 0,
        raw_value: value.to_bits(),
        raw_min: min.to_bits(),
        raw_max: max.to_bits(),
        name: LpString::from(name),
    }
}

fn integer(name: &str, value: i32, min: i32, max: i32) -> Property {
    Property {
        value_type: 1,
        raw_value: value as u32,
        raw_min: min as u32,
        raw_max: max as u32,
        name: LpString::from(name),
    }
}

/// The mission file.
pub(crate) fn tma(valley: &Valley) -> Tma {
    let mut placer = Placer {
        valley,
        objects: Vec::new(),
        next_id: 0,
        taken: Vec::new(),
    };
    base(&mut placer);
    growth(&mut placer);
    let clan = |name: &str, kind: u32, base: DVec2, relations: &[(&str, i32)]| Clan {
        name: LpString::from(name),
        raw_id: -1,
        base: base.as_vec2().to_array(),
        type_word: kind,
        script_base: LpString::from("MISSIONS\\SCRIPTS\\valley"),
        zones: ZoneList::Zones(Vec::new()),
        research_path: LpString::from(""),
        minds: 4,
        relations: relations
            .iter()
            .map(|&(name, value)| Relation {
                other_clan_name: LpString::from(name),
                value,
            })
            .collect(),
    };
    let corner = |x: f64, y: f64| {
        DVec2::new(x, y)
            .extend(valley.ground(DVec2::new(x, y)))
            .as_vec3()
            .to_array()
    };
    Tma {
        paths: vec![
            Path {
                path_id: 1,
                points: vec![
                    corner(352.0, 352.0),
                    corner(448.0, 352.0),
                    corner(448.0, 448.0),
                    corner(352.0, 448.0),
                ],
            },
            Path {
                path_id: 7,
                points: vec![
                    corner(430.0, 330.0),
                    corner(470.0, 330.0),
                    corner(462.0, 366.0),
                ],
            },
        ],
        clans: vec![
            clan("Plr", 1, BASE, &[("Plr", 2), ("Сторожа", 1)]),
            clan("Сторожа", 3, DVec2::new(560.0, 560.0), &[("Plr", 1)]),
        ],
        objects: placer.objects,
        land_path: LpString::from("DATA\\MAPS\\VALLEY\\land"),
        description: LpString::from("Долина"),
        lodes: vec![Lode {
            position: corner(520.0, 470.0),
            found: 1,
            type_word: 0x1000_1000,
            amount: 10_000.0,
            word_18: 0,
        }],
        ..Tma::default()
    }
}

/// Everything that was built or driven here.
fn base(placer: &mut Placer<'_>) {
    // The first object of the player is what the start view looks at: 60 m ahead of it.
    let heading = std::f64::consts::FRAC_PI_4;
    for (name, ahead, right, yaw, clan, title) in [
        ("tank", 60.0, 0.0, heading, 0, "Головной"),
        ("scout", 37.0, 9.0, heading - 0.5, 0, "Ходок"),
        ("tank", 66.0, -24.0, heading + 1.9, 0, ""),
        ("scout", 74.0, 20.0, heading + 2.6, 0, ""),
        ("scout", 176.0, 150.0, heading + 2.4, 1, ""),
    ] {
        let place = seen(ahead, right);
        let name = format!("UNITS\\UNITS\\EXAMPLE\\{name}.dat");
        placer.put(Thing::owned(UNIT, &name, yaw, title, clan), place);
        placer.take(place, 6.0);
    }
    for (name, place, yaw, radius, title) in [
        ("bunker", models::BUNKER, models::BUNKER_YAW, 24.0, "Штаб"),
        ("radar", seen(84.0, 34.0), 0.4, 7.0, "Radar"),
        ("silo", seen(88.0, -30.0), 1.9, 8.0, "Silo 1"),
        ("silo", seen(104.0, -30.0), 2.6, 8.0, "Silo 2"),
        ("tower", seen(34.0, -14.0), models::BUNKER_YAW, 6.0, "Gate"),
    ] {
        let name = format!("UNITS\\BUILDS\\EXAMPLE\\{name}.dat");
        placer.put(Thing::owned(BUILDING, &name, yaw, title, 0), place);
        placer.take(place, radius);
    }
    freight(placer);
    // Lamps: ahead, to the right, which way the arm points.
    for (ahead, right, arm) in [
        (25.0, 5.6, heading + 1.57),
        (45.0, -9.0, heading - 1.57),
        (57.0, 13.0, heading + 1.9),
        (70.0, -12.0, heading - 0.6),
        (76.0, 26.0, heading + 1.2),
        (84.0, -18.0, heading - 1.2),
    ] {
        let place = seen(ahead, right);
        placer.put(Thing::scenery(STONE, "s_lamp_01", arm, 1.0), place);
        placer.take(place, 1.5);
    }
    // Barriers narrow the gate; fences run on from them.
    for (ahead, right, turn) in [
        (27.0, -8.4, 0.0),
        (27.6, -11.7, 0.1),
        (27.0, 5.0, 0.0),
        (27.6, 8.3, -0.1),
        (35.0, 4.6, 0.2),
    ] {
        let place = seen(ahead, right);
        placer.put(
            Thing::scenery(STONE, "s_wall_01", heading + turn, 1.0),
            place,
        );
        placer.take(place, 2.0);
    }
    for (from, to) in [
        (seen(28.0, 10.5), seen(32.0, 44.0)),
        (seen(32.0, 44.0), seen(70.0, 58.0)),
        (seen(70.0, 58.0), seen(104.0, 46.0)),
        (seen(28.0, -20.0), seen(40.0, -48.0)),
        (seen(40.0, -48.0), seen(64.0, -56.0)),
    ] {
        let way = to - from;
        let fields = (way.length() / 4.0).floor() as i32;
        let step = way.normalize() * 4.0;
        for field in 0..fields {
            let place = from + step * f64::from(field);
            let yaw = libm::atan2(step.y, step.x);
            placer.put(Thing::scenery(STONE, "s_fence_01", yaw, 1.0), place);
            placer.take(place + step * 0.5, 2.4);
        }
    }
    // A few trees frame the view.
    for (key, ahead, right, yaw, scale) in [
        ("s_tree_02", 33.0, -25.0, 0.3, 1.05),
        ("s_tree_02", 39.0, -29.5, 1.9, 0.85),
        ("s_tree_01", 44.0, 31.0, 2.3, 1.0),
        ("s_tree_02", 36.0, 27.0, 4.0, 0.9),
        ("s_tree_33", 30.0, 16.0, 1.0, 1.2),
        ("s_tree_33", 40.0, -18.5, 3.0, 1.0),
        ("s_tree_01", 112.0, 44.0, 0.8, 1.2),
        ("s_tree_01", 116.0, 8.0, 5.0, 1.25),
        ("s_tree_02", 120.0, -14.0, 0.4, 1.3),
    ] {
        let place = seen(ahead, right);
        placer.put(Thing::scenery(TREE, key, yaw, scale), place);
        placer.take(place, 2.0);
    }
    for (key, ahead, right, yaw, scale) in [
        ("s_stn_0_01", 24.0, -7.5, 0.4, 0.8),
        ("s_stn_0_02", 31.0, 14.0, 2.0, 0.7),
        ("s_stn_0_01", 33.5, 20.5, 1.2, 1.3),
        ("s_stn_0_01", 46.0, -21.0, 5.0, 1.1),
    ] {
        let place = seen(ahead, right);
        placer.put(Thing::scenery(STONE, key, yaw, scale), place);
        placer.take(place, 1.5 * scale);
    }
}

/// Containers, crates and drums.
fn freight(placer: &mut Placer<'_>) {
    let turn = 0.92;
    let across = DVec2::new(libm::cos(turn), libm::sin(turn));
    let stack = seen(60.0, 24.0);
    for (key, offset, level) in [
        ("s_cont_01", 0.0, 0),
        ("s_cont_02", 2.9, 0),
        ("s_cont_02", 1.4, 1),
        ("s_cont_01", 6.6, 0),
    ] {
        let place = stack + across * offset;
        let z = placer.valley.ground(place) + 2.59 * f64::from(level);
        placer.put_at(Thing::scenery(STONE, key, turn, 1.0), place.extend(z));
    }
    placer.take(stack + across * 3.0, 7.5);
    for (ahead, right, yaw, level) in [
        (48.0, -11.0, 0.2, 0.0),
        (48.9, -12.2, 0.5, 0.0),
        (48.4, -11.4, 0.1, 1.2),
        (50.4, -11.2, 1.1, 0.0),
        (53.0, 18.0, 0.3, 0.0),
        (54.4, 18.8, 0.9, 0.0),
        (66.0, 14.0, 0.7, 0.0),
    ] {
        let place = seen(ahead, right);
        let z = placer.valley.ground(place) + level;
        placer.put_at(
            Thing::scenery(STONE, "s_crate_01", yaw, 1.0),
            place.extend(z),
        );
    }
    placer.take(seen(49.0, -11.5), 3.0);
    for (ahead, right, yaw) in [
        (82.0, -24.0, 0.2),
        (96.0, -38.0, 1.4),
        (52.0, -13.5, 2.2),
        (51.0, 20.0, 0.8),
    ] {
        let place = seen(ahead, right);
        placer.put(Thing::scenery(STONE, "s_drum_01", yaw, 1.0), place);
        placer.take(place, 2.0);
    }
}

/// Trees, bushes, grass and stones, where the land suits them.
fn growth(placer: &mut Placer<'_>) {
    let mut random = Random::new(77);
    let kinds: [(&str, u32, u32, f64, f64, f64); 8] = [
        ("s_tree_02", TREE, 210, 0.8, 1.35, 2.4),
        ("s_tree_01", TREE, 84, 0.75, 1.25, 3.4),
        ("s_tree_33", TREE, 46, 0.8, 1.7, 1.4),
        ("s_grass_01", TREE, 150, 0.8, 1.5, 0.5),
        ("s_stn_0_01", STONE, 44, 0.5, 2.6, 2.0),
        ("s_stn_0_02", STONE, 16, 0.7, 2.2, 2.4),
        ("s_stn_0_01", STONE, 14, 0.3, 0.8, 0.6),
        ("s_tree_33", TREE, 12, 0.5, 0.9, 0.8),
    ];
    for (index, (key, kind, count, small, large, radius)) in kinds.into_iter().enumerate() {
        let mut left = count;
        for _ in 0..count * 60 {
            if left == 0 {
                break;
            }
            let place = DVec2::new(
                random.range(30.0, SIDE - 30.0),
                random.range(30.0, SIDE - 30.0),
            );
            let chance = random.next();
            let scale = random.range(small, large);
            let yaw = random.range(0.0, std::f64::consts::TAU);
            if chance > suits(key, index, place) || !placer.is_free(place, radius * scale) {
                continue;
            }
            let reach = 0.5 * scale;
            let around = [
                (0.0, 0.0),
                (reach, 0.0),
                (-reach, 0.0),
                (0.0, reach),
                (0.0, -reach),
            ];
            let heights = around.map(|(x, y)| placer.valley.ground(place + DVec2::new(x, y)));
            let ground = heights.into_iter().fold(f64::MAX, f64::min);
            if heights[0] - ground > 1.0 {
                continue;
            }
            placer.put_at(Thing::scenery(kind, key, yaw, scale), place.extend(ground));
            placer.take(place, radius * scale * 0.8);
            left -= 1;
        }
    }
}

/// How well a place suits a plant or stone, `0..1`.
fn suits(key: &str, index: usize, place: DVec2) -> f64 {
    let (u, v) = (place.x / SIDE, place.y / SIDE);
    let z = world::height(place);
    let steep = 1.0 - world::normal(place).z;
    let (road, _) = world::road(place);
    if z < WATER_LEVEL + 0.4 || road < 6.0 {
        return 0.0;
    }
    if (place - BASE).length() < 68.0 && key != "s_grass_01" {
        return 0.0;
    }
    let yard = world::cover(place).earth;
    // The way from behind the start view to the base stays open.
    let (from, to) = (seen(-30.0, 0.0), seen(60.0, 0.0));
    let way = to - from;
    let t = ((place - from).dot(way) / way.length_squared()).clamp(0.0, 1.0);
    let corridor = (place - from - way * t).length();
    let near = smooth(420.0, 120.0, (place - DVec2::new(390.0, 420.0)).length());
    let grove = smooth(0.46, 0.58, fbm(u, v, 11, 3, 700 + index as u32));
    match key {
        "s_tree_02" | "s_tree_01" if corridor < 24.0 => 0.0,
        "s_tree_02" => {
            near * grove
                * smooth(0.30, 0.16, steep)
                * smooth(WATER_LEVEL + 3.0, WATER_LEVEL + 9.0, z)
        }
        "s_tree_01" => {
            near * grove
                * smooth(0.16, 0.06, steep)
                * smooth(WATER_LEVEL + 1.2, WATER_LEVEL + 3.0, z)
                * smooth(44.0, 34.0, z)
        }
        "s_tree_33" if corridor < 10.0 => 0.0,
        "s_tree_33" => near * smooth(0.22, 0.1, steep) * smooth(60.0, 14.0, road.min(corridor)),
        "s_grass_01" => {
            (1.0 - yard)
                * smooth(0.16, 0.06, steep)
                * smooth(52.0, 14.0, corridor).max(smooth(30.0, 8.0, road) * near * 0.6)
        }
        _ if corridor < 8.0 => 0.0,
        _ => {
            near * smooth(0.02, 0.14, steep)
                .max(smooth(WATER_LEVEL + 2.6, WATER_LEVEL + 0.6, z) * 0.8)
        }
    }
}
