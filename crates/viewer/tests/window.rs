//! The window on a virtual X server: what is seen, and what keys and mouse do. Skipped where Xvfb or xdotool is missing.
#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test that cannot go on ends"
)]

mod common;

use common::Home;
use serde_json::Value;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Software drawing on a busy machine is slow.
const PATIENCE: Duration = Duration::from_secs(60);

/// Ends a program when the test does.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn has(program: &str) -> bool {
    let found = Command::new("sh")
        .args(["-c", &format!("command -v {program}")])
        .output();
    found.is_ok_and(|output| output.status.success())
}

/// An X server that chose a free number itself, and that number.
fn x_server() -> Option<(Ended, String)> {
    if !has("Xvfb") || !has("xdotool") {
        eprintln!("skipped: Xvfb and xdotool are needed");
        return None;
    }
    let mut child = Command::new("Xvfb")
        .args([
            "-displayfd",
            "1",
            "-screen",
            "0",
            "800x600x24",
            "-nolisten",
            "tcp",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut number = String::new();
    let stdout = child.stdout.take().unwrap();
    BufReader::new(stdout).read_line(&mut number).unwrap();
    Some((Ended(child), format!(":{}", number.trim())))
}

/// The program in its window.
struct Flying {
    child: Ended,
    display: String,
    window: String,
    lines: Receiver<String>,
    told: Vec<String>,
}

impl Flying {
    /// Starts it and waits for the first camera: the mission is open. `None` where nothing can draw.
    fn start(home: &Home, display: &str) -> Option<Self> {
        let mut child = home
            .overfly()
            .args(["--log-camera", "--size", "320x240", "--msaa", "1"])
            .env("DISPLAY", display)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut flying = Self {
            child: Ended(child),
            display: display.to_owned(),
            window: String::new(),
            lines,
            told: Vec::new(),
        };
        if flying.next_camera(|_| true).is_none() {
            let told = flying.told.join("\n");
            assert!(told.contains("adapter"), "no camera came: {told}");
            eprintln!("skipped: no adapter");
            return None;
        }
        flying.window = flying.xdotool(&["search", "--name", "Overfly"]);
        flying.window = flying.window.lines().next().unwrap_or_default().to_owned();
        assert!(!flying.window.is_empty());
        let window = flying.window.clone();
        flying.xdotool(&["windowfocus", &window]);
        Some(flying)
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        let output = Command::new("xdotool")
            .args(arguments)
            .env("DISPLAY", &self.display)
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Waits for a camera line that fits.
    fn next_camera(&mut self, fits: impl Fn(&Value) -> bool) -> Option<Value> {
        let until = Instant::now() + PATIENCE;
        loop {
            let left = until.checked_duration_since(Instant::now())?;
            let line = self.lines.recv_timeout(left).ok()?;
            self.told.push(line.clone());
            if let Ok(camera) = serde_json::from_str::<Value>(&line)
                && fits(&camera)
            {
                return Some(camera);
            }
        }
    }

    #[track_caller]
    fn camera_where(&mut self, what: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let camera = self.next_camera(fits);
        camera.unwrap_or_else(|| panic!("{what}: {}", self.told.join("\n")))
    }

    /// Waits until the program has ended by itself.
    fn exit_status(&mut self) -> Option<i32> {
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            if let Some(status) = self.child.0.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        None
    }
}

fn number(camera: &Value, index: usize) -> f64 {
    camera["camera"][index].as_f64().unwrap()
}

/// The screenshots in a folder.
fn pictures(home: &Home) -> Vec<PathBuf> {
    let files = std::fs::read_dir(home.path()).unwrap();
    let paths = files.map(|file| file.unwrap().path());
    paths
        .filter(|path| path.extension().is_some_and(|e| e == "png"))
        .collect()
}

fn pixels(path: &PathBuf) -> Option<((u32, u32), Vec<u8>)> {
    let bytes = std::fs::read(path).ok()?;
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes))
        .read_info()
        .ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    reader.next_frame(&mut pixels).ok()?;
    Some((reader.info().size(), pixels))
}

#[test]
fn flying_looking_resizing_and_leaving() {
    let Some((_server, display)) = x_server() else {
        return;
    };
    let home = Home::new();
    let Some(mut flying) = Flying::start(&home, &display) else {
        return;
    };
    let window = flying.window.clone();

    // W flies along the view.
    let start: Vec<f64> = {
        flying.xdotool(&["keydown", "w"]);
        let moved = flying.camera_where("W moves", |_| true);
        (0..5).map(|index| number(&moved, index)).collect()
    };
    let (yaw, pitch) = (start[3].to_radians(), start[4].to_radians());
    let ahead = [
        yaw.sin() * pitch.cos(),
        yaw.cos() * pitch.cos(),
        pitch.sin(),
    ];
    flying.camera_where("W goes on", |camera| {
        let way = (0..3).map(|axis| (number(camera, axis) - start[axis]) * ahead[axis]);
        way.sum::<f64>() > 0.5
    });
    flying.xdotool(&["keyup", "w"]);

    // The right button looks around.
    flying.xdotool(&["mousemove", "--window", &window, "160", "120"]);
    flying.xdotool(&["mousedown", "3"]);
    for _ in 0..10 {
        flying.xdotool(&["mousemove_relative", "--", "12", "6"]);
        std::thread::sleep(Duration::from_millis(40));
    }
    flying.camera_where("the mouse turns right and down", |camera| {
        number(camera, 3) > start[3] + 2.0 && number(camera, 4) < start[4] - 1.0
    });
    flying.xdotool(&["mouseup", "3"]);

    // The picture keeps up with the window.
    flying.xdotool(&["windowsize", &window, "400", "300"]);
    flying.camera_where("the window grows", |camera| {
        camera["size"] == serde_json::json!([400, 300])
    });

    // F12 writes what is seen: not one colour.
    flying.xdotool(&["key", "F12"]);
    let until = Instant::now() + PATIENCE;
    let picture = loop {
        let found = pictures(&home).iter().find_map(pixels);
        if found.is_some() || Instant::now() > until {
            break found;
        }
        std::thread::sleep(Duration::from_millis(100));
    };
    let (size, pixels) = picture.expect("F12 writes a picture");
    assert_eq!(size, (400, 300));
    let first = &pixels[..4];
    assert!(pixels.chunks(4).filter(|pixel| *pixel != first).count() > 1000);

    // Esc asks, and quits the second time.
    flying.xdotool(&["key", "Escape"]);
    flying.xdotool(&["key", "Escape"]);
    assert_eq!(flying.exit_status(), Some(0), "{}", flying.told.join("\n"));

    // The window is remembered.
    let settings = std::fs::read_to_string(home.path().join("config/overfly/settings.toml"));
    let settings = settings.unwrap();
    assert!(
        settings.contains("[last]") && settings.contains("width = 400.0"),
        "{settings}"
    );
}

#[test]
fn bookmarks_are_stored_and_flown_to() {
    let Some((_server, display)) = x_server() else {
        return;
    };
    let home = Home::new();
    let Some(mut flying) = Flying::start(&home, &display) else {
        return;
    };
    flying.xdotool(&["keydown", "e"]);
    let low = number(&flying.camera_where("E rises", |_| true), 2);
    flying.xdotool(&["keyup", "e"]);
    // Stored while it may still coast: the file says where.
    flying.xdotool(&["key", "ctrl+3"]);
    let folder = home.path().join("data/overfly/bookmarks");
    let until = Instant::now() + PATIENCE;
    let stored: Value = loop {
        let file = std::fs::read_dir(&folder)
            .ok()
            .and_then(|mut files| files.next()?.ok())
            .and_then(|file| std::fs::read(file.path()).ok());
        if let Some(stored) = file.and_then(|bytes| serde_json::from_slice(&bytes).ok()) {
            break stored;
        }
        assert!(Instant::now() < until, "Ctrl+3 stores a bookmark");
        std::thread::sleep(Duration::from_millis(100));
    };
    let height = stored["3"]["position"][2].as_f64().unwrap();
    assert!(height >= low - 1.0, "{stored}");

    flying.xdotool(&["keydown", "e"]);
    flying.camera_where("E rises further", |camera| number(camera, 2) > height + 5.0);
    flying.xdotool(&["keyup", "e"]);
    flying.xdotool(&["key", "3"]);
    flying.camera_where("3 flies back", |camera| {
        (number(camera, 2) - height).abs() < 1e-3
    });
    flying.xdotool(&["key", "ctrl+q"]);
    assert_eq!(flying.exit_status(), Some(0));

    // The command line knows it too.
    let shot = ["shot", "-o", "b.png", "--bookmark", "3", "--size", "64x36"];
    home.run(&shot).ok();
    let missing = ["shot", "-o", "b.png", "--bookmark", "4"];
    assert!(home.run(&missing).complaint(1).contains("bookmark 4"));
}

#[test]
fn without_the_x_server_there_is_one_clear_line() {
    let home = Home::new();
    let output = home.overfly().env("DISPLAY", ":65000").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        stderr
            .lines()
            .any(|line| line.starts_with("overfly: no window")),
        "{stderr}"
    );
    assert!(!stderr.contains("panicked"), "{stderr}");
}

#[test]
fn without_a_driver_there_is_one_clear_line() {
    let Some((_server, display)) = x_server() else {
        return;
    };
    let home = Home::new();
    let output = home
        .overfly()
        .args(["--backend", "vulkan"])
        .env("DISPLAY", display)
        .env("VK_ICD_FILENAMES", "/nowhere")
        .env("VK_DRIVER_FILES", "/nowhere")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.contains("overfly: no Vulkan adapter"), "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
}
