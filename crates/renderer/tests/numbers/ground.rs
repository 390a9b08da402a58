//! The landscape: spec page terrain, sections 7.3, 8.1 and 17.8.

use super::*;
use scene::{Aabb, Blend, Ground, GroundSurface, GroundTile, GroundVertex, SurfaceKind, TileRun};

/// A square of ground seen from above; its middle is under the camera.
fn ground(stage: &mut Stage, surface: GroundSurface, second_weight: f32, below: f32) -> Camera {
    let corner = |x: f32, y: f32| GroundVertex {
        position: [x * 1000.0, y * 1000.0, -below],
        normal: [0, 0, 127, 0],
        uv0: [x, y],
        uv1: [x, y],
        second_weight,
    };
    stage.scene.ground = Some(Ground {
        vertices: vec![
            corner(-1.0, -1.0),
            corner(1.0, -1.0),
            corner(1.0, 1.0),
            corner(-1.0, 1.0),
        ],
        indices: vec![0, 1, 2, 0, 2, 3],
        faces: vec![0, 1],
        surfaces: vec![surface],
        tiles: vec![GroundTile {
            bounds: Aabb {
                min: Vec3::new(-1000.0, -1000.0, -below),
                max: Vec3::new(1000.0, 1000.0, -below),
            },
            lods: [
                vec![TileRun {
                    surface: 0,
                    first_index: 0,
                    index_count: 6,
                }],
                vec![],
            ],
        }],
    });
    Camera {
        pitch: -std::f32::consts::FRAC_PI_2,
        fov: 0.01,
        ..Camera::default()
    }
}

fn ground_value(
    studio: &mut Studio,
    light: f32,
    texels: [Option<u8>; 4],
    weight: f32,
    fog: Option<(f32, f32)>,
) -> f32 {
    let mut environment = environment(light, 1.0);
    environment.scene_colour = Vec3::splat(0.2);
    environment.lights = [
        Some(DirectionalLight {
            travel: -Vec3::Z,
            colour: Vec3::splat(light),
        }),
        None,
    ];
    let mut stage = Stage::new(environment);
    let [base, base_micro, second, second_micro] =
        texels.map(|value| value.map(|v| stage.plain_texture([v, v, v, 255])));
    let mut material = |texture: u32| {
        stage.material(
            Blend::Opaque,
            MaterialState {
                texture,
                ..MaterialState::default()
            },
        )
    };
    let surface = GroundSurface {
        base: material(base.unwrap()),
        base_micro,
        second: second.map(&mut material),
        second_micro,
        kind: SurfaceKind::Ground,
    };
    let mut below = 10.0;
    if let Some((distance, end)) = fog {
        below = distance;
        let fog = Fog { start: 0.0, end };
        (stage.scene.environment.fog, stage.scene.environment.sky) = hazy(fog, Vec3::ZERO);
    }
    let camera = ground(&mut stage, surface, weight, below);
    let options = DrawOptions {
        sky: false,
        ..DrawOptions::default()
    };
    let picture = studio.picture(&stage.scene, camera, options);
    picture.get_pixel(1, 1).0[0].into()
}

#[test]
fn terrain_17_8() {
    let Some(mut studio) = studio() else { return };
    let mut check = |light, texels, weight, fog, wanted: f32| {
        let drawn = ground_value(&mut studio, light, texels, weight, fog);
        assert!(
            (drawn - wanted).abs() <= 1.0,
            "drawn {drawn}, wanted {wanted}"
        );
    };
    let plain = |base| [Some(base), None, None, None];
    // light 0.5; the floor; overbright
    check(0.5, plain(255), 0.0, None, 127.5);
    check(0.1, plain(255), 0.0, None, 51.0);
    check(1.6, plain(100), 0.0, None, 100.0 + 0.08 * 255.0);
    check(4.0, plain(100), 0.0, None, 100.0 + 0.4 * 255.0);
    // microtexture: 128 is the neutral grey, and products are cut at white
    check(0.5, [Some(100), Some(128), None, None], 0.0, None, 50.2);
    check(1.0, [Some(100), Some(255), None, None], 0.0, None, 200.0);
    check(1.0, [Some(200), Some(255), None, None], 0.0, None, 255.0);
    // two materials, each with its own microtexture
    check(1.0, [Some(200), None, Some(100), None], 0.25, None, 175.0);
    check(1.0, [Some(200), None, Some(100), None], 1.0, None, 100.0);
    check(1.0, [Some(200), None, Some(100), Some(64)], 1.0, None, 50.2);
    // fog 0..500 to black
    for (distance, keep) in [(100.0, 0.96), (250.0, 0.75), (400.0, 0.36), (500.0, 0.0)] {
        check(1.0, plain(200), 0.0, Some((distance, 500.0)), 200.0 * keep);
    }
}

#[test]
fn materials_move_with_the_clock() {
    let Some(mut studio) = studio() else { return };
    let mut dark = environment(0.0, 1.0);
    dark.scene_colour = Vec3::ZERO;
    let mut stage = Stage::new(dark);
    let textures = [50, 100, 150].map(|v| stage.plain_texture([v, v, v, 255]));
    let material = stage.glow(Blend::Opaque, textures[0]);
    let surface = GroundSurface {
        base: material,
        kind: SurfaceKind::Water,
        ..GroundSurface::default()
    };
    let down = ground(&mut stage, surface, 0.0, 10.0);
    stage.quad(material, 100.0, 0, Vec3::Y * 10.0);
    let mut uploaded = studio.upload(&stage.scene);
    let looks = [down, Camera::default()];
    for (texture, value) in [(0, 50), (1, 100), (2, 150), (1, 100), (0, 50)] {
        stage.scene.material_states[0].texture = textures[texture];
        stage.scene.material_revision += 1;
        for camera in looks {
            let frame = studio.frame(camera, DrawOptions::default());
            studio.draw(&mut uploaded, &stage.scene, &frame);
            assert_eq!(studio.read().get_pixel(1, 1).0[0], value);
        }
    }
    // fading away takes a draw to another layer
    stage.scene.material_states[0].opacity = 0.5;
    stage.scene.material_revision += 1;
    let frame = studio.frame(Camera::default(), DrawOptions::default());
    let stats = studio.draw(&mut uploaded, &stage.scene, &frame);
    let names: Vec<_> = stats.passes.iter().map(|pass| pass.name).collect();
    assert_eq!(names, ["opaque", "translucent", "present"]);
}
