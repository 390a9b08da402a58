//! The landscape: one pass for each surface with up to four textures (spec page: terrain, section 7.3).

use super::{Recorded, can_draw_lines, colour, depth, samples, triangles};
use crate::bindings::{Bindings, group, pipeline_layout, uniform_stride};
use crate::filing::state_of;
use crate::layout::clipped;
use crate::plan::GroundCall;
use crate::shaders::{self, Program, Source};
use crate::texture::Textures;
use crate::{Error, Gpu, ViewMode};
use bytemuck::{Pod, Zeroable};
use scene::{Ground, GroundSurface, GroundVertex, Scene, SurfaceKind};

/// The mirror of `Surface` in `shaders/ground/ground.wgsl`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
struct SurfaceConstants {
    base: u32,
    second: u32,
    /// 1 base microtexture, 2 second material, 4 its microtexture.
    has: u32,
    kind: u32,
}

impl SurfaceConstants {
    fn new(surface: &GroundSurface, materials: usize) -> Self {
        let known = |material: u32| {
            if (material as usize) < materials {
                material
            } else {
                0
            }
        };
        let liquid = matches!(surface.kind, SurfaceKind::Water | SurfaceKind::Lava);
        // Liquids go without microtexture (spec page: terrain, section 9.3).
        let base_micro = surface.base_micro.is_some() && !liquid;
        let second = surface.second.is_some();
        let second_micro = second && surface.second_micro.is_some();
        Self {
            base: known(surface.base),
            second: known(surface.second.unwrap_or(0)),
            has: u32::from(base_micro) | u32::from(second) << 1 | u32::from(second_micro) << 2,
            kind: surface.kind as u32,
        }
    }
}

const VERTEX: &[wgpu::VertexAttribute] = &wgpu::vertex_attr_array![
    0 => Float32x3, 1 => Snorm8x4, 2 => Float32x2, 3 => Float32x2, 4 => Float32
];

/// The landscape of a scene on the GPU.
#[derive(Debug)]
pub(crate) struct GpuGround {
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    constants: wgpu::Buffer,
    stride: u64,
    surfaces: Vec<SurfaceGroups>,
}

/// The bind groups of a surface. Animated materials walk through a few textures, so those seen are kept.
#[derive(Debug, Default)]
struct SurfaceGroups {
    seen: Vec<((u32, u32), wgpu::BindGroup)>,
    current: usize,
}

impl GpuGround {
    pub(crate) fn upload(gpu: &Gpu, scene: &Scene, ground: &Ground) -> Result<Self, Error> {
        let last = ground.vertices.len().saturating_sub(1) as u32;
        let indices: Vec<u32> = ground.indices.iter().map(|&i| i.min(last)).collect();
        let stride = uniform_stride(gpu, size_of::<SurfaceConstants>());
        let mut constants = Vec::with_capacity(ground.surfaces.len() * stride as usize);
        for surface in &ground.surfaces {
            let surface = SurfaceConstants::new(surface, scene.materials.len());
            constants.extend_from_slice(bytemuck::bytes_of(&surface));
            constants.resize(constants.len().next_multiple_of(stride as usize), 0);
        }
        Ok(Self {
            vertices: gpu.buffer(
                "ground vertices",
                wgpu::BufferUsages::VERTEX,
                bytemuck::cast_slice(&ground.vertices),
                size_of::<GroundVertex>() as u64,
            )?,
            indices: gpu.buffer(
                "ground indices",
                wgpu::BufferUsages::INDEX,
                bytemuck::cast_slice(&indices),
                4,
            )?,
            constants: gpu.buffer(
                "ground surfaces",
                wgpu::BufferUsages::UNIFORM,
                &constants,
                stride,
            )?,
            stride,
            surfaces: ground
                .surfaces
                .iter()
                .map(|_| SurfaceGroups::default())
                .collect(),
        })
    }

    /// Binds what the materials look like now.
    pub(crate) fn refresh(
        &mut self,
        gpu: &Gpu,
        scene: &Scene,
        bindings: &Bindings,
        textures: &Textures,
        sampler: &wgpu::Sampler,
    ) {
        let Some(ground) = &scene.ground else { return };
        let stride = self.stride;
        let both = (0..).zip(self.surfaces.iter_mut().zip(&ground.surfaces));
        for (number, (groups, surface)) in both {
            let texture = |material| textures.slot(state_of(scene, material).texture());
            let base = texture(surface.base);
            let second = surface.second.map_or(textures.count(), texture);
            let key = (base, second);
            if let Some(known) = groups.seen.iter().position(|(seen, _)| *seen == key) {
                groups.current = known;
                continue;
            }
            let slots = [
                base,
                textures.slot(surface.base_micro),
                second,
                textures.slot(surface.second_micro),
            ];
            let [Some(a), Some(b), Some(c), Some(d)] = slots.map(|slot| textures.view(slot)) else {
                continue;
            };
            let constants = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
                buffer: &self.constants,
                offset: stride * number,
                size: std::num::NonZeroU64::new(size_of::<SurfaceConstants>() as u64),
            });
            let view = wgpu::BindingResource::TextureView;
            groups.current = groups.seen.len();
            groups.seen.push((
                key,
                group(
                    gpu,
                    "ground surface",
                    &bindings.ground,
                    &[
                        constants,
                        view(a),
                        view(b),
                        view(c),
                        view(d),
                        wgpu::BindingResource::Sampler(sampler),
                    ],
                ),
            ));
        }
    }

    fn group(&self, surface: u32) -> Option<&wgpu::BindGroup> {
        let groups = self.surfaces.get(surface as usize)?;
        groups.seen.get(groups.current).map(|(_, group)| group)
    }
}

/// Pipelines of the landscape.
#[derive(Debug)]
pub(crate) struct GroundPass {
    filled: wgpu::RenderPipeline,
    inspecting: wgpu::RenderPipeline,
    lines: Option<wgpu::RenderPipeline>,
}

impl GroundPass {
    pub(crate) fn new(
        gpu: &Gpu,
        bindings: &Bindings,
        sample_count: u32,
        source: Source,
    ) -> Result<Self, Error> {
        let module = shaders::module(gpu, Program::Ground, source)?;
        let layout = pipeline_layout(gpu, "ground", &[&bindings.frame, &bindings.ground]);
        let make = |inspects: bool, wireframe| {
            shaders::guarded(gpu, "ground", || {
                gpu.device
                    .create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                        label: Some("ground"),
                        layout: Some(&layout),
                        vertex: wgpu::VertexState {
                            module: &module,
                            entry_point: Some("vertex"),
                            compilation_options: Default::default(),
                            buffers: &[Some(wgpu::VertexBufferLayout {
                                array_stride: size_of::<GroundVertex>() as u64,
                                step_mode: wgpu::VertexStepMode::Vertex,
                                attributes: VERTEX,
                            })],
                        },
                        primitive: triangles(wireframe),
                        depth_stencil: depth(true),
                        multisample: samples(sample_count),
                        fragment: Some(wgpu::FragmentState {
                            module: &module,
                            entry_point: Some("fragment"),
                            compilation_options: wgpu::PipelineCompilationOptions {
                                constants: &[("INSPECTS", f64::from(u8::from(inspects)))],
                                ..Default::default()
                            },
                            targets: &[colour(None)],
                        }),
                        multiview_mask: None,
                        cache: None,
                    })
            })
        };
        let lines = can_draw_lines(gpu).then(|| make(true, true)).transpose()?;
        Ok(Self {
            filled: make(false, false)?,
            inspecting: make(true, false)?,
            lines,
        })
    }

    /// Records calls; group 0 is set already.
    pub(crate) fn record(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        ground: &GpuGround,
        calls: &[GroundCall],
        view: ViewMode,
    ) -> Recorded {
        let mut recorded = Recorded::default();
        if calls.is_empty() {
            return recorded;
        }
        let pipeline = match (view, &self.lines) {
            (ViewMode::Lit, _) => &self.filled,
            (ViewMode::Wireframe, Some(lines)) => lines,
            _ => &self.inspecting,
        };
        pass.set_pipeline(pipeline);
        pass.set_vertex_buffer(0, ground.vertices.slice(..));
        pass.set_index_buffer(ground.indices.slice(..), wgpu::IndexFormat::Uint32);
        recorded.state_changes += 1;
        let mut bound = None;
        for call in calls {
            let Some(group) = ground.group(call.surface) else {
                continue;
            };
            if bound != Some(call.surface) {
                pass.set_bind_group(1, group, &[]);
                bound = Some(call.surface);
                recorded.state_changes += 1;
            }
            let first = call.first_index;
            let count = clipped(
                first,
                call.index_count,
                (ground.indices.size() / 4) as usize,
            );
            pass.draw_indexed(first..first + count, 0, 0..1);
            recorded.draws += 1;
        }
        recorded
    }
}
