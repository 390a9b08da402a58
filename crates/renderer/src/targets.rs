use crate::passes::PassKind;
use crate::timing::GpuTimer;
use crate::{Error, Gpu};

/// The scene's colours before they are presented: display values, blended as they are stored.
pub(crate) const COLOUR_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;
/// Reversed depth: cleared to 0, nearer is greater.
pub(crate) const DEPTH_FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Depth32Float;

/// What a frame is drawn into before it is presented; made for one size.
#[derive(Debug)]
pub(crate) struct Targets {
    pub(crate) size: (u32, u32),
    /// One sample a pixel.
    pub(crate) colour: wgpu::TextureView,
    /// Several samples a pixel, resolved into `colour`.
    pub(crate) samples: Option<wgpu::TextureView>,
    pub(crate) depth: wgpu::TextureView,
}

impl Targets {
    pub(crate) fn new(gpu: &Gpu, size: (u32, u32), sample_count: u32) -> Result<Self, Error> {
        let limit = gpu.limits().max_texture_dimension_2d;
        let larger = size.0.max(size.1);
        if larger > limit {
            return Err(Error::TooLarge {
                what: "picture size in pixels",
                size: larger.into(),
                limit: limit.into(),
            });
        }
        let view = |label, format, sample_count, usage| {
            gpu.device
                .create_texture(&wgpu::TextureDescriptor {
                    label: Some(label),
                    size: wgpu::Extent3d {
                        width: size.0,
                        height: size.1,
                        depth_or_array_layers: 1,
                    },
                    mip_level_count: 1,
                    sample_count,
                    dimension: wgpu::TextureDimension::D2,
                    format,
                    usage: usage | wgpu::TextureUsages::RENDER_ATTACHMENT,
                    view_formats: &[],
                })
                .create_view(&wgpu::TextureViewDescriptor::default())
        };
        let none = wgpu::TextureUsages::empty();
        let colour = view(
            "scene colour",
            COLOUR_FORMAT,
            1,
            wgpu::TextureUsages::TEXTURE_BINDING,
        );
        let samples = (sample_count > 1)
            .then(|| view("scene colour samples", COLOUR_FORMAT, sample_count, none));
        let depth = view("scene depth", DEPTH_FORMAT, sample_count, none);
        Ok(Self {
            size,
            colour,
            samples,
            depth,
        })
    }

    /// What the scene's passes draw into.
    pub(crate) fn drawn(&self) -> &wgpu::TextureView {
        self.samples.as_ref().unwrap_or(&self.colour)
    }

    /// What their last one resolves into, if samples must be.
    pub(crate) fn resolved(&self) -> Option<&wgpu::TextureView> {
        self.samples.is_some().then_some(&self.colour)
    }

    /// Begins a pass that draws into them.
    pub(crate) fn begin_pass<'a>(
        &self,
        encoder: &'a mut wgpu::CommandEncoder,
        timer: Option<&mut GpuTimer>,
        kind: PassKind,
        place: Place,
        background: wgpu::Color,
    ) -> wgpu::RenderPass<'a> {
        let resolve_target = self.resolved().filter(|_| place.last);
        let keep = |keep| match keep {
            true => wgpu::StoreOp::Store,
            false => wgpu::StoreOp::Discard,
        };
        let colour = wgpu::Operations {
            load: if place.first {
                wgpu::LoadOp::Clear(background)
            } else {
                wgpu::LoadOp::Load
            },
            store: keep(resolve_target.is_none()),
        };
        let depth = wgpu::Operations {
            load: if place.first {
                wgpu::LoadOp::Clear(0.0)
            } else {
                wgpu::LoadOp::Load
            },
            store: keep(!place.last),
        };
        encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some(kind.name()),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: self.drawn(),
                depth_slice: None,
                resolve_target,
                ops: colour,
            })],
            depth_stencil_attachment: Some(wgpu::RenderPassDepthStencilAttachment {
                view: &self.depth,
                depth_ops: Some(depth),
                stencil_ops: None,
            }),
            timestamp_writes: timer.and_then(|timer| timer.writes(kind as usize)),
            ..Default::default()
        })
    }
}

/// Where a pass stands among those that draw into the scene's colours.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    /// It clears.
    pub(crate) first: bool,
    /// It resolves the samples; nobody needs its depth.
    pub(crate) last: bool,
}
