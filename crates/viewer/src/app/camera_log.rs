//! The camera as JSON lines on stderr, whenever it changes: how tests see it.

use crate::json::CameraLine;
use scene::Camera;
use std::io::Write;

/// Remembers what was printed last.
#[derive(Debug, Default)]
pub(super) struct CameraLog {
    last: Option<CameraLine>,
}

impl CameraLog {
    /// Prints the camera if it is another one.
    pub(super) fn log(&mut self, camera: &Camera, (width, height): (u32, u32)) {
        let [x, y, z] = camera.position.to_array();
        let line = CameraLine {
            camera: [x, y, z, camera.yaw.to_degrees(), camera.pitch.to_degrees()],
            fov: camera.fov.to_degrees(),
            size: [width, height],
        };
        if self.last.as_ref() == Some(&line) {
            return;
        }
        if let Ok(json) = serde_json::to_string(&line) {
            let _ = writeln!(std::io::stderr(), "{json}");
        }
        self.last = Some(line);
    }
}
