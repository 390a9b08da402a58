//! Radar: lattice mast on a concrete foot, a head that turns (wrapped binding), a dish that nods (inverted binding).

use crate::model::{Binding, FULL_TURN, Model, Node};
use crate::shape::{Shape, bar, boxed, chamfered, cylinder, lathe, rectangle, rotation, stacked};
use glam::{DVec2, DVec3};

const CONCRETE: u8 = 0;
const STEEL: u8 = 1;
const PANEL: u8 = 2;
const WHITE: u8 = 3;
const GRILLE: u8 = 4;
const BEACON: u8 = 5;

/// Height of the slewing ring.
const RING: f64 = 9.4;

/// The radar, 15 m tall.
pub(crate) fn model() -> Model {
    let mut model = Model::new(
        "fr_s_radar",
        "fortif.rlb",
        b"FORT",
        &[
            "B_CONC", "R_STEEL", "B_PANEL", "R_WHITE", "B_GRILLE", "H_BEACON",
        ],
    );
    model.hit_points = 4000.0;
    let root = model.node(Node::root("o01_0_m1o1").lods(2, mast).damaged(1, stump()));
    // Eight frames make a full turn, four quarter turns of two frames.
    let turns: Vec<_> = (0..=4)
        .map(|step| (step * 2, rotation(DVec3::Z, 90.0 * f64::from(step))))
        .collect();
    let head = model.node(
        Node::new("RDR_Turn", Some(root), DVec3::new(0.0, 0.0, RING))
            .turns(&turns)
            .lods(2, head),
    );
    let dish = model.node(
        Node::new("RDR_Dish", Some(head), DVec3::new(0.0, 0.25, 2.5))
            .turns(&[(0, rotation(DVec3::X, -4.0)), (4, rotation(DVec3::X, 48.0))])
            .lods(2, dish),
    );
    model.bindings = vec![
        Binding {
            node: head,
            frame_a: 0.0,
            frame_b: 8.0,
            blend: 0.17,
            rate: 0.12,
            span: FULL_TURN,
            flags: 1,
        },
        Binding {
            node: dish,
            frame_a: 0.0,
            frame_b: 4.0,
            blend: 0.72,
            rate: 0.25,
            span: 0.9,
            flags: 2,
        },
    ];
    model.point("Root", root, DVec3::ZERO, DVec3::Z);
    model.point("Up1Light", dish, DVec3::new(0.0, 2.4, 0.0), DVec3::Y);
    let inner = rectangle(DVec2::splat(-3.0), DVec2::splat(3.0));
    let outer = chamfered(&rectangle(DVec2::splat(-4.6), DVec2::splat(4.6)), 1.0);
    model.foundation = Some((inner, outer));
    model
}

fn foot() -> Shape {
    let square = |half: f64| chamfered(&rectangle(DVec2::splat(-half), DVec2::splat(half)), 0.3);
    stacked(&[
        (-1.2, square(3.0)),
        (0.55, square(3.0)),
        (0.7, square(2.85)),
    ])
    .mapped(8.0, DVec2::new(0.15, 0.2))
    .material(CONCRETE)
}

fn mast(lod: usize) -> Shape {
    let fine = lod == 0;
    let mut shape = foot();
    let half = |z: f64| 2.1 - 1.25 * (z - 0.7) / (RING - 1.1);
    let corner = |index: i32, z: f64| {
        let (sx, sy) =
            [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)][index.rem_euclid(4) as usize];
        DVec3::new(sx * half(z), sy * half(z), z)
    };
    let sides = if fine { 6 } else { 3 };
    for leg in 0..4 {
        shape.add(bar(corner(leg, 0.6), corner(leg, RING - 0.4), 0.14, sides).material(STEEL));
        if fine {
            shape.add(
                boxed(0.0, 0.0, 0.68, (0.7, 0.7, 0.14), 0.03)
                    .at(corner(leg, 0.7).x, corner(leg, 0.7).y, 0.0)
                    .mapped(1.4, DVec2::ZERO)
                    .material(STEEL),
            );
        }
    }
    let levels = [0.9, 3.0, 5.0, 6.9, 8.9];
    for pair in levels.windows(2) {
        for leg in 0..4 {
            shape.add(
                bar(
                    corner(leg, pair[1]),
                    corner(leg + 1, pair[1]),
                    0.07,
                    sides.min(5),
                )
                .material(STEEL),
            );
            if fine {
                shape.add(
                    bar(corner(leg, pair[0]), corner(leg + 1, pair[1]), 0.055, 4).material(STEEL),
                );
                shape.add(
                    bar(corner(leg + 1, pair[0]), corner(leg, pair[1]), 0.055, 4).material(STEEL),
                );
            }
        }
    }
    shape.add(
        boxed(
            0.0,
            0.0,
            RING - 0.5,
            (2.5, 2.5, 0.25),
            if fine { 0.06 } else { 0.0 },
        )
        .mapped(3.0, DVec2::ZERO)
        .material(STEEL),
    );
    shape.add(
        cylinder(
            0.85,
            RING - 0.3,
            RING,
            if fine { 0.04 } else { 0.0 },
            if fine { 18 } else { 8 },
        )
        .mapped(2.0, DVec2::ZERO)
        .material(STEEL),
    );
    if fine {
        // Cabinet with a grille, ladder, cable duct, beacon arm.
        shape.add(
            boxed(-1.0, 0.2, 0.68, (1.1, 1.7, 1.9), 0.06)
                .mapped(4.0, DVec2::new(0.2, 0.1))
                .material(PANEL),
        );
        shape.add(
            Shape::quad([
                DVec3::new(-1.56, 0.8, 1.2),
                DVec3::new(-1.56, -0.4, 1.2),
                DVec3::new(-1.56, -0.4, 2.3),
                DVec3::new(-1.56, 0.8, 2.3),
            ])
            .material(GRILLE),
        );
        for side in [-0.22, 0.22] {
            shape.add(
                bar(
                    DVec3::new(side, half(0.7) + 0.1, 0.6),
                    DVec3::new(side, half(RING) + 0.35, RING - 0.3),
                    0.03,
                    4,
                )
                .material(STEEL),
            );
        }
        for step in 0..22 {
            let t = f64::from(step) / 22.0;
            let (y, z) = (
                half(0.7) + 0.1 + (half(RING) + 0.25 - half(0.7)) * t,
                0.8 + 8.2 * t,
            );
            shape
                .add(bar(DVec3::new(-0.22, y, z), DVec3::new(0.22, y, z), 0.02, 4).material(STEEL));
        }
        for x in [-1.25, 1.25] {
            for y in [-1.25, 1.25] {
                shape.add(
                    bar(
                        DVec3::new(x, y, RING - 0.3),
                        DVec3::new(x, y, RING + 0.7),
                        0.03,
                        4,
                    )
                    .material(STEEL),
                );
            }
            shape.add(
                bar(
                    DVec3::new(x, -1.25, RING + 0.7),
                    DVec3::new(x, 1.25, RING + 0.7),
                    0.025,
                    4,
                )
                .material(STEEL),
            );
            shape.add(
                bar(
                    DVec3::new(-1.25, x, RING + 0.7),
                    DVec3::new(1.25, x, RING + 0.7),
                    0.025,
                    4,
                )
                .material(STEEL),
            );
        }
    }
    shape
}

fn stump() -> Shape {
    let mut shape = foot();
    for (x, y, tx, ty, tz) in [
        (1.9, 1.9, 1.5, 1.7, 3.4),
        (-1.9, 1.9, -2.2, 1.3, 2.6),
        (-1.9, -1.9, -1.2, -1.5, 4.1),
        (1.9, -1.9, 2.6, -2.2, 1.9),
    ] {
        shape.add(bar(DVec3::new(x, y, 0.6), DVec3::new(tx, ty, tz), 0.14, 6).material(STEEL));
    }
    shape
}

fn head(lod: usize) -> Shape {
    let fine = lod == 0;
    let bevel = if fine { 0.05 } else { 0.0 };
    let mut shape = cylinder(0.78, 0.0, 0.3, bevel, if fine { 18 } else { 8 })
        .mapped(2.0, DVec2::ZERO)
        .material(STEEL);
    shape.add(
        boxed(0.0, -0.35, 0.3, (1.5, 1.9, 1.0), bevel)
            .mapped(4.0, DVec2::new(0.4, 0.3))
            .material(PANEL),
    );
    for side in [-1.0, 1.0] {
        shape.add(
            boxed(side * 0.92, 0.15, 0.3, (0.26, 0.7, 2.55), bevel)
                .mapped(2.0, DVec2::new(0.3, 0.0))
                .material(STEEL),
        );
        if fine {
            shape.add(
                cylinder(0.3, 0.0, 0.16, 0.03, 12)
                    .turned(DVec3::Y, 90.0 * side)
                    .at(side * 1.0, 0.25, 2.5)
                    .mapped(1.0, DVec2::ZERO)
                    .material(STEEL),
            );
        }
    }
    if fine {
        shape.add(
            Shape::quad([
                DVec3::new(-0.6, -1.315, 0.42),
                DVec3::new(0.6, -1.315, 0.42),
                DVec3::new(0.6, -1.315, 1.18),
                DVec3::new(-0.6, -1.315, 1.18),
            ])
            .material(GRILLE),
        );
        shape.add(
            bar(
                DVec3::new(0.6, -1.1, 1.3),
                DVec3::new(0.6, -1.1, 3.9),
                0.03,
                5,
            )
            .material(STEEL),
        );
        shape.add(
            cylinder(0.09, 3.9, 4.12, 0.03, 8)
                .at(0.6, -1.1, 0.0)
                .mapped(1.0, DVec2::ZERO)
                .material(BEACON),
        );
    }
    shape
}

fn dish(lod: usize) -> Shape {
    let fine = lod == 0;
    let sides = if fine { 20 } else { 10 };
    let steps = if fine { 5 } else { 2 };
    let bowl = |radius: f64| 0.145 * radius * radius;
    let mut front = vec![(0.0, 0.05)];
    let mut back = vec![(0.0, -0.09)];
    for step in 1..=steps {
        let radius = 2.9 * f64::from(step) / f64::from(steps);
        front.push((radius, 0.05 + bowl(radius)));
        back.push((radius + 0.06, -0.09 + bowl(radius)));
    }
    // The bowl opens towards +Z, then the whole is tipped to face +Y.
    let mut inside = front.clone();
    inside.reverse();
    let mut shape = lathe(&back, sides)
        .mapped(4.0, DVec2::new(0.5, 0.5))
        .material(WHITE);
    shape.add(
        lathe(&inside, sides)
            .mapped(4.0, DVec2::new(0.5, 0.5))
            .material(WHITE),
    );
    shape.add(
        lathe(
            &[
                (back[steps as usize].0, back[steps as usize].1),
                (front[steps as usize].0, front[steps as usize].1),
            ],
            sides,
        )
        .mapped(1.0, DVec2::ZERO)
        .material(STEEL),
    );
    if fine {
        for index in 0..8 {
            let c = crate::shape::circle(f64::from(index) / 8.0);
            shape.add(
                bar(
                    DVec3::new(c.x * 0.5, c.y * 0.5, -0.12),
                    DVec3::new(c.x * 2.8, c.y * 2.8, bowl(2.8) - 0.16),
                    0.05,
                    4,
                )
                .material(STEEL),
            );
        }
        for index in 0..3 {
            let c = crate::shape::circle(f64::from(index) / 3.0 + 0.25);
            shape.add(
                bar(
                    DVec3::new(c.x * 2.5, c.y * 2.5, bowl(2.5)),
                    DVec3::new(c.x * 0.1, c.y * 0.1, 2.35),
                    0.035,
                    4,
                )
                .material(STEEL),
            );
        }
    }
    shape.add(
        lathe(
            &[
                (0.0, 2.15),
                (0.24, 2.15),
                (0.24, 2.35),
                (0.12, 2.6),
                (0.0, 2.6),
            ],
            if fine { 10 } else { 6 },
        )
        .mapped(1.0, DVec2::ZERO)
        .material(STEEL),
    );
    shape.add(
        cylinder(
            0.42,
            -0.45,
            0.0,
            if fine { 0.04 } else { 0.0 },
            if fine { 12 } else { 6 },
        )
        .mapped(1.4, DVec2::ZERO)
        .material(STEEL),
    );
    shape.turned(DVec3::X, -90.0)
}
