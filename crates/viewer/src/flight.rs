//! The free-flight camera: what keys, mouse and wheel do to it (spec page: environment, section 11.8).
//!
//! Nothing here knows of a window, of keys or of the mission's clock: a [`Flight`] is told what is wished for and how much
//! real time has passed.

mod ease;
mod orbit;

use ease::Ease;
use glam::Vec3;
use orbit::Orbit;
use scene::Camera;
use scene::camera::{DEFAULT_FOV_RADIANS, MAX_PITCH_DEGREES};

/// Degrees of turn for each count of the mouse at sensitivity 1.
pub const DEGREES_PER_COUNT: f32 = 0.10;
/// Speed at the start, metres per second.
pub const DEFAULT_SPEED: f32 = 20.0;
/// Time constant of the movement's smoothing, seconds.
pub const SMOOTHING: f32 = 0.08;
/// How long the way to a bookmark takes, seconds.
pub const EASE_SECONDS: f32 = 0.3;
/// Height above the ground that the collision keeps, metres.
pub const EYE_HEIGHT: f32 = 1.8;

const SPEED_RANGE: std::ops::RangeInclusive<f32> = 1.0..=1000.0;
const STEP_PER_NOTCH: f32 = 1.1;
const FOV_DEGREES: std::ops::RangeInclusive<f32> = 20.0..=110.0;
const FOV_DEGREES_PER_NOTCH: f32 = 2.0;
const FAST: f32 = 4.0;
const SLOW: f32 = 0.25;
const ZOOM: f32 = 4.0;
/// Distance of a framed thing, in radii.
const FRAME_RADII: f32 = 2.8;
/// What is framed is taken to be at least this large, metres.
const SMALLEST_RADIUS: f32 = 0.5;
/// Below this speed (m/s) a camera that nobody moves stands still.
const STANDSTILL: f32 = 1e-3;

/// Where the held keys want to go: each axis -1..1.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Wish {
    /// Along the view.
    pub forward: f32,
    /// To the right of the picture.
    pub right: f32,
    /// Up in the world.
    pub up: f32,
    /// Four times faster.
    pub fast: bool,
    /// Four times slower.
    pub slow: bool,
}

impl Wish {
    /// Whether it wants to move at all.
    pub fn moves(&self) -> bool {
        (self.forward, self.right, self.up) != (0.0, 0.0, 0.0)
    }
}

/// How the user likes it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Handling {
    /// Factor of the turn per mouse count; `MOUSE_SENS / 100` of the game's settings.
    pub sensitivity: f32,
    /// Mouse up looks down.
    pub invert: bool,
    /// Time constant of the movement, seconds; 0 starts and stops at once.
    pub smoothing: f32,
    /// How long the way to a bookmark takes, seconds; 0 jumps.
    pub ease: f32,
}

impl Default for Handling {
    fn default() -> Self {
        Self {
            sensitivity: 1.0,
            invert: false,
            smoothing: SMOOTHING,
            ease: EASE_SECONDS,
        }
    }
}

/// A camera in flight.
#[derive(Debug, Clone)]
pub struct Flight {
    /// How it answers.
    pub handling: Handling,
    camera: Camera,
    velocity: Vec3,
    speed: f32,
    zoomed: bool,
    orbit: Option<Orbit>,
    ease: Option<Ease>,
}

impl Flight {
    /// A flight that stands at a camera.
    pub fn new(camera: Camera, handling: Handling) -> Self {
        Self {
            handling,
            camera,
            velocity: Vec3::ZERO,
            speed: DEFAULT_SPEED,
            zoomed: false,
            orbit: None,
            ease: None,
        }
    }

    /// The camera to draw with, zoom included.
    pub fn camera(&self) -> Camera {
        Camera {
            fov: if self.zoomed {
                self.camera.fov / ZOOM
            } else {
                self.camera.fov
            },
            ..self.camera
        }
    }

    /// The camera to keep: as drawn, but without the zoom.
    pub fn resting_camera(&self) -> Camera {
        self.camera
    }

    /// Base speed, metres per second.
    pub fn speed(&self) -> f32 {
        self.speed
    }

    /// Sets the base speed, 1 to 1000 m/s.
    pub fn set_speed(&mut self, speed: f32) {
        self.speed = speed.clamp(*SPEED_RANGE.start(), *SPEED_RANGE.end());
    }

    /// Whether the camera moves by itself: coasting or on its way somewhere.
    pub fn is_moving(&self) -> bool {
        self.velocity != Vec3::ZERO || self.ease.is_some()
    }

    /// Stops at once.
    pub fn stop(&mut self) {
        self.velocity = Vec3::ZERO;
        self.ease = None;
    }

    /// Moves by `seconds` of real time.
    pub fn advance(&mut self, wish: &Wish, seconds: f32) {
        if wish.moves() {
            self.ease = None;
        }
        if let Some(ease) = &mut self.ease {
            self.camera = ease.advance(seconds);
            if ease.is_over() {
                self.ease = None;
            }
            return;
        }
        let target = self.wished_velocity(wish);
        let step = if self.handling.smoothing > 0.0 {
            // The exact solution of v' = (target - v) / tau: the way does not depend on the frame rate.
            let tau = self.handling.smoothing;
            let left = (-seconds / tau).exp();
            let excess = self.velocity - target;
            self.velocity = target + excess * left;
            target * seconds + excess * (tau * (1.0 - left))
        } else {
            self.velocity = target;
            target * seconds
        };
        if !wish.moves() && self.velocity.length() < STANDSTILL {
            self.velocity = Vec3::ZERO;
        }
        self.shift(step);
    }

    fn wished_velocity(&self, wish: &Wish) -> Vec3 {
        let direction = self.camera.forward() * wish.forward
            + self.camera.right() * wish.right
            + Vec3::Z * wish.up;
        let factor = match (wish.fast, wish.slow) {
            (true, false) => FAST,
            (false, true) => SLOW,
            _ => 1.0,
        };
        direction.normalize_or_zero() * (self.speed * factor)
    }

    /// Moves the camera (and what it orbits) at once: the follower's step.
    pub fn shift(&mut self, step: Vec3) {
        self.camera.position += step;
        if let Some(orbit) = &mut self.orbit {
            orbit.pivot += step;
        }
    }

    /// Turns by mouse counts, right and down positive; in orbit mode around the pivot.
    pub fn look(&mut self, right: f32, down: f32) {
        self.ease = None;
        let zoom = if self.zoomed { ZOOM } else { 1.0 };
        let turn = (DEGREES_PER_COUNT * self.handling.sensitivity / zoom).to_radians();
        let down = if self.handling.invert { -down } else { down };
        turn_camera(&mut self.camera, right * turn, -down * turn);
        if let Some(orbit) = &self.orbit {
            self.camera.position = orbit.eye(&self.camera);
        }
    }

    /// The wheel without Ctrl: speed, or in orbit mode the distance. Positive notches are away from the user.
    pub fn wheel(&mut self, notches: f32) {
        match &mut self.orbit {
            Some(orbit) => {
                orbit.change_distance(STEP_PER_NOTCH.powf(-notches));
                self.camera.position = orbit.eye(&self.camera);
            }
            None => self.set_speed(self.speed * STEP_PER_NOTCH.powf(notches)),
        }
    }

    /// The wheel with Ctrl: field of view; away from the user narrows it.
    pub fn wheel_fov(&mut self, notches: f32) {
        self.set_fov_degrees(self.fov_degrees() - notches * FOV_DEGREES_PER_NOTCH);
    }

    /// Vertical field of view, degrees.
    pub fn fov_degrees(&self) -> f32 {
        self.camera.fov.to_degrees()
    }

    /// Sets the vertical field of view, 20..110 degrees.
    pub fn set_fov_degrees(&mut self, degrees: f32) {
        self.camera.fov = degrees
            .clamp(*FOV_DEGREES.start(), *FOV_DEGREES.end())
            .to_radians();
    }

    /// The original's field of view.
    pub fn reset_fov(&mut self) {
        self.camera.fov = DEFAULT_FOV_RADIANS;
    }

    /// Looks through the glass (a quarter of the field of view) or not.
    pub fn set_zoom(&mut self, zoomed: bool) {
        self.zoomed = zoomed;
    }

    /// Goes to a camera, in 0.3 s.
    pub fn go_to(&mut self, camera: Camera) {
        self.orbit = None;
        self.start_ease(camera);
    }

    /// Goes to where a sphere is seen whole, without turning.
    pub fn frame(&mut self, centre: Vec3, radius: f32) {
        let distance = FRAME_RADII * radius.max(SMALLEST_RADIUS);
        let camera = Camera {
            position: centre - self.camera.forward() * distance,
            ..self.camera
        };
        if let Some(orbit) = &mut self.orbit {
            *orbit = Orbit::new(centre, distance);
        }
        self.start_ease(camera);
    }

    /// As [`Flight::frame`], looking down from the height: for the whole mission.
    pub fn frame_from_above(&mut self, centre: Vec3, radius: f32) {
        let turned = Camera {
            pitch: (-45_f32).to_radians(),
            ..self.camera
        };
        self.go_to(Camera {
            position: centre - turned.forward() * (FRAME_RADII * radius.max(SMALLEST_RADIUS)),
            ..turned
        });
    }

    fn start_ease(&mut self, camera: Camera) {
        self.velocity = Vec3::ZERO;
        if self.handling.ease > 0.0 {
            self.ease = Some(Ease::new(self.camera, camera, self.handling.ease));
        } else {
            self.camera = camera;
        }
    }

    /// Whether it circles something.
    pub fn is_orbiting(&self) -> bool {
        self.orbit.is_some()
    }

    /// Starts to circle a point.
    pub fn orbit(&mut self, pivot: Vec3) {
        let mut turned = self.camera;
        turned.look_at(pivot);
        self.orbit = Some(Orbit::new(pivot, pivot.distance(self.camera.position)));
        self.start_ease(turned);
    }

    /// Flies freely again.
    pub fn end_orbit(&mut self) {
        self.orbit = None;
    }

    /// Moves the pivot in the plane of the picture by pixels, right and down positive: the scene follows the mouse.
    pub fn pan(&mut self, right: f32, down: f32, height_pixels: f32) {
        let Some(orbit) = &self.orbit else { return };
        let metres = orbit.metres_per_pixel(self.camera.fov, height_pixels);
        self.ease = None;
        self.shift((self.camera.up() * down - self.camera.right() * right) * metres);
    }

    /// Lifts the camera to at least a height and stops its fall: the collision with the ground.
    pub fn keep_above(&mut self, height: f32) {
        let short = height - self.camera.position.z;
        if short > 0.0 {
            self.shift(Vec3::Z * short);
            self.velocity.z = self.velocity.z.max(0.0);
        }
    }
}

/// Turns a camera; yaw wraps, pitch stops short of straight up and down.
fn turn_camera(camera: &mut Camera, right: f32, up: f32) {
    use std::f32::consts::{PI, TAU};
    let limit = MAX_PITCH_DEGREES.to_radians();
    camera.yaw = (camera.yaw + right + PI).rem_euclid(TAU) - PI;
    camera.pitch = (camera.pitch + up).clamp(-limit, limit);
}

/// Compass heading of a camera in degrees, 0 north to 360, clockwise.
pub fn heading_degrees(camera: &Camera) -> f32 {
    camera.yaw.to_degrees().rem_euclid(360.0)
}

#[cfg(test)]
mod tests;
