//! Writing a model, and laying out the directory of one that was put together by hand (spec page: msh, section 2.2).

use crate::model::Model;
use crate::stream::{Stream, StreamType};
use wire::{FixedName, Malformed, Writer};

impl Model {
    /// Writes the model in the order of [`Model::directory`], with the attributes that stand there (but the counts of
    /// types 17 and 19 come from their content). A model as it was read gives the payloads back byte for byte.
    ///
    /// # Errors
    ///
    /// A directory that does not list each stream of the model exactly once; an archive that is too large.
    pub fn write(&self) -> wire::Result<Vec<u8>> {
        for kind in StreamType::SHIPPED_ORDER {
            let listed = self
                .directory
                .iter()
                .filter(|stream| stream.type_id == kind.id() && stream.raw.is_none())
                .count();
            let held = usize::from(self.has(kind));
            if listed != held {
                return Err(Malformed::new(
                    0,
                    format!("directory records of type {}", kind.id()),
                    held.to_string(),
                    listed.to_string(),
                ));
            }
        }
        let mut archive = nres::Builder::new();
        for stream in &self.directory {
            let content = match (&stream.raw, StreamType::from_id(stream.type_id)) {
                (Some(raw), _) => raw.clone(),
                (None, Some(kind)) => self.content(kind),
                (None, None) => {
                    return Err(Malformed::new(
                        0,
                        format!("stream of type {}", stream.type_id),
                        "raw bytes",
                        "none",
                    ));
                }
            };
            let (attr1, attr2) = self.binding_counts(stream)?;
            archive.push_record(
                nres::Entry {
                    type_id: stream.type_id,
                    attr1,
                    attr2,
                    size: 0,
                    attr3: stream.attr3,
                    name: stream.name,
                    data_offset: 0,
                    sort_index: 0,
                },
                content,
            );
        }
        archive.finish()
    }

    /// Makes the directory anew from what the model holds: the order and the attributes of shipped models, raw
    /// streams at the end as they are. To be called on a model put together by hand, and after edits that change counts.
    ///
    /// # Errors
    ///
    /// A stream of more records than a directory can count.
    pub fn lay_out(&mut self, name: FixedName<36>) -> wire::Result<()> {
        let mut directory = Vec::new();
        for kind in StreamType::SHIPPED_ORDER {
            if self.has(kind) {
                directory.push(self.shipped_record(kind, name)?);
            }
        }
        directory.extend(
            self.directory
                .drain(..)
                .filter(|stream| stream.raw.is_some()),
        );
        self.directory = directory;
        Ok(())
    }

    /// Whether the model has the stream.
    pub fn has(&self, kind: StreamType) -> bool {
        match kind {
            StreamType::Normals => self.normals.is_some(),
            StreamType::Uv0 => self.uv0.is_some(),
            StreamType::Uv1 => self.uv1.is_some(),
            StreamType::Triangles => self.triangles.is_some(),
            StreamType::Keys | StreamType::FrameMap => self.animation.is_some(),
            StreamType::Names => self.names.is_some(),
            StreamType::Labels => self.labels.is_some(),
            StreamType::Auxiliary15 => self.auxiliary_15.is_some(),
            StreamType::Auxiliary16 => self.auxiliary_16.is_some(),
            StreamType::PathGraph => self.path_graph.is_some(),
            StreamType::LocalLights => self.local_lights.is_some(),
            StreamType::Nodes
            | StreamType::Slots
            | StreamType::Positions
            | StreamType::Indices
            | StreamType::Batches => true,
        }
    }

    /// Number of records of a stream; of type 17 its vertices.
    pub fn record_count(&self, kind: StreamType) -> usize {
        let keys = |animation: &crate::Animation| animation.keys.len();
        let words = |animation: &crate::Animation| animation.frame_map.len();
        match kind {
            StreamType::Nodes => self.nodes.len(),
            StreamType::Slots => self.slots.len(),
            StreamType::Positions => self.positions.len(),
            StreamType::Normals => self.normals.as_ref().map_or(0, Vec::len),
            StreamType::Uv0 => self.uv0.as_ref().map_or(0, Vec::len),
            StreamType::Uv1 => self.uv1.as_ref().map_or(0, Vec::len),
            StreamType::Indices => self.indices.len(),
            StreamType::Triangles => self.triangles.as_ref().map_or(0, Vec::len),
            StreamType::Keys => self.animation.as_ref().map_or(0, keys),
            StreamType::FrameMap => self.animation.as_ref().map_or(0, words),
            StreamType::Names => self.names.as_ref().map_or(0, |names| names.names.len()),
            StreamType::Labels => self.labels.as_ref().map_or(0, |labels| labels.labels.len()),
            StreamType::Batches => self.batches.len(),
            StreamType::Auxiliary15 => self.auxiliary_15.as_ref().map_or(0, Vec::len),
            StreamType::Auxiliary16 => self.auxiliary_16.as_ref().map_or(0, Vec::len),
            StreamType::PathGraph => self
                .path_graph
                .as_ref()
                .map_or(0, |graph| graph.vertices.len()),
            StreamType::LocalLights => self.local_lights.as_ref().map_or(0, Vec::len),
        }
    }

    /// The payload of a stream; empty where the model has none.
    fn content(&self, kind: StreamType) -> Vec<u8> {
        fn records<T: bytemuck::NoUninit>(records: Option<&Vec<T>>) -> Vec<u8> {
            let mut writer = Writer::new();
            writer.records(records.map_or(&[][..], Vec::as_slice));
            writer.into_bytes()
        }
        match kind {
            StreamType::Nodes => match &self.nodes {
                crate::NodeTable::Standard(nodes) => records(Some(nodes)),
                crate::NodeTable::Short(nodes) => records(Some(nodes)),
            },
            StreamType::Slots => {
                let mut writer = Writer::new();
                writer.record(&self.header).records(&self.slots);
                writer.into_bytes()
            }
            StreamType::Positions => records(Some(&self.positions)),
            StreamType::Normals => records(self.normals.as_ref()),
            StreamType::Uv0 => records(self.uv0.as_ref()),
            StreamType::Uv1 => records(self.uv1.as_ref()),
            StreamType::Indices => records(Some(&self.indices)),
            StreamType::Triangles => records(self.triangles.as_ref()),
            StreamType::Keys => records(self.animation.as_ref().map(|animation| &animation.keys)),
            StreamType::FrameMap => records(
                self.animation
                    .as_ref()
                    .map(|animation| &animation.frame_map),
            ),
            StreamType::Names => self
                .names
                .as_ref()
                .map(|names| names.write())
                .unwrap_or_default(),
            StreamType::Labels => self
                .labels
                .as_ref()
                .map(|labels| labels.write())
                .unwrap_or_default(),
            StreamType::Batches => records(Some(&self.batches)),
            StreamType::Auxiliary15 => records(self.auxiliary_15.as_ref()),
            StreamType::Auxiliary16 => records(self.auxiliary_16.as_ref()),
            StreamType::PathGraph => self
                .path_graph
                .as_ref()
                .map(|graph| graph.write())
                .unwrap_or_default(),
            StreamType::LocalLights => records(self.local_lights.as_ref()),
        }
    }

    /// attr1 and attr2 of a stream; where reading depends on them they follow the content.
    fn binding_counts(&self, stream: &Stream) -> wire::Result<(u32, u32)> {
        match (
            StreamType::from_id(stream.type_id),
            &self.path_graph,
            &self.animation,
        ) {
            _ if stream.raw.is_some() => Ok((stream.attr1, stream.attr2)),
            (Some(StreamType::PathGraph), Some(graph), _) => Ok((
                count_word(StreamType::PathGraph, graph.vertices.len())?,
                count_word(StreamType::PathGraph, graph.links.len())?,
            )),
            (Some(StreamType::FrameMap), _, Some(animation)) => {
                Ok((stream.attr1, animation.frame_count))
            }
            _ => Ok((stream.attr1, stream.attr2)),
        }
    }

    fn shipped_record(&self, kind: StreamType, name: FixedName<36>) -> wire::Result<Stream> {
        let attr2 = match (kind, &self.animation, &self.path_graph) {
            (StreamType::FrameMap, Some(animation), _) => animation.frame_count,
            (StreamType::PathGraph, _, Some(graph)) => count_word(kind, graph.links.len())?,
            _ => 0,
        };
        let attr3 = match kind {
            StreamType::Nodes => self.nodes.stride(),
            StreamType::Slots => 68,
            StreamType::Positions => 12,
            StreamType::Indices | StreamType::FrameMap => 2,
            StreamType::Triangles => 16,
            // Not the stride of keys, but what all shipped models have.
            StreamType::Keys => 4,
            StreamType::Normals | StreamType::Uv0 | StreamType::Uv1 => 4,
            StreamType::Names => 32,
            StreamType::Labels | StreamType::PathGraph => 0,
            StreamType::Batches => 20,
            StreamType::Auxiliary15 | StreamType::Auxiliary16 => 8,
            StreamType::LocalLights => 48,
        };
        Ok(Stream {
            type_id: kind.id(),
            attr1: count_word(kind, self.record_count(kind))?,
            attr2,
            attr3,
            name,
            raw: None,
        })
    }
}

fn count_word(kind: StreamType, count: usize) -> wire::Result<u32> {
    u32::try_from(count).map_err(|_| {
        Malformed::new(
            0,
            format!("type {} record count", kind.id()),
            "a 32-bit number",
            count.to_string(),
        )
    })
}
