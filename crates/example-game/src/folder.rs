//! Puts models, textures, materials and the mission into the files of a game folder
//! (spec page: containers, section 4).

use crate::error::{Error, Result};
use crate::model::Model;
use crate::paint::Canvas;
use crate::{
    areals, bake, control, land, materials, mesh, minimap, mission, models, sky_cycle, textures,
};
use ::material::{Wear, WearRow};
use glam::DVec2;
use nres::{Builder, NewEntry, tags};
use registry::{Component, ObjectRef64, Scheme, SchemeType, write_references};
use std::borrow::Cow;
use std::collections::BTreeMap;
use terrain::{BuildCategory, BuildDat, CATEGORIES, GroundPlan, InnerRing, Ring};
use texm::{EncodeOptions, PixelFormat, Texm};
use tma::cfg::Cfg;
use wire::FixedName;

/// Every file of the game by its path below the root, `/` between the parts.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Tags that only the generator's side needs.
const GROUND_PLAN: u32 = nres::tag(b"BASE");

/// Prototypes of parts that have no body: they fill item slots of a chassis.
const BODILESS: [&str; 1] = ["i_eng_m_01"];

const MISSION: &str = "MISSIONS/CAMPAIGN/CAMPAIGN.00/Mission.01";

/// Makes the whole game.
///
/// # Errors
///
/// Only a fault of the generator: a record that its writer refuses, a name that does not fit.
pub fn generate() -> Result<Files> {
    let models = models::all();
    let mut files = Files::new();
    let lightmaps = libraries(&models, &mut files)?;
    objects(&models, &mut files)?;
    units(&models, &mut files)?;
    texture_libraries(lightmaps, &mut files)?;
    material_library(&mut files)?;
    map(&mut files)?;
    Ok(files)
}

/// One entry of an archive to be.
struct Item {
    tag: u32,
    name: String,
    payload: Vec<u8>,
}

fn archive(items: &[Item]) -> Result<Vec<u8>> {
    let mut builder = Builder::new();
    for item in items {
        builder.push(NewEntry {
            type_id: item.tag,
            attr1: 0,
            attr2: 0,
            attr3: 1,
            name: item.name.as_bytes(),
            payload: Cow::Borrowed(&item.payload),
        });
    }
    Ok(builder.finish()?)
}

fn wear(names: &[&str], lightmap: Option<&str>) -> Result<Vec<u8>> {
    let row = |(position, name): (usize, &&str)| WearRow::new(position, name.as_bytes());
    let table = Wear {
        materials: names.iter().enumerate().map(row).collect(),
        lightmaps: lightmap.iter().enumerate().map(row).collect(),
    };
    Ok(table.write()?)
}

/// The model libraries; gives the baked pages back.
fn libraries(models: &[Model], files: &mut Files) -> Result<Vec<(String, Canvas)>> {
    let mut lightmaps = Vec::new();
    let mut shelves: BTreeMap<&str, Vec<Item>> = BTreeMap::new();
    for model in models {
        let baked = bake::bake(model);
        let page = baked.as_ref().map(|_| format!("{}_00.0", model.key));
        let charts = match baked {
            Some((charts, canvas)) => {
                lightmaps.extend(page.clone().map(|name| (name, canvas)));
                charts
            }
            None => bake::Charts::default(),
        };
        let items = shelves.entry(model.archive).or_default();
        let mut add = |extension: &str, tag: u32, payload: Vec<u8>| {
            items.push(Item {
                tag,
                name: format!("{}.{extension}", model.key),
                payload,
            });
        };
        add("wea", tags::WEAR, wear(&model.wear, page.as_deref())?);
        if model.body_of.is_some() {
            continue;
        }
        add("msh", tags::MESH, mesh::write(model, &charts)?);
        if let Some(points) = control::points(model)? {
            add("cpt", ctl::POINTS_TYPE, points);
        }
        add("ndp", ctl::DAMAGE_TYPE, control::damage(model)?);
        add("ctl", ctl::CONTROL_TYPE, control::write(model)?);
        if let Some((inner, outer)) = &model.foundation {
            add("bas", GROUND_PLAN, ground_plan(inner, outer)?);
        }
    }
    for (name, items) in shelves {
        files.insert(name.to_owned(), archive(&items)?);
    }
    Ok(lightmaps)
}

/// A building's ground plan: one inner ring, one outer ring.
fn ground_plan(inner: &[DVec2], outer: &[DVec2]) -> Result<Vec<u8>> {
    let ring =
        |points: &[DVec2]| Ring::closed(points.iter().map(|point| point.extend(0.0).as_vec3()));
    let plan = GroundPlan {
        inner: vec![InnerRing {
            ring: ring(inner),
            triangles: vec![0; inner.len()],
            triangle_corners: vec![0; inner.len()],
        }],
        outer: vec![ring(outer)],
    };
    Ok(plan.to_bytes()?)
}

/// `objects.rlb`: one prototype a model; a building has a parent with its files, and its ground plan.
fn objects(models: &[Model], files: &mut Files) -> Result<()> {
    let reference = |archive: &str, member: &str| {
        ObjectRef64::new(archive, member).ok_or_else(|| Error::Name(member.to_owned()))
    };
    let mut items = Vec::new();
    for model in models {
        let mut references = Vec::new();
        for extension in ["msh", "wea", "cpt", "ndp", "ctl"] {
            let stem = match model.body_of {
                Some(body) if extension != "wea" => body,
                _ => model.key,
            };
            if extension == "cpt" && model.points.is_empty() {
                references.push(reference("", "")?);
            } else {
                references.push(reference(model.archive, &format!("{stem}.{extension}"))?);
            }
        }
        let mut name = model.key.to_owned();
        let mut tag = model.tag;
        if model.foundation.is_some() {
            let parent = format!("{}_0", model.key);
            let own = [
                reference(registry::REGISTRY, &parent)?,
                reference(model.archive, &format!("{}.bas", model.key))?,
            ];
            items.push(Item {
                tag: nres::tag(&tag),
                name: name.clone(),
                payload: write_references(&own),
            });
            name = parent;
            tag = *b"STAT";
        }
        if tag == *b"STAT" {
            references.push(reference("", "")?);
        }
        items.push(Item {
            tag: nres::tag(&tag),
            name,
            payload: write_references(&references),
        });
    }
    for key in BODILESS {
        items.push(Item {
            tag: nres::tag(b"INTO"),
            name: key.to_owned(),
            payload: write_references(&[reference("", "")?; 5]),
        });
    }
    files.insert("objects.rlb".to_owned(), archive(&items)?);
    Ok(())
}

/// A part of a unit: prototype, its socket on the parent's model, title, entry type, number of children.
type Part = (
    &'static str,
    Option<(&'static str, &'static str)>,
    &'static str,
    i32,
    u32,
);

fn units(models: &[Model], files: &mut Files) -> Result<()> {
    let tank: &[Part] = &[
        ("r_m_01", None, "Tracked chassis", 0, 2),
        ("i_eng_m_01", None, "Engine", 3, 0),
        ("e_tur_mt_01", Some(("r_m_01", "Base_TM")), "Башня", 1, 3),
        (
            "e_gun_mc_01",
            Some(("e_tur_mt_01", "Base_C")),
            "Cannon",
            4,
            0,
        ),
        (
            "e_gun_ml_01",
            Some(("e_tur_mt_01", "Base_RU_01")),
            "Launcher",
            4,
            0,
        ),
        (
            "e_gun_ml_01",
            Some(("e_tur_mt_01", "Base_LU_01")),
            "Launcher",
            4,
            0,
        ),
    ];
    let scout: &[Part] = &[
        ("r_l_03", None, "Walker", 0, 2),
        (
            "e_gun_ml_01",
            Some(("r_l_03", "Base_RU_01")),
            "Launcher",
            4,
            0,
        ),
        (
            "e_gun_ml_01",
            Some(("r_l_03", "Base_LU_01")),
            "Launcher",
            4,
            0,
        ),
    ];
    let schemes: [(&str, u32, &[Part]); 6] = [
        ("UNITS/UNITS/EXAMPLE/tank.dat", 0x0100_8000, tank),
        ("UNITS/UNITS/EXAMPLE/scout.dat", 0x0102_0000, scout),
        (
            "UNITS/BUILDS/EXAMPLE/bunker.dat",
            0x8002_0000,
            &[("fr_m_base", None, "Command bunker", 0, 0)],
        ),
        (
            "UNITS/BUILDS/EXAMPLE/radar.dat",
            0x8010_0000,
            &[("fr_s_radar", None, "Radar", 0, 0)],
        ),
        (
            "UNITS/BUILDS/EXAMPLE/silo.dat",
            0x8000_0008,
            &[("fr_s_store", None, "Fuel store", 0, 0)],
        ),
        (
            "UNITS/BUILDS/EXAMPLE/tower.dat",
            0x8010_0000,
            &[("fr_s_tower", None, "Watch tower", 0, 0)],
        ),
    ];
    for (path, word, parts) in schemes {
        let mut components = Vec::new();
        for &(key, socket, title, entry_type, child_count) in parts {
            let attach_index = match socket {
                Some((parent, node)) => socket_index(models, parent, node)?,
                None if entry_type == 0 => -1,
                None => 0,
            };
            let title = wire::encode_cp1251(title).ok_or_else(|| Error::Name(title.to_owned()))?;
            components.push(Component {
                archive_name: field("objects.rlb".as_bytes())?,
                resource_name: field(key.as_bytes())?,
                flags: 1,
                attach_index,
                description: field(&title)?,
                entry_type,
                child_count,
            });
        }
        let scheme = Scheme {
            magic: Scheme::MAGIC,
            scheme_type: SchemeType(word),
            components,
            bare_tail: None,
        };
        files.insert(path.to_owned(), scheme.write());
    }
    Ok(())
}

fn field(text: &[u8]) -> Result<FixedName<32>> {
    FixedName::new(text).ok_or_else(|| Error::Name(wire::decode_cp1251(text)))
}

fn socket_index(models: &[Model], key: &str, node: &str) -> Result<i32> {
    models
        .iter()
        .find(|model| model.key == key)
        .and_then(|model| model.nodes.iter().position(|item| item.name == node))
        .map(|index| index as i32)
        .ok_or_else(|| Error::Model {
            model: key.to_owned(),
            fault: format!("no node {node}"),
        })
}

fn texture_libraries(lightmaps: Vec<(String, Canvas)>, files: &mut Files) -> Result<()> {
    let mut items = Vec::new();
    for texture in textures::all() {
        items.push(Item {
            tag: tags::TEXM,
            name: texture.name.clone(),
            payload: texture.payload()?,
        });
    }
    files.insert("Textures.lib".to_owned(), archive(&items)?);
    let pages: Result<Vec<Item>> = lightmaps
        .iter()
        .map(|(name, canvas)| picture(name, canvas))
        .collect();
    let items = pages?;
    files.insert("LightMap.lib".to_owned(), archive(&items)?);
    files.insert("Palettes.lib".to_owned(), archive(&[])?);
    Ok(())
}

/// A picture of one level without alpha.
fn picture(name: &str, canvas: &Canvas) -> Result<Item> {
    let options = EncodeOptions::new(PixelFormat::Rgb565);
    let texm = Texm::encode(
        canvas.width as u32,
        canvas.height as u32,
        &canvas.to_rgba8(),
        &options,
    )?;
    Ok(Item {
        tag: tags::TEXM,
        name: name.to_owned(),
        payload: texm.write(),
    })
}

fn material_library(files: &mut Files) -> Result<()> {
    let all = materials::all()?;
    let payloads = all
        .iter()
        .map(|(_, material)| material.write())
        .collect::<std::result::Result<Vec<_>, _>>()?;
    let mut builder = Builder::new();
    for ((name, material), payload) in all.iter().zip(&payloads) {
        builder.push(NewEntry {
            type_id: tags::MAT0,
            attr1: material.flags.0,
            attr2: material.version,
            attr3: 0,
            name: name.as_bytes(),
            payload: Cow::Borrowed(payload),
        });
    }
    files.insert("Material.lib".to_owned(), builder.finish()?);
    Ok(())
}

/// The map, the mission on it and the texts around it.
fn map(files: &mut Files) -> Result<()> {
    let valley = land::valley()?;
    files.insert("DATA/MAPS/VALLEY/Land.msh".to_owned(), valley.land.write()?);
    files.insert(
        "DATA/MAPS/VALLEY/Land.map".to_owned(),
        areals::map(&valley).write()?,
    );
    for (number, column) in [
        (1, land::MATERIALS.map(|row| row.0)),
        (2, land::MATERIALS.map(|row| row.1)),
    ] {
        files.insert(
            format!("DATA/MAPS/VALLEY/Land{number}.wea"),
            wear(&column, None)?,
        );
    }
    let mission = mission::tma(&valley);
    files.insert(format!("{MISSION}/data.tma"), mission.write());
    let minimap = picture("valley.tex", &minimap::paint(&valley, &mission))?;
    files.insert("ui/minimap.lib".to_owned(), archive(&[minimap])?);
    files.insert(format!("{MISSION}/sky.ske"), sky_cycle::write()?);
    files.insert(
        format!("{MISSION}/sky.wea"),
        wear(&sky_cycle::MATERIALS, None)?,
    );
    text(files, &format!("{MISSION}/descr"), "Долина\r\n")?;
    text(
        files,
        "MISSIONS/CAMPAIGN/CAMPAIGN.00/descr",
        "Example campaign\r\n",
    )?;
    let mut cfg = Cfg::default();
    cfg.push(
        "primary_objectives",
        &[
            ("objective1", "Осмотреть долину"),
            ("objective2", "Find the radar above the lake"),
        ],
    )?;
    cfg.push("bonus_objectives", &[("objective1", "Count the stones")])?;
    cfg.push("prebuild", &[("unit1", "units\\units\\example\\tank.dat")])?;
    cfg.push(
        "minimap",
        &[
            ("desc", "resource"),
            ("library", "ui\\minimap.lib"),
            ("libtype", "multi"),
            ("type", "1"),
            ("minimap", "valley.tex"),
        ],
    )?;
    files.insert(format!("{MISSION}/mission.cfg"), cfg.write().to_vec());
    text(files, &format!("{MISSION}/mistips.mis"), MISTIPS)?;
    let schemes = |category: &str| -> &[&str] {
        match category {
            "Bunker_Medium" => &["bunker"],
            "Storage" => &["silo"],
            "Tower_Medium" => &["radar", "tower"],
            _ => &[],
        }
    };
    let list = BuildDat {
        categories: CATEGORIES
            .iter()
            .map(|(category, _)| BuildCategory {
                name: (*category).to_owned(),
                paths: schemes(category)
                    .iter()
                    .map(|name| format!("UNITS\\BUILDS\\EXAMPLE\\{name}.dat"))
                    .collect(),
            })
            .collect(),
    };
    files.insert("BuildDat.lst".to_owned(), list.to_bytes()?);
    text(files, "Iron_3D.ini", INI)
}

fn text(files: &mut Files, path: &str, content: &str) -> Result<()> {
    let bytes = wire::encode_cp1251(content).ok_or_else(|| Error::Name(path.to_owned()))?;
    files.insert(path.to_owned(), bytes);
    Ok(())
}

const MISTIPS: &str = "<<interleave=20>><<color=180,220,255>>Долина<<br>>\r\n\
<<color=220,220,220>>A base on a plateau above a lake. Nothing here is at war.<<br>>\r\n";

const INI: &str =
    "[CS]\r\nREFLECTIONS=1\r\nEMBM=0\r\nMAP_ALPHA=128\r\nMOUSE_SENS=100\r\nMOUSE_REV_Y=0\r\n";
