//! Damaged images end in a model or an error, never in a panic, and soon.

use crate::test_models::e8;
use crate::{
    BoundsScope, LodLevel, LodRule, Model, NodePose, NodeState, NodeTime, PieceList, Root,
    RootTravel, Selection, joint_bounds,
};
use glam::Vec3;

/// Reads an image and asks the model for everything.
fn exercise(image: &[u8]) {
    let Ok(model) = Model::parse(image) else {
        return;
    };
    let count = model.nodes.len();
    let mut poses = vec![NodePose::IDENTITY; count];
    for time in [NodeTime::Fallback, NodeTime::At(1.5), NodeTime::Frame(9)] {
        let _ = model.pose(
            &vec![time; count],
            Root::Own(RootTravel::InPlace),
            &mut poses,
        );
    }
    for (state, lod) in [(0, 0), (2, 3), (1, 4)] {
        let selection = Selection {
            state: NodeState(state),
            lod: LodLevel(lod),
            lod_rule: LodRule::NearestFiner,
            ..Selection::default()
        };
        for range in model.draw_ranges(&selection) {
            let batch = &model.batches[range.batch];
            assert!(
                model
                    .faces(batch)
                    .flatten()
                    .all(|corner| corner.position.is_finite())
            );
        }
        let _ = model.drawn_bounds(&selection, &poses);
    }
    for slot in 0..model.slots.len() {
        let _ = model.described_triangles(slot).count();
    }
    let joints = model.joints(&poses, NodeState(0));
    let _ = joint_bounds(&joints, 0, BoundsScope::Subtree, Vec3::ONE);
    let mut list = PieceList::new(&model);
    list.attach(0, Some(1), &model);
    let mut out = vec![NodePose::IDENTITY; list.pieces().len()];
    let local = out.clone();
    list.compose(&local, &mut out).unwrap();
    let _ = model.examine();
    let written = model.write().unwrap();
    assert_eq!(Model::parse(&written).unwrap().write().unwrap(), written);
}

/// A bigger fixture: everything of E8, a frame map and a path graph.
fn fixture() -> Vec<u8> {
    let mut model = e8();
    let animation = model.animation.as_mut().unwrap();
    animation.keys = vec![animation.keys[0]; 4];
    animation.keys[2].time = 3.0;
    animation.frame_map = vec![0, 0, 1, 1];
    animation.frame_count = 4;
    if let crate::NodeTable::Standard(nodes) = &mut model.nodes {
        nodes[0].anim_map_start = 0;
        nodes[0].fallback_key = 2;
        nodes[1].fallback_key = 3;
    }
    model.path_graph = Some(crate::PathGraph {
        vertices: vec![crate::PathVertex20::default(); 2],
        links: vec![crate::PathLink40 {
            start: 0,
            end: 1,
            word_08: [u32::MAX; 8],
        }],
    });
    model.local_lights = Some(vec![crate::LocalLight48::default()]);
    let name = wire::FixedName::new(b"fixture.msh").unwrap();
    model.lay_out(name).unwrap();
    let image = model.write().unwrap();
    assert_eq!(Model::parse_strict(&image).unwrap(), model);
    image
}

#[test]
fn truncated_images() {
    let image = fixture();
    for length in 0..image.len() {
        exercise(&image[..length]);
        // The archive refuses a wrong length; a right one lets the damage through to the streams.
        let mut cut = image[..length].to_vec();
        cut.resize(image.len(), 0);
        exercise(&cut);
    }
}

#[test]
fn truncated_streams() {
    let image = fixture();
    let archive = nres::Archive::parse(&image).unwrap();
    for (damaged, entry) in archive.entries().iter().enumerate() {
        for size in 0..entry.size as usize {
            let mut cut = nres::Builder::new();
            for (index, &entry) in archive.entries().iter().enumerate() {
                let payload = archive.payload(index).unwrap();
                let end = if index == damaged {
                    size
                } else {
                    payload.len()
                };
                cut.push_record(entry, &payload[..end]);
            }
            exercise(&cut.finish().unwrap());
        }
    }
}

#[test]
fn changed_bytes() {
    let image = fixture();
    let mut changed = image.clone();
    for place in 0..image.len() {
        let byte = image[place];
        for bit in 0..8 {
            changed[place] = byte ^ 1 << bit;
            exercise(&changed);
        }
        for value in [0x00, 0x7F, 0x80, 0xFF] {
            changed[place] = value;
            exercise(&changed);
        }
        changed[place] = byte;
    }
}
