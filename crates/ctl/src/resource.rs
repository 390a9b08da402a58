//! A reference to another resource: two fixed names (spec page: control, section 0).

use bytemuck::{Pod, Zeroable};
use std::fmt;
use wire::FixedName;

/// An archive and one of its members, 64 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct ResourceName {
    /// File name of the archive, such as `effects.rlb`.
    pub archive: FixedName<32>,
    /// Name of the member inside it.
    pub member: FixedName<32>,
}

impl ResourceName {
    /// Whether nothing is referred to: either name is empty.
    ///
    /// A damage record may leave the archive empty on purpose and mean the archive it stands in; there the
    /// member alone decides.
    pub fn is_empty(&self) -> bool {
        self.archive.bytes().is_empty() || self.member.bytes().is_empty()
    }
}

impl fmt::Display for ResourceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.archive, self.member)
    }
}
