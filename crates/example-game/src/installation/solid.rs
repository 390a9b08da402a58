//! Simple solids as triangles, at any level of detail: rings along an axis, and single quads.

use super::random::Random;
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;

/// A corner of a triangle.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner {
    /// In the frame of the node, metres.
    pub(super) position: DVec3,
    /// Of unit length.
    pub(super) normal: DVec3,
    /// Texture coordinates, 0 or more.
    pub(super) uv: DVec2,
    /// Lightmap coordinates, inside 0..1.
    pub(super) light: DVec2,
}

/// A triangle, counter-clockwise seen from outside.
#[derive(Debug, Clone, Copy)]
pub(super) struct Face {
    /// Its corners.
    pub(super) corners: [Corner; 3],
    /// What it wears.
    pub(super) surface: Surface,
}

/// What the triangles of a solid wear.
#[derive(Debug, Clone, Copy)]
pub(super) struct Surface {
    /// Row of the model's WEAR table.
    pub(super) material: u8,
    /// Batch flags.
    pub(super) flags: u16,
    /// Triangle flags.
    pub(super) words: u16,
    /// Of a portal the node of the room behind it, else 0xFFFF.
    pub(super) room: u16,
    /// Metres that the texture spans; 0 spreads it once over the solid.
    pub(super) metres: f64,
}

impl Surface {
    /// A row, the texture once over each solid.
    pub(super) fn row(material: usize) -> Self {
        Self {
            material: material as u8,
            flags: 0,
            words: 0,
            room: 0xFFFF,
            metres: 0.0,
        }
    }

    /// Each of some rows.
    pub(super) fn rows(rows: std::ops::Range<usize>) -> Vec<Self> {
        rows.map(Self::row).collect()
    }

    /// A row whose texture repeats.
    pub(super) fn tiled(material: usize, metres: f64) -> Self {
        Self {
            metres,
            ..Self::row(material)
        }
    }
}

/// A cross-section of a loft: how far along the axis, and its half widths.
pub(super) type Ring = (f64, f64, f64);

/// A piece of a model.
#[derive(Debug, Clone)]
pub(super) struct Solid {
    /// What it wears.
    pub(super) surface: Surface,
    form: Form,
}

#[derive(Debug, Clone)]
enum Form {
    Loft(Loft),
    /// Corners counter-clockwise from the lower left of the image.
    Quad([DVec3; 4]),
}

#[derive(Debug, Clone)]
struct Loft {
    base: DVec3,
    /// Unit vectors at a right angle; the half widths go along `side` and `axis x side`.
    axis: DVec3,
    side: DVec3,
    rings: Vec<Ring>,
    /// Corners of a round cross-section; `None` is a rectangle.
    sides: Option<u32>,
    smooth: bool,
    inward: bool,
    /// How rough, and a phase that makes two rough solids differ.
    rough: (f64, f64),
}

impl Solid {
    /// A box.
    pub(super) fn block(middle: DVec3, half: DVec3, surface: Surface) -> Self {
        let rings = vec![(-half.z, half.x, half.y), (half.z, half.x, half.y)];
        Self::loft(middle, DVec3::Z, DVec3::X, rings, None, surface)
    }

    /// A box seen from inside.
    pub(super) fn room(middle: DVec3, half: DVec3, surface: Surface) -> Self {
        let mut solid = Self::block(middle, half, surface);
        if let Form::Loft(loft) = &mut solid.form {
            loft.inward = true;
        }
        solid
    }

    /// A closed tube between two points.
    pub(super) fn pillar(
        from: DVec3,
        to: DVec3,
        radii: (f64, f64),
        sides: u32,
        surface: Surface,
    ) -> Self {
        let way = to - from;
        let axis = way.normalize_or(DVec3::Z);
        let beside = if axis.x.abs() < 0.9 {
            DVec3::X
        } else {
            DVec3::Y
        };
        let side = (beside - axis * beside.dot(axis)).normalize_or(DVec3::Y);
        let length = way.length();
        let rings = vec![(0.0, radii.0, radii.0), (length, radii.1, radii.1)];
        let mut solid = Self::loft(from, axis, side, rings, Some(sides), surface);
        solid.smooth();
        solid
    }

    /// An ellipsoid that can be rough.
    pub(super) fn ball(
        middle: DVec3,
        radii: DVec3,
        sides: u32,
        rings: u32,
        rough: (f64, f64),
        surface: Surface,
    ) -> Self {
        let ring = |index: u32| {
            let angle = std::f64::consts::PI * f64::from(index) / f64::from(rings);
            let (sine, cosine) = libm::sincos(angle);
            // The poles are exact, so that triangles there have no third side.
            let wide = if index == 0 || index == rings {
                0.0
            } else {
                sine
            };
            (-cosine * radii.z, radii.x * wide, radii.y * wide)
        };
        let rings = (0..=rings).map(ring).collect();
        let mut solid = Self::loft(middle, DVec3::Z, DVec3::X, rings, Some(sides), surface);
        solid.smooth();
        if let Form::Loft(loft) = &mut solid.form {
            loft.rough = rough;
        }
        solid
    }

    /// A body along Y with slanted edges, narrower at both ends.
    pub(super) fn hull(middle: DVec3, half: DVec3, sides: u32, surface: Surface) -> Self {
        let ring = |along: f64, wide: f64| (along * half.y, half.x * wide, half.z * wide);
        let rings = vec![
            ring(-1.0, 0.7),
            ring(-0.8, 0.95),
            ring(-0.1, 1.0),
            ring(0.6, 0.9),
            ring(1.0, 0.5),
        ];
        Self::loft(middle, DVec3::Y, DVec3::X, rings, Some(sides), surface)
    }

    /// Cross-sections along an axis. `side` is at a right angle to `axis`; no `sides` make rectangles.
    pub(super) fn loft(
        base: DVec3,
        axis: DVec3,
        side: DVec3,
        rings: Vec<Ring>,
        sides: Option<u32>,
        surface: Surface,
    ) -> Self {
        Self {
            surface,
            form: Form::Loft(Loft {
                base,
                axis,
                side,
                rings,
                sides,
                smooth: false,
                inward: false,
                rough: (0.0, 0.0),
            }),
        }
    }

    /// A quad that stands on the middle of its lower edge and turns by `yaw`.
    pub(super) fn card(foot: DVec3, width: f64, height: f64, yaw: f64, surface: Surface) -> Self {
        let (sine, cosine) = libm::sincos(yaw);
        let across = DVec3::new(cosine, sine, 0.0) * (width * 0.5);
        let up = DVec3::Z * height;
        let corners = [
            foot - across,
            foot + across,
            foot + across + up,
            foot - across + up,
        ];
        Self {
            surface,
            form: Form::Quad(corners),
        }
    }

    /// The solid sunk towards z = 0: what is left of it in a later damage stage.
    pub(super) fn ruined(&self, height: f64) -> Self {
        let mut solid = self.clone();
        let sink = |point: &mut DVec3| point.z *= height;
        match &mut solid.form {
            Form::Quad(corners) => corners.iter_mut().for_each(sink),
            Form::Loft(loft) => {
                sink(&mut loft.base);
                if loft.axis.z.abs() > 0.5 {
                    loft.rings.iter_mut().for_each(|ring| ring.0 *= height);
                }
            }
        }
        solid
    }

    fn smooth(&mut self) {
        if let Form::Loft(loft) = &mut self.form {
            loft.smooth = true;
        }
    }

    fn triangulate(&self, detail: f64, chart: usize, out: &mut Vec<Face>) {
        match &self.form {
            Form::Loft(loft) => loft.triangulate(detail, self.surface, chart, out),
            Form::Quad(corners) => {
                let uv = [DVec2::Y, DVec2::ONE, DVec2::X, DVec2::ZERO];
                let grid: [_; 4] = std::array::from_fn(|i| (corners[i], uv[i], uv[i]));
                push_quad(grid, None, self.surface, chart, out);
            }
        }
    }
}

/// Solids as triangles. `detail` is 1 for all of them; below, the later ones are left out and round ones get fewer sides.
pub(super) fn triangles(solids: &[Solid], detail: f64) -> Vec<Face> {
    let kept = (solids.len() as f64 * libm::pow(detail, 0.62)).ceil() as usize;
    let mut out = Vec::new();
    for (chart, solid) in solids.iter().take(kept.max(1)).enumerate() {
        solid.triangulate(detail, chart, &mut out);
    }
    out
}

/// Small boxes on the upper side of a box, so that large surfaces do not stay plain; `surfaces` are used in turn.
pub(super) fn fittings(
    random: &mut Random,
    count: usize,
    middle: DVec3,
    half: DVec3,
    surfaces: &[Surface],
) -> Vec<Solid> {
    let one = |index: usize| {
        let place = DVec3::new(
            random.range(-0.8, 0.8),
            random.range(-0.8, 0.8),
            random.range(0.55, 0.95),
        );
        let size = DVec3::new(
            random.range(0.05, 0.2),
            random.range(0.05, 0.25),
            random.range(0.06, 0.2),
        );
        Solid::block(
            middle + half * place,
            half * size,
            surfaces[index % surfaces.len()],
        )
    };
    (0..count).map(one).collect()
}

/// A point, its texture coordinates and its place in the solid's part of the lightmap.
type Spot = (DVec3, DVec2, DVec2);

impl Loft {
    fn triangulate(&self, detail: f64, surface: Surface, chart: usize, out: &mut Vec<Face>) {
        let less = |count: usize, least: usize| {
            let wanted = (count as f64 * libm::pow(detail, 0.42)).round() as usize;
            wanted.clamp(least.min(count), count)
        };
        let sides = self.sides.map_or(4, |sides| less(sides as usize, 3));
        let count = less(self.rings.len(), 2);
        let ring = |index: usize| self.rings[index * (self.rings.len() - 1) / (count - 1).max(1)];
        let points: Vec<Vec<DVec3>> = (0..count)
            .map(|index| self.ring(ring(index), sides))
            .collect();
        let normals = self.smooth.then(|| self.normals(&points));
        let uvs = self.coordinates(&points, surface.metres);
        let spot = |r: usize, s: usize| -> Spot {
            let light = DVec2::new(
                s as f64 / sides as f64,
                r as f64 / (count - 1).max(1) as f64,
            );
            (points[r][s % sides], uvs[r][s], light)
        };
        let mut faces = Vec::new();
        for r in 0..count - 1 {
            for s in 0..sides {
                let grid = [
                    spot(r, s),
                    spot(r, s + 1),
                    spot(r + 1, s + 1),
                    spot(r + 1, s),
                ];
                let smooth = normals.as_ref().map(|normals| {
                    let t = (s + 1) % sides;
                    [
                        normals[r][s],
                        normals[r][t],
                        normals[r + 1][t],
                        normals[r + 1][s],
                    ]
                });
                push_quad(grid, smooth, surface, chart, &mut faces);
            }
        }
        self.cap(&points[0], true, surface, chart, &mut faces);
        self.cap(&points[count - 1], false, surface, chart, &mut faces);
        if self.inward {
            for face in &mut faces {
                face.corners.swap(1, 2);
                face.corners
                    .iter_mut()
                    .for_each(|corner| corner.normal = -corner.normal);
            }
        }
        out.append(&mut faces);
    }

    fn ring(&self, (along, across, deep): Ring, sides: usize) -> Vec<DVec3> {
        let third = self.axis.cross(self.side);
        let (rough, phase) = self.rough;
        let point = |s: usize| {
            let (x, y) = if self.sides.is_none() {
                [(1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)][s % 4]
            } else {
                let angle = TAU * s as f64 / sides as f64;
                let (sine, cosine) = libm::sincos(angle);
                let wave = libm::sin(2.0 * angle + phase)
                    + libm::sin(3.0 * angle - 2.0 * phase + along * 1.7);
                let swell = 1.0 + rough * 0.5 * wave;
                (cosine * swell, sine * swell)
            };
            self.base + self.axis * along + self.side * (across * x) + third * (deep * y)
        };
        (0..sides).map(point).collect()
    }

    fn normals(&self, points: &[Vec<DVec3>]) -> Vec<Vec<DVec3>> {
        let last = points.len() - 1;
        let normal = |r: usize, s: usize| {
            let sides = points[r].len();
            let round = points[r][(s + 1) % sides] - points[r][(s + sides - 1) % sides];
            let along = points[(r + 1).min(last)][s] - points[r.saturating_sub(1)][s];
            let pole = if r == 0 { -self.axis } else { self.axis };
            round.cross(along).normalize_or(pole)
        };
        let row = |r: usize| (0..points[r].len()).map(|s| normal(r, s)).collect();
        (0..points.len()).map(row).collect()
    }

    /// Texture coordinates of every ring, with one more at the end of each, where the image closes.
    fn coordinates(&self, points: &[Vec<DVec3>], metres: f64) -> Vec<Vec<DVec2>> {
        let sides = points[0].len();
        let girth = |ring: &[DVec3]| {
            (0..sides)
                .map(|s| ring[s].distance(ring[(s + 1) % sides]))
                .sum::<f64>()
        };
        let widest = points.iter().map(|ring| girth(ring)).fold(0.0, f64::max);
        let length = points
            .windows(2)
            .map(|pair| pair[0][0].distance(pair[1][0]))
            .sum::<f64>();
        let (turns, rise) = if metres > 0.0 {
            (
                (widest / metres).round().clamp(1.0, MOST_TURNS),
                (length / metres).min(MOST_TURNS),
            )
        } else {
            (1.0, 1.0)
        };
        let rows = (points.len() - 1).max(1) as f64;
        let row = |r: usize| {
            let v = rise * (1.0 - r as f64 / rows);
            (0..=sides)
                .map(|s| DVec2::new(turns * s as f64 / sides as f64, v))
                .collect()
        };
        (0..points.len()).map(row).collect()
    }

    /// Closes an end, if it is open.
    fn cap(&self, ring: &[DVec3], low: bool, surface: Surface, chart: usize, out: &mut Vec<Face>) {
        let middle = ring.iter().sum::<DVec3>() / ring.len() as f64;
        let third = self.axis.cross(self.side);
        let flat =
            |point: DVec3| DVec2::new((point - middle).dot(self.side), (point - middle).dot(third));
        let reach = ring
            .iter()
            .map(|point| flat(*point).abs().max_element())
            .fold(0.0, f64::max);
        if reach < 1e-9 {
            return;
        }
        let spot = |point: DVec3| -> Spot {
            let light = flat(point) / (2.0 * reach) + 0.5;
            let turns = if surface.metres > 0.0 {
                (2.0 * reach / surface.metres).min(MOST_TURNS)
            } else {
                1.0
            };
            (point, light * turns, light)
        };
        for s in 1..ring.len() - 1 {
            let [b, c] = if low { [s + 1, s] } else { [s, s + 1] };
            push_triangle(
                [spot(ring[0]), spot(ring[b]), spot(ring[c])],
                None,
                surface,
                chart,
                out,
            );
        }
    }
}

/// Coordinates stay below half of what their words hold, so that nobody can read them as negative.
const MOST_TURNS: f64 = 31.0;

/// Parts of the lightmap in a row, one per solid in turn.
const CHARTS: usize = 8;

fn push_quad(
    grid: [Spot; 4],
    normals: Option<[DVec3; 4]>,
    surface: Surface,
    chart: usize,
    out: &mut Vec<Face>,
) {
    for pick in [[0, 1, 2], [0, 2, 3]] {
        let corners = pick.map(|corner| grid[corner]);
        let normals = normals.map(|normals| pick.map(|corner| normals[corner]));
        push_triangle(corners, normals, surface, chart, out);
    }
}

fn push_triangle(
    spots: [Spot; 3],
    normals: Option<[DVec3; 3]>,
    surface: Surface,
    chart: usize,
    out: &mut Vec<Face>,
) {
    let [a, b, c] = spots.map(|spot| spot.0);
    let across = (b - a).cross(c - a);
    // At the pole of a ball two corners meet.
    if across.length() < 1e-9 {
        return;
    }
    let flat = across.normalize();
    let normals = normals.unwrap_or([flat; 3]);
    let cell = DVec2::new((chart % CHARTS) as f64, (chart / CHARTS % CHARTS) as f64);
    let corner = |index: usize| {
        let (position, uv, light) = spots[index];
        Corner {
            position,
            normal: normals[index],
            uv,
            light: (cell + 0.1 + light * 0.8) / CHARTS as f64,
        }
    };
    out.push(Face {
        corners: [corner(0), corner(1), corner(2)],
        surface,
    });
}
