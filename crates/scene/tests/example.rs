//! The example game as a scene.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use game::GameFolder;
use glam::Vec3;
use mission::{Mission, PoseMode, Progress};
use scene::{Animator, Clock, Scene, SceneOptions};
use std::path::Path;

fn load() -> Mission {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets-examples");
    let game = GameFolder::open(root).unwrap();
    let missions = game.missions();
    let folder = &missions.items[0].folder;
    mission::load(&game, folder, &Progress::default()).unwrap()
}

fn scene_of(options: &SceneOptions) -> (Scene, Animator) {
    scene::from_mission(load(), options)
}

#[test]
fn everything_resolves() {
    let mission = load();
    let problems: Vec<String> = mission.problems.iter().map(ToString::to_string).collect();
    assert_eq!(problems, [""; 0]);
    assert!(mission.objects.len() >= 40, "{}", mission.objects.len());
    assert!(mission.resources.models.len() >= 10);
}

/// The example game without one file.
fn load_without(missing: &str) -> Mission {
    load_edited(missing, None)
}

/// The example game with one file replaced.
fn load_with(file: &str, bytes: &[u8]) -> Mission {
    load_edited(file, Some(bytes))
}

fn load_edited(file: &str, bytes: Option<&[u8]>) -> Mission {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets-examples");
    let copy = tempfile::tempdir().unwrap();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let target = copy.path().join(path.strip_prefix(&root).unwrap());
            if path.is_dir() {
                std::fs::create_dir_all(target).unwrap();
                folders.push(path);
            } else if !path.ends_with(file) {
                std::fs::copy(path, target).unwrap();
            } else if let Some(bytes) = bytes {
                std::fs::write(target, bytes).unwrap();
            }
        }
    }
    let game = GameFolder::open(copy.path()).unwrap();
    let folder = &game.missions().items[0].folder;
    mission::load(&game, folder, &Progress::default()).unwrap()
}

#[test]
fn objects_without_a_model_stand_there_as_boxes() {
    let mission = load_without("static.rlb");
    let lost: Vec<usize> = (0..mission.objects.len())
        .filter(|&object| {
            mission.assemblies[mission.objects[object].assembly]
                .failure
                .is_some()
        })
        .collect();
    assert!(!lost.is_empty());
    let (scene, _) = scene::from_mission(mission, &SceneOptions::default());
    for object in lost {
        let object = &scene.objects[object];
        assert_eq!(object.instance_count, 1);
        let instance = &scene.instances[object.first_instance as usize];
        assert!(instance.drawn);
        assert_eq!(scene.meshes[instance.mesh as usize].name, "placeholder");
        let above = instance.bounds.centre() - Vec3::from(object.placement.translation);
        assert!((above - Vec3::Z).length() < 1e-4, "{above}");
        assert!((instance.bounds.max.z - instance.bounds.min.z - 2.06).abs() < 1e-3);
    }
}

#[test]
fn a_missing_texture_is_a_checker() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets-examples");
    let whole = std::fs::read(root.join("Textures.lib")).unwrap();
    let mission = load();
    assert!(mission.resources.images.iter().all(|image| !image.missing));
    // The install test wants the library, so an empty one stands in.
    assert!(nres::is_nres(&whole));
    let empty = nres::Builder::new().finish().unwrap();
    let mission = load_with("Textures.lib", &empty);
    let (scene, _) = scene::from_mission(mission, &SceneOptions::default());
    let magenta = [255, 0, 255, 255];
    let checkers = scene
        .textures
        .iter()
        .filter(|texture| texture.levels[0][..4] == magenta);
    assert!(checkers.count() > 10);
}

#[test]
fn instances_have_geometry_inside_their_boxes() {
    let (scene, _) = scene_of(&SceneOptions::default());
    assert!(!scene.instances.is_empty());
    for instance in scene.instances.iter().filter(|i| i.drawn) {
        let mesh = &scene.meshes[instance.mesh as usize];
        let variant = mesh.variant(0, 0).unwrap();
        for range in &variant.ranges {
            let transform = instance.placement * scene.pose(instance, range.node);
            let first = range.first_index as usize;
            for &index in &mesh.indices[first..first + range.index_count as usize] {
                let vertex = &mesh.vertices[index as usize];
                assert_eq!(vertex.node, range.node);
                let point = transform.transform_point3(Vec3::from(vertex.position));
                let slack = Vec3::splat(1e-3);
                assert!(
                    point.cmpge(instance.bounds.min - slack).all(),
                    "{}",
                    mesh.name
                );
                assert!(
                    point.cmple(instance.bounds.max + slack).all(),
                    "{}",
                    mesh.name
                );
            }
        }
    }
}

#[test]
fn draws_cover_each_variant_exactly() {
    let (scene, _) = scene_of(&SceneOptions::default());
    for mesh in &scene.meshes {
        for variant in &mesh.variants {
            let mut next = variant.draws.first().map_or(0, |draw| draw.first_index);
            let mut range = 0;
            for draw in &variant.draws {
                assert_eq!(draw.first_index, next);
                assert_eq!(draw.first_range, range);
                next += draw.index_count;
                range += draw.range_count;
            }
            assert_eq!(range as usize, variant.ranges.len());
        }
    }
}

#[test]
fn play_moves_something_and_a_still_scene_changes_nothing() {
    let (mut scene, mut animator) = scene_of(&SceneOptions::default());
    let poses = scene.poses.clone();
    let revision = scene.pose_revision;
    let clock = Clock {
        seconds: 2.5,
        sky_time: None,
    };
    animator.advance(&mut scene, &clock);
    assert_eq!(scene.pose_revision, revision, "stored poses do not move");
    animator.set_pose_mode(&mut scene, PoseMode::Play { seconds: 2.5 });
    assert_ne!(scene.poses, poses);
    let revision = scene.pose_revision;
    animator.advance(&mut scene, &clock);
    assert_eq!(
        scene.pose_revision, revision,
        "the same moment changes nothing"
    );
    animator.set_pose_mode(&mut scene, PoseMode::Stored);
    assert_eq!(
        scene.poses, poses,
        "posing again equals posing from scratch"
    );
}

#[test]
fn a_ray_down_onto_the_map_meets_ground_or_an_object() {
    let (scene, _) = scene_of(&SceneOptions::default());
    let bounds = scene.bounds().unwrap();
    let centre = bounds.centre();
    let ray = scene::Ray {
        origin: Vec3::new(centre.x, centre.y, bounds.max.z + 10.0),
        direction: -Vec3::Z,
    };
    assert!(scene.pick(&ray, 1e4).is_some());
}
