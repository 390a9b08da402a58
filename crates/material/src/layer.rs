//! In which layer and with which state a batch is drawn (spec page: materials, section 8).

use crate::BlendMode;
use std::cmp::Ordering;

/// Batch flag 0x0008: the quad of a portal (spec page: msh, section 8.4).
const BATCH_PORTAL: u16 = 0x0008;

/// Batch flag 0x0100: filed as see-through.
const BATCH_SEE_THROUGH: u16 = 0x0100;

/// Alpha below which a fragment of a blended surface is dropped; taken after opacity.
pub const ALPHA_TEST: f32 = 1.0 / 255.0;

/// Alpha below which a fragment of a cut-out is dropped: byte 127 goes, 128 stays.
pub const CUT_OUT_TEST: f32 = 128.0 / 255.0;

/// When a surface is drawn, in this order. The sky comes between the first two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// Covers what is behind it, or cuts holes.
    Opaque,
    /// Blends and writes depth, in the order it comes: foliage, additive skins.
    Blended,
    /// Blends without writing depth, far to near.
    Translucent,
}

impl Layer {
    /// The layer of a batch by its blend mode, its opacity (0..1) and its flags.
    pub fn of(blend: BlendMode, opacity: f32, batch_flags: u16) -> Self {
        if opacity < 1.0 || batch_flags & (BATCH_SEE_THROUGH | BATCH_PORTAL) != 0 {
            Self::Translucent
        } else if blend == BlendMode::Opaque {
            Self::Opaque
        } else {
            Self::Blended
        }
    }

    /// Whether the layer writes depth.
    pub fn writes_depth(self) -> bool {
        self != Self::Translucent
    }
}

/// What decides how a batch is drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Surface {
    /// Of the material.
    pub blend: BlendMode,
    /// Of the active phase, 0..1; the fade of a portal quad.
    pub opacity: f32,
    /// The batch's flags as stored (spec page: msh, section 8.3).
    pub batch_flags: u16,
    /// Whether the batch has a lightmap.
    pub lightmapped: bool,
    /// Whether silhouettes are to be cut out, the texture is one and its alpha is used
    /// ([`DrawFlags::uses_texture_alpha`](crate::DrawFlags::uses_texture_alpha)).
    pub cut_out: bool,
}

/// How a batch is drawn. Depth is always tested, nearer or equal passes; nothing is culled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SurfaceState {
    /// When.
    pub layer: Layer,
    /// With which blending.
    pub blend: BlendMode,
    /// Fragments of a lower alpha are dropped; 0 drops none.
    pub alpha_cutoff: f32,
}

impl SurfaceState {
    /// The state of a batch.
    ///
    /// A lightmapped batch is opaque. A cut-out takes the place of a depth-writing alpha blend only.
    pub fn of(surface: &Surface) -> Self {
        let blend = if surface.lightmapped {
            BlendMode::Opaque
        } else {
            surface.blend
        };
        let layer = Layer::of(blend, surface.opacity, surface.batch_flags);
        if layer == Layer::Blended && blend == BlendMode::Alpha && surface.cut_out {
            return Self {
                layer: Layer::Opaque,
                blend: BlendMode::Opaque,
                alpha_cutoff: CUT_OUT_TEST,
            };
        }
        let alpha_cutoff = if blend == BlendMode::Opaque {
            0.0
        } else {
            ALPHA_TEST
        };
        Self {
            layer,
            blend,
            alpha_cutoff,
        }
    }
}

/// Sorts the translucent layer: far before near, then by object, node and batch.
#[derive(Debug, Clone, Copy)]
pub struct TranslucentOrder {
    /// Squared distance from the camera to the middle of the batch's box, in square metres.
    pub distance_squared: f32,
    /// Index of the placed object.
    pub object: u32,
    /// Index of the node in its model.
    pub node: u32,
    /// Index of the batch in its model.
    pub batch: u32,
}

impl Ord for TranslucentOrder {
    fn cmp(&self, other: &Self) -> Ordering {
        let place = |it: &Self| (it.object, it.node, it.batch);
        other
            .distance_squared
            .total_cmp(&self.distance_squared)
            .then_with(|| place(self).cmp(&place(other)))
    }
}

impl PartialOrd for TranslucentOrder {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for TranslucentOrder {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for TranslucentOrder {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers() {
        let alpha = BlendMode::Alpha;
        assert_eq!(Layer::of(alpha, 1.0, 0), Layer::Blended);
        assert_eq!(Layer::of(alpha, 1.0, 0x0100), Layer::Translucent);
        assert_eq!(Layer::of(alpha, 1.0, 0x0008), Layer::Translucent);
        let opaque = BlendMode::Opaque;
        assert_eq!(Layer::of(opaque, 0.99, 0), Layer::Translucent);
        assert_eq!(Layer::of(opaque, 1.0, 0x2002), Layer::Opaque);
        assert_eq!(Layer::of(BlendMode::Additive, 1.0, 0), Layer::Blended);
        assert!(Layer::Blended.writes_depth());
        assert!(!Layer::Translucent.writes_depth());
    }

    #[test]
    fn states() {
        let foliage = Surface {
            blend: BlendMode::Alpha,
            opacity: 1.0,
            batch_flags: 0,
            lightmapped: false,
            cut_out: false,
        };
        let state = |layer, blend, alpha_cutoff| SurfaceState {
            layer,
            blend,
            alpha_cutoff,
        };
        assert_eq!(
            SurfaceState::of(&foliage),
            state(Layer::Blended, BlendMode::Alpha, ALPHA_TEST)
        );
        let cut_out = Surface {
            cut_out: true,
            ..foliage
        };
        assert_eq!(
            SurfaceState::of(&cut_out),
            state(Layer::Opaque, BlendMode::Opaque, CUT_OUT_TEST)
        );
        let fading = Surface {
            opacity: 0.5,
            ..cut_out
        };
        assert_eq!(
            SurfaceState::of(&fading),
            state(Layer::Translucent, BlendMode::Alpha, ALPHA_TEST)
        );
        let lit = Surface {
            lightmapped: true,
            ..cut_out
        };
        assert_eq!(
            SurfaceState::of(&lit),
            state(Layer::Opaque, BlendMode::Opaque, 0.0)
        );
        let opaque = Surface {
            blend: BlendMode::Opaque,
            opacity: 0.99,
            ..foliage
        };
        assert_eq!(
            SurfaceState::of(&opaque),
            state(Layer::Translucent, BlendMode::Opaque, 0.0)
        );
    }

    #[test]
    fn the_cut_out_test_falls_between_127_and_128() {
        let drops = |byte: u8| f32::from(byte) / 255.0 < CUT_OUT_TEST;
        assert_eq!([127, 128].map(drops), [true, false]);
    }

    #[test]
    fn far_comes_first() {
        let item = |distance: f32, batch| TranslucentOrder {
            distance_squared: distance * distance,
            object: 0,
            node: 0,
            batch,
        };
        let mut items = [item(10.0, 0), item(30.0, 7), item(30.0, 2)];
        items.sort();
        assert_eq!(items.map(|item| item.batch), [2, 7, 0]);
    }
}
