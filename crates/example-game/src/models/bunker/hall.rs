//! The hall inside: floor, walls, pillars, consoles; its map table and its door leaves.

use super::{CONCRETE, DOOR, DOORWAY, LAMP, PANEL, SCREEN, STEEL, TRAY, TREAD};
use crate::shape::{
    Shape, WALKABLE, block, boxed, chamfered, circle, prism, profile, rectangle, stacked,
};
use glam::{DVec2, DVec3};

/// The room and its furniture, its floor at z = 0.
pub(super) fn hall() -> Shape {
    let (w, back, front, high) = (9.6, -6.6, 6.95, 4.9);
    let room = block(DVec3::new(-w, back, 0.0), DVec3::new(w, front, high), 0.0).inside_out();
    let mut shape = room
        .clone()
        .facing(|n| n.z > 0.5)
        .mapped(2.0, DVec2::ZERO)
        .material(TREAD)
        .collision(WALKABLE);
    shape.add(
        room.clone()
            .facing(|n| n.z < -0.5)
            .mapped(8.0, DVec2::ZERO)
            .material(CONCRETE),
    );
    shape.add(
        room.facing(|n| n.z.abs() < 0.5 && n.y > -0.5)
            .mapped(4.0, DVec2::new(0.0, 0.225))
            .material(PANEL),
    );
    // The front wall leaves the doorway open.
    for (from, to, low) in [
        (-w, -DOORWAY.0, 0.0),
        (-DOORWAY.0, DOORWAY.0, DOORWAY.1),
        (DOORWAY.0, w, 0.0),
    ] {
        shape.add(
            Shape::quad([
                DVec3::new(to, front, low),
                DVec3::new(from, front, low),
                DVec3::new(from, front, high),
                DVec3::new(to, front, high),
            ])
            .inside_out()
            .mapped(4.0, DVec2::new(0.0, 0.225))
            .material(PANEL),
        );
    }
    // Threshold and jambs.
    shape.add(
        Shape::quad([
            DVec3::new(-DOORWAY.0, front, 0.0),
            DVec3::new(DOORWAY.0, front, 0.0),
            DVec3::new(DOORWAY.0, 7.5, 0.0),
            DVec3::new(-DOORWAY.0, 7.5, 0.0),
        ])
        .mapped(2.0, DVec2::ZERO)
        .material(TREAD)
        .collision(WALKABLE),
    );
    // Pillars with collars.
    for (x, y) in [(-5.6, -1.6), (5.6, -1.6), (-5.6, 3.2), (5.6, 3.2)] {
        let square = |half: f64| {
            chamfered(
                &rectangle(DVec2::splat(-half), DVec2::splat(half)),
                half * 0.3,
            )
        };
        shape.add(
            stacked(&[
                (0.0, square(0.62)),
                (0.5, square(0.62)),
                (0.62, square(0.45)),
                (high - 0.6, square(0.45)),
                (high - 0.35, square(0.7)),
                (high, square(0.7)),
            ])
            .facing(|n| n.z.abs() < 0.9)
            .at(x, y, 0.0)
            .mapped(4.0, DVec2::new(0.2, 0.3))
            .material(CONCRETE),
        );
    }
    let mut shape = shape.baked(0.25);
    // Consoles along the back wall.
    for step in 0..6 {
        let x = -7.5 + 3.0 * f64::from(step);
        let desk = [
            DVec2::new(-0.55, 0.0),
            DVec2::new(0.40, 0.0),
            DVec2::new(0.55, 0.85),
            DVec2::new(0.0, 1.05),
            DVec2::new(-0.25, 1.95),
            DVec2::new(-0.55, 1.95),
        ];
        let (low, high) = (
            &desk[..4],
            [desk[3], desk[4], desk[5], DVec2::new(-0.55, 1.05)],
        );
        let mut lower = low.to_vec();
        lower.push(DVec2::new(-0.55, 1.05));
        for part in [lower, high.to_vec()] {
            let part = profile(&part, 1.2, 0.0).facing(|n| n.z > -0.9 && n.y > -0.9);
            shape.add(
                part.at(x, back + 0.75, 0.0)
                    .mapped(2.6, DVec2::new(0.3, 0.1))
                    .material(STEEL)
                    .baked(0.2),
            );
        }
        for side in [-0.58, 0.58] {
            shape.add(
                Shape::quad([
                    DVec3::new(x + side + 0.5, back + 0.765, 1.14),
                    DVec3::new(x + side - 0.5, back + 0.765, 1.14),
                    DVec3::new(x + side - 0.5, back + 0.545, 1.88),
                    DVec3::new(x + side + 0.5, back + 0.545, 1.88),
                ])
                .material(SCREEN),
            );
        }
    }
    // Ceiling lamps and beams.
    for x in [-6.0, 0.0, 6.0] {
        shape.add(
            boxed(x, 0.2, high - 0.45, (0.35, 13.0, 0.45), 0.04)
                .mapped(4.0, DVec2::ZERO)
                .material(STEEL),
        );
        for y in [-4.0, 3.2] {
            shape.add(
                boxed(x, y, high - 0.58, (1.0, 2.2, 0.14), 0.04)
                    .mapped(2.0, DVec2::ZERO)
                    .material(STEEL),
            );
            shape.add(
                Shape::quad([
                    DVec3::new(x - 0.42, y - 1.0, high - 0.59),
                    DVec3::new(x - 0.42, y + 1.0, high - 0.59),
                    DVec3::new(x + 0.42, y + 1.0, high - 0.59),
                    DVec3::new(x + 0.42, y - 1.0, high - 0.59),
                ])
                .material(LAMP),
            );
        }
    }
    // Cable trays along the sides, crates in a corner.
    for side in [-1.0, 1.0] {
        shape.add(
            boxed(side * (w - 0.2), 0.0, 3.2, (0.35, 12.0, 0.5), 0.03)
                .mapped(1.2, DVec2::ZERO)
                .fitted()
                .material(TRAY),
        );
    }
    shape.add(
        boxed(7.8, 5.3, 0.0, (1.4, 1.4, 1.4), 0.0)
            .mapped(1.0, DVec2::ZERO)
            .fitted()
            .material(DOOR)
            .baked(0.3),
    );
    shape.add(
        boxed(-8.0, 5.6, 0.0, (1.8, 1.2, 2.1), 0.0)
            .mapped(2.0, DVec2::ZERO)
            .material(PANEL)
            .baked(0.3),
    );
    shape
}

/// A table with a screen for a top.
pub(super) fn map_table() -> Shape {
    let ring = |radius: f64| {
        (0..8)
            .map(|i| circle((f64::from(i) + 0.5) / 8.0) * radius)
            .collect::<Vec<_>>()
    };
    let mut shape = stacked(&[
        (0.0, ring(1.1)),
        (0.15, ring(1.1)),
        (0.3, ring(0.7)),
        (0.7, ring(0.75)),
        (0.95, ring(1.7)),
        (1.1, ring(1.7)),
    ])
    .facing(|n| n.z > -0.9)
    .mapped(2.6, DVec2::ZERO)
    .material(STEEL)
    .baked(0.1);
    shape.add(
        Shape::quad([
            DVec3::new(-1.0, -1.0, 1.11),
            DVec3::new(1.0, -1.0, 1.11),
            DVec3::new(1.0, 1.0, 1.11),
            DVec3::new(-1.0, 1.0, 1.11),
        ])
        .material(SCREEN),
    );
    shape
}

/// One sliding leaf, its middle at x = 0.
pub(super) fn door_leaf() -> Shape {
    let leaf = block(
        DVec3::new(-1.24, -0.09, 0.0),
        DVec3::new(1.24, 0.09, DOORWAY.1),
        0.0,
    );
    let mut shape = leaf
        .clone()
        .facing(|n| n.y.abs() > 0.5)
        .mapped(1.0, DVec2::ZERO)
        .fitted()
        .material(DOOR)
        .collision(0x0010);
    shape.add(
        leaf.facing(|n| n.y.abs() < 0.5)
            .mapped(2.0, DVec2::ZERO)
            .material(STEEL),
    );
    shape.add(
        prism(
            &rectangle(DVec2::new(-1.24, -0.14), DVec2::new(1.24, 0.14)),
            1.9,
            2.15,
            0.0,
        )
        .mapped(2.0, DVec2::ZERO)
        .material(STEEL),
    );
    shape
}
