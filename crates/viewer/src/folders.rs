//! Where the user's own files are: settings, bookmarks, pictures.

use directories::{ProjectDirs, UserDirs};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Longest file of settings or bookmarks that is read, bytes.
const LONGEST: u64 = 1 << 20;

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

/// Reads a file of the user's; `None` if there is none.
///
/// # Errors
///
/// It cannot be read, is no file, or is longer than any that Overfly writes.
pub fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let found = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        found => found?,
    };
    if !found.is_file() {
        return Err(io::Error::other("expected a file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?
        .take(LONGEST + 1)
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        let message = format!("expected at most {LONGEST} bytes, found more");
        return Err(io::Error::other(message));
    }
    Ok(Some(bytes))
}

/// Renames a file that cannot be read, so that a new one does not replace it: `NAME.bad`, or `NAME.bad2` and so on.
/// Returns where it is now.
///
/// # Errors
///
/// The folder cannot be written, or every such name is taken.
pub fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let name = |number: u32| {
        let mut name = OsString::from(path);
        match number {
            1 => name.push(".bad"),
            _ => name.push(format!(".bad{number}")),
        }
        PathBuf::from(name)
    };
    let free = (1..=999)
        .map(name)
        .find(|path| fs::symlink_metadata(path).is_err())
        .ok_or_else(|| io::Error::other("too many .bad files beside it"))?;
    fs::rename(path, &free)?;
    Ok(free)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_sane_length_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        assert_eq!(read(&path).unwrap(), None);
        fs::write(&path, vec![b' '; 1 << 20]).unwrap();
        assert_eq!(read(&path).unwrap().unwrap().len(), 1 << 20);
        fs::write(&path, vec![b' '; (1 << 20) + 1]).unwrap();
        assert!(read(&path).is_err());
        assert!(read(folder.path()).is_err());
    }

    #[test]
    fn what_is_set_aside_replaces_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        for (bytes, expected) in [(b"1", "x.bad"), (b"2", "x.bad2")] {
            fs::write(&path, bytes).unwrap();
            assert_eq!(set_aside(&path).unwrap(), folder.path().join(expected));
        }
        assert_eq!(fs::read(folder.path().join("x.bad")).unwrap(), b"1");
        assert!(set_aside(&path).is_err());
    }
}
