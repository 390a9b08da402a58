//! Type 13: batches, their flags and the portal quads (spec page: msh, section 8).

use bytemuck::{Pod, Zeroable};
use std::ops::Range;

/// A run of triangles with one material.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Batch20 {
    /// How the batch is drawn and struck.
    pub flags: BatchFlags,
    /// Zero in shipped models; kept and ignored.
    pub material_index_hi: u16,
    /// Row of the model's WEAR table, by position.
    pub material_index: u8,
    /// Row of the WEAR table's lightmaps, 0xFF for none. See [`Batch20::lightmap`].
    pub lightmap_index: u8,
    /// 0xFFFF, except on portal batches: there the node of the room behind the portal.
    pub local_batch_index: u16,
    /// Number of indices: three per triangle.
    pub index_count: u16,
    /// First index, in elements of the index stream.
    pub index_start: PackedU32,
    /// Vertices that the batch covers: its largest index plus one.
    pub vertex_count: u16,
    /// Added to every index of the batch.
    pub base_vertex: u32,
}

impl Batch20 {
    /// Its elements of the index stream, also those of an incomplete last triangle.
    pub fn indices(&self) -> Range<usize> {
        let start = self.index_start.get() as usize;
        start..start.saturating_add(usize::from(self.index_count))
    }

    /// Number of whole triangles.
    pub fn triangle_count(&self) -> usize {
        usize::from(self.index_count) / 3
    }

    /// Row of the WEAR table's lightmaps. The lightmap is drawn only when the model also has UV1.
    pub fn lightmap(&self) -> Option<u8> {
        (self.lightmap_index != 0xFF).then_some(self.lightmap_index)
    }

    /// What kind of portal quad this is, if any.
    pub fn portal(&self) -> Option<PortalKind> {
        if !self.flags.contains(BatchFlags::PORTAL) {
            None
        } else if self.flags.contains(BatchFlags::PORTAL_OPEN) {
            Some(PortalKind::Open)
        } else if self.flags.contains(BatchFlags::PORTAL_SIGN) {
            Some(PortalKind::Sign)
        } else {
            Some(PortalKind::Gate)
        }
    }

    /// The node of the room behind a portal; not checked against the node count.
    pub fn portal_room(&self) -> Option<usize> {
        (self.portal().is_some() && self.local_batch_index != 0xFFFF)
            .then_some(usize::from(self.local_batch_index))
    }
}

/// The flag word of a batch. Bits without a name here are unknown and kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct BatchFlags(pub u16);

impl BatchFlags {
    /// A special way through the engine's shading; no effect here.
    pub const IMMEDIATE: Self = Self(0x0001);
    /// Struck from both sides.
    pub const TWO_SIDED_HITS: Self = Self(0x0002);
    /// The material's phase is chosen by a fraction, not by time (spec page: materials, section 5.3).
    pub const MATERIAL_FRACTION: Self = Self(0x0004);
    /// A doorway or sign quad between the rooms of a building.
    pub const PORTAL: Self = Self(0x0008);
    /// The portal is a sign.
    pub const PORTAL_SIGN: Self = Self(0x0010);
    /// Set by the running engine on portals; never on disk.
    pub const PORTAL_RUN_TIME: Self = Self(0x0020);
    /// The portal is open: its quad is never drawn.
    pub const PORTAL_OPEN: Self = Self(0x0040);
    /// Belongs to the translucent layer: far to near, without depth write. It does not choose the blend.
    pub const TRANSLUCENT: Self = Self(0x0100);
    /// Asks for an emulated disc of light; on no shipped batch.
    pub const LIGHT_DISC: Self = Self(0x0800);
    /// Has a lightmap.
    pub const LIGHTMAP: Self = Self(0x2000);
    /// A facing mode of the hit test; no effect here.
    pub const FACING: Self = Self(0x4000);

    /// Whether all bits of `flags` are set.
    pub fn contains(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }
}

impl std::ops::BitOr for BatchFlags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A 32-bit word on an odd 16-bit boundary.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct PackedU32([u16; 2]);

impl PackedU32 {
    /// The number.
    pub fn get(self) -> u32 {
        let [low, high] = self.0;
        u32::from(low) | u32::from(high) << 16
    }
}

impl From<u32> for PackedU32 {
    fn from(value: u32) -> Self {
        Self([(value & 0xFFFF) as u16, (value >> 16) as u16])
    }
}

/// The kinds of portal quad.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PortalKind {
    /// Never drawn.
    Open,
    /// A sign: appears with the square root of the distance.
    Sign,
    /// A doorway: black from far away, gone from close by.
    Gate,
}

/// `PortalNearDist` and `PortalFarDist` of the engine's shading settings, in metres.
const PORTAL_NEAR: f32 = 75.0;
const PORTAL_FAR: f32 = 95.0;
/// The horizontal field of view, in radians, for which the distances above are meant.
const PORTAL_FOV: f32 = 1.3;
/// Where a sign starts to show and is full, in square roots of metres times radians.
const SIGN_NEAR: f32 = 2.6;
const SIGN_FAR: f32 = 7.8;

impl PortalKind {
    /// The opacity of the quad, 0..=1; it replaces the material's. `None` for a quad that is never drawn.
    ///
    /// `distance` runs from the camera to the first corner of the batch's first triangle, in metres;
    /// `fov` is the camera's horizontal field of view in radians, above 0.
    pub fn opacity(self, distance: f32, fov: f32) -> Option<f32> {
        let (value, near, far) = match self {
            Self::Open => return None,
            Self::Sign => (distance.sqrt(), SIGN_NEAR, SIGN_FAR),
            Self::Gate => (distance, PORTAL_FOV * PORTAL_NEAR, PORTAL_FOV * PORTAL_FAR),
        };
        let opacity = (value * fov - near) / (far - near);
        Some(if opacity.is_nan() {
            1.0
        } else {
            opacity.clamp(0.0, 1.0)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(bytes: &[u8; 20]) -> Batch20 {
        let batch: Batch20 = bytemuck::pod_read_unaligned(bytes);
        assert_eq!(bytemuck::bytes_of(&batch), bytes);
        batch
    }

    #[test]
    fn e11_batch20_bytes() {
        let layout = batch(&[
            0x02, 0x20, 0x01, 0x00, 0x05, 0xff, 0x03, 0x00, 0x24, 0x00, 0x78, 0x00, 0x00, 0x00,
            0x18, 0x00, 0xc8, 0x00, 0x00, 0x00,
        ]);
        assert_eq!(layout.flags.0, 0x2002);
        assert_eq!(layout.material_index_hi, 1);
        assert_eq!(layout.material_index, 5);
        assert_eq!(layout.lightmap(), None);
        assert_eq!(layout.local_batch_index, 3);
        assert_eq!(layout.index_count, 36);
        assert_eq!(layout.index_start.get(), 120);
        assert_eq!(layout.vertex_count, 24);
        assert_eq!(layout.base_vertex, 200);
        assert_eq!(layout.indices(), 120..156);

        let lit = batch(&[
            0x00, 0x20, 0x00, 0x00, 0x07, 0x00, 0xff, 0xff, 0x24, 0x00, 0x00, 0x00, 0x00, 0x00,
            0x18, 0x00, 0x00, 0x00, 0x00, 0x00,
        ]);
        assert!(lit.flags.contains(BatchFlags::LIGHTMAP));
        assert_eq!((lit.material_index, lit.lightmap()), (7, Some(0)));
        assert_eq!((lit.indices(), lit.vertex_count), (0..36, 24));
        assert_eq!((lit.portal(), lit.portal_room()), (None, None));

        let gate = batch(&[
            0x08, 0x01, 0x00, 0x00, 0x02, 0xff, 0x05, 0x00, 0x06, 0x00, 0xd0, 0x02, 0x00, 0x00,
            0x04, 0x00, 0x60, 0x00, 0x00, 0x00,
        ]);
        assert_eq!(gate.flags, BatchFlags::PORTAL | BatchFlags::TRANSLUCENT);
        assert_eq!(
            (gate.portal(), gate.portal_room()),
            (Some(PortalKind::Gate), Some(5))
        );
        assert_eq!((gate.material_index, gate.lightmap()), (2, None));
        assert_eq!(
            (gate.indices(), gate.vertex_count, gate.base_vertex),
            (720..726, 4, 96)
        );

        let sign = batch(&[
            0x18, 0x01, 0x00, 0x00, 0x03, 0xff, 0x06, 0x00, 0x06, 0x00, 0xd6, 0x02, 0x00, 0x00,
            0x04, 0x00, 0x64, 0x00, 0x00, 0x00,
        ]);
        assert_eq!(
            (sign.portal(), sign.portal_room()),
            (Some(PortalKind::Sign), Some(6))
        );
        assert_eq!(
            (sign.material_index, sign.indices(), sign.base_vertex),
            (3, 726..732, 100)
        );

        let open = Batch20 {
            flags: BatchFlags(0x0148),
            ..gate
        };
        assert_eq!(open.portal(), Some(PortalKind::Open));
    }

    #[test]
    fn e18_portal_fade() {
        use std::f32::consts::{FRAC_PI_2, FRAC_PI_3};
        let table = [
            (PortalKind::Gate, 1.3, 50.0, 0.0),
            (PortalKind::Gate, 1.3, 75.0, 0.0),
            (PortalKind::Gate, 1.3, 80.0, 0.25),
            (PortalKind::Gate, 1.3, 85.0, 0.5),
            (PortalKind::Gate, 1.3, 95.0, 1.0),
            (PortalKind::Gate, 1.3, 120.0, 1.0),
            (PortalKind::Gate, FRAC_PI_3, 85.0, 0.0),
            (PortalKind::Gate, FRAC_PI_3, 95.0, 0.076299),
            (PortalKind::Gate, FRAC_PI_3, 120.0, 1.0),
            (PortalKind::Gate, FRAC_PI_2, 75.0, 0.781143),
            (PortalKind::Gate, FRAC_PI_2, 80.0, 1.0),
            (PortalKind::Sign, 1.3, 4.0, 0.0),
            (PortalKind::Sign, 1.3, 9.0, 0.25),
            (PortalKind::Sign, 1.3, 16.0, 0.5),
            (PortalKind::Sign, 1.3, 25.0, 0.75),
            (PortalKind::Sign, 1.3, 36.0, 1.0),
            (PortalKind::Sign, FRAC_PI_2, 4.0, 0.104152),
            (PortalKind::Sign, FRAC_PI_2, 9.0, 0.406229),
            (PortalKind::Sign, FRAC_PI_2, 25.0, 1.0),
        ];
        for (kind, fov, distance, expected) in table {
            let opacity = kind.opacity(distance, fov).unwrap();
            assert!(
                (opacity - expected).abs() < 2e-6,
                "{kind:?} {fov} {distance}: {opacity}"
            );
        }
        assert_eq!(PortalKind::Open.opacity(80.0, 1.3), None);
        assert_eq!(PortalKind::Gate.opacity(f32::NAN, 1.3), Some(1.0));
    }
}
