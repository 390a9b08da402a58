//! Watch tower: four raked legs, a glazed cabin under a brimmed roof, a ladder.

use crate::model::{Model, Node};
use crate::shape::{SEE_THROUGH, Shape, bar, boxed, chamfered, rectangle, stacked};
use glam::{DVec2, DVec3};

const STEEL: u8 = 0;
const PANEL: u8 = 1;
const GLASS: u8 = 2;
const TREAD: u8 = 3;
const STRIPE: u8 = 4;
const LAMP: u8 = 5;
const SCREEN: u8 = 6;
const CONCRETE: u8 = 7;

/// Height of the cabin floor.
const FLOOR: f64 = 5.0;

/// The tower, 9 m tall.
pub(crate) fn model() -> Model {
    let mut model = Model::new(
        "fr_s_tower",
        "fortif.rlb",
        b"FORT",
        &[
            "R_STEEL", "B_PANEL", "G_GLASS", "B_TREAD", "B_STRIPE", "B_LAMP", "B_SCREEN", "B_CONC",
        ],
    );
    model.hit_points = 2500.0;
    let root = model.node(Node::root("o01_0_m1o1").lods(2, legs));
    model.node(Node::new("o02_0_m1o1", Some(root), DVec3::new(0.0, 0.0, FLOOR)).lods(2, cabin));
    model.point("Root", root, DVec3::ZERO, DVec3::Z);
    let inner = rectangle(DVec2::splat(-2.4), DVec2::splat(2.4));
    let outer = chamfered(&rectangle(DVec2::splat(-3.6), DVec2::splat(3.6)), 0.8);
    model.foundation = Some((inner, outer));
    model
}

fn legs(lod: usize) -> Shape {
    let fine = lod == 0;
    let mut shape = boxed(
        0.0,
        0.0,
        -1.0,
        (4.8, 4.8, 1.15),
        if fine { 0.08 } else { 0.0 },
    )
    .mapped(8.0, DVec2::new(0.4, 0.1))
    .material(CONCRETE);
    let corner = |index: i32, z: f64| {
        let half = 2.0 - 0.65 * z / FLOOR;
        let (sx, sy) =
            [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)][index.rem_euclid(4) as usize];
        DVec3::new(sx * half, sy * half, z)
    };
    let sides = if fine { 6 } else { 4 };
    for leg in 0..4 {
        shape.add(bar(corner(leg, 0.1), corner(leg, FLOOR), 0.14, sides).material(STEEL));
        for z in [1.7, 3.4] {
            shape.add(bar(corner(leg, z), corner(leg + 1, z), 0.07, sides).material(STEEL));
        }
        if fine {
            for (low, high) in [(0.2, 1.7), (1.7, 3.4), (3.4, 5.0)] {
                shape.add(bar(corner(leg, low), corner(leg + 1, high), 0.05, 4).material(STEEL));
            }
            let c = corner(leg, 0.15);
            shape.add(
                boxed(c.x, c.y, 0.1, (0.6, 0.6, 0.16), 0.03)
                    .mapped(1.2, DVec2::ZERO)
                    .material(STEEL),
            );
        }
    }
    if fine {
        for side in [-0.25, 0.25] {
            shape.add(
                bar(
                    DVec3::new(side, 2.3, 0.1),
                    DVec3::new(side, 1.75, FLOOR),
                    0.035,
                    5,
                )
                .material(STEEL),
            );
        }
        for step in 0..15 {
            let t = f64::from(step) / 15.0;
            let (y, z) = (2.28 - 0.52 * t, 0.4 + 4.6 * t);
            shape.add(
                bar(DVec3::new(-0.25, y, z), DVec3::new(0.25, y, z), 0.022, 4).material(STEEL),
            );
        }
    }
    shape
}

fn cabin(lod: usize) -> Shape {
    let fine = lod == 0;
    let at = |half: f64| chamfered(&rectangle(DVec2::splat(-half), DVec2::splat(half)), 0.55);
    let mut shape = stacked(&[(-0.2, at(1.6)), (0.0, at(1.85)), (0.12, at(1.85))])
        .mapped(2.0, DVec2::ZERO)
        .material(TREAD);
    shape.add(
        stacked(&[(0.1, at(1.75)), (1.05, at(1.75))])
            .facing(|n| n.z.abs() < 0.5)
            .mapped(4.0, DVec2::new(0.1, 0.55))
            .material(PANEL),
    );
    shape.add(
        stacked(&[(0.1, at(1.68)), (1.05, at(1.68))])
            .facing(|n| n.z.abs() < 0.5)
            .inside_out()
            .mapped(4.0, DVec2::new(0.4, 0.2))
            .material(PANEL),
    );
    shape.add(
        stacked(&[
            (2.35, at(2.3)),
            (2.5, at(2.4)),
            (2.75, at(1.9)),
            (3.0, at(0.9)),
        ])
        .mapped(4.0, DVec2::new(0.3, 0.3))
        .material(PANEL),
    );
    let (low, high) = (at(1.74), at(1.98));
    for index in 0..low.len() {
        let next = (index + 1) % low.len();
        let corners = [
            low[index].extend(1.05),
            low[next].extend(1.05),
            high[next].extend(2.36),
            high[index].extend(2.36),
        ];
        shape.add(Shape::quad(corners).material(GLASS).flags(SEE_THROUGH));
        if fine {
            shape.add(bar(corners[0], corners[3], 0.06, 5).material(STEEL));
            shape.add(bar(corners[0], corners[1], 0.05, 5).material(STEEL));
        }
    }
    if fine {
        for side in [0.0, 90.0, 180.0, 270.0] {
            shape.add(
                Shape::quad([
                    DVec3::new(1.2, 1.77, 0.2),
                    DVec3::new(-1.2, 1.77, 0.2),
                    DVec3::new(-1.2, 1.77, 0.5),
                    DVec3::new(1.2, 1.77, 0.5),
                ])
                .turned(DVec3::Z, side)
                .material(STRIPE),
            );
        }
        shape.add(
            boxed(0.0, -1.25, 0.12, (1.6, 0.5, 0.8), 0.05)
                .mapped(2.0, DVec2::ZERO)
                .material(STEEL),
        );
        shape.add(
            Shape::quad([
                DVec3::new(-0.6, -1.38, 0.93),
                DVec3::new(0.6, -1.38, 0.93),
                DVec3::new(0.6, -1.1, 1.25),
                DVec3::new(-0.6, -1.1, 1.25),
            ])
            .material(SCREEN),
        );
        shape.add(
            Shape::quad([
                DVec3::new(-0.45, -0.45, 2.34),
                DVec3::new(-0.45, 0.45, 2.34),
                DVec3::new(0.45, 0.45, 2.34),
                DVec3::new(0.45, -0.45, 2.34),
            ])
            .material(LAMP),
        );
        shape.add(
            bar(
                DVec3::new(0.0, 0.0, 2.9),
                DVec3::new(0.0, 0.0, 5.0),
                0.04,
                5,
            )
            .material(STEEL),
        );
        shape.add(
            bar(
                DVec3::new(-0.5, 0.0, 4.4),
                DVec3::new(0.5, 0.0, 4.4),
                0.025,
                4,
            )
            .material(STEEL),
        );
        shape.add(
            boxed(1.5, 1.5, 2.6, (0.35, 0.5, 0.4), 0.05)
                .mapped(1.0, DVec2::ZERO)
                .material(STEEL),
        );
    }
    shape
}
