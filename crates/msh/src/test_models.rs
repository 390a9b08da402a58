//! Small models that several tests use.

use crate::{
    AnimKey24, Animation, Batch20, BatchFlags, Label, Labels, Model, ModelBounds, Node38,
    NodeFlags, NodeNames, NodeTable, PackedNormal, PackedUv, PathGraph, Slot68, Triangle16,
    TriangleFlags,
};
use glam::Vec3;
use wire::FixedName;

/// A node without geometry.
pub(crate) fn node(parent: u16, anim_map_start: u16, fallback_key: u16) -> Node38 {
    Node38 {
        parent_or_link: parent,
        anim_map_start,
        fallback_key,
        ..Node38::default()
    }
}

/// A key without rotation.
pub(crate) fn key(position: [f32; 3], time: f32) -> AnimKey24 {
    AnimKey24 {
        time,
        ..turned_key(position, [32767, 0, 0, 0])
    }
}

/// A key at time 0 with a rotation W, X, Y, Z.
pub(crate) fn turned_key(position: [f32; 3], rotation_wxyz: [i16; 4]) -> AnimKey24 {
    AnimKey24 {
        position: position.into(),
        time: 0.0,
        rotation_wxyz,
    }
}

/// A model of nodes and keys alone.
pub(crate) fn posed_model(
    nodes: Vec<Node38>,
    keys: Vec<AnimKey24>,
    frame_map: Vec<u16>,
    frame_count: u32,
) -> Model {
    Model {
        nodes: NodeTable::Standard(nodes),
        animation: Some(Animation {
            keys,
            frame_map,
            frame_count,
        }),
        ..Model::default()
    }
}

/// The model of example E8: two nodes draw the same three vertices.
pub(crate) fn e8() -> Model {
    let slot_node = |flags, parent_or_link, fallback_key, slot| {
        let mut node = Node38 {
            flags: NodeFlags(flags),
            parent_or_link,
            fallback_key,
            ..Node38::default()
        };
        node.slot_index[0] = slot;
        node
    };
    let slot = |batch_start| Slot68 {
        tri_start: 0,
        tri_count: 1,
        batch_start,
        batch_count: 1,
        aabb_min: Vec3::ZERO,
        aabb_max: Vec3::new(1.0, 1.0, 0.0),
        sphere_center: Vec3::new(0.5, 0.5, 0.0),
        sphere_radius: 0.75,
        opaque: [1.0_f32.to_bits(), 0, 0, 0, 0],
    };
    let batch = |flags, material_index, lightmap_index| Batch20 {
        flags,
        material_index,
        lightmap_index,
        local_batch_index: 0xFFFF,
        index_count: 3,
        vertex_count: 3,
        ..Batch20::default()
    };
    let (low, high) = (Vec3::new(0.0, -1.0, 0.0), Vec3::new(6.0, 1.0, 0.0));
    let mut model = Model {
        nodes: NodeTable::Standard(vec![
            slot_node(0x0000, 0xFFFF, 0, 0),
            slot_node(0x0040, 0, 1, 1),
        ]),
        header: ModelBounds::of_box(crate::Aabb {
            min: low,
            max: high,
        }),
        slots: vec![slot(0), slot(1)],
        positions: vec![Vec3::ZERO, Vec3::X, Vec3::Y],
        normals: Some(vec![PackedNormal([0x7f, 0, 0, 0]); 3]),
        uv0: Some(vec![
            PackedUv([0, 0]),
            PackedUv([0x400, 0]),
            PackedUv([0, 0x400]),
        ]),
        uv1: Some(vec![
            PackedUv([0, 0]),
            PackedUv([0x200, 0]),
            PackedUv([0, 0x200]),
        ]),
        indices: vec![0, 1, 2],
        batches: vec![
            batch(BatchFlags(0), 0, 0xFF),
            batch(BatchFlags::LIGHTMAP, 1, 0),
        ],
        triangles: Some(vec![Triangle16 {
            flags: TriangleFlags(0),
            links: [0xFFFF; 3],
            normal: [0, 0, 32767],
            edge_twins: 0x003F,
        }]),
        animation: Some(Animation {
            keys: vec![
                key([0.0; 3], 0.0),
                turned_key([5.0, 0.0, 0.0], [23170, 0, 0, 23170]),
            ],
            frame_map: vec![],
            frame_count: 1,
        }),
        names: Some(NodeNames {
            names: vec![
                FixedName::new(b"body").unwrap(),
                FixedName::new(b"Base_TM").unwrap(),
            ],
            rest: vec![],
        }),
        labels: Some(Labels {
            labels: vec![Label::default(), Label::new(b"e_tur_bt")],
            rest: vec![],
        }),
        auxiliary_15: Some(vec![[0; 8]; 3]),
        path_graph: Some(PathGraph::default()),
        ..Model::default()
    };
    model.lay_out(FixedName::new(b"e8.msh").unwrap()).unwrap();
    model
}
