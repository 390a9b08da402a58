//! The images of `Textures.lib`: name, painter, stored format, page rectangles.

use crate::error::Result;
use crate::paint::{Canvas, ground, light, machine, nature, rgb, wall};
use texm::{EncodeOptions, FLAGS5_ALPHA_SURFACE, PageRect, PixelFormat, Texm};

/// Frames of the water animation.
pub(crate) const WATER_FRAMES: usize = 6;

/// One image of a library.
#[derive(Debug)]
pub(crate) struct Texture {
    pub(crate) name: String,
    pub(crate) canvas: Canvas,
    pub(crate) format: PixelFormat,
    pub(crate) pages: Vec<[i16; 4]>,
    pub(crate) mips: u32,
}

impl Texture {
    fn new(name: &str, format: PixelFormat, canvas: Canvas) -> Self {
        let smaller = canvas.width.min(canvas.height).ilog2();
        Self {
            name: name.to_owned(),
            canvas,
            format,
            pages: Vec::new(),
            mips: smaller.saturating_sub(1).max(1),
        }
    }

    fn pages(mut self, pages: &[[i16; 4]]) -> Self {
        self.pages = pages.to_vec();
        self
    }

    fn mips(mut self, mips: u32) -> Self {
        self.mips = mips;
        self
    }

    /// The payload of its library entry.
    pub(crate) fn payload(&self) -> Result<Vec<u8>> {
        let mut options = EncodeOptions::new(self.format);
        options.mip_count = self.mips;
        options.flags4 = if self.mips > 1 { 32 } else { 0 };
        if self.format == PixelFormat::Indexed8
            && self.canvas.pixels.iter().any(|pixel| pixel[3] < 0.5)
        {
            options.flags5 = FLAGS5_ALPHA_SURFACE;
        }
        options.pages = self
            .pages
            .iter()
            .map(|&[x, width, y, height]| PageRect {
                x,
                width,
                y,
                height,
            })
            .collect();
        let texm = Texm::encode(
            self.canvas.width as u32,
            self.canvas.height as u32,
            &self.canvas.to_rgba8(),
            &options,
        )?;
        Ok(texm.write())
    }
}

/// Every image, sorted by nothing but the order of its family.
pub(crate) fn all() -> Vec<Texture> {
    use PixelFormat::{Argb4444, Argb8888, Indexed8, Rgb565, Xrgb8888};
    let mut out = vec![
        Texture::new("L00.0", Rgb565, ground::grass()),
        Texture::new("L02.0", Rgb565, ground::earth()),
        Texture::new("L04.0", Rgb565, ground::rock()),
        Texture::new("L06.0", Rgb565, ground::sand()),
        Texture::new("L01M.0", Indexed8, ground::grass_twin()),
        Texture::new("L03M.0", Indexed8, ground::earth_twin()),
        Texture::new("L05M.0", Indexed8, ground::rock_twin()),
        Texture::new("WATER_BOT.0", Rgb565, ground::lake_bed()),
        Texture::new("S_CONC.0", Rgb565, wall::concrete()),
        Texture::new("S_SLAB.0", Rgb565, wall::slab()),
        Texture::new("S_PANEL.0", Rgb565, wall::panels()),
        Texture::new("S_TREAD.0", Rgb565, wall::tread()),
        Texture::new("PG01.0", Rgb565, wall::atlas()).pages(&wall::ATLAS_PAGES),
        Texture::new("PG27.0", Rgb565, machine::emblems()).pages(&machine::EMBLEM_PAGES),
        Texture::new(
            "M_HULL.0",
            Argb8888,
            machine::hull(rgb(146, 148, 104), rgb(104, 108, 76), 5),
        ),
        Texture::new("M_STEEL.0", Rgb565, machine::steel()),
        Texture::new("M_TRACK.0", Rgb565, machine::track()),
        Texture::new("M_WHITE.0", Rgb565, machine::whitewash()),
        Texture::new("M_LENS.0", Rgb565, machine::lens()),
        Texture::new("PG02.0", Rgb565, machine::container()).pages(&machine::CONTAINER_PAGES),
        Texture::new("M_CRATE.0", Xrgb8888, machine::crate_side()),
        Texture::new("M_DRUM.0", Rgb565, machine::drum()),
        Texture::new("M_FENCE.0", Argb4444, machine::mesh_fence()),
        Texture::new("M_GLASS.0", Argb8888, machine::glass()),
        Texture::new("T_LEAF.0", Argb4444, nature::leaves()),
        Texture::new("T_PINE.0", Argb4444, nature::needles()),
        Texture::new("T_GRASS.0", Argb4444, nature::tufts()),
        Texture::new("T_BARK.0", Indexed8, nature::bark(rgb(124, 104, 80), 441)),
        Texture::new("S_STONE.0", Indexed8, nature::stone()),
        Texture::new("GLOW.0", Argb4444, light::halo()),
        Texture::new("SUN.0", Argb8888, light::bodies())
            .pages(&light::BODY_PAGES)
            .mips(1),
        Texture::new("CLOUD_0.0", Argb4444, light::clouds()),
        Texture::new("NEBULA_0.0", Rgb565, light::nebula()),
        Texture::new("SNOW.0", Argb4444, light::precipitation(false)),
        Texture::new("RAIN.0", Argb4444, light::precipitation(true)),
    ];
    for frame in 0..WATER_FRAMES {
        let phase = frame as f64 / WATER_FRAMES as f64;
        out.push(Texture::new(
            &format!("WATER{frame}.0"),
            Indexed8,
            ground::water(phase),
        ));
    }
    out
}
