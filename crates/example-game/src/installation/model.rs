//! What a model is made of, and its streams, laid out as shipped ones are (spec page: msh, section 18.4).

use super::solid::{Face, Solid, triangles};
use super::{Error, Result};
use ctl::Binding;
use glam::{DQuat, DVec3, Vec3};
use msh::{
    Aabb, AnimKey24, Animation, Batch20, BatchFlags, Label, Labels, LocalLight48, ModelBounds,
    NONE, Node38, NodeFlags, NodeNames, NodeTable, PackedNormal, PackedUv, PathGraph, PathLink40,
    PathVertex20, Slot68, Triangle16, TriangleFlags,
};
use std::collections::{BTreeMap, HashMap};
use wire::FixedName;

/// Detail of the levels 0 to 3 of a model that has all of them.
pub(super) const LEVELS: [f64; 4] = [1.0, 0.28, 0.1, 0.02];

/// A model with what its side files say.
#[derive(Debug, Clone)]
pub(super) struct Model {
    /// The archive that holds it.
    pub(super) archive: &'static str,
    /// Name of its entries, without extension.
    pub(super) stem: String,
    /// Key of its prototype.
    pub(super) key: String,
    /// Type tag of its prototype.
    pub(super) tag: u32,
    /// Parents before children; the root is node 0.
    pub(super) nodes: Vec<Node>,
    /// Material names.
    pub(super) wear: Vec<String>,
    /// Whether it has a baked light page.
    pub(super) baked: bool,
    /// What drives nodes.
    pub(super) bindings: Vec<Binding>,
    /// Devices and slots for internal parts.
    pub(super) devices: Vec<Device>,
    /// Number of control points; 0 for a model without a `.cpt`.
    pub(super) points: usize,
    /// Half widths of a building's outline.
    pub(super) outline: Option<[f64; 2]>,
}

/// An item of the control data.
#[derive(Debug, Clone)]
pub(super) struct Device {
    /// Item type.
    pub(super) kind: i32,
    /// Node that it sits on.
    pub(super) node: usize,
    /// Bindings that it drives.
    pub(super) bindings: Vec<i32>,
    /// First letters of the prototype keys that fit in; empty for a device of its own.
    pub(super) label: String,
}

/// A node.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) name: String,
    pub(super) label: String,
    pub(super) parent: Option<usize>,
    pub(super) flags: NodeFlags,
    /// At least one; times rise from 0.
    pub(super) keys: Vec<Key>,
    pub(super) levels: Vec<Level>,
}

/// A pose of a node in its parent's frame.
#[derive(Debug, Clone, Copy)]
pub(super) struct Key {
    pub(super) time: u32,
    pub(super) place: DVec3,
    pub(super) turn: DQuat,
}

/// What a node shows in one state at one level of detail.
#[derive(Debug, Clone)]
pub(super) struct Level {
    pub(super) state: usize,
    pub(super) lod: usize,
    pub(super) faces: Vec<Face>,
}

impl Node {
    /// A node that stands still.
    pub(super) fn new(name: &str, parent: Option<usize>, place: DVec3) -> Self {
        Self {
            name: name.to_owned(),
            label: String::new(),
            parent,
            flags: NodeFlags::default(),
            keys: vec![Key {
                time: 0,
                place,
                turn: DQuat::IDENTITY,
            }],
            levels: Vec::new(),
        }
    }

    /// A place where a part mounts.
    pub(super) fn socket(name: &str, parent: usize, place: DVec3, label: String) -> Self {
        Self {
            label,
            ..Self::new(name, Some(parent), place)
        }
    }

    /// Shows solids at state 0, one level per detail.
    pub(super) fn with(mut self, solids: &[Solid], details: &[f64]) -> Self {
        for (lod, &detail) in details.iter().enumerate() {
            self.add(0, lod, solids, detail);
        }
        self
    }

    /// Shows solids in a state at a level.
    pub(super) fn add(&mut self, state: usize, lod: usize, solids: &[Solid], detail: f64) {
        let faces = triangles(solids, detail);
        self.levels.push(Level { state, lod, faces });
    }

    /// The first key.
    pub(super) fn rest(&self) -> Key {
        self.keys[0]
    }
}

/// A turn about X.
pub(super) fn turn_x(angle: f64) -> DQuat {
    let (sine, cosine) = libm::sincos(angle * 0.5);
    DQuat::from_xyzw(sine, 0.0, 0.0, cosine)
}

/// A turn about Z.
pub(super) fn turn_z(angle: f64) -> DQuat {
    let (sine, cosine) = libm::sincos(angle * 0.5);
    DQuat::from_xyzw(0.0, 0.0, sine, cosine)
}

impl Model {
    /// A model without nodes, named by the key of its prototype.
    pub(super) fn new(archive: &'static str, key: String, tag: u32, wear: Vec<String>) -> Self {
        Self {
            archive,
            stem: key.clone(),
            key,
            tag,
            nodes: Vec::new(),
            wear,
            baked: false,
            bindings: Vec::new(),
            devices: Vec::new(),
            points: 0,
            outline: None,
        }
    }

    /// Index of the node of a name.
    pub(super) fn node(&self, name: &str) -> Option<usize> {
        self.nodes.iter().position(|node| node.name == name)
    }

    /// The payload of the `MESH` entry.
    pub(super) fn write(&self) -> Result<Vec<u8>> {
        let mut streams = Streams::default();
        let mut nodes = Vec::new();
        for node in &self.nodes {
            let mut slot_index = [NONE; 15];
            for level in &node.levels {
                slot_index[level.state * 5 + level.lod] = streams.model.slots.len() as u16;
                streams.add_level(level);
            }
            nodes.push(Node38 {
                flags: node.flags,
                parent_or_link: node.parent.map_or(NONE, |parent| parent as u16),
                slot_index,
                ..Node38::default()
            });
        }
        let names: Option<Vec<_>> = self
            .nodes
            .iter()
            .map(|node| FixedName::new(node.name.as_bytes()))
            .collect();
        let labels = self
            .nodes
            .iter()
            .map(|node| Label::new(node.label.as_bytes()));
        let mut model = msh::Model {
            animation: Some(self.animation(&mut nodes)),
            nodes: NodeTable::Standard(nodes),
            header: ModelBounds::of_box(self.rest_box()),
            triangles: Some(streams.triangles),
            uv1: self.baked.then_some(streams.uv1),
            local_lights: self.baked.then(|| self.lights()),
            names: Some(NodeNames {
                names: names.ok_or_else(|| Error::Name(self.stem.clone()))?,
                rest: Vec::new(),
            }),
            labels: Some(Labels {
                labels: labels.collect(),
                rest: Vec::new(),
            }),
            auxiliary_15: Some(vec![[0; 8]; streams.model.positions.len()]),
            path_graph: Some(self.path_graph()),
            ..streams.model
        };
        let name =
            FixedName::new(self.stem.as_bytes()).ok_or_else(|| Error::Name(self.stem.clone()))?;
        model.lay_out(name)?;
        Ok(model.write()?)
    }

    /// Poses of all nodes at time 0, in the frame of the model.
    fn rest_poses(&self) -> Vec<(DVec3, DQuat)> {
        let mut poses: Vec<(DVec3, DQuat)> = Vec::new();
        for node in &self.nodes {
            let Key { place, turn, .. } = node.rest();
            poses.push(match node.parent {
                Some(parent) => {
                    let (origin, rotation) = poses[parent];
                    (origin + rotation * place, rotation * turn)
                }
                None => (place, turn),
            });
        }
        poses
    }

    /// The box of the model at rest, at full detail; cockpits have no such level.
    pub(super) fn rest_box(&self) -> Aabb {
        let mut points = Vec::new();
        for (node, (origin, rotation)) in self.nodes.iter().zip(self.rest_poses()) {
            let shown = node
                .levels
                .iter()
                .filter(|level| (level.state, level.lod) == (0, 0));
            for corner in shown
                .flat_map(|level| &level.faces)
                .flat_map(|face| &face.corners)
            {
                points.push((origin + rotation * corner.position).as_vec3());
            }
        }
        Aabb::of_points(points).unwrap_or_default()
    }

    /// Keys and frame map in the canonical layout.
    fn animation(&self, nodes: &mut [Node38]) -> Animation {
        let last = |node: &Node| node.keys.last().map_or(0, |key| key.time);
        let mut animation = Animation {
            frame_count: self.nodes.iter().map(last).max().unwrap_or(0) + 1,
            ..Animation::default()
        };
        for (node, record) in self.nodes.iter().zip(nodes) {
            let first = animation.keys.len();
            for key in &node.keys {
                // The file holds the conjugate of the rotation.
                let q = key.turn.conjugate();
                animation.keys.push(AnimKey24 {
                    position: key.place.as_vec3(),
                    time: key.time as f32,
                    rotation_wxyz: [q.w, q.x, q.y, q.z]
                        .map(|value| (value * 32767.0).round() as i16),
                });
            }
            record.fallback_key = (animation.keys.len() - 1) as u16;
            if node.keys.len() > 1 {
                record.anim_map_start = animation.frame_map.len() as u16;
                let mut at = 0;
                for frame in 0..animation.frame_count {
                    while node.keys.get(at + 1).is_some_and(|next| next.time <= frame) {
                        at += 1;
                    }
                    animation.frame_map.push((first + at) as u16);
                }
            }
        }
        animation
    }

    /// A way through the rooms, one stop in the middle of each.
    fn path_graph(&self) -> PathGraph {
        let rooms = self
            .nodes
            .iter()
            .enumerate()
            .filter(|(_, node)| node.name.starts_with('i'));
        let vertices: Vec<PathVertex20> = rooms
            .map(|(joint, _)| PathVertex20 {
                position: Vec3::new(0.0, 0.0, 0.1),
                flags: if joint % 7 == 0 {
                    PathVertex20::CONTROL_POD
                } else {
                    0
                },
                joint: joint as u32,
            })
            .collect();
        let link = |start: usize| PathLink40 {
            start: start as u32,
            end: start as u32 + 1,
            word_08: [u32::MAX; 8],
        };
        PathGraph {
            links: (1..vertices.len()).map(|end| link(end - 1)).collect(),
            vertices,
        }
    }

    fn lights(&self) -> Vec<LocalLight48> {
        let light = |piece: usize| LocalLight48 {
            piece: piece as i32,
            position: Vec3::new(0.0, 0.0, 4.0),
            direction: Vec3::NEG_Z,
            color: [1.0, 0.9, 0.7, 1.0],
            intensity: 6.0,
        };
        (0..self.nodes.len().min(4)).map(light).collect()
    }
}

/// Streams while they grow.
#[derive(Default)]
struct Streams {
    model: msh::Model,
    uv1: Vec<PackedUv>,
    triangles: Vec<Triangle16>,
}

/// Everything that goes into one vertex, in a form that can be compared.
type VertexKey = ([u32; 3], [i8; 4], [u16; 2], [u16; 2]);

/// An edge by the bits of its two ends, in winding order.
type Edge = ([u32; 3], [u32; 3]);

impl Streams {
    /// Appends the batches of a level, and its slot.
    fn add_level(&mut self, level: &Level) {
        let mut groups: BTreeMap<(u8, u16, u16), Vec<&Face>> = BTreeMap::new();
        for face in &level.faces {
            let surface = face.surface;
            groups
                .entry((surface.material, surface.flags, surface.room))
                .or_default()
                .push(face);
        }
        let (batch_start, tri_start) = (self.model.batches.len(), self.triangles.len());
        let mut ordered: Vec<&Face> = Vec::new();
        for ((material, flags, room), faces) in groups {
            self.add_batch(material, BatchFlags(flags), room, &faces);
            ordered.extend(faces);
        }
        let corners: Vec<[Vec3; 3]> = ordered
            .iter()
            .map(|face| face.corners.map(|corner| corner.position.as_vec3()))
            .collect();
        self.describe(&corners, &ordered);
        let bounds = Aabb::of_points(corners.iter().flatten().copied()).unwrap_or_default();
        let area: f32 = corners
            .iter()
            .map(|[a, b, c]| (*b - *a).cross(*c - *a).length() * 0.5)
            .sum();
        self.model.slots.push(Slot68 {
            tri_start: tri_start as u16,
            tri_count: corners.len() as u16,
            batch_start: batch_start as u16,
            batch_count: (self.model.batches.len() - batch_start) as u16,
            aabb_min: bounds.min,
            aabb_max: bounds.max,
            sphere_center: bounds.center(),
            sphere_radius: bounds.diagonal() * 0.5,
            opaque: [area.to_bits(), bounds.volume().to_bits(), 0, 0, 0],
        });
    }

    fn add_batch(&mut self, material: u8, flags: BatchFlags, room: u16, faces: &[&Face]) {
        let base = self.model.positions.len();
        let index_start = self.model.indices.len();
        let baked = flags.contains(BatchFlags::LIGHTMAP);
        let mut known: HashMap<VertexKey, u16> = HashMap::new();
        for corner in faces.iter().flat_map(|face| &face.corners) {
            let position = corner.position.as_vec3();
            let normal = PackedNormal::pack(corner.normal.as_vec3());
            let uv = PackedUv::pack(corner.uv.as_vec2());
            let light = if baked {
                PackedUv::pack(corner.light.as_vec2())
            } else {
                PackedUv::default()
            };
            let key = (
                position.to_array().map(f32::to_bits),
                normal.0,
                uv.0,
                light.0,
            );
            let next = (self.model.positions.len() - base) as u16;
            let index = *known.entry(key).or_insert_with(|| {
                self.model.positions.push(position);
                self.model.normals.get_or_insert_default().push(normal);
                self.model.uv0.get_or_insert_default().push(uv);
                self.uv1.push(light);
                next
            });
            self.model.indices.push(index);
        }
        self.model.batches.push(Batch20 {
            flags,
            material_index_hi: 0,
            material_index: material,
            lightmap_index: if baked { 0 } else { 0xFF },
            local_batch_index: room,
            index_count: (self.model.indices.len() - index_start) as u16,
            index_start: (index_start as u32).into(),
            vertex_count: (self.model.positions.len() - base) as u16,
            base_vertex: base as u32,
        });
    }

    /// Appends one descriptor per triangle, linked across the edges that exactly two triangles share.
    fn describe(&mut self, corners: &[[Vec3; 3]], faces: &[&Face]) {
        let first = self.triangles.len();
        // The sum makes a zero of either sign the same.
        let bits = |point: Vec3| point.to_array().map(|value| (value + 0.0).to_bits());
        let mut edges: HashMap<Edge, Vec<(usize, usize)>> = HashMap::new();
        for (triangle, points) in corners.iter().enumerate() {
            for edge in 0..3 {
                let key = (bits(points[edge]), bits(points[(edge + 1) % 3]));
                edges.entry(key).or_default().push((triangle, edge));
            }
        }
        for (points, face) in corners.iter().zip(faces) {
            let (mut links, mut edge_twins) = ([NONE; 3], 0);
            for edge in 0..3 {
                let (from, to) = (bits(points[edge]), bits(points[(edge + 1) % 3]));
                let alone = edges.get(&(from, to)).map_or(0, Vec::len) == 1;
                let twin = match edges.get(&(to, from)).map(Vec::as_slice) {
                    Some(&[(other, twin)]) if alone => {
                        links[edge] = (first + other) as u16;
                        twin as u16
                    }
                    _ => 3,
                };
                edge_twins |= twin << (2 * edge);
            }
            let normal = (points[1] - points[0])
                .cross(points[2] - points[0])
                .normalize_or(Vec3::Z);
            self.triangles.push(Triangle16 {
                flags: TriangleFlags(face.surface.words),
                links,
                normal: normal
                    .to_array()
                    .map(|value| (value * 32767.0).round() as i16),
                edge_twins,
            });
        }
    }
}
