//! Batches of models: spec pages materials, sections 6 and 9, and environment, section 5.

use super::*;
use crate::common::{Part, quad};
use glam::{Affine3A, Quat};
use renderer::{OffscreenTarget, RendererOptions};
use scene::shade::{Shaded, fog_keep};
use scene::{Aabb, Blend, batch_flags};

/// A large quad 10 m ahead with what is behind it at 20 m.
fn in_front_of(blend: Blend, texel: [u8; 4], opacity: f32, flags: u16) -> Stage {
    let mut stage = Stage::new(environment(0.65, 0.8));
    let texture = stage.plain_texture(texel);
    let behind = stage.plain_texture([26, 51, 77, 255]);
    let behind = stage.glow(Blend::Opaque, behind);
    let state = MaterialState {
        opacity,
        ..phase(texture)
    };
    let material = stage.material(blend, state);
    stage.quad(material, 100.0, flags, Vec3::Y * 10.0);
    stage.quad(behind, 100.0, 0, Vec3::Y * 20.0);
    stage
}

#[test]
fn materials_9_7_light() {
    let Some(mut studio) = studio() else { return };
    // rows 2, 4 and 6: light and cosine
    for (light, g, table) in [
        (0.65, 0.8, [0.2431, 0.1016, 0.2447]),
        (0.65, 0.0, [0.0784, 0.0392, 0.1176]),
        (4.0, 1.0, [0.7954, 0.4984, 0.9513]),
    ] {
        let mut stage = Stage::new(environment(light, g));
        let texture = stage.plain_texture(TEXEL);
        let material = stage.material(Blend::Opaque, phase(texture));
        stage.quad(material, 100.0, 0, Vec3::Y * 10.0);
        let drawn = middle(&mut studio, &stage);
        let reference = Shaded::new(light * g * diffuse(), ambient(), SCENE_COLOUR, Vec3::ZERO);
        close(drawn, reference.apply(stored(TEXEL)), STEP);
        close(drawn, table, 1.5 * STEP);
    }
}

/// A quad turned so that a light of cosine 0.8 is mirrored past the eye with a cosine of 0.95.
fn shiny() -> Stage {
    let angle = |degrees: f32| Quat::from_rotation_z(degrees.to_radians());
    let (g, m) = (0.8_f32.acos().to_degrees(), 0.95_f32.acos().to_degrees());
    let mut environment = environment(0.65, 0.8);
    environment.lights = [
        Some(DirectionalLight {
            travel: angle(g - m + g) * Vec3::Y,
            colour: Vec3::splat(0.65),
        }),
        None,
    ];
    let mut stage = Stage::new(environment);
    let texture = stage.plain_texture(TEXEL);
    let state = MaterialState {
        specular: [64.0 / 255.0; 3],
        highlight_exponent: scene::shade::highlight_exponent(4),
        ..phase(texture)
    };
    let material = stage.material(Blend::Opaque, state);
    let instance = stage.quad(material, 1000.0, 0, Vec3::Y * 10.0);
    // the pose turns it, so that this checks normals of posed nodes too
    let pose = stage.scene.instances[instance].pose_base as usize;
    stage.scene.poses[pose].rotation = angle(g - m).into();
    stage.scene.instances[instance].bounds = Aabb {
        min: Vec3::splat(-1000.0),
        max: Vec3::splat(1000.0),
    };
    stage
}

fn shiny_reference() -> Vec3 {
    let h = 0.65 * (64.0 / 255.0) * 0.95_f32.powf(8.0);
    let shaded = Shaded::new(
        0.65 * 0.8 * diffuse(),
        ambient(),
        SCENE_COLOUR,
        Vec3::splat(h),
    );
    shaded.apply(stored(TEXEL))
}

#[test]
fn materials_9_7_highlight() {
    let Some(mut studio) = studio() else { return };
    let drawn = middle(&mut studio, &shiny());
    close(drawn, shiny_reference(), STEP);
    close(drawn, [0.3297, 0.1882, 0.3313], 1.5 * STEP);
}

#[test]
fn materials_9_7_blending() {
    let Some(mut studio) = studio() else { return };
    let half = [128, 64, 191, 128];
    for (blend, texel, opacity, flags, table) in [
        (Blend::Alpha, half, 1.0, 0, [0.1716, 0.1508, 0.2724]),
        (Blend::Alpha, half, 0.4, 0, [0.1286, 0.1803, 0.2889]),
        (Blend::Additive, half, 1.0, 0, [0.2216, 0.2508, 0.4224]),
        (Blend::Multiply, TEXEL, 1.0, 0, [0.0243, 0.0203, 0.0734]),
        (Blend::Multiply2x, TEXEL, 1.0, 0, [0.0486, 0.0406, 0.1468]),
        // an opaque material ignores its texture's alpha, also in the translucent layer
        (Blend::Opaque, half, 1.0, 0, [0.2431, 0.1016, 0.2447]),
        (
            Blend::Opaque,
            half,
            0.4,
            batch_flags::SEE_THROUGH,
            [0.2431, 0.1016, 0.2447],
        ),
    ] {
        let stage = in_front_of(blend, texel, opacity, flags);
        close(middle(&mut studio, &stage), table, 1.5 * STEP);
    }
}

#[test]
fn alpha_tests() {
    let Some(mut studio) = studio() else { return };
    let texel = |alpha| [128, 64, 191, alpha];
    // alpha 0 writes no depth: what is drawn behind it later still shows
    for (blend, alpha, dropped) in [
        (Blend::Alpha, 0, true),
        (Blend::Multiply, 0, true),
        (Blend::Multiply, 1, false),
        (Blend::Opaque, 0, false),
    ] {
        let stage = in_front_of(blend, texel(alpha), 1.0, 0);
        let drawn = middle(&mut studio, &stage);
        let is_behind = (drawn - BEHIND).abs().max_element() < 1.5 * STEP;
        assert_eq!(is_behind, dropped, "{blend:?} {alpha} {drawn}");
    }
    // a silhouette is cut between 127 and 128
    for (alpha, dropped) in [(127, true), (128, false)] {
        let mut stage = in_front_of(Blend::Alpha, texel(alpha), 1.0, 0);
        std::sync::Arc::make_mut(&mut stage.scene.textures[0]).silhouette = true;
        let drawn = middle(&mut studio, &stage);
        let wanted = if dropped {
            BEHIND
        } else {
            Vec3::new(0.2431, 0.1016, 0.2447)
        };
        close(drawn, wanted, 1.5 * STEP);
    }
}

#[test]
fn materials_6_lightmaps() {
    let Some(mut studio) = studio() else { return };
    for (diffuse, table) in [
        (diffuse(), [0.2353, 0.0882, 0.1882]),
        (Vec3::ONE, [0.3, 0.125, 0.3]),
        (Vec3::splat(0.1), [0.0471, 0.0196, 0.0471]),
    ] {
        // a strong light that must not matter, and an alpha that must not either
        let mut stage = Stage::new(environment(4.0, 1.0));
        let texture = stage.plain_texture([128, 64, 191, 9]);
        let lightmap = stage.plain_texture([153, 128, 102, 9]);
        let state = MaterialState {
            diffuse: diffuse.into(),
            specular: [1.0; 3],
            highlight_exponent: 8.0,
            texture,
            ..MaterialState::default()
        };
        let material = stage.material(Blend::Opaque, state);
        let part = Part {
            lightmap_row: Some(0),
            flags: 0x2000,
            ..Part::new(quad(100.0, 100.0))
        };
        let mesh = stage.mesh("lit", 1, vec![part]);
        let set = stage.set(&[material], &[lightmap]);
        stage.place(mesh, set, Affine3A::from_translation(Vec3::Y * 10.0));
        close(middle(&mut studio, &stage), table, 1.5 * STEP);
    }
}

#[test]
fn materials_9_7_fog() {
    let Some(mut studio) = studio() else { return };
    let fog = Fog {
        start: 0.0,
        end: 420.0,
    };
    let horizon = Vec3::new(0.7, 0.75, 0.8);
    let keep = fog_keep(105.0, 0.0, 420.0);
    let lit = Shaded::new(0.65 * 0.8 * diffuse(), ambient(), SCENE_COLOUR, Vec3::ZERO)
        .apply(stored(TEXEL));
    let towards = |fog: Vec3| fog + (lit - fog) * keep;
    let grey = Vec3::splat(127.0 / 255.0);
    // what is behind is the cleared scene colour
    for (blend, wanted) in [
        (Blend::Opaque, towards(horizon)),
        (Blend::Alpha, towards(horizon)),
        (Blend::Additive, towards(Vec3::ZERO) + SCENE_COLOUR),
        (Blend::Multiply, towards(Vec3::ONE) * SCENE_COLOUR),
        (Blend::Multiply2x, towards(grey) * SCENE_COLOUR * 2.0),
    ] {
        let mut stage = Stage::new(environment(0.65, 0.8));
        (stage.scene.environment.fog, stage.scene.environment.sky) = hazy(fog, horizon);
        let texture = stage.plain_texture(TEXEL);
        let material = stage.material(blend, phase(texture));
        stage.quad(material, 1000.0, 0, Vec3::Y * 105.0);
        close(middle(&mut studio, &stage), wanted, STEP);
    }
    // row 13 as it stands: with the highlight
    let mut stage = shiny();
    (stage.scene.environment.fog, stage.scene.environment.sky) = hazy(fog, horizon);
    stage.scene.instances[0].placement = Affine3A::from_translation(Vec3::Y * 105.0);
    let drawn = middle(&mut studio, &stage);
    close(drawn, [0.3529, 0.2233, 0.3606], 1.5 * STEP);
}

#[test]
fn environment_5_heading() {
    let Some(mut studio) = studio() else { return };
    let colour = |r: u8, g: u8, b: u8| stored([r, g, b, 255]);
    let mut stage = Stage::new(environment(0.0, 1.0));
    let (fog, sky) = hazy(
        Fog {
            start: 0.0,
            end: 1.0,
        },
        colour(175, 165, 220),
    );
    let mut sky = sky.unwrap();
    sky.horizon[1] = colour(120, 110, 180);
    (stage.scene.environment.fog, stage.scene.environment.sky) = (fog, Some(sky));
    let texture = stage.plain_texture(TEXEL);
    let material = stage.material(Blend::Opaque, phase(texture));
    let at = Vec3::new(60.0, 80.0, 0.0);
    stage.quad(material, 50.0, 0, at);
    let options = DrawOptions {
        sky: false,
        ..DrawOptions::default()
    };
    let camera = Camera::looking_at(Vec3::ZERO, at);
    let picture = studio.picture(&stage.scene, camera, options);
    close(
        stored(picture.get_pixel(1, 1).0),
        colour(152, 142, 204),
        STEP,
    );
}

#[test]
fn portals_fade_instead_of_being_opaque() {
    let Some(mut studio) = studio() else { return };
    let flags = batch_flags::PORTAL | batch_flags::SEE_THROUGH;
    let mut stage = Stage::new(environment(0.0, 1.0));
    let black = stage.plain_texture([0, 0, 0, 0]);
    let material = stage.glow(Blend::Opaque, black);
    stage.quad(material, 0.1, flags, Vec3::Y * 85.0);
    let camera = Camera {
        // 1.3 rad across a square picture
        fov: 1.3,
        ..Camera::default()
    };
    let frame = studio.frame(camera, DrawOptions::default());
    let mut uploaded = studio.upload(&stage.scene);
    let dump = studio.renderer.dump(&mut uploaded, &stage.scene, &frame);
    let renderer::DrawDump::Mesh(mesh) = &dump.passes[3].draws[0] else {
        panic!("{dump:?}");
    };
    let fade = mesh.instances[0].fade.unwrap();
    assert!((fade - 0.5).abs() < 1e-3, "{fade}");
    assert_eq!(mesh.pipeline, "alpha depth-read-only");
    // large enough to fill the middle pixel, at the distance of its first corner
    let mut stage = Stage::new(environment(0.0, 1.0));
    let black = stage.plain_texture([0, 0, 0, 0]);
    let material = stage.glow(Blend::Opaque, black);
    stage.quad(
        material,
        40.0,
        flags,
        Vec3::Y * (85.0_f32.powi(2) - 3200.0).sqrt(),
    );
    let drawn = {
        let picture = studio.picture(&stage.scene, camera, DrawOptions::default());
        stored(picture.get_pixel(1, 1).0)
    };
    close(drawn, SCENE_COLOUR * 0.5, STEP);
}

#[test]
fn a_stored_value_leaves_as_it_is() {
    for target_format in [OffscreenTarget::FORMAT, wgpu::TextureFormat::Rgba8UnormSrgb] {
        let options = RendererOptions {
            target_format,
            ..RendererOptions::default()
        };
        let Some(mut studio) = Studio::with(3, 3, options) else {
            return;
        };
        for value in [0, 1, 10, 11, 64, 127, 128, 200, 254, 255] {
            let mut environment = environment(0.0, 1.0);
            environment.scene_colour = Vec3::ZERO;
            let mut stage = Stage::new(environment);
            let texture = stage.plain_texture([value, value, value, 255]);
            let material = stage.glow(Blend::Opaque, texture);
            stage.quad(material, 100.0, 0, Vec3::Y * 10.0);
            let picture = studio.picture(&stage.scene, Camera::default(), DrawOptions::default());
            assert_eq!(picture.get_pixel(1, 1).0, [value, value, value, 255]);
        }
    }
}

#[test]
fn scaled_placements_keep_normals_upright() {
    let Some(mut studio) = studio() else { return };
    // a quad leaning back, flattened along Y by 4: the true normal is that of the squashed surface
    let lean = Quat::from_rotation_z(40_f32.to_radians());
    for scale in [Vec3::new(1.0, 0.25, 1.0), Vec3::new(-1.0, 0.25, 1.0)] {
        let normal = (lean * -Vec3::Y / scale).normalize();
        let travel = Vec3::new(0.6, 0.8, 0.0);
        let mut environment = environment(1.0, 1.0);
        environment.lights = [
            Some(DirectionalLight {
                travel,
                colour: Vec3::ONE,
            }),
            None,
        ];
        let mut stage = Stage::new(environment);
        let material = stage.material(Blend::Opaque, MaterialState::default());
        let instance = stage.quad(material, 100.0, 0, Vec3::ZERO);
        stage.scene.poses[0].rotation = lean.into();
        let instance = &mut stage.scene.instances[instance];
        instance.placement =
            Affine3A::from_scale_rotation_translation(scale, Quat::IDENTITY, Vec3::Y * 10.0);
        instance.bounds = Aabb {
            min: Vec3::splat(-100.0),
            max: Vec3::splat(100.0),
        };
        let g = normal.dot(-travel).max(0.0);
        let wanted = Shaded::new(Vec3::splat(g), Vec3::ZERO, SCENE_COLOUR, Vec3::ZERO);
        close(middle(&mut studio, &stage), wanted.lit, STEP);
    }
}
