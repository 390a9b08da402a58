//! Buildings are let into the ground: the cut, and the band around each (spec page: terrain, section 8.5).

use crate::polygon::{self, SAME_POINT};
use crate::relief::weights;
use crate::{
    Aabb, FaceFlags, GroundVertex, Land, Look, PackedNormal, PlacedPlan, Relief, SurfaceKind,
    Tiling,
};
use glam::{DVec2, Vec2, Vec3, Vec4};
use std::collections::BTreeMap;

/// The ground as the buildings of a mission change it. The default changes nothing.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Foundations {
    /// One per plan that could be built.
    pub foundations: Vec<Foundation>,
    /// What remains of each face that a plan cuts; empty where nothing remains.
    pieces: BTreeMap<u32, Vec<[GroundVertex; 3]>>,
}

/// The foundation of one building.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Foundation {
    /// Index of its plan among those given to [`Foundations::cut`].
    pub plan: usize,
    /// Where the ground ends: the outer ring, with a corner at every edge of a face that it crosses, on the ground.
    pub contour: Vec<Vec3>,
    /// The building's outline.
    pub inner: Vec<Vec3>,
    /// Triangles between contour and outline, counter-clockwise. They wear row 0, with their geometric normals.
    pub band: Vec<[GroundVertex; 3]>,
}

/// Why a building has no foundation. It is drawn all the same, on uncut ground.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FoundationError {
    /// A ring has fewer than 3 or more than [`Foundations::MAX_CORNERS`] corners, no area, or a corner that is not finite.
    #[error(
        "a ring of the ground plan is no polygon of 3 to {} corners",
        Foundations::MAX_CORNERS
    )]
    BadRing,
    /// The outline is not inside the clearance, or a ring crosses itself.
    #[error("the rings of the ground plan cross")]
    CrossingRings,
    /// A corner of the outer ring has no ground under it.
    #[error("the ground plan reaches beyond the land")]
    OffTheLand,
    /// More cutting than any real mission asks for.
    #[error("the ground plans of this land are too many or too large")]
    TooMuch,
}

impl Foundations {
    /// Flags of band faces.
    pub const FLAGS: FaceFlags = FaceFlags(0x300);

    /// How band faces look: row 0, one material, no microtexture.
    pub const LOOK: Look = Look {
        kind: SurfaceKind::Ground,
        base: 0,
        second: None,
        microtexture: false,
    };

    /// Most corners of a ring; shipped ones have 12 to 26.
    pub const MAX_CORNERS: usize = 256;

    /// Most work of one call, in pairs of faces and ring edges. A shipped mission has fewer than a million.
    const MAX_WORK: usize = 1 << 26;

    /// Turns of the foundation's texture per metre.
    const TURNS_PER_METRE: f32 = 0.066;

    /// Cuts the detailed ground with the outer rings of all plans and fills the bands. Liquid faces are not cut.
    ///
    /// `relief` is the uncut ground of `land`. Plans that cannot be built leave the ground as it is; they are listed by
    /// their index.
    pub fn cut(
        land: &Land,
        relief: &Relief,
        plans: &[PlacedPlan],
    ) -> (Self, Vec<(usize, FoundationError)>) {
        let corners = land.corners();
        let faces: Vec<(u32, [GroundVertex; 3])> = Tiling::of(land)
            .faces(0)
            .filter(|&face| {
                let record = land.faces.get(face as usize);
                record.is_some_and(|face| !face.flags.contains(FaceFlags::LIQUID))
            })
            .filter_map(|face| Some((face, corners.of(face as usize)?)))
            .collect();
        let mut cut = Self::default();
        let mut failures = Vec::new();
        let mut work = 0;
        for (index, plan) in plans.iter().enumerate() {
            if let Err(error) = cut.insert(index, plan, &faces, relief, &mut work) {
                failures.push((index, error));
            }
        }
        (cut, failures)
    }

    /// What remains of a face; `None` for a face that no plan touches.
    pub fn pieces(&self, face: u32) -> Option<&[[GroundVertex; 3]]> {
        self.pieces.get(&face).map(Vec::as_slice)
    }

    /// The triangles of all bands.
    pub fn band(&self) -> impl Iterator<Item = [GroundVertex; 3]> {
        self.foundations
            .iter()
            .flat_map(|foundation| foundation.band.iter().copied())
    }

    /// Gives all bands the zero normals of the original, which take the scene colour and no light.
    #[must_use]
    pub fn with_original_normals(mut self) -> Self {
        let bands = self
            .foundations
            .iter_mut()
            .flat_map(|foundation| &mut foundation.band);
        for vertex in bands.flatten() {
            vertex.normal = [0; 4];
        }
        self
    }

    fn insert(
        &mut self,
        index: usize,
        plan: &PlacedPlan,
        faces: &[(u32, [GroundVertex; 3])],
        relief: &Relief,
        work: &mut usize,
    ) -> Result<(), FoundationError> {
        let (outer, inner) = (checked_ring(&plan.outer)?, checked_ring(&plan.inner)?);
        if !inner
            .iter()
            .all(|&corner| polygon::contains(&outer, corner))
        {
            return Err(FoundationError::CrossingRings);
        }
        let near: Vec<&(u32, [GroundVertex; 3])> = faces
            .iter()
            .filter(|(_, corners)| overlap(&plan.outer, corners))
            .collect();
        let triangles = near.iter().fold(near.len(), |total, (face, _)| {
            total.saturating_add(self.pieces.get(face).map_or(0, Vec::len))
        });
        *work = triangles
            .saturating_mul(outer.len())
            .saturating_add(*work)
            .saturating_add(faces.len());
        if *work > Self::MAX_WORK {
            return Err(FoundationError::TooMuch);
        }
        let contour = contour(&outer, near.iter().map(|(_, corners)| corners), relief)?;
        let band = band(&contour, &plan.inner, &inner)?;
        for (face, corners) in near {
            let before = self.pieces.get(face);
            let mut is_touched = before.is_some();
            let mut after = Vec::new();
            for piece in before.map_or(std::slice::from_ref(corners), Vec::as_slice) {
                match subtract(piece, &outer) {
                    Some(rest) => {
                        is_touched = true;
                        after.extend(rest);
                    }
                    None => after.push(*piece),
                }
            }
            if is_touched {
                self.pieces.insert(*face, after);
            }
        }
        self.foundations.push(Foundation {
            plan: index,
            contour,
            inner: plan.inner.clone(),
            band,
        });
        Ok(())
    }
}

fn checked_ring(corners: &[Vec3]) -> Result<Vec<DVec2>, FoundationError> {
    let flat = polygon::flat(corners);
    let is_polygon = (3..=Foundations::MAX_CORNERS).contains(&corners.len())
        && corners.iter().all(|corner| corner.is_finite())
        && polygon::area(&flat).abs() > SAME_POINT;
    if is_polygon {
        Ok(flat)
    } else {
        Err(FoundationError::BadRing)
    }
}

/// Whether the boxes of a ring and a triangle overlap, seen from above.
fn overlap(ring: &[Vec3], triangle: &[GroundVertex; 3]) -> bool {
    let ring = Aabb::around(ring.iter().copied());
    let triangle = Aabb::around(triangle.map(|corner| corner.position.into()));
    ring.zip(triangle).is_some_and(|(a, b)| {
        let touch = a.min.cmple(b.max) & b.min.cmple(a.max);
        touch.test(0) && touch.test(1)
    })
}

/// The outer ring on the ground, with a corner at each edge of a face.
fn contour<'a>(
    outer: &[DVec2],
    faces: impl Iterator<Item = &'a [GroundVertex; 3]>,
    relief: &Relief,
) -> Result<Vec<Vec3>, FoundationError> {
    let mut crossings: Vec<Vec<(f64, Vec3)>> = vec![Vec::new(); outer.len()];
    for corners in faces {
        let Some(triangle) = Flat::of(corners) else {
            continue;
        };
        for (edge, crossings) in polygon::edges(outer).zip(&mut crossings) {
            for t in polygon::clip(edge, &triangle.corners).into_iter().flatten() {
                let [from, to] = edge;
                if t > 0.0 && t < 1.0 {
                    let point = triangle.mix(from.lerp(to, t), corners);
                    crossings.push((t, point.position.into()));
                }
            }
        }
    }
    let mut contour: Vec<Vec3> = Vec::new();
    for (corner, crossings) in outer.iter().zip(&mut crossings) {
        let z = relief
            .ground(corner.x, corner.y)
            .ok_or(FoundationError::OffTheLand)?;
        contour.push(corner.extend(z).as_vec3());
        crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
        for &(_, point) in crossings.iter() {
            if contour.last().is_none_or(|last| !is_same(*last, point)) {
                contour.push(point);
            }
        }
    }
    while let (Some(first), Some(last)) = (contour.first(), contour.last())
        && contour.len() > 3
        && is_same(*first, *last)
    {
        contour.pop();
    }
    Ok(contour)
}

fn is_same(a: Vec3, b: Vec3) -> bool {
    f64::from(a.truncate().distance(b.truncate())) < SAME_POINT
}

/// The triangles between the contour and the outline.
fn band(
    contour: &[Vec3],
    inner: &[Vec3],
    inner_flat: &[DVec2],
) -> Result<Vec<[GroundVertex; 3]>, FoundationError> {
    let outer_flat = polygon::flat(contour);
    let closed = |first: usize, count: usize| -> Vec<usize> {
        (first..first.saturating_add(count))
            .chain([first])
            .collect()
    };
    let chains = [closed(0, contour.len()), closed(contour.len(), inner.len())];
    let points = [outer_flat.as_slice(), inner_flat].concat();
    let keep =
        |middle| polygon::contains(&outer_flat, middle) && !polygon::contains(inner_flat, middle);
    let triangles =
        polygon::triangulate(&points, &chains, keep).ok_or(FoundationError::CrossingRings)?;
    let corner = |index: usize| {
        let ring = contour.get(index);
        ring.or_else(|| inner.get(index.saturating_sub(contour.len())))
            .copied()
            .unwrap_or_default()
    };
    Ok(triangles
        .into_iter()
        .map(|triangle| {
            let positions @ [a, b, c] = triangle.map(corner);
            let normal = PackedNormal::pack((b - a).cross(c - a).normalize_or(Vec3::Z));
            positions.map(|position| GroundVertex {
                position: position.to_array(),
                normal: bytemuck::cast(normal),
                uv0: (position.truncate() * Foundations::TURNS_PER_METRE).to_array(),
                uv1: [0.0; 2],
                second_alpha: 1.0,
            })
        })
        .collect())
}

/// What remains of a triangle outside a polygon; `None` when the polygon leaves it whole.
fn subtract(corners: &[GroundVertex; 3], outer: &[DVec2]) -> Option<Vec<[GroundVertex; 3]>> {
    let whole = |corners: &[GroundVertex; 3]| {
        let middle = corners
            .map(|c| Vec3::from(c.position).as_dvec3().truncate())
            .iter()
            .sum::<DVec2>();
        polygon::contains(outer, middle / 3.0).then(Vec::new)
    };
    let Some(triangle) = Flat::of(corners) else {
        return whole(corners);
    };
    let mut points = Points::new(&triangle.corners);
    let mut chains = Vec::new();
    for edge @ [from, to] in polygon::edges(outer) {
        if let Some([enter, leave]) = polygon::clip(edge, &triangle.corners) {
            let (a, b) = (
                points.add(from.lerp(to, enter)),
                points.add(from.lerp(to, leave)),
            );
            if a != b {
                chains.push(vec![a, b]);
            }
        }
    }
    if chains.is_empty() {
        return whole(corners);
    }
    chains.extend(points.sides(&triangle.corners));
    let keep = |middle| !polygon::contains(outer, middle);
    // Where rounding makes the lines cross, the middle decides about the whole triangle.
    let Some(triangles) = polygon::triangulate(&points.0, &chains, keep) else {
        return whole(corners);
    };
    let vertex = |index: usize| {
        let order = triangle.order;
        match order.get(index).and_then(|&corner| corners.get(corner)) {
            Some(corner) => *corner,
            None => triangle.mix(points.0.get(index).copied().unwrap_or_default(), corners),
        }
    };
    let wind = |[a, b, c]: [usize; 3]| {
        if triangle.order == [0, 1, 2] {
            [a, b, c]
        } else {
            [a, c, b]
        }
    };
    Some(
        triangles
            .into_iter()
            .map(|triangle| wind(triangle).map(vertex))
            .collect(),
    )
}

/// A triangle seen from above, counter-clockwise.
struct Flat {
    corners: [DVec2; 3],
    /// Which corner of the original each one is.
    order: [usize; 3],
}

impl Flat {
    /// `None` for a sliver or an upright triangle.
    fn of(corners: &[GroundVertex; 3]) -> Option<Self> {
        let flat @ [a, b, c] =
            corners.map(|corner| Vec3::from(corner.position).as_dvec3().truncate());
        weights(flat, a)?;
        Some(if polygon::area(&flat) > 0.0 {
            Self {
                corners: flat,
                order: [0, 1, 2],
            }
        } else {
            Self {
                corners: [a, c, b],
                order: [0, 2, 1],
            }
        })
    }

    /// The vertex at a point of the triangle.
    fn mix(&self, point: DVec2, corners: &[GroundVertex; 3]) -> GroundVertex {
        let [wa, wb, wc] = weights(self.corners, point).unwrap_or([1.0, 0.0, 0.0]);
        let mut out = GroundVertex::default();
        let (mut position, mut normal, mut uv, mut alpha) =
            (Vec3::ZERO, Vec3::ZERO, Vec4::ZERO, 0.0);
        for (weight, corner) in [wa, wb, wc].into_iter().zip(self.order) {
            let (Some(corner), weight) = (corners.get(corner), weight as f32) else {
                continue;
            };
            let unpacked: PackedNormal = bytemuck::cast(corner.normal);
            position += Vec3::from(corner.position) * weight;
            normal += unpacked.unpack() * weight;
            let ([u0, v0], [u1, v1]) = (corner.uv0, corner.uv1);
            uv += Vec4::new(u0, v0, u1, v1) * weight;
            alpha += corner.second_alpha * weight;
        }
        out.position = point.as_vec2().extend(position.z).to_array();
        out.normal = bytemuck::cast(PackedNormal::pack(normal.normalize_or(Vec3::Z)));
        out.uv0 = Vec2::new(uv.x, uv.y).to_array();
        out.uv1 = Vec2::new(uv.z, uv.w).to_array();
        out.second_alpha = alpha.clamp(0.0, 1.0);
        out
    }
}

/// Points of a cut triangle, corners first; near ones are one.
struct Points(Vec<DVec2>);

impl Points {
    fn new(corners: &[DVec2; 3]) -> Self {
        Self(corners.to_vec())
    }

    fn add(&mut self, point: DVec2) -> usize {
        let near = |known: &DVec2| known.distance(point) < SAME_POINT;
        self.0.iter().position(near).unwrap_or_else(|| {
            self.0.push(point);
            self.0.len().saturating_sub(1)
        })
    }

    /// Each side of the triangle through the points on it.
    fn sides(&self, corners: &[DVec2; 3]) -> Vec<Vec<usize>> {
        let ends = [(0, 1), (1, 2), (2, 0)];
        polygon::edges(corners)
            .zip(ends)
            .map(|([a, b], (first, last))| {
                let side = b - a;
                let length = side.length();
                let mut on: Vec<(f64, usize)> = self
                    .0
                    .iter()
                    .enumerate()
                    .skip(3)
                    .filter(|(_, point)| {
                        side.perp_dot(**point - a).abs() < SAME_POINT * length / 2.0
                    })
                    .map(|(index, point)| (side.dot(*point - a), index))
                    .collect();
                on.sort_by(|a, b| a.0.total_cmp(&b.0));
                std::iter::once(first)
                    .chain(on.into_iter().map(|(_, index)| index))
                    .chain([last])
                    .collect()
            })
            .collect()
    }
}

#[cfg(test)]
mod tests;
