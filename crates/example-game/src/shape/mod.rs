//! Shapes: polygons with texture coordinates, and the few solids from which every model is put together.
//!
//! Lengths are metres; polygons wind counter-clockwise seen from outside; texture coordinates count whole images,
//! v = 0 is the top row. Normals are made at the end: smooth, weighted by area, where two polygons that allow it meet
//! at less than 50 degrees (so a bevel rounds an edge and leaves the faces flat), hard everywhere else.

mod solids;

pub(crate) use solids::{
    bar, block, boulder, boxed, chamfered, cylinder, inset, lathe, prism, profile, rectangle,
    stacked, tube,
};

use glam::{DQuat, DVec2, DVec3};
use std::collections::BTreeMap;
use std::f64::consts::TAU;

/// Batch flag of surfaces with baked light.
pub(crate) const BAKED: u16 = 0x2000;
/// Batch flag of the sorted see-through layer.
pub(crate) const SEE_THROUGH: u16 = 0x0100;
/// Batch flag of doorway quads.
pub(crate) const PORTAL: u16 = 0x0008;
/// The room of polygons that are no portals.
pub(crate) const NO_ROOM: u16 = 0xFFFF;
/// Collision word of floors, ramps and stairs.
pub(crate) const WALKABLE: u16 = 0x0002;
/// Collision word of foliage and glass that shots pass.
pub(crate) const LEAFY: u16 = 0x0004;

/// One flat polygon.
#[derive(Debug, Clone)]
pub(crate) struct Polygon {
    /// Corners, counter-clockwise from outside.
    pub(crate) points: Vec<DVec3>,
    /// Texture coordinates of the corners.
    pub(crate) uvs: Vec<DVec2>,
    /// Row of the model's WEAR table.
    pub(crate) material: u8,
    /// Whether its normals may blend into its neighbours.
    pub(crate) smooth: bool,
    /// Filter word of its collision triangles (spec page: msh, section 9.5).
    pub(crate) collision: u16,
    /// Flags of its batch (spec page: msh, section 8.3).
    pub(crate) flags: u16,
    /// The room behind a portal: a node index; [`NO_ROOM`] on everything else.
    pub(crate) room: u16,
    /// Centre of a crown whose leaves are lit like one round body: normals point away from it.
    pub(crate) crown: Option<DVec3>,
}

impl Polygon {
    /// Normal as long as the area, by Newell's rule.
    fn area(&self) -> DVec3 {
        let mut sum = DVec3::ZERO;
        for (index, a) in self.points.iter().enumerate() {
            sum += a.cross(self.points[(index + 1) % self.points.len()]);
        }
        sum * 0.5
    }

    /// Unit normal; up for a degenerate polygon.
    pub(crate) fn normal(&self) -> DVec3 {
        self.area().normalize_or(DVec3::Z)
    }

    /// Mean of the corners.
    pub(crate) fn centre(&self) -> DVec3 {
        self.points.iter().sum::<DVec3>() / self.points.len() as f64
    }
}

/// A corner of a finished triangle.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Corner {
    pub(crate) position: DVec3,
    pub(crate) normal: DVec3,
    pub(crate) uv: DVec2,
    /// Which corner of its polygon it is.
    pub(crate) at: usize,
}

/// A set of polygons.
#[derive(Debug, Clone, Default)]
pub(crate) struct Shape {
    pub(crate) polygons: Vec<Polygon>,
}

impl Shape {
    /// Nothing.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// One polygon with the given texture coordinates.
    pub(crate) fn polygon(points: Vec<DVec3>, uvs: Vec<DVec2>) -> Self {
        Self {
            polygons: vec![Polygon {
                points,
                uvs,
                material: 0,
                smooth: false,
                collision: 0,
                flags: 0,
                room: NO_ROOM,
                crown: None,
            }],
        }
    }

    /// A quad that shows the whole image: `corners` from the lower left counter-clockwise.
    pub(crate) fn quad(corners: [DVec3; 4]) -> Self {
        Self::polygon(
            corners.to_vec(),
            vec![
                DVec2::new(0.0, 1.0),
                DVec2::new(1.0, 1.0),
                DVec2::new(1.0, 0.0),
                DVec2::new(0.0, 0.0),
            ],
        )
    }

    /// Adds another shape.
    pub(crate) fn add(&mut self, other: Self) -> &mut Self {
        self.polygons.extend(other.polygons);
        self
    }

    /// This shape and another.
    pub(crate) fn with(mut self, other: Self) -> Self {
        self.add(other);
        self
    }

    /// Gives every polygon a WEAR row.
    pub(crate) fn material(mut self, row: u8) -> Self {
        for polygon in &mut self.polygons {
            polygon.material = row;
        }
        self
    }

    /// Sets the collision word of every polygon.
    pub(crate) fn collision(mut self, word: u16) -> Self {
        for polygon in &mut self.polygons {
            polygon.collision = word;
        }
        self
    }

    /// Marks every polygon whose area is at least `area` square metres for baked light.
    pub(crate) fn baked(mut self, area: f64) -> Self {
        for polygon in &mut self.polygons {
            if polygon.area().length() >= area {
                polygon.flags |= BAKED;
            }
        }
        self
    }

    /// Sets batch flags on every polygon.
    pub(crate) fn flags(mut self, flags: u16) -> Self {
        for polygon in &mut self.polygons {
            polygon.flags |= flags;
        }
        self
    }

    /// Makes every polygon a doorway to the room that hangs on node `room`.
    pub(crate) fn portal(mut self, room: u16) -> Self {
        for polygon in &mut self.polygons {
            polygon.flags |= PORTAL | SEE_THROUGH;
            polygon.room = room;
        }
        self
    }

    /// Lights every polygon as part of a round crown about `centre`.
    pub(crate) fn crown(mut self, centre: DVec3) -> Self {
        for polygon in &mut self.polygons {
            polygon.crown = Some(centre);
            if polygon.normal().dot(polygon.centre() - centre) < 0.0 {
                polygon.points.reverse();
                polygon.uvs.reverse();
            }
        }
        self
    }

    /// Lets normals blend between neighbours.
    pub(crate) fn smooth(mut self) -> Self {
        for polygon in &mut self.polygons {
            polygon.smooth = true;
        }
        self
    }

    /// Moves.
    pub(crate) fn at(mut self, x: f64, y: f64, z: f64) -> Self {
        self.each(|point| point + DVec3::new(x, y, z));
        self
    }

    /// Turns by degrees about an axis through the origin.
    pub(crate) fn turned(mut self, axis: DVec3, degrees: f64) -> Self {
        let turn = rotation(axis, degrees);
        self.each(|point| turn * point);
        self
    }

    /// Stretches; a mirroring keeps the polygons facing outward.
    pub(crate) fn scaled(mut self, x: f64, y: f64, z: f64) -> Self {
        self.each(|point| point * DVec3::new(x, y, z));
        if x * y * z < 0.0 {
            for polygon in &mut self.polygons {
                polygon.points.reverse();
                polygon.uvs.reverse();
            }
        }
        self
    }

    /// This shape and its mirror image in the plane x = 0.
    pub(crate) fn mirrored(self) -> Self {
        let other = self.clone().scaled(-1.0, 1.0, 1.0);
        self.with(other)
    }

    /// Turns every polygon inside out: a room instead of a block.
    pub(crate) fn inside_out(mut self) -> Self {
        for polygon in &mut self.polygons {
            polygon.points.reverse();
            polygon.uvs.reverse();
        }
        self
    }

    /// Keeps the polygons whose normal passes.
    pub(crate) fn facing(mut self, keep: impl Fn(DVec3) -> bool) -> Self {
        self.polygons.retain(|polygon| keep(polygon.normal()));
        self
    }

    fn each(&mut self, change: impl Fn(DVec3) -> DVec3) {
        for polygon in &mut self.polygons {
            for point in &mut polygon.points {
                *point = change(*point);
            }
            polygon.crown = polygon.crown.map(&change);
        }
    }

    /// Changes every point.
    pub(crate) fn warped(mut self, change: impl Fn(DVec3) -> DVec3) -> Self {
        self.each(change);
        self
    }

    /// Maps the image flat onto each polygon along its main axis; one image spans `metres`.
    ///
    /// Walls keep the top of the image up; `shift` moves the image so that equal parts do not look equal.
    pub(crate) fn mapped(mut self, metres: f64, shift: DVec2) -> Self {
        for polygon in &mut self.polygons {
            let normal = polygon.normal();
            let size = normal.abs();
            polygon.uvs = polygon
                .points
                .iter()
                .map(|point| {
                    let (across, down) = if size.z > size.x.max(size.y) * 1.05 {
                        (point.x, -point.y)
                    } else if size.x >= size.y {
                        (point.y * normal.x.signum(), -point.z)
                    } else {
                        (-point.x * normal.y.signum(), -point.z)
                    };
                    DVec2::new(across, down) / metres + shift
                })
                .collect();
        }
        self
    }

    /// Stretches the present texture coordinates of each polygon over one whole image.
    pub(crate) fn fitted(mut self) -> Self {
        for polygon in &mut self.polygons {
            let (mut low, mut high) = (DVec2::splat(f64::MAX), DVec2::splat(f64::MIN));
            for uv in &polygon.uvs {
                low = low.min(*uv);
                high = high.max(*uv);
            }
            let span = (high - low).max(DVec2::splat(1e-9));
            for uv in &mut polygon.uvs {
                *uv = (*uv - low) / span;
            }
        }
        self
    }

    /// The polygons as triangles with normals: three corners each, and the polygon each triangle belongs to.
    pub(crate) fn triangles(&self) -> Vec<(usize, [Corner; 3])> {
        let areas: Vec<DVec3> = self.polygons.iter().map(Polygon::area).collect();
        let normals: Vec<DVec3> = self.polygons.iter().map(Polygon::normal).collect();
        let mut meeting: BTreeMap<[i64; 3], Vec<usize>> = BTreeMap::new();
        for (index, polygon) in self.polygons.iter().enumerate() {
            if polygon.smooth {
                for point in &polygon.points {
                    meeting.entry(lattice(*point)).or_default().push(index);
                }
            }
        }
        let mut out = Vec::new();
        for (index, polygon) in self.polygons.iter().enumerate() {
            let corner = |at: usize| {
                let position = polygon.points[at];
                let mut normal = normals[index];
                if let Some(centre) = polygon.crown {
                    normal = (position - centre).normalize_or(DVec3::Z);
                } else if polygon.smooth
                    && let Some(others) = meeting.get(&lattice(position))
                {
                    let sum: DVec3 = others
                        .iter()
                        .filter(|&&other| normals[other].dot(normals[index]) > 0.64)
                        .map(|&other| areas[other])
                        .sum();
                    normal = sum.normalize_or(normal);
                }
                Corner {
                    position,
                    normal,
                    uv: polygon.uvs[at],
                    at,
                }
            };
            for step in 1..polygon.points.len().saturating_sub(1) {
                let triangle = [corner(0), corner(step), corner(step + 1)];
                let area = (triangle[1].position - triangle[0].position)
                    .cross(triangle[2].position - triangle[0].position);
                if area.length() > 1e-9 {
                    out.push((index, triangle));
                }
            }
        }
        out
    }
}

fn lattice(point: DVec3) -> [i64; 3] {
    let cell = |value: f64| (value * 4096.0).round() as i64;
    [cell(point.x), cell(point.y), cell(point.z)]
}

/// A turn by degrees about an axis, with the same bits on every machine.
pub(crate) fn rotation(axis: DVec3, degrees: f64) -> DQuat {
    let half = degrees.to_radians() * 0.5;
    let axis = axis.normalize() * libm::sin(half);
    DQuat::from_xyzw(axis.x, axis.y, axis.z, libm::cos(half))
}

/// The point of the unit circle at a fraction of a turn.
pub(crate) fn circle(turn: f64) -> DVec2 {
    DVec2::new(libm::cos(turn * TAU), libm::sin(turn * TAU))
}
