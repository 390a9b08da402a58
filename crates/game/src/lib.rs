//! A game folder: case-blind paths, memory-mapped archives, which library holds what
//! (spec page: containers, sections 4 to 6).
//!
//! [`GameFolder`] is the door: it finds files by the paths that game files name, whatever their letter case on disk,
//! opens each archive once, and lists missions and archives. It knows nothing of what files mean.
//!
//! # Files that change while the game folder is open
//! Archives are memory-mapped by default. The game folder is read-only to Overfly and programs that change an archive
//! should replace it ([`write_atomically`] does): the map then keeps the old content. A program that instead overwrites
//! a mapped archive in place changes the bytes under the parsers (they check every read, so the worst is wrong
//! content or an error), and one that truncates it makes the next access past the new end a fault that ends
//! the process. [`Reading::Copied`] reads archives into memory instead, for folders where that must not happen.
//! Loose files are always copied. Listings of folders are read once; open a new [`GameFolder`] to see new files.
#![deny(unsafe_code)]

mod archive;
mod bytes;
mod error;
mod folder;
pub mod libraries;
mod missions;
mod path;
mod tree;
mod write;

pub use archive::OpenArchive;
pub use bytes::{Bytes, Reading};
pub use error::Error;
pub use folder::{ArchiveFile, Found, GameFolder, Part};
pub use libraries::Container;
pub use missions::{Mission, MissionGroup};
pub use path::{GamePath, PathFault};
pub use tree::Ambiguity;
pub use write::write_atomically;

/// The result of looking something up in a game folder.
pub type Result<T> = std::result::Result<T, Error>;
