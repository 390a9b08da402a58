//! Unit schemes, `UNITS/**/*.dat`: the tree of components that make a unit (spec page: mission, section 4.4).

use crate::{REGISTRY, SchemeType, field_name};
use bytemuck::{Pod, Zeroable};
use wire::{FixedName, Malformed, Reader, Result, Writer};

/// A unit scheme.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scheme {
    /// [`Scheme::MAGIC`] in a sound file.
    pub magic: u32,
    /// What it builds.
    pub scheme_type: SchemeType,
    /// Components in depth-first pre-order; see [`Self::tree`].
    pub components: Vec<Component>,
    /// Only in a file that is not a whole number of components, of which the two names of the first are all that
    /// is used: the bytes after these names.
    pub bare_tail: Option<Vec<u8>>,
}

/// One component: a prototype and how it hangs on its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Component {
    /// `objects.rlb` in every scheme of the game.
    pub archive_name: FixedName<32>,
    /// Key of a prototype.
    pub resource_name: FixedName<32>,
    /// 1 in every scheme of the game.
    pub flags: u32,
    /// See [`Mount`]; -1 on the root.
    pub attach_index: i32,
    /// Name for the screen, Windows-1251; may fill the field without a NUL.
    pub description: FixedName<32>,
    /// See [`Self::entry_type`].
    pub entry_type: i32,
    /// How many of the following components hang on this one directly.
    pub child_count: u32,
}

/// What a component is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EntryType {
    /// -1
    Unspecified,
    /// 0: the root, also the body of a building.
    Chassis,
    /// 1; also some building deflectors.
    Turret,
    /// 2: armour, and some guns, whose keys begin with `e_gun_`.
    Armour,
    /// 3: engine, battery, shield, radar, ...
    Part,
    /// 4: a gun.
    Cannon,
    /// 5
    AmmoClip,
    /// Any other word.
    Unknown(i32),
}

/// How a component hangs on its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mount {
    /// It is the root and stands where the object is placed.
    Root,
    /// On that node of the direct parent's own MSH. A negative or too large index means node 0, with a warning.
    Node(i32),
    /// In that item slot of the parent's CTL; when shown at all, it is drawn at the parent's root pose.
    ItemSlot(i32),
}

/// A component's place in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeNode {
    /// Index of the parent component; `None` on the root.
    pub parent: Option<usize>,
    /// How it hangs there.
    pub mount: Mount,
    /// Whether it is seen from outside; the other ones are internal parts.
    pub drawn: bool,
}

impl Scheme {
    /// The first word of a scheme.
    pub const MAGIC: u32 = 0x0000_F0F1;

    /// Reads a scheme, and says what is odd about it.
    ///
    /// # Errors
    /// A size that is not 8 + 112 n, unless the magic and both names of a first component are there (a warning then).
    pub fn parse(bytes: &[u8]) -> Result<(Self, Vec<Malformed>)> {
        let mut warnings = Vec::new();
        let mut reader = Reader::new(bytes);
        let magic = reader.u32("scheme magic")?;
        if magic != Self::MAGIC {
            let [expected, found] = [Self::MAGIC, magic].map(|magic| format!("{magic:#010x}"));
            warnings.push(Malformed::new(0, "scheme magic", expected, found));
        }
        let scheme_type = SchemeType(reader.u32("scheme type")?);
        let mut scheme = Self {
            magic,
            scheme_type,
            components: Vec::new(),
            bare_tail: None,
        };
        let size = size_of::<Component>();
        if reader.remaining().is_multiple_of(size) {
            scheme.components = reader.records(reader.remaining() / size, "components")?;
            return Ok((scheme, warnings));
        }
        let fault = Malformed::new(
            bytes.len(),
            "scheme size",
            "8 + 112 n bytes",
            format!("{} bytes", bytes.len()),
        );
        let names: Result<[FixedName<32>; 2]> = reader.record("component names");
        match names {
            Ok([archive_name, resource_name])
                if magic == Self::MAGIC
                    && !field_name(&archive_name).is_empty()
                    && !field_name(&resource_name).is_empty() =>
            {
                warnings.push(fault);
                scheme.components = vec![Component {
                    archive_name,
                    resource_name,
                    ..Component::default()
                }];
                scheme.bare_tail = Some(reader.rest().to_vec());
                Ok((scheme, warnings))
            }
            _ => Err(fault),
        }
    }

    /// The bytes of the file; of an unedited one, the bytes it was read from.
    pub fn write(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        writer.u32(self.magic).u32(self.scheme_type.0);
        match (&self.bare_tail, self.components.first()) {
            (Some(tail), Some(bare)) => writer
                .record(&bare.archive_name)
                .record(&bare.resource_name)
                .bytes(tail),
            _ => writer.records(&self.components),
        };
        writer.into_bytes()
    }

    /// The place of every component in the tree, in the order of [`Self::components`], and what is odd about it.
    pub fn tree(&self) -> (Vec<TreeNode>, Vec<Malformed>) {
        let mut warnings = Vec::new();
        let mut warn = |index: usize, field, expected: &'static str, found: String| {
            let record = index.saturating_mul(size_of::<Component>());
            let offset = record.saturating_add(8).saturating_add(field);
            warnings.push(Malformed::new(offset, "component tree", expected, found));
        };
        // Components that still wait for children, and for how many.
        let mut open: Vec<(usize, u32)> = Vec::new();
        let mut nodes = Vec::with_capacity(self.components.len());
        for (index, component) in self.components.iter().enumerate() {
            let drawn = component.is_drawn_outside();
            let (parent, mount) = match open.last_mut() {
                Some((parent, owed)) => {
                    let parent = *parent;
                    *owed = owed.saturating_sub(1);
                    if *owed == 0 {
                        open.pop();
                    }
                    (Some(parent), component.mount())
                }
                None if index == 0 => (None, Mount::Root),
                None => {
                    let found = "no component that waits for a child".to_owned();
                    warn(index, 0, "a parent", found);
                    (Some(0), Mount::Node(0))
                }
            };
            nodes.push(TreeNode {
                parent,
                mount,
                drawn,
            });
            if component.child_count > 0 {
                open.push((index, component.child_count));
            }
        }
        for (index, owed) in open {
            let found = format!("{owed} fewer");
            warn(index, 0x6C, "child_count components", found);
        }
        (nodes, warnings)
    }
}

impl Component {
    /// The archive's name.
    pub fn archive(&self) -> &[u8] {
        field_name(&self.archive_name)
    }

    /// The prototype's key.
    pub fn key(&self) -> &[u8] {
        field_name(&self.resource_name)
    }

    /// What [`Self::entry_type`] means.
    pub fn entry_type(&self) -> EntryType {
        match self.entry_type {
            -1 => EntryType::Unspecified,
            0 => EntryType::Chassis,
            1 => EntryType::Turret,
            2 => EntryType::Armour,
            3 => EntryType::Part,
            4 => EntryType::Cannon,
            5 => EntryType::AmmoClip,
            other => EntryType::Unknown(other),
        }
    }

    /// Whether it is seen from outside (spec page: mission, section 4.4.4).
    pub fn is_drawn_outside(&self) -> bool {
        match self.entry_type() {
            EntryType::Chassis | EntryType::Turret | EntryType::Cannon => true,
            EntryType::Armour => self.is_gun(),
            EntryType::Unspecified
            | EntryType::Part
            | EntryType::AmmoClip
            | EntryType::Unknown(_) => false,
        }
    }

    /// How it hangs on a parent (spec page: mission, section 4.4.5). A second chassis, which the page does not
    /// speak of, is mounted like a turret.
    fn mount(&self) -> Mount {
        match self.entry_type() {
            EntryType::Chassis | EntryType::Turret | EntryType::Cannon => {
                Mount::Node(self.attach_index)
            }
            EntryType::Armour if self.is_gun() => Mount::Node(self.attach_index),
            _ => Mount::ItemSlot(self.attach_index),
        }
    }

    fn is_gun(&self) -> bool {
        let prefix = self.key().get(..6).unwrap_or_default();
        wire::eq_ignore_case(prefix, b"e_gun_")
    }
}

impl Default for Component {
    /// A root without children or a name.
    fn default() -> Self {
        Self {
            archive_name: FixedName::new(REGISTRY.as_bytes()).unwrap_or_default(),
            resource_name: FixedName::default(),
            flags: 1,
            attach_index: -1,
            description: FixedName::default(),
            entry_type: 0,
            child_count: 0,
        }
    }
}

#[cfg(test)]
mod tests;
