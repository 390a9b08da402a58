//! The whole of `data.tma` (spec page: mission, section 2).

use crate::clan::ClanLayout;
use crate::lp_string::count;
use crate::{Clan, ClanType, Lode, LpString, ObjectKind, Path, PlacedObject, SHIPPED_CLASS};
use std::collections::HashMap;
use wire::{Malformed, Reader, Result, Writer};

/// The only version of the file.
pub const FORMAT_VERSION: u32 = 1;
/// Clan section version of every file of the game, and the newest known.
pub const CLAN_SECTION_VERSION: u32 = 6;
/// Object section version of every file of the game, and the newest known.
pub const OBJECT_SECTION_VERSION: u32 = 10;

const MOST_PATHS_OR_CLANS: usize = 16384;
const MOST_OBJECTS: usize = 1_000_000;

/// A mission: what is placed where, and who is who.
///
/// A field that a section version does not store holds its default after reading and is left out when writing.
#[derive(Debug, Clone, PartialEq)]
pub struct Tma {
    /// Tactical areals, in file order.
    pub paths: Vec<Path>,
    /// 1 to 6; decides which fields of a clan are stored.
    pub clan_section_version: u32,
    /// In file order; [`PlacedObject::clan_index`] counts them.
    pub clans: Vec<Clan>,
    /// 1 to 10; decides which fields of an object are stored, and the last fields of the file.
    pub object_section_version: u32,
    /// In file order; the index is the id of the object in the viewer.
    pub objects: Vec<PlacedObject>,
    /// Base name of the ground's files; see [`crate::LandPath`].
    pub land_path: LpString,
    /// 1 on the multiplayer maps and `Single.01`; read by nothing. Object section version 2 and later.
    pub mission_flag: u32,
    /// An editor's buffer; see [`Self::description_text`]. Object section version 2 and later.
    pub description: LpString,
    /// 1. Object section version 5 and later.
    pub extra_section_version: u32,
    /// Ore deposits. Object section version 5 and later.
    pub lodes: Vec<Lode>,
    /// Bytes after the last record; none in a sound file.
    pub trailing: Vec<u8>,
}

impl Default for Tma {
    fn default() -> Self {
        Self {
            paths: Vec::new(),
            clan_section_version: CLAN_SECTION_VERSION,
            clans: Vec::new(),
            object_section_version: OBJECT_SECTION_VERSION,
            objects: Vec::new(),
            land_path: LpString::default(),
            mission_flag: 0,
            description: LpString::default(),
            extra_section_version: 1,
            lodes: Vec::new(),
            trailing: Vec::new(),
        }
    }
}

impl Tma {
    /// Reads `data.tma`, and says what is odd about it.
    ///
    /// A file that the loader's clan layout cannot read is tried with the other known layout, and taken (with a
    /// warning) if that one ends exactly at the end of the file.
    ///
    /// # Errors
    /// The first byte that the loader's layout cannot read: a version that is not known, a count or a string that
    /// does not fit.
    pub fn parse(bytes: &[u8]) -> Result<(Self, Vec<Malformed>)> {
        let first = match Self::parse_as(bytes, ClanLayout::Loader) {
            Ok(read) => return Ok(read),
            Err(first) => first,
        };
        match Self::parse_as(bytes, ClanLayout::ByType) {
            Ok((tma, mut warnings)) if tma.trailing.is_empty() => {
                warnings.insert(0, first);
                Ok((tma, warnings))
            }
            _ => Err(first),
        }
    }

    fn parse_as(bytes: &[u8], layout: ClanLayout) -> Result<(Self, Vec<Malformed>)> {
        let mut reader = Reader::new(bytes);
        let r = &mut reader;
        let mut warnings = Vec::new();
        version(r, "format_version", FORMAT_VERSION..=FORMAT_VERSION)?;

        let paths = count(r, "path_count", MOST_PATHS_OR_CLANS, Path::SMALLEST)?;
        let paths = (0..paths).map(|_| Path::read(r)).collect::<Result<_>>()?;

        let clan_section_version = version(r, "clan_section_version", 1..=CLAN_SECTION_VERSION)?;
        let clans = count(r, "clan_count", MOST_PATHS_OR_CLANS, Clan::SMALLEST)?;
        let clans = (0..clans)
            .map(|_| Clan::read(r, clan_section_version, layout, &mut warnings))
            .collect::<Result<_>>()?;

        let object_section_version =
            version(r, "object_section_version", 1..=OBJECT_SECTION_VERSION)?;
        let objects = count(r, "object_count", MOST_OBJECTS, PlacedObject::SMALLEST)?;
        let mut odd_class = None;
        let objects = (0..objects)
            .map(|_| {
                let offset = r.position();
                let object = PlacedObject::read(r, object_section_version, &mut warnings)?;
                if object.class_or_flags != SHIPPED_CLASS {
                    odd_class.get_or_insert((offset, object.class_or_flags));
                }
                Ok(object)
            })
            .collect::<Result<_>>()?;
        if let Some((offset, class)) = odd_class {
            warnings.push(Malformed::new(
                offset,
                "object class_or_flags (first of the file)",
                format!("{SHIPPED_CLASS:#x}"),
                format!("{class:#x}"),
            ));
        }

        let mut tma = Self {
            paths,
            clan_section_version,
            clans,
            object_section_version,
            objects,
            land_path: LpString::read(r, "land_path")?,
            ..Self::default()
        };
        if object_section_version >= 2 {
            tma.mission_flag = r.u32("mission_flag")?;
            tma.description = LpString::read(r, "description")?;
        }
        if object_section_version >= 5 {
            let offset = r.position();
            tma.extra_section_version = r.u32("extra_section_version")?;
            if tma.extra_section_version != 1 {
                warnings.push(Malformed::new(
                    offset,
                    "extra_section_version",
                    "1",
                    tma.extra_section_version.to_string(),
                ));
            }
            let lodes = count(r, "extra_count", MOST_OBJECTS, size_of::<Lode>())?;
            tma.lodes = r.records(lodes, "extras")?;
        }
        let end = r.position();
        tma.trailing = r.rest().to_vec();
        if !tma.trailing.is_empty() {
            let plural = if tma.trailing.len() == 1 { "" } else { "s" };
            warnings.push(Malformed::new(
                end,
                "data.tma",
                "the end of the file",
                format!("{} byte{plural} left", tma.trailing.len()),
            ));
        }
        Ok((tma, warnings))
    }

    /// The bytes of the file; of an unedited one, the bytes it was read from.
    pub fn write(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        let w = &mut writer;
        w.u32(FORMAT_VERSION).u32(self.paths.len() as u32);
        for path in &self.paths {
            path.write(w);
        }
        w.u32(self.clan_section_version)
            .u32(self.clans.len() as u32);
        for clan in &self.clans {
            clan.write(w, self.clan_section_version);
        }
        w.u32(self.object_section_version)
            .u32(self.objects.len() as u32);
        for object in &self.objects {
            object.write(w, self.object_section_version);
        }
        self.land_path.write(w);
        if self.object_section_version >= 2 {
            w.u32(self.mission_flag);
            self.description.write(w);
        }
        if self.object_section_version >= 5 {
            w.u32(self.extra_section_version)
                .u32(self.lodes.len() as u32)
                .records(&self.lodes);
        }
        w.bytes(&self.trailing);
        writer.into_bytes()
    }

    /// The readable part of the description: up to a NUL or to the fill of an editor's buffer.
    ///
    /// The `descr` file beside `data.tma` is the better title. One fill byte alone is a Cyrillic letter, so only
    /// four in a row end the text.
    pub fn description_text(&self) -> String {
        const FILL: [u8; 4] = [0xCD; 4];
        let text = wire::until_nul(&self.description.0);
        let end = text.windows(FILL.len()).position(|w| w == FILL);
        wire::decode_cp1251(text.get(..end.unwrap_or(text.len())).unwrap_or_default())
    }

    /// What the game makes of the relation of one clan to another: 0 hostile, 1 neutral, 2 allied.
    pub fn relation(&self, clan: &Clan, other: &Clan) -> i32 {
        let neutral = [clan, other]
            .iter()
            .any(|c| c.clan_type() == ClanType::Neutral);
        if wire::eq_ignore_case(clan.name.name(), other.name.name()) {
            2
        } else if neutral {
            1
        } else {
            let listed = clan.relations.iter().find(|relation| {
                wire::eq_ignore_case(relation.other_clan_name.name(), other.name.name())
            });
            listed.map_or(0, |relation| relation.value)
        }
    }

    /// Where the viewer draws each object: its own position, or for a unit at (0, 0, 0) inside a building the
    /// position of that building (spec page: mission, section 2.5).
    pub fn drawn_positions(&self) -> Vec<[f32; 3]> {
        let buildings: HashMap<i32, [f32; 3]> = self
            .objects
            .iter()
            .rev()
            .filter(|object| object.kind() == ObjectKind::Building)
            .map(|building| (building.logical_id, building.position))
            .collect();
        let drawn = |object: &PlacedObject| {
            if object.host_logical_id == -1 || object.position != [0.0; 3] {
                return object.position;
            }
            let host = buildings.get(&object.host_logical_id);
            host.copied().unwrap_or(object.position)
        };
        self.objects.iter().map(drawn).collect()
    }
}

fn version(
    reader: &mut Reader<'_>,
    what: &'static str,
    known: std::ops::RangeInclusive<u32>,
) -> Result<u32> {
    let offset = reader.position();
    let version = reader.u32(what)?;
    if known.contains(&version) {
        return Ok(version);
    }
    Err(Malformed::new(
        offset,
        what,
        format!("a supported version, {} to {}", known.start(), known.end()),
        version.to_string(),
    ))
}

#[cfg(test)]
mod tests;
