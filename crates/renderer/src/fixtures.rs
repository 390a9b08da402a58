//! Scenes for unit tests.

use glam::{Affine3A, Vec3};
use scene::{
    Aabb, Draw, Instance, Material, MaterialSet, MaterialState, Mesh, MeshNode, MeshVertex,
    NodeRange, Object, Pose, Scene, Texture, Variant,
};
use std::sync::Arc;

/// A quad of one metre around the origin, facing -Y.
pub(crate) fn quad() -> Mesh {
    let corner = |x: f32, z: f32| MeshVertex {
        position: [x, 0.0, z],
        normal: [0, -127, 0, 0],
        uv0: [x + 0.5, 0.5 - z],
        uv1: [x + 0.5, 0.5 - z],
        node: 0,
    };
    let bounds = Aabb {
        min: Vec3::new(-0.5, 0.0, -0.5),
        max: Vec3::new(0.5, 0.0, 0.5),
    };
    Mesh {
        name: "quad".into(),
        vertices: vec![
            corner(-0.5, -0.5),
            corner(0.5, -0.5),
            corner(0.5, 0.5),
            corner(-0.5, 0.5),
        ],
        indices: vec![0, 1, 2, 0, 2, 3],
        nodes: vec![MeshNode::default()],
        variants: vec![Variant {
            ranges: vec![NodeRange {
                node: 0,
                slot: 0,
                batch: 0,
                material_row: 0,
                lightmap_row: None,
                flags: 0,
                first_index: 0,
                index_count: 6,
                bounds,
            }],
            draws: vec![Draw {
                material_row: 0,
                lightmap_row: None,
                flags: 0,
                first_index: 0,
                index_count: 6,
                first_range: 0,
                range_count: 1,
            }],
            node_bounds: vec![Some(bounds)],
        }],
        variant_of: [0; 15],
    }
}

/// Equal quads in a row along +Y, 10 m apart, the first at 10 m.
pub(crate) fn crowd(count: u32) -> Scene {
    let mut scene = Scene {
        textures: vec![Arc::new(Texture {
            name: "grey".into(),
            width: 1,
            height: 1,
            levels: vec![vec![128, 128, 128, 255]],
            silhouette: false,
        })],
        materials: vec![Material {
            name: "plain".into(),
            ..Material::default()
        }],
        material_states: vec![MaterialState {
            texture: 0,
            ..MaterialState::default()
        }],
        meshes: vec![quad()],
        material_sets: vec![MaterialSet {
            materials: vec![0],
            lightmaps: vec![],
        }],
        ..Scene::default()
    };
    for object in 0..count {
        add(&mut scene, Vec3::new(0.0, 10.0 + 10.0 * object as f32, 0.0));
    }
    scene
}

/// Places mesh 0 as another object.
pub(crate) fn add(scene: &mut Scene, at: Vec3) {
    let object = scene.objects.len() as u32;
    let placement = Affine3A::from_translation(at);
    let bounds = Aabb {
        min: at - 0.5,
        max: at + 0.5,
    };
    scene.objects.push(Object {
        name: format!("object {object}"),
        placement,
        first_instance: object,
        instance_count: 1,
        bounds,
    });
    scene.instances.push(Instance {
        object,
        component: 0,
        mesh: 0,
        material_set: 0,
        placement,
        pose_base: scene.poses.len() as u32,
        state: 0,
        lod: 0,
        drawn: true,
        bounds,
    });
    scene.poses.push(Pose::IDENTITY);
}
