//! Type 1: nodes (spec page: msh, section 3).

use crate::stream::StreamBytes;
use bytemuck::{Pod, Zeroable};

/// "None" in an index of a node.
pub const NONE: u16 = 0xFFFF;
/// Damage states a node has slot words for.
pub const STATE_COUNT: usize = 3;
/// Levels a node has slot words for: 0 to 3 are levels of detail, 4 is the unit's own view.
pub const LOD_COUNT: usize = 5;

/// One node of the model's tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Node38 {
    /// `hdr0`.
    pub flags: NodeFlags,
    /// The parent's index, below the node's own, or [`NONE`] for a root. See [`Node38::parent`].
    pub parent_or_link: u16,
    /// First word of the node's block in the frame map, or [`NONE`].
    pub anim_map_start: u16,
    /// The last key of the node's run, used alone where the frame map gives none.
    pub fallback_key: u16,
    /// `slot_index[state * 5 + lod]`, [`NONE`] for no geometry. See [`Node38::slot_word`].
    pub slot_index: [u16; STATE_COUNT * LOD_COUNT],
}

impl Node38 {
    /// The parent's index as stored; not checked against the node's own.
    pub fn parent(&self) -> Option<usize> {
        (self.parent_or_link != NONE).then_some(usize::from(self.parent_or_link))
    }

    /// The slot of exactly this damage state (0..3) and level (0..5); not checked against the slot count.
    pub fn slot_word(&self, state: usize, lod: usize) -> Option<usize> {
        if state >= STATE_COUNT || lod >= LOD_COUNT {
            return None;
        }
        let word = *self.slot_index.get(state * LOD_COUNT + lod)?;
        (word != NONE).then_some(usize::from(word))
    }
}

impl Default for Node38 {
    /// A root without frame map and geometry that stands on key 0.
    fn default() -> Self {
        Self {
            flags: NodeFlags::default(),
            parent_or_link: NONE,
            anim_map_start: NONE,
            fallback_key: 0,
            slot_index: [NONE; STATE_COUNT * LOD_COUNT],
        }
    }
}

/// The flag word `hdr0` of a node. Bits without a name here are unknown and kept.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct NodeFlags(pub u16);

impl NodeFlags {
    /// Inside of a building. Such nodes are drawn; the cutaway tells them from the shell.
    pub const INTERIOR: Self = Self(0x0001);
    /// In one mode of the walk over bounds the children are left out (uncertain).
    pub const BOUNDS_STOP_MODE0: Self = Self(0x0004);
    /// The walks over bounds and intersections leave the children out.
    pub const STOP_CHILD_TRAVERSAL: Self = Self(0x0010);
    /// Geometry of the unit's own first-person view only.
    pub const COCKPIT: Self = Self(0x0020);
    /// Casts no shadow.
    pub const NO_SHADOW: Self = Self(0x0040);
    /// Cancels that an interior node copies its parent's damage stage.
    pub const OWN_STAGE: Self = Self(0x0080);
    /// Stays at its last damage stage instead of vanishing: the shell of a dead building.
    pub const NEVER_HIDDEN: Self = Self(0x0100);
    /// Loss of this part kills the whole object.
    pub const VITAL: Self = Self(0x0200);
    /// Its life is its parent's.
    pub const NDP_INHERIT_PARENT_LIFE: Self = Self(0x0400);
    /// Attaching asks whether the parent's label contains `central`.
    pub const CHECK_PARENT_CENTRAL: Self = Self(0x0800);

    /// Whether all bits of `flags` are set.
    pub fn contains(self, flags: Self) -> bool {
        self.0 & flags.0 == flags.0
    }

    /// Whether the node casts a shadow in an outside view.
    pub fn casts_shadow(self) -> bool {
        !self.contains(Self::NO_SHADOW) && !self.contains(Self::COCKPIT)
    }
}

impl std::ops::BitOr for NodeFlags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// A record of the node table of `MTCHECK.MSH`: its meaning is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(transparent)]
pub struct Node24(pub [u8; 24]);

/// The node table, in one of its two forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeTable {
    /// What the engine understands, and all models but one have.
    Standard(Vec<Node38>),
    /// Opaque records: no parents, no animation, no slots; all batches are drawn, unposed.
    Short(Vec<Node24>),
}

impl NodeTable {
    /// Number of nodes.
    pub fn len(&self) -> usize {
        match self {
            Self::Standard(nodes) => nodes.len(),
            Self::Short(nodes) => nodes.len(),
        }
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The nodes that have a meaning; empty for the short form.
    pub fn standard(&self) -> &[Node38] {
        match self {
            Self::Standard(nodes) => nodes,
            Self::Short(_) => &[],
        }
    }

    /// Bytes of one record: 38 or 24.
    pub fn stride(&self) -> u32 {
        match self {
            Self::Standard(_) => 38,
            Self::Short(_) => 24,
        }
    }

    pub(crate) fn parse(stream: &StreamBytes<'_>) -> wire::Result<Self> {
        match stream.attr3 {
            38 => Ok(Self::Standard(stream.records("nodes")?)),
            24 => Ok(Self::Short(stream.records("nodes")?)),
            stride => Err(stream.malformed(
                0,
                "node stride (attr3)",
                "38 or 24",
                format!("unsupported node stride {stride}"),
            )),
        }
    }
}

impl Default for NodeTable {
    fn default() -> Self {
        Self::Standard(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of example E1.
    pub(crate) const E1: [u8; 38] = [
        0x50, 0x00, 0x02, 0x00, 0x06, 0x00, 0x11, 0x00, 0x04, 0x00, 0x05, 0x00, 0x05, 0x00, 0xff,
        0xff, 0xff, 0xff, 0x09, 0x00, 0x09, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
        0xff, 0xff, 0x01, 0x00, 0xff, 0xff, 0xff, 0xff,
    ];

    #[test]
    fn e01_node38_bytes() {
        let node: Node38 = bytemuck::pod_read_unaligned(&E1);
        assert_eq!(node.flags.0, 0x0050);
        assert_eq!(
            node.flags,
            NodeFlags::STOP_CHILD_TRAVERSAL | NodeFlags::NO_SHADOW
        );
        assert!(!node.flags.contains(NodeFlags::INTERIOR));
        assert!(!node.flags.contains(NodeFlags::COCKPIT));
        assert_eq!(node.parent(), Some(2));
        assert_eq!(node.anim_map_start, 6);
        assert_eq!(node.fallback_key, 17);
        assert_eq!(bytemuck::bytes_of(&node), E1);
    }
}
