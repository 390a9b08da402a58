//! An open mission in the window: the world with its camera, clock, bookmarks and selection.

use super::playback::Playback;
use crate::bookmarks::Bookmarks;
use crate::flight::{EYE_HEIGHT, Flight};
use crate::world::World;
use game::Mission;
use glam::{Vec2, Vec3};
use mission::Severity;
use renderer::GpuScene;
use scene::{Aabb, Camera};

/// How far the crosshair and a click reach, metres.
const REACH: f32 = 5000.0;

/// An open mission.
#[derive(Debug)]
pub(super) struct Session {
    /// Which one.
    pub mission: Mission,
    /// What is drawn.
    pub world: World,
    /// What the device holds of it.
    pub uploaded: GpuScene,
    /// The camera.
    pub flight: Flight,
    /// The clock.
    pub playback: Playback,
    /// Stored cameras.
    pub bookmarks: Bookmarks,
    /// Index of the selected object.
    pub selection: Option<u32>,
    /// Where the followed object was in the last frame.
    pub follow: Option<Vec3>,
    /// Whether the camera stays above the ground.
    pub collides: bool,
}

impl Session {
    /// Brings the scene to the clock's moment, the camera to what it follows, and above the ground.
    pub(super) fn advance(&mut self, seconds: f32) {
        self.playback.advance(f64::from(seconds));
        self.world.advance(&self.playback.clock());
        if let Some(last) = self.follow {
            match self.selected_position() {
                Some(now) => {
                    self.flight.shift(now - last);
                    self.follow = Some(now);
                }
                None => self.follow = None,
            }
        }
        if self.collides {
            let eye = self.flight.camera().position;
            if let Some(heights) = self.world.heights(eye.x.into(), eye.y.into()) {
                self.flight.keep_above(heights.surface as f32 + EYE_HEIGHT);
            }
        }
    }

    /// Whether the picture changes by itself.
    pub(super) fn is_moving(&self) -> bool {
        self.flight.is_moving() || !self.playback.paused && self.world.animator.is_moving()
    }

    fn selected_position(&self) -> Option<Vec3> {
        let object = self.world.scene.objects.get(self.selection? as usize)?;
        Some(object.placement.translation.into())
    }

    /// Starts or ends following the selection; gives whether it follows now.
    pub(super) fn toggle_follow(&mut self) -> bool {
        self.follow = match self.follow {
            Some(_) => None,
            None => self.selected_position(),
        };
        self.follow.is_some()
    }

    /// Whether the camera moves along with the selection.
    pub(super) fn is_following(&self) -> bool {
        self.follow.is_some()
    }

    /// Selects an object, or nothing.
    pub(super) fn select(&mut self, object: Option<u32>) {
        if self.selection != object {
            self.selection = object;
            self.follow = None;
        }
    }

    /// Name of the selected object.
    pub(super) fn selected_name(&self) -> Option<&str> {
        let object = self.world.scene.objects.get(self.selection? as usize)?;
        Some(&object.name)
    }

    /// Box around an object.
    pub(super) fn bounds_of(&self, object: u32) -> Option<Aabb> {
        let object = self.world.scene.objects.get(object as usize)?;
        Some(object.bounds)
    }

    /// What a point of the picture shows; `ndc` runs -1..1 to the right and up.
    pub(super) fn pick(&self, ndc: Vec2, aspect: f32) -> Option<scene::pick::Hit> {
        let ray = self.flight.camera().ray(ndc, aspect);
        self.world.scene.pick(&ray, REACH)
    }

    /// What the crosshair is on, in words; empty for the sky.
    pub(super) fn under_crosshair(&self, aspect: f32) -> String {
        self.pick(Vec2::ZERO, aspect)
            .map(|hit| describe(&self.world, &hit))
            .unwrap_or_default()
    }

    /// What `O` circles: the selection, else what the crosshair is on, else a point ahead.
    pub(super) fn pivot(&self, aspect: f32) -> Vec3 {
        let selected = self.selection.and_then(|object| self.bounds_of(object));
        if let Some(bounds) = selected {
            return bounds.centre();
        }
        let camera: Camera = self.flight.camera();
        self.pick(Vec2::ZERO, aspect)
            .map_or(camera.position + camera.forward() * 50.0, |hit| hit.point)
    }

    /// Errors and warnings of the mission.
    pub(super) fn problem_counts(&self) -> (usize, usize) {
        let problems = self.world.problems();
        let errors = problems.iter().filter(|p| p.severity == Severity::Error);
        let errors = errors.count();
        (errors, problems.len() - errors)
    }

    /// Hours since midnight that bookmarks keep; `None` while the mission's own clock runs.
    pub(super) fn sky_hours(&self) -> Option<f32> {
        let time = self.playback.sky_time?;
        Some(time.hour as f32 + time.minute as f32 / 60.0)
    }
}

/// The object that a hit belongs to.
pub(super) fn object_of(world: &World, hit: &scene::pick::Hit) -> Option<u32> {
    match hit.target {
        scene::pick::Target::Instance { instance, .. } => {
            let instance = world.scene.instances.get(instance as usize)?;
            Some(instance.object)
        }
        scene::pick::Target::Ground { .. } => None,
    }
}

/// A hit in words: object, component and node, or the ground's material.
fn describe(world: &World, hit: &scene::pick::Hit) -> String {
    let scene = &world.scene;
    let words = match hit.target {
        scene::pick::Target::Ground { surface, face, .. } => {
            let material = scene
                .ground
                .as_ref()
                .and_then(|ground| ground.surfaces.get(surface as usize))
                .and_then(|surface| scene.materials.get(surface.base as usize));
            let name = material.map_or("", |material| material.name.as_str());
            format!("ground {name}, face {face}")
        }
        scene::pick::Target::Instance {
            instance, range, ..
        } => {
            let Some(instance) = scene.instances.get(instance as usize) else {
                return String::new();
            };
            let object = scene.objects.get(instance.object as usize);
            let mesh = scene.meshes.get(instance.mesh as usize);
            let node = mesh
                .and_then(|mesh| mesh.variant(instance.state, instance.lod))
                .and_then(|variant| variant.ranges.get(range as usize))
                .map_or(0, |range| range.node);
            let node_name = mesh
                .and_then(|mesh| mesh.nodes.get(node as usize))
                .map_or("", |node| node.name.as_str());
            format!(
                "{} #{}, {}, node {node} {node_name}",
                object.map_or("", |object| object.name.as_str()),
                instance.object,
                mesh.map_or("", |mesh| mesh.name.as_str()),
            )
        }
    };
    format!("{}, {:.1} m", words.trim_end(), hit.distance)
}
