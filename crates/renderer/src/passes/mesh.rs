//! Batches of models.

use super::{Recorded, colour, depth, samples, triangles};
use crate::bindings::{Bindings, pipeline_layout};
use crate::filing::{MeshPipeline, blend_of, state_of};
use crate::gpu_scene::GpuScene;
use crate::plan::{Call, Visible};
use crate::shaders::{self, Program, Source};
use crate::{Error, Gpu};
use bytemuck::{Pod, Zeroable};
use scene::{Blend, MaterialId, MaterialState, MeshVertex, Scene};
use wgpu::{BlendComponent, BlendFactor, BlendOperation};

/// The mirror of `DrawConstants` in `shaders/common/draw.wgsl`.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct DrawConstants {
    material: MaterialState,
    material_id: u32,
    batch_flags: u32,
    /// 1 where the blend mode is opaque and the texture's alpha means nothing.
    ignores_texture_alpha: u32,
    _pad: u32,
}

impl DrawConstants {
    /// As the material looks now.
    pub(crate) fn new(scene: &Scene, material: MaterialId, batch_flags: u16) -> Self {
        Self {
            material: state_of(scene, material),
            material_id: material,
            batch_flags: batch_flags.into(),
            ignores_texture_alpha: (blend_of(scene, material) == Blend::Opaque).into(),
            _pad: 0,
        }
    }
}

const VERTEX: &[wgpu::VertexAttribute] = &wgpu::vertex_attr_array![
    0 => Float32x3, 1 => Snorm8x4, 2 => Float32x2, 3 => Float32x2, 4 => Uint32
];
const INSTANCE: &[wgpu::VertexAttribute] = &wgpu::vertex_attr_array![5 => Uint32, 6 => Float32];

/// Alpha bytes at and above which a fragment stays; between two bytes, so that rounding cannot matter.
const TEST_NOTHING: f64 = 0.75 / 255.0;
const TEST_SILHOUETTE: f64 = 127.75 / 255.0;

/// Pipelines of meshes, made when they are first needed.
#[derive(Debug)]
pub(crate) struct MeshPass {
    module: wgpu::ShaderModule,
    layout: wgpu::PipelineLayout,
    sample_count: u32,
    /// By [`MeshPipeline::slot`].
    pipelines: Vec<Option<(MeshPipeline, wgpu::RenderPipeline)>>,
}

impl MeshPass {
    pub(crate) fn new(
        gpu: &Gpu,
        bindings: &Bindings,
        sample_count: u32,
        source: Source,
    ) -> Result<Self, Error> {
        let groups = [&bindings.frame, &bindings.texture, &bindings.draw];
        Ok(Self {
            module: shaders::module(gpu, Program::Mesh, source)?,
            layout: pipeline_layout(gpu, "mesh", &groups),
            sample_count,
            pipelines: vec![None; MeshPipeline::SLOTS],
        })
    }

    /// Makes the pipelines that are not there yet.
    pub(crate) fn ensure(
        &mut self,
        gpu: &Gpu,
        wanted: impl Iterator<Item = MeshPipeline>,
    ) -> Result<(), Error> {
        for key in wanted {
            if matches!(self.pipelines.get(key.slot()), Some(None)) {
                let pipeline = self.make(gpu, key)?;
                if let Some(slot) = self.pipelines.get_mut(key.slot()) {
                    *slot = Some((key, pipeline));
                }
            }
        }
        Ok(())
    }

    /// The pipelines made so far.
    #[cfg(all(debug_assertions, feature = "hot-reload"))]
    pub(crate) fn made(&self) -> impl Iterator<Item = MeshPipeline> {
        self.pipelines.iter().flatten().map(|(key, _)| *key)
    }

    fn make(&self, gpu: &Gpu, key: MeshPipeline) -> Result<wgpu::RenderPipeline, Error> {
        let cutoff = match key {
            MeshPipeline { cut_out: true, .. } => TEST_SILHOUETTE,
            MeshPipeline {
                blend: Blend::Opaque,
                ..
            } => -1.0,
            _ => TEST_NOTHING,
        };
        let constants = [
            ("LIGHTMAPPED", f64::from(u8::from(key.lightmapped))),
            ("SHINES", f64::from(u8::from(key.shines))),
            ("ALPHA_CUTOFF", cutoff),
            ("FOG_TOWARDS", fog_towards(key.blend)),
            ("INSPECTS", f64::from(u8::from(key.inspects))),
        ];
        let targets = [colour(blend_component(key.blend))];
        shaders::guarded(gpu, "mesh", || {
            gpu.device
                .create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                    label: Some(&key.describe()),
                    layout: Some(&self.layout),
                    vertex: wgpu::VertexState {
                        module: &self.module,
                        entry_point: Some("vertex"),
                        compilation_options: Default::default(),
                        buffers: &[
                            Some(wgpu::VertexBufferLayout {
                                array_stride: size_of::<MeshVertex>() as u64,
                                step_mode: wgpu::VertexStepMode::Vertex,
                                attributes: VERTEX,
                            }),
                            Some(wgpu::VertexBufferLayout {
                                array_stride: size_of::<Visible>() as u64,
                                step_mode: wgpu::VertexStepMode::Instance,
                                attributes: INSTANCE,
                            }),
                        ],
                    },
                    primitive: triangles(key.wireframe),
                    depth_stencil: depth(key.writes_depth),
                    multisample: samples(self.sample_count),
                    fragment: Some(wgpu::FragmentState {
                        module: &self.module,
                        entry_point: Some("fragment"),
                        compilation_options: wgpu::PipelineCompilationOptions {
                            constants: &constants,
                            ..Default::default()
                        },
                        targets: &targets,
                    }),
                    multiview_mask: None,
                    cache: None,
                })
        })
    }

    /// Records calls; group 0 is set already.
    pub(crate) fn record(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        scene: &GpuScene,
        calls: &[Call],
    ) -> Recorded {
        let mut recorded = Recorded::default();
        if calls.is_empty() {
            return recorded;
        }
        pass.set_vertex_buffer(0, scene.vertices.slice(..));
        pass.set_vertex_buffer(1, scene.visible.buffer().slice(..));
        pass.set_index_buffer(scene.indices.slice(..), wgpu::IndexFormat::Uint32);
        let mut bound: Option<(usize, u32, u32)> = None;
        for call in calls {
            let slot = call.pipeline.slot();
            let Some(Some((_, pipeline))) = self.pipelines.get(slot) else {
                continue;
            };
            let texture = scene.textures.group(call.texture);
            let lightmap = scene.lightmap_groups.get(call.lightmap as usize);
            let (Some(texture), Some(lightmap)) = (texture, lightmap) else {
                continue;
            };
            if bound.is_none_or(|(old, ..)| old != slot) {
                pass.set_pipeline(pipeline);
                recorded.state_changes += 1;
            }
            if bound.is_none_or(|(_, old, _)| old != call.texture) {
                pass.set_bind_group(1, texture, &[]);
                recorded.state_changes += 1;
            }
            if bound.is_some_and(|(.., old)| old != call.lightmap) {
                recorded.state_changes += 1;
            }
            bound = Some((slot, call.texture, call.lightmap));
            pass.set_bind_group(2, lightmap, &[scene.constants_offset(call.draw)]);
            pass.draw_indexed(
                call.first_index..call.first_index + call.index_count,
                0,
                call.first_instance..call.first_instance + call.instance_count,
            );
            recorded.draws += 1;
        }
        recorded
    }
}

/// `FOG_TOWARDS` of the shader (spec page: environment, section 5).
fn fog_towards(blend: Blend) -> f64 {
    match blend {
        Blend::Opaque | Blend::Alpha => 0.0,
        Blend::Additive => 1.0,
        Blend::Multiply => 2.0,
        Blend::Multiply2x => 3.0,
    }
}

/// Blend factors (spec page: materials, section 8.2).
fn blend_component(blend: Blend) -> Option<BlendComponent> {
    let (src_factor, dst_factor) = match blend {
        Blend::Opaque => return None,
        Blend::Additive => (BlendFactor::SrcAlpha, BlendFactor::One),
        Blend::Multiply => (BlendFactor::Zero, BlendFactor::Src),
        Blend::Alpha => (BlendFactor::SrcAlpha, BlendFactor::OneMinusSrcAlpha),
        Blend::Multiply2x => (BlendFactor::Dst, BlendFactor::Src),
    };
    Some(BlendComponent {
        src_factor,
        dst_factor,
        operation: BlendOperation::Add,
    })
}
