//! Turrets and guns (spec page: msh, section 18; sockets: sections 9.6 and 9.7).

use super::machines::{CLASSES, SLOTS, class, glow, hangs, skins, trim};
use super::model::{Device, Key, LEVELS, Model, Node, turn_x, turn_z};
use super::random::Random;
use super::solid::{Solid, Surface, fittings};
use super::surfaces::Pools;
use ctl::{Binding, ItemRecord};
use glam::{DQuat, DVec3};
use msh::NodeFlags;
use std::f64::consts::{FRAC_PI_2, PI};

/// A turret: a root that only mounts, a pivot that turns, guns' sockets on a part that pitches.
pub(super) fn turret(number: usize, pools: &mut Pools) -> Model {
    let (letter, size) = class(number);
    let mount = if hangs(number) { "b" } else { "t" };
    let key = format!("e_tur_{letter}{mount}_{number:02}");
    let mut model = Model {
        points: 16,
        ..Model::new("turrets.rlb", key, nres::tags::EXTO, skins(pools, 8))
    };
    let mut random = Random::new("turret", number);
    // Half of them are seen from inside, too.
    let cockpit = number % 2 == 1;
    let details: &[f64] = &LEVELS;
    let half = DVec3::new(0.5, 0.6, 0.22) * size;
    model.nodes.push(Node::new(
        if number.is_multiple_of(3) {
            "Base_TL"
        } else {
            "Base_TM"
        },
        None,
        DVec3::ZERO,
    ));
    let mut solids = vec![
        Solid::pillar(
            DVec3::ZERO,
            DVec3::Z * (size * 0.1),
            (size * 0.4, size * 0.4),
            16,
            Surface::row(0),
        ),
        Solid::hull(DVec3::Z * (size * 0.3), half, 8, Surface::row(1)),
    ];
    solids.extend(fittings(
        &mut random,
        7,
        DVec3::Z * (size * 0.3),
        half,
        &trim(&model, 1),
    ));
    let mut turn = Node::new("Turn_m1o1", Some(0), DVec3::ZERO).with(&solids, details);
    turn.flags = NodeFlags::STOP_CHILD_TRAVERSAL;
    turn.keys = aim(
        DVec3::ZERO,
        turn_z,
        &[(1, -PI), (2, -FRAC_PI_2), (3, 0.0), (4, FRAC_PI_2), (5, PI)],
    );
    if cockpit {
        turn.add(0, 4, &solids, 0.45);
    }
    model.nodes.push(turn);
    let mut solids = vec![
        Solid::pillar(
            DVec3::X * (-size * 0.6),
            DVec3::X * (size * 0.6),
            (size * 0.16, size * 0.16),
            10,
            Surface::row(2),
        ),
        Solid::block(
            DVec3::Y * (size * 0.2),
            DVec3::new(size * 0.3, size * 0.2, size * 0.14),
            Surface::row(3),
        ),
    ];
    solids.extend(fittings(
        &mut random,
        5,
        DVec3::ZERO,
        DVec3::new(0.5, 0.3, 0.2) * size,
        &trim(&model, 2),
    ));
    let place = DVec3::new(0.0, size * 0.15, size * 0.5);
    let mut pitch = Node::new("GP_m1o1", Some(1), place).with(&solids, details);
    pitch.keys = aim(
        place,
        turn_x,
        &[
            (6, -10.0_f64.to_radians()),
            (7, 35.0_f64.to_radians()),
            (8, 80.0_f64.to_radians()),
        ],
    );
    if cockpit {
        pitch.add(0, 4, &solids, 0.45);
    }
    model.nodes.push(pitch);
    let eye = [
        Solid::ball(
            DVec3::ZERO,
            DVec3::splat(size * 0.14),
            10,
            6,
            (0.0, 0.0),
            Surface::row(4),
        ),
        Solid::pillar(
            DVec3::ZERO,
            DVec3::Y * (size * 0.2),
            (size * 0.08, size * 0.1),
            10,
            glow(&model),
        ),
    ];
    let mut node = Node::new(
        "Eye_m1o1",
        Some(1),
        DVec3::new(size * 0.3, size * 0.4, size * 0.56),
    )
    .with(&eye, details);
    if cockpit {
        node.add(0, 4, &eye, 0.4);
    }
    model.nodes.push(node);
    let dish = [
        Solid::pillar(
            DVec3::ZERO,
            DVec3::Z * (size * 0.25),
            (size * 0.04, size * 0.03),
            8,
            Surface::row(5),
        ),
        Solid::loft(
            DVec3::Z * (size * 0.3),
            DVec3::Y,
            DVec3::X,
            vec![
                (0.0, size * 0.04, size * 0.04),
                (size * 0.1, size * 0.24, size * 0.16),
                (size * 0.12, size * 0.26, size * 0.18),
            ],
            Some(14),
            Surface::row(6),
        ),
    ];
    model.nodes.push(
        Node::new(
            "Rdr_m1o1",
            Some(1),
            DVec3::new(-size * 0.3, -size * 0.3, size * 0.48),
        )
        .with(&dish, details),
    );
    for (name, x, label) in [("Base_LU_01", -0.62, "l"), ("Base_RU_01", 0.62, "r")] {
        model.nodes.push(Node::socket(
            name,
            2,
            DVec3::X * (x * size),
            format!("universal_{letter}{label}"),
        ));
    }
    model.nodes.push(Node::socket(
        "Base_C",
        2,
        DVec3::Y * (size * 0.35),
        format!("central_{letter}c"),
    ));
    if cockpit {
        let mut frame = vec![
            Solid::room(DVec3::Z * 0.1, DVec3::new(0.9, 1.0, 0.7), Surface::row(1)),
            Solid::ball(
                DVec3::new(0.0, 0.6, -0.4),
                DVec3::new(0.7, 0.3, 0.3),
                18,
                9,
                (0.05, 0.0),
                Surface::row(2),
            ),
        ];
        frame.extend(fittings(
            &mut random,
            26,
            DVec3::Z * -0.3,
            DVec3::new(0.8, 0.9, 0.3),
            &trim(&model, 2),
        ));
        let mut node = Node::new("CP_m1o1", Some(1), DVec3::Z * (size * 0.4));
        node.flags = NodeFlags::COCKPIT;
        node.add(0, 4, &frame, 1.0);
        model.nodes.push(node);
    }
    model.bindings.push(drive(
        1,
        1.0,
        5.0,
        0.5,
        [0, 1],
        TURN,
        Binding::WRAP | Binding::INVERT,
    ));
    model
        .bindings
        .push(drive(2, 6.0, 8.0, 1.0 / 9.0, [0, 1], FRAC_PI_2 as f32, 0));
    // The camera looks where the sight points; nothing moves for it at the start.
    model
        .bindings
        .push(drive(3, 0.0, 0.0, 0.0, [2, 3], 0.0, Binding::SKIP));
    model.devices.push(Device {
        kind: ItemRecord::TURRET,
        node: 1,
        bindings: vec![0, 1],
        label: String::new(),
    });
    model.devices.push(Device {
        kind: ItemRecord::CAMERA,
        node: 3,
        bindings: vec![2],
        label: String::new(),
    });
    model
        .devices
        .extend(SLOTS[2..5].iter().map(|&(label, kind)| Device {
            kind,
            node: 1,
            bindings: Vec::new(),
            label: format!("{label}_{letter}"),
        }));
    model
}

/// The span of a yaw drive as files have it.
#[expect(clippy::approx_constant, reason = "the files hold exactly this")]
const TURN: f32 = 6.28;

fn drive(
    node: i32,
    frame_a: f32,
    frame_b: f32,
    blend: f32,
    points: [i32; 2],
    span: f32,
    flags: u32,
) -> Binding {
    let [cpt_a, cpt_b] = points;
    Binding {
        node,
        frame_a,
        frame_b,
        blend,
        cpt_a,
        cpt_b,
        rate: 1.0,
        span,
        flags,
    }
}

/// Keys of a pivot: at rest at time 0, then its range.
fn aim(place: DVec3, turn: fn(f64) -> DQuat, range: &[(u32, f64)]) -> Vec<Key> {
    let rest = Key {
        time: 0,
        place,
        turn: DQuat::IDENTITY,
    };
    let key = |&(time, angle): &(u32, f64)| Key {
        time,
        place,
        turn: turn(angle),
    };
    std::iter::once(rest).chain(range.iter().map(key)).collect()
}

/// A gun: a root that only mounts, a body, and a barrel that strokes on every second one.
pub(super) fn gun(number: usize, pools: &mut Pools) -> Model {
    let (letter, size) = class(number);
    let kind = ["c", "l", "s"][number / CLASSES.len() % 3];
    let key = format!("e_gun_{letter}{kind}_{number:02}");
    let mut model = Model {
        points: 8,
        ..Model::new("guns.rlb", key, nres::tags::EXTO, skins(pools, 5))
    };
    let mut random = Random::new("gun", number);
    let own_view = number % 7 < 5;
    let length = size * random.range(0.8, 1.8);
    let half = DVec3::new(0.14, 0.3, 0.13) * size;
    model.nodes.push(Node::new("Base_gun", None, DVec3::ZERO));
    let mut solids = vec![
        Solid::hull(DVec3::ZERO, half, 6, Surface::row(0)),
        Solid::pillar(
            DVec3::Y * (-half.y),
            DVec3::Y * (-half.y * 1.4),
            (half.x * 0.8, half.x * 0.6),
            8,
            Surface::row(1),
        ),
    ];
    solids.extend(fittings(
        &mut random,
        4,
        DVec3::ZERO,
        half,
        &trim(&model, 1),
    ));
    let mut node = Node::new("Gun01_m1o1", Some(0), DVec3::ZERO).with(&solids, &LEVELS);
    if own_view {
        node.add(0, 4, &solids, 0.4);
    }
    model.nodes.push(node);
    let mut solids = Vec::new();
    let tubes = 1 + number % 3;
    for tube in 0..tubes {
        let from = DVec3::new(
            (tube as f64 - (tubes as f64 - 1.0) * 0.5) * size * 0.12,
            half.y * 0.8,
            0.0,
        );
        solids.push(Solid::pillar(
            from,
            from + DVec3::Y * length,
            (size * 0.06, size * 0.045),
            8,
            Surface::row(2),
        ));
        let mouth = from + DVec3::Y * length;
        solids.push(Solid::pillar(
            mouth,
            mouth + DVec3::Y * (size * 0.1),
            (size * 0.07, size * 0.08),
            8,
            Surface::row(3),
        ));
    }
    let mut barrel = Node::new("Gun02_m1o1", Some(1), DVec3::ZERO).with(&solids, &LEVELS);
    if own_view {
        barrel.add(0, 4, &solids, 0.4);
    }
    if number.is_multiple_of(2) {
        let stroke = |time: u32| Key {
            time,
            place: DVec3::Y * (-size * 0.2 * libm::sin(PI * f64::from(time) / 8.0)),
            turn: DQuat::IDENTITY,
        };
        barrel.keys = (0..=8).map(stroke).collect();
        model
            .bindings
            .push(drive(2, 0.0, 8.0, 0.0, [-1, 0], 0.0, 0));
    }
    model.nodes.push(barrel);
    model.devices.push(Device {
        kind: ItemRecord::GUN,
        node: 2,
        bindings: (0..model.bindings.len() as i32).collect(),
        label: String::new(),
    });
    let (label, kind) = SLOTS[7];
    model.devices.push(Device {
        kind,
        node: 1,
        bindings: Vec::new(),
        label: format!("{label}_{letter}"),
    });
    model
}
