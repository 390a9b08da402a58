//! Command bunker: battered concrete walls with baked light, a hall behind sliding doors, a glazed post on the roof.

mod hall;
mod roof;

use crate::model::{Binding, INTERIOR, Key, Lamp, Model, Node};
use crate::shape::{Shape, WALKABLE, boxed, chamfered, lathe, profile, rectangle, stacked};
use glam::{DQuat, DVec2, DVec3};

const CONCRETE: u8 = 0;
const PANEL: u8 = 1;
const TREAD: u8 = 2;
const SLAB: u8 = 3;
const DOOR: u8 = 4;
const STRIPE: u8 = 5;
const GRILLE: u8 = 6;
const SCREEN: u8 = 7;
const LAMP: u8 = 8;
const HATCH: u8 = 9;
const TRAY: u8 = 10;
const STEEL: u8 = 11;
const GLASS: u8 = 12;
const BADGE: u8 = 13;
const NUMBER: u8 = 14;
const BLACK: u8 = 15;

/// Where it stands; the door looks down the road.
pub(crate) const PLACE: DVec2 = DVec2::new(384.0, 416.0);
/// How it is turned, radians.
pub(crate) const YAW: f64 = -0.75 * std::f64::consts::PI;
/// Half the outside length along X and depth along Y at the foot.
const HALF: DVec2 = DVec2::new(12.4, 8.4);
/// Half width and height of the doorway.
const DOORWAY: (f64, f64) = (2.5, 4.0);
/// Height of the hall's floor above the ground.
const FLOOR: f64 = 0.12;

/// The bunker; its doors look towards +Y.
pub(crate) fn model() -> Model {
    let mut model = Model::new(
        "fr_m_base",
        "fortif.rlb",
        b"FORT",
        &[
            "B_CONC", "B_PANEL", "B_TREAD", "B_S0", "B_DOOR", "B_STRIPE", "B_GRILLE", "B_SCREEN",
            "B_LAMP", "B_HATCH", "B_TRAY", "R_STEEL", "G_GLASS", "B_LBL_01", "B_NUMBER", "DEFAULT",
        ],
    );
    model.hit_points = 24_000.0;
    model.yaw = YAW;
    let root = model.node(Node::root("o01_0_m1o1").lods(2, shell));
    let roof = model.node(Node::new("o02_0_m1o1", Some(root), DVec3::ZERO).lods(2, roof::roof));
    model.node(Node::new("o03_0_m1o1", Some(root), DVec3::ZERO).lods(2, roof::annex));
    let hall = model.node(
        Node::new("i01_0_m1o1", Some(root), DVec3::new(0.0, 0.0, FLOOR))
            .flags(INTERIOR)
            .shape(hall::hall()),
    );
    let desk = model.node(
        Node::new("i02_0_m1o1", Some(hall), DVec3::new(0.0, -1.0, 0.0))
            .flags(INTERIOR)
            .shape(hall::map_table()),
    );
    let mut doors = Vec::new();
    for (name, side) in [("i03_0_m1o1", -1.0), ("i04_0_m1o1", 1.0)] {
        let slide = |time: u32, x: f64| Key {
            time,
            position: DVec3::new(side * x, 7.25, 0.0),
            rotation: DQuat::IDENTITY,
        };
        doors.push(
            model.node(
                Node::new(name, Some(hall), DVec3::ZERO)
                    .flags(INTERIOR)
                    .keys(vec![slide(0, 1.28), slide(8, 3.66)])
                    .shape(hall::door_leaf()),
            ),
        );
    }
    for node in doors {
        model.bindings.push(Binding {
            node,
            frame_a: 0.0,
            frame_b: 8.0,
            blend: 0.8,
            rate: 0.5,
            span: 0.0,
            flags: 0,
        });
    }
    model.node(Node::new("gate_m1o1", Some(root), DVec3::ZERO).shape(gate(hall)));
    model.node(Node::new("Base_TL", Some(roof), DVec3::new(8.0, 4.0, 6.35)).label("e_bnt_s"));
    model.point("Root", root, DVec3::ZERO, DVec3::Z);
    model.point("Sign_Entrance1", root, DVec3::new(0.0, 10.0, 0.0), DVec3::Y);
    model.point("Exp_X", roof, DVec3::new(0.0, 0.0, 6.5), DVec3::X);
    model.point("Exp_Y", roof, DVec3::new(0.0, 0.0, 6.5), DVec3::Y);
    model.point("Exp_Z", roof, DVec3::new(0.0, 0.0, 6.5), DVec3::Z);
    model.lamps = vec![];
    for x in [-6.0, 0.0, 6.0] {
        for y in [-4.0, 3.2] {
            model.lamps.push(Lamp {
                position: DVec3::new(x, y, 4.28),
                colour: DVec3::new(1.0, 0.89, 0.72) * 1.2,
                range: 11.0,
            });
        }
    }
    model.lamps.push(Lamp {
        position: DVec3::new(0.0, 9.0, 4.5),
        colour: DVec3::new(1.0, 0.82, 0.55) * 0.9,
        range: 8.0,
    });
    let inner = rectangle(-HALF, HALF);
    let outer = chamfered(
        &rectangle(DVec2::new(-16.0, -11.5), DVec2::new(16.0, 14.5)),
        3.0,
    );
    model.foundation = Some((inner, outer));
    model.paths.stops = vec![
        (DVec3::new(0.0, 10.5, 0.1), 0x80, root as u32),
        (DVec3::new(0.0, 5.0, 0.0), 0, hall as u32),
        (DVec3::new(0.0, 1.6, 0.0), 0x40, desk as u32),
    ];
    model.paths.links = vec![(0, 1), (1, 2)];
    model
}

/// One length of wall that faces +Y: plinth, battered face, cornice; without the side that nobody sees.
fn wall(outer: f64, from: f64, to: f64, low: f64, bevel: f64) -> Shape {
    let (half, middle) = ((to - from) * 0.5, (to + from) * 0.5);
    let mut shape = Shape::new();
    if low <= 0.0 {
        let plinth = [
            DVec2::new(outer - 1.2, -1.2),
            DVec2::new(outer, -1.2),
            DVec2::new(outer, 0.75),
            DVec2::new(outer - 0.18, 0.95),
            DVec2::new(outer - 1.2, 0.95),
        ];
        shape.add(profile(&plinth, half, bevel).mapped(8.0, DVec2::new(0.0, 0.1)));
    }
    let foot = low.max(0.9);
    let lean = |z: f64| outer - 0.26 - 0.085 * z;
    let face = [
        DVec2::new(outer - 1.3, foot),
        DVec2::new(lean(foot), foot),
        DVec2::new(lean(5.7), 5.7),
        DVec2::new(outer - 1.3, 5.7),
    ];
    shape.add(profile(&face, half, 0.0).mapped(8.0, DVec2::new(0.13, 0.72)));
    let cornice = [
        DVec2::new(outer - 1.3, 5.6),
        DVec2::new(outer - 0.62, 5.6),
        DVec2::new(outer - 0.38, 5.8),
        DVec2::new(outer - 0.38, 6.5),
        DVec2::new(outer - 0.9, 6.5),
        DVec2::new(outer - 1.3, 6.5),
    ];
    shape.add(profile(&cornice, half, bevel * 0.8).mapped(8.0, DVec2::new(0.4, 0.3)));
    shape
        .at(middle, 0.0, 0.0)
        .facing(|normal| normal.y > -0.3)
        .material(CONCRETE)
}

/// A buttress against a wall that faces +Y.
fn buttress(outer: f64, x: f64) -> Shape {
    let side = [
        DVec2::new(outer - 0.9, -1.2),
        DVec2::new(outer + 0.45, -1.2),
        DVec2::new(outer + 0.45, 0.9),
        DVec2::new(outer - 0.35, 5.0),
        DVec2::new(outer - 0.9, 5.0),
    ];
    profile(&side, 0.42, 0.06)
        .at(x, 0.0, 0.0)
        .facing(|normal| normal.y > -0.3)
        .mapped(8.0, DVec2::new(0.07 * x, 0.55))
        .material(CONCRETE)
}

fn shell(lod: usize) -> Shape {
    let fine = lod == 0;
    let bevel = if fine { 0.07 } else { 0.0 };
    let mut shape = Shape::new();
    // Front with the doorway, then back and sides.
    shape
        .add(wall(HALF.y, -11.6, -DOORWAY.0, 0.0, bevel))
        .add(wall(HALF.y, DOORWAY.0, 11.6, 0.0, bevel));
    shape.add(wall(HALF.y, -DOORWAY.0, DOORWAY.0, DOORWAY.1, bevel));
    shape.add(wall(HALF.y, -11.6, 11.6, 0.0, bevel).turned(DVec3::Z, 180.0));
    for side in [90.0, -90.0] {
        shape.add(wall(HALF.x, -7.6, 7.6, 0.0, bevel).turned(DVec3::Z, side));
    }
    if fine {
        for x in [-9.0, -5.2, 5.2, 9.0] {
            shape.add(buttress(HALF.y, x));
        }
        for x in [-8.0, -4.0, 0.0, 4.0, 8.0] {
            shape.add(buttress(HALF.y, x).turned(DVec3::Z, 180.0));
        }
        for x in [-4.6, 0.0, 4.6] {
            shape.add(buttress(HALF.x, x).turned(DVec3::Z, -90.0));
        }
    }
    // Corner towers.
    let corner = |grow: f64| {
        chamfered(
            &rectangle(DVec2::splat(-1.25 - grow), DVec2::splat(1.25 + grow)),
            0.45,
        )
    };
    for (x, y) in [(-11.1, -7.1), (11.1, -7.1), (11.1, 7.1), (-11.1, 7.1)] {
        let rings = if fine {
            vec![
                (-1.2, corner(0.28)),
                (0.85, corner(0.28)),
                (1.0, corner(0.12)),
                (6.3, corner(-0.25)),
                (6.4, corner(0.0)),
                (7.1, corner(0.0)),
                (7.25, corner(-0.15)),
            ]
        } else {
            vec![
                (-1.2, corner(0.28)),
                (6.3, corner(-0.2)),
                (7.25, corner(-0.15)),
            ]
        };
        shape.add(
            stacked(&rings)
                .at(x, y, 0.0)
                .mapped(8.0, DVec2::new(0.31, 0.2))
                .material(CONCRETE),
        );
    }
    let mut shape = shape.baked(1.2);
    // Door frame and lintel stripes.
    for side in [-1.0, 1.0] {
        shape.add(
            boxed(side * 2.62, 8.0, 0.0, (0.34, 1.3, 4.1), bevel)
                .mapped(3.0, DVec2::new(0.2, 0.0))
                .material(STEEL),
        );
        shape.add(
            Shape::quad([
                DVec3::new(side * 3.35 + 0.28, 8.46, 0.8),
                DVec3::new(side * 3.35 - 0.28, 8.46, 0.8),
                DVec3::new(side * 3.35 - 0.28, 8.20, 3.4),
                DVec3::new(side * 3.35 + 0.28, 8.20, 3.4),
            ])
            .at(0.0, -0.30, 0.0)
            .material(PANEL)
            .mapped(4.0, DVec2::ZERO),
        );
    }
    shape.add(
        boxed(0.0, 7.95, 4.0, (5.6, 1.1, 0.5), bevel)
            .mapped(3.0, DVec2::new(0.1, 0.4))
            .material(STEEL),
    );
    if fine {
        shape.add(
            Shape::quad([
                DVec3::new(2.7, 8.52, 4.06),
                DVec3::new(-2.7, 8.52, 4.06),
                DVec3::new(-2.7, 8.52, 4.44),
                DVec3::new(2.7, 8.52, 4.44),
            ])
            .material(STRIPE),
        );
        // Lamp over the door under a little hood.
        shape.add(
            boxed(0.0, 8.4, 4.78, (1.4, 0.9, 0.14), 0.04)
                .mapped(2.0, DVec2::ZERO)
                .material(STEEL),
        );
        shape.add(
            Shape::quad([
                DVec3::new(-0.5, 8.15, 4.76),
                DVec3::new(-0.5, 8.75, 4.76),
                DVec3::new(0.5, 8.75, 4.76),
                DVec3::new(0.5, 8.15, 4.76),
            ])
            .material(LAMP),
        );
        // Number and badge beside the door.
        for (x, row) in [(-7.1, NUMBER), (7.1, BADGE)] {
            shape.add(
                Shape::quad([
                    DVec3::new(x + 0.8, 7.93, 2.7),
                    DVec3::new(x - 0.8, 7.93, 2.7),
                    DVec3::new(x - 0.8, 7.80, 4.3),
                    DVec3::new(x + 0.8, 7.80, 4.3),
                ])
                .at(0.0, 0.05, 0.0)
                .material(row),
            );
        }
        // Ventilation on the back wall and cable trays on the east.
        for x in [-6.0, 2.0, 6.0] {
            shape.add(
                boxed(x, -8.05, 2.4, (1.5, 0.5, 1.2), 0.05)
                    .mapped(3.0, DVec2::ZERO)
                    .material(STEEL),
            );
            shape.add(
                Shape::quad([
                    DVec3::new(x - 0.66, -8.31, 2.48),
                    DVec3::new(x + 0.66, -8.31, 2.48),
                    DVec3::new(x + 0.66, -8.31, 3.52),
                    DVec3::new(x - 0.66, -8.31, 3.52),
                ])
                .material(GRILLE),
            );
        }
        shape.add(
            boxed(11.98, 2.3, 1.1, (0.3, 1.2, 4.3), 0.04)
                .fitted()
                .material(TRAY),
        );
    }
    // Apron in front of the door with a ramp.
    let apron = [
        DVec2::new(7.4, -1.0),
        DVec2::new(13.6, -1.0),
        DVec2::new(13.6, 0.0),
        DVec2::new(12.2, FLOOR),
        DVec2::new(7.4, FLOOR),
    ];
    shape.add(
        profile(&apron, 4.2, 0.0)
            .mapped(8.0, DVec2::new(0.25, 0.0))
            .material(SLAB)
            .collision(WALKABLE)
            .baked(2.0),
    );
    if fine {
        for side in [-1.0, 1.0] {
            for y in [9.4, 11.0, 12.6] {
                let mut post = lathe(&[(0.14, -0.5), (0.14, 0.95), (0.08, 1.02), (0.0, 1.02)], 8);
                for polygon in &mut post.polygons {
                    // The image's stripes run along u.
                    polygon.uvs = polygon
                        .uvs
                        .iter()
                        .map(|uv| DVec2::new(0.5 * uv.y, uv.x))
                        .collect();
                }
                shape.add(post.at(side * 4.5, y, 0.0).material(STRIPE));
            }
        }
    }
    shape
}

fn gate(room: usize) -> Shape {
    Shape::quad([
        DVec3::new(DOORWAY.0, 7.9, FLOOR),
        DVec3::new(-DOORWAY.0, 7.9, FLOOR),
        DVec3::new(-DOORWAY.0, 7.9, DOORWAY.1),
        DVec3::new(DOORWAY.0, 7.9, DOORWAY.1),
    ])
    .material(BLACK)
    .portal(room as u16)
}
