//! `BuildDat.lst`: the building schemes of each category (spec page: terrain, section 14). Nothing of it is drawn.

use wire::{Malformed, Result, decode_cp1251, encode_cp1251};

/// The whole list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BuildDat {
    /// The categories in file order.
    pub categories: Vec<BuildCategory>,
}

/// The building schemes of one category.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BuildCategory {
    /// Its name, such as `Bunker_Small`.
    pub name: String,
    /// Unit files, such as `UNITS\BUILDS\BUNKER\sbunk01.dat`.
    pub paths: Vec<String>,
}

/// The categories of both parts of the game, in their order, with the classes of unit they stand for.
pub const CATEGORIES: [(&str, u32); 12] = [
    ("Bunker_Small", 0x8001_0000),
    ("Bunker_Medium", 0x8002_0000),
    ("Bunker_Large", 0x8004_0000),
    ("Generator", 0x8000_0002),
    ("Mine", 0x8000_0004),
    ("Storage", 0x8000_0008),
    ("Plant", 0x8000_0010),
    ("Hangar", 0x8000_0040),
    ("MainTeleport", 0x8000_0200),
    ("Institute", 0x8000_0400),
    ("Tower_Medium", 0x8010_0000),
    ("Tower_Large", 0x8020_0000),
];

impl BuildDat {
    /// Reads the list. Comments and blank lines are not kept.
    ///
    /// # Errors
    ///
    /// A line that is no header where one is due; fewer paths than a header announces; a path that is not quoted, is
    /// empty, or has characters beyond ASCII letters, digits and `_ . / \ -`. The offset is that of the line.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        let mut lines = Line::all(bytes);
        let mut list = Self::default();
        while let Some(header) = lines.next() {
            let mut fields = header.text.split_whitespace();
            let (name, count) = match (fields.next(), fields.next(), fields.next()) {
                (Some(name), Some(count), None) => (name, count.parse::<usize>().ok()),
                _ => ("", None),
            };
            let Some(count) = count else {
                return Err(header.malformed("header", "a category and a count"));
            };
            let mut category = BuildCategory {
                name: name.to_owned(),
                paths: Vec::new(),
            };
            for found in 0..count {
                let Some(line) = lines.next() else {
                    return Err(Malformed::new(
                        header.offset,
                        format!("line {} count", header.number),
                        format!("{count} paths"),
                        found.to_string(),
                    ));
                };
                let path = line
                    .text
                    .strip_prefix('"')
                    .and_then(|rest| rest.strip_suffix('"'));
                match path.filter(|path| is_path(path)) {
                    Some(path) => category.paths.push(path.to_owned()),
                    None => return Err(line.malformed("path", "a quoted path of plain characters")),
                }
            }
            list.categories.push(category);
        }
        Ok(list)
    }

    /// Writes the list.
    ///
    /// # Errors
    ///
    /// A name or path that could not be read back.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut text = String::new();
        let refuse = |text: &str, what: &'static str, found: &str| {
            Err(Malformed::new(
                text.len(),
                what,
                "what can be read back",
                format!("{found:?}"),
            ))
        };
        for BuildCategory { name, paths } in &self.categories {
            let is_word = !name.is_empty() && !name.contains(char::is_whitespace);
            if !is_word || name.starts_with("//") || name.contains('\0') {
                return refuse(&text, "category name", name);
            }
            text.push_str(&format!("{name} {}\r\n", paths.len()));
            for path in paths {
                if !is_path(path) {
                    return refuse(&text, "path", path);
                }
                text.push_str(&format!("  \"{path}\"\r\n"));
            }
        }
        match encode_cp1251(&text) {
            Some(bytes) => Ok(bytes),
            None => refuse("", "category name", "characters beyond Windows-1251"),
        }
    }
}

impl BuildCategory {
    /// The classes of unit of a known category; 0 for an unknown one.
    pub fn mask(&self) -> u32 {
        CATEGORIES
            .iter()
            .find(|(name, _)| *name == self.name)
            .map_or(0, |&(_, mask)| mask)
    }
}

fn is_path(path: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '/' | '\\' | '-');
    !path.is_empty() && path.chars().all(plain)
}

/// A line with something on it.
struct Line {
    number: usize,
    offset: usize,
    text: String,
}

impl Line {
    fn all(bytes: &[u8]) -> impl Iterator<Item = Self> {
        let mut offset = 0_usize;
        bytes
            .split_inclusive(|&byte| byte == b'\n')
            .enumerate()
            .map(move |(index, line)| {
                let start = offset;
                offset = offset.saturating_add(line.len());
                Self {
                    number: index.saturating_add(1),
                    offset: start,
                    text: decode_cp1251(line).trim().to_owned(),
                }
            })
            .filter(|line| !line.text.is_empty() && !line.text.starts_with("//"))
    }

    fn malformed(&self, what: &str, expected: &'static str) -> Malformed {
        let found: String = self.text.chars().take(80).collect();
        Malformed::new(
            self.offset,
            format!("line {} {what}", self.number),
            expected,
            format!("{found:?}"),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const EXAMPLE: &str = "// comment
Bunker_Small 2
  \"UNITS\\BUILDS\\BUNKER\\sbunk01.dat\"
  \"UNITS\\BUILDS\\BUNKER\\sbunk02.dat\"
Generator 1
  \"UNITS\\BUILDS\\GENER\\gener01.dat\"
";

    #[test]
    fn the_list_of_the_spec_page() {
        let list = BuildDat::parse(EXAMPLE.as_bytes()).unwrap();
        let found: Vec<_> = list
            .categories
            .iter()
            .map(|category| {
                (
                    category.name.as_str(),
                    category.mask(),
                    category.paths.len(),
                )
            })
            .collect();
        assert_eq!(
            found,
            [
                ("Bunker_Small", 0x8001_0000, 2),
                ("Generator", 0x8000_0002, 1)
            ]
        );
        assert_eq!(
            list.categories[0].paths[1],
            r"UNITS\BUILDS\BUNKER\sbunk02.dat"
        );
        assert_eq!(BuildDat::parse(&list.to_bytes().unwrap()), Ok(list));
    }

    #[test]
    fn an_unknown_category_has_no_mask() {
        let list = BuildDat::parse(b"Unknown 0").unwrap();
        assert_eq!(
            (list.categories[0].name.as_str(), list.categories[0].mask()),
            ("Unknown", 0)
        );
    }

    #[test]
    fn errors_name_the_line() {
        let error = |text: &str| {
            let error = BuildDat::parse(text.as_bytes()).unwrap_err();
            (error.offset, error.what.into_owned())
        };
        assert_eq!(error("\nMine 2\n\"a.dat\"\n"), (1, "line 2 count".into()));
        assert_eq!(
            error("Mine 99999999999\n\"a.dat\""),
            (0, "line 1 count".into())
        );
        assert_eq!(error("Mine\n"), (0, "line 1 header".into()));
        assert_eq!(error("Mine -1\n"), (0, "line 1 header".into()));
        assert_eq!(error("Mine 1 1\n"), (0, "line 1 header".into()));
        assert_eq!(error("Mine 1\n  a.dat\n"), (7, "line 2 path".into()));
        assert_eq!(error("Mine 1\n\"a b.dat\""), (7, "line 2 path".into()));
        assert_eq!(error("Mine 1\n\"\"\n"), (7, "line 2 path".into()));
    }

    #[test]
    fn comments_between_paths_are_skipped() {
        let list = BuildDat::parse(b"Mine 1\r\n\r\n// the only one\r\n\"a.dat\"\r\n").unwrap();
        assert_eq!(list.categories[0].paths, ["a.dat"]);
    }

    #[test]
    fn broken_bytes_end_in_an_answer() {
        crate::fixtures::break_bytes(EXAMPLE.as_bytes(), |bytes| {
            let _ = BuildDat::parse(bytes);
        });
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            names in prop::collection::vec("[A-Za-z_]{1,12}", 0..5),
            paths in prop::collection::vec("[A-Za-z0-9_./\\\\-]{1,20}", 0..5),
        ) {
            let categories = names
                .into_iter()
                .map(|name| BuildCategory { name, paths: paths.clone() })
                .collect();
            let list = BuildDat { categories };
            prop_assert_eq!(BuildDat::parse(&list.to_bytes().unwrap()), Ok(list));
        }
    }
}
