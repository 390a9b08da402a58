use crate::Aabb;
use bytemuck::{Pod, Zeroable};

/// The batch flags a renderer must know (spec page: msh, section 8.3).
pub mod batch_flags {
    /// A doorway quad that fades with distance; always translucent.
    pub const PORTAL: u16 = 0x0008;
    /// Portal kind "sign": fades in with distance like its own law says.
    pub const PORTAL_SIGN: u16 = 0x0010;
    /// Filed as see-through: sorted, no depth write.
    pub const SEE_THROUGH: u16 = 0x0100;
}

/// One corner, copied for each node that draws it: a source vertex used by two nodes is two vertices here.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct MeshVertex {
    /// Position in the frame of `node`, metres.
    pub position: [f32; 3],
    /// Normal as signed bytes / 127; (0, 0, 0) takes no light. The fourth byte is 0.
    pub normal: [i8; 4],
    /// Texture coordinates, v = 0 at the first row.
    pub uv0: [f32; 2],
    /// Lightmap coordinates.
    pub uv1: [f32; 2],
    /// Index of the node whose pose moves this vertex.
    pub node: u32,
}

/// One node of a mesh, for names, picking and the inspector.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MeshNode {
    /// Its name in the file, or an empty string.
    pub name: String,
    /// Index of the parent, if any.
    pub parent: Option<u32>,
}

/// The vertices and triangles that one batch of one node's slot draws; the unit of picking.
#[derive(Debug, Clone, PartialEq)]
pub struct NodeRange {
    /// Node that draws it.
    pub node: u32,
    /// Slot of the model that holds the batch.
    pub slot: u32,
    /// Batch of the model.
    pub batch: u32,
    /// Row of the material set.
    pub material_row: u32,
    /// Row of the set's lightmaps.
    pub lightmap_row: Option<u32>,
    /// Raw flags of the batch.
    pub flags: u16,
    /// First element in [`Mesh::indices`].
    pub first_index: u32,
    /// Elements, a multiple of 3.
    pub index_count: u32,
    /// Box around its vertices in the node's frame.
    pub bounds: Aabb,
}

/// A run of indices that one draw call can take: node ranges with equal material, lightmap and flags, side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draw {
    /// Row of the material set.
    pub material_row: u32,
    /// Row of the set's lightmaps.
    pub lightmap_row: Option<u32>,
    /// Raw flags of the batch.
    pub flags: u16,
    /// First element in [`Mesh::indices`].
    pub first_index: u32,
    /// Elements, a multiple of 3.
    pub index_count: u32,
    /// First of its ranges in [`Variant::ranges`].
    pub first_range: u32,
    /// Number of ranges; see-through draws have exactly 1, so that each can be sorted.
    pub range_count: u32,
}

/// What a mesh draws in one (state, level of detail).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Variant {
    /// Ranges in draw order.
    pub ranges: Vec<NodeRange>,
    /// Merged draws over `ranges`.
    pub draws: Vec<Draw>,
    /// Box around the unposed vertices of every node in its own frame, by node; `None` for nodes that draw nothing.
    pub node_bounds: Vec<Option<Aabb>>,
}

/// Geometry of one model.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Mesh {
    /// `archive:entry`, for labels.
    pub name: String,
    /// Corners.
    pub vertices: Vec<MeshVertex>,
    /// Triangles, three indices each, into `vertices`.
    pub indices: Vec<u32>,
    /// Nodes, in file order.
    pub nodes: Vec<MeshNode>,
    /// Distinct selections; [`Mesh::variant`] maps (state, level of detail) to one.
    pub variants: Vec<Variant>,
    /// Index into `variants` by `state * 5 + lod`; lod 4 is the own view.
    pub variant_of: [u8; 15],
}

impl Mesh {
    /// What is drawn in a state (0..2) and level of detail (0..4).
    pub fn variant(&self, state: u8, lod: u8) -> Option<&Variant> {
        self.variants.get(self.variant_index(state, lod))
    }

    /// Index into `variants` of a state (0..2) and level of detail (0..4).
    pub fn variant_index(&self, state: u8, lod: u8) -> usize {
        let index = usize::from(state.min(2)) * 5 + usize::from(lod.min(4));
        self.variant_of
            .get(index)
            .map_or(0, |&index| usize::from(index))
    }
}
