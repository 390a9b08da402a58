//! The land path: which four files hold the ground (spec page: mission, section 2.7; spec page: terrain, section 1.1).

use crate::LpString;
use wire::{Malformed, Result};

/// A file of the ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LandFile {
    /// `Land.msh`, the terrain mesh.
    Mesh,
    /// `Land.map`, the areals.
    Map,
    /// `Land1.wea`, the ground materials.
    Materials,
    /// `Land2.wea`, the microtexture of each ground material.
    Microtextures,
}

/// The checked land path of a mission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LandPath {
    folder: Vec<u8>,
    stem: Vec<u8>,
}

impl LandFile {
    fn suffix(self) -> &'static [u8] {
        match self {
            Self::Mesh => b".msh",
            Self::Map => b".map",
            Self::Materials => b"1.wea",
            Self::Microtextures => b"2.wea",
        }
    }
}

impl LandPath {
    /// Reads the `land_path` of a mission.
    ///
    /// # Errors
    /// A path without a separator, with a drive letter, a leading separator, or an empty, `.` or `..` part.
    /// The offset counts from the start of the string.
    pub fn new(land_path: &LpString) -> Result<Self> {
        let name = land_path.name();
        let refuse = |expected: &'static str| {
            Malformed::new(0, "land_path", expected, format!("{:?}", land_path.text()))
        };
        let name = match name.split_at_checked(name.len().saturating_sub(4)) {
            Some((stem, extension)) if wire::eq_ignore_case(extension, b".msh") => stem,
            _ => name,
        };
        let parts: Vec<&[u8]> = name.split(|byte| matches!(byte, b'\\' | b'/')).collect();
        if parts.iter().any(|part| matches!(*part, b"" | b"." | b"..")) || name.contains(&b':') {
            return Err(refuse("a relative path of plain names"));
        }
        match parts.split_last() {
            Some((stem, folder)) if !folder.is_empty() => Ok(Self {
                folder: folder.join(&b'/'),
                stem: stem.to_vec(),
            }),
            _ => Err(refuse("a folder and a name")),
        }
    }

    /// Where the file may be, below the game folder, best first; `/` separates. To be looked up case-blind.
    ///
    /// The second is the fixed stem `Land`; a mission that needs it deserves a note.
    pub fn candidates(&self, file: LandFile) -> [Vec<u8>; 2] {
        [self.stem.as_slice(), b"Land"].map(|stem| {
            let mut path = self.folder.clone();
            path.push(b'/');
            path.extend_from_slice(stem);
            path.extend_from_slice(file.suffix());
            path
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_suffixes_and_the_fixed_stem() {
        let land = LandPath::new(&r"DATA\MAPS\Tut_1\sea".into()).unwrap();
        assert_eq!(
            land.candidates(LandFile::Mesh),
            [
                b"DATA/MAPS/Tut_1/sea.msh".to_vec(),
                b"DATA/MAPS/Tut_1/Land.msh".to_vec()
            ]
        );
        assert_eq!(
            land.candidates(LandFile::Microtextures)[0],
            b"DATA/MAPS/Tut_1/sea2.wea"
        );
        let with_extension = LandPath::new(&"DATA/MAPS/Tut_1/sea.MSH".into());
        assert_eq!(with_extension.unwrap(), land);
    }

    #[test]
    fn a_path_that_leaves_the_game_folder_is_refused() {
        for path in [
            "land",
            "",
            r"\DATA\land",
            r"C:\land",
            r"a\..\b",
            r"a\\b",
            r"a\",
        ] {
            assert!(LandPath::new(&path.into()).is_err(), "{path}");
        }
    }
}
