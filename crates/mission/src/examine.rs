//! What is odd about a loaded mission, and where parts hang: the steps that need everything read.

use crate::assembly::{Assembly, Component, Failure};
use crate::library::{Index, Resources};
use crate::load::Object;
use crate::pose::{PoseFault, PoseMode, PoseScratch};
use crate::problem::{Place, Problem, Problems, Severity};
use msh::NodePose;
use registry::{Edge, Mount, Target};

/// Lists what is odd about a placed object but drawn all the same (spec page: mission, sections 2.5, 3 and 4.5).
pub(crate) fn check_object(
    placed: &tma::PlacedObject,
    number: u32,
    tma: &Place,
    problems: &mut Problems,
) {
    let mut odd = |code, message: String, effect| {
        let problem = Problem::at(Severity::Warning, code, tma, message, effect);
        problems.add(problem.on_object(number));
    };
    if placed.scale.iter().any(|&scale| scale <= 0.0) {
        let message = format!(
            "object {number}: expected a positive scale, found {:?}",
            placed.scale
        );
        odd("SCALE", message, "0 as 0.0001, a negative scale mirrored");
    }
    let name = placed.resource_name.name();
    if !Target::of(name).suits(placed.raw_kind) {
        let message = format!(
            "object kind {}: expected another kind of name, found {:?}",
            placed.raw_kind,
            wire::decode_cp1251(name)
        );
        odd("OBJECT_KIND", message, "what the name says");
    }
}

/// Gives components whose model could not be read the reason, and objects that have no other model, too.
pub(crate) fn fail_unreadable(
    assemblies: &mut [Assembly],
    resources: &Resources,
    problems: &Problems,
) {
    let reason = |model: Index| {
        let model = resources.models.get(model)?;
        if model.value.is_some() {
            return None;
        }
        let message = problems
            .error_at(&model.place)
            .map_or_else(|| model.place.to_string(), ToString::to_string);
        Some(Failure {
            edge: Edge::PrototypeToMesh,
            message,
        })
    };
    for assembly in assemblies {
        for component in &mut assembly.components {
            if component.failure.is_none() {
                component.failure = component.model.and_then(reason);
            }
        }
        let mut drawn = assembly.components.iter().filter(|c| c.drawn);
        let has_model =
            |component: &Component| component.model.is_some() && component.failure.is_none();
        if assembly.failure.is_none() && !drawn.clone().any(has_model) {
            assembly.failure = drawn.find_map(|component| component.failure.clone());
        }
    }
}

/// Finds the node that each part hangs on, and lays out the poses of every assembly.
pub(crate) fn mount(assemblies: &mut [Assembly], resources: &Resources, problems: &mut Problems) {
    let node_count = |model: Option<Index>| {
        let model = resources.models.get(model?)?.value.as_ref()?;
        Some(model.nodes.len())
    };
    for assembly in assemblies {
        let mut offset = 0_u32;
        let mut offsets = vec![0];
        for index in 0..assembly.components.len() {
            let Some(component) = assembly.components.get(index) else {
                continue;
            };
            let nodes = node_count(component.model).unwrap_or(0);
            offset = offset.saturating_add(u32::try_from(nodes).unwrap_or(u32::MAX));
            offsets.push(offset);
            let parent = component.parent.and_then(|p| assembly.components.get(p));
            let parent_nodes = parent.and_then(|parent| node_count(parent.model));
            let wanted = match component.mount {
                Mount::Node(node) => Some(node),
                Mount::Root | Mount::ItemSlot(_) => None,
            };
            let socket = match (wanted, parent_nodes) {
                (_, None) => None,
                (None, Some(_)) => Some(0),
                (Some(node), Some(count)) => {
                    let node_index = u32::try_from(node).ok();
                    let inside = node_index.filter(|&node| (node as usize) < count);
                    if inside.is_none() {
                        problems.add(Problem::at(
                            Severity::Warning,
                            "SOCKET_RANGE",
                            &Place::file(assembly.resource.clone()),
                            format!(
                                "component {index} {}: expected a socket below {count}, found {node}",
                                component.key
                            ),
                            "the part on node 0 of its parent",
                        ));
                    }
                    Some(inside.unwrap_or(0))
                }
            };
            if component.drawn && component.parent.is_some() {
                check_mount(component, resources, problems);
            }
            if let Some(component) = assembly.components.get_mut(index) {
                component.socket = socket;
            }
        }
        assembly.pose_offsets = offsets;
    }
}

/// Lists what is odd about a model as an attached one (spec page: msh, section 11).
fn check_mount(component: &Component, resources: &Resources, problems: &mut Problems) {
    let Some(loaded) = component.model.and_then(|m| resources.models.get(m)) else {
        return;
    };
    let Some(model) = &loaded.value else {
        return;
    };
    let nodes = model.nodes.standard();
    let mut odd = |message: &str, effect| {
        let problem = Problem::at(Severity::Warning, "MOUNT", &loaded.place, message, effect);
        problems.add(problem);
    };
    if nodes.len() < 2 {
        let message = "an attached model has nothing but its node 0";
        odd(message, "node 0 at the socket");
    } else if model.drawn_slot(0, &msh::Selection::default()).is_some() {
        let message = "node 0 of an attached model has geometry";
        odd(message, "node 0 at the socket");
    }
    if nodes.iter().skip(1).any(|node| node.parent().is_none()) {
        let message = "an attached model has a second node without a parent";
        odd(message, "that node in the frame of the object");
    }
}

/// Lists references in control data that lead out of their component, once for each use of a file with a model.
pub(crate) fn check_controls(
    assemblies: &[Assembly],
    resources: &Resources,
    problems: &mut Problems,
) {
    for component in assemblies.iter().flat_map(|assembly| &assembly.components) {
        let Some((control, model)) = component
            .control
            .and_then(|control| resources.controls.get(control))
            .zip(
                component
                    .model
                    .and_then(|model| resources.models.get(model)),
            )
        else {
            continue;
        };
        let points = component.points.and_then(|p| resources.points.get(p));
        let point_count = points
            .and_then(|points| points.value.as_ref())
            .map_or(0, |points| points.points.len());
        let (Some(value), Some(model)) = (&control.value, &model.value) else {
            continue;
        };
        for warning in value.warnings(model.nodes.len(), point_count) {
            let (message, effect) = (warning.to_string(), "the rest of the control data");
            let place = &control.place;
            problems.add(Problem::at(
                Severity::Warning,
                "CTL",
                place,
                message,
                effect,
            ));
        }
    }
}

/// Lists control data that give no pose, once for each assembly.
pub(crate) fn check_poses(
    objects: &[Object],
    assemblies: &[Assembly],
    resources: &Resources,
    problems: &mut Problems,
) {
    let mut scratch = PoseScratch::default();
    for (number, assembly) in assemblies.iter().enumerate() {
        let mut poses = vec![NodePose::IDENTITY; assembly.pose_count()];
        let fault = |fault: PoseFault| {
            let object = objects.iter().position(|o| o.assembly == number);
            let object = u32::try_from(object.unwrap_or_default()).unwrap_or(u32::MAX);
            let message = pose_fault_message(object, assembly, resources, &fault);
            let control = control_of(assembly, resources, fault.component);
            let effect = "the component with all nodes at time 0";
            let problem = Problem::at(Severity::Error, "POSE", control, message, effect);
            problems.add(problem.on_object(object));
        };
        assembly.pose(
            resources,
            PoseMode::Stored,
            &mut scratch,
            &mut poses,
            fault,
            |_, _, _| {},
        );
    }
}

/// The message of a component that has no pose, in the form of the page (spec page: control, section 4.4).
pub(crate) fn pose_fault_message(
    object: u32,
    assembly: &Assembly,
    resources: &Resources,
    fault: &PoseFault,
) -> String {
    let component = assembly.components.get(fault.component);
    let key = component.map_or("", |component| component.key.as_str());
    let control = control_of(assembly, resources, fault.component);
    format!(
        "object {object} \"{}\", component {} {key}, {control}, {}",
        assembly.resource, fault.component, fault.error
    )
}

/// Where the control data of a component are.
fn control_of<'a>(assembly: &Assembly, resources: &'a Resources, component: usize) -> &'a Place {
    const NOWHERE: &Place = &Place {
        file: String::new(),
        entry: None,
    };
    assembly
        .components
        .get(component)
        .and_then(|component| resources.controls.get(component.control?))
        .map_or(NOWHERE, |control| &control.place)
}

/// Lists batches whose material or lightmap row does not exist.
pub(crate) fn check_batches(
    assemblies: &[Assembly],
    resources: &Resources,
    problems: &mut Problems,
) {
    let components = assemblies.iter().flat_map(|assembly| &assembly.components);
    for component in components.filter(|component| component.drawn) {
        let Some(model) = component.model.and_then(|m| resources.models.get(m)) else {
            continue;
        };
        let wear = component.wear.and_then(|wear| resources.wears.get(wear));
        let Some((value, table)) = model
            .value
            .as_ref()
            .zip(wear.and_then(|wear| wear.value.as_ref()))
        else {
            continue;
        };
        for batch in &value.batches {
            let row = table.material(usize::from(batch.material_index));
            let lightmap = material::lightmap_row(
                batch.lightmap_index,
                table.lightmaps.len(),
                value.uv1.is_some(),
            );
            let faults = [row.err(), lightmap.err()];
            problems.extend(
                faults
                    .iter()
                    .flatten()
                    .filter_map(|warning| crate::library::warning_at(&model.place, warning)),
            );
        }
    }
}
