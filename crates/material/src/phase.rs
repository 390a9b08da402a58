//! The 34-byte phase record and its colours (spec page: materials, section 3.5).

use crate::{Interpolation, Warning};
use bytemuck::{Pod, Zeroable};
use wire::FixedName;

/// A phase as stored. Colours are R, G, B bytes of display values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Phase {
    /// Self-light of the surface.
    pub ambient: [u8; 3],
    /// Opacity in percent, 0 to 100 (the alpha of the ambient colour).
    pub opacity_percent: u8,
    /// Colour under light.
    pub diffuse: [u8; 3],
    /// No effect.
    pub diffuse_alpha: u8,
    /// Colour of the highlight.
    pub specular: [u8; 3],
    /// No effect.
    pub specular_alpha: u8,
    /// Never read by the game's renderer.
    pub emissive: [u8; 3],
    /// No effect.
    pub emissive_alpha: u8,
    /// Specular power byte; see [`ActivePhase::exponent`]. Shipped: 0, 3, 4, 5, 6.
    pub power: u8,
    /// Page rectangle of the texture, -1 for the whole of it.
    pub page: i8,
    /// Name in `Textures.lib`; empty for a white surface.
    pub texture: FixedName<16>,
}

impl Phase {
    /// Which part of the texture is used.
    ///
    /// `rect_count` is the number of page rectangles of the texture. An untextured phase has no page.
    pub fn page_choice(&self, rect_count: usize) -> PageChoice {
        match usize::try_from(self.page) {
            _ if self.page == -1 || self.texture.bytes().is_empty() => PageChoice::Whole,
            Ok(index) if index < rect_count => PageChoice::Rect(index),
            _ => PageChoice::OutOfRange,
        }
    }

    /// The warning for [`PageChoice::OutOfRange`].
    pub fn page_warning(&self, rect_count: usize) -> Option<Warning> {
        (self.page_choice(rect_count) == PageChoice::OutOfRange).then_some(Warning::MatPageRange {
            page: self.page,
            rects: rect_count,
        })
    }
}

/// Which part of a texture a phase uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageChoice {
    /// The whole texture.
    Whole,
    /// A page rectangle.
    Rect(usize),
    /// A rectangle that does not exist: the whole texture, with [`Phase::page_warning`].
    OutOfRange,
}

/// A phase at a moment: colours as fractions, perhaps between two phases.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ActivePhase {
    /// The phase that texture, page and power come from.
    pub index: u16,
    /// Its record.
    pub record: Phase,
    /// Self-light, 0..1.
    pub ambient: [f32; 3],
    /// Colour under light, 0..1.
    pub diffuse: [f32; 3],
    /// Colour of the highlight, 0..1.
    pub specular: [f32; 3],
    /// Never used by the game, 0..1.
    pub emissive: [f32; 3],
    /// 0..1.
    pub opacity: f32,
}

impl ActivePhase {
    /// A phase by itself.
    pub fn of(index: u16, record: Phase) -> Self {
        let colour = |bytes: [u8; 3]| bytes.map(|byte| f32::from(byte) / 255.0);
        Self {
            index,
            record,
            ambient: colour(record.ambient),
            diffuse: colour(record.diffuse),
            specular: colour(record.specular),
            emissive: colour(record.emissive),
            // Divided, so that 100 percent is exactly 1.
            opacity: (f32::from(record.opacity_percent) / 100.0).min(1.0),
        }
    }

    /// Moves the colours that `mask` names towards those of `next`; texture, page and power stay.
    #[must_use]
    pub fn towards(mut self, next: &Self, factor: f32, mask: Interpolation) -> Self {
        let lerp = |from: f32, to: f32| from + (to - from) * factor;
        for (bit, from, to) in [
            (Interpolation::AMBIENT, &mut self.ambient, &next.ambient),
            (Interpolation::DIFFUSE, &mut self.diffuse, &next.diffuse),
            (Interpolation::SPECULAR, &mut self.specular, &next.specular),
            (Interpolation::EMISSIVE, &mut self.emissive, &next.emissive),
        ] {
            if mask.contains(bit) {
                for (from, &to) in from.iter_mut().zip(to) {
                    *from = lerp(*from, to);
                }
            }
        }
        if mask.contains(Interpolation::OPACITY) {
            self.opacity = lerp(self.opacity, next.opacity);
        }
        self
    }

    /// Exponent of the highlight: 2^(p-1) for the power byte p, at most 64; 0 for p = 0, which means no highlight.
    pub fn exponent(&self) -> f32 {
        match self.record.power.min(7) {
            0 => 0.0,
            power => f32::from(1u8 << (power - 1)),
        }
    }
}
