//! From a [`Model`] to the streams of an MSH, laid out as real ones are (spec page: msh, section 18.4).

use crate::bake::Charts;
use crate::error::{Error, Result};
use crate::model::{Model, Node};
use crate::shape::{BAKED, Corner, Polygon};
use glam::{DQuat, DVec3, Vec2, Vec3};
use msh::{
    Aabb, AnimKey24, Animation, Batch20, BatchFlags, Label, Labels, LocalLight48, ModelBounds,
    NONE, Node38, NodeFlags, NodeNames, NodeTable, PackedNormal, PackedUv, PathGraph, PathLink40,
    PathVertex20, Slot68, Triangle16, TriangleFlags,
};
use std::collections::BTreeMap;
use wire::FixedName;

/// Rest pose of every node in model space: its first key, composed with its parents'.
pub(crate) fn rest_pose(nodes: &[Node]) -> Vec<(DVec3, DQuat)> {
    let mut out: Vec<(DVec3, DQuat)> = Vec::with_capacity(nodes.len());
    for node in nodes {
        let (place, turn) = node
            .keys
            .first()
            .map_or((DVec3::ZERO, DQuat::IDENTITY), |key| {
                (key.position, key.rotation)
            });
        out.push(match node.parent {
            Some(parent) => {
                let (origin, rotation) = out[parent];
                (origin + rotation * place, rotation * turn)
            }
            None => (place, turn),
        });
    }
    out
}

/// Everything that goes into one vertex, in a form that can be compared.
type VertexKey = ([u32; 3], [i8; 4], [u16; 2], [u16; 2]);

/// What the triangles of one batch share: material row, batch flags, room.
type BatchKey = (u8, u16, u16);

/// A triangle and the polygon that it belongs to.
type PolygonTriangle = (usize, [Corner; 3]);

/// The two ends of an edge.
type Edge = [[u32; 3]; 2];

/// The payload of the model's `MESH` entry.
pub(crate) fn write(model: &Model, charts: &Charts) -> Result<Vec<u8>> {
    let mut out = msh::Model::default();
    let mut uv1 = Vec::new();
    let mut triangles = Vec::new();
    let mut nodes = Vec::new();
    for (index, node) in model.nodes.iter().enumerate() {
        if node.parent.is_some_and(|parent| parent >= index) {
            return Err(fault(
                model,
                format!("node {} comes before its parent", node.name),
            ));
        }
        let mut slot_index = [NONE; 15];
        for (level, shape) in node.shapes.iter().enumerate() {
            slot_index[shape.state * 5 + shape.lod] = short(model, out.slots.len(), "slots")?;
            let slot = add_slot(
                model,
                index,
                level,
                charts,
                &mut out,
                &mut uv1,
                &mut triangles,
            )?;
            out.slots.push(slot);
        }
        nodes.push(Node38 {
            flags: NodeFlags(node.flags),
            parent_or_link: node.parent.map_or(NONE, |parent| parent as u16),
            anim_map_start: NONE,
            fallback_key: 0,
            slot_index,
        });
    }
    out.animation = Some(animation(model, &mut nodes)?);
    out.header = header(model);
    let names: Option<Vec<_>> = model
        .nodes
        .iter()
        .map(|node| FixedName::new(node.name.as_bytes()))
        .collect();
    out.names = Some(NodeNames {
        names: names.ok_or_else(|| fault(model, "a node name is too long".to_owned()))?,
        rest: Vec::new(),
    });
    out.labels = Some(Labels {
        labels: model
            .nodes
            .iter()
            .map(|node| Label::new(node.label.as_bytes()))
            .collect(),
        rest: Vec::new(),
    });
    out.auxiliary_15 = Some(vec![[0; 8]; out.positions.len()]);
    out.path_graph = Some(path_graph(model));
    if charts.is_used() {
        out.uv1 = Some(uv1);
        out.local_lights = Some(local_lights(model));
    }
    out.nodes = NodeTable::Standard(nodes);
    out.triangles = Some(triangles);
    let name =
        FixedName::new(model.key.as_bytes()).ok_or_else(|| Error::Name(model.key.to_owned()))?;
    out.lay_out(name)?;
    Ok(out.write()?)
}

fn fault(model: &Model, fault: String) -> Error {
    Error::Model {
        model: model.key.to_owned(),
        fault,
    }
}

fn short(model: &Model, count: usize, what: &str) -> Result<u16> {
    u16::try_from(count).map_err(|_| fault(model, format!("too many {what}")))
}

fn single(point: DVec3) -> Vec3 {
    point.as_vec3()
}

/// Appends the batches, indices and vertices of one level of one node.
fn add_slot(
    model: &Model,
    node: usize,
    level: usize,
    charts: &Charts,
    out: &mut msh::Model,
    uv1: &mut Vec<PackedUv>,
    descriptors: &mut Vec<Triangle16>,
) -> Result<Slot68> {
    let item = &model.nodes[node].shapes[level];
    let baked_level = charts.holds(node, level);
    let mut groups: BTreeMap<BatchKey, Vec<PolygonTriangle>> = BTreeMap::new();
    for (polygon, triangle) in item.shape.triangles() {
        let surface = &item.shape.polygons[polygon];
        if usize::from(surface.material) >= model.wear.len() {
            return Err(fault(
                model,
                format!("material row {} does not exist", surface.material),
            ));
        }
        let flags = if baked_level {
            surface.flags
        } else {
            surface.flags & !BAKED
        };
        groups
            .entry((surface.material, flags, surface.room))
            .or_default()
            .push((polygon, triangle));
    }
    let batch_start = short(model, out.batches.len(), "batches")?;
    let tri_start = short(model, descriptors.len(), "triangles")?;
    let mut corners: Vec<[Vec3; 3]> = Vec::new();
    let mut words = Vec::new();
    for ((material, flags, room), triangles) in groups {
        let base = out.positions.len();
        let index_start = out.indices.len();
        let mut known: BTreeMap<VertexKey, u16> = BTreeMap::new();
        for (polygon, triangle) in triangles {
            let surface = &item.shape.polygons[polygon];
            let shift = positive_shift(surface);
            let mut positions = [Vec3::ZERO; 3];
            for (slot, corner) in triangle.iter().enumerate() {
                let position = single(corner.position);
                let normal = PackedNormal::pack(single(corner.normal));
                let uv = PackedUv::pack((corner.uv + shift).as_vec2());
                let light = if flags & BAKED != 0 {
                    PackedUv::pack(charts.uv(node, level, polygon, corner.at).as_vec2())
                } else {
                    PackedUv::pack(Vec2::ZERO)
                };
                positions[slot] = position;
                let key = (
                    position.to_array().map(f32::to_bits),
                    normal.0,
                    uv.0,
                    light.0,
                );
                let count = out.positions.len() - base;
                let index = match known.get(&key) {
                    Some(&index) => index,
                    None => {
                        let index = short(model, count, "vertices of a batch")?;
                        known.insert(key, index);
                        out.positions.push(position);
                        out.normals.get_or_insert_default().push(normal);
                        out.uv0.get_or_insert_default().push(uv);
                        uv1.push(light);
                        index
                    }
                };
                out.indices.push(index);
            }
            corners.push(positions);
            words.push(surface.collision);
        }
        out.batches.push(Batch20 {
            flags: BatchFlags(flags),
            material_index_hi: 0,
            material_index: material,
            lightmap_index: if flags & BAKED != 0 { 0 } else { 0xFF },
            local_batch_index: room,
            index_count: short(model, out.indices.len() - index_start, "indices of a batch")?,
            index_start: u32::try_from(index_start).unwrap_or(u32::MAX).into(),
            vertex_count: short(model, out.positions.len() - base, "vertices of a batch")?,
            base_vertex: u32::try_from(base).unwrap_or(u32::MAX),
        });
    }
    describe(&corners, &words, tri_start, descriptors);
    let bounds = Aabb::of_points(corners.iter().flatten().copied()).unwrap_or_default();
    let half = (bounds.max - bounds.min) * 0.5;
    let area: f32 = corners
        .iter()
        .map(|[a, b, c]| (*b - *a).cross(*c - *a).length() * 0.5)
        .sum();
    Ok(Slot68 {
        tri_start,
        tri_count: short(model, corners.len(), "triangles")?,
        batch_start,
        batch_count: short(model, out.batches.len(), "batches")? - batch_start,
        aabb_min: bounds.min,
        aabb_max: bounds.max,
        sphere_center: bounds.center(),
        sphere_radius: half.length(),
        opaque: [area.to_bits(), bounds.volume().to_bits(), 0, 0, 0],
    })
}

/// Whole images to add so that no coordinate of the polygon is negative.
fn positive_shift(polygon: &Polygon) -> glam::DVec2 {
    let low = polygon
        .uvs
        .iter()
        .fold(glam::DVec2::splat(f64::MAX), |low, uv| low.min(*uv));
    -(low + 1e-4).floor()
}

/// Appends one descriptor per triangle, linked across shared edges.
fn describe(corners: &[[Vec3; 3]], words: &[u16], first: u16, out: &mut Vec<Triangle16>) {
    let bits = |point: Vec3| point.to_array().map(|value| (value + 0.0).to_bits());
    let mut edges: BTreeMap<Edge, Vec<(usize, usize)>> = BTreeMap::new();
    for (triangle, points) in corners.iter().enumerate() {
        for edge in 0..3 {
            edges
                .entry([bits(points[edge]), bits(points[(edge + 1) % 3])])
                .or_default()
                .push((triangle, edge));
        }
    }
    for (triangle, points) in corners.iter().enumerate() {
        let mut links = [NONE; 3];
        let mut twins = 0;
        for edge in 0..3 {
            let (from, to) = (bits(points[edge]), bits(points[(edge + 1) % 3]));
            // Only a plain fold counts: one triangle on either side.
            let own = edges.get(&[from, to]).map_or(0, Vec::len);
            let twin = match edges.get(&[to, from]).map(Vec::as_slice) {
                Some([(other, twin)]) if own == 1 => {
                    links[edge] = first + *other as u16;
                    *twin as u16
                }
                _ => 3,
            };
            twins |= twin << (2 * edge);
        }
        let normal = (points[1] - points[0])
            .cross(points[2] - points[0])
            .normalize_or(Vec3::Z);
        out.push(Triangle16 {
            flags: TriangleFlags(words[triangle]),
            links,
            normal: normal
                .to_array()
                .map(|value| (value * 32767.0).round() as i16),
            edge_twins: twins,
        });
    }
}

/// Keys and frame map in the canonical layout; sets the nodes' starts and fallback keys.
fn animation(model: &Model, nodes: &mut [Node38]) -> Result<Animation> {
    let last = |node: &Node| node.keys.last().map_or(0, |key| key.time);
    let frame_count = model.nodes.iter().map(last).max().unwrap_or(0) + 1;
    let mut out = Animation {
        keys: Vec::new(),
        frame_map: Vec::new(),
        frame_count,
    };
    for (index, node) in model.nodes.iter().enumerate() {
        let first = out.keys.len();
        for key in &node.keys {
            // The file holds the conjugate of the active rotation.
            let q = key.rotation.normalize().conjugate();
            out.keys.push(AnimKey24 {
                position: single(key.position),
                time: key.time as f32,
                rotation_wxyz: [q.w, q.x, q.y, q.z].map(|value| (value * 32767.0).round() as i16),
            });
        }
        let fallback = short(model, out.keys.len() - 1, "keys")?;
        nodes[index].fallback_key = fallback;
        if node.keys.len() > 1 {
            nodes[index].anim_map_start = short(model, out.frame_map.len(), "map words")?;
            for frame in 0..frame_count {
                let before = node.keys.iter().filter(|key| key.time <= frame).count();
                out.frame_map
                    .push(first as u16 + before.saturating_sub(1) as u16);
            }
        }
    }
    Ok(out)
}

/// Box, sphere and cylinder of the posed model at full detail, cockpits left out.
fn header(model: &Model) -> ModelBounds {
    let poses = rest_pose(&model.nodes);
    let mut points = Vec::new();
    for (node, (origin, rotation)) in model.nodes.iter().zip(poses) {
        if node.flags & NodeFlags::COCKPIT.0 != 0 {
            continue;
        }
        for level in node
            .shapes
            .iter()
            .filter(|level| level.state == 0 && level.lod == 0)
        {
            for polygon in &level.shape.polygons {
                points.extend(
                    polygon
                        .points
                        .iter()
                        .map(|point| single(origin + rotation * *point)),
                );
            }
        }
    }
    let bounds = Aabb::of_points(points).unwrap_or_default();
    let half = (bounds.max - bounds.min) * 0.5;
    let mut header = ModelBounds::of_box(bounds);
    header.cylinder_radius = (half.x * half.x + half.y * half.y).sqrt();
    header
}

fn path_graph(model: &Model) -> PathGraph {
    PathGraph {
        vertices: model
            .paths
            .stops
            .iter()
            .map(|&(position, flags, joint)| PathVertex20 {
                position: single(position),
                flags,
                joint,
            })
            .collect(),
        links: model
            .paths
            .links
            .iter()
            .map(|&(start, end)| PathLink40 {
                start,
                end,
                word_08: [0xFFFF_FFFF; 8],
            })
            .collect(),
    }
}

fn local_lights(model: &Model) -> Vec<LocalLight48> {
    model
        .lamps
        .iter()
        .map(|lamp| LocalLight48 {
            piece: 0,
            position: single(lamp.position),
            direction: Vec3::NEG_Z,
            color: [
                lamp.colour.x as f32,
                lamp.colour.y as f32,
                lamp.colour.z as f32,
                1.0,
            ],
            intensity: lamp.range as f32,
        })
        .collect()
}
