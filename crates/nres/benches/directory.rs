//! How long it takes to open an archive of the size of the largest shipped libraries, and to find a name in it.

use criterion::{Criterion, criterion_group, criterion_main};
use nres::{Archive, Builder, NewEntry, tags};

fn directory(criterion: &mut Criterion) {
    let names: Vec<String> = (0..1000).map(|index| format!("material_{index}")).collect();
    let mut builder = Builder::new();
    for name in &names {
        builder.push(NewEntry {
            type_id: tags::MAT0,
            attr1: 0,
            attr2: 6,
            attr3: 0,
            name: name.as_bytes(),
            payload: vec![0; 100].into(),
        });
    }
    let Ok(image) = builder.finish() else { return };
    criterion.bench_function("parse 1000 entries", |bencher| {
        bencher.iter(|| Archive::parse(&image));
    });
    let Ok(archive) = Archive::parse(&image) else {
        return;
    };
    criterion.bench_function("find one of 1000 names", |bencher| {
        bencher.iter(|| archive.find(b"MATERIAL_777"));
    });
}

criterion_group!(benches, directory);
criterion_main!(benches);
