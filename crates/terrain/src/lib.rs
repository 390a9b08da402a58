//! `Land.msh`, `Land.map`, `.bas` and `BuildDat.lst`: the ground (spec page: terrain).
//!
//! A land is an NRes archive whose entries, the *streams*, are found by type id. [`Land::parse`] reads it,
//! [`Land::write`] writes it; nothing is lost in between. [`LandBuilder`] makes one from vertices and faces.
//!
//! From a land to a picture and to answers:
//!
//! ```text
//! Tiling::of(&land)                  tile -> slot of a level of detail -> draw order -> valid faces
//! Foundations::cut(&land, ..)        what buildings change: cut faces, bands around them
//! DrawLists::new(&land, &found.)     vertices, indices and, per tile and level, runs of one look
//! Relief::new(&land)                 ground(x, y), surface(x, y), raycast(origin, direction, filter)
//! ```
//!
//! Which materials a face wears: its two bytes are rows of `Land1.wea`; the same rows of `Land2.wea` are their
//! microtextures. Which files a mission's land path names is told by the reader of `data.tma`.
//!
//! Space is right-handed, X east, Y north, Z up, one unit is one metre; heights are used as stored.
#![forbid(unsafe_code)]

mod areal;
mod areal_check;
mod areal_grid;
mod areal_map;
mod bounds;
mod build_dat;
mod builder;
mod draw;
mod face;
mod facts;
mod flags;
mod foundation;
mod geometry;
mod grid;
mod land;
mod plan;
mod polygon;
mod relief;
mod stream;
mod tile;
mod tiling;
mod validate;
mod vertex;
mod warning;

#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod tests;

pub use areal::{Areal, ArealRecord48, EdgeLink8, PolygonBlock};
pub use areal_check::{ArealCheck, ArealWarning};
pub use areal_grid::{ArealGrid, Rectangle};
pub use areal_map::{ArealMap, Link, Located};
pub use bounds::Aabb;
pub use build_dat::{BuildCategory, BuildDat, CATEGORIES};
pub use builder::{LandBuilder, NewFace, NewVertex};
pub use draw::{DrawLists, DrawTile, Look, TileRun};
pub use face::{NO_MATERIAL, TerrainFace28, material_key, microtexture_key};
pub use facts::Facts;
pub use flags::{FaceFilter, FaceFlags, SurfaceKind};
pub use foundation::{Foundation, FoundationError, Foundations};
pub use geometry::{Corners, GroundVertex, Liquid};
pub use grid::TileGrid;
pub use land::{Land, SlotTable};
pub use plan::{GroundPlan, InnerRing, PlacedPlan, Ring};
pub use relief::{HeightHit, RayHit, Relief};
pub use stream::{Stream, StreamType};
pub use tile::{DrawEntry4, Slot68, SlotHeader, Tile38};
pub use tiling::{LOD_COUNT, TileFaces, Tiling};
pub use vertex::{PackedNormal, PackedUv};
pub use warning::{Check, Warning};
