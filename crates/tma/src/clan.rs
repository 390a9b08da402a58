//! Clans, their zones and relations (spec page: mission, section 2.4).

use crate::lp_string::{LpString, count};
use bytemuck::{Pod, Zeroable};
use wire::{Malformed, Reader, Result, Writer};

const MOST_RELATIONS: usize = 65536;

/// One side of the mission.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Clan {
    /// "Plr", "Enm", "Player", ...
    pub name: LpString,
    /// -1 on every clan of the game.
    pub raw_id: i32,
    /// Base position on the map, x and y in metres.
    pub base: [f32; 2],
    /// See [`Self::clan_type`].
    pub type_word: u32,
    /// Scripts of the clan without `.scr`; clan section version 2 and later.
    pub script_base: LpString,
    /// Migration areals of animal clans; clan section version 3 and later.
    pub zones: ZoneList,
    /// Research tree (`.trf`), may be empty; clan section version 4 and later.
    pub research_path: LpString,
    /// How many robots the clan may field; clan section version 5 and later.
    pub minds: i32,
    /// Relations to other clans, in file order; clan section version 6.
    pub relations: Vec<Relation>,
}

/// What a clan is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClanType {
    /// 0: animals and scenery.
    Nature,
    /// 1
    Player,
    /// 2: an enemy that the computer leads.
    Enemy,
    /// 3
    Neutral,
    /// Any other word.
    Unknown(u32),
}

/// The zones of a clan, in whichever of the two known layouts the file was readable.
#[derive(Debug, Clone, PartialEq)]
pub enum ZoneList {
    /// The layout of the game's own loader.
    Zones(Vec<Zone>),
    /// The other reading of a clan of type 1 to 3: a word that is not a zone count.
    Tag(i32),
    /// The other reading of a clan of type 0: groups of five singles.
    Groups(Vec<Vec<[f32; 5]>>),
}

/// A circle on the ground, with a softer one around it.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Zone {
    /// 1 in every zone of the game.
    pub kind: i32,
    /// World position.
    pub centre: [f32; 3],
    /// Metres.
    pub inner_radius: f32,
    /// Metres.
    pub outer_radius: f32,
}

/// What one clan thinks of another.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Relation {
    /// Compared case-blind with the names of the clans.
    pub other_clan_name: LpString,
    /// 0 hostile, 1 neutral, 2 allied.
    pub value: i32,
}

/// Which of the two known layouts to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ClanLayout {
    /// One layout for all clans: what the game's loader reads.
    Loader,
    /// Two layouts, told apart by the type word.
    ByType,
}

impl Default for ZoneList {
    fn default() -> Self {
        Self::Zones(Vec::new())
    }
}

impl Clan {
    /// What [`Self::type_word`] means.
    pub fn clan_type(&self) -> ClanType {
        match self.type_word {
            0 => ClanType::Nature,
            1 => ClanType::Player,
            2 => ClanType::Enemy,
            3 => ClanType::Neutral,
            other => ClanType::Unknown(other),
        }
    }

    /// The zones; none when the clan was only readable in the other layout.
    pub fn zones(&self) -> &[Zone] {
        match &self.zones {
            ZoneList::Zones(zones) => zones,
            ZoneList::Tag(_) | ZoneList::Groups(_) => &[],
        }
    }

    /// The script file: [`Self::script_base`] with `.scr` when it has no extension; `None` when it is empty.
    pub fn script_path(&self) -> Option<Vec<u8>> {
        let mut path = self.script_base.name().to_vec();
        let file = path.rsplit(|byte| matches!(byte, b'\\' | b'/')).next()?;
        if file.is_empty() {
            return None;
        }
        if !file.contains(&b'.') {
            path.extend_from_slice(b".scr");
        }
        Some(path)
    }

    /// The fewest bytes a clan takes in any version.
    pub(crate) const SMALLEST: usize = 20;

    pub(crate) fn read(
        reader: &mut Reader<'_>,
        version: u32,
        layout: ClanLayout,
        warnings: &mut Vec<Malformed>,
    ) -> Result<Self> {
        let name = LpString::read(reader, "clan name")?;
        let raw_id = reader.i32("clan raw_id")?;
        let base = reader.record("clan base")?;
        let type_offset = reader.position();
        let type_word = reader.u32("clan type")?;
        if type_word > 3 {
            let fault = Malformed::new(
                type_offset,
                "clan type",
                "0 to 3",
                format!("{type_word:#x}"),
            );
            match layout {
                ClanLayout::Loader => warnings.push(fault),
                ClanLayout::ByType => return Err(fault),
            }
        }
        let mut clan = Self {
            name,
            raw_id,
            base,
            type_word,
            ..Self::default()
        };
        if version >= 2 {
            clan.script_base = LpString::read(reader, "clan script_base")?;
        }
        if version >= 3 {
            clan.zones = ZoneList::read(reader, type_word, layout)?;
        }
        if version >= 4 {
            clan.research_path = LpString::read(reader, "clan research_path")?;
        }
        if version >= 5 {
            clan.minds = reader.i32("clan minds")?;
        }
        if version >= 6 {
            let relations = count(reader, "relation_count", MOST_RELATIONS, 8)?;
            clan.relations = (0..relations)
                .map(|_| Relation::read(reader))
                .collect::<Result<_>>()?;
        }
        Ok(clan)
    }

    pub(crate) fn write(&self, writer: &mut Writer, version: u32) {
        self.name.write(writer);
        writer
            .i32(self.raw_id)
            .record(&self.base)
            .u32(self.type_word);
        if version >= 2 {
            self.script_base.write(writer);
        }
        if version >= 3 {
            self.zones.write(writer);
        }
        if version >= 4 {
            self.research_path.write(writer);
        }
        if version >= 5 {
            writer.i32(self.minds);
        }
        if version >= 6 {
            writer.u32(self.relations.len() as u32);
            for relation in &self.relations {
                relation.other_clan_name.write(writer);
                writer.i32(relation.value);
            }
        }
    }
}

impl ZoneList {
    fn read(reader: &mut Reader<'_>, type_word: u32, layout: ClanLayout) -> Result<Self> {
        match (layout, type_word) {
            (ClanLayout::Loader, _) => {
                let zones = count(reader, "zone_count", usize::MAX, size_of::<Zone>())?;
                Ok(Self::Zones(reader.records(zones, "clan zones")?))
            }
            (ClanLayout::ByType, 0) => {
                let groups = count(reader, "clan group count", usize::MAX, 4)?;
                let groups = (0..groups).map(|_| {
                    let size = count(reader, "clan group size", usize::MAX, 20)?;
                    reader.records(size, "clan group")
                });
                Ok(Self::Groups(groups.collect::<Result<_>>()?))
            }
            (ClanLayout::ByType, _) => Ok(Self::Tag(reader.i32("clan tag")?)),
        }
    }

    fn write(&self, writer: &mut Writer) {
        match self {
            Self::Zones(zones) => {
                writer.u32(zones.len() as u32).records(zones);
            }
            Self::Tag(tag) => {
                writer.i32(*tag);
            }
            Self::Groups(groups) => {
                writer.u32(groups.len() as u32);
                for group in groups {
                    writer.u32(group.len() as u32).records(group);
                }
            }
        }
    }
}

impl Relation {
    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            other_clan_name: LpString::read(reader, "relation clan name")?,
            value: reader.i32("relation value")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_without_extension_is_an_scr() {
        let script = |base: &str| {
            let clan = Clan {
                script_base: base.into(),
                ..Clan::default()
            };
            clan.script_path()
        };
        assert_eq!(
            script(r"MISSIONS\SCRIPTS\tut1_pl").unwrap(),
            br"MISSIONS\SCRIPTS\tut1_pl.scr"
        );
        assert_eq!(script(r"a.b\c.fml").unwrap(), br"a.b\c.fml");
        assert_eq!(script(r"a.b\c").unwrap(), br"a.b\c.scr");
        assert_eq!(script(""), None);
    }
}
