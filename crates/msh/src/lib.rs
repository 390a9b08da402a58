//! MSH models: streams, nodes, slots, batches, animation and poses (spec page: msh).
//!
//! A model is a nested NRes archive whose entries, the *streams*, are found by type id. [`Model::parse`] reads
//! it, [`Model::write`] writes it; nothing is lost in between.
//!
//! From a model to triangles:
//!
//! ```text
//! Model::draw_ranges(&Selection)   node -> slot of (state, LOD) -> batches, what must not be drawn left out
//!   DrawRange { node, slot, batch }
//!     Model::triangles(batch)      source vertex numbers: base_vertex + indices[index_start + i]
//!     Model::faces(batch)          the same with positions, normals and texture coordinates
//!   Model::pose(times, ..)         one NodePose per node; the vertex in model space is pose.point(position)
//! ```
//!
//! Several nodes may draw one source vertex, each with its own pose: the vertex streams are never posed in place.
//!
//! Space is right-handed, Z up, one unit is one metre, models face +Y. Angles are radians.
#![forbid(unsafe_code)]
// The worked examples of the spec page stand in the tests with their digits as printed there.
#![cfg_attr(test, allow(clippy::approx_constant, clippy::excessive_precision))]

mod animation;
mod attach;
mod batch;
mod bounds;
mod draw;
mod examine;
mod label;
mod light;
mod model;
mod node;
mod path_graph;
mod placement;
mod pose;
mod select;
mod skeleton;
mod slot;
mod stream;
mod triangle;
mod validate;
mod vertex;
mod warning;
mod write;

#[cfg(test)]
mod model_tests;
#[cfg(test)]
mod robustness_tests;
#[cfg(test)]
mod round_trip_tests;
#[cfg(test)]
mod test_models;

pub use animation::{
    AnimKey24, Animation, FallbackReason, KeyChoice, NodeTime, PLAYBACK_FPS, PLAYBACK_FPS_RANGE,
};
pub use attach::{AttachWarning, Attached, Piece, PieceList, SubModel};
pub use batch::{Batch20, BatchFlags, PackedU32, PortalKind};
pub use bounds::{Aabb, BoundsScope, Joint, Sphere, joint_bounds, joint_sphere};
pub use draw::{Corner, DrawRange, face_normal};
pub use label::{Label, Labels, NodeNames};
pub use light::LocalLight48;
pub use model::{MAX_REACHED, Model};
pub use node::{LOD_COUNT, NONE, Node24, Node38, NodeFlags, NodeTable, STATE_COUNT};
pub use path_graph::{PathGraph, PathLink40, PathVertex20};
pub use placement::{NotFinite, Placement};
pub use pose::NodePose;
pub use select::{
    Interior, LodLevel, LodRule, NodeState, Selection, StateRule, damage_stage, damaged_state,
};
pub use skeleton::{NoHierarchy, PoseError, Root, RootTravel, Skeleton};
pub use slot::{ModelBounds, Slot68};
pub use stream::{MeshKind, Stream, StreamType};
pub use triangle::{Triangle16, TriangleFlags};
pub use vertex::{PackedNormal, PackedUv};
pub use warning::{Warning, WarningKind};
