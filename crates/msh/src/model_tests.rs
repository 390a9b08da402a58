//! Reading and writing whole models: example E8 and its mutations.

use crate::test_models::e8;
use crate::{
    LodLevel, Model, Node24, NodeFlags, NodePose, NodeTable, NodeTime, Root, RootTravel, Selection,
    Stream, WarningKind,
};
use glam::{Vec2, Vec3};
use wire::FixedName;

/// One entry of a fixture: type id, attr1, attr2, attr3, payload.
type Entry = (u32, u32, u32, u32, Vec<u8>);

/// The fixture of example E8, byte by byte as its page lists it.
fn e8_entries() -> Vec<Entry> {
    let ff = |count: usize| vec![0xFF; count];
    let floats = |values: &[f32]| -> Vec<u8> {
        values
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect()
    };
    let name = |name: &[u8]| FixedName::<32>::new(name).unwrap().0.to_vec();
    let slot = |batch: u8| {
        [
            vec![0, 0, 1, 0, batch, 0, 1, 0],
            floats(&[0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.5, 0.5, 0.0, 0.75]),
            floats(&[1.0, 0.0, 0.0, 0.0, 0.0]),
        ]
        .concat()
    };
    let corners = [
        [0.0, 1.0, 0.0],
        [6.0, 1.0, 0.0],
        [6.0, -1.0, 0.0],
        [0.0, -1.0, 0.0],
    ];
    let header = [
        floats(corners.as_flattened()),
        floats(corners.as_flattened()),
        floats(&[3.0, 0.0, 0.0]),
        vec![0xc2, 0x62, 0x4a, 0x40],
        floats(&[3.0, 0.0, 0.0, 3.0, 0.0, 0.0]),
        vec![0xc2, 0x62, 0x4a, 0x40],
    ]
    .concat();
    vec![
        (
            1,
            2,
            0,
            38,
            [
                vec![0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00],
                ff(28),
                vec![0x40, 0x00, 0x00, 0x00, 0xff, 0xff, 0x01, 0x00, 0x01, 0x00],
                ff(28),
            ]
            .concat(),
        ),
        (2, 2, 0, 68, [header, slot(0), slot(1)].concat()),
        (
            3,
            3,
            0,
            12,
            floats(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]),
        ),
        (4, 3, 0, 4, [0x7f, 0, 0, 0].repeat(3)),
        (5, 3, 0, 4, vec![0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 4]),
        (18, 3, 0, 4, vec![0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 2]),
        (15, 3, 0, 8, vec![0; 24]),
        (
            13,
            2,
            0,
            20,
            vec![
                0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0xff, 0xff, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00,
                0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x20, 0x00, 0x00, 0x01, 0x00, 0xff, 0xff,
                0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00,
            ],
        ),
        (6, 3, 0, 2, vec![0, 0, 1, 0, 2, 0]),
        (
            7,
            1,
            0,
            16,
            vec![
                0x00, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00, 0x00, 0x00, 0x00, 0xff, 0x7f,
                0x3f, 0x00,
            ],
        ),
        (
            8,
            2,
            0,
            4,
            [
                vec![0; 16],
                vec![0xff, 0x7f, 0, 0, 0, 0, 0, 0, 0x00, 0x00, 0xa0, 0x40],
                vec![0; 12],
                vec![0x82, 0x5a, 0, 0, 0, 0, 0x82, 0x5a],
            ]
            .concat(),
        ),
        (19, 0, 1, 2, vec![]),
        (9, 2, 0, 32, [name(b"body"), name(b"Base_TM")].concat()),
        (10, 2, 0, 0, b"\0\0\0\0\x08\0\0\0e_tur_bt\0".to_vec()),
        (17, 0, 0, 0, vec![]),
    ]
}

fn image(entries: &[Entry]) -> Vec<u8> {
    let mut archive = nres::Builder::new();
    for (type_id, attr1, attr2, attr3, payload) in entries {
        archive.push(nres::NewEntry {
            type_id: *type_id,
            attr1: *attr1,
            attr2: *attr2,
            attr3: *attr3,
            name: b"e8.msh",
            payload: payload.into(),
        });
    }
    archive.finish().unwrap()
}

/// The fixture after a change of one stream.
fn mutated(type_id: u32, change: impl FnOnce(&mut Entry)) -> Vec<u8> {
    let mut entries = e8_entries();
    change(entries.iter_mut().find(|entry| entry.0 == type_id).unwrap());
    image(&entries)
}

fn kinds(model: &Model) -> Vec<WarningKind> {
    model.warnings.iter().map(|warning| warning.kind).collect()
}

#[test]
fn e08_one_source_vertex_drawn_by_two_nodes() {
    let model = Model::parse_strict(&image(&e8_entries())).unwrap();
    assert_eq!(model.warnings, []);
    let source = model.positions.clone();
    let mut poses = [NodePose::IDENTITY; 2];
    let root = Root::Own(RootTravel::Authored);
    model
        .pose(&[NodeTime::Fallback; 2], root, &mut poses)
        .unwrap();

    let mut drawn = vec![];
    let mut normals = vec![];
    for range in model.draw_ranges(&Selection::default()) {
        let pose = poses[range.node.unwrap()];
        for corner in model.faces(&model.batches[range.batch]).flatten() {
            drawn.push(pose.point(corner.position));
            normals.push(pose.direction(corner.normal));
        }
    }
    let expected = [
        Vec3::ZERO,
        Vec3::X,
        Vec3::Y,
        Vec3::new(5.0, 0.0, 0.0),
        Vec3::new(5.0, -1.0, 0.0),
        Vec3::new(6.0, 0.0, 0.0),
    ];
    assert_eq!(drawn.len(), expected.len());
    for (point, expected) in drawn.iter().zip(expected) {
        assert!(
            point.abs_diff_eq(expected, 1e-5),
            "{point} against {expected}"
        );
    }
    assert!(normals[3].abs_diff_eq(Vec3::NEG_Y, 1e-5));
    assert_eq!(model.positions, source);

    let corner = model.faces(&model.batches[1]).next().unwrap()[1];
    assert_eq!(
        (corner.uv0, corner.uv1),
        (Vec2::X, Some(Vec2::new(0.5, 0.0)))
    );
    assert_eq!(model.node_title(0), "body");
    assert_eq!(model.node_title(1), "Base_TM [e_tur_bt]");
    assert_eq!(model.node_title(2), "node 2");
    assert!(!model.casts_shadow(Some(1)) && model.casts_shadow(Some(0)));
    let bounds = model.drawn_bounds(&Selection::default(), &poses).unwrap();
    assert!(model.header.aabb().excess(&bounds) < 1e-5);
    assert!(bounds.excess(&model.header.aabb()) < 1e-5);
    let described: Vec<_> = model.described_triangles(1).collect();
    assert_eq!(
        described,
        [(1, 0, model.triangles.as_ref().unwrap().first())]
    );
}

#[test]
fn e08_any_entry_order_gives_the_same() {
    let in_order = Model::parse(&image(&e8_entries())).unwrap();
    assert_eq!(in_order, e8());
    let mut entries = e8_entries();
    entries.reverse();
    let mut reversed = Model::parse(&image(&entries)).unwrap();
    reversed.directory = in_order.directory.clone();
    assert_eq!(reversed, in_order);
}

#[test]
fn e08_a_model_comes_back_byte_for_byte() {
    let mut entries = e8_entries();
    entries.push((99, 1, 2, 3, b"unknown".to_vec()));
    entries.push((20, 7, 8, 9, b"another stride".to_vec()));
    entries.push((16, 1, 0, 8, b"eight by".to_vec()));
    entries.push((5, 0, 0, 0, b"a second one".to_vec()));
    entries.swap(0, 5);
    let image = image(&entries);
    let model = Model::parse(&image).unwrap();
    assert_eq!(kinds(&model), [WarningKind::DuplicateStream]);
    assert!(Model::parse_strict(&image).is_err());
    assert_eq!(model.write().unwrap(), image);
    assert_eq!(model.auxiliary_16, Some(vec![*b"eight by"]));
    assert_eq!(model.local_lights, None);
}

#[test]
fn e08_mutations_that_fail() {
    let mut entries = e8_entries();
    entries.retain(|entry| entry.0 != 13);
    let error = Model::parse(&image(&entries)).unwrap_err();
    assert!(error.to_string().contains("type 13"), "{error}");

    let mut entries = e8_entries();
    let positions = entries[2].clone();
    entries.push(positions);
    let error = Model::parse(&image(&entries)).unwrap_err();
    assert!(error.to_string().contains("type 3 "), "{error}");

    let failing = [
        mutated(1, |entry| entry.3 = 40),
        mutated(3, |entry| entry.3 = 16),
        mutated(3, |entry| entry.4.truncate(35)),
        mutated(2, |entry| entry.4.truncate(139)),
        mutated(2, |entry| entry.4.truncate(141)),
        mutated(8, |entry| entry.4.truncate(47)),
        mutated(8, |entry| {
            entry.4[12..16].copy_from_slice(&f32::NAN.to_le_bytes())
        }),
        mutated(13, |entry| entry.4[36] = 1),
        mutated(13, |entry| entry.4[28] = 4),
        mutated(2, |entry| entry.4[140 + 68 + 6] = 2),
        mutated(2, |entry| {
            entry.4[148..152].copy_from_slice(&2.0_f32.to_le_bytes())
        }),
        mutated(3, |entry| {
            entry.4[0..4].copy_from_slice(&f32::NAN.to_le_bytes())
        }),
    ];
    for (case, image) in failing.iter().enumerate() {
        assert!(Model::parse(image).is_err(), "case {case}");
    }
    // The offset counts from the start of the whole image.
    let image = &failing[7];
    let error = Model::parse(image).unwrap_err();
    let archive = nres::Archive::parse(image).unwrap();
    let start = archive.range(archive.find_type(13).unwrap()).unwrap().start;
    assert_eq!(error.offset, start as u64 + 36);
    assert_eq!((&*error.expected, &*error.found), ("below 3", "3"));
}

#[test]
fn e08_a_broken_type_18_is_dropped() {
    let image = mutated(18, |entry| entry.3 = 8);
    let model = Model::parse(&image).unwrap();
    assert_eq!(
        kinds(&model),
        [WarningKind::Uv1Dropped, WarningKind::LightmapMismatch]
    );
    assert_eq!(model.uv1, None);
    assert!(Model::parse_strict(&image).is_err());
    assert_eq!(model.write().unwrap(), image);
}

#[test]
fn e08_damaged_data_are_reported_and_survive() {
    // (image, the damage, whether a hierarchy is left)
    let cases = [
        (
            mutated(1, |entry| entry.4[38 + 2] = 1),
            WarningKind::ParentOrder,
            false,
        ),
        (
            mutated(1, |entry| entry.4[38 + 6] = 2),
            WarningKind::FallbackKey,
            false,
        ),
        (
            mutated(1, |entry| entry.4[38] = 0x60),
            WarningKind::CockpitSlot,
            true,
        ),
        (
            mutated(1, |entry| entry.4[38 + 8] = 2),
            WarningKind::SlotIndex,
            true,
        ),
        (
            mutated(1, |entry| entry.4[38 + 4..38 + 6].fill(0)),
            WarningKind::MapBlock,
            true,
        ),
        (
            mutated(2, |entry| entry.4[140 + 2] = 2),
            WarningKind::SlotTriangles,
            true,
        ),
        (
            mutated(4, |entry| (entry.1, entry.4) = (2, vec![0; 8])),
            WarningKind::VertexStreamCount,
            true,
        ),
        (
            mutated(7, |entry| (entry.1, entry.4) = (2, vec![0; 32])),
            WarningKind::DescriptorCount,
            true,
        ),
        (
            mutated(9, |entry| entry.4.truncate(40)),
            WarningKind::NameCount,
            true,
        ),
        (
            mutated(10, |entry| entry.4.truncate(10)),
            WarningKind::LabelsTruncated,
            true,
        ),
        (
            mutated(10, |entry| entry.4.push(1)),
            WarningKind::LabelsRest,
            true,
        ),
        (
            mutated(10, |entry| entry.4[16] = b'!'),
            WarningKind::LabelTerminator,
            true,
        ),
        (
            mutated(15, |entry| entry.4.truncate(23)),
            WarningKind::AuxiliarySize,
            true,
        ),
        (
            mutated(17, |entry| entry.2 = 1),
            WarningKind::PathGraph,
            true,
        ),
        (
            mutated(3, |entry| entry.1 = 4),
            WarningKind::RecordCount,
            true,
        ),
        (
            mutated(13, |entry| entry.4[2] = 1),
            WarningKind::MaterialIndexHi,
            true,
        ),
        (
            mutated(13, |entry| entry.4[0] = 0x20),
            WarningKind::RunTimeFlag,
            true,
        ),
        (
            mutated(13, |entry| (entry.4[0], entry.4[6], entry.4[7]) = (8, 2, 0)),
            WarningKind::PortalRoom,
            true,
        ),
        (
            mutated(13, |entry| entry.4[8] = 2),
            WarningKind::BatchTail,
            true,
        ),
        (
            mutated(13, |entry| entry.4[14] = 2),
            WarningKind::BatchVertexCount,
            true,
        ),
        (
            mutated(13, |entry| entry.4[21] = 0),
            WarningKind::LightmapMismatch,
            true,
        ),
    ];
    for (image, expected, has_hierarchy) in cases {
        let model = Model::parse(&image).unwrap();
        assert_eq!(kinds(&model), [expected]);
        assert_eq!(model.warnings[0].count, 1, "{expected:?}");
        assert_eq!(model.skeleton().is_ok(), has_hierarchy, "{expected:?}");
        assert_eq!(
            Model::parse_strict(&image).is_err(),
            expected.is_damage(),
            "{expected:?}"
        );
        assert_eq!(model.write().unwrap(), image, "{expected:?}");
    }
}

#[test]
fn e08_a_cockpit_is_drawn_in_the_own_view_only() {
    let model = Model::parse(&mutated(1, |entry| entry.4[38] = 0x60)).unwrap();
    let node = &model.nodes.standard()[1];
    assert!(node.flags.contains(NodeFlags::COCKPIT));
    let nodes = |selection: Selection| -> Vec<_> {
        model
            .draw_ranges(&selection)
            .map(|range| range.node)
            .collect()
    };
    assert_eq!(nodes(Selection::default()), [Some(0)]);
    let own_view = Selection {
        lod: LodLevel::OWN_VIEW,
        ..Selection::default()
    };
    assert_eq!(nodes(own_view), []);
}

#[test]
fn e08_without_keys_the_model_is_unposed() {
    let mut entries = e8_entries();
    entries.retain(|entry| entry.0 != 8);
    let image = image(&entries);
    let model = Model::parse(&image).unwrap();
    assert_eq!(kinds(&model), [WarningKind::NoAnimation]);
    assert!(model.skeleton().is_err());
    assert_eq!(model.draw_ranges(&Selection::default()).count(), 2);
    assert_eq!(model.write().unwrap(), image);
}

#[test]
fn e10_rules_of_type_18() {
    let uv1 = |attr1: u32, attr3: u32, size: usize| {
        let image = mutated(18, |entry| {
            (entry.1, entry.3) = (attr1, attr3);
            entry.4.resize(size, 0);
        });
        Model::parse(&image).unwrap().uv1.map(|uv1| uv1.len())
    };
    assert_eq!(uv1(3, 4, 12), Some(3));
    assert_eq!(uv1(3, 8, 12), None);
    assert_eq!(uv1(2, 4, 12), None);
    assert_eq!(uv1(4, 4, 16), None);
    assert_eq!(uv1(3, 4, 13), None);
    let mut entries = e8_entries();
    entries.retain(|entry| entry.0 != 18);
    // The second batch now has a lightmap row without coordinates.
    let model = Model::parse(&image(&entries)).unwrap();
    assert_eq!(model.uv1, None);
    assert_eq!(kinds(&model), [WarningKind::LightmapMismatch]);
}

#[test]
fn short_nodes_draw_all_batches_unposed() {
    let image = mutated(1, |entry| {
        (entry.1, entry.3) = (2, 24);
        entry.4 = (0..48).collect();
    });
    let model = Model::parse_strict(&image).unwrap();
    assert_eq!(kinds(&model), [WarningKind::ShortNodes]);
    assert_eq!(model.nodes.len(), 2);
    let NodeTable::Short(nodes) = &model.nodes else {
        panic!("not the short table");
    };
    assert_eq!(nodes[1], Node24(std::array::from_fn(|i| 24 + i as u8)));
    let ranges: Vec<_> = model.draw_ranges(&Selection::default()).collect();
    assert_eq!(ranges.len(), 2);
    assert!(ranges.iter().all(|range| range.node.is_none()));
    assert_eq!(model.write().unwrap(), image);
}

#[test]
fn missing_normals_are_face_normals() {
    let mut model = e8();
    model.normals = None;
    model.uv0 = None;
    model.uv1 = None;
    let [corner, ..] = model.faces(&model.batches[0]).next().unwrap();
    assert_eq!(
        (corner.normal, corner.uv0, corner.uv1),
        (Vec3::Z, Vec2::ZERO, None)
    );
    model.positions = vec![Vec3::X; 3];
    let [corner, ..] = model.faces(&model.batches[0]).next().unwrap();
    assert_eq!(corner.normal, Vec3::Z);
}

#[test]
fn open_portals_are_not_drawn() {
    let mut model = e8();
    model.batches[0].flags = crate::BatchFlags(0x0148);
    let batches: Vec<_> = model
        .draw_ranges(&Selection::default())
        .map(|range| range.batch)
        .collect();
    assert_eq!(batches, [1]);
    assert_eq!(model.portal_corner(&model.batches[0]), Some(Vec3::ZERO));
}

#[test]
fn a_terrain_is_no_model() {
    let terrain = image(&[(3, 0, 0, 12, vec![]), (21, 0, 0, 28, vec![])]);
    let error = Model::parse(&terrain).unwrap_err();
    assert!(error.to_string().contains("terrain"), "{error}");
    let unknown = image(&[(3, 0, 0, 12, vec![]), (77, 0, 0, 0, vec![])]);
    let error = Model::parse(&unknown).unwrap_err();
    assert!(error.to_string().contains("types 3, 77"), "{error}");
}

#[test]
fn a_directory_must_list_what_the_model_holds() {
    let mut model = e8();
    model.uv1 = None;
    assert!(model.write().is_err());
    model.lay_out(FixedName::new(b"e8").unwrap()).unwrap();
    assert!(Model::parse(&model.write().unwrap()).is_ok());
    model.directory.push(Stream {
        type_id: 77,
        attr1: 0,
        attr2: 0,
        attr3: 0,
        name: FixedName::default(),
        raw: None,
    });
    assert!(model.write().is_err());
}

#[test]
fn reached_geometry_is_bounded() {
    // 20 000 batches over the same 3 000 indices reach 60 million.
    let mut model = e8();
    model.indices = vec![0; 3000];
    model.triangles = None;
    model.batches = vec![
        crate::Batch20 {
            index_count: 3000,
            ..model.batches[0]
        };
        20_000
    ];
    model.lay_out(FixedName::new(b"e8").unwrap()).unwrap();
    let error = Model::parse(&model.write().unwrap()).unwrap_err();
    assert!(error.to_string().contains("reached"), "{error}");
    // Empty batches cost a step as well.
    model
        .batches
        .iter_mut()
        .for_each(|batch| batch.index_count = 0);
    model.slots[0].batch_count = 20_000;
    model.nodes = NodeTable::Standard(vec![model.nodes.standard()[0]; 1000]);
    model.lay_out(FixedName::new(b"e8").unwrap()).unwrap();
    let error = Model::parse(&model.write().unwrap()).unwrap_err();
    assert!(error.to_string().contains("reached"), "{error}");
}
