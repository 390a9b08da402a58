//! Length-prefixed strings and counts, the two primitives of `data.tma` (spec page: mission, sections 2.1 and 2.9).

use std::fmt;
use wire::{Malformed, Reader, Result, Writer};

/// A string with its length in front: Windows-1251, no NUL implied. The bytes are kept as they are.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct LpString(pub Vec<u8>);

impl LpString {
    /// The longest string that a file may hold, in bytes.
    pub const LONGEST: usize = 65536;

    /// The part that names a resource or a path: up to the first NUL, without white space around it.
    pub fn name(&self) -> &[u8] {
        wire::until_nul(&self.0).trim_ascii()
    }

    /// [`Self::name`] for the screen.
    pub fn text(&self) -> String {
        wire::decode_cp1251(self.name())
    }

    pub(crate) fn read(reader: &mut Reader<'_>, what: &'static str) -> Result<Self> {
        let length = count(reader, what, Self::LONGEST, 1)?;
        Ok(Self(reader.take(length, what)?.to_vec()))
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer.u32(self.0.len() as u32).bytes(&self.0);
    }
}

impl From<&str> for LpString {
    /// Encodes as Windows-1251; a character that it lacks becomes `?`.
    fn from(text: &str) -> Self {
        let byte = |c: char| wire::encode_cp1251(c.encode_utf8(&mut [0; 4]));
        Self(
            text.chars()
                .flat_map(|c| byte(c).unwrap_or_else(|| vec![b'?']))
                .collect(),
        )
    }
}

impl fmt::Debug for LpString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", wire::decode_cp1251(&self.0))
    }
}

/// Reads a count of records that take at least `smallest` bytes each, and refuses one that the rest of the file
/// cannot hold.
pub(crate) fn count(
    reader: &mut Reader<'_>,
    what: &'static str,
    limit: usize,
    smallest: usize,
) -> Result<usize> {
    let offset = reader.position();
    let count = reader.u32(what)? as usize;
    let fits = reader.remaining() / smallest.max(1);
    if count > limit.min(fits) {
        return Err(Malformed::new(
            offset,
            what,
            format!("at most {} (limit {limit}, {fits} fit)", limit.min(fits)),
            count.to_string(),
        ));
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_ends_at_its_nul_and_has_no_white_space_around_it() {
        assert_eq!(LpString(b" tree_01\t\0junk".to_vec()).name(), b"tree_01");
        assert_eq!(LpString::from("Бой 山").0, b"\xC1\xEE\xE9 ?");
    }

    #[test]
    fn long_strings_are_refused() {
        let mut bytes = 65537u32.to_le_bytes().to_vec();
        bytes.resize(80_000, b'a');
        assert!(LpString::read(&mut Reader::new(&bytes), "name").is_err());
        bytes[..4].copy_from_slice(&65536u32.to_le_bytes());
        let name = LpString::read(&mut Reader::new(&bytes), "name").unwrap();
        assert_eq!(name.0.len(), LpString::LONGEST);
    }
}
