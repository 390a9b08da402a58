//! Type 17: the path graph of a building's inside (spec page: msh, section 10.2).

use crate::stream::StreamBytes;
use bytemuck::{Pod, Zeroable};
use glam::Vec3;
use wire::Writer;

/// Where units walk inside a building; empty in most models.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PathGraph {
    /// The places.
    pub vertices: Vec<PathVertex20>,
    /// The ways between them.
    pub links: Vec<PathLink40>,
}

/// A place of the path graph.
#[derive(Debug, Clone, Copy, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct PathVertex20 {
    /// Position in the frame of node `joint`: that node's global pose moves it into model space.
    pub position: Vec3,
    /// What happens here; the constants below are the known bits.
    pub flags: u32,
    /// The node.
    pub joint: u32,
}

impl PathVertex20 {
    /// Loading place of a mine.
    pub const LOADING: u32 = 0x08;
    /// Unloading place of a store.
    pub const UNLOADING: u32 = 0x10;
    /// Control pod.
    pub const CONTROL_POD: u32 = 0x40;
    /// A place where a factory creates units; so is [`Self::CREATION_800`].
    pub const CREATION_80: u32 = 0x80;
    /// A place where a factory creates units; so is [`Self::CREATION_80`].
    pub const CREATION_800: u32 = 0x800;
}

/// A way of the path graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct PathLink40 {
    /// First vertex.
    pub start: u32,
    /// Second vertex.
    pub end: u32,
    /// Unknown; all bits set in shipped models.
    pub word_08: [u32; 8],
}

impl PathGraph {
    /// Reads a graph whose two counts stand in the directory.
    ///
    /// # Errors
    ///
    /// When the size is not what the counts ask for.
    pub(crate) fn parse(stream: &StreamBytes<'_>) -> wire::Result<Self> {
        let (vertex_count, link_count) = (stream.attr1 as usize, stream.attr2 as usize);
        let expected = u64::from(stream.attr1) * 20 + u64::from(stream.attr2) * 40;
        if stream.bytes.len() as u64 != expected {
            return Err(stream.malformed(
                0,
                "path graph",
                format!("{expected} bytes for {vertex_count} vertices and {link_count} links"),
                format!("{} bytes", stream.bytes.len()),
            ));
        }
        let mut reader = stream.reader();
        Ok(Self {
            vertices: reader.records(vertex_count, "type 17 vertices")?,
            links: reader.records(link_count, "type 17 links")?,
        })
    }

    pub(crate) fn write(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.records(&self.vertices).records(&self.links);
        writer.into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::StreamType;

    #[test]
    fn e20_path_graph() {
        let mut bytes = vec![
            0x00, 0x00, 0x80, 0x3f, 0x00, 0x00, 0x00, 0x40, 0x00, 0x00, 0x00, 0x3f, 0x00, 0x08,
            0x00, 0x00, 0x04, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x80, 0xbf,
            0x00, 0x00, 0x00, 0x3f, 0x40, 0x00, 0x00, 0x00, 0x09, 0x00, 0x00, 0x00, 0x00, 0x00,
            0x00, 0x00, 0x01, 0x00, 0x00, 0x00,
        ];
        bytes.extend([0xff; 32]);
        assert_eq!(bytes.len(), 80);
        let mut stream = StreamBytes {
            kind: StreamType::PathGraph,
            attr1: 2,
            attr2: 1,
            attr3: 0,
            offset: 0,
            bytes: &bytes,
        };
        let graph = PathGraph::parse(&stream).unwrap();
        assert_eq!(
            graph.vertices,
            [
                PathVertex20 {
                    position: Vec3::new(1.0, 2.0, 0.5),
                    flags: PathVertex20::CREATION_800,
                    joint: 4,
                },
                PathVertex20 {
                    position: Vec3::new(0.0, -1.0, 0.5),
                    flags: PathVertex20::CONTROL_POD,
                    joint: 9,
                },
            ]
        );
        assert_eq!((graph.links[0].start, graph.links[0].end), (0, 1));
        assert_eq!(graph.write(), bytes);

        stream.attr2 = 2;
        assert!(PathGraph::parse(&stream).is_err());
    }
}
