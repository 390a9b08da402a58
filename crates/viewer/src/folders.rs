//! Where the user's own files are: settings, bookmarks, pictures.

use directories::{ProjectDirs, UserDirs};
use std::path::PathBuf;

fn project() -> Option<ProjectDirs> {
    ProjectDirs::from("", "", "overfly")
}

/// The folder of `settings.toml`; `None` for a user without a home.
pub fn settings() -> Option<PathBuf> {
    project().map(|folders| folders.config_dir().to_path_buf())
}

/// The folder of bookmarks.
pub fn bookmarks() -> Option<PathBuf> {
    project().map(|folders| folders.data_dir().join("bookmarks"))
}

/// Where screenshots go unless the settings say otherwise.
pub fn pictures() -> PathBuf {
    UserDirs::new()
        .and_then(|user| {
            let pictures = user.picture_dir().filter(|folder| folder.is_dir());
            Some(pictures.unwrap_or(user.home_dir()).to_path_buf()).filter(|folder| folder.is_dir())
        })
        .unwrap_or_else(|| PathBuf::from("."))
}
