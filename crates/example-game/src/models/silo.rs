//! Fuel silo: a ribbed steel tank with a dome, ladder, railing and pump.

use crate::model::{Model, Node};
use crate::shape::{
    Shape, bar, boxed, chamfered, circle, cylinder, lathe, rectangle, stacked, tube,
};
use glam::{DVec2, DVec3};

const WHITE: u8 = 0;
const STEEL: u8 = 1;
const CONCRETE: u8 = 2;
const PANEL: u8 = 3;
const STRIPE: u8 = 4;
const NUMBER: u8 = 5;

const RADIUS: f64 = 3.6;
const HEIGHT: f64 = 7.4;

/// The silo, 9 m tall.
pub(crate) fn model() -> Model {
    let mut model = Model::new(
        "fr_s_store",
        "fortif.rlb",
        b"FORT",
        &[
            "R_WHITE", "R_STEEL", "B_CONC", "B_PANEL", "B_STRIPE", "B_NUMBER",
        ],
    );
    model.hit_points = 6000.0;
    let root = model.node(Node::root("o01_0_m1o1").lods(3, tank));
    model.node(Node::new("o02_0_m1o1", Some(root), DVec3::ZERO).lods(1, |_| fittings()));
    model.point("Root", root, DVec3::ZERO, DVec3::Z);
    let inner: Vec<DVec2> = (0..12)
        .map(|i| circle((f64::from(i) + 0.5) / 12.0) * 4.1)
        .collect();
    let outer: Vec<DVec2> = (0..12)
        .map(|i| circle((f64::from(i) + 0.5) / 12.0) * 6.0)
        .collect();
    model.foundation = Some((inner, outer));
    model
}

fn tank(lod: usize) -> Shape {
    let sides = [28, 14, 8][lod];
    let ring: Vec<DVec2> = (0..12)
        .map(|i| circle((f64::from(i) + 0.5) / 12.0) * 4.25)
        .collect();
    let top: Vec<DVec2> = ring.iter().map(|p| *p * 0.965).collect();
    let mut shape = stacked(&[(-1.2, ring.clone()), (0.35, ring), (0.5, top)])
        .mapped(8.0, DVec2::new(0.1, 0.3))
        .material(CONCRETE);
    let mut wall = lathe(&[(RADIUS, 0.5), (RADIUS, HEIGHT)], sides);
    for polygon in &mut wall.polygons {
        for uv in &mut polygon.uvs {
            *uv = DVec2::new(uv.x * 6.0, uv.y * 2.0);
        }
    }
    shape.add(wall.material(WHITE));
    shape.add(
        lathe(
            &[
                (RADIUS + 0.12, HEIGHT - 0.08),
                (RADIUS + 0.12, HEIGHT + 0.06),
                (RADIUS - 0.1, HEIGHT + 0.1),
                (2.6, HEIGHT + 0.75),
                (1.2, HEIGHT + 1.18),
                (0.0, HEIGHT + 1.28),
            ],
            sides,
        )
        .mapped(4.0, DVec2::new(0.5, 0.5))
        .material(WHITE),
    );
    if lod == 0 {
        for z in [0.62, 2.6, 4.7] {
            shape.add(
                lathe(
                    &[
                        (RADIUS, z - 0.1),
                        (RADIUS + 0.09, z - 0.06),
                        (RADIUS + 0.09, z + 0.06),
                        (RADIUS, z + 0.1),
                    ],
                    sides,
                )
                .mapped(2.0, DVec2::ZERO)
                .material(STEEL),
            );
        }
        let mut belt = lathe(&[(RADIUS + 0.015, 1.0), (RADIUS + 0.015, 1.5)], sides);
        for polygon in &mut belt.polygons {
            polygon.uvs = vec![
                DVec2::new(0.0, 1.0),
                DVec2::new(0.25, 1.0),
                DVec2::new(0.25, 0.0),
                DVec2::new(0.0, 0.0),
            ];
        }
        shape.add(belt.material(STRIPE));
    }
    shape
}

fn fittings() -> Shape {
    let mut shape = Shape::new();
    // Ladder on the +Y side.
    for side in [-0.24, 0.24] {
        shape.add(
            bar(
                DVec3::new(side, RADIUS + 0.3, 0.4),
                DVec3::new(side, RADIUS + 0.3, HEIGHT + 1.0),
                0.035,
                5,
            )
            .material(STEEL),
        );
    }
    for step in 0..24 {
        let z = 0.7 + 0.3 * f64::from(step);
        shape.add(
            bar(
                DVec3::new(-0.24, RADIUS + 0.3, z),
                DVec3::new(0.24, RADIUS + 0.3, z),
                0.022,
                4,
            )
            .material(STEEL),
        );
    }
    // Railing round the rim.
    let posts = 16;
    for index in 0..posts {
        let (a, b) = (
            circle((f64::from(index) + 0.5) / f64::from(posts)) * RADIUS,
            circle((f64::from(index) + 1.5) / f64::from(posts)) * RADIUS,
        );
        shape.add(bar(a.extend(HEIGHT), a.extend(HEIGHT + 1.0), 0.03, 4).material(STEEL));
        if index != 3 {
            for z in [0.55, 1.0] {
                shape
                    .add(bar(a.extend(HEIGHT + z), b.extend(HEIGHT + z), 0.024, 4).material(STEEL));
            }
        }
    }
    // Vent, pipes, pump house, number.
    shape.add(
        cylinder(0.45, HEIGHT + 1.1, HEIGHT + 1.7, 0.06, 12)
            .mapped(1.4, DVec2::ZERO)
            .material(STEEL),
    );
    shape.add(
        lathe(&[(0.7, HEIGHT + 1.7), (0.0, HEIGHT + 2.0)], 12)
            .mapped(1.4, DVec2::ZERO)
            .material(STEEL),
    );
    shape.add(
        tube(
            &[
                (DVec3::new(RADIUS - 0.2, -1.0, 1.2), 0.18),
                (DVec3::new(RADIUS + 0.9, -1.0, 1.2), 0.18),
                (DVec3::new(RADIUS + 1.2, -1.0, 0.9), 0.18),
                (DVec3::new(RADIUS + 1.2, -1.0, -0.4), 0.18),
            ],
            9,
            1.4,
        )
        .material(STEEL),
    );
    shape.add(
        cylinder(0.34, -0.14, 0.14, 0.04, 12)
            .turned(DVec3::Y, 90.0)
            .at(RADIUS + 0.5, -1.0, 1.2)
            .mapped(1.0, DVec2::ZERO)
            .material(STEEL),
    );
    let pump = chamfered(
        &rectangle(DVec2::new(-0.8, -0.6), DVec2::new(0.8, 0.6)),
        0.15,
    );
    shape.add(
        stacked(&[
            (-0.5, pump.clone()),
            (1.2, pump.clone()),
            (1.4, crate::shape::inset(&pump, 0.15)),
        ])
        .at(RADIUS + 1.3, 1.2, 0.0)
        .mapped(4.0, DVec2::new(0.3, 0.2))
        .material(PANEL),
    );
    shape.add(
        boxed(RADIUS + 0.12, 1.2, 0.6, (0.8, 0.2, 0.2), 0.03)
            .mapped(1.0, DVec2::ZERO)
            .material(STEEL),
    );
    let plate = Shape::quad([
        DVec3::new(0.9, -RADIUS - 0.02, 3.2),
        DVec3::new(-0.9, -RADIUS - 0.02, 3.2),
        DVec3::new(-0.9, -RADIUS - 0.02, 5.0),
        DVec3::new(0.9, -RADIUS - 0.02, 5.0),
    ]);
    shape.add(plate.inside_out().turned(DVec3::Z, 120.0).material(NUMBER));
    shape
}
