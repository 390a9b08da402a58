//! The worked examples of the spec page (terrain, sections 17.1, 17.7 and 17.9) for the tests of this crate.

use crate::{FaceFlags, LandBuilder, NewFace, NewVertex, PackedUv};
use glam::DVec3;

/// A complete land of one tile.
pub(crate) fn land() -> Vec<u8> {
    bytes(include_str!("../fixtures/land.hex"))
}

/// A complete areal map of two areals.
pub(crate) fn areal_map() -> Vec<u8> {
    bytes(include_str!("../fixtures/areal_map.hex"))
}

/// A ground plan of two squares.
pub(crate) fn plan() -> Vec<u8> {
    bytes(include_str!("../fixtures/plan.hex"))
}

/// Gives `try_bytes` every shorter version of the bytes, and every version with one byte of the first 2048 changed.
pub(crate) fn break_bytes(bytes: &[u8], mut try_bytes: impl FnMut(&[u8])) {
    for length in 0..bytes.len() {
        try_bytes(&bytes[..length]);
    }
    let mut broken = bytes.to_vec();
    for position in 0..bytes.len().min(2048) {
        for change in [0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80, 0xFF, 0x7F] {
            broken[position] ^= change;
            try_bytes(&broken);
            broken[position] ^= change;
        }
    }
}

/// A hex dump: an offset, then bytes, on each line.
fn bytes(dump: &str) -> Vec<u8> {
    let lines = dump.lines().map(|line| line.split_whitespace().skip(1));
    lines
        .flatten()
        .map(|byte| u8::from_str_radix(byte, 16).unwrap())
        .collect()
}

/// The height of [`hills`] at a point.
pub(crate) fn hill(x: f64, y: f64) -> f64 {
    40.0 * (x / 150.0).sin() * (y / 210.0).cos()
}

/// A smooth land of 1200 m with `side` x `side` tiles of `quads` x `quads` quads each, two materials and a coarse level.
pub(crate) fn hills(side: u16, quads: u16) -> LandBuilder {
    let cells = side * quads;
    let step = 1200.0 / f64::from(cells);
    let number = |gx: u16, gy: u16| gx * (cells + 1) + gy;
    let vertex = |gx: u16, gy: u16| {
        let (x, y) = (f64::from(gx) * step, f64::from(gy) * step);
        NewVertex {
            position: DVec3::new(x, y, hill(x, y)).as_vec3(),
            uv0: PackedUv::pack([x / 200.0, (1200.0 - y) / 200.0]),
            uv1: PackedUv::pack([x / 20.0, (1200.0 - y) / 20.0]),
            second_alpha: f32::from(gx % 2),
        }
    };
    let quad = |gx: u16, gy: u16, size: u16, second: bool| {
        let [a, b, c, d] =
            [(0, 0), (size, 0), (size, size), (0, size)].map(|(x, y)| number(gx + x, gy + y));
        [[a, b, c], [a, c, d]].map(|vertices| NewFace {
            flags: FaceFlags(if second { 0x0010_0604 } else { 0x0010_0600 }),
            primary: 2,
            secondary: second.then_some(1),
            vertices,
        })
    };
    let lattice = |count: u16| (0..count).flat_map(move |gx| (0..count).map(move |gy| (gx, gy)));
    LandBuilder {
        columns: side,
        rows: side,
        vertices: lattice(cells + 1).map(|(gx, gy)| vertex(gx, gy)).collect(),
        faces: [
            lattice(cells)
                .flat_map(|(gx, gy)| quad(gx, gy, 1, gx % 4 == 0))
                .collect(),
            lattice(side)
                .flat_map(|(gx, gy)| quad(gx * quads, gy * quads, quads, false))
                .collect(),
        ],
    }
}
