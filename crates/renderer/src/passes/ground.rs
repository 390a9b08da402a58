//! The landscape: one pass for each surface with up to four textures (spec page: terrain, section 7.3).

use super::{Recorded, can_draw_lines, colour, depth_where, samples, triangles};
use crate::bindings::{Bindings, group, pipeline_layout, uniform_stride};
use crate::filing::state_of;
use crate::layout::clipped;
use crate::mirror::Mirror;
use crate::plan::GroundCall;
use crate::shaders::{self, Program, Source};
use crate::texture::Textures;
use crate::{Error, Gpu, ViewMode};
use bytemuck::{Pod, Zeroable};
use scene::{Ground, GroundSurface, GroundVertex, MaterialState, Scene, SurfaceKind};

/// The mirror of `Surface` in `shaders/ground/ground.wgsl`.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct SurfaceConstants {
    base: MaterialState,
    second: MaterialState,
    base_id: u32,
    kind: u32,
    _pad: [u32; 2],
}

impl SurfaceConstants {
    fn new(scene: &Scene, surface: &GroundSurface) -> Self {
        Self {
            base: state_of(scene, surface.base),
            second: state_of(scene, surface.second.unwrap_or(surface.base)),
            base_id: surface.base,
            kind: surface.kind as u32,
            _pad: [0; 2],
        }
    }
}

/// The fixed state of a draw: what the surface is made of, and how it is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct GroundPipeline {
    base_micro: bool,
    second: bool,
    second_micro: bool,
    inspects: bool,
    wireframe: bool,
}

impl GroundPipeline {
    fn new(surface: &GroundSurface, view: ViewMode, can_draw_lines: bool) -> Self {
        // Liquids go without microtexture (spec page: terrain, section 9.3).
        let liquid = matches!(surface.kind, SurfaceKind::Water | SurfaceKind::Lava);
        let second = surface.second.is_some();
        Self {
            base_micro: surface.base_micro.is_some() && !liquid,
            second,
            second_micro: second && surface.second_micro.is_some(),
            inspects: view != ViewMode::Lit,
            wireframe: view == ViewMode::Wireframe && can_draw_lines,
        }
    }
}

/// The constants of all surfaces as they are now.
fn constants(scene: &Scene, ground: &Ground, stride: u64) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(ground.surfaces.len() * stride as usize);
    for surface in &ground.surfaces {
        bytes.extend_from_slice(bytemuck::bytes_of(&SurfaceConstants::new(scene, surface)));
        bytes.resize(bytes.len().next_multiple_of(stride as usize), 0);
    }
    bytes
}

const VERTEX: &[wgpu::VertexAttribute] = &wgpu::vertex_attr_array![
    0 => Float32x3, 1 => Snorm8x4, 2 => Float32x2, 3 => Float32x2, 4 => Float32
];

/// The landscape of a scene on the GPU.
#[derive(Debug)]
pub(crate) struct GpuGround {
    vertices: wgpu::Buffer,
    indices: wgpu::Buffer,
    constants: Mirror<u8>,
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
            constants: Mirror::new(
                gpu,
                "ground surfaces",
                wgpu::BufferUsages::UNIFORM,
                &constants(scene, ground, stride),
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
    ) -> Result<u64, Error> {
        let Some(ground) = &scene.ground else {
            return Ok(0);
        };
        let stride = self.stride;
        let constants = constants(scene, ground, stride);
        let bytes = self.constants.update(gpu, &constants)?.bytes;
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
                buffer: self.constants.buffer(),
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
        Ok(bytes)
    }

    fn group(&self, surface: u32) -> Option<&wgpu::BindGroup> {
        let groups = self.surfaces.get(surface as usize)?;
        groups.seen.get(groups.current).map(|(_, group)| group)
    }
}

/// Pipelines of the landscape, made when they are first needed.
#[derive(Debug)]
pub(crate) struct GroundPass {
    module: wgpu::ShaderModule,
    layout: wgpu::PipelineLayout,
    sample_count: u32,
    can_draw_lines: bool,
    /// At most some dozen.
    pipelines: Vec<(GroundPipeline, wgpu::RenderPipeline)>,
}

impl GroundPass {
    pub(crate) fn new(
        gpu: &Gpu,
        bindings: &Bindings,
        sample_count: u32,
        source: Source,
    ) -> Result<Self, Error> {
        Ok(Self {
            module: shaders::module(gpu, Program::Ground, source)?,
            layout: pipeline_layout(gpu, "ground", &[&bindings.frame, &bindings.ground]),
            sample_count,
            can_draw_lines: can_draw_lines(gpu),
            pipelines: Vec::new(),
        })
    }

    /// Makes the pipelines of a landscape that are not there yet.
    pub(crate) fn ensure(
        &mut self,
        gpu: &Gpu,
        ground: &Ground,
        view: ViewMode,
    ) -> Result<(), Error> {
        for surface in &ground.surfaces {
            let key = GroundPipeline::new(surface, view, self.can_draw_lines);
            if self.find(key).is_none() {
                let pipeline = self.make(gpu, key)?;
                self.pipelines.push((key, pipeline));
            }
        }
        Ok(())
    }

    /// Makes the pipelines that another pass has.
    #[cfg(all(debug_assertions, feature = "hot-reload"))]
    pub(crate) fn ensure_like(&mut self, gpu: &Gpu, other: &Self) -> Result<(), Error> {
        for (key, _) in &other.pipelines {
            let pipeline = self.make(gpu, *key)?;
            self.pipelines.push((*key, pipeline));
        }
        Ok(())
    }

    fn find(&self, key: GroundPipeline) -> Option<(usize, &wgpu::RenderPipeline)> {
        let mut all = self.pipelines.iter().enumerate();
        all.find(|(_, (known, _))| *known == key)
            .map(|(number, (_, pipeline))| (number, pipeline))
    }

    fn make(&self, gpu: &Gpu, key: GroundPipeline) -> Result<wgpu::RenderPipeline, Error> {
        let constants = [
            ("BASE_MICRO", key.base_micro),
            ("SECOND", key.second),
            ("SECOND_MICRO", key.second_micro),
            ("INSPECTS", key.inspects),
        ]
        .map(|(name, is)| (name, f64::from(u8::from(is))));
        shaders::guarded(gpu, "ground", || {
            gpu.device
                .create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                    label: Some("ground"),
                    layout: Some(&self.layout),
                    vertex: wgpu::VertexState {
                        module: &self.module,
                        entry_point: Some("vertex"),
                        compilation_options: Default::default(),
                        buffers: &[Some(wgpu::VertexBufferLayout {
                            array_stride: size_of::<GroundVertex>() as u64,
                            step_mode: wgpu::VertexStepMode::Vertex,
                            attributes: VERTEX,
                        })],
                    },
                    primitive: triangles(key.wireframe),
                    // Things that lie exactly on the ground were drawn before it and stay.
                    depth_stencil: depth_where(true, wgpu::CompareFunction::Greater),
                    multisample: samples(self.sample_count),
                    fragment: Some(wgpu::FragmentState {
                        module: &self.module,
                        entry_point: Some("fragment"),
                        compilation_options: wgpu::PipelineCompilationOptions {
                            constants: &constants,
                            ..Default::default()
                        },
                        targets: &[colour(None)],
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
        scene: &Scene,
        uploaded: &GpuGround,
        calls: &[GroundCall],
        view: ViewMode,
    ) -> Recorded {
        let mut recorded = Recorded::default();
        let Some(ground) = &scene.ground else {
            return recorded;
        };
        pass.set_vertex_buffer(0, uploaded.vertices.slice(..));
        pass.set_index_buffer(uploaded.indices.slice(..), wgpu::IndexFormat::Uint32);
        let mut bound_pipeline = None;
        let mut bound_surface = None;
        for call in calls {
            let Some(surface) = ground.surfaces.get(call.surface as usize) else {
                continue;
            };
            let key = GroundPipeline::new(surface, view, self.can_draw_lines);
            let (Some((number, pipeline)), Some(group)) =
                (self.find(key), uploaded.group(call.surface))
            else {
                continue;
            };
            if bound_pipeline != Some(number) {
                pass.set_pipeline(pipeline);
                bound_pipeline = Some(number);
                recorded.state_changes += 1;
            }
            if bound_surface != Some(call.surface) {
                pass.set_bind_group(1, group, &[]);
                bound_surface = Some(call.surface);
                recorded.state_changes += 1;
            }
            let elements = (uploaded.indices.size() / 4) as usize;
            let count = clipped(call.first_index, call.index_count, elements);
            pass.draw_indexed(call.first_index..call.first_index + count, 0, 0..1);
            recorded.draws += 1;
        }
        recorded
    }
}
