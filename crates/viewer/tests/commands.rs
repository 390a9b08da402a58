//! The command line as scripts see it: exit status, stdout and stderr, on the bundled example.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on ends"
)]

mod common;

use common::Home;
use std::fs;

/// Options that make a picture quick to draw in software.
const SMALL: [&str; 4] = ["--size", "96x54", "--msaa", "1"];

#[test]
fn wrong_usage_exits_2() {
    let home = Home::new();
    for arguments in [
        &["--no-such-option"][..],
        &["shot"],
        &["shot", "-o", "x.png", "--lod", "9"],
        &["list", "nothing", "x"],
        &["heights", "tutorial.01"],
        &["heights", "1,2", "three"],
    ] {
        assert_eq!(home.run(arguments).status(), 2, "{arguments:?}");
    }
}

#[test]
fn commands_that_are_not_there_say_so_and_exit_2() {
    let home = Home::new();
    for command in ["check", "inspect", "listen", "extract", "pack", "export"] {
        let complaint = home.run(&[command]).complaint(2);
        assert!(complaint.contains("not there yet"), "{complaint}");
        let help = home.run(&[command, "--help"]).ok();
        assert!(help.stdout().contains("Example"), "{}", help.stdout());
    }
    let model = home.path().join("x.msh");
    fs::write(&model, b"NRes").unwrap();
    let complaint = home.run(&["resolve", "x.msh"]).complaint(2);
    assert!(complaint.contains("not there yet"), "{complaint}");
}

#[test]
fn a_wrong_path_is_one_helpful_line() {
    let home = Home::new();
    let nowhere = home
        .run(&["list", "missions", "/nowhere/at/all"])
        .complaint(1);
    assert!(nowhere.contains("/nowhere/at/all"), "{nowhere}");
    let no_game = home.run(&["shot", ".", "-o", "x.png"]).complaint(1);
    assert!(no_game.contains("MISSIONS"), "{no_game}");
    let no_game = home.run(&["list", "--game", "."]).complaint(1);
    assert!(no_game.contains("Textures.lib"), "{no_game}");
    let no_mission = home.run(&["poses", "tutorial.99"]).complaint(1);
    assert!(no_mission.contains("tutorial.99"), "{no_mission}");
    let no_object = home.run(&["shot", "-o", "x.png", "--look-at", "99999"]);
    let no_object = no_object.complaint(1);
    assert!(no_object.contains("found 99999"), "{no_object}");
    assert!(!home.path().join("x.png").exists());
}

#[test]
fn without_a_display_the_window_says_what_to_do() {
    let home = Home::new();
    if cfg!(all(unix, not(target_os = "macos"))) {
        let complaint = home.run(&[]).complaint(1);
        assert!(
            complaint.contains("DISPLAY") && complaint.contains("shot"),
            "{complaint}"
        );
    }
}

#[test]
fn names_are_listed_one_a_line() {
    let home = Home::new();
    let missions = home.run(&["list"]).ok().stdout();
    let missions: Vec<&str> = missions.lines().collect();
    assert!(!missions.is_empty());
    // Each name is a TARGET.
    home.run(&["heights", missions[0], "1,2"]).ok();
    for kind in ["archives", "models", "textures"] {
        assert!(
            home.run(&["list", kind]).ok().stdout().lines().count() > 1,
            "{kind}"
        );
    }
    let json = home
        .run(&["list", "missions", "--format", "json"])
        .ok()
        .json();
    assert_eq!(json["kind"], "missions");
    assert_eq!(json["items"][0]["name"], missions[0]);
}

#[test]
fn heights_are_told_for_points_and_for_lines_of_stdin() {
    let home = Home::new();
    let json = home.run(&["heights", "100,250.5", "-12.5,40"]).ok().json();
    let points = json["points"].as_array().unwrap();
    assert_eq!(points.len(), 2);
    assert_eq!(points[0]["y"], 250.5);
    let (ground, surface) = (&points[0]["ground"], &points[0]["surface"]);
    assert!(surface.as_f64().unwrap() >= ground.as_f64().unwrap());
    // Outside the land.
    assert_eq!(points[1]["x"], -12.5);
    assert!(points[1]["ground"].is_null() && points[1]["surface"].is_null());

    let points = home.path().join("points.txt");
    fs::write(&points, "100,250.5\n\n1e3,-7\n").unwrap();
    let mut command = home.overfly();
    command
        .args(["heights", "-"])
        .stdin(fs::File::open(points).unwrap());
    let from_stdin: serde_json::Value =
        serde_json::from_slice(&command.output().unwrap().stdout).unwrap();
    assert_eq!(from_stdin["points"][0], json["points"][0]);
    assert_eq!(from_stdin["points"].as_array().unwrap().len(), 2);
}

#[test]
fn every_component_has_its_poses() {
    let home = Home::new();
    let json = home.run(&["poses"]).ok().json();
    let objects = json["objects"].as_array().unwrap();
    assert!(!objects.is_empty());
    for (index, object) in objects.iter().enumerate() {
        assert_eq!(object["index"], index);
        for component in object["components"].as_array().unwrap() {
            assert!(component["path"].is_string() && component["drawn"].is_boolean());
            let mounted = !component["parent_component"].is_null();
            for (number, node) in component["nodes"].as_array().unwrap().iter().enumerate() {
                assert_eq!(node["index"], number);
                assert_eq!(node["source"] == "mount", mounted && number == 0, "{node}");
                assert_eq!(node["global"]["translation"].as_array().unwrap().len(), 3);
                assert_eq!(node["global"]["rotation_xyzw"].as_array().unwrap().len(), 4);
            }
        }
    }
    let fallback = home.run(&["poses", "--pose", "fallback"]).ok().json();
    let times = fallback["objects"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|object| {
            let components = object["components"].as_array().unwrap().iter();
            components.flat_map(|component| component["nodes"].as_array().unwrap())
        });
    assert!(times.into_iter().all(|node| node["time"].is_null()));
}

#[test]
fn every_batch_has_its_surface() {
    let home = Home::new();
    let json = home.run(&["resolve", "--format", "json"]).ok().json();
    let mut batches = 0;
    for object in json["objects"].as_array().unwrap() {
        assert!(object["problem"].is_null(), "{object}");
        for component in object["components"].as_array().unwrap() {
            for batch in component["batches"].as_array().unwrap() {
                batches += 1;
                assert_eq!(batch["found"], "exact", "{batch}");
                assert!(batch["flags"].as_str().unwrap().starts_with("0x"));
                assert!(!batch["nodes"].as_array().unwrap().is_empty());
            }
        }
    }
    assert!(batches > 10);
}

#[test]
fn a_picture_is_the_same_every_time() {
    let home = Home::new();
    let shot = |output: &str| home.run(&[&["shot", "-o", output], &SMALL[..]].concat());
    let first = shot("a.png");
    if first.lacks_adapter() {
        return;
    }
    first.ok();
    let to_stdout = shot("-").ok();
    let file = fs::read(home.path().join("a.png")).unwrap();
    assert_eq!(file, to_stdout.bytes());
    let reader = png::Decoder::new(std::io::Cursor::new(&file))
        .read_info()
        .unwrap();
    assert_eq!(reader.info().size(), (96, 54));
    assert!(reader.info().srgb.is_some());
    // Nothing is left beside it.
    let files = fs::read_dir(home.path()).unwrap();
    let files: Vec<_> = files.map(|file| file.unwrap().file_name()).collect();
    assert!(
        !files
            .iter()
            .any(|name| name.to_string_lossy().starts_with(".overfly")),
        "{files:?}"
    );
}

#[test]
fn a_sequence_is_numbered_and_a_frame_can_be_dumped() {
    let home = Home::new();
    let one_name = home.run(&["shot", "-o", "x.png", "--frames", "0..2"]);
    assert!(one_name.complaint(2).contains("{frame}"));
    let arguments = ["shot", "-o", "f-{frame}.png", "--frames", "3..5"];
    let dump = ["--dump-frame", "dump.json", "--view", "node"];
    let ran = home.run(&[&arguments[..], &dump, &SMALL].concat());
    if ran.lacks_adapter() {
        return;
    }
    ran.ok();
    for (name, is_there) in [("f-3.png", true), ("f-4.png", true), ("f-5.png", false)] {
        assert_eq!(home.path().join(name).exists(), is_there, "{name}");
    }
    let dump = fs::read(home.path().join("dump.json")).unwrap();
    let dump: serde_json::Value = serde_json::from_slice(&dump).unwrap();
    assert_eq!(dump["size"], serde_json::json!([96, 54]));
    assert_eq!(dump["passes"][0]["name"], "opaque");
}

#[test]
fn a_picture_cannot_be_written_nowhere() {
    let home = Home::new();
    let ran = home.run(&[&["shot", "-o", "no/such/folder.png"], &SMALL[..]].concat());
    if !ran.lacks_adapter() {
        assert!(ran.complaint(1).contains("folder.png"));
    }
}

#[test]
fn a_bench_measures_loads_and_frames() {
    let home = Home::new();
    let arguments = ["bench", "--loads", "1", "--frames", "2"];
    let ran = home.run(&[&arguments[..], &SMALL].concat());
    if ran.lacks_adapter() {
        return;
    }
    let json = ran.ok().json();
    assert_eq!(json["frames"], 2);
    for key in ["open", "resolve", "decode", "upload", "total"] {
        assert!(json["load_ms"][key].is_number(), "{key}");
    }
    for key in ["p50", "p95", "max"] {
        assert!(json["cpu_ms"][key].as_f64().unwrap() > 0.0, "{key}");
    }
    assert!(json["triangles"].as_u64().unwrap() > 0);
    assert!(json["baseline_ms"].is_number());
}

#[cfg(target_os = "linux")]
#[test]
fn full_outputs_are_no_panic() {
    let home = Home::new();
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    for (arguments, status) in [(&["resolve", "nope"][..], 1), (&["shot"], 2)] {
        let mut command = home.overfly();
        let ended = command.args(arguments).stderr(full()).status().unwrap();
        assert_eq!(ended.code(), Some(status), "{arguments:?}");
    }
    for arguments in [&["--help"][..], &["resolve"]] {
        let mut command = home.overfly();
        let output = command.args(arguments).stdout(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(stderr.contains("stdout: cannot be written"), "{stderr}");
    }
}

#[test]
fn outputs_of_a_shot_are_checked_first() {
    let home = Home::new();
    let jpeg = home.run(&["shot", "-o", "x.jpg"]).complaint(2);
    assert!(jpeg.contains("PNG"), "{jpeg}");
    for place in ["-", "x.png"] {
        let twice = home.run(&["shot", "-o", place, "--dump-frame", place]);
        assert!(twice.complaint(2).contains("two places"));
    }
}

#[test]
fn an_empty_name_is_no_target_and_an_empty_variable_no_game() {
    let home = Home::new();
    home.run(&["resolve", ""]).complaint(2);
    home.run(&["list", "--game", ""]).complaint(2);
    let mut command = home.overfly();
    let ended = command.arg("list").env("OVERFLY_GAME", "").output();
    assert!(ended.unwrap().status.success());
}

#[test]
fn names_are_echoed_without_control_characters() {
    let home = Home::new();
    let complaint = home.run(&["resolve", "a\x1b[31m\nb"]).complaint(1);
    assert!(complaint.contains("a\\u{1b}[31m\\nb"), "{complaint}");
}

#[cfg(target_os = "linux")]
#[test]
fn paths_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt;
    let home = Home::new();
    let example = home.run(&["list", "--format", "json"]).ok().json();
    let example = example["target"].as_str().unwrap().to_owned();
    let link = home.path().join(std::ffi::OsStr::from_bytes(b"game\xff"));
    std::os::unix::fs::symlink(example, &link).unwrap();
    for arguments in [&["list", "missions"][..], &["resolve"]] {
        let mut command = home.overfly();
        let output = command.args(arguments).arg(&link).output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
}

#[test]
fn a_broken_file_of_bookmarks_is_named() {
    let home = Home::new();
    let shot = || home.run(&["shot", "-o", "x.png", "--bookmark", "3"]);
    assert!(shot().complaint(1).contains("none is stored"));
    if cfg!(target_os = "linux") {
        let example = home.run(&["list", "--format", "json"]).ok().json();
        let game = std::path::Path::new(example["target"].as_str().unwrap());
        let mission = format!("MISSIONS/{}", example["items"][0]["name"].as_str().unwrap());
        let name = viewer::bookmarks::file_name(game, &mission);
        let folder = home.path().join("data/overfly/bookmarks");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join(&name), "{").unwrap();
        let complaint = shot().complaint(1);
        assert!(complaint.contains(&name), "{complaint}");
    }
}

/// A copy of the example with its mission twice.
fn two_missions(home: &Home) -> std::path::PathBuf {
    fn copy(from: &std::path::Path, to: &std::path::Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let entry = entry.unwrap();
            let (from, to) = (entry.path(), to.join(entry.file_name()));
            if from.is_dir() {
                copy(&from, &to);
            } else {
                fs::copy(from, to).unwrap();
            }
        }
    }
    let example = home.run(&["list", "--format", "json"]).ok().json();
    let game = home.path().join("game");
    let example_root = example["target"].as_str().unwrap();
    copy(std::path::Path::new(example_root), &game);
    let mission = example["items"][0]["name"].as_str().unwrap();
    let missions = game.join("MISSIONS");
    copy(&missions.join(mission), &missions.join("Zone"));
    game
}

#[test]
fn a_choice_among_missions_is_said() {
    let home = Home::new();
    let game = two_missions(&home);
    let game = game.to_str().unwrap();
    let ran = home.run(&["resolve", game]).ok();
    assert!(ran.stderr().contains("2 missions"), "{}", ran.stderr());
    let ran = home.run(&["resolve", "--game", game, "--mission", "Zone"]);
    let stderr = ran.ok().stderr();
    assert!(!stderr.contains("2 missions"), "{stderr}");
    let sky = format!("{game}/MISSIONS/Zone/sky.ske");
    let complaint = home.run(&["resolve", &sky]).complaint(1);
    assert!(complaint.contains("a file of a mission"), "{complaint}");
}
