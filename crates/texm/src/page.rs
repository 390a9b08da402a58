//! Page rectangles: the sub-images of an atlas (spec page: texm, section 4).

use bytemuck::{Pod, Zeroable};

/// The first four bytes of a Page chunk.
pub const PAGE_MAGIC: [u8; 4] = *b"Page";

/// A rectangle in texels of level 0, in the order of the file: x, width, y, height.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct PageRect {
    /// Left edge.
    pub x: i16,
    /// Texels to the right of `x`.
    pub width: i16,
    /// Upper edge; row 0 is the top row.
    pub y: i16,
    /// Texels down from `y`.
    pub height: i16,
}

impl PageRect {
    /// The part inside an image; `None` when nothing is left of it.
    #[must_use]
    pub fn clamped(self, image: (u32, u32)) -> Option<Self> {
        let clamp = |start: i16, length: i16, side: u32| {
            let side = i32::try_from(side).unwrap_or(i32::MAX);
            let end = (i32::from(start) + i32::from(length)).min(side);
            let start = i32::from(start).max(0);
            let length = i16::try_from(end - start)
                .ok()
                .filter(|&length| length > 0)?;
            Some((i16::try_from(start).ok()?, length))
        };
        let (x, width) = clamp(self.x, self.width, image.0)?;
        let (y, height) = clamp(self.y, self.height, image.1)?;
        Some(Self {
            x,
            width,
            y,
            height,
        })
    }

    /// The rectangle as fractions of an image of `image` texels.
    pub fn uv(self, image: (u32, u32)) -> UvRect {
        let (image_width, image_height) = (image.0.max(1) as f32, image.1.max(1) as f32);
        UvRect {
            u0: f32::from(self.x) / image_width,
            v0: f32::from(self.y) / image_height,
            du: f32::from(self.width) / image_width,
            dv: f32::from(self.height) / image_height,
        }
    }

    /// The texels of a smaller level that the rectangle touches: the origin rounds down, the end up, inside `image`,
    /// the size of level 0.
    #[must_use]
    pub fn at_level(self, level: u32, image: (u32, u32)) -> Self {
        let scale = |start: i16, length: i16, side: u32| {
            let step = 1i64.checked_shl(level.min(32)).unwrap_or(1);
            let side = (i64::from(side) / step).max(1);
            let first = i64::from(start).div_euclid(step).clamp(0, side);
            // div_euclid of the negated end is the upward rounding.
            let end = i64::from(start) + i64::from(length);
            let last = (-(-end).div_euclid(step)).clamp(first, side);
            let small = |value: i64| i16::try_from(value).unwrap_or(i16::MAX);
            (small(first), small(last - first))
        };
        let (x, width) = scale(self.x, self.width, image.0);
        let (y, height) = scale(self.y, self.height, image.1);
        Self {
            x,
            width,
            y,
            height,
        }
    }
}

/// A part of a texture in texture coordinates: `u' = u0 + u * du`, `v' = v0 + v * dv`.
///
/// Coordinates outside 0..1 run into the neighbouring rectangles, as in the game; there is no inset.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct UvRect {
    /// Left edge, 0..1.
    pub u0: f32,
    /// Upper edge, 0..1.
    pub v0: f32,
    /// Width, 0..1.
    pub du: f32,
    /// Height, 0..1.
    pub dv: f32,
}

impl UvRect {
    /// The whole texture.
    pub const WHOLE: Self = Self {
        u0: 0.0,
        v0: 0.0,
        du: 1.0,
        dv: 1.0,
    };

    /// Where a coordinate of the rectangle lies in the texture.
    pub fn apply(self, [u, v]: [f32; 2]) -> [f32; 2] {
        [self.u0 + u * self.du, self.v0 + v * self.dv]
    }
}

impl Default for UvRect {
    fn default() -> Self {
        Self::WHOLE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sun_0() {
        let rect = PageRect {
            x: 0,
            width: 128,
            y: 128,
            height: 128,
        };
        let uv = rect.uv((256, 256));
        assert_eq!([uv.u0, uv.du, uv.v0, uv.dv], [0.0, 0.5, 0.5, 0.5]);
    }

    #[test]
    fn a_coordinate_moves_into_the_rectangle() {
        let rect = PageRect {
            x: 64,
            width: 64,
            y: 128,
            height: 32,
        };
        assert_eq!(rect.uv((256, 256)).apply([0.25, 0.5]), [0.3125, 0.5625]);
        assert_eq!(UvRect::WHOLE.apply([0.25, -3.0]), [0.25, -3.0]);
    }

    #[test]
    fn a_smaller_level_rounds_outwards() {
        let rect = PageRect {
            x: 1,
            width: 3,
            y: 1,
            height: 2,
        };
        let small = PageRect {
            x: 0,
            width: 2,
            y: 0,
            height: 1,
        };
        assert_eq!(rect.at_level(1, (5, 3)), small);
        assert_eq!(rect.at_level(0, (5, 3)), rect);
        let extreme = PageRect {
            x: i16::MIN,
            width: i16::MAX,
            y: i16::MAX,
            height: i16::MAX,
        };
        let _ = extreme.at_level(u32::MAX, (u32::MAX, 0));
    }

    #[test]
    fn clamping() {
        let rect = |x, width, y, height| PageRect {
            x,
            width,
            y,
            height,
        };
        assert_eq!(rect(-2, 6, 1, 9).clamped((8, 4)), Some(rect(0, 4, 1, 3)));
        assert_eq!(rect(8, 1, 0, 1).clamped((8, 4)), None);
        assert_eq!(rect(3, -2, 0, 1).clamped((8, 4)), None);
        assert_eq!(rect(i16::MAX, i16::MAX, 0, 1).clamped((8, 4)), None);
    }
}
