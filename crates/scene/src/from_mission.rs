//! Makes a scene of a loaded mission.

mod ground;
mod mesh;
mod placeholder;
mod surface;

use crate::animate::Animator;
use crate::instance::{Instance, Object, Pose};
use crate::{Aabb, MeshId, Scene, Texture};
use glam::{Affine3A, Vec3};
use mission::{Mission, PoseMode};
use rayon::prelude::*;
use std::sync::Arc;

pub(crate) use surface::{Animated, state};

/// What of a mission is shown, before any clock runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SceneOptions {
    /// Where node times come from.
    pub pose: PoseMode,
    /// Damage state of every object, 0 to 2.
    pub state: u8,
    /// Level of detail of every object, 0 to 3; 4 is the own view.
    pub lod: u8,
    /// Whether the inner parts of units are drawn.
    pub internal_parts: bool,
    /// One phase for every material, instead of its tracks.
    pub material_phase: Option<u16>,
}

impl Default for SceneOptions {
    fn default() -> Self {
        Self {
            pose: PoseMode::Stored,
            state: 0,
            lod: 0,
            internal_parts: false,
            material_phase: None,
        }
    }
}

/// Makes a scene of a mission, and the animator that moves it. The decoded images move out of the mission into the
/// scene.
pub fn from_mission(mut mission: Mission, options: &SceneOptions) -> (Scene, Animator) {
    let mut scene = Scene {
        name: mission.title.clone(),
        textures: take_textures(&mut mission),
        ..Scene::default()
    };
    let mission = Arc::new(mission);
    let mut surfaces = surface::Surfaces::new(&mission, options.material_phase);
    let single_draws = surface::translucent_rows(&mission);
    scene.meshes = mission
        .resources
        .models
        .par_iter()
        .enumerate()
        .map(|(index, model)| match &model.value {
            Some(value) => {
                let single = single_draws.get(index).map_or(&[][..], Vec::as_slice);
                mesh::build(&model.place.to_string(), value, single)
            }
            None => crate::Mesh::default(),
        })
        .collect();
    let mut placeholders = placeholder::Placeholders::default();
    let pose_bases = lay_out_poses(&mission, &mut scene);
    for (index, object) in mission.objects.iter().enumerate() {
        let number = u32::try_from(index).unwrap_or(u32::MAX);
        let first_instance = count(scene.instances.len());
        let placement = object
            .placement
            .as_ref()
            .map_or(Affine3A::IDENTITY, |placement| placement.affine());
        if object.placement.is_some() {
            add_instances(
                &mission,
                index,
                &pose_bases,
                options,
                &mut surfaces,
                &mut scene,
            );
            if needs_placeholder(&mission, object.assembly) {
                let kind = mission.tma.objects.get(index).map_or(0, |o| o.raw_kind);
                placeholders.add(number, kind, placement, &mut surfaces, &mut scene);
            }
        }
        scene.objects.push(Object {
            name: object.name.clone(),
            placement,
            first_instance,
            instance_count: count(scene.instances.len()).saturating_sub(first_instance),
            bounds: Aabb {
                min: placement.translation.into(),
                max: placement.translation.into(),
            },
        });
    }
    scene.ground = Some(ground::build(&mission, &mut surfaces));
    let animated = surfaces.finish(&mut scene);
    let mut animator = Animator::new(mission, pose_bases, animated, options);
    animator.start(&mut scene);
    (scene, animator)
}

/// The mission's images as textures; index for index.
fn take_textures(mission: &mut Mission) -> Vec<Arc<Texture>> {
    let images = mission.resources.images.iter_mut();
    images
        .map(|image| {
            let levels = std::mem::take(&mut image.levels);
            let size = levels.first().map(|level| (level.width, level.height));
            let (width, height) = size.unwrap_or_default();
            Arc::new(Texture {
                name: image.place.to_string(),
                width,
                height,
                levels: levels.into_iter().map(|level| level.rgba).collect(),
                silhouette: image.silhouette,
            })
        })
        .collect()
}

/// One block of poses for each assembly: objects of one assembly stand alike, so they share it.
fn lay_out_poses(mission: &Mission, scene: &mut Scene) -> Vec<u32> {
    let mut bases = Vec::with_capacity(mission.assemblies.len());
    for assembly in &mission.assemblies {
        bases.push(count(scene.poses.len()));
        let total = scene.poses.len().saturating_add(assembly.pose_count());
        scene.poses.resize(total, Pose::IDENTITY);
    }
    bases
}

fn add_instances(
    mission: &Mission,
    index: usize,
    pose_bases: &[u32],
    options: &SceneOptions,
    surfaces: &mut surface::Surfaces<'_>,
    scene: &mut Scene,
) {
    let Some(object) = mission.objects.get(index) else {
        return;
    };
    let Some(assembly) = mission.assemblies.get(object.assembly) else {
        return;
    };
    let placement = object
        .placement
        .as_ref()
        .map(|placement| placement.affine());
    let pose_base = pose_bases.get(object.assembly).copied().unwrap_or(0);
    for (number, component) in assembly.components.iter().enumerate() {
        let Some(model) = component.model else {
            continue;
        };
        let offset = assembly.pose_offsets.get(number).copied().unwrap_or(0);
        scene.instances.push(Instance {
            object: u32::try_from(index).unwrap_or(u32::MAX),
            component: count(number),
            mesh: MeshId::try_from(model).unwrap_or(MeshId::MAX),
            material_set: surfaces.set(component.wear, object.track),
            placement: placement.unwrap_or(Affine3A::IDENTITY),
            pose_base: pose_base.saturating_add(offset),
            state: options.state,
            lod: options.lod,
            drawn: component.drawn || options.internal_parts,
            bounds: Aabb::default(),
        });
    }
}

/// Whether an object has nothing to draw although it should have.
fn needs_placeholder(mission: &Mission, assembly: usize) -> bool {
    let Some(assembly) = mission.assemblies.get(assembly) else {
        return true;
    };
    let shown = |component: &&mission::Component| component.drawn;
    let readable = |component: &mission::Component| {
        component
            .model
            .and_then(|model| mission.resources.models.get(model))
            .is_some_and(|model| model.value.is_some())
    };
    let mut components = assembly.components.iter().filter(shown);
    let has_geometry = components.clone().any(readable);
    let should_have = assembly.failure.is_some()
        || components.any(|component| component.model.is_some() || component.failure.is_some());
    should_have && !has_geometry
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

/// The box of an object that draws nothing, so that it can still be framed: a metre to each side.
pub(crate) fn point_bounds(placement: &Affine3A) -> Aabb {
    let centre = Vec3::from(placement.translation);
    Aabb {
        min: centre - Vec3::ONE,
        max: centre + Vec3::ONE,
    }
}
