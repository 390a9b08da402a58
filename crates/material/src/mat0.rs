//! MAT0: a material's payload (spec page: materials, sections 3.1, 3.3 and 3.7).

use crate::problem::at_most;
use crate::{DrawFlags, Error, ErrorKind, Phase, SurfaceClass, Track, Warning, WriteError};
use bytemuck::Zeroable;
use wire::{FixedName, Reader, Writer};

/// A material: its payload and the two words of its directory entry that it cannot be read without.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Material {
    /// attr1 of the directory entry.
    pub flags: DrawFlags,
    /// attr2 of the directory entry: the version of the payload. Shipped: 6.
    pub version: u32,
    /// [`SurfaceClass`] of the material; stored from version 2 on, else 255.
    pub meta_a: u8,
    /// Never read; stored from version 2 on, else 255.
    pub meta_b: u8,
    /// Speed factor of the surface, the bits of a single; stored from version 3 on, else 1.0.
    pub meta_c: u32,
    /// Hit points lost per second on the surface, the bits of a single; stored from version 4 on, else 0.
    pub meta_d: u32,
    /// Phases; a material without any counts as missing.
    pub phases: Vec<Phase>,
    /// Animation tracks, at most 19.
    pub tracks: Vec<Track>,
    /// Bytes after the last track.
    pub trailing: Vec<u8>,
}

/// The game refuses this many tracks.
const TOO_MANY_TRACKS: usize = 20;

const UNSET_BYTE: u8 = 255;
const DEFAULT_SPEED: u32 = 1.0f32.to_bits();

impl Material {
    /// Reads a payload. `attr1` and `attr2` are the first two words of its directory entry.
    ///
    /// # Errors
    ///
    /// `MAT_TOO_SMALL`, `MAT_TOO_MANY_ANIMS` or `MAT_TRUNCATED`.
    pub fn parse(payload: &[u8], attr1: u32, attr2: u32) -> Result<(Self, Vec<Warning>), Error> {
        let mut reader = Reader::new(payload);
        let counts: wire::Result<[u16; 2]> = reader.record("phase_count and track_count");
        let [phase_count, track_count] = counts.map_err(|at| Error {
            kind: ErrorKind::MatTooSmall,
            at,
        })?;
        if usize::from(track_count) >= TOO_MANY_TRACKS {
            return Err(ErrorKind::MatTooManyAnims.at(
                2,
                "track_count",
                format!("below {TOO_MANY_TRACKS}"),
                track_count.to_string(),
            ));
        }
        let material = Self::read_body(&mut reader, attr1, attr2, phase_count, track_count)
            .map_err(|at| Error {
                kind: ErrorKind::MatTruncated,
                at,
            })?;
        let warnings = material.warnings();
        Ok((material, warnings))
    }

    fn read_body(
        reader: &mut Reader<'_>,
        attr1: u32,
        version: u32,
        phase_count: u16,
        track_count: u16,
    ) -> wire::Result<Self> {
        let (mut meta_a, mut meta_b) = (UNSET_BYTE, UNSET_BYTE);
        let (mut meta_c, mut meta_d) = (DEFAULT_SPEED, 0);
        if version >= 2 {
            meta_a = reader.u8("meta_a")?;
            meta_b = reader.u8("meta_b")?;
        }
        if version >= 3 {
            meta_c = reader.u32("meta_c")?;
        }
        if version >= 4 {
            meta_d = reader.u32("meta_d")?;
        }
        let phases = reader.records(usize::from(phase_count), "phase")?;
        let mut tracks = Vec::new();
        for _ in 0..track_count {
            let header = reader.u32("track header")?;
            let key_count = reader.u16("key_count")?;
            let keys = reader.records(usize::from(key_count), "key")?;
            tracks.push(Track { header, keys });
        }
        Ok(Self {
            flags: DrawFlags(attr1),
            version,
            meta_a,
            meta_b,
            meta_c,
            meta_d,
            phases,
            tracks,
            trailing: reader.rest().to_vec(),
        })
    }

    /// The payload; attr1 and attr2 belong to the directory entry.
    ///
    /// # Errors
    ///
    /// More phases, tracks or keys than their counts can say, or a meta field away from its default in a version that
    /// does not store it.
    pub fn write(&self) -> Result<Vec<u8>, WriteError> {
        at_most("phases", self.phases.len(), usize::from(u16::MAX))?;
        at_most("tracks", self.tracks.len(), TOO_MANY_TRACKS - 1)?;
        for (field, since, is_default) in [
            ("meta_a", 2, self.meta_a == UNSET_BYTE),
            ("meta_b", 2, self.meta_b == UNSET_BYTE),
            ("meta_c", 3, self.meta_c == DEFAULT_SPEED),
            ("meta_d", 4, self.meta_d == 0),
        ] {
            if self.version < since && !is_default {
                let version = self.version;
                return Err(WriteError::NoField { version, field });
            }
        }
        let mut writer = Writer::new();
        // The counts were checked above.
        writer
            .u16(self.phases.len() as u16)
            .u16(self.tracks.len() as u16);
        if self.version >= 2 {
            writer.u8(self.meta_a).u8(self.meta_b);
        }
        if self.version >= 3 {
            writer.u32(self.meta_c);
        }
        if self.version >= 4 {
            writer.u32(self.meta_d);
        }
        writer.records(&self.phases);
        for track in &self.tracks {
            at_most("keys", track.keys.len(), usize::from(u16::MAX))?;
            writer
                .u32(track.header)
                .u16(track.keys.len() as u16)
                .records(&track.keys);
        }
        writer.bytes(&self.trailing);
        Ok(writer.into_bytes())
    }

    /// What stands in where a library has no material at all: opaque, grey, untextured, without highlight.
    pub fn built_in() -> Self {
        let grey = Phase {
            opacity_percent: 100,
            diffuse: [204; 3],
            page: -1,
            texture: FixedName::default(),
            ..Phase::zeroed()
        };
        Self {
            flags: DrawFlags(0),
            version: 6,
            meta_a: UNSET_BYTE,
            meta_b: UNSET_BYTE,
            meta_c: DEFAULT_SPEED,
            meta_d: 0,
            phases: vec![grey],
            tracks: Vec::new(),
            trailing: Vec::new(),
        }
    }

    /// What the surface is made of.
    pub fn surface_class(&self) -> SurfaceClass {
        SurfaceClass::from_byte(self.meta_a)
    }

    /// How fast one moves on the surface; 1 on all shipped materials.
    pub fn speed_factor(&self) -> f32 {
        f32::from_bits(self.meta_c)
    }

    /// Hit points lost per second on the surface.
    pub fn damage_per_second(&self) -> f32 {
        f32::from_bits(self.meta_d)
    }

    /// What reading forgave, each kind once per track at most.
    fn warnings(&self) -> Vec<Warning> {
        let mut warnings = Vec::new();
        let index = self.flags.blend_index();
        if index > 4 {
            warnings.push(Warning::MatBlendIndex { index });
        }
        if self.phases.is_empty() {
            warnings.push(Warning::MatNoPhases);
        }
        let dotless = |phase: &Phase| {
            let name = phase.texture.bytes();
            !name.is_empty() && !name.contains(&b'.')
        };
        if let Some(phase) = self.phases.iter().position(dotless) {
            warnings.push(Warning::MatTextureName { phase });
        }
        for (number, track) in self.tracks.iter().enumerate() {
            let mode = track.header & 7;
            if mode > 3 {
                warnings.push(Warning::MatLoopMode {
                    track: number,
                    mode,
                });
            }
            if !track.is_ordered() {
                warnings.push(Warning::MatKeyOrder { track: number });
            }
            let outside = |phase: u16| usize::from(phase) >= self.phases.len();
            let mut keys = track.keys.iter().enumerate();
            if let Some((key, stored)) = keys.find(|(_, key)| outside(key.phase_index)) {
                warnings.push(Warning::MatKeyRange {
                    track: number,
                    key,
                    phase: stored.phase_index,
                });
            }
        }
        if !self.trailing.is_empty() {
            warnings.push(Warning::MatTrailing {
                bytes: self.trailing.len(),
            });
        }
        warnings
    }
}
