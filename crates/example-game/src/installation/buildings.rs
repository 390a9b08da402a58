//! Buildings of `fortif.rlb`: shells, rooms with doors, portals and baked light (spec page: msh, section 18).

use super::model::{Device, Key, LEVELS, Model, Node};
use super::random::Random;
use super::solid::{Solid, Surface, fittings};
use super::surfaces::{PORTALS, Pools};
use super::triangle_words;
use ctl::Binding;
use glam::{DQuat, DVec3};
use msh::{BatchFlags, NodeFlags};
use std::ops::Range;

const ARCHIVE: &str = "fortif.rlb";

/// Rows of the WEAR table that every building begins with.
const PORTAL_ROWS: Range<usize> = 0..3;

/// The building of a number. Seven of ten have an inside.
pub(super) fn model(number: usize, pools: &mut Pools) -> Model {
    let mut random = Random::new("building", number);
    let inside = number % 10 < 7;
    let half = DVec3::new(
        random.range(17.0, 38.0),
        random.range(17.0, 38.0),
        random.range(5.0, 14.0),
    )
    .floor();
    let skins = if inside { 34 } else { 12 };
    let mut wear: Vec<String> = PORTALS.map(str::to_owned).to_vec();
    wear.extend(pools.buildings.take(skins));
    wear.extend(pools.glass.take(1));
    let key = format!("fr_{}_bld{number:02}", ["s", "m", "b"][number % 3]);
    let mut model = Model {
        baked: inside,
        points: 36,
        outline: Some([half.x, half.y]),
        ..Model::new(ARCHIVE, key, nres::tags::FORT, wear)
    };
    let rows = PORTAL_ROWS.end..model.wear.len() - 1;
    shell(&mut model, &mut random, number, half, rows.clone());
    if inside {
        let rooms = 7 + random.below(6);
        interior(&mut model, &mut random, half, rows, rooms);
    }
    model.nodes.push(Node::socket(
        "Base_TL",
        0,
        DVec3::Z * (half.z * 1.2),
        "e_bnt_01".to_owned(),
    ));
    let power = Device {
        kind: 26,
        node: 0,
        bindings: Vec::new(),
        label: String::new(),
    };
    model.devices.push(power);
    model
}

/// Panes: blended, filed as see-through, shots pass.
fn glass(model: &Model) -> Surface {
    let mut surface = Surface::row(model.wear.len() - 1);
    surface.flags = BatchFlags::TRANSLUCENT.0;
    surface.words = triangle_words::GLASS;
    surface
}

/// The outside: a hall and three towers, each with its damage stages.
fn shell(model: &mut Model, random: &mut Random, number: usize, half: DVec3, rows: Range<usize>) {
    let wall = |row: usize| Surface::tiled(rows.start + row % rows.len(), 8.0);
    // Four walls instead of a block: the rooms stand between them.
    let mut hall = Vec::new();
    for side in [-1.0, 1.0] {
        let along = DVec3::new(half.x, 1.0, half.z * 0.5);
        hall.push(Solid::block(
            DVec3::new(0.0, side * (half.y - 1.0), half.z * 0.5),
            along,
            wall(0),
        ));
        let across = DVec3::new(1.0, half.y - 2.0, half.z * 0.5);
        hall.push(Solid::block(
            DVec3::new(side * (half.x - 1.0), 0.0, half.z * 0.5),
            across,
            wall(1),
        ));
    }
    hall.push(Solid::block(
        DVec3::Z * (half.z + 0.4),
        DVec3::new(half.x, half.y, 0.4),
        wall(2),
    ));
    let pane = DVec3::new(half.x * 0.7, half.y + 0.1, half.z * 0.1);
    hall.push(Solid::block(DVec3::Z * (half.z * 0.8), pane, glass(model)));
    let upper = DVec3::new(half.x * 0.5, half.y * 0.5, half.z * 0.2);
    hall.push(Solid::block(
        DVec3::Z * (half.z * 1.2 + 0.4),
        upper,
        wall(3),
    ));
    let roof = DVec3::Z * half.z;
    hall.extend(fittings(
        random,
        14,
        roof,
        half * DVec3::new(1.0, 1.0, 0.2),
        &Surface::rows(rows.start..(rows.start + 14).min(rows.end)),
    ));
    let details: &[f64] = if model.baked { &[1.0] } else { &LEVELS[..3] };
    let mut node = Node::new("o01_0_m1o1", None, DVec3::ZERO).with(&hall, details);
    node.flags = NodeFlags::NEVER_HIDDEN | NodeFlags::STOP_CHILD_TRAVERSAL;
    stages(
        &mut node,
        &hall,
        if number.is_multiple_of(2) { 2 } else { 1 },
    );
    if number % 6 == 5 {
        node.add(0, 4, &hall, 0.3);
    }
    model.nodes.push(node);
    for tower in 0..3 {
        let [sx, sy] = [[-1.0, -1.0], [1.0, 1.0], [1.0, -1.0]][tower];
        let place = DVec3::new(sx * (half.x - 3.0), sy * (half.y - 3.0), 0.0);
        let tall = half.z * (1.3 + 0.4 * tower as f64);
        let mut solids = vec![
            Solid::pillar(DVec3::ZERO, DVec3::Z * tall, (2.8, 2.0), 12, wall(4)),
            Solid::block(DVec3::Z * (tall + 0.5), DVec3::new(2.6, 2.6, 0.5), wall(5)),
            Solid::block(
                DVec3::Z * (tall * 0.8),
                DVec3::new(2.5, 2.5, 0.4),
                glass(model),
            ),
        ];
        let top = DVec3::new(2.6, 2.6, 1.0);
        solids.extend(fittings(
            random,
            6,
            DVec3::Z * (tall + 0.6),
            top,
            &Surface::rows(rows.start + 6..rows.end),
        ));
        let mut node =
            Node::new(&format!("o{:02}_0_m1o1", tower + 2), Some(0), place).with(&solids, details);
        if tower < 2 || number.is_multiple_of(4) {
            stages(&mut node, &solids, 1);
        }
        model.nodes.push(node);
    }
}

/// Damage stages: the same part sunk and with pieces gone.
fn stages(node: &mut Node, solids: &[Solid], last: usize) {
    for state in 1..=last {
        let height = [1.0, 0.8, 0.4][state.min(2)];
        let sunk: Vec<Solid> = solids.iter().map(|solid| solid.ruined(height)).collect();
        node.add(state, 0, &sunk, height);
    }
}

/// Rooms in two rows along a corridor, a door in two of three, portals between them.
fn interior(model: &mut Model, random: &mut Random, half: DVec3, rows: Range<usize>, rooms: usize) {
    let columns = rooms.div_ceil(2);
    let (deep, wide) = ((half.y - 3.0) / 2.0, (half.x - 3.0) / columns as f64);
    let tall = half.z * 0.45;
    let first = model.nodes.len();
    // Doors come after all rooms.
    let node_of = |room: usize| first + room % rooms;
    let mut doors = Vec::new();
    for room in 0..rooms {
        let x = (room / 2) as f64 * 2.0 * wide + wide - wide * columns as f64;
        let y = if room % 2 == 0 {
            -deep - 1.0
        } else {
            deep + 1.0
        };
        let size = DVec3::new(wide * 0.96, deep * 0.96, tall);
        let mut solids = furnish(random, size, rows.start + room % 8..rows.end);
        let screen = DVec3::new(size.x * 0.4, 0.1, size.z * 0.4);
        solids.push(Solid::block(
            DVec3::new(0.0, size.y * 0.7, size.z),
            screen,
            glass(model),
        ));
        for (kind, step) in [(0, 1), (0, 2), (1, 3), (2, 4)] {
            // A sign in every third room, an open way in all but every fifth.
            if (kind == 1 && room % 3 > 0) || (kind == 2 && room % 5 == 0) {
                continue;
            }
            solids.push(portal(kind, node_of(room + step), size, step));
        }
        let mut node = Node::new(
            &format!("i{:02}_0_m1o1", room + 1),
            Some(0),
            DVec3::new(x, y, 0.02),
        );
        node = node.with(&solids, &[1.0]);
        node.flags = NodeFlags::INTERIOR;
        if room % 2 == 1 {
            node.flags = node.flags | NodeFlags::STOP_CHILD_TRAVERSAL;
        }
        model.nodes.push(node);
        if room % 3 > 0 {
            doors.push((first + room, size));
        }
    }
    for (index, (room, size)) in doors.into_iter().enumerate() {
        let node = door(index, room, size, rows.start + index % rows.len());
        let binding = model.bindings.len();
        model.bindings.push(Binding {
            node: model.nodes.len() as i32,
            frame_a: 0.0,
            frame_b: 10.0,
            blend: 0.0,
            cpt_a: -1,
            cpt_b: -1,
            rate: 0.8,
            span: 0.0,
            flags: 0,
        });
        model.devices.push(Device {
            kind: 12,
            node: model.nodes.len(),
            bindings: vec![binding as i32],
            label: String::new(),
        });
        model.nodes.push(node);
    }
}

/// What stands in a room; its origin is the middle of the floor.
fn furnish(random: &mut Random, half: DVec3, rows: Range<usize>) -> Vec<Solid> {
    let lit = |row: usize| {
        let mut surface = Surface::tiled(rows.start + row % rows.len(), 6.0);
        surface.flags = BatchFlags::LIGHTMAP.0;
        surface
    };
    let mut solids = vec![Solid::room(DVec3::Z * half.z, half, lit(0))];
    let mut floor = lit(1);
    floor.words = triangle_words::WALKABLE;
    solids.push(Solid::block(
        DVec3::Z * 0.05,
        DVec3::new(half.x * 0.98, half.y * 0.98, 0.05),
        floor,
    ));
    for corner in 0..4 {
        let [sx, sy] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]][corner];
        let foot = DVec3::new(sx * half.x * 0.8, sy * half.y * 0.8, 0.1);
        solids.push(Solid::pillar(
            foot,
            foot + DVec3::Z * (half.z * 1.8),
            (0.5, 0.4),
            6,
            lit(2 + corner % 2),
        ));
    }
    let size = DVec3::new(
        random.range(0.4, 1.2),
        random.range(0.4, 1.2),
        random.range(0.3, 0.9),
    );
    let place = DVec3::new(
        random.range(-0.5, 0.5) * half.x,
        random.range(-0.5, 0.5) * half.y,
        0.1 + size.z,
    );
    solids.push(Solid::block(place, size, lit(4)));
    solids
}

/// The quad of a gate (kind 0), a sign (1) or an open way (2) on a wall.
fn portal(kind: usize, room: usize, half: DVec3, step: usize) -> Solid {
    let flags = BatchFlags::PORTAL | BatchFlags::TRANSLUCENT;
    let (row, flags) = match kind {
        0 => (0, flags),
        1 => (1 + step % 2, flags | BatchFlags::PORTAL_SIGN),
        _ => (0, flags | BatchFlags::PORTAL_OPEN),
    };
    let surface = Surface {
        flags: flags.0,
        room: room as u16,
        ..Surface::row(row)
    };
    let side = if step.is_multiple_of(2) { -0.97 } else { 0.97 };
    let foot = DVec3::new(half.x * (0.2 * step as f64 - 0.5), half.y * side, 0.12);
    Solid::card(foot, 2.4, half.z.min(3.0), 0.0, surface)
}

/// A leaf that rises out of the way.
fn door(index: usize, room: usize, half: DVec3, row: usize) -> Node {
    let mut surface = Surface::row(row);
    surface.words = triangle_words::DOOR;
    let leaf = Solid::block(DVec3::Z * 1.5, DVec3::new(1.2, 0.15, 1.4), surface);
    let place = DVec3::new(0.0, half.y * 0.9, 0.1);
    let mut node = Node::new(
        &format!("i{:02}_{}_m1o1", index + 31, index),
        Some(room),
        place,
    );
    node = node.with(&[leaf], &[1.0]);
    node.flags = NodeFlags::INTERIOR;
    node.keys = (0..=10)
        .map(|time| Key {
            time,
            place: place + DVec3::Z * (0.28 * f64::from(time)),
            turn: DQuat::IDENTITY,
        })
        .collect();
    node
}
