//! Guns: a long cannon for the middle socket and a missile box for the sides.

use crate::model::{Binding, Key, Model, Node};
use crate::shape::{block, boxed, lathe, rotation};
use glam::{DQuat, DVec2, DVec3};

const HULL: u8 = 0;
const STEEL: u8 = 1;

/// Cannon with a recoiling barrel: the binding runs 0 - 0.5 - 1 as a shot does.
pub(crate) fn cannon() -> Model {
    let mut model = Model::new("e_gun_mc_01", "guns.rlb", b"EXTO", &["R_HULL", "R_STEEL"]);
    model.hit_points = 300.0;
    let root = model.node(Node::root("Base_gun"));
    let still = |time: u32, y: f64| Key {
        time,
        position: DVec3::new(0.0, y, 0.0),
        rotation: DQuat::IDENTITY,
    };
    let barrel = model.node(
        Node::new("Gun01_m1o1", Some(root), DVec3::ZERO)
            .keys(vec![still(0, 0.0), still(1, -0.42), still(4, 0.0)])
            .lods(3, |lod| {
                let sides = [14, 8, 5][lod];
                let profile: &[(f64, f64)] = if lod == 2 {
                    &[(0.12, 0.0), (0.09, 3.1), (0.0, 3.1)]
                } else {
                    &[
                        (0.0, -0.1),
                        (0.17, -0.1),
                        (0.17, 0.35),
                        (0.125, 0.45),
                        (0.115, 1.35),
                        (0.15, 1.4),
                        (0.15, 1.85),
                        (0.105, 1.9),
                        (0.09, 2.75),
                        (0.14, 2.8),
                        (0.14, 3.16),
                        (0.10, 3.2),
                        (0.055, 3.2),
                        (0.055, 3.0),
                        (0.0, 3.0),
                    ]
                };
                lathe(profile, sides)
                    .turned(DVec3::X, -90.0)
                    .mapped(1.3, DVec2::new(0.2, 0.1))
                    .material(STEEL)
            }),
    );
    model.bindings = vec![Binding {
        node: barrel,
        frame_a: 0.0,
        frame_b: 4.0,
        blend: 0.0,
        rate: 2.0,
        span: 0.0,
        flags: 0,
    }];
    model.point("Dir_1", barrel, DVec3::new(0.0, 3.2, 0.0), DVec3::Y);
    model.point(
        "Width_1",
        barrel,
        DVec3::new(0.0, 3.2, 0.0),
        DVec3::X * 0.11,
    );
    model
}

/// Box of six missile tubes.
pub(crate) fn launcher() -> Model {
    let mut model = Model::new("e_gun_ml_01", "guns.rlb", b"EXTO", &["R_HULL", "R_STEEL"]);
    model.hit_points = 260.0;
    let root = model.node(Node::root("Base_gun"));
    let pack = model.node(
        Node::new("Gun02_m1o1", Some(root), DVec3::new(0.0, 0.0, 0.0))
            .turned(rotation(DVec3::X, 9.0))
            .lods(2, |lod| {
                let bevel = if lod == 0 { 0.04 } else { 0.0 };
                let mut shape = block(
                    DVec3::new(-0.26, -0.65, -0.18),
                    DVec3::new(0.26, 0.62, 0.24),
                    bevel,
                )
                .mapped(1.6, DVec2::new(0.35, 0.15))
                .material(HULL);
                if lod == 0 {
                    for column in 0..2 {
                        for row in 0..2 {
                            let tube = lathe(
                                &[
                                    (0.085, -0.05),
                                    (0.095, 0.07),
                                    (0.065, 0.07),
                                    (0.06, -0.2),
                                    (0.0, -0.2),
                                ],
                                10,
                            );
                            shape.add(
                                tube.turned(DVec3::X, -90.0)
                                    .at(
                                        -0.125 + 0.25 * f64::from(column),
                                        0.62,
                                        -0.07 + 0.2 * f64::from(row),
                                    )
                                    .mapped(0.7, DVec2::ZERO)
                                    .material(STEEL),
                            );
                        }
                    }
                    shape.add(
                        boxed(0.0, -0.1, -0.28, (0.2, 0.3, 0.12), 0.03)
                            .mapped(0.8, DVec2::ZERO)
                            .material(STEEL),
                    );
                    shape.add(
                        boxed(0.0, -0.3, 0.24, (0.36, 0.5, 0.06), 0.02)
                            .mapped(0.8, DVec2::new(0.4, 0.2))
                            .material(STEEL),
                    );
                }
                shape
            }),
    );
    model.point("Dir_1", pack, DVec3::new(0.0, 0.7, 0.0), DVec3::Y);
    model
}
