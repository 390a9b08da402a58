//! Cameras that the user stored: one JSON file for each mission (spec page: environment, section 11.8).

use crate::folders;
use glam::Vec3;
use scene::Camera;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// One stored camera.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Bookmark {
    /// Eye, metres.
    pub position: [f32; 3],
    /// Degrees.
    pub yaw: f32,
    /// Degrees.
    pub pitch: f32,
    /// Vertical, degrees.
    pub fov: f32,
    /// Hours since midnight of the mission's day, if its sky has one.
    pub sky_time: Option<f32>,
}

impl Bookmark {
    /// Of a camera and the hour of the day.
    pub fn new(camera: &Camera, sky_time: Option<f32>) -> Self {
        Self {
            position: camera.position.to_array(),
            yaw: camera.yaw.to_degrees(),
            pitch: camera.pitch.to_degrees(),
            fov: camera.fov.to_degrees(),
            sky_time,
        }
    }

    /// The camera.
    pub fn camera(&self) -> Camera {
        Camera {
            position: Vec3::from(self.position),
            yaw: self.yaw.to_radians(),
            pitch: self.pitch.to_radians(),
            fov: self.fov.to_radians(),
            ..Camera::default()
        }
    }

    fn is_usable(&self) -> bool {
        let [x, y, z] = self.position;
        [x, y, z, self.yaw, self.pitch]
            .iter()
            .all(|v| v.is_finite())
            && self.pitch.abs() <= 90.0
            && (1.0..=170.0).contains(&self.fov)
    }
}

/// The bookmarks of a mission, by the number of their key.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Bookmarks {
    path: Option<PathBuf>,
    stored: BTreeMap<u8, Bookmark>,
    /// Entries that make no camera: written back as they are.
    others: BTreeMap<String, Value>,
    /// The file is there and nothing of it can be read.
    unreadable: bool,
    fault: Option<String>,
}

impl Bookmarks {
    /// Reads the bookmarks of a mission of a game folder. What cannot be read is told by [`Bookmarks::fault`].
    pub fn load(game: &Path, mission: &str) -> Self {
        let folder = folders::bookmarks();
        Self::read(folder.map(|folder| folder.join(file_name(game, mission))))
    }

    fn read(path: Option<PathBuf>) -> Self {
        let mut bookmarks = Self {
            path,
            ..Self::default()
        };
        let Some(path) = &bookmarks.path else {
            return bookmarks;
        };
        let entries = match entries(path) {
            Ok(entries) => entries,
            Err(fault) => {
                bookmarks.fault = Some(format!("{}: {fault}", path.display()));
                bookmarks.unreadable = true;
                return bookmarks;
            }
        };
        for (key, value) in entries {
            match usable(&key, &value) {
                Some((number, bookmark)) => {
                    bookmarks.stored.insert(number, bookmark);
                }
                None => {
                    bookmarks.others.insert(key, value);
                }
            }
        }
        let keys: Vec<&str> = bookmarks.others.keys().map(String::as_str).collect();
        if !keys.is_empty() {
            let keys = keys.join(", ");
            let path = path.display();
            bookmarks.fault = Some(format!("{path}: expected cameras, found others at {keys}"));
        }
        bookmarks
    }

    /// What is wrong with the file, in one line that names it.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The bookmark of a key.
    pub fn get(&self, number: u8) -> Option<&Bookmark> {
        self.stored.get(&number)
    }

    /// Stores a bookmark and writes them all. Returns where a file is now that could not be read and is not to be lost.
    ///
    /// # Errors
    ///
    /// The file cannot be written; the bookmark still holds until the window closes.
    pub fn store(&mut self, number: u8, bookmark: Bookmark) -> anyhow::Result<Option<PathBuf>> {
        self.stored.insert(number, bookmark);
        self.others.remove(&number.to_string());
        let Some(path) = &self.path else {
            return Ok(None);
        };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let mut kept = None;
        if self.unreadable {
            kept = Some(folders::set_aside(path)?);
            self.unreadable = false;
            self.fault = None;
        }
        let mut all = self.others.clone();
        for (number, bookmark) in &self.stored {
            all.insert(number.to_string(), serde_json::to_value(bookmark)?);
        }
        game::write_atomically(path, &serde_json::to_vec_pretty(&all)?)?;
        Ok(kept)
    }
}

/// What a file holds, entry by entry; nothing if there is none.
fn entries(path: &Path) -> Result<BTreeMap<String, Value>, String> {
    let bytes = folders::read(path).map_err(|error| format!("cannot be read: {error}"))?;
    match bytes {
        None => Ok(BTreeMap::new()),
        Some(bytes) => {
            serde_json::from_slice(&bytes).map_err(|error| format!("no bookmarks: {error}"))
        }
    }
}

/// An entry that makes a camera.
fn usable(key: &str, value: &Value) -> Option<(u8, Bookmark)> {
    let number = (1..=9).find(|number: &u8| number.to_string() == key)?;
    let bookmark = Bookmark::deserialize(value).ok()?;
    bookmark.is_usable().then_some((number, bookmark))
}

/// A file name for a mission: readable, and different for each game folder.
pub fn file_name(game: &Path, mission: &str) -> String {
    let readable: String = mission
        .chars()
        .map(|c| if c.is_alphanumeric() { c } else { '-' })
        .collect();
    let whole = format!("{}\0{mission}", game.display());
    // FNV-1a: the name must stay the same from one build to the next.
    let hash = whole.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3)
    });
    format!("{readable}-{hash:016x}.json").to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bookmarks_survive() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/x.json");
        let mut bookmarks = Bookmarks::read(Some(path.clone()));
        assert_eq!(bookmarks.get(1), None);
        let camera = Camera::looking_at(Vec3::new(1.0, 2.0, 3.0), Vec3::new(-4.0, 9.0, 0.0));
        let bookmark = Bookmark::new(&camera, Some(7.5));
        assert_eq!(bookmarks.store(3, bookmark).unwrap(), None);
        let again = Bookmarks::read(Some(path));
        assert_eq!(again.get(3), Some(&bookmark));
        let read = again.get(3).unwrap().camera();
        assert!((read.yaw - camera.yaw).abs() < 1e-5 && (read.fov - camera.fov).abs() < 1e-5);
    }

    #[test]
    fn bookmarks_that_make_no_camera_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.json");
        let good = r#"{"position":[1,2,3],"yaw":0,"pitch":0,"fov":60,"sky_time":null}"#;
        let flat = good.replace("60", "0");
        std::fs::write(
            &path,
            format!("{{\"1\":{good},\"2\":{flat},\"77\":{good}}}"),
        )
        .unwrap();
        let bookmarks = Bookmarks::read(Some(path.clone()));
        assert!(bookmarks.get(1).is_some());
        assert!(bookmarks.get(2).is_none() && bookmarks.get(77).is_none());
        assert!(bookmarks.fault().unwrap().contains("x.json"));
    }

    #[test]
    fn nothing_that_cannot_be_read_is_lost() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.json");
        let bookmark = Bookmark::new(&Camera::default(), None);
        std::fs::write(&path, "nonsense").unwrap();
        let mut bookmarks = Bookmarks::read(Some(path.clone()));
        assert_eq!(bookmarks.get(1), None);
        assert!(bookmarks.fault().unwrap().contains("x.json"));
        let kept = bookmarks.store(1, bookmark).unwrap().unwrap();
        assert_eq!(std::fs::read_to_string(&kept).unwrap(), "nonsense");
        assert_eq!(bookmarks.store(2, bookmark).unwrap(), None);
        // A single wrong entry stays where it is.
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replacen('{', "{\"3\": \"mine\",", 1)).unwrap();
        let mut bookmarks = Bookmarks::read(Some(path.clone()));
        assert!(bookmarks.get(1).is_some() && bookmarks.get(2).is_some());
        assert_eq!(bookmarks.store(4, bookmark).unwrap(), None);
        assert!(std::fs::read_to_string(&path).unwrap().contains("mine"));
        bookmarks.store(3, bookmark).unwrap();
        assert!(!std::fs::read_to_string(&path).unwrap().contains("mine"));
    }

    #[test]
    fn every_mission_of_every_game_has_its_own_file() {
        let a = file_name(Path::new("/a"), "MISSIONS/tutorial.01");
        assert!(a.starts_with("missions-tutorial-01-"), "{a}");
        assert_ne!(a, file_name(Path::new("/b"), "MISSIONS/tutorial.01"));
        assert_ne!(a, file_name(Path::new("/a"), "MISSIONS/tutorial.02"));
    }
}
