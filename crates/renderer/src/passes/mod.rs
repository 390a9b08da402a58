//! The passes of a frame, one file each, beside the folders of `shaders/`.

pub(crate) mod baseline;
pub(crate) mod ground;
pub(crate) mod mesh;
pub(crate) mod present;
pub(crate) mod sky;

use crate::bindings::Bindings;
use crate::shaders::Source;
use crate::targets::{COLOUR_FORMAT, DEPTH_FORMAT};
use crate::{Error, Gpu, PassStats, RendererOptions};

/// The passes, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PassKind {
    Opaque,
    Sky,
    Blended,
    Translucent,
    Present,
}

impl PassKind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Opaque => "opaque",
            Self::Sky => "sky",
            Self::Blended => "blended",
            Self::Translucent => "translucent",
            Self::Present => "present",
        }
    }
}

/// What recording a pass issued.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Recorded {
    pub(crate) draws: u32,
    pub(crate) state_changes: u32,
}

impl PassStats {
    /// Without its time, which comes later.
    pub(crate) fn new(kind: PassKind, recorded: Recorded) -> Self {
        Self {
            name: kind.name(),
            draws: recorded.draws,
            gpu_ms: None,
        }
    }
}

impl std::ops::AddAssign for Recorded {
    fn add_assign(&mut self, other: Self) {
        self.draws += other.draws;
        self.state_changes += other.state_changes;
    }
}

/// The pipelines of all passes.
#[derive(Debug)]
pub(crate) struct Passes {
    pub(crate) mesh: mesh::MeshPass,
    pub(crate) ground: ground::GroundPass,
    pub(crate) sky: sky::SkyPass,
    pub(crate) present: present::PresentPass,
    pub(crate) baseline: baseline::BaselinePass,
}

impl Passes {
    pub(crate) fn new(
        gpu: &Gpu,
        bindings: &Bindings,
        options: &RendererOptions,
        source: Source,
    ) -> Result<Self, Error> {
        let samples = options.msaa;
        Ok(Self {
            mesh: mesh::MeshPass::new(gpu, bindings, samples, source)?,
            ground: ground::GroundPass::new(gpu, bindings, samples, source)?,
            sky: sky::SkyPass::new(gpu, bindings, samples, source)?,
            present: present::PresentPass::new(gpu, bindings, options.target_format, source)?,
            baseline: baseline::BaselinePass::new(gpu, bindings, samples, source)?,
        })
    }
}

/// Depth state of the scene's passes: reversed, nearer or equal passes.
pub(crate) fn depth(writes: bool) -> Option<wgpu::DepthStencilState> {
    depth_where(writes, wgpu::CompareFunction::GreaterEqual)
}

/// Depth state with another comparison.
pub(crate) fn depth_where(
    writes: bool,
    compare: wgpu::CompareFunction,
) -> Option<wgpu::DepthStencilState> {
    Some(wgpu::DepthStencilState {
        format: DEPTH_FORMAT,
        depth_write_enabled: Some(writes),
        depth_compare: Some(compare),
        stencil: wgpu::StencilState::default(),
        bias: wgpu::DepthBiasState::default(),
    })
}

/// Colour state of the scene's passes; its alpha stays 1.
pub(crate) fn colour(blend: Option<wgpu::BlendComponent>) -> Option<wgpu::ColorTargetState> {
    Some(wgpu::ColorTargetState {
        format: COLOUR_FORMAT,
        blend: blend.map(|color| wgpu::BlendState {
            color,
            alpha: wgpu::BlendComponent::REPLACE,
        }),
        write_mask: wgpu::ColorWrites::COLOR,
    })
}

/// Triangles from both sides, filled or as lines.
pub(crate) fn triangles(wireframe: bool) -> wgpu::PrimitiveState {
    wgpu::PrimitiveState {
        polygon_mode: if wireframe {
            wgpu::PolygonMode::Line
        } else {
            wgpu::PolygonMode::Fill
        },
        ..Default::default()
    }
}

pub(crate) fn samples(count: u32) -> wgpu::MultisampleState {
    wgpu::MultisampleState {
        count,
        ..Default::default()
    }
}

/// Whether the device can draw triangles as lines.
pub(crate) fn can_draw_lines(gpu: &Gpu) -> bool {
    gpu.device
        .features()
        .contains(wgpu::Features::POLYGON_MODE_LINE)
}
