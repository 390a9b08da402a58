//! Where the first picture is taken from: what the options say, else the start pose
//! (spec page: environment, section 11.8).

use crate::bookmarks::{Bookmark, Bookmarks};
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
/// But so low that fog, which ends at this distance, leaves something of the ground: this part of it.
const HEIGHT_OF_FOG: f32 = 0.5;
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
        (None, Some(look_at), _) => {
            let (index, bounds) = found(&world.scene, look_at)?;
            if !is_placed(world, index) {
                bail!("--look-at: object {index} is not drawn: its placement is not finite");
            }
            framed(bounds)
        }
        (None, None, Some(number)) => stored(bookmarks, number)?.camera(),
        (None, None, None) => start(world),
    };
    if let Some(fov) = args.fov {
        camera.fov = fov.to_radians();
    }
    Ok(camera)
}

fn stored(bookmarks: &Bookmarks, number: u8) -> Result<&Bookmark> {
    match (bookmarks.get(number), bookmarks.fault()) {
        (Some(bookmark), _) => Ok(bookmark),
        (None, Some(fault)) => bail!("bookmark {number}: {fault}"),
        (None, None) => bail!("bookmark {number}: none is stored for this mission"),
    }
}

/// The start pose of a world: behind the player's first object, else behind the first object that stands on the land,
/// else above the middle of the land.
pub fn start(world: &World) -> Camera {
    let scene = &world.scene;
    let land = land(scene);
    let mut indices = world
        .player_object()
        .into_iter()
        .chain(0..scene.objects.len());
    let object = indices.find_map(|index| {
        let object = scene.objects.get(index)?;
        (is_placed(world, index) && stands_on(land, object)).then_some(object)
    });
    if let Some(object) = object {
        return behind(object);
    }
    let bounds = land.or_else(|| scene.bounds()).unwrap_or_default();
    let (x, y) = (bounds.centre().x, bounds.centre().y);
    let ground = world.heights(x.into(), y.into());
    let ground = ground.map_or(bounds.max.z, |heights| heights.surface as f32);
    above(bounds, ground, scene.environment.fog.end)
}

/// Whether an object stands anywhere at all.
fn is_placed(world: &World, index: usize) -> bool {
    let object = world.mission().objects.get(index);
    object.is_some_and(|object| object.placement.is_some())
}

/// The box around the ground.
fn land(scene: &Scene) -> Option<Aabb> {
    let tiles = scene.ground.iter().flat_map(|ground| &ground.tiles);
    tiles.map(|tile| tile.bounds).reduce(Aabb::union)
}

/// Whether an object stands where there is land; without any land, whether it stands anywhere.
fn stands_on(land: Option<Aabb>, object: &Object) -> bool {
    let at = Vec3::from(object.placement.translation);
    let is_inside = land.is_none_or(|land| {
        (land.min.x..=land.max.x).contains(&at.x) && (land.min.y..=land.max.y).contains(&at.y)
    });
    is_inside && object.placement.is_finite()
}

fn behind(object: &Object) -> Camera {
    let target = object.bounds.centre();
    // A model's front is +Y.
    let front = object.placement.transform_vector3(Vec3::Y);
    let heading = Vec3::new(front.x, front.y, 0.0).normalize_or(Vec3::Y);
    Camera::looking_at(target - heading * BEHIND + Vec3::Z * ABOVE, target)
}

/// Above the middle of a box with ground at that height.
fn above(bounds: Aabb, ground: f32, fog_end: f32) -> Camera {
    let size = bounds.max - bounds.min;
    let extent = size.x.max(size.y).max(1.0);
    let mut z = bounds.max.z + HEIGHT_OF_EXTENT * extent;
    if fog_end > 0.0 {
        z = z.min(ground + HEIGHT_OF_FOG * fog_end);
    }
    Camera {
        position: bounds.centre().with_z(z),
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

/// What `--look-at` names: the index of the placed object, and the box of it or of its node in the world.
fn found(scene: &Scene, look_at: &LookAt) -> Result<(usize, Aabb)> {
    match look_at {
        LookAt::Object(index) => Ok((*index as usize, object(scene, *index)?.bounds)),
        LookAt::Name(name) => scene
            .objects
            .iter()
            .enumerate()
            .find(|(_, object)| object.name.to_lowercase() == name.to_lowercase())
            .map(|(index, object)| (index, object.bounds))
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
            let bounds = own.unwrap_or_default().transformed(&to_world);
            Ok((*index as usize, bounds))
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
        let land = Aabb {
            min: Vec3::ZERO,
            max: Vec3::new(800.0, 400.0, 50.0),
        };
        let camera = above(land, 20.0, 5000.0);
        assert_eq!(camera.position, Vec3::new(400.0, 200.0, 50.0 + 480.0));
        assert!((camera.pitch.to_degrees() + 45.0).abs() < 1e-4);
        // Fog would hide the land from up there.
        assert_eq!(above(land, 20.0, 420.0).position.z, 20.0 + 210.0);
        assert!(above(Aabb::default(), 0.0, 0.0).position.is_finite());
    }

    #[test]
    fn objects_outside_the_land_are_no_place_to_start() {
        let land = Some(Aabb {
            min: Vec3::ZERO,
            max: Vec3::new(800.0, 400.0, 50.0),
        });
        let at = |x: f32| placed(Affine3A::from_translation(Vec3::new(x, 100.0, 0.0)));
        assert!(stands_on(land, &at(10.0)));
        assert!(!stands_on(land, &at(-10.0)) && !stands_on(land, &at(f32::NAN)));
        assert!(stands_on(None, &at(-10.0)) && !stands_on(None, &at(f32::INFINITY)));
    }

    #[test]
    fn objects_are_framed_by_name_or_index() {
        let scene = Scene {
            objects: vec![placed(Affine3A::from_translation(Vec3::new(5.0, 6.0, 7.0)))],
            ..Scene::default()
        };
        let centre = |text: &str| {
            let look_at = text.parse().unwrap();
            found(&scene, &look_at).map(|(_, bounds)| bounds.centre())
        };
        assert_eq!(centre("0").unwrap(), Vec3::new(5.0, 6.0, 7.0));
        assert_eq!(centre("tank").unwrap(), Vec3::new(5.0, 6.0, 7.0));
        for wrong in ["1", "plane", "0/0/0"] {
            assert!(centre(wrong).is_err());
        }
        let camera = framed(found(&scene, &LookAt::Object(0)).unwrap().1);
        let seen = camera.view().transform_point3(Vec3::new(5.0, 6.0, 7.0));
        assert!(seen.x.abs() < 1e-4 && (seen.z - 2.8 * 3_f32.sqrt()).abs() < 1e-3);
    }
}
