use super::*;
use crate::fixtures::{entry, patch, worked_example};
use crate::{Archive, Builder, tags};

#[test]
fn reads_the_worked_example() {
    let image = worked_example();
    let archive = Archive::parse_strict(&image).unwrap();
    assert_eq!(archive.directory().directory_offset(), 0x28);
    assert_eq!(archive.find(b"stone.wea"), Some(0));
    assert_eq!(archive.find(b"S_TREE.WEA"), Some(1));
    assert_eq!(archive.find(b"BOOM.WAV"), Some(2));
    assert_eq!(archive.find(b"STONE"), None);
    assert_eq!(archive.find(b""), None);
    assert_eq!(archive.find(b"stone.wea\0junk"), Some(0));
    assert_eq!(archive.payload(0).unwrap(), b"1\r\n0 DEFAULT\r\n");
    assert_eq!(archive.payload(1).unwrap(), b"ABC");
    assert_eq!(archive.payload(2).unwrap(), b"");
    assert_eq!(archive.find_type(tags::SWAV), Some(2));
    assert_eq!(
        archive.payload_of_type(tags::WEAR).unwrap().unwrap().len(),
        14
    );
    assert!(archive.payload_of_type(tags::MESH).is_none());
    assert!(archive.notes().is_empty());
    assert_eq!(archive.gaps(), [0x1E..0x20, 0x23..0x28]);
    let first = archive.entries()[0];
    assert_eq!(
        (first.type_id, first.attr3, first.size),
        (tags::WEAR, 1, 14)
    );
    assert_eq!((first.data_offset, first.sort_index), (0x10, 2));
    assert_eq!(first.name.to_string(), "STONE.WEA");
}

#[test]
fn an_empty_archive_is_legal() {
    let image = Builder::new().finish().unwrap();
    assert_eq!(image.len(), 16);
    let directory = Directory::parse_strict(&image).unwrap();
    assert!(directory.entries().is_empty());
    assert!(directory.range(0).is_err());
}

#[test]
fn n01_to_n05_refuse_the_image() {
    assert!(Directory::parse(b"").is_err());
    assert!(Directory::parse(&worked_example()[..15]).is_err());
    let cases = [
        (0, 0x0001_4C4E, "offset 0x0: NRes magic"),
        (4, 0x101, "offset 0x4: NRes version"),
        (8, -1_i32 as u32, "offset 0x8: NRes entry count"),
        (12, 0xE7, "offset 0xc: NRes total size"),
        (8, 4, "offset 0x8: NRes entry count"),
        (8, i32::MAX as u32, "offset 0x8: NRes entry count"),
    ];
    for (offset, value, start) in cases {
        let mut image = worked_example();
        patch(&mut image, offset, value);
        let message = Directory::parse(&image).unwrap_err().to_string();
        assert!(message.starts_with(start), "{message}");
    }
}

/// The rules of the warnings, the first of which is the strict error.
fn rules_after(patches: &[(usize, u32)]) -> Vec<(Rule, Option<usize>)> {
    let mut image = worked_example();
    for (offset, value) in patches {
        patch(&mut image, *offset, *value);
    }
    let directory = Directory::parse(&image).unwrap();
    assert_eq!(
        directory.validate().err(),
        directory
            .warnings()
            .first()
            .map(|warning| warning.malformed.clone())
    );
    directory
        .warnings()
        .iter()
        .map(|warning| (warning.rule, warning.entry))
        .collect()
}

#[test]
fn n06_confines_a_bad_range_to_its_entry() {
    for (offset, size) in [(0x0F, 1), (0x20, 9), (0xFFFF_FFFF, 2), (0x10, 0xFFFF_FFFF)] {
        assert_eq!(
            rules_after(&[(0xA0, offset), (0x74, size)]),
            [(Rule::PayloadRange, Some(1))]
        );
    }
    let mut image = worked_example();
    patch(&mut image, 0x74, 9);
    let archive = Archive::parse(&image).unwrap();
    assert_eq!(
        archive.payload(1).unwrap_err().to_string(),
        "offset 0x68: NRes entry 1 \"s_tree.wea\": payload: expected bytes within 0x10..0x28, found 9 bytes at 0x20"
    );
    assert_eq!(archive.payload(0).unwrap().len(), 14);
    assert_eq!(archive.warnings()[0].rule.id(), "N06");
}

#[test]
fn a_zero_size_entry_is_readable_wherever_it_points() {
    for offset in [0, 0x27, u32::MAX] {
        assert!(rules_after(&[(0xE0, offset)]).is_empty());
        let mut image = worked_example();
        patch(&mut image, 0xE0, offset);
        assert_eq!(Archive::parse(&image).unwrap().payload(2).unwrap(), b"");
    }
}

#[test]
fn n07_reports_the_later_of_two_overlapping_payloads() {
    assert_eq!(rules_after(&[(0xA0, 0x1D)]), [(Rule::Overlap, Some(1))]);
    assert_eq!(rules_after(&[(0xA0, 0x10)]), [(Rule::Overlap, Some(0))]);
}

#[test]
fn n08_and_n09_concern_names() {
    let mut image = worked_example();
    image[0x3C..0x60].fill(b'z');
    image[0x7C] = 0;
    patch(&mut image, 0x64, 1);
    patch(&mut image, 0xA4, 2);
    patch(&mut image, 0xE4, 0);
    let directory = Directory::parse(&image).unwrap();
    let rules: Vec<_> = directory
        .warnings()
        .iter()
        .map(|w| (w.rule, w.entry))
        .collect();
    assert_eq!(
        rules,
        [
            (Rule::UnterminatedName, Some(0)),
            (Rule::EmptyName, Some(1))
        ]
    );
    assert_eq!(directory.find(&[b'Z'; 36]), Some(0));
    assert_eq!(directory.find(b""), None);
    assert!(directory.range(1).is_ok());
}

#[test]
fn n10_to_n12_leave_lookup_to_the_names() {
    let cases: [(&[(usize, u32)], Rule); 3] = [
        (&[(0x64, 3)], Rule::SortIndexRange),
        (&[(0x64, 1)], Rule::SortIndexRepeated),
        (&[(0xA4, 0), (0xE4, 1)], Rule::SortOrder),
    ];
    for (patches, rule) in cases {
        let rules = rules_after(patches);
        assert_eq!(rules.len(), 1);
        assert_eq!(rules[0].0, rule);
        let mut image = worked_example();
        for (offset, value) in patches {
            patch(&mut image, *offset, *value);
        }
        assert_eq!(
            Directory::parse(&image).unwrap().find(b"Stone.wea"),
            Some(0)
        );
    }
}

#[test]
fn n13_and_n14_are_notes() {
    let mut image = worked_example();
    patch(&mut image, 0xA0, 0x21);
    image[0x25] = 7;
    let archive = Archive::parse_strict(&image).unwrap();
    let notes: Vec<_> = archive
        .notes()
        .iter()
        .map(|n| (n.rule.id(), n.entry))
        .collect();
    assert_eq!(notes, [("N13", Some(1)), ("N14", None), ("N14", None)]);
}

#[test]
fn of_equal_names_the_lowest_index_is_found() {
    let mut builder = Builder::new();
    builder
        .push(entry(3, b"Land", b"c"))
        .push(entry(1, b"LAND", b"a"))
        .push(entry(2, b"land", b"b"));
    let image = builder.finish().unwrap();
    let archive = Archive::parse_strict(&image).unwrap();
    assert_eq!(archive.find(b"land"), Some(0));
    assert_eq!(archive.count_of(b"lAnd"), 3);
    assert_eq!(archive.count_of(b"lan"), 0);
    assert_eq!(archive.find_type(2), Some(2));
}

#[test]
fn payloads_beyond_the_sum_limit_are_unreadable() {
    // 600 entries that all claim the same mebibyte: a small file that asks for 600 MiB of decoding.
    let mut builder = Builder::new();
    let payload = vec![1; 1 << 20];
    builder.push(entry(1, b"a", &payload));
    for _ in 1..600 {
        builder.push(entry(1, b"a", b""));
    }
    let mut image = builder.finish().unwrap();
    let start = image.len() - 600 * 64;
    for index in 1..600 {
        patch(&mut image, start + index * 64 + 0x0C, 1 << 20);
        patch(&mut image, start + index * 64 + 0x38, 0x10);
    }
    let directory = Directory::parse(&image).unwrap();
    assert!(directory.range(511).is_ok());
    assert!(directory.range(512).is_err());
}

#[test]
fn a_payload_is_cut_only_from_its_own_image() {
    let image = worked_example();
    let directory = Directory::parse(&image).unwrap();
    assert!(directory.payload(&image[..200], 0).is_err());
    assert!(directory.payload(&image, 3).is_err());
}

/// Reads all that can be read.
fn exercise(image: &[u8]) {
    let Ok(archive) = Archive::parse(image) else {
        return;
    };
    for (index, entry) in archive.entries().iter().enumerate() {
        let _ = archive.payload(index);
        let _ = archive.find(entry.name.bytes());
    }
    let _ = archive.validate();
    let _ = archive.notes();
    let mut editor = crate::Editor::new(image).unwrap();
    assert_eq!(editor.finish().unwrap(), image);
    if !archive.entries().is_empty() {
        editor.replace(0, b"other bytes".as_slice()).unwrap();
        if let Ok(edited) = editor.finish() {
            Directory::parse(&edited).unwrap();
        }
    }
}

#[test]
fn damaged_images_end_in_ok_or_err() {
    let image = worked_example();
    for length in 0..image.len() {
        exercise(&image[..length]);
        // The same with a size that fits, so that the directory is read.
        let mut cut = image[..length].to_vec();
        if length >= 16 {
            patch(&mut cut, 12, length as u32);
        }
        exercise(&cut);
    }
    for position in 0..image.len() {
        for flip in [1, 2, 4, 8, 0x10, 0x20, 0x40, 0x80, 0xFF] {
            let mut flipped = image.clone();
            flipped[position] ^= flip;
            exercise(&flipped);
        }
    }
}
