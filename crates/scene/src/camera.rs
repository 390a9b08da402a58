//! The free camera: yaw and pitch in engine space, reversed infinite depth (spec page: environment, section 11.1).

use glam::{Mat4, Vec2, Vec3, Vec4};

/// Vertical field of view of the original at 4:3: 1.3 rad across, 59.38 degrees up.
pub const DEFAULT_FOV_RADIANS: f32 = 1.036_368_4;
/// Nearest drawn distance in metres.
pub const DEFAULT_NEAR: f32 = 0.25;
/// Steepest look up or down, degrees.
pub const MAX_PITCH_DEGREES: f32 = 89.9;

/// Where the picture is taken from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Camera {
    /// Eye, metres.
    pub position: Vec3,
    /// Radians; 0 looks along +Y, growing towards +X.
    pub yaw: f32,
    /// Radians; positive looks up.
    pub pitch: f32,
    /// Vertical field of view, radians.
    pub fov: f32,
    /// Nearest drawn distance, metres.
    pub near: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            position: Vec3::ZERO,
            yaw: 0.0,
            pitch: 0.0,
            fov: DEFAULT_FOV_RADIANS,
            near: DEFAULT_NEAR,
        }
    }
}

/// A half-line; `direction` has length 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ray {
    /// Start, metres.
    pub origin: Vec3,
    /// Unit direction.
    pub direction: Vec3,
}

impl Ray {
    /// The point `distance` metres along.
    pub fn at(&self, distance: f32) -> Vec3 {
        self.origin + self.direction * distance
    }
}

impl Camera {
    /// A camera at `eye` that looks at `target`; straight up and down are clamped like the controls are.
    pub fn looking_at(eye: Vec3, target: Vec3) -> Self {
        let mut camera = Self {
            position: eye,
            ..Self::default()
        };
        camera.look_at(target);
        camera
    }

    /// Turns towards `target`; nothing happens when the eye stands on it.
    pub fn look_at(&mut self, target: Vec3) {
        let Some(direction) = (target - self.position).try_normalize() else {
            return;
        };
        let limit = MAX_PITCH_DEGREES.to_radians();
        self.yaw = direction.x.atan2(direction.y);
        self.pitch = direction.z.clamp(-1.0, 1.0).asin().clamp(-limit, limit);
    }

    /// Unit vector of view.
    pub fn forward(&self) -> Vec3 {
        let (sin_yaw, cos_yaw) = self.yaw.sin_cos();
        let (sin_pitch, cos_pitch) = self.pitch.sin_cos();
        Vec3::new(sin_yaw * cos_pitch, cos_yaw * cos_pitch, sin_pitch)
    }

    /// Unit vector to the right of the picture; always level.
    pub fn right(&self) -> Vec3 {
        let (sin_yaw, cos_yaw) = self.yaw.sin_cos();
        Vec3::new(cos_yaw, -sin_yaw, 0.0)
    }

    /// Unit vector to the top of the picture.
    pub fn up(&self) -> Vec3 {
        self.right().cross(self.forward())
    }

    /// World to view: x right, y up, z forward.
    pub fn view(&self) -> Mat4 {
        let (right, up, forward) = (self.right(), self.up(), self.forward());
        let row = |axis: Vec3| axis.extend(-axis.dot(self.position));
        Mat4::from_cols(row(right), row(up), row(forward), Vec4::W).transpose()
    }

    /// View to clip: depth is `near / z`, 1 at the near plane and 0 at infinity.
    pub fn projection(&self, aspect: f32) -> Mat4 {
        let sy = 1.0 / (self.fov * 0.5).tan();
        let sx = sy / aspect;
        Mat4::from_cols(
            Vec4::new(sx, 0.0, 0.0, 0.0),
            Vec4::new(0.0, sy, 0.0, 0.0),
            Vec4::new(0.0, 0.0, 0.0, 1.0),
            Vec4::new(0.0, 0.0, self.near, 0.0),
        )
    }

    /// World to clip.
    pub fn view_projection(&self, aspect: f32) -> Mat4 {
        self.projection(aspect) * self.view()
    }

    /// The ray through a point of the picture; `ndc` runs -1..1 to the right and up.
    pub fn ray(&self, ndc: Vec2, aspect: f32) -> Ray {
        let up = (self.fov * 0.5).tan() * ndc.y;
        let across = (self.fov * 0.5).tan() * aspect * ndc.x;
        let direction = self.forward() + self.right() * across + self.up() * up;
        Ray {
            origin: self.position,
            direction: direction.normalize_or(Vec3::Y),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worked_example_of_section_11_1() {
        let camera = Camera {
            position: Vec3::new(100.0, 200.0, 30.0),
            yaw: 30_f32.to_radians(),
            pitch: (-10_f32).to_radians(),
            fov: DEFAULT_FOV_RADIANS,
            near: 0.25,
        };
        let close = |a: Vec3, b: [f32; 3], tolerance: f32| {
            assert!(
                (a - Vec3::from(b)).abs().max_element() < tolerance,
                "{a} {b:?}"
            );
        };
        close(camera.right(), [0.866_025, -0.5, 0.0], 1e-6);
        close(camera.up(), [0.086_824, 0.150_384, 0.984_808], 1e-6);
        close(camera.forward(), [0.492_404, 0.852_869, -0.173_648], 1e-6);
        let point = Vec3::new(150.0, 280.0, 20.0);
        close(
            camera.view().transform_point3(point),
            [3.301_27, 6.523_826, 94.586_16],
            2e-5,
        );
        let clip = camera.view_projection(1280.0 / 720.0) * point.extend(1.0);
        close(
            clip.truncate() / clip.w,
            [0.034_434, 0.120_972, 0.002_643_09],
            1e-6,
        );
    }

    #[test]
    fn depth_is_near_over_distance() {
        let camera = Camera::default();
        for (z, depth) in [(0.25, 1.0), (1.0, 0.25), (10.0, 0.025), (100.0, 0.0025)] {
            let clip = camera.projection(1.0) * Vec4::new(0.0, 0.0, z, 1.0);
            assert!((clip.z / clip.w - depth).abs() < 1e-7);
        }
    }

    #[test]
    fn a_ray_passes_where_its_pixel_was_projected() {
        let camera = Camera::looking_at(Vec3::new(3.0, -8.0, 5.0), Vec3::new(1.0, 2.0, 0.5));
        let ray = camera.ray(Vec2::new(0.3, -0.6), 1.5);
        let clip = camera.view_projection(1.5) * ray.at(25.0).extend(1.0);
        assert!((clip.x / clip.w - 0.3).abs() < 1e-5);
        assert!((clip.y / clip.w + 0.6).abs() < 1e-5);
    }

    #[test]
    fn looking_at_a_point_centres_it() {
        let target = Vec3::new(-4.0, 9.0, 2.0);
        let camera = Camera::looking_at(Vec3::new(10.0, 1.0, 6.0), target);
        let view = camera.view().transform_point3(target);
        assert!(view.x.abs() < 1e-5 && view.y.abs() < 1e-5 && view.z > 0.0);
    }
}
