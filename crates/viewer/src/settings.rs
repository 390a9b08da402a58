//! What the window remembers: `settings.toml` in the user's configuration folder.

use crate::flight::{DEFAULT_SPEED, Handling};
use crate::folders;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::Once;

const FILE: &str = "settings.toml";

/// Everything that is remembered. Unknown keys are left alone when reading; missing ones are the defaults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Default)]
#[serde(default)]
pub struct Settings {
    /// Where screenshots go; the user's pictures without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screenshot_folder: Option<PathBuf>,
    /// The game and mission that were open last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<LastTarget>,
    /// Where the window was.
    pub window: WindowPlace,
    /// How the camera answers.
    pub controls: Controls,
    /// What is shown over the picture.
    pub overlay: Overlay,
}

/// The game and mission that were open last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastTarget {
    /// Game folder.
    pub game: PathBuf,
    /// Mission's folder below it.
    pub mission: String,
}

/// Size and position of the window.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct WindowPlace {
    /// Logical pixels across.
    pub width: f64,
    /// Logical pixels down.
    pub height: f64,
    /// Physical pixels from the left and the top of the desktop, where the system tells.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<(i32, i32)>,
    /// Whether it filled the screen's work area.
    pub maximized: bool,
}

impl Default for WindowPlace {
    fn default() -> Self {
        Self {
            width: 1280.0,
            height: 720.0,
            position: None,
            maximized: false,
        }
    }
}

/// How the camera answers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Controls {
    /// Turn per mouse count: 1 is 0.1 degrees.
    pub mouse_sensitivity: f32,
    /// Mouse up looks down.
    pub invert_mouse: bool,
    /// Whether movement starts and stops softly.
    pub smooth_movement: bool,
    /// Base speed, metres per second.
    pub speed: f32,
}

impl Default for Controls {
    fn default() -> Self {
        Self {
            mouse_sensitivity: 1.0,
            invert_mouse: false,
            smooth_movement: true,
            speed: DEFAULT_SPEED,
        }
    }
}

impl Controls {
    /// For the flight.
    pub fn handling(&self) -> Handling {
        let handling = Handling::default();
        Handling {
            sensitivity: self.mouse_sensitivity.clamp(0.05, 10.0),
            invert: self.invert_mouse,
            smoothing: if self.smooth_movement {
                handling.smoothing
            } else {
                0.0
            },
            ..handling
        }
    }
}

/// What is shown over the picture.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Overlay {
    /// Whether anything is.
    pub shown: bool,
    /// Size of text and buttons; 1 is what the system asks for.
    pub scale: f32,
}

impl Default for Overlay {
    fn default() -> Self {
        Self {
            shown: true,
            scale: 1.0,
        }
    }
}

impl Settings {
    /// Reads the user's settings. A file that cannot be read is said in the log, and the defaults stand.
    pub fn load() -> Self {
        folders::settings().map_or_else(Self::default, |folder| Self::read(&folder.join(FILE)))
    }

    /// Keeps the settings.
    ///
    /// # Errors
    ///
    /// The folder cannot be made or written.
    pub fn save(&self) -> anyhow::Result<()> {
        match folders::settings() {
            Some(folder) => self.write(&folder.join(FILE)),
            None => Ok(()),
        }
    }

    fn read(path: &Path) -> Self {
        // The target and the window both ask.
        static SAID: Once = Once::new();
        Self::try_read(path).unwrap_or_else(|fault| {
            SAID.call_once(|| {
                tracing::warn!("{}: {fault}; the defaults are used", path.display());
            });
            Self::default()
        })
    }

    fn try_read(path: &Path) -> Result<Self, String> {
        let bytes = folders::read(path).map_err(|error| format!("cannot be read: {error}"))?;
        let Some(bytes) = bytes else {
            return Ok(Self::default());
        };
        let text = std::str::from_utf8(&bytes).map_err(|error| format!("no text: {error}"))?;
        toml::from_str(text).map_err(|error| error.message().to_owned())
    }

    fn write(&self, path: &Path) -> anyhow::Result<()> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        if Self::try_read(path).is_err() {
            let kept = folders::set_aside(path)?;
            tracing::warn!(
                "{}: could not be read; it is now {}",
                path.display(),
                kept.display()
            );
        }
        let text = toml::to_string_pretty(self)?;
        game::write_atomically(path, text.as_bytes())?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_survive() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/settings.toml");
        assert_eq!(Settings::read(&path), Settings::default());
        let settings = Settings {
            screenshot_folder: Some("/pictures".into()),
            last: Some(LastTarget {
                game: "/games/parkan".into(),
                mission: "MISSIONS/tutorial.01".into(),
            }),
            window: WindowPlace {
                position: Some((-5, 7)),
                ..WindowPlace::default()
            },
            ..Settings::default()
        };
        settings.write(&path).unwrap();
        assert_eq!(Settings::read(&path), settings);
    }

    #[test]
    fn what_is_missing_or_wrong_is_the_default() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("settings.toml");
        std::fs::write(&path, "[controls]\ninvert_mouse = true\nnews = 1\n").unwrap();
        let settings = Settings::read(&path);
        assert!(settings.controls.invert_mouse);
        assert_eq!(settings.window, WindowPlace::default());
        let wrong = "[controls]\ninvert_mouse = 3";
        std::fs::write(&path, wrong).unwrap();
        assert_eq!(Settings::read(&path), Settings::default());
        // What the user wrote is not lost when the window closes.
        Settings::default().write(&path).unwrap();
        let kept = std::fs::read_to_string(folder.path().join("settings.toml.bad"));
        assert_eq!(kept.unwrap(), wrong);
        Settings::default().write(&path).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
