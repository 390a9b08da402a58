use crate::directory::HEADER;
use crate::{ALIGNMENT, Directory, Entry, Rule, Warning};
use std::ops::Range;
use wire::{Malformed, Result};

/// An NRes image that the caller holds, with its directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Archive<'a> {
    image: &'a [u8],
    directory: Directory,
}

impl<'a> Archive<'a> {
    /// Reads an image, tolerant of damaged entries; errors as [`Directory::parse`].
    pub fn parse(image: &'a [u8]) -> Result<Self> {
        let directory = Directory::parse(image)?;
        Ok(Self { image, directory })
    }

    /// Reads an image in the strict profile; errors as [`Directory::parse_strict`].
    pub fn parse_strict(image: &'a [u8]) -> Result<Self> {
        let directory = Directory::parse_strict(image)?;
        Ok(Self { image, directory })
    }

    /// The strict profile: the first violated rule is an error ([`Directory::validate`]).
    pub fn validate(&self) -> Result<()> {
        self.directory.validate()
    }

    /// What is damaged ([`Directory::warnings`]).
    pub fn warnings(&self) -> &[Warning] {
        self.directory.warnings()
    }

    /// What is unusual but harmless: unaligned payloads (N13), then bytes that no entry addresses (N14).
    pub fn notes(&self) -> Vec<Warning> {
        let mut notes = Vec::new();
        for (index, entry) in self.entries().iter().enumerate() {
            if !(entry.data_offset as usize).is_multiple_of(ALIGNMENT) {
                notes.push(self.directory.warning(
                    Rule::Alignment,
                    index,
                    "data_offset",
                    "a multiple of 8",
                    format!("{:#x}", entry.data_offset),
                ));
            }
        }
        for gap in self.gaps() {
            let bytes = self.image.get(gap.clone()).unwrap_or_default();
            if let Some(first) = bytes.iter().position(|&byte| byte != 0) {
                notes.push(Warning {
                    rule: Rule::UnindexedBytes,
                    entry: None,
                    malformed: Malformed::new(
                        gap.start.saturating_add(first),
                        "NRes data region",
                        "zero bytes between payloads",
                        format!("non-zero bytes within {:#x}..{:#x}", gap.start, gap.end),
                    ),
                });
            }
        }
        notes
    }

    /// The bytes of the data region that no readable entry addresses, in file order: padding and unindexed regions.
    pub fn gaps(&self) -> Vec<Range<usize>> {
        let mut payloads: Vec<Range<usize>> = (0..self.entries().len())
            .filter_map(|index| self.range(index).ok())
            .filter(|range| !range.is_empty())
            .collect();
        payloads.sort_by_key(|range| range.start);
        let mut gaps = Vec::new();
        let mut cursor = HEADER;
        for payload in payloads {
            if payload.start > cursor {
                gaps.push(cursor..payload.start);
            }
            cursor = cursor.max(payload.end);
        }
        if cursor < self.directory.directory_offset() {
            gaps.push(cursor..self.directory.directory_offset());
        }
        gaps
    }

    /// The image's bytes.
    pub fn image(&self) -> &'a [u8] {
        self.image
    }

    /// The directory.
    pub fn directory(&self) -> &Directory {
        &self.directory
    }

    /// The entries, in directory order.
    pub fn entries(&self) -> &[Entry] {
        self.directory.entries()
    }

    /// Directory index of the first entry of that name ([`Directory::find`]).
    pub fn find(&self, name: &[u8]) -> Option<usize> {
        self.directory.find(name)
    }

    /// How many entries have that name ([`Directory::count_of`]).
    pub fn count_of(&self, name: &[u8]) -> usize {
        self.directory.count_of(name)
    }

    /// Directory index of the first entry of that type.
    pub fn find_type(&self, type_id: u32) -> Option<usize> {
        self.directory.find_type(type_id)
    }

    /// Byte range of an entry's payload ([`Directory::range`]).
    pub fn range(&self, index: usize) -> Result<Range<usize>> {
        self.directory.range(index)
    }

    /// An entry's payload ([`Directory::payload`]).
    pub fn payload(&self, index: usize) -> Result<&'a [u8]> {
        self.directory.payload(self.image, index)
    }

    /// The payload of the first entry of that type; `None` when there is none.
    pub fn payload_of_type(&self, type_id: u32) -> Option<Result<&'a [u8]>> {
        self.find_type(type_id).map(|index| self.payload(index))
    }
}
