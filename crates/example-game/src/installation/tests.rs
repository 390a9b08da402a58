//! The installation read back by the format crates: everything is sound, and everything that is named is there.

use super::*;
use msh::NodeFlags;
use nres::Archive;
use registry::{Mount, Scheme, Selection, expand, read_references};
use std::collections::BTreeSet;
use tma::{LandFile, LandPath, ObjectKind, Tma};

/// The archives of an installation.
struct Game<'a> {
    files: &'a Files,
    archives: BTreeMap<&'a str, Archive<'a>>,
    models: BTreeMap<String, msh::Model>,
}

/// What a prototype comes to.
struct Prototype<'g> {
    model: Option<&'g msh::Model>,
    control: Option<ctl::Control>,
}

impl<'a> Game<'a> {
    fn open(files: &'a Files) -> Self {
        let mut archives = BTreeMap::new();
        let mut models = BTreeMap::new();
        for (name, bytes) in files.iter().filter(|(_, bytes)| nres::is_nres(bytes)) {
            let archive = Archive::parse_strict(bytes).unwrap();
            assert!(archive.notes().is_empty(), "{name}");
            for (index, entry) in archive
                .entries()
                .iter()
                .enumerate()
                .filter(|(_, entry)| entry.type_id == tags::MESH)
            {
                let model = msh::Model::parse_strict(archive.payload(index).unwrap()).unwrap();
                assert_eq!(model.warnings, [], "{name}:{}", entry.name);
                assert_eq!(model.examine(), [], "{name}:{}", entry.name);
                models.insert(format!("{name}:{}", entry.name), model);
            }
            archives.insert(name.as_str(), archive);
        }
        Self {
            files,
            archives,
            models,
        }
    }

    fn payload(&self, archive: &str, name: &[u8]) -> &'a [u8] {
        let place = || format!("{archive}:{}", wire::decode_cp1251(name));
        let archive = self
            .archives
            .get(archive)
            .unwrap_or_else(|| panic!("{}", place()));
        let index = archive.find(name).unwrap_or_else(|| panic!("{}", place()));
        archive.payload(index).unwrap()
    }

    fn has(&self, archive: &str, name: &[u8]) -> bool {
        self.archives[archive].find(name).is_some()
    }

    /// A WEAR table whose every name is there.
    fn wear(&self, text: &[u8]) -> Wear {
        let (wear, warnings) = Wear::parse(text).unwrap();
        assert_eq!(warnings, []);
        for row in &wear.materials {
            assert!(self.has("Material.lib", &row.name), "{:?}", row.name);
        }
        for row in &wear.lightmaps {
            assert!(self.has("LightMap.lib", &row.name), "{:?}", row.name);
        }
        wear
    }

    /// A prototype, its files read and compared with each other.
    fn prototype(&self, key: &[u8]) -> Prototype<'_> {
        let registry = &self.archives["objects.rlb"];
        let lookup = |key: &[u8]| match registry.find(key) {
            Some(index) => read_references(registry.payload(index)?).map(Some),
            None => Ok(None),
        };
        let effective = expand(key, lookup).unwrap();
        for reference in effective.iter().map(|effective| &effective.reference) {
            self.payload(
                std::str::from_utf8(reference.archive()).unwrap(),
                reference.member(),
            );
        }
        let selection = Selection::of(&effective);
        let read = |reference: Option<&registry::Effective>| {
            let reference = &reference?.reference;
            Some(self.payload(
                std::str::from_utf8(reference.archive()).unwrap(),
                reference.member(),
            ))
        };
        let model = selection
            .meshes
            .first()
            .map(|mesh| &self.models[&mesh.reference.to_string()]);
        let control = read(selection.control).map(|bytes| ctl::Control::parse(bytes).unwrap());
        let points = read(selection.control_points).map_or(0, |bytes| {
            ctl::ControlPoints::parse(bytes).unwrap().points.len()
        });
        if let Some(model) = model {
            let wear = self.wear(read(selection.wear).unwrap());
            for batch in &model.batches {
                assert!(wear.material(batch.material_index.into()).is_ok());
                assert!(
                    batch
                        .lightmap()
                        .is_none_or(|row| usize::from(row) < wear.lightmaps.len())
                );
            }
            assert_eq!(
                control
                    .as_ref()
                    .unwrap()
                    .warnings(model.nodes.len(), points),
                []
            );
            let damage = ctl::DamageTable::parse(read(selection.node_damage).unwrap()).unwrap();
            assert_eq!(damage.records.len(), model.nodes.len());
            for record in damage
                .records
                .iter()
                .filter(|record| !record.explosion.is_empty())
            {
                self.payload(
                    &record.explosion.archive.to_string(),
                    record.explosion.member.bytes(),
                );
            }
        }
        if let Some(plan) = read(selection.ground_plan) {
            terrain::GroundPlan::parse(plan).unwrap();
        }
        Prototype { model, control }
    }

    fn check_surfaces(&self) {
        for library in ["Textures.lib", "LightMap.lib"] {
            let archive = &self.archives[library];
            for index in 0..archive.entries().len() {
                let strict = texm::ReadOptions {
                    strict: true,
                    external_palette: None,
                };
                texm::Texm::parse_with(archive.payload(index).unwrap(), &strict).unwrap();
            }
        }
        let library = &self.archives["Material.lib"];
        for (index, entry) in library.entries().iter().enumerate() {
            let payload = library.payload(index).unwrap();
            let (material, warnings) =
                material::Material::parse(payload, entry.attr1, entry.attr2).unwrap();
            assert_eq!(warnings, [], "{}", entry.name);
            for phase in material
                .phases
                .iter()
                .filter(|phase| !phase.texture.bytes().is_empty())
            {
                let texture =
                    texm::Texm::parse(self.payload("Textures.lib", phase.texture.bytes())).unwrap();
                assert_eq!(
                    phase.page_warning(texture.page_rects().len()),
                    None,
                    "{}",
                    entry.name
                );
            }
        }
    }

    /// A scheme whose parts are there and fit each other.
    fn check_scheme(&self, bytes: &[u8]) {
        let (scheme, warnings) = Scheme::parse(bytes).unwrap();
        assert_eq!(warnings, []);
        let (tree, warnings) = scheme.tree();
        assert_eq!(warnings, []);
        for (part, place) in scheme.components.iter().zip(&tree) {
            let prototype = self.prototype(part.key());
            let Some(parent) = place.parent else {
                // Whatever stands on the ground stands on its own z = 0.
                let low = prototype.model.unwrap().header.aabb().min.z;
                assert!(low.abs() < 0.03, "{}: {low}", part.resource_name);
                continue;
            };
            let parent = self.prototype(scheme.components[parent].key());
            match place.mount {
                Mount::Root => panic!("a second root"),
                Mount::Node(node) => {
                    let names = parent.model.unwrap().names.as_ref().unwrap();
                    assert!(names.names[node as usize].bytes().starts_with(b"Base_"));
                    assert_eq!(
                        prototype.model.unwrap().nodes.standard()[0].slot_index,
                        [msh::NONE; 15]
                    );
                }
                Mount::ItemSlot(slot) => {
                    let item = &parent.control.unwrap().items[slot as usize];
                    assert!(!item.label_text().is_empty());
                }
            }
        }
    }

    /// A mission whose objects are there and stand on the ground; gives what it places.
    fn check_mission(&self, name: &str) -> Tma {
        let file = |file: &str| self.files[&format!("MISSIONS/{name}/{file}")].as_slice();
        let (tma, warnings) = Tma::parse(file("data.tma")).unwrap();
        assert_eq!(warnings, []);
        assert!(!file("descr").is_empty());
        let (cycle, warnings) = ::sky::Ske::parse(file("sky.ske")).unwrap();
        assert_eq!(warnings, []);
        ::sky::Sky::new(&cycle).unwrap();
        assert_eq!(self.wear(file("sky.wea")).materials.len(), 9);

        let land = LandPath::new(&tma.land_path).unwrap();
        let find = |file: LandFile| {
            let [named, _] = land.candidates(file);
            let named = wire::decode_cp1251(&named);
            self.files
                .iter()
                .find(|(path, _)| path.eq_ignore_ascii_case(&named))
                .unwrap()
                .1
        };
        let grounds = self.wear(find(LandFile::Materials)).materials.len();
        assert_eq!(
            self.wear(find(LandFile::Microtextures)).materials.len(),
            grounds
        );
        let land = terrain::Land::parse_strict(find(LandFile::Mesh)).unwrap();
        assert_eq!(land.warnings, []);
        assert_eq!(land.facts().oddities(), []);
        let relief = terrain::Relief::new(&land);
        let mut seen = BTreeSet::new();
        for object in &tma.objects {
            let [x, y, z] = object.position.map(f64::from);
            let ground = relief.ground(x, y).unwrap();
            assert!(
                (z - ground).abs() < 0.01,
                "{:?}: {z}, not {ground}",
                object.resource_name
            );
            let name = object.resource_name.text();
            if !seen.insert(name.clone()) {
                continue;
            }
            match object.kind() {
                ObjectKind::Building | ObjectKind::Unit => {
                    assert!(self.files.contains_key(&name.replace('\\', "/")), "{name}")
                }
                _ => assert!(self.has("objects.rlb", name.as_bytes()), "{name}"),
            }
        }
        tma
    }

    fn check(&self) {
        self.check_surfaces();
        for entry in self.archives["objects.rlb"].entries() {
            self.prototype(entry.name.bytes());
        }
        for (_, bytes) in self.files.iter().filter(|(path, _)| path.ends_with(".dat")) {
            self.check_scheme(bytes);
        }
        let few = self.check_mission("Single.01");
        let names: BTreeSet<String> = few
            .objects
            .iter()
            .map(|object| object.resource_name.text())
            .collect();
        assert_eq!(few.objects.len(), names.len());
    }
}

#[test]
fn a_small_installation_is_sound_and_always_the_same() {
    let size = Size::small();
    let files = generate(&size).unwrap();
    assert!(generate(&size).unwrap() == files);
    let game = Game::open(&files);
    game.check();
    assert_eq!(game.check_mission("Single.02").objects.len(), size.objects);
    let cockpits = game
        .models
        .values()
        .flat_map(|model| model.nodes.standard());
    assert!(
        cockpits
            .filter(|node| node.flags.contains(NodeFlags::COCKPIT))
            .count()
            > 0
    );
}

#[test]
fn a_shipped_installation_has_the_counts_of_the_spec_pages() {
    // Small pictures: painting takes most of the time.
    let size = Size {
        texture_side: 8,
        ..Size::shipped()
    };
    let files = generate(&size).unwrap();
    let game = Game::open(&files);
    game.check();
    let count = |archive: &str| game.archives[archive].entries().len();
    assert_eq!(game.models.len(), 435);
    assert_eq!(
        [
            count("Textures.lib"),
            count("Material.lib"),
            count("LightMap.lib"),
            count("objects.rlb")
        ],
        [393, 905, 25, 590]
    );
    assert_eq!(
        files.keys().filter(|path| path.ends_with(".dat")).count(),
        425
    );
    assert_eq!(game.check_mission("Single.01").objects.len(), 30);

    let many = game.check_mission("Single.02");
    assert_eq!(many.objects.len(), 10_000);
    let of_kind = |kind: ObjectKind| {
        many.objects
            .iter()
            .filter(|object| object.kind() == kind)
            .count()
    };
    assert_eq!(
        [of_kind(ObjectKind::Building), of_kind(ObjectKind::Unit)],
        [150, 600]
    );

    // Shapes are about as rich as those measured (spec page: msh, section 18.1): within a fifth.
    let total = |of: fn(&msh::Model) -> usize| game.models.values().map(of).sum::<usize>() as f64;
    for (what, found, measured) in [
        ("nodes", total(|model| model.nodes.len()), 1845.0),
        ("batches", total(|model| model.batches.len()), 15_153.0),
        (
            "triangles",
            total(|model| model.indices.len() / 3),
            241_887.0,
        ),
        (
            "keys",
            total(|model| model.animation.as_ref().unwrap().keys.len()),
            34_049.0,
        ),
    ] {
        assert!(
            (found / measured - 1.0).abs() < 0.2,
            "{found} {what}, not about {measured}"
        );
    }
}
