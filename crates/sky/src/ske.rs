//! The file `sky.ske` (spec page: environment, section 4.1).

use crate::Opcode;
use bytemuck::{Pod, Zeroable};
use std::fmt;
use wire::{Malformed, Reader, Result, Writer};

const MAGIC: i32 = -1;
const VERSION: i32 = 5;
const SECTION_VERSION: i32 = 1;
/// The slots that a keyframe of version 1 stores.
const OLD_SLOTS: usize = 20;
const MOST_EFFECTS: usize = 4;
/// The fewest bytes that a keyframe and a section take.
const SMALLEST_KEYFRAME: usize = 160;
const SMALLEST_SECTION: usize = 72;

/// A day cycle, as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct Ske {
    /// One or two, played in turn.
    pub sections: Vec<Section>,
    /// Where the clock starts.
    pub start: Time32,
    /// Read and never used; 0.
    pub end_word_0: i32,
    /// Never used; 0 or 1.
    pub end_word_1: i32,
}

/// One day.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// 23:59, never used.
    pub unused_time: Time32,
    /// How long the day takes: its hours and minutes are real ones.
    pub day_length: Time32,
    /// In file order; the clock sorts them by their stamps.
    pub keyframes: Vec<Keyframe>,
}

/// Colours, body and weather at one time of the day, and what begins or ends then.
#[derive(Debug, Clone, PartialEq)]
pub struct Keyframe {
    /// 3; version 2 stores no effects, version 1 moreover no slots 20 and 21.
    pub version: i32,
    /// Hour and minute of the game's day.
    pub stamp: Time32,
    /// See [`Self::opcode`].
    pub raw_opcode: i32,
    /// See [`Slot`].
    pub slots: [Slot; 22],
    /// The first is the name of the body, `sun` or another word; the other ones are unknown.
    pub names: [SkeString; 6],
    /// Width of the body; 1 is 18.6 degrees.
    pub extent_across: f32,
    /// Height of the body.
    pub extent_up: f32,
    /// Factor on the colour of sun and moon, 0 to 5 in the files of the game.
    pub light_factor: f32,
    /// How much rain or snow falls, 0 to 1.
    pub weather_intensity: f32,
    /// At most four; the first is the rain's sound or the lightning's effect.
    pub effects: Vec<SkeString>,
}

/// A time of day. Only hour and minute have a meaning everywhere, the section in the clock's start; the other words
/// are left-over memory of the editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Time32 {
    /// Section it belongs to.
    pub section: u32,
    /// Unknown.
    pub word_04: u32,
    /// Unknown.
    pub word_08: u32,
    /// 0 to 24.
    pub hour: u32,
    /// 0 to 59.
    pub minute: u32,
    /// Unknown.
    pub word_14: u32,
    /// Unknown.
    pub bytes_18: [u8; 8],
}

/// Four bytes of a keyframe: a colour, stored B, G, R, A; in the two fog slots a single (spec page: environment,
/// section 4.2). The constants are the indices of [`Keyframe::slots`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Pod, Zeroable)]
#[repr(transparent)]
pub struct Slot(pub [u8; 4]);

/// A counted string of at most 256 bytes.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct SkeString(pub Vec<u8>);

impl Slot {
    /// Horizon by compass: north, east, south, west.
    pub const HORIZON: [usize; 4] = [2, 3, 1, 4];
    /// A single: where fog starts, in 700 m.
    pub const FOG_START: usize = 5;
    /// A single: where fog ends, in 700 m.
    pub const FOG_END: usize = 6;
    /// The ring above the horizon, by compass.
    pub const RING_3: [usize; 4] = [7, 10, 8, 9];
    /// The ring above that, by compass.
    pub const RING_2: [usize; 4] = [11, 14, 12, 13];
    /// Overhead, and the first ring around it.
    pub const APEX: usize = 15;
    /// Its alpha scales how much the flare lifts the light of the body.
    pub const FLARE: usize = 17;
    /// Diffuse colour of the clouds.
    pub const CLOUDS: usize = 18;
    /// Light of sun or moon, and colour of rain and snow.
    pub const LIGHT: usize = 19;
    /// The scene colour, a floor under the light.
    pub const SCENE: usize = 20;
    /// Light from the opposite side.
    pub const COUNTER_LIGHT: usize = 21;

    /// A slot that holds a colour.
    pub fn of_rgba([r, g, b, a]: [u8; 4]) -> Self {
        Self([b, g, r, a])
    }

    /// A slot that holds a single.
    pub fn of_float(value: f32) -> Self {
        Self(value.to_le_bytes())
    }

    /// The colour: R, G, B, A, 0 to 1.
    pub fn rgba(self) -> [f32; 4] {
        let [b, g, r, a] = self.0;
        [r, g, b, a].map(|channel| f32::from(channel) / 255.0)
    }

    /// The single.
    pub fn float(self) -> f32 {
        f32::from_le_bytes(self.0)
    }
}

impl Time32 {
    /// An hour and a minute of section 0.
    pub fn new(hour: u32, minute: u32) -> Self {
        Self {
            hour,
            minute,
            ..Self::default()
        }
    }

    /// Seconds since 00:00.
    pub fn seconds(self) -> u64 {
        u64::from(self.hour) * 3600 + u64::from(self.minute) * 60
    }
}

impl Ske {
    /// Reads a file, and says what is odd about it.
    ///
    /// # Errors
    /// An unknown version, a count or a string that does not fit, bytes after the end.
    pub fn parse(bytes: &[u8]) -> Result<(Self, Vec<Malformed>)> {
        let mut reader = Reader::new(bytes);
        let r = &mut reader;
        let mut warnings = Vec::new();
        constant(r, "sky magic", MAGIC)?;
        constant(r, "sky version", VERSION)?;
        let offset = r.position();
        let count = count(r, "section count", usize::MAX, SMALLEST_SECTION)?;
        if !matches!(count, 1 | 2) {
            let fault = Malformed::new(offset, "section count", "1 or 2", count.to_string());
            if count == 0 {
                return Err(fault);
            }
            warnings.push(fault);
        }
        let sections = (0..count)
            .map(|_| Section::read(r, &mut warnings))
            .collect::<Result<_>>()?;
        let offset = r.position();
        let ske = Self {
            sections,
            start: r.record("clock start")?,
            end_word_0: r.i32("end word 0")?,
            end_word_1: r.i32("end word 1")?,
        };
        if ske.start.section as usize >= count {
            warnings.push(Malformed::new(
                offset,
                "section of the clock start",
                format!("less than {count}"),
                ske.start.section.to_string(),
            ));
        }
        if !r.is_at_end() {
            return Err(Malformed::new(
                r.position(),
                "sky.ske",
                "the end of the file",
                format!("{} bytes left", r.remaining()),
            ));
        }
        Ok((ske, warnings))
    }

    /// The bytes of the file; of an unedited one, the bytes it was read from.
    pub fn write(&self) -> Vec<u8> {
        let mut writer = Writer::new();
        let w = &mut writer;
        w.i32(MAGIC).i32(VERSION).u32(self.sections.len() as u32);
        for section in &self.sections {
            w.i32(SECTION_VERSION)
                .u32(section.keyframes.len() as u32)
                .record(&section.unused_time)
                .record(&section.day_length);
            for keyframe in &section.keyframes {
                keyframe.write(w);
            }
        }
        w.record(&self.start)
            .i32(self.end_word_0)
            .i32(self.end_word_1);
        writer.into_bytes()
    }
}

impl Section {
    fn read(reader: &mut Reader<'_>, warnings: &mut Vec<Malformed>) -> Result<Self> {
        constant(reader, "section version", SECTION_VERSION)?;
        let keyframes = count(reader, "keyframe count", usize::MAX, SMALLEST_KEYFRAME)?;
        Ok(Self {
            unused_time: reader.record("section time 23:59")?,
            day_length: reader.record("day length")?,
            keyframes: (0..keyframes)
                .map(|_| Keyframe::read(reader, warnings))
                .collect::<Result<_>>()?,
        })
    }
}

impl Default for Keyframe {
    /// Midnight, black, nothing begins or ends.
    fn default() -> Self {
        Self {
            version: 3,
            stamp: Time32::default(),
            raw_opcode: 2,
            slots: [Slot::default(); 22],
            names: Default::default(),
            extent_across: 0.0,
            extent_up: 0.0,
            light_factor: 0.0,
            weather_intensity: 0.0,
            effects: Vec::new(),
        }
    }
}

impl Keyframe {
    /// What begins or ends; a number outside 0 to 9 does nothing.
    pub fn opcode(&self) -> Opcode {
        Opcode::new(self.raw_opcode).unwrap_or(Opcode::Nothing)
    }

    fn read(reader: &mut Reader<'_>, warnings: &mut Vec<Malformed>) -> Result<Self> {
        let version_offset = reader.position();
        let version = reader.i32("keyframe version")?;
        match version {
            3 => {}
            1 | 2 => warnings.push(Malformed::new(
                version_offset,
                "keyframe version",
                "3",
                version.to_string(),
            )),
            other => {
                return Err(Malformed::new(
                    version_offset,
                    "keyframe version",
                    "1, 2 or 3",
                    other.to_string(),
                ));
            }
        }
        let stamp = reader.record("keyframe stamp")?;
        let opcode_offset = reader.position();
        let raw_opcode = reader.i32("keyframe opcode")?;
        let slots_offset = reader.position();
        let slots = if version == 1 {
            with_derived_slots(reader.record("keyframe slots")?)
        } else {
            reader.record("keyframe slots")?
        };
        let mut names: [SkeString; 6] = Default::default();
        for name in &mut names {
            *name = SkeString::read(reader, "keyframe name")?;
        }
        let floats_offset = reader.position();
        let [extent_across, extent_up, light_factor, weather_intensity] =
            reader.record("keyframe floats")?;
        let effects = if version >= 3 {
            let effects = count(reader, "effect count", MOST_EFFECTS, 4)?;
            (0..effects)
                .map(|_| SkeString::read(reader, "effect name"))
                .collect::<Result<_>>()?
        } else {
            Vec::new()
        };
        let keyframe = Self {
            version,
            stamp,
            raw_opcode,
            slots,
            names,
            extent_across,
            extent_up,
            light_factor,
            weather_intensity,
            effects,
        };
        keyframe.check([opcode_offset, slots_offset, floats_offset], warnings);
        Ok(keyframe)
    }

    fn check(&self, offsets: [usize; 3], warnings: &mut Vec<Malformed>) {
        let [opcode_offset, slots_offset, floats_offset] = offsets;
        let mut warn = |offset, what: &'static str, expected: &'static str, found: String| {
            warnings.push(Malformed::new(offset, what, expected, found));
        };
        match Opcode::new(self.raw_opcode) {
            None => warn(
                opcode_offset,
                "keyframe opcode",
                "0 to 9",
                self.raw_opcode.to_string(),
            ),
            Some(opcode @ (Opcode::StartRain | Opcode::StartLightning))
                if self.effects.is_empty() =>
            {
                let found = format!("none for {opcode:?}");
                warn(opcode_offset, "keyframe effects", "a name", found);
            }
            Some(_) => {}
        }
        let fog = [Slot::FOG_START, Slot::FOG_END];
        let fog = fog.map(|slot| self.slots.get(slot).copied().unwrap_or_default().float());
        if !fog.iter().all(|value| value.is_finite()) {
            let offset = slots_offset.saturating_add(4 * Slot::FOG_START);
            warn(offset, "keyframe fog", "finite numbers", format!("{fog:?}"));
        }
        let floats = [
            self.extent_across,
            self.extent_up,
            self.light_factor,
            self.weather_intensity,
        ];
        if !floats.iter().all(|value| value.is_finite()) {
            let found = format!("{floats:?}");
            warn(floats_offset, "keyframe floats", "finite numbers", found);
        }
    }

    fn write(&self, writer: &mut Writer) {
        writer
            .i32(self.version)
            .record(&self.stamp)
            .i32(self.raw_opcode);
        let stored = if self.version == 1 { OLD_SLOTS } else { 22 };
        for slot in self.slots.iter().take(stored) {
            writer.record(slot);
        }
        for name in &self.names {
            name.write(writer);
        }
        writer
            .f32(self.extent_across)
            .f32(self.extent_up)
            .f32(self.light_factor)
            .f32(self.weather_intensity);
        if self.version >= 3 {
            writer.u32(self.effects.len() as u32);
            for effect in &self.effects {
                effect.write(writer);
            }
        }
    }
}

/// The slots of a keyframe of version 1: the last two are the light at 0.3 (alpha, which nothing reads, is kept).
fn with_derived_slots(stored: [Slot; OLD_SLOTS]) -> [Slot; 22] {
    let [.., Slot([b, g, r, a])] = stored;
    let dim = |channel: u8| (f32::from(channel) * 0.3) as u8;
    let mut slots = [Slot([dim(b), dim(g), dim(r), a]); 22];
    for (slot, stored) in slots.iter_mut().zip(stored) {
        *slot = stored;
    }
    slots
}

impl SkeString {
    /// The longest string that a file may hold, in bytes.
    pub const LONGEST: usize = 256;

    /// The name in it: up to a NUL, if there is one.
    pub fn name(&self) -> &[u8] {
        wire::until_nul(&self.0)
    }

    fn read(reader: &mut Reader<'_>, what: &'static str) -> Result<Self> {
        let length = count(reader, what, Self::LONGEST, 1)?;
        Ok(Self(reader.take(length, what)?.to_vec()))
    }

    fn write(&self, writer: &mut Writer) {
        writer.u32(self.0.len() as u32).bytes(&self.0);
    }
}

impl From<&str> for SkeString {
    /// Takes the bytes as they are; names are ASCII.
    fn from(text: &str) -> Self {
        Self(text.as_bytes().to_vec())
    }
}

impl fmt::Debug for SkeString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", wire::decode_cp1251(&self.0))
    }
}

/// Reads a count of things that take at least `smallest` bytes each. A negative one is as good as one too large.
fn count(
    reader: &mut Reader<'_>,
    what: &'static str,
    limit: usize,
    smallest: usize,
) -> Result<usize> {
    let offset = reader.position();
    let count = reader.i32(what)?;
    let fits = (reader.remaining() / smallest.max(1)).min(limit);
    match usize::try_from(count) {
        Ok(count) if count <= fits => Ok(count),
        _ => Err(Malformed::new(
            offset,
            what,
            format!("0 to {fits}"),
            count.to_string(),
        )),
    }
}

fn constant(reader: &mut Reader<'_>, what: &'static str, expected: i32) -> Result<()> {
    let offset = reader.position();
    let found = reader.i32(what)?;
    if found == expected {
        return Ok(());
    }
    Err(Malformed::new(
        offset,
        what,
        expected.to_string(),
        found.to_string(),
    ))
}

#[cfg(test)]
mod tests;
