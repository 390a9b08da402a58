//! Lamp post with an additive halo that slowly breathes.

use crate::model::{Model, NO_SHADOW, Node};
use crate::shape::{SEE_THROUGH, Shape, bar, boxed, cylinder, tube};
use glam::{DVec2, DVec3};

const STEEL: u8 = 0;
const LAMP: u8 = 1;
const HALO: u8 = 2;
const CONCRETE: u8 = 3;

/// The post, 5.4 m tall.
pub(crate) fn model() -> Model {
    let mut model = Model::new(
        "s_lamp_01",
        "static.rlb",
        b"STAT",
        &["R_STEEL", "B_LAMP", "H_GLOW", "B_CONC"],
    );
    model.hit_points = 50.0;
    let root = model.node(Node::root("lp_m1o1").lods(2, post));
    let head = DVec3::new(0.0, 1.25, 5.1);
    let glow = model.node(
        Node::new("gl_m1o1", Some(root), head)
            .flags(NO_SHADOW)
            .shape(halo()),
    );
    model.point("Up1Light", glow, DVec3::ZERO, -DVec3::Z);
    model
}

fn post(lod: usize) -> Shape {
    let fine = lod == 0;
    let sides = if fine { 8 } else { 5 };
    let mut shape = boxed(
        0.0,
        0.0,
        -0.3,
        (0.6, 0.6, 0.62),
        if fine { 0.05 } else { 0.0 },
    )
    .mapped(8.0, DVec2::ZERO)
    .material(CONCRETE);
    shape.add(
        tube(
            &[
                (DVec3::new(0.0, 0.0, 0.3), 0.11),
                (DVec3::new(0.0, 0.0, 1.0), 0.085),
                (DVec3::new(0.0, 0.0, 4.7), 0.06),
                (DVec3::new(0.0, 0.18, 5.15), 0.055),
                (DVec3::new(0.0, 0.55, 5.35), 0.05),
                (DVec3::new(0.0, 1.05, 5.38), 0.045),
            ],
            sides,
            1.0,
        )
        .material(STEEL),
    );
    shape.add(
        boxed(
            0.0,
            1.25,
            5.2,
            (0.42, 0.9, 0.18),
            if fine { 0.05 } else { 0.0 },
        )
        .mapped(1.2, DVec2::ZERO)
        .material(STEEL),
    );
    shape.add(
        Shape::quad([
            DVec3::new(-0.16, 0.88, 5.19),
            DVec3::new(-0.16, 1.62, 5.19),
            DVec3::new(0.16, 1.62, 5.19),
            DVec3::new(0.16, 0.88, 5.19),
        ])
        .material(LAMP),
    );
    if fine {
        shape.add(
            cylinder(0.12, 0.9, 1.25, 0.02, 8)
                .mapped(0.8, DVec2::ZERO)
                .material(STEEL),
        );
        shape.add(
            bar(
                DVec3::new(0.0, 0.02, 4.3),
                DVec3::new(0.0, 0.75, 5.32),
                0.02,
                5,
            )
            .material(STEEL),
        );
    }
    shape
}

fn halo() -> Shape {
    let half = 1.15;
    let mut shape = Shape::new();
    for turn in [0.0, 60.0, 120.0] {
        shape.add(
            Shape::quad([
                DVec3::new(-half, 0.0, -half),
                DVec3::new(half, 0.0, -half),
                DVec3::new(half, 0.0, half),
                DVec3::new(-half, 0.0, half),
            ])
            .turned(DVec3::Z, turn),
        );
    }
    shape.material(HALO).flags(SEE_THROUGH)
}
