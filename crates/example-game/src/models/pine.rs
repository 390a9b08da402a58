//! Pine: a straight trunk and tiers of drooping boughs.

use crate::model::{Model, Node};
use crate::noise::Random;
use crate::shape::{LEAFY, Shape, circle, tube};
use glam::{DVec2, DVec3};

const BARK: u8 = 0;
const NEEDLE: u8 = 1;

/// The tree, 13 m tall.
pub(crate) fn model() -> Model {
    let mut model = Model::new("s_tree_02", "static.rlb", b"STAT", &["T_BARK_2", "T_PINE"]);
    model.hit_points = 120.0;
    let root = model.node(Node::root("tr_m1o1").lods(3, |lod| {
        tube(
            &[
                (DVec3::new(0.0, 0.0, -0.6), 0.38),
                (DVec3::new(0.0, 0.0, 0.3), 0.3),
                (DVec3::new(0.05, 0.0, 6.0), 0.18),
                (DVec3::new(0.0, 0.05, 12.6), 0.03),
            ],
            [7, 5, 4][lod],
            3.0,
        )
        .material(BARK)
    }));
    model.node(Node::new("lf11_m1o1", Some(root), DVec3::ZERO).lods(3, |lod| boughs(lod, 0)));
    model.node(Node::new("lf12_m1o1", Some(root), DVec3::ZERO).lods(3, |lod| boughs(lod, 1)));
    model
}

fn boughs(lod: usize, part: usize) -> Shape {
    let mut random = Random::new(950 + part as u32);
    let mut shape = Shape::new();
    let tiers = [9, 7, 5][lod];
    for tier in (part..tiers).step_by(2) {
        let t = f64::from(tier as u32) / f64::from(tiers as u32);
        let height = 2.6 + 9.6 * t;
        let reach = 3.3 * (1.0 - 0.82 * t);
        let count = if lod == 0 { 6 } else { 5 };
        for index in 0..count {
            let turn = (f64::from(index) + random.range(-0.2, 0.2)) / f64::from(count)
                + 0.37 * f64::from(tier as u32);
            let c = circle(turn);
            let out = DVec3::new(c.x, c.y, 0.0);
            let side = DVec3::new(-c.y, c.x, 0.0);
            let length = reach * random.range(0.88, 1.1);
            let half = length * 0.52;
            let root = DVec3::Z * height;
            let middle = root + out * (length * 0.55) + DVec3::Z * (0.10 * length);
            let tip = root + out * length - DVec3::Z * (0.28 * length);
            // Two quads bent downward in the middle.
            let points = [(root, 0.35, 0.0), (middle, 1.0, 0.55), (tip, 0.8, 1.0)];
            for pair in points.windows(2) {
                let ((p0, w0, v0), (p1, w1, v1)) = (pair[0], pair[1]);
                let droop = DVec3::Z * (-0.16 * length);
                shape.add(Shape::polygon(
                    vec![
                        p0 - side * half * w0 + droop * w0,
                        p1 - side * half * w1 + droop * w1,
                        p1,
                        p0,
                    ],
                    vec![
                        DVec2::new(0.5 - 0.5 * w0, v0),
                        DVec2::new(0.5 - 0.5 * w1, v1),
                        DVec2::new(0.5, v1),
                        DVec2::new(0.5, v0),
                    ],
                ));
                shape.add(Shape::polygon(
                    vec![
                        p0,
                        p1,
                        p1 + side * half * w1 + droop * w1,
                        p0 + side * half * w0 + droop * w0,
                    ],
                    vec![
                        DVec2::new(0.5, v0),
                        DVec2::new(0.5, v1),
                        DVec2::new(0.5 + 0.5 * w1, v1),
                        DVec2::new(0.5 + 0.5 * w0, v0),
                    ],
                ));
            }
        }
    }
    if part == 0 {
        for turn in [0.0, 0.25] {
            shape.add(super::oak::spray(
                DVec3::new(0.0, 0.05, 12.9),
                DVec3::new(0.0, 0.05, 11.3),
                1.0,
                turn,
            ));
        }
    }
    shape
        .crown(DVec3::new(0.0, 0.0, 4.0))
        .material(NEEDLE)
        .collision(LEAFY)
}
