use crate::bytes::read_file;
use crate::path::display_bytes;
use crate::{Bytes, Container, Error, Reading, Result};
use nres::{Directory, Entry};
use std::path::{Path, PathBuf};

/// An NRes archive with its bytes.
#[derive(Debug)]
pub struct OpenArchive {
    name: String,
    host: PathBuf,
    bytes: Bytes,
    directory: Directory,
}

impl OpenArchive {
    /// Opens an archive anywhere on the host; one of a game folder is opened by [`crate::GameFolder::archive`].
    pub fn open(host: &Path, reading: Reading) -> Result<Self> {
        Self::open_as(host, host.display().to_string(), reading)
    }

    /// Opens an archive that errors call `name`.
    pub(crate) fn open_as(host: &Path, name: String, reading: Reading) -> Result<Self> {
        let bytes = read_file(host, &name, reading)?;
        match Container::recognise(&bytes) {
            Some(Container::NRes) => {}
            Some(Container::RsLi) => {
                let found = "an RsLi library".to_owned();
                return Err(Error::NotAnArchive { file: name, found });
            }
            None => {
                let found = match bytes.get(..4) {
                    Some(magic) => format!("\"{}\"", magic.escape_ascii()),
                    None => format!("{} bytes", bytes.len()),
                };
                return Err(Error::NotAnArchive { file: name, found });
            }
        }
        match Directory::parse(&bytes) {
            Ok(directory) => Ok(Self {
                name,
                host: host.to_path_buf(),
                bytes,
                directory,
            }),
            Err(source) => Err(Error::Malformed {
                file: name,
                source: source.into(),
            }),
        }
    }

    /// How messages call the archive: its path in the game folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the archive lies on the host.
    pub fn path(&self) -> &Path {
        &self.host
    }

    /// The whole image.
    pub fn bytes(&self) -> &Bytes {
        &self.bytes
    }

    /// The directory.
    pub fn directory(&self) -> &Directory {
        &self.directory
    }

    /// The entries, in directory order.
    pub fn entries(&self) -> &[Entry] {
        self.directory.entries()
    }

    /// Directory index of the first entry of that name ([`Directory::find`]).
    pub fn find(&self, name: &[u8]) -> Option<usize> {
        self.directory.find(name)
    }

    /// An entry's payload, a slice of the archive ([`Directory::payload`]).
    pub fn payload(&self, index: usize) -> wire::Result<&[u8]> {
        self.directory.payload(&self.bytes, index)
    }

    /// The entry of that name with its directory index. With a `type_id`, an entry of another type is not there.
    ///
    /// # Errors
    /// [`Error::EntryMissing`], [`Error::WrongType`] or [`Error::EntryUnreadable`]. An empty payload is none.
    pub fn entry(&self, name: &[u8], type_id: Option<u32>) -> Result<(usize, &[u8])> {
        let shown = || display_bytes(wire::until_nul(name));
        let found = self.find(name).and_then(|index| {
            let entry = self.entries().get(index)?;
            Some((index, entry.type_id))
        });
        let Some((index, found)) = found else {
            return Err(Error::EntryMissing {
                file: self.name.clone(),
                entry: shown(),
            });
        };
        if let Some(expected) = type_id
            && expected != found
        {
            return Err(Error::WrongType {
                file: self.name.clone(),
                entry: shown(),
                expected: nres::tag_text(expected),
                found: nres::tag_text(found),
            });
        }
        match self.payload(index) {
            Ok(payload) => Ok((index, payload)),
            Err(source) => Err(Error::EntryUnreadable {
                file: self.name.clone(),
                entry: shown(),
                source: source.into(),
            }),
        }
    }
}
