//! `overfly poses`: the global pose of every node of every component.

use crate::cli::PosesArgs;
use crate::json::{
    GlobalPose, Placement, PoseSource, PosedComponent, PosedNode, PosedObject, Poses,
};
use crate::output;
use crate::target::Target;
use crate::view::ViewOptions;
use anyhow::Result;
use mission::{Assembly, Mission, PoseMode, PoseScratch, Progress};
use msh::{NodePose, NodeTime};
use std::process::ExitCode;

pub(super) fn run(args: &PosesArgs) -> Result<ExitCode> {
    let target = Target::resolve(&args.target)?;
    let folder = target.mission_of_game()?.folder;
    let mission = mission::load(&target.game, &folder, &Progress::default())?;
    output::log_problems(&mission);
    let poses = poses(&mission, ViewOptions::new(&args.view).pose);
    output::print_json(&poses)?;
    let errors = poses
        .objects
        .iter()
        .flat_map(|object| &object.components)
        .filter_map(|component| component.error.as_ref());
    match output::first_of(errors) {
        Some(errors) if args.view.keep_going => {
            tracing::warn!("{errors}; posed at time 0");
            Ok(ExitCode::SUCCESS)
        }
        Some(errors) => {
            anyhow::bail!("{errors}; posed at time 0; --keep-going takes that for success")
        }
        None => Ok(ExitCode::SUCCESS),
    }
}

fn poses(mission: &Mission, mode: PoseMode) -> Poses {
    let objects = mission.objects.iter().zip(&mission.tma.objects).enumerate();
    let objects = objects.map(|(index, (object, placed))| PosedObject {
        index,
        name: object.name.clone(),
        resource: placed.resource_name.text(),
        placement: Placement {
            position: placed.position,
            angles: placed.orientation,
            scale: placed.scale,
        },
        components: mission
            .assemblies
            .get(object.assembly)
            .map(|assembly| components(mission, index, assembly, mode))
            .unwrap_or_default(),
    });
    Poses {
        target: mission.folder.to_string(),
        objects: objects.collect(),
    }
}

fn components(
    mission: &Mission,
    object: usize,
    assembly: &Assembly,
    mode: PoseMode,
) -> Vec<PosedComponent> {
    let mut components: Vec<PosedComponent> = assembly
        .components
        .iter()
        .map(|component| PosedComponent {
            path: super::resolve::path(mission, component),
            parent_component: component.parent,
            parent_node: component.socket,
            drawn: component.drawn,
            error: None,
            nodes: Vec::new(),
        })
        .collect();
    let mut faults = Vec::new();
    assembly.pose(
        &mission.resources,
        mode,
        &mut PoseScratch::default(),
        &mut vec![NodePose::IDENTITY; assembly.pose_count()],
        |fault| faults.push(fault),
        |index, times, poses| {
            let model = assembly
                .components
                .get(index)
                .and_then(|component| mission.resources.models.get(component.model?))
                .and_then(|model| model.value.as_ref());
            if let (Some(model), Some(component)) = (model, components.get_mut(index)) {
                let mounted = component.parent_component.is_some();
                component.nodes = nodes(model, mounted, times, poses);
            }
        },
    );
    for fault in faults {
        if let Some(component) = components.get_mut(fault.component) {
            component.error = Some(mission.pose_fault(object, &fault));
        }
    }
    components
}

fn nodes(
    model: &msh::Model,
    mounted: bool,
    times: &[NodeTime],
    poses: &[NodePose],
) -> Vec<PosedNode> {
    let skeleton = model.skeleton().ok();
    let source = |index: usize, time: NodeTime| match &skeleton {
        None => PoseSource::None,
        Some(skeleton) => match skeleton.key_choice(index, time) {
            Some(choice) if choice.is_from_map() => PoseSource::Map,
            _ => PoseSource::Fallback,
        },
    };
    let nodes = times.iter().zip(poses).enumerate();
    nodes
        .map(|(index, (&time, pose))| {
            let is_socket = mounted && index == 0;
            PosedNode {
                index,
                name: model.node_title(index),
                parent: model.nodes.standard().get(index).and_then(|n| n.parent()),
                time: time.frames().filter(|_| !is_socket),
                source: if is_socket {
                    PoseSource::Mount
                } else {
                    source(index, time)
                },
                global: GlobalPose {
                    translation: pose.translation.to_array(),
                    rotation_xyzw: pose.rotation.to_array(),
                },
            }
        })
        .collect()
}
