//! Boxes and spheres of slots, joints and models (spec page: msh, sections 4.2 and 11.1).

use crate::model::Model;
use crate::node::NodeFlags;
use crate::pose::NodePose;
use crate::select::{NodeState, Selection};
use crate::slot::Slot68;
use glam::{Affine3A, Vec3};

/// An axis-aligned box; `min <= max` on every axis.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Aabb {
    /// Low corner.
    pub min: Vec3,
    /// High corner.
    pub max: Vec3,
}

impl Aabb {
    /// The smallest box around some points; `None` without points.
    pub fn of_points(points: impl IntoIterator<Item = Vec3>) -> Option<Self> {
        points
            .into_iter()
            .map(|point| Self {
                min: point,
                max: point,
            })
            .reduce(Self::union)
    }

    /// The smallest box around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// The box around its eight corners after `transform`.
    #[must_use]
    pub fn transformed(&self, transform: &Affine3A) -> Self {
        let center = transform.transform_point3(self.center());
        let half = (self.max - self.min) * 0.5;
        let reach = |axis: glam::Vec3A, half: f32| Vec3::from(axis.abs()) * half;
        let matrix = &transform.matrix3;
        let half = reach(matrix.x_axis, half.x)
            + reach(matrix.y_axis, half.y)
            + reach(matrix.z_axis, half.z);
        Self {
            min: center - half,
            max: center + half,
        }
    }

    /// The middle.
    pub fn center(&self) -> Vec3 {
        (self.min + self.max) * 0.5
    }

    /// Length of the diagonal.
    pub fn diagonal(&self) -> f32 {
        self.min.distance(self.max)
    }

    /// Volume.
    pub fn volume(&self) -> f32 {
        (self.max - self.min).element_product()
    }

    /// How far `other` sticks out, on the worst axis; 0 when it lies inside.
    pub fn excess(&self, other: &Self) -> f32 {
        (self.min - other.min)
            .max(other.max - self.max)
            .max_element()
            .max(0.0)
    }
}

/// A bounding sphere.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Sphere {
    /// Centre.
    pub center: Vec3,
    /// Radius.
    pub radius: f32,
}

impl Sphere {
    /// The radius under a scale per axis: the largest axis wins.
    pub fn scaled_radius(&self, scale: Vec3) -> f32 {
        self.radius * scale.abs().max_element()
    }
}

/// What the bounds of a joint ask of a node or piece.
#[derive(Debug, Clone, Copy)]
pub struct Joint<'a> {
    /// The parent joint's place in the same list; a parent comes before its children.
    pub parent: Option<usize>,
    /// The joint's global pose.
    pub pose: NodePose,
    /// The node's flags.
    pub flags: NodeFlags,
    /// The slot of the joint's current state at LOD 0.
    pub slot: Option<&'a Slot68>,
}

impl Joint<'_> {
    /// The joint's own box under the object's `scale`; a joint without a slot is its origin.
    fn aabb(&self, scale: Vec3) -> Aabb {
        let transform = Affine3A::from_scale(scale) * self.pose.affine();
        match self.slot {
            Some(slot) => slot.aabb().transformed(&transform),
            None => {
                let origin = transform.translation.into();
                Aabb {
                    min: origin,
                    max: origin,
                }
            }
        }
    }
}

impl Model {
    /// The joints of all nodes, for [`joint_bounds`]. `poses` are those of all nodes; a node without one stands at the
    /// origin. Cockpits have no slot here: they never count in bounds.
    pub fn joints(&self, poses: &[NodePose], state: NodeState) -> Vec<Joint<'_>> {
        let selection = Selection {
            state,
            ..Selection::default()
        };
        let nodes = self.nodes.standard().iter().enumerate();
        nodes
            .map(|(index, node)| Joint {
                parent: node.parent(),
                pose: poses.get(index).copied().unwrap_or_default(),
                flags: node.flags,
                slot: self
                    .drawn_slot(index, &selection)
                    .and_then(|slot| self.slots.get(slot)),
            })
            .collect()
    }
}

/// Which joints count into the bounds of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BoundsScope {
    /// The joint alone.
    Single,
    /// The joint and everything below it, except children of joints that stop the walk.
    Subtree,
    /// As `Subtree`, in the engine's mode where one more flag stops the walk.
    SubtreeMode0,
}

/// The box of one joint of a list, in object space under the object's `scale`. `None` when there is no such joint.
///
/// Joint 0 with a subtree stands for the whole mesh: every joint counts.
pub fn joint_bounds(
    joints: &[Joint<'_>],
    index: usize,
    scope: BoundsScope,
    scale: Vec3,
) -> Option<Aabb> {
    let joint = joints.get(index)?;
    let own = joint.aabb(scale);
    if scope == BoundsScope::Single {
        return Some(own);
    }
    let stops = |flags: NodeFlags| {
        flags.contains(NodeFlags::STOP_CHILD_TRAVERSAL)
            || scope == BoundsScope::SubtreeMode0 && flags.contains(NodeFlags::BOUNDS_STOP_MODE0)
    };
    // `open` says of each joint whether its children count. Parents come first, so one pass is enough.
    let mut open = vec![false; joints.len()];
    let mut bounds = own;
    for (place, joint) in joints.iter().enumerate().skip(index) {
        let below = joint
            .parent
            .is_some_and(|parent| parent < place && open.get(parent) == Some(&true));
        if place == index || below || index == 0 {
            bounds = bounds.union(joint.aabb(scale));
            if let Some(open) = open.get_mut(place) {
                *open = !stops(joint.flags);
            }
        }
    }
    Some(bounds)
}

/// The sphere of one joint of a list, as [`joint_bounds`]: the slot's own for one joint, around the box for a subtree.
pub fn joint_sphere(
    joints: &[Joint<'_>],
    index: usize,
    scope: BoundsScope,
    scale: Vec3,
) -> Option<Sphere> {
    if scope != BoundsScope::Single {
        let aabb = joint_bounds(joints, index, scope, scale)?;
        return Some(Sphere {
            center: aabb.center(),
            radius: aabb.diagonal() * 0.5,
        });
    }
    let joint = joints.get(index)?;
    let sphere = joint.slot.map(Slot68::sphere).unwrap_or_default();
    Some(Sphere {
        center: joint.pose.point(sphere.center) * scale,
        radius: sphere.scaled_radius(scale),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;

    fn slot(half: f32) -> Slot68 {
        Slot68 {
            aabb_min: Vec3::splat(-half),
            aabb_max: Vec3::splat(half),
            sphere_radius: half * 2.0,
            ..Slot68::default()
        }
    }

    fn at(x: f32) -> NodePose {
        NodePose {
            translation: Vec3::new(x, 0.0, 0.0),
            rotation: Quat::IDENTITY,
        }
    }

    #[test]
    fn a_box_keeps_its_corners_inside_when_turned() {
        let aabb = Aabb {
            min: Vec3::new(0.0, 0.0, 0.0),
            max: Vec3::new(2.0, 1.0, 1.0),
        };
        let turned = aabb.transformed(&Affine3A::from_rotation_z(std::f32::consts::FRAC_PI_2));
        assert!(turned.min.abs_diff_eq(Vec3::new(-1.0, 0.0, 0.0), 1e-6));
        assert!(turned.max.abs_diff_eq(Vec3::new(0.0, 2.0, 1.0), 1e-6));
        assert!((turned.volume() - 2.0).abs() < 1e-5);
    }

    #[test]
    fn joint_bounds_stop_where_a_joint_says_so() {
        let slot = slot(1.0);
        let joint = |parent, x, flags| Joint {
            parent,
            pose: at(x),
            flags: NodeFlags(flags),
            slot: Some(&slot),
        };
        let joints = [
            joint(None, 0.0, 0),
            joint(Some(0), 10.0, 0),
            joint(Some(1), 20.0, 0x0010),
            joint(Some(2), 40.0, 0),
            joint(Some(1), 30.0, 0x0004),
            joint(Some(4), 50.0, 0),
        ];
        let reach = |index, scope| {
            let aabb = joint_bounds(&joints, index, scope, Vec3::ONE).unwrap();
            (aabb.min.x, aabb.max.x)
        };
        assert_eq!(reach(1, BoundsScope::Single), (9.0, 11.0));
        assert_eq!(reach(1, BoundsScope::Subtree), (9.0, 51.0));
        assert_eq!(reach(1, BoundsScope::SubtreeMode0), (9.0, 31.0));
        assert_eq!(reach(2, BoundsScope::Subtree), (19.0, 21.0));
        assert_eq!(reach(0, BoundsScope::Subtree), (-1.0, 51.0));
        assert!(joint_bounds(&joints, 6, BoundsScope::Single, Vec3::ONE).is_none());

        let scale = Vec3::new(2.0, 1.0, 1.0);
        let sphere = joint_sphere(&joints, 1, BoundsScope::Single, scale).unwrap();
        assert_eq!((sphere.center.x, sphere.radius), (20.0, 4.0));
    }

    #[test]
    fn a_joint_without_a_slot_is_its_origin() {
        let joints = [Joint {
            parent: Some(0),
            pose: at(3.0),
            flags: NodeFlags::default(),
            slot: None,
        }];
        let aabb = joint_bounds(&joints, 0, BoundsScope::Subtree, Vec3::ONE).unwrap();
        assert_eq!(
            (aabb.min, aabb.max),
            (at(3.0).translation, at(3.0).translation)
        );
        let sphere = joint_sphere(&joints, 0, BoundsScope::Single, Vec3::ONE).unwrap();
        assert_eq!(sphere.radius, 0.0);
    }
}
