//! A picture in display values, `0..1`, with the few operations that the painters need.

use crate::noise::mix;

/// Red, green, blue, alpha in display values `0..1`.
pub(crate) type Colour = [f64; 4];

/// An opaque colour from bytes.
pub(crate) fn rgb(red: u8, green: u8, blue: u8) -> Colour {
    [
        f64::from(red) / 255.0,
        f64::from(green) / 255.0,
        f64::from(blue) / 255.0,
        1.0,
    ]
}

/// An opaque grey.
pub(crate) fn grey(value: f64) -> Colour {
    [value, value, value, 1.0]
}

/// Blends two colours, alpha included.
pub(crate) fn mix_colour(a: Colour, b: Colour, t: f64) -> Colour {
    let t = t.clamp(0.0, 1.0);
    [
        mix(a[0], b[0], t),
        mix(a[1], b[1], t),
        mix(a[2], b[2], t),
        mix(a[3], b[3], t),
    ]
}

/// Multiplies red, green and blue.
pub(crate) fn scale(colour: Colour, factor: f64) -> Colour {
    [
        colour[0] * factor,
        colour[1] * factor,
        colour[2] * factor,
        colour[3],
    ]
}

/// A picture; row 0 is the top row, as in a Texm.
#[derive(Debug, Clone)]
pub(crate) struct Canvas {
    /// Pixels across.
    pub(crate) width: usize,
    /// Pixels down.
    pub(crate) height: usize,
    /// Row by row from the top.
    pub(crate) pixels: Vec<Colour>,
}

impl Canvas {
    /// Fills a picture from a function of the texel centre, `u` and `v` in `0..1`.
    pub(crate) fn from_fn(width: usize, height: usize, paint: impl Fn(f64, f64) -> Colour) -> Self {
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            for x in 0..width {
                pixels.push(paint(
                    (x as f64 + 0.5) / width as f64,
                    (y as f64 + 0.5) / height as f64,
                ));
            }
        }
        Self {
            width,
            height,
            pixels,
        }
    }

    /// Changes each pixel by a function of its centre (`u`, `v` in `0..1`) and colour.
    pub(crate) fn map(&mut self, change: impl Fn(f64, f64, Colour) -> Colour) {
        for y in 0..self.height {
            for x in 0..self.width {
                let pixel = &mut self.pixels[y * self.width + x];
                *pixel = change(
                    (x as f64 + 0.5) / self.width as f64,
                    (y as f64 + 0.5) / self.height as f64,
                    *pixel,
                );
            }
        }
    }

    /// Copies `other` in, its top left corner at (`x`, `y`).
    pub(crate) fn place(&mut self, x: usize, y: usize, other: &Canvas) {
        for row in 0..other.height {
            for column in 0..other.width {
                self.pixels[(y + row) * self.width + x + column] =
                    other.pixels[row * other.width + column];
            }
        }
    }

    /// Bytes red, green, blue, alpha for each pixel.
    pub(crate) fn to_rgba8(&self) -> Vec<u8> {
        self.pixels
            .iter()
            .flatten()
            .map(|&value| (value.clamp(0.0, 1.0) * 255.0 + 0.5) as u8)
            .collect()
    }
}
