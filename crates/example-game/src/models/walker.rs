//! Two-legged walker: a cabin on backward-bending legs whose keys are a walk of 16 frames.

use crate::model::{Binding, Key, Model, Node, Walk};
use crate::shape::{
    Shape, bar, boxed, chamfered, circle, cylinder, lathe, profile, rotation, stacked,
};
use glam::{DVec2, DVec3};

const HULL: u8 = 0;
const STEEL: u8 = 1;
const LENS: u8 = 2;
const BADGE: u8 = 3;
const GRILLE: u8 = 4;

const THIGH: f64 = 1.25;
const SHIN: f64 = 1.45;
const ANKLE: f64 = 0.24;
/// Height of the hips above the ground in the middle of a step.
const HIP: f64 = 2.35;
/// Half the length of a step.
const STEP: f64 = 0.62;
/// Frames of the walk.
const FRAMES: u32 = 16;

/// The walker, 4.6 m tall.
pub(crate) fn model() -> Model {
    let mut model = Model::new(
        "r_l_03",
        "bases.rlb",
        b"BTLU",
        &["R_HULL_2", "R_STEEL", "R_LENS", "B_LBL_01", "B_GRILLE"],
    );
    model.hit_points = 1200.0;
    let sway = |time: u32| {
        let phase = f64::from(time) / f64::from(FRAMES);
        Key {
            time,
            position: DVec3::new(
                0.05 * circle(phase).y,
                0.0,
                HIP + 0.05 * circle(2.0 * phase).x,
            ),
            rotation: rotation(DVec3::Y, 2.2 * circle(phase).y),
        }
    };
    let root = model.node(
        Node::root("B_Md")
            .keys((0..=FRAMES / 2).map(|step| sway(step * 2)).collect())
            .lods(2, pelvis),
    );
    let cabin = model.node(
        Node::new("B_Up", Some(root), DVec3::new(0.0, 0.1, 0.42))
            .turned(rotation(DVec3::X, -3.0))
            .lods(3, cabin),
    );
    let mut moving = vec![root];
    for (names, side, lead) in [
        (["LL_Up", "LL_Md", "LL_Dn"], -1.0, 0.0),
        (["LR_Up", "LR_Md", "LR_Dn"], 1.0, 0.5),
    ] {
        let pose = |time: u32| leg_pose((f64::from(time) / f64::from(FRAMES) + lead).fract());
        let keys = |index: usize, place: DVec3| -> Vec<Key> {
            (0..=FRAMES / 2)
                .map(|step| Key {
                    time: step * 2,
                    position: place,
                    rotation: rotation(DVec3::X, pose(step * 2)[index]),
                })
                .collect()
        };
        let thigh = model.node(
            Node::new(names[0], Some(root), DVec3::ZERO)
                .keys(keys(0, DVec3::new(side * 0.62, 0.0, 0.0)))
                .lods(2, move |lod| thigh(lod, side)),
        );
        let shin = model.node(
            Node::new(names[1], Some(thigh), DVec3::ZERO)
                .keys(keys(1, DVec3::new(side * 0.12, 0.0, -THIGH)))
                .lods(2, shin),
        );
        let foot = model.node(
            Node::new(names[2], Some(shin), DVec3::ZERO)
                .keys(keys(2, DVec3::new(0.0, 0.0, -SHIN)))
                .lods(2, foot),
        );
        model.point(
            if side < 0.0 { "LeftFoot" } else { "RightFoot" },
            foot,
            DVec3::new(0.0, 0.0, -ANKLE),
            DVec3::Z,
        );
        moving.extend([thigh, shin, foot]);
    }
    let gun = model.node(
        Node::new("Base_RU_01", Some(cabin), DVec3::new(0.92, 0.35, 0.35)).label("universal_mr"),
    );
    model.node(
        Node::new("Base_LU_01", Some(cabin), DVec3::new(-0.92, 0.35, 0.35)).label("universal_ml"),
    );
    for node in moving {
        model.bindings.push(Binding {
            node,
            frame_a: 0.0,
            frame_b: FRAMES as f32,
            blend: 0.14,
            rate: 0.8,
            span: 0.0,
            flags: 1,
        });
    }
    model.walk = Some(Walk {
        first: 0.0,
        last: FRAMES as f32,
        milliseconds: 1250.0,
        speed: 2.0,
        feet: ["LeftFoot", "RightFoot"],
    });
    model.point("Root", root, DVec3::ZERO, DVec3::Z);
    model.point("CameraCenter", cabin, DVec3::new(0.0, 1.1, 0.7), DVec3::Y);
    model.point("TargetDirect", cabin, DVec3::new(0.0, 2.1, 0.7), DVec3::Y);
    model.point("Dir_1", gun, DVec3::new(0.0, 0.7, 0.0), DVec3::Y);
    model
}

/// Degrees about X of thigh, shin and foot at a phase of the walk, each against its parent.
fn leg_pose(phase: f64) -> [f64; 3] {
    // First half on the ground going back, second half through the air coming forward.
    let (along, lift) = if phase < 0.5 {
        (1.0 - 4.0 * phase, 0.0)
    } else {
        let t = (phase - 0.5) * 2.0;
        (-circle(t * 0.5).x, 0.42 * circle(t * 0.5).y)
    };
    let target = DVec2::new(STEP * along, -(HIP - ANKLE) + lift);
    let distance = target.length().min(THIGH + SHIN - 0.01);
    let toward = libm::atan2(target.x, -target.y).to_degrees();
    let bend = |near: f64, far: f64| {
        libm::acos(
            ((near * near + distance * distance - far * far) / (2.0 * near * distance))
                .clamp(-1.0, 1.0),
        )
        .to_degrees()
    };
    let thigh = toward - bend(THIGH, SHIN);
    let shin = toward + bend(SHIN, THIGH);
    let heel = -14.0 * lift / 0.42;
    [thigh, shin - thigh, heel - shin]
}

fn pelvis(lod: usize) -> Shape {
    let bevel = if lod == 0 { 0.05 } else { 0.0 };
    let mut shape = boxed(0.0, 0.0, -0.22, (0.92, 0.8, 0.44), bevel)
        .mapped(2.0, DVec2::new(0.2, 0.2))
        .material(STEEL);
    shape.add(
        cylinder(0.34, 0.2, 0.46, bevel * 0.6, if lod == 0 { 16 } else { 8 })
            .mapped(1.4, DVec2::ZERO)
            .material(STEEL),
    );
    if lod == 0 {
        shape.add(
            boxed(0.0, -0.5, -0.16, (0.6, 0.34, 0.36), 0.05)
                .mapped(2.0, DVec2::new(0.5, 0.1))
                .material(HULL),
        );
        for x in [-0.2, 0.0, 0.2] {
            shape.add(
                bar(
                    DVec3::new(x, -0.36, 0.16),
                    DVec3::new(x, -0.25, 0.5),
                    0.035,
                    6,
                )
                .material(STEEL),
            );
        }
    }
    shape
}

fn cabin(lod: usize) -> Shape {
    let fine = lod == 0;
    let bevel = if fine { 0.06 } else { 0.0 };
    // Side view: beaked nose, sloping back.
    let side = [
        DVec2::new(-1.0, 0.16),
        DVec2::new(-0.55, 0.0),
        DVec2::new(0.75, 0.0),
        DVec2::new(1.42, 0.32),
        DVec2::new(1.46, 0.52),
        DVec2::new(0.85, 1.12),
        DVec2::new(-0.6, 1.28),
        DVec2::new(-1.12, 0.9),
    ];
    let mut shape = profile(&side, 0.72, bevel).warped(|p| {
        let pinch = 1.0 - 0.22 * ((p.y - 0.2) / 1.3).clamp(0.0, 1.0);
        DVec3::new(p.x * pinch, p.y, p.z)
    });
    shape = shape.mapped(2.6, DVec2::new(0.37, 0.22)).material(HULL);
    shape.add(
        boxed(0.78, 0.3, 0.14, (0.24, 0.6, 0.46), bevel)
            .mapped(1.8, DVec2::new(0.1, 0.6))
            .material(STEEL)
            .mirrored(),
    );
    if lod >= 2 {
        return shape;
    }
    // Eye slit.
    shape.add(
        Shape::quad([
            DVec3::new(0.44, 1.245, 0.76),
            DVec3::new(-0.44, 1.245, 0.76),
            DVec3::new(-0.44, 1.05, 0.955),
            DVec3::new(0.44, 1.05, 0.955),
        ])
        .at(0.0, 0.012, 0.012)
        .material(LENS),
    );
    if !fine {
        return shape;
    }
    shape.add(
        boxed(0.0, -1.12, 0.22, (1.0, 0.36, 0.66), 0.06)
            .mapped(2.0, DVec2::new(0.7, 0.3))
            .material(HULL),
    );
    shape.add(
        Shape::quad([
            DVec3::new(-0.4, -1.305, 0.32),
            DVec3::new(0.4, -1.305, 0.32),
            DVec3::new(0.4, -1.305, 0.8),
            DVec3::new(-0.4, -1.305, 0.8),
        ])
        .material(GRILLE),
    );
    for x in [-0.34, 0.34] {
        shape.add(
            lathe(
                &[
                    (0.1, 0.0),
                    (0.1, 0.5),
                    (0.13, 0.55),
                    (0.13, 0.62),
                    (0.0, 0.62),
                ],
                10,
            )
            .turned(DVec3::X, 20.0)
            .at(x, -1.05, 0.82)
            .mapped(0.9, DVec2::ZERO)
            .material(STEEL),
        );
    }
    let hatch = chamfered(
        &[
            DVec2::new(-0.3, -0.3),
            DVec2::new(0.3, -0.3),
            DVec2::new(0.3, 0.3),
            DVec2::new(-0.3, 0.3),
        ],
        0.1,
    );
    shape.add(
        stacked(&[(0.0, hatch.clone()), (0.07, hatch)])
            .turned(DVec3::X, -6.3)
            .at(0.0, -0.05, 1.2)
            .mapped(1.2, DVec2::new(0.4, 0.4))
            .material(HULL),
    );
    shape.add(
        bar(
            DVec3::new(-0.5, -0.7, 1.15),
            DVec3::new(-0.55, -0.85, 2.3),
            0.014,
            5,
        )
        .material(STEEL),
    );
    // Chin gun.
    shape.add(
        cylinder(0.16, -0.1, 0.16, 0.03, 10)
            .at(0.0, 0.75, -0.08)
            .mapped(0.8, DVec2::ZERO)
            .material(STEEL),
    );
    for x in [-0.07, 0.07] {
        shape.add(
            bar(
                DVec3::new(x, 0.8, -0.1),
                DVec3::new(x, 1.75, -0.12),
                0.035,
                6,
            )
            .material(STEEL),
        );
    }
    let badge = Shape::quad([
        DVec3::new(0.735, -0.55, 0.35),
        DVec3::new(0.735, -0.1, 0.35),
        DVec3::new(0.735, -0.1, 0.8),
        DVec3::new(0.735, -0.55, 0.8),
    ]);
    shape.add(badge.material(BADGE).mirrored());
    shape
}

fn thigh(lod: usize, side: f64) -> Shape {
    let fine = lod == 0;
    let bevel = if fine { 0.04 } else { 0.0 };
    let sides = if fine { 12 } else { 6 };
    let plate = [
        DVec2::new(-0.26, 0.18),
        DVec2::new(-0.20, -THIGH + 0.1),
        DVec2::new(0.16, -THIGH + 0.1),
        DVec2::new(0.30, 0.1),
        DVec2::new(0.1, 0.3),
    ];
    let mut shape = profile(&plate, 0.17, bevel)
        .mapped(1.8, DVec2::new(0.3, 0.4))
        .material(HULL);
    for z in [0.0, -THIGH] {
        shape.add(
            cylinder(
                if z < 0.0 { 0.2 } else { 0.27 },
                -0.25,
                0.25,
                bevel * 0.6,
                sides,
            )
            .turned(DVec3::Y, 90.0)
            .at(side * 0.03, 0.0, z)
            .mapped(1.0, DVec2::ZERO)
            .material(STEEL),
        );
    }
    if fine {
        shape.add(
            bar(
                DVec3::new(side * 0.22, -0.2, -0.1),
                DVec3::new(side * 0.22, -0.16, -THIGH + 0.2),
                0.05,
                6,
            )
            .material(STEEL),
        );
    }
    shape.at(side * 0.06, 0.0, 0.0)
}

fn shin(lod: usize) -> Shape {
    let fine = lod == 0;
    let bevel = if fine { 0.035 } else { 0.0 };
    let plate = [
        DVec2::new(-0.13, 0.1),
        DVec2::new(-0.12, -SHIN),
        DVec2::new(0.12, -SHIN),
        DVec2::new(0.24, -0.5),
        DVec2::new(0.2, 0.05),
    ];
    let mut shape = profile(&plate, 0.13, bevel)
        .mapped(1.8, DVec2::new(0.62, 0.1))
        .material(HULL);
    shape.add(
        cylinder(0.16, -0.2, 0.2, bevel * 0.6, if fine { 10 } else { 6 })
            .turned(DVec3::Y, 90.0)
            .at(0.0, 0.0, -SHIN)
            .mapped(1.0, DVec2::ZERO)
            .material(STEEL),
    );
    if fine {
        shape.add(
            bar(
                DVec3::new(0.0, -0.24, -0.25),
                DVec3::new(0.0, -0.17, -SHIN + 0.15),
                0.045,
                6,
            )
            .material(STEEL),
        );
        shape.add(
            bar(
                DVec3::new(0.0, -0.12, -0.2),
                DVec3::new(0.0, -0.26, -0.3),
                0.03,
                5,
            )
            .material(STEEL),
        );
    }
    shape
}

fn foot(lod: usize) -> Shape {
    let fine = lod == 0;
    let bevel = if fine { 0.03 } else { 0.0 };
    let toe = [
        DVec2::new(-0.12, -ANKLE),
        DVec2::new(0.68, -ANKLE),
        DVec2::new(0.68, -ANKLE + 0.07),
        DVec2::new(0.1, 0.02),
        DVec2::new(-0.12, 0.02),
    ];
    let mut shape = Shape::new();
    for turn in [-26.0, 0.0, 26.0] {
        shape.add(
            profile(&toe, 0.13, bevel)
                .turned(DVec3::Z, turn)
                .mapped(1.2, DVec2::new(0.2, 0.3))
                .material(STEEL),
        );
    }
    let heel = [
        DVec2::new(-0.42, -ANKLE),
        DVec2::new(0.1, -ANKLE),
        DVec2::new(0.1, 0.0),
        DVec2::new(-0.42, -ANKLE + 0.08),
    ];
    shape.add(
        profile(&heel, 0.16, bevel)
            .mapped(1.2, DVec2::ZERO)
            .material(STEEL),
    );
    shape
}
