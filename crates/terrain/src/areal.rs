//! One areal of `Land.map` (spec page: terrain, section 12.3).

use bytemuck::{Pod, Zeroable};
use glam::{DVec2, Vec3};
use wire::{Malformed, Reader, Result, Writer};

/// A polygon of the ground that units plan their way by.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Areal {
    /// Its fixed part.
    pub record: ArealRecord48,
    /// Corners, counter-clockwise, world space; not always convex.
    pub boundary: Vec<Vec3>,
    /// By edge, which joins corners k and k + 1: the neighbour. As many as corners.
    pub links: Vec<EdgeLink8>,
    /// Three per polygon block; the game never uses them.
    pub extra_links: Vec<EdgeLink8>,
    /// None in all known files; the game steps over them.
    pub polygons: Vec<PolygonBlock>,
}

/// The fixed part of an areal, without its counts.
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct ArealRecord48 {
    /// A point inside; z is often 0 and stands for the ground there then.
    pub anchor: [f32; 3],
    /// 0 in all known files.
    pub word_0c: u32,
    /// Area seen from above, square metres.
    pub area: f32,
    /// Unit normal.
    pub normal: [f32; 3],
    /// 1: a walking unit may be sent here and paths may cross.
    pub walkable: u32,
    /// 0 in all known files.
    pub word_24: u32,
    /// 240 and 242 are lakes; else 1 to 29, unknown.
    pub class_id: u32,
    /// 0 in all known files.
    pub word_2c: u32,
}

/// What lies across an edge: an areal and the number of the same edge there; (-1, -1) = nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct EdgeLink8 {
    /// Areal number.
    pub areal: i32,
    /// Edge number.
    pub edge: i32,
}

/// A polygon block, not understood.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PolygonBlock {
    /// Its count word.
    pub count: u32,
    /// Its bytes after that: 12 per count, or 4 more.
    pub bytes: Vec<u8>,
}

impl EdgeLink8 {
    /// No neighbour.
    pub const NONE: Self = Self {
        areal: -1,
        edge: -1,
    };
}

impl Areal {
    /// The fewest bytes an areal takes.
    pub(crate) const SMALLEST: usize = size_of::<ArealRecord48>() + 8;

    /// Reads one areal. Polygon blocks have `block_excess` bytes more than 12 per count.
    pub(crate) fn read(reader: &mut Reader<'_>, block_excess: usize) -> Result<Self> {
        let record = reader.record("areal record")?;
        let vertex_count = reader.u32("areal vertex count")? as usize;
        let polygon_count = reader.u32("areal polygon count")? as usize;
        let boundary = reader.records(vertex_count, "areal boundary")?;
        let links = reader.records(vertex_count, "areal links")?;
        let extra_links = reader.records(polygon_count.saturating_mul(3), "areal extra links")?;
        let mut polygons = Vec::new();
        for _ in 0..polygon_count {
            let count = reader.u32("polygon block count")?;
            let size = (count as usize)
                .saturating_mul(12)
                .saturating_add(block_excess);
            polygons.push(PolygonBlock {
                count,
                bytes: reader.take(size, "polygon block")?.to_vec(),
            });
        }
        Ok(Self {
            record,
            boundary,
            links,
            extra_links,
            polygons,
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) -> Result<()> {
        let counts = [
            ("areal links", self.boundary.len(), self.links.len()),
            (
                "areal extra links",
                self.polygons.len().saturating_mul(3),
                self.extra_links.len(),
            ),
        ];
        for (what, expected, found) in counts {
            if expected != found {
                let at = writer.position();
                return Err(Malformed::new(
                    at,
                    what,
                    expected.to_string(),
                    found.to_string(),
                ));
            }
        }
        writer
            .record(&self.record)
            .u32(self.boundary.len() as u32)
            .u32(self.polygons.len() as u32)
            .records(&self.boundary)
            .records(&self.links)
            .records(&self.extra_links);
        for polygon in &self.polygons {
            writer.u32(polygon.count).bytes(&polygon.bytes);
        }
        Ok(())
    }

    /// Whether a walking unit may be sent here.
    pub fn is_walkable(&self) -> bool {
        self.record.walkable == 1
    }

    /// Whether it covers only liquid and bed.
    pub fn is_lake(&self) -> bool {
        self.record.class_id & 0xF0 == 0xF0
    }

    /// Whether a point lies inside, seen from above; on the border counts.
    pub fn contains(&self, x: f64, y: f64) -> bool {
        const BORDER: f64 = 1e-4;
        let point = DVec2::new(x, y);
        let flat = crate::polygon::flat(&self.boundary);
        let is_near = |[a, b]: [DVec2; 2]| {
            let along = (point - a).dot(b - a) / (b - a).length_squared();
            let along = if along.is_finite() {
                along.clamp(0.0, 1.0)
            } else {
                0.0
            };
            point.distance(a.lerp(b, along)) <= BORDER
        };
        crate::polygon::contains(&flat, point) || crate::polygon::edges(&flat).any(is_near)
    }
}
