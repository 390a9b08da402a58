//! `objects.rlb` and the unit schemes: what may be placed, and of which parts it is made.

use super::model::Model;
use super::random::Random;
use super::{Entry, Error, Files, Result, Size, archive, control, wear};
use nres::tags;
use registry::{Component, ObjectRef64, REGISTRY, Scheme, SchemeType, write_references};
use std::collections::BTreeMap;
use wire::FixedName;

/// The files of a prototype, in the usual order of its slots.
const SIDE_FILES: [&str; 5] = ["msh", "wea", "cpt", "ndp", "ctl"];

/// A scheme that a mission can place.
#[derive(Debug, Clone)]
pub(super) struct Unit {
    /// As missions name it.
    pub(super) path: String,
    /// Its type word.
    pub(super) word: u32,
    /// Half widths of what it stands on.
    pub(super) half: [f64; 2],
}

/// Every scheme by what it builds.
#[derive(Debug, Default)]
pub(super) struct Units {
    pub(super) buildings: Vec<Unit>,
    pub(super) robots: Vec<Unit>,
    pub(super) animals: Vec<Unit>,
}

/// Buildings that are placed under two keys, one of so many.
const SECOND_KEYS: usize = 7;

/// Prototypes without geometry.
const SUNS: [&str; 2] = ["sun_01", "sun_02"];

/// Writes `objects.rlb`; side files that only a second prototype of a model has go to `shelves`.
pub(super) fn prototypes(
    size: &Size,
    models: &[Model],
    shelves: &mut BTreeMap<&'static str, Vec<Entry>>,
    files: &mut Files,
) -> Result<()> {
    let mut entries = Vec::new();
    let mut add = |tag: u32, key: &str, references: &[ObjectRef64]| {
        entries.push(Entry::new(tag, key, write_references(references)));
    };
    for model in models {
        let own = references(model, |_| model.stem.clone())?;
        if model.tag != tags::FORT {
            add(model.tag, &model.key, &own);
            continue;
        }
        let parent = format!("{}_base", model.stem);
        add(tags::STAT, &parent, &own);
        let fort = [
            reference(REGISTRY, &parent)?,
            reference(model.archive, &format!("{}.bas", model.stem))?,
        ];
        for key in fort_keys(models, model) {
            add(tags::FORT, &key, &fort);
        }
    }
    for key in SUNS {
        add(tags::SUNO, key, &[ObjectRef64::default(); 2]);
    }
    let count = size.prototypes.saturating_sub(entries.len());
    let others: Vec<&Model> = models
        .iter()
        .filter(|model| model.tag != tags::FORT)
        .collect();
    for (index, model) in others
        .iter()
        .cycle()
        .step_by(3)
        .take(count.min(others.len() / 3))
        .enumerate()
    {
        let second = format!("{}_2", model.stem);
        // Most second prototypes share the mesh and have control data of their own, a few another skin.
        let reskinned = index < 4;
        let stem_of = |kind: &str| match kind {
            "ctl" | "ndp" => second.clone(),
            "wea" if reskinned => second.clone(),
            _ => model.stem.clone(),
        };
        let own = references(model, stem_of)?;
        entries.push(Entry::new(
            model.tag,
            &format!("{}_2", model.key),
            write_references(&own),
        ));
        let shelf = shelves.entry(model.archive).or_default();
        shelf.push(Entry::new(
            tags::CTLD,
            &format!("{second}.ctl"),
            control::control(model, projectile(models))?,
        ));
        shelf.push(Entry::new(
            tags::NDPR,
            &format!("{second}.ndp"),
            control::damage(model)?,
        ));
        if reskinned {
            let names: Vec<&str> = model.wear.iter().rev().map(String::as_str).collect();
            shelf.push(Entry::new(
                tags::WEAR,
                &format!("{second}.wea"),
                wear(&names, None)?,
            ));
        }
    }
    files.insert(REGISTRY.to_owned(), archive(&entries)?);
    Ok(())
}

/// Keys under which a building is placed: its own, and a second one now and then.
fn fort_keys(models: &[Model], model: &Model) -> Vec<String> {
    let forts = models.iter().filter(|other| other.tag == tags::FORT);
    let number = forts.take_while(|other| other.key != model.key).count();
    let mut keys = vec![model.key.clone()];
    if number % SECOND_KEYS == SECOND_KEYS - 1 {
        keys.push(format!("{}_2", model.key));
    }
    keys
}

/// The prototype of what guns shoot.
pub(super) fn projectile(models: &[Model]) -> &str {
    models
        .iter()
        .find(|model| model.tag == tags::BULL)
        .map_or("", |model| &model.key)
}

fn references(model: &Model, stem_of: impl Fn(&str) -> String) -> Result<Vec<ObjectRef64>> {
    let mut out = Vec::new();
    for kind in SIDE_FILES {
        out.push(if kind == "cpt" && model.points == 0 {
            ObjectRef64::default()
        } else {
            reference(model.archive, &format!("{}.{kind}", stem_of(kind)))?
        });
    }
    if model.tag == tags::STAT || model.tag == tags::FORT {
        out.push(ObjectRef64::default());
    }
    Ok(out)
}

fn reference(archive: &str, member: &str) -> Result<ObjectRef64> {
    ObjectRef64::new(archive, member).ok_or_else(|| Error::Name(member.to_owned()))
}

/// Writes the unit schemes.
pub(super) fn schemes(size: &Size, models: &[Model], files: &mut Files) -> Result<Units> {
    let mut yard = Yard {
        models,
        used: BTreeMap::new(),
    };
    let mut units = Units::default();
    // Types of buildings in turn: bunkers, generator, mine, store, plant, hangar, institute, towers.
    let kinds = [
        (0x8001_0000, "BUNKER"),
        (0x8002_0000, "BUNKER"),
        (0x8004_0000, "BUNKER"),
        (0x8000_0002, "GENER"),
        (0x8000_0004, "MINE"),
        (0x8000_0008, "STORE"),
        (0x8000_0010, "PLANT"),
        (0x8000_0040, "HANGAR"),
        (0x8000_0400, "INST"),
        (0x8010_0000, "TOWER"),
        (0x8020_0000, "TOWER"),
    ];
    let forts = models.iter().filter(|model| model.tag == tags::FORT);
    for (index, model) in forts.enumerate() {
        let (word, folder) = kinds[index % kinds.len()];
        for key in fort_keys(models, model) {
            let mut parts = vec![part(&key, -1, "Building", 0)?];
            if index % 3 == 0 {
                let turret = yard.turret("l", "t");
                yard.mount(&mut parts, model, turret, index)?;
            }
            let half = model.outline.unwrap_or_default();
            units.buildings.push(put(
                files,
                &format!("UNITS/BUILDS/{folder}/{key}.dat"),
                word,
                half,
                parts,
            ));
        }
    }
    for model in models.iter().filter(|model| model.archive == "animals.rlb") {
        let parts = vec![part(&model.key, -1, "Animal", 0)?];
        let path = format!("UNITS/UNITS/ANIMALS/{}.dat", model.key);
        units
            .animals
            .push(put(files, &path, 0x2000_0001, half_of(model), parts));
    }
    let words = [
        0x0100_2000,
        0x0100_4000,
        0x0100_8000,
        0x0101_0000,
        0x0102_0000,
    ];
    let chassis: Vec<&Model> = models
        .iter()
        .filter(|model| model.archive == "bases.rlb")
        .collect();
    let count = size
        .units
        .saturating_sub(units.buildings.len() + units.animals.len())
        .max(1);
    for (index, model) in chassis.iter().cycle().take(count).enumerate() {
        let parts = yard.robot(model, index)?;
        let path = format!("UNITS/UNITS/CLAN{}/{}_{index:03}.dat", index % 6, model.key);
        units.robots.push(put(
            files,
            &path,
            words[index % words.len()],
            half_of(model),
            parts,
        ));
    }
    Ok(units)
}

fn half_of(model: &Model) -> [f64; 2] {
    let bounds = model.rest_box();
    let reach = bounds.min.abs().max(bounds.max.abs());
    [f64::from(reach.x), f64::from(reach.y)]
}

/// Files a scheme; missions name it with backslashes.
fn put(
    files: &mut Files,
    path: &str,
    word: u32,
    half: [f64; 2],
    components: Vec<Component>,
) -> Unit {
    let scheme = Scheme {
        magic: Scheme::MAGIC,
        scheme_type: SchemeType(word),
        components,
        bare_tail: None,
    };
    files.insert(path.to_owned(), scheme.write());
    Unit {
        path: path.replace('/', "\\"),
        word,
        half,
    }
}

fn part(key: &str, attach_index: i32, description: &str, entry_type: i32) -> Result<Component> {
    let field =
        |text: &str| FixedName::new(text.as_bytes()).ok_or_else(|| Error::Name(text.to_owned()));
    Ok(Component {
        resource_name: field(key)?,
        attach_index,
        description: field(description)?,
        entry_type,
        ..Component::default()
    })
}

/// The parts that schemes are put together from, handed out in turn.
struct Yard<'a> {
    models: &'a [Model],
    /// How often each kind of part was asked for.
    used: BTreeMap<String, usize>,
}

impl<'a> Yard<'a> {
    /// A part whose key begins with `prefix`; without one any part of the archive.
    fn pick(&mut self, archive: &str, prefix: &str) -> &'a Model {
        let all = self.models.iter().filter(|model| model.archive == archive);
        let fitting: Vec<&Model> = all
            .clone()
            .filter(|model| model.key.starts_with(prefix))
            .collect();
        let fitting = if fitting.is_empty() {
            all.collect()
        } else {
            fitting
        };
        let used = self.used.entry(format!("{archive}{prefix}")).or_default();
        *used += 1;
        fitting[*used % fitting.len()]
    }

    fn turret(&mut self, letter: &str, mount: &str) -> &'a Model {
        self.pick("turrets.rlb", &format!("e_tur_{letter}{mount}"))
    }

    /// A chassis with internal parts, a turret and its guns.
    fn robot(&mut self, chassis: &Model, number: usize) -> Result<Vec<Component>> {
        let mut random = Random::new("robot", number);
        let mut parts = vec![part(&chassis.key, -1, "Chassis", 0)?];
        for (slot, device) in chassis.devices.iter().enumerate() {
            // A sixth of the slots stays empty.
            if !device.label.is_empty() && random.below(6) > 0 {
                self.fit(&mut parts, slot, &device.label)?;
            }
        }
        let socket = chassis
            .node("Base_TM")
            .map(|socket| &chassis.nodes[socket].label);
        let turret = self.pick("turrets.rlb", socket.map_or("", |label| label));
        self.mount(&mut parts, chassis, turret, number)?;
        Ok(parts)
    }

    /// Puts an internal part into an item slot of the root.
    fn fit(&mut self, parts: &mut Vec<Component>, slot: usize, label: &str) -> Result<()> {
        let inner = self.pick("intsys.rlb", label);
        let entry_type = match label.get(..5) {
            Some("i_arm") => 2,
            Some("i_clp") => 5,
            _ => 3,
        };
        parts.push(part(&inner.key, slot as i32, "Part", entry_type)?);
        parts[0].child_count += 1;
        Ok(())
    }

    /// Hangs a turret with its guns on the root's socket.
    fn mount(
        &mut self,
        parts: &mut Vec<Component>,
        root: &Model,
        turret: &Model,
        number: usize,
    ) -> Result<()> {
        let socket = root
            .node("Base_TM")
            .or_else(|| root.node("Base_TL"))
            .unwrap_or_default();
        parts[0].child_count += 1;
        let at = parts.len();
        // "Turret" in Windows-1251.
        let mut record = part(&turret.key, socket as i32, "", 1)?;
        record.description = FixedName::new(b"\xC1\xE0\xF8\xED\xFF").unwrap_or_default();
        parts.push(record);
        let slot = turret
            .devices
            .iter()
            .position(|device| !device.label.is_empty());
        if let Some(slot) = slot {
            let inner = self.pick("intsys.rlb", &turret.devices[slot].label);
            parts.push(part(&inner.key, slot as i32, "Part", 3)?);
            parts[at].child_count += 1;
        }
        let sockets: &[&str] = match number % 4 {
            0 => &["Base_LU_01", "Base_RU_01", "Base_C"],
            1 => &["Base_C"],
            _ => &["Base_LU_01", "Base_RU_01"],
        };
        for name in sockets {
            let Some(socket) = turret.node(name) else {
                continue;
            };
            // `central_lc` takes `e_gun_lc`; `universal_ll` and `universal_lr` take `e_gun_ll`, modules `e_gun_ls`.
            let label = &turret.nodes[socket].label;
            let letter = label
                .split('_')
                .next_back()
                .and_then(|tail| tail.get(..1))
                .unwrap_or_default();
            let kind = match (*name, number % 3) {
                ("Base_C", _) => "c",
                (_, 0) => "s",
                _ => "l",
            };
            let gun = self.pick("guns.rlb", &format!("e_gun_{letter}{kind}"));
            // Some guns are filed as armour, and are guns all the same.
            let entry_type = if number % 37 == 5 { 2 } else { 4 };
            let at_gun = parts.len();
            parts.push(part(&gun.key, socket as i32, "Gun", entry_type)?);
            parts[at].child_count += 1;
            let clip = gun
                .devices
                .iter()
                .position(|device| !device.label.is_empty());
            if let Some(slot) = clip.filter(|_| number % 4 != 3) {
                let inner = self.pick("intsys.rlb", &gun.devices[slot].label);
                parts.push(part(&inner.key, slot as i32, "Clip", 5)?);
                parts[at_gun].child_count += 1;
            }
        }
        Ok(())
    }
}
