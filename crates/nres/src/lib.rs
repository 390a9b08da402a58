//! The NRes container: read zero-copy, write, edit losslessly (spec page: containers, section 2).
//!
//! An NRes image is a header, a region of payloads and a directory at its end. The same image stands as a file on
//! disk and nested as the payload of a `MESH` entry. This crate knows nothing of what the payloads hold.
//!
//! * [`Archive`] reads an image that the caller holds; its payloads are slices of it.
//! * [`Directory`] is the directory alone, owned, for a caller that keeps the bytes elsewhere (a memory map).
//! * [`Builder`] writes a new image, [`Editor`] changes an existing one and keeps all the rest byte for byte.
//!
//! Reading is tolerant: only what makes the whole image unreadable (rules N01 to N05) is an error, other damage
//! is confined to one entry and listed in [`Directory::warnings`]. [`Directory::validate`] turns the first of these
//! warnings into an error: the strict profile, for tests and authoring.
#![forbid(unsafe_code)]

mod archive;
mod build;
mod directory;
mod edit;
mod order;
mod rules;
pub mod tags;

pub use archive::Archive;
pub use build::{Builder, NewEntry};
pub use directory::{Directory, Entry};
pub use edit::Editor;
pub use rules::{Rule, Warning};
pub use tags::{tag, tag_text};

/// The first four bytes of every NRes image.
pub const MAGIC: [u8; 4] = *b"NRes";

/// The only version of the format.
pub const VERSION: u32 = 0x100;

/// Longest image that is read or written, in bytes. The largest shipped file is far below it.
pub const MAX_IMAGE: usize = 256 << 20;

/// Most entries of one image.
pub const MAX_ENTRIES: usize = 1_000_000;

/// Most payload bytes of one image, all entries together. Only overlapping payloads can pass it: entries beyond it
/// are unreadable (rule N06), so that a small file cannot ask for unbounded decoding.
pub const MAX_PAYLOADS: u64 = 512 << 20;

/// Longest name that a written entry may have, in bytes; the field holds one more for the NUL.
pub const MAX_NAME: usize = 35;

/// Whether `bytes` begin as an NRes image. Containers are recognised by this, never by a file's extension.
pub fn is_nres(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC)
}

/// Payloads that this crate writes start on multiples of this.
const ALIGNMENT: usize = 8;

#[cfg(test)]
mod fixtures;
