//! What frames cost and what they leave alone: draws, uploads, times, and data that is wrong.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

mod common;

use common::{Part, Stage, Studio, cube, exact};
use glam::{Affine3A, Vec3};
use renderer::{
    Backend, DrawDump, DrawOptions, Error, Frame, Gpu, GpuRequest, OffscreenTarget,
    RendererOptions, Timing, ViewMode,
};
use scene::{Blend, Camera, Environment, MaterialState, Scene, batch_flags};

/// Equal cubes of two parts, one of them see-through, on a square grid before the camera.
fn crowd(count: u32) -> Stage {
    let mut stage = Stage::new(Environment::without_sky_file());
    let texture = stage.texture("noise", 16, false, |x, y| {
        [(x * 16) as u8, (y * 16) as u8, 128, 160]
    });
    let state = MaterialState {
        texture,
        ..MaterialState::default()
    };
    let solid = stage.material(Blend::Opaque, state);
    let glass = stage.material(Blend::Alpha, state);
    let see_through = Part {
        material_row: 1,
        flags: batch_flags::SEE_THROUGH,
        ..Part::new(cube(0.7))
    };
    let mesh = stage.mesh("cube", 1, vec![Part::new(cube(0.5)), see_through]);
    let set = stage.set(&[solid, glass], &[]);
    let side = (count as f32).sqrt().ceil();
    for i in 0..count {
        let (x, y) = (i as f32 % side, (i as f32 / side).floor());
        let at = Vec3::new((x - side / 2.0) * 3.0, 10.0 + y * 3.0, -4.0);
        stage.place(mesh, set, Affine3A::from_translation(at));
    }
    stage
}

#[test]
fn draws_do_not_grow_with_equal_objects() {
    let Some(mut studio) = Studio::open(64, 36) else {
        return;
    };
    let frame = studio.frame(Camera::default(), DrawOptions::default());
    let mut draws = Vec::new();
    for count in [10, 1000] {
        let stage = crowd(count);
        let mut uploaded = studio.upload(&stage.scene);
        let stats = studio.draw(&mut uploaded, &stage.scene, &frame);
        assert_eq!(stats.instances_drawn + stats.instances_culled, count);
        assert!(stats.instances_drawn > count / 4);
        draws.push(stats.draws);
    }
    // ground none, one solid, the dome, one see-through, presenting
    assert_eq!(draws, [4, 4]);
}

#[test]
fn a_still_scene_uploads_nothing() {
    let Some(mut studio) = Studio::open(64, 36) else {
        return;
    };
    let mut stage = crowd(100);
    let mut uploaded = studio.upload(&stage.scene);
    let frame = studio.frame(Camera::default(), DrawOptions::default());
    assert!(
        studio
            .draw(&mut uploaded, &stage.scene, &frame)
            .uploaded_bytes
            > 0
    );
    assert_eq!(
        studio
            .draw(&mut uploaded, &stage.scene, &frame)
            .uploaded_bytes,
        0
    );
    stage.scene.material_states[0].diffuse = [0.5; 3];
    stage.scene.material_revision += 1;
    let stats = studio.draw(&mut uploaded, &stage.scene, &frame);
    assert_eq!(stats.uploaded_bytes, 512, "the constants of two draws");
    stage.scene.poses[50].translation = [0.0, 0.0, 1.0];
    stage.scene.pose_revision += 1;
    let stats = studio.draw(&mut uploaded, &stage.scene, &frame);
    assert!(stats.uploaded_bytes < 2 * 2048, "{stats:?}");
}

#[test]
fn samples_are_resolved() {
    let options = RendererOptions {
        msaa: 4,
        ..RendererOptions::default()
    };
    let Some(mut many) = Studio::with(96, 54, options) else {
        return;
    };
    let Some(mut one) = Studio::open(96, 54) else {
        return;
    };
    let stage = crowd(25);
    let camera = Camera::default();
    let smooth = many.picture(&stage.scene, camera, DrawOptions::default());
    let rough = one.picture(&stage.scene, camera, DrawOptions::default());
    let different = smooth.pixels().zip(rough.pixels()).filter(|(a, b)| {
        let off = |i: usize| a.0[i].abs_diff(b.0[i]);
        off(0).max(off(1)).max(off(2)) > 8
    });
    // edges differ, surfaces do not
    let different = different.count();
    assert!((10..96 * 54 / 4).contains(&different), "{different}");
    let three = RendererOptions {
        msaa: 3,
        ..RendererOptions::default()
    };
    let refused = renderer::Renderer::new(&many.gpu, three);
    assert!(matches!(refused, Err(Error::Unsupported { .. })));
}

#[test]
fn opengl_draws_the_same() {
    let request = GpuRequest {
        backend: Backend::Gl,
        adapter_name: None,
    };
    let gpu = match Gpu::headless(&request) {
        Ok(gpu) => gpu,
        Err(error) => return println!("skipped: {error}"),
    };
    let Some(mut vulkan) = Studio::open(96, 54) else {
        return;
    };
    let options = RendererOptions {
        generate_mips: false,
        ..RendererOptions::default()
    };
    let mut opengl = Studio::on(gpu, 96, 54, options);
    let stage = crowd(25);
    let [a, b] = [&mut vulkan, &mut opengl]
        .map(|studio| studio.picture(&stage.scene, Camera::default(), DrawOptions::default()));
    let different = a
        .pixels()
        .zip(b.pixels())
        .filter(|(a, b)| (0..3).any(|i| a.0[i].abs_diff(b.0[i]) > 3));
    // edges may fall to either side
    assert!(different.count() < 96 * 54 / 50);
}

#[test]
fn exact_times_belong_to_the_frame() {
    let Some(mut studio) = Studio::open(160, 90) else {
        return;
    };
    let stage = crowd(400);
    let mut uploaded = studio.upload(&stage.scene);
    let frame = studio.frame(Camera::default(), exact());
    studio.draw(&mut uploaded, &stage.scene, &frame);
    let stats = studio.draw(&mut uploaded, &stage.scene, &frame);
    let names: Vec<_> = stats.passes.iter().map(|pass| pass.name).collect();
    assert_eq!(names, ["opaque", "sky", "translucent", "present"]);
    assert!(stats.frame_ms.unwrap() >= stats.cpu_ms);
    if let Some(total) = stats.gpu_ms {
        let sum: f64 = stats.passes.iter().map(|pass| pass.gpu_ms.unwrap()).sum();
        assert!(total > 0.0 && sum <= total * 1.01 + 0.1, "{stats:?}");
    }
    let baseline = studio
        .renderer
        .measure_baseline(&studio.gpu, &mut uploaded, &stage.scene, &frame)
        .unwrap();
    // the dome is not among the scene's triangles
    assert_eq!(baseline.triangles + 144, stats.triangles);
    assert!(baseline.vertices < baseline.triangles * 3);
    assert!(baseline.frame_ms > 0.0);
    assert_eq!(studio.gpu.uncaptured_errors(), 0);
}

#[test]
fn latent_times_arrive_without_waiting() {
    let Some(mut studio) = Studio::open(64, 36) else {
        return;
    };
    let has_clock = studio
        .gpu
        .device
        .features()
        .contains(wgpu::Features::TIMESTAMP_QUERY);
    let stage = crowd(9);
    let mut uploaded = studio.upload(&stage.scene);
    let frame = studio.frame(Camera::default(), DrawOptions::default());
    let arrived = (0..100).any(|_| {
        let stats = studio.draw(&mut uploaded, &stage.scene, &frame);
        std::thread::sleep(std::time::Duration::from_millis(5));
        stats.frame_ms.is_none() && stats.gpu_ms.is_some()
    });
    assert_eq!(arrived, has_clock);
    let off = DrawOptions {
        timing: Timing::Off,
        ..DrawOptions::default()
    };
    let frame = studio.frame(Camera::default(), off);
    let stats = studio.draw(&mut uploaded, &stage.scene, &frame);
    assert!(stats.gpu_ms.is_none());
}

#[test]
fn a_lost_device_is_an_error() {
    let Some(mut studio) = Studio::open(16, 16) else {
        return;
    };
    let stage = crowd(3);
    let mut uploaded = studio.upload(&stage.scene);
    studio.gpu.device.destroy();
    let _ = studio.gpu.device.poll(wgpu::PollType::Poll);
    let frame = studio.frame(Camera::default(), exact());
    let view = studio.target.view();
    let drawn = studio
        .renderer
        .draw(&studio.gpu, &mut uploaded, &stage.scene, &frame, view);
    assert!(matches!(drawn, Err(Error::Lost(_))), "{drawn:?}");
    let read = studio.target.read_rgba(&studio.gpu);
    assert!(matches!(read, Err(Error::Lost(_))));
    let upload = studio.renderer.upload(&studio.gpu, &stage.scene);
    assert!(matches!(upload, Err(Error::Lost(_))));
}

#[test]
fn every_view_draws() {
    let Some(mut studio) = Studio::open(64, 36) else {
        return;
    };
    let stage = crowd(25);
    let mut uploaded = studio.upload(&stage.scene);
    for view in ViewMode::ALL {
        let options = DrawOptions {
            view,
            ..DrawOptions::default()
        };
        let frame = studio.frame(Camera::default(), options);
        studio.draw(&mut uploaded, &stage.scene, &frame);
        let picture = studio.read();
        let shown = picture.pixels().filter(|pixel| pixel.0 != [0, 0, 0, 255]);
        assert!(shown.count() > 50, "{view:?} shows nothing");
    }
}

#[test]
fn a_dump_tells_order_and_identity() {
    let Some(mut studio) = Studio::open(64, 36) else {
        return;
    };
    let stage = crowd(9);
    let mut uploaded = studio.upload(&stage.scene);
    let frame = studio.frame(Camera::default(), DrawOptions::default());
    studio.draw(&mut uploaded, &stage.scene, &frame);
    let dump = studio.renderer.dump(&mut uploaded, &stage.scene, &frame);
    let names: Vec<_> = dump.passes.iter().map(|pass| pass.name).collect();
    assert_eq!(
        names,
        ["opaque", "sky", "blended", "translucent", "present"]
    );
    let DrawDump::Mesh(glass) = &dump.passes[3].draws[0] else {
        panic!("{dump:?}");
    };
    assert_eq!(glass.batches, [(0, 1)]);
    assert_eq!(glass.pipeline, "alpha depth-read-only");
    assert!(glass.distance_squared.is_some() && glass.state_key.is_none());
    // far to near, ties by object
    let eye = frame.camera.position;
    let order: Vec<(f32, u32)> = glass
        .instances
        .iter()
        .map(|i| {
            let at = stage.scene.objects[i.object as usize].placement.translation;
            (-Vec3::from(at).distance_squared(eye), i.object)
        })
        .collect();
    assert!(order.is_sorted(), "{order:?}");
}

#[test]
fn wrong_data_draws_something_or_nothing_but_never_fails() {
    let Some(mut studio) = Studio::open(32, 32) else {
        return;
    };
    let camera = Camera::default();
    let mut draw = |scene: &Scene| studio.picture(scene, camera, DrawOptions::default());
    draw(&Scene::default());
    type Damage = fn(&mut Scene);
    let damages: [Damage; 14] = [
        |s| s.textures.clear(),
        |s| s.materials.clear(),
        |s| s.material_states.clear(),
        |s| s.material_sets.clear(),
        |s| s.poses.clear(),
        |s| s.instances[0].pose_base = u32::MAX,
        |s| s.instances[0].mesh = 7,
        |s| s.instances[0].placement.translation.x = f32::NAN,
        |s| s.meshes[0].indices[0] = u32::MAX,
        |s| s.meshes[0].indices.truncate(7),
        |s| s.meshes[0].vertices.clear(),
        |s| s.meshes[0].vertices[0].node = u32::MAX,
        |s| s.meshes[0].variants[0].ranges.clear(),
        |s| s.meshes[0].variants.clear(),
    ];
    for (number, damage) in damages.into_iter().enumerate() {
        let mut scene = crowd(3).scene;
        damage(&mut scene);
        println!("damage {number}");
        draw(&scene);
    }
}

#[test]
fn sizes() {
    let Some(mut studio) = Studio::open(32, 32) else {
        return;
    };
    let stage = crowd(3);
    let mut uploaded = studio.upload(&stage.scene);
    let largest = studio.gpu.limits().max_texture_dimension_2d;
    assert!(matches!(
        OffscreenTarget::new(&studio.gpu, largest + 1, 1),
        Err(Error::TooLarge { .. })
    ));
    let mut draw = |size, target: &OffscreenTarget| {
        let frame = Frame {
            camera: Camera::default(),
            size,
            options: DrawOptions::default(),
        };
        studio.renderer.draw(
            &studio.gpu,
            &mut uploaded,
            &stage.scene,
            &frame,
            target.view(),
        )
    };
    let nothing = draw((0, 32), &studio.target).unwrap();
    assert_eq!(nothing.draws, 0);
    assert!(matches!(
        draw((largest + 1, 1), &studio.target),
        Err(Error::TooLarge { .. })
    ));
    // widths whose rows are no multiple of 256 bytes, growing and shrinking
    for size in [(33, 5), (1, 1), (100, 70), (63, 3)] {
        let target = OffscreenTarget::new(&studio.gpu, size.0, size.1).unwrap();
        draw(size, &target).unwrap();
        let rgba = target.read_rgba(&studio.gpu).unwrap();
        assert_eq!(rgba.len(), (size.0 * size.1 * 4) as usize);
        assert!(rgba.chunks(4).all(|texel| texel[3] == 255));
    }
}
