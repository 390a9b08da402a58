//! Materials, their tracks and the sets that stand behind the rows of a mesh.

use crate::{
    Blend, Material, MaterialId, MaterialSet, MaterialSetId, MaterialState, Scene, TextureId,
};
use material::{ActivePhase, PageChoice};
use mission::{Mission, Resources};
use std::collections::HashMap;

/// A material that changes with the mission clock.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Animated {
    /// Index in the scene.
    pub(crate) material: MaterialId,
    /// Where it comes from.
    pub(crate) source: Source,
}

/// A material of the mission with one of its tracks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Source {
    /// Index among the mission's materials.
    pub(crate) material: usize,
    /// Track that plays.
    pub(crate) track: usize,
}

/// Gives out material and set numbers, each distinct one once.
pub(super) struct Surfaces<'a> {
    resources: &'a Resources,
    phase: Option<u16>,
    material_of: HashMap<Source, MaterialId>,
    set_of: HashMap<(Option<usize>, usize), MaterialSetId>,
    materials: Vec<Material>,
    states: Vec<MaterialState>,
    sets: Vec<MaterialSet>,
    animated: Vec<Animated>,
}

impl<'a> Surfaces<'a> {
    pub(super) fn new(mission: &'a Mission, phase: Option<u16>) -> Self {
        let resources = &mission.resources;
        let mut surfaces = Self {
            resources,
            phase,
            material_of: HashMap::new(),
            set_of: HashMap::new(),
            materials: Vec::new(),
            states: Vec::new(),
            sets: Vec::new(),
            animated: Vec::new(),
        };
        // Number 0 is what a row that does not exist is drawn with.
        surfaces.material(resources.default_material, 0);
        surfaces
    }

    /// The scene's number of a mission material on a track.
    pub(super) fn material(&mut self, material: usize, track: usize) -> MaterialId {
        let record = self.resources.materials.get(material).map(|m| &m.record);
        let track = record.map_or(0, |r| if track < r.tracks.len() { track } else { 0 });
        let source = Source { material, track };
        if let Some(&id) = self.material_of.get(&source) {
            return id;
        }
        let id = super::count(self.materials.len());
        let animated =
            self.phase.is_none() && record.is_some_and(|record| record.is_animated(track));
        if animated {
            self.animated.push(Animated {
                material: id,
                source,
            });
        }
        let name = self.resources.materials.get(material).map(|m| &m.name);
        self.materials.push(Material {
            name: name.cloned().unwrap_or_default(),
            blend: record.map_or(Blend::Opaque, |record| blend(record.flags.blend_mode())),
            animated,
        });
        self.states
            .push(state(self.resources, source, 0, self.phase));
        self.material_of.insert(source, id);
        id
    }

    /// A material that no file has: the colour of a placeholder.
    pub(super) fn glow(&mut self, name: &str, colour: [f32; 3]) -> MaterialId {
        self.materials.push(Material {
            name: name.to_owned(),
            ..Material::default()
        });
        self.states.push(MaterialState {
            diffuse: [0.0; 3],
            ambient: colour,
            ..MaterialState::default()
        });
        super::count(self.materials.len() - 1)
    }

    /// The set of a WEAR table on a track.
    pub(super) fn set(&mut self, wear: Option<usize>, track: usize) -> MaterialSetId {
        if let Some(&id) = self.set_of.get(&(wear, track)) {
            return id;
        }
        let rows = wear.and_then(|wear| self.resources.wear_materials.get(wear));
        let materials = rows
            .into_iter()
            .flatten()
            .map(|&material| self.material(material, track))
            .collect();
        let lightmaps = wear
            .and_then(|wear| self.resources.wear_lightmaps.get(wear))
            .into_iter()
            .flatten()
            .map(|image| image.and_then(|image| TextureId::try_from(image).ok()))
            .collect();
        let id = self.add_set(MaterialSet {
            materials,
            lightmaps,
        });
        self.set_of.insert((wear, track), id);
        id
    }

    pub(super) fn add_set(&mut self, set: MaterialSet) -> MaterialSetId {
        self.sets.push(set);
        super::count(self.sets.len() - 1)
    }

    /// Moves what was given out into the scene; what is left are the materials that move.
    pub(super) fn finish(self, scene: &mut Scene) -> Vec<Animated> {
        scene.materials = self.materials;
        scene.material_states = self.states;
        scene.material_sets = self.sets;
        self.animated
    }
}

/// What a material looks like at a game time, or in a fixed phase.
pub(crate) fn state(
    resources: &Resources,
    source: Source,
    now_ms: u32,
    phase: Option<u16>,
) -> MaterialState {
    let Some(material) = resources.materials.get(source.material) else {
        return MaterialState::default();
    };
    let record = &material.record;
    let roll = material::random_roll(0, super::count(source.material), now_ms);
    let active = match phase {
        None => record.at_time(source.track, now_ms, 0, roll),
        Some(phase) => {
            let last = record.phases.len().saturating_sub(1);
            let index = usize::from(phase).min(last);
            record
                .phases
                .get(index)
                .map(|phase| ActivePhase::of(index as u16, *phase))
        }
    };
    let Some(active) = active else {
        return MaterialState::default();
    };
    let image_index = material
        .images
        .get(usize::from(active.index))
        .copied()
        .flatten();
    let image = image_index.and_then(|image| resources.images.get(image));
    let page = image.and_then(|image| match active.record.page_choice(image.pages.len()) {
        PageChoice::Rect(rect) => image.pages.get(rect).copied().flatten(),
        PageChoice::Whole | PageChoice::OutOfRange => None,
    });
    MaterialState {
        diffuse: active.diffuse,
        opacity: active.opacity,
        ambient: active.ambient,
        highlight_exponent: active.exponent(),
        specular: active.specular,
        texture: image_index
            .and_then(|image| TextureId::try_from(image).ok())
            .unwrap_or(MaterialState::UNTEXTURED),
        uv_rect: page.map_or([0.0, 0.0, 1.0, 1.0], |p| [p.u0, p.v0, p.du, p.dv]),
    }
}

fn blend(mode: material::BlendMode) -> Blend {
    match mode {
        material::BlendMode::Opaque => Blend::Opaque,
        material::BlendMode::Additive => Blend::Additive,
        material::BlendMode::Multiply => Blend::Multiply,
        material::BlendMode::Alpha => Blend::Alpha,
        material::BlendMode::Multiply2x => Blend::Multiply2x,
    }
}

/// For each model the material rows that some WEAR table gives a see-through phase.
pub(super) fn translucent_rows(mission: &Mission) -> Vec<Vec<u32>> {
    let resources = &mission.resources;
    let see_through = |material: usize| {
        resources
            .materials
            .get(material)
            .is_some_and(|m| m.record.phases.iter().any(|p| p.opacity_percent < 100))
    };
    let mut rows = vec![Vec::new(); resources.models.len()];
    let components = mission.assemblies.iter().flat_map(|a| &a.components);
    for component in components {
        let Some(known) = component.model.and_then(|model| rows.get_mut(model)) else {
            continue;
        };
        let table = component.wear.and_then(|w| resources.wear_materials.get(w));
        for (row, &material) in table.into_iter().flatten().enumerate() {
            let row = super::count(row);
            if see_through(material) && !known.contains(&row) {
                known.push(row);
            }
        }
    }
    rows
}
