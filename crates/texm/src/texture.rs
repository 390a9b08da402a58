//! A whole Texm: header, palette, levels, Page chunk (spec page: texm, sections 1, 3, 4 and 9).

use crate::{
    AlphaStats, Check, Header, PAGE_MAGIC, PageRect, Palette, PixelFormat, UvRect, Warning,
};
use std::borrow::Cow;
use wire::{Malformed, Reader, Writer};

/// A Texm over its payload; nothing is decoded and nothing is copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Texm<'a> {
    header: Header,
    format: PixelFormat,
    /// The palette after the header, or the one that was handed in for [`PixelFormat::IndexedExternal8`].
    palette: Option<Cow<'a, Palette>>,
    /// All complete levels, largest first, without gaps.
    texels: Cow<'a, [u8]>,
    /// How many of the complete levels are of use: none past 1 x 1.
    level_count: u32,
    /// What follows the complete levels: the Page chunk, or bytes that a tolerant reading ignores.
    tail: Cow<'a, [u8]>,
    rects: Vec<PageRect>,
    warnings: Vec<Warning>,
}

/// How to read.
#[derive(Debug, Clone, Copy, Default)]
pub struct ReadOptions<'a> {
    /// Refuse what a tolerant reading would only warn of.
    pub strict: bool,
    /// The palette of a [`PixelFormat::IndexedExternal8`] texture, if it is at hand.
    pub external_palette: Option<&'a Palette>,
}

/// One stored level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level<'t> {
    /// Texels from left to right.
    pub width: u32,
    /// Texels from top to bottom.
    pub height: u32,
    /// The texels as stored, rows from top to bottom.
    pub bytes: &'t [u8],
}

impl Level<'_> {
    /// Bytes of the level as RGBA8.
    pub fn rgba_len(&self) -> usize {
        // Both sides are at most 8192.
        (self.width as usize)
            .saturating_mul(self.height as usize)
            .saturating_mul(4)
    }
}

impl<'a> Texm<'a> {
    /// Reads a payload; what can be forgiven becomes a [`Warning`].
    ///
    /// # Errors
    ///
    /// A header that is cut short or makes no sense, a palette or a level 0 that is cut short
    /// (checks T01 to T03 and T05 to T08 of the spec page).
    pub fn parse(payload: &'a [u8]) -> wire::Result<Self> {
        Self::parse_with(payload, &ReadOptions::default())
    }

    /// Reads a payload strictly, or with an external palette.
    ///
    /// # Errors
    ///
    /// As [`Texm::parse`]; strictly also every check that [`Check::is_error_when_strict`].
    pub fn parse_with(payload: &'a [u8], options: &ReadOptions<'a>) -> wire::Result<Self> {
        let mut reader = Reader::new(payload);
        let header: Header = reader.record("Texm header")?;
        let format = header.check()?;
        let mut warnings = Vec::new();
        if header.mip_count == 0 {
            warnings.push(Warning {
                check: Check::NoMips,
                at: Malformed::new(0x0C, "mip_count", "at least 1", "0"),
            });
        }
        if header.flags5 & crate::FLAGS5_FADE_PALETTE != 0 {
            warnings.push(Warning {
                check: Check::FadePalette,
                at: Malformed::new(
                    0x14,
                    "flags5",
                    "bit 25 clear",
                    format!("{:#010x}", header.flags5),
                ),
            });
        }
        if header.mip_count() > header.full_mip_count() {
            warnings.push(Warning {
                check: Check::ExtraLevels,
                at: Malformed::new(
                    0x0C,
                    "mip_count",
                    format!("at most {}", header.full_mip_count()),
                    header.mip_count.to_string(),
                ),
            });
        }
        let palette = match format {
            PixelFormat::Indexed8 => Some(Cow::Borrowed(read_palette(&mut reader)?)),
            PixelFormat::IndexedExternal8 => {
                if options.external_palette.is_none() {
                    warnings.push(Warning {
                        check: Check::NoPalette,
                        at: Malformed::new(0x1C, "format", "an external palette", "none"),
                    });
                }
                options.external_palette.map(Cow::Borrowed)
            }
            _ => None,
        };
        let complete = complete_levels(&header, format, reader.remaining());
        let size = header.levels_size(format, complete);
        let texels = reader.take(usize::try_from(size).unwrap_or(usize::MAX), "level 0")?;
        let tail_offset = reader.position();
        let tail = reader.rest();
        let rects = if complete < header.mip_count() {
            warnings.push(Warning {
                check: Check::TruncatedLevel,
                at: Malformed::new(
                    tail_offset,
                    "level",
                    format!("{} levels", header.mip_count()),
                    format!("{complete}"),
                ),
            });
            Vec::new()
        } else {
            read_page(tail, tail_offset, &header, &mut warnings)
        };
        if options.strict
            && let Some(at) = warnings.iter().position(|w| w.check.is_error_when_strict())
        {
            return Err(warnings.swap_remove(at).at);
        }
        Ok(Self {
            header,
            format,
            palette,
            texels: Cow::Borrowed(texels),
            level_count: complete.min(header.full_mip_count()),
            tail: Cow::Borrowed(tail),
            rects,
            warnings,
        })
    }

    /// The payload, byte for byte as it was read.
    pub fn write(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.record(&self.header);
        if self.format == PixelFormat::Indexed8
            && let Some(palette) = &self.palette
        {
            writer.record(&**palette);
        }
        writer.bytes(&self.texels).bytes(&self.tail);
        writer.into_bytes()
    }

    /// The same texture with its own copy of the payload.
    pub fn into_owned(self) -> Texm<'static> {
        Texm {
            header: self.header,
            format: self.format,
            palette: self.palette.map(|palette| Cow::Owned(palette.into_owned())),
            texels: Cow::Owned(self.texels.into_owned()),
            level_count: self.level_count,
            tail: Cow::Owned(self.tail.into_owned()),
            rects: self.rects,
            warnings: self.warnings,
        }
    }

    /// The header as stored.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How the texels are stored.
    pub fn format(&self) -> PixelFormat {
        self.format
    }

    /// Texels of level 0 from left to right.
    pub fn width(&self) -> u32 {
        self.header.width
    }

    /// Texels of level 0 from top to bottom.
    pub fn height(&self) -> u32 {
        self.header.height
    }

    /// Complete stored levels, those past 1 x 1 not counted; at least 1.
    pub fn level_count(&self) -> u32 {
        self.level_count
    }

    /// A stored level below [`Texm::level_count`].
    pub fn level(&self, level: u32) -> Option<Level<'_>> {
        if level >= self.level_count {
            return None;
        }
        let start = usize::try_from(self.header.levels_size(self.format, level)).ok()?;
        let end = usize::try_from(self.header.levels_size(self.format, level + 1)).ok()?;
        let (width, height) = self.header.level_size(level);
        Some(Level {
            width,
            height,
            bytes: self.texels.get(start..end)?,
        })
    }

    /// The embedded palette, or the external one that was handed in.
    pub fn palette(&self) -> Option<&Palette> {
        self.palette.as_deref()
    }

    /// The page rectangles as stored, even those outside of the image.
    pub fn page_rects(&self) -> &[PageRect] {
        &self.rects
    }

    /// A page rectangle, clamped to the image; `None` if there is none of that index or nothing is left of it. The
    /// others keep their indices, because materials name them by these.
    pub fn page(&self, index: usize) -> Option<PageRect> {
        self.rects
            .get(index)?
            .clamped((self.header.width, self.header.height))
    }

    /// A page rectangle in texture coordinates; `None` as for [`Texm::page`].
    pub fn page_uv(&self, index: usize) -> Option<UvRect> {
        Some(
            self.page(index)?
                .uv((self.header.width, self.header.height)),
        )
    }

    /// Whether the decoded texels can have an alpha below 255: alpha bits, or a font's transparent index 0.
    pub fn has_alpha(&self) -> bool {
        self.format.has_alpha_bits() || (self.format.is_indexed() && self.index_0_is_transparent())
    }

    /// The alpha values of level 0, for the silhouette test; all zero counts for a texture that has no alpha.
    pub fn alpha_stats(&self) -> AlphaStats {
        if !self.has_alpha() {
            return AlphaStats::default();
        }
        AlphaStats::of(&self.decode_mip(0).unwrap_or_default())
    }

    /// What a tolerant reading forgave.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    pub(crate) fn index_0_is_transparent(&self) -> bool {
        self.header.flags5 & crate::FLAGS5_ALPHA_SURFACE != 0
            && self.header.flags5 & crate::FLAGS5_FADE_PALETTE == 0
    }

    pub(crate) fn palette_or_grey(&self) -> &Palette {
        self.palette.as_deref().unwrap_or(&Palette::GREY)
    }
}

impl Header {
    /// Where a level starts in the payload; the level after the last one gives the size of everything but the Page
    /// chunk. `None` for an unknown format.
    pub fn level_offset(&self, level: u32) -> Option<u64> {
        let format = PixelFormat::from_code(self.format)?;
        let palette = if format == PixelFormat::Indexed8 {
            size_of::<Palette>()
        } else {
            0
        };
        let fixed = (size_of::<Self>() + palette) as u64;
        Some(fixed.saturating_add(self.levels_size(format, level)))
    }

    /// Bytes of the first `count` levels.
    fn levels_size(&self, format: PixelFormat, count: u32) -> u64 {
        let shrinking = count.min(self.full_mip_count());
        let texels = (0..shrinking)
            .map(|level| self.level_texels(level))
            .fold(u64::from(count - shrinking), u64::saturating_add);
        texels.saturating_mul(format.bytes_per_pixel() as u64)
    }
}

fn read_palette<'a>(reader: &mut Reader<'a>) -> wire::Result<&'a Palette> {
    let offset = reader.position();
    let bytes = reader.take(size_of::<Palette>(), "palette")?;
    // A palette is made of bytes, so its size is all that could be wrong.
    bytemuck::try_from_bytes(bytes)
        .map_err(|error| Malformed::new(offset, "palette", "1024 bytes", error.to_string()))
}

/// How many of the header's levels `remaining` bytes hold in full; 1 even if level 0 is cut short.
fn complete_levels(header: &Header, format: PixelFormat, remaining: usize) -> u32 {
    let remaining = remaining as u64;
    let wanted = header.mip_count();
    if header.levels_size(format, wanted) <= remaining {
        return wanted;
    }
    let shrinking = wanted.min(header.full_mip_count());
    if let Some(cut) = (1..=shrinking).find(|&n| header.levels_size(format, n) > remaining) {
        return (cut - 1).max(1);
    }
    // Past 1 x 1 every level is one texel.
    let spare = remaining.saturating_sub(header.levels_size(format, shrinking));
    let extra = spare / format.bytes_per_pixel() as u64;
    shrinking.saturating_add(u32::try_from(extra).unwrap_or(u32::MAX))
}

fn read_page(
    tail: &[u8],
    offset: usize,
    header: &Header,
    warnings: &mut Vec<Warning>,
) -> Vec<PageRect> {
    if tail.is_empty() {
        return Vec::new();
    }
    let mut warn = |check, at| warnings.push(Warning { check, at });
    let mut reader = Reader::new(tail);
    let Ok((PAGE_MAGIC, count)) = reader
        .array("Page magic")
        .and_then(|magic| Ok((magic, reader.u32("rect_count")?)))
    else {
        warn(
            Check::UnknownTail,
            Malformed::new(
                offset,
                "bytes after the levels",
                "nothing or a Page chunk",
                format!("{} bytes", tail.len()),
            ),
        );
        return Vec::new();
    };
    let stride = size_of::<PageRect>();
    let fits = reader.remaining() / stride;
    let count = count as usize;
    if count != fits || fits.saturating_mul(stride) != reader.remaining() {
        warn(
            Check::PageSize,
            Malformed::new(
                offset.saturating_add(4),
                "rect_count",
                format!("{} bytes of rectangles", count.saturating_mul(stride)),
                format!("{} bytes", reader.remaining()),
            ),
        );
    }
    let rects: Vec<PageRect> = reader
        .records(count.min(fits), "page rectangle")
        .unwrap_or_default();
    let image = (header.width, header.height);
    if let Some((index, rect)) = rects
        .iter()
        .enumerate()
        .find(|&(_, &rect)| rect.clamped(image) != Some(rect))
    {
        warn(
            Check::PageRect,
            Malformed::new(
                offset.saturating_add(8 + index.saturating_mul(stride)),
                "page rectangle",
                format!("a rectangle inside {} x {}", image.0, image.1),
                format!(
                    "{} x {} at ({}, {})",
                    rect.width, rect.height, rect.x, rect.y
                ),
            ),
        );
    }
    rects
}
