use crate::{Aabb, MaterialId, TextureId};
use bytemuck::{Pod, Zeroable};

/// One corner of the landscape.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct GroundVertex {
    /// World position, metres.
    pub position: [f32; 3],
    /// Normal as signed bytes / 127. The fourth byte is 0.
    pub normal: [i8; 4],
    /// Coordinates of the coloured texture.
    pub uv0: [f32; 2],
    /// Coordinates of the microtexture.
    pub uv1: [f32; 2],
    /// Weight of the second material, 0..1.
    pub second_weight: f32,
}

/// What kind of surface a face is (spec page: terrain, section 7.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum SurfaceKind {
    /// Ordinary ground.
    #[default]
    Ground,
    /// The lowest ground, under a liquid.
    Bed,
    /// Water.
    Water,
    /// Lava.
    Lava,
}

/// A look of the landscape: faces with equal materials are drawn together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct GroundSurface {
    /// First material.
    pub base: MaterialId,
    /// Microtexture of the first material, if it has one and the faces ask for it.
    pub base_micro: Option<TextureId>,
    /// Second material, mixed in by the vertex weight.
    pub second: Option<MaterialId>,
    /// Microtexture of the second material.
    pub second_micro: Option<TextureId>,
    /// Ground, bed or liquid.
    pub kind: SurfaceKind,
}

/// Triangles of one surface in one tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TileRun {
    /// Index into [`Ground::surfaces`].
    pub surface: u32,
    /// First element in [`Ground::indices`].
    pub first_index: u32,
    /// Elements, a multiple of 3.
    pub index_count: u32,
}

/// One square of the landscape's grid.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GroundTile {
    /// Box around its own vertices.
    pub bounds: Aabb,
    /// Runs of the detailed mesh (0) and the coarse one (1); each covers the whole tile alone.
    pub lods: [Vec<TileRun>; 2],
}

/// The landscape.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ground {
    /// Corners of both levels of detail.
    pub vertices: Vec<GroundVertex>,
    /// Triangles, three indices each; runs of one surface and level lie side by side over the tiles, so that
    /// neighbours that are both seen become one draw.
    pub indices: Vec<u32>,
    /// Source face of each triangle (index / 3), for picking.
    pub faces: Vec<u32>,
    /// Distinct looks.
    pub surfaces: Vec<GroundSurface>,
    /// Squares of the grid.
    pub tiles: Vec<GroundTile>,
}
