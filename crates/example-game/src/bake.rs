//! Baked light: sky, sun and lamps ray-cast over the flat polygons that ask for it, packed into one page a model.

use crate::mesh::rest_pose;
use crate::model::Model;
use crate::noise::unit;
use crate::paint::Canvas;
use crate::shape::{BAKED, Polygon, SEE_THROUGH, circle};
use glam::{DVec2, DVec3};
use std::collections::BTreeMap;

/// Texels a side of a page.
pub(crate) const PAGE: usize = 256;
/// Sky rays of a texel.
const RAYS: u32 = 40;
/// Direction to the baked sun: the morning sun of the example's sky.
const SUN: DVec3 = DVec3::new(0.338, -0.737, 0.585);
const SUN_COLOUR: DVec3 = DVec3::new(0.74, 0.66, 0.53);
const SKY_COLOUR: DVec3 = DVec3::new(0.42, 0.46, 0.54);
const GROUND_COLOUR: DVec3 = DVec3::new(0.17, 0.155, 0.12);
/// What a surface that is hit gives back, in place of further bounces.
const BOUNCE: DVec3 = DVec3::new(0.11, 0.105, 0.095);

/// Where the baked polygons of a model lie on its page.
#[derive(Debug, Default)]
pub(crate) struct Charts {
    corners: BTreeMap<(usize, usize, usize), Vec<DVec2>>,
}

impl Charts {
    /// Whether the model has a page at all.
    pub(crate) fn is_used(&self) -> bool {
        !self.corners.is_empty()
    }

    /// Whether this level of this node is baked.
    pub(crate) fn holds(&self, node: usize, level: usize) -> bool {
        self.corners
            .range((node, level, 0)..(node, level + 1, 0))
            .next()
            .is_some()
    }

    /// Page coordinates of a corner.
    pub(crate) fn uv(&self, node: usize, level: usize, polygon: usize, corner: usize) -> DVec2 {
        self.corners
            .get(&(node, level, polygon))
            .and_then(|corners| corners.get(corner))
            .copied()
            .unwrap_or(DVec2::ZERO)
    }
}

/// One polygon laid flat.
struct Chart {
    key: (usize, usize, usize),
    points: Vec<DVec2>,
    origin: DVec3,
    across: DVec3,
    down: DVec3,
    normal: DVec3,
    size: DVec2,
    /// Corner of its texels on the page, and how many there are, border included.
    place: (usize, usize),
    texels: (usize, usize),
}

/// Bakes a model; `None` if it has nothing to bake.
pub(crate) fn bake(model: &Model) -> Option<(Charts, Canvas)> {
    let mut charts = collect(model);
    if charts.is_empty() {
        return None;
    }
    let density = pack(&mut charts);
    let scene = Scene::new(model);
    let mut canvas = Canvas::from_fn(PAGE, PAGE, |_, _| [0.0, 0.0, 0.0, 1.0]);
    let mut out = Charts::default();
    for chart in &charts {
        for y in 0..chart.texels.1 {
            for x in 0..chart.texels.0 {
                // One texel of border repeats the edge.
                let flat = DVec2::new((x as f64 - 0.5) / density, (y as f64 - 0.5) / density);
                let flat = nearest_inside(&chart.points, flat);
                let point = chart.origin + chart.across * flat.x + chart.down * flat.y;
                let (px, py) = (chart.place.0 + x, chart.place.1 + y);
                let light = scene.light(
                    point + chart.normal * 0.02,
                    chart.normal,
                    &model.lamps,
                    (px as i32, py as i32),
                );
                canvas.pixels[py * PAGE + px] = [light.x, light.y, light.z, 1.0];
            }
        }
        let corners = chart
            .points
            .iter()
            .map(|point| {
                let texel = DVec2::new(chart.place.0 as f64 + 1.0, chart.place.1 as f64 + 1.0)
                    + *point * density;
                (texel / PAGE as f64).clamp(DVec2::ZERO, DVec2::splat(1.0 - 0.5 / PAGE as f64))
            })
            .collect();
        out.corners.insert(chart.key, corners);
    }
    Some((out, canvas))
}

fn collect(model: &Model) -> Vec<Chart> {
    let poses = rest_pose(&model.nodes);
    let mut out = Vec::new();
    for (node, item) in model.nodes.iter().enumerate() {
        for (level, shape) in item.shapes.iter().enumerate() {
            if shape.lod != 0 || shape.state != 0 {
                continue;
            }
            for (index, polygon) in shape.shape.polygons.iter().enumerate() {
                if polygon.flags & BAKED == 0 {
                    continue;
                }
                let (origin, rotation) = poses[node];
                let normal = rotation * polygon.normal();
                let side = if normal.z.abs() < 0.9 {
                    DVec3::Z
                } else {
                    DVec3::Y
                };
                let across = side.cross(normal).normalize();
                let down = across.cross(normal);
                let world: Vec<DVec3> = polygon
                    .points
                    .iter()
                    .map(|point| origin + rotation * *point)
                    .collect();
                let flat: Vec<DVec2> = world
                    .iter()
                    .map(|point| DVec2::new(point.dot(across), point.dot(down)))
                    .collect();
                let low = flat
                    .iter()
                    .fold(DVec2::splat(f64::MAX), |low, point| low.min(*point));
                let high = flat
                    .iter()
                    .fold(DVec2::splat(f64::MIN), |high, point| high.max(*point));
                let plane = world[0].dot(normal);
                out.push(Chart {
                    key: (node, level, index),
                    points: flat.iter().map(|point| *point - low).collect(),
                    origin: across * low.x + down * low.y + normal * plane,
                    across,
                    down,
                    normal,
                    size: high - low,
                    place: (0, 0),
                    texels: (0, 0),
                });
            }
        }
    }
    out
}

/// Finds the highest texel density at which all charts fit the page, and places them; texels per metre.
fn pack(charts: &mut [Chart]) -> f64 {
    let mut density = 16.0;
    while !try_pack(charts, density) {
        density *= 0.96;
    }
    density
}

fn try_pack(charts: &mut [Chart], density: f64) -> bool {
    for chart in charts.iter_mut() {
        let texels = |metres: f64| (metres * density).ceil() as usize + 2;
        chart.texels = (texels(chart.size.x), texels(chart.size.y));
    }
    let mut order: Vec<usize> = (0..charts.len()).collect();
    order.sort_by_key(|&index| {
        (
            std::cmp::Reverse(charts[index].texels.1),
            std::cmp::Reverse(charts[index].texels.0),
            index,
        )
    });
    let (mut x, mut y, mut shelf) = (0, 0, 0);
    for index in order {
        let (w, h) = charts[index].texels;
        if x + w > PAGE {
            x = 0;
            y += shelf;
            shelf = 0;
        }
        if w > PAGE || y + h > PAGE {
            return false;
        }
        charts[index].place = (x, y);
        x += w;
        shelf = shelf.max(h);
    }
    true
}

/// The point itself inside a convex outline (either winding), else the nearest point of its border.
fn nearest_inside(outline: &[DVec2], point: DVec2) -> DVec2 {
    let mut best = (f64::MAX, point);
    let (mut left, mut right) = (false, false);
    for (index, a) in outline.iter().enumerate() {
        let b = outline[(index + 1) % outline.len()];
        let edge = b - *a;
        let side = edge.perp_dot(point - *a);
        left |= side > 0.0;
        right |= side < 0.0;
        let t = ((point - *a).dot(edge) / edge.length_squared().max(1e-12)).clamp(0.0, 1.0);
        let near = *a + edge * t;
        let distance = (point - near).length_squared();
        if distance < best.0 {
            best = (distance, near);
        }
    }
    if left && right { best.1 } else { point }
}

/// The solid triangles of a model in a bounding volume tree.
struct Scene {
    /// Direction to the sun in model space.
    sun: DVec3,
    triangles: Vec<[DVec3; 3]>,
    tree: Vec<Branch>,
}

/// A box over `count` triangles from `start`, or over the two branches from `start` when `count` is 0.
struct Branch {
    low: DVec3,
    high: DVec3,
    start: usize,
    count: usize,
}

impl Scene {
    fn new(model: &Model) -> Self {
        let poses = rest_pose(&model.nodes);
        let mut triangles = Vec::new();
        for (node, (origin, rotation)) in model.nodes.iter().zip(poses) {
            // What moves casts no baked shadow.
            if node.keys.len() > 1 {
                continue;
            }
            for level in node
                .shapes
                .iter()
                .filter(|level| level.lod == 0 && level.state == 0)
            {
                let solid = |polygon: &&Polygon| polygon.flags & SEE_THROUGH == 0;
                for polygon in level.shape.polygons.iter().filter(solid) {
                    let points: Vec<DVec3> = polygon
                        .points
                        .iter()
                        .map(|point| origin + rotation * *point)
                        .collect();
                    for step in 1..points.len().saturating_sub(1) {
                        triangles.push([points[0], points[step], points[step + 1]]);
                    }
                }
            }
        }
        let (sin, cos) = (libm::sin(model.yaw), libm::cos(model.yaw));
        let mut scene = Self {
            sun: DVec3::new(SUN.x * cos + SUN.y * sin, SUN.y * cos - SUN.x * sin, SUN.z),
            triangles,
            tree: Vec::new(),
        };
        scene.tree.push(scene.branch(0, scene.triangles.len()));
        scene.split(0);
        scene
    }

    fn branch(&self, start: usize, count: usize) -> Branch {
        let mut low = DVec3::splat(f64::MAX);
        let mut high = DVec3::splat(f64::MIN);
        for point in self.triangles[start..start + count].iter().flatten() {
            low = low.min(*point);
            high = high.max(*point);
        }
        Branch {
            low,
            high,
            start,
            count,
        }
    }

    fn split(&mut self, index: usize) {
        let Branch {
            low,
            high,
            start,
            count,
        } = self.tree[index];
        if count <= 4 {
            return;
        }
        let size = high - low;
        let axis = if size.x >= size.y && size.x >= size.z {
            0
        } else if size.y >= size.z {
            1
        } else {
            2
        };
        let middle = |triangle: &[DVec3; 3]| (triangle[0] + triangle[1] + triangle[2])[axis];
        self.triangles[start..start + count].sort_by(|a, b| middle(a).total_cmp(&middle(b)));
        let half = count / 2;
        let children = self.tree.len();
        self.tree.push(self.branch(start, half));
        self.tree.push(self.branch(start + half, count - half));
        self.tree[index].start = children;
        self.tree[index].count = 0;
        self.split(children);
        self.split(children + 1);
    }

    /// Whether anything lies on the ray within `reach`.
    fn blocked(&self, from: DVec3, direction: DVec3, reach: f64) -> bool {
        let inverse = direction.recip();
        let mut stack = vec![0];
        while let Some(index) = stack.pop() {
            let branch = &self.tree[index];
            let (a, b) = (
                (branch.low - from) * inverse,
                (branch.high - from) * inverse,
            );
            let near = a.min(b).max_element();
            let far = a.max(b).min_element();
            if near > far || far < 0.0 || near > reach {
                continue;
            }
            if branch.count == 0 {
                stack.push(branch.start);
                stack.push(branch.start + 1);
                continue;
            }
            for triangle in &self.triangles[branch.start..branch.start + branch.count] {
                if hit(triangle, from, direction).is_some_and(|distance| distance < reach) {
                    return true;
                }
            }
        }
        false
    }

    fn light(
        &self,
        point: DVec3,
        normal: DVec3,
        lamps: &[crate::model::Lamp],
        texel: (i32, i32),
    ) -> DVec3 {
        let mut sum = DVec3::ZERO;
        let side = if normal.z.abs() < 0.9 {
            DVec3::Z
        } else {
            DVec3::Y
        };
        let (a, b) = (
            side.cross(normal).normalize(),
            normal.cross(side.cross(normal).normalize()),
        );
        let offset = unit(texel.0, texel.1, 7001);
        for ray in 0..RAYS {
            // A cosine-weighted spiral, turned by the texel's own angle.
            let t = (f64::from(ray) + 0.5) / f64::from(RAYS);
            let radius = t.sqrt();
            let c = circle(f64::from(ray) * 0.618_033_988_75 + offset) * radius;
            let direction = a * c.x + b * c.y + normal * (1.0 - t).max(0.0).sqrt();
            sum += if self.blocked(point, direction, 40.0) {
                BOUNCE
            } else if direction.z > 0.0 {
                SKY_COLOUR * (0.75 + 0.5 * direction.z)
            } else {
                GROUND_COLOUR
            };
        }
        let mut light = sum / f64::from(RAYS);
        let facing = normal.dot(self.sun);
        if facing > 0.0 && !self.blocked(point, self.sun, 80.0) {
            light += SUN_COLOUR * facing;
        }
        for lamp in lamps {
            let way = lamp.position - point;
            let distance = way.length();
            if distance >= lamp.range || distance < 1e-6 {
                continue;
            }
            let direction = way / distance;
            let facing = normal.dot(direction);
            if facing > 0.0 && !self.blocked(point, direction, distance - 0.7) {
                let fall = 1.0 - distance / lamp.range;
                light += lamp.colour * (facing * fall * fall * 1.4);
            }
        }
        light
    }
}

/// Distance along the ray to the triangle, either side.
fn hit(triangle: &[DVec3; 3], from: DVec3, direction: DVec3) -> Option<f64> {
    let (e1, e2) = (triangle[1] - triangle[0], triangle[2] - triangle[0]);
    let p = direction.cross(e2);
    let det = e1.dot(p);
    if det.abs() < 1e-12 {
        return None;
    }
    let offset = from - triangle[0];
    let u = offset.dot(p) / det;
    if !(0.0..=1.0).contains(&u) {
        return None;
    }
    let q = offset.cross(e1);
    let v = direction.dot(q) / det;
    if v < 0.0 || u + v > 1.0 {
        return None;
    }
    let t = e2.dot(q) / det;
    (t > 1e-4).then_some(t)
}
