use crate::{Error, Result};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Longest chain of links that is followed, as systems do.
const MOST_LINKS: usize = 40;

/// Writes a file so that it is either the old one or the complete new one at any time: a temporary file in the same
/// folder, then a rename over `path`. A link at `path` is followed and stays; a file that is replaced leaves its
/// permissions to the new one. A device or a pipe has no old content to keep: it is written directly.
///
/// # Errors
/// The file or its folder cannot be written or is full. The old file, if any, then stands as it was.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<()> {
    write(path, bytes).map_err(|source| Error::Unwritable {
        file: path.display().to_string(),
        source,
    })
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let old = match fs::metadata(path) {
        Ok(old) => Some(old),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    if let Some(old) = &old {
        // A folder, or a file that is protected against writing, refuses here.
        let mut file = OpenOptions::new().write(true).open(path)?;
        if !old.is_file() {
            return file.write_all(bytes);
        }
    }
    let path = destination(path)?;
    let mut temporary = tempfile::Builder::new()
        .prefix(".overfly-")
        // Not as private as temporary files usually are: what the user asked for gets what their umask allows.
        .make_in(folder_of(&path), |path| File::create_new(path))?;
    // The file itself: its errors do not name the temporary path.
    let file = temporary.as_file_mut();
    file.write_all(bytes)?;
    if let Some(old) = old {
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()?;
    temporary.persist(&path).map_err(|error| error.error)?;
    Ok(())
}

/// Where the links at a path lead, also if nothing is there.
fn destination(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            Ok(link) => path = folder_of(&path).join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("the links lead nowhere"))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_made_and_replaced_and_nothing_else_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out.bin");
        write_atomically(&path, b"one").unwrap();
        write_atomically(&path, b"two").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_failure_names_the_file_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("none/out.bin");
        let message = write_atomically(&path, b"x").unwrap_err().to_string();
        assert!(message.contains("out.bin: cannot be written"), "{message}");
        assert!(!message.contains(".overfly-"), "{message}");
        std::fs::create_dir(folder.path().join("taken")).unwrap();
        assert!(write_atomically(&folder.path().join("taken"), b"x").is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn the_file_is_not_private() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let plain = folder.path().join("plain");
        std::fs::write(&plain, b"").unwrap();
        let path = folder.path().join("out");
        write_atomically(&path, b"x").unwrap();
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&path), mode(&plain));
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_and_permissions_too() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir(at("deep")).unwrap();
        symlink("deep/file", at("link")).unwrap();
        symlink("link", at("chain")).unwrap();
        // First to nothing, then to a file.
        for bytes in [b"one", b"two"] {
            write_atomically(&at("chain"), bytes).unwrap();
            assert_eq!(std::fs::read(at("deep/file")).unwrap(), bytes);
            let mode = std::fs::Permissions::from_mode(0o640);
            std::fs::set_permissions(at("deep/file"), mode).unwrap();
        }
        write_atomically(&at("link"), b"three").unwrap();
        let mode = std::fs::metadata(at("deep/file")).unwrap().permissions();
        assert_eq!(mode.mode() & 0o777, 0o640);
        for link in ["link", "chain"] {
            assert!(at(link).is_symlink(), "{link}");
        }
        symlink("round", at("round")).unwrap();
        assert!(write_atomically(&at("round"), b"x").is_err());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn devices_are_written_not_replaced() {
        write_atomically(Path::new("/dev/null"), b"x").unwrap();
        assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
        let full = write_atomically(Path::new("/dev/full"), b"x").unwrap_err();
        let full = full.to_string();
        assert!(full.starts_with("/dev/full: cannot be written"), "{full}");
    }
}
