//! The textures: how many of which format (spec page: texm, section 2), and pictures that are cheap to paint.

use super::random::{Random, noise};
use super::{Result, Size};
use texm::{EncodeOptions, PageRect, PixelFormat, Texm};

/// Side of a noise tile; no texture is larger.
const TILE: usize = 256;

/// Cells of an atlas, in a row.
pub(super) const PAGES_ACROSS: usize = 4;

/// What a texture shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Motif {
    /// Soil, in colour.
    Ground,
    /// Its grain, around mid-grey.
    Grain,
    /// Panels of machines and walls.
    Plate,
    /// The same in the cells of an atlas.
    Plates,
    /// A silhouette of leaves.
    Leaves,
    /// Bark and stone.
    Bark,
    /// A frame of water.
    Water,
    /// A cloud of smoke.
    Smoke,
    /// Sparks and clouds in the cells of an atlas.
    Sparks,
    /// What the sky shows.
    Sky,
}

/// A texture to paint.
#[derive(Debug, Clone)]
pub(super) struct Picture {
    pub(super) name: String,
    pub(super) motif: Motif,
    format: PixelFormat,
    width: u32,
    height: u32,
}

/// Names of the sky's textures.
pub(super) const SKY: [&str; 10] = [
    "NEBULA_0.0",
    "NEBULA_1.0",
    "STAR0.0",
    "S_03.0",
    "S_05.0",
    "SUN.0",
    "FLARE.0",
    "TOK51.0",
    "DUST.0",
    "DROP.0",
];

/// Motif, format, number in a shipped installation, and how many there are at least.
const SHIPPED: [(Motif, PixelFormat, usize, usize); 11] = [
    (Motif::Ground, PixelFormat::Rgb565, 24, 3),
    (Motif::Grain, PixelFormat::Argb8888, 22, 3),
    (Motif::Plate, PixelFormat::Rgb565, 23, 1),
    (Motif::Plate, PixelFormat::Xrgb8888, 52, 2),
    (Motif::Plate, PixelFormat::Argb8888, 140, 2),
    (Motif::Plates, PixelFormat::Argb8888, 45, 2),
    (Motif::Sparks, PixelFormat::Argb8888, 20, 1),
    (Motif::Leaves, PixelFormat::Argb4444, 20, 2),
    (Motif::Smoke, PixelFormat::Argb4444, 22, 2),
    (Motif::Bark, PixelFormat::Indexed8, 5, 1),
    (Motif::Water, PixelFormat::Indexed8, 10, 2),
];

/// Every texture of the installation.
pub(super) fn plan(size: &Size) -> Vec<Picture> {
    let mut out: Vec<Picture> = Vec::new();
    for (motif, format, shipped, least) in SHIPPED {
        for _ in 0..(shipped * size.textures / Size::shipped().textures).max(least) {
            let number = out.iter().filter(|picture| picture.motif == motif).count();
            let (width, height) = extent(motif, number, size.texture_side);
            out.push(Picture {
                name: name(motif, number),
                motif,
                format,
                width,
                height,
            });
        }
    }
    out.extend(SKY.map(|name| Picture {
        name: name.to_owned(),
        motif: Motif::Sky,
        format: PixelFormat::Argb8888,
        width: size.texture_side,
        height: size.texture_side,
    }));
    out
}

fn name(motif: Motif, number: usize) -> String {
    match motif {
        Motif::Ground => format!("L{number:02}.0"),
        Motif::Grain => format!("L{number:02}M.0"),
        Motif::Plate => format!("MTP_{number:03}.0"),
        Motif::Plates => format!("PG{number:02}.0"),
        Motif::Leaves => format!("TREE_{number:02}.0"),
        Motif::Bark => format!("BARK_{number}.0"),
        Motif::Water => format!("WATER{number}.0"),
        Motif::Smoke => format!("SMOKE_{number:02}.0"),
        Motif::Sparks => format!("EFFECT{number}.0"),
        Motif::Sky => format!("SKY_{number}.0"),
    }
}

/// Width and height, at most `most`: mostly 256, some 128 and 64, a few that are not square.
fn extent(motif: Motif, number: usize, most: u32) -> (u32, u32) {
    let (width, height) = match (motif, number % 20) {
        (Motif::Plate, 8..=16) | (Motif::Leaves, 10..) | (Motif::Bark | Motif::Water, _) => {
            (128, 128)
        }
        (Motif::Plate, 17) => (128, 64),
        (Motif::Plate, 18..) => (64, 64),
        (Motif::Smoke, _) => (128, 128),
        _ => (256, 256),
    };
    (width.min(most), height.min(most))
}

/// Noise that all pictures are painted from.
pub(super) struct Tiles(Vec<Vec<f64>>);

impl Tiles {
    /// Makes the tiles.
    pub(super) fn new() -> Self {
        let tile = |seed: u64| {
            let at = |index: usize| {
                let (x, y) = (
                    (index % TILE) as f64 / TILE as f64,
                    (index / TILE) as f64 / TILE as f64,
                );
                let octave = |octave: u32| {
                    let cells = 4_i64 << octave;
                    noise(
                        x * cells as f64,
                        y * cells as f64,
                        cells,
                        seed * 16 + u64::from(octave),
                    )
                };
                (octave(0) * 8.0 + octave(1) * 4.0 + octave(2) * 3.0 + octave(3) * 2.0 + octave(4))
                    / 18.0
            };
            (0..TILE * TILE).map(at).collect()
        };
        Self((0..4).map(tile).collect())
    }

    /// Noise of a tile at a texel, repeated in both directions.
    fn at(&self, tile: usize, x: usize, y: usize) -> f64 {
        self.0[tile % self.0.len()][(y % TILE) * TILE + x % TILE]
    }
}

impl Picture {
    /// The payload of the `Texm` entry.
    pub(super) fn payload(&self, tiles: &Tiles) -> Result<Vec<u8>> {
        let unmipped = matches!(self.motif, Motif::Sky | Motif::Smoke);
        let mut random = Random::new(&self.name, 0);
        let options = EncodeOptions {
            // Chains stop at 4 x 4.
            mip_count: if unmipped {
                1
            } else {
                self.width.min(self.height).ilog2().saturating_sub(1)
            },
            flags4: if unmipped { 0 } else { 32 },
            flags5: if random.below(393) < 81 {
                0x0400_0000
            } else {
                0
            },
            pages: self.pages(),
            ..EncodeOptions::new(self.format)
        };
        let rgba = self.paint(tiles, &mut random);
        Ok(Texm::encode(self.width, self.height, &rgba, &options)?.write())
    }

    /// Page rectangles: the cells of an atlas.
    fn pages(&self) -> Vec<PageRect> {
        if !matches!(self.motif, Motif::Plates | Motif::Sparks) {
            return Vec::new();
        }
        let (width, height) = (
            self.width as usize / PAGES_ACROSS,
            self.height as usize / PAGES_ACROSS,
        );
        let rect = |index: usize| PageRect {
            x: (index % PAGES_ACROSS * width) as i16,
            width: width as i16,
            y: (index / PAGES_ACROSS * height) as i16,
            height: height as i16,
        };
        (0..PAGES_ACROSS * PAGES_ACROSS).map(rect).collect()
    }

    fn paint(&self, tiles: &Tiles, random: &mut Random) -> Vec<u8> {
        let (width, height) = (self.width as usize, self.height as usize);
        let (dx, dy) = (random.below(TILE), random.below(TILE));
        let tile = random.below(4);
        let hue = [random.unit(), random.unit(), random.unit()];
        let step = TILE / width.max(height).max(1);
        let cell = match self.motif {
            Motif::Plates | Motif::Sparks => (width / PAGES_ACROSS).max(1),
            _ => width.min(height),
        };
        let mut out = Vec::with_capacity(width * height * 4);
        for y in 0..height {
            for x in 0..width {
                let coarse = tiles.at(tile, x * step + dx, y * step + dy);
                let fine = tiles.at(tile + 1, x * step * 3 + dy, y * step * 3 + dx);
                // From the middle of the cell, -1..1 on both axes.
                let [u, v] = [x, y].map(|at| (at % cell) as f64 / cell as f64 * 2.0 - 1.0);
                let texel = self.texel(hue, coarse, fine, (u, v));
                out.extend(texel.map(|channel| (channel.clamp(0.0, 1.0) * 255.0).round() as u8));
            }
        }
        out
    }

    /// R, G, B, A of 0..1 from two noises and the place in the cell.
    fn texel(&self, hue: [f64; 3], coarse: f64, fine: f64, (u, v): (f64, f64)) -> [f64; 4] {
        let shade = |[r, g, b]: [f64; 3], by: f64, alpha: f64| [r * by, g * by, b * by, alpha];
        let [first, second, third] = hue;
        match self.motif {
            Motif::Ground => {
                let soil = [0.34 + 0.2 * first, 0.32 + 0.2 * second, 0.2 + 0.12 * third];
                shade(soil, 0.55 + 0.6 * coarse + 0.3 * fine, 1.0)
            }
            Motif::Grain => shade([1.0; 3], 0.5 + (fine - 0.5) * 0.5, 1.0),
            Motif::Plate | Motif::Plates => {
                let base = 0.4 + 0.3 * first;
                let metal = [base, base + 0.06 * second, base + 0.1 * (third - 0.6)];
                let seam = |at: f64| (at * 2.0).fract().abs() < 0.04 || at.abs() > 0.97;
                let by = 0.6 + 0.5 * coarse + 0.15 * fine;
                shade(
                    metal,
                    if seam(u) || seam(v) { by * 0.5 } else { by },
                    0.35 + 0.5 * fine,
                )
            }
            Motif::Leaves => {
                let green = [0.2 + 0.25 * first, 0.4 + 0.2 * second, 0.12 + 0.1 * third];
                let inside = u * u + v * v < 0.5 + coarse && fine > 0.46;
                shade(green, 0.5 + 0.8 * coarse, if inside { 1.0 } else { 0.0 })
            }
            Motif::Bark => {
                let brown = [0.4 + 0.15 * first, 0.34 + 0.12 * second, 0.26 + 0.1 * third];
                // Few distinct colours, as a palette has.
                shade(brown, 0.4 + (coarse * 90.0).floor() / 90.0, 1.0)
            }
            Motif::Water => shade([0.2, 0.36, 0.46], 0.5 + (coarse * 90.0).floor() / 90.0, 1.0),
            Motif::Smoke => {
                let fade = (1.0 - u * u - v * v).max(0.0);
                shade([0.8; 3], 0.4 + 0.6 * coarse, fade * (0.3 + fine))
            }
            Motif::Sparks => {
                let fade = (1.0 - u * u - v * v).max(0.0);
                let warm = [1.0, 0.5 + 0.4 * second, 0.2 + 0.5 * third];
                shade(warm, fade * (0.5 + coarse), fade * (0.4 + fine))
            }
            Motif::Sky => {
                let fade = (1.2 - u * u - v * v).clamp(0.0, 1.0);
                shade([0.9, 0.92, 1.0], 0.3 + 0.7 * coarse, fade * coarse)
            }
        }
    }
}

/// A baked page: even light with soft shadows, 565, one level (spec page: texm, section 7).
pub(super) fn light_page(number: usize, tiles: &Tiles, most: u32) -> Result<Vec<u8>> {
    let side = if number.is_multiple_of(3) { 256 } else { 128 }.min(most);
    let options = EncodeOptions {
        flags5: if number < 3 { 0x0080_0000 } else { 0 },
        ..EncodeOptions::new(PixelFormat::Rgb565)
    };
    let mut rgba = Vec::new();
    for y in 0..side as usize {
        for x in 0..side as usize {
            let light = 0.35 + 0.65 * tiles.at(number, x + number * 37, y);
            rgba.extend(
                [1.0, 0.94, 0.82, 1.0]
                    .map(|tone: f64| (tone.min(1.0) * light.min(1.0) * 255.0) as u8),
            );
        }
    }
    Ok(Texm::encode(side, side, &rgba, &options)?.write())
}
