//! Where the first picture is taken from: what the options say, else the start pose
//! (spec page: environment, section 11.8).

use crate::bookmarks::Bookmarks;
use crate::cli::ViewArgs;
use crate::values::LookAt;
use crate::world::World;
use anyhow::{Context, Result, bail};
use glam::Vec3;
use scene::{Aabb, Camera, Object, Scene};

/// The start pose stands this far behind the player's first object, metres.
const BEHIND: f32 = 60.0;
/// And this far above it, metres.
const ABOVE: f32 = 25.0;
/// Without a player it stands above the middle of the land, at this part of its extent.
const HEIGHT_OF_EXTENT: f32 = 0.6;
/// Distance of what `--look-at` frames, in radii.
const FRAME_RADII: f32 = 2.8;
/// What is framed is taken to be at least this large, metres.
const SMALLEST_RADIUS: f32 = 0.5;

/// The camera that the options ask for, in a world.
///
/// # Errors
///
/// `--look-at` names nothing that is there, or the bookmark was never stored.
pub fn camera(world: &World, args: &ViewArgs, bookmarks: &Bookmarks) -> Result<Camera> {
    let mut camera = match (&args.camera, &args.look_at, args.bookmark) {
        (Some(pose), _, _) => pose.camera(),
        (None, Some(look_at), _) => framed(bounds_of(&world.scene, look_at)?),
        (None, None, Some(number)) => bookmarks
            .get(number)
            .with_context(|| format!("bookmark {number}: none is stored for this mission"))?
            .camera(),
        (None, None, None) => start(world),
    };
    if let Some(fov) = args.fov {
        camera.fov = fov.to_radians();
    }
    Ok(camera)
}

/// The start pose of a world.
pub fn start(world: &World) -> Camera {
    let object = world
        .player_object()
        .and_then(|index| world.scene.objects.get(index));
    match object {
        Some(object) => behind(object),
        None => above(world.scene.bounds()),
    }
}

fn behind(object: &Object) -> Camera {
    let target = object.bounds.centre();
    // A model's front is +Y.
    let front = object.placement.transform_vector3(Vec3::Y);
    let heading = Vec3::new(front.x, front.y, 0.0).normalize_or(Vec3::Y);
    Camera::looking_at(target - heading * BEHIND + Vec3::Z * ABOVE, target)
}

fn above(bounds: Option<Aabb>) -> Camera {
    let bounds = bounds.unwrap_or_default();
    let size = bounds.max - bounds.min;
    let extent = size.x.max(size.y).max(1.0);
    Camera {
        position: bounds
            .centre()
            .with_z(bounds.max.z + HEIGHT_OF_EXTENT * extent),
        pitch: (-45_f32).to_radians(),
        ..Camera::default()
    }
}

/// A thing seen from the south and a little above.
fn framed(bounds: Aabb) -> Camera {
    let camera = Camera {
        pitch: (-20_f32).to_radians(),
        ..Camera::default()
    };
    let distance = FRAME_RADII * bounds.radius().max(SMALLEST_RADIUS);
    Camera {
        position: bounds.centre() - camera.forward() * distance,
        ..camera
    }
}

/// The world box of what `--look-at` names.
fn bounds_of(scene: &Scene, look_at: &LookAt) -> Result<Aabb> {
    match look_at {
        LookAt::Object(index) => Ok(object(scene, *index)?.bounds),
        LookAt::Name(name) => scene
            .objects
            .iter()
            .find(|object| object.name.to_lowercase() == name.to_lowercase())
            .map(|object| object.bounds)
            .with_context(|| format!("--look-at {name}: no placed object has that name")),
        LookAt::Node {
            object: index,
            component,
            node,
        } => {
            let owner = object(scene, *index)?;
            let first = owner.first_instance as usize;
            let last = first.saturating_add(owner.instance_count as usize);
            let instances = scene.instances.get(first..last).unwrap_or_default();
            let instance = instances
                .iter()
                .find(|instance| instance.component == *component)
                .with_context(|| {
                    format!("--look-at: object {index} has no drawable component {component}")
                })?;
            let mesh = scene.meshes.get(instance.mesh as usize);
            let nodes = mesh.map_or(0, |mesh| mesh.nodes.len());
            if *node as usize >= nodes {
                bail!("--look-at: expected a node below {nodes}, found {node}");
            }
            let own = mesh
                .and_then(|mesh| mesh.variant(instance.state, instance.lod))
                .and_then(|variant| variant.node_bounds.get(*node as usize).copied().flatten());
            // A node that draws nothing is framed as the point where it stands.
            let to_world = instance.placement * scene.pose(instance, *node);
            Ok(own.unwrap_or_default().transformed(&to_world))
        }
    }
}

fn object(scene: &Scene, index: u32) -> Result<&Object> {
    scene.objects.get(index as usize).with_context(|| {
        format!(
            "--look-at: expected an object below {}, found {index}",
            scene.objects.len()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{Affine3A, Quat};

    fn placed(placement: Affine3A) -> Object {
        let point = Vec3::from(placement.translation);
        Object {
            name: "Tank".into(),
            placement,
            first_instance: 0,
            instance_count: 0,
            bounds: Aabb {
                min: point - Vec3::ONE,
                max: point + Vec3::ONE,
            },
        }
    }

    #[test]
    fn the_start_pose_is_behind_and_above_the_player_and_looks_at_it() {
        // Turned a quarter to the left: its front is -X.
        let turn = Quat::from_rotation_z(std::f32::consts::FRAC_PI_2);
        let at = Vec3::new(100.0, 200.0, 10.0);
        let camera = behind(&placed(Affine3A::from_rotation_translation(turn, at)));
        assert!(camera.position.distance(Vec3::new(160.0, 200.0, 35.0)) < 1e-3);
        let seen = camera.view().transform_point3(at);
        assert!(seen.x.abs() < 1e-3 && seen.y.abs() < 1e-3);
        assert!((seen.z - 65.0).abs() < 1e-3);
    }

    #[test]
    fn without_a_player_it_is_above_the_middle() {
        let camera = above(Some(Aabb {
            min: Vec3::ZERO,
            max: Vec3::new(800.0, 400.0, 50.0),
        }));
        assert_eq!(camera.position, Vec3::new(400.0, 200.0, 50.0 + 480.0));
        assert!((camera.pitch.to_degrees() + 45.0).abs() < 1e-4);
        assert!(above(None).position.is_finite());
    }

    #[test]
    fn objects_are_framed_by_name_or_index() {
        let scene = Scene {
            objects: vec![placed(Affine3A::from_translation(Vec3::new(5.0, 6.0, 7.0)))],
            ..Scene::default()
        };
        let centre = |text: &str| {
            let look_at = text.parse().unwrap();
            bounds_of(&scene, &look_at).map(|bounds| bounds.centre())
        };
        assert_eq!(centre("0").unwrap(), Vec3::new(5.0, 6.0, 7.0));
        assert_eq!(centre("tank").unwrap(), Vec3::new(5.0, 6.0, 7.0));
        for wrong in ["1", "plane", "0/0/0"] {
            assert!(centre(wrong).is_err());
        }
        let camera = framed(bounds_of(&scene, &LookAt::Object(0)).unwrap());
        let seen = camera.view().transform_point3(Vec3::new(5.0, 6.0, 7.0));
        assert!(seen.x.abs() < 1e-4 && (seen.z - 2.8 * 3_f32.sqrt()).abs() < 1e-3);
    }
}
