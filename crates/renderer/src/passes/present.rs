//! The last step: the scene's colours into the caller's target (spec page: environment, section 11.3).

use super::Recorded;
use crate::bindings::{Bindings, group, pipeline_layout};
use crate::shaders::{self, Program, Source};
use crate::{Error, Gpu};

/// The pipeline that copies into the target.
#[derive(Debug)]
pub(crate) struct PresentPass {
    pipeline: wgpu::RenderPipeline,
}

impl PresentPass {
    pub(crate) fn new(
        gpu: &Gpu,
        bindings: &Bindings,
        target_format: wgpu::TextureFormat,
        source: Source,
    ) -> Result<Self, Error> {
        let module = shaders::module(gpu, Program::Present, source)?;
        let layout = pipeline_layout(gpu, "present", &[&bindings.present]);
        // The stored values must arrive as they are: what the target will encode is decoded before.
        let encodes = f64::from(u8::from(target_format.is_srgb()));
        let pipeline = shaders::guarded(gpu, "present", || {
            gpu.device
                .create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                    label: Some("present"),
                    layout: Some(&layout),
                    vertex: wgpu::VertexState {
                        module: &module,
                        entry_point: Some("vertex"),
                        compilation_options: Default::default(),
                        buffers: &[],
                    },
                    primitive: Default::default(),
                    depth_stencil: None,
                    multisample: Default::default(),
                    fragment: Some(wgpu::FragmentState {
                        module: &module,
                        entry_point: Some("fragment"),
                        compilation_options: wgpu::PipelineCompilationOptions {
                            constants: &[("TARGET_ENCODES", encodes)],
                            ..Default::default()
                        },
                        targets: &[Some(target_format.into())],
                    }),
                    multiview_mask: None,
                    cache: None,
                })
        })?;
        Ok(Self { pipeline })
    }

    /// Makes a texture view the source of the copy.
    pub(crate) fn source(
        gpu: &Gpu,
        bindings: &Bindings,
        colour: &wgpu::TextureView,
    ) -> wgpu::BindGroup {
        group(
            gpu,
            "present",
            &bindings.present,
            &[wgpu::BindingResource::TextureView(colour)],
        )
    }

    pub(crate) fn record(
        &self,
        pass: &mut wgpu::RenderPass<'_>,
        source: &wgpu::BindGroup,
    ) -> Recorded {
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, source, &[]);
        pass.draw(0..3, 0..1);
        Recorded {
            draws: 1,
            state_changes: 1,
        }
    }
}
