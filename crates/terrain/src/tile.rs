//! Types 1, 2 and 11: tiles, slots and the draw order (spec page: terrain, sections 4.5 to 4.7).

use crate::Aabb;
use crate::face::NONE;
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// One tile, 38 bytes. Tile `gx * rows + gy` stands in column `gx`, row `gy`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Tile38 {
    /// 0, 0xFFFF, 0, 0 in all known files.
    pub header: [u16; 4],
    /// Slot of the detailed mesh, of the coarse mesh, then 13 words that are 0xFFFF; 0xFFFF = none.
    pub slots: [u16; 15],
}

impl Tile38 {
    /// A tile with these two slots and all else as in shipped files.
    pub fn new(detailed: u16, coarse: u16) -> Self {
        let mut slots = [NONE; 15];
        let [lod0, lod1, ..] = &mut slots;
        (*lod0, *lod1) = (detailed, coarse);
        Self {
            header: [0, NONE, 0, 0],
            slots,
        }
    }

    /// Slot of a level of detail: 0 detailed, 1 coarse.
    pub fn slot(&self, lod: usize) -> Option<usize> {
        let word = self.slots.get(lod).copied()?;
        (word != NONE).then_some(word.into())
    }
}

/// Header of type 2, 140 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct SlotHeader {
    /// Corners of the box around all vertices; x and y of the first are the origin of the tile grid.
    pub corners: [[f32; 3]; 8],
    /// 0 in all known files.
    pub bytes_60: [u8; 44],
}

impl SlotHeader {
    /// The header of a land in this box, its corners in the order of the game.
    pub fn new(bounds: Aabb) -> Self {
        let [a, b] = [bounds.min.to_array(), bounds.max.to_array()];
        let ([x0, y0, z0], [x1, y1, z1]) = (a, b);
        Self {
            corners: [
                [x0, y0, z0],
                [x1, y0, z0],
                [x1, y1, z0],
                [x0, y1, z0],
                [x0, y1, z1],
                [x0, y0, z1],
                [x1, y0, z1],
                [x1, y1, z1],
            ],
            bytes_60: [0; 44],
        }
    }

    /// The box around its corners; `None` when none is finite.
    pub fn bounds(&self) -> Option<Aabb> {
        Aabb::around(self.corners.map(Vec3::from))
    }
}

/// One slot, 68 bytes: the faces of a tile in one level of detail.
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Slot68 {
    /// First entry of the draw order.
    pub first: u16,
    /// Number of entries.
    pub count: u16,
    /// 0 in all known files.
    pub word_04: u32,
    /// Lower corner of the box; x and y are exactly the tile's. Both levels of a tile share box and sphere.
    pub aabb_min: [f32; 3],
    /// Upper corner of the box.
    pub aabb_max: [f32; 3],
    /// Centre of the sphere around the box.
    pub sphere_center: [f32; 3],
    /// Its radius.
    pub sphere_radius: f32,
    /// 0 in all known files.
    pub words_30: [u32; 5],
}

impl Slot68 {
    /// A slot with this range and box.
    pub fn new(first: u16, count: u16, bounds: Aabb) -> Self {
        Self {
            first,
            count,
            aabb_min: bounds.min.to_array(),
            aabb_max: bounds.max.to_array(),
            sphere_center: bounds.center().to_array(),
            sphere_radius: bounds.min.distance(bounds.max) / 2.0,
            ..Self::default()
        }
    }

    /// Its box as stored.
    pub fn bounds(&self) -> Aabb {
        Aabb {
            min: self.aabb_min.into(),
            max: self.aabb_max.into(),
        }
    }
}

/// One entry of the draw order, 4 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct DrawEntry4 {
    /// Face number.
    pub face: u16,
    /// 0x48, with [`DrawEntry4::BATCH_START`] and, on some entries of two maps, 0x80, which nothing reads.
    pub flags: u8,
    /// Mostly 0; unknown.
    pub byte_3: u8,
}

impl DrawEntry4 {
    /// Set on every entry.
    pub const COMMON: u8 = 0x48;
    /// Starts a batch: a run of faces with equal materials.
    pub const BATCH_START: u8 = 0x10;

    /// Whether a batch starts here.
    pub fn starts_batch(&self) -> bool {
        self.flags & Self::BATCH_START != 0
    }
}
