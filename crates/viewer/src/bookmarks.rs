//! Cameras that the user stored: one JSON file for each mission (spec page: environment, section 11.8).

use crate::folders;
use glam::Vec3;
use scene::Camera;
use serde::{Deserialize, Serialize};
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
}

impl Bookmarks {
    /// Reads the bookmarks of a mission of a game folder; those that make no camera are left out.
    pub fn load(game: &Path, mission: &str) -> Self {
        let folder = folders::bookmarks();
        Self::read(folder.map(|folder| folder.join(file_name(game, mission))))
    }

    fn read(path: Option<PathBuf>) -> Self {
        let stored: BTreeMap<u8, Bookmark> = path
            .as_ref()
            .and_then(|path| std::fs::read(path).ok())
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default();
        let usable = stored
            .into_iter()
            .filter(|(number, bookmark)| (1..=9).contains(number) && bookmark.is_usable());
        Self {
            stored: usable.collect(),
            path,
        }
    }

    /// The bookmark of a key.
    pub fn get(&self, number: u8) -> Option<&Bookmark> {
        self.stored.get(&number)
    }

    /// Stores a bookmark and writes them all.
    ///
    /// # Errors
    ///
    /// The file cannot be written; the bookmark still holds until the window closes.
    pub fn store(&mut self, number: u8, bookmark: Bookmark) -> anyhow::Result<()> {
        self.stored.insert(number, bookmark);
        let Some(path) = &self.path else {
            return Ok(());
        };
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)?;
        }
        let json = serde_json::to_vec_pretty(&self.stored)?;
        game::write_atomically(path, &json)?;
        Ok(())
    }
}

/// A file name for a mission: readable, and different for each game folder.
fn file_name(game: &Path, mission: &str) -> String {
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
        bookmarks.store(3, bookmark).unwrap();
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
        std::fs::write(&path, "nonsense").unwrap();
        assert_eq!(Bookmarks::read(Some(path)).get(1), None);
    }

    #[test]
    fn every_mission_of_every_game_has_its_own_file() {
        let a = file_name(Path::new("/a"), "MISSIONS/tutorial.01");
        assert!(a.starts_with("missions-tutorial-01-"), "{a}");
        assert_ne!(a, file_name(Path::new("/b"), "MISSIONS/tutorial.01"));
        assert_ne!(a, file_name(Path::new("/a"), "MISSIONS/tutorial.02"));
    }
}
