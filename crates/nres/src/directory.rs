use crate::order::compare;
use crate::{MAGIC, MAX_ENTRIES, MAX_IMAGE, MAX_PAYLOADS, Rule, VERSION, Warning};
use bytemuck::{Pod, Zeroable};
use std::collections::HashMap;
use std::ops::Range;
use wire::{FixedName, Malformed, Reader, Result};

/// Bytes of the header.
pub(crate) const HEADER: usize = size_of::<Header>();

/// Bytes of one directory record.
pub(crate) const RECORD: usize = size_of::<Entry>();

/// The first 16 bytes of an image.
#[derive(Debug, Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Header {
    pub(crate) magic: [u8; 4],
    pub(crate) version: u32,
    pub(crate) entry_count: i32,
    pub(crate) total_size: u32,
}

/// One directory record, 64 bytes, as it stands on disk.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Entry {
    /// Four characters ([`crate::tags`]) or, inside models and lands, a small number.
    pub type_id: u32,
    /// Means what the type says: the element count of a model's stream, the flags of a material.
    pub attr1: u32,
    /// Means what the type says.
    pub attr2: u32,
    /// Payload bytes, padding not included; may be 0.
    pub size: u32,
    /// Means what the type says: the element stride of a model's stream; 1 for most plain files.
    pub attr3: u32,
    /// Name, not unique; the bytes after the NUL are kept.
    pub name: FixedName<36>,
    /// Payload start, from the first byte of the image.
    pub data_offset: u32,
    /// One slot of the lookup table. It belongs to the column, not to this entry.
    pub sort_index: u32,
}

/// The directory of one image, owned: it does not borrow the image's bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Directory {
    entries: Vec<Entry>,
    /// By lower-case name.
    names: HashMap<Box<[u8]>, Named>,
    /// Indices of entries that the payload limit makes unreadable, ascending.
    over_limit: Vec<usize>,
    directory_offset: usize,
    total_size: usize,
    warnings: Vec<Warning>,
}

/// The entries that share one name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Named {
    first: usize,
    count: usize,
}

impl Directory {
    /// Reads the directory of `image`, tolerant of damaged entries (see [`Directory::warnings`]).
    ///
    /// # Errors
    /// Rules N01 to N05: no NRes image, another version, a size that is not the image's, a directory that does not fit;
    /// and an image beyond [`MAX_IMAGE`] or [`MAX_ENTRIES`].
    pub fn parse(image: &[u8]) -> Result<Self> {
        let (directory_offset, count) = check_header(image)?;
        let mut reader = Reader::new(image);
        reader.seek(directory_offset);
        let entries: Vec<Entry> = reader.records(count, "NRes directory")?;

        let mut names: HashMap<Box<[u8]>, Named> = HashMap::with_capacity(count);
        for (index, entry) in entries.iter().enumerate() {
            if !entry.name.bytes().is_empty() {
                names
                    .entry(wire::fold(entry.name.bytes()).into())
                    .and_modify(|named| named.count = named.count.saturating_add(1))
                    .or_insert(Named {
                        first: index,
                        count: 1,
                    });
            }
        }

        let mut directory = Self {
            entries,
            names,
            over_limit: Vec::new(),
            directory_offset,
            total_size: image.len(),
            warnings: Vec::new(),
        };
        directory.apply_payload_limit();
        directory.warnings = directory.check_entries();
        Ok(directory)
    }

    /// Reads the directory of `image` in the strict profile: [`Directory::parse`], then [`Directory::validate`].
    pub fn parse_strict(image: &[u8]) -> Result<Self> {
        let directory = Self::parse(image)?;
        directory.validate()?;
        Ok(directory)
    }

    /// The strict profile: the first violated rule (N06 to N12, in this order) is an error.
    pub fn validate(&self) -> Result<()> {
        match self.warnings.first() {
            Some(warning) => Err(warning.malformed.clone()),
            None => Ok(()),
        }
    }

    /// What is damaged (rules N06 to N12), by rule, then by entry. Of the lookup table only the first fault is listed.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// The entries, in directory order.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Directory index of the entry of that name, the lowest if several share it. ASCII letters are case-blind, other
    /// bytes exact; `name` ends at its first NUL.
    pub fn find(&self, name: &[u8]) -> Option<usize> {
        self.named(name).map(|named| named.first)
    }

    /// How many entries have that name. An archive that is addressed by name should have one of each.
    pub fn count_of(&self, name: &[u8]) -> usize {
        self.named(name).map_or(0, |named| named.count)
    }

    /// Directory index of the first entry of that type.
    pub fn find_type(&self, type_id: u32) -> Option<usize> {
        self.entries
            .iter()
            .position(|entry| entry.type_id == type_id)
    }

    /// Byte range of an entry's payload in the image; always inside the data region.
    ///
    /// # Errors
    /// The index is out of range (N15) or the entry is unreadable (N06).
    pub fn range(&self, index: usize) -> Result<Range<usize>> {
        let entry = self.entry(index)?;
        if entry.size == 0 {
            // Readable wherever its offset points.
            let start = (entry.data_offset as usize).clamp(HEADER, self.directory_offset);
            return Ok(start..start);
        }
        if self.over_limit.binary_search(&index).is_ok() {
            return Err(Malformed::new(
                self.record_offset(index),
                format!("{}: size", describe(index, entry)),
                format!("at most {MAX_PAYLOADS} payload bytes up to this entry"),
                format!("{} more", entry.size),
            ));
        }
        self.range_in_data_region(entry).ok_or_else(|| {
            Malformed::new(
                self.record_offset(index),
                format!("{}: payload", describe(index, entry)),
                format!("bytes within {HEADER:#x}..{:#x}", self.directory_offset),
                format!("{} bytes at {:#x}", entry.size, entry.data_offset),
            )
        })
    }

    /// An entry's payload; `image` is the one the directory was read from.
    ///
    /// # Errors
    /// As [`Directory::range`], and an `image` of another length.
    pub fn payload<'b>(&self, image: &'b [u8], index: usize) -> Result<&'b [u8]> {
        let range = self.range(index)?;
        if image.len() != self.total_size {
            return Err(Malformed::new(
                0,
                "NRes image",
                format!("the {} bytes the directory was read from", self.total_size),
                format!("{} bytes", image.len()),
            ));
        }
        Ok(image.get(range).unwrap_or_default())
    }

    /// Offset of the first directory record: the end of the data region.
    pub fn directory_offset(&self) -> usize {
        self.directory_offset
    }

    /// Offset of an entry's directory record in the image.
    pub fn record_offset(&self, index: usize) -> usize {
        index
            .saturating_mul(RECORD)
            .saturating_add(self.directory_offset)
    }

    fn named(&self, name: &[u8]) -> Option<Named> {
        self.names
            .get(wire::fold(wire::until_nul(name)).as_slice())
            .copied()
    }

    fn entry(&self, index: usize) -> Result<&Entry> {
        self.entries.get(index).ok_or_else(|| {
            Malformed::new(
                self.directory_offset,
                "NRes entry index",
                format!("less than {}", self.entries.len()),
                index.to_string(),
            )
        })
    }

    /// The payload's range where it fits the data region.
    fn range_in_data_region(&self, entry: &Entry) -> Option<Range<usize>> {
        let start = entry.data_offset as usize;
        let end = start.checked_add(entry.size as usize)?;
        (start >= HEADER && end <= self.directory_offset).then_some(start..end)
    }

    fn apply_payload_limit(&mut self) {
        let mut total = 0_u64;
        for (index, entry) in self.entries.iter().enumerate() {
            if self.range_in_data_region(entry).is_none() {
                continue;
            }
            let sum = total.saturating_add(u64::from(entry.size));
            if sum > MAX_PAYLOADS {
                self.over_limit.push(index);
            } else {
                total = sum;
            }
        }
    }

    /// Rules N06 to N12.
    fn check_entries(&self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        for index in 0..self.entries.len() {
            if let Err(malformed) = self.range(index) {
                warnings.push(Warning {
                    rule: Rule::PayloadRange,
                    entry: Some(index),
                    malformed,
                });
            }
        }
        self.check_overlaps(&mut warnings);
        self.check_names(&mut warnings);
        warnings.extend(self.check_lookup_table());
        warnings
    }

    /// N07, in one pass over the payloads in file order.
    fn check_overlaps(&self, warnings: &mut Vec<Warning>) {
        let mut ranges: Vec<(Range<usize>, usize)> = (0..self.entries.len())
            .filter_map(|index| Some((self.range(index).ok()?, index)))
            .filter(|(range, _)| !range.is_empty())
            .collect();
        ranges.sort_by_key(|(range, index)| (range.start, range.end, *index));
        let mut covered: Option<(Range<usize>, usize)> = None;
        for (range, index) in ranges {
            if let Some((before, other)) = &covered
                && range.start < before.end
            {
                warnings.push(self.warning(
                    Rule::Overlap,
                    index,
                    "payload",
                    "bytes of its own",
                    format!(
                        "{:#x}..{:#x}, which entry {other} at {:#x}..{:#x} overlaps",
                        range.start, range.end, before.start, before.end
                    ),
                ));
            }
            if covered
                .as_ref()
                .is_none_or(|(before, _)| range.end > before.end)
            {
                covered = Some((range, index));
            }
        }
        warnings.sort_by_key(|warning| (warning.rule, warning.entry));
    }

    /// N08, then N09.
    fn check_names(&self, warnings: &mut Vec<Warning>) {
        for (index, entry) in self.entries.iter().enumerate() {
            if !entry.name.is_terminated() {
                let found = "36 bytes without one".to_owned();
                warnings.push(self.warning(Rule::UnterminatedName, index, "name", "a NUL", found));
            }
        }
        for (index, entry) in self.entries.iter().enumerate() {
            if entry.name.bytes().is_empty() {
                let found = "an empty one".to_owned();
                warnings.push(self.warning(Rule::EmptyName, index, "name", "a name", found));
            }
        }
    }

    /// N10 to N12: the first fault of the lookup table. Lookups go by name and do not need the table.
    fn check_lookup_table(&self) -> Option<Warning> {
        let count = self.entries.len();
        let targets = || {
            self.entries
                .iter()
                .map(|entry| entry.sort_index as usize)
                .enumerate()
        };
        let fault = |rule, slot, expected: &'static str, found: String| {
            Some(self.warning(rule, slot, "sort_index", expected, found))
        };

        if let Some((slot, target)) = targets().find(|(_, target)| *target >= count) {
            let found = format!("{target} of {count} entries");
            return fault(Rule::SortIndexRange, slot, "an entry's index", found);
        }
        let mut seen = vec![false; count];
        for (slot, target) in targets() {
            if let Some(seen) = seen.get_mut(target)
                && std::mem::replace(seen, true)
            {
                let found = format!("{target} again");
                return fault(Rule::SortIndexRepeated, slot, "each entry once", found);
            }
        }
        let mut before: &[u8] = &[];
        for (slot, target) in targets() {
            let name = self
                .entries
                .get(target)
                .map_or(&[][..], |entry| entry.name.bytes());
            if compare(before, name).is_gt() {
                let found = format!(
                    "{:?} after {:?}",
                    wire::decode_cp1251(name),
                    wire::decode_cp1251(before)
                );
                return fault(Rule::SortOrder, slot, "names in ascending order", found);
            }
            before = name;
        }
        None
    }

    pub(crate) fn warning(
        &self,
        rule: Rule,
        index: usize,
        field: &'static str,
        expected: &'static str,
        found: String,
    ) -> Warning {
        let entry = self.entries.get(index).copied().unwrap_or_default();
        Warning {
            rule,
            entry: Some(index),
            malformed: Malformed::new(
                self.record_offset(index),
                format!("{}: {field}", describe(index, &entry)),
                expected,
                found,
            ),
        }
    }
}

/// Rules N01 to N05 and the limits: offset of the directory and count of its records.
fn check_header(image: &[u8]) -> Result<(usize, usize)> {
    let mut reader = Reader::new(image);
    let header: Header = reader.record("NRes header")?;
    if header.magic != MAGIC {
        let found = format!("\"{}\"", header.magic.escape_ascii());
        return Err(Malformed::new(0, "NRes magic", "\"NRes\"", found));
    }
    if header.version != VERSION {
        return Err(Malformed::new(
            4,
            "NRes version",
            format!("{VERSION:#x}"),
            format!("{:#x}", header.version),
        ));
    }
    let Ok(count) = usize::try_from(header.entry_count) else {
        return Err(Malformed::new(
            8,
            "NRes entry count",
            "0 or more",
            header.entry_count.to_string(),
        ));
    };
    if header.total_size as usize != image.len() {
        return Err(Malformed::new(
            12,
            "NRes total size",
            format!("the image's {} bytes", image.len()),
            header.total_size.to_string(),
        ));
    }
    if image.len() > MAX_IMAGE {
        return Err(Malformed::new(
            12,
            "NRes total size",
            format!("at most {MAX_IMAGE}"),
            image.len().to_string(),
        ));
    }
    let directory_offset = count
        .checked_mul(RECORD)
        .and_then(|directory| image.len().checked_sub(directory))
        .filter(|offset| *offset >= HEADER && count <= MAX_ENTRIES);
    match directory_offset {
        Some(offset) => Ok((offset, count)),
        None => Err(Malformed::new(
            8,
            "NRes entry count",
            format!(
                "at most {}",
                (image.len().saturating_sub(HEADER) / RECORD).min(MAX_ENTRIES)
            ),
            count.to_string(),
        )),
    }
}

fn describe(index: usize, entry: &Entry) -> String {
    format!("NRes entry {index} {:?}", entry.name)
}

#[cfg(test)]
mod tests;
