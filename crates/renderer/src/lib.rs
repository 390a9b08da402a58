//! Draws a scene with wgpu into any texture view.
//!
//! ```text
//! Gpu::headless / Gpu::with_surface    opens a device
//! Renderer::new                        builds pipelines
//! Renderer::upload(&Scene)             sends a scene -> GpuScene
//! Renderer::draw(&mut GpuScene, ..)    draws a frame -> FrameStats
//! ```
//!
//! A frame is planned on the CPU first (what is visible, which draws, in which order), without touching the device;
//! [`Renderer::dump`] gives that plan as data. Then what changed is sent and the passes are recorded: opaque, sky,
//! blended, translucent, present (spec page: environment, section 11.2). All arithmetic happens on stored display
//! values in an `Rgba8Unorm` target; nothing here is linear light (section 11.3).
//!
//! The renderer sees [`scene::Scene`] and nothing else: no windows, no files, no game formats.
#![forbid(unsafe_code)]

mod bindings;
mod dump;
mod error;
mod filing;
#[cfg(test)]
mod fixtures;
mod frame;
mod frame_uniform;
mod gpu;
mod gpu_scene;
#[cfg(all(debug_assertions, feature = "hot-reload"))]
mod hot_reload;
mod layout;
mod mirror;
mod offscreen;
mod passes;
mod plan;
mod portal;
mod renderer;
mod shaders;
mod targets;
mod texture;
mod timing;
mod translucent;

pub use dump::{DrawDump, FrameDump, InstanceDump, MeshDump, PassDump};
pub use error::Error;
pub use frame::{BaselineStats, DrawOptions, Frame, FrameStats, PassStats, Timing, ViewMode};
pub use gpu::{Backend, Gpu, GpuRequest, instance};
pub use gpu_scene::GpuScene;
pub use offscreen::OffscreenTarget;
pub use renderer::{Renderer, RendererOptions};
