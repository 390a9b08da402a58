//! objects.rlb prototypes and unit .dat schemes: from the name of a placed object to the members of archives that
//! draw it (spec page: mission, section 4).
//!
//! | step | here |
//! | --- | --- |
//! | what a resource name points to | [`Target::of`] |
//! | unit `.dat` | [`Scheme`], [`Scheme::tree`] |
//! | entry of `objects.rlb` | [`read_references`], [`expand`] for its parents |
//! | which references are mesh, materials, controls | [`Selection::of`], [`name_candidates`] |
//! | what failed | [`Edge`] |
//!
//! Nothing here opens an archive: payloads come as bytes, look-ups as closures.
#![forbid(unsafe_code)]

#[cfg(test)]
mod fixture;
mod parents;
mod prototype;
mod resolve;
mod scheme;
mod scheme_type;
mod select;

pub use parents::{DEEPEST, Effective, ExpandError, MOST_REFERENCES, expand};
pub use prototype::{ObjectRef64, PrototypeClass, REGISTRY, field_name, is_registry};
pub use prototype::{read_references, write_references};
pub use resolve::{Edge, Target};
pub use scheme::{Component, EntryType, Mount, Scheme, TreeNode};
pub use scheme_type::SchemeType;
pub use select::{Selection, has_extension, name_candidates, with_extension};
