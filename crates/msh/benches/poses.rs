//! Posing all nodes of a large unit: 40 animated nodes, each below the one of half its number.

use criterion::{Criterion, criterion_group, criterion_main};
use msh::{AnimKey24, Animation, Model, Node38, NodePose, NodeTable, NodeTime, Root, RootTravel};
use std::hint::black_box;

const NODES: u16 = 40;
const FRAMES: u16 = 120;
const KEYS: u16 = 13;

fn unit() -> Model {
    let node = |index: u16| Node38 {
        parent_or_link: if index == 0 { msh::NONE } else { index / 2 },
        anim_map_start: index * FRAMES,
        fallback_key: index * KEYS + KEYS - 1,
        ..Node38::default()
    };
    let key = |index: u16| AnimKey24 {
        position: glam::Vec3::new(0.0, f32::from(index % 7), 1.0),
        time: f32::from(index % KEYS) * 10.0,
        rotation_wxyz: [28000, (index % 100) as i16 * 100, 0, 12000],
    };
    let word = |word: u16| word / FRAMES * KEYS + word % FRAMES / 10;
    Model {
        nodes: NodeTable::Standard((0..NODES).map(node).collect()),
        animation: Some(Animation {
            keys: (0..NODES * KEYS).map(key).collect(),
            frame_map: (0..NODES * FRAMES).map(word).collect(),
            frame_count: FRAMES.into(),
        }),
        ..Model::default()
    }
}

fn poses(criterion: &mut Criterion) {
    let model = unit();
    let times = [NodeTime::At(47.25); NODES as usize];
    let mut out = [NodePose::IDENTITY; NODES as usize];
    let root = Root::Own(RootTravel::InPlace);
    criterion.bench_function("pose 40 animated nodes", |bencher| {
        bencher.iter(|| model.pose(black_box(&times), root, black_box(&mut out)));
    });
}

criterion_group!(benches, poses);
criterion_main!(benches);
