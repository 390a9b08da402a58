//! The box that stands where an object could not be had (spec page: mission, section 4.8).

use super::surface::Surfaces;
use crate::{
    Aabb, Draw, Instance, MaterialSet, MaterialSetId, Mesh, MeshId, MeshNode, MeshVertex,
    NodeRange, Pose, Scene, Variant,
};
use glam::{Affine3A, Vec3};

/// Half the side of the box, metres.
const HALF: f32 = 1.0;
/// Half the thickness of its edges, metres.
const EDGE: f32 = 0.03;

/// The placeholder mesh and its colours, made when the first one is needed.
#[derive(Default)]
pub(super) struct Placeholders {
    mesh: Option<(MeshId, u32)>,
    sets: Vec<(u32, MaterialSetId)>,
}

impl Placeholders {
    /// Puts a box where an object of a kind stands. The scale of the object is left out: the box has 2 m sides.
    pub(super) fn add(
        &mut self,
        object: u32,
        kind: u32,
        placement: Affine3A,
        surfaces: &mut Surfaces<'_>,
        scene: &mut Scene,
    ) {
        let (mesh, pose_base) = *self.mesh.get_or_insert_with(|| {
            scene.meshes.push(wire_box());
            scene.poses.push(Pose::IDENTITY);
            (
                super::count(scene.meshes.len() - 1),
                super::count(scene.poses.len() - 1),
            )
        });
        let known = self.sets.iter().find(|(known, _)| *known == kind);
        let material_set = match known {
            Some(&(_, set)) => set,
            None => {
                let (name, colour) = look(kind);
                let material = surfaces.glow(name, colour);
                let set = surfaces.add_set(MaterialSet {
                    materials: vec![material],
                    lightmaps: Vec::new(),
                });
                self.sets.push((kind, set));
                set
            }
        };
        let translation = Vec3::from(placement.translation) + Vec3::Z * HALF;
        scene.instances.push(Instance {
            object,
            component: 0,
            mesh,
            material_set,
            placement: Affine3A::from_translation(translation),
            pose_base,
            state: 0,
            lod: 0,
            drawn: true,
            bounds: Aabb::default(),
        });
    }
}

/// Name and colour of the placeholder of an object kind (spec page: mission, section 2.5).
fn look(kind: u32) -> (&'static str, [f32; 3]) {
    match kind {
        0 => ("placeholder of a building", [1.0, 0.55, 0.1]),
        1 => ("placeholder of a unit", [1.0, 0.15, 0.2]),
        2 => ("placeholder of a plant", [0.2, 0.9, 0.3]),
        3 => ("placeholder of a stone", [0.7, 0.7, 0.75]),
        _ => ("placeholder", [1.0, 0.1, 1.0]),
    }
}

/// Twelve bars along the edges of a box.
fn wire_box() -> Mesh {
    let mut mesh = Mesh {
        name: "placeholder".to_owned(),
        nodes: vec![MeshNode::default()],
        ..Mesh::default()
    };
    for axis in 0..3 {
        for (u, v) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
            let along = |a: f32, b: f32, c: f32| match axis {
                0 => Vec3::new(a, b, c),
                1 => Vec3::new(c, a, b),
                _ => Vec3::new(b, c, a),
            };
            let centre = along(0.0, u * HALF, v * HALF);
            add_bar(&mut mesh, centre, along(HALF + EDGE, EDGE, EDGE));
        }
    }
    let extent = Vec3::splat(HALF + EDGE);
    let bounds = Aabb {
        min: -extent,
        max: extent,
    };
    let index_count = super::count(mesh.indices.len());
    mesh.variants.push(Variant {
        ranges: vec![NodeRange {
            node: 0,
            slot: 0,
            batch: 0,
            material_row: 0,
            lightmap_row: None,
            flags: 0,
            first_index: 0,
            index_count,
            bounds,
        }],
        draws: vec![Draw {
            material_row: 0,
            lightmap_row: None,
            flags: 0,
            first_index: 0,
            index_count,
            first_range: 0,
            range_count: 1,
        }],
        node_bounds: vec![Some(bounds)],
    });
    mesh
}

/// A solid block around `centre`.
fn add_bar(mesh: &mut Mesh, centre: Vec3, half: Vec3) {
    // Corners of a quad seen from outside, counter-clockwise, in the plane across the face's axis.
    let quad = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    for axis in 0..3_usize {
        for side in [-1.0_f32, 1.0] {
            let first = super::count(mesh.vertices.len());
            for (u, v) in quad {
                let (u, v) = (u * side, v);
                let offset = match axis {
                    0 => Vec3::new(side, u, v),
                    1 => Vec3::new(v, side, u),
                    _ => Vec3::new(u, v, side),
                };
                let mut normal = [0; 4];
                if let Some(component) = normal.get_mut(axis) {
                    *component = (side * 127.0) as i8;
                }
                mesh.vertices.push(MeshVertex {
                    position: (centre + offset * half).to_array(),
                    normal,
                    uv0: [0.0; 2],
                    uv1: [0.0; 2],
                    node: 0,
                });
            }
            mesh.indices
                .extend([0, 1, 2, 0, 2, 3].map(|corner| first + corner));
        }
    }
}
