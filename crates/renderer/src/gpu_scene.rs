//! A scene on the GPU: uploaded once, then kept in step with what changes.

use crate::bindings::{Bindings, group, uniform_stride};
use crate::dump::{self, FrameDump};
use crate::filing::Filing;
use crate::frame::{Frame, ViewMode};
use crate::frame_uniform::FrameUniform;
use crate::layout::Layout;
use crate::mirror::Mirror;
use crate::passes::ground::GpuGround;
use crate::passes::mesh::DrawConstants;
use crate::passes::sky::GpuDome;
use crate::plan::{Plan, Visible};
use crate::texture::Textures;
use crate::{Error, Gpu};
use bytemuck::{Pod, Zeroable};
use scene::{Instance, MeshVertex, Pose, Scene};
use wgpu::BufferUsages;

/// The mirror of `Instance` in `shaders/common/instance.wgsl`.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct InstanceRecord {
    /// Object space to world.
    rows: [[f32; 4]; 3],
    pose_base: u32,
    object: u32,
    component: u32,
    /// Level of detail, and the damage stage << 8.
    lod: u32,
}

impl From<&Instance> for InstanceRecord {
    fn from(instance: &Instance) -> Self {
        let linear = instance.placement.matrix3.transpose();
        let shift = instance.placement.translation;
        Self {
            rows: [
                linear.x_axis.extend(shift.x).into(),
                linear.y_axis.extend(shift.y).into(),
                linear.z_axis.extend(shift.z).into(),
            ],
            pose_base: instance.pose_base,
            object: instance.object,
            component: instance.component,
            lod: u32::from(instance.lod) | u32::from(instance.state) << 8,
        }
    }
}

/// Samplers that all scenes share.
#[derive(Debug)]
pub(crate) struct Samplers {
    pub(crate) repeating: wgpu::Sampler,
    pub(crate) lightmap: wgpu::Sampler,
}

/// A [`Scene`] on the GPU. Belongs to the scene it was uploaded from: drawing it with another one shows nonsense.
///
/// Changes of poses, and with them of placements, boxes, damage stages, levels of detail and visibility of instances,
/// are noticed when [`Scene::pose_revision`] changes; changes of materials when [`Scene::material_revision`] does.
/// Textures, meshes and the ground are fixed.
#[derive(Debug)]
pub struct GpuScene {
    /// Corners of all meshes, one mesh after the other.
    pub(crate) vertices: wgpu::Buffer,
    /// Triangles of all meshes, counting from the first corner of the first mesh.
    pub(crate) indices: wgpu::Buffer,
    pub(crate) textures: Textures,
    /// Group 2 of mesh draws: the first without lightmap, then one for each of the layout's lightmaps.
    pub(crate) lightmap_groups: Vec<wgpu::BindGroup>,
    pub(crate) visible: Mirror<Visible>,
    pub(crate) ground: Option<GpuGround>,
    pub(crate) dome: GpuDome,
    pub(crate) frame_group: wgpu::BindGroup,
    pub(crate) layout: Layout,
    pub(crate) filing: Filing,
    pub(crate) plan: Plan,
    constants_stride: u64,
    frame_buffer: Mirror<FrameUniform>,
    instances: Mirror<InstanceRecord>,
    poses: Mirror<Pose>,
    /// Constants of the layout's draws, `constants_stride` bytes each.
    constants: Mirror<u8>,
    records: Vec<InstanceRecord>,
    constant_bytes: Vec<u8>,
    revisions: Revisions,
    uploaded_bytes: u64,
}

/// What of the scene the GPU has.
#[derive(Debug, Clone, Copy, Default)]
struct Revisions {
    poses: Option<u64>,
    /// `None` also where the draws themselves are others than the GPU has.
    materials: Option<u64>,
    /// The poses whose grouping and boxes the layout has.
    layout: Option<u64>,
}

impl GpuScene {
    pub(crate) fn upload(
        gpu: &Gpu,
        bindings: &Bindings,
        samplers: &Samplers,
        scene: &Scene,
        generate_mips: bool,
    ) -> Result<Self, Error> {
        let geometry = Geometry::gather(scene)?;
        let vertices = gpu.buffer(
            "mesh vertices",
            BufferUsages::VERTEX,
            bytemuck::cast_slice(&geometry.vertices),
            size_of::<MeshVertex>() as u64,
        )?;
        let indices = gpu.buffer(
            "mesh indices",
            BufferUsages::INDEX,
            bytemuck::cast_slice(&geometry.indices),
            4,
        )?;
        let textures = Textures::upload(
            gpu,
            scene,
            &bindings.texture,
            &samplers.repeating,
            generate_mips,
        )?;
        let records: Vec<_> = scene.instances.iter().map(InstanceRecord::from).collect();
        let frame_buffer = Mirror::new(gpu, "frame", BufferUsages::UNIFORM, &[])?;
        let instances = Mirror::new(gpu, "instances", BufferUsages::STORAGE, &records)?;
        let poses = Mirror::new(gpu, "poses", BufferUsages::STORAGE, &scene.poses)?;
        let constants = Mirror::new(gpu, "draw constants", BufferUsages::UNIFORM, &[])?;
        let frame_group = frame_group(gpu, bindings, &frame_buffer, &instances, &poses);
        let ground = scene
            .ground
            .as_ref()
            .map(|ground| GpuGround::upload(gpu, scene, ground))
            .transpose()?;
        let layout = Layout::new(scene, geometry.first_indices);
        let uploaded_bytes = vertices.size() + indices.size() + textures.bytes;
        let mut uploaded = Self {
            vertices,
            indices,
            textures,
            lightmap_groups: Vec::new(),
            visible: Mirror::new(gpu, "visible instances", BufferUsages::VERTEX, &[])?,
            ground,
            dome: GpuDome::upload(gpu)?,
            frame_group,
            layout,
            filing: Filing::default(),
            plan: Plan::default(),
            constants_stride: uniform_stride(gpu, size_of::<DrawConstants>()),
            frame_buffer,
            instances,
            poses,
            constants,
            records,
            constant_bytes: Vec::new(),
            revisions: Revisions {
                poses: Some(scene.pose_revision),
                layout: Some(scene.pose_revision),
                ..Revisions::default()
            },
            uploaded_bytes,
        };
        uploaded.refresh_materials(gpu, bindings, samplers, scene)?;
        Ok(uploaded)
    }

    /// Bytes of geometry and textures that the upload sent.
    pub fn uploaded_bytes(&self) -> u64 {
        self.uploaded_bytes
    }

    /// Decides what a frame draws.
    pub(crate) fn replan(&mut self, scene: &Scene, frame: &Frame, can_draw_lines: bool) {
        if self.revisions.layout != Some(scene.pose_revision) {
            self.revisions.layout = Some(scene.pose_revision);
            if self.layout.refresh(scene) {
                self.filing.invalidate();
                self.revisions.materials = None;
            }
        }
        self.filing
            .refresh(scene, &self.layout, &frame.options, can_draw_lines);
        self.plan.build(scene, &self.layout, &self.filing, frame);
    }

    /// Sends what changed since the last frame; returns the bytes sent.
    pub(crate) fn sync(
        &mut self,
        gpu: &Gpu,
        bindings: &Bindings,
        samplers: &Samplers,
        scene: &Scene,
        frame: &Frame,
    ) -> Result<u64, Error> {
        let mut bytes = 0;
        let mut moved = false;
        if self.revisions.poses != Some(scene.pose_revision) {
            self.records.clear();
            self.records
                .extend(scene.instances.iter().map(InstanceRecord::from));
            for update in [
                self.instances.update(gpu, &self.records)?,
                self.poses.update(gpu, &scene.poses)?,
            ] {
                bytes += update.bytes;
                moved |= update.moved;
            }
            self.revisions.poses = Some(scene.pose_revision);
        }
        if self.revisions.materials != Some(scene.material_revision) {
            bytes += self.refresh_materials(gpu, bindings, samplers, scene)?;
        }
        bytes += self.visible.update(gpu, &self.plan.visible)?.bytes;
        bytes += self.dome.refresh(gpu, scene.environment.sky)?.bytes;
        let uniform = FrameUniform::new(&scene.environment, frame);
        bytes += self.frame_buffer.update(gpu, &[uniform])?.bytes;
        if moved {
            self.frame_group = frame_group(
                gpu,
                bindings,
                &self.frame_buffer,
                &self.instances,
                &self.poses,
            );
        }
        Ok(bytes)
    }

    /// Where the constants of a draw lie.
    pub(crate) fn constants_offset(&self, draw: u32) -> u32 {
        // The buffer was made with this many bytes, and buffers are smaller than 4 GiB.
        (u64::from(draw) * self.constants_stride) as u32
    }

    /// Whether the dome belongs into a frame.
    pub(crate) fn has_dome(scene: &Scene, frame: &Frame) -> bool {
        frame.options.sky && frame.options.view == ViewMode::Lit && scene.environment.sky.is_some()
    }

    /// The plan as data.
    pub(crate) fn dump(&self, scene: &Scene, frame: &Frame) -> FrameDump {
        let dome = if Self::has_dome(scene, frame) {
            self.dome.triangles()
        } else {
            0
        };
        dump::dump(scene, &self.layout, &self.plan, frame, dome)
    }

    /// Sends the constants of all draws, and makes the bind groups that lead to them if they are other draws now.
    fn refresh_materials(
        &mut self,
        gpu: &Gpu,
        bindings: &Bindings,
        samplers: &Samplers,
        scene: &Scene,
    ) -> Result<u64, Error> {
        let stride = self.constants_stride as usize;
        let bytes = &mut self.constant_bytes;
        bytes.clear();
        for draw in &self.layout.draws {
            let constants = DrawConstants::new(scene, draw.material, draw.flags);
            bytes.extend_from_slice(bytemuck::bytes_of(&constants));
            bytes.resize(bytes.len().next_multiple_of(stride), 0);
        }
        // A bind group wants a whole element.
        bytes.resize(bytes.len().max(stride), 0);
        let update = self.constants.update(gpu, bytes)?;
        if update.moved || self.revisions.materials.is_none() {
            let lightmaps = self.layout.lightmaps.iter().map(|id| Some(*id));
            self.lightmap_groups = std::iter::once(None)
                .chain(lightmaps)
                .filter_map(|lightmap| self.textures.view(self.textures.slot(lightmap)))
                .map(|view| draw_group(gpu, bindings, samplers, self.constants.buffer(), view))
                .collect();
        }
        let mut sent = update.bytes;
        if let Some(ground) = &mut self.ground {
            sent += ground.refresh(gpu, scene, bindings, &self.textures, &samplers.repeating)?;
        }
        self.revisions.materials = Some(scene.material_revision);
        Ok(sent)
    }
}

/// Group 2 of a mesh draw; the constants of the draw are chosen by a dynamic offset.
pub(crate) fn draw_group(
    gpu: &Gpu,
    bindings: &Bindings,
    samplers: &Samplers,
    constants: &wgpu::Buffer,
    lightmap: &wgpu::TextureView,
) -> wgpu::BindGroup {
    let one = wgpu::BindingResource::Buffer(wgpu::BufferBinding {
        buffer: constants,
        offset: 0,
        size: std::num::NonZeroU64::new(size_of::<DrawConstants>() as u64),
    });
    group(
        gpu,
        "draw",
        &bindings.draw,
        &[
            one,
            wgpu::BindingResource::TextureView(lightmap),
            wgpu::BindingResource::Sampler(&samplers.lightmap),
        ],
    )
}

/// Group 0 of every pass over the scene.
fn frame_group(
    gpu: &Gpu,
    bindings: &Bindings,
    frame: &Mirror<FrameUniform>,
    instances: &Mirror<InstanceRecord>,
    poses: &Mirror<Pose>,
) -> wgpu::BindGroup {
    group(
        gpu,
        "frame",
        &bindings.frame,
        &[
            frame.buffer().as_entire_binding(),
            instances.buffer().as_entire_binding(),
            poses.buffer().as_entire_binding(),
        ],
    )
}

/// All meshes behind each other.
struct Geometry {
    vertices: Vec<MeshVertex>,
    indices: Vec<u32>,
    first_indices: Vec<u32>,
}

impl Geometry {
    fn gather(scene: &Scene) -> Result<Self, Error> {
        let corners: usize = scene.meshes.iter().map(|mesh| mesh.vertices.len()).sum();
        let elements: usize = scene.meshes.iter().map(|mesh| mesh.indices.len()).sum();
        if u32::try_from(corners.max(elements)).is_err() {
            return Err(Error::TooLarge {
                what: "elements of all meshes",
                size: corners.max(elements) as u64,
                limit: u32::MAX.into(),
            });
        }
        let mut all = Self {
            vertices: Vec::with_capacity(corners),
            indices: Vec::with_capacity(elements),
            first_indices: Vec::with_capacity(scene.meshes.len()),
        };
        for mesh in &scene.meshes {
            let base = all.vertices.len() as u32;
            // An index past the end must not reach into the next mesh.
            let last = mesh.vertices.len().saturating_sub(1) as u32;
            all.first_indices.push(all.indices.len() as u32);
            all.vertices.extend_from_slice(&mesh.vertices);
            all.indices
                .extend(mesh.indices.iter().map(|&index| base + index.min(last)));
        }
        Ok(all)
    }
}
