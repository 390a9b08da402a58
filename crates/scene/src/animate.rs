//! The clock's work: poses, material phases and the sky at a moment.

use crate::from_mission::{Animated, SceneOptions, point_bounds, state};
use crate::{Aabb, DirectionalLight, Environment, Fog, Instance, Pose, Scene, SkyColours};
use glam::{Affine3A, Vec3};
use mission::{Mission, PoseFault, PoseMode, PoseScratch};
use msh::NodePose;
use std::collections::HashMap;
use std::sync::Arc;

/// A moment of a mission.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Clock {
    /// Seconds since the mission opened.
    pub seconds: f64,
    /// Time of day that the sky shows; by the mission's own clock where there is none.
    pub sky_time: Option<SkyTime>,
}

/// A time of the mission's day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SkyTime {
    /// 0 to 23.
    pub hour: u32,
    /// 0 to 59.
    pub minute: u32,
}

/// Moves a scene that was made of a mission. A frame allocates nothing once the buffers have grown.
#[derive(Debug)]
pub struct Animator {
    mission: Arc<Mission>,
    pose_bases: Vec<u32>,
    animated: Vec<Animated>,
    /// Assemblies that play moves.
    moving: Vec<usize>,
    options: SceneOptions,
    scratch: PoseScratch,
    poses: Vec<NodePose>,
    faults: Vec<(usize, PoseFault)>,
    /// Boxes in object space by mesh, first pose, state and level: instances of one component of an assembly share
    /// them, only their placement differs.
    posed_bounds: HashMap<(u32, u32, u8, u8), Option<Aabb>>,
    /// What the scene shows now, so that a moment that shows the same changes nothing.
    shown: Option<Clock>,
}

impl Animator {
    pub(crate) fn new(
        mission: Arc<Mission>,
        pose_bases: Vec<u32>,
        animated: Vec<Animated>,
        options: &SceneOptions,
    ) -> Self {
        let moving = mission
            .assemblies
            .iter()
            .enumerate()
            .filter(|(_, assembly)| assembly.can_move(&mission.resources))
            .map(|(index, _)| index)
            .collect();
        Self {
            mission,
            pose_bases,
            animated,
            moving,
            options: *options,
            scratch: PoseScratch::default(),
            poses: Vec::new(),
            faults: Vec::new(),
            posed_bounds: HashMap::new(),
            shown: None,
        }
    }

    /// The mission that the scene was made of; without its decoded images.
    pub fn mission(&self) -> &Arc<Mission> {
        &self.mission
    }

    /// Components whose control data give no pose in the current mode, by assembly.
    pub fn faults(&self) -> &[(usize, PoseFault)] {
        &self.faults
    }

    /// The pose mode that is shown.
    pub fn pose_mode(&self) -> PoseMode {
        self.options.pose
    }

    /// Whether anything in the scene changes when the clock goes on.
    pub fn is_moving(&self) -> bool {
        let plays = matches!(self.options.pose, PoseMode::Play { .. });
        !self.animated.is_empty()
            || self.mission.sky.cycle.is_some()
            || plays && !self.moving.is_empty()
    }

    /// Poses every assembly and brings the scene to the moment 0.
    pub(crate) fn start(&mut self, scene: &mut Scene) {
        self.pose_all(scene);
        self.advance(scene, &Clock::default());
    }

    /// Shows another pose mode.
    pub fn set_pose_mode(&mut self, scene: &mut Scene, mode: PoseMode) {
        if self.options.pose != mode {
            self.options.pose = mode;
            self.pose_all(scene);
        }
    }

    /// Brings the scene to a moment. In the play mode only assemblies that move are posed again.
    pub fn advance(&mut self, scene: &mut Scene, clock: &Clock) {
        let before = self.shown.replace(*clock);
        if before == Some(*clock) {
            return;
        }
        if before.is_none_or(|before| before.seconds != clock.seconds) {
            self.advance_materials(scene, clock);
            if let PoseMode::Play { seconds } = &mut self.options.pose {
                *seconds = clock.seconds;
                for index in 0..self.moving.len() {
                    if let Some(&assembly) = self.moving.get(index) {
                        self.pose_assembly(scene, assembly);
                    }
                }
                if !self.moving.is_empty() {
                    scene.pose_revision += 1;
                    self.update_bounds(scene);
                }
            }
        }
        scene.environment = self.environment(clock);
    }

    fn advance_materials(&self, scene: &mut Scene, clock: &Clock) {
        let mut changed = false;
        let now_ms = milliseconds(clock.seconds) as u32;
        for animated in &self.animated {
            let new = state(&self.mission.resources, animated.source, now_ms, None);
            let place = scene.material_states.get_mut(animated.material as usize);
            if let Some(place) = place
                && *place != new
            {
                *place = new;
                changed = true;
            }
        }
        scene.material_revision += u64::from(changed);
    }

    fn pose_all(&mut self, scene: &mut Scene) {
        self.faults.clear();
        for assembly in 0..self.pose_bases.len() {
            self.pose_assembly(scene, assembly);
        }
        scene.pose_revision += 1;
        self.update_bounds(scene);
    }

    fn pose_assembly(&mut self, scene: &mut Scene, index: usize) {
        let (Some(assembly), Some(&base)) = (
            self.mission.assemblies.get(index),
            self.pose_bases.get(index),
        ) else {
            return;
        };
        self.poses.clear();
        self.poses.resize(assembly.pose_count(), NodePose::IDENTITY);
        let faults = &mut self.faults;
        assembly.pose(
            &self.mission.resources,
            self.options.pose,
            &mut self.scratch,
            &mut self.poses,
            |fault| {
                if !faults.contains(&(index, fault)) {
                    faults.push((index, fault));
                }
            },
            |_, _, _| {},
        );
        let out = scene.poses.get_mut(base as usize..).unwrap_or_default();
        for (out, pose) in out.iter_mut().zip(&self.poses) {
            *out = Pose::new(pose.rotation, pose.translation);
        }
    }

    /// World boxes of instances and objects, from the poses as they are.
    fn update_bounds(&mut self, scene: &mut Scene) {
        let Scene {
            instances,
            objects,
            poses,
            meshes,
            ..
        } = scene;
        self.posed_bounds.clear();
        for instance in instances.iter_mut() {
            let key = (
                instance.mesh,
                instance.pose_base,
                instance.state,
                instance.lod,
            );
            let bounds = *self
                .posed_bounds
                .entry(key)
                .or_insert_with(|| posed_bounds(instance, meshes, poses));
            instance.bounds = match bounds {
                Some(bounds) => bounds.transformed(&instance.placement),
                None => point_bounds(&instance.placement),
            };
        }
        for object in objects {
            let first = object.first_instance as usize;
            let last = first.saturating_add(object.instance_count as usize);
            let own = instances.get(first..last).unwrap_or_default();
            object.bounds = own
                .iter()
                .filter(|instance| instance.drawn)
                .map(|instance| instance.bounds)
                .reduce(Aabb::union)
                .unwrap_or_else(|| point_bounds(&object.placement));
        }
    }

    fn environment(&self, clock: &Clock) -> Environment {
        let Some(cycle) = &self.mission.sky.cycle else {
            return Environment::without_sky_file();
        };
        let position = match clock.sky_time {
            Some(time) => cycle.position_of(0, time.hour, time.minute),
            None => cycle.start().saturating_add(milliseconds(clock.seconds)),
        };
        environment_of(&cycle.sample(position))
    }
}

/// What the renderer needs of a sampled sky.
fn environment_of(sample: &sky::SkySample) -> Environment {
    let light = |light: sky::DirectionalLight| DirectionalLight {
        travel: Vec3::from(light.travel),
        colour: Vec3::from(light.colour),
    };
    Environment {
        scene_colour: Vec3::from(sample.scene_colour),
        lights: [
            sample.main_light().map(light),
            sample.counter_light().map(light),
        ],
        fog: Fog {
            start: sample.fog_start,
            end: sample.fog_end,
        },
        sky: Some(SkyColours {
            horizon: sample
                .horizon
                .map(|[red, green, blue, _]| Vec3::new(red, green, blue)),
            ring3: sample.ring3,
            ring2: sample.ring2,
            apex: sample.apex,
        }),
    }
}

/// Box of an instance in object space, over its posed nodes; `None` when it draws nothing.
fn posed_bounds(instance: &Instance, meshes: &[crate::Mesh], poses: &[Pose]) -> Option<Aabb> {
    let mesh = meshes.get(instance.mesh as usize)?;
    let variant = mesh.variant(instance.state, instance.lod)?;
    let boxes = variant.node_bounds.iter().enumerate();
    boxes
        .filter_map(|(node, bounds)| {
            let pose = poses.get(instance.pose_base as usize + node);
            let transform = pose.map_or(Affine3A::IDENTITY, Pose::transform);
            Some(bounds.as_ref()?.transformed(&transform))
        })
        .reduce(Aabb::union)
}

/// Whole milliseconds of a clock; 0 for times before the mission and for what is no time.
fn milliseconds(seconds: f64) -> u64 {
    (seconds * 1000.0) as u64
}
