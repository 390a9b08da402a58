//! Drawing without a window or a display server: what `shot` and `bench` use.

use crate::cli::ViewArgs;
use crate::output;
use crate::view;
use anyhow::Result;
use renderer::{
    BaselineStats, Frame, FrameDump, FrameStats, Gpu, GpuScene, OffscreenTarget, Renderer,
    RendererOptions,
};
use scene::{Camera, Scene};

/// A device, a renderer and a picture of one size.
#[derive(Debug)]
pub struct Studio {
    gpu: Gpu,
    renderer: Renderer,
    target: OffscreenTarget,
}

impl Studio {
    /// Opens the device that the options ask for.
    ///
    /// # Errors
    ///
    /// There is no such device, or it lacks something; the message says what to install or try.
    pub fn open(args: &ViewArgs) -> Result<Self> {
        let gpu = Gpu::headless(&view::gpu_request(args))?;
        let size = args.size.unwrap_or_default();
        let renderer = Renderer::new(
            &gpu,
            RendererOptions {
                msaa: args.msaa.unwrap_or(view::MSAA),
                target_format: OffscreenTarget::FORMAT,
                ..RendererOptions::default()
            },
        )?;
        let target = OffscreenTarget::new(&gpu, size.width, size.height)?;
        Ok(Self {
            gpu,
            renderer,
            target,
        })
    }

    /// What the device is called.
    pub fn adapter(&self) -> &str {
        &self.gpu.info().name
    }

    /// Hands a scene to the device and waits until it is there.
    ///
    /// # Errors
    ///
    /// The device cannot hold it.
    pub fn upload(&self, scene: &Scene) -> Result<GpuScene> {
        Ok(self.renderer.upload(&self.gpu, scene)?)
    }

    /// Draws a frame.
    ///
    /// # Errors
    ///
    /// The device failed.
    pub fn draw(
        &mut self,
        scene: &Scene,
        uploaded: &mut GpuScene,
        frame: &Frame,
    ) -> Result<FrameStats> {
        let view = self.target.view();
        Ok(self
            .renderer
            .draw(&self.gpu, uploaded, scene, frame, view)?)
    }

    /// A frame of the picture's size.
    pub fn frame(&self, camera: Camera, options: renderer::DrawOptions) -> Frame {
        Frame {
            camera,
            size: self.target.size(),
            options,
        }
    }

    /// Width and height of the picture in pixels.
    pub fn size(&self) -> (u32, u32) {
        self.target.size()
    }

    /// What the frame's triangles cost at the very least: the yardstick of a measurement.
    ///
    /// # Errors
    ///
    /// The device failed.
    pub fn baseline(
        &mut self,
        scene: &Scene,
        uploaded: &mut GpuScene,
        frame: &Frame,
    ) -> Result<BaselineStats> {
        let gpu = &self.gpu;
        Ok(self
            .renderer
            .measure_baseline(gpu, uploaded, scene, frame)?)
    }

    /// What a frame draws, as data.
    pub fn dump(&self, scene: &Scene, uploaded: &mut GpuScene, frame: &Frame) -> FrameDump {
        self.renderer.dump(uploaded, scene, frame)
    }

    /// The picture that was drawn last, as PNG.
    ///
    /// # Errors
    ///
    /// The device failed.
    pub fn png(&self) -> Result<Vec<u8>> {
        let (width, height) = self.target.size();
        output::png(width, height, &self.target.read_rgba(&self.gpu)?)
    }
}
