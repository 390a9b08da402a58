//! A game folder with one broken file: the mission opens all the same, and says what is wrong.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use game::{GameFolder, GamePath};
use mission::{Mission, Progress};
use std::fs;
use std::path::{Path, PathBuf};

const MISSION: &str = "MISSIONS/CAMPAIGN/CAMPAIGN.00/Mission.01";

/// Files without which there is no mission.
const FATAL: [&str; 2] = ["data.tma", "land.msh"];

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets-examples")
}

/// Every file below a folder, as paths relative to it.
fn files(root: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path.strip_prefix(root).unwrap().to_path_buf());
            }
        }
    }
    found.sort();
    found
}

/// A copy of the example game that a test may break.
fn copy() -> tempfile::TempDir {
    let copy = tempfile::tempdir().unwrap();
    for file in files(&example()) {
        let target = copy.path().join(&file);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(example().join(&file), target).unwrap();
    }
    copy
}

fn load(root: &Path) -> Result<Mission, String> {
    let game = GameFolder::open(root).map_err(|error| error.to_string())?;
    let folder = GamePath::parse(MISSION.as_bytes()).unwrap();
    mission::load(&game, &folder, &Progress::default()).map_err(|error| error.to_string())
}

fn is_fatal(file: &Path) -> bool {
    let name = file.file_name().unwrap().to_string_lossy().to_lowercase();
    FATAL.contains(&name.as_str())
}

/// Loads with every variant of a file, and gives the errors of those that did not load.
fn load_variants(root: &Path, file: &Path, variants: impl Iterator<Item = Vec<u8>>) {
    let path = root.join(file);
    let original = fs::read(&path).unwrap();
    for bytes in variants {
        fs::write(&path, bytes).unwrap();
        match load(root) {
            Ok(mission) => assert!(!mission.objects.is_empty(), "{}", file.display()),
            Err(error) => {
                assert!(is_fatal(file), "{}: {error}", file.display());
                assert_eq!(error.lines().count(), 1, "{error}");
            }
        }
    }
    fs::write(&path, original).unwrap();
}

#[test]
fn truncated_files() {
    let copy = copy();
    for file in files(&example()) {
        let bytes = fs::read(example().join(&file)).unwrap();
        let lengths = (0..6)
            .map(|part| bytes.len() * part / 6)
            .chain([1, 4, 15, 16, 17]);
        let cut = lengths.map(|length| bytes[..length.min(bytes.len())].to_vec());
        load_variants(copy.path(), &file, cut);
    }
}

#[test]
fn flipped_bytes() {
    let copy = copy();
    for file in files(&example()) {
        let bytes = fs::read(example().join(&file)).unwrap();
        let places = (0..bytes.len().min(512)).step_by(37);
        let tail = (1..=bytes.len().min(512))
            .step_by(97)
            .map(|back| bytes.len() - back);
        let flipped = places.chain(tail).map(|place| {
            let mut bytes = bytes.clone();
            bytes[place] ^= 0xFF;
            bytes
        });
        load_variants(copy.path(), &file, flipped);
    }
}

#[test]
fn a_missing_file_is_a_named_problem() {
    for file in files(&example()) {
        let copy = copy();
        fs::remove_file(copy.path().join(&file)).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        match load(copy.path()) {
            Ok(mission) => {
                let quiet = ["mission.cfg", "descr", "mistips.mis", "briefing.cfg"];
                let unused = [
                    "Iron_3D.ini",
                    "BuildDat.lst",
                    "Palettes.lib",
                    "Land.map",
                    "minimap.lib",
                ];
                if quiet.contains(&name.as_str()) || unused.contains(&name.as_str()) {
                    continue;
                }
                let named = |problem: &mission::Problem| {
                    problem
                        .to_string()
                        .to_lowercase()
                        .contains(&name.to_lowercase())
                };
                assert!(mission.problems.iter().any(named), "{}", file.display());
            }
            Err(_) => assert!(
                is_fatal(&file) || name == "Textures.lib",
                "{}",
                file.display()
            ),
        }
    }
}

#[test]
fn an_object_that_leads_nowhere_says_so_and_the_rest_stays() {
    let copy = copy();
    let path = copy.path().join("objects.rlb");
    let whole = load(copy.path()).unwrap();
    let bytes = fs::read(&path).unwrap();
    let archive = nres::Archive::parse(&bytes).unwrap();
    let mut editor = nres::Editor::new(&bytes).unwrap();
    let scenery = whole.tma.objects.iter().find(|o| o.raw_kind == 3).unwrap();
    let key = scenery.resource_name.name().to_vec();
    editor.remove(archive.find(&key).unwrap()).unwrap();
    let edited = editor.finish().unwrap();
    fs::write(&path, edited).unwrap();

    let mission = load(copy.path()).unwrap();
    assert_eq!(mission.objects.len(), whole.objects.len());
    let key = String::from_utf8(key).unwrap();
    let problem = mission
        .problems
        .iter()
        .find(|problem| problem.code == "OBJECT_UNRESOLVED")
        .unwrap();
    assert!(problem.to_string().contains(&key), "{problem}");
    assert_eq!(problem.effect, "a placeholder box");
    let index = problem.object.unwrap() as usize;
    let assembly = &mission.assemblies[mission.objects[index].assembly];
    assert!(assembly.failure.is_some());
}

#[test]
fn a_load_can_be_cancelled() {
    let game = GameFolder::open(example()).unwrap();
    let folder = GamePath::parse(MISSION.as_bytes()).unwrap();
    let progress = Progress::default();
    progress.cancel();
    let result = mission::load(&game, &folder, &progress);
    assert!(matches!(result, Err(mission::Error::Cancelled(_))));
}
