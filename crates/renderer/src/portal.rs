//! Doorway quads that fade with distance (spec page: msh, section 8.4).

use scene::batch_flags;

/// Kind "open" on a portal batch: its quad is never drawn.
const PORTAL_OPEN: u16 = 0x0040;
/// `PortalNearDist` and `PortalFarDist` of the shade settings, each 1.3 times as far.
const GATE_NEAR: f32 = 1.3 * 75.0;
const GATE_FAR: f32 = 1.3 * 95.0;
/// Square roots of the distances between which a sign appears, times the field of view.
const SIGN_NEAR: f32 = 2.6;
const SIGN_FAR: f32 = 7.8;

/// What a portal quad does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Portal {
    /// Never drawn.
    Open,
    /// Appears far away, early.
    Sign,
    /// Black from far away, gone from close by.
    Gate,
}

impl Portal {
    /// The kind of a batch, if it is a portal at all.
    pub(crate) fn of(flags: u16) -> Option<Self> {
        if flags & batch_flags::PORTAL == 0 {
            None
        } else if flags & PORTAL_OPEN != 0 {
            Some(Self::Open)
        } else if flags & batch_flags::PORTAL_SIGN != 0 {
            Some(Self::Sign)
        } else {
            Some(Self::Gate)
        }
    }

    /// What replaces the material's opacity: `distance` in metres from the eye to the quad's first corner, `fov` the
    /// horizontal field of view in radians.
    pub(crate) fn fade(self, distance: f32, fov: f32) -> f32 {
        let (at, near, far) = match self {
            Self::Open => return 0.0,
            Self::Sign => (distance.sqrt(), SIGN_NEAR, SIGN_FAR),
            Self::Gate => (distance, GATE_NEAR, GATE_FAR),
        };
        ((at - near / fov) / ((far - near) / fov)).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::{FRAC_PI_2, FRAC_PI_3};

    #[test]
    fn msh_e18() {
        let gate = [
            (1.3, 50.0, 0.0),
            (1.3, 75.0, 0.0),
            (1.3, 80.0, 0.25),
            (1.3, 85.0, 0.5),
            (1.3, 95.0, 1.0),
            (1.3, 120.0, 1.0),
            (FRAC_PI_3, 85.0, 0.0),
            (FRAC_PI_3, 95.0, 0.076_299),
            (FRAC_PI_3, 120.0, 1.0),
            (FRAC_PI_2, 75.0, 0.781_143),
            (FRAC_PI_2, 80.0, 1.0),
        ];
        for (fov, distance, alpha) in gate {
            let fade = Portal::Gate.fade(distance, fov);
            assert!((fade - alpha).abs() < 1e-5, "{fov} {distance} {fade}");
        }
        let sign = [
            (1.3, 4.0, 0.0),
            (1.3, 9.0, 0.25),
            (1.3, 16.0, 0.5),
            (1.3, 25.0, 0.75),
            (1.3, 36.0, 1.0),
            (FRAC_PI_2, 4.0, 0.104_152),
            (FRAC_PI_2, 9.0, 0.406_229),
            (FRAC_PI_2, 25.0, 1.0),
        ];
        for (fov, distance, alpha) in sign {
            let fade = Portal::Sign.fade(distance, fov);
            assert!((fade - alpha).abs() < 1e-5, "{fov} {distance} {fade}");
        }
    }

    #[test]
    fn kinds() {
        assert_eq!(Portal::of(0x0100), None);
        assert_eq!(Portal::of(0x0148), Some(Portal::Open));
        assert_eq!(Portal::of(0x0118), Some(Portal::Sign));
        assert_eq!(Portal::of(0x0108), Some(Portal::Gate));
    }
}
