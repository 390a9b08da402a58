//! The landscape as draw lists with materials (spec page: terrain, sections 7 and 10).

use super::surface::Surfaces;
use crate::{Ground, GroundSurface, GroundTile, GroundVertex, SurfaceKind, TextureId, TileRun};
use mission::Mission;
use terrain::{DrawLists, Look};

/// Track of a ground material whose texture is the microtexture.
const MICROTEXTURE_TRACK: usize = 1;

pub(super) fn build(mission: &Mission, surfaces: &mut Surfaces<'_>) -> Ground {
    let lists = DrawLists::new(&mission.land.mesh, &mission.land.foundations);
    Ground {
        vertices: lists
            .vertices
            .iter()
            .map(|vertex| GroundVertex {
                position: vertex.position,
                normal: vertex.normal,
                uv0: vertex.uv0,
                uv1: vertex.uv1,
                second_weight: vertex.second_alpha,
            })
            .collect(),
        surfaces: lists
            .looks
            .iter()
            .map(|look| surface(mission, surfaces, look))
            .collect(),
        tiles: lists
            .tiles
            .iter()
            .map(|tile| GroundTile {
                bounds: tile
                    .bounds
                    .map(|bounds| crate::Aabb {
                        min: bounds.min,
                        max: bounds.max,
                    })
                    .unwrap_or_default(),
                lods: tile.lods.each_ref().map(|runs| {
                    runs.iter()
                        .map(|run| TileRun {
                            surface: run.look,
                            first_index: run.first_index,
                            index_count: run.index_count,
                        })
                        .collect()
                }),
            })
            .collect(),
        indices: lists.indices,
        faces: lists.faces,
    }
}

fn surface(mission: &Mission, surfaces: &mut Surfaces<'_>, look: &Look) -> GroundSurface {
    let resources = &mission.resources;
    let mut material = |row: u8| {
        let material = resources.material_of(mission.land.materials, usize::from(row));
        surfaces.material(material, 0)
    };
    let base = material(look.base);
    let second = look.second.map(material);
    let micro = |row: u8| {
        look.microtexture
            .then(|| microtexture(mission, usize::from(row)))
            .flatten()
    };
    GroundSurface {
        base,
        base_micro: micro(look.base),
        second,
        second_micro: look.second.and_then(micro),
        kind: kind(mission, look),
    }
}

/// What kind of surface faces of a look are; a map that marks no lava tells it by the material's name.
fn kind(mission: &Mission, look: &Look) -> SurfaceKind {
    let resources = &mission.resources;
    let base = resources.material_of(mission.land.materials, usize::from(look.base));
    let is_named_lava = || {
        resources
            .materials
            .get(base)
            .is_some_and(|material| material.name.to_ascii_uppercase().contains("LAVA"))
    };
    match look.kind {
        terrain::SurfaceKind::Water if is_named_lava() => SurfaceKind::Lava,
        terrain::SurfaceKind::Water => SurfaceKind::Water,
        terrain::SurfaceKind::Lava => SurfaceKind::Lava,
        terrain::SurfaceKind::Bed => SurfaceKind::Bed,
        terrain::SurfaceKind::Ground => SurfaceKind::Ground,
    }
}

/// The microtexture of a row: the texture of track 1 of that row of `Land2.wea`; its colours are not used.
fn microtexture(mission: &Mission, row: usize) -> Option<TextureId> {
    let resources = &mission.resources;
    let table = resources.wear_materials.get(mission.land.microtextures?)?;
    let material = resources.materials.get(*table.get(row)?)?;
    let active = material.record.at_time(MICROTEXTURE_TRACK, 0, 0, 0)?;
    let image = material.images.get(usize::from(active.index)).copied()??;
    TextureId::try_from(image).ok()
}
