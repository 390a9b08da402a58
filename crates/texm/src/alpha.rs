//! What an alpha channel looks like (spec pages: texm, section 5.2; materials, section 8.1).

/// How the alpha values of an image spread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AlphaStats {
    /// All texels.
    pub texels: usize,
    /// Texels with alpha 0.
    pub zero: usize,
    /// Texels with alpha 255.
    pub full: usize,
    /// Texels with alpha 0 to 16.
    pub low: usize,
    /// Texels with alpha 239 to 255.
    pub high: usize,
}

impl AlphaStats {
    /// Counts an RGBA8 image.
    pub fn of(rgba: &[u8]) -> Self {
        let mut stats = Self::default();
        for &[_, _, _, alpha] in rgba.as_chunks::<4>().0 {
            stats.texels += 1;
            stats.zero += usize::from(alpha == 0);
            stats.full += usize::from(alpha == 255);
            stats.low += usize::from(alpha <= 16);
            stats.high += usize::from(alpha >= 239);
        }
        stats
    }

    /// Whether any texel is not opaque.
    pub fn has_alpha(&self) -> bool {
        self.full < self.texels
    }

    /// Whether the image is a silhouette, which may be drawn as a cut-out: at least 95 % of the texels are nearly
    /// transparent or nearly opaque, and both exist.
    pub fn is_silhouette(&self) -> bool {
        let clear_cut = self.low.saturating_add(self.high).saturating_mul(100);
        self.low > 0 && self.high > 0 && clear_cut >= self.texels.saturating_mul(95)
    }

    /// The texture browser's guess where no material is known: more than 5 % transparent, fewer than 25 % in between.
    pub fn looks_cut_out(&self) -> bool {
        let between = self
            .texels
            .saturating_sub(self.zero.saturating_add(self.full));
        self.zero.saturating_mul(100) > self.texels.saturating_mul(5)
            && between.saturating_mul(100) < self.texels.saturating_mul(25)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(alphas: &[(usize, u8)]) -> Vec<u8> {
        alphas
            .iter()
            .flat_map(|&(count, alpha)| [9, 9, 9, alpha].repeat(count))
            .collect()
    }

    #[test]
    fn a_silhouette_has_both_sides_and_little_between() {
        let is = |alphas: &[_]| AlphaStats::of(&image(alphas)).is_silhouette();
        assert!(is(&[(50, 16), (45, 239), (5, 100)]));
        assert!(!is(&[(50, 16), (44, 239), (6, 100)]));
        assert!(!is(&[(50, 17), (50, 239)]));
        assert!(!is(&[(50, 0)]));
        assert!(!is(&[(50, 255)]));
        assert!(!is(&[]));
    }

    #[test]
    fn the_browsers_guess() {
        let looks = |alphas: &[_]| AlphaStats::of(&image(alphas)).looks_cut_out();
        assert!(looks(&[(6, 0), (24, 1), (70, 255)]));
        assert!(!looks(&[(5, 0), (24, 1), (71, 255)]));
        assert!(!looks(&[(6, 0), (25, 1), (69, 255)]));
        assert!(!AlphaStats::of(&image(&[(3, 255)])).has_alpha());
        assert!(AlphaStats::of(&image(&[(3, 254)])).has_alpha());
    }
}
