//! Checks across streams, after all were read (spec page: msh, section 13).

use crate::batch::{Batch20, BatchFlags};
use crate::model::{MAX_REACHED, Model};
use crate::node::{LOD_COUNT, NONE, Node38, NodeFlags, NodeTable, STATE_COUNT};
use crate::path_graph::PathGraph;
use crate::skeleton::NoHierarchy;
use crate::slot::{HEADER_SIZE, Slot68};
use crate::stream::{StreamBytes, StreamType};
use crate::warning::{WarningKind, Warnings};
use wire::Malformed;

/// Where the required streams lie in the file, to say where an error is.
pub(crate) struct Places {
    pub(crate) nodes: StreamBytes<'static>,
    pub(crate) slots: StreamBytes<'static>,
    pub(crate) positions: StreamBytes<'static>,
    pub(crate) indices: StreamBytes<'static>,
    pub(crate) batches: StreamBytes<'static>,
}

/// Compares the record counts of the directory with what the streams hold.
pub(crate) fn record_counts(archive: &nres::Archive<'_>, model: &Model, warnings: &mut Warnings) {
    for (index, entry) in archive.entries().iter().enumerate() {
        let is_content = model
            .directory
            .get(index)
            .is_some_and(|stream| stream.raw.is_none());
        let Some(kind) = StreamType::from_id(entry.type_id).filter(|_| is_content) else {
            continue;
        };
        // Types 9 and 20: what the game's own files declare there is not known. Types 17 and 18 have rules of their own.
        let is_declared = !matches!(
            kind,
            StreamType::Names | StreamType::LocalLights | StreamType::PathGraph | StreamType::Uv1
        );
        let count = model.record_count(kind);
        if is_declared && count != entry.attr1 as usize {
            warnings.add(WarningKind::RecordCount, || {
                Malformed::new(
                    entry.data_offset as usize,
                    format!("type {} record count (attr1)", entry.type_id),
                    format!("{count}, as the size says"),
                    entry.attr1.to_string(),
                )
            });
        }
    }
}

/// Slots against batches, batches against indices and vertices.
pub(crate) fn geometry(
    model: &Model,
    places: &Places,
    warnings: &mut Warnings,
) -> wire::Result<()> {
    for (index, slot) in model.slots.iter().enumerate() {
        check_slot(model, index, slot, places, warnings)?;
    }
    let by_batches: u64 = model.batches.iter().map(batch_cost).sum();
    check_cost(by_batches, &places.batches)?;
    let by_slots = slot_costs(model)
        .iter()
        .fold(0, |sum: u64, &cost| sum.saturating_add(cost));
    check_cost(by_slots, &places.slots)?;
    for (index, batch) in model.batches.iter().enumerate() {
        check_batch(model, index, batch, places, warnings)?;
    }
    Ok(())
}

/// Nodes against slots, keys, frame map and each other.
pub(crate) fn nodes(model: &Model, places: &Places, warnings: &mut Warnings) -> wire::Result<()> {
    let place = &places.nodes;
    if let NodeTable::Short(_) = model.nodes {
        warnings.add(WarningKind::ShortNodes, || {
            place.malformed(
                0,
                "node stride (attr3)",
                "38",
                "non-standard node table (stride 24)",
            )
        });
    }
    if let Err(reason) = model.skeleton() {
        let kind = match reason {
            NoHierarchy::Parent { .. } => Some(WarningKind::ParentOrder),
            NoHierarchy::FallbackKey { .. } => Some(WarningKind::FallbackKey),
            // Reported where they were found.
            NoHierarchy::ShortNodes | NoHierarchy::NoAnimation | NoHierarchy::NoNodes => None,
        };
        let node = reason.node().unwrap_or_default();
        if let Some(kind) = kind {
            warnings.add(kind, || {
                place.malformed(
                    node.saturating_mul(size_of::<Node38>()),
                    format!("node {node}"),
                    "a node hierarchy",
                    reason.to_string(),
                )
            });
        }
    }
    let mut drawn = 0_u64;
    let costs = slot_costs(model);
    for (index, node) in model.nodes.standard().iter().enumerate() {
        check_node(model, index, node, places, warnings);
        let words = node.slot_index.iter().filter(|&&word| word != NONE);
        for cost in words.filter_map(|&word| costs.get(usize::from(word))) {
            drawn = drawn.saturating_add(*cost);
        }
    }
    check_cost(drawn, place)
}

/// Streams that should have one record per vertex or triangle.
pub(crate) fn vertex_streams(model: &Model, places: &Places, warnings: &mut Warnings) {
    let vertex_count = model.positions.len();
    let counts = [
        (StreamType::Normals, model.normals.as_ref().map(Vec::len)),
        (StreamType::Uv0, model.uv0.as_ref().map(Vec::len)),
        (
            StreamType::Auxiliary15,
            model.auxiliary_15.as_ref().map(Vec::len),
        ),
    ];
    for (kind, count) in counts {
        if let Some(count) = count.filter(|&count| count != vertex_count) {
            warnings.add(WarningKind::VertexStreamCount, || {
                places.positions.malformed(
                    0,
                    format!("vertex count against type {}", kind.id()),
                    format!("{vertex_count} records"),
                    format!("{count} records"),
                )
            });
        }
    }
    if let Some(triangles) = &model.triangles
        && !model.descriptors_fit()
    {
        warnings.add(WarningKind::DescriptorCount, || {
            places.indices.malformed(
                0,
                "triangle count against type 7",
                format!("{} descriptors", model.indices.len() / 3),
                triangles.len().to_string(),
            )
        });
    }
}

/// A path graph against its own vertices and the nodes.
pub(crate) fn path_graph(
    graph: &PathGraph,
    node_count: usize,
    stream: &StreamBytes<'_>,
    warnings: &mut Warnings,
) {
    let joint = graph
        .vertices
        .iter()
        .position(|vertex| vertex.joint as usize >= node_count);
    if let Some(index) = joint {
        warnings.add(WarningKind::PathGraph, || {
            stream.malformed(
                index.saturating_mul(20),
                format!("path vertex {index}"),
                format!("a node below {node_count}"),
                "a node that does not exist",
            )
        });
    }
    let vertex_count = graph.vertices.len();
    let link = graph
        .links
        .iter()
        .position(|link| link.start.max(link.end) as usize >= vertex_count);
    if let Some(index) = link {
        warnings.add(WarningKind::PathGraph, || {
            stream.malformed(
                vertex_count
                    .saturating_mul(20)
                    .saturating_add(index.saturating_mul(40)),
                format!("path link {index}"),
                format!("vertices below {vertex_count}"),
                "a vertex that does not exist",
            )
        });
    }
}

fn check_slot(
    model: &Model,
    index: usize,
    slot: &Slot68,
    places: &Places,
    warnings: &mut Warnings,
) -> wire::Result<()> {
    let place = &places.slots;
    let position = index
        .saturating_mul(size_of::<Slot68>())
        .saturating_add(HEADER_SIZE);
    let batches = slot.batches();
    if batches.end > model.batches.len() {
        return Err(place.malformed(
            position.saturating_add(4),
            format!("slot {index} batch range"),
            format!("an end up to {}", model.batches.len()),
            format!("{}..{}", batches.start, batches.end),
        ));
    }
    if !slot.has_sane_bounds() {
        return Err(place.malformed(
            position.saturating_add(8),
            format!("slot {index} bounds"),
            "finite numbers, min <= max, radius >= 0",
            format!(
                "{} to {}, radius {} around {}",
                slot.aabb_min, slot.aabb_max, slot.sphere_radius, slot.sphere_center
            ),
        ));
    }
    if let Some(triangles) = &model.triangles
        && slot.triangles().end > triangles.len()
    {
        warnings.add(WarningKind::SlotTriangles, || {
            place.malformed(
                position,
                format!("slot {index} triangle range"),
                format!("an end up to {}", triangles.len()),
                slot.triangles().end.to_string(),
            )
        });
    }
    Ok(())
}

fn check_batch(
    model: &Model,
    index: usize,
    batch: &Batch20,
    places: &Places,
    warnings: &mut Warnings,
) -> wire::Result<()> {
    let place = &places.batches;
    let position = index.saturating_mul(size_of::<Batch20>());
    let range = batch.indices();
    let Some(indices) = model.indices.get(range.clone()) else {
        return Err(place.malformed(
            position.saturating_add(8),
            format!("batch {index} index range"),
            format!("an end up to {}", model.indices.len()),
            format!("{}..{}", range.start, range.end),
        ));
    };
    let vertex_count = model.positions.len() as u64;
    let max_index = indices.iter().copied().max();
    if let Some(max_index) = max_index {
        let last = u64::from(batch.base_vertex) + u64::from(max_index);
        if last >= vertex_count {
            return Err(place.malformed(
                position.saturating_add(16),
                format!("batch {index} vertex (base vertex + index)"),
                format!("below {vertex_count}"),
                last.to_string(),
            ));
        }
        if batch.vertex_count != 0 && max_index >= batch.vertex_count {
            warnings.add(WarningKind::BatchVertexCount, || {
                place.malformed(
                    position.saturating_add(14),
                    format!("batch {index} vertex count"),
                    format!("above the largest index {max_index}"),
                    batch.vertex_count.to_string(),
                )
            });
        }
    }
    let is_finite = |vertex: u64| {
        usize::try_from(vertex)
            .ok()
            .and_then(|vertex| model.positions.get(vertex))
            .is_some_and(|position| position.is_finite())
    };
    let broken = indices
        .iter()
        .map(|&index| u64::from(batch.base_vertex) + u64::from(index))
        .find(|&vertex| !is_finite(vertex));
    if let Some(vertex) = broken {
        return Err(places.positions.malformed(
            usize::try_from(vertex.saturating_mul(12)).unwrap_or(usize::MAX),
            format!("position {vertex} of batch {index}"),
            "finite numbers",
            "a number that is not finite",
        ));
    }
    note_batch(model, index, batch, position, place, warnings);
    Ok(())
}

/// What is unusual of a batch, but harmless.
fn note_batch(
    model: &Model,
    index: usize,
    batch: &Batch20,
    position: usize,
    place: &StreamBytes<'_>,
    warnings: &mut Warnings,
) {
    if !batch.index_count.is_multiple_of(3) {
        warnings.add(WarningKind::BatchTail, || {
            place.malformed(
                position.saturating_add(8),
                format!("batch {index} index count"),
                "a multiple of 3",
                batch.index_count.to_string(),
            )
        });
    }
    if batch.material_index_hi != 0 {
        warnings.add(WarningKind::MaterialIndexHi, || {
            place.malformed(
                position.saturating_add(2),
                format!("batch {index} material_index_hi"),
                "0",
                batch.material_index_hi.to_string(),
            )
        });
    }
    if batch.flags.contains(BatchFlags::PORTAL_RUN_TIME) {
        warnings.add(WarningKind::RunTimeFlag, || {
            place.malformed(
                position,
                format!("batch {index} flags"),
                "no flag 0x0020",
                format!("{:#06x}", batch.flags.0),
            )
        });
    }
    if batch
        .portal_room()
        .is_some_and(|room| room >= model.nodes.len())
    {
        warnings.add(WarningKind::PortalRoom, || {
            place.malformed(
                position.saturating_add(6),
                format!("batch {index} portal room"),
                format!("a node below {}", model.nodes.len()),
                batch.local_batch_index.to_string(),
            )
        });
    }
    let has_flag = batch.flags.contains(BatchFlags::LIGHTMAP);
    let has_lightmap = batch.lightmap().is_some();
    if has_flag != has_lightmap || has_lightmap && model.uv1.is_none() {
        warnings.add(WarningKind::LightmapMismatch, || {
            place.malformed(
                position.saturating_add(5),
                format!("batch {index} lightmap"),
                "flag 0x2000, a lightmap row and type 18, or none of them",
                format!(
                    "flags {:#06x}, row {:#04x}, type 18 {}",
                    batch.flags.0,
                    batch.lightmap_index,
                    if model.uv1.is_some() {
                        "there"
                    } else {
                        "missing"
                    }
                ),
            )
        });
    }
}

fn check_node(
    model: &Model,
    index: usize,
    node: &Node38,
    places: &Places,
    warnings: &mut Warnings,
) {
    let place = &places.nodes;
    let position = index.saturating_mul(size_of::<Node38>());
    let wrong = node
        .slot_index
        .iter()
        .position(|&word| word != NONE && usize::from(word) >= model.slots.len());
    if let Some(word) = wrong {
        warnings.add(WarningKind::SlotIndex, || {
            place.malformed(
                position.saturating_add(8 + word * 2),
                format!(
                    "node {index} slot of state {} lod {}",
                    word / LOD_COUNT,
                    word % LOD_COUNT
                ),
                format!("a slot below {}", model.slots.len()),
                node.slot_index
                    .get(word)
                    .copied()
                    .unwrap_or(NONE)
                    .to_string(),
            )
        });
    }
    let shows_outside = (0..STATE_COUNT)
        .any(|state| (0..LOD_COUNT - 1).any(|lod| node.slot_word(state, lod).is_some()));
    if node.flags.contains(NodeFlags::COCKPIT) && shows_outside {
        warnings.add(WarningKind::CockpitSlot, || {
            place.malformed(
                position.saturating_add(8),
                format!("cockpit node {index}"),
                "slots at lod 4 only",
                "a slot at lod 0 to 3",
            )
        });
    }
    let Some(animation) = &model.animation else {
        return;
    };
    let end = u64::from(node.anim_map_start) + u64::from(animation.frame_count);
    if node.anim_map_start != NONE && end > animation.frame_map.len() as u64 {
        warnings.add(WarningKind::MapBlock, || {
            place.malformed(
                position.saturating_add(4),
                format!("node {index} frame map block"),
                format!("an end up to {}", animation.frame_map.len()),
                format!("{}..{end}", node.anim_map_start),
            )
        });
    }
}

/// What it costs to walk a batch: its indices, and itself even if it is empty.
fn batch_cost(batch: &Batch20) -> u64 {
    u64::from(batch.index_count) + 1
}

/// What it costs to walk each slot.
fn slot_costs(model: &Model) -> Vec<u64> {
    let mut sum = 0_u64;
    let mut sums = vec![0];
    for batch in &model.batches {
        sum = sum.saturating_add(batch_cost(batch));
        sums.push(sum);
    }
    let up_to = |batch: usize| sums.get(batch).copied().unwrap_or(sum);
    model
        .slots
        .iter()
        .map(|slot| up_to(slot.batches().end).saturating_sub(up_to(slot.batches().start)))
        .collect()
}

fn check_cost(cost: u64, place: &StreamBytes<'_>) -> wire::Result<()> {
    if cost <= MAX_REACHED {
        return Ok(());
    }
    Err(place.malformed(
        0,
        "batches and indices reached",
        format!("at most {MAX_REACHED}"),
        cost.to_string(),
    ))
}
