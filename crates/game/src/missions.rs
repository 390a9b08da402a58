//! Which missions a game folder has (spec page: mission, section 1.1).

use crate::folder::parse_path;
use crate::tree::{Kind, game_bytes};
use crate::{Error, Found, GameFolder, GamePath, Result, libraries};

/// Folders below `MISSIONS` that are searched.
const DEPTH: usize = 6;

/// The file that makes a folder a mission.
const DATA: &[u8] = b"data.tma";

/// The file that holds a mission's or a campaign's title.
const TITLE: &[u8] = b"descr";

/// A folder that holds a `data.tma`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mission {
    /// The folder, such as `MISSIONS/CAMPAIGN/CAMPAIGN.00/Mission.01`.
    pub folder: GamePath,
    /// Its `data.tma`.
    pub data: GamePath,
    /// The kind of mission, by the first folder below `MISSIONS`.
    pub group: MissionGroup,
    /// The text of `descr`, else the folder's name.
    pub title: String,
    /// The title of the folder around it, for a mission of a campaign that has one.
    pub campaign: Option<String>,
}

impl Mission {
    /// The folder below `MISSIONS`, such as `tutorial.01`: the name that [`GameFolder::mission`] takes.
    pub fn name(&self) -> String {
        let full = self.folder.to_string();
        match full.split_once('/') {
            Some((_, name)) => name.to_owned(),
            None => full,
        }
    }
}

/// Kinds of missions, in the order in which they are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MissionGroup {
    /// `CAMPAIGN`.
    Campaign,
    /// `Single.NN`.
    Single,
    /// `tutorial.NN`.
    Tutorial,
    /// `Multi.NN`.
    Multi,
    /// `Autodemo.NN`.
    Autodemo,
    /// Any other folder.
    Other,
}

impl MissionGroup {
    fn of(folder: &GamePath) -> Self {
        let Some(segment) = folder.segments().nth(1) else {
            return Self::Other;
        };
        match wire::fold(split_number(segment).0).as_slice() {
            b"campaign" => Self::Campaign,
            b"single" => Self::Single,
            b"tutorial" => Self::Tutorial,
            b"multi" => Self::Multi,
            b"autodemo" => Self::Autodemo,
            _ => Self::Other,
        }
    }
}

impl GameFolder {
    /// Every mission: any folder at most six below `MISSIONS` that holds a `data.tma`, sorted by group, then by name
    /// with the numbers after the last dots in numeric order.
    pub fn missions(&self) -> Found<Mission> {
        let start = match parse_path(libraries::MISSIONS.as_bytes()) {
            Ok(start) => start,
            Err(error) => {
                return Found {
                    items: Vec::new(),
                    errors: vec![error],
                };
            }
        };
        let (files, errors) = self.walk(Some(&start), DEPTH);
        let mut items: Vec<Mission> = files
            .into_iter()
            .filter(|(path, located)| {
                located.kind == Kind::File && wire::eq_ignore_case(path.file_name(), DATA)
            })
            .filter_map(|(data, _)| self.mission_of(data))
            .collect();
        items.sort_by_cached_key(|mission| (mission.group, sort_key(&mission.folder)));
        Found { items, errors }
    }

    /// The mission of that name: its folder below `MISSIONS`, or as many of its last folders as tell it apart
    /// (`tutorial.01`, `campaign.00/mission.02`); with or without `MISSIONS` before and `data.tma` after.
    pub fn mission(&self, name: &str) -> Result<Mission> {
        let asked = parse_path(&game_bytes(name))?;
        let folder = match asked.parent() {
            Some(parent) if wire::eq_ignore_case(asked.file_name(), DATA) => parent,
            _ => asked,
        };
        let wanted: Vec<Vec<u8>> = folder.segments().map(wire::fold).collect();
        let mut candidates: Vec<(usize, Mission)> = self
            .missions()
            .items
            .into_iter()
            .filter_map(|mission| {
                let have: Vec<Vec<u8>> = mission.folder.segments().map(wire::fold).collect();
                let extra = have.len().checked_sub(wanted.len())?;
                have.ends_with(&wanted).then_some((extra, mission))
            })
            .collect();
        // The whole name wins over the tail of a longer one.
        if let Some(whole) = candidates.iter().position(|(extra, _)| *extra <= 1) {
            return Ok(candidates.swap_remove(whole).1);
        }
        match candidates.len() {
            0 => Err(Error::MissionMissing {
                name: name.to_owned(),
            }),
            1 => Ok(candidates.swap_remove(0).1),
            _ => Err(Error::MissionAmbiguous {
                name: name.to_owned(),
                candidates: candidates
                    .iter()
                    .map(|(_, mission)| mission.name())
                    .collect(),
            }),
        }
    }

    fn mission_of(&self, data: GamePath) -> Option<Mission> {
        let folder = data.parent()?;
        let group = MissionGroup::of(&folder);
        let title = self
            .title_in(&folder)
            .unwrap_or_else(|| crate::path::display_bytes(folder.file_name()));
        let campaign = match group {
            MissionGroup::Campaign => folder.parent().and_then(|parent| self.title_in(&parent)),
            _ => None,
        };
        Some(Mission {
            folder,
            data,
            group,
            title,
            campaign,
        })
    }

    /// The text of a folder's `descr`, on one line.
    fn title_in(&self, folder: &GamePath) -> Option<String> {
        let bytes = self.read(folder.join(TITLE).ok()?).ok()?;
        let text = wire::decode_cp1251(wire::until_nul(&bytes));
        let lines: Vec<&str> = text
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .collect();
        (!lines.is_empty()).then(|| lines.join(" "))
    }
}

/// `Mission.10` as its stem and its number.
fn split_number(segment: &[u8]) -> (&[u8], Option<u64>) {
    let Some(dot) = segment.iter().rposition(|&byte| byte == b'.') else {
        return (segment, None);
    };
    let (stem, number) = segment.split_at(dot);
    let number = number
        .get(1..)
        .and_then(|digits| std::str::from_utf8(digits).ok())
        .and_then(|digits| digits.parse().ok());
    match number {
        Some(number) => (stem, Some(number)),
        None => (segment, None),
    }
}

/// Sorts `Mission.9` before `Mission.10`.
fn sort_key(folder: &GamePath) -> Vec<(Vec<u8>, Option<u64>)> {
    folder
        .segments()
        .map(|segment| {
            let (stem, number) = split_number(segment);
            (wire::fold(stem), number)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    fn write(root: &Path, path: &str, bytes: &[u8]) {
        let host = root.join(path);
        std::fs::create_dir_all(host.parent().unwrap()).unwrap();
        std::fs::write(host, bytes).unwrap();
    }

    fn game(paths: &[(&str, &[u8])]) -> (tempfile::TempDir, GameFolder) {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "Textures.lib", b"");
        std::fs::create_dir(root.path().join("DATA")).unwrap();
        std::fs::create_dir(root.path().join("Missions")).unwrap();
        for (path, bytes) in paths {
            write(root.path(), path, bytes);
        }
        let game = GameFolder::open(root.path()).unwrap();
        (root, game)
    }

    #[test]
    fn missions_are_grouped_titled_and_in_numeric_order() {
        let (_root, game) = game(&[
            ("Missions/Zone/data.tma", b""),
            ("Missions/Autodemo.00/data.tma", b""),
            ("Missions/Multi.02/data.tma", b""),
            ("Missions/tutorial.01/data.tma", b""),
            ("Missions/Single.10/data.tma", b""),
            ("Missions/Single.9/Data.TMA", b""),
            ("Missions/Single.9/Descr", &[0xC1, 0xEE, 0xE9, b'\r', b'\n']),
            ("Missions/CAMPAIGN/CAMPAIGN.10/Mission.01/data.tma", b""),
            ("Missions/CAMPAIGN/CAMPAIGN.02/Mission.11/data.tma", b""),
            ("Missions/CAMPAIGN/CAMPAIGN.02/Mission.02/data.tma", b""),
            ("Missions/CAMPAIGN/CAMPAIGN.02/descr", b"The wars"),
            ("Missions/SCRIPTS/varset.var", b""),
            ("Missions/Empty.01/descr", b"no mission"),
            ("Missions/1/2/3/4/5/6/data.tma", b""),
            ("Missions/1/2/3/4/5/6/7/data.tma", b""),
        ]);
        let found = game.missions();
        assert!(found.errors.is_empty());
        let names: Vec<String> = found.items.iter().map(Mission::name).collect();
        assert_eq!(
            names,
            [
                "CAMPAIGN/CAMPAIGN.02/Mission.02",
                "CAMPAIGN/CAMPAIGN.02/Mission.11",
                "CAMPAIGN/CAMPAIGN.10/Mission.01",
                "Single.9",
                "Single.10",
                "tutorial.01",
                "Multi.02",
                "Autodemo.00",
                "1/2/3/4/5/6",
                "Zone",
            ]
        );
        assert_eq!(found.items[0].campaign.as_deref(), Some("The wars"));
        assert_eq!(found.items[0].title, "Mission.02");
        assert_eq!(found.items[2].campaign, None);
        assert_eq!(found.items[3].title, "Бой");
        assert_eq!(
            found.items[3].data.as_bytes(),
            b"MISSIONS/Single.9/Data.TMA"
        );
        assert_eq!(found.items[9].group, MissionGroup::Other);
    }

    #[test]
    fn a_mission_is_found_by_as_much_of_its_name_as_tells_it_apart() {
        let (_root, game) = game(&[
            ("Missions/tutorial.01/data.tma", b""),
            ("Missions/a/tutorial.01/data.tma", b""),
            ("Missions/CAMPAIGN/CAMPAIGN.00/Mission.01/data.tma", b""),
            ("Missions/CAMPAIGN/CAMPAIGN.01/Mission.01/data.tma", b""),
            ("Missions/CAMPAIGN/CAMPAIGN.01/Mission.02/data.tma", b""),
        ]);
        let name = |asked: &str| game.mission(asked).map(|mission| mission.name());
        assert_eq!(name("Tutorial.01").unwrap(), "tutorial.01");
        assert_eq!(
            name("MISSIONS\\tutorial.01/data.tma").unwrap(),
            "tutorial.01"
        );
        assert_eq!(
            name("campaign.00/mission.01").unwrap(),
            "CAMPAIGN/CAMPAIGN.00/Mission.01"
        );
        assert_eq!(
            name("mission.02").unwrap(),
            "CAMPAIGN/CAMPAIGN.01/Mission.02"
        );
        let ambiguous = name("mission.01").unwrap_err().to_string();
        assert_eq!(
            ambiguous,
            "mission.01: expected one mission, found CAMPAIGN/CAMPAIGN.00/Mission.01, \
             CAMPAIGN/CAMPAIGN.01/Mission.01"
        );
        assert!(matches!(name("x"), Err(Error::MissionMissing { .. })));
        assert!(matches!(name("../x"), Err(Error::BadPath { .. })));
    }
}
