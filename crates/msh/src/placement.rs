//! Placing a posed model in the world (spec page: msh, section 9.2).

use glam::{Affine3A, EulerRot, Mat3, Vec3};

/// Where an object stands in the world. Scale acts first, on the posed point, then the rotation, then the translation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placement {
    translation: Vec3,
    rotation: Mat3,
    scale: Vec3,
}

/// A placement has a number that is not finite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the {0} of a placement is not finite")]
pub struct NotFinite(pub &'static str);

impl Placement {
    /// A placement by mission values: metres, radians about X, Y and Z (applied in that order), and a scale per axis.
    /// It is an ordinary active rotation: nothing is conjugated here.
    ///
    /// # Errors
    ///
    /// A number that is not finite.
    pub fn new(translation: Vec3, angles: Vec3, scale: Vec3) -> Result<Self, NotFinite> {
        for (name, value) in [
            ("translation", translation),
            ("rotation", angles),
            ("scale", scale),
        ] {
            if !value.is_finite() {
                return Err(NotFinite(name));
            }
        }
        Ok(Self {
            translation,
            rotation: Mat3::from_euler(EulerRot::ZYX, angles.z, angles.y, angles.x),
            scale,
        })
    }

    /// Moves a point of the posed model into the world.
    pub fn point(&self, point: Vec3) -> Vec3 {
        self.rotation * (self.scale * point) + self.translation
    }

    /// Turns a normal of the posed model into the world, at unit length.
    pub fn normal(&self, normal: Vec3) -> Vec3 {
        (self.rotation * (normal / self.scale)).normalize_or(Vec3::Z)
    }

    /// The rotation alone.
    pub fn rotation(&self) -> Mat3 {
        self.rotation
    }

    /// The scale per axis.
    pub fn scale(&self) -> Vec3 {
        self.scale
    }

    /// Where the model's origin stands.
    pub fn translation(&self) -> Vec3 {
        self.translation
    }

    /// The placement as a transform.
    pub fn affine(&self) -> Affine3A {
        Affine3A::from_mat3_translation(
            self.rotation * Mat3::from_diagonal(self.scale),
            self.translation,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::FRAC_PI_2;

    fn place(translation: [f32; 3], angles: [f32; 3], scale: [f32; 3]) -> Placement {
        Placement::new(translation.into(), angles.into(), scale.into()).unwrap()
    }

    #[test]
    fn e15_placement_matrix() {
        let placed = place([418.10318, 717.433, 3.0409389], [0.3, -0.2, 1.1], [1.5; 3]);
        let rows = Mat3::from_cols(
            Vec3::new(0.444554, -0.878034, 0.177279),
            Vec3::new(0.873443, 0.381013, -0.303194),
            Vec3::new(0.198669, 0.289629, 0.936293),
        )
        .transpose();
        assert!(placed.rotation().abs_diff_eq(rows, 1e-6));
        let point = Vec3::new(1.0, 2.0, 3.0);
        let expected = Vec3::new(416.933666, 718.521829, 8.421151);
        assert!(placed.point(point).abs_diff_eq(expected, 1e-3));
        assert!(
            placed
                .affine()
                .transform_point3(point)
                .abs_diff_eq(expected, 1e-3)
        );

        let placed = place([10.0, 20.0, 30.0], [0.0, 0.0, FRAC_PI_2], [2.0, 1.0, 0.5]);
        let expected = Vec3::new(7.0, 24.0, 32.0);
        assert!(
            placed
                .point(Vec3::new(2.0, 3.0, 4.0))
                .abs_diff_eq(expected, 1e-5)
        );

        let turned = place([0.0; 3], [0.0, 0.0, 1.6262363], [1.0; 3]);
        let row = turned.rotation().row(0);
        assert!(row.abs_diff_eq(Vec3::new(-0.055412, -0.998464, 0.0), 1e-6));

        let normal = placed.normal(Vec3::new(0.707107, 0.0, 0.707107));
        assert!(normal.abs_diff_eq(Vec3::new(0.0, 0.242536, 0.970143), 1e-6));
    }

    #[test]
    fn what_is_not_finite_has_no_placement() {
        let error = Placement::new(Vec3::ZERO, Vec3::new(0.0, f32::NAN, 0.0), Vec3::ONE);
        assert_eq!(error, Err(NotFinite("rotation")));
        let flat = place([0.0; 3], [0.0; 3], [0.0; 3]);
        assert_eq!(flat.normal(Vec3::X), Vec3::Z);
    }
}
