//! Seeded numbers and noise that are the same on every machine: integer mixing and plain IEEE arithmetic.

/// A sequence of numbers that belongs to a subject.
#[derive(Debug, Clone)]
pub(super) struct Random(u64);

impl Random {
    /// Starts the sequence of a subject and its number.
    pub(super) fn new(subject: &str, number: usize) -> Self {
        // FNV-1a, so that subjects with similar names have unlike sequences.
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        let hash = subject.bytes().fold(0xCBF2_9CE4_8422_2325, mix);
        Self(hash.wrapping_add((number as u64).wrapping_mul(0xD134_2543_DE82_EF95)))
    }

    /// The next 64 bits (splitmix64).
    pub(super) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// The next number in `0..1`.
    pub(super) fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// The next number in `low..high`.
    pub(super) fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// The next whole number below `count`, which is at least 1.
    pub(super) fn below(&mut self, count: usize) -> usize {
        (self.bits() % count.max(1) as u64) as usize
    }
}

/// Smooth value noise of `0..1`, one lattice cell a unit; it repeats after `period` cells in both directions.
pub(super) fn noise(x: f64, y: f64, period: i64, seed: u64) -> f64 {
    let (fx, fy) = (x.floor(), y.floor());
    let at = |dx: i64, dy: i64| {
        let [ix, iy] = [fx as i64 + dx, fy as i64 + dy].map(|cell| cell.rem_euclid(period) as u64);
        let key = ix.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ iy.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
        Random(key ^ seed.wrapping_mul(0xD6E8_FEB8_6659_FD93)).unit()
    };
    let ease = |t: f64| t * t * (3.0 - 2.0 * t);
    let (tx, ty) = (ease(x - fx), ease(y - fy));
    let mix = |a: f64, b: f64, t: f64| a + (b - a) * t;
    mix(mix(at(0, 0), at(1, 0), tx), mix(at(0, 1), at(1, 1), tx), ty)
}
