//! The `object ... end` text grammar of `mission.cfg` and its kin (spec page: mission, section 1.3).
//!
//! ```text
//! object ambient_music_loop      # a comment
//!     desc    = "resource"
//!     library = "sounds.lib"
//! end
//! ```

use std::collections::HashSet;
use wire::Malformed;

/// A text of `object ... end` blocks.
///
/// Blocks, properties and duplicates keep their order. The source text is kept too, so that writing gives back
/// every comment and blank of what was read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cfg {
    source: Vec<u8>,
    blocks: Vec<Block>,
}

/// One `object ... end` block of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Offset of the `object` line.
    pub offset: usize,
    /// What follows the word `object`; compared ASCII case-blind.
    pub name: String,
    /// The `key = value` lines, in order.
    pub properties: Vec<Property>,
}

/// One `key = value` line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// Offset of the line.
    pub offset: usize,
    /// Compared ASCII case-blind; may repeat.
    pub key: String,
    /// Without its double quotes.
    pub value: String,
}

enum Line {
    Empty,
    Open(String),
    Close,
    Property(String, String),
    Stray(String),
}

impl Cfg {
    /// Reads a text; every byte is readable. What the grammar has no place for is skipped with a warning.
    pub fn parse(source: &[u8]) -> (Self, Vec<Malformed>) {
        let mut cfg = Self {
            source: source.to_vec(),
            blocks: Vec::new(),
        };
        let mut warnings = Vec::new();
        let mut warn = |offset, expected, found: &str| {
            let found = format!("{found:?}");
            warnings.push(Malformed::new(offset, "object text", expected, found));
        };
        let mut names = HashSet::new();
        let mut open: Option<Block> = None;
        let mut offset: usize = 0;
        for bytes in source.split_inclusive(|&byte| byte == b'\n') {
            match Line::read(bytes) {
                Line::Empty => {}
                Line::Open(name) => {
                    if !names.insert(name.to_ascii_lowercase()) {
                        warn(offset, "one object of a name", &name);
                    }
                    let block = Block {
                        offset,
                        name,
                        properties: Vec::new(),
                    };
                    if let Some(unclosed) = open.replace(block) {
                        warn(offset, "`end` before the next object", &unclosed.name);
                        cfg.blocks.push(unclosed);
                    }
                }
                Line::Close => match open.take() {
                    Some(block) => cfg.blocks.push(block),
                    None => warn(offset, "`object` before `end`", "end"),
                },
                Line::Property(key, value) => match &mut open {
                    Some(block) => block.properties.push(Property { offset, key, value }),
                    None => warn(offset, "`object` before its properties", &key),
                },
                Line::Stray(text) => warn(offset, "`key = value`", &text),
            }
            offset = offset.saturating_add(bytes.len());
        }
        if let Some(unclosed) = open {
            warn(offset, "`end` before the end of the text", &unclosed.name);
            cfg.blocks.push(unclosed);
        }
        (cfg, warnings)
    }

    /// The text, byte for byte as it was read, with what [`Self::push`] added.
    pub fn write(&self) -> &[u8] {
        &self.source
    }

    /// The blocks in file order, as they stand.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The properties of the object of that name: those of all its blocks, in file order. `None` without any block.
    pub fn object(&self, name: &str) -> Option<Vec<&Property>> {
        let mut blocks = self.blocks.iter().filter(|block| block.is(name)).peekable();
        blocks.peek()?;
        Some(blocks.flat_map(|block| &block.properties).collect())
    }

    /// Adds a block at the end of the text.
    ///
    /// # Errors
    /// A name, key or value that the grammar cannot hold (a character outside Windows-1251, a line end, white space
    /// around it, a `#` after an odd `"`). Nothing is added then.
    pub fn push(&mut self, name: &str, properties: &[(&str, &str)]) -> wire::Result<()> {
        let mut text = String::from("object ") + name + "\r\n";
        for (key, value) in properties {
            text += &format!("\t{key} = {}\r\n", quoted(value));
        }
        text += "end\r\n";
        let refuse = |found| {
            let expected = "names, keys and values that the text can hold";
            Malformed::new(self.source.len(), "object text", expected, found)
        };
        let text = wire::encode_cp1251(&text).ok_or_else(|| refuse(format!("{text:?}")))?;
        let (read, _) = Self::parse(&text);
        let same = |block: &Block| {
            let read = block.properties.iter();
            block.name == name
                && read
                    .map(|p| (p.key.as_str(), p.value.as_str()))
                    .eq(properties.iter().copied())
        };
        if read.blocks.len() != 1 || !read.blocks.iter().all(same) {
            return Err(refuse(format!("{name:?} {properties:?}")));
        }
        if !matches!(self.source.last(), None | Some(b'\n')) {
            self.source.extend_from_slice(b"\r\n");
        }
        let base = self.source.len();
        self.source.extend_from_slice(&text);
        self.blocks.extend(read.blocks.into_iter().map(|mut block| {
            block.offset = block.offset.saturating_add(base);
            for property in &mut block.properties {
                property.offset = property.offset.saturating_add(base);
            }
            block
        }));
        Ok(())
    }
}

impl Block {
    /// Whether this block is of the object of that name.
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The value bound to a key; of repeated keys, the last.
    pub fn get(&self, key: &str) -> Option<&str> {
        last(self.properties.iter(), key).map(|property| property.value.as_str())
    }
}

/// The last of the properties with that key: a later binding replaces an earlier one.
pub(crate) fn last<'a>(
    properties: impl DoubleEndedIterator<Item = &'a Property>,
    key: &str,
) -> Option<&'a Property> {
    properties
        .rev()
        .find(|property| property.key.eq_ignore_ascii_case(key))
}

impl Line {
    fn read(bytes: &[u8]) -> Self {
        let mut quoted = false;
        let comment = bytes.iter().position(|&byte| {
            quoted ^= byte == b'"';
            byte == b'#' && !quoted
        });
        let line = bytes.get(..comment.unwrap_or(bytes.len()));
        let line = line.unwrap_or_default().trim_ascii();
        let word = line.split(u8::is_ascii_whitespace).next();
        let word = word.unwrap_or_default();
        let text = wire::decode_cp1251;
        if line.is_empty() {
            Self::Empty
        } else if line.eq_ignore_ascii_case(b"end") {
            Self::Close
        } else if word.eq_ignore_ascii_case(b"object") {
            let name = line.get(word.len()..).unwrap_or_default();
            Self::Open(text(name.trim_ascii()))
        } else if let Some(equals) = line.iter().position(|&byte| byte == b'=') {
            let (key, value) = line.split_at(equals);
            let value = value.strip_prefix(b"=").unwrap_or(value).trim_ascii();
            let unquoted = value
                .strip_prefix(b"\"")
                .and_then(|v| v.strip_suffix(b"\""));
            Self::Property(text(key.trim_ascii()), text(unquoted.unwrap_or(value)))
        } else {
            Self::Stray(text(line))
        }
    }
}

/// Numbers and single words stand bare, as in the files of the game.
fn quoted(value: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || "_.-+".contains(c);
    if !value.is_empty() && value.chars().all(bare) {
        value.to_owned()
    } else {
        format!("\"{value}\"")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const TEXT: &[u8] = b"# made by hand\r\n\
        object primary_objectives\r\n\
        \tobjective1 = \"Take hill #5\"  # the west one\r\n\
        \tobjective2 = \xC1\xEE\xE9\r\n\
        end\r\n\
        \r\n\
        OBJECT  Theme # twice\r\n  Key=1\r\n  key = 2\r\nEnd\r\n\
        object theme\r\n  more = \"\"\r\nend";

    #[test]
    fn blocks_comments_quotes_and_duplicates() {
        let (cfg, warnings) = Cfg::parse(TEXT);
        let names: Vec<_> = cfg.blocks().iter().map(|b| b.name.as_str()).collect();
        assert_eq!(names, ["primary_objectives", "Theme", "theme"]);
        let values = |name| -> Vec<_> {
            let object = cfg.object(name).unwrap().into_iter();
            object.map(|p| (p.key.as_str(), p.value.as_str())).collect()
        };
        assert_eq!(
            values("PRIMARY_OBJECTIVES"),
            [("objective1", "Take hill #5"), ("objective2", "Бой")]
        );
        assert_eq!(values("theme"), [("Key", "1"), ("key", "2"), ("more", "")]);
        assert_eq!(cfg.blocks()[1].get("KEY"), Some("2"));
        assert_eq!(cfg.object("nothing"), None);
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert_eq!(
            warnings[0].to_string(),
            "offset 0xa3: object text: expected one object of a name, found \"theme\""
        );
        assert_eq!(cfg.write(), TEXT);
    }

    #[test]
    fn what_has_no_place_is_a_warning() {
        let (cfg, warnings) = Cfg::parse(b"a = 1\nend\nobject x\nword\nobject y\nb = 2");
        let expected: Vec<_> = warnings.iter().map(|w| &*w.expected).collect();
        assert_eq!(
            expected,
            [
                "`object` before its properties",
                "`object` before `end`",
                "`key = value`",
                "`end` before the next object",
                "`end` before the end of the text",
            ]
        );
        assert_eq!(cfg.blocks().len(), 2);
        assert_eq!(cfg.blocks()[1].get("b"), Some("2"));
    }

    #[test]
    fn pushed_blocks_are_read_back_and_what_cannot_be_written_is_refused() {
        let (mut cfg, _) = Cfg::parse(b"object a\nend");
        cfg.push("minimap", &[("library", r"ui\minimap.lib"), ("type", "1")])
            .unwrap();
        assert_eq!(
            cfg.write(),
            b"object a\nend\r\nobject minimap\r\n\tlibrary = \"ui\\minimap.lib\"\r\n\ttype = 1\r\nend\r\n"
        );
        assert_eq!(Cfg::parse(cfg.write()), (cfg.clone(), vec![]));
        for (key, value) in [
            ("k", "山"),
            ("k", "a\nb"),
            ("", "\" #"),
            ("a=b", "c"),
            ("object", "c"),
            (" k", "c"),
        ] {
            let before = cfg.clone();
            assert!(cfg.push("x", &[(key, value)]).is_err(), "{key} {value}");
            assert_eq!(cfg, before);
        }
        assert!(cfg.push("x\r\nend\r\nobject y", &[]).is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_read_and_comes_back(bytes in prop::collection::vec(
            prop_oneof![any::<u8>(), prop::sample::select(b"\r\n\t\"#= objectend".to_vec())], 0..200
        )) {
            let (cfg, _) = Cfg::parse(&bytes);
            prop_assert_eq!(cfg.write(), &bytes[..]);
        }

        #[test]
        fn what_is_pushed_is_read(
            name in "[a-zA-Z_0-9 а-я#\"]{0,8}",
            properties in prop::collection::vec(("[a-z]{1,6}[0-9]", "[ -~а-я]{0,12}"), 0..4),
        ) {
            let mut cfg = Cfg::default();
            let borrowed: Vec<_> = properties.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
            if cfg.push(&name, &borrowed).is_ok() {
                let (read, _) = Cfg::parse(cfg.write());
                prop_assert_eq!(&read, &cfg);
                prop_assert_eq!(&read.blocks()[0].name, &name);
                prop_assert_eq!(read.blocks()[0].properties.len(), properties.len());
            } else {
                prop_assert_eq!(cfg.write(), b"");
            }
        }
    }
}
