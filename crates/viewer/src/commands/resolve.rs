//! `overfly resolve`: what each placed object became.

use crate::cli::ResolveArgs;
use crate::json::{Resolved, ResolvedBatch, ResolvedComponent, ResolvedObject};
use crate::output;
use crate::target::Target;
use anyhow::Result;
use material::BlendMode;
use mission::{Component, Mission, Progress};
use msh::{LodLevel, NodeState, Selection};
use std::collections::BTreeMap;
use std::process::ExitCode;
use tma::ObjectKind;

pub(super) fn run(args: &ResolveArgs) -> Result<ExitCode> {
    let target = Target::resolve(&args.target)?;
    let folder = target.mission_of_game()?.folder;
    let mission = mission::load(&target.game, &folder, &Progress::default())?;
    output::log_problems(&mission);
    output::print_json(&resolved(&mission))?;
    Ok(ExitCode::SUCCESS)
}

fn resolved(mission: &Mission) -> Resolved {
    let objects = mission.objects.iter().zip(&mission.tma.objects).enumerate();
    let objects = objects.map(|(index, (object, placed))| {
        let assembly = mission.assemblies.get(object.assembly);
        let components = assembly.map_or(&[][..], |assembly| &assembly.components);
        ResolvedObject {
            index,
            resource: placed.resource_name.text(),
            kind: kind(placed.kind()),
            clan: placed.clan_index,
            components: components
                .iter()
                .map(|component| resolved_component(mission, component))
                .collect(),
            problem: mission.object_problem(index),
        }
    });
    Resolved {
        target: mission.folder.to_string(),
        objects: objects.collect(),
    }
}

fn kind(kind: ObjectKind) -> String {
    match kind {
        ObjectKind::Building => "building".into(),
        ObjectKind::Unit => "unit".into(),
        ObjectKind::Vegetation => "vegetation".into(),
        ObjectKind::Stone => "stone".into(),
        ObjectKind::Unknown(word) => word.to_string(),
    }
}

fn blend(mode: BlendMode) -> &'static str {
    match mode {
        BlendMode::Opaque => "opaque",
        BlendMode::Additive => "additive",
        BlendMode::Multiply => "multiply",
        BlendMode::Alpha => "alpha",
        BlendMode::Multiply2x => "multiply2x",
    }
}

/// `archive:entry` of a component's model; its key where it has none.
pub(super) fn path(mission: &Mission, component: &Component) -> String {
    component
        .model
        .and_then(|model| mission.resources.models.get(model))
        .map_or_else(|| component.key.clone(), |model| model.place.to_string())
}

fn resolved_component(mission: &Mission, component: &Component) -> ResolvedComponent {
    let resources = &mission.resources;
    let wear = component.wear.and_then(|wear| resources.wears.get(wear));
    let control = component
        .control
        .and_then(|control| resources.controls.get(control));
    ResolvedComponent {
        path: path(mission, component),
        wear: wear.map(|wear| wear.place.to_string()),
        control: control.map(|control| control.place.to_string()),
        drawn: component.drawn,
        batches: batches(mission, component),
    }
}

/// What is drawn of a component whole (state 0) and near (level of detail 0).
fn batches(mission: &Mission, component: &Component) -> Vec<ResolvedBatch> {
    let Some(model) = component
        .model
        .and_then(|model| mission.resources.models.get(model)?.value.as_ref())
    else {
        return Vec::new();
    };
    let has_uv1 = model.uv1.is_some();
    let selection = Selection {
        state: NodeState(0),
        lod: LodLevel(0),
        ..Selection::default()
    };
    let mut nodes: BTreeMap<(Option<usize>, usize), Vec<u32>> = BTreeMap::new();
    for range in model.draw_ranges(&selection) {
        let node = u32::try_from(range.node.unwrap_or(0)).unwrap_or(u32::MAX);
        nodes
            .entry((range.slot, range.batch))
            .or_default()
            .push(node);
    }
    nodes
        .into_iter()
        .filter_map(|((slot, batch), nodes)| {
            let record = model.batches.get(batch)?;
            Some(resolved_batch(
                mission,
                component,
                record,
                has_uv1,
                (slot, batch),
                nodes,
            ))
        })
        .collect()
}

fn resolved_batch(
    mission: &Mission,
    component: &Component,
    record: &msh::Batch20,
    has_uv1: bool,
    (slot, batch): (Option<usize>, usize),
    nodes: Vec<u32>,
) -> ResolvedBatch {
    let resources = &mission.resources;
    let place = |image: Option<mission::Index>| {
        let image = image.and_then(|image| resources.images.get(image));
        image.map(|image| image.place.to_string())
    };
    let row = usize::from(record.material_index);
    let material = resources
        .materials
        .get(resources.material_of(component.wear, row));
    let rows = component
        .wear
        .and_then(|wear| resources.wears.get(wear)?.value.as_ref())
        .map_or(0, |table| table.lightmaps.len());
    let lightmap = material::lightmap_row(record.lightmap_index, rows, has_uv1);
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    ResolvedBatch {
        index: number(batch),
        nodes,
        slot: slot.map(number),
        wear_row: u32::from(record.material_index),
        material: material.and_then(|m| m.place.as_ref().map(ToString::to_string)),
        found: material
            .map_or(material::Found::BuiltIn, |m| m.found)
            .name(),
        textures: material
            .map(|m| m.images.iter().filter_map(|image| place(*image)).collect())
            .unwrap_or_default(),
        lightmap: place(
            lightmap
                .ok()
                .flatten()
                .and_then(|row| resources.lightmap_of(component.wear, row)),
        ),
        blend: blend(
            material
                .map(|m| m.record.flags.blend_mode())
                .unwrap_or_default(),
        ),
        flags: format!("{:#06x}", record.flags.0),
    }
}
