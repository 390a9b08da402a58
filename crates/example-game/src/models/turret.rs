//! Medium turret: turns on its ring by a wrapped, inverted binding, lifts its guns by a clamped one.

use crate::model::{Binding, FULL_TURN, Key, Model, Node};
use crate::shape::{Shape, bar, boxed, chamfered, cylinder, profile, rotation, stacked};
use glam::{DVec2, DVec3};

const HULL: u8 = 0;
const STEEL: u8 = 1;
const LENS: u8 = 2;
const HATCH: u8 = 3;
const BADGE: u8 = 4;

/// The turret, 3.3 m long; gun sockets left, centre and right.
pub(crate) fn model() -> Model {
    let mut model = Model::new(
        "e_tur_mt_01",
        "turrets.rlb",
        b"EXTO",
        &["R_HULL", "R_STEEL", "R_LENS", "B_HATCH", "B_LBL_01"],
    );
    model.hit_points = 700.0;
    let root = model.node(Node::root("Base_TM"));
    // Value 0.5 looks ahead: frame 2 of 0..4 is no turn.
    let quarter = |frame: u32| rotation(DVec3::Z, 90.0 * (f64::from(frame) - 2.0));
    let turn = model.node(
        Node::new("Turn_m1o1", Some(root), DVec3::ZERO)
            .turns(&[
                (0, quarter(0)),
                (1, quarter(1)),
                (2, quarter(2)),
                (3, quarter(3)),
                (4, quarter(4)),
            ])
            .lods(3, body),
    );
    let lift = |degrees: f64| rotation(DVec3::X, degrees);
    let pitch = model.node(
        Node::new("GP_m1o1", Some(turn), DVec3::new(0.0, 0.78, 0.42))
            .turns(&[(0, lift(-12.0)), (2, lift(42.0))])
            .lods(2, mantlet),
    );
    model.node(Node::new("Base_C", Some(pitch), DVec3::new(0.0, 0.34, 0.0)).label("central_mc"));
    let swing = model.node(
        Node::new("Base_RU_01", Some(turn), DVec3::new(0.98, 0.05, 0.52)).label("universal_mr"),
    );
    model.node(
        Node::new("Base_LU_01", Some(turn), DVec3::new(-0.98, 0.05, 0.52)).label("universal_ml"),
    );
    let eye = model.node(Node::new(
        "Eye_m1o1",
        Some(turn),
        DVec3::new(-0.42, 0.1, 0.98),
    ));
    // A search light that nods: three keys, bound beyond its end to show the clamp.
    let light = model.node(
        Node::new("Lgt_m1o1", Some(turn), DVec3::new(0.55, 0.62, 0.86))
            .keys(vec![
                Key {
                    time: 0,
                    position: DVec3::new(0.55, 0.62, 0.86),
                    rotation: rotation(DVec3::X, -8.0),
                },
                Key {
                    time: 2,
                    position: DVec3::new(0.55, 0.62, 0.86),
                    rotation: rotation(DVec3::X, 10.0),
                },
                Key {
                    time: 4,
                    position: DVec3::new(0.55, 0.62, 0.90),
                    rotation: rotation(DVec3::X, 24.0),
                },
            ])
            .lods(1, |_| search_light()),
    );
    // Cockpit: seen only in the unit's own view.
    let mut cockpit = Node::new("CP_m1o1", Some(eye), DVec3::ZERO).flags(0x0020);
    cockpit.shapes.push(crate::model::Level {
        state: 0,
        lod: 4,
        shape: cockpit_frame(),
    });
    model.node(cockpit);
    model.bindings = vec![
        Binding {
            node: turn,
            frame_a: 0.0,
            frame_b: 4.0,
            blend: 0.42,
            rate: 0.2,
            span: FULL_TURN,
            flags: 3,
        },
        Binding {
            node: pitch,
            frame_a: 0.0,
            frame_b: 2.0,
            blend: 0.333,
            rate: 0.5,
            span: 0.942,
            flags: 0,
        },
        Binding {
            node: light,
            frame_a: 0.0,
            frame_b: 4.0,
            blend: 1.2,
            rate: 1.0,
            span: 0.0,
            flags: 0,
        },
    ];
    model.point("TurretCenter", turn, DVec3::ZERO, DVec3::Z);
    model.point("TurretDirect", turn, DVec3::new(0.0, 1.0, 0.4), DVec3::Y);
    model.point("CameraCenter", eye, DVec3::ZERO, DVec3::Y);
    model.point("TargetDirect", eye, DVec3::new(0.0, 1.0, 0.0), DVec3::Y);
    model.point("Up1Light", swing, DVec3::Z * 0.4, DVec3::Y);
    model
}

fn body(lod: usize) -> Shape {
    let fine = lod == 0;
    let outline = |grow: f64| {
        let half = [
            DVec2::new(0.46, 1.12),
            DVec2::new(0.92, 0.55),
            DVec2::new(0.98, -0.7),
            DVec2::new(0.66, -1.32),
        ];
        let mut points: Vec<DVec2> = half
            .iter()
            .rev()
            .map(|p| DVec2::new(p.x + grow, p.y + grow * p.y.signum()))
            .collect();
        points.extend(
            half.iter()
                .map(|p| DVec2::new(-p.x - grow, p.y + grow * p.y.signum())),
        );
        points
    };
    let rings = if fine {
        vec![
            (0.02, outline(-0.10)),
            (0.10, outline(0.0)),
            (0.52, outline(0.02)),
            (0.78, outline(-0.18)),
            (0.82, outline(-0.24)),
        ]
    } else {
        vec![
            (0.04, outline(-0.04)),
            (0.52, outline(0.02)),
            (0.82, outline(-0.22)),
        ]
    };
    let mut shape = stacked(&rings)
        .mapped(2.8, DVec2::new(0.22, 0.31))
        .material(HULL);
    if lod >= 2 {
        return shape;
    }
    // Commander's cupola and hatch.
    shape.add(
        cylinder(
            0.34,
            0.8,
            0.96,
            if fine { 0.03 } else { 0.0 },
            if fine { 16 } else { 8 },
        )
        .at(-0.42, -0.3, 0.0)
        .mapped(1.4, DVec2::new(0.3, 0.0))
        .material(HULL),
    );
    shape.add(
        Shape::quad([
            DVec3::new(-0.70, -0.58, 0.962),
            DVec3::new(-0.14, -0.58, 0.962),
            DVec3::new(-0.14, -0.02, 0.962),
            DVec3::new(-0.70, -0.02, 0.962),
        ])
        .material(HATCH),
    );
    // Bustle bin and ears for the side guns.
    shape.add(
        boxed(
            0.0,
            -1.5,
            0.16,
            (1.25, 0.42, 0.5),
            if fine { 0.05 } else { 0.0 },
        )
        .mapped(2.4, DVec2::new(0.6, 0.2))
        .material(HULL),
    );
    shape.add(
        boxed(
            0.93,
            0.05,
            0.38,
            (0.16, 0.5, 0.30),
            if fine { 0.04 } else { 0.0 },
        )
        .mapped(1.2, DVec2::ZERO)
        .material(STEEL)
        .mirrored(),
    );
    if !fine {
        return shape;
    }
    shape.add(
        boxed(-0.42, 0.12, 0.82, (0.30, 0.26, 0.20), 0.04)
            .mapped(1.2, DVec2::new(0.4, 0.4))
            .material(HULL),
    );
    shape.add(
        Shape::quad([
            DVec3::new(-0.31, 0.253, 0.88),
            DVec3::new(-0.53, 0.253, 0.88),
            DVec3::new(-0.53, 0.253, 0.98),
            DVec3::new(-0.31, 0.253, 0.98),
        ])
        .material(LENS),
    );
    for index in 0..4 {
        let x = 0.42 + 0.15 * f64::from(index);
        shape.add(
            cylinder(0.055, 0.0, 0.30, 0.012, 8)
                .turned(DVec3::X, -52.0)
                .at(x, 0.60 - 0.1 * f64::from(index), 0.62)
                .mapped(0.8, DVec2::ZERO)
                .material(STEEL)
                .mirrored(),
        );
    }
    shape.add(
        bar(
            DVec3::new(0.62, -1.1, 0.78),
            DVec3::new(0.64, -1.32, 2.25),
            0.016,
            5,
        )
        .material(STEEL),
    );
    shape.add(
        bar(
            DVec3::new(-0.55, -1.15, 0.78),
            DVec3::new(-0.56, -1.25, 1.7),
            0.014,
            5,
        )
        .material(STEEL),
    );
    for x in [-0.5, 0.0, 0.5] {
        shape.add(
            bar(
                DVec3::new(x, -1.72, 0.70),
                DVec3::new(x, -1.72, 0.86),
                0.018,
                5,
            )
            .material(STEEL),
        );
    }
    shape.add(
        bar(
            DVec3::new(-0.56, -1.72, 0.86),
            DVec3::new(0.56, -1.72, 0.86),
            0.018,
            5,
        )
        .material(STEEL),
    );
    let badge = Shape::quad([
        DVec3::new(1.005, -0.55, 0.18),
        DVec3::new(0.997, -0.15, 0.18),
        DVec3::new(0.999, -0.15, 0.50),
        DVec3::new(1.007, -0.55, 0.50),
    ]);
    shape.add(badge.material(BADGE).at(0.012, 0.0, 0.0).mirrored());
    shape
}

fn mantlet(lod: usize) -> Shape {
    let bevel = if lod == 0 { 0.03 } else { 0.0 };
    let side = chamfered(
        &[
            DVec2::new(-0.26, -0.30),
            DVec2::new(0.18, -0.27),
            DVec2::new(0.34, -0.1),
            DVec2::new(0.34, 0.12),
            DVec2::new(0.14, 0.30),
            DVec2::new(-0.26, 0.30),
        ],
        if lod == 0 { 0.05 } else { 0.0 },
    );
    profile(&side, 0.44, bevel)
        .mapped(2.0, DVec2::new(0.15, 0.65))
        .material(HULL)
}

fn search_light() -> Shape {
    let mut shape = cylinder(0.13, -0.1, 0.10, 0.025, 12)
        .turned(DVec3::X, -90.0)
        .mapped(0.8, DVec2::ZERO)
        .material(STEEL);
    shape.add(
        Shape::quad([
            DVec3::new(0.09, 0.104, -0.09),
            DVec3::new(-0.09, 0.104, -0.09),
            DVec3::new(-0.09, 0.104, 0.09),
            DVec3::new(0.09, 0.104, 0.09),
        ])
        .material(LENS),
    );
    shape.add(
        bar(
            DVec3::new(0.0, -0.02, -0.22),
            DVec3::new(0.0, -0.02, -0.1),
            0.03,
            6,
        )
        .material(STEEL),
    );
    shape
}

fn cockpit_frame() -> Shape {
    let mut shape = boxed(0.0, 0.6, -0.42, (1.2, 0.5, 0.12), 0.02)
        .mapped(1.0, DVec2::ZERO)
        .material(STEEL);
    shape.add(
        boxed(0.55, 0.6, -0.4, (0.08, 0.12, 0.8), 0.02)
            .mapped(1.0, DVec2::ZERO)
            .material(STEEL)
            .mirrored(),
    );
    shape.add(
        boxed(0.0, 0.6, 0.36, (1.2, 0.12, 0.08), 0.02)
            .mapped(1.0, DVec2::ZERO)
            .material(STEEL),
    );
    shape
}
