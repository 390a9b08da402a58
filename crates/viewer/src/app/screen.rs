//! The window with its surface: draws the scene into it and the panels over it.

use super::display;
use crate::view;
use anyhow::{Context as _, Result, anyhow};
use egui_wgpu::ScreenDescriptor;
use renderer::{
    Frame, FrameStats, Gpu, GpuRequest, GpuScene, OffscreenTarget, Renderer, RendererOptions,
};

use scene::Scene;
use std::sync::Arc;
use winit::dpi::PhysicalSize;
use winit::event_loop::ActiveEventLoop;
use winit::window::{CursorGrabMode, Fullscreen, Window, WindowAttributes};

/// What is behind the panels while no mission is open.
const EMPTY: wgpu::Color = wgpu::Color {
    r: 0.07,
    g: 0.08,
    b: 0.10,
    a: 1.0,
};

/// The window and everything that draws into it.
pub(super) struct Screen {
    /// The window.
    pub window: Arc<Window>,
    /// The device.
    pub gpu: Gpu,
    /// Draws scenes.
    pub renderer: Renderer,
    /// The panels' state.
    pub context: egui::Context,
    /// Translates events for the panels.
    pub input: egui_winit::State,
    surface: wgpu::Surface<'static>,
    config: wgpu::SurfaceConfiguration,
    /// The format that is drawn in: the surface's, or its view without the sRGB encoding.
    format: wgpu::TextureFormat,
    painter: egui_wgpu::Renderer,
    pointer_taken: bool,
}

/// A scene to draw: what, what the device holds of it, and how.
pub(super) type Picture<'a> = (&'a Scene, &'a mut GpuScene, Frame);

impl Screen {
    /// Opens the window and a device that can draw into it.
    ///
    /// # Errors
    ///
    /// The window or the device cannot be had; the message says what to do.
    pub(super) fn open(
        event_loop: &ActiveEventLoop,
        attributes: WindowAttributes,
        request: &GpuRequest,
        msaa: Option<u32>,
    ) -> Result<Self> {
        let window = event_loop.create_window(attributes).map_err(|error| {
            anyhow!(
                "the window cannot be opened: {}",
                display::answer(&error.to_string())
            )
        })?;
        let window = Arc::new(window);
        let display = Box::new(event_loop.owned_display_handle());
        let instance = renderer::instance(request, Some(display));
        let surface = match instance.create_surface(Arc::clone(&window)) {
            Ok(surface) => surface,
            // Without any driver this fails, too; then the renderer knows what to install.
            Err(error) => {
                Gpu::headless(request)?;
                return Err(anyhow!("the window cannot be drawn into: {error}"));
            }
        };
        let gpu = Gpu::with_surface(instance, &surface, request)?;
        let (config, format) = configuration(&gpu, &surface, window.inner_size())
            .context("the window cannot be drawn into by this device")?;
        surface.configure(&gpu.device, &config);
        // Without a GPU the time goes into pixels, and flying smoothly is worth more than smooth edges.
        let usual = if gpu.is_software() { 1 } else { view::MSAA };
        let renderer = Renderer::new(
            &gpu,
            RendererOptions {
                msaa: msaa.unwrap_or(usual),
                target_format: format,
                ..RendererOptions::default()
            },
        )?;
        let context = egui::Context::default();
        super::style::apply(&context);
        let input = egui_winit::State::new(
            context.clone(),
            egui::ViewportId::ROOT,
            &window,
            Some(window.scale_factor() as f32),
            None,
            Some(gpu.limits().max_texture_dimension_2d as usize),
        );
        let painter =
            egui_wgpu::Renderer::new(&gpu.device, format, egui_wgpu::RendererOptions::default());
        Ok(Self {
            window,
            gpu,
            renderer,
            context,
            input,
            surface,
            config,
            format,
            painter,
            pointer_taken: false,
        })
    }

    /// Width and height in pixels.
    pub(super) fn size(&self) -> (u32, u32) {
        (self.config.width, self.config.height)
    }

    /// Width over height.
    pub(super) fn aspect(&self) -> f32 {
        self.config.width as f32 / self.config.height.max(1) as f32
    }

    /// The window has another size. One without any pixels keeps the last surface.
    pub(super) fn resize(&mut self, size: PhysicalSize<u32>) {
        let limit = self.gpu.limits().max_texture_dimension_2d;
        if size.width > 0 && size.height > 0 {
            self.config.width = size.width.min(limit);
            self.config.height = size.height.min(limit);
            self.surface.configure(&self.gpu.device, &self.config);
        }
    }

    /// Hides the pointer and keeps it in the window, or gives it back.
    pub(super) fn take_pointer(&mut self, taken: bool) {
        if self.pointer_taken == taken {
            return;
        }
        self.pointer_taken = taken;
        // X11 cannot lock the pointer, Wayland and macOS cannot confine it; without either it is only hidden.
        let modes: &[CursorGrabMode] = match taken {
            true => &[CursorGrabMode::Locked, CursorGrabMode::Confined],
            false => &[CursorGrabMode::None],
        };
        let _ = modes
            .iter()
            .any(|mode| self.window.set_cursor_grab(*mode).is_ok());
        self.window.set_cursor_visible(!taken);
    }

    /// Whether the pointer is hidden and kept.
    pub(super) fn has_pointer(&self) -> bool {
        self.pointer_taken
    }

    /// Fills the screen, or not.
    pub(super) fn toggle_fullscreen(&self) {
        let fullscreen = match self.window.fullscreen() {
            Some(_) => None,
            None => Some(Fullscreen::Borderless(None)),
        };
        self.window.set_fullscreen(fullscreen);
    }

    /// Draws the scene, if one is open, and the panels. `None` when the window shows nothing just now.
    ///
    /// # Errors
    ///
    /// The device failed or is gone.
    pub(super) fn draw(
        &mut self,
        picture: Option<Picture<'_>>,
        mut panels: egui::FullOutput,
    ) -> Result<Option<FrameStats>, renderer::Error> {
        let shapes = std::mem::take(&mut panels.shapes);
        let pixels_per_point = panels.pixels_per_point;
        let triangles = self.context.tessellate(shapes, pixels_per_point);
        let (device, queue) = (&self.gpu.device, &self.gpu.queue);
        for (id, deltas) in panels.textures_delta.set.drain() {
            for delta in &deltas {
                self.painter.update_texture(device, queue, id, delta);
            }
        }
        let unused: Vec<_> = panels.textures_delta.free.drain().collect();
        self.gpu.check_alive()?;
        let drawn = match self.acquire() {
            Some(surface_texture) => {
                let drawn = self.draw_into(&surface_texture, picture, &triangles, pixels_per_point);
                self.window.pre_present_notify();
                self.gpu.queue.present(surface_texture);
                drawn?
            }
            None => None,
        };
        for id in &unused {
            self.painter.free_texture(id);
        }
        Ok(drawn)
    }

    fn draw_into(
        &mut self,
        surface_texture: &wgpu::SurfaceTexture,
        picture: Option<Picture<'_>>,
        triangles: &[egui::ClippedPrimitive],
        pixels_per_point: f32,
    ) -> Result<Option<FrameStats>, renderer::Error> {
        let view = surface_texture
            .texture
            .create_view(&wgpu::TextureViewDescriptor {
                format: Some(self.format),
                ..Default::default()
            });
        let (load, stats) = match picture {
            Some((scene, uploaded, frame)) => {
                let drawn = self
                    .renderer
                    .draw(&self.gpu, uploaded, scene, &frame, &view)?;
                (wgpu::LoadOp::Load, Some(drawn))
            }
            None => (wgpu::LoadOp::Clear(EMPTY), None),
        };
        let (device, queue) = (&self.gpu.device, &self.gpu.queue);
        let mut encoder = device.create_command_encoder(&Default::default());
        let screen = ScreenDescriptor {
            size_in_pixels: [self.config.width, self.config.height],
            pixels_per_point,
        };
        let mut buffers =
            self.painter
                .update_buffers(device, queue, &mut encoder, triangles, &screen);
        {
            let mut pass = encoder
                .begin_render_pass(&wgpu::RenderPassDescriptor {
                    label: Some("panels"),
                    color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                        view: &view,
                        depth_slice: None,
                        resolve_target: None,
                        ops: wgpu::Operations {
                            load,
                            store: wgpu::StoreOp::Store,
                        },
                    })],
                    ..Default::default()
                })
                .forget_lifetime();
            self.painter.render(&mut pass, triangles, &screen);
        }
        buffers.push(encoder.finish());
        queue.submit(buffers);
        Ok(stats)
    }

    /// The next texture of the surface; `None` when there is none just now.
    fn acquire(&mut self) -> Option<wgpu::SurfaceTexture> {
        use wgpu::CurrentSurfaceTexture as Current;
        for _ in 0..2 {
            match self.surface.get_current_texture() {
                Current::Success(texture) => return Some(texture),
                Current::Suboptimal(texture) => return Some(texture),
                Current::Outdated | Current::Lost => {
                    self.surface.configure(&self.gpu.device, &self.config);
                }
                Current::Timeout | Current::Occluded | Current::Validation => return None,
            }
        }
        None
    }

    /// Draws the scene once more without the panels and gives it as PNG.
    ///
    /// # Errors
    ///
    /// The device failed.
    pub(super) fn png(&mut self, (scene, uploaded, frame): Picture<'_>) -> Result<Vec<u8>> {
        let (width, height) = frame.size;
        let target = OffscreenTarget::with_format(&self.gpu, width, height, self.format)?;
        let view = target.view();
        self.renderer
            .draw(&self.gpu, uploaded, scene, &frame, view)?;
        let mut rgba = target.read_rgba(&self.gpu)?;
        if is_bgra(self.format) {
            for texel in rgba.as_chunks_mut::<4>().0 {
                texel.swap(0, 2);
            }
        }
        crate::output::png(width, height, &rgba)
    }
}

fn is_bgra(format: wgpu::TextureFormat) -> bool {
    format.remove_srgb_suffix() == wgpu::TextureFormat::Bgra8Unorm
}

/// The surface's configuration and the format to draw in: one without an sRGB encoding wherever there is any
/// (spec page: environment, section 11.3).
fn configuration(
    gpu: &Gpu,
    surface: &wgpu::Surface<'_>,
    size: PhysicalSize<u32>,
) -> Option<(wgpu::SurfaceConfiguration, wgpu::TextureFormat)> {
    let limit = gpu.limits().max_texture_dimension_2d;
    let (width, height) = (size.width.clamp(1, limit), size.height.clamp(1, limit));
    let mut config = surface.get_default_config(&gpu.adapter, width, height)?;
    let formats = surface.get_capabilities(&gpu.adapter).formats;
    let wanted = [
        wgpu::TextureFormat::Bgra8Unorm,
        wgpu::TextureFormat::Rgba8Unorm,
    ];
    config.format = wanted
        .into_iter()
        .find(|format| formats.contains(format))
        .unwrap_or(config.format);
    let mut format = config.format;
    let can_view = gpu
        .adapter
        .get_downlevel_capabilities()
        .flags
        .contains(wgpu::DownlevelFlags::SURFACE_VIEW_FORMATS);
    if format.is_srgb() && can_view {
        format = format.remove_srgb_suffix();
        config.view_formats = vec![format];
    }
    config.present_mode = wgpu::PresentMode::AutoVsync;
    Some((config, format))
}
