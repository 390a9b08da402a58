//! Draw lists: vertices, indices and, per tile and level, runs of one look (spec page: terrain, section 10).

use crate::tiling::LOD_COUNT;
use crate::{Aabb, Foundations, GroundVertex, Land, SurfaceKind, TileGrid, Tiling};
use glam::Vec3;
use std::collections::{BTreeSet, HashMap};

/// Faces with an equal look are drawn together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Look {
    /// Ground, bed or liquid.
    pub kind: SurfaceKind,
    /// Row of `Land1.wea`, and of `Land2.wea` for the microtexture.
    pub base: u8,
    /// The second material's row of both tables, mixed in by [`GroundVertex::second_alpha`].
    pub second: Option<u8>,
    /// Whether the microtextures are used.
    pub microtexture: bool,
}

/// Triangles of one look in one tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TileRun {
    /// Index into [`DrawLists::looks`].
    pub look: u32,
    /// First element of [`DrawLists::indices`].
    pub first_index: u32,
    /// Elements, a multiple of 3.
    pub index_count: u32,
}

/// What one tile draws.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DrawTile {
    /// Box around the vertices of both levels; `None` for a tile without faces.
    pub bounds: Option<Aabb>,
    /// Runs of the detailed mesh (0) and of the coarse one (1), by look. Where the coarse mesh is missing or a
    /// foundation cuts the tile, both are the detailed one.
    pub lods: [Vec<TileRun>; LOD_COUNT],
    /// Whether a foundation cuts the tile.
    pub is_cut: bool,
}

/// Everything a renderer needs of the ground.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DrawLists {
    /// The vertices of the file under their numbers, then copies for triangles whose coordinates wrap, and the
    /// vertices of foundations. Vertices that no triangle uses may be of any value.
    pub vertices: Vec<GroundVertex>,
    /// Triangles, three indices each. Runs of one level and look lie side by side over the tiles, so that neighbours
    /// that are both seen become one draw.
    pub indices: Vec<u32>,
    /// Source face of each triangle (index / 3); [`DrawLists::NO_FACE`] on the band of a foundation.
    pub faces: Vec<u32>,
    /// Distinct looks, ascending.
    pub looks: Vec<Look>,
    /// By tile number. One tile for everything where the tile table is unusable ([`Tiling::is_usable`]).
    pub tiles: Vec<DrawTile>,
    /// Triangles of the file that needed copies of vertices because their coordinates wrap.
    pub unwrapped: usize,
}

/// A triangle while it waits for its place.
struct Waiting {
    lod: usize,
    look: Look,
    tile: usize,
    face: u32,
    indices: [u32; 3],
}

impl DrawLists {
    /// Stands for "no face" in [`DrawLists::faces`].
    pub const NO_FACE: u32 = u32::MAX;

    /// Makes the draw lists of a land; `Foundations::default()` leaves the ground as the file has it.
    pub fn new(land: &Land, foundations: &Foundations) -> Self {
        let tiling = Tiling::of(land);
        let corners = land.corners();
        let marks_lava = land.marks_lava();
        let mut pool = VertexPool::new(land);
        let mut tiles = vec![DrawTile::default(); tiling.tiles.len()];
        let mut waiting = Vec::new();
        let mut unwrapped = 0_usize;
        for (number, (faces, tile)) in tiling.tiles.iter().zip(&mut tiles).enumerate() {
            tile.is_cut = faces
                .lods
                .first()
                .is_some_and(|faces| faces.iter().any(|&face| foundations.pieces(face).is_some()));
            for (lod, faces) in faces.lods.iter().enumerate() {
                for &face in faces {
                    let (Some(record), Some(vertices)) =
                        (land.faces.get(face as usize), corners.of(face as usize))
                    else {
                        continue;
                    };
                    let look = Look {
                        kind: SurfaceKind::of(record.flags, marks_lava),
                        base: record.primary,
                        second: record.second(),
                        microtexture: record.has_microtexture(),
                    };
                    let mut push = |indices| {
                        waiting.push(Waiting {
                            lod,
                            look,
                            tile: number,
                            face,
                            indices,
                        });
                    };
                    match foundations.pieces(face) {
                        Some(pieces) if lod == 0 => {
                            for piece in pieces {
                                push(piece.map(|vertex| pool.copy(vertex)));
                            }
                        }
                        _ => {
                            let [a, b, c] = record.vertices;
                            let [va, vb, vc] = vertices;
                            let indices = [pool.of(a, va), pool.of(b, vb), pool.of(c, vc)];
                            if pool.wraps(a, va) || pool.wraps(b, vb) || pool.wraps(c, vc) {
                                unwrapped = unwrapped.saturating_add(1);
                            }
                            push(indices);
                        }
                    }
                }
            }
        }
        let grid = TileGrid::of(land).filter(|_| tiling.is_usable);
        for band in foundations.band() {
            let center = band
                .map(|vertex| Vec3::from(vertex.position))
                .iter()
                .sum::<Vec3>()
                / 3.0;
            let (x, y) = (f64::from(center.x), f64::from(center.y));
            let tile = if tiling.is_usable {
                land.tile_at(grid.as_ref(), x, y).unwrap_or_default()
            } else {
                0
            };
            if let Some(tile) = tiles.get_mut(tile) {
                tile.is_cut = true;
            }
            waiting.push(Waiting {
                lod: 0,
                look: Foundations::LOOK,
                tile,
                face: Self::NO_FACE,
                indices: band.map(|vertex| pool.copy(vertex)),
            });
        }
        let mut lists = Self {
            vertices: pool.vertices,
            tiles,
            unwrapped,
            ..Self::default()
        };
        lists.place(waiting);
        lists
    }

    fn place(&mut self, mut waiting: Vec<Waiting>) {
        waiting.sort_by_key(|triangle| (triangle.lod, triangle.look, triangle.tile));
        let looks: BTreeSet<Look> = waiting.iter().map(|triangle| triangle.look).collect();
        self.looks = looks.into_iter().collect();
        for triangle in &waiting {
            let Some(tile) = self.tiles.get_mut(triangle.tile) else {
                continue;
            };
            let positions = triangle.indices.map(|index| {
                let vertex = self.vertices.get(index as usize);
                Vec3::from(vertex.map_or([f32::NAN; 3], |vertex| vertex.position))
            });
            tile.bounds = match (tile.bounds, Aabb::around(positions)) {
                (Some(a), Some(b)) => Some(a.union(b)),
                (a, b) => a.or(b),
            };
            if triangle.lod > 0 && tile.is_cut {
                continue;
            }
            let look = self.looks.binary_search(&triangle.look).unwrap_or_default() as u32;
            let Some(runs) = tile.lods.get_mut(triangle.lod) else {
                continue;
            };
            match runs.last_mut() {
                Some(run) if run.look == look => {
                    run.index_count = run.index_count.saturating_add(3);
                }
                _ => runs.push(TileRun {
                    look,
                    first_index: self.indices.len() as u32,
                    index_count: 3,
                }),
            }
            self.indices.extend(triangle.indices);
            self.faces.push(triangle.face);
        }
        for tile in &mut self.tiles {
            if let (true, [detailed, coarse]) = (tile.is_cut, &mut tile.lods) {
                coarse.clone_from(detailed);
            }
        }
    }
}

/// The vertices of the file and the copies made of them.
struct VertexPool {
    vertices: Vec<GroundVertex>,
    copies: HashMap<[u32; 9], u32>,
}

impl VertexPool {
    fn new(land: &Land) -> Self {
        let corners = land.corners();
        Self {
            vertices: (0..=u16::MAX)
                .take(land.positions.len())
                .filter_map(|vertex| corners.plain(vertex))
                .collect(),
            copies: HashMap::new(),
        }
    }

    /// The index of a file's vertex as one face needs it: its own number, or that of a copy.
    fn of(&mut self, vertex: u16, wanted: GroundVertex) -> u32 {
        match self.vertices.get(usize::from(vertex)) {
            Some(plain) if *plain == wanted => vertex.into(),
            _ => self.copy(wanted),
        }
    }

    /// Whether a face needs other coordinates than its vertex has alone.
    fn wraps(&self, vertex: u16, wanted: GroundVertex) -> bool {
        let plain = self.vertices.get(usize::from(vertex));
        plain.is_some_and(|plain| (plain.uv0, plain.uv1) != (wanted.uv0, wanted.uv1))
    }

    fn copy(&mut self, wanted: GroundVertex) -> u32 {
        let next = self.vertices.len() as u32;
        let index = *self.copies.entry(bytemuck::cast(wanted)).or_insert(next);
        if index == next {
            self.vertices.push(wanted);
        }
        index
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FaceFlags, PackedUv, fixtures};

    fn lists(land: &Land) -> DrawLists {
        DrawLists::new(land, &Foundations::default())
    }

    fn look(base: u8, second: Option<u8>) -> Look {
        Look {
            kind: SurfaceKind::Ground,
            base,
            second,
            microtexture: true,
        }
    }

    #[test]
    fn the_worked_land_becomes_runs() {
        let land = Land::parse(&fixtures::land()).unwrap();
        let lists = lists(&land);
        assert_eq!(lists.vertices.len(), 4);
        assert_eq!(lists.unwrapped, 0);
        assert_eq!(
            lists.looks,
            [look(1, None), look(2, None), look(2, Some(1))]
        );
        assert_eq!(lists.indices, [0, 1, 2, 1, 3, 2, 0, 1, 3, 0, 3, 2]);
        assert_eq!(lists.faces, [0, 1, 2, 3]);
        let [tile] = lists.tiles.as_slice() else {
            panic!()
        };
        let bounds = tile.bounds.unwrap();
        assert_eq!(
            (bounds.min, bounds.max),
            (Vec3::ZERO, Vec3::new(10.0, 10.0, 8.0))
        );
        let runs = tile.lods.clone().map(|runs| {
            runs.iter()
                .map(|run| (run.look, run.first_index, run.index_count))
                .collect::<Vec<_>>()
        });
        assert_eq!(
            runs,
            [vec![(0, 0, 3), (2, 3, 3)], vec![(0, 6, 3), (1, 9, 3)]]
        );
        let vertex = lists.vertices[3];
        assert_eq!(vertex.position, [10.0, 10.0, 8.0]);
        assert_eq!(vertex.normal, [-41, -62, 103, 0]);
        assert_eq!((vertex.uv0, vertex.uv1), ([51.0 / 1024.0, 0.0], [0.5, 0.0]));
        assert_eq!(vertex.second_alpha, 0.0);
    }

    #[test]
    fn wrapped_coordinates_get_vertices_of_their_own() {
        let mut land = Land::parse(&fixtures::land()).unwrap();
        let uv1 = land.uv1.as_mut().unwrap();
        uv1[0].u = 65500;
        uv1[1].u = 100;
        uv1[3].u = 100;
        let lists = lists(&land);
        // v1 and v2 in face 0, v1 and v3 in face 2, which has the same copy of v1, v3 and v2 in face 3; face 1 is whole
        assert_eq!(lists.unwrapped, 3);
        assert_eq!(lists.vertices[1].uv1[0], 100.0 / 1024.0);
        let of_face = |face: u32| {
            let triangle = lists.faces.iter().position(|&f| f == face).unwrap();
            let indices = &lists.indices[triangle * 3..triangle * 3 + 3];
            indices
                .iter()
                .map(|&i| lists.vertices[i as usize].uv1[0])
                .collect::<Vec<_>>()
        };
        assert_eq!(
            of_face(0),
            [65500, 65636, 65536].map(|word| word as f32 / 1024.0)
        );
        assert_eq!(of_face(1), [100.0 / 1024.0, 100.0 / 1024.0, 0.0]);
        let copied: Vec<_> = lists.indices.iter().filter(|&&index| index >= 4).collect();
        assert!(copied.len() > lists.vertices.len() - 4);
    }

    #[test]
    fn liquids_beds_and_lava_are_looks_of_their_own() {
        let mut land = Land::parse(&fixtures::land()).unwrap();
        let flags = [0x0012_0608, 0x0002_0608, 0x0000_2600, 0x0010_0200];
        for (face, flags) in land.faces.iter_mut().zip(flags) {
            (face.flags, face.secondary) = (FaceFlags(flags), 0xFF);
        }
        let looks = lists(&land).looks;
        let found: Vec<_> = looks
            .iter()
            .map(|look| (look.kind, look.microtexture))
            .collect();
        assert_eq!(
            found,
            [
                (SurfaceKind::Ground, false),
                (SurfaceKind::Bed, true),
                (SurfaceKind::Water, false),
                (SurfaceKind::Lava, false),
            ]
        );
    }

    #[test]
    fn missing_streams_get_defaults() {
        let mut land = Land::parse(&fixtures::land()).unwrap();
        (land.normals, land.uv0, land.uv1, land.second_alpha) = (None, None, None, None);
        // face 0 wears 1 at v1 and v2 and nothing else does; nobody wears 1 alone or 2 alone at v3
        let [v1, v3, v2] = land.corners().of(1).unwrap();
        assert_eq!(
            (v1.normal, v1.uv0, v1.uv1),
            ([0, 0, 127, 0], [0.0; 2], [0.0; 2])
        );
        assert_eq!([v1, v3, v2].map(|v| v.second_alpha), [1.0, 0.5, 1.0]);
        assert_eq!(land.corners().of(0).unwrap()[0].second_alpha, 1.0);
        // one vertex, two opacities: a copy
        assert_eq!(lists(&land).vertices.len(), 5);

        // a one-material face of the base material at v3
        land.faces[0].vertices = [0, 1, 3];
        land.faces[0].primary = 2;
        let alphas = land.corners().of(1).unwrap().map(|v| v.second_alpha);
        assert_eq!(alphas, [0.0, 0.0, 0.5]);

        // too short: only what is missing is made up
        land.second_alpha = Some(vec![0.25, 7.0]);
        let alphas = land.corners().of(1).unwrap().map(|v| v.second_alpha);
        assert_eq!(alphas, [1.0, 0.0, 0.5]);
    }

    #[test]
    fn broken_faces_are_left_out() {
        let mut land = Land::parse(&fixtures::land()).unwrap();
        land.faces[1].vertices[1] = 4;
        land.uv0.as_mut().unwrap().push(PackedUv::default());
        let lists = lists(&land);
        assert_eq!(lists.faces, [0, 2, 3]);
        land.positions[0].x = f32::NAN;
        let lists = DrawLists::new(&land, &Foundations::default());
        assert!(lists.faces.is_empty());
        assert_eq!(lists.tiles[0].bounds, None);
    }
}
