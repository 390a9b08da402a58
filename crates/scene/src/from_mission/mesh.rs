//! Geometry of a model, copied for each draw range of each node (spec page: msh, sections 6.5 and 12).

use crate::{Aabb, Draw, Mesh, MeshNode, MeshVertex, NodeRange, Variant, batch_flags};

use msh::{Batch20, DrawRange, LodLevel, Model, NodeState, PackedNormal, Selection};
use std::collections::HashMap;

/// What [`Variant`]s are made of before they are sorted into draws: the ranges of a selection.
type Ranges = Vec<DrawRange>;

/// Builds the mesh of a model. Rows in `single` are never merged with their neighbours, because a phase of theirs is
/// see-through and each of their ranges is sorted by its own distance.
pub(super) fn build(name: &str, model: &Model, single: &[u32]) -> Mesh {
    let mut builder = Builder {
        model,
        mesh: Mesh {
            name: name.to_owned(),
            nodes: nodes(model),
            ..Mesh::default()
        },
        copies: HashMap::new(),
        single,
    };
    let mut selections: Vec<Ranges> = Vec::new();
    for state in 0..3 {
        for lod in 0..5 {
            let selection = Selection {
                state: NodeState(state),
                lod: LodLevel(lod),
                ..Selection::default()
            };
            let ranges: Ranges = model.draw_ranges(&selection).collect();
            let index = match selections.iter().position(|known| *known == ranges) {
                Some(index) => index,
                None => {
                    let variant = builder.variant(&ranges);
                    builder.mesh.variants.push(variant);
                    selections.push(ranges);
                    selections.len() - 1
                }
            };
            let place = usize::from(state) * 5 + usize::from(lod);
            if let Some(slot) = builder.mesh.variant_of.get_mut(place) {
                // At most 15 selections exist.
                *slot = index as u8;
            }
        }
    }
    builder.mesh
}

fn nodes(model: &Model) -> Vec<MeshNode> {
    let parents = model.nodes.standard();
    (0..model.nodes.len())
        .map(|node| MeshNode {
            name: model.node_title(node),
            parent: parents
                .get(node)
                .and_then(|node| node.parent())
                .and_then(|parent| u32::try_from(parent).ok()),
        })
        .collect()
}

struct Builder<'a> {
    model: &'a Model,
    mesh: Mesh,
    /// Triangles of each (node, batch) that is already copied.
    copies: HashMap<(usize, usize), Copied>,
    single: &'a [u32],
}

/// Where a copied range lies: its corners in order.
#[derive(Clone)]
struct Copied {
    corners: Vec<u32>,
    bounds: Aabb,
}

impl Builder<'_> {
    /// Copies the ranges of a selection and sorts them into draws.
    fn variant(&mut self, ranges: &Ranges) -> Variant {
        let mut sorted: Vec<(NodeRange, Vec<u32>)> = ranges
            .iter()
            .filter_map(|range| self.range(range))
            .collect();
        sorted.sort_by_key(|(range, _)| self.draw_key(range));
        let mut variant = Variant {
            node_bounds: vec![None; self.mesh.nodes.len().max(1)],
            ..Variant::default()
        };
        for (mut range, corners) in sorted {
            range.first_index = super::count(self.mesh.indices.len());
            self.mesh.indices.extend_from_slice(&corners);
            if let Some(bounds) = variant.node_bounds.get_mut(range.node as usize) {
                *bounds = Some(match *bounds {
                    Some(known) => known.union(range.bounds),
                    None => range.bounds,
                });
            }
            let merged = variant.draws.last_mut().filter(|draw| {
                !self.is_single(&range)
                    && draw.material_row == range.material_row
                    && draw.lightmap_row == range.lightmap_row
                    && draw.flags == range.flags
            });
            match merged {
                Some(draw) => {
                    draw.index_count = draw.index_count.saturating_add(range.index_count);
                    draw.range_count += 1;
                }
                None => variant.draws.push(Draw {
                    material_row: range.material_row,
                    lightmap_row: range.lightmap_row,
                    flags: range.flags,
                    first_index: range.first_index,
                    index_count: range.index_count,
                    first_range: super::count(variant.ranges.len()),
                    range_count: 1,
                }),
            }
            variant.ranges.push(range);
        }
        variant
    }

    fn is_single(&self, range: &NodeRange) -> bool {
        range.flags & (batch_flags::SEE_THROUGH | batch_flags::PORTAL) != 0
            || self.single.contains(&range.material_row)
    }

    /// Ranges with equal keys become neighbours; the sort is stable, so file order stays inside.
    fn draw_key(&self, range: &NodeRange) -> (bool, u32, Option<u32>, u16) {
        (
            self.is_single(range),
            range.material_row,
            range.lightmap_row,
            range.flags,
        )
    }

    fn range(&mut self, range: &DrawRange) -> Option<(NodeRange, Vec<u32>)> {
        let batch = self.model.batches.get(range.batch)?;
        let node = range.node.unwrap_or(0);
        let copied = match self.copies.get(&(node, range.batch)) {
            Some(copied) => copied.clone(),
            None => {
                let copied = self.copy(node, batch)?;
                self.copies.insert((node, range.batch), copied.clone());
                copied
            }
        };
        let lightmap = batch.lightmap().filter(|_| self.model.uv1.is_some());
        let range = NodeRange {
            node: u32::try_from(node).ok()?,
            slot: range
                .slot
                .and_then(|slot| u32::try_from(slot).ok())
                .unwrap_or(0),
            batch: u32::try_from(range.batch).ok()?,
            material_row: u32::from(batch.material_index),
            lightmap_row: lightmap.map(u32::from),
            flags: batch.flags.0,
            first_index: 0,
            index_count: super::count(copied.corners.len()),
            bounds: copied.bounds,
        };
        Some((range, copied.corners))
    }

    /// Copies the vertices of a batch for a node; `None` for a batch without triangles.
    fn copy(&mut self, node: usize, batch: &Batch20) -> Option<Copied> {
        let node = u32::try_from(node).ok()?;
        let has_normals = self
            .model
            .triangles(batch)
            .flatten()
            .all(|vertex| self.packed_normal(vertex).is_some());
        let mut corners = Vec::new();
        let mut points = Vec::new();
        let mut known = HashMap::new();
        for face in self.model.faces(batch) {
            for corner in face {
                let mut add = || {
                    let index = super::count(self.mesh.vertices.len());
                    let normal = self
                        .packed_normal(corner.vertex)
                        .unwrap_or_else(|| PackedNormal::pack(corner.normal));
                    self.mesh.vertices.push(MeshVertex {
                        position: corner.position.to_array(),
                        normal: normal.0,
                        uv0: corner.uv0.to_array(),
                        uv1: corner.uv1.unwrap_or_default().to_array(),
                        node,
                    });
                    points.push(corner.position);
                    index
                };
                // A corner that takes its face's normal cannot be shared with another face.
                let index = if has_normals {
                    *known.entry(corner.vertex).or_insert_with(add)
                } else {
                    add()
                };
                corners.push(index);
            }
        }
        let bounds = Aabb::around(points)?;
        Some(Copied { corners, bounds })
    }

    /// The vertex's own normal; `None` where the face's stands in. The fourth byte has no meaning.
    fn packed_normal(&self, vertex: usize) -> Option<PackedNormal> {
        let &normal = self.model.normals.as_ref()?.get(vertex)?;
        let PackedNormal([x, y, z, _]) = normal;
        (x != 0 || y != 0 || z != 0).then_some(PackedNormal([x, y, z, 0]))
    }
}
