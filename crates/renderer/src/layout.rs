//! The instances of a scene, grouped so that equal things share their draws.

use crate::portal::Portal;
use scene::{Aabb, Instance, MaterialId, MaterialSet, MaterialSetId, MeshId, Scene, TextureId};
use std::collections::HashMap;

/// Instances of one mesh in one variant with one set of materials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Group {
    pub(crate) mesh: MeshId,
    /// Index into the mesh's variants.
    pub(crate) variant: u32,
    pub(crate) material_set: MaterialSetId,
    /// Its instances in [`Layout::members`].
    pub(crate) first_member: u32,
    pub(crate) member_count: u32,
}

/// One draw of a group: the same for all its instances.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct DrawRecord {
    /// Index into [`Layout::groups`].
    pub(crate) group: u32,
    pub(crate) material: MaterialId,
    pub(crate) lightmap: Option<TextureId>,
    /// Raw batch flags.
    pub(crate) flags: u16,
    pub(crate) portal: Option<Portal>,
    /// In the index buffer of all meshes.
    pub(crate) first_index: u32,
    pub(crate) index_count: u32,
    /// Its ranges in the variant.
    pub(crate) first_range: u32,
    pub(crate) range_count: u32,
}

/// All groups of a scene and their draws.
#[derive(Debug, Default)]
pub(crate) struct Layout {
    /// In order of their first instance.
    pub(crate) groups: Vec<Group>,
    /// In order of their groups.
    pub(crate) draws: Vec<DrawRecord>,
    /// Indices of instances, side by side for each group.
    pub(crate) members: Vec<u32>,
    /// World boxes, parallel to `members`.
    pub(crate) boxes: Vec<Aabb>,
    /// Where each mesh's indices begin in the buffer of all meshes.
    pub(crate) first_indices: Vec<u32>,
    /// Distinct lightmaps of the draws.
    pub(crate) lightmaps: Vec<TextureId>,
    /// What each instance showed when it was grouped.
    shown: Vec<Option<Shown>>,
}

/// What decides the group of an instance: mesh, variant, materials.
type Shown = (MeshId, u32, MaterialSetId);

impl Layout {
    pub(crate) fn new(scene: &Scene, first_indices: Vec<u32>) -> Self {
        let mut layout = Self {
            first_indices,
            ..Self::default()
        };
        layout.regroup(scene);
        layout
    }

    /// Takes over new boxes, and groups anew if an instance shows something else than before; says whether it did.
    pub(crate) fn refresh(&mut self, scene: &Scene) -> bool {
        let same = self.shown.len() == scene.instances.len()
            && self
                .shown
                .iter()
                .zip(&scene.instances)
                .all(|(old, instance)| *old == shown(scene, instance));
        if !same {
            self.regroup(scene);
            return true;
        }
        for (bounds, member) in self.boxes.iter_mut().zip(&self.members) {
            if let Some(instance) = scene.instances.get(*member as usize) {
                *bounds = instance.bounds;
            }
        }
        false
    }

    fn regroup(&mut self, scene: &Scene) {
        self.shown.clear();
        self.shown
            .extend(scene.instances.iter().map(|i| shown(scene, i)));
        self.groups.clear();
        let mut known = HashMap::new();
        let mut members: Vec<Vec<u32>> = Vec::new();
        for (instance, shown) in (0..).zip(&self.shown) {
            let Some(shown) = *shown else { continue };
            let group = *known.entry(shown).or_insert_with(|| {
                let (mesh, variant, material_set) = shown;
                self.groups.push(Group {
                    mesh,
                    variant,
                    material_set,
                    first_member: 0,
                    member_count: 0,
                });
                members.push(Vec::new());
                members.len() - 1
            });
            if let Some(members) = members.get_mut(group) {
                members.push(instance);
            }
        }
        self.members.clear();
        for (group, members) in self.groups.iter_mut().zip(&members) {
            group.first_member = self.members.len() as u32;
            group.member_count = members.len() as u32;
            self.members.extend(members);
        }
        self.boxes.clear();
        self.boxes.extend(self.members.iter().map(|&member| {
            scene
                .instances
                .get(member as usize)
                .map_or(Aabb::default(), |instance| instance.bounds)
        }));
        self.list_draws(scene);
    }

    fn list_draws(&mut self, scene: &Scene) {
        let no_materials = MaterialSet::default();
        self.draws.clear();
        for (number, group) in (0..).zip(&self.groups) {
            let Some(mesh) = scene.meshes.get(group.mesh as usize) else {
                continue;
            };
            let Some(variant) = mesh.variants.get(group.variant as usize) else {
                continue;
            };
            let first_index = self
                .first_indices
                .get(group.mesh as usize)
                .copied()
                .unwrap_or(0);
            let set = scene
                .material_sets
                .get(group.material_set as usize)
                .unwrap_or(&no_materials);
            for draw in &variant.draws {
                let index_count = clipped(draw.first_index, draw.index_count, mesh.indices.len());
                let portal = Portal::of(draw.flags);
                let empty = index_count == 0 || mesh.vertices.is_empty();
                if empty || portal == Some(Portal::Open) {
                    continue;
                }
                self.draws.push(DrawRecord {
                    group: number,
                    material: set.material(draw.material_row),
                    lightmap: set
                        .lightmap(draw.lightmap_row)
                        .filter(|&id| (id as usize) < scene.textures.len()),
                    flags: draw.flags,
                    portal,
                    first_index: first_index.saturating_add(draw.first_index),
                    index_count,
                    first_range: draw.first_range,
                    range_count: draw.range_count,
                });
            }
        }
        self.lightmaps = self.draws.iter().filter_map(|draw| draw.lightmap).collect();
        self.lightmaps.sort_unstable();
        self.lightmaps.dedup();
    }
}

fn shown(scene: &Scene, instance: &Instance) -> Option<Shown> {
    let mesh = scene.meshes.get(instance.mesh as usize)?;
    let variant = mesh.variant_index(instance.state, instance.lod);
    let exists = instance.drawn && variant < mesh.variants.len();
    exists.then_some((instance.mesh, variant as u32, instance.material_set))
}

/// The part of a run of indices that exists, in whole triangles.
pub(crate) fn clipped(first: u32, count: u32, len: usize) -> u32 {
    let len = u32::try_from(len).unwrap_or(u32::MAX);
    count.min(len.saturating_sub(first)) / 3 * 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    #[test]
    fn equal_instances_share_draws() {
        let few = fixtures::crowd(10);
        let many = fixtures::crowd(1000);
        let few = Layout::new(&few, vec![0, 0]);
        let many = Layout::new(&many, vec![0, 0]);
        assert_eq!(few.draws, many.draws);
        assert_eq!(few.groups.len(), many.groups.len());
        assert_eq!(many.members.len(), 1000);
    }

    #[test]
    fn another_damage_stage_is_another_group() {
        let mut scene = fixtures::crowd(4);
        let mut layout = Layout::new(&scene, vec![0, 0]);
        assert_eq!(layout.groups.len(), 1);
        assert!(!layout.refresh(&scene));
        if let Some(mesh) = scene.meshes.first_mut() {
            let second = mesh.variants.first().cloned().unwrap_or_default();
            mesh.variants.push(second);
            mesh.variant_of[5] = 1;
        }
        scene.instances[2].state = 1;
        assert!(layout.refresh(&scene));
        assert_eq!(layout.groups.len(), 2);
        assert_eq!(layout.members, [0, 1, 3, 2]);
        scene.instances[0].drawn = false;
        assert!(layout.refresh(&scene));
        assert_eq!(layout.members, [1, 3, 2]);
    }

    #[test]
    fn runs_past_the_end_are_cut() {
        assert_eq!(clipped(0, 12, 12), 12);
        assert_eq!(clipped(6, 12, 12), 6);
        assert_eq!(clipped(7, 12, 12), 3);
        assert_eq!(clipped(u32::MAX, u32::MAX, 12), 0);
    }
}
