//! Outlines and the solids made of them: prisms, side views pulled out, turned profiles, tubes, boulders.

use super::{Shape, circle};
use glam::{DVec2, DVec3};
use std::collections::BTreeMap;

/// Cuts every corner of a convex outline by `by`.
pub(crate) fn chamfered(outline: &[DVec2], by: f64) -> Vec<DVec2> {
    if by <= 0.0 {
        return outline.to_vec();
    }
    let count = outline.len();
    let mut out = Vec::with_capacity(count * 2);
    for index in 0..count {
        let corner = outline[index];
        for other in [
            outline[(index + count - 1) % count],
            outline[(index + 1) % count],
        ] {
            let edge = other - corner;
            out.push(corner + edge * (by / edge.length()).min(0.45));
        }
    }
    out
}

/// The four corners of a rectangle, counter-clockwise.
pub(crate) fn rectangle(low: DVec2, high: DVec2) -> Vec<DVec2> {
    vec![
        low,
        DVec2::new(high.x, low.y),
        high,
        DVec2::new(low.x, high.y),
    ]
}

/// Moves every edge of a convex outline inward by `by`.
pub(crate) fn inset(outline: &[DVec2], by: f64) -> Vec<DVec2> {
    let count = outline.len();
    (0..count)
        .map(|index| {
            let corner = outline[index];
            let before = (corner - outline[(index + count - 1) % count]).normalize_or(DVec2::X);
            let after = (outline[(index + 1) % count] - corner).normalize_or(DVec2::X);
            let (n0, n1) = (before.perp(), after.perp());
            let sum = n0 + n1;
            corner + sum * (2.0 * by / sum.length_squared().max(0.2))
        })
        .collect()
}

/// A convex outline pulled up from `low` to `high` along Z, its two rims bevelled by `bevel`.
pub(crate) fn prism(outline: &[DVec2], low: f64, high: f64, bevel: f64) -> Shape {
    let mut rings: Vec<(f64, Vec<DVec2>)> = Vec::new();
    if bevel > 0.0 {
        let inner = inset(outline, bevel);
        rings.push((low, inner.clone()));
        rings.push((low + bevel, outline.to_vec()));
        rings.push((high - bevel, outline.to_vec()));
        rings.push((high, inner));
    } else {
        rings.push((low, outline.to_vec()));
        rings.push((high, outline.to_vec()));
    }
    let shape = stacked(&rings);
    if bevel > 0.0 { shape.smooth() } else { shape }
}

/// Outlines of equal corner counts one above the other, joined by sides and closed by caps.
pub(crate) fn stacked(rings: &[(f64, Vec<DVec2>)]) -> Shape {
    let mut shape = Shape::new();
    for pair in rings.windows(2) {
        let ((z0, a), (z1, b)) = (&pair[0], &pair[1]);
        for index in 0..a.len() {
            let next = (index + 1) % a.len();
            shape.add(Shape::quad([
                a[index].extend(*z0),
                a[next].extend(*z0),
                b[next].extend(*z1),
                b[index].extend(*z1),
            ]));
        }
    }
    for (ring, up) in [(rings.first(), false), (rings.last(), true)] {
        if let Some((z, outline)) = ring {
            let mut points: Vec<DVec3> = outline.iter().map(|point| point.extend(*z)).collect();
            if !up {
                points.reverse();
            }
            let uvs = points.iter().map(|point| point.truncate()).collect();
            shape.add(Shape::polygon(points, uvs));
        }
    }
    shape
}

/// A block with all its edges bevelled.
pub(crate) fn block(low: DVec3, high: DVec3, bevel: f64) -> Shape {
    let outline = chamfered(&rectangle(low.truncate(), high.truncate()), bevel);
    prism(&outline, low.z, high.z, bevel)
}

/// A block by its centre on the ground plane, its size and the height of its foot.
pub(crate) fn boxed(x: f64, y: f64, z: f64, size: (f64, f64, f64), bevel: f64) -> Shape {
    let half = DVec3::new(size.0 * 0.5, size.1 * 0.5, 0.0);
    let foot = DVec3::new(x, y, z);
    block(foot - half, foot + half + DVec3::Z * size.2, bevel)
}

/// A side view in the Y-Z plane pulled out along X from `-half` to `half`, its rims bevelled.
///
/// `outline` runs counter-clockwise seen from +X (y to the right, z up).
pub(crate) fn profile(outline: &[DVec2], half: f64, bevel: f64) -> Shape {
    // (x, y, z) of the prism becomes (y, z, x): a cyclic swap keeps the winding.
    prism(outline, -half, half, bevel).warped(|p| DVec3::new(p.z, p.x, p.y))
}

/// A profile of `(radius, height)` turned about Z; normals blend where it bends gently. v runs down the profile.
pub(crate) fn lathe(profile: &[(f64, f64)], sides: u32) -> Shape {
    let mut shape = Shape::new();
    let total: f64 = profile
        .windows(2)
        .map(|pair| DVec2::new(pair[1].0 - pair[0].0, pair[1].1 - pair[0].1).length())
        .sum();
    for side in 0..sides {
        let (u0, u1) = (
            f64::from(side) / f64::from(sides),
            f64::from(side + 1) / f64::from(sides),
        );
        let (c0, c1) = (circle(u0), circle(u1));
        let mut along = 0.0;
        for pair in profile.windows(2) {
            let ((r0, z0), (r1, z1)) = (pair[0], pair[1]);
            let length = DVec2::new(r1 - r0, z1 - z0).length();
            let (v0, v1) = (1.0 - along / total, 1.0 - (along + length) / total);
            along += length;
            let mut points = Vec::new();
            let mut uvs = Vec::new();
            for (point, uv, keep) in [
                ((c0 * r0).extend(z0), DVec2::new(u0, v0), true),
                ((c1 * r0).extend(z0), DVec2::new(u1, v0), r0 > 1e-6),
                ((c1 * r1).extend(z1), DVec2::new(u1, v1), true),
                ((c0 * r1).extend(z1), DVec2::new(u0, v1), r1 > 1e-6),
            ] {
                if keep {
                    points.push(point);
                    uvs.push(uv);
                }
            }
            if points.len() >= 3 {
                shape.add(Shape::polygon(points, uvs));
            }
        }
    }
    shape.smooth()
}

/// A closed cylinder about Z with bevelled rims.
pub(crate) fn cylinder(radius: f64, low: f64, high: f64, bevel: f64, sides: u32) -> Shape {
    if bevel > 0.0 {
        lathe(
            &[
                (0.0, low),
                (radius - bevel, low),
                (radius, low + bevel),
                (radius, high - bevel),
                (radius - bevel, high),
                (0.0, high),
            ],
            sides,
        )
    } else {
        lathe(
            &[(0.0, low), (radius, low), (radius, high), (0.0, high)],
            sides,
        )
    }
}

/// A tube with open ends along a path; u runs round, v along in metres divided by `metres`.
pub(crate) fn tube(path: &[(DVec3, f64)], sides: u32, metres: f64) -> Shape {
    let mut shape = Shape::new();
    let mut frames = Vec::new();
    let mut along = 0.0;
    for (index, (centre, radius)) in path.iter().enumerate() {
        let before = path[index.saturating_sub(1)].0;
        let after = path[(index + 1).min(path.len() - 1)].0;
        let forward = (after - before).normalize_or(DVec3::Z);
        let side = if forward.z.abs() < 0.9 {
            DVec3::Z
        } else {
            DVec3::Y
        };
        let right = forward.cross(side).normalize();
        let up = right.cross(forward);
        if index > 0 {
            along += (*centre - before).length();
        }
        frames.push((*centre, *radius, right, up, along / metres));
    }
    for pair in frames.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        for side in 0..sides {
            let (u0, u1) = (
                f64::from(side) / f64::from(sides),
                f64::from(side + 1) / f64::from(sides),
            );
            let ring = |frame: (DVec3, f64, DVec3, DVec3, f64), u: f64| {
                let c = circle(u);
                frame.0 + (frame.2 * c.x + frame.3 * c.y) * frame.1
            };
            shape.add(Shape::polygon(
                vec![ring(a, u0), ring(b, u0), ring(b, u1), ring(a, u1)],
                vec![
                    DVec2::new(u0, -a.4),
                    DVec2::new(u0, -b.4),
                    DVec2::new(u1, -b.4),
                    DVec2::new(u1, -a.4),
                ],
            ));
        }
    }
    shape.smooth()
}

/// A straight bar between two points.
pub(crate) fn bar(from: DVec3, to: DVec3, radius: f64, sides: u32) -> Shape {
    tube(&[(from, radius), (to, radius)], sides, 1.0)
}

/// A lumpy ball: `detail` halvings of an icosahedron, each point moved along its direction by `lump`.
pub(crate) fn boulder(detail: u32, lump: impl Fn(DVec3) -> f64) -> Shape {
    let golden = (1.0 + 5.0_f64.sqrt()) / 2.0;
    let mut points: Vec<DVec3> = Vec::new();
    for (a, b) in [
        (-1.0, golden),
        (1.0, golden),
        (-1.0, -golden),
        (1.0, -golden),
    ] {
        points.push(DVec3::new(a, b, 0.0));
    }
    for (a, b) in [
        (-1.0, golden),
        (1.0, golden),
        (-1.0, -golden),
        (1.0, -golden),
    ] {
        points.push(DVec3::new(0.0, a, b));
    }
    for (a, b) in [
        (golden, -1.0),
        (golden, 1.0),
        (-golden, -1.0),
        (-golden, 1.0),
    ] {
        points.push(DVec3::new(a, 0.0, b));
    }
    let mut faces: Vec<[usize; 3]> = vec![
        [0, 11, 5],
        [0, 5, 1],
        [0, 1, 7],
        [0, 7, 10],
        [0, 10, 11],
        [1, 5, 9],
        [5, 11, 4],
        [11, 10, 2],
        [10, 7, 6],
        [7, 1, 8],
        [3, 9, 4],
        [3, 4, 2],
        [3, 2, 6],
        [3, 6, 8],
        [3, 8, 9],
        [4, 9, 5],
        [2, 4, 11],
        [6, 2, 10],
        [8, 6, 7],
        [9, 8, 1],
    ];
    for point in &mut points {
        *point = point.normalize();
    }
    for _ in 0..detail {
        let mut middles: BTreeMap<(usize, usize), usize> = BTreeMap::new();
        let mut finer = Vec::with_capacity(faces.len() * 4);
        for face in &faces {
            let mut middle = [0; 3];
            for (slot, (a, b)) in [(face[0], face[1]), (face[1], face[2]), (face[2], face[0])]
                .into_iter()
                .enumerate()
            {
                middle[slot] = *middles.entry((a.min(b), a.max(b))).or_insert_with(|| {
                    points.push((points[a] + points[b]).normalize());
                    points.len() - 1
                });
            }
            finer.push([face[0], middle[0], middle[2]]);
            finer.push([face[1], middle[1], middle[0]]);
            finer.push([face[2], middle[2], middle[1]]);
            finer.push(middle);
        }
        faces = finer;
    }
    let mut shape = Shape::new();
    for face in faces {
        let corners: Vec<DVec3> = face
            .iter()
            .map(|&index| points[index] * lump(points[index]))
            .collect();
        shape.add(Shape::polygon(corners, vec![DVec2::ZERO; 3]));
    }
    shape.smooth()
}
