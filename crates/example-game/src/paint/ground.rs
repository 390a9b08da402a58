//! The ground: base textures that tile without a seam, their grey twins for the fine grain, and water.

use super::{Canvas, grey, mix_colour, rgb, scale};
use crate::noise::{cells, fbm, fbm2, mix, smooth};

/// Meadow: green patches over straw, mossy hollows, a few bare spots.
pub(crate) fn grass() -> Canvas {
    Canvas::from_fn(256, 256, |u, v| {
        let broad = fbm(u, v, 3, 4, 11);
        let middle = fbm(u, v, 12, 4, 12);
        let fine = fbm(u, v, 64, 2, 13);
        let mut colour = mix_colour(
            rgb(108, 130, 62),
            rgb(150, 160, 82),
            smooth(0.3, 0.7, broad),
        );
        colour = mix_colour(colour, rgb(168, 160, 98), smooth(0.56, 0.74, middle) * 0.7);
        colour = mix_colour(colour, rgb(74, 96, 48), smooth(0.55, 0.35, middle) * 0.6);
        let bare = smooth(0.66, 0.76, fbm(u, v, 5, 5, 17));
        colour = mix_colour(colour, rgb(154, 132, 94), bare * 0.65);
        scale(colour, 0.82 + 0.36 * fine)
    })
}

/// Trodden earth with pebbles and drying cracks.
pub(crate) fn earth() -> Canvas {
    Canvas::from_fn(256, 256, |u, v| {
        let broad = fbm(u, v, 4, 5, 21);
        let fine = fbm(u, v, 48, 3, 22);
        let mut colour = mix_colour(rgb(158, 136, 102), rgb(200, 176, 136), broad);
        let crack = cells(u + 0.02 * fine, v + 0.02 * broad, 14, 23);
        let line = 1.0 - smooth(0.02, 0.10, crack.second - crack.near);
        colour = mix_colour(
            colour,
            rgb(96, 78, 58),
            line * 0.3 * smooth(0.4, 0.6, broad),
        );
        let pebble = cells(u, v, 52, 24);
        if pebble.id > 0.72 {
            let body = 1.0 - smooth(0.22, 0.34, pebble.near);
            let tone = mix_colour(
                rgb(188, 178, 160),
                rgb(136, 128, 116),
                pebble.id * 3.0 - 2.0,
            );
            colour = mix_colour(colour, tone, body * 0.8);
        }
        scale(colour, 0.84 + 0.32 * fine)
    })
}

/// Weathered rock in slanting beds, broken by joints, lichen in the shade.
pub(crate) fn rock() -> Canvas {
    Canvas::from_fn(256, 256, |u, v| {
        let warp = fbm(u, v, 4, 5, 31);
        let layer = fbm2(u, v + 0.14 * warp, 3, 22, 4, 32);
        let fine = fbm(u, v, 40, 3, 33);
        let rough = fbm(u + 0.05 * layer, v, 10, 5, 36);
        let block = cells(u + 0.10 * warp, v + 0.08 * rough, 6, 34);
        let mut colour = mix_colour(rgb(94, 88, 80), rgb(156, 146, 130), layer);
        colour = scale(colour, 0.80 + 0.40 * rough);
        colour = scale(colour, 0.92 + 0.16 * block.id);
        let gap = smooth(0.35, 0.6, fbm(u, v, 8, 3, 37));
        let joint = (1.0 - smooth(0.01, 0.09, block.second - block.near)) * gap;
        colour = mix_colour(colour, rgb(50, 46, 42), joint * 0.55);
        let bed = smooth(0.30, 0.22, layer);
        colour = mix_colour(colour, rgb(62, 56, 50), bed * 0.5);
        colour = mix_colour(colour, rgb(104, 108, 66), smooth(0.56, 0.70, warp) * 0.5);
        colour = mix_colour(
            colour,
            rgb(146, 114, 82),
            smooth(0.6, 0.8, fbm(u, v, 7, 3, 35)) * 0.35,
        );
        scale(colour, 0.82 + 0.36 * fine)
    })
}

/// Lake shore: pale sand with gravel drifts.
pub(crate) fn sand() -> Canvas {
    Canvas::from_fn(128, 128, |u, v| {
        let broad = fbm(u, v, 4, 4, 41);
        let ripple = fbm2(u + 0.03 * broad, v, 5, 24, 2, 42);
        let fine = fbm(u, v, 40, 2, 43);
        let mut colour = mix_colour(rgb(162, 146, 112), rgb(190, 174, 138), ripple);
        colour = mix_colour(colour, rgb(128, 116, 92), smooth(0.5, 0.75, broad) * 0.55);
        let stone = cells(u, v, 34, 44);
        if stone.id > 1.0 - 0.5 * smooth(0.45, 0.7, broad) {
            let body = 1.0 - smooth(0.24, 0.36, stone.near);
            colour = mix_colour(colour, grey(0.38 + 0.24 * stone.id), body * 0.85);
        }
        scale(colour, 0.88 + 0.24 * fine)
    })
}

/// The bottom of the lake.
pub(crate) fn lake_bed() -> Canvas {
    Canvas::from_fn(128, 128, |u, v| {
        let broad = fbm(u, v, 5, 4, 51);
        let fine = fbm(u, v, 30, 2, 52);
        let colour = mix_colour(rgb(62, 66, 50), rgb(96, 92, 68), broad);
        scale(colour, 0.8 + 0.4 * fine)
    })
}

/// Fine grain around mid-grey: what the ground multiplies its base texture with, times two.
fn twin(size: usize, strength: f64, grain: impl Fn(f64, f64) -> f64) -> Canvas {
    let mut canvas = Canvas::from_fn(size, size, |u, v| grey(grain(u, v)));
    let count = canvas.pixels.len() as f64;
    let mean = canvas.pixels.iter().map(|pixel| pixel[0]).sum::<f64>() / count;
    canvas.map(|_, _, pixel| grey((0.5 + (pixel[0] - mean) * strength).clamp(0.12, 0.9)));
    canvas
}

/// Blades and tufts.
pub(crate) fn grass_twin() -> Canvas {
    twin(256, 0.85, |u, v| {
        let blades = fbm2(u, v, 96, 30, 2, 61);
        let tuft = cells(u + 0.01 * blades, v, 26, 62);
        0.5 * blades + 0.32 * (1.0 - tuft.near) + 0.3 * fbm(u, v, 9, 3, 63)
    })
}

/// Clods and small stones.
pub(crate) fn earth_twin() -> Canvas {
    twin(256, 0.8, |u, v| {
        let clod = cells(u, v, 62, 71);
        let stone = if clod.id > 0.86 {
            0.3 * (1.0 - smooth(0.2, 0.4, clod.near))
        } else {
            0.0
        };
        let rut = fbm2(u, v, 12, 5, 3, 73);
        0.8 * fbm(u, v, 22, 5, 72)
            + stone
            + 0.3 * rut
            + 0.1 * smooth(0.05, 0.3, clod.second - clod.near)
    })
}

/// Cracks and facets.
pub(crate) fn rock_twin() -> Canvas {
    twin(256, 0.95, |u, v| {
        let warp = fbm(u, v, 8, 3, 81);
        let facet = cells(u + 0.12 * warp, v + 0.08 * warp, 9, 82);
        let joint = smooth(0.0, 0.10, facet.second - facet.near);
        0.14 * facet.id + 0.22 * joint + 0.8 * fbm2(u + 0.04 * warp, v, 14, 34, 5, 83)
    })
}

/// One frame of a rippling water surface; `phase` in `0..1` runs round once.
///
/// Grey: the colour of water comes from its material.
pub(crate) fn water(phase: f64) -> Canvas {
    let turn = phase * std::f64::consts::TAU;
    let (shift_x, shift_y) = (0.03 * libm::sin(turn), 0.03 * libm::cos(turn));
    Canvas::from_fn(64, 64, |u, v| {
        let warp = fbm(u + shift_x, v - shift_y, 3, 3, 91) - 0.5;
        let wave = fbm2(
            u + 0.20 * warp + shift_y,
            v + 0.16 * warp + shift_x,
            5,
            9,
            3,
            92,
        );
        let cross = fbm2(u - shift_x, v + 0.12 * warp - shift_y, 8, 4, 2, 93);
        let swell = mix(wave, cross, 0.4);
        let glint = smooth(0.60, 0.74, swell);
        grey((0.34 + 0.42 * swell + 0.16 * glint).clamp(0.0, 0.98))
    })
}
