//! Textures painted by code: a colour canvas, a relief that is lit and worn, and one file per family of surfaces.

mod canvas;
mod relief;

pub(crate) mod ground;
pub(crate) mod light;
pub(crate) mod machine;
pub(crate) mod nature;
pub(crate) mod wall;

pub(crate) use canvas::{Canvas, Colour, grey, mix_colour, rgb, scale};
pub(crate) use relief::Relief;
