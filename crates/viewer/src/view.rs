//! What the view options mean: one reading for the window and for every command that draws.

use crate::cli::{BackendChoice, PoseChoice, ViewArgs};
use mission::PoseMode;
use renderer::{Backend, DrawOptions, GpuRequest, ViewMode};
use scene::{Clock, SceneOptions, SkyTime};

/// Samples per pixel of a picture, unless told otherwise.
pub const MSAA: u32 = 4;

/// The moment and the looks that the command line asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct ViewOptions {
    /// Mission clock, seconds.
    pub time: f64,
    /// Time of day; the mission's own without it.
    pub sky_time: Option<SkyTime>,
    /// Where node times come from.
    pub pose: PoseMode,
    /// Node state.
    pub state: u8,
    /// Level of detail.
    pub lod: u8,
    /// One phase for every material.
    pub material_phase: Option<u16>,
    /// How frames are drawn.
    pub draw: DrawOptions,
}

impl Default for ViewOptions {
    fn default() -> Self {
        let scene = SceneOptions::default();
        Self {
            time: 0.0,
            sky_time: None,
            pose: scene.pose,
            state: scene.state,
            lod: scene.lod,
            material_phase: scene.material_phase,
            draw: DrawOptions::default(),
        }
    }
}

impl ViewOptions {
    /// What the arguments say.
    pub fn new(args: &ViewArgs) -> Self {
        let pose = match (args.static_animation_frame, args.pose) {
            (Some(frame), _) => PoseMode::Static(frame),
            (None, PoseChoice::Stored) => PoseMode::Stored,
            (None, PoseChoice::Fallback) => PoseMode::Fallback,
            (None, PoseChoice::Play) => PoseMode::Play { seconds: args.time },
        };
        Self {
            time: args.time,
            sky_time: args.sky_time,
            pose,
            state: args.state,
            lod: args.lod,
            material_phase: args.material_phase,
            draw: DrawOptions {
                view: view_mode(&args.view),
                fog: !args.no_fog,
                sky: !args.no_sky,
                lightmaps: !args.no_lightmaps,
                ..DrawOptions::default()
            },
        }
    }

    /// For making the scene.
    pub fn scene_options(&self) -> SceneOptions {
        SceneOptions {
            pose: self.pose,
            state: self.state,
            lod: self.lod,
            material_phase: self.material_phase,
            ..SceneOptions::default()
        }
    }

    /// The moment.
    pub fn clock(&self) -> Clock {
        Clock {
            seconds: self.time,
            sky_time: self.sky_time,
        }
    }
}

fn view_mode(name: &str) -> ViewMode {
    ViewMode::ALL
        .into_iter()
        .find(|mode| mode.name() == name)
        .unwrap_or_default()
}

/// Which device the arguments ask for.
pub fn gpu_request(args: &ViewArgs) -> GpuRequest {
    GpuRequest {
        backend: match args.backend {
            BackendChoice::Auto => Backend::Auto,
            BackendChoice::Vulkan => Backend::Vulkan,
            BackendChoice::Gl => Backend::Gl,
            BackendChoice::Metal => Backend::Metal,
            BackendChoice::Dx12 => Backend::Dx12,
        },
        adapter_name: args.adapter.clone(),
    }
}
