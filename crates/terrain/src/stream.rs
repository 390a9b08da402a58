//! The streams of a land: which there are, and how their directory records look (spec page: terrain, section 3).

use wire::FixedName;

/// One entry of the archive's directory, in file order.
///
/// The attributes are written as they stand; [`crate::Land::lay_out`] sets them anew.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stream {
    /// What the stream holds; see [`StreamType`] for the known ones.
    pub type_id: u32,
    /// Usually the record count.
    pub attr1: u32,
    /// Of type 1 the number of tile columns along X; 0 elsewhere.
    pub attr2: u32,
    /// Usually the record size in bytes.
    pub attr3: u32,
    /// The entry's name, `Land`; nothing depends on it.
    pub name: FixedName<36>,
    /// The payload where the land holds it nowhere else: an unknown type, a duplicate, a type 2 that is shorter than
    /// its header, a payload outside the file (then empty). `None` for every stream with a field of its own in
    /// [`crate::Land`].
    pub raw: Option<Vec<u8>>,
    /// Bytes of an incomplete record at the end of the payload.
    pub tail: Vec<u8>,
}

/// The known stream types, by their type id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u32)]
pub enum StreamType {
    /// [`crate::Tile38`].
    Tiles = 1,
    /// [`crate::SlotHeader`] and [`crate::Slot68`].
    Slots = 2,
    /// Vertex positions.
    Positions = 3,
    /// [`crate::PackedNormal`].
    Normals = 4,
    /// [`crate::PackedUv`] of the ground material.
    Uv0 = 5,
    /// [`crate::PackedUv`] of the microtexture.
    Uv1 = 18,
    /// Opacity of the second material.
    SecondAlpha = 14,
    /// [`crate::DrawEntry4`].
    Order = 11,
    /// [`crate::TerrainFace28`].
    Faces = 21,
}

impl StreamType {
    /// The order in which shipped lands store their streams.
    pub const SHIPPED_ORDER: [Self; 9] = [
        Self::Tiles,
        Self::Slots,
        Self::Positions,
        Self::Normals,
        Self::Uv0,
        Self::Uv1,
        Self::SecondAlpha,
        Self::Order,
        Self::Faces,
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

    /// Bytes of one record.
    pub fn stride(self) -> usize {
        match self {
            Self::Tiles => size_of::<crate::Tile38>(),
            Self::Slots => size_of::<crate::Slot68>(),
            Self::Positions => size_of::<glam::Vec3>(),
            Self::Normals | Self::Uv0 | Self::Uv1 | Self::SecondAlpha | Self::Order => 4,
            Self::Faces => size_of::<crate::TerrainFace28>(),
        }
    }

    /// Bytes before the first record.
    pub(crate) fn header(self) -> usize {
        match self {
            Self::Slots => size_of::<crate::SlotHeader>(),
            _ => 0,
        }
    }

    /// Whether the game refuses a land without it.
    pub fn is_required(self) -> bool {
        self != Self::SecondAlpha
    }
}
