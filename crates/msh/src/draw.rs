//! From nodes to triangles (spec page: msh, sections 5, 6, 9.4, 9.5 and 12.3).

use crate::batch::{Batch20, PortalKind};
use crate::bounds::Aabb;
use crate::model::Model;
use crate::node::{NodeFlags, NodeTable};
use crate::pose::NodePose;
use crate::select::Selection;
use crate::triangle::Triangle16;
use glam::{Vec2, Vec3};

/// One draw: a batch with the pose of the node that reached it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DrawRange {
    /// The node; `None` for a model with a short node table, which is drawn whole and unposed.
    pub node: Option<usize>,
    /// The slot that the node selected.
    pub slot: Option<usize>,
    /// The batch.
    pub batch: usize,
}

/// One corner of a triangle, in the frame of the node that draws it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Corner {
    /// The source vertex: the place in all vertex streams.
    pub vertex: usize,
    /// Position in metres.
    pub position: Vec3,
    /// Unit normal: the vertex's own, or the face's where the vertex has none.
    pub normal: Vec3,
    /// Texture coordinates; (0, 0) where there are none.
    pub uv0: Vec2,
    /// Lightmap coordinates; `None` means that the lightmap must not be drawn.
    pub uv1: Option<Vec2>,
}

impl Model {
    /// What is drawn, in draw order: nodes in their order, of each the batches of its slot. What must not be drawn
    /// in this selection is left out, and so are the quads of open portals.
    pub fn draw_ranges(&self, selection: &Selection) -> impl Iterator<Item = DrawRange> {
        let selection = *selection;
        self.draw_ranges_by(move |_| selection)
    }

    /// As [`Model::draw_ranges`], with a selection for each node.
    pub fn draw_ranges_by(
        &self,
        selection_of: impl Fn(usize) -> Selection,
    ) -> impl Iterator<Item = DrawRange> {
        let by_node = (0..self.nodes.standard().len()).flat_map(move |node| {
            let slot = self.drawn_slot(node, &selection_of(node));
            let batches = slot
                .and_then(|slot| self.slots.get(slot))
                .map_or(0..0, |slot| slot.batches());
            batches.map(move |batch| DrawRange {
                node: Some(node),
                slot,
                batch,
            })
        });
        let all = match self.nodes {
            NodeTable::Short(_) => 0..self.batches.len(),
            NodeTable::Standard(_) => 0..0,
        };
        let unposed = all.map(|batch| DrawRange {
            node: None,
            slot: None,
            batch,
        });
        by_node.chain(unposed).filter(|range| {
            self.batches
                .get(range.batch)
                .is_some_and(|batch| batch.portal() != Some(PortalKind::Open))
        })
    }

    /// The whole triangles of a batch, as source vertices: `base_vertex + indices[index_start + i]`.
    pub fn triangles(&self, batch: &Batch20) -> impl Iterator<Item = [usize; 3]> {
        let indices = self.indices.get(batch.indices()).unwrap_or_default();
        let base = batch.base_vertex as usize;
        let (triangles, _tail) = indices.as_chunks::<3>();
        triangles
            .iter()
            .map(move |corners| corners.map(|index| base.saturating_add(usize::from(index))))
    }

    /// The whole triangles of a batch with all that a vertex has. Vertices are not posed: a vertex may be drawn by
    /// several nodes.
    pub fn faces(&self, batch: &Batch20) -> impl Iterator<Item = [Corner; 3]> {
        self.triangles(batch).map(|vertices| {
            let [a, b, c] = vertices.map(|vertex| self.position(vertex));
            let face = face_normal(a, b, c);
            vertices.map(|vertex| Corner {
                vertex,
                position: self.position(vertex),
                normal: self.normal(vertex).unwrap_or(face),
                uv0: self.uv0(vertex),
                uv1: self.uv1(vertex),
            })
        })
    }

    /// The triangles of a slot beside their descriptors, in the order that descriptors are counted:
    /// (batch, triangle in the batch, descriptor). Without usable descriptors the last is `None`.
    pub fn described_triangles(
        &self,
        slot: usize,
    ) -> impl Iterator<Item = (usize, usize, Option<&Triangle16>)> {
        let slot = self.slots.get(slot).copied().unwrap_or_default();
        let descriptors = match &self.triangles {
            Some(triangles) if self.descriptors_fit() => triangles.as_slice(),
            _ => &[],
        };
        slot.batches()
            .flat_map(|batch| {
                let count = self.batches.get(batch).map_or(0, Batch20::triangle_count);
                (0..count).map(move |triangle| (batch, triangle))
            })
            .zip(slot.triangles().start..)
            .map(|((batch, triangle), descriptor)| (batch, triangle, descriptors.get(descriptor)))
    }

    /// Whether there is one descriptor per triangle of the index stream; otherwise they are not used.
    pub fn descriptors_fit(&self) -> bool {
        self.triangles
            .as_ref()
            .is_some_and(|triangles| triangles.len() == self.indices.len() / 3)
    }

    /// The corner of a batch that a portal's distance is measured to, in the frame of its node.
    pub fn portal_corner(&self, batch: &Batch20) -> Option<Vec3> {
        let [first, ..] = self.triangles(batch).next()?;
        self.positions.get(first).copied()
    }

    /// Whether a node casts a shadow in an outside view. The whole model does if its node table is short.
    pub fn casts_shadow(&self, node: Option<usize>) -> bool {
        node.and_then(|node| self.nodes.standard().get(node))
            .is_none_or(|node| node.flags.casts_shadow())
    }

    /// The box of what is drawn, in the frame of the object; `None` when nothing is. Cockpits never count.
    ///
    /// `poses` are those of all nodes; a node without one stands at the origin.
    pub fn drawn_bounds(&self, selection: &Selection, poses: &[NodePose]) -> Option<Aabb> {
        let is_cockpit = |node: usize| {
            self.nodes
                .standard()
                .get(node)
                .is_some_and(|node| node.flags.contains(NodeFlags::COCKPIT))
        };
        let points = self
            .draw_ranges(selection)
            .filter(|range| !range.node.is_some_and(is_cockpit))
            .filter_map(|range| Some((range.node, self.batches.get(range.batch)?)))
            .flat_map(|(node, batch)| {
                let pose = node.and_then(|node| poses.get(node)).copied();
                let pose = pose.unwrap_or_default();
                self.triangles(batch)
                    .flatten()
                    .map(move |vertex| pose.point(self.position(vertex)))
            });
        Aabb::of_points(points)
    }

    /// What to call a node: its name, its label in brackets, or its number.
    pub fn node_title(&self, node: usize) -> String {
        let name = self.names.as_ref().and_then(|names| names.names.get(node));
        let name = name.filter(|name| !name.bytes().is_empty());
        let label = self.label(node).map(wire::decode_cp1251);
        match (name, label) {
            (Some(name), Some(label)) => format!("{name} [{label}]"),
            (Some(name), None) => name.to_string(),
            (None, Some(label)) => label,
            (None, None) => format!("node {node}"),
        }
    }

    /// The label of a node in Windows-1251: what its socket takes.
    pub fn label(&self, node: usize) -> Option<&[u8]> {
        self.labels.as_ref()?.labels.get(node)?.text()
    }

    fn position(&self, vertex: usize) -> Vec3 {
        self.positions.get(vertex).copied().unwrap_or_default()
    }

    fn normal(&self, vertex: usize) -> Option<Vec3> {
        self.normals.as_ref()?.get(vertex)?.unit()
    }

    fn uv0(&self, vertex: usize) -> Vec2 {
        let uv = self.uv0.as_ref().and_then(|uv| uv.get(vertex));
        uv.copied().unwrap_or_default().unit()
    }

    fn uv1(&self, vertex: usize) -> Option<Vec2> {
        Some(self.uv1.as_ref()?.get(vertex)?.unit())
    }
}

/// The normal of a triangle that winds counter-clockwise seen from outside; upward for one without area.
pub fn face_normal(a: Vec3, b: Vec3, c: Vec3) -> Vec3 {
    (b - a).cross(c - a).normalize_or(Vec3::Z)
}
