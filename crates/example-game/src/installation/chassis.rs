//! Chassis and animals (spec page: msh, section 18).

use super::machines::{SLOTS, class, glow, hangs, lunge, skins, swing, trim};
use super::model::{Device, Key, LEVELS, Model, Node, turn_x};
use super::random::Random;
use super::solid::{Solid, Surface, fittings};
use super::surfaces::Pools;
use ctl::ItemRecord;
use glam::{DQuat, DVec3};
use msh::NodeFlags;
use std::f64::consts::{PI, TAU};

/// A chassis: walker, tracked or flyer.
pub(super) fn chassis(number: usize, pools: &mut Pools) -> Model {
    let (letter, size) = class(number);
    let key = format!("r_{letter}_{number:02}");
    let mut model = Model {
        points: 20,
        ..Model::new("bases.rlb", key, nres::tags::BTLU, skins(pools, 10))
    };
    let mut random = Random::new("chassis", number);
    if hangs(number) {
        flyer(&mut model, &mut random, number, size);
    } else if number.is_multiple_of(2) {
        walker(&mut model, &mut random, number, size);
    } else {
        tracked(&mut model, &mut random, size);
    }
    let mount = if hangs(number) { "b" } else { "t" };
    let place = DVec3::Z * (if hangs(number) { -0.36 } else { 0.42 } * size);
    let mut socket = Node::socket("Base_TM", 0, place, format!("e_tur_{letter}{mount}"));
    if hangs(number) {
        // Upside down, still ahead.
        socket.keys[0].turn = DQuat::from_xyzw(0.0, 1.0, 0.0, 0.0);
    }
    model.nodes.push(socket);
    let gear = Device {
        kind: ItemRecord::GEAR,
        node: 1,
        bindings: Vec::new(),
        label: String::new(),
    };
    model.devices.push(gear);
    model.devices.extend(SLOTS.map(|(label, kind)| Device {
        kind,
        node: 0,
        bindings: Vec::new(),
        label: format!("{label}_{letter}"),
    }));
    model
}

fn body(model: &Model, random: &mut Random, half: DVec3) -> Vec<Solid> {
    let mut solids = vec![
        Solid::hull(DVec3::ZERO, half, 8, Surface::row(0)),
        Solid::block(
            DVec3::new(0.0, -half.y * 0.2, half.z * 0.8),
            half * DVec3::new(0.6, 0.5, 0.3),
            Surface::row(1),
        ),
        Solid::pillar(
            DVec3::new(0.0, -half.y, 0.0),
            DVec3::new(0.0, -half.y * 1.15, 0.0),
            (half.z * 0.4, half.z * 0.5),
            10,
            Surface::row(2),
        ),
        Solid::ball(
            DVec3::new(0.0, half.y * 0.8, half.z * 0.3),
            DVec3::splat(half.z * 0.25),
            6,
            4,
            (0.0, 0.0),
            glow(model),
        ),
    ];
    solids.extend(fittings(random, 5, DVec3::ZERO, half, &trim(model, 3)));
    solids
}

/// Two or four legs of three segments each.
fn walker(model: &mut Model, random: &mut Random, number: usize, size: f64) {
    let hip = size * random.range(1.4, 1.9);
    let half = DVec3::new(0.55, 0.75, 0.4) * size;
    let frames = 124;
    let solids = body(model, random, half);
    let mut root = Node::new("B_Dn", None, DVec3::Z * hip).with(&solids, &LEVELS);
    root.flags = NodeFlags::STOP_CHILD_TRAVERSAL;
    lunge(&mut root, frames, 1, size * 2.0);
    model.nodes.push(root);
    let sides: &[(&str, f64, f64)] = if number.is_multiple_of(4) {
        &[
            ("FL", -1.0, 0.7),
            ("FR", 1.0, 0.7),
            ("LL", -1.0, -0.7),
            ("LR", 1.0, -0.7),
        ]
    } else {
        &[("LL", -1.0, 0.0), ("LR", 1.0, 0.0)]
    };
    for (leg, &(name, x, y)) in sides.iter().enumerate() {
        let lengths = [hip * 0.42, hip * 0.44, hip * 0.14];
        let mut parent = 0;
        let mut place = DVec3::new(x * half.x * 1.1, y * half.y, 0.0);
        for (segment, part) in ["Up", "Dn", "Ft"].into_iter().enumerate() {
            let length = lengths[segment];
            let solids = limb(size, length, segment, model.wear.len() - 1);
            let mut node =
                Node::new(&format!("{name}_{part}"), Some(parent), place).with(&solids, &LEVELS);
            node.flags = if number < 9 {
                NodeFlags::VITAL
            } else {
                NodeFlags::default()
            };
            let phase = PI * leg as f64 + [0.0, 0.7, 1.4][segment];
            swing(&mut node, frames, 1, [0.5, 0.4, 0.2][segment], phase);
            parent = model.nodes.len();
            place = DVec3::Z * -length;
            model.nodes.push(node);
        }
    }
}

/// A segment that hangs down from its joint; the last one is a foot whose sole is flat.
fn limb(size: f64, length: f64, segment: usize, rows: usize) -> Vec<Solid> {
    let row = |index: usize| Surface::row((2 + segment + index) % rows);
    let across = DVec3::X * (size * 0.16);
    let joint = Solid::pillar(-across, across, (size * 0.15, size * 0.15), 8, row(0));
    if segment == 2 {
        let sole = DVec3::new(size * 0.2, size * 0.34, length * 0.25);
        let toe = DVec3::new(size * 0.14, size * 0.2, length * 0.2);
        return vec![
            Solid::block(DVec3::new(0.0, size * 0.1, -length + sole.z), sole, row(1)),
            Solid::pillar(
                DVec3::Z * -length * 0.6,
                DVec3::ZERO,
                (size * 0.12, size * 0.1),
                8,
                row(2),
            ),
            joint,
            Solid::block(DVec3::new(0.0, size * 0.5, -length + toe.z), toe, row(3)),
        ];
    }
    let plate = DVec3::new(size * 0.16, size * 0.08, length * 0.3);
    vec![
        Solid::pillar(
            DVec3::ZERO,
            DVec3::Z * -length,
            (size * 0.15, size * 0.11),
            8,
            row(1),
        ),
        joint,
        Solid::block(DVec3::new(0.0, size * 0.14, -length * 0.45), plate, row(2)),
    ]
}

/// Two tracks and six wheels that turn.
fn tracked(model: &mut Model, random: &mut Random, size: f64) {
    let hip = size * 0.75;
    let half = DVec3::new(0.8, 1.3, 0.42) * size;
    let solids = body(model, random, half);
    let mut root = Node::new("B_Md", None, DVec3::Z * hip).with(&solids, &LEVELS);
    root.flags = NodeFlags::STOP_CHILD_TRAVERSAL;
    model.nodes.push(root);
    let mut wheels = Vec::new();
    for (name, x) in [("LT", -1.0), ("RT", 1.0)] {
        let place = DVec3::new(x * half.x * 1.15, 0.0, -hip);
        let pod = Solid::loft(
            DVec3::new(0.0, 0.0, size * 0.32),
            DVec3::Y,
            DVec3::X,
            vec![
                (-half.y * 1.1, size * 0.2, size * 0.14),
                (-half.y * 0.8, size * 0.24, size * 0.32),
                (half.y * 0.8, size * 0.24, size * 0.32),
                (half.y * 1.1, size * 0.2, size * 0.14),
            ],
            None,
            Surface::tiled(2, size),
        );
        let mut solids = vec![pod];
        let guard = DVec3::new(size * 0.3, half.y, size * 0.3);
        solids.extend(fittings(
            random,
            4,
            DVec3::Z * (size * 0.32),
            guard,
            &trim(model, 3),
        ));
        wheels.push(model.nodes.len());
        model
            .nodes
            .push(Node::new(&format!("{name}_Md"), Some(0), place).with(&solids, &LEVELS));
    }
    for (track, &parent) in wheels.iter().enumerate() {
        for index in 0..3 {
            let x = if track == 0 { -0.26 } else { 0.26 } * size;
            let y = half.y * (0.7 * f64::from(index) - 0.7);
            let hub = DVec3::X * (size * 0.06);
            let wheel = [
                Solid::pillar(-hub, hub, (size * 0.26, size * 0.26), 12, Surface::row(4)),
                Solid::pillar(
                    -hub * 1.4,
                    hub * 1.4,
                    (size * 0.1, size * 0.1),
                    8,
                    Surface::row(5),
                ),
            ];
            let name = format!("Whl{track}{index}_m1o1");
            let mut node =
                Node::new(&name, Some(parent), DVec3::new(x, y, size * 0.3)).with(&wheel, &LEVELS);
            let place = node.rest().place;
            let key = |time: u32| Key {
                time,
                place,
                turn: turn_x(-TAU * f64::from(time) / 16.0),
            };
            node.keys = (0..=16).map(key).collect();
            model.nodes.push(node);
        }
    }
}

/// Engines on arms and a long gear: the turret hangs below.
fn flyer(model: &mut Model, random: &mut Random, number: usize, size: f64) {
    let hip = size * 2.6;
    let half = DVec3::new(0.7, 1.5, 0.36) * size;
    let frames = 124;
    let solids = body(model, random, half);
    let mut root = Node::new("B_Up", None, DVec3::Z * hip).with(&solids, &LEVELS);
    root.flags = NodeFlags::STOP_CHILD_TRAVERSAL;
    model.nodes.push(root);
    let leg = |x: f64, y: f64| {
        let foot = DVec3::new(x * 1.6 * size, y * size, -hip);
        let joint = DVec3::new(x * 0.5 * size, y * 0.8 * size, 0.0);
        [
            // Its slanted end stays above the sole.
            Solid::pillar(
                foot + DVec3::Z * (size * 0.08),
                joint,
                (size * 0.06, size * 0.1),
                8,
                Surface::row(3),
            ),
            Solid::block(
                foot + DVec3::Z * (size * 0.04),
                DVec3::new(size * 0.2, size * 0.2, size * 0.04),
                Surface::row(4),
            ),
        ]
    };
    let gear: Vec<Solid> = [(0.0, 1.4), (-1.0, -1.0), (1.0, -1.0)]
        .into_iter()
        .flat_map(|(x, y)| leg(x, y))
        .collect();
    model
        .nodes
        .push(Node::new("Gear_m1o1", Some(0), DVec3::ZERO).with(&gear, &LEVELS));
    for (index, (x, y)) in [(-1.0, 0.5), (1.0, 0.5), (-1.0, -0.7), (1.0, -0.7)]
        .into_iter()
        .enumerate()
    {
        let arm = DVec3::new(-x * size * 0.8, 0.0, 0.0);
        let solids = [
            Solid::pillar(
                DVec3::Z * (-size * 0.3),
                DVec3::Z * (size * 0.3),
                (size * 0.34, size * 0.4),
                10,
                Surface::row(5),
            ),
            Solid::pillar(
                arm,
                DVec3::ZERO,
                (size * 0.12, size * 0.12),
                8,
                Surface::row(6),
            ),
            Solid::pillar(
                DVec3::Z * (-size * 0.34),
                DVec3::Z * (-size * 0.5),
                (size * 0.28, size * 0.05),
                10,
                glow(model),
            ),
        ];
        let place = DVec3::new(x * size * 1.5, y * half.y, 0.0);
        let mut node =
            Node::new(&format!("Eng{index}_m1o1"), Some(0), place).with(&solids, &LEVELS);
        swing(
            &mut node,
            frames,
            1,
            0.2,
            f64::from(number as u32 + index as u32),
        );
        model.nodes.push(node);
    }
}

/// An animal: a trunk in three segments, a head and four legs, all of them moving.
pub(super) fn animal(number: usize, pools: &mut Pools) -> Model {
    let mut wear = pools.rough.take(3);
    wear.extend(pools.glow.take(1));
    let key = format!("a_an_{number:02}");
    let mut model = Model {
        points: 12,
        ..Model::new("animals.rlb", key, nres::tags::BTLU, wear)
    };
    let mut random = Random::new("animal", number);
    let size = random.range(0.4, 2.4);
    let hip = size * 1.1;
    let frames = 96 + 27 * (number as u32 % 15);
    // About sixty keys, however long the timeline.
    let flesh = |radii: DVec3, row: usize| {
        let rough = (0.15, row as f64);
        vec![
            Solid::ball(DVec3::ZERO, radii, 8, 4, rough, Surface::row(row)),
            Solid::ball(
                DVec3::Z * (radii.z * 0.7),
                radii * 0.5,
                5,
                3,
                rough,
                Surface::row((row + 1) % 3),
            ),
        ]
    };
    let trunk = flesh(DVec3::new(0.5, 0.9, 0.45) * size, 0);
    let mut root = Node::new("B_Md", None, DVec3::Z * hip).with(&trunk, &LEVELS);
    let step = frames / 56;
    lunge(&mut root, frames, step, size * 1.5);
    model.nodes.push(root);
    for (name, y, scale) in [("Head_m1o1", 1.2, 0.5), ("Tail_m1o1", -1.2, 0.4)] {
        let mut solids = flesh(DVec3::new(0.5, 0.8, 0.5) * (size * scale), 1);
        if scale > 0.45 {
            let eye = DVec3::new(0.1, 0.35, 0.2) * size;
            let seen = glow(&model);
            solids.push(Solid::ball(
                eye,
                DVec3::splat(size * 0.06),
                4,
                3,
                (0.0, 0.0),
                seen,
            ));
            solids.push(Solid::ball(
                eye * DVec3::new(-1.0, 1.0, 1.0),
                DVec3::splat(size * 0.06),
                4,
                3,
                (0.0, 0.0),
                seen,
            ));
        }
        let mut node =
            Node::new(name, Some(0), DVec3::new(0.0, y * size, 0.1 * size)).with(&solids, &LEVELS);
        swing(&mut node, frames, step, 0.2, y);
        model.nodes.push(node);
    }
    for (leg, (x, y)) in [(-0.5, 0.6), (0.5, 0.6), (-0.5, -0.6), (0.5, -0.6)]
        .into_iter()
        .enumerate()
    {
        let mut parent = 0;
        let mut place = DVec3::new(x, y, 0.0) * size;
        for (segment, part) in ["Up", "Dn"].into_iter().enumerate() {
            let length = hip * 0.5;
            let solids = [
                Solid::pillar(
                    DVec3::Z * -length,
                    DVec3::ZERO,
                    (size * 0.1, size * 0.16),
                    6,
                    Surface::row(2),
                ),
                Solid::ball(
                    DVec3::ZERO,
                    DVec3::splat(size * 0.16),
                    5,
                    3,
                    (0.1, 1.0),
                    Surface::row(1),
                ),
            ];
            let mut node =
                Node::new(&format!("L{leg}_{part}"), Some(parent), place).with(&solids, &LEVELS);
            swing(
                &mut node,
                frames,
                step,
                0.5 - 0.2 * segment as f64,
                PI * leg as f64,
            );
            parent = model.nodes.len();
            place = DVec3::Z * -length;
            model.nodes.push(node);
        }
    }
    model
}
