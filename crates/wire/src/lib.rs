//! Checked little-endian reading and writing, with errors that say where.
//!
//! Every format crate reads through [`Reader`] and writes through [`Writer`]. No read can panic: each one that
//! would pass the end of the bytes ends in a [`Malformed`] that names the field, its offset, what was expected
//! and what was found. Fixed-size records are declared once as a `#[repr(C)]` [`bytemuck::Pod`] struct and
//! are read and written by the same declaration ([`Reader::records`], [`Writer::records`]).
//!
//! All files of the game are little-endian; so are all machines Overfly runs on (a big-endian target does not
//! compile).
#![forbid(unsafe_code)]

#[cfg(target_endian = "big")]
compile_error!("the record structs of the format crates are laid out for little-endian machines");

mod error;
mod reader;
mod text;
mod writer;

pub use error::Malformed;
pub use reader::Reader;
pub use text::{FixedName, decode_cp1251, encode_cp1251, eq_ignore_case, fold, until_nul};
pub use writer::Writer;

/// The result of reading bytes.
pub type Result<T> = std::result::Result<T, Malformed>;
