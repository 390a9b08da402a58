//! Makes the example game: a small, original, freely licensed game folder in the real formats, written by the format
//! crates' own writers. The same bytes come out on every machine: noise is seeded, maths is `libm` and plain IEEE.
//!
//! | what | where |
//! | --- | --- |
//! | pictures painted by code | `paint` and `textures` |
//! | materials | `materials` |
//! | solids, and what a model is made of | `shape`, `model` |
//! | one file per model | `models` |
//! | baked light, meshes, control data | `bake`, `mesh`, `control` |
//! | the valley and what stands in it | `world`, `land`, `areals`, `mission`, `minimap`, `sky_cycle` |
//! | libraries and files | `folder` |
//!
//! A new model is a file in `models` and its line in `models::all`; a new texture a painter and its line in
//! `textures::all`; a new material its line in `materials::all`.
#![forbid(unsafe_code)]
#![allow(
    clippy::indexing_slicing,
    reason = "no input reaches the generator: every index is its own"
)]

mod areals;
mod bake;
mod control;
mod error;
mod folder;
pub mod installation;
mod land;
mod materials;
mod mesh;
mod minimap;
mod mission;
mod model;
mod models;
mod noise;
mod paint;
mod shape;
mod sky_cycle;
mod textures;
mod world;

pub use error::{Error, Result};
pub use folder::{Files, generate};

use std::path::{Path, PathBuf};

/// The folder of the repository that holds the committed example game.
pub fn default_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets-examples")
}

/// Makes the game and writes it below `folder`; files that are already there are replaced.
///
/// # Errors
///
/// A fault of the generator, or a file that cannot be written.
pub fn write_to(folder: &Path) -> Result<Files> {
    let files = generate()?;
    for (name, bytes) in &files {
        let path = folder.join(name);
        let fault = |source| Error::File {
            path: path.display().to_string(),
            source,
        };
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(fault)?;
        }
        std::fs::write(&path, bytes).map_err(fault)?;
    }
    Ok(files)
}
