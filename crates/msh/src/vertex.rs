//! Types 4, 5 and 18: packed normals and texture coordinates (spec page: msh, section 6).

use bytemuck::{Pod, Zeroable};
use glam::{Vec2, Vec3};

/// A vertex normal: three signed bytes and one without a known meaning.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
pub struct PackedNormal(pub [i8; 4]);

impl PackedNormal {
    /// The unit normal; `None` when all three components are zero, so that the face normal stands in.
    pub fn unit(self) -> Option<Vec3> {
        self.decoded().try_normalize()
    }

    /// The components, each -1..=1, as stored.
    pub fn decoded(self) -> Vec3 {
        let [x, y, z, _] = self.0;
        (Vec3::new(f32::from(x), f32::from(y), f32::from(z)) / 127.0)
            .clamp(Vec3::NEG_ONE, Vec3::ONE)
    }

    /// Packs a normal of length 1; the fourth byte is 0.
    pub fn pack(normal: Vec3) -> Self {
        let [x, y, z] = (normal.clamp(Vec3::NEG_ONE, Vec3::ONE) * 127.0)
            .round()
            .to_array()
            .map(|component| component as i8);
        Self([x, y, z, 0])
    }
}

/// Texture coordinates: two unsigned words, 1024 to the texture's width or height, (0, 0) at the first texel stored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
pub struct PackedUv(pub [u16; 2]);

impl PackedUv {
    /// The coordinates; values above 1 repeat the texture.
    pub fn unit(self) -> Vec2 {
        let [u, v] = self.0;
        Vec2::new(f32::from(u), f32::from(v)) / 1024.0
    }

    /// The words taken as signed: an old reading, kept as a debug aid.
    pub fn unit_signed(self) -> Vec2 {
        let [u, v] = self.0.map(|word| f32::from(word as i16));
        Vec2::new(u, v) / 1024.0
    }

    /// Packs coordinates of 0 up to 64; others are moved to the nearest that fits.
    pub fn pack(uv: Vec2) -> Self {
        Self((uv * 1024.0).round().to_array().map(|word| word as u16))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn e09_packed_normals() {
        let normal = |bytes: [u8; 4]| PackedNormal(bytes.map(|byte| byte as i8));
        let table = [
            (
                [0x7F, 0x00, 0x81, 0x00],
                [1.0, 0.0, -1.0],
                [0.707107, 0.0, -0.707107],
            ),
            ([0x80, 0x00, 0x00, 0x00], [-1.0, 0.0, 0.0], [-1.0, 0.0, 0.0]),
            (
                [0x40, 0xC0, 0x00, 0x05],
                [0.503937, -0.503937, 0.0],
                [0.707107, -0.707107, 0.0],
            ),
            (
                [0x31, 0xE5, 0x71, 0x12],
                [0.385827, -0.212598, 0.889764],
                [0.388607, -0.214131, 0.896176],
            ),
        ];
        for (bytes, decoded, unit) in table {
            let packed = normal(bytes);
            assert!(
                packed.decoded().abs_diff_eq(decoded.into(), 1e-6),
                "{bytes:x?}"
            );
            assert!(
                packed.unit().unwrap().abs_diff_eq(unit.into(), 1e-6),
                "{bytes:x?}"
            );
        }
        assert_eq!(normal([0, 0, 0, 0x7F]).unit(), None);
        assert_eq!(
            PackedNormal::pack(Vec3::NEG_Y),
            PackedNormal([0, -127, 0, 0])
        );
    }

    #[test]
    fn e10_uv_words() {
        let table = [
            (0x0001, 0.000977, 0.000977),
            (0x0200, 0.5, 0.5),
            (0x0400, 1.0, 1.0),
            (0x7FFF, 31.999023, 31.999023),
            (0x8000, 32.0, -32.0),
            (0xFC00, 63.0, -1.0),
            (0xFFFF, 63.999023, -0.000977),
        ];
        for (word, unsigned, signed) in table {
            let uv = PackedUv([word, 0]);
            assert!((uv.unit().x - unsigned).abs() < 1e-6, "{word:#x}");
            assert!((uv.unit_signed().x - signed).abs() < 1e-6, "{word:#x}");
            assert_eq!(PackedUv::pack(uv.unit()), uv);
        }
    }
}
