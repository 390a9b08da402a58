//! What a mission's components are made of: each distinct resource read once, in parallel.

use crate::assembly::ArchiveEntry;
use crate::problem::{Place, Problem, Severity};
use crate::progress::{Cancelled, Progress, Stage};
use crate::surface::Surfaces;
use ctl::{Control, ControlPoints, DamageTable};
use material::{Found, Wear};
use rayon::prelude::*;
use std::collections::HashMap;
use std::path::PathBuf;
use terrain::GroundPlan;
use texm::{RgbaLevel, UvRect};

/// Position in one of the lists of [`Resources`].
pub type Index = usize;

/// A resource with the place it came from; without a value it could not be read, which is a problem in the list.
#[derive(Debug, Clone)]
pub struct Loaded<T> {
    /// Where it is.
    pub place: Place,
    /// What it is.
    pub value: Option<T>,
}

/// Every distinct resource of a mission, in order of first use.
#[derive(Debug, Clone, Default)]
pub struct Resources {
    /// Models.
    pub models: Vec<Loaded<msh::Model>>,
    /// WEAR tables.
    pub wears: Vec<Loaded<Wear>>,
    /// Control data.
    pub controls: Vec<Loaded<Control>>,
    /// Control points.
    pub points: Vec<Loaded<ControlPoints>>,
    /// Damage records.
    pub damages: Vec<Loaded<DamageTable>>,
    /// Ground plans of buildings.
    pub plans: Vec<Loaded<GroundPlan>>,
    /// Materials by the name that was asked for.
    pub materials: Vec<Material>,
    /// Diffuse textures and lightmaps.
    pub images: Vec<Image>,
    /// Material of each row of each WEAR table; parallel to `wears`.
    pub wear_materials: Vec<Vec<Index>>,
    /// Lightmap of each LIGHTMAPS row of each WEAR table; parallel to `wears`. `None` where the page is missing.
    pub wear_lightmaps: Vec<Vec<Option<Index>>>,
    /// The material of a row that does not exist, and of a model without a WEAR table.
    pub default_material: Index,
}

/// A material as a WEAR row asked for it.
#[derive(Debug, Clone)]
pub struct Material {
    /// The name that was asked for; empty for the default material.
    pub name: String,
    /// How the name was found.
    pub found: Found,
    /// Where the record is that is used; `None` for the built-in one.
    pub place: Option<Place>,
    /// The record.
    pub record: material::Material,
    /// Image of each phase; `None` for a phase without a texture.
    pub images: Vec<Option<Index>>,
}

/// A texture or lightmap, decoded.
#[derive(Debug, Clone)]
pub struct Image {
    /// Where it is.
    pub place: Place,
    /// All levels down to 1 x 1 (of a lightmap its one level); the checker where it could not be had. Empty once a
    /// scene has taken them.
    pub levels: Vec<RgbaLevel>,
    /// Page rectangles in texture coordinates; `None` for one that is no rectangle of the image.
    pub pages: Vec<Option<UvRect>>,
    /// Whether level 0 is a silhouette (spec page: materials, section 8.1).
    pub silhouette: bool,
    /// Whether the checker stands in for it.
    pub missing: bool,
}

/// Entries to read, collected while objects are resolved.
#[derive(Default)]
pub(crate) struct Wanted {
    models: Queue,
    wears: Queue,
    controls: Queue,
    points: Queue,
    damages: Queue,
    plans: Queue,
}

/// Distinct entries of one kind.
#[derive(Default)]
struct Queue {
    entries: Vec<ArchiveEntry>,
    known: HashMap<(PathBuf, usize), Index>,
}

impl Queue {
    fn index(&mut self, entry: ArchiveEntry) -> Index {
        let key = (entry.archive.path().to_path_buf(), entry.index);
        *self.known.entry(key).or_insert_with(|| {
            self.entries.push(entry);
            self.entries.len() - 1
        })
    }
}

impl Wanted {
    pub(crate) fn model(&mut self, entry: ArchiveEntry) -> Index {
        self.models.index(entry)
    }

    pub(crate) fn wear(&mut self, entry: ArchiveEntry) -> Index {
        self.wears.index(entry)
    }

    pub(crate) fn control(&mut self, entry: ArchiveEntry) -> Index {
        self.controls.index(entry)
    }

    pub(crate) fn points(&mut self, entry: ArchiveEntry) -> Index {
        self.points.index(entry)
    }

    pub(crate) fn damage(&mut self, entry: ArchiveEntry) -> Index {
        self.damages.index(entry)
    }

    pub(crate) fn plan(&mut self, entry: ArchiveEntry) -> Index {
        self.plans.index(entry)
    }

    /// Reads every wanted entry, in parallel; materials and images are not read yet.
    pub(crate) fn read(
        self,
        progress: &Progress,
        problems: &mut crate::Problems,
    ) -> Result<Resources, Cancelled> {
        let total = [
            &self.models,
            &self.wears,
            &self.controls,
            &self.points,
            &self.damages,
            &self.plans,
        ]
        .iter()
        .map(|queue| queue.entries.len())
        .sum();
        progress.begin(Stage::Models, total)?;
        Ok(Resources {
            models: read_all(&self.models, progress, problems, read_model)?,
            wears: read_all(&self.wears, progress, problems, read_wear)?,
            controls: read_all(&self.controls, progress, problems, |place, bytes| {
                let value = Control::parse(bytes);
                let effect = "every node at time 0";
                checked(value, "CTL", place, effect)
            })?,
            points: read_all(&self.points, progress, problems, |place, bytes| {
                let value = ControlPoints::parse(bytes);
                checked(value, "CPT", place, "no control points")
            })?,
            damages: read_all(&self.damages, progress, problems, |place, bytes| {
                let value = DamageTable::parse(bytes);
                checked(value, "NDP", place, "no damage records")
            })?,
            plans: read_all(&self.plans, progress, problems, |place, bytes| {
                let value = GroundPlan::parse(bytes);
                checked(value, "BAS", place, "the ground is not cut")
            })?,
            ..Resources::default()
        })
    }
}

/// What reading one entry gave.
type Read<T> = (Option<T>, Vec<Problem>);

fn read_all<T: Send>(
    queue: &Queue,
    progress: &Progress,
    problems: &mut crate::Problems,
    read: impl Fn(&Place, &[u8]) -> Read<T> + Sync,
) -> Result<Vec<Loaded<T>>, Cancelled> {
    let read_one = |entry: &ArchiveEntry| {
        let place = entry.place();
        let (value, problems) = match entry.archive.payload(entry.index) {
            Ok(bytes) => read(&place, bytes),
            Err(error) => {
                let code = "ENTRY_UNREADABLE";
                checked(Err(error), code, &place, "a placeholder")
            }
        };
        progress.step()?;
        Ok((Loaded { place, value }, problems))
    };
    let results: Result<Vec<_>, Cancelled> = queue.entries.par_iter().map(read_one).collect();
    Ok(results?
        .into_iter()
        .map(|(loaded, found)| {
            problems.extend(found);
            loaded
        })
        .collect())
}

fn checked<T>(
    value: wire::Result<T>,
    code: &'static str,
    place: &Place,
    effect: &'static str,
) -> Read<T> {
    match value {
        Ok(value) => (Some(value), Vec::new()),
        Err(error) => {
            let problem = Problem::malformed(Severity::Error, code, place, &error, effect);
            (None, vec![problem])
        }
    }
}

fn read_model(place: &Place, bytes: &[u8]) -> Read<msh::Model> {
    let (model, mut problems) =
        checked(msh::Model::parse(bytes), "MSH", place, "a placeholder box");
    let warnings = model.iter().flat_map(|model| &model.warnings);
    problems.extend(warnings.map(|warning| {
        let code = warning.kind.code();
        let effect = "the rest of the model";
        let mut problem =
            Problem::malformed(Severity::Warning, code, place, &warning.first, effect);
        if warning.count > 1 {
            problem.message = format!("{} ({} times)", problem.message, warning.count);
        }
        problem
    }));
    (model, problems)
}

pub(crate) fn read_wear(place: &Place, bytes: &[u8]) -> Read<Wear> {
    match Wear::parse(bytes) {
        Ok((wear, warnings)) => {
            let problems = warnings.iter().filter_map(|w| warning_at(place, w));
            (Some(wear), problems.collect())
        }
        Err(error) => {
            let code = error.kind.code();
            let effect = "the default material";
            let problem = Problem::malformed(Severity::Error, code, place, &error.at, effect);
            (None, vec![problem])
        }
    }
}

/// A warning of the material crate as a problem; `None` for mere information.
pub(crate) fn warning_at(place: &Place, warning: &material::Warning) -> Option<Problem> {
    (warning.severity() == material::Severity::Warning).then(|| {
        let effect = "the nearest sensible reading";
        let code = warning.code();
        Problem::at(Severity::Warning, code, place, warning.to_string(), effect)
    })
}

impl Resources {
    /// Looks up the materials and lightmaps of every WEAR table.
    pub(crate) fn connect(&mut self, surfaces: &mut Surfaces<'_>) {
        self.default_material = surfaces.material(None, &Place::default());
        for wear in &self.wears {
            let (mut materials, mut lightmaps) = (Vec::new(), Vec::new());
            if let Some(table) = &wear.value {
                for row in &table.materials {
                    materials.push(surfaces.material(Some(&row.name), &wear.place));
                }
                for row in &table.lightmaps {
                    lightmaps.push(surfaces.lightmap(&row.name, &wear.place));
                }
            }
            self.wear_materials.push(materials);
            self.wear_lightmaps.push(lightmaps);
        }
    }

    /// The material of a row of a WEAR table; the default one without a table or a row.
    pub fn material_of(&self, wear: Option<Index>, row: usize) -> Index {
        wear.and_then(|wear| self.wear_materials.get(wear)?.get(row).copied())
            .unwrap_or(self.default_material)
    }

    /// The lightmap of a row of a WEAR table's LIGHTMAPS.
    pub fn lightmap_of(&self, wear: Option<Index>, row: usize) -> Option<Index> {
        self.wear_lightmaps.get(wear?)?.get(row).copied().flatten()
    }
}
