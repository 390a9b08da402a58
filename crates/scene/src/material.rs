use crate::TextureId;
use bytemuck::{Pod, Zeroable};

/// How a surface is mixed with what is behind it (spec page: materials, section 3.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Blend {
    /// Mode 0: replaces; texture alpha is ignored and never tested.
    #[default]
    Opaque,
    /// Mode 2: `src * alpha + dst`.
    Additive,
    /// Mode 3: `dst * src`.
    Multiply,
    /// Mode 4: `src * alpha + dst * (1 - alpha)`.
    Alpha,
    /// Mode 5: `2 * dst * src`.
    Multiply2x,
}

/// When a draw comes in the frame (spec page: materials, sections 8.1 and 8.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Layer {
    /// Depth written, any order, before the sky.
    Opaque,
    /// Blended, depth written, insertion order, after the sky (foliage).
    BlendedWritingDepth,
    /// Blended, depth read only, far to near.
    Translucent,
}

/// A surface that does not change: what stays the same for every phase of a material.
#[derive(Debug, Clone, Default)]
pub struct Material {
    /// MAT0 entry name.
    pub name: String,
    /// How it is mixed.
    pub blend: Blend,
    /// Whether the picture changes with the mission clock.
    pub animated: bool,
}

/// A surface at one moment: the active phase, blended if the track says so.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct MaterialState {
    /// Colour that takes light, 0..1.
    pub diffuse: [f32; 3],
    /// 0..1; below 1 the draw belongs to the translucent layer.
    pub opacity: f32,
    /// Self-light, 0..1.
    pub ambient: [f32; 3],
    /// Exponent of the highlight, 0 for none.
    pub highlight_exponent: f32,
    /// Highlight colour, 0..1.
    pub specular: [f32; 3],
    /// Diffuse texture, or [`MaterialState::UNTEXTURED`].
    pub texture: u32,
    /// Page rectangle: `uv = xy + uv0 * zw`; (0, 0, 1, 1) is the whole texture.
    pub uv_rect: [f32; 4],
}

impl MaterialState {
    /// `texture` of a surface that has none: white.
    pub const UNTEXTURED: u32 = u32::MAX;

    /// The diffuse texture, if any.
    pub fn texture(&self) -> Option<TextureId> {
        (self.texture != Self::UNTEXTURED).then_some(self.texture)
    }

    /// The layer of a draw with these batch flags.
    pub fn layer(&self, blend: Blend, batch_flags: u16) -> Layer {
        let see_through = crate::batch_flags::SEE_THROUGH | crate::batch_flags::PORTAL;
        if self.opacity < 1.0 || batch_flags & see_through != 0 {
            Layer::Translucent
        } else if blend == Blend::Opaque {
            Layer::Opaque
        } else {
            Layer::BlendedWritingDepth
        }
    }
}

impl Default for MaterialState {
    fn default() -> Self {
        Self {
            diffuse: [1.0; 3],
            opacity: 1.0,
            ambient: [0.0; 3],
            highlight_exponent: 0.0,
            specular: [0.0; 3],
            texture: Self::UNTEXTURED,
            uv_rect: [0.0, 0.0, 1.0, 1.0],
        }
    }
}
