//! The lens flare (spec page: environment, section 4.8).

/// One additive sprite on the line from the body through the centre of the screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FlareSprite {
    /// 1 is the body, 0 the centre of the screen, less than 0 beyond it.
    pub position: f32,
    /// Half its size, in eighths of the viewport's width.
    pub size: f32,
    /// Colour, `0xAARRGGBB`; the alpha is scaled by [`intensity`].
    pub argb: u32,
    /// 0: [`crate::WeaRow::FlareA`]; 1: [`crate::WeaRow::FlareB`].
    pub texture: u8,
}

/// The flare, in drawing order.
pub const SPRITES: [FlareSprite; 12] = [
    sprite(1.2, 0.2, 0xFFB0_90A3, 0),
    sprite(0.7, 0.3, 0xFF5A_58BB, 0),
    sprite(0.5, 0.2, 0x9630_BE52, 1),
    sprite(0.2, 0.1, 0x96C9_3432, 1),
    sprite(0.0, 0.1, 0xFF30_BE52, 0),
    sprite(-0.2, 0.3, 0x9696_9664, 1),
    sprite(-0.3, 0.3, 0xFFB0_90A3, 0),
    sprite(-0.5, 0.7, 0xFF7C_6BC9, 0),
    sprite(-0.6, 0.4, 0x9630_6452, 1),
    sprite(-0.8, 1.0, 0xFF0B_17B9, 0),
    sprite(-1.0, 0.3, 0xFFB6_26B1, 0),
    sprite(-1.1, 0.2, 0xFF7C_C5C9, 0),
];

const fn sprite(position: f32, size: f32, argb: u32, texture: u8) -> FlareSprite {
    FlareSprite {
        position,
        size,
        argb,
        texture,
    }
}

impl FlareSprite {
    /// Half its size in pixels.
    pub fn half_size(&self, viewport_width: f32) -> f32 {
        0.25 * (viewport_width / 2.0) * self.size
    }
}

/// How bright the flare of a body is for a viewer, 0 to 1. Both are unit vectors: along the view, and towards the
/// body.
pub fn intensity(view: [f32; 3], body: [f32; 3]) -> f32 {
    let [_, _, height] = body;
    let g1 = centred(view, body);
    g1 * g1 * high(height)
}

/// Whether the sprites are drawn at all.
pub fn is_visible(view: [f32; 3], body: [f32; 3]) -> bool {
    centred(view, body) >= 0.1
}

/// 1 when the viewer looks into the body, 0 from 15 degrees beside it.
fn centred(view: [f32; 3], body: [f32; 3]) -> f32 {
    let cosine: f32 = view.iter().zip(body).map(|(v, b)| v * b).sum();
    let edge = 15f32.to_radians().cos();
    ((cosine - edge) / (1.0 - edge)).clamp(0.0, 1.0)
}

/// 0 up to 30 degrees above the horizon, 1 from 60 degrees.
fn high(height: f32) -> f32 {
    ((height - 0.5) / (0.866_025 - 0.5)).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Body, BodyKind};

    #[test]
    fn worked_values() {
        let body = [0.0, 0.0, 1.0];
        for (degrees, squared) in [
            (0f32, 1.0),
            (2.0, 0.965),
            (5.0, 0.789),
            (10.0, 0.307),
            (14.0, 0.016),
        ] {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let found = intensity([sin, 0.0, cos], body);
            assert!((found - squared).abs() < 6e-4, "{degrees}: {found}");
        }
        for (kind, progress, expected) in [
            (BodyKind::Sun, 0.5, 1.0),
            (BodyKind::Moon, 0.5, 0.390),
            (BodyKind::Sun, 0.25, 0.0247),
        ] {
            let direction = Body::new(kind, progress).direction();
            let found = intensity(direction, direction);
            assert!((found - expected).abs() < 2e-4, "{kind:?}: {found}");
        }
    }

    #[test]
    fn beside_the_view_nothing_is_drawn() {
        let at = |degrees: f32| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            is_visible([sin, 0.0, cos], [0.0, 0.0, 1.0])
        };
        assert!(at(0.0) && at(14.0) && !at(14.9) && !at(16.0) && !at(180.0));
        assert_eq!(SPRITES[9].half_size(1280.0), 160.0);
    }
}
