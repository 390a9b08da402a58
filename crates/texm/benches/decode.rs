//! How fast the common formats decode: 512 x 512 with all ten levels.
#![allow(missing_docs, clippy::expect_used)]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use texm::{EncodeOptions, PixelFormat, Texm};

fn decode(criterion: &mut Criterion) {
    const SIDE: u32 = 512;
    let rgba: Vec<u8> = (0..SIDE * SIDE)
        .flat_map(|i| [i as u8 & 0xF0, (i >> 9) as u8 & 0xF0, 64, (i >> 3) as u8])
        .collect();
    let mut group = criterion.benchmark_group("decode");
    for format in [
        PixelFormat::Argb8888,
        PixelFormat::Rgb565,
        PixelFormat::Indexed8,
    ] {
        let options = EncodeOptions {
            mip_count: 10,
            ..EncodeOptions::new(format)
        };
        let texture = Texm::encode(SIDE, SIDE, &rgba, &options).expect("a valid picture");
        let mut levels: Vec<Vec<u8>> = (0..texture.level_count())
            .map(|level| texture.decode_mip(level).expect("a stored level"))
            .collect();
        group.throughput(Throughput::Elements(u64::from(SIDE * SIDE * 4 / 3)));
        group.bench_function(BenchmarkId::from_parameter(format.code()), |bencher| {
            bencher.iter(|| {
                for (level, rgba) in (0..).zip(&mut levels) {
                    texture
                        .decode_mip_into(level, rgba)
                        .expect("a stored level");
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, decode);
criterion_main!(benches);
