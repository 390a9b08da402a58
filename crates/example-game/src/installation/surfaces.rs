//! The materials: how many of which kind (spec page: materials, sections 3.1 and 3.9), and which models may wear them.

use super::pictures::{Motif, PAGES_ACROSS, Picture, SKY};
use super::random::Random;
use super::{Error, Result, Size};
use bytemuck::Zeroable;
use material::{DrawFlags, Key, Material, Phase, Track};
use wire::FixedName;

/// Draw flags of opaque surfaces without a bump picture.
const PLAIN: u32 = 0;
/// Draw flags of ordinary lit skins.
const SKIN: u32 = 2;
/// Draw flags of see-through surfaces.
const ALPHA: u32 = 4;
/// Draw flags of the stars.
const STARS: u32 = 5;
/// Draw flags of glowing surfaces.
const ADDITIVE: u32 = 8;

/// Names of `Land1.wea`: the foundation and three grounds, each beside the microtexture's row of `Land2.wea`.
pub(super) const GROUND: [(&str, &str); 4] = [
    ("B_S0", "DEFAULT"),
    ("L04", "L05"),
    ("L02", "L03"),
    ("L00", "L01"),
];

/// Names of `sky.wea`, by role.
pub(super) const SKY_ROWS: [&str; 9] = [
    "ENV_NEBULA_0",
    "ENV_STARS",
    "ENV_CLOUDS",
    "ENV_SUN",
    "ENV_MOON",
    "ENV_FLARE_00",
    "ENV_FLARE_01",
    "SNOWFLAKE",
    "RAIN_DROP",
];

/// What a gate and a sign wear.
pub(super) const PORTALS: [&str; 3] = ["DEFAULT", "PORTAL_001", "PORTAL_004"];

/// Names that are handed out in turn, so that all of them come to be used.
#[derive(Debug, Default)]
pub(super) struct Pool {
    names: Vec<String>,
    next: usize,
}

impl Pool {
    /// The next `count` names.
    pub(super) fn take(&mut self, count: usize) -> Vec<String> {
        let first = self.next;
        self.next += count;
        (first..self.next)
            .map(|index| self.names[index % self.names.len()].clone())
            .collect()
    }
}

/// Materials by what wears them.
#[derive(Debug, Default)]
pub(super) struct Pools {
    pub(super) buildings: Pool,
    pub(super) machines: Pool,
    /// Bark and stone.
    pub(super) rough: Pool,
    pub(super) leaves: Pool,
    pub(super) glass: Pool,
    pub(super) glow: Pool,
}

/// Every material by name, and who may wear it.
pub(super) fn all(size: &Size, pictures: &[Picture]) -> Result<(Vec<(String, Material)>, Pools)> {
    let mut shelf = Shelf::new(pictures);
    let share = |shipped: usize, least: usize| {
        (shipped * size.materials / Size::shipped().materials).max(least)
    };
    shelf.ground(share(44, 6))?;
    shelf.fixed()?;
    let mut pools = Pools::default();
    for index in 0..share(6, 1) {
        shelf.skin(&format!("O_{index:02}"), PLAIN, Motif::Plate, 5)?;
    }
    for index in 0..share(180, 8) {
        pools
            .buildings
            .names
            .push(shelf.skin(&format!("B_{index:03}"), SKIN, Motif::Plate, 5)?);
    }
    for index in 0..share(170, 8) {
        pools
            .machines
            .names
            .push(shelf.skin(&format!("R_{index:03}"), SKIN, Motif::Plate, 5)?);
    }
    for index in 0..share(63, 4) {
        pools
            .rough
            .names
            .push(shelf.skin(&format!("S_{index:03}"), SKIN, Motif::Bark, 1)?);
    }
    for index in 0..share(40, 3) {
        pools
            .leaves
            .names
            .push(shelf.skin(&format!("T_{index:02}"), ALPHA, Motif::Leaves, 6)?);
    }
    for index in 0..share(12, 1) {
        pools
            .glass
            .names
            .push(shelf.skin(&format!("G_{index:02}"), ALPHA, Motif::Plate, 5)?);
    }
    for index in 0..share(156, 4) {
        shelf.glow(&format!("E_{index:03}"), ALPHA, Motif::Smoke)?;
    }
    for index in 0..share(212, 4) {
        pools
            .glow
            .names
            .push(shelf.glow(&format!("X_{index:03}_ADD"), ADDITIVE, Motif::Sparks)?);
    }
    pools.buildings.names.push("B_LBL_01".to_owned());
    pools.machines.names.push("R_LBL_01".to_owned());
    Ok((shelf.materials, pools))
}

/// Materials while they are made.
struct Shelf<'a> {
    pictures: &'a [Picture],
    materials: Vec<(String, Material)>,
    /// Textures handed out so far.
    used: usize,
}

impl<'a> Shelf<'a> {
    fn new(pictures: &'a [Picture]) -> Self {
        Self {
            pictures,
            materials: Vec::new(),
            used: 0,
        }
    }

    /// The texture of a motif and a number, which wraps around.
    fn texture(&self, motif: Motif, number: usize) -> &'a str {
        let of_motif = || {
            self.pictures
                .iter()
                .filter(|picture| picture.motif == motif)
        };
        let count = of_motif().count().max(1);
        of_motif()
            .nth(number % count)
            .map_or("", |picture| &picture.name)
    }

    fn push(&mut self, name: &str, flags: u32, class: u8, phases: Vec<Phase>, tracks: Vec<Track>) {
        let material = Material {
            flags: DrawFlags(flags),
            version: 6,
            meta_a: class,
            meta_b: 255,
            meta_c: 1.0_f32.to_bits(),
            meta_d: 0,
            phases,
            tracks,
            trailing: Vec::new(),
        };
        self.materials.push((name.to_owned(), material));
    }

    /// The grounds: colour in track 0, grain in track 1. `L32` has one track alone.
    fn ground(&mut self, count: usize) -> Result<()> {
        for index in 0..count {
            let mut phases = vec![phase(self.texture(Motif::Ground, index))?];
            if index != 32 {
                phases.push(phase(self.texture(Motif::Grain, index / 2))?);
            }
            let tracks = still(phases.len());
            self.push(
                &format!("L{index:02}"),
                PLAIN,
                (index % 5) as u8,
                phases,
                tracks,
            );
        }
        Ok(())
    }

    /// Materials that others name.
    fn fixed(&mut self) -> Result<()> {
        // Black and untextured: what unknown names fall back to, and the gates of buildings.
        self.push("DEFAULT", ALPHA, 255, vec![black("")?], still(1));
        let bed = phase(self.texture(Motif::Ground, 1))?;
        for name in ["WATER_BOT", "ENV_LAVA_BOT"] {
            self.push(name, PLAIN, 1, vec![bed], still(1));
        }
        self.push(
            "WATER",
            PLAIN,
            7,
            vec![phase(self.texture(Motif::Water, 0))?],
            still(1),
        );
        let frames = (0..10)
            .map(|frame| phase(self.texture(Motif::Water, frame)))
            .collect::<Result<Vec<_>>>()?;
        let track = moving(frames.len(), 100, 0);
        self.push("WATER_M", PLAIN, 7, frames, vec![track]);
        for name in ["ENV_NLAVA", "ENV_NLAVA_M"] {
            self.push(
                name,
                ALPHA,
                255,
                vec![phase(self.texture(Motif::Water, 1))?],
                still(1),
            );
        }
        for name in ["B_S0", "B_MTP_01"] {
            self.push(
                name,
                SKIN,
                1,
                vec![phase(self.texture(Motif::Plate, 0))?],
                still(1),
            );
        }
        for (index, name) in ["PORTAL_001", "PORTAL_004"].into_iter().enumerate() {
            let mut sign = black(self.texture(Motif::Sparks, index))?;
            sign.page = index as i8;
            self.push(name, ALPHA, 255, vec![sign], still(1));
        }
        // Insignia: one track per clan.
        for (name, atlas) in [("B_LBL_01", 27), ("R_LBL_01", 27)] {
            let page = |page: i8| {
                Ok(Phase {
                    page,
                    ..phase(self.texture(Motif::Plates, atlas))?
                })
            };
            let phases = [0, 6, 5, 4, 3, 2, 1, 7]
                .into_iter()
                .map(page)
                .collect::<Result<Vec<_>>>()?;
            self.push(name, SKIN, 5, phases, still(8));
        }
        let [nebula, _, stars, clouds, _, sun, flare, moon, dust, drop] = SKY;
        let textures = [nebula, stars, clouds, sun, moon, flare, flare, dust, drop];
        for (name, texture) in SKY_ROWS.into_iter().zip(textures) {
            let flags = match name {
                "ENV_STARS" => STARS,
                "ENV_FLARE_00" | "ENV_FLARE_01" => ADDITIVE,
                _ => ALPHA,
            };
            let mut layer = phase(texture)?;
            layer.ambient = [255; 3];
            self.push(name, flags, 255, vec![layer], still(1));
        }
        Ok(())
    }

    /// A surface with one phase; every fourth takes a page of an atlas. Gives its name back.
    fn skin(&mut self, name: &str, flags: u32, motif: Motif, class: u8) -> Result<String> {
        let mut random = Random::new(name, 0);
        self.used += 1;
        let paged = motif == Motif::Plate && self.used.is_multiple_of(4);
        let mut skin = if paged {
            let mut skin = phase(self.texture(Motif::Plates, self.used / 4))?;
            skin.page = random.below(PAGES_ACROSS * PAGES_ACROSS) as i8;
            skin
        } else {
            phase(self.texture(motif, self.used))?
        };
        if random.below(6) > 0 {
            let tone = random.range(170.0, 235.0);
            skin.diffuse = std::array::from_fn(|_| (tone + random.range(-20.0, 20.0)) as u8);
        }
        if flags == SKIN && random.below(100) < 62 {
            skin.specular = [random.range(60.0, 220.0) as u8; 3];
            skin.power = random.range(3.0, 6.99) as u8;
        }
        self.push(name, flags, class, vec![skin], still(1));
        Ok(name.to_owned())
    }

    /// A glowing surface, mostly of several phases. Gives its name back.
    fn glow(&mut self, name: &str, flags: u32, motif: Motif) -> Result<String> {
        let mut random = Random::new(name, 0);
        self.used += 1;
        let count = match random.below(100) {
            0 => 29,
            1..=9 => 1,
            _ => 2 + random.below(12),
        };
        let mut phases = Vec::new();
        for index in 0..count {
            let mut glow = black(self.texture(motif, self.used))?;
            glow.ambient = std::array::from_fn(|_| random.range(120.0, 255.0) as u8);
            if motif == Motif::Sparks {
                glow.page = (index % (PAGES_ACROSS * PAGES_ACROSS)) as i8;
            }
            phases.push(glow);
        }
        let mode = match random.below(24) {
            0..6 => 1,
            6..9 => 2,
            _ => 0,
        };
        // The mask of every third glides the self-light.
        let mask = u32::from(random.below(3) == 0);
        let tracks = if count > 1 {
            vec![moving(
                count,
                40 + 10 * random.below(12) as u16,
                mask << 3 | mode,
            )]
        } else {
            still(1)
        };
        self.push(name, flags, 255, phases, tracks);
        Ok(name.to_owned())
    }
}

fn phase(texture: &str) -> Result<Phase> {
    let name = FixedName::new(texture.as_bytes()).ok_or_else(|| Error::Name(texture.to_owned()))?;
    Ok(Phase {
        opacity_percent: 100,
        diffuse: [255; 3],
        diffuse_alpha: 100,
        specular_alpha: 100,
        emissive_alpha: 100,
        page: -1,
        texture: name,
        ..Phase::zeroed()
    })
}

fn black(texture: &str) -> Result<Phase> {
    Ok(Phase {
        diffuse: [0; 3],
        ..phase(texture)?
    })
}

/// One track per phase.
fn still(phases: usize) -> Vec<Track> {
    let track = |phase: usize| Track {
        header: 0,
        keys: vec![key(phase, 100)],
    };
    (0..phases).map(track).collect()
}

/// One track through all phases.
fn moving(phases: usize, step_ms: u16, header: u32) -> Track {
    Track {
        header,
        keys: (0..phases)
            .map(|phase| key(phase, (phase as u16 + 1) * step_ms))
            .collect(),
    }
}

fn key(phase: usize, time_ms: u16) -> Key {
    Key {
        phase_index: phase as u16,
        time_ms,
        k2: 0,
    }
}
