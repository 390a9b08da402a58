//! A made-up game installation as large as a real one, for benchmarks: the counts, sizes and shapes are those that the
//! spec pages measured (msh 18, materials 3.9, mission 4, texm 2, terrain 23); what it shows is plain on purpose.
//!
//! | what | where |
//! | --- | --- |
//! | pictures, materials | `pictures`, `surfaces` |
//! | solids, and a model of them with its streams | `solid`, `model` |
//! | the models | `scenery`, `buildings`, `machines`, `chassis`, `arms`, `parts` |
//! | side files, prototypes and unit schemes | `control`, `units` |
//! | the map and the two missions on it | `land`, `mission` |
//!
//! The same bytes come out every time: numbers are seeded, maths is `libm` and plain IEEE. Everything that a file names
//! is there, and every placed object stands on the ground.
#![allow(
    clippy::indexing_slicing,
    reason = "no input reaches the generator: every index is its own"
)]

mod arms;
mod buildings;
mod chassis;
mod control;
mod land;
mod machines;
mod mission;
mod model;
mod parts;
mod pictures;
mod random;
mod scenery;
mod solid;
mod surfaces;
#[cfg(test)]
mod tests;
mod units;

use material::{Wear, WearRow};
use model::Model;
use nres::{Builder, NewEntry, tags};
use std::borrow::Cow;
use std::collections::BTreeMap;
use surfaces::Pools;

/// Every file by its path below the game root, `/` between the parts.
pub type Files = BTreeMap<String, Vec<u8>>;

/// How much there is of everything. A few things are always there, so small numbers are exceeded a little.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Size {
    /// Models in all archives.
    pub models: usize,
    /// Textures in `Textures.lib`.
    pub textures: usize,
    /// Longest side of a texture in texels, a power of two from 8 to 256.
    pub texture_side: u32,
    /// Materials in `Material.lib`.
    pub materials: usize,
    /// Prototypes in `objects.rlb`.
    pub prototypes: usize,
    /// Unit schemes below `UNITS`.
    pub units: usize,
    /// Objects that the mission `Single.02` places.
    pub objects: usize,
    /// Tiles along a side of the map, a multiple of 4 up to 16.
    pub tiles: u16,
}

impl Size {
    /// As the game was shipped, with a mission of 10 000 objects.
    pub fn shipped() -> Self {
        Self {
            models: 435,
            textures: 393,
            texture_side: 256,
            materials: 905,
            prototypes: 590,
            units: 425,
            objects: 10_000,
            tiles: 16,
        }
    }

    /// As little as shows everything, for tests.
    pub fn small() -> Self {
        Self {
            models: 60,
            textures: 50,
            texture_side: 16,
            materials: 80,
            prototypes: 80,
            units: 40,
            objects: 400,
            tiles: 4,
        }
    }
}

/// A fault of the generator, not of its user.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A writer refused a record.
    #[error(transparent)]
    Malformed(#[from] wire::Malformed),
    /// A picture is no texture.
    #[error(transparent)]
    Picture(#[from] texm::EncodeError),
    /// A material or a WEAR table cannot be written.
    #[error(transparent)]
    Material(#[from] material::WriteError),
    /// A name does not fit its field.
    #[error("a name is too long: {0:?}")]
    Name(String),
}

type Result<T> = std::result::Result<T, Error>;

/// Makes the installation.
///
/// # Errors
///
/// Only a fault of the generator.
pub fn generate(size: &Size) -> Result<Files> {
    let mut files = Files::new();
    let pictures = pictures::plan(size);
    let tiles = pictures::Tiles::new();
    let (materials, mut pools) = surfaces::all(size, &pictures)?;
    let models = models(size, &mut pools);

    let textures = pictures.iter().map(|picture| {
        Ok(Entry::new(
            tags::TEXM,
            &picture.name,
            picture.payload(&tiles)?,
        ))
    });
    files.insert(
        "Textures.lib".to_owned(),
        archive(&textures.collect::<Result<Vec<_>>>()?)?,
    );
    files.insert("Palettes.lib".to_owned(), archive(&[])?);
    files.insert("Material.lib".to_owned(), material_library(&materials)?);
    light_pages(size, &models, &tiles, &mut files)?;

    let mut shelves = shelves(&models)?;
    units::prototypes(size, &models, &mut shelves, &mut files)?;
    for (name, entries) in shelves {
        files.insert(name.to_owned(), archive(&entries)?);
    }
    let units = units::schemes(size, &models, &mut files)?;

    let ground = land::Ground::new(size);
    let map = "DATA/MAPS/BENCH";
    files.insert(format!("{map}/Land.msh"), ground.write()?);
    files.insert(
        format!("{map}/Land1.wea"),
        wear(&surfaces::GROUND.map(|row| row.0), None)?,
    );
    files.insert(
        format!("{map}/Land2.wea"),
        wear(&surfaces::GROUND.map(|row| row.1), None)?,
    );
    let scenery = models
        .iter()
        .filter(|model| model.archive == "static.rlb")
        .map(|model| model.key.clone());
    let scenery: Vec<String> = scenery.take(PLACED_SCENERY).collect();
    mission::write(size, &ground, &units, &scenery, &mut files)?;
    Ok(files)
}

/// Prototypes that the scenery of a mission is made of.
const PLACED_SCENERY: usize = 60;

/// Triangle flags (spec page: msh, section 9.5).
mod triangle_words {
    use msh::TriangleFlags;

    pub(super) const FOLIAGE: u16 = TriangleFlags::FOLIAGE.0;
    pub(super) const WALKABLE: u16 = TriangleFlags::WALKABLE.0;
    pub(super) const GLASS: u16 = TriangleFlags::GLASS.0;
    pub(super) const DOOR: u16 = TriangleFlags::DOOR.0;
}

/// Makes the model of a number of a family.
type Maker = fn(usize, &mut Pools) -> Model;

/// Families of models, and how many a shipped installation has.
const FAMILIES: [(Maker, usize); 9] = [
    (scenery::model, 68),
    (buildings::model, 30),
    (chassis::chassis, 34),
    (chassis::animal, 14),
    (arms::turret, 58),
    (arms::gun, 76),
    (parts::internal, 115),
    (parts::spare, 20),
    (parts::projectile, 20),
];

fn models(size: &Size, pools: &mut Pools) -> Vec<Model> {
    let mut out = Vec::new();
    for (make, shipped) in FAMILIES {
        let count = (shipped * size.models / Size::shipped().models).max(2);
        out.extend((0..count).map(|number| make(number, pools)));
    }
    out
}

/// One entry of an archive to be.
#[derive(Debug, Clone)]
struct Entry {
    tag: u32,
    name: String,
    payload: Vec<u8>,
}

impl Entry {
    fn new(tag: u32, name: &str, payload: Vec<u8>) -> Self {
        let name = name.to_owned();
        Self { tag, name, payload }
    }
}

fn archive(entries: &[Entry]) -> Result<Vec<u8>> {
    let mut builder = Builder::new();
    for entry in entries {
        builder.push(NewEntry {
            type_id: entry.tag,
            attr1: 0,
            attr2: 0,
            attr3: 1,
            name: entry.name.as_bytes(),
            payload: Cow::Borrowed(&entry.payload),
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

fn material_library(materials: &[(String, material::Material)]) -> Result<Vec<u8>> {
    let mut builder = Builder::new();
    for (name, material) in materials {
        builder.push(NewEntry {
            type_id: tags::MAT0,
            attr1: material.flags.0,
            attr2: material.version,
            attr3: 0,
            name: name.as_bytes(),
            payload: Cow::Owned(material.write()?),
        });
    }
    Ok(builder.finish()?)
}

/// `LightMap.lib`: a page for each baked model, and four that no model names.
fn light_pages(
    size: &Size,
    models: &[Model],
    tiles: &pictures::Tiles,
    files: &mut Files,
) -> Result<()> {
    let baked = models
        .iter()
        .filter(|model| model.baked)
        .map(|model| page_name(&model.stem));
    let spare = (0..4).map(|number| format!("spare_{number:02}.0"));
    let page = |(number, name): (usize, String)| {
        let payload = pictures::light_page(number, tiles, size.texture_side)?;
        Ok(Entry::new(tags::TEXM, &name, payload))
    };
    let pages = baked
        .chain(spare)
        .enumerate()
        .map(page)
        .collect::<Result<Vec<_>>>()?;
    files.insert("LightMap.lib".to_owned(), archive(&pages)?);
    Ok(())
}

fn page_name(stem: &str) -> String {
    format!("{stem}_00.0")
}

/// The model archives: every model with its side files.
fn shelves(models: &[Model]) -> Result<BTreeMap<&'static str, Vec<Entry>>> {
    let mut shelves: BTreeMap<&'static str, Vec<Entry>> = BTreeMap::new();
    for model in models {
        let shelf = shelves.entry(model.archive).or_default();
        let mut add = |extension: &str, tag: u32, payload: Vec<u8>| {
            shelf.push(Entry::new(
                tag,
                &format!("{}.{extension}", model.stem),
                payload,
            ));
        };
        let page = model.baked.then(|| page_name(&model.stem));
        let names: Vec<&str> = model.wear.iter().map(String::as_str).collect();
        add("msh", tags::MESH, model.write()?);
        add("wea", tags::WEAR, wear(&names, page.as_deref())?);
        if let Some(points) = control::points(model)? {
            add("cpt", tags::CTPT, points);
        }
        add("ndp", tags::NDPR, control::damage(model)?);
        add(
            "ctl",
            tags::CTLD,
            control::control(model, units::projectile(models))?,
        );
        if let Some(half) = model.outline {
            add("bas", tags::BASE, ground_plan(half)?);
        }
    }
    let weapons = shelves.entry("weapon.rlb").or_default();
    for (number, name) in control::EXPLOSIONS.into_iter().enumerate() {
        weapons.push(Entry::new(tags::EXPL, name, control::explosion(number)));
    }
    Ok(shelves)
}

/// A building's ground plan: its outline and the clearance around it, three corners a side.
fn ground_plan([x, y]: [f64; 2]) -> Result<Vec<u8>> {
    let ring = |factor: f64| {
        let corners = [
            (-1.0, -1.0),
            (1.0, -1.0),
            (1.0, 1.0),
            (-1.0, 1.0),
            (-1.0, -1.0),
        ];
        let sides = corners.windows(2).flat_map(|side| {
            let [(x0, y0), (x1, y1)] = [side[0], side[1]];
            (0..3).map(move |step| {
                let t = f64::from(step) / 3.0;
                (x0 + (x1 - x0) * t, y0 + (y1 - y0) * t)
            })
        });
        let mut points: Vec<glam::Vec3> = sides
            .map(|(u, v)| glam::DVec3::new(u * x * factor, v * y * factor, 0.0).as_vec3())
            .collect();
        points.extend(points.first().copied());
        terrain::Ring { points }
    };
    let inner = ring(1.0);
    let corners = inner.points.len() - 1;
    let plan = terrain::GroundPlan {
        inner: vec![terrain::InnerRing {
            ring: inner,
            triangles: vec![0; corners],
            triangle_corners: vec![0; corners],
        }],
        outer: vec![ring(1.15)],
    };
    Ok(plan.to_bytes()?)
}
