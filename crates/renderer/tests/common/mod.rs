//! A device, a picture and small scenes for tests that draw.
#![allow(dead_code, missing_docs, unreachable_pub)]

use glam::{Affine3A, Quat, Vec3};
use image::RgbaImage;
use renderer::{
    Backend, DrawOptions, Error, Frame, FrameStats, Gpu, GpuRequest, GpuScene, OffscreenTarget,
    Renderer, RendererOptions, Timing,
};
use scene::{
    Aabb, Blend, Camera, Draw, Environment, Instance, Material, MaterialSet, MaterialState, Mesh,
    MeshNode, MeshVertex, NodeRange, Object, Pose, Scene, Texture, Variant,
};
use std::sync::Arc;

/// A device, a renderer and a picture.
pub struct Studio {
    pub gpu: Gpu,
    pub renderer: Renderer,
    pub target: OffscreenTarget,
}

impl Studio {
    /// `None`, and a line that says so, where there is no adapter at all.
    pub fn open(width: u32, height: u32) -> Option<Self> {
        let options = RendererOptions {
            // as golden images want it
            generate_mips: false,
            anisotropy: 1,
            ..RendererOptions::default()
        };
        Self::with(width, height, options)
    }

    pub fn with(width: u32, height: u32, options: RendererOptions) -> Option<Self> {
        Some(Self::on(gpu()?, width, height, options))
    }

    pub fn on(gpu: Gpu, width: u32, height: u32, options: RendererOptions) -> Self {
        let renderer = Renderer::new(&gpu, options).unwrap();
        let format = options.target_format;
        let target = OffscreenTarget::with_format(&gpu, width, height, format).unwrap();
        Self {
            gpu,
            renderer,
            target,
        }
    }

    pub fn frame(&self, camera: Camera, options: DrawOptions) -> Frame {
        Frame {
            camera,
            size: self.target.size(),
            options,
        }
    }

    pub fn upload(&self, scene: &Scene) -> GpuScene {
        self.renderer.upload(&self.gpu, scene).unwrap()
    }

    pub fn draw(&mut self, uploaded: &mut GpuScene, scene: &Scene, frame: &Frame) -> FrameStats {
        let view = self.target.view();
        let stats = self
            .renderer
            .draw(&self.gpu, uploaded, scene, frame, view)
            .unwrap();
        assert_eq!(self.gpu.uncaptured_errors(), 0, "the device complained");
        stats
    }

    pub fn read(&self) -> RgbaImage {
        let (width, height) = self.target.size();
        let rgba = self.target.read_rgba(&self.gpu).unwrap();
        RgbaImage::from_raw(width, height, rgba).unwrap()
    }

    /// Uploads, draws and reads.
    pub fn picture(&mut self, scene: &Scene, camera: Camera, options: DrawOptions) -> RgbaImage {
        let mut uploaded = self.upload(scene);
        let frame = self.frame(camera, options);
        self.draw(&mut uploaded, scene, &frame);
        self.read()
    }
}

/// The software Vulkan device if there is one, else any.
fn gpu() -> Option<Gpu> {
    let software = GpuRequest {
        backend: Backend::Vulkan,
        adapter_name: Some("llvmpipe".into()),
    };
    let any = GpuRequest::default();
    match Gpu::headless(&software).or_else(|_| Gpu::headless(&any)) {
        Ok(gpu) => Some(gpu),
        Err(Error::NoAdapter { .. }) => {
            println!("skipped: no adapter");
            None
        }
        Err(error) => panic!("{error}"),
    }
}

/// Exact times and nothing else unusual.
pub fn exact() -> DrawOptions {
    DrawOptions {
        timing: Timing::Exact,
        ..DrawOptions::default()
    }
}

/// Geometry of one node's batch.
pub struct Part {
    pub node: u32,
    pub vertices: Vec<MeshVertex>,
    pub indices: Vec<u32>,
    pub material_row: u32,
    pub lightmap_row: Option<u32>,
    pub flags: u16,
}

impl Part {
    pub fn new((vertices, indices): (Vec<MeshVertex>, Vec<u32>)) -> Self {
        Self {
            node: 0,
            vertices,
            indices,
            material_row: 0,
            lightmap_row: None,
            flags: 0,
        }
    }
}

/// A quad around the origin that faces -Y; v = 0 at its upper edge.
pub fn quad(half_width: f32, half_height: f32) -> (Vec<MeshVertex>, Vec<u32>) {
    let corner = |u: f32, v: f32| MeshVertex {
        position: [
            (2.0 * u - 1.0) * half_width,
            0.0,
            (1.0 - 2.0 * v) * half_height,
        ],
        normal: [0, -127, 0, 0],
        uv0: [u, v],
        uv1: [u, v],
        node: 0,
    };
    let corners = vec![
        corner(0.0, 1.0),
        corner(1.0, 1.0),
        corner(1.0, 0.0),
        corner(0.0, 0.0),
    ];
    (corners, vec![0, 1, 2, 0, 2, 3])
}

/// A cube around the origin, each side with the whole texture.
pub fn cube(half: f32) -> (Vec<MeshVertex>, Vec<u32>) {
    let (mut vertices, mut indices) = (Vec::new(), Vec::new());
    let quarter = std::f32::consts::FRAC_PI_2;
    let turns = [
        Quat::IDENTITY,
        Quat::from_rotation_z(quarter),
        Quat::from_rotation_z(2.0 * quarter),
        Quat::from_rotation_z(3.0 * quarter),
        Quat::from_rotation_x(quarter),
        Quat::from_rotation_x(-quarter),
    ];
    for turn in turns {
        let base = vertices.len() as u32;
        let (side, triangles) = quad(half, half);
        indices.extend(triangles.iter().map(|i| base + i));
        vertices.extend(side.into_iter().map(|mut vertex| {
            let at = Vec3::from(vertex.position) - Vec3::Y * half;
            vertex.position = (turn * at).into();
            let normal = (turn * -Vec3::Y * 127.0).round();
            vertex.normal = [normal.x as i8, normal.y as i8, normal.z as i8, 0];
            vertex
        }));
    }
    (vertices, indices)
}

/// A scene in the making.
#[derive(Default)]
pub struct Stage {
    pub scene: Scene,
}

impl Stage {
    pub fn new(environment: Environment) -> Self {
        let mut stage = Self::default();
        stage.scene.environment = environment;
        stage
    }

    pub fn texture(
        &mut self,
        name: &str,
        size: u32,
        silhouette: bool,
        texel: impl Fn(u32, u32) -> [u8; 4],
    ) -> u32 {
        let texels = (0..size * size).flat_map(|i| texel(i % size, i / size));
        self.scene.textures.push(Arc::new(Texture {
            name: name.into(),
            width: size,
            height: size,
            levels: vec![texels.collect()],
            silhouette,
        }));
        self.scene.textures.len() as u32 - 1
    }

    pub fn plain_texture(&mut self, texel: [u8; 4]) -> u32 {
        self.texture("plain", 1, false, |_, _| texel)
    }

    pub fn material(&mut self, blend: Blend, state: MaterialState) -> u32 {
        let number = self.scene.materials.len() as u32;
        self.scene.materials.push(Material {
            name: format!("material {number}"),
            blend,
            animated: false,
        });
        self.scene.material_states.push(state);
        number
    }

    /// A material that shows its texture as it is.
    pub fn glow(&mut self, blend: Blend, texture: u32) -> u32 {
        self.material(
            blend,
            MaterialState {
                diffuse: [0.0; 3],
                ambient: [1.0; 3],
                texture,
                ..MaterialState::default()
            },
        )
    }

    pub fn mesh(&mut self, name: &str, nodes: u32, parts: Vec<Part>) -> u32 {
        let mut mesh = Mesh {
            name: name.into(),
            nodes: vec![MeshNode::default(); nodes as usize],
            variants: vec![Variant {
                node_bounds: vec![None; nodes as usize],
                ..Variant::default()
            }],
            ..Mesh::default()
        };
        let variant = &mut mesh.variants[0];
        for (batch, part) in (0..).zip(parts) {
            let base = mesh.vertices.len() as u32;
            let first_index = mesh.indices.len() as u32;
            let index_count = part.indices.len() as u32;
            let points = part.vertices.iter().map(|v| Vec3::from(v.position));
            let bounds = Aabb::around(points).unwrap();
            mesh.indices.extend(part.indices.iter().map(|i| base + i));
            mesh.vertices
                .extend(part.vertices.into_iter().map(|mut vertex| {
                    vertex.node = part.node;
                    vertex
                }));
            let of_node = &mut variant.node_bounds[part.node as usize];
            *of_node = Some(of_node.map_or(bounds, |old| old.union(bounds)));
            variant.ranges.push(NodeRange {
                node: part.node,
                slot: 0,
                batch,
                material_row: part.material_row,
                lightmap_row: part.lightmap_row,
                flags: part.flags,
                first_index,
                index_count,
                bounds,
            });
            variant.draws.push(Draw {
                material_row: part.material_row,
                lightmap_row: part.lightmap_row,
                flags: part.flags,
                first_index,
                index_count,
                first_range: batch,
                range_count: 1,
            });
        }
        self.scene.meshes.push(mesh);
        self.scene.meshes.len() as u32 - 1
    }

    pub fn set(&mut self, materials: &[u32], lightmaps: &[u32]) -> u32 {
        self.scene.material_sets.push(MaterialSet {
            materials: materials.to_vec(),
            lightmaps: lightmaps.iter().map(|&id| Some(id)).collect(),
        });
        self.scene.material_sets.len() as u32 - 1
    }

    /// Places a mesh as an object of its own; its poses are all the identity.
    pub fn place(&mut self, mesh: u32, material_set: u32, placement: Affine3A) -> usize {
        let scene = &mut self.scene;
        let object = scene.objects.len() as u32;
        let geometry = &scene.meshes[mesh as usize];
        let bounds = geometry.variants[0]
            .node_bounds
            .iter()
            .flatten()
            .copied()
            .reduce(Aabb::union)
            .unwrap()
            .transformed(&placement);
        scene.objects.push(Object {
            name: format!("object {object}"),
            placement,
            first_instance: object,
            instance_count: 1,
            bounds,
        });
        scene.instances.push(Instance {
            object,
            component: 0,
            mesh,
            material_set,
            placement,
            pose_base: scene.poses.len() as u32,
            state: 0,
            lod: 0,
            drawn: true,
            bounds,
        });
        let nodes = geometry.nodes.len();
        scene.poses.extend(vec![Pose::IDENTITY; nodes]);
        scene.instances.len() - 1
    }

    /// A quad facing -Y at a place, of one material.
    pub fn quad(&mut self, material: u32, half: f32, flags: u16, at: Vec3) -> usize {
        let part = Part {
            flags,
            ..Part::new(quad(half, half))
        };
        let mesh = self.mesh("quad", 1, vec![part]);
        let set = self.set(&[material], &[]);
        self.place(mesh, set, Affine3A::from_translation(at))
    }
}
