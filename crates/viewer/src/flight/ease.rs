//! The way from one camera to another.

use scene::Camera;
use std::f32::consts::{PI, TAU};

/// A camera on its way; it starts and ends softly.
#[derive(Debug, Clone)]
pub(super) struct Ease {
    from: Camera,
    to: Camera,
    duration: f32,
    elapsed: f32,
}

impl Ease {
    /// `duration` is in seconds and above 0.
    pub(super) fn new(from: Camera, to: Camera, duration: f32) -> Self {
        Self {
            from,
            to,
            duration,
            elapsed: 0.0,
        }
    }

    /// The camera after another `seconds`.
    pub(super) fn advance(&mut self, seconds: f32) -> Camera {
        self.elapsed += seconds.max(0.0);
        if self.is_over() {
            return self.to;
        }
        let t = self.elapsed / self.duration;
        let t = t * t * (3.0 - 2.0 * t);
        let turn = (self.to.yaw - self.from.yaw + PI).rem_euclid(TAU) - PI;
        let mix = |from: f32, to: f32| from + (to - from) * t;
        Camera {
            position: self.from.position.lerp(self.to.position, t),
            yaw: (self.from.yaw + turn * t + PI).rem_euclid(TAU) - PI,
            pitch: mix(self.from.pitch, self.to.pitch),
            fov: mix(self.from.fov, self.to.fov),
            near: self.to.near,
        }
    }

    /// Whether it has arrived.
    pub(super) fn is_over(&self) -> bool {
        self.elapsed >= self.duration
    }
}
