//! Mesh fence, one field of 4 m with its post.

use crate::model::{Model, Node};
use crate::shape::{LEAFY, Shape, bar, boxed};
use glam::{DVec2, DVec3};

const STEEL: u8 = 0;
const MESH: u8 = 1;
const CONCRETE: u8 = 2;

/// The field: its post at the origin, the mesh towards +X.
pub(crate) fn model() -> Model {
    let mut model = Model::new(
        "s_fence_01",
        "static.rlb",
        b"STAT",
        &["R_STEEL", "F_MESH", "B_CONC"],
    );
    model.hit_points = 80.0;
    let root = model.node(Node::root("fn_m1o1").lods(2, frame));
    model.node(Node::new("ms_m1o1", Some(root), DVec3::ZERO).shape(mesh()));
    model
}

fn frame(lod: usize) -> Shape {
    let sides = if lod == 0 { 7 } else { 4 };
    let mut shape = bar(
        DVec3::new(0.0, 0.0, -0.5),
        DVec3::new(0.0, 0.0, 2.5),
        0.06,
        sides,
    )
    .material(STEEL);
    shape.add(
        bar(
            DVec3::new(0.0, 0.0, 2.5),
            DVec3::new(0.0, 0.45, 2.95),
            0.045,
            sides,
        )
        .material(STEEL),
    );
    shape.add(
        boxed(
            0.0,
            0.0,
            -0.4,
            (0.34, 0.34, 0.52),
            if lod == 0 { 0.04 } else { 0.0 },
        )
        .mapped(4.0, DVec2::ZERO)
        .material(CONCRETE),
    );
    for z in [0.25, 2.35] {
        shape.add(
            bar(
                DVec3::new(0.0, 0.0, z),
                DVec3::new(4.0, 0.0, z),
                0.03,
                sides.min(5),
            )
            .material(STEEL),
        );
    }
    if lod == 0 {
        for (y, z) in [(0.15, 2.65), (0.3, 2.8), (0.45, 2.95)] {
            shape.add(bar(DVec3::new(0.0, y, z), DVec3::new(4.0, y, z), 0.012, 3).material(STEEL));
        }
        shape.add(
            bar(
                DVec3::new(0.1, 0.0, 0.3),
                DVec3::new(1.2, 0.0, 2.3),
                0.022,
                4,
            )
            .material(STEEL),
        );
    }
    shape
}

fn mesh() -> Shape {
    Shape::polygon(
        vec![
            DVec3::new(0.0, 0.0, 0.1),
            DVec3::new(4.0, 0.0, 0.1),
            DVec3::new(4.0, 0.0, 2.4),
            DVec3::new(0.0, 0.0, 2.4),
        ],
        vec![
            DVec2::new(0.0, 1.15),
            DVec2::new(2.0, 1.15),
            DVec2::new(2.0, 0.0),
            DVec2::new(0.0, 0.0),
        ],
    )
    .material(MESH)
    .collision(LEAFY)
}
