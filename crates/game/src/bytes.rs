use crate::{Error, Result};
use memmap2::Mmap;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::ops::Deref;
use std::path::Path;

/// How archives are held; see the crate's page for what happens when a file changes meanwhile.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// Memory-mapped: opening is quick, and only what is used is read.
    #[default]
    Mapped,
    /// Read into memory at once: safe from programs that change the file in place.
    Copied,
}

/// The content of a file.
pub struct Bytes(Content);

enum Content {
    Mapped(Mmap),
    Owned(Vec<u8>),
}

impl Bytes {
    /// Whether the content is a memory map.
    pub fn is_mapped(&self) -> bool {
        matches!(self.0, Content::Mapped(_))
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(Content::Owned(bytes))
    }
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match &self.0 {
            Content::Mapped(map) => map,
            Content::Owned(bytes) => bytes,
        }
    }
}

impl AsRef<[u8]> for Bytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.len())
    }
}

/// Opens a regular file of an allowed length and holds its content; `file` names it in errors.
pub(crate) fn read_file(host: &Path, file: &str, reading: Reading) -> Result<Bytes> {
    // Asked before opening: to open a pipe would wait for its writer.
    let metadata = std::fs::metadata(host).map_err(|error| Error::from_io(file, error))?;
    if !metadata.is_file() {
        return Err(Error::NotAFile { file: file.into() });
    }
    check_length(metadata.len(), file)?;
    let open = File::open(host).map_err(|error| Error::from_io(file, error))?;
    // An empty file has no map; other failures are those of the file system, for which reading may still do.
    if reading == Reading::Mapped
        && metadata.len() > 0
        && let Ok(map) = map_file(&open)
    {
        check_length(map.len() as u64, file)?;
        return Ok(Bytes(Content::Mapped(map)));
    }
    let limit = nres::MAX_IMAGE as u64;
    let mut bytes = Vec::new();
    open.take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| Error::from_io(file, error))?;
    check_length(bytes.len() as u64, file)?;
    Ok(bytes.into())
}

fn check_length(length: u64, file: &str) -> Result<()> {
    if length > nres::MAX_IMAGE as u64 {
        return Err(Error::TooLarge {
            file: file.into(),
            length,
        });
    }
    Ok(())
}

#[allow(unsafe_code)]
fn map_file(file: &File) -> std::io::Result<Mmap> {
    // SAFETY: the map is read-only and private to `Bytes`. Its bytes change only if another program writes to the
    // file in place; every parser bounds-checks what it reads, and the crate's page states the rest of the contract.
    unsafe { Mmap::map(file) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_is_the_same_mapped_and_copied() {
        let folder = tempfile::tempdir().unwrap();
        let host = folder.path().join("a");
        std::fs::write(&host, b"content").unwrap();
        let mapped = read_file(&host, "a", Reading::Mapped).unwrap();
        let copied = read_file(&host, "a", Reading::Copied).unwrap();
        assert!(mapped.is_mapped() && !copied.is_mapped());
        assert_eq!(&mapped[..], b"content");
        assert_eq!(&copied[..], b"content");
    }

    #[test]
    fn an_empty_file_is_held_without_a_map() {
        let folder = tempfile::tempdir().unwrap();
        let host = folder.path().join("a");
        std::fs::write(&host, b"").unwrap();
        let bytes = read_file(&host, "a", Reading::Mapped).unwrap();
        assert!(bytes.is_empty() && !bytes.is_mapped());
    }

    #[test]
    fn folders_missing_and_huge_files_are_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let read = |name: &str| read_file(&folder.path().join(name), name, Reading::Mapped);
        assert!(matches!(read("."), Err(Error::NotAFile { .. })));
        assert!(matches!(read("none"), Err(Error::NotFound { .. })));
        let huge = File::create(folder.path().join("huge")).unwrap();
        huge.set_len(nres::MAX_IMAGE as u64 + 1).unwrap();
        assert!(matches!(read("huge"), Err(Error::TooLarge { .. })));
    }
}
