//! Buildings: concrete, painted panels, floors, and the atlas of doors, signs, grilles and screens.

use super::relief::Finish;
use super::{Canvas, Colour, Relief, grey, mix_colour, rgb, scale};
use crate::noise::{Random, cells, fbm, fbm2, smooth, value};

const RUST: Colour = [0.36, 0.21, 0.12, 1.0];
const SOOT: Colour = [0.11, 0.10, 0.09, 1.0];

/// Rain streaks below the top of a wall and splashed dirt at its foot.
fn weather(canvas: &mut Canvas, streaks: f64, foot: f64, seed: u32) {
    canvas.map(|u, v, colour| {
        let run = fbm2(u, v * 0.12, 40, 1, 3, seed);
        let streak = smooth(0.52, 0.80, run) * (1.0 - 0.6 * v) * streaks;
        let splash = smooth(0.78, 1.0, v + 0.10 * (fbm(u, v, 10, 3, seed ^ 5) - 0.5)) * foot;
        let stained = mix_colour(colour, rgb(64, 54, 44), streak);
        mix_colour(stained, rgb(98, 82, 60), splash)
    });
}

/// Cast concrete: shuttering boards, tie holes, stains. 8 m a side.
pub(crate) fn concrete() -> Canvas {
    let mut canvas = Canvas::from_fn(256, 256, |u, v| {
        let cloud = fbm(u, v, 5, 5, 101);
        let board = value(0.5, v, 8, 102);
        let pit = cells(u, v, 60, 103);
        let mut tone = 0.50 + 0.12 * (cloud - 0.5) + 0.035 * (board - 0.5);
        tone += 0.06 * (fbm(u, v, 64, 2, 104) - 0.5);
        if pit.id > 0.9 {
            tone -= 0.12 * (1.0 - smooth(0.06, 0.16, pit.near));
        }
        let warm = mix_colour(rgb(196, 190, 174), rgb(172, 174, 172), fbm(u, v, 3, 3, 105));
        scale(warm, tone / 0.56)
    });
    let mut relief = Relief::new(256, 256);
    relief.groove(0.0, 0.0, 128.0, 128.0, 2.4, 1.0);
    relief.groove(128.0, 0.0, 128.0, 128.0, 2.4, 1.0);
    relief.groove(0.0, 128.0, 128.0, 128.0, 2.4, 1.0);
    relief.groove(128.0, 128.0, 128.0, 128.0, 2.4, 1.0);
    for row in 0..8 {
        relief.groove(-8.0, f64::from(row) * 32.0, 272.0, 32.0, 1.0, 0.25);
    }
    for (cx, cy) in [(0.0, 0.0), (128.0, 0.0), (0.0, 128.0), (128.0, 128.0)] {
        for (dx, dy) in [(24.0, 24.0), (104.0, 24.0), (24.0, 104.0), (104.0, 104.0)] {
            relief.rivet(cx + dx, cy + dy, 2.6, -1.2);
        }
    }
    relief.finish(
        &mut canvas,
        Finish {
            light: 0.30,
            dirt: 0.55,
            dirt_colour: rgb(62, 58, 52),
            wear: 0.4,
            wear_colour: rgb(190, 184, 170),
            seed: 106,
        },
    );
    weather(&mut canvas, 0.55, 0.0, 107);
    canvas
}

/// Paving slabs: the apron around buildings and the foundation of the ground. 8 m a side.
pub(crate) fn slab() -> Canvas {
    let mut canvas = Canvas::from_fn(128, 128, |u, v| {
        let plate = value(u * 0.999, v * 0.999, 2, 111);
        let tone = 0.46
            + 0.10 * (fbm(u, v, 6, 5, 112) - 0.5)
            + 0.04 * (plate - 0.5)
            + 0.07 * (fbm(u, v, 40, 2, 113) - 0.5);
        let oil = smooth(0.62, 0.75, fbm(u, v, 3, 4, 114));
        mix_colour(
            scale(rgb(206, 200, 186), tone / 0.72),
            rgb(58, 54, 50),
            oil * 0.5,
        )
    });
    let mut relief = Relief::new(128, 128);
    for (x, y) in [(0.0, 0.0), (64.0, 0.0), (0.0, 64.0), (64.0, 64.0)] {
        relief.groove(x, y, 64.0, 64.0, 2.2, 1.0);
    }
    relief.finish(
        &mut canvas,
        Finish {
            light: 0.25,
            dirt: 0.8,
            dirt_colour: rgb(70, 66, 48),
            wear: 0.5,
            wear_colour: rgb(176, 170, 156),
            seed: 115,
        },
    );
    canvas
}

/// Riveted panels of painted steel with rust at the seams. 4 m a side.
pub(crate) fn panels() -> Canvas {
    let mut canvas = Canvas::from_fn(256, 256, |u, v| {
        let tone =
            0.96 + 0.10 * (fbm(u, v, 6, 4, 121) - 0.5) + 0.05 * (fbm(u, v, 50, 2, 122) - 0.5);
        let column = (u * 4.0).floor();
        let row = (v * 2.0).floor();
        let plate = value((column + 0.5) / 4.0, (row + 0.5) / 2.0, 8, 123);
        let base = mix_colour(rgb(122, 132, 122), rgb(106, 118, 112), plate);
        scale(base, tone)
    });
    let mut relief = Relief::new(256, 256);
    for column in 0..4 {
        for row in 0..2 {
            let (x, y) = (f64::from(column) * 64.0, f64::from(row) * 128.0);
            relief.groove(x, y, 64.0, 128.0, 2.0, 1.0);
            relief.panel(x + 3.0, y + 3.0, 58.0, 122.0, 0.35);
            for (from, to) in [
                ((x + 7.0, y + 7.0), (x + 57.0, y + 7.0)),
                ((x + 7.0, y + 121.0), (x + 57.0, y + 121.0)),
            ] {
                relief.rivets(from, to, 6, 1.5, 0.8);
            }
            relief.rivets((x + 7.0, y + 20.0), (x + 7.0, y + 108.0), 6, 1.5, 0.8);
            relief.rivets((x + 57.0, y + 20.0), (x + 57.0, y + 108.0), 6, 1.5, 0.8);
        }
    }
    relief
        .panel(76.0, 22.0, 40.0, 30.0, 0.7)
        .rivets((80.0, 26.0), (112.0, 26.0), 4, 1.2, 0.5);
    relief.panel(204.0, 150.0, 36.0, 56.0, -0.7);
    for row in 0..6 {
        relief.panel(208.0, 156.0 + f64::from(row) * 8.0, 28.0, 3.0, 0.6);
    }
    relief.finish(
        &mut canvas,
        Finish {
            light: 0.32,
            dirt: 0.65,
            dirt_colour: rgb(52, 42, 32),
            wear: 0.9,
            wear_colour: rgb(150, 146, 138),
            seed: 124,
        },
    );
    canvas.map(|u, v, colour| {
        let below = (v * 2.0).fract();
        let run = smooth(0.60, 0.85, fbm2(u, v * 0.2, 48, 1, 2, 125)) * smooth(1.0, 0.0, below);
        mix_colour(colour, RUST, run * 0.5)
    });
    weather(&mut canvas, 0.25, 0.0, 126);
    canvas
}

/// Tread plate of floors and stairs. 2 m a side.
pub(crate) fn tread() -> Canvas {
    let mut canvas = Canvas::from_fn(128, 128, |u, v| {
        let tone = 0.42 + 0.10 * (fbm(u, v, 5, 4, 131) - 0.5);
        scale(rgb(188, 188, 182), tone / 0.7)
    });
    let mut relief = Relief::new(128, 128);
    relief.groove(0.0, 0.0, 128.0, 128.0, 2.6, 1.2);
    relief.add(|x, y| {
        let (column, row) = ((x / 16.0).floor() as i32, (y / 16.0).floor() as i32);
        let (dx, dy) = (x % 16.0 - 8.0, y % 16.0 - 8.0);
        let (along, across) = if (column + row) % 2 == 0 {
            ((dx + dy) * 0.707, (dx - dy) * 0.707)
        } else {
            ((dx - dy) * 0.707, (dx + dy) * 0.707)
        };
        let edge = (5.2 - along.abs()).min(1.8 - across.abs());
        0.8 * smooth(-0.5, 0.8, edge)
    });
    relief.finish(
        &mut canvas,
        Finish {
            light: 0.35,
            dirt: 0.5,
            dirt_colour: SOOT,
            wear: 0.9,
            wear_colour: rgb(176, 176, 172),
            seed: 132,
        },
    );
    canvas
}

/// Indices of the page rectangles of [`atlas`]; the rectangles themselves are [`ATLAS_PAGES`].
pub(crate) mod page {
    pub(crate) const DOOR: u8 = 0;
    pub(crate) const STRIPES: u8 = 1;
    pub(crate) const NUMBER: u8 = 2;
    pub(crate) const GRILLE: u8 = 3;
    pub(crate) const SCREEN: u8 = 4;
    pub(crate) const LAMP: u8 = 5;
    pub(crate) const HATCH: u8 = 6;
    pub(crate) const TRAY: u8 = 7;
}

/// `[x, width, y, height]` of each page of [`atlas`], in the order of [`page`].
pub(crate) const ATLAS_PAGES: [[i16; 4]; 8] = [
    [0, 128, 0, 128],
    [128, 128, 0, 32],
    [128, 64, 32, 64],
    [192, 64, 32, 64],
    [128, 64, 96, 64],
    [192, 64, 96, 64],
    [0, 128, 128, 128],
    [128, 128, 160, 96],
];

/// Doors, warning stripes, a number plate, a grille, a console screen, a lamp, a hatch and a cable tray in one image.
pub(crate) fn atlas() -> Canvas {
    let mut canvas = Canvas::from_fn(256, 256, |_, _| grey(0.3));
    canvas.place(0, 0, &door());
    canvas.place(128, 0, &stripes(128, 32));
    canvas.place(128, 32, &number_plate());
    canvas.place(192, 32, &grille());
    canvas.place(128, 96, &screen());
    canvas.place(192, 96, &lamp());
    canvas.place(0, 128, &hatch());
    canvas.place(128, 160, &tray());
    canvas
}

fn door() -> Canvas {
    let mut canvas = Canvas::from_fn(128, 128, |u, v| {
        let tone = 0.95 + 0.14 * (fbm(u, v, 5, 4, 141) - 0.5);
        let band = v > 0.80;
        let slant = ((u * 8.0 + v * 8.0).floor() as i32).rem_euclid(2) == 0;
        let base = match (band, slant) {
            (true, true) => rgb(206, 160, 40),
            (true, false) => rgb(40, 38, 36),
            _ => rgb(96, 104, 104),
        };
        scale(base, tone)
    });
    let mut relief = Relief::new(128, 128);
    relief.groove(1.0, 1.0, 126.0, 126.0, 3.0, 1.2);
    relief.groove(62.5, -4.0, 3.0, 140.0, 2.0, 1.4);
    for row in 0..4 {
        let y = 8.0 + f64::from(row) * 24.0;
        relief.panel(8.0, y, 48.0, 18.0, 0.9);
        relief.panel(72.0, y, 48.0, 18.0, 0.9);
        relief.rivets((12.0, y + 4.0), (52.0, y + 4.0), 4, 1.3, 0.6);
        relief.rivets((76.0, y + 4.0), (116.0, y + 4.0), 4, 1.3, 0.6);
    }
    relief.finish(
        &mut canvas,
        Finish {
            light: 0.32,
            dirt: 0.6,
            dirt_colour: SOOT,
            wear: 0.9,
            wear_colour: rgb(160, 156, 150),
            seed: 142,
        },
    );
    canvas
}

/// Black and yellow diagonal stripes, scratched.
pub(crate) fn stripes(width: usize, height: usize) -> Canvas {
    let aspect = width as f64 / height as f64;
    Canvas::from_fn(width, height, |u, v| {
        let t = (u * aspect + v) * 2.0;
        let base = if (t.floor() as i32).rem_euclid(2) == 0 {
            rgb(214, 168, 42)
        } else {
            rgb(42, 40, 38)
        };
        let scratch = smooth(0.60, 0.72, fbm2(u, v, 12, 6, 4, 151));
        let tone = 0.86 + 0.24 * fbm(u, v, 10, 3, 152);
        scale(mix_colour(base, rgb(118, 112, 104), scratch * 0.8), tone)
    })
}

/// Seven-segment digits painted through a stencil; `(x, y)` in `0..1` of the digit's box.
fn segment(digit: usize, x: f64, y: f64) -> bool {
    const LIT: [u8; 10] = [0x77, 0x24, 0x5D, 0x6D, 0x2E, 0x6B, 0x7B, 0x25, 0x7F, 0x6F];
    let lit = |bit: u8| LIT[digit % 10] & (1 << bit) != 0;
    if !(0.0..1.0).contains(&x) || !(0.0..1.0).contains(&y) {
        return false;
    }
    let bar = |centre: f64| (y - centre).abs() < 0.085 && (0.16..0.84).contains(&x);
    let left = x < 0.22;
    let right = x > 0.78;
    let upper = (0.06..0.46).contains(&y);
    let lower = (0.54..0.94).contains(&y);
    (lit(0) && bar(0.09))
        || (lit(3) && bar(0.5))
        || (lit(6) && bar(0.91))
        || (lit(1) && left && upper)
        || (lit(2) && right && upper)
        || (lit(4) && left && lower)
        || (lit(5) && right && lower)
}

/// Whether a point of a stencilled number is paint; `u`, `v` in `0..1` of the whole number.
pub(crate) fn stencil(digits: &[usize], u: f64, v: f64) -> bool {
    let count = digits.len() as f64;
    let slot = (u * count).floor();
    if slot < 0.0 {
        return false;
    }
    digits
        .get(slot as usize)
        .is_some_and(|&digit| segment(digit, (u * count - slot - 0.14) / 0.72, v))
}

fn number_plate() -> Canvas {
    let mut canvas = Canvas::from_fn(64, 64, |u, v| {
        let tone = 0.9 + 0.2 * (fbm(u, v, 5, 4, 161) - 0.5);
        let worn = fbm(u, v, 12, 3, 162);
        let ink = stencil(&[0, 7], (u - 0.14) / 0.72, (v - 0.2) / 0.6) && worn < 0.64;
        scale(
            if ink {
                rgb(36, 38, 40)
            } else {
                rgb(196, 190, 172)
            },
            tone,
        )
    });
    let mut relief = Relief::new(64, 64);
    relief.groove(1.5, 1.5, 61.0, 61.0, 2.0, 1.0);
    for (x, y) in [(5.0, 5.0), (59.0, 5.0), (5.0, 59.0), (59.0, 59.0)] {
        relief.rivet(x, y, 1.8, 0.9);
    }
    relief.finish(
        &mut canvas,
        Finish {
            light: 0.3,
            dirt: 0.7,
            dirt_colour: RUST,
            wear: 0.6,
            wear_colour: RUST,
            seed: 163,
        },
    );
    canvas
}

fn grille() -> Canvas {
    let mut canvas = Canvas::from_fn(64, 64, |u, v| {
        scale(rgb(104, 106, 100), 0.9 + 0.2 * fbm(u, v, 6, 3, 171))
    });
    let mut relief = Relief::new(64, 64);
    relief.panel(5.0, 5.0, 54.0, 54.0, -1.6);
    for row in 0..7 {
        let y = 8.0 + f64::from(row) * 7.2;
        relief.add(|px, py| {
            if (7.0..57.0).contains(&px) && (y..y + 5.0).contains(&py) {
                1.6 - 0.3 * (py - y)
            } else {
                0.0
            }
        });
    }
    for (x, y) in [(3.0, 3.0), (61.0, 3.0), (3.0, 61.0), (61.0, 61.0)] {
        relief.rivet(x, y, 1.5, 0.8);
    }
    relief.finish(
        &mut canvas,
        Finish {
            light: 0.34,
            dirt: 0.9,
            dirt_colour: SOOT,
            wear: 0.6,
            wear_colour: rgb(150, 146, 138),
            seed: 172,
        },
    );
    canvas
}

fn screen() -> Canvas {
    Canvas::from_fn(64, 64, |u, v| {
        let frame = u.min(1.0 - u).min(v).min(1.0 - v);
        if frame < 0.07 {
            return scale(rgb(74, 76, 76), 0.8 + 0.4 * smooth(0.0, 0.07, frame));
        }
        let grid = ((u * 8.0).fract() < 0.06) || ((v * 8.0).fract() < 0.06);
        let (x, y) = (u - 0.5, v - 0.5);
        let radius = (x * x + y * y).sqrt();
        let ring = ((radius * 7.0).fract() - 0.5).abs() > 0.43;
        let sweep = smooth(
            0.9,
            1.0,
            (libm::atan2(y, x) / std::f64::consts::TAU + 0.8).fract(),
        );
        let blip = cells(u, v, 6, 181);
        let spot = if blip.id > 0.7 {
            1.0 - smooth(0.05, 0.16, blip.near)
        } else {
            0.0
        };
        let line = if (v * 64.0) as i32 % 2 == 0 {
            1.0
        } else {
            0.86
        };
        let base = if grid || (ring && radius < 0.42) {
            rgb(24, 96, 58)
        } else {
            rgb(10, 34, 26)
        };
        let lit = mix_colour(
            base,
            rgb(90, 230, 130),
            (sweep * 0.45 * f64::from(u8::from(radius < 0.42))) + spot * 0.9,
        );
        scale(lit, line)
    })
}

fn lamp() -> Canvas {
    Canvas::from_fn(64, 64, |u, v| {
        let frame = u.min(1.0 - u).min(v).min(1.0 - v);
        if frame < 0.09 {
            return scale(rgb(88, 86, 80), 0.7 + 4.0 * frame);
        }
        let rib = 0.92 + 0.08 * libm::sin(u * 60.0);
        let bars = ((v * 4.0).fract() - 0.5).abs() > 0.42;
        let glow = 1.0
            - smooth(
                0.1,
                0.75,
                ((u - 0.5) * (u - 0.5) + (v - 0.5) * (v - 0.5)).sqrt(),
            );
        let lit = mix_colour(rgb(232, 196, 128), rgb(255, 246, 214), glow);
        scale(if bars { rgb(120, 108, 84) } else { lit }, rib)
    })
}

fn hatch() -> Canvas {
    let mut canvas = Canvas::from_fn(128, 128, |u, v| {
        let tone = 0.9 + 0.2 * (fbm(u, v, 6, 4, 191) - 0.5);
        scale(rgb(116, 118, 108), tone)
    });
    let mut relief = Relief::new(128, 128);
    relief.groove(0.0, 0.0, 128.0, 128.0, 3.0, 1.2);
    relief.add(|x, y| {
        let (dx, dy) = (x - 64.0, y - 64.0);
        let radius = (dx * dx + dy * dy).sqrt();
        1.2 * smooth(-0.8, 0.8, 46.0 - radius) - 1.3 * smooth(2.2, 0.6, (radius - 48.0).abs())
            + 0.7 * smooth(-0.8, 0.8, 20.0 - radius)
    });
    for step in 0..12 {
        let angle = f64::from(step) * std::f64::consts::TAU / 12.0;
        relief.rivet(
            64.0 + 39.0 * libm::cos(angle),
            64.0 + 39.0 * libm::sin(angle),
            2.0,
            0.9,
        );
    }
    relief.panel(58.0, 20.0, 12.0, 22.0, 0.9);
    relief.finish(
        &mut canvas,
        Finish {
            light: 0.3,
            dirt: 0.7,
            dirt_colour: SOOT,
            wear: 0.9,
            wear_colour: rgb(164, 160, 152),
            seed: 192,
        },
    );
    canvas
}

fn tray() -> Canvas {
    let mut random = Random::new(201);
    let mut canvas = Canvas::from_fn(128, 96, |u, v| {
        scale(rgb(78, 80, 80), 0.86 + 0.28 * fbm(u, v, 6, 3, 202))
    });
    let mut relief = Relief::new(128, 96);
    let mut y = 6.0;
    while y < 88.0 {
        let thick = random.range(3.0, 8.0);
        relief.add(|_, py| {
            let t = (py - y) / thick;
            if (0.0..1.0).contains(&t) {
                2.4 * (t * (1.0 - t)).sqrt()
            } else {
                0.0
            }
        });
        y += thick + random.range(0.5, 2.0);
    }
    for x in [16.0, 64.0, 112.0] {
        relief.panel(x - 3.0, 1.0, 6.0, 94.0, 1.6);
        relief.rivet(x, 5.0, 1.6, 0.8).rivet(x, 91.0, 1.6, 0.8);
    }
    relief.finish(
        &mut canvas,
        Finish {
            light: 0.3,
            dirt: 0.8,
            dirt_colour: SOOT,
            wear: 0.5,
            wear_colour: rgb(150, 140, 120),
            seed: 203,
        },
    );
    canvas
}
