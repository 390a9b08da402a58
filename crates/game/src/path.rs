//! Paths as game files name them (spec page: containers, section 5).

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

/// Why a path is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PathFault {
    /// Nothing, or only separators and dots.
    #[error("expected a path, found an empty one")]
    Empty,
    /// A NUL inside.
    #[error("expected a path, found a NUL in it")]
    Nul,
    /// A leading separator or a drive letter.
    #[error("expected a path inside the game folder, found an absolute one")]
    Absolute,
    /// A `..` segment.
    #[error("expected a path inside the game folder, found a \"..\" segment")]
    Traversal,
    /// An empty segment, a `.` segment or a `:`; refused in the strict profile only.
    #[error("expected plain segments, found an empty one, a \".\" or a \":\"")]
    Untidy,
}

/// A path below the game root: bytes in Windows-1251, segments joined with `/`.
///
/// Two paths are equal when they differ only in the case of ASCII letters.
#[derive(Clone)]
pub struct GamePath {
    bytes: Vec<u8>,
    key: Vec<u8>,
}

impl GamePath {
    /// Reads a path in the tolerant profile: empty and `.` segments are dropped. `\` and `/` are equal.
    pub fn parse(raw: &[u8]) -> Result<Self, PathFault> {
        Self::parse_with(raw, false)
    }

    /// Reads a path in the strict profile, for tests and authoring.
    pub fn parse_strict(raw: &[u8]) -> Result<Self, PathFault> {
        Self::parse_with(raw, true)
    }

    fn parse_with(raw: &[u8], strict: bool) -> Result<Self, PathFault> {
        if raw.is_empty() {
            return Err(PathFault::Empty);
        }
        if raw.contains(&0) {
            return Err(PathFault::Nul);
        }
        let drive = matches!(raw, [letter, b':', ..] if letter.is_ascii_alphabetic());
        if drive || raw.first().is_some_and(|byte| is_separator(*byte)) {
            return Err(PathFault::Absolute);
        }
        let mut bytes = Vec::with_capacity(raw.len());
        for segment in raw.split(|byte| is_separator(*byte)) {
            if segment == b".." {
                return Err(PathFault::Traversal);
            }
            let dropped = segment.is_empty() || segment == b".";
            if strict && (dropped || segment.contains(&b':')) {
                return Err(PathFault::Untidy);
            }
            if !dropped {
                if !bytes.is_empty() {
                    bytes.push(b'/');
                }
                bytes.extend_from_slice(segment);
            }
        }
        if bytes.is_empty() {
            return Err(PathFault::Empty);
        }
        Ok(Self::from_tidy(bytes))
    }

    /// Bytes that are known to follow the rules.
    fn from_tidy(bytes: Vec<u8>) -> Self {
        let key = wire::fold(&bytes);
        Self { bytes, key }
    }

    /// The path, `/` between its segments, letter case as given.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The identity of the path: ASCII letters in lower case. For caches and for sorting.
    pub fn key(&self) -> &[u8] {
        &self.key
    }

    /// The segments, at least one.
    pub fn segments(&self) -> impl DoubleEndedIterator<Item = &[u8]> {
        self.bytes.split(|&byte| byte == b'/')
    }

    /// The last segment.
    pub fn file_name(&self) -> &[u8] {
        self.segments().next_back().unwrap_or_default()
    }

    /// All but the last segment; `None` directly below the root.
    pub fn parent(&self) -> Option<Self> {
        let end = self.bytes.iter().rposition(|&byte| byte == b'/')?;
        Some(Self::from_tidy(
            self.bytes.get(..end).unwrap_or_default().to_vec(),
        ))
    }

    /// `other` below this path.
    pub fn join(&self, other: &[u8]) -> Result<Self, PathFault> {
        let other = Self::parse(other)?;
        Ok(Self::from_tidy(
            [self.bytes.as_slice(), b"/", &other.bytes].concat(),
        ))
    }

    /// `name` beside this path's last segment.
    pub fn with_file_name(&self, name: &[u8]) -> Result<Self, PathFault> {
        match self.parent() {
            Some(parent) => parent.join(name),
            None => Self::parse(name),
        }
    }

    /// The path with bytes appended to its last segment: `.msh` or `1.wea` after a map's stem.
    pub fn with_suffix(&self, suffix: &[u8]) -> Result<Self, PathFault> {
        Self::parse(&[self.bytes.as_slice(), suffix].concat())
    }
}

fn is_separator(byte: u8) -> bool {
    matches!(byte, b'/' | b'\\')
}

impl AsRef<[u8]> for GamePath {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

impl PartialEq for GamePath {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for GamePath {}

impl PartialOrd for GamePath {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for GamePath {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key.cmp(&other.key)
    }
}

impl Hash for GamePath {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl fmt::Display for GamePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&display_bytes(&self.bytes))
    }
}

impl fmt::Debug for GamePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", wire::decode_cp1251(&self.bytes))
    }
}

/// Windows-1251 bytes on one line: control characters are escaped.
pub(crate) fn display_bytes(bytes: &[u8]) -> String {
    let mut line = String::with_capacity(bytes.len());
    for character in wire::decode_cp1251(bytes).chars() {
        if character.is_control() {
            line.extend(character.escape_default());
        } else {
            line.push(character);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tolerant(raw: &str) -> Result<String, PathFault> {
        GamePath::parse(raw.as_bytes()).map(|path| path.to_string())
    }

    #[test]
    fn the_table_of_the_spec_page() {
        assert_eq!(
            tolerant("DATA\\MAPS/INTRO/Land.msh").unwrap(),
            "DATA/MAPS/INTRO/Land.msh"
        );
        for raw in ["DATA/../secret", "..\\x", "..", "a/.."] {
            assert_eq!(tolerant(raw), Err(PathFault::Traversal));
        }
        for raw in ["Q:\\DATA\\MAPS", "/DATA", "\\DATA", "c:x", "/../x"] {
            assert_eq!(tolerant(raw), Err(PathFault::Absolute));
        }
        assert_eq!(tolerant("./DATA//MAPS/").unwrap(), "DATA/MAPS");
        for raw in ["./DATA//MAPS", "DATA/stream:name", "DATA/"] {
            assert_eq!(
                GamePath::parse_strict(raw.as_bytes()).unwrap_err(),
                PathFault::Untidy
            );
        }
        for raw in ["", ".", "./."] {
            assert_eq!(tolerant(raw), Err(PathFault::Empty));
        }
        assert_eq!(tolerant("a\0b"), Err(PathFault::Nul));
        assert_eq!(tolerant("a..b/...").unwrap(), "a..b/...");
    }

    #[test]
    fn paths_are_equal_whatever_their_letter_case() {
        let a = GamePath::parse(b"Data\\Maps").unwrap();
        assert_eq!(a, GamePath::parse(b"DATA/MAPS").unwrap());
        assert_eq!(a.key(), b"data/maps");
        assert_eq!(a.as_bytes(), b"Data/Maps");
        assert_ne!(
            GamePath::parse(&[0xC1]).unwrap(),
            GamePath::parse(&[0xE1]).unwrap()
        );
    }

    #[test]
    fn stems_parents_and_joins() {
        let stem = GamePath::parse(b"DATA\\MAPS\\SC_3\\land").unwrap();
        assert_eq!(
            stem.with_suffix(b"1.wea").unwrap().to_string(),
            "DATA/MAPS/SC_3/land1.wea"
        );
        assert_eq!(
            stem.with_file_name(b"Land.msh").unwrap().to_string(),
            "DATA/MAPS/SC_3/Land.msh"
        );
        assert_eq!(stem.file_name(), b"land");
        assert_eq!(stem.parent().unwrap().to_string(), "DATA/MAPS/SC_3");
        assert_eq!(stem.join(b"\\x").unwrap_err(), PathFault::Absolute);
        assert_eq!(GamePath::parse(b"x").unwrap().parent(), None);
    }

    #[test]
    fn what_is_accepted_is_tidy_and_stays_inside() {
        let alphabet = *b"./\\:a\0\xC1";
        let mut raws = vec![Vec::new()];
        for start in 0.. {
            let raw: Vec<u8> = raws[start].clone();
            if raw.len() == 5 {
                break;
            }
            raws.extend(alphabet.map(|byte| [raw.as_slice(), &[byte]].concat()));
        }
        for raw in raws {
            if let Ok(path) = GamePath::parse(&raw) {
                let tidy = |segment: &[u8]| !matches!(segment, b"" | b"." | b"..");
                assert!(path.segments().all(tidy), "{path}");
                if let Ok(again) = GamePath::parse(path.as_bytes()) {
                    assert_eq!(again.as_bytes(), path.as_bytes());
                }
            }
        }
    }

    #[test]
    fn a_path_is_shown_on_one_line() {
        let path = GamePath::parse(b"a\nb\xC1").unwrap();
        assert_eq!(path.to_string(), "a\\nbБ");
    }
}
