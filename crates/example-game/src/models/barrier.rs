//! Concrete road barrier with warning stripes, 3 m long.

use crate::model::{Model, Node};
use crate::shape::{Shape, bar, profile};
use glam::{DVec2, DVec3};

const CONCRETE: u8 = 0;
const STRIPE: u8 = 1;
const STEEL: u8 = 2;

/// The barrier; its length runs along X.
pub(crate) fn model() -> Model {
    let mut model = Model::new(
        "s_wall_01",
        "static.rlb",
        b"STAT",
        &["B_CONC", "B_STRIPE", "R_STEEL"],
    );
    model.hit_points = 400.0;
    model.node(Node::root("wl_m1o1").lods(2, build));
    model
}

fn build(lod: usize) -> Shape {
    let bevel = if lod == 0 { 0.03 } else { 0.0 };
    let foot = [
        DVec2::new(-0.36, -0.3),
        DVec2::new(0.36, -0.3),
        DVec2::new(0.36, 0.12),
        DVec2::new(0.2, 0.38),
        DVec2::new(-0.2, 0.38),
        DVec2::new(-0.36, 0.12),
    ];
    let mut shape = profile(&foot, 1.5, bevel)
        .mapped(6.0, DVec2::new(0.1, 0.35))
        .material(CONCRETE);
    let top = [
        DVec2::new(-0.19, 0.36),
        DVec2::new(0.19, 0.36),
        DVec2::new(0.11, 1.0),
        DVec2::new(-0.11, 1.0),
    ];
    shape.add(
        profile(&top, 1.5, bevel)
            .mapped(6.0, DVec2::new(0.3, 0.7))
            .material(CONCRETE),
    );
    for side in [1.0, -1.0] {
        let y = |z: f64| side * (0.19 - 0.125 * (z - 0.36) + 0.006);
        let (a, b) = (-1.2 * side, 1.2 * side);
        shape.add(
            Shape::quad([
                DVec3::new(b, y(0.62), 0.62),
                DVec3::new(a, y(0.62), 0.62),
                DVec3::new(a, y(0.9), 0.9),
                DVec3::new(b, y(0.9), 0.9),
            ])
            .material(STRIPE),
        );
    }
    if lod == 0 {
        for x in [-0.9, 0.9] {
            shape.add(
                bar(
                    DVec3::new(x - 0.1, 0.0, 0.98),
                    DVec3::new(x - 0.06, 0.0, 1.12),
                    0.02,
                    5,
                )
                .material(STEEL),
            );
            shape.add(
                bar(
                    DVec3::new(x - 0.06, 0.0, 1.12),
                    DVec3::new(x + 0.06, 0.0, 1.12),
                    0.02,
                    5,
                )
                .material(STEEL),
            );
            shape.add(
                bar(
                    DVec3::new(x + 0.06, 0.0, 1.12),
                    DVec3::new(x + 0.1, 0.0, 0.98),
                    0.02,
                    5,
                )
                .material(STEEL),
            );
        }
    }
    shape
}
