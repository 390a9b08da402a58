//! What is wrong with a mission, and where: collected while it loads, never fatal.

use serde::Serialize;
use std::collections::HashSet;
use std::fmt;
use wire::Malformed;

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The picture is right, or as right as the original's.
    Warning,
    /// Something is missing from the picture, or stands in for what should be there.
    Error,
}

/// One thing that is wrong, with the way to it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Problem {
    /// How bad.
    pub severity: Severity,
    /// A short constant word, such as `TEX_MISSING`.
    pub code: &'static str,
    /// The file, as a path below the game folder.
    pub file: String,
    /// The entry, if the file is an archive.
    pub entry: Option<String>,
    /// Byte offset in the entry (or in the file without one), if one is known.
    pub offset: Option<u64>,
    /// What was expected and what was found, in one line; without file, entry and offset.
    pub message: String,
    /// What the viewer shows instead.
    pub effect: &'static str,
    /// The first placed object that is affected, if the problem belongs to objects.
    pub object: Option<u32>,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(entry) = &self.entry {
            write!(f, ":{entry}")?;
        }
        if let Some(offset) = self.offset {
            write!(f, ": offset {offset:#x}")?;
        }
        write!(f, ": {}", self.message)
    }
}

/// Where a payload came from: an entry of an archive, or a loose file.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize)]
pub struct Place {
    /// Path below the game folder, or the archive's name.
    pub file: String,
    /// Entry name, if the file is an archive.
    pub entry: Option<String>,
}

impl Place {
    /// A loose file.
    pub fn file(path: impl Into<String>) -> Self {
        Self {
            file: path.into(),
            entry: None,
        }
    }

    /// An entry of an archive.
    pub fn entry(archive: impl Into<String>, entry: impl Into<String>) -> Self {
        Self {
            file: archive.into(),
            entry: Some(entry.into()),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.entry {
            Some(entry) => write!(f, "{}:{entry}", self.file),
            None => f.write_str(&self.file),
        }
    }
}

impl Problem {
    /// A problem at a place.
    pub fn at(
        severity: Severity,
        code: &'static str,
        place: &Place,
        message: impl Into<String>,
        effect: &'static str,
    ) -> Self {
        Self {
            severity,
            code,
            file: place.file.clone(),
            entry: place.entry.clone(),
            offset: None,
            message: message.into(),
            effect,
            object: None,
        }
    }

    /// A problem with the bytes of a place.
    pub fn malformed(
        severity: Severity,
        code: &'static str,
        place: &Place,
        error: &Malformed,
        effect: &'static str,
    ) -> Self {
        let message = format!(
            "{}: expected {}, found {}",
            error.what, error.expected, error.found
        );
        Self {
            offset: Some(error.offset),
            ..Self::at(severity, code, place, message, effect)
        }
    }

    /// The same problem, first seen on a placed object.
    #[must_use]
    pub fn on_object(mut self, object: u32) -> Self {
        self.object = Some(object);
        self
    }
}

/// Collects problems; one that is already there is not added again.
#[derive(Debug, Default)]
pub struct Problems {
    list: Vec<Problem>,
    seen: HashSet<Problem>,
}

/// More problems than these are counted, not kept: a damaged archive must not fill the memory.
const MOST_PROBLEMS: usize = 10_000;

impl Problems {
    /// Adds a problem unless an equal one (on whatever object) is there.
    pub fn add(&mut self, problem: Problem) {
        let key = Problem {
            object: None,
            ..problem.clone()
        };
        if self.list.len() < MOST_PROBLEMS && self.seen.insert(key) {
            self.list.push(problem);
        }
    }

    /// The first error at a place.
    pub(crate) fn error_at(&self, place: &Place) -> Option<&Problem> {
        self.list.iter().find(|problem| {
            problem.severity == Severity::Error
                && problem.file == place.file
                && problem.entry == place.entry
        })
    }

    /// The problems in the order they were met.
    pub fn into_vec(self) -> Vec<Problem> {
        self.list
    }
}

impl Extend<Problem> for Problems {
    fn extend<T: IntoIterator<Item = Problem>>(&mut self, problems: T) {
        for problem in problems {
            self.add(problem);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_problem_is_listed_once_and_says_where() {
        let place = Place::entry("Material.lib", "RUST");
        let error = Malformed::new(4, "phase", "34 bytes", "3 remaining");
        let problem = Problem::malformed(
            Severity::Error,
            "MAT_TRUNCATED",
            &place,
            &error,
            "the built-in material",
        );
        assert_eq!(
            problem.to_string(),
            "Material.lib:RUST: offset 0x4: phase: expected 34 bytes, found 3 remaining"
        );
        let mut problems = Problems::default();
        problems.add(problem.clone().on_object(1));
        problems.add(problem.on_object(2));
        let list = problems.into_vec();
        assert_eq!(list.len(), 1);
        assert_eq!(list[0].object, Some(1));
    }
}
