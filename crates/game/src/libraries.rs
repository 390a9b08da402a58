//! Which library holds what (spec page: containers, section 4.1). Paths are relative to the game root; their letter
//! case on disk varies.

/// Textures (`Texm`).
pub const TEXTURES: &str = "Textures.lib";
/// Materials (`MAT0`).
pub const MATERIALS: &str = "Material.lib";
/// Baked building light (`Texm`).
pub const LIGHTMAPS: &str = "LightMap.lib";
/// External palettes; ships empty.
pub const PALETTES: &str = "palettes.lib";
/// Prototype registry: entry name = key, payload = references to archive entries.
pub const OBJECTS: &str = "objects.rlb";
/// Effects (`FXID`).
pub const EFFECTS: &str = "effects.rlb";
/// Sound effects and music loops (`SWAV`).
pub const SOUNDS: &str = "sounds.lib";
/// Speech (`SWAV`).
pub const VOICES: &str = "voices.lib";
/// System models, some explosions, sun data.
pub const SYSTEM: &str = "system.rlb";
/// Debug font and palette.
pub const FONTS: &str = "sys.lib";
/// Weapons and most explosions.
pub const WEAPONS: &str = "weapon.rlb";
/// Missions, a folder.
pub const MISSIONS: &str = "MISSIONS";
/// Maps and texts, a folder.
pub const DATA: &str = "DATA";

/// Archives with models and their side files.
pub const MODELS: [&str; 10] = [
    "static.rlb",
    "bases.rlb",
    "fortif.rlb",
    "turrets.rlb",
    "guns.rlb",
    WEAPONS,
    "parts.rlb",
    "intsys.rlb",
    "animals.rlb",
    SYSTEM,
];

/// The kinds of archive, told by their first four bytes, never by the extension.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Container {
    /// `NRes`.
    NRes,
    /// `NL`, 0, 1: the library of a removed software renderer; no mission needs one.
    RsLi,
}

impl Container {
    /// The kind of archive these first bytes begin, if any.
    pub fn recognise(bytes: &[u8]) -> Option<Self> {
        if nres::is_nres(bytes) {
            Some(Self::NRes)
        } else if bytes.starts_with(b"NL\x00\x01") {
            Some(Self::RsLi)
        } else {
            None
        }
    }
}
