//! Stones: a rounded boulder and a leaning slab.

use crate::model::{Model, Node};
use crate::noise::{smooth, unit};
use crate::shape::{Shape, boulder as ball};
use glam::{DVec2, DVec3};

/// Lumps of a stone: smooth noise over directions from three sliding lattices.
fn lump(direction: DVec3, seed: u32, strength: f64) -> f64 {
    let mut sum = 0.0;
    for (scale, weight) in [(1.4, 1.0), (3.1, 0.45), (6.3, 0.2)] {
        let p = direction * scale + DVec3::splat(7.3 + f64::from(seed % 97));
        let cell = p.floor();
        let t = p - cell;
        let mut value = 0.0;
        for corner in 0..8 {
            let (dx, dy, dz) = (corner & 1, (corner >> 1) & 1, corner >> 2);
            let blend = |d: i32, x: f64| {
                if d == 1 {
                    smooth(0.0, 1.0, x)
                } else {
                    1.0 - smooth(0.0, 1.0, x)
                }
            };
            let weight = blend(dx, t.x) * blend(dy, t.y) * blend(dz, t.z);
            value += weight
                * unit(
                    cell.x as i32 + dx,
                    cell.y as i32 + dy + 131 * (cell.z as i32 + dz),
                    seed,
                );
        }
        sum += weight * (value - 0.5);
    }
    1.0 + strength * sum
}

fn stone(key: &'static str, seed: u32, size: DVec3, strength: f64, sunk: f64) -> Model {
    let mut model = Model::new(key, "static.rlb", b"STAT", &["S_STN"]);
    model.node(Node::root("st_m1o1").lods(3, |lod| {
        let detail = [2, 1, 0][lod];
        let mut shape: Shape =
            ball(detail, |direction| lump(direction, seed, strength)).warped(|p| {
                // Split along two planes so that it does not look like a potato.
                let mut p = p;
                for normal in [
                    DVec3::new(0.6, 0.5, 0.62),
                    DVec3::new(-0.75, 0.3, 0.58),
                    DVec3::new(0.1, -0.9, 0.42),
                ] {
                    let over = p.dot(normal.normalize()) - 0.78;
                    if over > 0.0 {
                        p -= normal.normalize() * over * 0.85;
                    }
                }
                DVec3::new(p.x * size.x, p.y * size.y, (p.z - sunk) * size.z + size.z)
            });
        shape = shape.mapped(size.x.max(size.z) * 2.2, DVec2::ZERO);
        shape
    }));
    model
}

/// A boulder, 2.4 m wide.
pub(crate) fn boulder() -> Model {
    stone("s_stn_0_01", 41, DVec3::new(1.25, 1.05, 0.95), 0.75, 0.35)
}

/// A tall slab, 3 m high.
pub(crate) fn slab() -> Model {
    stone("s_stn_0_02", 77, DVec3::new(1.35, 0.75, 1.9), 0.8, 0.55)
}
