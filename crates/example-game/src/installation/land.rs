//! The ground: hills on a lattice, a level yard for each base, three grounds with soft borders
//! (spec page: terrain, section 23).

use super::random::noise;
use super::{Result, Size};
use glam::{DVec2, DVec3};
use std::collections::BTreeMap;
use terrain::{FaceFlags, LandBuilder, NewFace, NewVertex, PackedUv};

/// Side of a tile, metres.
pub(super) const TILE: f64 = 200.0;
/// Lattice cells along the side of a tile.
const CELLS: usize = 4;
/// Side of a lattice cell, metres.
const CELL: f64 = TILE / CELLS as f64;
/// Tiles along the side of a base's own land.
const BASE_TILES: usize = 4;
/// Half widths of the level yard of a base.
const YARD: DVec2 = DVec2::new(270.0, 215.0);
/// Width of the slope around a yard.
const SLOPE: f64 = 120.0;
/// Heights come in steps of this, as those of 8-bit height fields.
const STEP: f64 = 100.0 / 255.0;

/// The ground of the bench map.
pub(super) struct Ground {
    /// Tiles along a side.
    tiles: usize,
    /// Middles of the yards.
    pub(super) bases: Vec<DVec2>,
    /// Height at each lattice point, column by column from the south-west.
    heights: Vec<f64>,
    /// Ground at each lattice point: row 1, 2 or 3 of the tables.
    kinds: Vec<u8>,
    /// Height of the middle of a cell that has a vertex there.
    middles: BTreeMap<(usize, usize), f64>,
}

/// A lattice point, or the middle of the cell north-east of it.
type Place = (usize, usize, bool);

impl Ground {
    /// Makes the ground.
    pub(super) fn new(size: &Size) -> Self {
        let tiles = usize::from(size.tiles);
        let lands = (tiles / BASE_TILES).max(1);
        let span = tiles as f64 * TILE / lands as f64;
        let middle = |index: usize| {
            DVec2::new((index / lands) as f64 + 0.5, (index % lands) as f64 + 0.5) * span
        };
        let mut ground = Self {
            tiles,
            bases: (0..lands * lands).map(middle).collect(),
            heights: Vec::new(),
            kinds: Vec::new(),
            middles: BTreeMap::new(),
        };
        let points = ground.cells() + 1;
        let at = |index: usize| DVec2::new((index / points) as f64, (index % points) as f64) * CELL;
        ground.heights = (0..points * points)
            .map(|index| ground.shape(at(index)))
            .collect();
        ground.kinds = (0..points * points).map(|index| kind(at(index))).collect();
        for gx in 0..ground.cells() {
            for gy in 0..ground.cells() {
                let z = ground.shape(DVec2::new(gx as f64 + 0.5, gy as f64 + 0.5) * CELL);
                let corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
                    .map(|(x, y)| ground.z((gx + x, gy + y, false)));
                // A middle only where the cell is clearly no plane.
                if (z - corners.iter().sum::<f64>() / 4.0).abs() > 1.3 {
                    ground.middles.insert((gx, gy), z);
                }
            }
        }
        ground
    }

    /// Side of the map, metres.
    pub(super) fn side(&self) -> f64 {
        self.tiles as f64 * TILE
    }

    fn cells(&self) -> usize {
        self.tiles * CELLS
    }

    /// The height that the lattice is to have at a point.
    fn shape(&self, at: DVec2) -> f64 {
        let wild = |at: DVec2| {
            let octave =
                |metres: f64, seed: u64| noise(at.x / metres, at.y / metres, 1 << 20, seed);
            62.0 * octave(610.0, 1) + 26.0 * octave(240.0, 2) + 7.0 * octave(90.0, 3)
        };
        let mut z = wild(at);
        for base in &self.bases {
            let out = ((at - *base).abs() - YARD).max(DVec2::ZERO).length();
            let t = (1.0 - out / SLOPE).clamp(0.0, 1.0);
            z += (wild(*base) - z) * (t * t * (3.0 - 2.0 * t));
        }
        (z / STEP).round() * STEP
    }

    fn z(&self, (gx, gy, middle): Place) -> f64 {
        if middle {
            self.middles.get(&(gx, gy)).copied().unwrap_or_default()
        } else {
            self.heights[gx * (self.cells() + 1) + gy]
        }
    }

    fn position(&self, place: Place) -> DVec3 {
        let half = if place.2 { 0.5 } else { 0.0 };
        DVec3::new(
            (place.0 as f64 + half) * CELL,
            (place.1 as f64 + half) * CELL,
            self.z(place),
        )
    }

    /// The triangles of a cell.
    fn triangles(&self, gx: usize, gy: usize) -> Vec<[Place; 3]> {
        let [a, b, c, d] = [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| (gx + x, gy + y, false));
        if self.middles.contains_key(&(gx, gy)) {
            let middle = (gx, gy, true);
            [(a, b), (b, c), (c, d), (d, a)]
                .map(|(from, to)| [from, to, middle])
                .to_vec()
        } else {
            vec![[a, b, c], [a, c, d]]
        }
    }

    /// Height of the detailed mesh.
    pub(super) fn height(&self, at: DVec2) -> f64 {
        let cell = |metres: f64| ((metres / CELL).floor().max(0.0) as usize).min(self.cells() - 1);
        let mut best = (f64::NEG_INFINITY, 0.0);
        for triangle in self.triangles(cell(at.x), cell(at.y)) {
            let [a, b, c] = triangle.map(|place| self.position(place));
            let (u, v, w) = (b - a, c - a, at - a.truncate());
            let area = u.truncate().perp_dot(v.truncate());
            let (second, third) = (
                w.perp_dot(v.truncate()) / area,
                u.truncate().perp_dot(w) / area,
            );
            // The triangle that the point lies in has the largest least weight.
            let inside = second.min(third).min(1.0 - second - third);
            if inside > best.0 {
                best = (inside, a.z + u.z * second + v.z * third);
            }
        }
        best.1
    }

    /// The payload of `Land.msh`.
    pub(super) fn write(&self) -> Result<Vec<u8>> {
        let mut mesh = Mesh {
            ground: self,
            vertices: Vec::new(),
            known: BTreeMap::new(),
        };
        let mut faces = [Vec::new(), Vec::new()];
        for gx in 0..self.cells() {
            for gy in 0..self.cells() {
                for triangle in self.triangles(gx, gy) {
                    faces[0].push(mesh.face(gx, gy, triangle));
                }
            }
        }
        for gx in (0..self.cells()).step_by(2) {
            for gy in (0..self.cells()).step_by(2) {
                let [a, b, c, d] =
                    [(0, 0), (2, 0), (2, 2), (0, 2)].map(|(x, y)| (gx + x, gy + y, false));
                for triangle in [[a, b, c], [a, c, d]] {
                    faces[1].push(mesh.coarse(gx, gy, triangle));
                }
            }
        }
        let builder = LandBuilder {
            columns: self.tiles as u16,
            rows: self.tiles as u16,
            vertices: mesh.vertices,
            faces,
        };
        Ok(builder.build()?.write()?)
    }
}

/// The ground at a point: neighbouring lattice points differ by one row at most, almost everywhere.
fn kind(at: DVec2) -> u8 {
    let mixed = 0.7 * noise(at.x / 430.0, at.y / 430.0, 1 << 20, 11)
        + 0.3 * noise(at.x / 170.0, at.y / 170.0, 1 << 20, 12);
    1 + ((mixed - 0.22) * 5.2).clamp(0.0, 2.0) as u8
}

/// Ground with a microtexture that is no lava (spec page: terrain, section 5.1).
const PLAIN: u32 = 0x0010_0600;

struct Mesh<'a> {
    ground: &'a Ground,
    vertices: Vec<NewVertex>,
    /// A place is stored once per pair of materials and opacity.
    known: BTreeMap<(Place, u8, Option<u8>, bool), u16>,
}

impl Mesh<'_> {
    fn kind(&self, (gx, gy, _): Place) -> u8 {
        self.ground.kinds[gx * (self.ground.cells() + 1) + gy]
    }

    /// A face of the detailed mesh; where grounds meet it wears two.
    fn face(&mut self, gx: usize, gy: usize, triangle: [Place; 3]) -> NewFace {
        let corners =
            [(0, 0), (1, 0), (1, 1), (0, 1)].map(|(x, y)| self.kind((gx + x, gy + y, false)));
        let primary = corners.into_iter().max().unwrap_or(1);
        let secondary = corners
            .iter()
            .any(|&kind| kind < primary)
            .then(|| primary - 1);
        let middle_is_lower = corners.iter().filter(|&&kind| kind < primary).count() > 2;
        let vertices = triangle.map(|place| {
            let lower = if place.2 {
                middle_is_lower
            } else {
                self.kind(place) < primary
            };
            self.vertex(place, primary, secondary, secondary.is_none() || lower)
        });
        let second = if secondary.is_some() {
            FaceFlags::SECOND_MATERIAL.0
        } else {
            0
        };
        NewFace {
            flags: FaceFlags(PLAIN | second),
            primary,
            secondary,
            vertices,
        }
    }

    /// A face of the coarse mesh, which only uses vertices of the detailed one.
    fn coarse(&mut self, gx: usize, gy: usize, triangle: [Place; 3]) -> NewFace {
        let primary = self.kind((gx + 1, gy + 1, false));
        let vertices = triangle.map(|place| {
            let here = self
                .known
                .range((place, 0, None, false)..=(place, u8::MAX, Some(u8::MAX), true));
            let best = here.max_by_key(|((_, row, second, opaque), _)| {
                (*opaque, second.is_none(), *row == primary)
            });
            best.map_or(0, |(_, &vertex)| vertex)
        });
        NewFace {
            flags: FaceFlags(PLAIN),
            primary,
            secondary: None,
            vertices,
        }
    }

    fn vertex(&mut self, place: Place, primary: u8, secondary: Option<u8>, opaque: bool) -> u16 {
        let next = self.vertices.len() as u16;
        let vertex = *self
            .known
            .entry((place, primary, secondary, opaque))
            .or_insert(next);
        if vertex == next {
            let position = self.ground.position(place);
            let south = self.ground.side() - position.y;
            self.vertices.push(NewVertex {
                position: position.as_vec3(),
                uv0: PackedUv::pack([position.x / 200.0, south / 200.0]),
                uv1: PackedUv::pack([position.x / 20.0, south / 20.0]),
                second_alpha: if opaque { 1.0 } else { 0.0 },
            });
        }
        vertex
    }
}
