//! Freight container, 6 m long, in two liveries: one image, two page rectangles.

use crate::model::{Model, Node};
use crate::shape::{Shape, bar, block, boxed};
use glam::{DVec2, DVec3};

const SIDE: u8 = 0;
const STEEL: u8 = 1;

/// Half the sizes along X and Y, and the height.
const SIZE: DVec3 = DVec3::new(1.22, 3.03, 2.59);

/// The red livery.
pub(crate) fn red() -> Model {
    model("s_cont_01", "C_RED")
}

/// The blue livery: the same body under other materials.
pub(crate) fn blue() -> Model {
    let mut model = model("s_cont_02", "C_BLUE");
    model.body_of = Some("s_cont_01");
    model
}

fn model(key: &'static str, livery: &'static str) -> Model {
    let mut model = Model::new(key, "static.rlb", b"STAT", &[livery, "R_STEEL"]);
    model.hit_points = 300.0;
    model.node(Node::root("ct_m1o1").lods(2, build));
    model
}

fn build(lod: usize) -> Shape {
    let inset = 0.06;
    let body = block(
        DVec3::new(-SIZE.x + inset, -SIZE.y + inset, 0.14),
        DVec3::new(SIZE.x - inset, SIZE.y - inset, SIZE.z - inset),
        0.0,
    );
    // Every side shows one whole page; the ends show the middle of it.
    let mut shape = body
        .clone()
        .facing(|n| n.x.abs() > 0.5)
        .mapped(1.0, DVec2::ZERO)
        .fitted()
        .material(SIDE);
    let mut ends = body
        .clone()
        .facing(|n| n.y.abs() > 0.5)
        .mapped(1.0, DVec2::ZERO)
        .fitted();
    for polygon in &mut ends.polygons {
        for uv in &mut polygon.uvs {
            uv.x = 0.05 + uv.x * 0.42;
        }
    }
    shape.add(ends.material(SIDE));
    let mut roof = body
        .facing(|n| n.z.abs() > 0.5)
        .mapped(1.0, DVec2::ZERO)
        .fitted();
    for polygon in &mut roof.polygons {
        for uv in &mut polygon.uvs {
            *uv = DVec2::new(uv.y * 0.55, 0.12 + uv.x * 0.62);
        }
    }
    shape.add(roof.material(SIDE));
    let bevel = if lod == 0 { 0.02 } else { 0.0 };
    // Frame: posts, sills, rails.
    for x in [-1.0, 1.0] {
        for y in [-1.0, 1.0] {
            shape.add(
                boxed(
                    x * (SIZE.x - 0.08),
                    y * (SIZE.y - 0.08),
                    0.0,
                    (0.16, 0.16, SIZE.z),
                    bevel,
                )
                .mapped(1.6, DVec2::ZERO)
                .material(STEEL),
            );
        }
        for z in [0.0, SIZE.z - 0.14] {
            shape.add(
                boxed(
                    x * (SIZE.x - 0.05),
                    0.0,
                    z,
                    (0.1, SIZE.y * 2.0 - 0.3, 0.14),
                    bevel,
                )
                .mapped(1.6, DVec2::ZERO)
                .material(STEEL),
            );
        }
    }
    for y in [-1.0, 1.0] {
        for z in [0.0, SIZE.z - 0.14] {
            shape.add(
                boxed(
                    0.0,
                    y * (SIZE.y - 0.05),
                    z,
                    (SIZE.x * 2.0 - 0.3, 0.1, 0.14),
                    bevel,
                )
                .mapped(1.6, DVec2::ZERO)
                .material(STEEL),
            );
        }
    }
    if lod == 0 {
        // Door bars with handles.
        for x in [-0.75, -0.25, 0.25, 0.75] {
            let y = SIZE.y - 0.02;
            shape.add(
                bar(
                    DVec3::new(x, y, 0.2),
                    DVec3::new(x, y, SIZE.z - 0.2),
                    0.028,
                    6,
                )
                .material(STEEL),
            );
            shape.add(
                boxed(x + 0.12, y, 1.15, (0.3, 0.05, 0.06), 0.01)
                    .mapped(1.0, DVec2::ZERO)
                    .material(STEEL),
            );
        }
    }
    shape
}
