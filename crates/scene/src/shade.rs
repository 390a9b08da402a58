//! The shading function on the CPU: the reference that shaders are tested against (spec page: environment,
//! section 6.1, and materials, section 9).

use glam::Vec3;

/// Compresses what exceeds full light: 1..7 is squeezed into 1..2.
pub fn knee(c: Vec3) -> Vec3 {
    map(c, |c| match c {
        c if c <= 1.0 => c,
        c if c <= 7.0 => c / 6.0 + 5.0 / 6.0,
        _ => 2.0,
    })
}

/// What is added after the texture, from highlights and what the knee leaves above 1.
pub fn spill_curve(e: Vec3) -> Vec3 {
    map(e, |e| match e {
        e if e <= 1.0 => 0.8 * e,
        e if e <= 3.0 => 0.1 * e + 0.7,
        _ => 1.0,
    })
}

/// The two colours of a lit point: `lit` multiplies the texture, `spill` is added after it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shaded {
    /// Factor of the texture, 0..1.
    pub lit: Vec3,
    /// Added after the texture, 0..1.
    pub spill: Vec3,
}

impl Shaded {
    /// From the sum of the lights' diffuse terms, the self-light, the scene colour (a floor) and the highlights.
    pub fn new(diffuse_light: Vec3, ambient: Vec3, scene: Vec3, highlight: Vec3) -> Self {
        let k = knee((diffuse_light + ambient).max(scene));
        Self {
            lit: k.min(Vec3::ONE),
            spill: spill_curve(highlight + (k - Vec3::ONE).max(Vec3::ZERO)),
        }
    }

    /// The colour of a texel in this light.
    pub fn apply(&self, texel: Vec3) -> Vec3 {
        (texel * self.lit + self.spill).clamp(Vec3::ZERO, Vec3::ONE)
    }
}

/// How much of a colour fog leaves at a distance: linear in the squared distance.
pub fn fog_keep(distance: f32, start: f32, end: f32) -> f32 {
    if distance < start {
        1.0
    } else if distance > end || end <= start {
        0.0
    } else {
        1.0 - (distance * distance - start * start) / (end * end - start * start)
    }
}

/// Exponent of the highlight of a power byte, or 0 for none.
pub fn highlight_exponent(power: u8) -> f32 {
    match power {
        0 => 0.0,
        p => f32::from(1_u8 << (p.min(7) - 1)),
    }
}

fn map(v: Vec3, f: impl Fn(f32) -> f32) -> Vec3 {
    Vec3::new(f(v.x), f(v.y), f(v.z))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXEL: Vec3 = Vec3::new(0.5, 0.25, 0.75);
    const SCENE: Vec3 = Vec3::splat(40.0 / 255.0);

    fn diffuse() -> Vec3 {
        Vec3::new(200.0, 180.0, 160.0) / 255.0
    }

    fn ambient() -> Vec3 {
        Vec3::new(20.0, 10.0, 0.0) / 255.0
    }

    fn close(a: Vec3, b: [f32; 3]) {
        assert!((a - Vec3::from(b)).abs().max_element() < 1e-4, "{a} {b:?}");
    }

    #[test]
    fn materials_9_7() {
        // 1, 2: lit, no highlight
        let plain = Shaded::new(0.65 * 0.8 * diffuse(), ambient(), SCENE, Vec3::ZERO);
        close(plain.lit, [0.4863, 0.4063, 0.3263]);
        let base = plain.apply(TEXEL);
        close(base, [0.2431, 0.1016, 0.2447]);
        // 3: the highlight
        let specular = 64.0 / 255.0;
        let h = 0.65 * specular * 0.95_f32.powf(highlight_exponent(4));
        assert!((h - 0.1082).abs() < 1e-4);
        let shiny = Shaded::new(0.65 * 0.8 * diffuse(), ambient(), SCENE, Vec3::splat(h));
        assert!((shiny.spill.x - 0.0866).abs() < 1e-4);
        // 4: turned away
        let dark = Shaded::new(Vec3::ZERO, ambient(), SCENE, Vec3::ZERO);
        close(dark.lit, [0.1569; 3]);
        close(dark.apply(TEXEL), [0.0784, 0.0392, 0.1176]);
        // 5
        close(shiny.apply(TEXEL), [0.3297, 0.1882, 0.3313]);
        // 6: overbright
        let bright = Shaded::new(4.0 * diffuse(), ambient(), SCENE, Vec3::ZERO);
        close(bright.lit, [1.0; 3]);
        close(bright.spill, [0.2954, 0.2484, 0.2013]);
        close(bright.apply(TEXEL), [0.7954, 0.4984, 0.9513]);
        // 13 to 15: fog by blend mode
        let keep = fog_keep(105.0, 0.0, 420.0);
        assert!((keep - 0.9375).abs() < 1e-6);
        let fogged = |fog: Vec3| fog + (shiny.apply(TEXEL) - fog) * keep;
        close(fogged(Vec3::new(0.7, 0.75, 0.8)), [0.3529, 0.2233, 0.3606]);
        close(fogged(Vec3::ZERO), [0.3091, 0.1764, 0.3106]);
        close(fogged(Vec3::ONE), [0.3716, 0.2389, 0.3731]);
        close(fogged(Vec3::splat(127.0 / 255.0)), [0.3402, 0.2075, 0.3417]);
    }

    #[test]
    fn environment_6_1() {
        let light = 200.0 / 255.0 * 1.5 * 0.8;
        for (g, lit) in [(0.0, 0.1569), (0.5, 0.4706), (1.0, 0.9412)] {
            let shaded = Shaded::new(Vec3::splat(light * g), Vec3::ZERO, SCENE, Vec3::ZERO);
            assert!((shaded.lit.x - lit).abs() < 1e-4);
        }
        let white = Shaded::new(Vec3::splat(4.0), Vec3::ZERO, SCENE, Vec3::ZERO);
        close(white.lit, [1.0; 3]);
        close(white.spill, [0.4; 3]);
    }

    #[test]
    fn environment_5() {
        for (d, keep) in [
            (0.0, 1.0),
            (100.0, 0.9433),
            (105.0, 0.9375),
            (210.0, 0.75),
            (420.0, 0.0),
        ] {
            assert!((fog_keep(d, 0.0, 420.0) - keep).abs() < 1e-4);
        }
        assert!((fog_keep(350.0, 100.0, 600.0) - 0.6786).abs() < 1e-4);
    }

    #[test]
    fn terrain_17_8() {
        let lit = |c: f32| Shaded::new(Vec3::splat(c), Vec3::ZERO, Vec3::splat(0.2), Vec3::ZERO);
        close(lit(0.5).lit, [0.5; 3]);
        close(lit(0.5).spill, [0.0; 3]);
        close(lit(0.1).lit, [0.2; 3]);
        for (c, k, spill) in [
            (1.6, 1.1, 0.08),
            (4.0, 1.5, 0.4),
            (7.0, 2.0, 0.8),
            (30.0, 2.0, 0.8),
        ] {
            close(knee(Vec3::splat(c)), [k; 3]);
            close(lit(c).lit, [1.0; 3]);
            close(lit(c).spill, [spill; 3]);
        }
        for (d, keep) in [(100.0, 0.96), (250.0, 0.75), (400.0, 0.36), (500.0, 0.0)] {
            assert!((fog_keep(d, 0.0, 500.0) - keep).abs() < 1e-6);
        }
    }
}
