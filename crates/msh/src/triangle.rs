//! Type 7: triangle descriptors, for picking and collision (spec page: msh, section 9.5).

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// What the engine knows of one triangle beside its corners. One per triangle of the index stream, in its order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Triangle16 {
    /// Who passes through.
    pub flags: TriangleFlags,
    /// Neighbour descriptors across edges 0, 1, 2, 0xFFFF for none. See [`Triangle16::neighbour`].
    pub links: [u16; 3],
    /// Face normal times 32767.
    pub normal: [i16; 3],
    /// Bits 2e and 2e+1: which edge of the neighbour edge e is. Bits 6 to 15 are left-over garbage.
    pub edge_twins: u16,
}

impl Triangle16 {
    /// The triangle across an edge (0..3), as (its descriptor, the number of the shared edge in it).
    ///
    /// Edge e runs from corner e to corner (e + 1) mod 3.
    pub fn neighbour(&self, edge: usize) -> Option<(usize, usize)> {
        let link = *self.links.get(edge)?;
        let twin = usize::from(self.edge_twins >> (2 * edge) & 3);
        (link != 0xFFFF && twin != 3).then_some((usize::from(link), twin))
    }

    /// The face normal as stored; of unit length in shipped models.
    pub fn face_normal(&self) -> Vec3 {
        Vec3::from(self.normal.map(f32::from)) / 32767.0
    }
}

/// The filter word of a triangle.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct TriangleFlags(pub u16);

impl TriangleFlags {
    /// A floor, ramp or stair to walk on.
    pub const WALKABLE: Self = Self(0x0002);
    /// Foliage, see-through glass, curtains: shots pass.
    pub const FOLIAGE: Self = Self(0x0004);
    /// A broad face of a door leaf.
    pub const DOOR: Self = Self(0x0010);
    /// Glass of a building or the glow of a bridge: shots pass.
    pub const GLASS: Self = Self(0x0020);

    /// The engine's filter: all of `required`, none of `excluded`.
    pub fn passes(self, required: Self, excluded: Self) -> bool {
        self.0 & required.0 == required.0 && self.0 & excluded.0 == 0
    }

    /// Whether a shot flies through.
    pub fn lets_shots_pass(self) -> bool {
        !self.passes(Self(0), Self(Self::FOLIAGE.0 | Self::GLASS.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn e13_triangle_descriptor() {
        let bytes: [u8; 16] = [
            0x02, 0x00, 0x01, 0x00, 0xff, 0xff, 0x07, 0x00, 0x00, 0x00, 0x00, 0x00, 0xff, 0x7f,
            0x0d, 0x28,
        ];
        let triangle: Triangle16 = bytemuck::pod_read_unaligned(&bytes);
        assert_eq!(triangle.flags, TriangleFlags::WALKABLE);
        assert_eq!(triangle.face_normal(), Vec3::Z);
        assert_eq!(triangle.edge_twins, 0x280D);
        assert_eq!(triangle.neighbour(0), Some((1, 1)));
        assert_eq!(triangle.neighbour(1), None);
        assert_eq!(triangle.neighbour(2), Some((7, 0)));
        assert_eq!(triangle.neighbour(3), None);
        assert_eq!(bytemuck::bytes_of(&triangle), bytes);

        let twins = |edge_twins| {
            let triangle = Triangle16 {
                edge_twins,
                ..Triangle16::default()
            };
            [0, 1, 2].map(|edge| triangle.neighbour(edge).map(|(_, twin)| twin))
        };
        assert_eq!(twins(0x0024), [Some(0), Some(1), Some(2)]);
        assert_eq!(twins(0x0039), [Some(1), Some(2), None]);
        assert_eq!(twins(0x003F), [None; 3]);
    }

    #[test]
    fn filters() {
        let walkable_glass = TriangleFlags(0x0022);
        assert!(walkable_glass.passes(TriangleFlags::WALKABLE, TriangleFlags::DOOR));
        assert!(!walkable_glass.passes(TriangleFlags::WALKABLE, TriangleFlags::GLASS));
        assert!(walkable_glass.lets_shots_pass());
        assert!(!TriangleFlags::DOOR.lets_shots_pass());
    }
}
