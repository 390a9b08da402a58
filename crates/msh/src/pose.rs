//! Poses: a turn and a shift per node (spec page: msh, sections 7.4, 7.8 and 7.10).

use glam::{Affine3A, Mat4, Quat, Vec3};

/// Where a node stands: a rotation, then a translation. Keys have no scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NodePose {
    /// In metres.
    pub translation: Vec3,
    /// Active rotation of unit length.
    pub rotation: Quat,
}

impl NodePose {
    /// No turn, no shift.
    pub const IDENTITY: Self = Self {
        translation: Vec3::ZERO,
        rotation: Quat::IDENTITY,
    };

    /// Moves a point of the node's frame.
    pub fn point(&self, point: Vec3) -> Vec3 {
        self.rotation * point + self.translation
    }

    /// Turns a direction of the node's frame, such as a normal.
    pub fn direction(&self, direction: Vec3) -> Vec3 {
        self.rotation * direction
    }

    /// The pose of a child that stands at `local` in this pose's frame.
    #[must_use]
    pub fn child(&self, local: Self) -> Self {
        Self {
            translation: self.point(local.translation),
            rotation: unit(self.rotation * local.rotation),
        }
    }

    /// The pose part of the way to another one: straight for the translation, the shorter arc for the rotation.
    /// `weight` 0 is this pose, 1 the other.
    #[must_use]
    pub fn interpolated(&self, to: Self, weight: f32) -> Self {
        Self {
            translation: self.translation + (to.translation - self.translation) * weight,
            rotation: slerp(self.rotation, to.rotation, weight),
        }
    }

    /// The pose as a transform.
    pub fn affine(&self) -> Affine3A {
        Affine3A::from_rotation_translation(self.rotation, self.translation)
    }

    /// The pose as a matrix for column vectors.
    pub fn matrix(&self) -> Mat4 {
        Mat4::from_rotation_translation(self.rotation, self.translation)
    }

    /// The rotation of a key turned into an active one. The engine builds its matrix transposed, which is the
    /// rotation of the conjugate; this must happen exactly once, after sampling and before composition.
    pub(crate) fn conjugated(self) -> Self {
        Self {
            rotation: self.rotation.conjugate(),
            ..self
        }
    }
}

impl Default for NodePose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// The quaternion at unit length; one without length, or that is not finite, is no rotation.
pub(crate) fn unit(rotation: Quat) -> Quat {
    let length_squared = rotation.length_squared();
    if length_squared.is_finite() && length_squared > f32::EPSILON {
        rotation * length_squared.sqrt().recip()
    } else {
        Quat::IDENTITY
    }
}

/// The engine's interpolation, brought to unit length.
fn slerp(from: Quat, to: Quat, weight: f32) -> Quat {
    let dot = from.dot(to);
    let (cos, sign) = (dot.abs(), if dot < 0.0 { -1.0 } else { 1.0 });
    let (from_weight, to_weight) = if 1.0 - cos <= 1e-5 {
        (1.0 - weight, weight)
    } else {
        let angle = cos.acos();
        let to_weight = (weight * angle).sin() / angle.sin();
        ((weight * angle).cos() - to_weight * cos, to_weight)
    };
    unit(from * from_weight + to * (sign * to_weight))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::AnimKey24;
    use glam::Mat3;

    /// Compares rotations, of which q and -q are one.
    fn same(a: Quat, b: Quat, tolerance: f32) -> bool {
        a.abs_diff_eq(b, tolerance) || a.abs_diff_eq(-b, tolerance)
    }

    #[test]
    fn e03_key_decoding_and_conjugation() {
        let bytes: [u8; 24] = [
            0x00, 0x00, 0x00, 0x3f, 0x00, 0x00, 0xa0, 0xbf, 0x00, 0x00, 0x00, 0x40, 0x00, 0x00,
            0xe0, 0x40, 0xd9, 0x6e, 0x55, 0x15, 0xaa, 0x2a, 0xaa, 0x2a,
        ];
        let key: AnimKey24 = bytemuck::pod_read_unaligned(&bytes);
        assert_eq!(bytemuck::bytes_of(&key), bytes);
        assert_eq!(key.position, Vec3::new(0.5, -1.25, 2.0));
        assert_eq!(key.time, 7.0);
        assert_eq!(key.rotation_wxyz, [28377, 5461, 10922, 10922]);

        let raw = key.rotation_wxyz.map(|word| f32::from(word) / 32767.0);
        for (component, expected) in raw
            .into_iter()
            .zip([0.866024, 0.166662, 0.333323, 0.333323])
        {
            assert!((component - expected).abs() < 1e-6);
        }
        let sampling = key.sampling_pose();
        let expected = Quat::from_xyzw(0.166663, 0.333326, 0.333326, 0.866032);
        assert!(sampling.rotation.abs_diff_eq(expected, 1e-6));
        let pose = sampling.conjugated();
        let expected = Quat::from_xyzw(-0.166663, -0.333326, -0.333326, 0.866032);
        assert!(pose.rotation.abs_diff_eq(expected, 1e-6));
        assert_eq!(pose.translation, key.position);

        let native = Mat3::from_cols(
            Vec3::new(0.555575, 0.688448, -0.466236),
            Vec3::new(-0.466236, 0.722234, 0.510884),
            Vec3::new(0.688448, -0.066458, 0.722234),
        )
        .transpose();
        assert!(Mat3::from_quat(pose.rotation).abs_diff_eq(native, 2e-6));
        let turned = pose.direction(Vec3::new(1.0, 2.0, 3.0));
        assert!(turned.abs_diff_eq(Vec3::new(0.533764, 2.510884, 2.722234), 2e-6));
        let unconjugated = sampling.direction(Vec3::new(1.0, 2.0, 3.0));
        assert!(unconjugated.abs_diff_eq(Vec3::new(1.688448, 1.933542, 2.722234), 2e-6));
    }

    #[test]
    fn e07_shortest_path() {
        let from = Quat::from_xyzw(0.0, 0.0, 0.173648, 0.984808);
        let to = Quat::from_xyzw(0.0, 0.0, -0.642788, -0.766044);
        assert!((from.dot(to) + 0.866025).abs() < 1e-6);
        let half = Quat::from_xyzw(0.0, 0.0, 0.422618, 0.906308);
        assert!(same(slerp(from, to, 0.5), half, 1e-6));
        let quarter = Quat::from_xyzw(0.0, 0.0, 0.300706, 0.953717);
        assert!(same(slerp(from, to, 0.25), quarter, 1e-6));
        assert!(same(slerp(from, to, 0.0), from, 1e-6));
        assert!(same(slerp(from, to, 1.0), to, 1e-6));
    }

    #[test]
    fn a_rotation_without_length_is_none() {
        let key = AnimKey24::default();
        assert_eq!(key.sampling_pose(), NodePose::IDENTITY);
        assert_eq!(
            unit(Quat::from_xyzw(f32::NAN, 0.0, 0.0, 1.0)),
            Quat::IDENTITY
        );
    }

    #[test]
    fn the_transforms_agree() {
        let pose = NodePose {
            translation: Vec3::new(1.0, 2.0, 3.0),
            rotation: Quat::from_rotation_x(0.7),
        };
        let point = Vec3::new(-1.0, 0.5, 4.0);
        assert!(
            pose.point(point)
                .abs_diff_eq(pose.affine().transform_point3(point), 1e-5)
        );
        assert!(
            pose.point(point)
                .abs_diff_eq(pose.matrix().transform_point3(point), 1e-5)
        );
    }
}
