//! Runs the binary with a home of its own, so that no test sees the settings of another.

#![allow(dead_code, reason = "each test file uses its part")]

use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A home without settings.
pub(crate) struct Home(TempDir);

impl Home {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    /// The program at home here, without a display.
    pub(crate) fn overfly(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_overfly"));
        command
            .env("HOME", self.path())
            .env("XDG_CONFIG_HOME", self.path().join("config"))
            .env("XDG_DATA_HOME", self.path().join("data"))
            .env("XDG_RUNTIME_DIR", self.path())
            .env("WGPU_VALIDATION", "0")
            .env_remove("DISPLAY")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env_remove("OVERFLY_GAME")
            .env_remove("RUST_LOG")
            .current_dir(self.path());
        command
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Ran {
        let output = self.overfly().args(arguments).output().unwrap();
        Ran(output)
    }
}

/// What a command did.
pub(crate) struct Ran(Output);

impl Ran {
    pub(crate) fn status(&self) -> i32 {
        self.0.status.code().unwrap_or(-1)
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0.stdout
    }

    pub(crate) fn stdout(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    pub(crate) fn stderr(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }

    #[track_caller]
    pub(crate) fn ok(self) -> Self {
        assert_eq!(self.status(), 0, "{}", self.stderr());
        self
    }

    /// The one document on stdout.
    #[track_caller]
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.0.stdout).expect("one JSON document")
    }

    /// The one line that says what went wrong.
    #[track_caller]
    pub(crate) fn complaint(&self, status: i32) -> String {
        let stderr = self.stderr();
        assert_eq!(self.status(), status, "{stderr}");
        assert!(self.0.stdout.is_empty());
        let own: Vec<_> = stderr
            .lines()
            .filter(|l| l.starts_with("overfly: "))
            .collect();
        assert_eq!(own.len(), 1, "{stderr}");
        own[0].to_owned()
    }

    /// Whether there is nothing to draw with; says so.
    pub(crate) fn lacks_adapter(&self) -> bool {
        let lacks = self.status() == 1 && self.stderr().contains("adapter");
        if lacks {
            eprintln!("skipped: no adapter ({})", self.stderr().trim());
        }
        lacks
    }
}
