//! The shapes of bind groups that passes share.

use crate::Gpu;
use wgpu::{BindingType, BufferBindingType, ShaderStages};

/// Layouts of all bind groups.
#[derive(Debug)]
pub(crate) struct Bindings {
    /// Group 0: frame, instances, poses.
    pub(crate) frame: wgpu::BindGroupLayout,
    /// Group 1 of meshes: diffuse texture and sampler.
    pub(crate) texture: wgpu::BindGroupLayout,
    /// Group 2 of meshes: constants of the draw, lightmap and sampler.
    pub(crate) draw: wgpu::BindGroupLayout,
    /// Group 1 of the ground: constants, four textures and a sampler.
    pub(crate) ground: wgpu::BindGroupLayout,
    /// Group 0 of presenting: the scene's colours.
    pub(crate) present: wgpu::BindGroupLayout,
}

impl Bindings {
    pub(crate) fn new(gpu: &Gpu) -> Self {
        let uniform = |dynamic| BindingType::Buffer {
            ty: BufferBindingType::Uniform,
            has_dynamic_offset: dynamic,
            min_binding_size: None,
        };
        let storage = BindingType::Buffer {
            ty: BufferBindingType::Storage { read_only: true },
            has_dynamic_offset: false,
            min_binding_size: None,
        };
        let texture = |filterable| BindingType::Texture {
            sample_type: wgpu::TextureSampleType::Float { filterable },
            view_dimension: wgpu::TextureViewDimension::D2,
            multisampled: false,
        };
        let sampler = BindingType::Sampler(wgpu::SamplerBindingType::Filtering);
        let both = ShaderStages::VERTEX_FRAGMENT;
        let fragment = ShaderStages::FRAGMENT;
        let layout = |label, entries: &[(ShaderStages, BindingType)]| {
            let entries: Vec<_> = (0..)
                .zip(entries)
                .map(|(binding, &(visibility, ty))| wgpu::BindGroupLayoutEntry {
                    binding,
                    visibility,
                    ty,
                    count: None,
                })
                .collect();
            gpu.device
                .create_bind_group_layout(&wgpu::BindGroupLayoutDescriptor {
                    label: Some(label),
                    entries: &entries,
                })
        };
        Self {
            frame: layout(
                "frame",
                &[
                    (both, uniform(false)),
                    (both, storage),
                    (ShaderStages::VERTEX, storage),
                ],
            ),
            texture: layout("texture", &[(fragment, texture(true)), (fragment, sampler)]),
            draw: layout(
                "draw",
                &[
                    (fragment, uniform(true)),
                    (fragment, texture(true)),
                    (fragment, sampler),
                ],
            ),
            ground: layout(
                "ground",
                &[
                    (fragment, uniform(false)),
                    (fragment, texture(true)),
                    (fragment, texture(true)),
                    (fragment, texture(true)),
                    (fragment, texture(true)),
                    (fragment, sampler),
                ],
            ),
            present: layout("present", &[(fragment, texture(false))]),
        }
    }
}

/// A pipeline layout over these groups.
pub(crate) fn pipeline_layout(
    gpu: &Gpu,
    label: &'static str,
    groups: &[&wgpu::BindGroupLayout],
) -> wgpu::PipelineLayout {
    let groups: Vec<_> = groups.iter().map(|&group| Some(group)).collect();
    gpu.device
        .create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: Some(label),
            bind_group_layouts: &groups,
            immediate_size: 0,
        })
}

/// A bind group of consecutive resources.
pub(crate) fn group(
    gpu: &Gpu,
    label: &str,
    layout: &wgpu::BindGroupLayout,
    resources: &[wgpu::BindingResource<'_>],
) -> wgpu::BindGroup {
    let entries: Vec<_> = (0..)
        .zip(resources)
        .map(|(binding, resource)| wgpu::BindGroupEntry {
            binding,
            resource: resource.clone(),
        })
        .collect();
    gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
        label: Some(label),
        layout,
        entries: &entries,
    })
}

/// Where the element after one of this size may begin in a uniform buffer.
pub(crate) fn uniform_stride(gpu: &Gpu, size: usize) -> u64 {
    (size as u64)
        .next_multiple_of(gpu.limits().min_uniform_buffer_offset_alignment.into())
        .max(1)
}
