//! The 32 bytes that open a Texm (spec page: texm, section 1.1).

use crate::PixelFormat;
use bytemuck::{Pod, Zeroable};
use wire::Malformed;

/// The first four bytes of every Texm.
pub const MAGIC: [u8; 4] = *b"Texm";

/// Bit 24 of `flags5`: the texture gets an alpha surface even without alpha bits. All font atlases have it.
pub const FLAGS5_ALPHA_SURFACE: u32 = 0x0100_0000;

/// Bit 25 of `flags5`: the palette is a 32-step fade of one colour. No shipped texture has it.
pub const FLAGS5_FADE_PALETTE: u32 = 0x0200_0000;

/// The header as it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Header {
    /// [`MAGIC`].
    pub magic: [u8; 4],
    /// Texels of level 0 from left to right, 1 to 8192. Shipped: 8 to 256.
    pub width: u32,
    /// Texels of level 0 from top to bottom, 1 to 8192. Shipped: 8 to 256.
    pub height: u32,
    /// Stored levels; 0 is read as 1.
    pub mip_count: u32,
    /// 32 or 0; goes with being mip-mapped, nothing is known to read it.
    pub flags4: u32,
    /// Exporter flags; the game's loader tests [`FLAGS5_ALPHA_SURFACE`] and [`FLAGS5_FADE_PALETTE`] only.
    pub flags5: u32,
    /// A colour the exporter noted; nothing reads it.
    pub unknown6: u32,
    /// The code of a [`PixelFormat`].
    pub format: u32,
}

/// Widest and tallest level 0 that is read.
const MAX_SIDE: u32 = 8192;

/// Most bytes that the levels of one texture may take as RGBA8.
const MAX_DECODED: u64 = 256 << 20;

impl Header {
    /// The format, if the whole header is one that can be decoded (checks T02, T03, T05 and T06).
    pub(crate) fn check(&self) -> Result<PixelFormat, Malformed> {
        if self.magic != MAGIC {
            return Err(Malformed::new(
                0x00,
                "magic",
                "\"Texm\"",
                format!("{:02X?}", self.magic),
            ));
        }
        for (offset, what, side) in [(0x04, "width", self.width), (0x08, "height", self.height)] {
            if !(1..=MAX_SIDE).contains(&side) {
                return Err(Malformed::new(
                    offset,
                    what,
                    format!("1 to {MAX_SIDE}"),
                    side.to_string(),
                ));
            }
        }
        let format = PixelFormat::from_code(self.format).ok_or_else(|| {
            Malformed::new(
                0x1C,
                "format",
                "0, 2, 88, 556, 565, 888, 4444 or 8888",
                self.format.to_string(),
            )
        })?;
        let decoded: u64 = (0..self.mip_count().min(self.full_mip_count()))
            .map(|level| self.level_texels(level).saturating_mul(4))
            .sum();
        if decoded > MAX_DECODED {
            return Err(Malformed::new(
                0x04,
                "size",
                format!("at most {MAX_DECODED} bytes of RGBA"),
                decoded.to_string(),
            ));
        }
        Ok(format)
    }

    /// Levels that the file is to hold: `mip_count`, at least 1.
    pub fn mip_count(&self) -> u32 {
        self.mip_count.max(1)
    }

    /// Levels from level 0 down to 1 x 1.
    pub fn full_mip_count(&self) -> u32 {
        self.width.max(self.height).checked_ilog2().unwrap_or(0) + 1
    }

    /// Width and height of a level: halved and rounded down each time, at least 1.
    pub fn level_size(&self, level: u32) -> (u32, u32) {
        let halved = |side: u32| side.checked_shr(level).unwrap_or(0).max(1);
        (halved(self.width), halved(self.height))
    }

    /// Texels of a level.
    pub(crate) fn level_texels(&self, level: u32) -> u64 {
        let (width, height) = self.level_size(level);
        u64::from(width).saturating_mul(u64::from(height))
    }

    /// Whether the game's loader gives the texture an alpha surface.
    pub fn has_alpha_surface(&self) -> bool {
        matches!(
            PixelFormat::from_code(self.format),
            Some(PixelFormat::Argb4444 | PixelFormat::Argb8888)
        ) || self.flags5 & (FLAGS5_ALPHA_SURFACE | FLAGS5_FADE_PALETTE) != 0
    }
}
