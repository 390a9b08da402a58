//! Names: bytes on disk, ASCII case-blind in comparison, Windows-1251 on screen (spec page: containers).

use bytemuck::{Pod, Zeroable};
use std::fmt;

/// The bytes before the first NUL, or all of them.
pub fn until_nul(bytes: &[u8]) -> &[u8] {
    bytes.split(|&byte| byte == 0).next().unwrap_or_default()
}

/// Decodes Windows-1251 for display. Every byte has a character; nothing fails.
pub fn decode_cp1251(bytes: &[u8]) -> String {
    encoding_rs::WINDOWS_1251
        .decode_without_bom_handling(bytes)
        .0
        .into_owned()
}

/// Encodes for writing; `None` when a character has no Windows-1251 byte.
pub fn encode_cp1251(text: &str) -> Option<Vec<u8>> {
    let (bytes, _, unmappable) = encoding_rs::WINDOWS_1251.encode(text);
    (!unmappable).then(|| bytes.into_owned())
}

/// Folds ASCII letters to lower case, the direction the game sorts and compares by.
pub fn fold(name: &[u8]) -> Vec<u8> {
    name.to_ascii_lowercase()
}

/// Compares names as the game does: ASCII letters case-blind, every other byte exact.
pub fn eq_ignore_case(a: &[u8], b: &[u8]) -> bool {
    a.eq_ignore_ascii_case(b)
}

/// A NUL-terminated name in a field of `N` bytes; bytes after the NUL are kept as they are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct FixedName<const N: usize>(pub [u8; N]);

impl<const N: usize> FixedName<N> {
    /// A zero-filled field that holds `name`; `None` when the name has a NUL or more than `N` bytes.
    pub fn new(name: &[u8]) -> Option<Self> {
        let mut field = [0; N];
        if name.contains(&0) {
            return None;
        }
        field.get_mut(..name.len())?.copy_from_slice(name);
        Some(Self(field))
    }

    /// The name: the bytes before the first NUL, or all `N`.
    pub fn bytes(&self) -> &[u8] {
        until_nul(&self.0)
    }

    /// Whether the field ends its name with a NUL.
    pub fn is_terminated(&self) -> bool {
        self.0.contains(&0)
    }
}

impl<const N: usize> Default for FixedName<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> fmt::Display for FixedName<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&decode_cp1251(self.bytes()))
    }
}

impl<const N: usize> fmt::Debug for FixedName<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", decode_cp1251(self.bytes()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_names_keep_what_follows_the_nul() {
        let name = FixedName(*b"tree\0junk");
        assert_eq!(name.bytes(), b"tree");
        assert_eq!(&name.0, b"tree\0junk");
        assert_eq!(FixedName::<4>::new(b"trees"), None);
        assert_eq!(FixedName::<4>::new(b"tree").unwrap().bytes(), b"tree");
        assert!(!FixedName::<4>::new(b"tree").unwrap().is_terminated());
    }

    #[test]
    fn cyrillic_is_windows_1251() {
        assert_eq!(decode_cp1251(&[0xC1, 0xEE, 0xE9]), "Бой");
        assert_eq!(encode_cp1251("Бой").unwrap(), [0xC1, 0xEE, 0xE9]);
        assert_eq!(encode_cp1251("山"), None);
    }

    #[test]
    fn only_ascii_letters_fold() {
        assert!(eq_ignore_case(b"Stone.WEA", b"sTONE.wea"));
        assert!(!eq_ignore_case(&[0xC1], &[0xE1]));
    }
}
