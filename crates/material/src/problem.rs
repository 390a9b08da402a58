//! Errors and warnings, with the codes of the spec page (spec page: materials, sections 2.4, 3.7, 4 and 6).

use std::borrow::Cow;
use std::fmt;
use wire::{Malformed, decode_cp1251};

/// Bytes that are no WEAR table or no MAT0 material.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} {at}", .kind.code())]
pub struct Error {
    /// What is wrong.
    pub kind: ErrorKind,
    /// Where, and what was expected instead.
    pub at: Malformed,
}

/// What an [`Error`] is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The first line of a WEAR table is no number, or one above 65536.
    WearBadCount,
    /// A WEAR table of no rows.
    WearEmpty,
    /// A row without a name.
    WearBadRow {
        /// Its position in the table.
        index: usize,
        /// Its line in the text, from 1.
        line: usize,
    },
    /// The table ends early.
    WearTruncated {
        /// Rows there are.
        have: usize,
        /// Rows the count asks for.
        want: usize,
    },
    /// A MAT0 payload below 4 bytes.
    MatTooSmall,
    /// 20 tracks or more; the game stops with a message.
    MatTooManyAnims,
    /// A MAT0 payload that ends inside of a record.
    MatTruncated,
}

impl ErrorKind {
    /// The code that the spec page gives it.
    pub fn code(self) -> &'static str {
        match self {
            Self::WearBadCount => "WEAR_BAD_COUNT",
            Self::WearEmpty => "WEAR_EMPTY",
            Self::WearBadRow { .. } => "WEAR_BAD_ROW",
            Self::WearTruncated { .. } => "WEAR_TRUNCATED",
            Self::MatTooSmall => "MAT_TOO_SMALL",
            Self::MatTooManyAnims => "MAT_TOO_MANY_ANIMS",
            Self::MatTruncated => "MAT_TRUNCATED",
        }
    }

    pub(crate) fn at(
        self,
        offset: usize,
        what: &'static str,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<Cow<'static, str>>,
    ) -> Error {
        Error {
            kind: self,
            at: Malformed::new(offset, what, expected, found),
        }
    }
}

/// Something that the picture survives. Names are raw bytes, as in the files.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Warning {
    /// A row's number is not its position; rows are used by position.
    WearIdOrder {
        /// The first such row.
        row: usize,
    },
    /// No empty line before `LIGHTMAPS`.
    WearNoSeparator {
        /// Where the word stands.
        offset: usize,
    },
    /// Text after the last row; ignored.
    WearTrailingText {
        /// Where it begins.
        offset: usize,
    },
    /// The lightmap count is no number, not positive or above 65536; there are no lightmaps.
    WearBadLightmapCount {
        /// Where it stands.
        offset: usize,
    },
    /// A lightmap row has no name; the rows before it stay.
    WearBadLightmapRow {
        /// Its position.
        index: usize,
        /// Its line in the text, from 1.
        line: usize,
    },
    /// Fewer lightmap rows than the count asks for.
    WearTruncatedLightmaps {
        /// Rows there are.
        have: usize,
        /// Rows the count asks for.
        want: usize,
    },
    /// A mesh without a WEAR table.
    WearMissing,
    /// The blend index is outside of the game's table; drawn opaque.
    MatBlendIndex {
        /// The index, 5 to 15.
        index: u32,
    },
    /// The loop mode is unknown; the track loops.
    MatLoopMode {
        /// The first such track.
        track: usize,
        /// Its mode, 4 to 7.
        mode: u32,
    },
    /// The times of a track's keys do not rise; they are used as durations.
    MatKeyOrder {
        /// The first such track.
        track: usize,
    },
    /// A key names a phase that does not exist; the last phase is used.
    MatKeyRange {
        /// The first such track.
        track: usize,
        /// Its first such key.
        key: usize,
        /// The phase that the key names.
        phase: u16,
    },
    /// A material without phases: it counts as missing.
    MatNoPhases,
    /// Bytes after the last track; kept.
    MatTrailing {
        /// How many.
        bytes: usize,
    },
    /// A texture name without a dot in its first 17 bytes: the game refuses it, Overfly does not.
    MatTextureName {
        /// The first such phase.
        phase: usize,
    },
    /// The page index of a phase has no rectangle; the whole texture is used.
    MatPageRange {
        /// The index.
        page: i8,
        /// Rectangles of the texture.
        rects: usize,
    },
    /// `Material.lib` has no material of this name; [`Found`](crate::Found) says what stands in.
    MatMissing {
        /// The name.
        name: Vec<u8>,
    },
    /// A batch names a row that its WEAR table does not have.
    MatIndexRange {
        /// The row.
        index: usize,
        /// Rows of the table.
        rows: usize,
    },
    /// `Textures.lib` has no texture of this name; a checker stands in.
    TexMissing {
        /// The material that asks for it.
        material: Vec<u8>,
        /// The name.
        name: Vec<u8>,
    },
    /// A batch names a lightmap row that its WEAR table does not have; no lightmap.
    LmIndexRange {
        /// The row.
        index: usize,
        /// Lightmap rows of the table.
        rows: usize,
    },
    /// `LightMap.lib` has no texture of this name; no lightmap.
    LmMissing {
        /// The name.
        name: Vec<u8>,
    },
    /// A batch wants a lightmap but its model has no second texture coordinates (MSH type 18); no lightmap.
    LmNoUv1,
}

/// How much a [`Warning`] matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; the picture is right.
    Info,
    /// The picture may be wrong.
    Warning,
}

impl Warning {
    /// The code; those that the spec page does not name follow its pattern.
    pub fn code(&self) -> &'static str {
        match self {
            Self::WearIdOrder { .. } => "WEAR_ID_ORDER",
            Self::WearNoSeparator { .. } => "WEAR_NO_SEPARATOR",
            Self::WearTrailingText { .. } => "WEAR_TRAILING_TEXT",
            Self::WearBadLightmapCount { .. } => "WEAR_BAD_LIGHTMAP_COUNT",
            Self::WearBadLightmapRow { .. } => "WEAR_BAD_LIGHTMAP_ROW",
            Self::WearTruncatedLightmaps { .. } => "WEAR_TRUNCATED_LIGHTMAPS",
            Self::WearMissing => "WEAR_MISSING",
            Self::MatBlendIndex { .. } => "MAT_BLEND_INDEX",
            Self::MatLoopMode { .. } => "MAT_LOOP_MODE",
            Self::MatKeyOrder { .. } => "MAT_KEY_ORDER",
            Self::MatKeyRange { .. } => "MAT_KEY_RANGE",
            Self::MatNoPhases => "MAT_NO_PHASES",
            Self::MatTrailing { .. } => "MAT_TRAILING",
            Self::MatTextureName { .. } => "MAT_TEXTURE_NAME",
            Self::MatPageRange { .. } => "MAT_PAGE_RANGE",
            Self::MatMissing { .. } => "MAT_MISSING",
            Self::MatIndexRange { .. } => "MAT_INDEX_RANGE",
            Self::TexMissing { .. } => "TEX_MISSING",
            Self::LmIndexRange { .. } => "LM_INDEX_RANGE",
            Self::LmMissing { .. } => "LM_MISSING",
            Self::LmNoUv1 => "LM_NO_UV1",
        }
    }

    /// How much it matters.
    pub fn severity(&self) -> Severity {
        match self {
            Self::WearIdOrder { .. } => Severity::Info,
            _ => Severity::Warning,
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.code())?;
        match self {
            Self::WearIdOrder { row } => write!(f, "the number of row {row} is not its position"),
            Self::WearNoSeparator { offset } => {
                write!(f, "offset {offset:#x}: no empty line before LIGHTMAPS")
            }
            Self::WearTrailingText { offset } => {
                write!(f, "offset {offset:#x}: text after the last row")
            }
            Self::WearBadLightmapCount { offset } => {
                write!(f, "offset {offset:#x}: not a count of lightmaps")
            }
            Self::WearBadLightmapRow { index, line } => {
                write!(f, "line {line}: lightmap row {index} has no name")
            }
            Self::WearTruncatedLightmaps { have, want } => {
                write!(f, "{have} lightmap rows of {want}")
            }
            Self::WearMissing => write!(f, "the mesh has no WEAR table"),
            Self::MatBlendIndex { index } => write!(f, "blend index {index} is unknown"),
            Self::MatLoopMode { track, mode } => {
                write!(f, "loop mode {mode} of track {track} is unknown")
            }
            Self::MatKeyOrder { track } => write!(f, "the key times of track {track} do not rise"),
            Self::MatKeyRange { track, key, phase } => {
                write!(f, "key {key} of track {track} names phase {phase}")
            }
            Self::MatNoPhases => write!(f, "the material has no phases"),
            Self::MatTrailing { bytes } => write!(f, "{bytes} bytes after the last track"),
            Self::MatTextureName { phase } => {
                write!(f, "the texture name of phase {phase} has no dot")
            }
            Self::MatPageRange { page, rects } => {
                write!(f, "page {page} of a texture with {rects} rectangles")
            }
            Self::MatMissing { name } => write!(f, "no material {}", decode_cp1251(name)),
            Self::MatIndexRange { index, rows } => {
                write!(f, "row {index} of a WEAR table with {rows} rows")
            }
            Self::TexMissing { material, name } => write!(
                f,
                "no texture {} for material {}",
                decode_cp1251(name),
                decode_cp1251(material)
            ),
            Self::LmIndexRange { index, rows } => {
                write!(f, "lightmap row {index} of a WEAR table with {rows}")
            }
            Self::LmMissing { name } => write!(f, "no lightmap {}", decode_cp1251(name)),
            Self::LmNoUv1 => write!(f, "a lightmap without second texture coordinates"),
        }
    }
}

/// Something that would not come back from the written bytes as it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// A WEAR table needs at least one row.
    #[error("a WEAR table needs a row")]
    NoRows,
    /// More than a count can say.
    #[error("{count} {what} are more than {most}")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// The number or the name of a WEAR row is empty or has blanks, line ends, NUL or 0x1A in it.
    #[error("row {row}: {text:?} is not one word")]
    NotAWord {
        /// The row's position.
        row: usize,
        /// The number or name.
        text: String,
    },
    /// The version (attr2) has no room for a field that is not at its default.
    #[error("version {version} cannot store {field}")]
    NoField {
        /// The material's version.
        version: u32,
        /// The field.
        field: &'static str,
    },
}

/// Refuses a count above `most`.
pub(crate) fn at_most(what: &'static str, count: usize, most: usize) -> Result<(), WriteError> {
    if count > most {
        return Err(WriteError::TooMany { what, count, most });
    }
    Ok(())
}
