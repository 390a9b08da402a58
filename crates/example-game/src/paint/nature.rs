//! Trees, bushes, grass and stones.

use super::relief::Finish;
use super::{Canvas, Colour, Relief, mix_colour, rgb, scale};
use crate::noise::{Random, cells, fbm, fbm2, smooth};

/// A transparent picture into which leaves are stamped.
fn clear(width: usize, height: usize, colour: Colour) -> Canvas {
    Canvas::from_fn(width, height, |_, _| [colour[0], colour[1], colour[2], 0.0])
}

/// Stamps one pointed leaf; `angle` is the way it points, lengths in pixels.
fn leaf(canvas: &mut Canvas, x: f64, y: f64, angle: f64, length: f64, width: f64, tone: Colour) {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    let reach = length.ceil() as i32 + 1;
    for dy in -reach..=reach {
        for dx in -reach..=reach {
            let (px, py) = (x.floor() as i32 + dx, y.floor() as i32 + dy);
            if px < 1 || py < 1 || px >= canvas.width as i32 - 1 || py >= canvas.height as i32 - 1 {
                continue;
            }
            let (ox, oy) = (f64::from(px) + 0.5 - x, f64::from(py) + 0.5 - y);
            let along = (ox * cos + oy * sin) / length;
            let across = (oy * cos - ox * sin) / width;
            if !(0.0..1.0).contains(&along) {
                continue;
            }
            let half = 1.9 * along * (1.0 - along).sqrt() * (1.0 - 0.35 * along);
            if across.abs() < half {
                let vein = smooth(0.10, 0.0, across.abs());
                let shade = 0.72 + 0.42 * along + 0.14 * across - 0.14 * vein;
                let mut colour = scale(tone, shade);
                colour[3] = 1.0;
                canvas.pixels[py as usize * canvas.width + px as usize] = colour;
            }
        }
    }
}

/// Stamps a twig: a line whose half-width falls from `from_width` to nothing.
fn twig(canvas: &mut Canvas, from: (f64, f64), to: (f64, f64), from_width: f64, tone: Colour) {
    for y in 0..canvas.height {
        for x in 0..canvas.width {
            let (px, py) = (x as f64 + 0.5 - from.0, y as f64 + 0.5 - from.1);
            let (dx, dy) = (to.0 - from.0, to.1 - from.1);
            let length = dx * dx + dy * dy;
            let t = ((px * dx + py * dy) / length).clamp(0.0, 1.0);
            let (ex, ey) = (px - dx * t, py - dy * t);
            if (ex * ex + ey * ey).sqrt() < from_width * (1.0 - 0.8 * t) {
                let mut colour = tone;
                colour[3] = 1.0;
                canvas.pixels[y * canvas.width + x] = colour;
            }
        }
    }
}

/// A spray of broad leaves; the stem comes from the middle of the lower edge.
pub(crate) fn leaves() -> Canvas {
    let mut canvas = clear(128, 128, rgb(70, 86, 40));
    let mut random = Random::new(401);
    let bark = rgb(70, 54, 38);
    twig(&mut canvas, (64.0, 127.0), (62.0, 40.0), 2.6, bark);
    for (x, y, tx, ty) in [
        (64.0, 104.0, 24.0, 78.0),
        (64.0, 96.0, 104.0, 70.0),
        (63.0, 74.0, 30.0, 40.0),
        (63.0, 68.0, 98.0, 34.0),
        (62.0, 50.0, 62.0, 16.0),
    ] {
        twig(&mut canvas, (x, y), (tx, ty), 1.8, bark);
    }
    // From the back (dark) to the front (light).
    for step in 0..330 {
        let t = f64::from(step) / 330.0;
        let angle = random.range(0.0, std::f64::consts::TAU);
        let radius = 50.0 * random.next().sqrt();
        let (x, y) = (
            64.0 + radius * libm::cos(angle),
            58.0 + radius * 0.96 * libm::sin(angle),
        );
        let dark = mix_colour(rgb(48, 66, 28), rgb(80, 98, 40), random.next());
        let light = mix_colour(rgb(96, 118, 46), rgb(140, 150, 66), random.next());
        let tone = mix_colour(dark, light, t * 0.8 + 0.3 * (1.0 - y / 128.0));
        let outward = libm::atan2(y - 70.0, x - 64.0) + random.range(-0.9, 0.9);
        leaf(
            &mut canvas,
            x,
            y,
            outward,
            random.range(10.0, 16.0),
            random.range(4.0, 6.0),
            tone,
        );
    }
    canvas
}

/// A drooping pine bough, its root in the middle of the upper edge.
pub(crate) fn needles() -> Canvas {
    let mut canvas = clear(128, 128, rgb(44, 62, 42));
    let mut random = Random::new(411);
    let bark = rgb(64, 50, 38);
    twig(&mut canvas, (64.0, 1.0), (64.0, 120.0), 2.4, bark);
    for row in 0..11 {
        let y = 8.0 + f64::from(row) * 9.4;
        let spread = 52.0 * (1.0 - f64::from(row) / 13.5);
        for side in [-1.0, 1.0] {
            let (tx, ty) = (64.0 + side * spread, y + 22.0);
            twig(&mut canvas, (64.0, y), (tx, ty), 1.4, bark);
            for step in 0..26 {
                let t = f64::from(step) / 26.0;
                let (x, yy) = (64.0 + (tx - 64.0) * t, y + 22.0 * t * t);
                for lean in [-0.9, 0.9] {
                    let along = libm::atan2(18.0, side * spread.max(1.0));
                    let tone = mix_colour(
                        rgb(34, 54, 36),
                        rgb(86, 108, 66),
                        random.next() * (0.45 + 0.55 * t),
                    );
                    leaf(
                        &mut canvas,
                        x,
                        yy,
                        along + lean + random.range(-0.25, 0.25),
                        random.range(7.0, 11.0),
                        2.1,
                        tone,
                    );
                }
            }
        }
    }
    canvas
}

/// Tufts of tall grass that stand on the lower edge.
pub(crate) fn tufts() -> Canvas {
    let mut canvas = clear(128, 64, rgb(104, 108, 54));
    let mut random = Random::new(421);
    for _ in 0..150 {
        let x = random.range(6.0, 122.0);
        let tall = random.range(16.0, 52.0);
        let lean = -std::f64::consts::FRAC_PI_2 + random.range(-0.42, 0.42);
        let tone = mix_colour(rgb(116, 132, 62), rgb(206, 194, 124), random.next());
        leaf(&mut canvas, x, 62.0, lean, tall, 2.3, tone);
    }
    canvas
}

/// Furrowed bark; u runs round the trunk.
pub(crate) fn bark(tone: Colour, seed: u32) -> Canvas {
    let mut canvas = Canvas::from_fn(64, 128, |u, v| {
        let furrow = fbm2(u, v, 9, 4, 4, seed);
        let plate = cells(u, v * 0.5, 8, seed ^ 1);
        let mut colour = scale(tone, 0.62 + 0.62 * furrow);
        colour = mix_colour(
            colour,
            rgb(34, 26, 20),
            smooth(0.12, 0.02, plate.second - plate.near) * 0.5,
        );
        mix_colour(
            colour,
            rgb(110, 118, 84),
            smooth(0.58, 0.75, fbm2(u, v, 3, 4, 3, seed ^ 2)) * 0.4,
        )
    });
    let mut relief = Relief::new(64, 128);
    relief.add(|x, y| 2.2 * fbm2(x / 64.0, y / 128.0, 10, 5, 3, seed));
    relief.finish(
        &mut canvas,
        Finish {
            light: 0.26,
            dirt: 0.5,
            dirt_colour: rgb(30, 24, 18),
            wear: 0.3,
            wear_colour: rgb(150, 138, 118),
            seed,
        },
    );
    canvas
}

/// Boulder: mottled granite with lichen.
pub(crate) fn stone() -> Canvas {
    let mut canvas = Canvas::from_fn(128, 128, |u, v| {
        let cloud = fbm(u, v, 4, 5, 431);
        let speck = fbm(u, v, 50, 2, 432);
        let mut colour = mix_colour(rgb(112, 108, 102), rgb(158, 152, 140), cloud);
        colour = scale(colour, 0.80 + 0.40 * speck);
        let lichen = smooth(0.60, 0.68, fbm(u, v, 7, 4, 433));
        colour = mix_colour(colour, rgb(146, 146, 96), lichen * 0.55);
        mix_colour(
            colour,
            rgb(66, 70, 48),
            smooth(0.58, 0.72, fbm(u, v, 5, 3, 434)) * 0.45,
        )
    });
    let mut relief = Relief::new(128, 128);
    relief.add(|x, y| {
        let (u, v) = (x / 128.0, y / 128.0);
        let warp = fbm(u, v, 5, 3, 438);
        let crack = cells(u + 0.12 * warp, v + 0.10 * warp, 3, 435);
        let open = smooth(0.42, 0.6, fbm(u, v, 6, 2, 439));
        2.6 * fbm(u, v, 9, 4, 436) - 1.2 * open * smooth(0.05, 0.0, crack.second - crack.near)
    });
    relief.finish(
        &mut canvas,
        Finish {
            light: 0.26,
            dirt: 0.6,
            dirt_colour: rgb(44, 42, 36),
            wear: 0.3,
            wear_colour: rgb(186, 180, 166),
            seed: 437,
        },
    );
    canvas
}
