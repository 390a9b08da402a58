//! What a model's reader or examiner found odd without refusing the model (spec page: msh, section 13).

use wire::Malformed;

/// One kind of oddity of one model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// What is odd.
    pub kind: WarningKind,
    /// Where it was seen first. The offset counts from the start of the model; 0 where no single byte is at fault.
    pub first: Malformed,
    /// How often it was seen; at least 1.
    pub count: usize,
}

/// The kinds of oddity a model can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum WarningKind {
    /// An optional stream occurs twice; the first is used.
    DuplicateStream,
    /// The directory's record count differs from the stream's size; the size is used.
    RecordCount,
    /// The node table has the stride of `MTCHECK.MSH`: all batches are drawn, unposed.
    ShortNodes,
    /// A slot word of a node names no slot: that node draws nothing there.
    SlotIndex,
    /// A cockpit node has a slot outside the own view; it is not drawn there.
    CockpitSlot,
    /// A slot's triangle range leaves type 7.
    SlotTriangles,
    /// A batch's index count is no multiple of three; the tail is not drawn.
    BatchTail,
    /// A batch's largest index is not below its vertex count.
    BatchVertexCount,
    /// A batch's `material_index_hi` is not zero; it is ignored.
    MaterialIndexHi,
    /// A portal batch names a room node that does not exist.
    PortalRoom,
    /// A batch carries a flag that only the running engine sets.
    RunTimeFlag,
    /// Lightmap flag, lightmap index and UV1 of a batch do not agree.
    LightmapMismatch,
    /// A stream of one record per vertex has another count; vertices past its end have no value.
    VertexStreamCount,
    /// Type 18 breaks a rule; the model has no UV1.
    Uv1Dropped,
    /// The number of triangle descriptors differs from the number of triangles; they are not used for picking.
    DescriptorCount,
    /// Types 8 and 19 are not both there; the model has no animation data.
    NoAnimation,
    /// A node's fallback key does not exist; the model is drawn unposed.
    FallbackKey,
    /// A parent does not come before its child; the model is drawn unposed.
    ParentOrder,
    /// A node's block of the frame map leaves the map; the fallback key stands in.
    MapBlock,
    /// Type 9 does not hold one name per node.
    NameCount,
    /// Type 10 ends inside a record; the nodes have no labels.
    LabelsTruncated,
    /// Type 10 has bytes after its last record.
    LabelsRest,
    /// A label does not end with a NUL.
    LabelTerminator,
    /// Type 17 does not have the size its counts ask for, or names a vertex or node that does not exist.
    PathGraph,
    /// An auxiliary stream's size does not fit its stride; it is kept raw.
    AuxiliarySize,
    /// Most triangles wind against their vertex normals.
    Winding,
    /// Posed geometry leaves the authored box by more than 1 % of its diagonal.
    OutsideBox,
    /// A slot's box is not the extent of its vertices.
    SlotBox,
    /// A batch's `vertex_count` is not its largest index plus one.
    VertexCountNotTight,
    /// Triangles mix texture words below and above 0x8000.
    MixedUvSigns,
}

impl WarningKind {
    /// A short name for reports, in kebab case.
    pub fn code(self) -> &'static str {
        match self {
            Self::DuplicateStream => "msh-duplicate-stream",
            Self::RecordCount => "msh-record-count",
            Self::ShortNodes => "msh-short-nodes",
            Self::SlotIndex => "msh-slot-index",
            Self::CockpitSlot => "msh-cockpit-slot",
            Self::SlotTriangles => "msh-slot-triangles",
            Self::BatchTail => "msh-batch-tail",
            Self::BatchVertexCount => "msh-batch-vertex-count",
            Self::MaterialIndexHi => "msh-material-index-hi",
            Self::PortalRoom => "msh-portal-room",
            Self::RunTimeFlag => "msh-run-time-flag",
            Self::LightmapMismatch => "msh-lightmap-mismatch",
            Self::VertexStreamCount => "msh-vertex-stream-count",
            Self::Uv1Dropped => "msh-uv1-dropped",
            Self::DescriptorCount => "msh-descriptor-count",
            Self::NoAnimation => "msh-no-animation",
            Self::FallbackKey => "msh-fallback-key",
            Self::ParentOrder => "msh-parent-order",
            Self::MapBlock => "msh-map-block",
            Self::NameCount => "msh-name-count",
            Self::LabelsTruncated => "msh-labels-truncated",
            Self::LabelsRest => "msh-labels-rest",
            Self::LabelTerminator => "msh-label-terminator",
            Self::PathGraph => "msh-path-graph",
            Self::AuxiliarySize => "msh-auxiliary-size",
            Self::Winding => "msh-winding",
            Self::OutsideBox => "msh-outside-box",
            Self::SlotBox => "msh-slot-box",
            Self::VertexCountNotTight => "msh-vertex-count-not-tight",
            Self::MixedUvSigns => "msh-mixed-uv-signs",
        }
    }

    /// Whether the data are damaged, so that [`crate::Model::parse_strict`] refuses them. The other kinds are
    /// unusual, but harmless.
    pub fn is_damage(self) -> bool {
        matches!(
            self,
            Self::DuplicateStream
                | Self::SlotIndex
                | Self::CockpitSlot
                | Self::SlotTriangles
                | Self::VertexStreamCount
                | Self::Uv1Dropped
                | Self::DescriptorCount
                | Self::NoAnimation
                | Self::FallbackKey
                | Self::ParentOrder
                | Self::MapBlock
                | Self::NameCount
                | Self::LabelsTruncated
                | Self::LabelsRest
                | Self::LabelTerminator
                | Self::PathGraph
                | Self::AuxiliarySize
        )
    }
}

/// Gathers warnings, one per kind: a damaged file must not fill the memory with messages.
#[derive(Debug, Default)]
pub(crate) struct Warnings(Vec<Warning>);

impl Warnings {
    /// Counts one sighting; `malformed` is asked only for the first of its kind.
    pub(crate) fn add(&mut self, kind: WarningKind, malformed: impl FnOnce() -> Malformed) {
        match self.0.iter_mut().find(|warning| warning.kind == kind) {
            Some(warning) => warning.count = warning.count.saturating_add(1),
            None => self.0.push(Warning {
                kind,
                first: malformed(),
                count: 1,
            }),
        }
    }

    pub(crate) fn into_vec(self) -> Vec<Warning> {
        self.0
    }
}
