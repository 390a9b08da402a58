//! Type 21: the faces (spec page: terrain, section 5).

use crate::FaceFlags;
use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// One face, 28 bytes. Corners wind counter-clockwise seen from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct TerrainFace28 {
    /// What the face is.
    pub flags: FaceFlags,
    /// Base material: row of `Land1.wea`.
    pub primary: u8,
    /// Second material: row of `Land1.wea` as well; 0xFF = none.
    pub secondary: u8,
    /// 0xFFFF on every face of the known files, 0 on faces the game makes; unknown.
    pub aux_tag: u16,
    /// Vertex numbers.
    pub vertices: [u16; 3],
    /// Face across edge k, which joins corners k and k + 1; 0xFFFF = none.
    pub neighbours: [u16; 3],
    /// Face normal, / 32767.
    pub normal: [i16; 3],
    /// Two bits per edge, edge 0 lowest: number of the same edge in the neighbour; 3 = no neighbour.
    pub selectors: u8,
    /// 0 in all known files.
    pub byte_1b: u8,
}

/// No face, no material, no slot.
pub(crate) const NONE: u16 = 0xFFFF;

/// `secondary` of a face with one material.
pub const NO_MATERIAL: u8 = 0xFF;

impl TerrainFace28 {
    /// Normal z up to which the game never treats a face as ground: 80 degrees.
    pub const STEEP_NORMAL_Z: f32 = 0.173_648;

    /// Row of the second material.
    pub fn second(&self) -> Option<u8> {
        (self.secondary != NO_MATERIAL).then_some(self.secondary)
    }

    /// Both material bytes as one word, the second material in the high byte: what the draw order groups by.
    pub fn material_tag(&self) -> u16 {
        u16::from_le_bytes([self.primary, self.secondary])
    }

    /// Whether the microtextures of its materials are used. A liquid has none.
    pub fn has_microtexture(&self) -> bool {
        self.flags.contains(FaceFlags::MICROTEXTURE) && !self.flags.contains(FaceFlags::LIQUID)
    }

    /// Face across edge `edge`, and the number of the same edge there.
    pub fn neighbour(&self, edge: usize) -> Option<(u16, usize)> {
        let face = *self.neighbours.get(edge)?;
        let selector = (self.selectors >> (edge * 2)) & 3;
        (face != NONE && selector != 3).then_some((face, selector.into()))
    }

    /// Stored unit normal; (0, 0, 0) stays so.
    pub fn normal(&self) -> Vec3 {
        Vec3::from(self.normal.map(f32::from)) / 32767.0
    }

    /// Packs a unit normal.
    pub fn pack_normal(normal: Vec3) -> [i16; 3] {
        (normal * 32767.0).round().to_array().map(|n| n as i16)
    }

    /// Whether it is too steep for the game to count as ground.
    pub fn is_steep(&self) -> bool {
        self.normal().z <= Self::STEEP_NORMAL_Z
    }
}

/// The game's number of a ground material: `Land1.wea` is table 0 of its material manager.
pub fn material_key(row: u8) -> u32 {
    row.into()
}

/// The game's number of the microtexture of a ground material: the same row of `Land2.wea`, table 1.
pub fn microtexture_key(row: u8) -> u32 {
    0x1_0000 | u32::from(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn materials_of_the_spec_page() {
        let land1 = ["B_S0", "L04", "L02", "L00"];
        let land2 = ["DEFAULT", "L05", "L03", "L01"];
        let pair = |row: u8| Some((*land1.get(usize::from(row))?, *land2.get(usize::from(row))?));
        for (tag, base, second) in [
            (0xFF01_u16, Some(("L04", "L05")), None),
            (0x0102, Some(("L02", "L03")), Some(("L04", "L05"))),
            (0x0203, Some(("L00", "L01")), Some(("L02", "L03"))),
            (0x0107, None, Some(("L04", "L05"))),
        ] {
            let [primary, secondary] = tag.to_le_bytes();
            let face = TerrainFace28 {
                primary,
                secondary,
                ..TerrainFace28::default()
            };
            assert_eq!(face.material_tag(), tag);
            assert_eq!(pair(face.primary), base);
            assert_eq!(face.second().and_then(pair), second);
        }
        assert_eq!((material_key(2), microtexture_key(2)), (2, 0x1_0002));
        assert_eq!((material_key(1), microtexture_key(1)), (1, 0x1_0001));
    }

    #[test]
    fn the_normal_round_trips() {
        let normal = [-5982, -11965, 29912];
        let face = TerrainFace28 {
            normal,
            ..TerrainFace28::default()
        };
        assert_eq!(TerrainFace28::pack_normal(face.normal()), normal);
        assert!(!face.is_steep());
        assert!(TerrainFace28::default().is_steep());
    }

    #[test]
    fn liquids_have_no_microtexture() {
        let with = |flags| TerrainFace28 {
            flags: FaceFlags(flags),
            ..TerrainFace28::default()
        };
        assert!(with(0x0010_0600).has_microtexture());
        assert!(!with(0x0012_0608).has_microtexture());
        assert!(!with(0x300).has_microtexture());
    }
}
