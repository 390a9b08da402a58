//! Machines: camouflaged hull, gun metal, track links, containers, crates, mesh fence.

use super::relief::Finish;
use super::wall::stencil;
use super::{Canvas, Colour, Relief, mix_colour, rgb, scale};
use crate::noise::{cells, fbm, fbm2, mix, smooth, value};

const BARE: Colour = [0.58, 0.57, 0.54, 1.0];
const SOOT: Colour = [0.12, 0.11, 0.10, 1.0];
const RUST: Colour = [0.40, 0.22, 0.12, 1.0];

/// Hull of a fighting machine: camouflage, irregular panel lines, bolts, scraped edges. 4 m a side.
///
/// The alpha channel is a gloss picture, as on the skins of the game; an opaque material ignores it.
pub(crate) fn hull(base: Colour, patch: Colour, seed: u32) -> Canvas {
    let mut canvas = Canvas::from_fn(256, 256, |u, v| {
        let blob = fbm(u, v, 3, 3, seed);
        let edge = 0.03 * (fbm(u, v, 40, 2, seed ^ 9) - 0.5);
        let mut colour = mix_colour(base, patch, smooth(0.505, 0.525, blob + edge));
        colour = scale(
            colour,
            0.94 + 0.16 * (fbm(u, v, 8, 4, seed ^ 2) - 0.5) + 0.06 * value(u, v, 128, seed ^ 3),
        );
        colour[3] = 0.45 + 0.3 * fbm(u, v, 16, 3, seed ^ 4);
        colour
    });
    let mut relief = Relief::new(256, 256);
    // A brick pattern of plates whose widths differ from row to row.
    let rows = [(0.0, 70.0), (70.0, 58.0), (128.0, 76.0), (204.0, 52.0)];
    let widths: [&[f64]; 4] = [
        &[88.0, 64.0, 104.0],
        &[52.0, 120.0, 84.0],
        &[128.0, 60.0, 68.0],
        &[72.0, 96.0, 88.0],
    ];
    for (row, (y, h)) in rows.iter().enumerate() {
        let mut x = row as f64 * 23.0;
        for (index, &w) in widths[row].iter().enumerate() {
            relief.groove(x, *y, w, *h, 1.8, 0.9);
            if (index + row) % 2 == 0 {
                relief.rivets(
                    (x + 6.0, y + 6.0),
                    (x + w - 6.0, y + 6.0),
                    (w / 13.0) as u32,
                    1.4,
                    0.7,
                );
                relief.rivets(
                    (x + 6.0, y + h - 6.0),
                    (x + w - 6.0, y + h - 6.0),
                    (w / 13.0) as u32,
                    1.4,
                    0.7,
                );
            }
            x += w;
        }
    }
    relief
        .panel(30.0, 84.0, 34.0, 26.0, 0.8)
        .rivets((34.0, 88.0), (60.0, 88.0), 4, 1.2, 0.5);
    relief.panel(150.0, 142.0, 44.0, 44.0, -0.8);
    for line in 0..5 {
        relief.panel(155.0, 148.0 + f64::from(line) * 7.5, 34.0, 3.6, 0.8);
    }
    relief.finish(
        &mut canvas,
        Finish {
            light: 0.30,
            dirt: 0.6,
            dirt_colour: rgb(46, 40, 32),
            wear: 0.95,
            wear_colour: BARE,
            seed: seed ^ 6,
        },
    );
    canvas.map(|u, v, colour| {
        let scratch = smooth(0.74, 0.84, fbm2(u, v, 16, 60, 3, seed ^ 7)) * 0.4;
        let dust = smooth(0.45, 0.85, fbm(u, v, 4, 4, seed ^ 8)) * 0.28;
        let alpha = colour[3];
        let mut out = mix_colour(mix_colour(colour, BARE, scratch), rgb(150, 134, 104), dust);
        out[3] = alpha;
        out
    });
    canvas
}

/// Oiled steel of joints, barrels and frames.
pub(crate) fn steel() -> Canvas {
    let mut canvas = Canvas::from_fn(128, 128, |u, v| {
        let brushed = fbm2(u, v, 4, 90, 2, 301);
        let tone = 0.36 + 0.10 * brushed + 0.10 * (fbm(u, v, 6, 4, 302) - 0.5);
        mix_colour(
            scale(rgb(206, 210, 216), tone),
            RUST,
            smooth(0.64, 0.8, fbm(u, v, 9, 4, 303)) * 0.6,
        )
    });
    let mut relief = Relief::new(128, 128);
    for row in 0..4 {
        relief.groove(-8.0, f64::from(row) * 32.0, 144.0, 32.0, 1.6, 0.8);
        relief.rivets(
            (4.0, f64::from(row) * 32.0 + 5.0),
            (116.0, f64::from(row) * 32.0 + 5.0),
            8,
            1.5,
            0.7,
        );
    }
    relief.finish(
        &mut canvas,
        Finish {
            light: 0.34,
            dirt: 0.6,
            dirt_colour: SOOT,
            wear: 0.9,
            wear_colour: rgb(170, 170, 172),
            seed: 304,
        },
    );
    canvas
}

/// Track links, seen flat; v runs along the track, one link in an eighth.
pub(crate) fn track() -> Canvas {
    let mut canvas = Canvas::from_fn(64, 128, |u, v| {
        let tone = 0.20 + 0.10 * fbm2(u, v, 8, 16, 3, 311);
        let mud = smooth(0.45, 0.7, fbm2(u, v, 4, 8, 4, 312));
        mix_colour(
            scale(rgb(220, 216, 208), tone),
            rgb(104, 84, 58),
            mud * 0.75,
        )
    });
    let mut relief = Relief::new(64, 128);
    for link in 0..8 {
        let y = f64::from(link) * 16.0;
        relief.panel(2.0, y + 2.0, 60.0, 12.0, 1.0);
        relief
            .panel(6.0, y + 5.0, 20.0, 5.0, 1.2)
            .panel(38.0, y + 5.0, 20.0, 5.0, 1.2);
        relief.rivet(32.0, y + 8.0, 2.6, 1.0);
    }
    relief.finish(
        &mut canvas,
        Finish {
            light: 0.34,
            dirt: 0.9,
            dirt_colour: SOOT,
            wear: 0.9,
            wear_colour: rgb(150, 146, 140),
            seed: 313,
        },
    );
    canvas
}

/// `[x, width, y, height]` of the two liveries of [`container`].
pub(crate) const CONTAINER_PAGES: [[i16; 4]; 2] = [[0, 256, 0, 128], [0, 256, 128, 128]];

/// Corrugated sides of freight containers in two liveries, one under the other.
pub(crate) fn container() -> Canvas {
    let mut canvas = Canvas::from_fn(256, 256, |u, v| {
        let upper = v < 0.5;
        let y = (v * 2.0).fract();
        let base = if upper {
            rgb(146, 62, 40)
        } else {
            rgb(52, 84, 112)
        };
        let tone = 0.92 + 0.18 * (fbm(u, v, 6, 4, 321) - 0.5);
        let worn = fbm(u, v, 24, 3, 322);
        let digits: &[usize] = if upper { &[4, 0, 1, 7] } else { &[2, 2, 5, 9] };
        let ink = stencil(digits, (u - 0.60) / 0.30, (y - 0.22) / 0.26) && worn < 0.62;
        let band = (0.60..0.90).contains(&u) && (0.58..0.62).contains(&y) && worn < 0.6;
        let mark = ink || band;
        scale(if mark { rgb(222, 214, 196) } else { base }, tone)
    });
    let mut relief = Relief::new(256, 256);
    relief.add(|x, y| {
        let row = y % 128.0;
        if !(9.0..119.0).contains(&row) || !(8.0..248.0).contains(&x) {
            return 1.1;
        }
        let t = (x / 10.0).fract();
        1.2 * (smooth(0.10, 0.28, t) - smooth(0.60, 0.78, t))
    });
    for base in [0.0, 128.0] {
        relief.groove(0.0, base, 256.0, 128.0, 2.0, 0.8);
        relief.rivets((5.0, base + 5.0), (251.0, base + 5.0), 16, 1.4, 0.6);
        relief.rivets((5.0, base + 123.0), (251.0, base + 123.0), 16, 1.4, 0.6);
    }
    relief.finish(
        &mut canvas,
        Finish {
            light: 0.30,
            dirt: 0.45,
            dirt_colour: rgb(44, 34, 28),
            wear: 0.85,
            wear_colour: RUST,
            seed: 323,
        },
    );
    canvas.map(|u, v, colour| {
        let y = (v * 2.0).fract();
        let streak = smooth(0.56, 0.8, fbm2(u, v * 0.1, 60, 1, 3, 324)) * smooth(0.0, 0.5, y);
        let foot = smooth(0.80, 1.0, y + 0.1 * (fbm(u, v, 12, 3, 325) - 0.5));
        mix_colour(
            mix_colour(colour, RUST, streak * 0.55),
            rgb(110, 92, 66),
            foot * 0.6,
        )
    });
    canvas
}

/// One side of a supply crate: planks in a steel frame.
pub(crate) fn crate_side() -> Canvas {
    let mut canvas = Canvas::from_fn(128, 128, |u, v| {
        let plank = (v * 5.0).floor();
        let grain = fbm2(u + plank * 0.37, v, 3, 70, 3, 331);
        let tone = 0.78 + 0.34 * grain + 0.10 * (value(0.5, (plank + 0.5) / 5.0, 5, 332) - 0.5);
        let frame = u.min(1.0 - u).min(v).min(1.0 - v) < 0.10;
        let ink = stencil(&[1, 2], (u - 0.36) / 0.28, (v - 0.40) / 0.2) && grain > 0.36;
        let base = if frame {
            rgb(84, 92, 78)
        } else if ink {
            rgb(40, 36, 30)
        } else {
            rgb(158, 128, 84)
        };
        scale(base, mix(tone, 0.95, if frame { 0.6 } else { 0.0 }))
    });
    let mut relief = Relief::new(128, 128);
    for plank in 0..5 {
        relief.groove(-6.0, f64::from(plank) * 25.6, 140.0, 25.6, 1.8, 1.0);
    }
    relief
        .panel(-3.0, -3.0, 16.0, 134.0, 1.6)
        .panel(115.0, -3.0, 16.0, 134.0, 1.6);
    relief
        .panel(-3.0, -3.0, 134.0, 16.0, 1.6)
        .panel(-3.0, 115.0, 134.0, 16.0, 1.6);
    relief.rivets((6.5, 6.5), (121.5, 6.5), 7, 2.0, 0.9).rivets(
        (6.5, 121.5),
        (121.5, 121.5),
        7,
        2.0,
        0.9,
    );
    relief
        .rivets((6.5, 24.0), (6.5, 104.0), 5, 2.0, 0.9)
        .rivets((121.5, 24.0), (121.5, 104.0), 5, 2.0, 0.9);
    relief.finish(
        &mut canvas,
        Finish {
            light: 0.32,
            dirt: 0.7,
            dirt_colour: rgb(46, 36, 26),
            wear: 0.8,
            wear_colour: rgb(168, 164, 152),
            seed: 333,
        },
    );
    canvas
}

/// Chain-link mesh; alpha is 1 on the wires and 0 between them. 2 m a side.
pub(crate) fn mesh_fence() -> Canvas {
    Canvas::from_fn(64, 64, |u, v| {
        let wire = |t: f64| ((t * 8.0).fract() - 0.5).abs();
        let distance = wire(u + v).min(wire(u - v + 1.0));
        let mut colour = scale(rgb(150, 154, 152), 0.8 + 0.5 * fbm(u, v, 8, 2, 341));
        colour = mix_colour(colour, RUST, smooth(0.6, 0.75, fbm(u, v, 5, 3, 342)) * 0.7);
        colour[3] = if distance < 0.10 { 1.0 } else { 0.0 };
        colour
    })
}

/// Window pane: a cold reflection, dusty at the rim; alpha is how much of it shows.
pub(crate) fn glass() -> Canvas {
    Canvas::from_fn(64, 64, |u, v| {
        let rim = u.min(1.0 - u).min(v).min(1.0 - v);
        let sheen = smooth(0.10, 0.0, ((u + v * 0.6).fract() - 0.45).abs())
            + smooth(0.04, 0.0, ((u + v * 0.6).fract() - 0.62).abs());
        let dust = smooth(0.16, 0.0, rim) * 0.5 + 0.2 * fbm(u, v, 6, 3, 351);
        let mut colour = mix_colour(rgb(60, 92, 104), rgb(206, 224, 228), sheen * 0.7);
        colour = mix_colour(colour, rgb(150, 142, 122), dust * 0.6);
        colour[3] = (0.34 + 0.34 * sheen + 0.4 * dust).clamp(0.0, 0.92);
        colour
    })
}

/// Hazard drum: ribs, a label, dents.
pub(crate) fn drum() -> Canvas {
    let mut canvas = Canvas::from_fn(128, 64, |u, v| {
        let tone = 0.9 + 0.22 * (fbm2(u, v, 8, 4, 4, 361) - 0.5);
        let label = (0.10..0.34).contains(&u) && (0.38..0.66).contains(&v);
        let base = if label {
            rgb(214, 176, 60)
        } else {
            rgb(70, 96, 62)
        };
        scale(base, tone)
    });
    let mut relief = Relief::new(128, 64);
    relief.add(|_, y| {
        [3.0, 21.0, 43.0, 61.0]
            .iter()
            .map(|&rib: &f64| 1.3 * smooth(2.6, 0.4, (y - rib).abs()))
            .sum()
    });
    relief.finish(
        &mut canvas,
        Finish {
            light: 0.3,
            dirt: 0.6,
            dirt_colour: SOOT,
            wear: 1.0,
            wear_colour: RUST,
            seed: 362,
        },
    );
    let spots = |u: f64, v: f64| cells(u, v, 9, 363);
    canvas.map(|u, v, colour| {
        let cell = spots(u, v);
        let spot = if cell.id > 0.75 {
            1.0 - smooth(0.1, 0.3, cell.near)
        } else {
            0.0
        };
        mix_colour(colour, RUST, spot * 0.7)
    });
    canvas
}

/// Whitewashed plates of tanks and dishes, streaked and chipped. 4 m a side.
pub(crate) fn whitewash() -> Canvas {
    let mut canvas = Canvas::from_fn(128, 128, |u, v| {
        let tone =
            0.94 + 0.12 * (fbm(u, v, 5, 4, 371) - 0.5) + 0.06 * (fbm(u, v, 40, 2, 372) - 0.5);
        scale(
            mix_colour(rgb(204, 202, 190), rgb(186, 188, 184), fbm(u, v, 3, 3, 373)),
            tone,
        )
    });
    let mut relief = Relief::new(128, 128);
    for (x, y) in [(0.0, 0.0), (64.0, 0.0), (0.0, 64.0), (64.0, 64.0)] {
        relief.groove(x, y, 64.0, 64.0, 1.6, 0.7);
        relief.rivets((x + 5.0, y + 5.0), (x + 59.0, y + 5.0), 7, 1.2, 0.5);
        relief.rivets((x + 5.0, y + 59.0), (x + 59.0, y + 59.0), 7, 1.2, 0.5);
    }
    relief.finish(
        &mut canvas,
        Finish {
            light: 0.26,
            dirt: 0.6,
            dirt_colour: rgb(90, 74, 56),
            wear: 0.8,
            wear_colour: RUST,
            seed: 374,
        },
    );
    canvas.map(|u, v, colour| {
        let streak = smooth(0.58, 0.82, fbm2(u, v * 0.15, 44, 1, 3, 375))
            * smooth(0.0, 0.4, (v * 2.0).fract());
        mix_colour(colour, rgb(132, 96, 66), streak * 0.5)
    });
    canvas
}

/// `[x, width, y, height]` of the eight emblems of [`emblems`].
pub(crate) const EMBLEM_PAGES: [[i16; 4]; 8] = [
    [0, 64, 0, 64],
    [64, 64, 0, 64],
    [128, 64, 0, 64],
    [192, 64, 0, 64],
    [0, 64, 64, 64],
    [64, 64, 64, 64],
    [128, 64, 64, 64],
    [192, 64, 64, 64],
];

/// Eight clan emblems: each a different number of rays in a different colour.
pub(crate) fn emblems() -> Canvas {
    let mut canvas = Canvas::from_fn(256, 128, |_, _| rgb(40, 44, 40));
    let colours = [
        rgb(214, 176, 60),
        rgb(190, 60, 44),
        rgb(70, 124, 180),
        rgb(98, 150, 72),
        rgb(206, 206, 198),
        rgb(170, 98, 176),
        rgb(214, 128, 48),
        rgb(84, 176, 170),
    ];
    for (index, colour) in colours.into_iter().enumerate() {
        let rays = 3.0 + index as f64;
        let emblem = Canvas::from_fn(64, 64, |u, v| {
            let (x, y) = (2.0 * u - 1.0, 2.0 * v - 1.0);
            let radius = (x * x + y * y).sqrt();
            let turn = libm::atan2(x, -y) / std::f64::consts::TAU;
            let ray = 2.0 * ((turn * rays).fract() + 1.0).fract();
            let star = 0.34 + 0.34 * (ray - 1.0).abs();
            let worn = fbm(u, v, 10, 4, 381 + index as u32);
            let paint = (radius < star || (0.80..0.90).contains(&radius)) && worn < 0.66;
            let field = mix_colour(rgb(58, 62, 50), rgb(46, 50, 42), fbm(u, v, 6, 3, 391));
            scale(
                if paint { colour } else { field },
                0.84 + 0.3 * fbm(u, v, 14, 3, 392),
            )
        });
        let [x, _, y, _] = EMBLEM_PAGES[index];
        canvas.place(x as usize, y as usize, &emblem);
    }
    canvas
}

/// Sensor glass: a dark lens with a lit core.
pub(crate) fn lens() -> Canvas {
    Canvas::from_fn(32, 32, |u, v| {
        let (x, y) = (2.0 * u - 1.0, 2.0 * v - 1.0);
        let radius = (x * x + y * y).sqrt();
        let scan = if (v * 16.0).fract() < 0.25 { 0.8 } else { 1.0 };
        let core = smooth(0.9, 0.0, radius);
        scale(
            mix_colour(rgb(52, 20, 12), rgb(255, 176, 84), core * core),
            scan,
        )
    })
}
