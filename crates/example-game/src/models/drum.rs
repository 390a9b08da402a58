//! Three fuel drums, one of them lying.

use crate::model::{Model, Node};
use crate::shape::{Shape, lathe};
use glam::{DVec2, DVec3};

const SIDE: u8 = 0;
const STEEL: u8 = 1;

/// The drums.
pub(crate) fn model() -> Model {
    let mut model = Model::new("s_drum_01", "static.rlb", b"STAT", &["C_DRUM", "R_STEEL"]);
    model.hit_points = 40.0;
    model.node(Node::root("dr_m1o1").lods(2, |lod| {
        let mut shape = drum(lod);
        shape.add(drum(lod).turned(DVec3::Z, 140.0).at(0.66, 0.12, 0.0));
        shape.add(
            drum(lod)
                .turned(DVec3::Y, 90.0)
                .turned(DVec3::Z, 65.0)
                .at(0.1, 0.95, 0.3),
        );
        shape
    }));
    model
}

fn drum(lod: usize) -> Shape {
    let (radius, height) = (0.29, 0.9);
    let sides = if lod == 0 { 14 } else { 7 };
    let mut shape = lathe(&[(radius, 0.02), (radius, height - 0.02)], sides).material(SIDE);
    if lod == 0 {
        for z in [0.04, 0.3, 0.6, 0.86] {
            shape.add(
                lathe(
                    &[(radius, z - 0.03), (radius + 0.018, z), (radius, z + 0.03)],
                    sides,
                )
                .mapped(1.0, DVec2::ZERO)
                .material(STEEL),
            );
        }
    }
    let caps = [(0.0, 0.0), (radius - 0.02, 0.0), (radius, 0.02)];
    shape.add(
        lathe(&caps, sides)
            .mapped(1.0, DVec2::new(0.4, 0.2))
            .material(STEEL),
    );
    shape.add(
        lathe(
            &[
                (radius, height - 0.02),
                (radius - 0.015, height),
                (radius - 0.04, height - 0.02),
                (0.0, height - 0.02),
            ],
            sides,
        )
        .mapped(1.0, DVec2::new(0.1, 0.6))
        .material(STEEL),
    );
    shape
}
