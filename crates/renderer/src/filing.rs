//! Which pass, pipeline and texture every draw of a scene gets: decided anew only when its materials change.

use crate::frame::{DrawOptions, ViewMode};
use crate::layout::{DrawRecord, Layout};
use crate::texture;
use scene::{Blend, Layer, MaterialState, Scene};

/// The fixed state of a mesh draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct MeshPipeline {
    pub(crate) blend: Blend,
    pub(crate) lightmapped: bool,
    pub(crate) writes_depth: bool,
    /// Alpha test at one half instead of just above nothing.
    pub(crate) cut_out: bool,
    pub(crate) wireframe: bool,
    /// The material has a highlight.
    pub(crate) shines: bool,
    /// Can show debug views and marked objects.
    pub(crate) inspects: bool,
}

impl MeshPipeline {
    /// Number of [`MeshPipeline::slot`]s.
    pub(crate) const SLOTS: usize = 5 << 6;

    /// A small number for each.
    pub(crate) fn slot(self) -> usize {
        (self.blend as usize) << 6
            | usize::from(!self.writes_depth) << 5
            | usize::from(self.cut_out) << 4
            | usize::from(self.lightmapped) << 3
            | usize::from(self.shines) << 2
            | usize::from(self.wireframe) << 1
            | usize::from(self.inspects)
    }

    /// For the frame dump.
    pub(crate) fn describe(self) -> String {
        let mut name = match self.blend {
            Blend::Opaque => "opaque",
            Blend::Additive => "additive",
            Blend::Multiply => "multiply",
            Blend::Alpha => "alpha",
            Blend::Multiply2x => "multiply-2x",
        }
        .to_owned();
        for (is, word) in [
            (self.lightmapped, " lightmapped"),
            (self.shines, " shiny"),
            (self.cut_out, " cut-out"),
            (!self.writes_depth, " depth-read-only"),
            (self.wireframe, " wireframe"),
            (self.inspects, " inspecting"),
        ] {
            if is {
                name.push_str(word);
            }
        }
        name
    }
}

/// How one draw is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Filed {
    pub(crate) pipeline: MeshPipeline,
    /// Slot among the scene's textures.
    pub(crate) texture: u32,
    /// 0 for none, else index into [`Layout::lightmaps`] + 1.
    pub(crate) lightmap: u32,
    /// Order inside the opaque pass: pipeline, texture, insertion.
    pub(crate) sort_key: u64,
}

/// All draws of a scene by pass.
#[derive(Debug, Default)]
pub(crate) struct Filing {
    /// Parallel to [`Layout::draws`].
    pub(crate) filed: Vec<Filed>,
    /// Indices of draws, by sort key.
    pub(crate) opaque: Vec<u32>,
    /// Blended but writing depth, in insertion order.
    pub(crate) blended: Vec<u32>,
    /// To be sorted by distance.
    pub(crate) translucent: Vec<u32>,
    valid_for: Option<Key>,
}

/// What a filing depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Key {
    material_revision: u64,
    flat: bool,
    wireframe: bool,
    inspects: bool,
    cut_outs: bool,
    lightmaps: bool,
}

impl Filing {
    /// Forgets everything, as after another grouping.
    pub(crate) fn invalidate(&mut self) {
        self.valid_for = None;
    }

    /// Makes the filing fit the scene's materials; says whether it had to change.
    pub(crate) fn refresh(
        &mut self,
        scene: &Scene,
        layout: &Layout,
        options: &DrawOptions,
        can_draw_lines: bool,
    ) -> bool {
        let key = Key {
            material_revision: scene.material_revision,
            flat: options.view != ViewMode::Lit,
            wireframe: options.view == ViewMode::Wireframe && can_draw_lines,
            inspects: options.inspects(),
            cut_outs: options.cut_outs,
            lightmaps: options.lightmaps,
        };
        if self.valid_for == Some(key) {
            return false;
        }
        self.valid_for = Some(key);
        self.filed.clear();
        self.opaque.clear();
        self.blended.clear();
        self.translucent.clear();
        for (number, draw) in (0..).zip(&layout.draws) {
            let (layer, filed) = file(scene, layout, draw, number, key);
            self.filed.push(filed);
            match layer {
                Layer::Opaque => self.opaque.push(number),
                Layer::BlendedWritingDepth => self.blended.push(number),
                Layer::Translucent => self.translucent.push(number),
            }
        }
        let filed = &self.filed;
        self.opaque
            .sort_unstable_by_key(|&draw| filed.get(draw as usize).map(|filed| filed.sort_key));
        true
    }
}

fn file(
    scene: &Scene,
    layout: &Layout,
    draw: &DrawRecord,
    number: u32,
    key: Key,
) -> (Layer, Filed) {
    let state = state_of(scene, draw.material);
    let blend = blend_of(scene, draw.material);
    let silhouette = state
        .texture()
        .and_then(|id| scene.textures.get(id as usize))
        .is_some_and(|texture| texture.silhouette);
    let lightmap = draw
        .lightmap
        .filter(|_| key.lightmaps)
        .and_then(|id| layout.lightmaps.binary_search(&id).ok())
        .map_or(0, |index| index as u32 + 1);
    let mut layer = state.layer(blend, draw.flags);
    let mut pipeline = MeshPipeline {
        blend,
        lightmapped: lightmap != 0,
        writes_depth: layer != Layer::Translucent,
        cut_out: false,
        wireframe: key.wireframe,
        shines: lightmap == 0 && state.highlight_exponent > 0.0,
        inspects: key.inspects,
    };
    if draw.portal.is_some() && blend == Blend::Opaque {
        // A gate's own material replaces; its fade must show all the same.
        pipeline.blend = Blend::Alpha;
    }
    let stands_in =
        key.cut_outs && silhouette && layer == Layer::BlendedWritingDepth && blend == Blend::Alpha;
    if key.flat || stands_in {
        pipeline.cut_out = pipeline.blend != Blend::Opaque;
        pipeline.blend = Blend::Opaque;
        pipeline.writes_depth = true;
        layer = Layer::Opaque;
    }
    let texture = texture::slot(scene.textures.len() as u32, state.texture());
    let sort_key = (pipeline.slot() as u64) << 56
        | u64::from(texture & 0x0FFF_FFFF) << 28
        | u64::from(number & 0x0FFF_FFFF);
    let filed = Filed {
        pipeline,
        texture,
        lightmap,
        sort_key,
    };
    (layer, filed)
}

/// The material's look now; the last resort, material 0, for one that does not exist.
pub(crate) fn state_of(scene: &Scene, material: u32) -> MaterialState {
    scene
        .material_states
        .get(material as usize)
        .or(scene.material_states.first())
        .copied()
        .unwrap_or_default()
}

/// How the material is mixed.
pub(crate) fn blend_of(scene: &Scene, material: u32) -> Blend {
    scene
        .materials
        .get(material as usize)
        .or(scene.materials.first())
        .map_or(Blend::Opaque, |material| material.blend)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use scene::batch_flags;

    fn filed_as(blend: Blend, opacity: f32, flags: u16, silhouette: bool) -> (Layer, MeshPipeline) {
        let mut scene = fixtures::crowd(1);
        scene.materials[0].blend = blend;
        scene.material_states[0].opacity = opacity;
        std::sync::Arc::make_mut(&mut scene.textures[0]).silhouette = silhouette;
        scene.meshes[0].variants[0].draws[0].flags = flags;
        let layout = Layout::new(&scene, vec![0]);
        let mut filing = Filing::default();
        assert!(filing.refresh(&scene, &layout, &DrawOptions::default(), true));
        assert!(!filing.refresh(&scene, &layout, &DrawOptions::default(), true));
        let layer = if !filing.opaque.is_empty() {
            Layer::Opaque
        } else if !filing.blended.is_empty() {
            Layer::BlendedWritingDepth
        } else {
            Layer::Translucent
        };
        (layer, filing.filed[0].pipeline)
    }

    #[test]
    fn materials_13_9() {
        let see_through = batch_flags::SEE_THROUGH;
        assert_eq!(
            filed_as(Blend::Alpha, 1.0, 0, false).0,
            Layer::BlendedWritingDepth
        );
        assert_eq!(
            filed_as(Blend::Alpha, 1.0, see_through, false).0,
            Layer::Translucent
        );
        let (layer, pipeline) = filed_as(Blend::Opaque, 0.99, 0, false);
        assert_eq!(layer, Layer::Translucent);
        assert_eq!(pipeline.blend, Blend::Opaque);
        assert!(!pipeline.writes_depth);
        assert_eq!(filed_as(Blend::Opaque, 1.0, 0, false).0, Layer::Opaque);
    }

    #[test]
    fn silhouettes_are_cut_out_in_the_opaque_pass() {
        let (layer, pipeline) = filed_as(Blend::Alpha, 1.0, 0, true);
        assert_eq!(layer, Layer::Opaque);
        assert!(pipeline.cut_out && pipeline.writes_depth);
        // not where the batch is sorted, nor for glows
        let see_through = batch_flags::SEE_THROUGH;
        assert!(!filed_as(Blend::Alpha, 1.0, see_through, true).1.cut_out);
        assert!(!filed_as(Blend::Additive, 1.0, 0, true).1.cut_out);
    }

    #[test]
    fn a_gate_of_an_opaque_material_blends() {
        let flags = batch_flags::PORTAL | batch_flags::SEE_THROUGH;
        let (layer, pipeline) = filed_as(Blend::Opaque, 1.0, flags, false);
        assert_eq!(layer, Layer::Translucent);
        assert_eq!(pipeline.blend, Blend::Alpha);
    }

    #[test]
    fn slots_are_distinct() {
        let mut seen = std::collections::HashSet::new();
        for blend in [
            Blend::Opaque,
            Blend::Additive,
            Blend::Multiply,
            Blend::Alpha,
            Blend::Multiply2x,
        ] {
            for bits in 0..64_u32 {
                let slot = MeshPipeline {
                    blend,
                    lightmapped: bits & 1 != 0,
                    writes_depth: bits & 2 != 0,
                    cut_out: bits & 4 != 0,
                    wireframe: bits & 8 != 0,
                    inspects: bits & 16 != 0,
                    shines: bits & 32 != 0,
                }
                .slot();
                assert!(slot < MeshPipeline::SLOTS && seen.insert(slot));
            }
        }
    }
}
