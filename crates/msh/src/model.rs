//! A whole model: reading its streams (spec page: msh, sections 2 to 6 and 13).

use crate::animation::{AnimKey24, Animation};
use crate::batch::Batch20;
use crate::label::{Labels, NodeNames};
use crate::light::LocalLight48;
use crate::node::NodeTable;
use crate::path_graph::PathGraph;
use crate::slot::{self, ModelBounds, Slot68};
use crate::stream::{MeshKind, Stream, StreamBytes, StreamType};
use crate::triangle::Triangle16;
use crate::validate;
use crate::vertex::{PackedNormal, PackedUv};
use crate::warning::{Warning, WarningKind, Warnings};
use glam::Vec3;
use wire::Malformed;

/// Most indices and batches that the batches of a model may reach, its slots, and its nodes in all states and levels
/// together.
///
/// Batches, slots and nodes share what they refer to, so a small file could ask for an endless drawing. The largest
/// shipped model reaches fewer than 100 000.
pub const MAX_REACHED: u64 = 1 << 24;

/// A model, stream by stream. Everything that was read is kept, so that [`Model::write`] gives it back.
///
/// A parsed model is consistent: slots name existing batches, batches name existing indices and vertices, all used
/// positions are finite. The methods stay safe on models that were put together or changed by hand.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Model {
    /// The directory in file order. [`Model::lay_out`] makes one for a model that was put together by hand.
    pub directory: Vec<Stream>,
    /// Type 1.
    pub nodes: NodeTable,
    /// Type 2, its header: authored bounds of the posed model.
    pub header: ModelBounds,
    /// Type 2, its records.
    pub slots: Vec<Slot68>,
    /// Type 3: vertex positions in the frame of the node that draws them, in metres.
    pub positions: Vec<Vec3>,
    /// Type 4: vertex normals.
    pub normals: Option<Vec<PackedNormal>>,
    /// Type 5: texture coordinates.
    pub uv0: Option<Vec<PackedUv>>,
    /// Type 18: lightmap coordinates, as many as positions.
    pub uv1: Option<Vec<PackedUv>>,
    /// Type 6: triangle corners, each relative to the base vertex of the batch that reaches it.
    pub indices: Vec<u16>,
    /// Type 13.
    pub batches: Vec<Batch20>,
    /// Type 7: one descriptor per triangle of the index stream.
    pub triangles: Option<Vec<Triangle16>>,
    /// Types 8 and 19; `None` unless both are there.
    pub animation: Option<Animation>,
    /// Type 9: node names.
    pub names: Option<NodeNames>,
    /// Type 10: node labels.
    pub labels: Option<Labels>,
    /// Type 15: unknown, one record per vertex.
    pub auxiliary_15: Option<Vec<[u8; 8]>>,
    /// Type 16: unknown, never seen.
    pub auxiliary_16: Option<Vec<[u8; 8]>>,
    /// Type 17.
    pub path_graph: Option<PathGraph>,
    /// Type 20, where its records have 48 bytes.
    pub local_lights: Option<Vec<LocalLight48>>,
    /// What was odd, one entry per kind.
    pub warnings: Vec<Warning>,
}

impl Model {
    /// Reads a model: a whole NRes image. What the game shrugs off ends in [`Model::warnings`].
    ///
    /// # Errors
    ///
    /// A broken archive; a required stream that is missing or doubled; a stream that is no whole number of records;
    /// a batch or slot that reaches past what it refers to; bounds, positions or keys that are not finite.
    /// The error's offset counts from the start of `image`.
    pub fn parse(image: &[u8]) -> wire::Result<Self> {
        let archive = nres::Archive::parse(image)?;
        let mut streams = Streams::collect(&archive)?;
        let mut warnings = std::mem::take(&mut streams.warnings);
        let mut model = Self::default();

        let nodes = streams.required(StreamType::Nodes)?;
        model.nodes = NodeTable::parse(&nodes)?;
        let slots = streams.required(StreamType::Slots)?;
        (model.header, model.slots) = slot::parse(&slots)?;
        let positions = streams.required(StreamType::Positions)?;
        if positions.attr3 != 12 {
            return Err(positions.malformed(
                0,
                "position stride (attr3)",
                "12",
                positions.attr3.to_string(),
            ));
        }
        model.positions = positions.records("positions")?;
        let indices = streams.required(StreamType::Indices)?;
        model.indices = indices.records("indices")?;
        let batches = streams.required(StreamType::Batches)?;
        model.batches = batches.records("batches")?;

        model.normals = streams.optional_records(StreamType::Normals, "normals")?;
        model.uv0 = streams.optional_records(StreamType::Uv0, "texture coordinates")?;
        model.triangles =
            streams.optional_records(StreamType::Triangles, "triangle descriptors")?;
        model.read_animation(&mut streams, &mut warnings)?;
        model.read_tolerated(&mut streams, &mut warnings)?;
        model.directory = streams.into_directory();

        validate::record_counts(&archive, &model, &mut warnings);
        let places = validate::Places {
            nodes: nodes.place(),
            slots: slots.place(),
            positions: positions.place(),
            indices: indices.place(),
            batches: batches.place(),
        };
        validate::geometry(&model, &places, &mut warnings)?;
        validate::nodes(&model, &places, &mut warnings)?;
        validate::vertex_streams(&model, &places, &mut warnings);
        model.warnings = warnings.into_vec();
        Ok(model)
    }

    /// Reads a model and refuses every damage that [`Model::parse`] would only report.
    ///
    /// # Errors
    ///
    /// As [`Model::parse`], and the first warning whose kind [is damage](WarningKind::is_damage).
    pub fn parse_strict(image: &[u8]) -> wire::Result<Self> {
        nres::Archive::parse_strict(image)?;
        let model = Self::parse(image)?;
        match model
            .warnings
            .iter()
            .find(|warning| warning.kind.is_damage())
        {
            Some(warning) => Err(warning.first.clone()),
            None => Ok(model),
        }
    }

    /// Types 8 and 19, which mean something only together.
    fn read_animation(
        &mut self,
        streams: &mut Streams<'_>,
        warnings: &mut Warnings,
    ) -> wire::Result<()> {
        let (keys, map) = (
            streams.find(StreamType::Keys),
            streams.find(StreamType::FrameMap),
        );
        let (Some(keys), Some(map)) = (keys, map) else {
            streams.keep_raw(StreamType::Keys);
            streams.keep_raw(StreamType::FrameMap);
            warnings.add(WarningKind::NoAnimation, || {
                let state = |stream: Option<_>| if stream.is_some() { "there" } else { "missing" };
                Malformed::new(
                    0,
                    "animation streams",
                    "types 8 and 19",
                    format!("type 8 {}, type 19 {}", state(keys), state(map)),
                )
            });
            return Ok(());
        };
        let animation = Animation {
            keys: keys.records("animation keys")?,
            frame_map: map.records("frame map")?,
            frame_count: map.attr2,
        };
        if let Some(index) = animation.keys.iter().position(|key| !key.is_finite()) {
            return Err(keys.malformed(
                index.saturating_mul(size_of::<AnimKey24>()),
                format!("key {index}"),
                "a finite position and time",
                "a number that is not finite",
            ));
        }
        self.animation = Some(animation);
        Ok(())
    }

    /// The streams whose faults cost no more than themselves: they are kept raw and reported.
    fn read_tolerated(
        &mut self,
        streams: &mut Streams<'_>,
        warnings: &mut Warnings,
    ) -> wire::Result<()> {
        let node_count = self.nodes.len();
        if let Some(stream) = streams.find(StreamType::Names) {
            self.names = Some(NodeNames::parse(&stream, node_count, warnings)?);
        }
        self.labels = streams.tolerated(
            StreamType::Labels,
            WarningKind::LabelsTruncated,
            warnings,
            |stream, warnings| Labels::parse(stream, node_count, warnings),
        );
        self.uv1 = streams.tolerated(
            StreamType::Uv1,
            WarningKind::Uv1Dropped,
            warnings,
            |stream, _| read_uv1(stream, self.positions.len()),
        );
        self.auxiliary_15 = streams.tolerated(
            StreamType::Auxiliary15,
            WarningKind::AuxiliarySize,
            warnings,
            |stream, _| stream.records("records"),
        );
        self.auxiliary_16 = streams.tolerated(
            StreamType::Auxiliary16,
            WarningKind::AuxiliarySize,
            warnings,
            |stream, _| stream.records("records"),
        );
        self.path_graph = streams.tolerated(
            StreamType::PathGraph,
            WarningKind::PathGraph,
            warnings,
            |stream, warnings| {
                let graph = PathGraph::parse(stream)?;
                validate::path_graph(&graph, node_count, stream, warnings);
                Ok(graph)
            },
        );
        match streams.find(StreamType::LocalLights) {
            Some(stream) if stream.attr3 == 48 => {
                self.local_lights = streams.tolerated(
                    StreamType::LocalLights,
                    WarningKind::AuxiliarySize,
                    warnings,
                    |stream, _| stream.records("records"),
                );
            }
            // Another stride is not wrong, only unknown.
            Some(_) => streams.keep_raw(StreamType::LocalLights),
            None => {}
        }
        Ok(())
    }
}

/// Type 18 with the rules of the engine's loader.
fn read_uv1(stream: &StreamBytes<'_>, vertex_count: usize) -> wire::Result<Vec<PackedUv>> {
    if stream.attr3 != 4 {
        return Err(stream.malformed(0, "stride (attr3)", "4", stream.attr3.to_string()));
    }
    let uv1: Vec<PackedUv> = stream.records("lightmap coordinates")?;
    if uv1.len() as u64 != u64::from(stream.attr1) || uv1.len() != vertex_count {
        return Err(stream.malformed(
            0,
            "lightmap coordinates",
            format!("{vertex_count} records, as many as positions"),
            format!("{} records, {} declared", uv1.len(), stream.attr1),
        ));
    }
    Ok(uv1)
}

/// The streams of an archive while they are read.
struct Streams<'a> {
    directory: Vec<(Stream, &'a [u8], usize)>,
    warnings: Warnings,
}

impl<'a> Streams<'a> {
    fn collect(archive: &nres::Archive<'a>) -> wire::Result<Self> {
        let type_ids: Vec<u32> = archive
            .entries()
            .iter()
            .map(|entry| entry.type_id)
            .collect();
        if MeshKind::of(&type_ids) == MeshKind::Terrain {
            return Err(Malformed::new(
                0,
                "model archive",
                "a model (types 3, 6 and 13)",
                "a terrain (types 3 and 21)",
            ));
        }
        let mut streams = Self {
            directory: Vec::new(),
            warnings: Warnings::default(),
        };
        let mut seen = Vec::new();
        for (index, entry) in archive.entries().iter().enumerate() {
            let payload = archive.payload(index)?;
            let offset = archive.range(index)?.start;
            let known = StreamType::from_id(entry.type_id);
            let first = known.is_none_or(|kind| !seen.contains(&kind));
            seen.extend(known.filter(|_| first));
            if let (Some(kind), false) = (known, first) {
                let malformed = || {
                    Malformed::new(
                        offset,
                        format!("type {} stream", entry.type_id),
                        "at most one",
                        "a second one",
                    )
                };
                if kind.is_required() {
                    return Err(malformed());
                }
                streams
                    .warnings
                    .add(WarningKind::DuplicateStream, malformed);
            }
            let is_raw = known.is_none() || !first;
            let stream = Stream {
                type_id: entry.type_id,
                attr1: entry.attr1,
                attr2: entry.attr2,
                attr3: entry.attr3,
                name: entry.name,
                raw: is_raw.then(|| payload.to_vec()),
            };
            streams.directory.push((stream, payload, offset));
        }
        Ok(streams)
    }

    /// The stream that the model uses of a type.
    fn find(&self, kind: StreamType) -> Option<StreamBytes<'a>> {
        self.directory
            .iter()
            .find(|(stream, ..)| stream.type_id == kind.id() && stream.raw.is_none())
            .map(|&(ref stream, bytes, offset)| StreamBytes {
                kind,
                attr1: stream.attr1,
                attr2: stream.attr2,
                attr3: stream.attr3,
                offset,
                bytes,
            })
    }

    fn required(&self, kind: StreamType) -> wire::Result<StreamBytes<'a>> {
        self.find(kind).ok_or_else(|| {
            let found: Vec<String> = self
                .directory
                .iter()
                .take(32)
                .map(|(stream, ..)| stream.type_id.to_string())
                .collect();
            Malformed::new(
                0,
                "model archive",
                format!("a stream of type {}", kind.id()),
                format!("types {}", found.join(", ")),
            )
        })
    }

    fn optional_records<T: bytemuck::AnyBitPattern>(
        &self,
        kind: StreamType,
        what: &'static str,
    ) -> wire::Result<Option<Vec<T>>> {
        self.find(kind)
            .map(|stream| stream.records(what))
            .transpose()
    }

    /// Reads an optional stream; where that fails, it is reported and kept raw.
    fn tolerated<T>(
        &mut self,
        kind: StreamType,
        warning: WarningKind,
        warnings: &mut Warnings,
        read: impl FnOnce(&StreamBytes<'_>, &mut Warnings) -> wire::Result<T>,
    ) -> Option<T> {
        match read(&self.find(kind)?, warnings) {
            Ok(content) => Some(content),
            Err(malformed) => {
                self.keep_raw(kind);
                warnings.add(warning, || malformed);
                None
            }
        }
    }

    fn keep_raw(&mut self, kind: StreamType) {
        for (stream, bytes, _) in &mut self.directory {
            if stream.type_id == kind.id() && stream.raw.is_none() {
                stream.raw = Some(bytes.to_vec());
            }
        }
    }

    fn into_directory(self) -> Vec<Stream> {
        self.directory
            .into_iter()
            .map(|(stream, ..)| stream)
            .collect()
    }
}
