//! The mip chain: how a smaller level is made, and how many large ones a load may skip
//! (spec page: texm, sections 3 and 3.1).

use crate::Header;

/// Averages an image of four-component texels down by `level` halvings, the way the game's artists' tool did:
/// each component is the truncated mean of a block of 2^level x 2^level texels. An odd rest at the right and lower
/// edge is left out, as the level's size is rounded down.
///
/// `texels` holds `size.0 * size.1` texels of four bytes; fewer give a smaller or empty result.
pub fn smaller_level(texels: &[u8], size: (u32, u32), level: u32) -> Vec<u8> {
    let step = 1usize.checked_shl(level.min(31)).unwrap_or(1);
    let (width, height) = (size.0.max(1) as usize, size.1.max(1) as usize);
    let small_width = (width / step).max(1);
    let small_height = (height / step).max(1);
    let block = (width.min(step) as u64).saturating_mul(height.min(step) as u64);

    let texels = texels.as_chunks::<4>().0;
    let mut sums = vec![[0u64; 4]; small_width];
    let mut small = Vec::new();
    for rows in texels.chunks(width.saturating_mul(step)).take(small_height) {
        sums.fill([0; 4]);
        for row in rows.chunks_exact(width) {
            for (sum, texels) in sums.iter_mut().zip(row.chunks(step)) {
                for texel in texels {
                    for (sum, &component) in sum.iter_mut().zip(texel) {
                        *sum += u64::from(component);
                    }
                }
            }
        }
        // A mean of bytes is a byte.
        small.extend(sums.as_flattened().iter().map(|sum| (sum / block) as u8));
    }
    small
}

/// How many large levels the game leaves out, by its load flags (the "Texture detail" option), never by the file.
///
/// Overfly loads with 0 unless a user asks for less.
pub fn skipped_levels(load_flags: u32, header: &Header) -> u32 {
    if header.mip_count() <= 1 {
        return 0;
    }
    let (width, height) = (header.width, header.height);
    let two_if_there_are = if header.mip_count() > 2 { 2 } else { 1 };
    match load_flags & 0x7200_0000 {
        0x0200_0000 => two_if_there_are,
        0x1000_0000 => 1,
        0x2000_0000 if width >= 256 || height >= 256 => 1,
        0x4000_0000 if width > 128 && height > 128 => two_if_there_are,
        0x4000_0000 if width == 128 || height == 128 => 1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytemuck::Zeroable;

    #[test]
    fn blocks_are_truncated_means() {
        let grey = |values: &[u8]| -> Vec<u8> { values.iter().flat_map(|&v| [v; 4]).collect() };
        let image = grey(&[0, 1, 2, 3, 9, 4, 5, 6, 8, 9, 9, 9, 9, 9, 9]);
        assert_eq!(smaller_level(&image, (5, 3), 0), image);
        assert_eq!(smaller_level(&image, (5, 3), 1), grey(&[2, 4]));
        // Level 2 is 1 x 1: its block is 4 x 4 and the image is only 3 high.
        assert_eq!(smaller_level(&image, (5, 3), 2), grey(&[5]));
        assert_eq!(smaller_level(&image, (5, 3), u32::MAX).len(), 4);
        assert_eq!(smaller_level(&[], (0, 0), 1), []);
    }

    #[test]
    fn skips() {
        let header = |width, height, mip_count| Header {
            width,
            height,
            mip_count,
            ..Header::zeroed()
        };
        for (flags, width, height, mips, skip) in [
            (0x0200_0000, 256, 256, 1, 0),
            (0x0200_0000, 8, 8, 2, 1),
            (0x0200_0000, 8, 8, 3, 2),
            (0x1000_0000, 8, 8, 3, 1),
            (0x2000_0000, 255, 255, 3, 0),
            (0x2000_0000, 8, 256, 3, 1),
            (0x4000_0000, 256, 256, 3, 2),
            (0x4000_0000, 256, 256, 2, 1),
            (0x4000_0000, 256, 128, 3, 1),
            (0x4000_0000, 64, 256, 3, 0),
            (0x6000_0000, 256, 256, 3, 0),
            (0x8D8F_FFFF, 256, 256, 3, 0),
        ] {
            assert_eq!(
                skipped_levels(flags, &header(width, height, mips)),
                skip,
                "{flags:#x} {width} x {height}, {mips} mips"
            );
        }
    }
}
