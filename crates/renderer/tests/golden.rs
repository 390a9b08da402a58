//! Pictures of small scenes against stored ones (spec page: environment, section 11.7).
//!
//! `UPDATE_GOLDEN=1 cargo test -p renderer --test golden` stores what is drawn now. A picture that differs leaves
//! `NAME.new.png` and `NAME.diff.png` beside the stored one.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use common::{Part, Stage, Studio, cube, quad};
use glam::{Affine3A, Quat, Vec3};
use image::{Rgba, RgbaImage};
use renderer::{DrawOptions, ViewMode};
use scene::{
    Aabb, Blend, Camera, DirectionalLight, Environment, Fog, Ground, GroundSurface, GroundTile,
    GroundVertex, MaterialState, SkyColours, SurfaceKind, TileRun, batch_flags,
};
use std::path::PathBuf;

const WIDTH: u32 = 320;
const HEIGHT: u32 = 180;

fn studio() -> Option<Studio> {
    Studio::open(WIDTH, HEIGHT)
}

/// Compares with the stored picture: at most 0.5 % of the pixels may differ by more than 2 in a channel, and the mean
/// difference may be at most 0.5.
#[track_caller]
fn check(name: &str, drawn: &RgbaImage) {
    let path = |end: &str| {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{name}{end}.png"))
    };
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        drawn.save(path("")).unwrap();
        return;
    }
    let stored = image::open(path(""))
        .unwrap_or_else(|error| panic!("{name}: {error}; UPDATE_GOLDEN=1 stores it"))
        .to_rgba8();
    assert_eq!(stored.dimensions(), drawn.dimensions(), "{name}");
    let mut different = 0;
    let mut sum = 0_u64;
    let diff = RgbaImage::from_fn(drawn.width(), drawn.height(), |x, y| {
        let (Rgba(old), Rgba(new)) = (stored.get_pixel(x, y), drawn.get_pixel(x, y));
        let off: [u8; 4] = std::array::from_fn(|i| old[i].abs_diff(new[i]));
        different += u32::from(off.iter().any(|&off| off > 2));
        sum += off.iter().map(|&off| u64::from(off)).sum::<u64>();
        let [r, g, b, _] = off.map(|off| off.saturating_mul(16));
        Rgba([r, g, b, 255])
    });
    let pixels = drawn.width() * drawn.height();
    let mean = sum as f64 / f64::from(pixels) / 4.0;
    if f64::from(different) > 0.005 * f64::from(pixels) || mean > 0.5 {
        drawn.save(path(".new")).unwrap();
        diff.save(path(".diff")).unwrap();
        panic!("{name}: {different} of {pixels} pixels differ, by {mean:.2} on average");
    }
}

/// A light texture with a dark grid and a red upper left corner, so that every mistake of mapping shows.
fn grid(x: u32, y: u32) -> [u8; 4] {
    if x < 8 && y < 8 {
        [220, 60, 50, 255]
    } else if x.is_multiple_of(8) || y.is_multiple_of(8) {
        [60, 70, 90, 255]
    } else {
        [200, 190, 160, 255]
    }
}

fn day() -> Environment {
    let colour = |r: f32, g: f32, b: f32| Vec3::new(r, g, b) / 255.0;
    let ring = |r: f32, g: f32, b: f32| {
        let c = colour(r, g, b);
        [[c.x, c.y, c.z, 1.0]; 4]
    };
    Environment {
        scene_colour: colour(50.0, 50.0, 60.0),
        lights: [
            Some(DirectionalLight {
                travel: Vec3::new(-0.5, 0.4, -0.768).normalize(),
                colour: Vec3::new(1.0, 0.95, 0.85),
            }),
            Some(DirectionalLight {
                travel: -Vec3::new(-0.5, 0.4, -0.768).normalize(),
                colour: Vec3::new(0.1, 0.12, 0.2),
            }),
        ],
        fog: Fog {
            start: 0.0,
            end: 420.0,
        },
        sky: Some(SkyColours {
            // another colour to each side, so that compass points cannot be mixed up
            horizon: [
                colour(175.0, 165.0, 220.0),
                colour(230.0, 170.0, 110.0),
                colour(120.0, 190.0, 120.0),
                colour(200.0, 110.0, 110.0),
            ],
            ring3: ring(140.0, 165.0, 205.0),
            ring2: ring(110.0, 145.0, 200.0),
            apex: [80.0 / 255.0, 120.0 / 255.0, 190.0 / 255.0, 1.0],
        }),
    }
}

#[test]
fn textured_cube() {
    let Some(mut studio) = studio() else { return };
    let mut stage = Stage::new(Environment::single_model());
    let texture = stage.texture("grid", 32, false, grid);
    let material = stage.material(
        Blend::Opaque,
        MaterialState {
            specular: [0.5; 3],
            highlight_exponent: 8.0,
            texture,
            ..MaterialState::default()
        },
    );
    let mesh = stage.mesh("cube", 1, vec![Part::new(cube(1.0))]);
    let set = stage.set(&[material], &[]);
    stage.place(mesh, set, Affine3A::IDENTITY);
    let camera = Camera::looking_at(Vec3::new(2.4, -3.2, 2.0), Vec3::ZERO);
    let picture = studio.picture(&stage.scene, camera, DrawOptions::default());
    check("textured-cube", &picture);
    for (name, view) in [
        ("normals", ViewMode::Normals),
        ("uv0", ViewMode::Uv0),
        ("wireframe", ViewMode::Wireframe),
    ] {
        let options = DrawOptions {
            view,
            ..DrawOptions::default()
        };
        check(
            &format!("textured-cube-{name}"),
            &studio.picture(&stage.scene, camera, options),
        );
    }
}

#[test]
fn lightmapped_quad() {
    let Some(mut studio) = studio() else { return };
    let mut stage = Stage::new(day());
    let texture = stage.texture("grid", 32, false, grid);
    // a pool of light in the middle, coloured towards the lower right
    let lightmap = stage.texture("pool", 16, false, |x, y| {
        let (dx, dy) = (x as f32 - 7.5, y as f32 - 7.5);
        let light = (255.0 - 24.0 * dx.hypot(dy)).max(30.0);
        [
            light as u8,
            (light * (1.0 - x as f32 / 40.0)) as u8,
            (light * (1.0 - y as f32 / 24.0)) as u8,
            255,
        ]
    });
    let material = stage.material(
        Blend::Opaque,
        MaterialState {
            texture,
            ..MaterialState::default()
        },
    );
    let set = stage.set(&[material], &[lightmap]);
    for (x, lightmap_row) in [(-1.1, Some(0)), (1.1, None)] {
        let part = Part {
            lightmap_row,
            ..Part::new(quad(1.0, 1.0))
        };
        let mesh = stage.mesh("wall", 1, vec![part]);
        stage.place(mesh, set, Affine3A::from_translation(Vec3::X * x));
    }
    let camera = Camera::looking_at(Vec3::new(0.3, -2.6, 0.4), Vec3::ZERO);
    let picture = studio.picture(&stage.scene, camera, DrawOptions::default());
    check("lightmapped-quad", &picture);
}

#[test]
fn fog_ladder() {
    let Some(mut studio) = studio() else { return };
    let mut stage = Stage::new(day());
    let texture = stage.texture("grid", 32, false, grid);
    let material = stage.material(
        Blend::Opaque,
        MaterialState {
            texture,
            ..MaterialState::default()
        },
    );
    // rungs of equal size in the picture; the first is practically without fog, the last is nothing but fog
    for (step, distance) in [3.0, 100.0, 210.0, 300.0, 420.0].into_iter().enumerate() {
        let across = (step as f32 - 2.0) * 0.36;
        let at = Vec3::new(across, 1.0, 0.0) * distance / across.hypot(1.0);
        stage.quad(material, 0.16 * distance, 0, at);
    }
    let picture = studio.picture(&stage.scene, Camera::default(), DrawOptions::default());
    check("fog-ladder", &picture);
    let options = DrawOptions {
        fog: false,
        ..DrawOptions::default()
    };
    let clear = studio.picture(&stage.scene, Camera::default(), options);
    check("fog-ladder-without-fog", &clear);
}

#[test]
fn dome() {
    let Some(mut studio) = studio() else { return };
    let mut stage = Stage::new(day());
    let camera = |yaw: f32, pitch: f32| Camera {
        position: Vec3::new(900.0, 700.0, 30.0),
        yaw: yaw.to_radians(),
        pitch: pitch.to_radians(),
        fov: 1.4,
        ..Camera::default()
    };
    for (name, yaw, pitch) in [("north-east", 45.0, 15.0), ("up", 200.0, 70.0)] {
        let picture = studio.picture(&stage.scene, camera(yaw, pitch), DrawOptions::default());
        check(&format!("dome-{name}"), &picture);
    }
    // at night the top lets the scene colour through
    if let Some(sky) = &mut stage.scene.environment.sky {
        sky.apex = [0.0, 0.0, 0.1, 0.0];
        sky.ring2 = [[0.02, 0.02, 0.15, 0.5]; 4];
    }
    let picture = studio.picture(&stage.scene, camera(45.0, 40.0), DrawOptions::default());
    check("dome-night", &picture);
}

#[test]
fn translucent_stack() {
    let Some(mut studio) = studio() else { return };
    let mut stage = Stage::new(day());
    let pane = |stage: &mut Stage, rgb: [u8; 3], alpha: u8, x: f32, y: f32, half: f32| {
        let texture = stage.plain_texture([rgb[0], rgb[1], rgb[2], alpha]);
        let (blend, flags) = if alpha == 255 {
            (Blend::Opaque, 0)
        } else {
            (Blend::Alpha, batch_flags::SEE_THROUGH)
        };
        let material = stage.glow(blend, texture);
        stage.quad(material, half, flags, Vec3::new(x, y, x * 0.4));
    };
    // nearest first, so that drawing in scene order would be wrong
    pane(&mut stage, [220, 40, 40], 128, -0.8, 4.0, 1.0);
    pane(&mut stage, [40, 60, 220], 128, 0.8, 6.0, 1.4);
    pane(&mut stage, [40, 200, 60], 128, 0.0, 5.0, 1.2);
    // a solid post between the first two
    pane(&mut stage, [250, 240, 200], 255, 0.2, 4.5, 0.3);
    let picture = studio.picture(&stage.scene, Camera::default(), DrawOptions::default());
    check("translucent-stack", &picture);
}

/// A leaf: a disc with hard edges and a stalk.
fn leaf(x: u32, y: u32) -> [u8; 4] {
    let (dx, dy) = (x as f32 - 15.5, y as f32 - 12.0);
    let inside = dx.hypot(dy * 1.3) < 11.0 || (dx.abs() < 1.5 && y > 12);
    [
        50 + 4 * x as u8,
        120 + 2 * y as u8,
        40,
        if inside { 255 } else { 0 },
    ]
}

#[test]
fn cut_out_leaf() {
    let Some(mut studio) = studio() else { return };
    let mut stage = Stage::new(day());
    for (x, silhouette) in [(-1.1, true), (1.1, false)] {
        let texture = stage.texture("leaf", 32, silhouette, leaf);
        let material = stage.material(
            Blend::Alpha,
            MaterialState {
                texture,
                ..MaterialState::default()
            },
        );
        // two crossed leaves, the nearer one first
        stage.quad(material, 1.0, 0, Vec3::new(x, 3.0, 0.0));
        stage.quad(material, 1.0, 0, Vec3::new(1.6 * x, 3.6, 0.2));
    }
    let picture = studio.picture(&stage.scene, Camera::default(), DrawOptions::default());
    check("cut-out-leaf", &picture);
}

#[test]
fn additive_halo() {
    let Some(mut studio) = studio() else { return };
    let mut stage = Stage::new(day());
    let halo = stage.texture("halo", 32, false, |x, y| {
        let (dx, dy) = (x as f32 - 15.5, y as f32 - 15.5);
        let strength = (1.0 - dx.hypot(dy) / 15.5).clamp(0.0, 1.0);
        [255, 200, 90, (255.0 * strength) as u8]
    });
    let halo = stage.glow(Blend::Additive, halo);
    let wall = stage.plain_texture([70, 60, 80, 255]);
    let wall = stage.glow(Blend::Opaque, wall);
    stage.quad(halo, 1.0, batch_flags::SEE_THROUGH, Vec3::Y * 3.0);
    stage.quad(wall, 2.0, 0, Vec3::new(-2.0, 4.0, 0.0));
    let picture = studio.picture(&stage.scene, Camera::default(), DrawOptions::default());
    check("additive-halo", &picture);
}

#[test]
fn two_layer_ground() {
    let Some(mut studio) = studio() else { return };
    let mut stage = Stage::new(day());
    stage.scene.environment.fog.end = 140.0;
    let grass = stage.texture("grass", 16, false, |x, y| {
        [70, 110 + 30 * u8::from((x + y) % 5 == 0), 50, 255]
    });
    let rock = stage.texture("rock", 16, false, |x, y| {
        [120 + 20 * u8::from(x % 4 == 0), 105, 90 + 3 * y as u8, 255]
    });
    let water = stage.plain_texture([190, 200, 210, 255]);
    let micro = stage.texture("micro", 8, false, |x, y| {
        let v = if (x / 4 + y / 4) % 2 == 0 { 96 } else { 160 };
        [v, v, v, 255]
    });
    let mut material = |texture, diffuse: [f32; 3]| {
        stage.material(
            Blend::Opaque,
            MaterialState {
                diffuse,
                texture,
                ..MaterialState::default()
            },
        )
    };
    let [grass, rock] = [grass, rock].map(|texture| material(texture, [1.0; 3]));
    let water = material(water, [77.0 / 255.0, 106.0 / 255.0, 1.0]);
    stage.scene.ground = Some(hills(
        GroundSurface {
            base: grass,
            base_micro: Some(micro),
            second: Some(rock),
            second_micro: None,
            kind: SurfaceKind::Ground,
        },
        GroundSurface {
            base: water,
            base_micro: Some(micro),
            kind: SurfaceKind::Water,
            ..GroundSurface::default()
        },
    ));
    let camera = Camera::looking_at(Vec3::new(50.0, -8.0, 26.0), Vec3::new(50.0, 40.0, 0.0));
    let picture = studio.picture(&stage.scene, camera, DrawOptions::default());
    check("two-layer-ground", &picture);
}

/// 100 by 100 m of rolling ground that turns from its first into its second material from west to east, under a
/// square of water.
fn hills(land: GroundSurface, water: GroundSurface) -> Ground {
    const SIDE: u32 = 21;
    let height = |x: f32, y: f32| 5.0 * (x * 0.12).sin() * (y * 0.1).cos();
    let mut ground = Ground {
        surfaces: vec![land, water],
        ..Ground::default()
    };
    for i in 0..SIDE * SIDE {
        let (x, y) = ((i % SIDE) as f32 * 5.0, (i / SIDE) as f32 * 5.0);
        let slope = |dx: f32, dy: f32| height(x + dx, y + dy) - height(x - dx, y - dy);
        let normal = Vec3::new(-slope(0.5, 0.0), -slope(0.0, 0.5), 1.0).normalize() * 127.0;
        ground.vertices.push(GroundVertex {
            position: [x, y, height(x, y)],
            normal: [normal.x as i8, normal.y as i8, normal.z as i8, 0],
            uv0: [x / 20.0, y / 20.0],
            uv1: [x / 4.0, y / 4.0],
            second_weight: ((x - 30.0) / 40.0).clamp(0.0, 1.0),
        });
    }
    let mut quad = |a: u32, b: u32, c: u32, d: u32| {
        ground.indices.extend([a, b, c, a, c, d]);
        ground.faces.extend([0, 0]);
    };
    for i in 0..(SIDE - 1) * (SIDE - 1) {
        let corner = i % (SIDE - 1) + i / (SIDE - 1) * SIDE;
        quad(corner, corner + 1, corner + SIDE + 1, corner + SIDE);
    }
    let land_count = (SIDE - 1) * (SIDE - 1) * 6;
    let sea = SIDE * SIDE;
    quad(sea, sea + 1, sea + 2, sea + 3);
    for (x, y) in [(55.0, 30.0), (95.0, 30.0), (95.0, 70.0), (55.0, 70.0)] {
        ground.vertices.push(GroundVertex {
            position: [x, y, -1.0],
            normal: [0, 0, 127, 0],
            uv0: [x, y],
            uv1: [x, y],
            second_weight: 0.0,
        });
    }
    let run = |surface, first_index, index_count| TileRun {
        surface,
        first_index,
        index_count,
    };
    ground.tiles.push(GroundTile {
        bounds: Aabb {
            min: Vec3::new(0.0, 0.0, -6.0),
            max: Vec3::new(100.0, 100.0, 6.0),
        },
        lods: [vec![run(0, 0, land_count), run(1, land_count, 6)], vec![]],
    });
    ground
}

#[test]
fn an_animated_child_moves_alone() {
    let Some(mut studio) = studio() else { return };
    let mut stage = Stage::new(day());
    let texture = stage.texture("grid", 32, false, grid);
    let material = stage.material(
        Blend::Opaque,
        MaterialState {
            texture,
            ..MaterialState::default()
        },
    );
    let part = |node| Part {
        node,
        ..Part::new(cube(0.5))
    };
    let mesh = stage.mesh("arm", 3, vec![part(0), part(1), part(2)]);
    let set = stage.set(&[material], &[]);
    let instance = stage.place(mesh, set, Affine3A::from_rotation_z(0.4));
    stage.scene.instances[instance].bounds = Aabb {
        min: Vec3::splat(-4.0),
        max: Vec3::splat(4.0),
    };
    stage.scene.poses[1].translation = [1.6, 0.0, 0.0];
    stage.scene.poses[2].translation = [-1.6, 0.0, 0.0];

    let camera = Camera::looking_at(Vec3::new(0.0, -5.0, 1.5), Vec3::ZERO);
    let frame = studio.frame(camera, DrawOptions::default());
    let mut uploaded = studio.upload(&stage.scene);
    studio.draw(&mut uploaded, &stage.scene, &frame);
    let before = studio.read();
    check("animated-child-before", &before);

    // the right one turns and lifts
    stage.scene.poses[1].rotation = Quat::from_rotation_y(0.6).into();
    stage.scene.poses[1].translation = [1.6, 0.0, 0.4];
    stage.scene.pose_revision += 1;
    let stats = studio.draw(&mut uploaded, &stage.scene, &frame);
    let after = studio.read();
    check("animated-child-after", &after);
    // one chunk of poses, and nothing else
    assert!(stats.uploaded_bytes <= 2048, "{stats:?}");

    let changed = |from: u32, to: u32| {
        (from..to)
            .flat_map(|x| (0..HEIGHT).map(move |y| (x, y)))
            .filter(|&(x, y)| before.get_pixel(x, y) != after.get_pixel(x, y))
            .count()
    };
    assert_eq!(changed(0, WIDTH / 2), 0, "the others stood still");
    assert!(changed(WIDTH / 2, WIDTH) > 1000);

    // a hidden node collapses
    stage.scene.poses[2].visible = 0.0;
    stage.scene.pose_revision += 1;
    studio.draw(&mut uploaded, &stage.scene, &frame);
    check("animated-child-hidden-sibling", &studio.read());
}

#[test]
fn highlighted_object() {
    let Some(mut studio) = studio() else { return };
    let mut stage = Stage::new(day());
    let texture = stage.texture("grid", 32, false, grid);
    let material = stage.material(
        Blend::Opaque,
        MaterialState {
            texture,
            ..MaterialState::default()
        },
    );
    let mesh = stage.mesh("cube", 1, vec![Part::new(cube(0.5))]);
    let set = stage.set(&[material], &[]);
    for x in [-1.5, 0.0, 1.5] {
        stage.place(
            mesh,
            set,
            Affine3A::from_translation(Vec3::new(x, 4.0, 0.0)),
        );
    }
    let options = DrawOptions {
        highlight: Some(1),
        ..DrawOptions::default()
    };
    let camera = Camera::looking_at(Vec3::new(0.5, -0.5, 1.2), Vec3::new(0.0, 4.0, 0.0));
    check(
        "highlighted-object",
        &studio.picture(&stage.scene, camera, options),
    );
    let options = DrawOptions {
        view: ViewMode::ObjectId,
        ..DrawOptions::default()
    };
    let ids = studio.picture(&stage.scene, camera, options);
    let mut seen: Vec<[u8; 4]> = ids.pixels().map(|pixel| pixel.0).collect();
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(
        seen,
        [
            [0, 0, 0, 255],
            [1, 0, 0, 255],
            [2, 0, 0, 255],
            [3, 0, 0, 255]
        ]
    );
}
