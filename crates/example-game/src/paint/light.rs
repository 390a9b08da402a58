//! Things that shine: halos, sun and moon, clouds, the night sky.

use super::{Canvas, grey, mix_colour, rgb, scale};
use crate::noise::{cells, fbm, fbm2, smooth};

/// Radius from the centre of a picture, 1 at the middle of its sides.
fn radius(u: f64, v: f64) -> f64 {
    2.0 * ((u - 0.5) * (u - 0.5) + (v - 0.5) * (v - 0.5)).sqrt()
}

/// A soft round glow for additive drawing; alpha falls off with the radius.
pub(crate) fn halo() -> Canvas {
    Canvas::from_fn(64, 64, |u, v| {
        let r = radius(u, v);
        let core = libm::exp(-r * r * 14.0);
        let wide = smooth(1.0, 0.0, r);
        let mut colour = mix_colour(rgb(255, 190, 96), rgb(255, 250, 232), core);
        colour[3] = (core * 0.85 + wide * wide * 0.38).min(1.0);
        colour
    })
}

/// `[x, width, y, height]` of sun, moon, flare ring and flare disc in [`bodies`].
pub(crate) const BODY_PAGES: [[i16; 4]; 4] = [
    [0, 64, 0, 64],
    [64, 64, 0, 64],
    [0, 64, 64, 64],
    [64, 64, 64, 64],
];

/// Sun, moon and two lens flares in one image.
pub(crate) fn bodies() -> Canvas {
    let mut canvas = Canvas::from_fn(128, 128, |_, _| [0.0; 4]);
    canvas.place(
        0,
        0,
        &Canvas::from_fn(64, 64, |u, v| {
            let r = radius(u, v);
            let disc = smooth(0.16, 0.12, r);
            let corona = libm::exp(-r * 4.2) * smooth(1.0, 0.6, r);
            let mut colour = mix_colour(rgb(255, 214, 150), rgb(255, 252, 240), disc + corona);
            colour[3] = (disc + 0.85 * corona).min(1.0);
            colour
        }),
    );
    canvas.place(
        64,
        0,
        &Canvas::from_fn(64, 64, |u, v| {
            let r = radius(u, v);
            let disc = smooth(0.42, 0.40, r);
            let sea = smooth(0.45, 0.6, fbm(u, v, 5, 4, 501));
            let crater = cells(u, v, 14, 502);
            let pit = if crater.id > 0.6 {
                smooth(0.3, 0.1, crater.near)
            } else {
                0.0
            };
            let mut colour = scale(
                mix_colour(rgb(214, 212, 200), rgb(146, 146, 144), sea),
                1.0 - 0.2 * pit - 0.4 * r * r,
            );
            colour[3] = (disc + 0.22 * libm::exp(-r * 5.0) * smooth(1.0, 0.5, r)).min(1.0);
            colour
        }),
    );
    canvas.place(
        0,
        64,
        &Canvas::from_fn(64, 64, |u, v| {
            let r = radius(u, v);
            let mut colour = grey(1.0);
            colour[3] = 0.5 * smooth(0.14, 0.0, (r - 0.78).abs()) + 0.12 * smooth(0.9, 0.6, r);
            colour
        }),
    );
    canvas.place(
        64,
        64,
        &Canvas::from_fn(64, 64, |u, v| {
            let r = radius(u, v);
            let mut colour = grey(1.0);
            colour[3] = 0.55 * smooth(0.95, 0.2, r);
            colour
        }),
    );
    canvas
}

/// Broken fair-weather clouds; alpha is their thickness.
pub(crate) fn clouds() -> Canvas {
    Canvas::from_fn(256, 256, |u, v| {
        let warp = fbm(u, v, 3, 3, 511);
        let body = fbm(u + 0.05 * warp, v + 0.04 * warp, 4, 6, 512);
        let cover = smooth(0.47, 0.72, body);
        let lit = fbm(u + 0.012, v + 0.012, 4, 6, 512);
        let mut colour = mix_colour(
            rgb(196, 200, 210),
            rgb(255, 252, 246),
            smooth(-0.03, 0.04, body - lit + 0.02),
        );
        colour[3] = 0.88 * cover;
        colour
    })
}

/// The deep sky behind the dome: dust lanes and stars.
pub(crate) fn nebula() -> Canvas {
    Canvas::from_fn(128, 128, |u, v| {
        let warp = fbm(u, v, 3, 4, 521);
        let dust = fbm2(u + 0.1 * warp, v, 4, 5, 5, 522);
        let base = mix_colour(rgb(6, 8, 18), rgb(46, 34, 70), smooth(0.42, 0.75, dust));
        let glow = mix_colour(
            base,
            rgb(70, 92, 126),
            smooth(0.6, 0.82, fbm(u, v, 5, 5, 523)) * 0.7,
        );
        let star = cells(u, v, 30, 524);
        let bright = if star.id > 0.7 {
            smooth(0.09, 0.0, star.near) * (star.id - 0.4)
        } else {
            0.0
        };
        mix_colour(glow, rgb(255, 248, 236), bright * 1.6)
    })
}

/// A soft dot for snow and dust, and a streak for rain, side by side.
pub(crate) fn precipitation(streak: bool) -> Canvas {
    Canvas::from_fn(
        if streak { 8 } else { 16 },
        if streak { 32 } else { 16 },
        |u, v| {
            let mut colour = grey(0.95);
            colour[3] = if streak {
                smooth(0.5, 0.1, (u - 0.5).abs()) * smooth(0.0, 0.5, v) * smooth(1.0, 0.8, v)
            } else {
                smooth(1.0, 0.2, radius(u, v))
            };
            colour
        },
    )
}
