//! Types 4, 5 and 18: packed normals and texture coordinates (spec page: terrain, sections 4.2 and 4.3).

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// A vertex normal, signed bytes / 127.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct PackedNormal {
    /// East.
    pub x: i8,
    /// North.
    pub y: i8,
    /// Up.
    pub z: i8,
    /// Padding, kept raw.
    pub byte_3: i8,
}

impl PackedNormal {
    /// Straight up: what a missing or zero normal counts as.
    pub const UP: Self = Self {
        x: 0,
        y: 0,
        z: 127,
        byte_3: 0,
    };

    /// Packs a unit normal.
    pub fn pack(normal: Vec3) -> Self {
        let [x, y, z] = (normal * 127.0).round().to_array().map(|n| n as i8);
        Self { x, y, z, byte_3: 0 }
    }

    /// The normal, each component in -1..1; (0, 0, 0) where all three are zero.
    pub fn unpack(self) -> Vec3 {
        let [x, y, z] = [self.x, self.y, self.z].map(|n| (f32::from(n) / 127.0).clamp(-1.0, 1.0));
        Vec3::new(x, y, z)
    }

    /// Itself, or straight up where all three components are zero.
    #[must_use]
    pub fn or_up(self) -> Self {
        if (self.x, self.y, self.z) == (0, 0, 0) {
            Self::UP
        } else {
            self
        }
    }
}

/// Texture coordinates, unsigned words / 1024.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct PackedUv {
    /// To the right.
    pub u: u16,
    /// Down: 0 is the first row of the image.
    pub v: u16,
}

impl PackedUv {
    /// Words per turn.
    pub const SCALE: f32 = 1024.0;

    /// Packs coordinates in turns; words wrap at 64 turns, as those of the microtexture do on large maps.
    pub fn pack(uv: [f64; 2]) -> Self {
        let [u, v] = uv.map(|turns| {
            let words = (turns * f64::from(Self::SCALE)).round();
            words.rem_euclid(65536.0) as u16
        });
        Self { u, v }
    }

    /// The coordinates in turns, each in 0..64.
    pub fn unpack(self) -> [f32; 2] {
        [self.u, self.v].map(|word| f32::from(word) / Self::SCALE)
    }

    /// The coordinates of a triangle's corners, where words may have wrapped between one corner and the next: the
    /// second and third corner are placed by their signed distance from the first.
    pub fn unpack_triangle(corners: [Self; 3]) -> [[f32; 2]; 3] {
        let [first, _, _] = corners;
        let [u, v] = first.unpack();
        let from_first =
            |word: u16, first: u16| f32::from(word.wrapping_sub(first).cast_signed()) / Self::SCALE;
        corners.map(|corner| {
            [
                u + from_first(corner.u, first.u),
                v + from_first(corner.v, first.v),
            ]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_of_the_spec_page() {
        let unpack = |bytes: [u8; 4]| {
            let packed: PackedUv = bytemuck::pod_read_unaligned(&bytes);
            packed.unpack().map(f64::from)
        };
        assert_eq!(unpack([0x00, 0x06, 0x00, 0x04]), [1.5, 1.0]);
        assert_eq!(unpack([0x33, 0x00, 0x00, 0x02]), [0.049_804_687_5, 0.5]);
        assert_eq!(
            unpack([0xF8, 0xFF, 0x08, 0x00]),
            [63.992_187_5, 0.007_812_5]
        );
    }

    #[test]
    fn straddling_triangles_of_the_spec_page() {
        let second = |first: u16, second: u16| {
            let corner = |word| PackedUv { u: word, v: word };
            let [a, b, c] =
                PackedUv::unpack_triangle([corner(first), corner(second), corner(first)]);
            assert_eq!(a, corner(first).unpack());
            assert_eq!(a, c);
            assert_eq!(b[0], b[1]);
            f64::from(b[0])
        };
        let first = PackedUv { u: 65500, v: 0 }.unpack()[0];
        assert_eq!(f64::from(first), 63.964_843_75);
        assert_eq!(second(65500, 100), 64.097_656_25);
        assert_eq!(second(0xFFF8, 0x0008), 64.007_812_5);
        assert_eq!(second(0x0008, 0xFFF8), -0.007_812_5);
        assert_eq!(second(100, 600), 600.0 / 1024.0);
    }

    #[test]
    fn words_wrap_when_packed() {
        assert_eq!(PackedUv::pack([1.5, 64.0]), PackedUv { u: 1536, v: 0 });
        assert_eq!(PackedUv::pack([-0.007_812_5, 0.0]).u, 0xFFF8);
        assert_eq!(
            PackedUv::pack([f64::NAN, f64::INFINITY]),
            PackedUv::default()
        );
    }

    #[test]
    fn normals_pack_and_unpack() {
        let normal = PackedNormal {
            x: -23,
            y: -46,
            z: 116,
            byte_3: 0,
        };
        let unpacked = normal.unpack();
        assert!(
            (unpacked - Vec3::new(-0.1811, -0.3622, 0.9134))
                .abs()
                .max_element()
                < 5e-5
        );
        assert_eq!(PackedNormal::pack(unpacked), normal);
        let lowest = PackedNormal {
            x: -128,
            ..PackedNormal::UP
        };
        assert_eq!(lowest.unpack().x, -1.0);
        let zero = PackedNormal {
            z: 0,
            ..PackedNormal::UP
        };
        assert_eq!(zero.unpack(), Vec3::ZERO);
        assert_eq!(zero.or_up(), PackedNormal::UP);
        assert_eq!(normal.or_up(), normal);
    }
}
