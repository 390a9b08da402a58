//! The ground surface class of a material: gameplay, not rendering (spec page: materials, section 3.4).

/// What a surface is made of, for movement, damage and explosions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SurfaceClass {
    /// 0.
    Snow,
    /// 1.
    Stone,
    /// 2.
    Grass,
    /// 3, known only by its letters `sw`.
    Sw,
    /// 4.
    Ice,
    /// 5: the skin of machines and buildings.
    Machine,
    /// 6.
    Foliage,
    /// 7.
    Water,
    /// 8, known only by its letters `al`; main teleports.
    Al,
    /// 9.
    Animal,
    /// 10.
    Shield,
    /// 255: not set.
    Unset,
    /// Any other value.
    Other(u8),
}

impl SurfaceClass {
    /// The class of the byte `meta_a`.
    pub fn from_byte(byte: u8) -> Self {
        match byte {
            0 => Self::Snow,
            1 => Self::Stone,
            2 => Self::Grass,
            3 => Self::Sw,
            4 => Self::Ice,
            5 => Self::Machine,
            6 => Self::Foliage,
            7 => Self::Water,
            8 => Self::Al,
            9 => Self::Animal,
            10 => Self::Shield,
            255 => Self::Unset,
            other => Self::Other(other),
        }
    }

    /// The two letters that the game knows the class by; they also select the explosion.
    pub fn letters(self) -> Option<&'static str> {
        Some(match self {
            Self::Snow => "sn",
            Self::Stone => "st",
            Self::Grass | Self::Foliage => "gr",
            Self::Sw => "sw",
            Self::Ice => "ic",
            Self::Machine => "mt",
            Self::Water => "wt",
            Self::Al => "al",
            Self::Animal => "an",
            Self::Shield => "sh",
            Self::Unset | Self::Other(_) => return None,
        })
    }
}
