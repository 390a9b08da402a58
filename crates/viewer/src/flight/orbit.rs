//! A camera that circles a point.

use glam::Vec3;
use scene::Camera;

const NEAREST: f32 = 0.5;
const FARTHEST: f32 = 10_000.0;

/// What is circled, and how far away.
#[derive(Debug, Clone)]
pub(super) struct Orbit {
    pub(super) pivot: Vec3,
    distance: f32,
}

impl Orbit {
    pub(super) fn new(pivot: Vec3, distance: f32) -> Self {
        Self {
            pivot,
            distance: distance.clamp(NEAREST, FARTHEST),
        }
    }

    /// Where a camera with this direction stands.
    pub(super) fn eye(&self, camera: &Camera) -> Vec3 {
        self.pivot - camera.forward() * self.distance
    }

    pub(super) fn change_distance(&mut self, factor: f32) {
        self.distance = (self.distance * factor).clamp(NEAREST, FARTHEST);
    }

    /// Size of a pixel in the plane through the pivot.
    pub(super) fn metres_per_pixel(&self, fov: f32, height_pixels: f32) -> f32 {
        2.0 * self.distance * (fov * 0.5).tan() / height_pixels.max(1.0)
    }
}
