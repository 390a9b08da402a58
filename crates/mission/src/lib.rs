//! Loads one mission: every placed object resolved into components, with problems and their provenance
//! (spec page: mission, section 4).
//!
//! [`load()`] reads `data.tma`, finds what each placed object is made of, reads every distinct resource once
//! (in parallel, from memory-mapped archives), and gives a [`Mission`]. A bad part never fails it: the part is missing from
//! the result, and a [`Problem`] says what is wrong and where. Only `data.tma` and a ground that cannot be read
//! at all end the load.
#![forbid(unsafe_code)]

mod assembly;
mod examine;
mod ground;
mod library;
mod load;
mod pose;
mod problem;
mod progress;
mod surface;

pub use assembly::{Assembly, Component, Failure};
pub use ground::Land;
pub use library::{Image, Index, Loaded, Material, Resources};
pub use load::{Error, Mission, Object, Sky, Timings, load};
pub use pose::{PoseFault, PoseMode, PoseScratch};
pub use problem::{Place, Problem, Problems, Severity};
pub use progress::{Cancelled, Progress, Stage};
