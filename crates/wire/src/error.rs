use std::borrow::Cow;

/// What is wrong with some bytes, and where.
///
/// `offset` counts from the start of the payload that the parser was given (the entry, not the archive around it).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("offset {offset:#x}: {what}: expected {expected}, found {found}")]
pub struct Malformed {
    /// Byte offset inside the parsed payload.
    pub offset: u64,
    /// The record or field that is wrong, in the terms of its spec page.
    pub what: Cow<'static, str>,
    /// What the spec page asks for.
    pub expected: Cow<'static, str>,
    /// What the bytes hold instead.
    pub found: Cow<'static, str>,
}

impl Malformed {
    /// An error at `offset` about the field `what`.
    pub fn new(
        offset: usize,
        what: impl Into<Cow<'static, str>>,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<Cow<'static, str>>,
    ) -> Self {
        Self {
            offset: offset as u64,
            what: what.into(),
            expected: expected.into(),
            found: found.into(),
        }
    }

    /// The same error for a payload that starts `base` bytes into a larger one.
    #[must_use]
    pub fn shifted(mut self, base: usize) -> Self {
        self.offset = self.offset.saturating_add(base as u64);
        self
    }
}
