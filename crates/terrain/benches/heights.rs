//! How fast heights and rays are answered, on a land of the size of a shipped one.
#![allow(missing_docs, clippy::expect_used)]

use criterion::{Criterion, criterion_group, criterion_main};
use glam::{DVec3, Vec3};
use terrain::{FaceFilter, FaceFlags, Land, LandBuilder, NewFace, NewVertex, Relief};

fn land() -> Land {
    const CELLS: u16 = 64;
    let number = |gx: u16, gy: u16| gx * (CELLS + 1) + gy;
    let lattice = |count: u16| (0..count).flat_map(move |gx| (0..count).map(move |gy| (gx, gy)));
    let faces = lattice(CELLS).flat_map(|(gx, gy)| {
        let [a, b, c, d] = [
            number(gx, gy),
            number(gx + 1, gy),
            number(gx + 1, gy + 1),
            number(gx, gy + 1),
        ];
        [[a, b, c], [a, c, d]].map(|vertices| NewFace {
            flags: FaceFlags(0x0010_0600),
            primary: 1,
            secondary: None,
            vertices,
        })
    });
    let vertices = lattice(CELLS + 1).map(|(gx, gy)| {
        let (x, y) = (f32::from(gx) * 18.75, f32::from(gy) * 18.75);
        NewVertex {
            position: Vec3::new(x, y, 40.0 * (x / 150.0).sin() * (y / 210.0).cos()),
            ..NewVertex::default()
        }
    });
    let builder = LandBuilder {
        columns: 16,
        rows: 16,
        vertices: vertices.collect(),
        faces: [faces.collect(), Vec::new()],
    };
    builder.build().expect("a sound land")
}

fn heights(criterion: &mut Criterion) {
    let land = land();
    criterion.bench_function("index", |bencher| bencher.iter(|| Relief::new(&land)));
    let relief = Relief::new(&land);
    let mut step = 0_u32;
    let mut next = move || {
        step = step.wrapping_add(1);
        let turn = |factor: f64| (f64::from(step) * factor).fract() * 1200.0;
        (turn(0.618_033_988), turn(0.414_213_562))
    };
    criterion.bench_function("surface", |bencher| {
        bencher.iter(|| {
            let (x, y) = next();
            relief.surface(x, y)
        });
    });
    let mut step = 0_u32;
    criterion.bench_function("raycast", |bencher| {
        bencher.iter(|| {
            step = step.wrapping_add(1);
            let along = (f64::from(step) * 0.618_033_988).fract() * 1200.0;
            let origin = DVec3::new(-50.0, along, 60.0);
            relief.raycast(origin, DVec3::new(1.0, 0.1, -0.1), FaceFilter::ALL)
        });
    });
}

criterion_group!(benches, heights);
criterion_main!(benches);
