//! Making a land from vertices and faces: everything that follows from them (spec page: terrain, sections 4 and 23.2).

use crate::face::NONE;
use crate::land::SlotTable;
use crate::tiling::LOD_COUNT;
use crate::{
    Aabb, DrawEntry4, FaceFlags, Land, PackedNormal, PackedUv, Slot68, SlotHeader, TerrainFace28,
    Tile38,
};
use glam::{DVec2, Vec3};
use std::collections::HashMap;
use wire::{Malformed, Result};

/// What a land is made of. [`LandBuilder::build`] derives the rest: the tile grid over the box of all vertices, slots,
/// draw order, face and vertex normals, neighbours.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct LandBuilder {
    /// Tile columns along X; 8 or 16 in shipped lands.
    pub columns: u16,
    /// Tile rows along Y; as many as columns in shipped lands.
    pub rows: u16,
    /// The vertices of both levels. The south-west corner of their box is the grid's origin.
    pub vertices: Vec<NewVertex>,
    /// The faces of the detailed level, then of the coarse one. Each level covers the land alone; no face crosses a
    /// tile's border; corners wind counter-clockwise seen from above.
    pub faces: [Vec<NewFace>; LOD_COUNT],
}

/// A vertex to write. Where neighbouring faces differ in opacity or coordinates, equal positions stand several times.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct NewVertex {
    /// World position, metres.
    pub position: Vec3,
    /// Coordinates of the ground material.
    pub uv0: PackedUv,
    /// Coordinates of the microtexture, one turn every 20 m in shipped lands.
    pub uv1: PackedUv,
    /// Opacity of the second material; 1 on vertices of one-material faces.
    pub second_alpha: f32,
}

/// A face to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NewFace {
    /// All flags, [`FaceFlags::SECOND_MATERIAL`] included.
    pub flags: FaceFlags,
    /// Base material: row of `Land1.wea`.
    pub primary: u8,
    /// Second material: row of `Land1.wea`.
    pub secondary: Option<u8>,
    /// Vertex numbers.
    pub vertices: [u16; 3],
}

/// A position as a key: equal positions are equal, whatever vertices hold them.
type Place = [u32; 3];

impl LandBuilder {
    /// Makes the land, its directory laid out as in shipped files.
    ///
    /// # Errors
    ///
    /// More than 65 536 vertices, 65 535 faces or 32 767 tiles; positions that are not finite or span no area; a face
    /// that names a missing vertex or one twice, or crosses a tile's border. The offset is the number of the vertex or face.
    pub fn build(&self) -> Result<Land> {
        let bounds = self.checked_bounds()?;
        let sorted = self.sorted_faces(bounds)?;
        let face_count = sorted.iter().map(Vec::len).sum::<usize>();
        check_count("faces", face_count, usize::from(NONE))?;

        let mut land = Land {
            positions: self.vertices.iter().map(|vertex| vertex.position).collect(),
            uv0: Some(self.vertices.iter().map(|vertex| vertex.uv0).collect()),
            uv1: Some(self.vertices.iter().map(|vertex| vertex.uv1).collect()),
            second_alpha: Some(
                self.vertices
                    .iter()
                    .map(|vertex| vertex.second_alpha)
                    .collect(),
            ),
            ..Land::default()
        };
        for level in &sorted {
            let first = land.faces.len();
            land.faces
                .extend(level.iter().map(|(_, face)| self.record(face)));
            link_neighbours(&land.positions, &mut land.faces, first);
        }
        land.normals = Some(self.vertex_normals());
        self.lay_tiles(&mut land, bounds, &sorted);
        land.lay_out(self.columns.into());
        Ok(land)
    }

    fn checked_bounds(&self) -> Result<Aabb> {
        check_count("vertices", self.vertices.len(), 1 << 16)?;
        check_count("tiles", self.tile_count(), usize::from(NONE) / LOD_COUNT)?;
        let mut vertices = self.vertices.iter();
        if let Some(vertex) = vertices.position(|vertex| !vertex.position.is_finite()) {
            return Err(Malformed::new(
                vertex,
                "vertex to write",
                "a finite position",
                "another one",
            ));
        }
        let bounds = Aabb::around(self.vertices.iter().map(|vertex| vertex.position));
        let bounds = bounds.filter(|bounds| {
            self.tile_count() > 0 && bounds.min.x < bounds.max.x && bounds.min.y < bounds.max.y
        });
        bounds.ok_or_else(|| {
            Malformed::new(
                0,
                "land to write",
                "tiles, and vertices that span an area",
                format!(
                    "{} tiles, {} vertices",
                    self.tile_count(),
                    self.vertices.len()
                ),
            )
        })
    }

    fn tile_count(&self) -> usize {
        usize::from(self.columns).saturating_mul(self.rows.into())
    }

    /// The faces of each level with their tiles, tile by tile.
    fn sorted_faces(&self, bounds: Aabb) -> Result<[Vec<(usize, NewFace)>; LOD_COUNT]> {
        let mut sorted = [const { Vec::new() }; LOD_COUNT];
        for (level, out) in self.faces.iter().zip(&mut sorted) {
            for (number, face) in level.iter().enumerate() {
                out.push((self.tile_of(number, face, bounds)?, *face));
            }
            out.sort_by_key(|(tile, _)| *tile);
        }
        Ok(sorted)
    }

    /// The tile that a face lies in.
    fn tile_of(&self, number: usize, face: &NewFace, bounds: Aabb) -> Result<usize> {
        let refuse = |expected| {
            let found = format!("vertices {:?}", face.vertices);
            Err(Malformed::new(number, "face to write", expected, found))
        };
        let [a, b, c] = face.vertices;
        let (Some(corners), false) = (self.corners(face), a == b || b == c || c == a) else {
            return refuse("three different vertices");
        };
        let corners = corners.map(|corner| (corner - bounds.min).as_dvec3().truncate());
        let extent = (bounds.max - bounds.min).as_dvec3().truncate();
        let count = DVec2::new(self.columns.into(), self.rows.into());
        // Positions in tiles from the south-west corner.
        let corners = corners.map(|corner| corner * count / extent);
        let cell = (corners.iter().sum::<DVec2>() / 3.0)
            .floor()
            .min(count - 1.0);
        let slack = DVec2::splat(1e-3);
        let is_inside =
            |corner: &DVec2| (corner.cmpge(cell - slack) & corner.cmple(cell + 1.0 + slack)).all();
        if !corners.iter().all(is_inside) {
            return refuse("corners inside one tile");
        }
        Ok((cell.x as usize)
            .saturating_mul(self.rows.into())
            .saturating_add(cell.y as usize))
    }

    fn corners(&self, face: &NewFace) -> Option<[Vec3; 3]> {
        let at = |vertex: u16| Some(self.vertices.get(usize::from(vertex))?.position);
        let [a, b, c] = face.vertices;
        Some([at(a)?, at(b)?, at(c)?])
    }

    fn normal(&self, face: &NewFace) -> Vec3 {
        self.corners(face).map_or(Vec3::Z, |[a, b, c]| {
            let normal = (b - a).as_dvec3().cross((c - a).as_dvec3());
            normal.normalize_or(glam::DVec3::Z).as_vec3()
        })
    }

    fn record(&self, face: &NewFace) -> TerrainFace28 {
        TerrainFace28 {
            flags: face.flags,
            primary: face.primary,
            secondary: face.secondary.unwrap_or(crate::NO_MATERIAL),
            aux_tag: NONE,
            vertices: face.vertices,
            neighbours: [NONE; 3],
            normal: TerrainFace28::pack_normal(self.normal(face)),
            selectors: 0x3F,
            byte_1b: 0,
        }
    }

    /// The mean normal of the detailed faces around each vertex's position. Liquids and ground do not bend each other.
    fn vertex_normals(&self) -> Vec<PackedNormal> {
        let [detailed, _] = &self.faces;
        let mut sums: HashMap<(Place, bool), Vec3> = HashMap::new();
        let mut is_liquid = vec![false; self.vertices.len()];
        for face in detailed {
            let liquid = face.flags.contains(FaceFlags::LIQUID);
            let normal = self.normal(face);
            for corner in self.corners(face).into_iter().flatten() {
                *sums.entry((place(corner), liquid)).or_default() += normal;
            }
            for vertex in face.vertices {
                if let Some(is_liquid) = is_liquid.get_mut(usize::from(vertex)) {
                    *is_liquid = liquid;
                }
            }
        }
        self.vertices
            .iter()
            .zip(is_liquid)
            .map(|(vertex, liquid)| {
                let sum = sums.get(&(place(vertex.position), liquid));
                PackedNormal::pack(sum.copied().unwrap_or_default().normalize_or(Vec3::Z))
            })
            .collect()
    }

    /// Tiles, slots and the draw order.
    fn lay_tiles(
        &self,
        land: &mut Land,
        bounds: Aabb,
        sorted: &[Vec<(usize, NewFace)>; LOD_COUNT],
    ) {
        let count = self.tile_count();
        let mut heights: Vec<Option<(f32, f32)>> = vec![None; count];
        for (tile, face) in sorted.iter().flatten() {
            for z in self
                .corners(face)
                .into_iter()
                .flatten()
                .map(|corner| corner.z)
            {
                if let Some(range) = heights.get_mut(*tile) {
                    let (low, high) = range.unwrap_or((z, z));
                    *range = Some((low.min(z), high.max(z)));
                }
            }
        }
        let mut slots = Vec::with_capacity(count.saturating_mul(LOD_COUNT));
        let mut order: Vec<DrawEntry4> = Vec::with_capacity(land.faces.len());
        for level in sorted {
            let mut faces = level.iter().peekable();
            for (tile, heights) in heights.iter().enumerate() {
                let first = order.len();
                let mut entries: Vec<([u8; 2], u16)> = Vec::new();
                while faces.next_if(|(of, _)| *of == tile).is_some() {
                    let number = first.saturating_add(entries.len());
                    let face = land.faces.get(number);
                    let tag = face.map_or([0; 2], |face| [face.primary, face.secondary]);
                    entries.push((tag, number as u16));
                }
                entries.sort_by_key(|(tag, _)| *tag);
                let mut last = None;
                for (tag, face) in entries {
                    let starts = last != Some(tag);
                    let batch = if starts { DrawEntry4::BATCH_START } else { 0 };
                    last = Some(tag);
                    order.push(DrawEntry4 {
                        face,
                        flags: DrawEntry4::COMMON | batch,
                        byte_3: 0,
                    });
                }
                let (low, high) = heights.unwrap_or((bounds.min.z, bounds.min.z));
                let bounds = self.tile_box(tile, bounds, low, high);
                let length = order.len().saturating_sub(first);
                slots.push(Slot68::new(first as u16, length as u16, bounds));
            }
        }
        let number = |tile: usize| tile as u16;
        land.tiles = Some(
            (0..count)
                .map(|tile| Tile38::new(number(tile), number(tile.saturating_add(count))))
                .collect(),
        );
        land.slot_table = Some(SlotTable {
            header: SlotHeader::new(bounds),
            slots,
        });
        land.order = Some(order);
    }

    fn tile_box(&self, tile: usize, bounds: Aabb, low: f32, high: f32) -> Aabb {
        let rows = usize::from(self.rows).max(1);
        let line = |number: usize, count: u16, min: f32, max: f32| {
            let share = number as f64 / f64::from(count);
            (f64::from(min) + share * (f64::from(max) - f64::from(min))) as f32
        };
        let corner = |gx: usize, gy: usize, z: f32| {
            Vec3::new(
                line(gx, self.columns, bounds.min.x, bounds.max.x),
                line(gy, self.rows, bounds.min.y, bounds.max.y),
                z,
            )
        };
        let (gx, gy) = (tile / rows, tile % rows);
        Aabb {
            min: corner(gx, gy, low),
            max: corner(gx.saturating_add(1), gy.saturating_add(1), high),
        }
    }
}

fn check_count(what: &'static str, count: usize, most: usize) -> Result<()> {
    if count <= most {
        return Ok(());
    }
    Err(Malformed::new(
        0,
        format!("{what} to write"),
        format!("at most {most}"),
        count.to_string(),
    ))
}

/// Joins the faces of one level, which start at `first`, across edges of equal positions. Liquids join liquids only.
fn link_neighbours(positions: &[Vec3], faces: &mut [TerrainFace28], first: usize) {
    /// Both ends of an edge in winding order, and whether its face is liquid.
    type Edge = (Place, Place, bool);
    let edge_of = |face: &TerrainFace28, edge: usize| -> Option<Edge> {
        let corner = |k: usize| {
            let vertex = *face.vertices.get(k % 3)?;
            positions.get(usize::from(vertex)).copied().map(place)
        };
        let is_liquid = face.flags.contains(FaceFlags::LIQUID);
        Some((corner(edge)?, corner(edge.saturating_add(1))?, is_liquid))
    };
    let mut open: HashMap<Edge, Vec<(usize, usize)>> = HashMap::new();
    for index in first..faces.len() {
        for edge in 0..3 {
            let Some((a, b, liquid)) = faces.get(index).and_then(|face| edge_of(face, edge)) else {
                continue;
            };
            match open.get_mut(&(b, a, liquid)).and_then(Vec::pop) {
                Some((other, other_edge)) => {
                    set_neighbour(faces, (index, edge), (other, other_edge));
                    set_neighbour(faces, (other, other_edge), (index, edge));
                }
                None => open.entry((a, b, liquid)).or_default().push((index, edge)),
            }
        }
    }
}

fn set_neighbour(faces: &mut [TerrainFace28], (face, edge): (usize, usize), to: (usize, usize)) {
    let Some(face) = faces.get_mut(face) else {
        return;
    };
    if let Some(neighbour) = face.neighbours.get_mut(edge) {
        *neighbour = to.0 as u16;
    }
    face.selectors = face.selectors & !(3 << (edge * 2)) | (to.1 as u8) << (edge * 2);
}

fn place(position: Vec3) -> Place {
    // -0 is 0.
    position.to_array().map(|c| (c + 0.0).to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Relief, TileGrid, Tiling, fixtures};

    /// The worked land, taken apart.
    fn worked() -> LandBuilder {
        let land = Land::parse(&fixtures::land()).unwrap();
        let (uv0, uv1) = (land.uv0.unwrap(), land.uv1.unwrap());
        let alpha = land.second_alpha.unwrap();
        let vertices = (0..4).map(|index| NewVertex {
            position: land.positions[index],
            uv0: uv0[index],
            uv1: uv1[index],
            second_alpha: alpha[index],
        });
        let face = |index: usize| {
            let face = land.faces[index];
            NewFace {
                flags: face.flags,
                primary: face.primary,
                secondary: face.second(),
                vertices: face.vertices,
            }
        };
        LandBuilder {
            columns: 1,
            rows: 1,
            vertices: vertices.collect(),
            faces: [vec![face(0), face(1)], vec![face(2), face(3)]],
        }
    }

    #[test]
    fn the_worked_land_is_built_byte_for_byte() {
        let mut land = worked().build().unwrap();
        // the page swaps the coarse entries to catch readers that ignore the draw order
        land.order.as_mut().unwrap().swap(2, 3);
        assert_eq!(land.write().unwrap(), fixtures::land());
    }

    #[test]
    fn impossible_lands_are_refused() {
        let broken = |change: fn(&mut LandBuilder)| {
            let mut builder = worked();
            change(&mut builder);
            builder.build().unwrap_err().what.into_owned()
        };
        assert_eq!(broken(|b| b.columns = 0), "land to write");
        assert_eq!(broken(|b| b.columns = 2), "face to write");
        assert_eq!(broken(|b| b.vertices.clear()), "land to write");
        assert_eq!(
            broken(|b| b.vertices[0].position.z = f32::NAN),
            "vertex to write"
        );
        assert_eq!(broken(|b| b.faces[1][0].vertices[0] = 4), "face to write");
        assert_eq!(broken(|b| b.faces[1][0].vertices[0] = 1), "face to write");
        assert_eq!(
            broken(|b| (b.columns, b.rows) = (256, 256)),
            "tiles to write"
        );
        assert_eq!(
            broken(|b| b.faces[1] = vec![b.faces[1][0]; 65_534]),
            "faces to write"
        );
        assert_eq!(
            broken(|b| b.vertices.resize(65_537, NewVertex::default())),
            "vertices to write"
        );
    }

    #[test]
    fn a_hilly_land_is_sound() {
        let land = crate::fixtures::hills(16, 4).build().unwrap();
        let bytes = land.write().unwrap();
        let read = Land::parse_strict(&bytes).unwrap();
        assert_eq!(read, land);
        assert!(read.warnings.is_empty());
        let facts = read.facts();
        assert_eq!(facts.oddities(), Vec::<(&str, usize)>::new());
        let grid = TileGrid::of(&read).unwrap();
        assert_eq!((grid.columns, grid.rows), (16, 16));
        let tiling = Tiling::of(&read);
        assert_eq!((tiling.tiles.len(), tiling.unreached), (256, 0));
        assert!(
            tiling
                .tiles
                .iter()
                .all(|tile| tile.lods[0].len() == 32 && tile.lods[1].len() == 2)
        );

        let relief = Relief::new(&read);
        for (x, y) in [(0.0, 0.0), (333.3, 71.9), (1200.0, 1200.0), (18.75, 600.0)] {
            let z = relief.ground(x, y).unwrap();
            let exact = crate::fixtures::hill(x, y);
            assert!((z - exact).abs() < 3.0, "{x} {y}: {z}, not {exact}");
        }
    }

    #[test]
    fn liquids_join_liquids() {
        // a bed and a sheet over it that share their border
        let at = |x: f32, y: f32, z: f32| NewVertex {
            position: Vec3::new(x, y, z),
            second_alpha: 1.0,
            ..NewVertex::default()
        };
        let face = |flags: u32, vertices| NewFace {
            flags: FaceFlags(flags),
            vertices,
            ..NewFace::default()
        };
        let builder = LandBuilder {
            columns: 1,
            rows: 1,
            vertices: vec![
                at(0.0, 0.0, 0.0),
                at(9.0, 0.0, 0.0),
                at(9.0, 9.0, 0.0),
                at(0.0, 9.0, 0.0),
                at(4.0, 4.0, -5.0),
                at(4.0, 4.0, 0.0),
            ],
            faces: [
                [(0, 1), (1, 2), (2, 3), (3, 0)]
                    .into_iter()
                    .flat_map(|(a, b)| [face(0x0010_2600, [a, b, 4]), face(0x0012_0608, [a, b, 5])])
                    .collect(),
                vec![],
            ],
        };
        let land = builder.build().unwrap();
        let neighbours: Vec<_> = (0..3).map(|edge| land.faces[0].neighbour(edge)).collect();
        assert_eq!(neighbours, [None, Some((2, 2)), Some((6, 1))]);
        let neighbours: Vec<_> = (0..3).map(|edge| land.faces[1].neighbour(edge)).collect();
        assert_eq!(neighbours, [None, Some((3, 2)), Some((7, 1))]);
        assert_eq!(land.normals.as_ref().unwrap()[5], PackedNormal::UP);
        let relief = Relief::new(&land);
        assert!(relief.ground(4.0, 4.0).unwrap() < -4.9);
        assert_eq!(relief.surface(4.0, 4.0), Some(0.0));
    }
}
