//! The objects of `mission.cfg` (spec page: mission, section 1.4).

use crate::cfg::{Cfg, Property, last};

/// What `mission.cfg` says.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MissionCfg {
    /// The mission's theme.
    pub ambient_music_loop: Option<ResourceDescriptor>,
    /// Variations of the theme.
    pub ambient_music_variation: Option<ResourceDescriptor>,
    /// The map picture: binding `minimap` is a Texm name.
    pub minimap: Option<ResourceDescriptor>,
    /// Voices that `briefing.cfg` names.
    pub briefing_sounds: Option<ResourceDescriptor>,
    /// Voices that `messages.cfg` names.
    pub tutorial_voices: Option<ResourceDescriptor>,
    /// Objective texts, in file order.
    pub primary_objectives: Vec<String>,
    /// Texts of the objectives that may be left undone, in file order.
    pub bonus_objectives: Vec<String>,
    /// Unit `.dat` paths that the game loads beforehand.
    pub prebuild: Vec<String>,
}

/// An object that binds names to members of a library.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ResourceDescriptor {
    /// Archive path relative to the game folder, as it is spelled.
    pub library: String,
    /// "multi" on every descriptor of the game; empty when missing.
    pub libtype: String,
    /// `None` when missing or not a number.
    pub resource_type: Option<ResourceType>,
    /// Name and member (or decimal index), in file order; later ones replace earlier ones of the same name.
    pub bindings: Vec<(String, String)>,
}

/// What a library holds, and how it is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResourceType {
    /// 1
    Texture,
    /// 2
    Font,
    /// 4: plays once.
    Sound,
    /// 5
    LoopingSound,
    /// 6: a Win32 string table.
    Text,
    /// 7: play flags of unknown meaning.
    Sound7,
    /// Any other number.
    Unknown(u32),
}

impl MissionCfg {
    /// Collects the known objects of the text.
    pub fn new(cfg: &Cfg) -> Self {
        let descriptor = |name| ResourceDescriptor::new(&cfg.object(name)?);
        let values = |name| -> Vec<String> {
            let object = cfg.object(name).unwrap_or_default().into_iter();
            object.map(|property| property.value.clone()).collect()
        };
        Self {
            ambient_music_loop: descriptor("ambient_music_loop"),
            ambient_music_variation: descriptor("ambient_music_variation"),
            minimap: descriptor("minimap"),
            briefing_sounds: descriptor("briefing_sounds"),
            tutorial_voices: descriptor("tutorial_voices"),
            primary_objectives: values("primary_objectives"),
            bonus_objectives: values("bonus_objectives"),
            prebuild: values("prebuild"),
        }
    }
}

impl ResourceDescriptor {
    /// Reads the properties of an object; `None` when it has no `library` and so is no descriptor.
    pub fn new(properties: &[&Property]) -> Option<Self> {
        let find = |key| last(properties.iter().copied(), key).map(|p| p.value.clone());
        let fixed = ["desc", "library", "libtype", "type"];
        let is_binding = |p: &&&Property| !fixed.iter().any(|key| p.key.eq_ignore_ascii_case(key));
        Some(Self {
            library: find("library")?,
            libtype: find("libtype").unwrap_or_default(),
            resource_type: find("type").and_then(|word| {
                Some(match word.parse().ok()? {
                    1 => ResourceType::Texture,
                    2 => ResourceType::Font,
                    4 => ResourceType::Sound,
                    5 => ResourceType::LoopingSound,
                    6 => ResourceType::Text,
                    7 => ResourceType::Sound7,
                    other => ResourceType::Unknown(other),
                })
            }),
            bindings: properties
                .iter()
                .filter(is_binding)
                .map(|p| (p.key.clone(), p.value.clone()))
                .collect(),
        })
    }

    /// The member bound to a name (ASCII case-blind); of repeated names, the last.
    pub fn binding(&self, name: &str) -> Option<&str> {
        let mut bindings = self.bindings.iter().rev();
        let (_, member) = bindings.find(|(key, _)| key.eq_ignore_ascii_case(name))?;
        Some(member)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_objectives_and_prebuilds() {
        let text = b"object ambient_music_loop
            desc = \"resource\"
            library = \"sounds.lib\"
            libtype = \"multi\"
            type = 5
            THEME = theme_a.wav
            theme = theme_b.wav
        end
        object minimap
            library = \"ui\\minimap.lib\"
            minimap = map_01
        end
        object tutorial_voices
            VOICE_1 = 17
        end
        object primary_objectives
            objective1 = \"first\"
            objective1 = \"second\"
        end
        object prebuild
            a = units\\units\\prebld\\scr_pre1.dat
        end";
        let (cfg, warnings) = Cfg::parse(text);
        assert_eq!(warnings, []);
        let cfg = MissionCfg::new(&cfg);
        let music = cfg.ambient_music_loop.unwrap();
        assert_eq!((&*music.library, &*music.libtype), ("sounds.lib", "multi"));
        assert_eq!(music.resource_type, Some(ResourceType::LoopingSound));
        assert_eq!(music.binding("THEME"), Some("theme_b.wav"));
        assert_eq!(music.bindings.len(), 2);
        let minimap = cfg.minimap.unwrap();
        assert_eq!(minimap.binding("minimap"), Some("map_01"));
        assert_eq!(minimap.resource_type, None);
        assert_eq!(cfg.tutorial_voices, None);
        assert_eq!(cfg.primary_objectives, ["first", "second"]);
        assert!(cfg.bonus_objectives.is_empty());
        assert_eq!(cfg.prebuild, [r"units\units\prebld\scr_pre1.dat"]);
    }
}
