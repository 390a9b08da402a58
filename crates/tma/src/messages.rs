//! The messages of `messages.cfg` (spec page: mission, section 1.6).

use crate::cfg::Cfg;

/// One message shown while the mission runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The name of its object.
    pub name: String,
    /// Its id, which is not its position; `None` when it is not a number.
    pub message_index: Option<i32>,
    /// Key of the text.
    pub text_resource: String,
    /// Key of the voice, in `tutorial_voices` of `mission.cfg`.
    pub voice_resource: String,
    /// As it stands.
    pub info_system: Option<String>,
}

/// The objects that carry a `message_index`, in file order.
pub fn messages(cfg: &Cfg) -> Vec<Message> {
    let message = |block: &crate::cfg::Block| {
        let text = |key| block.get(key).unwrap_or_default().to_owned();
        Some(Message {
            name: block.name.clone(),
            message_index: block.get("message_index")?.parse().ok(),
            text_resource: text("text_resource"),
            voice_resource: text("voice_resource"),
            info_system: block.get("info_system").map(str::to_owned),
        })
    };
    cfg.blocks().iter().filter_map(message).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_objects_with_an_index_are_messages() {
        let (cfg, _) = Cfg::parse(
            b"object m\nmessage_index = 12\ntext_resource = T1\nvoice_resource = V1\nend\n\
              object other\nend\nobject n\nmessage_index = x\ninfo_system = 1\nend",
        );
        let messages = messages(&cfg);
        assert_eq!(messages.len(), 2);
        assert_eq!(messages[0].message_index, Some(12));
        assert_eq!(messages[0].voice_resource, "V1");
        assert_eq!(messages[1].message_index, None);
        assert_eq!(messages[1].info_system.as_deref(), Some("1"));
    }
}
