//! Tracked chassis: sloped hull, tracks round six road wheels, a socket for the turret.

use crate::model::{Model, Node};
use crate::shape::{
    Shape, bar, block, boxed, chamfered, circle, cylinder, inset, lathe, profile, rectangle,
};
use glam::{DVec2, DVec3};

const HULL: u8 = 0;
const STEEL: u8 = 1;
const TRACK: u8 = 2;
const LAMP: u8 = 3;
const GRILLE: u8 = 4;
const NUMBER: u8 = 5;

/// Height of the turret ring above the ground.
const RING: f64 = 1.46;

/// The chassis, 6.4 m long, 3.2 m wide.
pub(crate) fn model() -> Model {
    let mut model = Model::new(
        "r_m_01",
        "bases.rlb",
        b"BTLU",
        &[
            "R_HULL", "R_STEEL", "R_TRACK", "B_LAMP", "B_GRILLE", "B_LBL_01",
        ],
    );
    model.hit_points = 1800.0;
    let root = model.node(Node::root("B_Md").lods(3, hull));
    for (name, side) in [("LL_Dn", -1.0), ("LR_Dn", 1.0)] {
        model.node(
            Node::new(name, Some(root), DVec3::new(side * 1.3, 0.0, 0.0))
                .lods(3, move |lod| gear(lod, side)),
        );
    }
    let ring = model
        .node(Node::new("Base_TM", Some(root), DVec3::new(0.0, -0.35, RING)).label("e_tur_mt"));
    model.point("Root", root, DVec3::ZERO, DVec3::Z);
    model.point("TurretCenter", ring, DVec3::ZERO, DVec3::Z);
    for (name, x, y) in [
        ("weel_fl", -1.3, 2.1),
        ("weel_fr", 1.3, 2.1),
        ("weel_bl", -1.3, -2.1),
        ("weel_br", 1.3, -2.1),
    ] {
        model.point(name, root, DVec3::new(x, y, 0.0), DVec3::Z);
    }
    model.point("Exp_X", root, DVec3::new(0.0, 0.0, 0.8), DVec3::X);
    model.point("Exp_Y", root, DVec3::new(0.0, 0.0, 0.8), DVec3::Y);
    model.point("Exp_Z", root, DVec3::new(0.0, 0.0, 0.8), DVec3::Z);
    model
}

fn hull(lod: usize) -> Shape {
    let fine = lod == 0;
    let bevel = if fine { 0.05 } else { 0.0 };
    let side = [
        DVec2::new(-2.95, 0.62),
        DVec2::new(-2.45, 0.38),
        DVec2::new(2.3, 0.38),
        DVec2::new(3.15, 0.86),
        DVec2::new(3.05, 0.98),
        DVec2::new(1.55, 1.40),
        DVec2::new(-2.75, 1.40),
        DVec2::new(-3.0, 1.16),
    ];
    let mut shape = profile(&side, 1.02, bevel)
        .mapped(3.2, DVec2::new(0.1, 0.4))
        .material(HULL);
    // Sponsons above the tracks.
    let sponson = [
        DVec2::new(-2.9, 1.02),
        DVec2::new(2.5, 1.02),
        DVec2::new(2.75, 1.10),
        DVec2::new(1.5, 1.38),
        DVec2::new(-2.7, 1.38),
        DVec2::new(-2.95, 1.2),
    ];
    shape.add(
        profile(&sponson, 0.30, bevel)
            .at(1.28, 0.0, 0.0)
            .mapped(3.2, DVec2::new(0.63, 0.17))
            .material(HULL)
            .mirrored(),
    );
    // Turret ring.
    shape.add(
        cylinder(
            0.98,
            1.38,
            RING,
            if fine { 0.03 } else { 0.0 },
            if fine { 24 } else { 10 },
        )
        .at(0.0, -0.35, 0.0)
        .mapped(2.0, DVec2::ZERO)
        .material(STEEL),
    );
    if lod >= 2 {
        return shape;
    }
    // Engine deck and its grilles.
    shape.add(
        block(
            DVec3::new(-0.85, -2.6, 1.38),
            DVec3::new(0.85, -1.5, 1.47),
            bevel * 0.6,
        )
        .mapped(3.2, DVec2::new(0.3, 0.8))
        .material(HULL),
    );
    for x in [-0.44, 0.44] {
        shape.add(
            Shape::quad([
                DVec3::new(x - 0.34, -2.5, 1.475),
                DVec3::new(x + 0.34, -2.5, 1.475),
                DVec3::new(x + 0.34, -1.62, 1.475),
                DVec3::new(x - 0.34, -1.62, 1.475),
            ])
            .material(GRILLE),
        );
    }
    if !fine {
        return shape;
    }
    // Mud guards, stowage, exhausts, lights, tow hooks.
    shape.add(
        boxed(1.28, 2.86, 0.98, (0.62, 0.36, 0.05), 0.015)
            .mapped(3.2, DVec2::ZERO)
            .material(HULL)
            .mirrored(),
    );
    shape.add(
        boxed(1.33, -2.35, 1.38, (0.44, 0.7, 0.26), 0.04)
            .mapped(2.0, DVec2::new(0.2, 0.6))
            .material(HULL)
            .mirrored(),
    );
    shape.add(
        boxed(1.33, 0.95, 1.38, (0.40, 0.9, 0.17), 0.03)
            .mapped(2.0, DVec2::new(0.7, 0.1))
            .material(HULL)
            .mirrored(),
    );
    shape.add(
        boxed(-1.33, -0.6, 1.38, (0.36, 1.3, 0.20), 0.03)
            .mapped(2.0, DVec2::new(0.45, 0.3))
            .material(STEEL),
    );
    shape.add(
        bar(
            DVec3::new(1.16, -0.5, 1.44),
            DVec3::new(1.16, -1.9, 1.44),
            0.045,
            6,
        )
        .material(STEEL),
    );
    shape.add(
        bar(
            DVec3::new(1.30, -0.5, 1.44),
            DVec3::new(1.30, -1.9, 1.44),
            0.035,
            6,
        )
        .material(STEEL),
    );
    shape.add(
        cylinder(0.13, 0.0, 0.55, 0.02, 10)
            .turned(DVec3::X, 75.0)
            .at(0.72, -2.9, 1.12)
            .mapped(1.0, DVec2::ZERO)
            .material(STEEL)
            .mirrored(),
    );
    let lamp = cylinder(0.12, 0.0, 0.12, 0.02, 10)
        .turned(DVec3::X, -90.0)
        .at(0.72, 2.42, 1.16)
        .mapped(0.6, DVec2::ZERO)
        .material(STEEL);
    shape.add(lamp.mirrored());
    let glow = Shape::quad([
        DVec3::new(0.80, 2.545, 1.08),
        DVec3::new(0.64, 2.545, 1.08),
        DVec3::new(0.64, 2.545, 1.24),
        DVec3::new(0.80, 2.545, 1.24),
    ]);
    shape.add(glow.material(LAMP).mirrored());
    shape.add(
        boxed(0.5, 3.08, 0.62, (0.14, 0.2, 0.16), 0.03)
            .mapped(1.0, DVec2::ZERO)
            .material(STEEL)
            .mirrored(),
    );
    // Vision block of the driver.
    shape.add(
        boxed(-0.45, 1.42, 1.38, (0.46, 0.4, 0.14), 0.04)
            .mapped(1.6, DVec2::new(0.8, 0.2))
            .material(HULL),
    );
    shape.add(
        Shape::quad([
            DVec3::new(-0.28, 1.625, 1.42),
            DVec3::new(-0.62, 1.625, 1.42),
            DVec3::new(-0.62, 1.625, 1.48),
            DVec3::new(-0.28, 1.625, 1.48),
        ])
        .material(STEEL),
    );
    // Insignia on both flanks.
    let badge = Shape::quad([
        DVec3::new(1.585, -1.35, 1.07),
        DVec3::new(1.585, -1.07, 1.07),
        DVec3::new(1.585, -1.07, 1.35),
        DVec3::new(1.585, -1.35, 1.35),
    ]);
    shape.add(badge.material(NUMBER).mirrored());
    shape
}

fn gear(lod: usize, side: f64) -> Shape {
    let fine = lod == 0;
    let mut outline: Vec<DVec2> = Vec::new();
    let arc =
        |outline: &mut Vec<DVec2>, centre: DVec2, radius: f64, from: f64, to: f64, steps: i32| {
            for step in 0..=steps {
                let turn = from + (to - from) * f64::from(step) / f64::from(steps);
                outline.push(centre + circle(turn) * radius);
            }
        };
    // Counter-clockwise: bottom, front sprocket, top, rear idler.
    let steps = if fine { 5 } else { 2 };
    arc(&mut outline, DVec2::new(-1.9, 0.34), 0.34, 0.62, 0.75, 1);
    arc(&mut outline, DVec2::new(1.75, 0.34), 0.34, 0.75, 0.86, 1);
    arc(
        &mut outline,
        DVec2::new(2.55, 0.66),
        0.34,
        0.88,
        1.25,
        steps,
    );
    arc(
        &mut outline,
        DVec2::new(-2.55, 0.64),
        0.34,
        0.25,
        0.60,
        steps,
    );
    let half = 0.26;
    let mut shape = Shape::new();
    let mut along = 0.0;
    let count = outline.len();
    let inner = inset(&outline, 0.10);
    for index in 0..count {
        let next = (index + 1) % count;
        let length = (outline[next] - outline[index]).length();
        let v0 = along / 1.3;
        along += length;
        let v1 = along / 1.3;
        let p = |x: f64, point: DVec2| DVec3::new(x, point.x, point.y);
        // Seen from +X (y right, z up) the outline is counter-clockwise, its outside to the right of the walk.
        shape.add(
            Shape::polygon(
                vec![
                    p(half, outline[index]),
                    p(half, outline[next]),
                    p(-half, outline[next]),
                    p(-half, outline[index]),
                ],
                vec![
                    DVec2::new(0.0, v0),
                    DVec2::new(0.0, v1),
                    DVec2::new(1.0, v1),
                    DVec2::new(1.0, v0),
                ],
            )
            .inside_out(),
        );
        shape.add(Shape::polygon(
            vec![
                p(half, outline[index]),
                p(half, outline[next]),
                p(half, inner[next]),
                p(half, inner[index]),
            ],
            vec![
                DVec2::new(0.0, v0),
                DVec2::new(0.0, v1),
                DVec2::new(0.15, v1),
                DVec2::new(0.15, v0),
            ],
        ));
        shape.add(Shape::polygon(
            vec![
                p(-half, outline[next]),
                p(-half, outline[index]),
                p(-half, inner[index]),
                p(-half, inner[next]),
            ],
            vec![
                DVec2::new(0.0, v1),
                DVec2::new(0.0, v0),
                DVec2::new(0.15, v0),
                DVec2::new(0.15, v1),
            ],
        ));
    }
    let mut shape = shape.material(TRACK);
    let wheel = |y: f64, z: f64, radius: f64| {
        let disc = if fine {
            lathe(
                &[
                    (0.0, -0.2),
                    (radius, -0.2),
                    (radius, 0.2),
                    (radius * 0.84, 0.2),
                    (radius * 0.78, 0.1),
                    (radius * 0.34, 0.1),
                    (radius * 0.25, 0.16),
                    (0.0, 0.16),
                ],
                10,
            )
        } else {
            cylinder(radius, -0.2, 0.2, 0.0, 8)
        };
        // The axle of the wheel points outward.
        disc.turned(DVec3::Y, 90.0 * side)
            .mapped(1.2, DVec2::new(0.5, 0.5))
            .material(STEEL)
            .at(0.0, y, z)
    };
    for step in 0..5 {
        shape.add(wheel(-1.75 + 0.86 * f64::from(step), 0.345, 0.30));
    }
    shape
        .add(wheel(2.52, 0.66, 0.28))
        .add(wheel(-2.52, 0.64, 0.28));
    if fine {
        for y in [-1.3, 0.0, 1.3] {
            shape.add(
                cylinder(0.12, -0.16, 0.16, 0.0, 8)
                    .turned(DVec3::Y, 90.0)
                    .at(0.0, y, 0.82)
                    .mapped(1.2, DVec2::ZERO)
                    .material(STEEL),
            );
        }
        // Skirt plates.
        for (index, y) in [-1.55, -0.35, 0.85].iter().enumerate() {
            let plate = chamfered(
                &rectangle(DVec2::new(y - 0.56, 0.72), DVec2::new(y + 0.56, 1.06)),
                0.08,
            );
            shape.add(
                profile(&plate, 0.02, 0.0)
                    .at(side * 0.31, 0.0, 0.0)
                    .mapped(2.6, DVec2::new(0.37 * index as f64, 0.45))
                    .material(HULL),
            );
        }
    }
    shape
}
