//! Examples E4, E5, E6 and E21, and trees that are broken.

use super::*;
use crate::test_models::{key, node, posed_model, turned_key};
use crate::{AnimKey24, FallbackReason, Placement, WarningKind};
use glam::Quat;
use std::f32::consts::FRAC_PI_2;

const NONE: u16 = 0xFFFF;
const AUTHORED: Root = Root::Own(RootTravel::Authored);

fn pose_all(model: &Model, times: &[NodeTime], root: Root) -> Vec<NodePose> {
    let mut out = vec![NodePose::IDENTITY; model.nodes.len()];
    model.pose(times, root, &mut out).unwrap();
    out
}

fn about_z(z: f32, w: f32) -> Quat {
    Quat::from_xyzw(0.0, 0.0, z, w)
}

fn assert_pose(pose: NodePose, translation: [f32; 3], rotation: Quat) {
    let translation = Vec3::from(translation);
    assert!(pose.translation.abs_diff_eq(translation, 1e-5), "{pose:?}");
    let is_same =
        pose.rotation.abs_diff_eq(rotation, 1e-5) || pose.rotation.abs_diff_eq(-rotation, 1e-5);
    assert!(is_same, "{pose:?} against {rotation}");
}

#[test]
fn e04_a_conjugated_parent_turns_its_child() {
    let bytes: [u8; 24] = [
        0x00, 0x00, 0x80, 0x3f, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
        0x00, 0x82, 0x5a, 0x00, 0x00, 0x00, 0x00, 0x82, 0x5a,
    ];
    let keys = vec![
        bytemuck::pod_read_unaligned(&bytes),
        key([2.0, 0.0, 0.0], 0.0),
    ];
    assert_eq!(keys[0], turned_key([1.0, 0.0, 0.0], [23170, 0, 0, 23170]));
    let nodes = vec![node(NONE, NONE, 0), node(0, NONE, 1)];
    let model = posed_model(nodes, keys, vec![], 1);
    let poses = pose_all(&model, &[NodeTime::Fallback; 2], AUTHORED);
    let turn = about_z(-0.707107, 0.707107);
    assert_pose(poses[0], [1.0, 0.0, 0.0], turn);
    assert_pose(poses[1], [1.0, -2.0, 0.0], turn);
}

fn e5() -> Model {
    let keys = vec![
        key([10.0, 0.0, 0.0], 0.0),
        key([0.0, 0.0, 1.0], 0.0),
        AnimKey24 {
            time: 2.0,
            ..turned_key([0.0, 4.0, 1.0], [23170, 0, 0, 23170])
        },
        key([2.0, 0.0, 0.0], 0.0),
    ];
    let nodes = vec![node(NONE, NONE, 0), node(0, 0, 2), node(1, NONE, 3)];
    posed_model(nodes, keys, vec![1, 1, 2], 3)
}

#[test]
fn e05_three_nodes_two_keys_one_map() {
    let model = e5();
    let turned = (
        [10.0, 4.0, 1.0],
        about_z(-0.707107, 0.707107),
        [10.0, 2.0, 1.0],
    );
    let rows = [
        (0.0, [10.0, 0.0, 1.0], about_z(0.0, 1.0), [12.0, 0.0, 1.0]),
        (
            0.5,
            [10.0, 1.0, 1.0],
            about_z(-0.195090, 0.980785),
            [11.847759, 0.234633, 1.0],
        ),
        (
            1.0,
            [10.0, 2.0, 1.0],
            about_z(-0.382683, 0.923880),
            [11.414214, 0.585786, 1.0],
        ),
        (
            1.5,
            [10.0, 3.0, 1.0],
            about_z(-0.555570, 0.831470),
            [10.765367, 1.152241, 1.0],
        ),
        (2.0, turned.0, turned.1, turned.2),
        (2.5, turned.0, turned.1, turned.2),
        (3.0, turned.0, turned.1, turned.2),
        (3.5, turned.0, turned.1, turned.2),
        (100.0, turned.0, turned.1, turned.2),
    ];
    let check = |times: [NodeTime; 3], row: usize| {
        let poses = pose_all(&model, &times, AUTHORED);
        let (_, g1, r1, g2) = rows[row];
        assert_pose(poses[0], [10.0, 0.0, 0.0], Quat::IDENTITY);
        assert_pose(poses[1], g1, r1);
        assert!(
            poses[2].translation.abs_diff_eq(g2.into(), 1e-5),
            "row {row}: {poses:?}"
        );
    };
    for (row, &(time, ..)) in rows.iter().enumerate() {
        check([NodeTime::At(time); 3], row);
    }
    check([NodeTime::Fallback; 3], 4);
    check(
        [NodeTime::Fallback, NodeTime::At(0.5), NodeTime::Fallback],
        1,
    );
    check([NodeTime::At(0.0), NodeTime::At(2.0), NodeTime::At(0.0)], 4);
    check([NodeTime::At(-0.0); 3], 0);
    for (frame, row) in [(0, 0), (1, 2), (2, 4), (3, 7)] {
        check([NodeTime::Frame(frame); 3], row);
    }

    let pose = pose_all(&model, &[NodeTime::At(1.0); 3], AUTHORED)[2];
    let point = pose.point(Vec3::X);
    assert!(point.abs_diff_eq(Vec3::new(12.121320, -0.121320, 1.0), 1e-5));
    let placement = Placement::new(
        Vec3::new(100.0, 200.0, 5.0),
        Vec3::new(0.0, 0.0, FRAC_PI_2),
        Vec3::new(2.0, 1.0, 0.5),
    )
    .unwrap();
    let expected = Vec3::new(100.121320, 224.242641, 5.5);
    assert!(placement.point(point).abs_diff_eq(expected, 5e-5));
}

#[test]
fn e05_bad_times_are_refused() {
    let model = e5();
    let mut out = [NodePose::IDENTITY; 3];
    for time in [-0.1, f32::NAN, f32::INFINITY] {
        let times = [NodeTime::At(0.0), NodeTime::At(time), NodeTime::Fallback];
        let error = model.pose(&times, AUTHORED, &mut out).unwrap_err();
        assert!(matches!(error, PoseError::Time { node: 1, .. }), "{error}");
    }
    let short = model.pose(&[NodeTime::Fallback; 2], AUTHORED, &mut out);
    assert!(matches!(
        short,
        Err(PoseError::Length {
            expected: 3,
            found: 2,
            ..
        })
    ));
    let short = model.pose(&[NodeTime::Fallback; 3], AUTHORED, &mut out[..2]);
    assert!(matches!(
        short,
        Err(PoseError::Length {
            expected: 3,
            found: 2,
            ..
        })
    ));
    assert_eq!(out, [NodePose::IDENTITY; 3]);
    let huge = [NodeTime::At(f32::MAX); 3];
    assert_eq!(
        pose_all(&model, &huge, AUTHORED),
        pose_all(&model, &[NodeTime::Fallback; 3], AUTHORED)
    );
}

#[test]
fn times_round_to_frames_with_ties_to_even() {
    let table = [
        (0.0, 0),
        (0.25, 0),
        (0.5, 0),
        (1.0, 0),
        (1.25, 1),
        (1.5, 1),
        (2.0, 2),
        (2.5, 2),
        (3.0, 2),
        (3.5, 3),
        (4.0, 4),
        (4.5, 4),
        (5.0, 4),
        (5.5, 5),
        (6.0, 6),
        (1.0001, 1),
    ];
    // A map whose word names its own frame.
    let model = posed_model(
        vec![node(NONE, 0, 7)],
        vec![AnimKey24::default(); 8],
        (0..7).collect(),
        7,
    );
    let skeleton = model.skeleton().unwrap();
    for (time, frame) in table {
        let choice = skeleton.key_choice(0, NodeTime::At(time)).unwrap();
        assert_eq!(choice, KeyChoice::Segment { first: frame }, "{time}");
    }
}

fn xs(model: &Model, times: &[NodeTime]) -> Vec<f32> {
    times
        .iter()
        .map(|&time| pose_all(model, &[time], AUTHORED)[0].translation.x)
        .collect()
}

fn at(times: &[f32]) -> Vec<NodeTime> {
    times.iter().copied().map(NodeTime::At).collect()
}

fn one_root(start: u16, keys: &[(f32, f32)], map: &[u16]) -> Model {
    let last = keys.len() as u16 - 1;
    posed_model(
        vec![node(NONE, start, last)],
        keys.iter()
            .map(|&(x, time)| key([x, 0.0, 0.0], time))
            .collect(),
        map.to_vec(),
        map.len() as u32,
    )
}

#[test]
fn e06_map_boundaries_and_clamping() {
    let a = one_root(0, &[(4.0, 0.0), (8.0, 2.0), (0.0, 9.0)], &[0, 0, 0]);
    assert_eq!(
        xs(&a, &at(&[0.0, 1.0, 2.0, 2.5, 3.0, 3.5, 9.0])),
        [4.0, 6.0, 8.0, 8.0, 8.0, 0.0, 0.0]
    );
    assert_eq!(xs(&a, &[NodeTime::Fallback]), [0.0]);
    assert_eq!(
        xs(&a, &[0, 1, 2, 3, 9].map(NodeTime::Frame)),
        [4.0, 6.0, 8.0, 0.0, 0.0]
    );

    let b_keys = [(0.0, 0.0), (6.0, 3.0)];
    let b = one_root(0, &b_keys, &[0, 0, 0, 1]);
    assert_eq!(
        xs(&b, &at(&[2.0, 2.5, 2.75, 3.0, 3.25, 4.0, 0.0])),
        [4.0, 5.0, 5.5, 6.0, 6.0, 6.0, 0.0]
    );
    assert_eq!(xs(&b, &[NodeTime::Fallback]), [6.0]);

    let c = one_root(0, &[(0.0, 0.0), (10.0, 1.0), (30.0, 3.0)], &[0, 1, 1, 2]);
    assert_eq!(
        xs(&c, &at(&[0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5])),
        [5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 30.0]
    );

    let mut unmapped = one_root(NONE, &b_keys, &[0, 0, 0, 1]);
    assert_eq!(xs(&unmapped, &at(&[1.5])), [6.0]);
    let mut outside = one_root(3, &b_keys, &[0, 0, 0, 1]);
    assert_eq!(xs(&outside, &at(&[1.5])), [6.0]);
    let reason = |model: &Model| {
        let choice = model.skeleton().unwrap().key_choice(0, NodeTime::At(1.5));
        match choice.unwrap() {
            KeyChoice::Fallback { reason, .. } => reason,
            KeyChoice::Segment { .. } => panic!("a segment"),
        }
    };
    assert_eq!(reason(&unmapped), FallbackReason::NoMap);
    assert_eq!(reason(&outside), FallbackReason::PastMap);
    let warned = |model: &mut Model| {
        let name = wire::FixedName::new(b"m").unwrap();
        model.lay_out(name).unwrap();
        let read = Model::parse(&model.write().unwrap()).unwrap();
        read.warnings
            .iter()
            .any(|warning| warning.kind == WarningKind::MapBlock)
    };
    assert!(!warned(&mut unmapped));
    assert!(warned(&mut outside));
}

#[test]
fn e21_root_travel() {
    let keys = vec![
        key([1.0, 0.0, 0.0], 0.0),
        key([4.0, 0.0, 0.0], 2.0),
        key([0.0, 0.0, 1.0], 0.0),
    ];
    let nodes = vec![node(NONE, 0, 1), node(0, NONE, 2)];
    let model = posed_model(nodes, keys, vec![0, 0, 1], 3);
    let table = [
        (0.0, [1.0, 1.0, 0.0]),
        (1.0, [2.5, 1.0, 0.0]),
        (2.0, [4.0, 1.0, 0.0]),
    ];
    for (time, by_travel) in table {
        let travels = [
            RootTravel::Authored,
            RootTravel::InPlace,
            RootTravel::Engine,
        ];
        for (travel, x) in travels.into_iter().zip(by_travel) {
            let poses = pose_all(&model, &[NodeTime::At(time); 2], Root::Own(travel));
            assert_pose(poses[0], [x, 0.0, 0.0], Quat::IDENTITY);
            assert_pose(poses[1], [x, 0.0, 1.0], Quat::IDENTITY);
        }
    }
    let stride = |from, to| {
        let skeleton = model.skeleton().unwrap();
        skeleton
            .stride(NodeTime::At(from), NodeTime::At(to))
            .unwrap()
    };
    assert_eq!(stride(0.0, 2.0), 3.0);
}

#[test]
fn broken_trees_are_drawn_unposed() {
    let keys = || vec![key([1.0, 0.0, 0.0], 0.0); 2];
    let check = |model: &Model, expected: NoHierarchy| {
        let count = model.nodes.len();
        let mut out = vec![NodePose::default(); count];
        let socket = NodePose {
            translation: Vec3::Y,
            rotation: Quat::from_rotation_x(1.0),
        };
        let times = vec![NodeTime::At(0.0); count];
        let error = model
            .pose(&times, Root::Mounted(socket), &mut out)
            .unwrap_err();
        assert_eq!(error, PoseError::NoHierarchy(expected));
        assert_eq!(out, vec![socket; count]);
        let _ = model.pose(&times, AUTHORED, &mut out);
        assert_eq!(out, vec![NodePose::IDENTITY; count]);
    };
    let cycle = vec![node(1, NONE, 0), node(0, NONE, 0)];
    check(
        &posed_model(cycle, keys(), vec![], 1),
        NoHierarchy::Parent { node: 0, parent: 1 },
    );
    let own_parent = vec![node(NONE, NONE, 0), node(1, NONE, 0)];
    check(
        &posed_model(own_parent, keys(), vec![], 1),
        NoHierarchy::Parent { node: 1, parent: 1 },
    );
    let no_key = vec![node(NONE, NONE, 2)];
    check(
        &posed_model(no_key, keys(), vec![], 1),
        NoHierarchy::FallbackKey {
            node: 0,
            key: 2,
            key_count: 2,
        },
    );
    let mut still = posed_model(vec![node(NONE, NONE, 0)], keys(), vec![], 1);
    still.animation = None;
    check(&still, NoHierarchy::NoAnimation);
    check(
        &posed_model(vec![], keys(), vec![], 1),
        NoHierarchy::NoNodes,
    );
    let short = Model {
        nodes: NodeTable::Short(vec![crate::Node24([0; 24])]),
        ..Model::default()
    };
    check(&short, NoHierarchy::ShortNodes);
}

#[test]
fn manual_playback_starts_again() {
    let animation = e5().animation.unwrap();
    assert_eq!(animation.playback_time(0.0625, crate::PLAYBACK_FPS), 1.0);
    assert_eq!(animation.playback_time(0.1875, crate::PLAYBACK_FPS), 1.0);
    assert_eq!(Animation::default().playback_time(1.0, 16.0), 0.0);
    assert_eq!(animation.playback_time(1.0, f32::NAN), 0.0);
}
