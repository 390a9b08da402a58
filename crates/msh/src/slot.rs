//! Type 2: the header box of the whole model and the slots (spec page: msh, section 4).

use crate::bounds::{Aabb, Sphere};
use crate::stream::StreamBytes;
use bytemuck::{Pod, Zeroable};
use glam::Vec3;
use std::ops::Range;

/// The authored bounds of the whole model, in posed model space.
#[derive(Debug, Clone, Copy, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct ModelBounds {
    /// The corners of the box; their order is not certain, so only their extent counts.
    pub corners: [Vec3; 8],
    /// Centre of the bounding sphere.
    pub sphere_center: Vec3,
    /// Radius of the bounding sphere.
    pub sphere_radius: f32,
    /// Low end of the axis of the bounding cylinder.
    pub axis_low: Vec3,
    /// High end of that axis.
    pub axis_high: Vec3,
    /// Radius of the cylinder in the XY plane.
    pub cylinder_radius: f32,
}

impl ModelBounds {
    /// The box as its extent.
    pub fn aabb(&self) -> Aabb {
        Aabb::of_points(self.corners).unwrap_or_default()
    }

    /// The header of a box: its corners, the sphere around it and the cylinder around it.
    pub fn of_box(aabb: Aabb) -> Self {
        let center = aabb.center();
        let half = (aabb.max - aabb.min) * 0.5;
        let (low, high) = (aabb.min, aabb.max);
        let ring = |z| {
            [
                Vec3::new(low.x, high.y, z),
                Vec3::new(high.x, high.y, z),
                Vec3::new(high.x, low.y, z),
                Vec3::new(low.x, low.y, z),
            ]
        };
        let [b0, b1, b2, b3] = ring(low.z);
        let [t0, t1, t2, t3] = ring(high.z);
        Self {
            corners: [b0, b1, b2, b3, t0, t1, t2, t3],
            sphere_center: center,
            sphere_radius: half.length(),
            axis_low: center.with_z(aabb.min.z),
            axis_high: center.with_z(aabb.max.z),
            cylinder_radius: half.x.hypot(half.y),
        }
    }
}

/// One slot: the geometry that a node shows at one damage state and level of detail, as a range of batches.
#[derive(Debug, Clone, Copy, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Slot68 {
    /// First triangle descriptor (type 7).
    pub tri_start: u16,
    /// Number of triangle descriptors.
    pub tri_count: u16,
    /// First batch (type 13).
    pub batch_start: u16,
    /// Number of batches; 0 draws nothing.
    pub batch_count: u16,
    /// Low corner of the box, node-local.
    pub aabb_min: Vec3,
    /// High corner of the box, node-local.
    pub aabb_max: Vec3,
    /// Centre of the bounding sphere, node-local.
    pub sphere_center: Vec3,
    /// Radius of the bounding sphere.
    pub sphere_radius: f32,
    /// Words 0 and 1 hold an area and the volume of the box as singles; words 2 to 4 are unknown.
    pub opaque: [u32; 5],
}

impl Slot68 {
    /// Its batches.
    pub fn batches(&self) -> Range<usize> {
        let start = usize::from(self.batch_start);
        start..start + usize::from(self.batch_count)
    }

    /// Its triangle descriptors.
    pub fn triangles(&self) -> Range<usize> {
        let start = usize::from(self.tri_start);
        start..start + usize::from(self.tri_count)
    }

    /// Its box, node-local.
    pub fn aabb(&self) -> Aabb {
        Aabb {
            min: self.aabb_min,
            max: self.aabb_max,
        }
    }

    /// Its sphere, node-local.
    pub fn sphere(&self) -> Sphere {
        Sphere {
            center: self.sphere_center,
            radius: self.sphere_radius,
        }
    }

    /// Opaque word 0: an area in square metres, whether of the footprint or of the surface is unknown.
    pub fn area(&self) -> f32 {
        let [area, ..] = self.opaque;
        f32::from_bits(area)
    }

    /// Opaque word 1: the volume of the box in cubic metres.
    pub fn volume(&self) -> f32 {
        let [_, volume, ..] = self.opaque;
        f32::from_bits(volume)
    }

    /// Whether all bounds are finite, no box is inverted and no radius negative.
    pub(crate) fn has_sane_bounds(&self) -> bool {
        self.aabb_min.is_finite()
            && self.aabb_max.is_finite()
            && self.sphere_center.is_finite()
            && self.sphere_radius.is_finite()
            && self.aabb_min.cmple(self.aabb_max).all()
            && self.sphere_radius >= 0.0
    }
}

/// Bytes before the first slot.
pub(crate) const HEADER_SIZE: usize = size_of::<ModelBounds>();

pub(crate) fn parse(stream: &StreamBytes<'_>) -> wire::Result<(ModelBounds, Vec<Slot68>)> {
    let header = stream
        .reader()
        .record("type 2 header")
        .map_err(|error| error.shifted(stream.offset))?;
    Ok((header, stream.records_from(HEADER_SIZE, "slots")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_records_have_their_sizes() {
        assert_eq!(HEADER_SIZE, 0x8C);
        assert_eq!(size_of::<Slot68>(), 68);
    }

    #[test]
    fn e12_slot68_bytes() {
        let bytes: [u8; 68] = [
            0x0c, 0x00, 0x1e, 0x00, 0x03, 0x00, 0x02, 0x00, 0x00, 0x00, 0x80, 0xbf, 0x00, 0x00,
            0x00, 0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0x3f, 0x00, 0x00, 0x00, 0x40,
            0x00, 0x00, 0x60, 0x40, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
            0xe0, 0x3f, 0x00, 0x00, 0x40, 0x40, 0x00, 0x00, 0x00, 0x41, 0x00, 0x00, 0xe0, 0x41,
            0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xef, 0xbe, 0xad, 0xde,
        ];
        let slot: Slot68 = bytemuck::pod_read_unaligned(&bytes);
        assert_eq!(slot.triangles(), 12..42);
        assert_eq!(slot.batches(), 3..5);
        assert_eq!(slot.aabb_min, Vec3::new(-1.0, -2.0, 0.0));
        assert_eq!(slot.aabb_max, Vec3::new(1.0, 2.0, 3.5));
        assert_eq!(slot.sphere_center, Vec3::new(0.0, 0.0, 1.75));
        assert_eq!(slot.sphere_radius, 3.0);
        assert_eq!(slot.opaque, [0x4100_0000, 0x41E0_0000, 0, 0, 0xDEAD_BEEF]);
        assert_eq!((slot.area(), slot.volume()), (8.0, 28.0));
        assert_eq!(slot.aabb().volume(), 28.0);
        assert_eq!(slot.sphere().scaled_radius(Vec3::new(2.0, 1.0, 0.5)), 6.0);
        assert_eq!(bytemuck::bytes_of(&slot), bytes);
        assert!(slot.has_sane_bounds());
    }

    #[test]
    fn a_header_encloses_its_box() {
        let aabb = Aabb {
            min: Vec3::new(-8.791, -7.687, 0.0),
            max: Vec3::new(8.791, 7.687, 2.0),
        };
        let header = ModelBounds::of_box(aabb);
        assert_eq!(header.aabb(), aabb);
        assert!((header.cylinder_radius - 11.677).abs() < 1e-3);
    }
}
