use crate::directory::{HEADER, Header, RECORD};
use crate::order::sort_column;
use crate::{ALIGNMENT, Entry, MAGIC, MAX_ENTRIES, MAX_IMAGE, MAX_NAME, VERSION};
use std::borrow::Cow;
use wire::{FixedName, Malformed, Result, Writer};

/// An entry to write.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntry<'a> {
    /// See [`Entry::type_id`].
    pub type_id: u32,
    /// See [`Entry::attr1`].
    pub attr1: u32,
    /// See [`Entry::attr2`].
    pub attr2: u32,
    /// See [`Entry::attr3`].
    pub attr3: u32,
    /// 1 to [`MAX_NAME`] bytes without a NUL; several entries may share a name.
    pub name: &'a [u8],
    /// The payload, padding not included; may be empty.
    pub payload: Cow<'a, [u8]>,
}

/// Writes a new image: payloads at multiples of 8, then the directory (spec page: containers, section 2.8 B).
#[derive(Debug, Default, Clone)]
pub struct Builder<'a> {
    entries: Vec<(Entry, Cow<'a, [u8]>)>,
    payload_order: Option<Vec<usize>>,
    error: Option<Malformed>,
}

impl<'a> Builder<'a> {
    /// An image without entries.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an entry at the end of the directory. A bad name is reported by [`Builder::finish`].
    pub fn push(&mut self, entry: NewEntry<'a>) -> &mut Self {
        match record_of(&entry) {
            Ok(record) => self.entries.push((record, entry.payload)),
            Err(error) => {
                self.error.get_or_insert(error);
            }
        }
        self
    }

    /// Adds an entry that was read elsewhere, its 36 name bytes and its attributes as they stand.
    /// Size, offset and sort index are computed anew.
    pub fn push_record(&mut self, record: Entry, payload: impl Into<Cow<'a, [u8]>>) -> &mut Self {
        self.entries.push((record, payload.into()));
        self
    }

    /// Lays the payloads out in this order of directory indices, each once, instead of directory order.
    pub fn payload_order(&mut self, order: &[usize]) -> &mut Self {
        self.payload_order = Some(order.to_vec());
        self
    }

    /// The image.
    ///
    /// # Errors
    /// A name that is empty, too long or has a NUL; a payload order that is no permutation of the entries; an image
    /// beyond [`MAX_IMAGE`] or [`MAX_ENTRIES`].
    pub fn finish(&self) -> Result<Vec<u8>> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let mut records: Vec<Entry> = self.entries.iter().map(|(record, _)| *record).collect();
        let mut writer = Writer::new();
        writer.bytes(&[0; HEADER]);
        for index in self.checked_payload_order()? {
            let (Some(record), Some((_, payload))) =
                (records.get_mut(index), self.entries.get(index))
            else {
                continue;
            };
            place(&mut writer, record, payload)?;
            writer.pad_to(ALIGNMENT);
        }
        finish_image(writer, records)
    }

    /// Directory indices in the order in which their payloads are written.
    fn checked_payload_order(&self) -> Result<Vec<usize>> {
        let in_directory_order: Vec<usize> = (0..self.entries.len()).collect();
        let Some(order) = &self.payload_order else {
            return Ok(in_directory_order);
        };
        let mut sorted = order.clone();
        sorted.sort_unstable();
        if sorted == in_directory_order {
            Ok(order.clone())
        } else {
            Err(Malformed::new(
                HEADER,
                "NRes payload order",
                format!("each of {} entries once", self.entries.len()),
                format!("{} indices", order.len()),
            ))
        }
    }
}

/// The record of a new entry, its name checked.
pub(crate) fn record_of(entry: &NewEntry<'_>) -> Result<Entry> {
    Ok(Entry {
        type_id: entry.type_id,
        attr1: entry.attr1,
        attr2: entry.attr2,
        attr3: entry.attr3,
        name: checked_name(entry.name)?,
        ..Entry::default()
    })
}

/// A zero-filled name field.
pub(crate) fn checked_name(name: &[u8]) -> Result<FixedName<36>> {
    match FixedName::new(name) {
        Some(field) if !name.is_empty() && name.len() <= MAX_NAME => Ok(field),
        _ => Err(Malformed::new(
            0,
            "NRes entry name to write",
            format!("1 to {MAX_NAME} bytes without a NUL"),
            format!("{:?}", wire::decode_cp1251(name)),
        )),
    }
}

/// Writes a payload and notes its place in the record. The image limit is checked before the bytes are copied.
pub(crate) fn place(writer: &mut Writer, record: &mut Entry, payload: &[u8]) -> Result<()> {
    let start = writer.position();
    if start.saturating_add(payload.len()) > MAX_IMAGE {
        return Err(too_large(start, start.saturating_add(payload.len())));
    }
    record.data_offset = u32::try_from(start).unwrap_or(u32::MAX);
    record.size = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    writer.bytes(payload);
    Ok(())
}

/// Appends the directory and fills in the header; `writer` holds 16 bytes for it, then the data region.
pub(crate) fn finish_image(mut writer: Writer, mut records: Vec<Entry>) -> Result<Vec<u8>> {
    let names: Vec<&[u8]> = records.iter().map(|record| record.name.bytes()).collect();
    let column = sort_column(&names);
    for (record, sort_index) in records.iter_mut().zip(column) {
        record.sort_index = sort_index;
    }
    let directory_offset = writer.position();
    let total = records
        .len()
        .saturating_mul(RECORD)
        .saturating_add(directory_offset);
    if records.len() > MAX_ENTRIES || total > MAX_IMAGE {
        return Err(too_large(directory_offset, total));
    }
    writer.records(&records);
    let header = Header {
        magic: MAGIC,
        version: VERSION,
        entry_count: i32::try_from(records.len()).unwrap_or(i32::MAX),
        total_size: u32::try_from(total).unwrap_or(u32::MAX),
    };
    let mut image = writer.into_bytes();
    if let Some(start) = image.get_mut(..HEADER) {
        start.copy_from_slice(bytemuck::bytes_of(&header));
    }
    Ok(image)
}

fn too_large(offset: usize, found: usize) -> Malformed {
    Malformed::new(
        offset,
        "NRes image to write",
        format!("at most {MAX_IMAGE} bytes and {MAX_ENTRIES} entries"),
        format!("{found} bytes"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{entry, worked_builder, worked_example};
    use crate::{Archive, tags};
    use proptest::prelude::*;

    #[test]
    fn writes_the_worked_example() {
        assert_eq!(worked_builder().finish().unwrap(), worked_example());
    }

    #[test]
    fn payloads_may_stand_in_another_order_than_the_directory() {
        let image = worked_builder().payload_order(&[2, 1, 0]).finish().unwrap();
        let archive = Archive::parse_strict(&image).unwrap();
        let offsets: Vec<u32> = archive.entries().iter().map(|e| e.data_offset).collect();
        assert_eq!(offsets, [0x18, 0x10, 0x10]);
        assert_eq!(archive.payload(1).unwrap(), b"ABC");
        assert!(worked_builder().payload_order(&[0, 1]).finish().is_err());
        assert!(worked_builder().payload_order(&[0, 1, 1]).finish().is_err());
    }

    #[test]
    fn bad_names_are_refused() {
        for name in [&b""[..], b"a\0b", &[b'a'; 36]] {
            let mut builder = Builder::new();
            builder.push(entry(tags::WEAR, name, b""));
            assert!(builder.finish().is_err());
        }
        let mut builder = Builder::new();
        builder.push(entry(tags::WEAR, &[b'a'; 35], b""));
        assert!(builder.finish().is_ok());
    }

    #[test]
    fn records_are_copied_with_their_raw_name_bytes() {
        let mut image = worked_example();
        image[0x5F] = 0xAA;
        let archive = Archive::parse(&image).unwrap();
        let mut builder = Builder::new();
        for (index, record) in archive.entries().iter().enumerate() {
            builder.push_record(*record, archive.payload(index).unwrap());
        }
        assert_eq!(builder.finish().unwrap(), image);
    }

    type Sample = (u32, [u32; 3], Vec<u8>, Vec<u8>);

    fn sample() -> impl Strategy<Value = Sample> {
        (
            any::<u32>(),
            any::<[u32; 3]>(),
            prop::collection::vec(1_u8..=255, 1..=MAX_NAME),
            prop::collection::vec(any::<u8>(), 0..40),
        )
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            samples in prop::collection::vec(sample(), 0..12),
            seed in any::<usize>(),
        ) {
            let mut order: Vec<usize> = (0..samples.len()).collect();
            order.rotate_left(seed % samples.len().max(1));
            let mut builder = Builder::new();
            for (type_id, [attr1, attr2, attr3], name, payload) in &samples {
                builder.push(NewEntry {
                    type_id: *type_id,
                    attr1: *attr1,
                    attr2: *attr2,
                    attr3: *attr3,
                    name,
                    payload: payload.as_slice().into(),
                });
            }
            let image = builder.payload_order(&order).finish().unwrap();
            let archive = Archive::parse_strict(&image).unwrap();
            prop_assert!(archive.notes().is_empty());
            prop_assert_eq!(archive.entries().len(), samples.len());
            for (index, (type_id, attributes, name, payload)) in samples.iter().enumerate() {
                let entry = &archive.entries()[index];
                prop_assert_eq!(entry.type_id, *type_id);
                prop_assert_eq!([entry.attr1, entry.attr2, entry.attr3], *attributes);
                prop_assert_eq!(entry.name.bytes(), name.as_slice());
                prop_assert_eq!(archive.payload(index).unwrap(), payload.as_slice());
                let first = samples
                    .iter()
                    .position(|sample| wire::eq_ignore_case(&sample.2, name));
                prop_assert_eq!(archive.find(name), first);
            }
        }
    }
}
