//! What a resource name points to, and the names of what can fail on the way (spec page: mission, sections 4.5 and 4.8).

use crate::has_extension;
use std::fmt;

/// What the resource name of a placed object points to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target<'a> {
    /// A unit scheme, a file below the game folder.
    UnitDat(&'a [u8]),
    /// A prototype: one component of entry type 0.
    Prototype(&'a [u8]),
    /// Nothing: the name is empty.
    Empty,
}

impl<'a> Target<'a> {
    /// The extension of the (trimmed) name decides, whatever the object's kind.
    pub fn of(resource_name: &'a [u8]) -> Self {
        if resource_name.is_empty() {
            Self::Empty
        } else if has_extension(resource_name, "dat") {
            Self::UnitDat(resource_name)
        } else {
            Self::Prototype(resource_name)
        }
    }

    /// Whether that is what objects of this kind have in the game: schemes for buildings and units (kinds 0 and 1),
    /// prototypes for scenery (2 and 3). Otherwise the object deserves a note; an unknown kind has no habit.
    pub fn suits(self, raw_kind: u32) -> bool {
        match self {
            Self::UnitDat(_) => !matches!(raw_kind, 2 | 3),
            Self::Prototype(_) => !matches!(raw_kind, 0 | 1),
            Self::Empty => false,
        }
    }
}

/// A step of resolution that can fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    /// The `.dat` is missing or malformed.
    MissionToUnitDat,
    /// The key is in neither registry nor archive, or the registry itself is missing.
    MissionToObjectsRegistry,
    /// The key of a component is not found.
    UnitDatToComponent,
    /// The mesh that a prototype names is missing; a missing parent, a cycle.
    PrototypeToMesh,
    /// A mesh without a WEAR table.
    MeshToWear,
    /// A WEAR row without a material.
    WearToMaterial,
    /// A material without a texture.
    MaterialToTexture,
    /// A lightmap row without a lightmap.
    WearToLightmap,
}

impl Edge {
    /// The edge at which an object of this kind fails when its name is empty.
    pub fn of_empty_name(raw_kind: u32) -> Self {
        match raw_kind {
            0 | 1 => Self::MissionToUnitDat,
            _ => Self::MissionToObjectsRegistry,
        }
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_decides() {
        assert_eq!(
            Target::of(b"UNITS\\a.DAT"),
            Target::UnitDat(b"UNITS\\a.DAT")
        );
        assert_eq!(Target::of(b"s_tree_04"), Target::Prototype(b"s_tree_04"));
        assert_eq!(Target::of(b""), Target::Empty);
        assert!(Target::of(b"a.dat").suits(1) && !Target::of(b"a.dat").suits(2));
        assert!(Target::of(b"a").suits(3) && !Target::of(b"a").suits(0));
        assert!(Target::of(b"a").suits(9) && Target::of(b"a.dat").suits(9));
    }

    #[test]
    fn edges_have_the_names_of_the_page() {
        assert_eq!(Edge::of_empty_name(1).to_string(), "MissionToUnitDat");
        assert_eq!(
            Edge::of_empty_name(2).to_string(),
            "MissionToObjectsRegistry"
        );
    }
}
