//! The type word of a unit scheme, also the mission property `Type` (spec page: mission, section 4.4.2).

use std::fmt;

/// What a scheme builds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SchemeType(pub u32);

const NAMES: [(u32, &str); 19] = [
    (0x8001_0000, "BunkerSmall"),
    (0x8002_0000, "BunkerMedium"),
    (0x8004_0000, "BunkerLarge"),
    (0x8000_0002, "Generator"),
    (0x8000_0004, "Mine"),
    (0x8000_0008, "Storage"),
    (0x8000_0010, "Plant"),
    (0x8000_0040, "Hangar"),
    (0x8010_0000, "TowerMedium"),
    (0x8020_0000, "TowerLarge"),
    (0x8000_0200, "MainTeleport"),
    (0x8000_0400, "Institute"),
    (0x8000_1000, "Bridge"),
    (0x8000_2000, "Ruin"),
    (0x0100_2000, "RobotTransport"),
    (0x0100_4000, "RobotBuilder"),
    (0x0100_8000, "RobotBattleunit"),
    (0x0101_0000, "RobotHq"),
    (0x0102_0000, "RobotHero"),
];

impl SchemeType {
    /// The name of the word, if it is known.
    pub fn name(self) -> Option<&'static str> {
        let found = NAMES.iter().find(|(word, _)| *word == self.0);
        found.map(|(_, name)| *name)
    }

    /// Whether the class bit of buildings is set.
    pub fn is_building(self) -> bool {
        self.0 & 0x8000_0000 != 0
    }

    /// Whether the class bit of robots is set.
    pub fn is_robot(self) -> bool {
        self.0 & 0x0100_0000 != 0
    }

    /// Whether the class bit of animals is set.
    pub fn is_animal(self) -> bool {
        self.0 & 0x2000_0000 != 0
    }
}

impl fmt::Display for SchemeType {
    /// The name, or the word in hexadecimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "{:#010x}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_have_names_and_classes() {
        assert_eq!(SchemeType(0x0100_8000).to_string(), "RobotBattleunit");
        assert_eq!(SchemeType(0x2000_0001).to_string(), "0x20000001");
        assert!(SchemeType(0x8000_1000).is_building());
        assert!(SchemeType(0x0102_0000).is_robot());
        assert!(SchemeType(0x2000_0001).is_animal());
        assert!(!SchemeType(0x2000_0001).is_robot());
    }
}
