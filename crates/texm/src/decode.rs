//! Stored texels to RGBA8 (spec page: texm, sections 2 and 5.1).
//!
//! Alpha comes out as stored; formats without alpha give 255.

use crate::{PixelFormat, Texm, mip};

/// One decoded level: rows from top to bottom, R, G, B, A per texel, display values (not linear light).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RgbaLevel {
    /// Texels from left to right.
    pub width: u32,
    /// Texels from top to bottom.
    pub height: u32,
    /// `width * height * 4` bytes.
    pub rgba: Vec<u8>,
}

/// Why a level was not decoded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// The texture stores fewer levels.
    #[error("level {level} does not exist, the texture has {count}")]
    NoSuchLevel {
        /// The level asked for.
        level: u32,
        /// Stored levels.
        count: u32,
    },
    /// The caller's slice does not fit the level.
    #[error("the level takes {expected} bytes of RGBA, the slice has {found}")]
    WrongSize {
        /// Bytes of the decoded level.
        expected: usize,
        /// Bytes of the slice.
        found: usize,
    },
}

impl Texm<'_> {
    /// Decodes one stored level to RGBA8.
    ///
    /// # Errors
    ///
    /// [`DecodeError::NoSuchLevel`] from [`Texm::level_count`] on.
    pub fn decode_mip(&self, level: u32) -> Result<Vec<u8>, DecodeError> {
        let stored = self.level_or_error(level)?;
        let mut rgba = vec![0; stored.rgba_len()];
        self.decode_texels(stored.bytes, &mut rgba);
        Ok(rgba)
    }

    /// Decodes one stored level into a slice of exactly `width * height * 4` bytes, a mapped upload buffer perhaps.
    ///
    /// # Errors
    ///
    /// Nothing is written when the level does not exist or the slice has another size.
    pub fn decode_mip_into(&self, level: u32, rgba: &mut [u8]) -> Result<(), DecodeError> {
        let stored = self.level_or_error(level)?;
        if rgba.len() != stored.rgba_len() {
            return Err(DecodeError::WrongSize {
                expected: stored.rgba_len(),
                found: rgba.len(),
            });
        }
        self.decode_texels(stored.bytes, rgba);
        Ok(())
    }

    /// Every level down to 1 x 1: the stored ones decoded, the missing ones averaged from the smallest stored one.
    pub fn decode_full_chain(&self) -> Vec<RgbaLevel> {
        let mut chain: Vec<RgbaLevel> = (0..self.level_count())
            .filter_map(|level| {
                let (width, height) = self.header().level_size(level);
                let rgba = self.decode_mip(level).ok()?;
                Some(RgbaLevel {
                    width,
                    height,
                    rgba,
                })
            })
            .collect();
        let generated: Vec<RgbaLevel> = chain
            .last()
            .map(|smallest| {
                let missing = self
                    .header()
                    .full_mip_count()
                    .saturating_sub(self.level_count());
                let size = (smallest.width, smallest.height);
                (1..=missing)
                    .map(|level| RgbaLevel {
                        width: (size.0 >> level).max(1),
                        height: (size.1 >> level).max(1),
                        rgba: mip::smaller_level(&smallest.rgba, size, level),
                    })
                    .collect()
            })
            .unwrap_or_default();
        chain.extend(generated);
        chain
    }

    fn level_or_error(&self, level: u32) -> Result<crate::Level<'_>, DecodeError> {
        self.level(level).ok_or(DecodeError::NoSuchLevel {
            level,
            count: self.level_count(),
        })
    }

    fn decode_texels(&self, texels: &[u8], rgba: &mut [u8]) {
        match self.format() {
            PixelFormat::Indexed8 | PixelFormat::IndexedExternal8 => {
                let colours = self.rgba_palette();
                each(texels, rgba, |[index]| {
                    colours.get(usize::from(index)).copied().unwrap_or_default()
                });
            }
            PixelFormat::Rgb565 => each(texels, rgba, |texel| {
                let word = u16::from_le_bytes(texel);
                [wide5(word >> 11), wide6(word >> 5), wide5(word), 255]
            }),
            PixelFormat::Rgb556 => each(texels, rgba, |texel| {
                let word = u16::from_le_bytes(texel);
                [wide5(word >> 11), wide5(word >> 6), wide6(word), 255]
            }),
            PixelFormat::Argb4444 => each(texels, rgba, |[low, high]| {
                [wide4(high), wide4(low >> 4), wide4(low), wide4(high >> 4)]
            }),
            PixelFormat::A8L8 => each(texels, rgba, |[luminance, alpha]| {
                [luminance, luminance, luminance, alpha]
            }),
            PixelFormat::Xrgb8888 => each(texels, rgba, |[blue, green, red, _]| {
                [red, green, blue, 255]
            }),
            PixelFormat::Argb8888 => each(texels, rgba, |[blue, green, red, alpha]| {
                [red, green, blue, alpha]
            }),
        }
    }

    /// The colours of the indices. Only an alpha surface has a transparent one, index 0; so fonts drop their ground.
    fn rgba_palette(&self) -> [[u8; 4]; 256] {
        let mut colours = self.palette_or_grey().to_rgba();
        if self.index_0_is_transparent()
            && let [[.., alpha], ..] = &mut colours
        {
            *alpha = 0;
        }
        colours
    }
}

/// Converts texel by texel; the choice of the format is made once, outside of the loop.
fn each<const N: usize>(texels: &[u8], rgba: &mut [u8], convert: impl Fn([u8; N]) -> [u8; 4]) {
    let texels = texels.as_chunks::<N>().0;
    for (rgba, &texel) in rgba.as_chunks_mut::<4>().0.iter_mut().zip(texels) {
        *rgba = convert(texel);
    }
}

// Bit replication: the upper bits repeat below, so that all ones become 255.

fn wide4(bits: u8) -> u8 {
    (bits & 15) * 17
}

fn wide5(bits: u16) -> u8 {
    let bits = (bits & 31) as u8;
    bits << 3 | bits >> 2
}

fn wide6(bits: u16) -> u8 {
    let bits = (bits & 63) as u8;
    bits << 2 | bits >> 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Header, MAGIC};

    /// A texture of one texel.
    fn one_texel(format: u32, flags5: u32, texel: &[u8]) -> Vec<u8> {
        let header = Header {
            magic: MAGIC,
            width: 1,
            height: 1,
            mip_count: 1,
            flags4: 0,
            flags5,
            unknown6: 0,
            format,
        };
        let mut payload = bytemuck::bytes_of(&header).to_vec();
        if format == 0 {
            let mut palette = [[1, 2, 3, 7]; 256];
            palette[1] = [0x0A, 0x14, 0x1E, 0];
            payload.extend(palette.as_flattened());
        }
        payload.extend(texel);
        payload
    }

    fn decode(format: u32, flags5: u32, texel: &[u8]) -> Vec<u8> {
        let payload = one_texel(format, flags5, texel);
        Texm::parse(&payload).unwrap().decode_mip(0).unwrap()
    }

    #[test]
    fn worked_examples() {
        let examples: [(u32, &[u8], [u8; 4]); 12] = [
            (565, &[0x20, 0xFD], [255, 166, 0, 255]),
            (565, &[0x10, 0x84], [132, 130, 132, 255]),
            (565, &[0xFF, 0xFF], [255, 255, 255, 255]),
            (556, &[0x20, 0xFD], [255, 165, 130, 255]),
            (556, &[0x10, 0x84], [132, 132, 65, 255]),
            (4444, &[0x2E, 0xF1], [17, 34, 238, 255]),
            (4444, &[0x0F, 0x80], [0, 0, 255, 136]),
            (88, &[0x40, 0x7F], [64, 64, 64, 127]),
            (888, &[0x11, 0x22, 0x33, 0x99], [51, 34, 17, 255]),
            (8888, &[0x40, 0x11, 0x22, 0x33], [34, 17, 64, 51]),
            (8888, &[0x00, 0x00, 0xFF, 0xFF], [255, 0, 0, 255]),
            (0, &[0x01], [30, 20, 10, 255]),
        ];
        for (format, bytes, rgba) in examples {
            assert_eq!(decode(format, 0, bytes), rgba, "{format} {bytes:02X?}");
        }
    }

    #[test]
    fn palette_alpha() {
        assert_eq!(decode(0, 0, &[0]), [3, 2, 1, 255]);
        assert_eq!(decode(0, 0x0100_0000, &[0]), [3, 2, 1, 0]);
        assert_eq!(decode(0, 0x0100_0000, &[1]), [30, 20, 10, 255]);
        // The fade palette is not made: opaque.
        assert_eq!(decode(0, 0x0200_0000, &[0]), [3, 2, 1, 255]);
        // An index into a palette elsewhere falls back to grey.
        assert_eq!(decode(2, 0, &[200]), [200, 200, 200, 255]);
    }

    #[test]
    fn slices_must_fit() {
        let payload = one_texel(8888, 0, &[1, 2, 3, 4]);
        let texture = Texm::parse(&payload).unwrap();
        let mut rgba = [0; 4];
        texture.decode_mip_into(0, &mut rgba).unwrap();
        assert_eq!(rgba, [3, 2, 1, 4]);
        assert_eq!(
            texture.decode_mip_into(0, &mut [0; 5]),
            Err(DecodeError::WrongSize {
                expected: 4,
                found: 5
            })
        );
        assert_eq!(
            texture.decode_mip(1),
            Err(DecodeError::NoSuchLevel { level: 1, count: 1 })
        );
    }
}
