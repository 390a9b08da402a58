//! Height and ray queries (spec page: terrain, section 11).

use crate::{FaceFilter, FaceFlags, Foundations, Land, Tiling};
use glam::{DVec2, DVec3};

/// The detailed mesh of a land, indexed for queries: some microseconds each on a shipped land. The coarse mesh takes no
/// part. Coordinates are the world's, in metres; those that are not finite meet nothing.
#[derive(Debug, Clone, Default)]
pub struct Relief {
    triangles: Vec<Triangle>,
    /// A tree of boxes, root first; a branch's left child follows it.
    nodes: Vec<Node>,
}

/// What stands vertically above or below a point.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeightHit {
    /// Height, metres.
    pub z: f64,
    /// Face number in the file; `None` on the band of a foundation.
    pub face: Option<u32>,
    /// Weights of the triangle's three corners there. A face that a foundation cuts is several triangles.
    pub weights: [f64; 3],
}

/// What a ray meets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RayHit {
    /// Distance in units of the direction, 0 or more.
    pub t: f64,
    /// World position.
    pub point: DVec3,
    /// Face number in the file; `None` on the band of a foundation.
    pub face: Option<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Triangle {
    corners: [DVec3; 3],
    flags: FaceFlags,
    face: Option<u32>,
}

#[derive(Debug, Clone, Copy)]
struct Node {
    min: DVec3,
    max: DVec3,
    content: Content,
}

#[derive(Debug, Clone, Copy)]
enum Content {
    Leaf { first: usize, count: usize },
    Branch { right: usize },
}

const LEAF_SIZE: usize = 8;

/// Smallest area (twice, seen from above) and smallest determinant of a triangle that can be met.
const DEGENERATE: f64 = 1e-6;

/// How far outside a triangle, in weights, a point still belongs to it: neighbours leave no gap.
const WEIGHT_SLACK: f64 = 1e-4;

/// The same for rays.
const RAY_SLACK: f64 = 1e-5;

/// How far above the reference height [`Relief::ground_below`] still looks, metres.
const STEP: f64 = 0.5;

impl Relief {
    /// Indexes the ground of a land as its file has it.
    pub fn new(land: &Land) -> Self {
        Self::with_foundations(land, &Foundations::default())
    }

    /// Indexes the ground with its foundations: their band answers between the rings, nothing does inside the inner one.
    pub fn with_foundations(land: &Land, foundations: &Foundations) -> Self {
        let mut triangles = Vec::new();
        for face in Tiling::of(land).faces(0) {
            let flags = land
                .faces
                .get(face as usize)
                .map(|face| face.flags)
                .unwrap_or_default();
            let mut push = |corners: [glam::Vec3; 3]| {
                triangles.push(Triangle {
                    corners: corners.map(|corner| corner.as_dvec3()),
                    flags,
                    face: Some(face),
                });
            };
            match foundations.pieces(face) {
                Some(pieces) => {
                    for piece in pieces {
                        push(piece.map(|corner| corner.position.into()));
                    }
                }
                None => land.triangle(face as usize).into_iter().for_each(push),
            }
        }
        for corners in foundations.band() {
            triangles.push(Triangle {
                corners: corners.map(|corner| glam::Vec3::from(corner.position).as_dvec3()),
                flags: Foundations::FLAGS,
                face: None,
            });
        }
        let mut nodes = Vec::new();
        split(&mut triangles, 0, &mut nodes);
        Self { triangles, nodes }
    }

    /// Height of the ground, liquids left out; `None` outside the land.
    pub fn ground(&self, x: f64, y: f64) -> Option<f64> {
        self.height(x, y, FaceFilter::GROUND).map(|hit| hit.z)
    }

    /// Height of the ground or of the liquid over it, whichever is higher; `None` outside the land.
    pub fn surface(&self, x: f64, y: f64) -> Option<f64> {
        self.height(x, y, FaceFilter::ALL).map(|hit| hit.z)
    }

    /// The highest ground up to half a metre above `z`, else the lowest: for surfaces above one another.
    pub fn ground_below(&self, x: f64, y: f64, z: f64) -> Option<f64> {
        let (mut below, mut lowest) = (None, None);
        self.visit(DVec2::new(x, y), FaceFilter::GROUND, &mut |hit| {
            if hit.z <= z + STEP {
                below = Some(below.map_or(hit.z, |best: f64| best.max(hit.z)));
            }
            lowest = Some(lowest.map_or(hit.z, |best: f64| best.min(hit.z)));
        });
        below.or(lowest)
    }

    /// The highest accepted face at a point; of two at one height the one with the lower number.
    pub fn height(&self, x: f64, y: f64, filter: FaceFilter) -> Option<HeightHit> {
        let mut best: Option<HeightHit> = None;
        self.visit(DVec2::new(x, y), filter, &mut |hit| {
            let is_better = |best: HeightHit| {
                hit.z > best.z || (hit.z == best.z && number(hit.face) < number(best.face))
            };
            if best.is_none_or(is_better) {
                best = Some(hit);
            }
        });
        best
    }

    /// The nearest accepted face along a ray, from either side; of two at one distance the one with the lower number.
    pub fn raycast(&self, origin: DVec3, direction: DVec3, filter: FaceFilter) -> Option<RayHit> {
        if !origin.is_finite() || !direction.is_finite() {
            return None;
        }
        let mut best: Option<(f64, Option<u32>)> = None;
        let mut stack = vec![0];
        while let Some(index) = stack.pop() {
            let Some(node) = self.nodes.get(index) else {
                continue;
            };
            let Some(entry) = node.entry(origin, direction) else {
                continue;
            };
            if best.is_some_and(|(t, _)| entry > t) {
                continue;
            }
            match node.content {
                Content::Branch { right } => stack.extend([right, index.saturating_add(1)]),
                Content::Leaf { first, count } => {
                    for triangle in self.leaf(first, count) {
                        let Some(t) = triangle.meet(origin, direction) else {
                            continue;
                        };
                        let is_better = |(best, face): (f64, Option<u32>)| {
                            t < best || (t == best && number(triangle.face) < number(face))
                        };
                        if filter.accepts(triangle.flags) && best.is_none_or(is_better) {
                            best = Some((t, triangle.face));
                        }
                    }
                }
            }
        }
        best.map(|(t, face)| RayHit {
            t,
            point: origin + direction * t,
            face,
        })
    }

    /// Calls `meet` for every accepted triangle above or below a point.
    fn visit(&self, point: DVec2, filter: FaceFilter, meet: &mut impl FnMut(HeightHit)) {
        let mut stack = vec![0];
        while let Some(index) = stack.pop() {
            let Some(node) = self.nodes.get(index) else {
                continue;
            };
            let inside = node.min.truncate().cmple(point) & node.max.truncate().cmpge(point);
            if !inside.all() {
                continue;
            }
            match node.content {
                Content::Branch { right } => stack.extend([right, index.saturating_add(1)]),
                Content::Leaf { first, count } => {
                    for triangle in self.leaf(first, count) {
                        if filter.accepts(triangle.flags)
                            && let Some(hit) = triangle.height(point)
                        {
                            meet(hit);
                        }
                    }
                }
            }
        }
    }

    fn leaf(&self, first: usize, count: usize) -> &[Triangle] {
        self.triangles
            .get(first..first.saturating_add(count))
            .unwrap_or_default()
    }
}

impl Triangle {
    fn center(&self) -> DVec3 {
        let [a, b, c] = self.corners;
        (a + b + c) / 3.0
    }

    fn height(&self, point: DVec2) -> Option<HeightHit> {
        let weights @ [wa, wb, wc] = weights(self.corners.map(DVec3::truncate), point)?;
        let range = -WEIGHT_SLACK..=1.0 + WEIGHT_SLACK;
        let [a, b, c] = self.corners;
        weights
            .iter()
            .all(|weight| range.contains(weight))
            .then_some(HeightHit {
                z: wa * a.z + wb * b.z + wc * c.z,
                face: self.face,
                weights,
            })
    }

    /// Distance along a ray; Möller and Trumbore, both sides.
    fn meet(&self, origin: DVec3, direction: DVec3) -> Option<f64> {
        let [a, b, c] = self.corners;
        let (ab, ac) = (b - a, c - a);
        let p = direction.cross(ac);
        let determinant = ab.dot(p);
        if determinant.abs() <= DEGENERATE || !determinant.is_finite() {
            return None;
        }
        let from_a = origin - a;
        let u = from_a.dot(p) / determinant;
        let q = from_a.cross(ab);
        let v = direction.dot(q) / determinant;
        let t = ac.dot(q) / determinant;
        let inside = (-RAY_SLACK..=1.0 + RAY_SLACK).contains(&u)
            && v >= -RAY_SLACK
            && u + v <= 1.0 + RAY_SLACK;
        (inside && t >= 0.0).then_some(t)
    }
}

impl Node {
    /// Where a ray enters the box, 0 from inside; `None` when it misses.
    fn entry(&self, origin: DVec3, direction: DVec3) -> Option<f64> {
        let (mut enter, mut leave) = (0.0_f64, f64::INFINITY);
        let axes = origin.to_array().into_iter().zip(direction.to_array());
        let sides = self.min.to_array().into_iter().zip(self.max.to_array());
        for ((from, along), (min, max)) in axes.zip(sides) {
            if along == 0.0 {
                if from < min || from > max {
                    return None;
                }
                continue;
            }
            let (near, far) = ((min - from) / along, (max - from) / along);
            enter = enter.max(near.min(far));
            leave = leave.min(near.max(far));
        }
        (enter <= leave).then_some(enter)
    }
}

/// Weights of the corners of a triangle at a point of its plane, seen from above; `None` for a sliver or upright one.
pub(crate) fn weights([a, b, c]: [DVec2; 3], point: DVec2) -> Option<[f64; 3]> {
    let (ab, ac, ap) = (b - a, c - a, point - a);
    let denominator = ab.perp_dot(ac);
    if denominator.abs() <= DEGENERATE || !denominator.is_finite() {
        return None;
    }
    let wb = ap.perp_dot(ac) / denominator;
    let wc = ab.perp_dot(ap) / denominator;
    Some([1.0 - wb - wc, wb, wc])
}

/// Orders faces by number, bands last.
fn number(face: Option<u32>) -> u32 {
    face.unwrap_or(u32::MAX)
}

/// Builds the tree over `triangles`, which start at `first` in the whole list, and reorders them. The median split
/// keeps it balanced whatever the triangles are.
fn split(triangles: &mut [Triangle], first: usize, nodes: &mut Vec<Node>) {
    let corners = || triangles.iter().flat_map(|triangle| triangle.corners);
    let Some((min, max)) = corners()
        .map(|corner| (corner, corner))
        .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    else {
        return;
    };
    let index = nodes.len();
    // What the weights allow beyond a triangle stays inside its box.
    let slack = (max - min) * (3.0 * WEIGHT_SLACK) + DVec3::splat(1e-4);
    nodes.push(Node {
        min: min - slack,
        max: max + slack,
        content: Content::Leaf {
            first,
            count: triangles.len(),
        },
    });
    if triangles.len() <= LEAF_SIZE {
        return;
    }
    let extent = max - min;
    let along = |triangle: &Triangle| {
        let center = triangle.center();
        if extent.x >= extent.y && extent.x >= extent.z {
            center.x
        } else if extent.y >= extent.z {
            center.y
        } else {
            center.z
        }
    };
    let middle = triangles.len() / 2;
    triangles.select_nth_unstable_by(middle, |a, b| along(a).total_cmp(&along(b)));
    let Some((left, right)) = triangles.split_at_mut_checked(middle) else {
        return;
    };
    split(left, first, nodes);
    let right_index = nodes.len();
    split(right, first.saturating_add(middle), nodes);
    if let Some(node) = nodes.get_mut(index) {
        node.content = Content::Branch { right: right_index };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use proptest::prelude::*;

    fn worked() -> Land {
        Land::parse(&fixtures::land()).unwrap()
    }

    fn close(found: Option<f64>, expected: f64) {
        assert!(
            found.is_some_and(|z| (z - expected).abs() < 1e-4),
            "{found:?}, not {expected}"
        );
    }

    #[test]
    fn heights_of_the_spec_page() {
        let land = worked();
        let relief = Relief::new(&land);
        for (x, y, z) in [
            (2.5, 2.5, 1.5),
            (7.5, 7.5, 5.5),
            (5.0, 5.0, 3.0),
            (9.0, 4.0, 4.0),
            (10.0, 10.0, 8.0),
        ] {
            close(relief.ground(x, y), z);
            close(relief.surface(x, y), z);
        }
        assert_eq!(relief.ground(10.5, 2.0), None);
        assert_eq!(relief.ground(f64::NAN, 2.0), None);
        assert_eq!(relief.ground(f64::INFINITY, 2.0), None);

        for (x, y, face, weights, alpha) in [
            (2.5, 2.5, 0, [0.5, 0.25, 0.25], 1.0),
            (7.5, 7.5, 1, [0.25, 0.5, 0.25], 0.5),
            (9.0, 4.0, 1, [0.6, 0.3, 0.1], 0.7),
        ] {
            let hit = relief.height(x, y, FaceFilter::GROUND).unwrap();
            assert_eq!(hit.face, Some(face));
            let corners = land.corners().of(face as usize).unwrap();
            let mut mixed = 0.0;
            for ((found, expected), corner) in hit.weights.into_iter().zip(weights).zip(corners) {
                assert!((found - expected).abs() < 1e-9);
                mixed += found * f64::from(corner.second_alpha);
            }
            assert!((mixed - alpha).abs() < 1e-9);
        }
    }

    #[test]
    fn the_ray_of_the_spec_page() {
        let relief = Relief::new(&worked());
        let down = relief.raycast(DVec3::new(2.5, 2.5, 20.0), -DVec3::Z, FaceFilter::ALL);
        let down = down.unwrap();
        assert_eq!((down.t, down.face, down.point.z), (18.5, Some(0), 1.5));
        let slanted = DVec3::new(1.0, 0.0, -0.5);
        let hit = relief
            .raycast(DVec3::new(-5.0, 5.0, 10.0), slanted, FaceFilter::ALL)
            .unwrap();
        assert_eq!(hit.face, Some(1));
        close(Some(hit.t), 12.2222);
        let expected = DVec3::new(7.2222, 5.0, 3.8889);
        assert!((hit.point - expected).abs().max_element() < 1e-4);

        // from below too, and nothing behind the origin
        assert!(
            relief
                .raycast(DVec3::new(2.5, 2.5, -9.0), DVec3::Z, FaceFilter::ALL)
                .is_some()
        );
        assert_eq!(
            relief.raycast(DVec3::new(2.5, 2.5, 20.0), DVec3::Z, FaceFilter::ALL),
            None
        );
        for broken in [
            DVec3::ZERO,
            DVec3::splat(f64::NAN),
            DVec3::splat(f64::INFINITY),
        ] {
            assert_eq!(relief.raycast(DVec3::ZERO, broken, FaceFilter::ALL), None);
        }
    }

    #[test]
    fn the_liquid_of_the_spec_page() {
        let mut land = worked();
        assert_eq!(land.water_level(), -1.0);
        land.faces[1].flags = land.faces[1].flags | FaceFlags(0x20008);
        let liquid = land.liquid().unwrap();
        assert_eq!((liquid.level, land.water_level()), (2.0, 2.0));
        assert_eq!((liquid.lowest, liquid.highest), (2.0, 8.0));
        assert_eq!(
            (liquid.min.to_array(), liquid.max.to_array()),
            ([0.0; 2], [10.0; 2])
        );
        let relief = Relief::new(&land);
        assert_eq!(relief.ground(7.5, 7.5), None);
        close(relief.surface(7.5, 7.5), 5.5);
        let hit = relief.raycast(
            DVec3::new(7.5, 7.5, 20.0),
            -DVec3::Z,
            FaceFilter::PROJECTILE,
        );
        assert_eq!(hit, None);
    }

    #[test]
    fn of_two_floors_the_one_below_is_found() {
        let mut land = worked();
        let table = land.slot_table.as_mut().unwrap();
        table.slots[0].count = 4;
        // the second pair of faces becomes a roof 20 m up
        land.positions.extend_from_within(..);
        for position in &mut land.positions[4..] {
            position.z += 20.0;
        }
        for face in &mut land.faces[2..] {
            face.vertices = face.vertices.map(|vertex| vertex + 4);
        }
        let relief = Relief::new(&land);
        close(relief.ground(2.5, 2.5), 22.0);
        close(relief.ground_below(2.5, 2.5, 10.0), 1.5);
        close(relief.ground_below(2.5, 2.5, 21.6), 22.0);
        close(relief.ground_below(2.5, 2.5, -50.0), 1.5);
        assert_eq!(relief.ground_below(-50.0, 2.5, 0.0), None);
    }

    /// A soup of triangles as a land without a tile table.
    fn soup(corners: &[[[i8; 3]; 3]]) -> Land {
        let mut land = Land::default();
        for triangle in corners {
            let first = land.positions.len() as u16;
            land.positions
                .extend(triangle.map(|corner| glam::Vec3::from(corner.map(f32::from))));
            land.faces.push(crate::TerrainFace28 {
                vertices: [first, first + 1, first + 2],
                ..Default::default()
            });
        }
        land
    }

    proptest! {
        #[test]
        fn the_tree_changes_no_answer(
            corners in prop::collection::vec(any::<[[i8; 3]; 3]>(), 1..80),
            points in prop::collection::vec(any::<[i8; 2]>(), 20),
            rays in prop::collection::vec(any::<[[i8; 3]; 2]>(), 20),
        ) {
            let relief = Relief::new(&soup(&corners));
            for [x, y] in points {
                let point = DVec2::new(x.into(), y.into());
                let brute = relief
                    .triangles
                    .iter()
                    .filter_map(|triangle| triangle.height(point))
                    .max_by(|a, b| a.z.total_cmp(&b.z));
                let found = relief.height(point.x, point.y, FaceFilter::ALL);
                prop_assert_eq!(found.map(|hit| hit.z), brute.map(|hit| hit.z));
            }
            for [origin, direction] in rays {
                let origin = DVec3::from(origin.map(f64::from));
                let direction = DVec3::from(direction.map(f64::from));
                let brute = relief
                    .triangles
                    .iter()
                    .filter_map(|triangle| Some((triangle.meet(origin, direction)?, triangle.face)))
                    .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
                let found = relief.raycast(origin, direction, FaceFilter::ALL);
                prop_assert_eq!(found.map(|hit| (hit.t, hit.face)), brute);
            }
        }
    }
}
