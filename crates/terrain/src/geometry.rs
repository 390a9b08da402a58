//! What the streams mean together: triangles, corners, liquids, rows (spec page: terrain, sections 4, 5, 7.4 and 9.1).

use crate::{Aabb, FaceFlags, Land, PackedNormal, PackedUv, SurfaceKind};
use bytemuck::{Pod, Zeroable};
use glam::{Vec2, Vec3};
use std::collections::{BTreeMap, HashSet};

/// One corner of a face, ready to be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct GroundVertex {
    /// World position, metres.
    pub position: [f32; 3],
    /// Normal, signed bytes / 127; the fourth is 0.
    pub normal: [i8; 4],
    /// Coordinates of the ground material, in turns, unwrapped over the triangle.
    pub uv0: [f32; 2],
    /// Coordinates of the microtexture, in turns, unwrapped over the triangle.
    pub uv1: [f32; 2],
    /// Opacity of the second material, 0..1; without meaning where there is none.
    pub second_alpha: f32,
}

/// The liquid of a land. All liquid faces of a shipped land lie in one plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Liquid {
    /// The level that the game uses: z of the first corner of the first liquid face.
    pub level: f32,
    /// Lowest z of a liquid corner.
    pub lowest: f32,
    /// Highest z of a liquid corner.
    pub highest: f32,
    /// South-west corner of the box around all liquid faces.
    pub min: Vec2,
    /// Its north-east corner.
    pub max: Vec2,
}

impl Land {
    /// Positions of a face's corners; `None` unless it names three different, finite vertices.
    pub fn triangle(&self, face: usize) -> Option<[Vec3; 3]> {
        let [a, b, c] = self.faces.get(face)?.vertices;
        if a == b || b == c || c == a {
            return None;
        }
        let at = |vertex: u16| {
            let position = self.positions.get(usize::from(vertex))?;
            position.is_finite().then_some(*position)
        };
        Some([at(a)?, at(b)?, at(c)?])
    }

    /// The box of the whole land: the header's, or that of the positions where the header is missing or empty.
    pub fn bounds(&self) -> Option<Aabb> {
        let header = self
            .slot_table
            .as_ref()
            .and_then(|table| table.header.bounds());
        header
            .filter(|bounds| bounds.min.x < bounds.max.x && bounds.min.y < bounds.max.y)
            .or_else(|| Aabb::around(self.positions.iter().copied()))
    }

    /// First face of the coarse level, where the file says so: the first one of tile 0's coarse slot.
    pub fn first_coarse_face(&self) -> Option<usize> {
        let slot = self.tiles.as_ref()?.first()?.slot(1)?;
        let slot = self.slot_table.as_ref()?.slots.get(slot)?;
        Some(slot.first.into())
    }

    /// Whether any face has [`FaceFlags::NOT_LAVA`]; where none has, no liquid is marked as lava.
    pub fn marks_lava(&self) -> bool {
        self.faces
            .iter()
            .any(|face| face.flags.contains(FaceFlags::NOT_LAVA))
    }

    /// What kind of surface a face is; see [`SurfaceKind::of`], which is cheaper for many faces.
    pub fn surface_kind(&self, face: usize) -> Option<SurfaceKind> {
        let face = self.faces.get(face)?;
        Some(SurfaceKind::of(face.flags, self.marks_lava()))
    }

    /// The liquid; `None` without a valid liquid face.
    pub fn liquid(&self) -> Option<Liquid> {
        let faces = self.faces.iter().enumerate();
        let mut triangles = faces
            .filter(|(_, face)| face.flags.contains(FaceFlags::LIQUID))
            .filter_map(|(index, _)| self.triangle(index))
            .peekable();
        let [first, _, _] = *triangles.peek()?;
        let bounds = Aabb::around(triangles.flatten())?;
        Some(Liquid {
            level: first.z,
            lowest: bounds.min.z,
            highest: bounds.max.z,
            min: bounds.min.truncate(),
            max: bounds.max.truncate(),
        })
    }

    /// The liquid's level as the game has it: -1.0 stands for none.
    pub fn water_level(&self) -> f32 {
        self.liquid().map_or(-1.0, |liquid| liquid.level)
    }

    /// Rows of `Land1.wea` that valid faces name though the table has only `row_count`, with the number of faces.
    pub fn missing_rows(&self, row_count: usize) -> BTreeMap<u8, usize> {
        let mut missing = BTreeMap::new();
        for face in &self.faces {
            for row in std::iter::once(face.primary).chain(face.second()) {
                if usize::from(row) >= row_count {
                    let count: &mut usize = missing.entry(row).or_default();
                    *count = count.saturating_add(1);
                }
            }
        }
        missing
    }

    /// A reader of face corners.
    pub fn corners(&self) -> Corners<'_> {
        Corners::new(self)
    }
}

/// Reads the corners of faces with all defaults applied: missing normals and coordinates, opacities out of range, and
/// the opacities that stand in where type 14 is missing or too short.
#[derive(Debug)]
pub struct Corners<'a> {
    land: &'a Land,
    first_coarse: usize,
    /// Base materials of the one-material faces around a place, where opacities must be made up.
    worn: Option<HashSet<Worn>>,
}

/// A place, a level of detail and a material that a one-material face wears there.
type Worn = ([i64; 3], bool, u8);

impl<'a> Corners<'a> {
    fn new(land: &'a Land) -> Self {
        let first_coarse = land.first_coarse_face().unwrap_or(usize::MAX);
        let stored = land.second_alpha.as_ref().map_or(0, Vec::len);
        let worn = (stored < land.positions.len()).then(|| {
            let mut worn = HashSet::new();
            for (index, face) in land.faces.iter().enumerate() {
                let corners = land.triangle(index).filter(|_| face.second().is_none());
                for corner in corners.into_iter().flatten() {
                    worn.insert((place(corner), index >= first_coarse, face.primary));
                }
            }
            worn
        });
        Self {
            land,
            first_coarse,
            worn,
        }
    }

    /// The corners of a face; `None` for an invalid one ([`Land::triangle`]).
    pub fn of(&self, face: usize) -> Option<[GroundVertex; 3]> {
        let [a, b, c] = self.land.triangle(face)?;
        let record = self.land.faces.get(face)?;
        let [va, vb, vc] = record.vertices;
        let uv = |stream: &Option<Vec<PackedUv>>| {
            PackedUv::unpack_triangle(
                [va, vb, vc].map(|vertex| at(stream, vertex).unwrap_or_default()),
            )
        };
        let ([uv0a, uv0b, uv0c], [uv1a, uv1b, uv1c]) = (uv(&self.land.uv0), uv(&self.land.uv1));
        let corner = |position: Vec3, vertex, uv0, uv1| GroundVertex {
            position: position.to_array(),
            normal: bytemuck::cast(self.normal(vertex)),
            uv0,
            uv1,
            second_alpha: match record.second() {
                Some(second) => self.second_alpha(face, position, vertex, record.primary, second),
                None => self.stored_alpha(vertex).unwrap_or(1.0),
            },
        };
        Some([
            corner(a, va, uv0a, uv1a),
            corner(b, vb, uv0b, uv1b),
            corner(c, vc, uv0c, uv1c),
        ])
    }

    /// A vertex outside any face: coordinates as they stand, the stored opacity or 1.
    pub(crate) fn plain(&self, vertex: u16) -> Option<GroundVertex> {
        let position = self.land.positions.get(usize::from(vertex))?;
        let uv = |stream: &Option<Vec<PackedUv>>| at(stream, vertex).unwrap_or_default().unpack();
        Some(GroundVertex {
            position: position.to_array(),
            normal: bytemuck::cast(self.normal(vertex)),
            uv0: uv(&self.land.uv0),
            uv1: uv(&self.land.uv1),
            second_alpha: self.stored_alpha(vertex).unwrap_or(1.0),
        })
    }

    fn normal(&self, vertex: u16) -> PackedNormal {
        let normal = at(&self.land.normals, vertex).unwrap_or(PackedNormal::UP);
        PackedNormal {
            byte_3: 0,
            ..normal.or_up()
        }
    }

    fn stored_alpha(&self, vertex: u16) -> Option<f32> {
        let alpha = at(&self.land.second_alpha, vertex)?;
        Some(if alpha.is_nan() {
            1.0
        } else {
            alpha.clamp(0.0, 1.0)
        })
    }

    /// The stored opacity, or one that follows from what the neighbours wear there.
    fn second_alpha(
        &self,
        face: usize,
        position: Vec3,
        vertex: u16,
        primary: u8,
        second: u8,
    ) -> f32 {
        if let Some(alpha) = self.stored_alpha(vertex) {
            return alpha;
        }
        let wears = |row: u8| {
            let key = (place(position), face >= self.first_coarse, row);
            self.worn.as_ref().is_some_and(|worn| worn.contains(&key))
        };
        match (wears(second), wears(primary)) {
            (true, false) => 1.0,
            (false, true) => 0.0,
            _ => 0.5,
        }
    }
}

/// A position rounded to 1/64 m.
fn place(position: Vec3) -> [i64; 3] {
    position
        .to_array()
        .map(|c| (f64::from(c) * 64.0).round() as i64)
}

fn at<T: Copy>(stream: &Option<Vec<T>>, vertex: u16) -> Option<T> {
    stream.as_ref()?.get(usize::from(vertex)).copied()
}
