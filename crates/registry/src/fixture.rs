//! Short spellings of test data.

use crate::ObjectRef64;

/// Bytes from hexadecimal digits, as the spec pages print them.
pub(crate) fn hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text
        .bytes()
        .filter(|b| !b.is_ascii_whitespace())
        .map(|b| (b as char).to_digit(16).unwrap() as u8)
        .collect();
    digits
        .chunks(2)
        .map(|pair| pair[0] * 16 + pair[1])
        .collect()
}

/// References from `archive:member`.
pub(crate) fn references(pairs: &[&str]) -> Vec<ObjectRef64> {
    let reference = |pair: &&str| {
        let (archive, member) = pair.split_once(':').unwrap();
        ObjectRef64::new(archive, member).unwrap()
    };
    pairs.iter().map(reference).collect()
}
