//! What is asked of a frame and what is told about it.

use serde::Serialize;

/// What the colours of a frame show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u32)]
pub enum ViewMode {
    /// The game's picture.
    #[default]
    Lit = 0,
    /// Texture times diffuse colour, without light.
    Albedo = 1,
    /// World normals as colours.
    Normals = 2,
    /// Texture coordinates in red and green.
    Uv0 = 3,
    /// Lightmap or microtexture coordinates in red and green.
    Uv1 = 4,
    /// The lightmap alone; white where there is none.
    Lightmap = 5,
    /// How much the fog leaves, as grey.
    Fog = 6,
    /// One colour for each material.
    Material = 7,
    /// One colour for each node.
    Node = 8,
    /// One colour for each combination of batch flags, grey for none.
    BatchFlags = 9,
    /// One colour for each level of detail.
    Lod = 10,
    /// Object index + 1 as red + 256 green + 65536 blue; 0 is the ground or nothing.
    ObjectId = 11,
    /// Edges of all triangles; solid where the device cannot draw lines.
    Wireframe = 12,
}

impl ViewMode {
    /// All of them, in menu order.
    pub const ALL: [Self; 13] = [
        Self::Lit,
        Self::Albedo,
        Self::Normals,
        Self::Uv0,
        Self::Uv1,
        Self::Lightmap,
        Self::Fog,
        Self::Material,
        Self::Node,
        Self::BatchFlags,
        Self::Lod,
        Self::ObjectId,
        Self::Wireframe,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Lit => "lit",
            Self::Albedo => "albedo",
            Self::Normals => "normals",
            Self::Uv0 => "uv0",
            Self::Uv1 => "uv1",
            Self::Lightmap => "lightmap",
            Self::Fog => "fog",
            Self::Material => "material",
            Self::Node => "node",
            Self::BatchFlags => "batch-flags",
            Self::Lod => "lod",
            Self::ObjectId => "object-id",
            Self::Wireframe => "wireframe",
        }
    }
}

/// How times on the GPU are taken, where the device has a clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Timing {
    /// Not at all.
    Off,
    /// Read when they arrive, some frames late; never waits.
    #[default]
    Latent,
    /// Waits for the frame to finish and reports its own times.
    Exact,
}

/// Switches of a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DrawOptions {
    /// What the colours show.
    pub view: ViewMode,
    /// Whether distance fades into fog.
    pub fog: bool,
    /// Whether the dome is drawn; without it the background is the scene colour.
    pub sky: bool,
    /// Whether lightmaps act; without them their surfaces take light like any other.
    pub lightmaps: bool,
    /// Whether silhouette textures are cut out instead of blended (spec page: materials, section 8.1).
    pub cut_outs: bool,
    /// Index of an object to mark.
    pub highlight: Option<u32>,
    /// How times are taken.
    pub timing: Timing,
}

impl DrawOptions {
    /// Whether shaders need what the game's own picture does without.
    pub(crate) fn inspects(&self) -> bool {
        self.view != ViewMode::Lit || self.highlight.is_some()
    }
}

impl Default for DrawOptions {
    fn default() -> Self {
        Self {
            view: ViewMode::Lit,
            fog: true,
            sky: true,
            lightmaps: true,
            cut_outs: true,
            highlight: None,
            timing: Timing::Latent,
        }
    }
}

/// One picture to draw.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// From where.
    pub camera: scene::Camera,
    /// Width and height of the target in pixels.
    pub size: (u32, u32),
    /// Switches.
    pub options: DrawOptions,
}

impl Frame {
    /// Width over height, 1 for an empty frame.
    pub fn aspect(&self) -> f32 {
        let (width, height) = self.size;
        if width == 0 || height == 0 {
            1.0
        } else {
            width as f32 / height as f32
        }
    }
}

/// One pass of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct PassStats {
    /// `opaque`, `sky`, `blended`, `translucent` or `present`.
    pub name: &'static str,
    /// Draw calls.
    pub draws: u32,
    /// Milliseconds on the GPU, if they are known.
    pub gpu_ms: Option<f64>,
}

/// What a frame took.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct FrameStats {
    /// Draw calls of all passes.
    pub draws: u32,
    /// Triangles handed to the GPU.
    pub triangles: u64,
    /// Instances inside the view.
    pub instances_drawn: u32,
    /// Instances outside the view.
    pub instances_culled: u32,
    /// Tiles of the landscape inside the view.
    pub tiles_drawn: u32,
    /// Changes of pipeline, texture or lightmap between draws.
    pub state_changes: u32,
    /// Bytes sent to the GPU for this frame.
    pub uploaded_bytes: u64,
    /// The passes, in order; empty ones are left out.
    pub passes: Vec<PassStats>,
    /// Milliseconds the CPU took to plan, record and submit.
    pub cpu_ms: f64,
    /// Milliseconds on the GPU from the first pass to the last, if they are known.
    pub gpu_ms: Option<f64>,
    /// Milliseconds from the call until the GPU had finished; only with [`Timing::Exact`].
    pub frame_ms: Option<f64>,
}

/// The yardstick: see [`crate::Renderer::measure_baseline`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct BaselineStats {
    /// Triangles in the one draw, the same as in the frame.
    pub triangles: u64,
    /// Vertices in its buffer.
    pub vertices: u64,
    /// Median milliseconds on the GPU, if the device has a clock.
    pub gpu_ms: Option<f64>,
    /// Median milliseconds from recording until the GPU had finished.
    pub frame_ms: f64,
}
