//! Properties of models whose free parts are anything.

use crate::test_models::{e8, key};
use crate::{AnimKey24, Model, NodeFlags, NodePose, NodeTable, NodeTime, Root, RootTravel, Stream};
use glam::Quat;
use proptest::prelude::*;
use wire::FixedName;

fn any_key() -> impl Strategy<Value = AnimKey24> {
    (
        prop::array::uniform3(-1e3_f32..1e3),
        0.0_f32..500.0,
        any::<[i16; 4]>(),
    )
        .prop_map(|(position, time, rotation_wxyz)| AnimKey24 {
            rotation_wxyz,
            ..key(position, time)
        })
}

/// Models whose opaque parts and keys are anything.
fn any_model() -> impl Strategy<Value = Model> {
    (
        prop::collection::vec(any_key(), 2..9),
        prop::collection::vec(any::<u16>(), 0..20),
        0_u32..20,
        any::<[u16; 12]>(),
        any::<[u32; 5]>(),
        any::<[[u8; 8]; 3]>(),
        prop::collection::vec(any::<u8>(), 0..20),
        prop::option::of(prop::collection::vec(any::<u8>(), 0..40)),
    )
        .prop_map(
            |(keys, frame_map, frame_count, words, opaque, extra, label, raw)| {
                let mut model = e8();
                let animation = model.animation.as_mut().unwrap();
                (animation.keys, animation.frame_map) = (keys, frame_map);
                animation.frame_count = frame_count;
                if let NodeTable::Standard(nodes) = &mut model.nodes {
                    nodes[0].flags = NodeFlags(words[0]);
                    nodes[1].anim_map_start = words[1];
                    nodes[1].slot_index[1..].copy_from_slice(&[words[2]; 14]);
                }
                model.slots[0].opaque = opaque;
                model.batches[0].flags = crate::BatchFlags(words[3]);
                model.batches[0].material_index_hi = words[4];
                model.batches[0].local_batch_index = words[5];
                model.triangles.as_mut().unwrap()[0].edge_twins = words[6];
                model.normals.as_mut().unwrap()[0].0[3] = words[7] as i8;
                model.uv0.as_mut().unwrap()[1].0 = [words[8], words[9]];
                model.auxiliary_15 = Some(extra.to_vec());
                model.labels.as_mut().unwrap().labels[0] = crate::Label::new(&label);
                if let Some(raw) = raw {
                    model.directory.push(Stream {
                        type_id: 1000 + u32::from(words[10]),
                        attr1: 1,
                        attr2: 2,
                        attr3: words[11].into(),
                        name: FixedName::new(b"other").unwrap(),
                        raw: Some(raw),
                    });
                }
                model.lay_out(FixedName::new(b"any.msh").unwrap()).unwrap();
                model
            },
        )
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(model in any_model()) {
        let image = model.write().unwrap();
        let mut read = Model::parse(&image).unwrap();
        prop_assert_eq!(read.write().unwrap(), image);
        read.warnings.clear();
        prop_assert_eq!(read, model);
    }

    #[test]
    fn poses_are_finite_and_of_unit_length(model in any_model(), time in 0.0_f32..600.0) {
        let mut poses = [NodePose::IDENTITY; 2];
        let root = Root::Own(RootTravel::InPlace);
        model.pose(&[NodeTime::At(time); 2], root, &mut poses).unwrap();
        for pose in poses {
            prop_assert!(pose.translation.is_finite());
            prop_assert!((pose.rotation.length() - 1.0).abs() < 1e-4);
        }
    }

    #[test]
    fn mounting_at_the_own_root_changes_nothing(model in any_model(), time in 0.0_f32..30.0) {
        let mut own = [NodePose::IDENTITY; 2];
        let mut mounted = [NodePose { rotation: Quat::from_rotation_x(1.0), ..NodePose::IDENTITY }; 2];
        let times = [NodeTime::At(time); 2];
        model.pose(&times, Root::Own(RootTravel::Authored), &mut own).unwrap();
        model.pose(&times, Root::Mounted(own[0]), &mut mounted).unwrap();
        prop_assert_eq!(own, mounted);
    }
}
