//! Types 9 and 10: node names and labels (spec page: msh, sections 9.6 and 9.7).

use crate::stream::StreamBytes;
use crate::warning::{WarningKind, Warnings};
use wire::{FixedName, Reader, Writer};

/// Type 9: one name per node, in node order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NodeNames {
    /// The names; nodes past the end have none.
    pub names: Vec<FixedName<32>>,
    /// Bytes after the last whole name; empty in shipped models.
    pub rest: Vec<u8>,
}

impl NodeNames {
    pub(crate) fn parse(
        stream: &StreamBytes<'_>,
        node_count: usize,
        warnings: &mut Warnings,
    ) -> wire::Result<Self> {
        let mut reader = stream.reader();
        let names: Vec<FixedName<32>> = reader.records(stream.bytes.len() / 32, "type 9 names")?;
        let rest = reader.rest().to_vec();
        if names.len() != node_count || !rest.is_empty() {
            warnings.add(WarningKind::NameCount, || {
                stream.malformed(
                    0,
                    "node names",
                    format!("{node_count} names of 32 bytes"),
                    format!("{} bytes", stream.bytes.len()),
                )
            });
        }
        Ok(Self { names, rest })
    }

    pub(crate) fn write(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.records(&self.names).bytes(&self.rest);
        writer.into_bytes()
    }
}

/// Type 10: one label per node, in node order. A label says what a socket takes; most nodes have none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Labels {
    /// The labels.
    pub labels: Vec<Label>,
    /// Bytes after the last record; empty in shipped models.
    pub rest: Vec<u8>,
}

/// A node's label as stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Label {
    /// Empty for no label; else the text and the byte after it, which should be a NUL.
    stored: Vec<u8>,
}

impl Label {
    /// A label of some Windows-1251 text; empty text is no label.
    pub fn new(text: &[u8]) -> Self {
        let mut stored = text.to_vec();
        if !stored.is_empty() {
            stored.push(0);
        }
        Self { stored }
    }

    /// The text in Windows-1251; `None` where the node has no label.
    pub fn text(&self) -> Option<&[u8]> {
        match self.stored.split_last() {
            None => None,
            Some((0, text)) => Some(text),
            // A missing NUL: every byte is kept.
            Some(_) => Some(&self.stored),
        }
    }

    /// Whether it is the label of a central socket; the engine treats such nodes and their children specially.
    pub fn is_central(&self) -> bool {
        self.stored.windows(7).any(|window| window == b"central")
    }

    fn read(reader: &mut Reader<'_>) -> wire::Result<Self> {
        let length = reader.u32("label length")? as usize;
        let stored = match length {
            0 => Vec::new(),
            _ => reader.take(length.saturating_add(1), "label")?.to_vec(),
        };
        Ok(Self { stored })
    }
}

impl Labels {
    /// Reads exactly `node_count` records.
    ///
    /// # Errors
    ///
    /// When the stream ends inside a record.
    pub(crate) fn parse(
        stream: &StreamBytes<'_>,
        node_count: usize,
        warnings: &mut Warnings,
    ) -> wire::Result<Self> {
        let mut reader = stream.reader();
        let mut labels = Vec::new();
        for node in 0..node_count {
            let label = Label::read(&mut reader).map_err(|error| error.shifted(stream.offset))?;
            if label.stored.last().is_some_and(|&last| last != 0) {
                warnings.add(WarningKind::LabelTerminator, || {
                    stream.malformed(
                        reader.position().saturating_sub(1),
                        format!("label of node {node}"),
                        "a NUL at its end",
                        "another byte",
                    )
                });
            }
            labels.push(label);
        }
        let position = reader.position();
        let rest = reader.rest().to_vec();
        if !rest.is_empty() {
            warnings.add(WarningKind::LabelsRest, || {
                stream.malformed(
                    position,
                    "labels",
                    format!("{node_count} records"),
                    format!("{} more bytes", rest.len()),
                )
            });
        }
        Ok(Self { labels, rest })
    }

    pub(crate) fn write(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        for label in &self.labels {
            // A label in memory came from a 32-bit length or stands in for one.
            let length = u32::try_from(label.stored.len().saturating_sub(1)).unwrap_or(u32::MAX);
            writer.u32(length).bytes(&label.stored);
        }
        writer.bytes(&self.rest);
        writer.into_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream::StreamType;

    fn stream(kind: StreamType, bytes: &[u8]) -> StreamBytes<'_> {
        StreamBytes {
            kind,
            attr1: 3,
            attr2: 0,
            attr3: 0,
            offset: 100,
            bytes,
        }
    }

    #[test]
    fn e14_names_and_labels() {
        let bytes = b"\x08\0\0\0e_tur_bt\0\0\0\0\0\x0a\0\0\0central_bc\0";
        assert_eq!(bytes.len(), 32);
        let mut warnings = Warnings::default();
        let labels = Labels::parse(&stream(StreamType::Labels, bytes), 3, &mut warnings).unwrap();
        let texts: Vec<_> = labels.labels.iter().map(Label::text).collect();
        assert_eq!(texts, [Some(&b"e_tur_bt"[..]), None, Some(b"central_bc")]);
        assert!(labels.rest.is_empty());
        assert!(labels.labels[2].is_central() && !labels.labels[0].is_central());
        assert_eq!(labels.write(), bytes);
        assert_eq!(wire::decode_cp1251(b"\xe1\xe0\xf8\xed\xff"), "башня");

        let mut names = b"Base_TM".to_vec();
        names.resize(32, 0);
        names.extend([b'x'; 32]);
        names.extend([0; 32]);
        let parsed =
            NodeNames::parse(&stream(StreamType::Names, &names), 3, &mut warnings).unwrap();
        assert_eq!(parsed.names[0].bytes(), b"Base_TM");
        assert_eq!(parsed.names[1].bytes(), [b'x'; 32]);
        assert_eq!(parsed.write(), names);
        assert!(warnings.into_vec().is_empty());
    }

    #[test]
    fn odd_labels_are_kept_and_reported() {
        let bytes = b"\x02\0\0\0abc\x01\0\0\0d\0rest";
        let mut warnings = Warnings::default();
        let labels = Labels::parse(&stream(StreamType::Labels, bytes), 2, &mut warnings).unwrap();
        assert_eq!(labels.labels[0].text(), Some(&b"abc"[..]));
        assert_eq!(labels.rest, b"rest");
        assert_eq!(labels.write(), bytes);
        let kinds: Vec<_> = warnings.into_vec().iter().map(|w| w.kind).collect();
        assert_eq!(
            kinds,
            [WarningKind::LabelTerminator, WarningKind::LabelsRest]
        );

        let error = Labels::parse(
            &stream(StreamType::Labels, b"\xff\xff\xff\xffab"),
            1,
            &mut Warnings::default(),
        )
        .unwrap_err();
        assert_eq!(error.offset, 104);
    }

    #[test]
    fn missing_names_are_reported() {
        let mut warnings = Warnings::default();
        let bytes = [b'n'; 40];
        let names = NodeNames::parse(&stream(StreamType::Names, &bytes), 3, &mut warnings).unwrap();
        assert_eq!((names.names.len(), names.rest.len()), (1, 8));
        assert_eq!(names.write(), bytes);
        assert_eq!(warnings.into_vec()[0].kind, WarningKind::NameCount);
    }
}
