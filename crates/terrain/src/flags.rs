//! The flags of a face and the filters that queries put on them (spec page: terrain, sections 5.1 and 5.2).

use bytemuck::{Pod, Zeroable};
use std::fmt;

/// The flags dword of a face. Test bits, never whole values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Pod, Zeroable)]
#[repr(transparent)]
pub struct FaceFlags(pub u32);

impl FaceFlags {
    /// The face has a second material.
    pub const SECOND_MATERIAL: Self = Self(0x0000_0004);
    /// On every liquid surface; turns off the rejection of back faces in the game's tracing.
    pub const TWO_SIDED: Self = Self(0x0000_0008);
    /// Not ground: left out of unit ground searches and of rebuilt draw orders.
    pub const NOT_GROUND_20: Self = Self(0x0000_0020);
    /// Left out of projectile ground tests.
    pub const NO_PROJECTILE_80: Self = Self(0x0000_0080);
    /// Only on foundation faces that the game makes at run time.
    pub const FOUNDATION: Self = Self(0x0000_0100);
    /// Set on every face of a file, and on foundation faces; unknown.
    pub const ALWAYS_200: Self = Self(0x0000_0200);
    /// A microtexture is allowed.
    pub const MICROTEXTURE: Self = Self(0x0000_0400);
    /// Left out of rebuilt draw orders.
    pub const NOT_REBUILT: Self = Self(0x0000_0800);
    /// Bed under a liquid.
    pub const BED: Self = Self(0x0000_2000);
    /// On some foundation faces.
    pub const FOUNDATION_8000: Self = Self(0x0000_8000);
    /// Left out of projectile ground tests.
    pub const NO_PROJECTILE_10000: Self = Self(0x0001_0000);
    /// Liquid surface, water or lava.
    pub const LIQUID: Self = Self(0x0002_0000);
    /// Not ground: left out of unit ground searches.
    pub const NOT_GROUND_40000: Self = Self(0x0004_0000);
    /// Neither lava nor its bed, on maps that set this bit at all ([`crate::Land::marks_lava`]).
    pub const NOT_LAVA: Self = Self(0x0010_0000);

    /// Whether every bit of `bits` is set.
    pub fn contains(self, bits: Self) -> bool {
        self.0 & bits.0 == bits.0
    }

    /// Whether any bit of `bits` is set.
    pub fn intersects(self, bits: Self) -> bool {
        self.0 & bits.0 != 0
    }

    /// The 16-bit compact form of the game's query interface. 0x00100000 and everything from 0x00400000 on is lost.
    pub fn compact16(self) -> u16 {
        pack(self.0, &COMPACT16) as u16
    }

    /// The query classes: the 6-bit compact form.
    pub fn class6(self) -> u8 {
        pack(self.0, &CLASS6) as u8
    }

    /// The full bits that a pair of compact forms stands for.
    pub fn from_compact(compact16: u16, class6: u8) -> Self {
        Self(unpack(compact16.into(), &COMPACT16) | unpack(class6.into(), &CLASS6))
    }

    /// Names of the bits with a known meaning that are set, lowest first.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        NAMES
            .into_iter()
            .filter(move |&(bit, _)| self.contains(bit))
            .map(|(_, name)| name)
    }
}

impl std::ops::BitOr for FaceFlags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl fmt::Debug for FaceFlags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#010x}", self.0)
    }
}

/// Which faces a query meets: all of `required` and none of `forbidden`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FaceFilter {
    /// Bits a face must have.
    pub required: FaceFlags,
    /// Bits a face must not have.
    pub forbidden: FaceFlags,
}

impl FaceFilter {
    /// Every face.
    pub const ALL: Self = Self {
        required: FaceFlags(0),
        forbidden: FaceFlags(0),
    };
    /// Everything but liquid surfaces: what the `ground` query meets.
    pub const GROUND: Self = Self {
        required: FaceFlags(0),
        forbidden: FaceFlags::LIQUID,
    };
    /// A unit's search for ground in the game.
    pub const UNIT_GROUND: Self = Self {
        required: FaceFlags(0),
        forbidden: FaceFlags(0x0006_0020),
    };
    /// A projectile's ground test in the game: shots pass the water and strike the bed.
    pub const PROJECTILE: Self = Self {
        required: FaceFlags(0),
        forbidden: FaceFlags(0x0003_00A0),
    };

    /// Whether the query meets a face with these flags.
    pub fn accepts(self, flags: FaceFlags) -> bool {
        flags.contains(self.required) && !flags.intersects(self.forbidden)
    }
}

/// What kind of surface a face is (spec page: terrain, section 7.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum SurfaceKind {
    /// Ordinary ground.
    #[default]
    Ground,
    /// The lowest ground, under a liquid.
    Bed,
    /// Water, or any liquid of a map that does not mark lava.
    Water,
    /// Lava.
    Lava,
}

impl SurfaceKind {
    /// The kind of a face, by its flags and whether its map marks lava ([`crate::Land::marks_lava`]).
    ///
    /// A liquid of an unmarked map is told from lava by its material alone: the name contains `LAVA`.
    pub fn of(flags: FaceFlags, map_marks_lava: bool) -> Self {
        if flags.contains(FaceFlags::LIQUID) {
            if map_marks_lava && !flags.contains(FaceFlags::NOT_LAVA) {
                Self::Lava
            } else {
                Self::Water
            }
        } else if flags.contains(FaceFlags::BED) {
            Self::Bed
        } else {
            Self::Ground
        }
    }

    /// Water or lava.
    pub fn is_liquid(self) -> bool {
        matches!(self, Self::Water | Self::Lava)
    }
}

/// Full bit and the bit of the 16-bit form that stands for it.
const COMPACT16: [(u32, u32); 15] = [
    (0x0000_0001, 0x0001),
    (0x0000_0008, 0x0002),
    (0x0000_0010, 0x0004),
    (0x0000_0020, 0x0008),
    (0x0000_1000, 0x0010),
    (0x0000_4000, 0x0020),
    (0x0000_0002, 0x0040),
    (0x0000_0400, 0x0080),
    (0x0000_0800, 0x0100),
    (0x0002_0000, 0x0200),
    (0x0000_2000, 0x0400),
    (0x0000_0200, 0x0800),
    (0x0000_0004, 0x1000),
    (0x0000_0040, 0x2000),
    (0x0020_0000, 0x8000),
];

/// Full bit and the bit of the 6-bit form that stands for it.
const CLASS6: [(u32, u32); 6] = [
    (0x0000_0100, 0x01),
    (0x0000_8000, 0x02),
    (0x0001_0000, 0x04),
    (0x0004_0000, 0x08),
    (0x0008_0000, 0x10),
    (0x0000_0080, 0x20),
];

const NAMES: [(FaceFlags, &str); 14] = [
    (FaceFlags::SECOND_MATERIAL, "second material"),
    (FaceFlags::TWO_SIDED, "two-sided"),
    (FaceFlags::NOT_GROUND_20, "not ground (20)"),
    (FaceFlags::NO_PROJECTILE_80, "no projectile (80)"),
    (FaceFlags::FOUNDATION, "foundation"),
    (FaceFlags::ALWAYS_200, "200"),
    (FaceFlags::MICROTEXTURE, "microtexture"),
    (FaceFlags::NOT_REBUILT, "not rebuilt"),
    (FaceFlags::BED, "bed"),
    (FaceFlags::FOUNDATION_8000, "foundation (8000)"),
    (FaceFlags::NO_PROJECTILE_10000, "no projectile (10000)"),
    (FaceFlags::LIQUID, "liquid"),
    (FaceFlags::NOT_GROUND_40000, "not ground (40000)"),
    (FaceFlags::NOT_LAVA, "not lava"),
];

fn pack(full: u32, pairs: &[(u32, u32)]) -> u32 {
    let set = pairs.iter().filter(|&&(bit, _)| full & bit != 0);
    set.fold(0, |compact, &(_, bit)| compact | bit)
}

fn unpack(compact: u32, pairs: &[(u32, u32)]) -> u32 {
    let set = pairs.iter().filter(|&&(_, bit)| compact & bit != 0);
    set.fold(0, |full, &(bit, _)| full | bit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compact_forms_of_the_spec_page() {
        for (full, compact16, class6) in [
            (0x0010_0600, 0x0880, 0x00),
            (0x0010_0604, 0x1880, 0x00),
            (0x0012_0608, 0x0A82, 0x00),
            (0x0010_2600, 0x0C80, 0x00),
            (0x0000_0300, 0x0800, 0x01),
            (0x0000_8300, 0x0800, 0x03),
            (0x0000_8080, 0x0000, 0x22),
        ] {
            let flags = FaceFlags(full);
            assert_eq!((flags.compact16(), flags.class6()), (compact16, class6));
            assert_eq!(
                FaceFlags::from_compact(compact16, class6).0,
                full & 0x002F_FFFF
            );
        }
        let covered = COMPACT16
            .iter()
            .chain(&CLASS6)
            .fold(0, |all, &(bit, _)| all | bit);
        assert_eq!(covered, 0x002F_FFFF);
        assert_eq!(FaceFlags::from_compact(0x4000, 0).0, 0);
        assert_eq!(
            FaceFlags::from_compact(0x0208, 0x08),
            FaceFilter::UNIT_GROUND.forbidden
        );
        assert_eq!(
            FaceFlags::from_compact(0x0208, 0x24),
            FaceFilter::PROJECTILE.forbidden
        );
    }

    #[test]
    fn filters_of_the_spec_page() {
        assert!(!FaceFilter::UNIT_GROUND.accepts(FaceFlags(0x0012_0608)));
        assert!(FaceFilter::UNIT_GROUND.accepts(FaceFlags(0x0010_2600)));
        assert!(!FaceFilter::PROJECTILE.accepts(FaceFlags(0x0012_0608)));
        assert!(FaceFilter::PROJECTILE.accepts(FaceFlags(0x0010_0600)));
        let liquids = FaceFilter {
            required: FaceFlags::LIQUID,
            ..FaceFilter::ALL
        };
        let passing: Vec<u32> = [
            0x0010_0600,
            0x0010_0604,
            0x0012_0608,
            0x0010_2600,
            0x0002_0608,
            0x0000_2600,
            0x0000_0600,
            0x0000_0604,
            0x0000_0300,
            0x0000_8300,
        ]
        .into_iter()
        .filter(|&flags| liquids.accepts(FaceFlags(flags)))
        .collect();
        assert_eq!(passing, [0x0012_0608, 0x0002_0608]);
    }

    #[test]
    fn kinds_follow_bits_and_the_map() {
        use SurfaceKind as Kind;
        for (flags, marked, unmarked) in [
            (0x0010_0600, Kind::Ground, Kind::Ground),
            (0x0012_0608, Kind::Water, Kind::Water),
            (0x0010_2600, Kind::Bed, Kind::Bed),
            (0x0002_0608, Kind::Lava, Kind::Water),
            (0x0000_2600, Kind::Bed, Kind::Bed),
        ] {
            assert_eq!(Kind::of(FaceFlags(flags), true), marked);
            assert_eq!(Kind::of(FaceFlags(flags), false), unmarked);
        }
    }

    #[test]
    fn set_bits_are_named() {
        let names: Vec<_> = FaceFlags(0x0012_0608).names().collect();
        assert_eq!(
            names,
            ["two-sided", "200", "microtexture", "liquid", "not lava"]
        );
        assert_eq!(format!("{:?}", FaceFlags(0x604)), "0x00000604");
    }
}
