//! Supply crate, 1.2 m a side.

use crate::model::{Model, Node};
use crate::shape::{boxed, chamfered, prism, rectangle};
use glam::{DVec2, DVec3};

/// The crate.
pub(crate) fn model() -> Model {
    let mut model = Model::new("s_crate_01", "static.rlb", b"STAT", &["C_CRATE", "R_STEEL"]);
    model.hit_points = 60.0;
    model.node(Node::root("cr_m1o1").lods(2, |lod| {
        let bevel = if lod == 0 { 0.035 } else { 0.0 };
        let mut shape =
            boxed(0.0, 0.0, 0.08, (1.2, 1.2, 1.12), bevel).mapped(1.2, DVec2::new(0.5, 0.07));
        for x in [-0.45, 0.45] {
            shape.add(
                prism(
                    &chamfered(
                        &rectangle(DVec2::new(-0.08, -0.58), DVec2::new(0.08, 0.58)),
                        0.02,
                    ),
                    0.0,
                    0.1,
                    0.0,
                )
                .at(x, 0.0, 0.0)
                .mapped(1.2, DVec2::ZERO)
                .material(1),
            );
        }
        if lod == 0 {
            for side in [0.0, 90.0, 180.0, 270.0] {
                shape.add(
                    boxed(0.0, 0.615, 0.62, (0.26, 0.05, 0.07), 0.015)
                        .turned(DVec3::Z, side)
                        .mapped(1.0, DVec2::ZERO)
                        .material(1),
                );
            }
        }
        shape
    }));
    model
}
