//! Texm images: pixel formats, mips and page rectangles (spec page: texm).
//!
//! [`Texm::parse`] borrows the payload and decodes nothing; [`Texm::decode_mip`] turns one level into RGBA8 and
//! [`Texm::decode_full_chain`] all of them, generated levels included. [`Texm::encode`] goes the other way, in
//! every pixel format, and [`Texm::write`] gives the payload back, byte for byte if it was read.
//!
//! Whether the alpha of a texture is *used* is not decided here: that is the material's blend mode
//! (spec page: materials, section 8.1).
#![forbid(unsafe_code)]

mod alpha;
mod decode;
mod encode;
mod format;
mod header;
mod mip;
mod name;
mod page;
mod palette;
mod texture;
mod warning;

pub use alpha::AlphaStats;
pub use decode::{DecodeError, RgbaLevel};
pub use encode::{EncodeError, EncodeOptions};
pub use format::PixelFormat;
pub use header::{FLAGS5_ALPHA_SURFACE, FLAGS5_FADE_PALETTE, Header, MAGIC};
pub use mip::{skipped_levels, smaller_level};
pub use name::{has_valid_dot, palette_entry_name, palette_index};
pub use page::{PAGE_MAGIC, PageRect, UvRect};
pub use palette::Palette;
pub use texture::{Level, ReadOptions, Texm};
pub use warning::{Check, Warning};

#[cfg(test)]
mod tests;
