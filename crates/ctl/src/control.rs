//! The control file as a whole: order of its blocks, limits, reading and writing (spec page: control, section 1).

use crate::{Binding, CommandList, Contact, Item, ItemRecord, RootParameters, State};
use bytemuck::{Pod, Zeroable};
use wire::{Malformed, Reader, Result, Writer};

/// Entries of the hook table.
pub const HOOK_COUNT: usize = 21;
/// The hook that runs once when the component is loaded.
pub const HOOK_LOAD: usize = 0;

/// Largest count of states, contact slots, bindings, items, lists, and commands in a list.
const MAX_COUNT: u32 = 65_536;
/// Largest count of binding references of an item, and longest label.
const MAX_ITEM_TAIL: u32 = 4_096;
/// A weight from here on means that there is no edge.
const NO_EDGE: f32 = 1_000_000.0;

/// Control data of a component (`.ctl`).
///
/// [`Default`] is a control with nothing in it: what a component without control data is posed by.
#[derive(Debug, Clone, PartialEq)]
pub struct Control {
    /// Movement limits.
    pub root: RootParameters,
    /// Contacts of every state.
    pub contacts_per_state: u32,
    /// The states of the movement graph.
    pub states: Vec<State>,
    /// Cost of each transition, `states` × `states`, rows = destination; see [`Control::edge_weight`].
    pub edge_weights: Vec<f32>,
    /// What drives nodes.
    pub bindings: Vec<Binding>,
    /// Devices.
    pub items: Vec<Item>,
    /// Index of the command list of each hook, -1 none; see [`Control::hook`].
    pub hooks: [i32; HOOK_COUNT],
    /// Command lists.
    pub lists: Vec<CommandList>,
    /// What the wide layout has beyond the usual one; `None` for the usual layout.
    pub wide: Option<WideLayout>,
}

/// The words of the wide layout (spec page: control, section 1.11), which no known file uses: it is tried only where
/// the usual layout does not meet the end of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WideLayout {
    /// One per binding: the second frame pair and the weight.
    pub bindings: Vec<[u32; 3]>,
    /// One per item: the word before its values.
    pub items: Vec<u32>,
}

/// A binding as the wide layout holds it, 48 bytes.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct WideBinding {
    node: i32,
    frame_a: f32,
    frame_b: f32,
    extra: [u32; 3],
    blend: f32,
    cpt_a: i32,
    cpt_b: i32,
    rate: f32,
    span: f32,
    flags: u32,
}

/// An item's fixed part, cut where the wide layout has its extra word.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct SplitItem {
    head: [u32; 11],
    rest: [u32; 32],
}

impl Default for Control {
    fn default() -> Self {
        Self {
            root: RootParameters::default(),
            contacts_per_state: 0,
            states: Vec::new(),
            edge_weights: Vec::new(),
            bindings: Vec::new(),
            items: Vec::new(),
            hooks: [-1; HOOK_COUNT],
            lists: Vec::new(),
            wide: None,
        }
    }
}

impl Control {
    /// Reads a whole `.ctl` payload, which ends exactly after the last command list.
    ///
    /// Bytes that do not fit the usual layout but fit the wide one to the last byte are read as that
    /// ([`Control::wide`]). The error is always the usual layout's.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        Self::parse_layout(bytes, None).or_else(|error| {
            Self::parse_layout(bytes, Some(WideLayout::default())).map_err(|_| error)
        })
    }

    /// Writes the payload in the layout it was read from.
    ///
    /// Errors name what [`Control::parse`] would not read back: a count beyond its limit, a state without its
    /// contacts, an edge matrix of another size, a label of one byte, missing words of the wide layout.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut writer = Writer::new();
        for (count, what) in [
            (self.states.len(), "state count"),
            (self.contacts_per_state as usize, "contact slot count"),
            (self.bindings.len(), "binding count"),
            (self.items.len(), "item count"),
            (self.lists.len(), "command list count"),
        ] {
            write_count(&mut writer, count, MAX_COUNT, what)?;
        }
        writer.record(&self.root);
        self.write_states(&mut writer)?;
        self.write_bindings(&mut writer)?;
        self.write_items(&mut writer)?;
        writer.record(&self.hooks);
        for list in &self.lists {
            write_count(&mut writer, list.commands.len(), MAX_COUNT, "command count")?;
            writer.records(&list.commands);
        }
        Ok(writer.into_bytes())
    }

    /// The command list of a hook; `None` when the hook is unset, or names a list that is not there.
    pub fn hook(&self, slot: usize) -> Option<&CommandList> {
        let list = *self.hooks.get(slot)?;
        self.lists.get(usize::try_from(list).ok()?)
    }

    /// The cost of going from one state to another; `None` when there is no edge or no such state.
    pub fn edge_weight(&self, from: usize, to: usize) -> Option<f32> {
        let states = self.states.len();
        if from >= states {
            return None;
        }
        let index = to.checked_mul(states)?.checked_add(from)?;
        let weight = *self.edge_weights.get(index)?;
        (weight < NO_EDGE).then_some(weight)
    }

    fn parse_layout(bytes: &[u8], mut wide: Option<WideLayout>) -> Result<Self> {
        let mut reader = Reader::new(bytes);
        let states = read_count(&mut reader, MAX_COUNT, "state count")?;
        let contacts = read_count(&mut reader, MAX_COUNT, "contact slot count")?;
        let bindings = read_count(&mut reader, MAX_COUNT, "binding count")?;
        let items = read_count(&mut reader, MAX_COUNT, "item count")?;
        let lists = read_count(&mut reader, MAX_COUNT, "command list count")?;
        let control = Self {
            root: reader.record("root parameters")?,
            contacts_per_state: contacts,
            states: (0..states)
                .map(|_| read_state(&mut reader, contacts))
                .collect::<Result<_>>()?,
            edge_weights: reader.records(
                (states as usize).saturating_mul(states as usize),
                "edge weights",
            )?,
            bindings: read_bindings(&mut reader, bindings, wide.as_mut())?,
            items: (0..items)
                .map(|_| read_item(&mut reader, wide.as_mut()))
                .collect::<Result<_>>()?,
            hooks: reader.record("hook table")?,
            lists: (0..lists)
                .map(|_| read_list(&mut reader))
                .collect::<Result<_>>()?,
            wide,
        };
        expect_end(&reader)?;
        Ok(control)
    }

    fn write_states(&self, writer: &mut Writer) -> Result<()> {
        for state in &self.states {
            writer.record(&state.record);
            let slots = self.contacts_per_state as usize;
            expect_length(writer, state.contacts.len(), slots, "contacts of a state")?;
            writer.records(&state.contacts);
        }
        let edges = self.states.len().saturating_mul(self.states.len());
        expect_length(writer, self.edge_weights.len(), edges, "edge weights")?;
        writer.records(&self.edge_weights);
        Ok(())
    }

    fn write_bindings(&self, writer: &mut Writer) -> Result<()> {
        let Some(wide) = &self.wide else {
            writer.records(&self.bindings);
            return Ok(());
        };
        let (found, expected) = (wide.bindings.len(), self.bindings.len());
        expect_length(writer, found, expected, "wide words of bindings")?;
        for (binding, &extra) in self.bindings.iter().zip(&wide.bindings) {
            writer.record(&WideBinding::new(binding, extra));
        }
        Ok(())
    }

    fn write_items(&self, writer: &mut Writer) -> Result<()> {
        if let Some(wide) = &self.wide {
            let (found, expected) = (wide.items.len(), self.items.len());
            expect_length(writer, found, expected, "wide words of items")?;
        }
        for (index, item) in self.items.iter().enumerate() {
            let SplitItem { head, rest } = bytemuck::cast(item.record);
            writer.record(&head);
            if let Some(&word) = self.wide.as_ref().and_then(|wide| wide.items.get(index)) {
                writer.u32(word);
            }
            writer.record(&rest);
            let references = item.bindings.len();
            write_count(writer, references, MAX_ITEM_TAIL, "binding reference count")?;
            writer.records(&item.bindings);
            if item.label.len() == 1 {
                return Err(Malformed::new(
                    writer.position(),
                    "item label",
                    "a text with its NUL, or nothing",
                    "one byte",
                ));
            }
            let length = item.label.len().saturating_sub(1);
            write_count(writer, length, MAX_ITEM_TAIL, "label length")?;
            writer.bytes(&item.label);
        }
        Ok(())
    }
}

impl WideBinding {
    fn new(binding: &Binding, extra: [u32; 3]) -> Self {
        Self {
            node: binding.node,
            frame_a: binding.frame_a,
            frame_b: binding.frame_b,
            extra,
            blend: binding.blend,
            cpt_a: binding.cpt_a,
            cpt_b: binding.cpt_b,
            rate: binding.rate,
            span: binding.span,
            flags: binding.flags,
        }
    }

    fn binding(&self) -> Binding {
        Binding {
            node: self.node,
            frame_a: self.frame_a,
            frame_b: self.frame_b,
            blend: self.blend,
            cpt_a: self.cpt_a,
            cpt_b: self.cpt_b,
            rate: self.rate,
            span: self.span,
            flags: self.flags,
        }
    }
}

fn read_state(reader: &mut Reader<'_>, contacts: u32) -> Result<State> {
    Ok(State {
        record: reader.record("state")?,
        contacts: reader.records::<Contact>(contacts as usize, "contacts of a state")?,
    })
}

fn read_bindings(
    reader: &mut Reader<'_>,
    count: u32,
    wide: Option<&mut WideLayout>,
) -> Result<Vec<Binding>> {
    let Some(wide) = wide else {
        return reader.records(count as usize, "bindings");
    };
    let records = reader.records::<WideBinding>(count as usize, "wide bindings")?;
    wide.bindings = records.iter().map(|record| record.extra).collect();
    Ok(records.iter().map(WideBinding::binding).collect())
}

fn read_item(reader: &mut Reader<'_>, wide: Option<&mut WideLayout>) -> Result<Item> {
    let head = reader.record("item")?;
    if let Some(wide) = wide {
        wide.items.push(reader.u32("wide word of an item")?);
    }
    let rest = reader.record("item values")?;
    let record: ItemRecord = bytemuck::cast(SplitItem { head, rest });
    let references = read_count(reader, MAX_ITEM_TAIL, "binding reference count")?;
    let bindings = reader.records(references as usize, "binding references")?;
    // A negative length is a large unsigned one, so one check covers both ends.
    let label = match read_count(reader, MAX_ITEM_TAIL, "label length")? {
        0 => Vec::new(),
        length => reader
            .take((length as usize).saturating_add(1), "item label")?
            .to_vec(),
    };
    Ok(Item {
        record,
        bindings,
        label,
    })
}

fn read_list(reader: &mut Reader<'_>) -> Result<CommandList> {
    let count = read_count(reader, MAX_COUNT, "command count")?;
    Ok(CommandList {
        commands: reader.records(count as usize, "commands")?,
    })
}

fn read_count(reader: &mut Reader<'_>, limit: u32, what: &'static str) -> Result<u32> {
    let offset = reader.position();
    let count = reader.u32(what)?;
    if count > limit {
        return Err(Malformed::new(
            offset,
            what,
            format!("at most {limit}"),
            count.to_string(),
        ));
    }
    Ok(count)
}

/// Writes a count that [`read_count`] accepts.
pub(crate) fn write_count(
    writer: &mut Writer,
    count: usize,
    limit: u32,
    what: &'static str,
) -> Result<()> {
    match u32::try_from(count) {
        Ok(fits) if fits <= limit => {
            writer.u32(fits);
            Ok(())
        }
        _ => Err(Malformed::new(
            writer.position(),
            what,
            format!("at most {limit}"),
            count.to_string(),
        )),
    }
}

/// An error unless every byte was read.
pub(crate) fn expect_end(reader: &Reader<'_>) -> Result<()> {
    if reader.is_at_end() {
        return Ok(());
    }
    Err(Malformed::new(
        reader.position(),
        "end of the file",
        "no more bytes",
        format!("{} remaining", reader.remaining()),
    ))
}

fn expect_length(writer: &Writer, found: usize, expected: usize, what: &'static str) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    Err(Malformed::new(
        writer.position(),
        what,
        expected.to_string(),
        found.to_string(),
    ))
}

#[cfg(test)]
mod tests;
