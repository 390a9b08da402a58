//! `Land.msh`: an adaptive mesh of the valley in 16 x 16 tiles, laid out as real maps are
//! (spec page: terrain, section 23).

use crate::error::Result;
use crate::noise::smooth;
use crate::world::{self, SIDE, WATER_LEVEL};
use glam::{DVec2, DVec3};
use std::collections::BTreeMap;
use terrain::{FaceFlags, Land, LandBuilder, NO_MATERIAL, NewFace, NewVertex, PackedUv};

/// Tiles a side.
pub(crate) const TILES: usize = 16;
/// Cells of the finest lattice a side of a tile, and of the map.
const FINE: usize = 8;
const LATTICE: usize = TILES * FINE;
/// Metres between two points of the finest lattice.
const STEP: f64 = SIDE / LATTICE as f64;
/// Texture words per metre.
const UV0_SCALE: f64 = 14.0;
const UV1_SCALE: f64 = 51.2;

/// Rows of `Land1.wea`.
const ROCK: u8 = 1;
const EARTH: u8 = 2;
const GRASS: u8 = 3;
const SAND: u8 = 4;
const BED: u8 = 5;
const WATER: u8 = 6;

/// Names of `Land1.wea` and, row for row, of `Land2.wea`.
pub(crate) const MATERIALS: [(&str, &str); 7] = [
    ("B_S0", "DEFAULT"),
    ("L04", "L05"),
    ("L02", "L03"),
    ("L00", "L01"),
    ("L06", "L03"),
    ("WATER_BOT", "WATER_BOT"),
    ("WATER", "WATER_M"),
];

/// How much of a kind of ground there is.
type Share = fn(&world::Cover) -> f64;

/// A point of the finest lattice.
pub(crate) type Point = (usize, usize);

/// One triangle before it becomes a record.
#[derive(Debug, Clone, Copy)]
struct Face {
    points: [Point; 3],
    primary: u8,
    secondary: u8,
    liquid: bool,
}

/// What is known of every lattice point.
struct Sample {
    z: f64,
    cover: world::Cover,
}

/// The finished land and the heights of its detailed mesh.
pub(crate) struct Valley {
    pub(crate) land: Land,
    triangles: Vec<Vec<[DVec3; 3]>>,
}

impl Valley {
    /// Height of the detailed mesh, water left out; the land's function outside of it.
    pub(crate) fn ground(&self, place: DVec2) -> f64 {
        let tile = |value: f64| ((value / (SIDE / TILES as f64)) as usize).min(TILES - 1);
        let mut best: Option<f64> = None;
        for [a, b, c] in &self.triangles[tile(place.x) * TILES + tile(place.y)] {
            let (ab, ac, ap) = (
                b.truncate() - a.truncate(),
                c.truncate() - a.truncate(),
                place - a.truncate(),
            );
            let den = ab.perp_dot(ac);
            if den.abs() < 1e-9 {
                continue;
            }
            let (wb, wc) = (ap.perp_dot(ac) / den, ab.perp_dot(ap) / den);
            if wb >= -1e-6 && wc >= -1e-6 && wb + wc <= 1.0 + 1e-6 {
                let z = a.z + (b.z - a.z) * wb + (c.z - a.z) * wc;
                best = Some(best.map_or(z, |best| best.max(z)));
            }
        }
        best.unwrap_or_else(|| world::height(place))
    }
}

/// Makes the land.
pub(crate) fn valley() -> Result<Valley> {
    let samples: Vec<Sample> = (0..=LATTICE)
        .flat_map(|x| (0..=LATTICE).map(move |y| (x, y)))
        .map(|point| {
            let place = place(point);
            Sample {
                // Files hold single precision; the mesh is what counts.
                z: f64::from(world::height(place) as f32),
                cover: world::cover(place),
            }
        })
        .collect();
    let mesh = Mesh {
        samples,
        parts: Vec::new(),
    }
    .refined();
    let mut build = Build {
        mesh: &mesh,
        land: LandBuilder {
            columns: TILES as u16,
            rows: TILES as u16,
            ..LandBuilder::default()
        },
        known: BTreeMap::new(),
        triangles: Vec::new(),
    };
    for level in 0..2 {
        for gx in 0..TILES {
            for gy in 0..TILES {
                build.add(&mesh.faces(gx, gy, level == 1), level);
            }
        }
    }
    Ok(Valley {
        land: build.land.build()?,
        triangles: build.triangles,
    })
}

fn place(point: Point) -> DVec2 {
    DVec2::new(point.0 as f64 * STEP, point.1 as f64 * STEP)
}

/// The lattice and how finely each tile is divided.
struct Mesh {
    samples: Vec<Sample>,
    /// Cells a side, by tile.
    parts: Vec<usize>,
}

impl Mesh {
    fn at(&self, point: Point) -> &Sample {
        &self.samples[point.0 * (LATTICE + 1) + point.1]
    }

    /// Divides each tile as finely as its shape and its borders ask for.
    fn refined(mut self) -> Self {
        for gx in 0..TILES {
            for gy in 0..TILES {
                let middle = place((gx * FINE + FINE / 2, gy * FINE + FINE / 2));
                let far = (middle - world::BASE).length() > 210.0 && world::road(middle).0 > 45.0;
                self.parts.push(
                    [2, 4]
                        .into_iter()
                        .find(|&parts| self.error(gx, gy, FINE / parts) < 0.8)
                        .unwrap_or(if far { 4 } else { 8 }),
                );
            }
        }
        // Neighbours differ by one halving at most, so that a border has at most one point between two corners.
        let mut changed = true;
        while changed {
            changed = false;
            for tile in 0..TILES * TILES {
                for other in neighbours(tile) {
                    if self.parts[other] > self.parts[tile] * 2 {
                        self.parts[tile] = self.parts[other] / 2;
                        changed = true;
                    }
                }
            }
        }
        self
    }

    /// How wrong a tile is when only every `step`th point is kept: metres, cover counted as metres.
    fn error(&self, gx: usize, gy: usize, step: usize) -> f64 {
        let mut worst: f64 = 0.0;
        for x in 0..=FINE {
            for y in 0..=FINE {
                let point = (gx * FINE + x, gy * FINE + y);
                let (x0, y0) = (point.0 - x % step, point.1 - y % step);
                let (x1, y1) = (
                    (x0 + step).min((gx + 1) * FINE),
                    (y0 + step).min((gy + 1) * FINE),
                );
                let (tx, ty) = (
                    (point.0 - x0) as f64 / step as f64,
                    (point.1 - y0) as f64 / step as f64,
                );
                let blend = |value: &dyn Fn(&Sample) -> f64| {
                    let low = value(self.at((x0, y0))) * (1.0 - tx) + value(self.at((x1, y0))) * tx;
                    let high =
                        value(self.at((x0, y1))) * (1.0 - tx) + value(self.at((x1, y1))) * tx;
                    (low * (1.0 - ty) + high * ty - value(self.at(point))).abs()
                };
                worst = worst
                    .max(blend(&|sample| sample.z))
                    .max(blend(&|sample| sample.cover.earth) * 3.0)
                    .max(blend(&|sample| sample.cover.sand) * 0.6)
                    .max(blend(&|sample| sample.cover.rock) * 0.35);
            }
        }
        // Far from the base a coarser mesh will do.
        let middle = place((gx * FINE + FINE / 2, gy * FINE + FINE / 2));
        worst * smooth(400.0, 90.0, (middle - world::BASE).length()).max(0.11)
    }

    /// The triangles of one tile, ground then water.
    fn faces(&self, gx: usize, gy: usize, coarse: bool) -> Vec<Face> {
        let parts = if coarse {
            2
        } else {
            self.parts[gx * TILES + gy]
        };
        let step = FINE / parts;
        let (x0, y0) = (gx * FINE, gy * FINE);
        let mut out = Vec::new();
        for cx in 0..parts {
            for cy in 0..parts {
                let low = (x0 + cx * step, y0 + cy * step);
                for points in self.cell(low, step, coarse) {
                    out.push(self.cover(points, coarse));
                }
            }
        }
        // Water: a level sheet over every quarter that the land dips into.
        let quarter = FINE / 2;
        for cx in 0..2 {
            for cy in 0..2 {
                let low = (x0 + cx * quarter, y0 + cy * quarter);
                let wet = (0..=quarter).any(|x| {
                    (0..=quarter).any(|y| self.at((low.0 + x, low.1 + y)).z < WATER_LEVEL)
                });
                if wet {
                    let (a, b, c, d) = (
                        low,
                        (low.0 + quarter, low.1),
                        (low.0 + quarter, low.1 + quarter),
                        (low.0, low.1 + quarter),
                    );
                    for points in [[a, b, c], [a, c, d]] {
                        out.push(Face {
                            points,
                            primary: WATER,
                            secondary: NO_MATERIAL,
                            liquid: true,
                        });
                    }
                }
            }
        }
        out
    }

    /// One square cell as triangles; points of finer neighbours on its border become corners.
    fn cell(&self, low: Point, step: usize, coarse: bool) -> Vec<[Point; 3]> {
        let high = (low.0 + step, low.1 + step);
        let corners = [low, (high.0, low.1), high, (low.0, high.1)];
        let mut outline = Vec::new();
        for index in 0..4 {
            let (from, to) = (corners[index], corners[(index + 1) % 4]);
            outline.push(from);
            let middle = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
            if !coarse && self.is_split(from, to, step) {
                outline.push(middle);
            }
        }
        if outline.len() == 4 {
            let z = |point: Point| self.at(point).z;
            let across =
                (z(corners[0]) - z(corners[2])).abs() <= (z(corners[1]) - z(corners[3])).abs();
            return if across {
                vec![
                    [corners[0], corners[1], corners[2]],
                    [corners[0], corners[2], corners[3]],
                ]
            } else {
                vec![
                    [corners[0], corners[1], corners[3]],
                    [corners[1], corners[2], corners[3]],
                ]
            };
        }
        // Start at a point between two corners: no triangle of the fan is then flat.
        let start = outline
            .iter()
            .position(|point| !corners.contains(point))
            .unwrap_or(0);
        outline.rotate_left(start);
        (1..outline.len() - 1)
            .map(|index| [outline[0], outline[index], outline[index + 1]])
            .collect()
    }

    /// Whether the tile beyond the border edge `from`-`to` is divided more finely.
    fn is_split(&self, from: Point, to: Point, step: usize) -> bool {
        let beyond = if from.1 == to.1 {
            // Along X: a border when y is a tile line; the side depends on the direction of the walk.
            if !from.1.is_multiple_of(FINE) {
                return false;
            }
            let gx = from.0.min(to.0) / FINE;
            let gy = from.1 / FINE;
            if to.0 > from.0 {
                gy.checked_sub(1).map(|gy| (gx, gy))
            } else {
                Some((gx, gy))
            }
        } else {
            if !from.0.is_multiple_of(FINE) {
                return false;
            }
            let gy = from.1.min(to.1) / FINE;
            let gx = from.0 / FINE;
            if to.1 > from.1 {
                Some((gx, gy))
            } else {
                gx.checked_sub(1).map(|gx| (gx, gy))
            }
        };
        beyond.is_some_and(|(gx, gy)| {
            gx < TILES && gy < TILES && FINE / self.parts[gx * TILES + gy] < step
        })
    }

    /// Chooses the one or two materials of a triangle.
    fn cover(&self, points: [Point; 3], coarse: bool) -> Face {
        let covers = points.map(|point| self.at(point).cover);
        let least = |share: Share| covers.iter().map(share).fold(f64::MAX, f64::min);
        let most = |share: Share| covers.iter().map(share).fold(0.0, f64::max);
        let sum = |share: Share| covers.iter().map(share).sum::<f64>();
        let single = |primary| Face {
            points,
            primary,
            secondary: NO_MATERIAL,
            liquid: false,
        };
        if least(|cover| cover.sand) > 0.97 {
            if least(|cover| cover.bed) > 0.97 {
                return single(BED);
            }
            if most(|cover| cover.bed) > 0.03 && !coarse {
                return Face {
                    secondary: BED,
                    ..single(SAND)
                };
            }
            return single(if sum(|cover| cover.bed) > 1.5 {
                BED
            } else {
                SAND
            });
        }
        let shares: [(u8, Share); 3] = [
            (EARTH, |cover| cover.earth),
            (SAND, |cover| cover.sand),
            (ROCK, |cover| cover.rock),
        ];
        let mut best = shares[0];
        for share in shares {
            if sum(share.1) > sum(best.1) {
                best = share;
            }
        }
        if most(best.1) < 0.03 {
            single(GRASS)
        } else if least(best.1) > 0.97 {
            single(best.0)
        } else if coarse {
            single(if sum(best.1) > 1.5 { best.0 } else { GRASS })
        } else {
            Face {
                secondary: best.0,
                ..single(GRASS)
            }
        }
    }
}

/// Tiles that share a border.
fn neighbours(tile: usize) -> Vec<usize> {
    let (gx, gy) = (tile / TILES, tile % TILES);
    let mut out = Vec::new();
    if gx > 0 {
        out.push(tile - TILES);
    }
    if gx + 1 < TILES {
        out.push(tile + TILES);
    }
    if gy > 0 {
        out.push(tile - 1);
    }
    if gy + 1 < TILES {
        out.push(tile + 1);
    }
    out
}

/// The land while it is collected.
struct Build<'a> {
    mesh: &'a Mesh,
    land: LandBuilder,
    /// Vertices by place and materials: a place is stored once per material side.
    known: BTreeMap<(Point, u8, u8), u16>,
    /// The ground of the detailed mesh, by tile.
    triangles: Vec<Vec<[DVec3; 3]>>,
}

impl Build<'_> {
    fn add(&mut self, faces: &[Face], level: usize) {
        let mut ground = Vec::new();
        for face in faces {
            let vertices = face.points.map(|point| self.vertex(point, face, level));
            let mut flags =
                FaceFlags::NOT_LAVA.0 | FaceFlags::MICROTEXTURE.0 | FaceFlags::ALWAYS_200.0;
            let secondary = (face.secondary != NO_MATERIAL).then_some(face.secondary);
            if secondary.is_some() {
                flags |= FaceFlags::SECOND_MATERIAL.0;
            } else if face.primary == BED {
                flags |= FaceFlags::BED.0;
            }
            if face.liquid {
                flags |= FaceFlags::LIQUID.0 | FaceFlags::TWO_SIDED.0;
            } else if level == 0 {
                ground.push(
                    vertices
                        .map(|vertex| self.land.vertices[usize::from(vertex)].position.as_dvec3()),
                );
            }
            self.land.faces[level].push(NewFace {
                flags: FaceFlags(flags),
                primary: face.primary,
                secondary,
                vertices,
            });
        }
        if level == 0 {
            self.triangles.push(ground);
        }
    }

    fn vertex(&mut self, point: Point, face: &Face, level: usize) -> u16 {
        let key = (point, face.primary, face.secondary);
        let mut found = self.known.get(&key).copied();
        if level == 1 && found.is_none() {
            // The coarse mesh adds no vertices: any other at this place will do.
            let mut here = self.known.range((point, 0, 0)..=(point, u8::MAX, u8::MAX));
            found = here
                .find(|entry| (entry.0.1 == WATER) == face.liquid)
                .map(|entry| *entry.1);
        }
        if let Some(vertex) = found {
            return vertex;
        }
        let sample = self.mesh.at(point);
        let flat = place(point);
        let z = if face.liquid { WATER_LEVEL } else { sample.z };
        let words = |scale: f64| PackedUv {
            u: ((flat.x * scale).round() as u32 & 0xFFFF) as u16,
            v: (((SIDE - flat.y) * scale).round() as u32 & 0xFFFF) as u16,
        };
        let vertex = self.land.vertices.len() as u16;
        self.land.vertices.push(NewVertex {
            position: flat.extend(z).as_vec3(),
            uv0: words(UV0_SCALE),
            uv1: words(UV1_SCALE),
            second_alpha: match (face.primary, face.secondary) {
                (_, EARTH) => sample.cover.earth as f32,
                (SAND, BED) => sample.cover.bed as f32,
                (_, SAND) => sample.cover.sand as f32,
                (_, ROCK) => sample.cover.rock as f32,
                _ => 1.0,
            },
        });
        self.known.insert(key, vertex);
        vertex
    }
}
