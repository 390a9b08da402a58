use crate::PathFault;
use std::io;
use std::path::PathBuf;
use wire::Malformed;

/// Why something in a game folder cannot be had. Every message is one line.
///
/// `file` is the path that a game file or the user named, with `/` between its segments, decoded for display.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The path is none that a game file may name.
    #[error("{file}: {fault}")]
    BadPath {
        /// The path as given.
        file: String,
        /// What is wrong with it.
        fault: PathFault,
    },
    /// No such file.
    #[error("{file}: not found")]
    NotFound {
        /// The path as asked for.
        file: String,
    },
    /// The file is there, the system refuses to read it.
    #[error("{file}: cannot be read: {source}")]
    Unreadable {
        /// The path as asked for.
        file: String,
        /// The system's answer.
        source: io::Error,
    },
    /// The file cannot be written.
    #[error("{file}: cannot be written: {source}")]
    Unwritable {
        /// The path as asked for.
        file: String,
        /// The system's answer.
        source: io::Error,
    },
    /// A folder, a device or a pipe stands where a file is expected.
    #[error("{file}: expected a file, found a folder or a device")]
    NotAFile {
        /// The path as asked for.
        file: String,
    },
    /// A symbolic link leads out of the game folder.
    #[error("{file}: expected a file inside the game folder, found a link to {}", target.display())]
    OutsideRoot {
        /// The path as asked for.
        file: String,
        /// Where the link leads.
        target: PathBuf,
    },
    /// The file is longer than any that is read.
    #[error("{file}: expected at most {} bytes, found {length}", nres::MAX_IMAGE)]
    TooLarge {
        /// The path as asked for.
        file: String,
        /// Its length in bytes.
        length: u64,
    },
    /// The file is no NRes archive.
    #[error("{file}: offset 0x0: expected an NRes archive, found {found}")]
    NotAnArchive {
        /// The path as asked for.
        file: String,
        /// What its first bytes say.
        found: String,
    },
    /// The file's bytes are wrong.
    #[error("{file}: {source}")]
    Malformed {
        /// The path as asked for.
        file: String,
        /// What is wrong, and where.
        source: Box<Malformed>,
    },
    /// The archive has no entry of that name.
    #[error("{file}: entry {entry:?} not found")]
    EntryMissing {
        /// The archive.
        file: String,
        /// The name asked for.
        entry: String,
    },
    /// The entry is of another type; to the game it is not there.
    #[error("{file}:{entry}: expected an entry of type {expected}, found {found}")]
    WrongType {
        /// The archive.
        file: String,
        /// The entry's name.
        entry: String,
        /// The expected type id, as text.
        expected: String,
        /// The entry's type id, as text.
        found: String,
    },
    /// The entry's payload lies outside the archive.
    #[error("{file}:{entry}: {source}")]
    EntryUnreadable {
        /// The archive.
        file: String,
        /// The entry's name.
        entry: String,
        /// What is wrong, and where.
        source: Box<Malformed>,
    },
    /// The folder fails the install test.
    #[error("{}: expected a game folder, found no {missing}", folder.display())]
    NotAGameFolder {
        /// The folder.
        folder: PathBuf,
        /// What it lacks.
        missing: &'static str,
    },
    /// No folder from the path upwards passes the install test.
    #[error("{}: expected a path inside a game folder, found none upwards", path.display())]
    NoGameFolderAbove {
        /// Where the search began.
        path: PathBuf,
    },
    /// No mission has that name.
    #[error("{name}: no such mission")]
    MissionMissing {
        /// The name asked for.
        name: String,
    },
    /// Several missions have that name.
    #[error("{name}: expected one mission, found {}", candidates.join(", "))]
    MissionAmbiguous {
        /// The name asked for.
        name: String,
        /// The missions that have it.
        candidates: Vec<String>,
    },
}

impl Error {
    /// Whether the thing is simply not there: the one error after which the next layer or fallback is tried.
    pub fn is_missing(&self) -> bool {
        matches!(
            self,
            Self::NotFound { .. } | Self::EntryMissing { .. } | Self::WrongType { .. }
        )
    }

    /// The system's answer, told apart: a file that is not there is [`Error::NotFound`].
    pub(crate) fn from_io(file: impl Into<String>, source: io::Error) -> Self {
        let file = file.into();
        if source.kind() == io::ErrorKind::NotFound {
            Self::NotFound { file }
        } else {
            Self::Unreadable { file, source }
        }
    }
}
