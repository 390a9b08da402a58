//! The node tree: sampling all nodes and composing them (spec page: msh, sections 7.5 to 7.11 and 11).

use crate::animation::{Animation, KeyChoice, NodeTime};
use crate::model::Model;
use crate::node::{Node38, NodeTable};
use crate::pose::NodePose;
use glam::Vec3;

/// A node tree whose parents and keys are known to be sound.
#[derive(Debug, Clone, Copy)]
pub struct Skeleton<'a> {
    nodes: &'a [Node38],
    animation: &'a Animation,
}

/// Why a model has no hierarchy: it is drawn unposed, nothing is repaired.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoHierarchy {
    /// The node table is the short one.
    #[error("its nodes have 24 bytes")]
    ShortNodes,
    /// There are no nodes.
    #[error("it has no nodes")]
    NoNodes,
    /// Type 8 or type 19 is missing.
    #[error("it has no animation data")]
    NoAnimation,
    /// A fallback key does not exist.
    #[error("node {node} stands on key {key} of {key_count}")]
    FallbackKey {
        /// The first such node.
        node: usize,
        /// Its fallback key.
        key: u16,
        /// Keys that there are.
        key_count: usize,
    },
    /// A parent does not come before its child.
    #[error("node {node} has the parent {parent}, which does not come before it")]
    Parent {
        /// The first such node.
        node: usize,
        /// Its parent.
        parent: usize,
    },
}

impl NoHierarchy {
    /// The node at fault, if it is one.
    pub fn node(self) -> Option<usize> {
        match self {
            Self::FallbackKey { node, .. } | Self::Parent { node, .. } => Some(node),
            Self::ShortNodes | Self::NoNodes | Self::NoAnimation => None,
        }
    }
}

/// Why no poses were made.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum PoseError {
    /// A slice does not have one element per node (or piece).
    #[error("{what}: expected {expected} elements, found {found}")]
    Length {
        /// The slice.
        what: &'static str,
        /// Nodes or pieces that there are.
        expected: usize,
        /// Elements of the slice.
        found: usize,
    },
    /// A time is negative or not finite.
    #[error("node {node}: time {time} is not a finite number of at least 0")]
    Time {
        /// The node.
        node: usize,
        /// Its time.
        time: f32,
    },
    /// The model is drawn unposed. The output was filled accordingly.
    #[error("node hierarchy unavailable: {0}")]
    NoHierarchy(#[from] NoHierarchy),
}

/// Where node 0 of a model stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Root {
    /// On its own key: the first model of an object.
    Own(RootTravel),
    /// On a socket, whose global pose this is: an attached model. Node 0's own key and time have no effect.
    Mounted(NodePose),
}

/// What becomes of the translation of node 0, if it has no parent. Its rotation is always sampled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RootTravel {
    /// As sampled: for a pose at rest.
    #[default]
    Authored,
    /// As at time 0: while time runs, so that nothing jumps when playback starts.
    InPlace,
    /// None, as in the running game, where the travel moves the object instead.
    Engine,
}

impl Model {
    /// The node tree, if all its parents and fallback keys are sound. Allocates nothing.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn skeleton(&self) -> Result<Skeleton<'_>, NoHierarchy> {
        let NodeTable::Standard(nodes) = &self.nodes else {
            return Err(NoHierarchy::ShortNodes);
        };
        let animation = self.animation.as_ref().ok_or(NoHierarchy::NoAnimation)?;
        if nodes.is_empty() {
            return Err(NoHierarchy::NoNodes);
        }
        for (index, node) in nodes.iter().enumerate() {
            if usize::from(node.fallback_key) >= animation.keys.len() {
                return Err(NoHierarchy::FallbackKey {
                    node: index,
                    key: node.fallback_key,
                    key_count: animation.keys.len(),
                });
            }
            if let Some(parent) = node.parent().filter(|&parent| parent >= index) {
                return Err(NoHierarchy::Parent {
                    node: index,
                    parent,
                });
            }
        }
        Ok(Skeleton { nodes, animation })
    }

    /// Poses every node, into one [`NodePose`] per node in the frame of the object. Allocates nothing.
    ///
    /// # Errors
    ///
    /// As [`Skeleton::pose`]. Without a hierarchy `out` is filled all the same: every node stands at the origin, or
    /// at the socket of a mounted model.
    pub fn pose(
        &self,
        times: &[NodeTime],
        root: Root,
        out: &mut [NodePose],
    ) -> Result<(), PoseError> {
        match self.skeleton() {
            Ok(skeleton) => skeleton.pose(times, root, out),
            Err(reason) => {
                check_length("poses", self.nodes.len(), out.len())?;
                out.fill(match root {
                    Root::Own(_) => NodePose::IDENTITY,
                    Root::Mounted(socket) => socket,
                });
                Err(reason.into())
            }
        }
    }
}

impl Skeleton<'_> {
    /// Number of nodes, at least 1.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Poses every node: `out[i]` is the global pose of node i in the frame of the object.
    ///
    /// # Errors
    ///
    /// `times` or `out` of another length than the nodes; a time that is negative or not finite. `out` is then
    /// untouched.
    pub fn pose(
        &self,
        times: &[NodeTime],
        root: Root,
        out: &mut [NodePose],
    ) -> Result<(), PoseError> {
        self.local_poses(times, root, out)?;
        for (index, node) in self.nodes.iter().enumerate() {
            // Parents come first, so theirs is a global pose by now.
            let parent = node.parent().and_then(|parent| out.get(parent).copied());
            if let (Some(parent), Some(pose)) = (parent, out.get_mut(index)) {
                *pose = parent.child(*pose);
            }
        }
        Ok(())
    }

    /// The poses of all nodes in their parents' frames, conjugated: what composition over a merged node list starts
    /// from. Node 0 is a root, so its entry is the pose that `root` gives it.
    ///
    /// # Errors
    ///
    /// As [`Skeleton::pose`].
    pub fn local_poses(
        &self,
        times: &[NodeTime],
        root: Root,
        out: &mut [NodePose],
    ) -> Result<(), PoseError> {
        self.check(times, root, out)?;
        for ((node, &time), out) in self.nodes.iter().zip(times).zip(out.iter_mut()) {
            *out = self.sampled(node, time);
        }
        if let (Some(out), Some(node)) = (out.first_mut(), self.nodes.first()) {
            match root {
                Root::Mounted(socket) => *out = socket,
                Root::Own(RootTravel::Authored) => {}
                Root::Own(RootTravel::InPlace) => {
                    out.translation = self.sampled(node, NodeTime::At(0.0)).translation;
                }
                Root::Own(RootTravel::Engine) => out.translation = Vec3::ZERO,
            }
        }
        Ok(())
    }

    /// The pose of one node in its parent's frame, conjugated. `None` when there is no such node or time.
    pub fn local_pose(&self, node: usize, time: NodeTime) -> Option<NodePose> {
        let node = self.nodes.get(node).filter(|_| time.is_valid())?;
        Some(self.sampled(node, time))
    }

    /// Which keys a node's pose at a time comes from. `None` when there is no such node or time.
    pub fn key_choice(&self, node: usize, time: NodeTime) -> Option<KeyChoice> {
        let node = self.nodes.get(node).filter(|_| time.is_valid())?;
        Some(self.animation.choose(node, time))
    }

    /// How far the root key moves between two times, in metres: the way that the object goes meanwhile.
    pub fn stride(&self, from: NodeTime, to: NodeTime) -> Option<f32> {
        let from = self.local_pose(0, from)?.translation;
        Some(from.distance(self.local_pose(0, to)?.translation))
    }

    fn sampled(&self, node: &Node38, time: NodeTime) -> NodePose {
        // The keys of a skeleton are known to exist.
        self.animation.local_pose(node, time).unwrap_or_default()
    }

    /// Checks the slices. The time of a mounted node 0 may be anything.
    fn check(&self, times: &[NodeTime], root: Root, out: &[NodePose]) -> Result<(), PoseError> {
        check_length("times", self.nodes.len(), times.len())?;
        check_length("poses", self.nodes.len(), out.len())?;
        let ignored = usize::from(matches!(root, Root::Mounted(_)));
        let wrong = times
            .iter()
            .enumerate()
            .skip(ignored)
            .find(|(_, time)| !time.is_valid());
        match wrong {
            Some((node, time)) => Err(PoseError::Time {
                node,
                time: time.frames().unwrap_or_default(),
            }),
            None => Ok(()),
        }
    }
}

pub(crate) fn check_length(
    what: &'static str,
    expected: usize,
    found: usize,
) -> Result<(), PoseError> {
    if expected == found {
        Ok(())
    } else {
        Err(PoseError::Length {
            what,
            expected,
            found,
        })
    }
}

#[cfg(test)]
mod tests;
