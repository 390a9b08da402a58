//! attr1 of a material's directory entry: draw flags and blending (spec page: materials, sections 3.1, 3.2 and 8.2).

/// The draw flags of a material: attr1 of its directory entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct DrawFlags(pub u32);

impl DrawFlags {
    /// Bit 0: texture loads get the load flag 0x200000. Set on `ENV_STARS` alone; the effect is unknown.
    pub fn has_stage_1_textures(self) -> bool {
        self.0 & 0x01 != 0
    }

    /// Bit 1: bump-capable, the ordinary lit skins. Their texture alpha is never opacity.
    pub fn is_bump_capable(self) -> bool {
        self.0 & 0x02 != 0
    }

    /// Bit 6: unknown, never set in shipped data.
    pub fn has_bit_6(self) -> bool {
        self.0 & 0x40 != 0
    }

    /// Bits 2 to 5. The game's table ends at 4.
    pub fn blend_index(self) -> u32 {
        self.0 >> 2 & 15
    }

    /// The blend mode of the index; opaque for an index outside of the table.
    pub fn blend_mode(self) -> BlendMode {
        match self.blend_index() {
            1 => BlendMode::Alpha,
            2 => BlendMode::Additive,
            3 => BlendMode::Multiply,
            4 => BlendMode::Multiply2x,
            _ => BlendMode::Opaque,
        }
    }

    /// Whether the alpha of the texture is opacity; many opaque skins keep a gloss map there
    /// (spec page: texm, section 5.2).
    pub fn uses_texture_alpha(self) -> bool {
        self.blend_mode() != BlendMode::Opaque && !self.is_bump_capable()
    }
}

/// How a surface mixes with what is behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum BlendMode {
    /// Mode 0: covers; alpha has no meaning.
    #[default]
    Opaque,
    /// Mode 2: adds, weighted by alpha.
    Additive,
    /// Mode 3: multiplies.
    Multiply,
    /// Mode 4: mixes by alpha.
    Alpha,
    /// Mode 5: multiplies, doubled.
    Multiply2x,
}

/// A weight of the blend equation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BlendFactor {
    /// 0.
    Zero,
    /// 1.
    One,
    /// The colour that is drawn.
    Src,
    /// The alpha that is drawn.
    SrcAlpha,
    /// 1 minus the alpha that is drawn.
    OneMinusSrcAlpha,
    /// The colour that is there.
    Dst,
}

impl BlendMode {
    /// The engine's number of the mode. No index leads to its mode 1.
    pub fn number(self) -> u32 {
        match self {
            Self::Opaque => 0,
            Self::Additive => 2,
            Self::Multiply => 3,
            Self::Alpha => 4,
            Self::Multiply2x => 5,
        }
    }

    /// Source and destination factor; the operation is always addition, and the target's alpha is not written.
    pub fn factors(self) -> (BlendFactor, BlendFactor) {
        use BlendFactor::{Dst, One, OneMinusSrcAlpha, Src, SrcAlpha, Zero};
        match self {
            Self::Opaque => (One, Zero),
            Self::Additive => (SrcAlpha, One),
            Self::Multiply => (Zero, Src),
            Self::Alpha => (SrcAlpha, OneMinusSrcAlpha),
            Self::Multiply2x => (Dst, Src),
        }
    }

    /// The name on the command line and in the inspector.
    pub fn name(self) -> &'static str {
        match self {
            Self::Opaque => "opaque",
            Self::Additive => "additive",
            Self::Multiply => "multiply",
            Self::Alpha => "alpha",
            Self::Multiply2x => "multiply2x",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attr1() {
        for (attr1, index, mode) in [
            (0x00, 0, 0),
            (0x02, 0, 0),
            (0x04, 1, 4),
            (0x05, 1, 4),
            (0x08, 2, 2),
            (0x0C, 3, 3),
            (0x10, 4, 5),
            (0x3C, 15, 0),
            (0xFFFF_FFC3, 0, 0),
        ] {
            let flags = DrawFlags(attr1);
            assert_eq!(flags.blend_index(), index, "{attr1:#x}");
            assert_eq!(flags.blend_mode().number(), mode, "{attr1:#x}");
        }
        assert!(DrawFlags(0x02).is_bump_capable());
        assert!(DrawFlags(0x05).has_stage_1_textures());
        assert!(DrawFlags(0x40).has_bit_6());
    }

    #[test]
    fn only_blended_skins_without_bumps_use_texture_alpha() {
        let used = [0x00, 0x02, 0x04, 0x05, 0x06, 0x08].map(|a| DrawFlags(a).uses_texture_alpha());
        assert_eq!(used, [false, false, true, true, false, true]);
    }
}
