//! A whole land: its streams, read and written (spec page: terrain, sections 3 and 4).

use crate::validate;
use crate::warning::{Check, Warning, Warnings};
use crate::{
    DrawEntry4, PackedNormal, PackedUv, Slot68, SlotHeader, Stream, StreamType, TerrainFace28,
    Tile38,
};
use bytemuck::AnyBitPattern;
use glam::Vec3;
use std::collections::BTreeMap;
use wire::{FixedName, Malformed, Reader, Writer};

/// A land, stream by stream. Everything that was read is kept, so that [`Land::write`] gives it back.
///
/// Nothing in it needs to be valid: [`Land::triangle`] and everything built on it leave out what is not. Space is
/// that of the world: X east, Y north, Z up, metres.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Land {
    /// The directory in file order. [`Land::lay_out`] makes one for a land that was put together by hand.
    pub directory: Vec<Stream>,
    /// Type 1.
    pub tiles: Option<Vec<Tile38>>,
    /// Type 2.
    pub slot_table: Option<SlotTable>,
    /// Type 3: vertex positions. Never weld them: equal positions may differ in [`Land::second_alpha`].
    pub positions: Vec<Vec3>,
    /// Type 4.
    pub normals: Option<Vec<PackedNormal>>,
    /// Type 5: coordinates of the ground material.
    pub uv0: Option<Vec<PackedUv>>,
    /// Type 18: coordinates of the microtexture.
    pub uv1: Option<Vec<PackedUv>>,
    /// Type 14: opacity of a face's second material at its corners, 0..1.
    pub second_alpha: Option<Vec<f32>>,
    /// Type 11.
    pub order: Option<Vec<DrawEntry4>>,
    /// Type 21: the detailed faces, then the coarse ones; each level covers the whole land alone.
    pub faces: Vec<TerrainFace28>,
    /// What was odd, one entry per check and stream.
    pub warnings: Vec<Warning>,
}

/// Type 2.
#[derive(Debug, Clone, PartialEq)]
pub struct SlotTable {
    /// Box of the land and origin of the tile grid.
    pub header: SlotHeader,
    /// The slots: usually those of the detailed mesh by tile number, then those of the coarse one.
    pub slots: Vec<Slot68>,
}

impl Land {
    /// Reads a land: a whole NRes image. Damage that leaves something to show ends in [`Land::warnings`].
    ///
    /// # Errors
    ///
    /// A broken archive; types 3 or 21 missing or unreadable; no valid face.
    pub fn parse(image: &[u8]) -> wire::Result<Self> {
        let archive = nres::Archive::parse(image)?;
        let mut land = Self::default();
        let mut warnings = Warnings::default();
        let mut places = Places::default();
        for (index, entry) in archive.entries().iter().enumerate() {
            land.read_entry(&archive, index, entry, &mut places, &mut warnings);
        }
        for kind in [StreamType::Positions, StreamType::Faces] {
            if !land.has(kind) {
                return Err(validate::missing(&archive, kind));
            }
        }
        validate::directory(&land, &archive, &mut warnings);
        validate::content(&land, &places, &mut warnings);
        if !(0..land.faces.len()).any(|face| land.triangle(face).is_some()) {
            return Err(Malformed::new(
                places.of(StreamType::Faces),
                "type 21 faces",
                "at least one valid face",
                format!("none of {}", land.faces.len()),
            ));
        }
        land.warnings = warnings.into_vec();
        Ok(land)
    }

    /// Reads a land and refuses every damage that [`Land::parse`] would only report.
    ///
    /// # Errors
    ///
    /// As [`Land::parse`], and the first warning whose check [is an error](Check::is_error_when_strict).
    pub fn parse_strict(image: &[u8]) -> wire::Result<Self> {
        nres::Archive::parse_strict(image)?;
        let land = Self::parse(image)?;
        let error = land
            .warnings
            .iter()
            .find(|warning| warning.check.is_error_when_strict());
        match error {
            Some(warning) => Err(warning.first.clone()),
            None => Ok(land),
        }
    }

    /// Whether the land has the stream. A land without vertices or faces lacks types 3 and 21.
    pub fn has(&self, kind: StreamType) -> bool {
        match kind {
            StreamType::Tiles => self.tiles.is_some(),
            StreamType::Slots => self.slot_table.is_some(),
            StreamType::Positions => !self.positions.is_empty(),
            StreamType::Normals => self.normals.is_some(),
            StreamType::Uv0 => self.uv0.is_some(),
            StreamType::Uv1 => self.uv1.is_some(),
            StreamType::SecondAlpha => self.second_alpha.is_some(),
            StreamType::Order => self.order.is_some(),
            StreamType::Faces => !self.faces.is_empty(),
        }
    }

    /// Number of records of a stream; 0 when it is missing.
    pub fn record_count(&self, kind: StreamType) -> usize {
        match kind {
            StreamType::Tiles => self.tiles.as_ref().map_or(0, Vec::len),
            StreamType::Slots => self
                .slot_table
                .as_ref()
                .map_or(0, |table| table.slots.len()),
            StreamType::Positions => self.positions.len(),
            StreamType::Normals => self.normals.as_ref().map_or(0, Vec::len),
            StreamType::Uv0 => self.uv0.as_ref().map_or(0, Vec::len),
            StreamType::Uv1 => self.uv1.as_ref().map_or(0, Vec::len),
            StreamType::SecondAlpha => self.second_alpha.as_ref().map_or(0, Vec::len),
            StreamType::Order => self.order.as_ref().map_or(0, Vec::len),
            StreamType::Faces => self.faces.len(),
        }
    }

    /// The directory record of a stream the land holds.
    pub fn stream(&self, kind: StreamType) -> Option<&Stream> {
        self.directory
            .iter()
            .find(|stream| stream.type_id == kind.id() && stream.raw.is_none())
    }

    /// Number of tile columns along X as the directory tells it: `attr2` of type 1.
    pub fn tile_columns(&self) -> usize {
        self.stream(StreamType::Tiles)
            .map_or(0, |stream| stream.attr2 as usize)
    }

    /// Writes the land in the order of [`Land::directory`], with the attributes that stand there. A land as it was
    /// read gives the payloads back byte for byte.
    ///
    /// # Errors
    ///
    /// A directory that does not list each stream of the land exactly once; an archive that is too large.
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
            let record = nres::Entry {
                type_id: stream.type_id,
                attr1: stream.attr1,
                attr2: stream.attr2,
                attr3: stream.attr3,
                name: stream.name,
                ..nres::Entry::default()
            };
            archive.push_record(record, self.payload(stream)?);
        }
        archive.finish()
    }

    /// Makes the directory anew from what the land holds: the order and the attributes of shipped lands, raw
    /// streams at the end as they are. To be called on a land put together by hand, and after edits that change counts.
    pub fn lay_out(&mut self, tile_columns: u32) {
        let name = FixedName::new(b"Land").unwrap_or_default();
        let mut directory: Vec<Stream> = StreamType::SHIPPED_ORDER
            .into_iter()
            .filter(|&kind| self.has(kind))
            .map(|kind| Stream {
                type_id: kind.id(),
                attr1: u32::try_from(self.record_count(kind)).unwrap_or(u32::MAX),
                attr2: if kind == StreamType::Tiles {
                    tile_columns
                } else {
                    0
                },
                attr3: kind.stride() as u32,
                name,
                raw: None,
                tail: Vec::new(),
            })
            .collect();
        directory.extend(
            self.directory
                .drain(..)
                .filter(|stream| stream.raw.is_some()),
        );
        self.directory = directory;
    }

    fn payload(&self, stream: &Stream) -> wire::Result<Vec<u8>> {
        if let Some(raw) = &stream.raw {
            return Ok(raw.clone());
        }
        let mut writer = Writer::new();
        match StreamType::from_id(stream.type_id) {
            Some(StreamType::Tiles) => write_records(&mut writer, self.tiles.as_deref()),
            Some(StreamType::Slots) => {
                if let Some(table) = &self.slot_table {
                    writer.record(&table.header).records(&table.slots);
                }
            }
            Some(StreamType::Positions) => write_records(&mut writer, Some(&self.positions)),
            Some(StreamType::Normals) => write_records(&mut writer, self.normals.as_deref()),
            Some(StreamType::Uv0) => write_records(&mut writer, self.uv0.as_deref()),
            Some(StreamType::Uv1) => write_records(&mut writer, self.uv1.as_deref()),
            Some(StreamType::SecondAlpha) => {
                write_records(&mut writer, self.second_alpha.as_deref());
            }
            Some(StreamType::Order) => write_records(&mut writer, self.order.as_deref()),
            Some(StreamType::Faces) => write_records(&mut writer, Some(&self.faces)),
            None => {
                return Err(Malformed::new(
                    0,
                    format!("stream of type {}", stream.type_id),
                    "raw bytes",
                    "none",
                ));
            }
        }
        writer.bytes(&stream.tail);
        Ok(writer.into_bytes())
    }

    /// Reads one entry into its field, or keeps it raw.
    fn read_entry(
        &mut self,
        archive: &nres::Archive<'_>,
        index: usize,
        entry: &nres::Entry,
        places: &mut Places,
        warnings: &mut Warnings,
    ) {
        let kind = StreamType::from_id(entry.type_id);
        let payload = archive.payload(index);
        let bytes = match &payload {
            Ok(bytes) => *bytes,
            Err(malformed) => {
                warnings.add(Check::MissingStream, kind, || malformed.clone());
                &[]
            }
        };
        let mut stream = Stream {
            type_id: entry.type_id,
            attr1: entry.attr1,
            attr2: entry.attr2,
            attr3: entry.attr3,
            name: entry.name,
            raw: None,
            tail: Vec::new(),
        };
        match kind {
            Some(kind) if !places.knows(kind) => {
                let offset = archive.range(index).map_or(0, |range| range.start);
                places.note(kind, offset);
                match self.read_stream(kind, bytes) {
                    Ok(tail) => stream.tail = tail.to_vec(),
                    Err(_) => stream.raw = Some(bytes.to_vec()),
                }
                if payload.is_err() || !self.has(kind) {
                    self.forget(kind);
                    stream.raw = Some(bytes.to_vec());
                    stream.tail.clear();
                }
            }
            _ => {
                stream.raw = Some(bytes.to_vec());
                if kind.is_some() {
                    warnings.add(Check::DuplicateStream, kind, || {
                        Malformed::new(
                            archive.directory().record_offset(index),
                            format!("type {} stream", entry.type_id),
                            "at most one",
                            "a second one",
                        )
                    });
                }
            }
        }
        self.directory.push(stream);
    }

    /// Reads a payload into its field; what remains is an incomplete record.
    fn read_stream<'a>(&mut self, kind: StreamType, bytes: &'a [u8]) -> wire::Result<&'a [u8]> {
        let mut reader = Reader::new(bytes);
        match kind {
            StreamType::Tiles => self.tiles = Some(whole_records(&mut reader, "tiles")?),
            StreamType::Slots => {
                self.slot_table = Some(SlotTable {
                    header: reader.record("slot header")?,
                    slots: whole_records(&mut reader, "slots")?,
                });
            }
            StreamType::Positions => self.positions = whole_records(&mut reader, "positions")?,
            StreamType::Normals => self.normals = Some(whole_records(&mut reader, "normals")?),
            StreamType::Uv0 => self.uv0 = Some(whole_records(&mut reader, "coordinates")?),
            StreamType::Uv1 => self.uv1 = Some(whole_records(&mut reader, "coordinates")?),
            StreamType::SecondAlpha => {
                self.second_alpha = Some(whole_records(&mut reader, "second alpha")?);
            }
            StreamType::Order => self.order = Some(whole_records(&mut reader, "draw order")?),
            StreamType::Faces => self.faces = whole_records(&mut reader, "faces")?,
        }
        Ok(reader.rest())
    }

    fn forget(&mut self, kind: StreamType) {
        match kind {
            StreamType::Tiles => self.tiles = None,
            StreamType::Slots => self.slot_table = None,
            StreamType::Positions => self.positions.clear(),
            StreamType::Normals => self.normals = None,
            StreamType::Uv0 => self.uv0 = None,
            StreamType::Uv1 => self.uv1 = None,
            StreamType::SecondAlpha => self.second_alpha = None,
            StreamType::Order => self.order = None,
            StreamType::Faces => self.faces.clear(),
        }
    }
}

/// Where the payload of each stream starts in the file, for the checks that run after reading.
#[derive(Debug, Default)]
pub(crate) struct Places(BTreeMap<StreamType, usize>);

impl Places {
    fn knows(&self, kind: StreamType) -> bool {
        self.0.contains_key(&kind)
    }

    fn note(&mut self, kind: StreamType, offset: usize) {
        self.0.insert(kind, offset);
    }

    /// Offset of the stream's payload.
    pub(crate) fn of(&self, kind: StreamType) -> usize {
        self.0.get(&kind).copied().unwrap_or_default()
    }

    /// Offset of a byte inside a record of the stream.
    pub(crate) fn within(&self, kind: StreamType, record: usize, byte: usize) -> usize {
        record
            .saturating_mul(kind.stride())
            .saturating_add(self.of(kind))
            .saturating_add(kind.header())
            .saturating_add(byte)
    }
}

/// As many complete records as remain.
fn whole_records<T: AnyBitPattern>(
    reader: &mut Reader<'_>,
    what: &'static str,
) -> wire::Result<Vec<T>> {
    let count = reader.remaining() / size_of::<T>().max(1);
    reader.records(count, what)
}

fn write_records<T: bytemuck::NoUninit>(writer: &mut Writer, records: Option<&[T]>) {
    writer.records(records.unwrap_or_default());
}
