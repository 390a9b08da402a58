//! Types 8 and 19: keys and frame map; which key a node stands on at a time (spec page: msh, section 7.1 to 7.5).

use crate::node::{NONE, Node38};
use crate::pose::{NodePose, unit};
use bytemuck::{Pod, Zeroable};
use glam::{Quat, Vec3};
use std::ops::RangeInclusive;

/// Frames per second of a manual "play all frames": the file has no rate of its own, the control data decide.
pub const PLAYBACK_FPS: f32 = 16.0;
/// The rates that a manual playback may have.
pub const PLAYBACK_FPS_RANGE: RangeInclusive<f32> = 1.0..=60.0;

/// One key of a node.
#[derive(Debug, Clone, Copy, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct AnimKey24 {
    /// Translation in the parent's frame, in metres.
    pub position: Vec3,
    /// Time in frames.
    pub time: f32,
    /// Quaternion W, X, Y, Z, each times 32767; not yet conjugated.
    pub rotation_wxyz: [i16; 4],
}

impl AnimKey24 {
    /// The key as it is interpolated: rotation of unit length, not yet conjugated. A quaternion without length is none.
    pub fn sampling_pose(&self) -> NodePose {
        let [w, x, y, z] = self
            .rotation_wxyz
            .map(|component| f32::from(component) / 32767.0);
        NodePose {
            translation: self.position,
            rotation: unit(Quat::from_xyzw(x, y, z, w)),
        }
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.position.is_finite() && self.time.is_finite()
    }
}

/// The keys of all nodes and the map that finds them by frame.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Animation {
    /// Type 8. Their rotations are not conjugated.
    pub keys: Vec<AnimKey24>,
    /// Type 19: key index by `anim_map_start + frame`.
    pub frame_map: Vec<u16>,
    /// Frames of the timeline, from the directory record of type 19.
    pub frame_count: u32,
}

/// When a node is sampled.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub enum NodeTime {
    /// At no time: the node stands on its fallback key.
    #[default]
    Fallback,
    /// At a time in frames, finite and not negative. The frame is the time less one half, rounded to nearest, ties to even.
    At(f32),
    /// At a whole frame, without that rounding: the static frame that overrides all control data.
    Frame(u16),
}

impl NodeTime {
    /// The time in frames; `None` for the fallback key.
    pub fn frames(self) -> Option<f32> {
        match self {
            Self::Fallback => None,
            Self::At(time) => Some(time),
            Self::Frame(frame) => Some(f32::from(frame)),
        }
    }

    /// Whether a node can be sampled then.
    pub(crate) fn is_valid(self) -> bool {
        self.frames()
            .is_none_or(|time| time.is_finite() && time >= 0.0)
    }
}

/// Which keys a node's pose comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyChoice {
    /// The fallback key, alone.
    Fallback {
        /// The key.
        key: usize,
        /// Why.
        reason: FallbackReason,
    },
    /// This key and the next one.
    Segment {
        /// The earlier key.
        first: usize,
    },
}

impl KeyChoice {
    /// Whether the pose comes from the frame map, or from the fallback key.
    pub fn is_from_map(self) -> bool {
        matches!(self, Self::Segment { .. })
    }

    /// Whether the choice shows damaged data.
    pub fn is_damage(self) -> bool {
        matches!(
            self,
            Self::Fallback {
                reason: FallbackReason::PastMap,
                ..
            }
        )
    }
}

/// Why a node stands on its fallback key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FallbackReason {
    /// It was asked for.
    Asked,
    /// The node has no block in the frame map: it does not move.
    NoMap,
    /// The time lies at or past the end of the timeline.
    PastFrames,
    /// The node's block leaves the frame map: damaged data.
    PastMap,
    /// The map names the fallback key or one beyond, which would be another node's.
    PastRun,
}

impl Animation {
    /// Chooses the keys of a node. Neither the node's keys nor `time` are checked here.
    pub fn choose(&self, node: &Node38, time: NodeTime) -> KeyChoice {
        let key = usize::from(node.fallback_key);
        let fallback = |reason| KeyChoice::Fallback { key, reason };
        let frame = match time {
            NodeTime::Fallback => return fallback(FallbackReason::Asked),
            NodeTime::At(time) => (time - 0.5).round_ties_even(),
            NodeTime::Frame(frame) => f32::from(frame),
        };
        if node.anim_map_start == NONE {
            return fallback(FallbackReason::NoMap);
        }
        // Compared as a number with a fraction, so that no huge time wraps around.
        if f64::from(frame) >= f64::from(self.frame_count) {
            return fallback(FallbackReason::PastFrames);
        }
        let word = usize::from(node.anim_map_start).saturating_add(frame as usize);
        match self.frame_map.get(word) {
            None => fallback(FallbackReason::PastMap),
            Some(&first) if first >= node.fallback_key => fallback(FallbackReason::PastRun),
            Some(&first) => KeyChoice::Segment {
                first: usize::from(first),
            },
        }
    }

    /// The node's pose in its parent's frame, conjugated. `None` when its fallback key does not exist.
    pub(crate) fn local_pose(&self, node: &Node38, time: NodeTime) -> Option<NodePose> {
        let pose = match self.choose(node, time) {
            KeyChoice::Fallback { key, .. } => self.keys.get(key)?.sampling_pose(),
            KeyChoice::Segment { first } => {
                let time = time.frames().unwrap_or_default();
                between(self.keys.get(first)?, self.keys.get(first + 1)?, time)
            }
        };
        Some(pose.conjugated())
    }

    /// The time of a manual playback after some seconds: it runs over all frames and starts again.
    ///
    /// `fps` is in frames per second; what is not finite or not positive stands still.
    pub fn playback_time(&self, seconds: f32, fps: f32) -> f32 {
        let last = self.frame_count.saturating_sub(1) as f32;
        let time = (seconds * fps).rem_euclid(last);
        if time.is_finite() { time } else { 0.0 }
    }
}

/// The pose between two keys; times outside of them stand on the nearer one.
fn between(from: &AnimKey24, to: &AnimKey24, time: f32) -> NodePose {
    let span = to.time - from.time;
    if span <= 0.0 || time <= from.time {
        return from.sampling_pose();
    }
    if time >= to.time {
        return to.sampling_pose();
    }
    let weight = (time - from.time) / span;
    from.sampling_pose()
        .interpolated(to.sampling_pose(), weight)
}
