//! Ray picking on the CPU: what a ray meets first, ground or triangle.

use crate::{Aabb, Ground, Instance, Layer, Mesh, MeshVertex, NodeRange, Ray, Scene};
use glam::{Affine3A, Vec3};

/// What a ray met.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// Metres along the ray.
    pub distance: f32,
    /// World position.
    pub point: Vec3,
    /// What stands there.
    pub target: Target,
}

/// The thing a ray met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// A triangle of the landscape's detailed mesh.
    Ground {
        /// Tile it lies in.
        tile: u32,
        /// Index into [`Ground::surfaces`].
        surface: u32,
        /// Face number in the map's file.
        face: u32,
    },
    /// A triangle of a component instance.
    Instance {
        /// Index into [`Scene::instances`].
        instance: u32,
        /// Index into the ranges of the instance's variant.
        range: u32,
        /// Triangle inside the range.
        triangle: u32,
    },
}

/// A hit while searching: distance and target.
type Best = Option<(f32, Target)>;

impl Scene {
    /// The nearest thing within `limit` metres along a ray. Both sides of a triangle are met, as both are drawn;
    /// see-through draws count like solid ones, hidden instances do not.
    pub fn pick(&self, ray: &Ray, limit: f32) -> Option<Hit> {
        let mut best: Best = None;
        if let Some(ground) = &self.ground {
            pick_ground(ground, ray, limit, &mut best);
        }
        for (index, instance) in self.instances.iter().enumerate() {
            self.pick_instance(index as u32, instance, ray, limit, &mut best);
        }
        best.map(|(distance, target)| Hit {
            distance,
            point: ray.at(distance),
            target,
        })
    }

    fn pick_instance(
        &self,
        index: u32,
        instance: &Instance,
        ray: &Ray,
        limit: f32,
        best: &mut Best,
    ) {
        let reach = reach(best, limit);
        if !instance.drawn || !meets(&instance.bounds, ray, reach) {
            return;
        }
        let Some(mesh) = self.meshes.get(instance.mesh as usize) else {
            return;
        };
        let Some(variant) = mesh.variant(instance.state, instance.lod) else {
            return;
        };
        let mut node: Option<(u32, Ray)> = None;
        for (number, range) in variant.ranges.iter().enumerate() {
            if node.is_none_or(|(index, _)| index != range.node) {
                let to_node = (instance.placement * self.pose(instance, range.node)).inverse();
                let local = Ray {
                    origin: to_node.transform_point3(ray.origin),
                    direction: to_node.transform_vector3(ray.direction),
                };
                node = Some((range.node, local));
            }
            if let Some((_, local)) = &node {
                pick_range(mesh, range, local, limit, best, |triangle| {
                    Target::Instance {
                        instance: index,
                        range: number as u32,
                        triangle,
                    }
                });
            }
        }
    }

    /// A node's pose in object space; the identity when it has none.
    pub fn pose(&self, instance: &Instance, node: u32) -> Affine3A {
        let index = instance.pose_base as usize + node as usize;
        self.poses
            .get(index)
            .map_or(Affine3A::IDENTITY, |pose| pose.transform())
    }

    /// The layer a draw of an instance belongs to right now.
    pub fn layer(&self, material: crate::MaterialId, flags: u16) -> Layer {
        let blend = self
            .materials
            .get(material as usize)
            .map(|material| material.blend)
            .unwrap_or_default();
        self.material_states
            .get(material as usize)
            .copied()
            .unwrap_or_default()
            .layer(blend, flags)
    }
}

fn pick_range(
    mesh: &Mesh,
    range: &NodeRange,
    local: &Ray,
    limit: f32,
    best: &mut Best,
    target: impl Fn(u32) -> Target,
) {
    // The direction keeps its world length's parameter: `distance` means metres in both spaces.
    if !meets(&range.bounds, local, reach(best, limit)) {
        return;
    }
    let first = range.first_index as usize;
    let indices = mesh
        .indices
        .get(first..first.saturating_add(range.index_count as usize))
        .unwrap_or_default();
    for (triangle, corners) in indices.chunks_exact(3).enumerate() {
        let corners = corner_positions(corners, |index| {
            mesh.vertices.get(index).map(|v: &MeshVertex| v.position)
        });
        if let Some(distance) = corners.and_then(|c| hit_triangle(local, c, reach(best, limit))) {
            *best = Some((distance, target(triangle as u32)));
        }
    }
}

fn pick_ground(ground: &Ground, ray: &Ray, limit: f32, best: &mut Best) {
    for (number, tile) in ground.tiles.iter().enumerate() {
        if !meets(&tile.bounds, ray, reach(best, limit)) {
            continue;
        }
        let [detailed, _] = &tile.lods;
        for run in detailed {
            let first = run.first_index as usize;
            let indices = ground
                .indices
                .get(first..first.saturating_add(run.index_count as usize))
                .unwrap_or_default();
            for (triangle, corners) in indices.chunks_exact(3).enumerate() {
                let corners = corner_positions(corners, |index| {
                    ground.vertices.get(index).map(|v| v.position)
                });
                let hit = corners.and_then(|c| hit_triangle(ray, c, reach(best, limit)));
                if let Some(distance) = hit {
                    let face = ground.faces.get(first / 3 + triangle).copied();
                    *best = Some((
                        distance,
                        Target::Ground {
                            tile: number as u32,
                            surface: run.surface,
                            face: face.unwrap_or_default(),
                        },
                    ));
                }
            }
        }
    }
}

fn reach(best: &Best, limit: f32) -> f32 {
    best.map_or(limit, |(distance, _)| distance)
}

fn meets(bounds: &Aabb, ray: &Ray, limit: f32) -> bool {
    bounds
        .hit(ray.origin, ray.direction.recip(), limit)
        .is_some()
}

fn corner_positions(
    corners: &[u32],
    position: impl Fn(usize) -> Option<[f32; 3]>,
) -> Option<[Vec3; 3]> {
    let &[a, b, c] = corners else { return None };
    let corner = |index: u32| position(index as usize).map(Vec3::from);
    Some([corner(a)?, corner(b)?, corner(c)?])
}

/// Distance along a ray (in units of its direction) to a triangle, either side; Möller and Trumbore.
fn hit_triangle(ray: &Ray, [a, b, c]: [Vec3; 3], limit: f32) -> Option<f32> {
    let (ab, ac) = (b - a, c - a);
    let p = ray.direction.cross(ac);
    let determinant = ab.dot(p);
    if determinant == 0.0 || !determinant.is_finite() {
        return None;
    }
    let from_a = ray.origin - a;
    let u = from_a.dot(p) / determinant;
    let q = from_a.cross(ab);
    let v = ray.direction.dot(q) / determinant;
    let distance = ac.dot(q) / determinant;
    let inside = u >= 0.0 && v >= 0.0 && u + v <= 1.0;
    (inside && distance >= 0.0 && distance < limit).then_some(distance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GroundTile, GroundVertex, Instance, NodeRange, Pose, TileRun, Variant};
    use glam::Quat;

    fn triangle_mesh() -> Mesh {
        let corner = |x: f32, y: f32| MeshVertex {
            position: [x, y, 0.0],
            normal: [0, 0, 127, 0],
            uv0: [0.0; 2],
            uv1: [0.0; 2],
            node: 1,
        };
        let vertices = vec![corner(-1.0, -1.0), corner(1.0, -1.0), corner(0.0, 1.0)];
        let bounds = Aabb::around(vertices.iter().map(|v| Vec3::from(v.position))).unwrap();
        Mesh {
            vertices,
            indices: vec![0, 1, 2],
            variants: vec![Variant {
                ranges: vec![NodeRange {
                    node: 1,
                    slot: 0,
                    batch: 0,
                    material_row: 0,
                    lightmap_row: None,
                    flags: 0,
                    first_index: 0,
                    index_count: 3,
                    bounds,
                }],
                ..Variant::default()
            }],
            ..Mesh::default()
        }
    }

    fn instance(placement: Affine3A, pose_base: u32) -> Instance {
        Instance {
            object: 0,
            component: 0,
            mesh: 0,
            material_set: 0,
            placement,
            pose_base,
            state: 0,
            lod: 0,
            drawn: true,
            bounds: Aabb {
                min: Vec3::splat(-100.0),
                max: Vec3::splat(100.0),
            },
        }
    }

    fn down(x: f32, y: f32) -> Ray {
        Ray {
            origin: Vec3::new(x, y, 50.0),
            direction: -Vec3::Z,
        }
    }

    #[test]
    fn the_posed_and_placed_triangle_is_met() {
        let mut scene = Scene {
            meshes: vec![triangle_mesh()],
            poses: vec![
                Pose::IDENTITY,
                Pose::new(Quat::IDENTITY, Vec3::new(0.0, 0.0, 3.0)),
            ],
            ..Scene::default()
        };
        let placement = Affine3A::from_scale_rotation_translation(
            Vec3::splat(2.0),
            Quat::IDENTITY,
            Vec3::new(10.0, 0.0, 1.0),
        );
        scene.instances.push(instance(placement, 0));
        let hit = scene.pick(&down(10.0, 0.0), 1000.0).unwrap();
        // 3 m up, doubled, on a placement 1 m up
        assert!((hit.point.z - 7.0).abs() < 1e-4, "{hit:?}");
        assert!((hit.distance - 43.0).abs() < 1e-4);
        assert_eq!(
            hit.target,
            Target::Instance {
                instance: 0,
                range: 0,
                triangle: 0
            }
        );
        assert_eq!(scene.pick(&down(13.0, 0.0), 1000.0), None);
        assert_eq!(scene.pick(&down(10.0, 0.0), 40.0), None);
        scene.instances[0].drawn = false;
        assert_eq!(scene.pick(&down(10.0, 0.0), 1000.0), None);
    }

    #[test]
    fn the_nearer_of_ground_and_instance_wins() {
        let corner = |x: f32, y: f32| GroundVertex {
            position: [x, y, 2.0],
            normal: [0, 0, 127, 0],
            uv0: [0.0; 2],
            uv1: [0.0; 2],
            second_weight: 0.0,
        };
        let vertices = vec![corner(-9.0, -9.0), corner(9.0, -9.0), corner(0.0, 9.0)];
        let bounds = Aabb::around(vertices.iter().map(|v| Vec3::from(v.position))).unwrap();
        let run = TileRun {
            surface: 0,
            first_index: 0,
            index_count: 3,
        };
        let mut scene = Scene {
            meshes: vec![triangle_mesh()],
            poses: vec![Pose::IDENTITY; 2],
            ground: Some(Ground {
                vertices,
                indices: vec![0, 1, 2],
                faces: vec![77],
                tiles: vec![GroundTile {
                    bounds,
                    lods: [vec![run], vec![]],
                }],
                ..Ground::default()
            }),
            ..Scene::default()
        };
        scene.instances.push(instance(Affine3A::IDENTITY, 0));
        let ground = Target::Ground {
            tile: 0,
            surface: 0,
            face: 77,
        };
        assert_eq!(scene.pick(&down(0.0, 0.0), 1e3).unwrap().target, ground);
        scene.instances[0].placement = Affine3A::from_translation(Vec3::new(0.0, 0.0, 4.0));
        let above = scene.pick(&down(0.0, 0.0), 1e3).unwrap();
        assert!(matches!(above.target, Target::Instance { .. }));
        assert_eq!(above.distance, 46.0);
    }
}
