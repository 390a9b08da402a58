use wire::Malformed;

/// The rules of an NRes image that damage one entry or the lookup table, not the whole image
/// (spec page: containers, section 2.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rule {
    /// N06: the payload lies outside the data region. The entry is unreadable.
    PayloadRange,
    /// N07: two payloads overlap.
    Overlap,
    /// N08: the name has no NUL; all 36 bytes are the name.
    UnterminatedName,
    /// N09: the name is empty; the entry is reachable by index and type only.
    EmptyName,
    /// N10: a slot of the lookup table points past the directory.
    SortIndexRange,
    /// N11: two slots of the lookup table hold the same entry.
    SortIndexRepeated,
    /// N12: the lookup table is not in name order.
    SortOrder,
    /// N13: a payload does not start on a multiple of 8. A note, never an error.
    Alignment,
    /// N14: non-zero bytes that no entry addresses. A note, never an error.
    UnindexedBytes,
}

impl Rule {
    /// The rule's name on the spec page, such as `N06`.
    pub fn id(self) -> &'static str {
        match self {
            Self::PayloadRange => "N06",
            Self::Overlap => "N07",
            Self::UnterminatedName => "N08",
            Self::EmptyName => "N09",
            Self::SortIndexRange => "N10",
            Self::SortIndexRepeated => "N11",
            Self::SortOrder => "N12",
            Self::Alignment => "N13",
            Self::UnindexedBytes => "N14",
        }
    }
}

/// One violated rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// The rule.
    pub rule: Rule,
    /// Directory index of the entry it concerns; `None` for bytes between the payloads.
    pub entry: Option<usize>,
    /// Where in the image, what was expected and what was found.
    pub malformed: Malformed,
}

impl std::fmt::Display for Warning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.rule.id(), self.malformed)
    }
}
