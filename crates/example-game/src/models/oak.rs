//! Broad-leaved tree: a bent trunk, limbs, and a crown of crossed sprays lit as one round body.

use crate::model::{Model, Node};
use crate::noise::Random;
use crate::shape::{LEAFY, Shape, tube};
use glam::{DVec2, DVec3};

const BARK: u8 = 0;
const LEAF: u8 = 1;

/// Middle of the crown.
const CROWN: DVec3 = DVec3::new(0.2, 0.1, 6.6);

/// The tree, 10 m tall.
pub(crate) fn model() -> Model {
    let mut model = Model::new("s_tree_01", "static.rlb", b"STAT", &["T_BARK", "T_LEAF"]);
    model.hit_points = 120.0;
    let root = model.node(Node::root("tr_m1o1").lods(3, trunk));
    for (name, part) in [("lf11_m1o1", 0), ("lf12_m1o1", 1), ("lf13_m1o1", 2)] {
        model.node(Node::new(name, Some(root), DVec3::ZERO).lods(3, move |lod| leaves(lod, part)));
    }
    model
}

fn limbs() -> [(DVec3, DVec3); 6] {
    [
        (DVec3::new(0.14, 0.08, 3.0), DVec3::new(2.1, 0.8, 5.9)),
        (DVec3::new(0.14, 0.08, 3.4), DVec3::new(-1.9, 0.9, 6.3)),
        (DVec3::new(0.18, 0.06, 3.9), DVec3::new(0.3, -2.2, 6.5)),
        (DVec3::new(0.2, 0.05, 4.4), DVec3::new(0.9, 2.0, 7.4)),
        (DVec3::new(0.2, 0.05, 4.8), DVec3::new(-1.0, -1.2, 8.3)),
        (DVec3::new(0.2, 0.05, 5.0), DVec3::new(0.7, 0.1, 9.0)),
    ]
}

fn trunk(lod: usize) -> Shape {
    let sides = [8, 5, 4][lod];
    let mut shape = tube(
        &[
            (DVec3::new(0.0, 0.0, -0.6), 0.62),
            (DVec3::new(0.0, 0.0, 0.25), 0.44),
            (DVec3::new(0.1, 0.06, 1.4), 0.33),
            (DVec3::new(0.14, 0.08, 3.0), 0.28),
            (DVec3::new(0.2, 0.05, 5.0), 0.2),
        ],
        sides,
        3.0,
    );
    if lod < 2 {
        for (from, to) in limbs() {
            let middle = (from + to) * 0.5 + DVec3::new(0.0, 0.0, -0.25);
            shape.add(tube(
                &[(from, 0.16), (middle, 0.11), (to, 0.03)],
                sides.min(5),
                3.0,
            ));
        }
    }
    shape.material(BARK)
}

/// A spray that grows from `root` towards `tip`, turned about that line.
pub(crate) fn spray(root: DVec3, tip: DVec3, width: f64, turn: f64) -> Shape {
    let along = (tip - root).normalize_or(DVec3::Z);
    let side = if along.z.abs() < 0.9 {
        DVec3::Z
    } else {
        DVec3::X
    };
    let (a, b) = (
        along.cross(side).normalize(),
        along.cross(along.cross(side)).normalize(),
    );
    let c = crate::shape::circle(turn);
    let across = (a * c.x + b * c.y) * (width * 0.5);
    Shape::polygon(
        vec![root - across, root + across, tip + across, tip - across],
        vec![
            DVec2::new(0.0, 1.0),
            DVec2::new(1.0, 1.0),
            DVec2::new(1.0, 0.0),
            DVec2::new(0.0, 0.0),
        ],
    )
}

fn leaves(lod: usize, part: usize) -> Shape {
    let mut random = Random::new(900 + part as u32);
    let count = [9, 6, 4][lod];
    let mut shape = Shape::new();
    for index in 0..count {
        let (_, tip) = limbs()[(index + part * 2) % 6];
        let spread = DVec3::new(
            random.range(-1.0, 1.0),
            random.range(-1.0, 1.0),
            random.range(-0.8, 0.9),
        );
        let centre = tip.lerp(CROWN, random.range(0.0, 0.35)) + spread * 0.9;
        let outward = (centre - CROWN + DVec3::Z * 0.6).normalize_or(DVec3::Z);
        let size = random.range(2.4, 3.3) * [1.0, 1.2, 1.5][lod];
        let root = centre - outward * size * 0.5;
        let turn = random.next();
        shape.add(spray(root, root + outward * size, size, turn));
        shape.add(spray(root, root + outward * size, size, turn + 0.25));
    }
    shape
        .crown(CROWN - DVec3::Z)
        .material(LEAF)
        .collision(LEAFY)
}
