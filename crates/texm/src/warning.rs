//! What a tolerant reading forgives (spec page: texm, section 9).

use wire::Malformed;

/// A check of the validation table that a tolerant reading survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Check {
    /// T04: `mip_count` is 0; read as 1.
    NoMips,
    /// T09: a level below level 0 is cut short; the complete ones stay.
    TruncatedLevel,
    /// T10: bytes after the levels are no Page chunk; ignored.
    UnknownTail,
    /// T11: the Page chunk's size does not match its count; the rectangles that fit stay.
    PageSize,
    /// T12: a page rectangle is negative, empty or outside the image; it is clamped, or dropped if nothing is left.
    PageRect,
    /// T13: the texture needs an external palette and none was given; a grey ramp stands in.
    NoPalette,
    /// T14: the header asks for a fade palette; the stored palette is used, opaque.
    FadePalette,
    /// T15: more levels than lead to 1 x 1; the extra ones are ignored.
    ExtraLevels,
}

impl Check {
    /// The identifier in the spec page's table.
    pub fn code(self) -> &'static str {
        match self {
            Self::NoMips => "T04",
            Self::TruncatedLevel => "T09",
            Self::UnknownTail => "T10",
            Self::PageSize => "T11",
            Self::PageRect => "T12",
            Self::NoPalette => "T13",
            Self::FadePalette => "T14",
            Self::ExtraLevels => "T15",
        }
    }

    /// Whether a strict reading refuses the texture; otherwise the finding is only a note.
    pub fn is_error_when_strict(self) -> bool {
        !matches!(self, Self::FadePalette | Self::ExtraLevels)
    }
}

/// Something a tolerant reading forgave, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} {at}", .check.code())]
pub struct Warning {
    /// Which check failed.
    pub check: Check,
    /// Where, and what was expected instead.
    pub at: Malformed,
}
