//! What a land's reader found odd without refusing the land (spec page: terrain, section 3.1).

use crate::StreamType;
use wire::Malformed;

/// A check of the spec page's table that a tolerant reading survives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Check {
    /// V1: a stream that the game requires is missing or unreadable; defaults stand in.
    MissingStream,
    /// V2: a type occurs twice; the first is used.
    DuplicateStream,
    /// V3: `attr3` is not the record size; the fixed size is used.
    Stride,
    /// V4: an incomplete record at the end; it is dropped.
    PartialRecord,
    /// V5: `attr1` is not the record count; the size decides.
    Count,
    /// V6: fewer or more records than vertices; missing ones get defaults.
    VertexStream,
    /// V7: a face names a vertex that does not exist, or one twice; the face is dropped.
    FaceVertex,
    /// V8: a neighbour does not exist; read as none.
    Neighbour,
    /// V9: a tile names a slot that does not exist; read as none.
    TileSlot,
    /// V10: a slot reaches past the draw order; it is clamped.
    SlotRange,
    /// V11: an entry of the draw order names a face that does not exist; it is skipped.
    OrderFace,
    /// V12: a position is not finite; faces that use it are dropped.
    Position,
    /// V13: the number of tile columns is 0 or no divisor of the number of tiles; another grid is tried.
    TileColumns,
    /// V15: an opacity of the second material is not in 0..1; it is clamped, NaN counts as 1.
    SecondAlpha,
}

impl Check {
    /// The identifier in the spec page's table.
    pub fn code(self) -> &'static str {
        match self {
            Self::MissingStream => "V1",
            Self::DuplicateStream => "V2",
            Self::Stride => "V3",
            Self::PartialRecord => "V4",
            Self::Count => "V5",
            Self::VertexStream => "V6",
            Self::FaceVertex => "V7",
            Self::Neighbour => "V8",
            Self::TileSlot => "V9",
            Self::SlotRange => "V10",
            Self::OrderFace => "V11",
            Self::Position => "V12",
            Self::TileColumns => "V13",
            Self::SecondAlpha => "V15",
        }
    }

    /// Whether a strict reading refuses the land.
    pub fn is_error_when_strict(self) -> bool {
        !matches!(self, Self::VertexStream | Self::SecondAlpha)
    }
}

/// One check that failed in one stream.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{} {first} ({count} times)", .check.code())]
pub struct Warning {
    /// Which check.
    pub check: Check,
    /// The stream it concerns; `None` for an unknown type.
    pub stream: Option<StreamType>,
    /// Where it was seen first. The offset counts from the start of the file.
    pub first: Malformed,
    /// How often it was seen; at least 1.
    pub count: usize,
}

/// Collects warnings, one entry per check and stream.
#[derive(Debug, Default)]
pub(crate) struct Warnings(Vec<Warning>);

impl Warnings {
    pub(crate) fn add(
        &mut self,
        check: Check,
        stream: Option<StreamType>,
        malformed: impl FnOnce() -> Malformed,
    ) {
        let known = self
            .0
            .iter_mut()
            .find(|warning| warning.check == check && warning.stream == stream);
        match known {
            Some(warning) => warning.count = warning.count.saturating_add(1),
            None => self.0.push(Warning {
                check,
                stream,
                first: malformed(),
                count: 1,
            }),
        }
    }

    pub(crate) fn into_vec(self) -> Vec<Warning> {
        self.0
    }
}
