//! Low growth: a bush of crossed sprays and tufts of tall grass.

use super::oak::spray;
use crate::model::{Model, Node};
use crate::noise::Random;
use crate::shape::{LEAFY, Shape};
use glam::{DVec2, DVec3};

/// The bush, 1.6 m tall.
pub(crate) fn bush() -> Model {
    let mut model = Model::new("s_tree_33", "static.rlb", b"STAT", &["T_LEAF_2"]);
    model.hit_points = 40.0;
    model.node(Node::root("tr_m1o1").lods(2, |lod| {
        let mut random = Random::new(970);
        let mut shape = Shape::new();
        for _ in 0..[10, 5][lod] {
            let lean =
                DVec3::new(random.range(-0.8, 0.8), random.range(-0.8, 0.8), 1.0).normalize();
            let foot = DVec3::new(lean.x * 0.5, lean.y * 0.5, -0.12);
            let size = random.range(1.1, 1.7);
            shape.add(spray(foot, foot + lean * size, size * 1.1, random.next()));
        }
        shape.crown(DVec3::new(0.0, 0.0, -0.4)).collision(LEAFY)
    }));
    model
}

/// A patch of tall grass.
pub(crate) fn grass() -> Model {
    let mut model = Model::new("s_grass_01", "static.rlb", b"STAT", &["T_GRASS"]);
    model.hit_points = 10.0;
    model.node(
        Node::root("gr_m1o1")
            .flags(crate::model::NO_SHADOW)
            .lods(2, |lod| {
                let mut random = Random::new(980);
                let mut shape = Shape::new();
                for index in 0..[9, 4][lod] {
                    let turn = f64::from(index) * 0.19 + random.range(0.0, 0.1);
                    let c = crate::shape::circle(turn) * random.range(0.7, 1.0);
                    let foot = DVec3::new(random.range(-1.3, 1.3), random.range(-1.3, 1.3), -0.06);
                    let (a, b) = (DVec3::new(c.x, c.y, 0.0), DVec3::new(-c.x, -c.y, 0.0));
                    let up = DVec3::new(
                        random.range(-0.1, 0.1),
                        random.range(-0.1, 0.1),
                        random.range(0.6, 0.95),
                    );
                    shape.add(Shape::polygon(
                        vec![foot + a, foot + b, foot + b + up, foot + a + up],
                        vec![
                            DVec2::new(0.0, 1.0),
                            DVec2::new(1.0, 1.0),
                            DVec2::new(1.0, 0.0),
                            DVec2::new(0.0, 0.0),
                        ],
                    ));
                }
                shape.crown(DVec3::new(0.0, 0.0, -3.0)).collision(LEAFY)
            }),
    );
    model
}
