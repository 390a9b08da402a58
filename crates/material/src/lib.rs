//! WEAR tables and MAT0 materials (spec page: materials).
//!
//! A batch names a row of its model's [`Wear`]; [`resolve()`] finds the row's [`Material`] in `Material.lib`;
//! [`Material::at_time`] gives the [`ActivePhase`] of a moment; [`SurfaceState::of`] says in which layer and with
//! which blending it is drawn. What can be forgiven on the way is a [`Warning`] with the code of the spec page.
//!
//! The colours that come out of all this are shaded elsewhere (spec page: materials, section 9).
#![forbid(unsafe_code)]

mod blend;
mod class;
mod layer;
mod lightmap;
mod mat0;
mod phase;
mod problem;
mod resolve;
mod sample;
mod track;
mod wear;

#[cfg(test)]
mod tests;

pub use blend::{BlendFactor, BlendMode, DrawFlags};
pub use class::SurfaceClass;
pub use layer::{ALPHA_TEST, CUT_OUT_TEST, Layer, Surface, SurfaceState, TranslucentOrder};
pub use lightmap::lightmap_row;
pub use mat0::Material;
pub use phase::{ActivePhase, PageChoice, Phase};
pub use problem::{Error, ErrorKind, Severity, Warning, WriteError};
pub use resolve::{Found, Resolution, resolve};
pub use sample::{random_roll, track_of_clan};
pub use track::{Interpolation, Key, LoopMode, Step, Track};
pub use wear::{Wear, WearRow};
