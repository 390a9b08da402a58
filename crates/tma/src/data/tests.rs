use super::*;
use crate::fixture::data_tma;
use crate::{LandFile, LandPath, Property, PropertyValue, Relation, Zone, ZoneList};
use proptest::prelude::*;

fn fixture() -> Tma {
    let (tma, warnings) = Tma::parse(&data_tma()).unwrap();
    assert_eq!(warnings, []);
    tma
}

#[test]
fn the_worked_example() {
    let bytes = data_tma();
    assert_eq!(bytes.len(), 0x21F);
    let tma = fixture();

    let [path] = &tma.paths[..] else { panic!() };
    assert_eq!(path.path_id, 7);
    assert_eq!(
        path.points,
        [[0.0; 3], [100.0, 0.0, 0.0], [0.0, 100.0, 0.0]]
    );

    assert_eq!(tma.clan_section_version, 6);
    let [player, animals] = &tma.clans[..] else {
        panic!()
    };
    let relation = |name: &str, value| Relation {
        other_clan_name: name.into(),
        value,
    };
    assert_eq!(
        *player,
        Clan {
            name: "Plr".into(),
            raw_id: -1,
            base: [500.25, 752.5],
            type_word: 1,
            script_base: r"S\pl".into(),
            zones: ZoneList::default(),
            research_path: r"S\d.trf".into(),
            minds: 5,
            relations: vec![relation("Plr", 1), relation("Anml", 0)],
        }
    );
    assert_eq!(
        *animals,
        Clan {
            name: "Anml".into(),
            raw_id: -1,
            base: [0.0, 0.0],
            type_word: 0,
            script_base: r"S\an".into(),
            zones: ZoneList::Zones(vec![Zone {
                kind: 1,
                centre: [64.0, 32.0, 0.0],
                inner_radius: 20.0,
                outer_radius: 40.0,
            }]),
            research_path: "".into(),
            minds: 2,
            relations: vec![],
        }
    );

    assert_eq!(tma.object_section_version, 10);
    let [unit, tree] = &tma.objects[..] else {
        panic!()
    };
    assert_eq!(
        *unit,
        PlacedObject {
            raw_kind: 1,
            resource_name: r"UNITS\UNITS\a.dat".into(),
            clan_index: 0,
            logical_id: 3,
            position: [418.0, 717.5, 3.0],
            orientation: [0.0, 0.0, 1.5],
            properties: vec![
                Property {
                    value_type: 0,
                    raw_value: 1f32.to_bits(),
                    raw_min: 0,
                    raw_max: 1f32.to_bits(),
                    name: "Life state".into(),
                },
                Property {
                    value_type: 1,
                    raw_value: 0,
                    raw_min: 0,
                    raw_max: u32::MAX,
                    name: "ClanID".into(),
                },
            ],
            ..PlacedObject::default()
        }
    );
    let life = unit.property(b"Life state").unwrap();
    assert_eq!(life.value(), PropertyValue::Float(1.0));
    assert_eq!(life.max(), Some(PropertyValue::Float(1.0)));
    let clan = unit.property(b"ClanID").unwrap();
    assert_eq!(clan.value(), PropertyValue::Int(0));
    assert_eq!(clan.max(), None);
    assert_eq!(
        *tree,
        PlacedObject {
            raw_kind: 2,
            resource_name: "s_tree_04".into(),
            position: [10.0, 20.0, 5.0],
            scale: [2.0; 3],
            instance_name: "s_tree_04".into(),
            ..PlacedObject::default()
        }
    );

    assert_eq!(tma.land_path, r"DATA\MAPS\SC_3\land".into());
    let land = LandPath::new(&tma.land_path).unwrap();
    assert_eq!(
        land.candidates(LandFile::Map)[0],
        b"DATA/MAPS/SC_3/land.map"
    );
    assert_eq!(tma.mission_flag, 0);
    assert_eq!(tma.description.0, b"\xC1\xEE\xE9\0\xCD\xCD\xCD\xCD");
    assert_eq!(tma.description_text(), "Бой");
    assert_eq!(tma.extra_section_version, 1);
    assert_eq!(
        tma.lodes,
        [Lode {
            position: [300.0, 400.0, 0.0],
            found: 1,
            type_word: 0x1000_1000,
            amount: 10000.0,
            word_18: 0,
        }]
    );
    assert_eq!(tma.trailing, []);
    assert_eq!(tma.write(), bytes);
}

#[test]
fn every_prefix_fails_cleanly() {
    let bytes = data_tma();
    for length in 0..bytes.len() {
        let error = Tma::parse(&bytes[..length]).unwrap_err();
        assert!(error.offset <= length as u64, "{length}: {error}");
    }
}

#[test]
fn every_flipped_byte_ends_in_a_result() {
    let bytes = data_tma();
    for at in 0..bytes.len() {
        for mask in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
            let mut bytes = bytes.clone();
            bytes[at] ^= mask;
            if let Ok((tma, _)) = Tma::parse(&bytes) {
                assert_eq!(tma.write(), bytes);
                let _ = (tma.description_text(), tma.drawn_positions());
                let _ = LandPath::new(&tma.land_path);
            }
        }
    }
}

#[test]
fn a_byte_too_many_is_a_warning() {
    let mut bytes = data_tma();
    bytes.push(9);
    let (tma, warnings) = Tma::parse(&bytes).unwrap();
    assert_eq!(
        warnings[0].to_string(),
        "offset 0x21f: data.tma: expected the end of the file, found 1 byte left"
    );
    assert_eq!(tma.trailing, [9]);
    assert_eq!(tma.write(), bytes);
}

#[test]
fn a_position_that_is_no_number_is_kept_and_reported() {
    let mut bytes = data_tma();
    bytes[0x102..0x106].copy_from_slice(&f32::NAN.to_le_bytes());
    let (tma, warnings) = Tma::parse(&bytes).unwrap();
    assert!(!tma.objects[0].is_drawable());
    assert!(tma.objects[1].is_drawable());
    assert_eq!((warnings.len(), warnings[0].offset), (1, 0xFE));
    assert_eq!(tma.write(), bytes);
}

#[test]
fn odd_words_are_warnings() {
    let mut tma = fixture();
    tma.objects[0].raw_kind = 9;
    tma.objects[0].class_or_flags = 1;
    tma.objects[1].class_or_flags = 2;
    tma.objects[1].scale = [1.0, 0.0, -1.0];
    tma.clans[1].type_word = 4;
    tma.extra_section_version = 3;
    let (read, warnings) = Tma::parse(&tma.write()).unwrap();
    assert_eq!(read, tma);
    let what: Vec<_> = warnings.iter().map(|w| &*w.what).collect();
    assert_eq!(
        what,
        [
            "clan type",
            "object raw_kind",
            "object scale",
            "object class_or_flags (first of the file)",
            "extra_section_version",
        ]
    );
}

#[test]
fn unknown_versions_are_errors() {
    for (at, version) in [(0, 2), (0x34, 0), (0x34, 7), (0xD1, 0), (0xD1, 11)] {
        let mut bytes = data_tma();
        bytes[at] = version;
        let error = Tma::parse(&bytes).unwrap_err();
        assert_eq!(error.offset, at as u64);
        assert!(error.expected.contains("supported"), "{error}");
    }
}

#[test]
fn old_sections_lack_their_newer_fields() {
    let mut tma = fixture();
    tma.clan_section_version = 2;
    tma.object_section_version = 9;
    let (read, _) = Tma::parse(&tma.write()).unwrap();
    assert_eq!(read.clans[0].script_base, r"S\pl".into());
    assert_eq!(read.clans[1].zones, ZoneList::default());
    assert_eq!(read.clans[0].research_path, "".into());
    assert_eq!(read.clans[0].minds, 0);
    assert_eq!(read.clans[0].relations, []);
    assert_eq!(read.objects[1].scale, [1.0; 3]);
    assert_eq!(read.lodes, tma.lodes);

    let sizes: Vec<usize> = (1..=10)
        .map(|version| {
            tma.object_section_version = version;
            let bytes = tma.write();
            assert_eq!(Tma::parse(&bytes).unwrap().0.write(), bytes);
            bytes.len()
        })
        .collect();
    // Two objects: flag and description, clan, id, extras, properties, name, flag, host, scale.
    let grown: Vec<usize> = sizes.windows(2).map(|w| w[1] - w[0]).collect();
    assert_eq!(grown, [16, 8, 8, 36, 72, 17, 8, 16, 24]);
}

/// A clan as the other known layout has it: a tag that is no zone count, groups that are no zones.
#[test]
fn the_other_clan_layout_is_tried_when_the_first_fails() {
    let mut tma = fixture();
    tma.clans[0].zones = ZoneList::Tag(-5);
    tma.clans[1].zones = ZoneList::Groups(vec![vec![], vec![[1.0; 5], [2.0; 5]]]);
    let bytes = tma.write();
    let (read, warnings) = Tma::parse(&bytes).unwrap();
    assert_eq!(read, tma);
    assert!(read.clans[0].zones().is_empty());
    assert_eq!(&*warnings[0].what, "zone_count");
    assert_eq!(read.write(), bytes);

    let mut longer = bytes;
    longer.push(0);
    assert_eq!(&*Tma::parse(&longer).unwrap_err().what, "zone_count");
}

#[test]
fn a_single_fill_byte_is_a_letter() {
    let text = |bytes: &[u8]| {
        let tma = Tma {
            description: LpString(bytes.to_vec()),
            ..Tma::default()
        };
        tma.description_text()
    };
    assert_eq!(text(b"\xCD\xE0\xF7\xE0\xEB\xEE"), "Начало");
    assert_eq!(text(b"a\xCD\xCD\xCDb"), "aНННb");
    assert_eq!(text(b"a\xCD\xCD\xCD\xCDb"), "a");
    assert_eq!(text(b""), "");
}

#[test]
fn relations_as_the_game_makes_them() {
    let mut tma = fixture();
    let [player, animals] = [tma.clans[0].clone(), tma.clans[1].clone()];
    assert_eq!(tma.relation(&player, &player), 2);
    assert_eq!(tma.relation(&player, &animals), 0);
    assert_eq!(tma.relation(&animals, &player), 0);
    tma.clans[0].relations[1] = Relation {
        other_clan_name: "aNML".into(),
        value: 2,
    };
    assert_eq!(tma.relation(&tma.clans[0], &animals), 2);
    tma.clans[1].type_word = 3;
    assert_eq!(tma.relation(&tma.clans[0], &tma.clans[1]), 1);
}

#[test]
fn a_hosted_unit_at_the_origin_is_drawn_at_its_building() {
    let unit = PlacedObject {
        raw_kind: 1,
        host_logical_id: 12,
        ..PlacedObject::default()
    };
    let moved = PlacedObject {
        position: [1.0, 0.0, 0.0],
        ..unit.clone()
    };
    let building = PlacedObject {
        logical_id: 12,
        position: [5.0, 6.0, 7.0],
        ..PlacedObject::default()
    };
    let tma = Tma {
        objects: vec![unit, moved, building],
        ..Tma::default()
    };
    assert_eq!(
        tma.drawn_positions(),
        [[5.0, 6.0, 7.0], [1.0, 0.0, 0.0], [5.0, 6.0, 7.0]]
    );
}

fn single() -> impl Strategy<Value = f32> {
    prop_oneof![Just(0.0), Just(-0.0), -1e6f32..1e6, prop::num::f32::NORMAL]
}

fn vec3() -> impl Strategy<Value = [f32; 3]> {
    [single(), single(), single()]
}

fn string() -> impl Strategy<Value = LpString> {
    prop::collection::vec(any::<u8>(), 0..12).prop_map(LpString)
}

fn clan() -> impl Strategy<Value = Clan> {
    let zone = (any::<i32>(), vec3(), single(), single()).prop_map(
        |(kind, centre, inner_radius, outer_radius)| Zone {
            kind,
            centre,
            inner_radius,
            outer_radius,
        },
    );
    let relation = (string(), any::<i32>()).prop_map(|(other_clan_name, value)| Relation {
        other_clan_name,
        value,
    });
    (
        (string(), any::<i32>(), [single(), single()], any::<u32>()),
        (string(), string(), any::<i32>()),
        prop::collection::vec(zone, 0..3),
        prop::collection::vec(relation, 0..3),
    )
        .prop_map(|(head, body, zones, relations)| Clan {
            name: head.0,
            raw_id: head.1,
            base: head.2,
            type_word: head.3,
            script_base: body.0,
            zones: ZoneList::Zones(zones),
            research_path: body.1,
            minds: body.2,
            relations,
        })
}

fn object() -> impl Strategy<Value = PlacedObject> {
    let property = (any::<[u32; 4]>(), string()).prop_map(|(words, name)| Property {
        value_type: words[0],
        raw_value: words[1],
        raw_min: words[2],
        raw_max: words[3],
        name,
    });
    (
        any::<[u32; 4]>(),
        any::<[i32; 4]>(),
        [vec3(), vec3(), vec3()],
        [string(), string()],
        prop::collection::vec(property, 0..3),
    )
        .prop_map(|(words, ids, placement, names, properties)| {
            let [resource_name, instance_name] = names;
            PlacedObject {
                raw_kind: words[0],
                class_or_flags: words[1],
                resource_name,
                clan_index: ids[0],
                logical_id: ids[1],
                position: placement[0],
                orientation: placement[1],
                scale: placement[2],
                instance_name,
                start_flag: words[2],
                host_logical_id: ids[2],
                host_vertex: ids[3],
                property_schema_version: words[3],
                properties,
            }
        })
}

fn any_tma() -> impl Strategy<Value = Tma> {
    let path = (any::<i32>(), prop::collection::vec(vec3(), 0..4))
        .prop_map(|(path_id, points)| Path { path_id, points });
    let lode = (vec3(), any::<[u32; 3]>(), single()).prop_map(|(position, words, amount)| Lode {
        position,
        found: words[0],
        type_word: words[1],
        amount,
        word_18: words[2],
    });
    (
        prop::collection::vec(path, 0..3),
        prop::collection::vec(clan(), 0..3),
        prop::collection::vec(object(), 0..3),
        prop::collection::vec(lode, 0..3),
        (string(), string(), any::<[u32; 2]>()),
        prop::collection::vec(any::<u8>(), 0..3),
    )
        .prop_map(|(paths, clans, objects, lodes, tail, trailing)| Tma {
            paths,
            clans,
            objects,
            lodes,
            land_path: tail.0,
            description: tail.1,
            mission_flag: tail.2[0],
            extra_section_version: tail.2[1],
            trailing,
            ..Tma::default()
        })
}

proptest! {
    #[test]
    fn what_is_written_is_read(tma in any_tma()) {
        prop_assert_eq!(Tma::parse(&tma.write()).unwrap().0, tma);
    }

    #[test]
    fn old_versions_come_back_byte_for_byte(
        mut tma in any_tma(),
        clan_version in 1u32..=6,
        object_version in 1u32..=10,
    ) {
        tma.clan_section_version = clan_version;
        tma.object_section_version = object_version;
        let bytes = tma.write();
        prop_assert_eq!(Tma::parse(&bytes).unwrap().0.write(), bytes);
    }

    #[test]
    fn any_bytes_end_in_a_result(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        if let Ok((tma, _)) = Tma::parse(&bytes) {
            prop_assert_eq!(tma.write(), bytes);
        }
    }
}
