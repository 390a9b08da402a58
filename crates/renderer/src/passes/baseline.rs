//! The yardstick of benchmarks: the visible triangles of a frame, gathered beforehand, in one draw.

use super::{colour, depth, samples, triangles};
use crate::bindings::{Bindings, pipeline_layout};
use crate::layout::Layout;
use crate::plan::{Call, Plan};
use crate::shaders::{self, Program, Source};
use crate::{Error, Gpu};
use bytemuck::{Pod, Zeroable};
use scene::{Ground, MaterialId, MeshVertex, Scene};

/// `instance` of a corner that stands in the world by itself.
const GROUND: u32 = u32::MAX;

/// The mirror of `Corner` in `shaders/baseline/baseline.wgsl`.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Gathered {
    position: [f32; 3],
    normal: [i8; 4],
    uv0: [f32; 2],
    /// Index of the pose.
    pose: u32,
    /// Index of the instance, or [`GROUND`].
    instance: u32,
}

const VERTEX: &[wgpu::VertexAttribute] = &wgpu::vertex_attr_array![
    0 => Float32x3, 1 => Snorm8x4, 2 => Float32x2, 3 => Uint32, 4 => Uint32
];

/// The triangles of a frame with everything that tells them apart inside their vertices.
#[derive(Debug, Default)]
pub(crate) struct Gathering {
    pub(crate) vertices: Vec<Gathered>,
    pub(crate) indices: Vec<u32>,
    /// The material that most triangles have, which all get.
    pub(crate) material: MaterialId,
}

impl Gathering {
    /// Gathers what a plan draws, meshes first as in the frame. Vertices that a draw shares between triangles stay shared.
    ///
    /// # Errors
    /// [`Error::TooLarge`] beyond the largest buffer.
    pub(crate) fn of(
        gpu: &Gpu,
        scene: &Scene,
        layout: &Layout,
        plan: &Plan,
    ) -> Result<Self, Error> {
        let mut gathering = Self::default();
        let mut indices_by_material = vec![0_u64; scene.material_states.len()];
        let mut count = |material: MaterialId, indices: u64| {
            if let Some(count) = indices_by_material.get_mut(material as usize) {
                *count += indices;
            }
        };
        for call in plan.mesh_calls() {
            gathering.add_mesh(scene, layout, plan, call);
            if let Some(draw) = layout.draws.get(call.draw as usize) {
                let indices = u64::from(call.index_count) * u64::from(call.instance_count);
                count(draw.material, indices);
            }
            gathering.check(gpu)?;
        }
        if let Some(ground) = &scene.ground {
            for call in &plan.ground {
                gathering.add_ground(ground, call.first_index, call.index_count);
                if let Some(surface) = ground.surfaces.get(call.surface as usize) {
                    count(surface.base, call.index_count.into());
                }
            }
        }
        gathering.check(gpu)?;
        gathering.material = (0..)
            .zip(&indices_by_material)
            .max_by_key(|(_, count)| **count)
            .map_or(0, |(material, _)| material);
        Ok(gathering)
    }

    fn check(&self, gpu: &Gpu) -> Result<(), Error> {
        let vertices = (self.vertices.len() * size_of::<Gathered>()) as u64;
        let indices = (self.indices.len() * 4) as u64;
        gpu.check_buffer(
            "baseline geometry",
            vertices.max(indices),
            wgpu::BufferUsages::VERTEX,
        )
    }

    fn add_ground(&mut self, ground: &Ground, first: u32, count: u32) {
        let indices = ground.indices.get(first as usize..).unwrap_or_default();
        let mut renumbered = Renumbering::new(ground.vertices.len());
        for &index in indices.iter().take(count as usize) {
            let next = self.vertices.len() as u32;
            let (number, new) = renumbered.number(index, next);
            if new && let Some(vertex) = ground.vertices.get(index as usize) {
                self.vertices.push(Gathered {
                    position: vertex.position,
                    normal: vertex.normal,
                    uv0: vertex.uv0,
                    pose: 0,
                    instance: GROUND,
                });
            }
            self.indices.push(number);
        }
    }

    fn add_mesh(&mut self, scene: &Scene, layout: &Layout, plan: &Plan, call: &Call) {
        let Some(draw) = layout.draws.get(call.draw as usize) else {
            return;
        };
        let Some(group) = layout.groups.get(draw.group as usize) else {
            return;
        };
        let Some(mesh) = scene.meshes.get(group.mesh as usize) else {
            return;
        };
        let start = layout.first_indices.get(group.mesh as usize).copied();
        let first = call.first_index.saturating_sub(start.unwrap_or(0)) as usize;
        let run = mesh.indices.get(first..).unwrap_or_default();
        let mut renumbered = Renumbering::new(mesh.vertices.len());
        let mut used: Vec<&MeshVertex> = Vec::new();
        let mut numbers = Vec::new();
        for &index in run.iter().take(call.index_count as usize) {
            let (number, new) = renumbered.number(index, used.len() as u32);
            if new {
                used.extend(mesh.vertices.get(index as usize));
            }
            numbers.push(number);
        }
        for visible in plan.instances(call) {
            let Some(instance) = scene.instances.get(visible.instance as usize) else {
                continue;
            };
            let base = self.vertices.len() as u32;
            self.indices.extend(numbers.iter().map(|n| base + n));
            self.vertices.extend(used.iter().map(|vertex| Gathered {
                position: vertex.position,
                normal: vertex.normal,
                uv0: vertex.uv0,
                pose: instance.pose_base.saturating_add(vertex.node),
                instance: visible.instance,
            }));
        }
    }
}

/// New numbers for the vertices that a run of indices uses, in order of their first use.
struct Renumbering(Vec<Option<u32>>);

impl Renumbering {
    fn new(count: usize) -> Self {
        Self(vec![None; count])
    }

    /// The number of a vertex, `next` if it has none yet; and whether it is new.
    fn number(&mut self, index: u32, next: u32) -> (u32, bool) {
        match self.0.get_mut(index as usize) {
            Some(Some(number)) => (*number, false),
            Some(empty) => {
                *empty = Some(next);
                (next, true)
            }
            None => (0, false),
        }
    }
}

/// The pipeline of the one draw.
#[derive(Debug)]
pub(crate) struct BaselinePass {
    pub(crate) pipeline: wgpu::RenderPipeline,
}

impl BaselinePass {
    pub(crate) fn new(
        gpu: &Gpu,
        bindings: &Bindings,
        sample_count: u32,
        source: Source,
    ) -> Result<Self, Error> {
        let module = shaders::module(gpu, Program::Baseline, source)?;
        let groups = [&bindings.frame, &bindings.texture, &bindings.draw];
        let layout = pipeline_layout(gpu, "baseline", &groups);
        let pipeline = shaders::guarded(gpu, "baseline", || {
            gpu.device
                .create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                    label: Some("baseline"),
                    layout: Some(&layout),
                    vertex: wgpu::VertexState {
                        module: &module,
                        entry_point: Some("vertex"),
                        compilation_options: Default::default(),
                        buffers: &[Some(wgpu::VertexBufferLayout {
                            array_stride: size_of::<Gathered>() as u64,
                            step_mode: wgpu::VertexStepMode::Vertex,
                            attributes: VERTEX,
                        })],
                    },
                    primitive: triangles(false),
                    depth_stencil: depth(true),
                    multisample: samples(sample_count),
                    fragment: Some(wgpu::FragmentState {
                        module: &module,
                        entry_point: Some("fragment"),
                        compilation_options: Default::default(),
                        targets: &[colour(None)],
                    }),
                    multiview_mask: None,
                    cache: None,
                })
        })?;
        Ok(Self { pipeline })
    }
}
