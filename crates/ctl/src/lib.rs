//! CTLD control data, control points (CPT), damage records (NDP) and pose times.
//!
//! Spec page: control. A component of a placed object refers to a group of small files beside its model:
//!
//! * [`Control`] (`.ctl`): movement limits, a state graph, **bindings** that drive nodes, items and command lists;
//! * [`ControlPoints`] (`.cpt`): named points fixed to nodes;
//! * [`DamageTable`] (`.ndp`): hit points of each node.
//!
//! All of them are read and written whole; words without a known meaning are kept raw under their offset name.
//! [`Control::pose_times`] turns the stored bindings into one [`NodeTime`] per node of the component's model;
//! sampling the model's keys at those times is the model crate's work.
#![forbid(unsafe_code)]

mod binding;
mod check;
mod command;
mod control;
mod damage;
mod item;
mod points;
mod pose;
mod resource;
mod root;
mod state;

#[cfg(test)]
mod fixtures;

pub use binding::{Binding, Sweep};
pub use check::Warning;
pub use command::{Action, Command, CommandList, opcode_name};
pub use control::{Control, HOOK_COUNT, HOOK_LOAD, WideLayout};
pub use damage::{DamageRecord, DamageTable};
pub use item::{Item, ItemRecord, item_type_name};
pub use points::{ControlPoint, ControlPoints};
pub use pose::{NodeTime, PoseError, PoseMode};
pub use resource::ResourceName;
pub use root::RootParameters;
pub use state::{Contact, State, StateRecord};

/// Archive type id of control data.
pub const CONTROL_TYPE: u32 = u32::from_le_bytes(*b"CTLD");
/// Archive type id of control points.
pub const POINTS_TYPE: u32 = u32::from_le_bytes(*b"CTPT");
/// Archive type id of damage records.
pub const DAMAGE_TYPE: u32 = u32::from_le_bytes(*b"NDPR");
