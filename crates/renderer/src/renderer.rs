use crate::bindings::Bindings;
use crate::dump::FrameDump;
use crate::filing::state_of;
use crate::frame::{BaselineStats, Frame, FrameStats, PassStats, Timing, ViewMode};
use crate::gpu_scene::{GpuScene, Samplers, draw_group};
#[cfg(all(debug_assertions, feature = "hot-reload"))]
use crate::hot_reload::ShaderWatch;
use crate::passes::baseline::Gathering;
use crate::passes::mesh::DrawConstants;
use crate::passes::present::PresentPass;
use crate::passes::{PassKind, Passes, Recorded, can_draw_lines};
use crate::shaders::Source;
use crate::targets::{Place, Targets};
use crate::texture;
use crate::timing::{GpuTimer, GpuTimes};
use crate::{Error, Gpu};
use scene::Scene;
use std::time::Instant;

/// How often the yardstick is drawn; the first time warms up and does not count.
const BASELINE_RUNS: usize = 8;

/// What a renderer is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RendererOptions {
    /// Samples a pixel: 1 or 4.
    pub msaa: u32,
    /// Format of the views that frames are drawn into. Formats that encode to sRGB get decoded values, so that the
    /// stored values arrive in each.
    pub target_format: wgpu::TextureFormat,
    /// Most anisotropic filtering, 1 to 16. Devices that draw in software always get 1.
    pub anisotropy: u16,
    /// Whether textures that come with one level get the others.
    pub generate_mips: bool,
}

impl Default for RendererOptions {
    fn default() -> Self {
        Self {
            msaa: 1,
            target_format: crate::OffscreenTarget::FORMAT,
            anisotropy: 8,
            generate_mips: true,
        }
    }
}

/// Draws scenes. Knows neither windows nor files: a frame goes into whatever texture view the caller has.
#[derive(Debug)]
pub struct Renderer {
    options: RendererOptions,
    bindings: Bindings,
    samplers: Samplers,
    passes: Passes,
    targets: Option<(Targets, wgpu::BindGroup)>,
    timer: Option<GpuTimer>,
    /// The times that arrived last.
    times: GpuTimes,
    can_draw_lines: bool,
    #[cfg(all(debug_assertions, feature = "hot-reload"))]
    shaders: Option<ShaderWatch>,
}

impl Renderer {
    /// Builds what all scenes share.
    ///
    /// # Errors
    /// [`Error::Unsupported`] for a number of samples other than 1 and 4; [`Error::Pipeline`] if the device refuses a
    /// shader.
    pub fn new(gpu: &Gpu, options: RendererOptions) -> Result<Self, Error> {
        if !matches!(options.msaa, 1 | 4) {
            return Err(Error::Unsupported {
                adapter: gpu.info().name.clone(),
                missing: format!("{} samples a pixel; 1 and 4 are there", options.msaa),
            });
        }
        let bindings = Bindings::new(gpu);
        let passes = Passes::new(gpu, &bindings, &options, Source::Embedded)?;
        Ok(Self {
            options,
            bindings,
            samplers: Samplers {
                repeating: texture::repeating_sampler(gpu, options.anisotropy),
                lightmap: texture::lightmap_sampler(gpu),
            },
            passes,
            targets: None,
            timer: GpuTimer::new(gpu),
            times: GpuTimes::default(),
            can_draw_lines: can_draw_lines(gpu),
            #[cfg(all(debug_assertions, feature = "hot-reload"))]
            shaders: ShaderWatch::start(crate::shaders::FOLDER.as_ref()),
        })
    }

    /// What it was made for.
    pub fn options(&self) -> &RendererOptions {
        &self.options
    }

    /// Sends a scene to the GPU.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for data beyond the device's limits, [`Error::Lost`].
    pub fn upload(&self, gpu: &Gpu, scene: &Scene) -> Result<GpuScene, Error> {
        gpu.check_alive()?;
        GpuScene::upload(
            gpu,
            &self.bindings,
            &self.samplers,
            scene,
            self.options.generate_mips,
        )
    }

    /// Draws a frame into `target`, which has the frame's size and the renderer's target format. Only what changed
    /// since the scene's last frame is sent. Nothing is drawn into an empty frame.
    ///
    /// # Errors
    /// [`Error::Lost`], [`Error::TooLarge`], [`Error::Pipeline`]; with [`Timing::Exact`] also [`Error::Timeout`].
    pub fn draw(
        &mut self,
        gpu: &Gpu,
        uploaded: &mut GpuScene,
        scene: &Scene,
        frame: &Frame,
        target: &wgpu::TextureView,
    ) -> Result<FrameStats, Error> {
        let start = Instant::now();
        gpu.check_alive()?;
        if frame.size.0 == 0 || frame.size.1 == 0 {
            return Ok(FrameStats::default());
        }
        #[cfg(all(debug_assertions, feature = "hot-reload"))]
        self.reload_changed_shaders(gpu);
        let uploaded_bytes = self.prepare(gpu, uploaded, scene, frame)?;
        self.collect_times(gpu)?;
        if let Some(timer) = &mut self.timer
            && frame.options.timing != Timing::Off
        {
            timer.begin();
        }

        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let mut passes = Vec::with_capacity(crate::timing::MAX_PASSES);
        let mut recorded = Recorded::default();
        let kinds = scene_passes(uploaded, scene, frame);
        let count = kinds.iter().flatten().count();
        for (number, &kind) in kinds.iter().flatten().enumerate() {
            let place = Place {
                first: number == 0,
                last: number + 1 == count,
            };
            let issued = self.record(&mut encoder, kind, place, uploaded, scene, frame);
            passes.push(PassStats::new(kind, issued));
            recorded += issued;
        }
        let presented = self.present(&mut encoder, target);
        passes.push(PassStats::new(PassKind::Present, presented));
        recorded += presented;
        if let Some(timer) = &self.timer {
            timer.resolve(&mut encoder);
        }
        let submission = gpu.queue.submit([encoder.finish()]);
        if let Some(timer) = &mut self.timer {
            timer.submitted();
        }
        let cpu_ms = milliseconds(start);

        let mut frame_ms = None;
        if frame.options.timing == Timing::Exact {
            gpu.wait_for(submission, "a frame")?;
            frame_ms = Some(milliseconds(start));
            self.collect_times(gpu)?;
        }
        let times = match frame.options.timing {
            Timing::Off => GpuTimes::default(),
            Timing::Latent | Timing::Exact => self.times,
        };
        let kinds = kinds.into_iter().flatten().chain([PassKind::Present]);
        for (pass, kind) in passes.iter_mut().zip(kinds) {
            pass.gpu_ms = times.passes.get(kind as usize).copied().flatten();
        }
        let plan = &uploaded.plan;
        let dome = if GpuScene::has_dome(scene, frame) {
            uploaded.dome.triangles()
        } else {
            0
        };
        Ok(FrameStats {
            draws: recorded.draws,
            triangles: plan.triangles() + u64::from(dome),
            instances_drawn: plan.instances_drawn,
            instances_culled: plan.instances_culled,
            tiles_drawn: plan.tiles_drawn,
            state_changes: recorded.state_changes,
            uploaded_bytes,
            passes,
            cpu_ms,
            gpu_ms: times.total,
            frame_ms,
        })
    }

    /// What a frame would draw, without drawing it.
    pub fn dump(&self, uploaded: &mut GpuScene, scene: &Scene, frame: &Frame) -> FrameDump {
        uploaded.replan(scene, frame, self.can_draw_lines);
        uploaded.dump(scene, frame)
    }

    /// Measures the least that the frame's triangles could cost: one clear and one indexed draw of exactly the
    /// triangles that the frame's plan draws, in the same order, size and number of samples.
    ///
    /// They are gathered beforehand (not measured) into one vertex and one index buffer; vertices that a draw shares
    /// stay shared. Each vertex is posed and placed by the same arithmetic as in the frame; each fragment takes the
    /// texture, the lights and the fog of an opaque batch, all with the one material that most triangles have. What
    /// the frame has beyond that is what it is compared for: several draws, materials and textures, the ground's
    /// microtextures and second materials, blending, sky and presenting. Median of several runs, each waited for;
    /// compare with [`FrameStats::frame_ms`] and [`FrameStats::gpu_ms`] of
    /// [`Timing::Exact`].
    ///
    /// # Errors
    /// As [`Renderer::draw`]; [`Error::TooLarge`] if the gathered triangles do not fit into one buffer.
    pub fn measure_baseline(
        &mut self,
        gpu: &Gpu,
        uploaded: &mut GpuScene,
        scene: &Scene,
        frame: &Frame,
    ) -> Result<BaselineStats, Error> {
        gpu.check_alive()?;
        let frame = &Frame {
            size: (frame.size.0.max(1), frame.size.1.max(1)),
            ..*frame
        };
        self.prepare(gpu, uploaded, scene, frame)?;
        let gathering = Gathering::of(gpu, scene, &uploaded.layout, &uploaded.plan)?;
        let buffer = |what, usage, bytes: &[u8]| gpu.buffer(what, usage, bytes, 64);
        let vertices = buffer(
            "baseline vertices",
            wgpu::BufferUsages::VERTEX,
            bytemuck::cast_slice(&gathering.vertices),
        )?;
        let indices = buffer(
            "baseline indices",
            wgpu::BufferUsages::INDEX,
            bytemuck::cast_slice(&gathering.indices),
        )?;
        let constants = buffer(
            "baseline constants",
            wgpu::BufferUsages::UNIFORM,
            bytemuck::bytes_of(&DrawConstants::new(scene, gathering.material, 0)),
        )?;
        let state = state_of(scene, gathering.material);
        let texture = uploaded.textures.slot(state.texture());
        let Some(view) = uploaded.textures.view(texture) else {
            return Err(Error::Pipeline {
                what: "baseline",
                message: format!("texture {texture} is not there"),
            });
        };
        let constants = draw_group(gpu, &self.bindings, &self.samplers, &constants, view);
        let mut frame_times = Vec::with_capacity(BASELINE_RUNS);
        let mut gpu_times = Vec::with_capacity(BASELINE_RUNS);
        for _ in 0..BASELINE_RUNS {
            self.collect_times(gpu)?;
            let start = Instant::now();
            if let Some(timer) = &mut self.timer {
                timer.begin();
            }
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            let place = Place {
                first: true,
                last: true,
            };
            if let Some((targets, _)) = &self.targets {
                let behind = background(scene, frame);
                let timer = self.timer.as_mut();
                let kind = PassKind::Opaque;
                let mut pass = targets.begin_pass(&mut encoder, timer, kind, place, behind);
                pass.set_pipeline(&self.passes.baseline.pipeline);
                pass.set_bind_group(0, &uploaded.frame_group, &[]);
                pass.set_bind_group(1, uploaded.textures.group(texture), &[]);
                pass.set_bind_group(2, &constants, &[0]);
                pass.set_vertex_buffer(0, vertices.slice(..));
                pass.set_index_buffer(indices.slice(..), wgpu::IndexFormat::Uint32);
                pass.draw_indexed(0..gathering.indices.len() as u32, 0, 0..1);
            }
            if let Some(timer) = &self.timer {
                timer.resolve(&mut encoder);
            }
            let submission = gpu.queue.submit([encoder.finish()]);
            if let Some(timer) = &mut self.timer {
                timer.submitted();
            }
            gpu.wait_for(submission, "the baseline")?;
            frame_times.push(milliseconds(start));
            self.collect_times(gpu)?;
            gpu_times.extend(self.times.total);
        }
        Ok(BaselineStats {
            triangles: gathering.indices.len() as u64 / 3,
            vertices: gathering.vertices.len() as u64,
            gpu_ms: median_after_first(gpu_times),
            frame_ms: median_after_first(frame_times).unwrap_or(0.0),
        })
    }

    /// Plans a frame and makes everything it needs; returns the bytes sent.
    fn prepare(
        &mut self,
        gpu: &Gpu,
        uploaded: &mut GpuScene,
        scene: &Scene,
        frame: &Frame,
    ) -> Result<u64, Error> {
        uploaded.replan(scene, frame, self.can_draw_lines);
        let bytes = uploaded.sync(gpu, &self.bindings, &self.samplers, scene, frame)?;
        // All of the scene's, not only the visible ones: turning the camera must not stop to compile.
        let wanted = uploaded.filing.filed.iter().map(|filed| filed.pipeline);
        self.passes.mesh.ensure(gpu, wanted)?;
        if let Some(ground) = &scene.ground {
            let view = frame.options.view;
            self.passes.ground.ensure(gpu, ground, view)?;
        }
        let fits = |(targets, _): &(Targets, _)| targets.size == frame.size;
        if !self.targets.as_ref().is_some_and(fits) {
            let targets = Targets::new(gpu, frame.size, self.options.msaa)?;
            let source = PresentPass::source(gpu, &self.bindings, &targets.colour);
            self.targets = Some((targets, source));
        }
        Ok(bytes)
    }

    fn record(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        kind: PassKind,
        place: Place,
        uploaded: &GpuScene,
        scene: &Scene,
        frame: &Frame,
    ) -> Recorded {
        let mut recorded = Recorded::default();
        let Some((targets, _)) = &self.targets else {
            return recorded;
        };
        let behind = background(scene, frame);
        let mut pass = targets.begin_pass(encoder, self.timer.as_mut(), kind, place, behind);
        pass.set_bind_group(0, &uploaded.frame_group, &[]);
        let plan = &uploaded.plan;
        let meshes = match kind {
            PassKind::Opaque => &plan.opaque,
            PassKind::Blended => &plan.blended,
            PassKind::Translucent => &plan.translucent,
            PassKind::Sky => return self.passes.sky.record(&mut pass, &uploaded.dome),
            PassKind::Present => return recorded,
        };
        recorded += self.passes.mesh.record(&mut pass, uploaded, meshes);
        // The ground last: what stands on it hides much of it, and its fragments cost most.
        if kind == PassKind::Opaque
            && let Some(ground) = &uploaded.ground
        {
            let view = frame.options.view;
            let calls = &plan.ground;
            recorded += self
                .passes
                .ground
                .record(&mut pass, scene, ground, calls, view);
        }
        recorded
    }

    fn present(
        &mut self,
        encoder: &mut wgpu::CommandEncoder,
        target: &wgpu::TextureView,
    ) -> Recorded {
        let Some((_, source)) = &self.targets else {
            return Recorded::default();
        };
        let mut pass = encoder.begin_render_pass(&wgpu::RenderPassDescriptor {
            label: Some(PassKind::Present.name()),
            color_attachments: &[Some(wgpu::RenderPassColorAttachment {
                view: target,
                depth_slice: None,
                resolve_target: None,
                ops: wgpu::Operations {
                    load: wgpu::LoadOp::Clear(wgpu::Color::BLACK),
                    store: wgpu::StoreOp::Store,
                },
            })],
            timestamp_writes: self
                .timer
                .as_mut()
                .and_then(|timer| timer.writes(PassKind::Present as usize)),
            ..Default::default()
        });
        self.passes.present.record(&mut pass, source)
    }

    fn collect_times(&mut self, gpu: &Gpu) -> Result<(), Error> {
        if let Some(timer) = &self.timer {
            // Only lets callbacks run; what it cannot tell yet comes with a later frame.
            let _ = gpu.device.poll(wgpu::PollType::Poll);
            if let Some(times) = timer.arrived()? {
                self.times = times;
            }
        }
        Ok(())
    }

    /// Swaps the pipelines when the shaders of the source tree have changed; the old ones stay if the new are wrong.
    #[cfg(all(debug_assertions, feature = "hot-reload"))]
    fn reload_changed_shaders(&mut self, gpu: &Gpu) {
        if !self.shaders.as_ref().is_some_and(ShaderWatch::take_change) {
            return;
        }
        let reloaded = crate::shaders::check_tree()
            .and_then(|()| Passes::new(gpu, &self.bindings, &self.options, Source::Tree))
            .and_then(|mut passes| {
                passes.mesh.ensure(gpu, self.passes.mesh.made())?;
                passes.ground.ensure_like(gpu, &self.passes.ground)?;
                Ok(passes)
            });
        match reloaded {
            Ok(passes) => {
                self.passes = passes;
                tracing::info!("shaders reloaded");
            }
            Err(error) => tracing::error!(%error, "shaders kept as they were"),
        }
    }
}

/// The passes that a frame needs, besides presenting.
fn scene_passes(uploaded: &GpuScene, scene: &Scene, frame: &Frame) -> [Option<PassKind>; 4] {
    let plan = &uploaded.plan;
    [
        // Also clears.
        Some(PassKind::Opaque),
        GpuScene::has_dome(scene, frame).then_some(PassKind::Sky),
        (!plan.blended.is_empty()).then_some(PassKind::Blended),
        (!plan.translucent.is_empty()).then_some(PassKind::Translucent),
    ]
}

/// What is behind everything: the scene colour, black in debug views.
fn background(scene: &Scene, frame: &Frame) -> wgpu::Color {
    if frame.options.view != ViewMode::Lit {
        return wgpu::Color::BLACK;
    }
    let colour = scene.environment.scene_colour;
    wgpu::Color {
        r: colour.x.into(),
        g: colour.y.into(),
        b: colour.z.into(),
        a: 1.0,
    }
}

fn milliseconds(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e3
}

fn median_after_first(mut times: Vec<f64>) -> Option<f64> {
    let counted = times.get_mut(1..)?;
    counted.sort_unstable_by(f64::total_cmp);
    counted.get(counted.len() / 2).copied()
}
