//! The JSON documents that commands print: a contract with scripts (docs: the command line).

use serde::Serialize;
use std::collections::BTreeMap;

/// `poses`.
#[derive(Debug, Serialize)]
pub struct Poses {
    /// The mission's folder.
    pub target: String,
    /// Every placed object.
    pub objects: Vec<PosedObject>,
}

/// A placed object with its components.
#[derive(Debug, Serialize)]
pub struct PosedObject {
    /// Index in the mission.
    pub index: usize,
    /// Instance name, or the resource name without one.
    pub name: String,
    /// Resource name.
    pub resource: String,
    /// As the mission has it.
    pub placement: Placement,
    /// Every component, also those that are not drawn.
    pub components: Vec<PosedComponent>,
}

/// Where an object stands.
#[derive(Debug, Serialize)]
pub struct Placement {
    /// Metres.
    pub position: [f32; 3],
    /// Radians about x, y and z.
    pub angles: [f32; 3],
    /// Factors along x, y and z.
    pub scale: [f32; 3],
}

/// A component with the poses of its nodes.
#[derive(Debug, Serialize)]
pub struct PosedComponent {
    /// `archive:entry` of its model; the prototype's key where it has none.
    pub path: String,
    /// Index of the component it hangs on.
    pub parent_component: Option<usize>,
    /// Node of that component's model.
    pub parent_node: Option<u32>,
    /// Whether it is seen from outside.
    pub drawn: bool,
    /// What is wrong with its control data; it then stands at time 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Every node of its model.
    pub nodes: Vec<PosedNode>,
}

/// A node with its pose.
#[derive(Debug, Serialize)]
pub struct PosedNode {
    /// Index in the model.
    pub index: usize,
    /// Name, or an empty string.
    pub name: String,
    /// Index of its parent.
    pub parent: Option<usize>,
    /// Frames; null where the fallback key was asked for, and for a socket.
    pub time: Option<f32>,
    /// Where the pose comes from.
    pub source: PoseSource,
    /// In the object's space, before its placement.
    pub global: GlobalPose,
}

/// Where a node's pose comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PoseSource {
    /// Two keys that the frame map names.
    Map,
    /// The fallback key.
    Fallback,
    /// The model has no hierarchy to pose.
    None,
    /// The socket that the component hangs on.
    Mount,
}

/// A turn, then a shift.
#[derive(Debug, Serialize)]
pub struct GlobalPose {
    /// Metres.
    pub translation: [f32; 3],
    /// Unit quaternion.
    pub rotation_xyzw: [f32; 4],
}

/// `resolve`.
#[derive(Debug, Serialize)]
pub struct Resolved {
    /// The mission's folder.
    pub target: String,
    /// Every placed object.
    pub objects: Vec<ResolvedObject>,
}

/// What a placed object became.
#[derive(Debug, Serialize)]
pub struct ResolvedObject {
    /// Index in the mission.
    pub index: usize,
    /// Resource name.
    pub resource: String,
    /// `building`, `unit`, `vegetation`, `stone`, or the number of an unknown kind.
    pub kind: String,
    /// Index of its clan; -1 for none.
    pub clan: i32,
    /// Every component.
    pub components: Vec<ResolvedComponent>,
    /// Why it is not drawn whole.
    pub problem: Option<String>,
}

/// What a component is made of.
#[derive(Debug, Serialize)]
pub struct ResolvedComponent {
    /// `archive:entry` of its model; the prototype's key where it has none.
    pub path: String,
    /// `archive:entry` of its WEAR table.
    pub wear: Option<String>,
    /// `archive:entry` of its control data.
    pub control: Option<String>,
    /// Whether it is seen from outside.
    pub drawn: bool,
    /// What is drawn of it whole and near, by slot and batch.
    pub batches: Vec<ResolvedBatch>,
}

/// A batch with its surface.
#[derive(Debug, Serialize)]
pub struct ResolvedBatch {
    /// Index in the model.
    pub index: u32,
    /// Nodes that draw it.
    pub nodes: Vec<u32>,
    /// Slot that holds it; null in a model without slots for its nodes.
    pub slot: Option<u32>,
    /// Row of the WEAR table.
    pub wear_row: u32,
    /// `archive:entry` of the material that is used; null for the built-in one.
    pub material: Option<String>,
    /// How it was found: `exact`, `default`, `first` or `builtin`.
    pub found: &'static str,
    /// `archive:entry` of the texture of each phase that has one.
    pub textures: Vec<String>,
    /// `archive:entry` of the lightmap.
    pub lightmap: Option<String>,
    /// Blend mode of the material.
    pub blend: &'static str,
    /// Raw batch flags.
    pub flags: String,
}

/// `heights`.
#[derive(Debug, Serialize)]
pub struct HeightsReport {
    /// The mission's folder.
    pub target: String,
    /// In the order of the question.
    pub points: Vec<HeightPoint>,
}

/// Heights at a point; both null outside the land.
#[derive(Debug, Serialize)]
pub struct HeightPoint {
    /// Metres east.
    pub x: f64,
    /// Metres north.
    pub y: f64,
    /// Of the ground.
    pub ground: Option<f64>,
    /// Of the liquid where it lies above the ground, else of the ground.
    pub surface: Option<f64>,
}

/// `list`.
#[derive(Debug, Serialize)]
pub struct Listing {
    /// `missions`, `archives`, `models`, `textures` or `sounds`.
    pub kind: &'static str,
    /// The game folder.
    pub target: String,
    /// What there is.
    pub items: Vec<ListItem>,
}

/// One thing of a listing.
#[derive(Debug, Serialize)]
pub struct ListItem {
    /// Its name; as a TARGET it names the thing.
    pub name: String,
    /// A mission's title.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
}

/// `bench`.
#[derive(Debug, Serialize)]
pub struct Bench {
    /// The mission's folder.
    pub target: String,
    /// Name of the adapter.
    pub adapter: String,
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Milliseconds of each phase of a load: the median over the loads.
    pub load_ms: LoadTimes,
    /// Frames drawn.
    pub frames: u32,
    /// Milliseconds of the CPU for a frame: to move the scene, to plan, to record and to submit.
    pub cpu_ms: Spread,
    /// Milliseconds from the call until the device had finished the frame.
    pub frame_ms: Spread,
    /// Median milliseconds of each pass on the device, and of all of them; null where it has no clock.
    pub gpu_ms: BTreeMap<String, Option<f64>>,
    /// Most draw calls of a frame.
    pub draws: u32,
    /// Most triangles of a frame.
    pub triangles: u64,
    /// The yardstick: median milliseconds of the frame's triangles in one plain draw, from the call until the device had
    /// finished. To compare with `frame_ms`.
    pub baseline_ms: f64,
    /// The same on the device alone, to compare with the total of `gpu_ms`; null where it has no clock.
    pub baseline_gpu_ms: Option<f64>,
    /// Most memory that the process ever held, MiB; null where the system does not tell.
    pub peak_rss_mb: Option<f64>,
}

/// Milliseconds of the phases of a load.
#[derive(Debug, Serialize)]
pub struct LoadTimes {
    /// Opening the game folder and reading the mission file.
    pub open: f64,
    /// Finding what objects are made of.
    pub resolve: f64,
    /// Reading models, textures and the ground, and making the scene of them.
    pub decode: f64,
    /// Handing the scene to the device.
    pub upload: f64,
    /// All of it.
    pub total: f64,
}

/// Milliseconds: the middle, the slow end and the slowest.
#[derive(Debug, Serialize)]
pub struct Spread {
    /// Median.
    pub p50: f64,
    /// 19 of 20 are at most this.
    pub p95: f64,
    /// The slowest.
    pub max: f64,
}

/// A camera that changed, for `--log-camera`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CameraLine {
    /// x, y, z in metres; yaw and pitch in degrees: what `--camera` takes.
    pub camera: [f32; 5],
    /// Vertical field of view, degrees.
    pub fov: f32,
    /// Width and height of the picture in pixels.
    pub size: [u32; 2],
}
