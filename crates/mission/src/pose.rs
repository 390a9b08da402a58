//! Poses of an assembly: control data to node times, times to poses, parts on their sockets
//! (spec page: control, section 4; spec page: mission, section 5).

use crate::assembly::Assembly;
use crate::library::Resources;
use ctl::Control;
use msh::{NodePose, NodeTime, Root, RootTravel};

/// Where the times of all nodes come from.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum PoseMode {
    /// The stored value of every binding.
    #[default]
    Stored,
    /// Every node's fallback key.
    Fallback,
    /// One frame for every node of every component; overrides all control data.
    Static(u16),
    /// Every binding swept from its stored value, this many seconds after the start.
    Play {
        /// Seconds; finite.
        seconds: f64,
    },
}

/// Control data that give a component no pose; it stands at time 0.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("{error}")]
pub struct PoseFault {
    /// Index of the component in its assembly.
    pub component: usize,
    /// The binding that is wrong.
    pub error: ctl::PoseError,
}

/// Buffers that posing reuses, so that a frame allocates nothing.
#[derive(Debug, Default)]
pub struct PoseScratch {
    control_times: Vec<ctl::NodeTime>,
    times: Vec<NodeTime>,
    poses: Vec<NodePose>,
}

impl PoseScratch {
    /// The time of each node of the component that was posed last.
    pub fn times(&self) -> &[NodeTime] {
        &self.times
    }
}

impl Assembly {
    /// Node poses of the whole assembly, in order of its components.
    pub fn pose_count(&self) -> usize {
        self.pose_offsets.last().map_or(0, |&count| count as usize)
    }

    /// Whether play moves anything.
    pub fn can_move(&self, resources: &Resources) -> bool {
        self.components.iter().any(|component| {
            component
                .control
                .and_then(|control| resources.controls.get(control)?.value.as_ref())
                .is_some_and(|control| control.bindings.iter().any(ctl::Binding::moves))
        })
    }

    /// Where the poses of a component lie in the flat array of the assembly.
    pub fn pose_range(&self, component: usize) -> std::ops::Range<usize> {
        let offset = |index: usize| self.pose_offsets.get(index).copied().unwrap_or(0) as usize;
        offset(component)..offset(component.saturating_add(1))
    }

    /// Global node poses in object space: `visit` gets each component's index, its node times and its poses.
    ///
    /// `poses` has [`Assembly::pose_count`] elements. Components whose control data are wrong stand at time 0 and
    /// are told to `fault`.
    pub fn pose(
        &self,
        resources: &Resources,
        mode: PoseMode,
        scratch: &mut PoseScratch,
        poses: &mut [NodePose],
        mut fault: impl FnMut(PoseFault),
        mut visit: impl FnMut(usize, &[NodeTime], &[NodePose]),
    ) {
        for (index, component) in self.components.iter().enumerate() {
            let Some(model) = component
                .model
                .and_then(|model| resources.models.get(model)?.value.as_ref())
            else {
                continue;
            };
            let control = component
                .control
                .and_then(|control| resources.controls.get(control)?.value.as_ref());
            if let Err(error) = times(model, control, mode, scratch) {
                fault(PoseFault {
                    component: index,
                    error,
                });
            }
            let travel = match mode {
                PoseMode::Play { .. } => RootTravel::InPlace,
                _ => RootTravel::Authored,
            };
            let root = match component.parent {
                None => Root::Own(travel),
                Some(parent) => Root::Mounted(self.socket_pose(parent, component.socket, poses)),
            };
            scratch.poses.clear();
            scratch.poses.resize(model.nodes.len(), NodePose::IDENTITY);
            // Without a hierarchy the model stands unposed; the loader has listed why.
            let _ = model.pose(&scratch.times, root, &mut scratch.poses);
            if let Some(out) = poses.get_mut(self.pose_range(index)) {
                for (out, pose) in out.iter_mut().zip(&scratch.poses) {
                    *out = *pose;
                }
            }
            visit(index, &scratch.times, &scratch.poses);
        }
    }

    /// The pose of a socket; a parent without a model hands on its own socket.
    fn socket_pose(&self, parent: usize, socket: Option<u32>, poses: &[NodePose]) -> NodePose {
        let range = self.pose_range(parent);
        if range.is_empty() {
            // Parents come before their children, so this ends at the root.
            return match self.components.get(parent) {
                Some(component) => match component.parent {
                    Some(above) if above < parent => {
                        self.socket_pose(above, component.socket, poses)
                    }
                    _ => NodePose::IDENTITY,
                },
                None => NodePose::IDENTITY,
            };
        }
        let node = socket.unwrap_or(0) as usize;
        poses
            .get(range)
            .and_then(|poses| poses.get(node))
            .copied()
            .unwrap_or_default()
    }
}

/// Fills `scratch.times` with the time of each node of a model.
fn times(
    model: &msh::Model,
    control: Option<&Control>,
    mode: PoseMode,
    scratch: &mut PoseScratch,
) -> Result<(), ctl::PoseError> {
    let frame_count = model.animation.as_ref().map_or(0, |a| a.frame_count);
    let mode = match mode {
        PoseMode::Stored => ctl::PoseMode::Stored,
        PoseMode::Fallback => ctl::PoseMode::Fallback,
        PoseMode::Static(frame) => ctl::PoseMode::Static(frame),
        PoseMode::Play { seconds } => ctl::PoseMode::Play {
            seconds,
            frame_count,
        },
    };
    let out = &mut scratch.control_times;
    out.clear();
    out.resize(model.nodes.len(), ctl::NodeTime::REST);
    let result = match control {
        Some(control) => control.pose_times(mode, out),
        None => Control::default().pose_times(mode, out),
    };
    scratch.times.clear();
    scratch.times.extend(out.iter().map(|time| match *time {
        ctl::NodeTime::At(time) => NodeTime::At(time),
        ctl::NodeTime::Frame(frame) => NodeTime::Frame(frame),
        ctl::NodeTime::Fallback => NodeTime::Fallback,
    }));
    result
}
