//! Plane geometry for foundations: polygons seen from above.

use glam::{DVec2, Vec3};
use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};

/// Points nearer than this, in metres, are one: single precision has no more at the far end of a map.
pub(crate) const SAME_POINT: f64 = 1e-4;

/// Corners seen from above.
pub(crate) fn flat(corners: &[Vec3]) -> Vec<DVec2> {
    corners
        .iter()
        .map(|corner| corner.as_dvec3().truncate())
        .collect()
}

/// Edges of a closed polygon.
pub(crate) fn edges(polygon: &[DVec2]) -> impl Iterator<Item = [DVec2; 2]> {
    let next = polygon.iter().cycle().skip(1);
    polygon.iter().zip(next).map(|(&a, &b)| [a, b])
}

/// Signed area; positive when counter-clockwise.
pub(crate) fn area(polygon: &[DVec2]) -> f64 {
    edges(polygon).map(|[a, b]| a.perp_dot(b)).sum::<f64>() / 2.0
}

/// Whether a point lies inside, by the even-odd rule.
pub(crate) fn contains(polygon: &[DVec2], point: DVec2) -> bool {
    let crossings = edges(polygon).filter(|[a, b]| {
        (a.y > point.y) != (b.y > point.y)
            && point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x
    });
    crossings.count() % 2 == 1
}

/// The part of a segment inside a counter-clockwise triangle, as parameters 0..1; `None` if there is none.
pub(crate) fn clip(segment: [DVec2; 2], triangle: &[DVec2; 3]) -> Option<[f64; 2]> {
    let [from, to] = segment;
    let (mut enter, mut leave) = (0.0_f64, 1.0_f64);
    for [a, b] in edges(triangle) {
        let side = b - a;
        let (start, end) = (side.perp_dot(from - a), side.perp_dot(to - a));
        if start < 0.0 && end < 0.0 {
            return None;
        }
        let at = start / (start - end);
        if start < 0.0 {
            enter = enter.max(at);
        } else if end < 0.0 {
            leave = leave.min(at);
        }
    }
    (enter < leave).then_some([enter, leave])
}

/// Triangulates the area within `chains` of the points, whose edges become edges of triangles; `keep` decides about
/// each triangle by its middle. `None` when chains cross one another or a coordinate is unusable.
pub(crate) fn triangulate(
    points: &[DVec2],
    chains: &[Vec<usize>],
    keep: impl Fn(DVec2) -> bool,
) -> Option<Vec<[usize; 3]>> {
    let origin = *points.first()?;
    let mut mesh = ConstrainedDelaunayTriangulation::<Point2<f64>>::new();
    let mut handles = Vec::with_capacity(points.len());
    let mut numbers = Vec::new();
    for (number, point) in points.iter().enumerate() {
        let local = *point - origin;
        // Coordinates next to zero would be refused.
        let [x, y] = local
            .to_array()
            .map(|c| if c.abs() < 1e-9 { 0.0 } else { c });
        let handle = mesh.insert(Point2::new(x, y)).ok()?;
        if handle.index() == numbers.len() {
            numbers.push(number);
        }
        handles.push(handle);
    }
    for chain in chains {
        for (&a, &b) in chain.iter().zip(chain.iter().skip(1)) {
            let (a, b) = (*handles.get(a)?, *handles.get(b)?);
            if a != b && mesh.try_add_constraint(a, b).is_empty() {
                return None;
            }
        }
    }
    let mut triangles = Vec::new();
    for face in mesh.inner_faces() {
        let corners = face
            .vertices()
            .map(|vertex| numbers.get(vertex.index()).copied());
        let [Some(a), Some(b), Some(c)] = corners else {
            return None;
        };
        let (pa, pb, pc) = (*points.get(a)?, *points.get(b)?, *points.get(c)?);
        if keep((pa + pb + pc) / 3.0) {
            triangles.push([a, b, c]);
        }
    }
    Some(triangles)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(side: f64) -> Vec<DVec2> {
        [[-side, -side], [side, -side], [side, side], [-side, side]]
            .map(DVec2::from)
            .to_vec()
    }

    #[test]
    fn areas_and_insides() {
        assert_eq!(area(&square(2.0)), 16.0);
        let mut clockwise = square(2.0);
        clockwise.reverse();
        assert_eq!(area(&clockwise), -16.0);
        assert!(contains(&square(2.0), DVec2::new(1.9, -1.9)));
        assert!(!contains(&square(2.0), DVec2::new(2.1, 0.0)));
        assert!(!contains(&[], DVec2::ZERO));
    }

    #[test]
    fn segments_are_clipped() {
        let triangle = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]].map(DVec2::from);
        let segment = |a: [f64; 2], b: [f64; 2]| [DVec2::from(a), DVec2::from(b)];
        assert_eq!(
            clip(segment([-1.0, 1.0], [4.0, 1.0]), &triangle),
            Some([0.2, 0.8])
        );
        assert_eq!(
            clip(segment([1.0, 1.0], [2.0, 1.0]), &triangle),
            Some([0.0, 1.0])
        );
        assert_eq!(clip(segment([-1.0, -1.0], [4.0, -1.0]), &triangle), None);
        assert_eq!(clip(segment([3.0, 3.0], [5.0, 3.0]), &triangle), None);
    }

    #[test]
    fn a_ring_with_a_hole_is_triangulated() {
        let (outer, inner) = (square(3.0), square(2.0));
        let points = [outer.clone(), inner.clone()].concat();
        let chains = [vec![0, 1, 2, 3, 0], vec![4, 5, 6, 7, 4]];
        let keep = |p| contains(&outer, p) && !contains(&inner, p);
        let triangles = triangulate(&points, &chains, keep).unwrap();
        assert_eq!(triangles.len(), 8);
        let total: f64 = triangles.iter().map(|t| area(&t.map(|i| points[i]))).sum();
        assert!((total - 20.0).abs() < 1e-9);
        // crossing chains have no triangulation
        assert_eq!(
            triangulate(&points, &[vec![0, 2], vec![1, 3]], |_| true),
            None
        );
        assert_eq!(triangulate(&[DVec2::NAN], &[], |_| true), None);
        assert_eq!(
            triangulate(&[DVec2::ZERO; 3], &[vec![0, 1, 2]], |_| true),
            Some(vec![])
        );
    }
}
