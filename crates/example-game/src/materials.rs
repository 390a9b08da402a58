//! The materials of `Material.lib`: which image, which page, which colours, which blending.

use crate::error::Result;
use crate::paint::wall::page;
use crate::textures::WATER_FRAMES;
use bytemuck::Zeroable;
use material::{DrawFlags, Key, Material, Phase, Track};
use wire::FixedName;

/// Draw flags of ordinary lit skins.
const SKIN: u32 = 2;
/// Draw flags of see-through surfaces.
const ALPHA: u32 = 4;
/// Draw flags of glowing surfaces.
const ADDITIVE: u32 = 8;
/// Interpolation of the self-light.
const GLIDE_AMBIENT: u32 = 1 << 3;

/// Surface classes of the ground and of skins (spec page: materials, section 3.4).
const STONE: u8 = 1;
const GRASS: u8 = 2;
const MACHINE: u8 = 5;
const FOLIAGE: u8 = 6;
const WATER: u8 = 7;

/// Name, image, page, diffuse, specular, power.
type Skin = (&'static str, &'static str, Option<u8>, u8, u8, u8);

fn phase(texture: &str) -> Result<Phase> {
    let name = FixedName::new(texture.as_bytes())
        .ok_or_else(|| crate::error::Error::Name(texture.to_owned()))?;
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

fn still(phases: u16) -> Vec<Track> {
    (0..phases)
        .map(|phase_index| Track {
            header: 0,
            keys: vec![Key {
                phase_index,
                time_ms: 100,
                k2: 0,
            }],
        })
        .collect()
}

fn material(flags: u32, class: u8, phases: Vec<Phase>, tracks: Vec<Track>) -> Material {
    Material {
        flags: DrawFlags(flags),
        version: 6,
        meta_a: class,
        meta_b: 255,
        meta_c: 1.0_f32.to_bits(),
        meta_d: 0,
        phases,
        tracks,
        trailing: Vec::new(),
    }
}

/// Every material by name.
pub(crate) fn all() -> Result<Vec<(&'static str, Material)>> {
    let mut out: Vec<(&'static str, Material)> = Vec::new();
    // Black and untextured: what unknown names fall back to, and the gates of buildings.
    let mut black = phase("")?;
    black.diffuse = [0; 3];
    out.push(("DEFAULT", material(ALPHA, 255, vec![black], still(1))));

    // Ground: the coloured image, then the grey twin that other grounds borrow as their fine grain.
    for (name, texture, twin, class) in [
        ("L00", "L00.0", None, GRASS),
        ("L01", "L00.0", Some("L01M.0"), GRASS),
        ("L02", "L02.0", None, STONE),
        ("L03", "L02.0", Some("L03M.0"), STONE),
        ("L04", "L04.0", None, STONE),
        ("L05", "L04.0", Some("L05M.0"), STONE),
        ("L06", "L06.0", None, 3),
    ] {
        let mut phases = vec![phase(texture)?];
        if let Some(twin) = twin {
            phases.push(phase(twin)?);
        }
        let tracks = still(phases.len() as u16);
        out.push((name, material(0, class, phases, tracks)));
    }
    let mut bed = material(0, STONE, vec![phase("WATER_BOT.0")?], still(1));
    bed.meta_d = 10_000.0_f32.to_bits();
    out.push(("WATER_BOT", bed));
    for (name, diffuse) in [("WATER", [77, 106, 255]), ("WATER_M", [99, 212, 255])] {
        let mut phases = Vec::new();
        for frame in 0..WATER_FRAMES {
            let mut wave = phase(&format!("WATER{frame}.0"))?;
            wave.diffuse = diffuse;
            wave.specular = [120, 120, 110];
            wave.power = 5;
            phases.push(wave);
        }
        let keys = (0..WATER_FRAMES as u16)
            .map(|phase_index| Key {
                phase_index,
                time_ms: 160 * (phase_index + 1),
                k2: 0,
            })
            .collect();
        out.push((
            name,
            material(0, WATER, phases, vec![Track { header: 0, keys }]),
        ));
    }

    // Buildings and machines: image, page, diffuse, specular and power.
    let skins: [Skin; 21] = [
        ("B_S0", "S_SLAB.0", None, 255, 0, 0),
        ("B_CONC", "S_CONC.0", None, 255, 0, 0),
        ("B_PANEL", "S_PANEL.0", None, 255, 40, 3),
        ("B_TREAD", "S_TREAD.0", None, 230, 40, 3),
        ("B_DOOR", "PG01.0", Some(page::DOOR), 255, 40, 3),
        ("B_STRIPE", "PG01.0", Some(page::STRIPES), 255, 0, 0),
        ("B_NUMBER", "PG01.0", Some(page::NUMBER), 255, 0, 0),
        ("B_GRILLE", "PG01.0", Some(page::GRILLE), 255, 40, 3),
        ("B_HATCH", "PG01.0", Some(page::HATCH), 255, 40, 3),
        ("B_TRAY", "PG01.0", Some(page::TRAY), 255, 30, 3),
        ("R_HULL", "M_HULL.0", None, 255, 46, 4),
        ("R_HULL_2", "M_HULL.0", None, 255, 46, 4),
        ("R_STEEL", "M_STEEL.0", None, 255, 90, 4),
        ("R_TRACK", "M_TRACK.0", None, 255, 40, 3),
        ("R_WHITE", "M_WHITE.0", None, 240, 50, 4),
        ("C_RED", "PG02.0", Some(0), 255, 30, 3),
        ("C_BLUE", "PG02.0", Some(1), 255, 30, 3),
        ("C_CRATE", "M_CRATE.0", None, 255, 0, 0),
        ("C_DRUM", "M_DRUM.0", None, 255, 60, 4),
        ("S_STN", "S_STONE.0", None, 245, 0, 0),
        ("T_BARK", "T_BARK.0", None, 255, 0, 0),
    ];
    for (name, texture, page, diffuse, specular, power) in skins {
        let mut skin = phase(texture)?;
        skin.page = page.map_or(-1, |page| page as i8);
        skin.diffuse = [diffuse; 3];
        skin.specular = [specular; 3];
        skin.power = power;
        match name {
            "R_HULL_2" => skin.diffuse = [255, 226, 190],
            "R_WHITE" => skin.diffuse = [240, 238, 230],
            _ => {}
        }
        out.push((name, material(SKIN, MACHINE, vec![skin], still(1))));
    }
    let mut dark_bark = phase("T_BARK.0")?;
    dark_bark.diffuse = [176, 150, 130];
    out.push((
        "T_BARK_2",
        material(SKIN, FOLIAGE, vec![dark_bark], still(1)),
    ));

    // Insignia: one track a clan, as the game's own (pages 0, 6, 5, 4, 3, 2, 1, 7).
    let mut badges = Vec::new();
    for page in [0, 6, 5, 4, 3, 2, 1, 7] {
        let mut badge = phase("PG27.0")?;
        badge.page = page;
        badges.push(badge);
    }
    out.push(("B_LBL_01", material(SKIN, MACHINE, badges, still(8))));

    // Things that light themselves.
    for (name, texture, page, dim, bright, period) in [
        ("B_LAMP", "PG01.0", page::LAMP as i8, 235, 255, 2400),
        ("B_SCREEN", "PG01.0", page::SCREEN as i8, 215, 255, 500),
        ("R_LENS", "M_LENS.0", -1, 190, 255, 900),
        ("H_BEACON", "M_LENS.0", -1, 60, 255, 700),
    ] {
        let mut phases = Vec::new();
        for level in [dim, bright] {
            let mut glow = phase(texture)?;
            glow.page = page;
            glow.diffuse = [0; 3];
            glow.ambient = [level; 3];
            phases.push(glow);
        }
        let keys = vec![
            Key {
                phase_index: 0,
                time_ms: period / 2,
                k2: 0,
            },
            Key {
                phase_index: 1,
                time_ms: period,
                k2: 0,
            },
        ];
        out.push((
            name,
            material(
                0,
                MACHINE,
                phases,
                vec![Track {
                    header: GLIDE_AMBIENT,
                    keys,
                }],
            ),
        ));
    }
    let mut phases = Vec::new();
    for level in [150_u8, 205] {
        let mut glow = phase("GLOW.0")?;
        glow.diffuse = [0; 3];
        glow.ambient = [level, level, level];
        phases.push(glow);
    }
    let keys = vec![
        Key {
            phase_index: 0,
            time_ms: 900,
            k2: 0,
        },
        Key {
            phase_index: 1,
            time_ms: 1800,
            k2: 0,
        },
    ];
    // Ping-pong: mode 1.
    out.push((
        "H_GLOW",
        material(
            ADDITIVE,
            255,
            phases,
            vec![Track {
                header: GLIDE_AMBIENT | 1,
                keys,
            }],
        ),
    ));

    // See-through: foliage, mesh, glass.
    for (name, texture, diffuse, class) in [
        ("T_LEAF", "T_LEAF.0", [255, 255, 255], FOLIAGE),
        ("T_LEAF_2", "T_LEAF.0", [196, 206, 150], FOLIAGE),
        ("T_PINE", "T_PINE.0", [255, 255, 255], FOLIAGE),
        ("T_GRASS", "T_GRASS.0", [240, 240, 230], FOLIAGE),
        ("F_MESH", "M_FENCE.0", [255, 255, 255], MACHINE),
        ("G_GLASS", "M_GLASS.0", [230, 240, 245], MACHINE),
    ] {
        let mut skin = phase(texture)?;
        skin.diffuse = diffuse;
        if name == "G_GLASS" {
            skin.specular = [255; 3];
            skin.power = 6;
        }
        out.push((name, material(ALPHA, class, vec![skin], still(1))));
    }

    // The sky.
    for (name, texture, page, flags) in [
        ("ENV_NEBULA_0", "NEBULA_0.0", -1, 0),
        ("ENV_STARS", "NEBULA_0.0", -1, 5),
        ("ENV_CLOUDS", "CLOUD_0.0", -1, ALPHA),
        ("ENV_SUN", "SUN.0", 0, ALPHA),
        ("ENV_MOON", "SUN.0", 1, ALPHA),
        ("ENV_FLARE_00", "SUN.0", 2, ADDITIVE),
        ("ENV_FLARE_01", "SUN.0", 3, ADDITIVE),
        ("SNOWFLAKE", "SNOW.0", -1, ALPHA),
        ("RAIN_DROP", "RAIN.0", -1, ALPHA),
    ] {
        let mut layer = phase(texture)?;
        layer.page = page;
        layer.ambient = [255; 3];
        out.push((name, material(flags, 255, vec![layer], still(1))));
    }
    Ok(out)
}
