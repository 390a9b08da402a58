//! The worked examples of the spec page, and what tests of every format here share.

use bytemuck::AnyBitPattern;
use proptest::prelude::*;

/// Spec page: control, section 1.12.
pub(crate) fn control() -> Vec<u8> {
    unhex(include_str!("../fixtures/tower.ctl.hex"))
}

/// Spec page: control, section 2.1.
pub(crate) fn points() -> Vec<u8> {
    unhex(include_str!("../fixtures/tower.cpt.hex"))
}

/// Spec page: control, section 2.2.
pub(crate) fn damage_table() -> Vec<u8> {
    unhex(include_str!("../fixtures/tower.ndp.hex"))
}

/// Any bytes as a record.
pub(crate) fn pod<T: AnyBitPattern + std::fmt::Debug>() -> impl Strategy<Value = T> {
    prop::collection::vec(any::<u8>(), size_of::<T>())
        .prop_map(|bytes| bytemuck::pod_read_unaligned(&bytes))
}

/// Shows `read` the bytes cut at every length, and with each of the first 512 bytes changed.
pub(crate) fn damage(bytes: &[u8], read: impl Fn(&[u8])) {
    for length in 0..bytes.len() {
        read(&bytes[..length]);
    }
    let mut bytes = bytes.to_vec();
    for offset in 0..bytes.len().min(512) {
        let stored = bytes[offset];
        for flip in (0..8).map(|bit| 1 << bit).chain([0xFF, 0x7F, stored]) {
            bytes[offset] = stored ^ flip;
            read(&bytes);
        }
        bytes[offset] = stored;
    }
}

/// Lines of an offset and groups of hexadecimal digits.
fn unhex(dump: &str) -> Vec<u8> {
    dump.lines()
        .flat_map(|line| line.split_whitespace().skip(1))
        .flat_map(|group| group.as_bytes().chunks(2))
        .map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}
