use crate::build::{checked_name, finish_image, place, record_of};
use crate::directory::HEADER;
use crate::{ALIGNMENT, Archive, Entry, NewEntry, Rule};
use std::borrow::Cow;
use std::ops::Range;
use wire::{Malformed, Result, Writer};

/// Changes an image and keeps all the rest: directory order, payload order, attributes, raw name bytes and
/// unindexed bytes (spec page: containers, section 2.8 A). Without an effective change the bytes stay the same.
#[derive(Debug, Clone)]
pub struct Editor<'a> {
    archive: Archive<'a>,
    slots: Vec<Slot<'a>>,
    changed: bool,
}

/// One entry of the image to come.
#[derive(Debug, Clone)]
struct Slot<'a> {
    record: Entry,
    /// Directory index in the old image; `None` for an inserted entry.
    origin: Option<usize>,
    /// The new payload; `None` keeps the old one.
    payload: Option<Cow<'a, [u8]>>,
}

impl<'a> Editor<'a> {
    /// Starts from an image; errors as [`Archive::parse`].
    pub fn new(image: &'a [u8]) -> Result<Self> {
        let archive = Archive::parse(image)?;
        let slots = archive
            .entries()
            .iter()
            .enumerate()
            .map(|(index, record)| Slot {
                record: *record,
                origin: Some(index),
                payload: None,
            })
            .collect();
        Ok(Self {
            archive,
            slots,
            changed: false,
        })
    }

    /// The records as they stand now. Sizes and offsets are those of the old image until [`Editor::finish`].
    pub fn records(&self) -> impl ExactSizeIterator<Item = &Entry> {
        self.slots.iter().map(|slot| &slot.record)
    }

    /// Replaces an entry's payload; the payload it already has is no change.
    ///
    /// # Errors
    /// The index is out of range, as for every edit.
    pub fn replace(&mut self, index: usize, payload: impl Into<Cow<'a, [u8]>>) -> Result<()> {
        let payload = payload.into();
        let archive = &self.archive;
        let slot = slot_at(&mut self.slots, index)?;
        let old = slot.origin.and_then(|origin| archive.payload(origin).ok());
        if slot.payload.is_none() && old == Some(payload.as_ref()) {
            return Ok(());
        }
        slot.payload = Some(payload);
        self.changed = true;
        Ok(())
    }

    /// Renames an entry: 1 to [`crate::MAX_NAME`] bytes without a NUL. The name it already has is no change.
    pub fn rename(&mut self, index: usize, name: &[u8]) -> Result<()> {
        let field = checked_name(name)?;
        let slot = slot_at(&mut self.slots, index)?;
        if slot.record.name.bytes() != name {
            slot.record.name = field;
            self.changed = true;
        }
        Ok(())
    }

    /// Sets attr1, attr2 and attr3 of an entry.
    pub fn set_attributes(&mut self, index: usize, attributes: [u32; 3]) -> Result<()> {
        let record = &mut slot_at(&mut self.slots, index)?.record;
        if [record.attr1, record.attr2, record.attr3] != attributes {
            [record.attr1, record.attr2, record.attr3] = attributes;
            self.changed = true;
        }
        Ok(())
    }

    /// Inserts an entry before directory index `index` (the count appends); its payload comes last in the file.
    pub fn insert(&mut self, index: usize, entry: NewEntry<'a>) -> Result<()> {
        if index > self.slots.len() {
            return Err(no_such_entry(index, self.slots.len()));
        }
        let record = record_of(&entry)?;
        let slot = Slot {
            record,
            origin: None,
            payload: Some(entry.payload),
        };
        self.slots.insert(index, slot);
        self.changed = true;
        Ok(())
    }

    /// Removes an entry and its payload.
    pub fn remove(&mut self, index: usize) -> Result<()> {
        slot_at(&mut self.slots, index)?;
        self.slots.remove(index);
        self.changed = true;
        Ok(())
    }

    /// The edited image; the original bytes when nothing changed.
    ///
    /// # Errors
    /// Something changed and the old image has unreadable or overlapping payloads, whose bytes have no one owner to
    /// move with; or the new image is beyond the limits.
    pub fn finish(&self) -> Result<Vec<u8>> {
        if !self.changed {
            return Ok(self.archive.image().to_vec());
        }
        let ambiguous = self
            .archive
            .warnings()
            .iter()
            .find(|warning| matches!(warning.rule, Rule::PayloadRange | Rule::Overlap));
        if let Some(warning) = ambiguous {
            return Err(warning.malformed.clone());
        }

        let mut records: Vec<Entry> = self.slots.iter().map(|slot| slot.record).collect();
        let mut writer = Writer::new();
        writer.bytes(&[0; HEADER]);
        self.write_old_segments(&mut writer, &mut records)?;
        for (slot, record) in self.slots.iter().zip(&mut records) {
            if let (None, Some(payload)) = (slot.origin, &slot.payload) {
                writer.pad_to(ALIGNMENT);
                place(&mut writer, record, payload)?;
                writer.pad_to(ALIGNMENT);
            }
        }
        finish_image(writer, records)
    }

    /// Payloads and the bytes between them, in the old file order.
    fn write_old_segments(&self, writer: &mut Writer, records: &mut [Entry]) -> Result<()> {
        let mut slot_of_origin = vec![None; self.archive.entries().len()];
        for (position, slot) in self.slots.iter().enumerate() {
            if let Some(place) = slot
                .origin
                .and_then(|origin| slot_of_origin.get_mut(origin))
            {
                *place = Some(position);
            }
        }
        let mut segments: Vec<(Range<usize>, Option<usize>)> = slot_of_origin
            .into_iter()
            .enumerate()
            .filter_map(|(origin, position)| Some((self.archive.range(origin).ok()?, position)))
            .collect();
        segments.sort_by_key(|(range, position)| (range.start, range.end, *position));

        let first = segments.first().map(|(range, _)| range.start);
        let end = self.archive.directory().directory_offset();
        writer.bytes(self.old_bytes(HEADER..first.unwrap_or(end)));
        let mut cursor = first.unwrap_or(end);
        for (number, (old, position)) in segments.iter().enumerate() {
            cursor = cursor.max(old.end);
            let slot = position.and_then(|position| self.slots.get(position));
            let record = position.and_then(|position| records.get_mut(position));
            if let (Some(slot), Some(record)) = (slot, record) {
                let payload = match &slot.payload {
                    Some(payload) => payload,
                    None => self.old_bytes(old.clone()),
                };
                place(writer, record, payload)?;
            }
            let next = segments
                .get(number.saturating_add(1))
                .map_or(end, |(range, _)| range.start);
            let gap = cursor..next.max(cursor);
            cursor = gap.end;
            if self.is_padding(&gap) {
                // Later payloads stay aligned although the bytes before them moved.
                writer.pad_to(ALIGNMENT);
            } else {
                writer.bytes(self.old_bytes(gap));
                if slot.is_none_or(|slot| slot.payload.is_some()) {
                    writer.pad_to(ALIGNMENT);
                }
            }
        }
        Ok(())
    }

    /// Whether a gap is only what fills up to the next multiple of 8.
    fn is_padding(&self, gap: &Range<usize>) -> bool {
        gap.start.next_multiple_of(ALIGNMENT) == gap.end
            && self.old_bytes(gap.clone()).iter().all(|&byte| byte == 0)
    }

    fn old_bytes(&self, range: Range<usize>) -> &'a [u8] {
        self.archive.image().get(range).unwrap_or_default()
    }
}

fn slot_at<'s, 'a>(slots: &'s mut [Slot<'a>], index: usize) -> Result<&'s mut Slot<'a>> {
    let count = slots.len();
    slots
        .get_mut(index)
        .ok_or_else(|| no_such_entry(index, count))
}

fn no_such_entry(index: usize, count: usize) -> Malformed {
    Malformed::new(
        0,
        "NRes entry index to edit",
        format!("one of {count} entries"),
        index.to_string(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{entry, patch, worked_builder, worked_example};
    use crate::tags;
    use proptest::prelude::*;

    #[test]
    fn no_effective_edit_gives_the_same_bytes() {
        let mut image = worked_example();
        image[0x5F] = 0xAA;
        image[0x25] = 0xBB;
        patch(&mut image, 0x64, 77);
        let mut editor = Editor::new(&image).unwrap();
        editor.replace(1, b"ABC".as_slice()).unwrap();
        editor.rename(0, b"STONE.WEA").unwrap();
        editor.set_attributes(2, [0, 0, 1]).unwrap();
        assert_eq!(editor.finish().unwrap(), image);
    }

    #[test]
    fn a_replaced_payload_moves_what_follows_and_keeps_it_aligned() {
        let image = worked_example();
        let mut editor = Editor::new(&image).unwrap();
        editor.replace(0, vec![7; 17]).unwrap();
        let edited = editor.finish().unwrap();
        let archive = Archive::parse_strict(&edited).unwrap();
        assert_eq!(archive.payload(0).unwrap(), [7; 17]);
        assert_eq!(archive.entries()[1].data_offset, 0x28);
        assert_eq!(archive.payload(1).unwrap(), b"ABC");
        assert_eq!(archive.entries()[2].data_offset, 0x30);
        assert!(archive.notes().is_empty());

        let mut back = Editor::new(&edited).unwrap();
        back.replace(0, b"1\r\n0 DEFAULT\r\n".as_slice()).unwrap();
        assert_eq!(back.finish().unwrap(), image);
    }

    #[test]
    fn an_unindexed_region_is_kept() {
        // A region of 16 bytes before the first payload, another directly after it.
        let mut image = worked_builder().finish().unwrap();
        image.splice(0x1E..0x20, [0xEE; 10]);
        image.splice(0x10..0x10, [0xDD; 16]);
        let directory = 0x28 + 8 + 16;
        let total = image.len() as u32;
        patch(&mut image, 12, total);
        patch(&mut image, directory + 0x38, 0x20);
        patch(&mut image, directory + 64 + 0x38, 0x38);
        patch(&mut image, directory + 128 + 0x38, 0x40);
        assert_eq!(
            Archive::parse_strict(&image).unwrap().payload(1).unwrap(),
            b"ABC"
        );

        let mut editor = Editor::new(&image).unwrap();
        editor.replace(0, b"12345".as_slice()).unwrap();
        let edited = editor.finish().unwrap();
        let archive = Archive::parse_strict(&edited).unwrap();
        assert_eq!(edited[0x10..0x20], [0xDD; 16]);
        assert_eq!(archive.payload(0).unwrap(), b"12345");
        assert_eq!(edited[0x25..0x2F], [0xEE; 10]);
        assert_eq!(archive.entries()[1].data_offset, 0x30);
        assert_eq!(archive.payload(1).unwrap(), b"ABC");
    }

    #[test]
    fn entries_are_inserted_renamed_and_removed() {
        let image = worked_example();
        let mut editor = Editor::new(&image).unwrap();
        editor.insert(1, entry(tags::MAT0, b"mid", b"xyz")).unwrap();
        editor.rename(0, b"zz").unwrap();
        editor.remove(2).unwrap();
        editor.set_attributes(0, [1, 2, 3]).unwrap();
        assert_eq!(editor.records().len(), 3);
        let edited = editor.finish().unwrap();
        let archive = Archive::parse_strict(&edited).unwrap();
        let names: Vec<String> = archive
            .entries()
            .iter()
            .map(|e| e.name.to_string())
            .collect();
        assert_eq!(names, ["zz", "mid", "Boom.wav"]);
        assert_eq!(archive.payload(0).unwrap().len(), 14);
        assert_eq!(archive.payload(1).unwrap(), b"xyz");
        assert_eq!(archive.payload(2).unwrap(), b"");
        assert_eq!(archive.entries()[0].attr2, 2);

        assert!(editor.remove(3).is_err());
        assert!(editor.replace(3, vec![]).is_err());
        assert!(editor.rename(0, b"").is_err());
        assert!(editor.insert(4, entry(1, b"n", b"")).is_err());
    }

    #[test]
    fn damaged_payloads_cannot_be_moved() {
        let mut image = worked_example();
        patch(&mut image, 0xA0, 0x1D);
        let mut editor = Editor::new(&image).unwrap();
        assert_eq!(editor.finish().unwrap(), image);
        editor.replace(0, vec![1]).unwrap();
        assert!(editor.finish().is_err());
    }

    proptest! {
        #[test]
        fn edits_keep_the_other_payloads(
            payloads in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..30), 1..8),
            new in prop::collection::vec(any::<u8>(), 0..30),
            target in any::<prop::sample::Index>(),
            seed in any::<usize>(),
        ) {
            let mut builder = crate::Builder::new();
            for payload in &payloads {
                builder.push(entry(1, b"stream", payload));
            }
            let mut order: Vec<usize> = (0..payloads.len()).collect();
            order.rotate_left(seed % payloads.len());
            let image = builder.payload_order(&order).finish().unwrap();

            let index = target.index(payloads.len());
            let mut editor = Editor::new(&image).unwrap();
            editor.replace(index, new.as_slice()).unwrap();
            let edited = editor.finish().unwrap();
            let mut expected = payloads.clone();
            expected[index] = new;
            let archive = Archive::parse_strict(&edited).unwrap();
            for (index, payload) in expected.iter().enumerate() {
                prop_assert_eq!(archive.payload(index).unwrap(), payload.as_slice());
            }
            prop_assert!(archive.notes().is_empty());
        }
    }
}
