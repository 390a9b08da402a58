//! data.tma: what is placed where; mission.cfg and the other mission texts (spec page: mission, sections 1 to 3).
//!
//! | file | parser |
//! | --- | --- |
//! | `data.tma` | [`Tma`] |
//! | `mission.cfg`, `ui/*.cfg`, `DATA/TextRes.cfg` | [`cfg::Cfg`], seen through [`mission_cfg::MissionCfg`] |
//! | `briefing.cfg`, `messages.cfg` | [`cfg::Cfg`], seen through [`briefing::way_points`] and [`messages::messages`] |
//! | `descr`, `mistips.mis` | [`mistips::title`], [`mistips::Mistips`] |
//!
//! Every parser takes bytes and touches no file. A fault that does not stop the parser is a warning: a
//! [`wire::Malformed`] beside the result, with the offset where it was seen.
#![forbid(unsafe_code)]

pub mod briefing;
pub mod cfg;
mod clan;
mod data;
#[cfg(test)]
mod fixture;
mod land;
mod lp_string;
pub mod messages;
pub mod mission_cfg;
pub mod mistips;
mod object;
mod path;

pub use clan::{Clan, ClanType, Relation, Zone, ZoneList};
pub use data::{CLAN_SECTION_VERSION, FORMAT_VERSION, OBJECT_SECTION_VERSION, Tma};
pub use land::{LandFile, LandPath};
pub use lp_string::LpString;
pub use object::{ObjectKind, PlacedObject, Property, PropertyValue, SHIPPED_CLASS};
pub use path::{Lode, Path};
