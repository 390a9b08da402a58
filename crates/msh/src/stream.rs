//! The streams of a model: which there are, and how their directory records look (spec page: msh, section 2).

use bytemuck::AnyBitPattern;
use wire::{FixedName, Malformed, Reader};

/// One entry of the model's directory, in file order.
///
/// The attributes are written as they stand; [`crate::Model::lay_out`] sets them anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stream {
    /// What the stream holds; see [`StreamType`] for the known ones.
    pub type_id: u32,
    /// Usually the record count.
    pub attr1: u32,
    /// Of type 19 the frame count, of type 17 the link count; 0 elsewhere.
    pub attr2: u32,
    /// Usually the record size in bytes.
    pub attr3: u32,
    /// The entry's name; nothing depends on it.
    pub name: FixedName<36>,
    /// The payload where the model holds it nowhere else: an unknown type, a duplicate, or an optional stream that
    /// could not be read. `None` for every stream with a field of its own in [`crate::Model`].
    pub raw: Option<Vec<u8>>,
}

/// The known stream types, by their type id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum StreamType {
    /// Node38 or Node24.
    Nodes = 1,
    /// Header and Slot68.
    Slots = 2,
    /// Vertex positions.
    Positions = 3,
    /// Packed vertex normals.
    Normals = 4,
    /// Packed texture coordinates.
    Uv0 = 5,
    /// Triangle list.
    Indices = 6,
    /// Triangle descriptors, for picking and collision.
    Triangles = 7,
    /// AnimKey24.
    Keys = 8,
    /// Node names.
    Names = 9,
    /// Node labels.
    Labels = 10,
    /// Batch20.
    Batches = 13,
    /// Eight unknown bytes per vertex.
    Auxiliary15 = 15,
    /// Two interleaved 4-byte sub-streams; never seen.
    Auxiliary16 = 16,
    /// Interior path graph.
    PathGraph = 17,
    /// Packed lightmap coordinates.
    Uv1 = 18,
    /// Frame map.
    FrameMap = 19,
    /// Local lights (unproven).
    LocalLights = 20,
}

impl StreamType {
    /// The order in which shipped models store their streams; types 18, 16 and 20 only where they exist.
    pub const SHIPPED_ORDER: [Self; 17] = [
        Self::Nodes,
        Self::Slots,
        Self::Positions,
        Self::Normals,
        Self::Uv0,
        Self::Uv1,
        Self::Auxiliary15,
        Self::Auxiliary16,
        Self::Batches,
        Self::Indices,
        Self::Triangles,
        Self::Keys,
        Self::FrameMap,
        Self::Names,
        Self::Labels,
        Self::PathGraph,
        Self::LocalLights,
    ];

    /// The type with this id.
    pub fn from_id(type_id: u32) -> Option<Self> {
        Self::SHIPPED_ORDER
            .into_iter()
            .find(|kind| kind.id() == type_id)
    }

    /// The type id in the directory.
    pub fn id(self) -> u32 {
        self as u32
    }

    /// Whether a model without it, or with two of it, is refused.
    pub fn is_required(self) -> bool {
        matches!(
            self,
            Self::Nodes | Self::Slots | Self::Positions | Self::Indices | Self::Batches
        )
    }
}

/// What a `*.msh` archive is, told from its stream types alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MeshKind {
    /// A model: types 3, 6 and 13.
    Model,
    /// A terrain (`Land.msh`): types 3 and 21, no type 6.
    Terrain,
    /// Neither.
    Unknown,
}

impl MeshKind {
    /// Tells a model from a terrain by the type ids of an archive.
    pub fn of(type_ids: &[u32]) -> Self {
        let has = |type_id: u32| type_ids.contains(&type_id);
        if has(3) && has(6) && has(13) {
            Self::Model
        } else if has(3) && has(21) && !has(6) {
            Self::Terrain
        } else {
            Self::Unknown
        }
    }
}

/// One stream while it is read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct StreamBytes<'a> {
    pub(crate) kind: StreamType,
    pub(crate) attr1: u32,
    pub(crate) attr2: u32,
    pub(crate) attr3: u32,
    /// Where the payload starts in the model.
    pub(crate) offset: usize,
    pub(crate) bytes: &'a [u8],
}

impl<'a> StreamBytes<'a> {
    /// The payload as records of one size, and nothing else.
    pub(crate) fn records<T: AnyBitPattern>(&self, what: &'static str) -> wire::Result<Vec<T>> {
        self.records_from(0, what)
    }

    /// The payload from `start` on as records of one size.
    pub(crate) fn records_from<T: AnyBitPattern>(
        &self,
        start: usize,
        what: &'static str,
    ) -> wire::Result<Vec<T>> {
        let stride = size_of::<T>().max(1);
        let size = self.bytes.len().saturating_sub(start);
        if !size.is_multiple_of(stride) {
            return Err(self.malformed(
                start,
                what,
                format!("a multiple of {stride} bytes"),
                format!("{size} bytes"),
            ));
        }
        let mut reader = self.reader();
        reader.seek(start);
        reader
            .records(size / stride, what)
            .map_err(|error| error.shifted(self.offset))
    }

    /// A reader over the payload; its errors must be shifted by `offset`.
    pub(crate) fn reader(&self) -> Reader<'a> {
        Reader::new(self.bytes)
    }

    /// An error `position` bytes into the payload.
    pub(crate) fn malformed(
        &self,
        position: usize,
        what: impl std::fmt::Display,
        expected: impl Into<std::borrow::Cow<'static, str>>,
        found: impl Into<std::borrow::Cow<'static, str>>,
    ) -> Malformed {
        Malformed::new(
            position,
            format!("type {} {what}", self.kind.id()),
            expected,
            found,
        )
        .shifted(self.offset)
    }

    /// The part of `Self` that is needed to place an error, for checks that run after the payload was read.
    pub(crate) fn place(&self) -> StreamBytes<'static> {
        StreamBytes {
            bytes: &[],
            kind: self.kind,
            attr1: self.attr1,
            attr2: self.attr2,
            attr3: self.attr3,
            offset: self.offset,
        }
    }
}
