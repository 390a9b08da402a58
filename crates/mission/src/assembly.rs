//! From the resource name of a placed object to its components (spec page: mission, sections 4.2 to 4.8).

use crate::library::{Index, Wanted};
use crate::problem::{Place, Problem, Problems, Severity};
use game::{GameFolder, OpenArchive};
use nres::tags::{CTLD, CTPT, MESH, NDPR, WEAR};
use registry::{
    Edge, Effective, EntryType, ExpandError, Mount, ObjectRef64, REGISTRY, Scheme, Selection,
    Target, expand, is_registry, name_candidates, read_references, with_extension,
};
use std::collections::HashMap;
use std::sync::Arc;

/// What one resource name is made of. Objects with equal resource names share it; their poses, states and clans are
/// their own.
#[derive(Debug, Clone, Default)]
pub struct Assembly {
    /// The name in `data.tma`: a unit `.dat` or a key of `objects.rlb`.
    pub resource: String,
    /// Parts in scheme order; parents come before their children.
    pub components: Vec<Component>,
    /// First pose of each component in a flat array over the assembly, and the total behind the last.
    pub pose_offsets: Vec<u32>,
    /// Why there is nothing at all to draw, although there should be.
    pub failure: Option<Failure>,
}

/// A step of the chain that led nowhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// Which step.
    pub edge: Edge,
    /// What was looked for, and where.
    pub message: String,
}

/// One part of an assembly: a mesh with its side files, hanging on a node of its parent.
#[derive(Debug, Clone)]
pub struct Component {
    /// Prototype key.
    pub key: String,
    /// Name for people, from the scheme; may be empty.
    pub description: String,
    /// What the scheme says it is; `None` for an object that has no scheme.
    pub entry_type: Option<EntryType>,
    /// Index of the component it hangs on.
    pub parent: Option<usize>,
    /// How it hangs on its parent.
    pub mount: Mount,
    /// Node of the parent's model that it hangs on; `None` for roots and where the parent has no model.
    pub socket: Option<u32>,
    /// Whether it is seen from outside.
    pub drawn: bool,
    /// Index of its model.
    pub model: Option<Index>,
    /// Index of its WEAR table.
    pub wear: Option<Index>,
    /// Index of its control data; without, every node stands at time 0.
    pub control: Option<Index>,
    /// Index of its control points.
    pub points: Option<Index>,
    /// Index of its damage records.
    pub damage: Option<Index>,
    /// Index of its ground plan.
    pub plan: Option<Index>,
    /// Why it has no model, although it should have one.
    pub failure: Option<Failure>,
}

/// An entry of an open archive.
#[derive(Clone)]
pub(crate) struct ArchiveEntry {
    pub(crate) archive: Arc<OpenArchive>,
    pub(crate) index: usize,
    /// The archive's name as it was asked for.
    asked: Vec<u8>,
}

impl ArchiveEntry {
    /// Its name as the archive spells it.
    fn name(&self) -> &[u8] {
        let record = self.archive.entries().get(self.index);
        record.map_or(&[], |record| record.name.bytes())
    }

    pub(crate) fn place(&self) -> Place {
        entry_place(&self.archive, self.index)
    }
}

/// Finds assemblies; each resource name and each archive is looked into once.
pub(crate) struct Resolver<'a> {
    game: &'a GameFolder,
    /// Open archives by folded name; `None` for one that cannot be had (said once).
    archives: HashMap<Vec<u8>, Option<Arc<OpenArchive>>>,
    assemblies: HashMap<Vec<u8>, Index>,
    prototypes: HashMap<Vec<u8>, Component>,
    pub(crate) found: Vec<Assembly>,
    pub(crate) wanted: Wanted,
    pub(crate) problems: Problems,
}

/// What hides a component that cannot be had.
const PLACEHOLDER: &str = "a placeholder box";
const NOTHING: &str = "nothing";

impl<'a> Resolver<'a> {
    pub(crate) fn new(game: &'a GameFolder) -> Self {
        Self {
            game,
            archives: HashMap::new(),
            assemblies: HashMap::new(),
            prototypes: HashMap::new(),
            found: Vec::new(),
            wanted: Wanted::default(),
            problems: Problems::default(),
        }
    }

    /// The assembly of a resource name, found at most once.
    pub(crate) fn assembly(&mut self, resource: &[u8], raw_kind: u32, object: u32) -> Index {
        let key = wire::fold(resource);
        if let Some(&index) = self.assemblies.get(&key) {
            return index;
        }
        let mut assembly = match Target::of(resource) {
            Target::Empty => failed(Edge::of_empty_name(raw_kind), "an empty resource name"),
            Target::UnitDat(path) => self.unit(path, object),
            Target::Prototype(key) => self.single(key, object),
        };
        assembly.resource = wire::decode_cp1251(resource);
        if let Some(failure) = &assembly.failure {
            let place = Place::file(assembly.resource.clone());
            let problem = Problem::at(
                Severity::Error,
                "OBJECT_UNRESOLVED",
                &place,
                format!("{}: {}", failure.edge, failure.message),
                PLACEHOLDER,
            );
            self.problems.add(problem.on_object(object));
        }
        let index = self.found.len();
        self.found.push(assembly);
        self.assemblies.insert(key, index);
        index
    }

    fn single(&mut self, key: &[u8], object: u32) -> Assembly {
        let component = self.component(REGISTRY.as_bytes(), key, object);
        Assembly {
            failure: component.failure.clone().map(|failure| Failure {
                edge: match failure.edge {
                    Edge::UnitDatToComponent => Edge::MissionToObjectsRegistry,
                    edge => edge,
                },
                ..failure
            }),
            components: vec![component],
            ..Assembly::default()
        }
    }

    fn unit(&mut self, path: &[u8], object: u32) -> Assembly {
        let place = Place::file(wire::decode_cp1251(path));
        let bytes = match self.game.read(path) {
            Ok(bytes) => bytes,
            Err(error) => return failed(Edge::MissionToUnitDat, error.to_string()),
        };
        let (scheme, warnings) = match Scheme::parse(&bytes) {
            Ok(scheme) => scheme,
            Err(error) => return failed(Edge::MissionToUnitDat, error.to_string()),
        };
        let (tree, tree_warnings) = scheme.tree();
        for warning in warnings.iter().chain(&tree_warnings) {
            let problem = Problem::malformed(
                Severity::Warning,
                "SCHEME",
                &place,
                warning,
                "what could be read",
            );
            self.problems.add(problem.on_object(object));
        }
        let components: Vec<Component> = scheme
            .components
            .iter()
            .zip(tree)
            .map(|(record, node)| Component {
                description: record.description.to_string(),
                entry_type: Some(record.entry_type()),
                parent: node.parent,
                mount: node.mount,
                drawn: node.drawn,
                ..self.component(record.archive(), record.key(), object)
            })
            .collect();
        let nothing_to_draw = !components.iter().any(|c| c.drawn && c.model.is_some());
        let failure = components
            .iter()
            .find_map(|component| component.failure.clone().filter(|_| component.drawn))
            .filter(|_| nothing_to_draw);
        for component in &components {
            if let (Some(failure), true) = (&component.failure, component.drawn) {
                let message = format!("component {}: {}", component.key, failure.message);
                let problem = Problem::at(
                    Severity::Error,
                    "COMPONENT_UNRESOLVED",
                    &place,
                    message,
                    "the object without this part",
                );
                self.problems.add(problem.on_object(object));
            }
        }
        Assembly {
            components,
            failure,
            ..Assembly::default()
        }
    }

    /// A component without its place in a scheme.
    fn component(&mut self, archive: &[u8], key: &[u8], object: u32) -> Component {
        let cache_key = [wire::fold(archive), wire::fold(key)].join(&0);
        if let Some(component) = self.prototypes.get(&cache_key) {
            return component.clone();
        }
        let mut component = Component {
            key: wire::decode_cp1251(key),
            description: String::new(),
            entry_type: None,
            parent: None,
            mount: Mount::Root,
            socket: None,
            drawn: true,
            model: None,
            wear: None,
            control: None,
            points: None,
            damage: None,
            plan: None,
            failure: None,
        };
        if let Err(failure) = self.fill(&mut component, archive, key, object) {
            component.failure = Some(failure);
        }
        self.prototypes.insert(cache_key, component.clone());
        component
    }

    fn fill(
        &mut self,
        component: &mut Component,
        archive: &[u8],
        key: &[u8],
        object: u32,
    ) -> Result<(), Failure> {
        let effective = if is_registry(archive) {
            self.references(archive, key)?
        } else {
            None
        };
        let Some(effective) = effective else {
            // Not a prototype: a mesh of that name in the archive itself.
            let Some(mesh) = self.find(archive, &name_candidates(key), Some(MESH)) else {
                let archive = wire::decode_cp1251(archive);
                let message = format!("{archive}: no prototype and no model {:?}", component.key);
                return Err(Failure {
                    edge: Edge::UnitDatToComponent,
                    message,
                });
            };
            component.wear = self.wear_beside(&mesh, object);
            component.model = Some(self.wanted.model(mesh));
            return Ok(());
        };
        let selection = Selection::of(&effective);
        let Some(mesh) = self.mesh(&selection)? else {
            return Ok(());
        };
        let mut side = |reference: Option<&Effective>, type_id| {
            let reference = &reference?.reference;
            self.side(reference, &mesh.asked, type_id, object)
        };
        let wear = side(selection.wear, Some(WEAR));
        let control = side(selection.control, Some(CTLD));
        let points = side(selection.control_points, Some(CTPT));
        let damage = side(selection.node_damage, Some(NDPR));
        // The type of ground plans is only deduced.
        let plan = side(selection.ground_plan, None);
        component.wear = match wear {
            Some(entry) => Some(self.wanted.wear(entry)),
            None => self.wear_beside(&mesh, object),
        };
        component.model = Some(self.wanted.model(mesh));
        component.control = control.map(|entry| self.wanted.control(entry));
        component.points = points.map(|entry| self.wanted.points(entry));
        component.damage = damage.map(|entry| self.wanted.damage(entry));
        component.plan = plan.map(|entry| self.wanted.plan(entry));
        Ok(())
    }

    /// The effective references of a prototype; `None` when the registry has no such key.
    fn references(
        &mut self,
        registry: &[u8],
        key: &[u8],
    ) -> Result<Option<Vec<Effective>>, Failure> {
        let fail = |message: String| Failure {
            edge: Edge::MissionToObjectsRegistry,
            message,
        };
        let Some(archive) = self.archive(registry) else {
            return Err(fail(format!("{REGISTRY}: cannot be opened")));
        };
        let lookup = |key: &[u8]| {
            let found = name_candidates(key)
                .iter()
                .find_map(|name| archive.find(name));
            let Some(entry) = found else {
                return Ok(None);
            };
            let payload = archive.payload(entry).map_err(|error| error.to_string())?;
            let references: wire::Result<Vec<ObjectRef64>> = read_references(payload);
            references.map(Some).map_err(|error| error.to_string())
        };
        match expand(key, lookup) {
            Ok(effective) => Ok(Some(effective)),
            Err(ExpandError::Missing { .. }) => Ok(None),
            Err(error) => Err(Failure {
                edge: Edge::PrototypeToMesh,
                message: format!("{REGISTRY}: {error}"),
            }),
        }
    }

    /// The first mesh reference that is there; `None` for a prototype that is not geometric.
    fn mesh(&mut self, selection: &Selection<'_>) -> Result<Option<ArchiveEntry>, Failure> {
        let mut tried = Vec::new();
        for reference in &selection.meshes {
            let reference = &reference.reference;
            let candidates = name_candidates(reference.member());
            // A reference without an archive has no mesh's archive to fall back on.
            let archive = reference.archive();
            let found = (!archive.is_empty()).then(|| self.find(archive, &candidates, Some(MESH)));
            if let Some(mesh) = found.flatten() {
                return Ok(Some(mesh));
            }
            tried.push(reference.to_string());
        }
        if !tried.is_empty() {
            return Err(Failure {
                edge: Edge::PrototypeToMesh,
                message: format!("explicit mesh reference missing: {}", tried.join(", ")),
            });
        }
        let Some(plan) = selection.ground_plan else {
            return Ok(None);
        };
        // The last resort for a building whose parent gives no mesh.
        let reference = &plan.reference;
        let name = with_extension(reference.member(), "msh");
        let found = self.find(reference.archive(), &[name], Some(MESH));
        if found.is_some() {
            let place = Place::entry(
                wire::decode_cp1251(reference.archive()),
                wire::decode_cp1251(reference.member()),
            );
            self.problems.add(Problem::at(
                Severity::Warning,
                "MESH_BESIDE_PLAN",
                &place,
                "the prototype names a ground plan but no mesh",
                "the mesh of the plan's name",
            ));
        }
        Ok(found)
    }

    /// The entry of a side file; one that is named but not there is a problem.
    fn side(
        &mut self,
        reference: &ObjectRef64,
        mesh_archive: &[u8],
        type_id: Option<u32>,
        object: u32,
    ) -> Option<ArchiveEntry> {
        let archive = reference.archive_or(mesh_archive).to_vec();
        let member = reference.member().to_vec();
        let found = self.find(&archive, std::slice::from_ref(&member), type_id);
        if found.is_none() {
            let place = Place::entry(wire::decode_cp1251(&archive), wire::decode_cp1251(&member));
            let problem = Problem::at(
                Severity::Warning,
                "SIDE_FILE_MISSING",
                &place,
                "expected the entry that the prototype names, found none",
                "the model without it",
            );
            self.problems.add(problem.on_object(object));
        }
        found
    }

    /// The WEAR table of the mesh's own name in its own archive.
    fn wear_beside(&mut self, mesh: &ArchiveEntry, object: u32) -> Option<Index> {
        let wear = mesh.archive.find(&with_extension(mesh.name(), "wea"));
        let Some(index) = wear else {
            let problem = Problem::at(
                Severity::Warning,
                "WEAR_MISSING",
                &mesh.place(),
                "expected a WEAR table of the same name, found none",
                "the default material",
            );
            self.problems.add(problem.on_object(object));
            return None;
        };
        let entry = ArchiveEntry {
            index,
            ..mesh.clone()
        };
        Some(self.wanted.wear(entry))
    }

    /// The first of some names in an archive. An entry of another type is not there, and a problem.
    fn find(
        &mut self,
        name: &[u8],
        candidates: &[Vec<u8>],
        type_id: Option<u32>,
    ) -> Option<ArchiveEntry> {
        let archive = self.archive(name)?;
        for index in candidates.iter().filter_map(|name| archive.find(name)) {
            let found = archive.entries().get(index).map(|entry| entry.type_id);
            if type_id.is_none() || found == type_id {
                return Some(ArchiveEntry {
                    archive,
                    index,
                    asked: name.to_vec(),
                });
            }
            let [expected, found] = [type_id, found].map(|id| nres::tag_text(id.unwrap_or(0)));
            self.problems.add(Problem::at(
                Severity::Warning,
                "WRONG_TYPE",
                &entry_place(&archive, index),
                format!("expected an entry of type {expected}, found {found}"),
                "as if it were not there",
            ));
        }
        None
    }

    /// An archive by its name; one that cannot be opened is one problem, however often it is asked for.
    pub(crate) fn archive(&mut self, name: &[u8]) -> Option<Arc<OpenArchive>> {
        let key = wire::fold(name);
        if let Some(archive) = self.archives.get(&key) {
            return archive.clone();
        }
        let archive = match self.game.archive(name) {
            Ok(archive) => Some(archive),
            Err(error) => {
                self.problems.add(Problem::at(
                    Severity::Error,
                    "ARCHIVE_UNREADABLE",
                    &Place::file(wire::decode_cp1251(name)),
                    error.to_string(),
                    NOTHING,
                ));
                None
            }
        };
        self.archives.insert(key, archive.clone());
        archive
    }
}

fn failed(edge: Edge, message: impl Into<String>) -> Assembly {
    Assembly {
        failure: Some(Failure {
            edge,
            message: message.into(),
        }),
        ..Assembly::default()
    }
}

/// Where an entry is.
pub(crate) fn entry_place(archive: &OpenArchive, index: usize) -> Place {
    let record = archive.entries().get(index);
    let name = record.map_or(&[][..], |record| record.name.bytes());
    Place::entry(archive.name(), wire::decode_cp1251(name))
}
