//! A height picture from which light, dirt and wear follow: what makes a painted surface look made of something.

use super::{Canvas, Colour, mix_colour, scale};
use crate::noise::{fbm, smooth};

/// Heights of a repeating surface, in texels of depth; 0 is the plain surface.
#[derive(Debug, Clone)]
pub(crate) struct Relief {
    width: usize,
    height: usize,
    heights: Vec<f64>,
}

/// How a relief shows: how strongly it is lit, where dirt gathers and where paint is worn off.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Finish {
    /// Contrast of the light from the upper left.
    pub(crate) light: f64,
    /// Darkening of hollows.
    pub(crate) dirt: f64,
    /// Dirt colour of hollows.
    pub(crate) dirt_colour: Colour,
    /// How much of the raised edges is worn.
    pub(crate) wear: f64,
    /// Colour of worn edges: bare metal, raw concrete.
    pub(crate) wear_colour: Colour,
    /// Seed of the patches in which wear appears.
    pub(crate) seed: u32,
}

impl Relief {
    /// A plain surface.
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Self {
            width,
            height,
            heights: vec![0.0; width * height],
        }
    }

    /// Raises each texel by a function of its centre, in texels.
    pub(crate) fn add(&mut self, raise: impl Fn(f64, f64) -> f64) -> &mut Self {
        for y in 0..self.height {
            for x in 0..self.width {
                self.heights[y * self.width + x] += raise(x as f64 + 0.5, y as f64 + 0.5);
            }
        }
        self
    }

    /// A panel: the rectangle is raised by `by`, with a soft edge one texel wide; negative sinks it.
    pub(crate) fn panel(&mut self, x: f64, y: f64, w: f64, h: f64, by: f64) -> &mut Self {
        self.add(|px, py| {
            let inside = (px - x).min(x + w - px).min(py - y).min(y + h - py);
            by * smooth(-0.6, 0.9, inside)
        })
    }

    /// A groove around a rectangle, `wide` texels wide and `deep` texels deep.
    pub(crate) fn groove(
        &mut self,
        x: f64,
        y: f64,
        w: f64,
        h: f64,
        wide: f64,
        deep: f64,
    ) -> &mut Self {
        let (sw, sh) = (self.width as f64, self.height as f64);
        self.add(|px, py| {
            let mut most: f64 = 0.0;
            for ox in [-sw, 0.0, sw] {
                for oy in [-sh, 0.0, sh] {
                    let (qx, qy) = (px + ox, py + oy);
                    let inside = (qx - x).min(x + w - qx).min(qy - y).min(y + h - qy);
                    most = most.max(1.0 - smooth(wide * 0.5 - 0.5, wide * 0.5 + 0.6, inside.abs()));
                }
            }
            -deep * most
        })
    }

    /// A round head (rivet, bolt) of the given radius.
    pub(crate) fn rivet(&mut self, x: f64, y: f64, radius: f64, by: f64) -> &mut Self {
        let reach = radius.ceil() as i32 + 1;
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                let (px, py) = (x.floor() as i32 + dx, y.floor() as i32 + dy);
                let (cx, cy) = (f64::from(px) + 0.5 - x, f64::from(py) + 0.5 - y);
                let distance = (cx * cx + cy * cy).sqrt();
                let wx = px.rem_euclid(self.width as i32) as usize;
                let wy = py.rem_euclid(self.height as i32) as usize;
                self.heights[wy * self.width + wx] +=
                    by * (1.0 - smooth(radius - 0.8, radius + 0.6, distance));
            }
        }
        self
    }

    /// Rivets along a line, both ends included.
    pub(crate) fn rivets(
        &mut self,
        from: (f64, f64),
        to: (f64, f64),
        count: u32,
        radius: f64,
        by: f64,
    ) -> &mut Self {
        for index in 0..count {
            let t = f64::from(index) / f64::from(count.saturating_sub(1).max(1));
            self.rivet(
                from.0 + (to.0 - from.0) * t,
                from.1 + (to.1 - from.1) * t,
                radius,
                by,
            );
        }
        self
    }

    fn at(&self, x: i32, y: i32) -> f64 {
        let x = x.rem_euclid(self.width as i32) as usize;
        let y = y.rem_euclid(self.height as i32) as usize;
        self.heights[y * self.width + x]
    }

    /// Mean height in a square of side `2 * reach + 1`.
    fn blurred(&self, reach: i32) -> Vec<f64> {
        let (w, h) = (self.width as i32, self.height as i32);
        let span = f64::from(2 * reach + 1);
        let mut across = vec![0.0; self.heights.len()];
        for y in 0..h {
            for x in 0..w {
                let sum: f64 = (-reach..=reach).map(|d| self.at(x + d, y)).sum();
                across[(y * w + x) as usize] = sum / span;
            }
        }
        let mut out = vec![0.0; self.heights.len()];
        for y in 0..h {
            for x in 0..w {
                let sum: f64 = (-reach..=reach)
                    .map(|d| across[((y + d).rem_euclid(h) * w + x) as usize])
                    .sum();
                out[(y * w + x) as usize] = sum / span;
            }
        }
        out
    }

    /// Lights, soils and wears `canvas` (of the same size) by this relief.
    pub(crate) fn finish(&self, canvas: &mut Canvas, finish: Finish) {
        let mean = self.blurred(3);
        let (w, h) = (self.width as i32, self.height as i32);
        for y in 0..h {
            for x in 0..w {
                let index = (y * w + x) as usize;
                let slope = (self.at(x + 1, y) - self.at(x - 1, y)) * 0.6
                    + (self.at(x, y + 1) - self.at(x, y - 1)) * 0.8;
                let above = self.heights[index] - mean[index];
                let (u, v) = (
                    (f64::from(x) + 0.5) / f64::from(w),
                    (f64::from(y) + 0.5) / f64::from(h),
                );
                let patch = smooth(0.42, 0.62, fbm(u, v, 6, 4, finish.seed));
                let worn = (smooth(0.12, 0.6, above) * finish.wear * patch).min(1.0);
                let soiled = (smooth(0.1, 0.9, -above) * finish.dirt).min(1.0);
                let mut colour = canvas.pixels[index];
                let alpha = colour[3];
                colour = mix_colour(colour, finish.wear_colour, worn);
                colour = mix_colour(colour, finish.dirt_colour, soiled);
                colour = scale(colour, (1.0 + finish.light * slope).clamp(0.35, 1.6));
                colour[3] = alpha;
                canvas.pixels[index] = colour;
            }
        }
    }
}
