//! The committed `assets-examples/` is what the generator makes, byte for byte.

use crate::made::made;
use std::collections::BTreeMap;
use std::path::Path;

fn collect(root: &Path, folder: &Path, out: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, out);
        } else {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap();
            out.insert(name.replace('\\', "/"), std::fs::read(&path).unwrap());
        }
    }
}

#[test]
fn the_committed_folder_is_what_the_generator_makes() {
    let made = made();
    let root = example_game::default_folder();
    let mut committed = BTreeMap::new();
    collect(&root, &root, &mut committed);
    let names = |files: &BTreeMap<String, Vec<u8>>| files.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&committed), names(made), "run `cargo xtask example`");
    for (name, bytes) in made {
        assert!(
            committed.get(name) == Some(bytes),
            "{name} differs: run `cargo xtask example`"
        );
    }
}

#[test]
fn the_folder_stays_small() {
    let bytes: usize = made().values().map(Vec::len).sum();
    assert!(bytes <= 6_000_000, "{bytes} bytes");
}
