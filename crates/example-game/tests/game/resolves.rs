//! Every file parses with the format crates' strict readers, and every reference leads somewhere.

use material::{Material, Wear};
use nres::Archive;
use registry::{Effective, Scheme, Selection, Target, expand, read_references};
use std::collections::{BTreeMap, BTreeSet};
use texm::Texm;
use tma::Tma;

const MISSION: &str = "MISSIONS/CAMPAIGN/CAMPAIGN.00/Mission.01";

struct Game(&'static BTreeMap<String, Vec<u8>>);

impl Game {
    fn new() -> Self {
        Self(crate::made::made())
    }

    fn file(&self, path: &str) -> &[u8] {
        let path = path.replace('\\', "/");
        let found = self
            .0
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(&path));
        found.unwrap_or_else(|| panic!("no file {path}")).1
    }

    fn archive(&self, path: &str) -> Archive<'_> {
        Archive::parse_strict(self.file(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    fn member(&self, archive: &[u8], name: &[u8]) -> Vec<u8> {
        let archive = self.archive(std::str::from_utf8(archive).unwrap());
        let index = archive
            .find(name)
            .unwrap_or_else(|| panic!("no member {}", String::from_utf8_lossy(name)));
        archive.payload(index).unwrap().to_vec()
    }

    fn prototype(&self, key: &[u8]) -> Vec<Effective> {
        let registry = self.archive("objects.rlb");
        expand(key, |key| -> wire::Result<_> {
            registry
                .find(key)
                .map(|index| read_references(registry.payload(index)?))
                .transpose()
        })
        .unwrap()
    }

    /// A WEAR table whose rows all exist; gives the names back.
    fn wear(&self, text: &[u8]) -> (Vec<String>, Vec<String>) {
        let (table, warnings) = Wear::parse(text).unwrap();
        assert!(warnings.is_empty(), "{warnings:?}");
        let names = |rows: &[material::WearRow]| {
            rows.iter()
                .map(|row| wire::decode_cp1251(&row.name))
                .collect::<Vec<_>>()
        };
        let (materials, lightmaps) = (names(&table.materials), names(&table.lightmaps));
        let library = self.archive("Material.lib");
        for name in &materials {
            let index = library
                .find(name.as_bytes())
                .unwrap_or_else(|| panic!("no material {name}"));
            let entry = library.entries()[index];
            let payload = library.payload(index).unwrap();
            let (material, warnings) = Material::parse(payload, entry.attr1, entry.attr2).unwrap();
            assert!(warnings.is_empty(), "{name}: {warnings:?}");
            assert_eq!(material.write().unwrap(), payload);
            for phase in &material.phases {
                self.texture(phase.texture.bytes(), phase.page);
            }
        }
        let pages = self.archive("LightMap.lib");
        for name in &lightmaps {
            assert!(pages.find(name.as_bytes()).is_some(), "no lightmap {name}");
        }
        (materials, lightmaps)
    }

    fn texture(&self, name: &[u8], page: i8) {
        if name.is_empty() {
            return;
        }
        let payload = self.member(b"Textures.lib", name);
        let texture = Texm::parse(&payload).unwrap();
        assert!(texture.warnings().is_empty());
        assert!(
            page < 0 || texture.page(page as usize).is_some(),
            "page {page}"
        );
    }
}

#[test]
fn every_object_leads_to_meshes_materials_and_textures() {
    let game = Game::new();
    let (mission, warnings) = Tma::parse(game.file(&format!("{MISSION}/data.tma"))).unwrap();
    assert!(warnings.is_empty(), "{warnings:?}");
    assert!(mission.objects.len() > 40);
    let mut prototypes = BTreeSet::new();
    for object in &mission.objects {
        assert!(object.is_drawable());
        match Target::of(object.resource_name.name()) {
            Target::UnitDat(path) => {
                let (scheme, warnings) =
                    Scheme::parse(game.file(std::str::from_utf8(path).unwrap())).unwrap();
                assert!(warnings.is_empty(), "{warnings:?}");
                let (tree, warnings) = scheme.tree();
                assert!(warnings.is_empty(), "{warnings:?}");
                for (component, node) in scheme.components.iter().zip(tree) {
                    prototypes.insert(component.key().to_vec());
                    if let (Some(parent), true) = (node.parent, node.drawn) {
                        let parent = &scheme.components[parent];
                        let model = model_of(&game, parent.key()).unwrap();
                        let title = model.node_title(component.attach_index as usize);
                        assert!(title.starts_with("Base_"), "{title}");
                    }
                }
            }
            Target::Prototype(key) => {
                prototypes.insert(key.to_vec());
            }
            Target::Empty => panic!("an object without a name"),
        }
    }
    let drawn = prototypes
        .iter()
        .filter(|key| model_of(&game, key).is_some())
        .count();
    assert!(drawn >= 20, "{drawn} models");
    assert_eq!(prototypes.len() - drawn, 1, "only the engine has no body");
}

/// Parses everything that a prototype names.
fn model_of(game: &Game, key: &[u8]) -> Option<msh::Model> {
    let effective = game.prototype(key);
    let files = Selection::of(&effective);
    let load = |file: &Effective| game.member(file.reference.archive(), file.reference.member());
    let mesh = files.meshes.first()?;
    let title = String::from_utf8_lossy(key);
    let bytes = load(mesh);
    let model = msh::Model::parse_strict(&bytes).unwrap();
    assert!(model.warnings.is_empty(), "{title}: {:?}", model.warnings);
    assert_eq!(model.examine(), [], "{title}");
    assert_eq!(model.write().unwrap(), bytes, "{title}");
    let (materials, lightmaps) = game.wear(&load(files.wear.unwrap()));
    for batch in &model.batches {
        assert!(
            usize::from(batch.material_index) < materials.len(),
            "{title}"
        );
        assert!(
            batch
                .lightmap()
                .is_none_or(|row| usize::from(row) < lightmaps.len()),
            "{title}"
        );
    }
    let points = files
        .control_points
        .map(|file| ctl::ControlPoints::parse(&load(file)).unwrap());
    let control = ctl::Control::parse(&load(files.control.unwrap())).unwrap();
    let point_count = points.map_or(0, |points| points.points.len());
    assert_eq!(
        control.warnings(model.nodes.len(), point_count),
        [],
        "{title}"
    );
    let mut times = vec![ctl::NodeTime::REST; model.nodes.len()];
    control
        .pose_times(ctl::PoseMode::Stored, &mut times)
        .unwrap();
    let damage = ctl::DamageTable::parse(&load(files.node_damage.unwrap())).unwrap();
    assert_eq!(damage.records.len(), model.nodes.len(), "{title}");
    if let Some(plan) = files.ground_plan {
        terrain::GroundPlan::parse(&load(plan)).unwrap();
    }
    Some(model)
}

#[test]
fn the_land_is_sound() {
    let game = Game::new();
    let land = terrain::Land::parse_strict(game.file("DATA/MAPS/VALLEY/Land.msh")).unwrap();
    assert!(land.warnings.is_empty(), "{:?}", land.warnings);
    let rows = |number: u8| {
        game.wear(game.file(&format!("DATA/MAPS/VALLEY/Land{number}.wea")))
            .0
    };
    let (base, micro) = (rows(1), rows(2));
    assert_eq!(base.len(), micro.len());
    for face in &land.faces {
        assert!(face.primary > 0 && usize::from(face.primary) < base.len());
        assert!(
            face.second()
                .is_none_or(|row| usize::from(row) < base.len())
        );
    }
    let areals = terrain::ArealMap::parse_strict(game.file("DATA/MAPS/VALLEY/Land.map")).unwrap();
    assert!(areals.warnings.is_empty(), "{:?}", areals.warnings);
    let area: f32 = areals.areals.iter().map(|areal| areal.record.area).sum();
    assert!((area - 640_000.0).abs() < 1.0, "{area}");
    assert_eq!(
        areals.areals.iter().filter(|areal| areal.is_lake()).count(),
        1
    );
}

#[test]
fn everything_stands_on_the_ground() {
    let game = Game::new();
    let land = terrain::Land::parse(game.file("DATA/MAPS/VALLEY/Land.msh")).unwrap();
    let relief = terrain::Relief::new(&land);
    let (mission, _) = Tma::parse(game.file(&format!("{MISSION}/data.tma"))).unwrap();
    for object in &mission.objects {
        let [x, y, z] = object.position.map(f64::from);
        let name = object.resource_name.text();
        let ground = relief.ground(x, y).unwrap();
        // Freight may stand on freight; what grows may be a little sunk on a slope.
        let above = if name.starts_with("s_c") { 2.6 } else { 0.05 };
        let below = if object.raw_kind >= 2 { 1.2 } else { 0.05 };
        assert!(
            (-below..above).contains(&(z - ground)),
            "{name} at {x} {y}: {}",
            z - ground
        );
    }
}

#[test]
fn sky_texts_and_libraries_parse() {
    let game = Game::new();
    let (ske, warnings) = sky::Ske::parse(game.file(&format!("{MISSION}/sky.ske"))).unwrap();
    assert!(warnings.is_empty(), "{warnings:?}");
    assert_eq!(ske.write(), game.file(&format!("{MISSION}/sky.ske")));
    let (names, _) = game.wear(game.file(&format!("{MISSION}/sky.wea")));
    assert_eq!(names.len(), 9);
    assert_eq!(
        tma::mistips::title(game.file(&format!("{MISSION}/descr"))),
        "Долина"
    );
    let (cfg, warnings) = tma::cfg::Cfg::parse(game.file(&format!("{MISSION}/mission.cfg")));
    assert!(warnings.is_empty(), "{warnings:?}");
    let cfg = tma::mission_cfg::MissionCfg::new(&cfg);
    assert_eq!(cfg.primary_objectives.len(), 2);
    let minimap = cfg.minimap.unwrap();
    let image = game.member(
        minimap.library.as_bytes(),
        minimap.binding("minimap").unwrap().as_bytes(),
    );
    assert_eq!(Texm::parse(&image).unwrap().width(), 256);
    for path in &cfg.prebuild {
        game.file(path);
    }
    let list = terrain::BuildDat::parse(game.file("BuildDat.lst")).unwrap();
    for path in list.categories.iter().flat_map(|category| &category.paths) {
        game.file(path);
    }
    for library in ["Textures.lib", "LightMap.lib"] {
        let archive = game.archive(library);
        for index in 0..archive.entries().len() {
            let payload = archive.payload(index).unwrap();
            assert_eq!(Texm::parse(payload).unwrap().write(), payload);
        }
    }
}
