//! The eight pixel formats: how many bytes a texel has and how its components lie in them
//! (spec page: texm, section 2).

/// How one texel is stored. The name lists the components from the highest bit down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PixelFormat {
    /// Code 0: an index into the embedded palette.
    Indexed8,
    /// Code 2: an index into a palette kept elsewhere. Only a font atlas of the game has it.
    IndexedExternal8,
    /// Code 565.
    Rgb565,
    /// Code 556. No shipped texture has it.
    Rgb556,
    /// Code 4444.
    Argb4444,
    /// Code 88: luminance in the low byte, alpha in the high one. No shipped texture has it.
    A8L8,
    /// Code 888: four bytes B, G, R, X. X is not alpha.
    Xrgb8888,
    /// Code 8888: four bytes B, G, R, A.
    Argb8888,
}

impl PixelFormat {
    /// Every format there is.
    pub const ALL: [Self; 8] = [
        Self::Indexed8,
        Self::IndexedExternal8,
        Self::Rgb565,
        Self::Rgb556,
        Self::Argb4444,
        Self::A8L8,
        Self::Xrgb8888,
        Self::Argb8888,
    ];

    /// The format of a header's code; `None` for a code the game does not know.
    pub fn from_code(code: u32) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.code() == code)
    }

    /// The header's code: the decimal digits are the widths of the components.
    pub fn code(self) -> u32 {
        match self {
            Self::Indexed8 => 0,
            Self::IndexedExternal8 => 2,
            Self::Rgb565 => 565,
            Self::Rgb556 => 556,
            Self::Argb4444 => 4444,
            Self::A8L8 => 88,
            Self::Xrgb8888 => 888,
            Self::Argb8888 => 8888,
        }
    }

    /// Bytes of one texel: 1, 2 or 4.
    pub fn bytes_per_pixel(self) -> usize {
        match self {
            Self::Indexed8 | Self::IndexedExternal8 => 1,
            Self::Rgb565 | Self::Rgb556 | Self::Argb4444 | Self::A8L8 => 2,
            Self::Xrgb8888 | Self::Argb8888 => 4,
        }
    }

    /// Whether a texel is an index into a palette.
    pub fn is_indexed(self) -> bool {
        matches!(self, Self::Indexed8 | Self::IndexedExternal8)
    }

    /// Whether a texel has alpha bits of its own.
    pub fn has_alpha_bits(self) -> bool {
        matches!(self, Self::Argb4444 | Self::A8L8 | Self::Argb8888)
    }

    /// Whether a texture of the game uses this format; the decoding of the others rests on the loader alone.
    pub fn is_verified(self) -> bool {
        !matches!(self, Self::Rgb556 | Self::A8L8 | Self::IndexedExternal8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_in_hexadecimal() {
        let codes = [0, 2, 0x235, 0x22C, 0x115C, 0x58, 0x378, 0x22B8];
        assert_eq!(PixelFormat::ALL.map(PixelFormat::code), codes);
        for code in codes {
            assert_eq!(PixelFormat::from_code(code).unwrap().code(), code);
        }
        assert_eq!(PixelFormat::from_code(1), None);
    }
}
