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
