//! RGBA8 to a Texm, in every pixel format (spec page: texm, sections 2, 3 and 9).

use crate::{
    FLAGS5_ALPHA_SURFACE, Header, MAGIC, PAGE_MAGIC, PageRect, Palette, PixelFormat, ReadOptions,
    Texm, mip,
};
use std::collections::{BTreeSet, HashMap};
use wire::{Malformed, Writer};

/// What to write besides the picture.
#[derive(Debug, Clone)]
pub struct EncodeOptions {
    /// How the texels are stored.
    pub format: PixelFormat,
    /// Levels to store, at least 1; levels past 1 x 1 are not written. The smaller ones are truncated block means of
    /// level 0 in stored components, as in the game's own files.
    pub mip_count: u32,
    /// The header's `flags4`; 32 on most mip-mapped textures of the game.
    pub flags4: u32,
    /// The header's `flags5`. With [`FLAGS5_ALPHA_SURFACE`] an indexed texture stores texels of alpha below 128 as
    /// index 0, which is transparent.
    pub flags5: u32,
    /// The header's `unknown6`.
    pub unknown6: u32,
    /// The colours of an indexed texture. `None` picks up to 255 colours from the picture (index 0 stays free, as in
    /// the game's own files), or the grey ramp for [`PixelFormat::IndexedExternal8`].
    pub palette: Option<Palette>,
    /// Page rectangles; none, and no Page chunk is written.
    pub pages: Vec<PageRect>,
}

impl EncodeOptions {
    /// One level in a format, no flags, no pages.
    pub fn new(format: PixelFormat) -> Self {
        Self {
            format,
            mip_count: 1,
            flags4: 0,
            flags5: 0,
            unknown6: 0,
            palette: None,
            pages: Vec::new(),
        }
    }
}

/// Why a picture cannot be a Texm.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// The bytes are not `width * height * 4`.
    #[error("{width} x {height} texels take {expected} bytes of RGBA, not {found}")]
    WrongSize {
        /// Texels from left to right.
        width: u32,
        /// Texels from top to bottom.
        height: u32,
        /// Bytes that these texels take.
        expected: u64,
        /// Bytes given.
        found: usize,
    },
    /// A page rectangle is negative, empty or outside of the picture.
    #[error("page rectangle {index} is not inside the picture")]
    Page {
        /// Its index.
        index: usize,
    },
    /// No texture may look like this: a side of 0, or far too large.
    #[error("not a Texm: {0}")]
    Header(#[from] Malformed),
}

impl Texm<'static> {
    /// Encodes a picture: rows from top to bottom, R, G, B, A per texel.
    ///
    /// # Errors
    ///
    /// Sizes that do not fit each other or the format's limits.
    pub fn encode(
        width: u32,
        height: u32,
        rgba: &[u8],
        options: &EncodeOptions,
    ) -> Result<Self, EncodeError> {
        let mut header = Header {
            magic: MAGIC,
            width,
            height,
            mip_count: options.mip_count.max(1),
            flags4: options.flags4,
            flags5: options.flags5,
            unknown6: options.unknown6,
            format: options.format.code(),
        };
        header.mip_count = header.mip_count.min(header.full_mip_count());
        header.check()?;
        let expected = header.level_texels(0).saturating_mul(4);
        if expected != rgba.len() as u64 {
            return Err(EncodeError::WrongSize {
                width,
                height,
                expected,
                found: rgba.len(),
            });
        }
        let outside = |rect: &PageRect| rect.clamped((width, height)) != Some(*rect);
        if let Some(index) = options.pages.iter().position(outside) {
            return Err(EncodeError::Page { index });
        }

        let mut writer = Writer::new();
        writer.record(&header);
        if options.format.is_indexed() {
            write_indexed(&mut writer, &header, rgba, options);
        } else {
            write_direct(&mut writer, &header, rgba, options.format);
        }
        if !options.pages.is_empty() {
            let count = u32::try_from(options.pages.len()).unwrap_or(u32::MAX);
            writer.bytes(&PAGE_MAGIC).u32(count).records(&options.pages);
        }
        let payload = writer.into_bytes();
        let read = ReadOptions {
            strict: false,
            external_palette: options.palette.as_ref(),
        };
        Ok(Texm::parse_with(&payload, &read)?.into_owned())
    }
}

/// Every level of a format whose texels hold their own components.
fn write_direct(writer: &mut Writer, header: &Header, rgba: &[u8], format: PixelFormat) {
    let narrowed: Vec<[u8; 4]> = rgba
        .as_chunks::<4>()
        .0
        .iter()
        .map(|&texel| narrow(format, texel))
        .collect();
    for level in 0..header.mip_count {
        let texels = mip::smaller_level(
            narrowed.as_flattened(),
            (header.width, header.height),
            level,
        );
        for &texel in texels.as_chunks::<4>().0 {
            pack(writer, format, texel);
        }
    }
}

/// R, G, B, A in as many bits as the format has for each.
fn narrow(format: PixelFormat, [red, green, blue, alpha]: [u8; 4]) -> [u8; 4] {
    let to = |bits: u32, value: u8| {
        let most = (1u32 << bits) - 1;
        // To the nearest; at most `most`, which fits.
        ((u32::from(value) * most + 127) / 255) as u8
    };
    match format {
        PixelFormat::Rgb565 => [to(5, red), to(6, green), to(5, blue), 0],
        PixelFormat::Rgb556 => [to(5, red), to(5, green), to(6, blue), 0],
        PixelFormat::Argb4444 => [to(4, red), to(4, green), to(4, blue), to(4, alpha)],
        PixelFormat::A8L8 => {
            let (red, green, blue) = (u32::from(red), u32::from(green), u32::from(blue));
            // The weights add up to 256: grey stays itself.
            let luminance = ((red * 77 + green * 150 + blue * 29 + 128) >> 8) as u8;
            [luminance, luminance, luminance, alpha]
        }
        PixelFormat::Xrgb8888 => [red, green, blue, 0],
        PixelFormat::Argb8888 | PixelFormat::Indexed8 | PixelFormat::IndexedExternal8 => {
            [red, green, blue, alpha]
        }
    }
}

/// Writes one texel of narrowed components.
fn pack(writer: &mut Writer, format: PixelFormat, [red, green, blue, alpha]: [u8; 4]) {
    let wide = [red, green, blue, alpha].map(u16::from);
    let [r, g, b, a] = wide;
    match format {
        PixelFormat::Rgb565 => writer.u16(r << 11 | g << 5 | b),
        PixelFormat::Rgb556 => writer.u16(r << 11 | g << 6 | b),
        PixelFormat::Argb4444 => writer.u16(a << 12 | r << 8 | g << 4 | b),
        PixelFormat::A8L8 => writer.u16(a << 8 | r),
        PixelFormat::Xrgb8888
        | PixelFormat::Argb8888
        | PixelFormat::Indexed8
        | PixelFormat::IndexedExternal8 => writer.bytes(&[blue, green, red, alpha]),
    };
}

/// The palette, if it is embedded, and every level as indices.
fn write_indexed(writer: &mut Writer, header: &Header, rgba: &[u8], options: &EncodeOptions) {
    let transparent_0 = options.flags5 & FLAGS5_ALPHA_SURFACE != 0;
    let (palette, first) = match (options.palette, options.format) {
        (Some(palette), _) => (palette, usize::from(transparent_0)),
        (None, PixelFormat::IndexedExternal8) => (Palette::GREY, usize::from(transparent_0)),
        (None, _) => (choose_colours(rgba, transparent_0), 1),
    };
    if options.format == PixelFormat::Indexed8 {
        writer.record(&palette);
    }
    let colours = palette.to_rgba();
    let mut nearest = HashMap::new();
    let mut index_of = |[red, green, blue, alpha]: [u8; 4]| {
        if transparent_0 && alpha < 128 {
            return 0;
        }
        *nearest.entry([red, green, blue]).or_insert_with(|| {
            let distance = |&[r, g, b, _]: &[u8; 4]| {
                let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
                square(r, red) + square(g, green) + square(b, blue)
            };
            let closest = colours
                .iter()
                .enumerate()
                .skip(first)
                .min_by_key(|(_, colour)| distance(colour));
            closest
                .and_then(|(index, _)| u8::try_from(index).ok())
                .unwrap_or(0)
        })
    };
    for level in 0..header.mip_count {
        let texels = mip::smaller_level(rgba, (header.width, header.height), level);
        let indices: Vec<u8> = texels
            .as_chunks::<4>()
            .0
            .iter()
            .map(|&texel| index_of(texel))
            .collect();
        writer.bytes(&indices);
    }
}

/// A palette for a picture: its own colours if they are few enough, else 255 that stand for them. Index 0 stays free.
fn choose_colours(rgba: &[u8], transparent_0: bool) -> Palette {
    const MOST: usize = 255;
    let visible = || {
        rgba.as_chunks::<4>()
            .0
            .iter()
            .filter(|[.., alpha]| !transparent_0 || *alpha >= 128)
            .map(|&[red, green, blue, _]| [red, green, blue])
    };
    let mut distinct = BTreeSet::new();
    let few = visible().all(|colour| {
        distinct.insert(colour);
        distinct.len() <= MOST
    });
    let colours: Vec<[u8; 3]> = if few {
        distinct.into_iter().collect()
    } else {
        let opaque: Vec<u8> = visible().flat_map(|[r, g, b]| [r, g, b, 255]).collect();
        // 10 samples a tenth of the texels: the crate's middle between speed and quality.
        let quantiser = color_quant::NeuQuant::new(10, MOST, &opaque);
        quantiser.color_map_rgb().as_chunks::<3>().0.to_vec()
    };
    let mut palette = Palette([[0; 4]; 256]);
    for (entry, [red, green, blue]) in palette.0.iter_mut().skip(1).zip(colours) {
        *entry = [blue, green, red, 0];
    }
    palette
}
