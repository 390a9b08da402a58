//! What a model is made of before it becomes bytes: nodes with shapes and keys, materials, controls and points.

use crate::shape::Shape;
use glam::{DQuat, DVec2, DVec3};

/// One finished model and everything that belongs to it.
#[derive(Debug, Clone)]
pub(crate) struct Model {
    /// Prototype key in `objects.rlb`; also the stem of its entries.
    pub(crate) key: &'static str,
    /// The library that holds its entries.
    pub(crate) archive: &'static str,
    /// Key of the model whose mesh and side files it wears with its own materials.
    pub(crate) body_of: Option<&'static str>,
    /// Type tag of its prototype: `STAT`, `BTLU`, `EXTO`, `FORT`.
    pub(crate) tag: [u8; 4],
    /// Material names by row.
    pub(crate) wear: Vec<&'static str>,
    /// Nodes, parents first; node 0 is the only root.
    pub(crate) nodes: Vec<Node>,
    /// Bindings of nodes to values.
    pub(crate) bindings: Vec<Binding>,
    /// Frames of one double step, for machines that walk on the points named in it.
    pub(crate) walk: Option<Walk>,
    /// Named points.
    pub(crate) points: Vec<Point>,
    /// Hit points of each node; 1 000 000 = indestructible. 0 leaves the damage file out.
    pub(crate) hit_points: f32,
    /// Lamps that its baked light sees; a model with baked polygons needs none to have a page.
    pub(crate) lamps: Vec<Lamp>,
    /// How the one placed copy is turned, radians; the baked sun follows it.
    pub(crate) yaw: f64,
    /// Inner and outer ring of a building's foundation, counter-clockwise.
    pub(crate) foundation: Option<(Vec<DVec2>, Vec<DVec2>)>,
    /// Stops and ways of the paths inside, in model space of the node they belong to.
    pub(crate) paths: Paths,
}

impl Model {
    /// A model without nodes.
    pub(crate) fn new(
        key: &'static str,
        archive: &'static str,
        tag: &[u8; 4],
        wear: &[&'static str],
    ) -> Self {
        Self {
            key,
            archive,
            body_of: None,
            tag: *tag,
            wear: wear.to_vec(),
            nodes: Vec::new(),
            bindings: Vec::new(),
            walk: None,
            points: Vec::new(),
            hit_points: 1_000_000.0,
            lamps: Vec::new(),
            yaw: 0.0,
            foundation: None,
            paths: Paths::default(),
        }
    }

    /// Adds a node and says which index it got.
    pub(crate) fn node(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// Adds a named point: position and direction in the frame of `node`.
    pub(crate) fn point(
        &mut self,
        name: &'static str,
        node: usize,
        position: DVec3,
        direction: DVec3,
    ) {
        self.points.push(Point {
            name,
            node,
            position,
            direction,
        });
    }
}

/// One rigid part.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) name: &'static str,
    /// What a socket takes; empty on every other node.
    pub(crate) label: &'static str,
    pub(crate) parent: Option<usize>,
    /// Flag word (spec page: msh, section 3.3).
    pub(crate) flags: u16,
    /// At least one key; a single key at time 0 stands still.
    pub(crate) keys: Vec<Key>,
    /// Shapes by state and level of detail.
    pub(crate) shapes: Vec<Level>,
}

/// The shape of one state and level.
#[derive(Debug, Clone)]
pub(crate) struct Level {
    pub(crate) state: usize,
    pub(crate) lod: usize,
    pub(crate) shape: Shape,
}

/// Flag of interior nodes.
pub(crate) const INTERIOR: u16 = 0x0001;
/// Flag of nodes that cast no shadow.
pub(crate) const NO_SHADOW: u16 = 0x0040;

impl Node {
    /// A node that stands still at `position` under `parent`.
    pub(crate) fn new(name: &'static str, parent: Option<usize>, position: DVec3) -> Self {
        Self {
            name,
            label: "",
            parent,
            flags: 0,
            keys: vec![Key {
                time: 0,
                position,
                rotation: DQuat::IDENTITY,
            }],
            shapes: Vec::new(),
        }
    }

    /// The node at the origin of its parent.
    pub(crate) fn root(name: &'static str) -> Self {
        Self::new(name, None, DVec3::ZERO)
    }

    /// Sets the label of a socket.
    pub(crate) fn label(mut self, label: &'static str) -> Self {
        self.label = label;
        self
    }

    /// Adds flags.
    pub(crate) fn flags(mut self, flags: u16) -> Self {
        self.flags |= flags;
        self
    }

    /// Turns the rest pose.
    pub(crate) fn turned(mut self, rotation: DQuat) -> Self {
        for key in &mut self.keys {
            key.rotation = rotation;
        }
        self
    }

    /// Replaces the keys by turns at the node's place: frame and rotation.
    pub(crate) fn turns(mut self, turns: &[(u32, DQuat)]) -> Self {
        let position = self.keys.first().map_or(DVec3::ZERO, |key| key.position);
        self.keys = turns
            .iter()
            .map(|&(time, rotation)| Key {
                time,
                position,
                rotation,
            })
            .collect();
        self
    }

    /// Replaces the keys.
    pub(crate) fn keys(mut self, keys: Vec<Key>) -> Self {
        self.keys = keys;
        self
    }

    /// Levels of detail of the intact state, each built by `build(level)`.
    pub(crate) fn lods(mut self, count: usize, build: impl Fn(usize) -> Shape) -> Self {
        for lod in 0..count {
            self.shapes.push(Level {
                state: 0,
                lod,
                shape: build(lod),
            });
        }
        self
    }

    /// One shape for the intact state at full detail.
    pub(crate) fn shape(self, shape: Shape) -> Self {
        self.lods(1, |_| shape.clone())
    }

    /// The shape of a damaged state.
    pub(crate) fn damaged(mut self, state: usize, shape: Shape) -> Self {
        self.shapes.push(Level {
            state,
            lod: 0,
            shape,
        });
        self
    }
}

/// A pose at a frame: an ordinary active rotation (the writer stores its conjugate, spec page: msh, section 7.8).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Key {
    pub(crate) time: u32,
    pub(crate) position: DVec3,
    pub(crate) rotation: DQuat,
}

/// The span of a full turn as the game's files hold it.
#[expect(clippy::approx_constant, reason = "the files hold exactly this")]
pub(crate) const FULL_TURN: f32 = 6.28;

/// A value between 0 and 1 that moves one node between two frames (spec page: control, section 1.6).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Binding {
    pub(crate) node: usize,
    pub(crate) frame_a: f32,
    pub(crate) frame_b: f32,
    pub(crate) blend: f32,
    pub(crate) rate: f32,
    pub(crate) span: f32,
    pub(crate) flags: u32,
}

/// A walk cycle (spec page: control, section 1.4).
#[derive(Debug, Clone, Copy)]
pub(crate) struct Walk {
    pub(crate) first: f32,
    pub(crate) last: f32,
    pub(crate) milliseconds: f32,
    /// Metres per second.
    pub(crate) speed: f32,
    /// Names of the points that touch the ground.
    pub(crate) feet: [&'static str; 2],
}

/// A named point on a node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Point {
    pub(crate) name: &'static str,
    pub(crate) node: usize,
    pub(crate) position: DVec3,
    pub(crate) direction: DVec3,
}

/// A lamp for baked light, in model space.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lamp {
    pub(crate) position: DVec3,
    pub(crate) colour: DVec3,
    /// Metres at which it is spent.
    pub(crate) range: f64,
}

/// Paths inside a building (spec page: msh, section 10.2).
#[derive(Debug, Clone, Default)]
pub(crate) struct Paths {
    /// Position in the frame of the node, flags, node.
    pub(crate) stops: Vec<(DVec3, u32, u32)>,
    /// Pairs of stops.
    pub(crate) links: Vec<(u32, u32)>,
}
