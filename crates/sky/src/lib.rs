//! sky.ske day cycles and sky.wea tables: sky, light, fog and weather at any time of a mission (spec page: environment,
//! sections 4, 5 and 11.4).
//!
//! [`Ske`] is the file; [`Sky`] is its day cycle, which [`Sky::sample`] turns into a [`SkySample`] at a position of the
//! clock. A mission without a readable file has [`SkySample::without_file`]. Colours are display values, 0 to 1.
#![forbid(unsafe_code)]

mod body;
mod cycle;
pub mod dome;
mod event;
#[cfg(test)]
mod fixture;
pub mod flare;
mod fog;
mod sample;
mod ske;
mod wea;

pub use body::{Body, BodyKind};
pub use cycle::{CycleError, Sky, TimeOfDay};
pub use event::Opcode;
pub use fog::FogLaw;
pub use sample::{DirectionalLight, SkySample};
pub use ske::{Keyframe, Section, Ske, SkeString, Slot, Time32};
pub use wea::WeaRow;
