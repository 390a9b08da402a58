use glam::{Affine3A, Mat4, Vec3, Vec4, Vec4Swizzles};

/// An axis-aligned box in metres.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Aabb {
    /// Smallest corner.
    pub min: Vec3,
    /// Largest corner.
    pub max: Vec3,
}

impl Aabb {
    /// The box around points; `None` without a finite point.
    pub fn around(points: impl IntoIterator<Item = Vec3>) -> Option<Self> {
        points
            .into_iter()
            .filter(|point| point.is_finite())
            .map(|point| Self {
                min: point,
                max: point,
            })
            .reduce(Self::union)
    }

    /// The box around both.
    #[must_use]
    pub fn union(self, other: Self) -> Self {
        Self {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
        }
    }

    /// The middle.
    pub fn centre(&self) -> Vec3 {
        (self.min + self.max) * 0.5
    }

    /// Radius of the sphere around the centre that holds the box.
    pub fn radius(&self) -> f32 {
        (self.max - self.min).length() * 0.5
    }

    /// The box around this box after a transform.
    #[must_use]
    pub fn transformed(&self, transform: &Affine3A) -> Self {
        let centre = transform.transform_point3(self.centre());
        let half = (self.max - self.min) * 0.5;
        let reach = Vec3::from(transform.matrix3.x_axis.abs()) * half.x
            + Vec3::from(transform.matrix3.y_axis.abs()) * half.y
            + Vec3::from(transform.matrix3.z_axis.abs()) * half.z;
        Self {
            min: centre - reach,
            max: centre + reach,
        }
    }

    /// Distance along a ray to where it enters the box (0 when it starts inside), if it meets it before `limit`.
    pub fn hit(&self, origin: Vec3, inverse_direction: Vec3, limit: f32) -> Option<f32> {
        let a = (self.min - origin) * inverse_direction;
        let b = (self.max - origin) * inverse_direction;
        let near = a.min(b).max_element().max(0.0);
        let far = a.max(b).min_element().min(limit);
        (near <= far).then_some(near)
    }
}

/// The five planes of a camera without a far plane, normals inwards.
#[derive(Debug, Clone, Copy)]
pub struct Frustum {
    planes: [Vec4; 5],
}

impl Frustum {
    /// From a view-projection matrix with reversed, infinite depth.
    pub fn new(view_projection: &Mat4) -> Self {
        let row = |i| view_projection.row(i);
        let w = row(3);
        let planes = [w + row(0), w - row(0), w + row(1), w - row(1), w - row(2)];
        Self {
            planes: planes.map(|plane| plane / plane.xyz().length().max(f32::MIN_POSITIVE)),
        }
    }

    /// Whether any part of the box may be inside.
    pub fn sees(&self, bounds: &Aabb) -> bool {
        let centre = bounds.centre();
        let half = (bounds.max - bounds.min) * 0.5;
        self.planes
            .iter()
            .all(|plane| plane.xyz().dot(centre) + plane.w + plane.xyz().abs().dot(half) >= 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transformed_box_holds_its_corners() {
        let unit = Aabb {
            min: Vec3::splat(-1.0),
            max: Vec3::ONE,
        };
        let turned = Affine3A::from_rotation_z(std::f32::consts::FRAC_PI_4);
        let bounds = unit.transformed(&turned);
        assert!((bounds.max.x - 2.0_f32.sqrt()).abs() < 1e-6);
        assert!((bounds.max.z - 1.0).abs() < 1e-6);
    }

    #[test]
    fn rays_meet_boxes() {
        let unit = Aabb {
            min: Vec3::splat(-1.0),
            max: Vec3::ONE,
        };
        let from = Vec3::new(-3.0, 0.0, 0.0);
        assert_eq!(unit.hit(from, Vec3::X.recip(), f32::MAX), Some(2.0));
        assert_eq!(unit.hit(from, (-Vec3::X).recip(), f32::MAX), None);
        assert_eq!(unit.hit(from, Vec3::X.recip(), 1.0), None);
        assert_eq!(unit.hit(Vec3::ZERO, Vec3::X.recip(), f32::MAX), Some(0.0));
    }
}
