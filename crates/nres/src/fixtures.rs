//! The worked example of the spec page (containers, section 2.7) for the tests of this crate.

use crate::{Builder, NewEntry, tags};

/// The 232 bytes as the page lists them.
pub(crate) fn worked_example() -> Vec<u8> {
    let lines: [(usize, &str); 12] = [
        (0x00, "4E 52 65 73 00 01 00 00 03 00 00 00 E8 00 00 00"),
        (0x10, "31 0D 0A 30 20 44 45 46 41 55 4C 54 0D 0A 00 00"),
        (0x20, "41 42 43 00 00 00 00 00"),
        (0x28, "57 45 41 52 00 00 00 00 00 00 00 00 0E 00 00 00"),
        (0x38, "01 00 00 00 53 54 4F 4E 45 2E 57 45 41"),
        (0x60, "10 00 00 00 02 00 00 00"),
        (0x68, "57 45 41 52 00 00 00 00 00 00 00 00 03 00 00 00"),
        (0x78, "01 00 00 00 73 5F 74 72 65 65 2E 77 65 61"),
        (0xA0, "20 00 00 00 01 00 00 00"),
        (0xA8, "53 57 41 56 00 00 00 00 00 00 00 00 00 00 00 00"),
        (0xB8, "01 00 00 00 42 6F 6F 6D 2E 77 61 76"),
        (0xE0, "28 00 00 00 00 00 00 00"),
    ];
    let mut image = vec![0; 232];
    for (offset, line) in lines {
        for (position, byte) in line.split_whitespace().enumerate() {
            image[offset + position] = u8::from_str_radix(byte, 16).unwrap();
        }
    }
    image
}

pub(crate) fn entry<'a>(type_id: u32, name: &'a [u8], payload: &'a [u8]) -> NewEntry<'a> {
    NewEntry {
        type_id,
        attr1: 0,
        attr2: 0,
        attr3: 1,
        name,
        payload: payload.into(),
    }
}

/// The same entries for the writer.
pub(crate) fn worked_builder() -> Builder<'static> {
    let mut builder = Builder::new();
    builder
        .push(entry(tags::WEAR, b"STONE.WEA", b"1\r\n0 DEFAULT\r\n"))
        .push(entry(tags::WEAR, b"s_tree.wea", b"ABC"))
        .push(entry(tags::SWAV, b"Boom.wav", b""));
    builder
}

/// Overwrites a 32-bit word.
pub(crate) fn patch(image: &mut [u8], offset: usize, value: u32) {
    image[offset..offset + 4].copy_from_slice(&value.to_le_bytes());
}
