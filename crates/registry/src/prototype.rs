//! Prototypes: the entries of `objects.rlb` (spec page: mission, sections 4.1 and 4.3).

use bytemuck::{Pod, Zeroable};
use std::fmt;
use wire::{FixedName, Malformed, Reader, Result, Writer};

/// The archive that holds the prototypes.
pub const REGISTRY: &str = "objects.rlb";

/// The name in a fixed field: the bytes before the first NUL (or all of them), without white space around them.
/// What follows the NUL is left-over memory.
pub fn field_name(field: &FixedName<32>) -> &[u8] {
    field.bytes().trim_ascii()
}

/// Whether an archive is the registry of prototypes.
pub fn is_registry(archive: &[u8]) -> bool {
    wire::eq_ignore_case(archive, REGISTRY.as_bytes())
}

/// One reference of a prototype: a member of an archive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Pod, Zeroable)]
#[repr(C)]
pub struct ObjectRef64 {
    /// An archive in the game folder. [`REGISTRY`] makes the reference a parent; empty means the mesh's archive.
    pub archive_name: FixedName<32>,
    /// The member; empty in an unused slot.
    pub resource_name: FixedName<32>,
}

impl ObjectRef64 {
    /// A reference with zero-filled fields; `None` when a name has a NUL or more than 32 bytes.
    pub fn new(archive: &str, member: &str) -> Option<Self> {
        Some(Self {
            archive_name: FixedName::new(archive.as_bytes())?,
            resource_name: FixedName::new(member.as_bytes())?,
        })
    }

    /// The archive's name.
    pub fn archive(&self) -> &[u8] {
        field_name(&self.archive_name)
    }

    /// The member's name.
    pub fn member(&self) -> &[u8] {
        field_name(&self.resource_name)
    }

    /// Whether the slot is unused: it names no member.
    pub fn is_unused(&self) -> bool {
        self.member().is_empty()
    }

    /// Whether it names another prototype, whose references come before those that follow.
    pub fn is_parent(&self) -> bool {
        is_registry(self.archive()) && !self.is_unused()
    }
}

impl fmt::Display for ObjectRef64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [archive, member] = [self.archive(), self.member()].map(wire::decode_cp1251);
        write!(f, "{archive}:{member}")
    }
}

impl fmt::Debug for ObjectRef64 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads the payload of a prototype: any number of references, unused slots among them.
///
/// # Errors
/// A size that is no multiple of 64.
pub fn read_references(payload: &[u8]) -> Result<Vec<ObjectRef64>> {
    const SIZE: usize = size_of::<ObjectRef64>();
    if !payload.len().is_multiple_of(SIZE) {
        return Err(Malformed::new(
            payload.len(),
            "prototype size",
            "a multiple of 64 bytes",
            format!("{} bytes", payload.len()),
        ));
    }
    Reader::new(payload).records(payload.len() / SIZE, "prototype references")
}

/// The payload of a prototype.
pub fn write_references(references: &[ObjectRef64]) -> Vec<u8> {
    let mut writer = Writer::new();
    writer.records(references);
    writer.into_bytes()
}

/// What a prototype is, by the type tag of its entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PrototypeClass {
    /// `STAT`
    Scenery,
    /// `INTO`
    InternalPart,
    /// `EXTO`: a turret or a gun.
    ExternalPart,
    /// `BTLU`: a chassis or a creature; its slot 5 names a behaviour profile.
    BattleUnit,
    /// `BULL`
    Projectile,
    /// `WPNS`
    Weapon,
    /// `FORT`: a fortification or a building; a parent and a `.bas`.
    Fortification,
    /// `SUNO`: a sun, without geometry.
    Sun,
    /// Any other tag.
    Unknown([u8; 4]),
}

impl PrototypeClass {
    /// The class of an entry's type tag, its four bytes in file order.
    pub fn from_tag(tag: [u8; 4]) -> Self {
        match &tag {
            b"STAT" => Self::Scenery,
            b"INTO" => Self::InternalPart,
            b"EXTO" => Self::ExternalPart,
            b"BTLU" => Self::BattleUnit,
            b"BULL" => Self::Projectile,
            b"WPNS" => Self::Weapon,
            b"FORT" => Self::Fortification,
            b"SUNO" => Self::Sun,
            _ => Self::Unknown(tag),
        }
    }

    /// The tag, to write an entry.
    pub fn tag(self) -> [u8; 4] {
        match self {
            Self::Scenery => *b"STAT",
            Self::InternalPart => *b"INTO",
            Self::ExternalPart => *b"EXTO",
            Self::BattleUnit => *b"BTLU",
            Self::Projectile => *b"BULL",
            Self::Weapon => *b"WPNS",
            Self::Fortification => *b"FORT",
            Self::Sun => *b"SUNO",
            Self::Unknown(tag) => tag,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{hex, references};
    use proptest::prelude::*;

    /// Spec page: mission, section 4.9.
    const EXAMPLE: &str = "
        6f626a65 6374732e 726c6200 00000000 00000000 00000000 00000000 00000000
        66725f6d 5f626173 65000000 00000000 00000000 00000000 00000000 00000000
        666f7274 69662e72 6c620000 00000000 00000000 00000000 00000000 00000000
        66725f6d 5f627269 67652e62 61730000 00000000 00000000 00000000 00000000";

    #[test]
    fn the_worked_example() {
        let payload = hex(EXAMPLE);
        let read = read_references(&payload).unwrap();
        assert_eq!(
            read,
            references(&["objects.rlb:fr_m_base", "fortif.rlb:fr_m_brige.bas"])
        );
        assert!(read[0].is_parent());
        assert!(!read[1].is_parent());
        assert_eq!(write_references(&read), payload);
    }

    #[test]
    fn only_whole_references_are_read() {
        let payload = hex(EXAMPLE);
        for length in 0..=payload.len() {
            let read = read_references(&payload[..length]);
            assert_eq!(read.is_ok(), length % 64 == 0, "{length}");
        }
        assert_eq!(read_references(&[]), Ok(vec![]));
    }

    #[test]
    fn a_field_may_be_full_padded_or_followed_by_junk() {
        assert_eq!(field_name(&FixedName([b'a'; 32])), [b'a'; 32]);
        let mut field = [b'j'; 32];
        field[..6].copy_from_slice(b" \tab \0");
        assert_eq!(field_name(&FixedName(field)), b"ab");
        let unused = ObjectRef64::new("objects.rlb", "").unwrap();
        assert!(unused.is_unused() && !unused.is_parent());
    }

    #[test]
    fn tags_come_back() {
        for tag in [
            b"STAT", b"INTO", b"EXTO", b"BTLU", b"BULL", b"WPNS", b"FORT", b"SUNO", b"abcd",
        ] {
            assert_eq!(PrototypeClass::from_tag(*tag).tag(), *tag);
        }
    }

    proptest! {
        #[test]
        fn any_references_come_back(bytes in prop::collection::vec(any::<[u8; 32]>(), 0..8)) {
            let payload = bytes.concat();
            if let Ok(read) = read_references(&payload) {
                prop_assert_eq!(write_references(&read), payload);
            }
        }
    }
}
