//! The 256 colours of an indexed texture (spec page: texm, section 2.4).

use bytemuck::{Pod, Zeroable};

/// 256 colours, each B, G, R and a padding byte that is not alpha.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
pub struct Palette(pub [[u8; 4]; 256]);

impl Palette {
    /// The palette that stands in for an external one that is not at hand: index = brightness.
    pub const GREY: Self = {
        let mut colours = [[0; 4]; 256];
        let mut rest: &mut [[u8; 4]] = &mut colours;
        let mut grey = 0;
        while let [colour, others @ ..] = rest {
            *colour = [grey, grey, grey, 0];
            grey = grey.wrapping_add(1);
            rest = others;
        }
        Self(colours)
    };

    /// The colours as opaque R, G, B, A.
    pub fn to_rgba(&self) -> [[u8; 4]; 256] {
        self.0.map(|[blue, green, red, _]| [red, green, blue, 255])
    }
}
