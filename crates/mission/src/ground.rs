//! The landscape of a mission (spec page: terrain, sections 1.1 and 16).

use crate::assembly::Assembly;
use crate::library::{Index, Loaded, Resources};
use crate::load::{Error, Object};
use crate::problem::{Place, Problem, Problems, Severity};
use game::GameFolder;
use material::Wear;
use terrain::{Foundations, PlacedPlan, Relief};
use tma::{LandFile, LandPath, LpString};

/// The ground that a mission stands on.
#[derive(Debug, Clone)]
pub struct Land {
    /// Where the mesh is.
    pub place: Place,
    /// The mesh.
    pub mesh: terrain::Land,
    /// Where buildings cut the mesh.
    pub foundations: Foundations,
    /// The ground materials, `Land1.wea`, among the resources' WEAR tables.
    pub materials: Option<Index>,
    /// The microtextures, `Land2.wea`.
    pub microtextures: Option<Index>,
}

/// Reads the ground; its WEAR tables become resources. Only a mesh that cannot be read at all is an error.
pub(crate) fn load(
    game: &GameFolder,
    land_path: &LpString,
    tma: &Place,
    resources: &mut Resources,
    problems: &mut Problems,
) -> Result<Land, Error> {
    let land_path = LandPath::new(land_path).map_err(|error| Error::LandPath {
        place: tma.clone(),
        expected: error.expected.into_owned(),
        found: error.found.into_owned(),
    })?;
    let (place, bytes) = find(game, &land_path, LandFile::Mesh, problems)?;
    let mesh = match terrain::Land::parse(&bytes) {
        Ok(mesh) => mesh,
        Err(error) => {
            let error = error.into();
            return Err(Error::Malformed { place, error });
        }
    };
    for warning in &mesh.warnings {
        let effect = "the rest of the ground";
        let code = warning.check.code();
        let problem = Problem::malformed(Severity::Warning, code, &place, &warning.first, effect);
        problems.add(problem);
    }
    let mut table = |file, effect| match find(game, &land_path, file, problems) {
        Ok((place, bytes)) => wear(place, &bytes, effect, resources, problems),
        Err(error) => {
            let place = Place::file(error.file());
            let code = "LAND_WEAR_MISSING";
            let problem = Problem::at(Severity::Warning, code, &place, error.to_string(), effect);
            problems.add(problem);
            None
        }
    };
    Ok(Land {
        materials: table(LandFile::Materials, "the default material"),
        microtextures: table(LandFile::Microtextures, "no microtexture"),
        foundations: Foundations::default(),
        place,
        mesh,
    })
}

/// Lets every building that has a ground plan into the ground.
pub(crate) fn cut(
    land: &mut Land,
    objects: &[Object],
    assemblies: &[Assembly],
    resources: &Resources,
    problems: &mut Problems,
) {
    let mut plans: Vec<PlacedPlan> = Vec::new();
    let mut owners = Vec::new();
    for (number, object) in objects.iter().enumerate() {
        let components = assemblies.get(object.assembly).map(|a| &a.components);
        for component in components.into_iter().flatten() {
            let plan = component.plan.and_then(|plan| resources.plans.get(plan));
            let Some((plan, placement)) = plan.zip(object.placement.as_ref()) else {
                continue;
            };
            let Some(value) = &plan.value else {
                continue;
            };
            match value.placed(&placement.affine()) {
                Some(placed) => {
                    plans.push(placed);
                    owners.push((number, &plan.place));
                }
                None => problems.add(uncut(
                    number,
                    &plan.place,
                    "expected one inner and one outer ring".to_owned(),
                )),
            }
        }
    }
    if plans.is_empty() {
        return;
    }
    let relief = Relief::new(&land.mesh);
    let (foundations, failures) = Foundations::cut(&land.mesh, &relief, &plans);
    land.foundations = foundations;
    for (index, error) in failures {
        if let Some(&(number, place)) = owners.get(index) {
            problems.add(uncut(number, place, error.to_string()));
        }
    }
}

fn uncut(object: usize, place: &Place, message: String) -> Problem {
    let effect = "the ground is not cut";
    let object = u32::try_from(object).unwrap_or(u32::MAX);
    Problem::at(Severity::Warning, "FOUNDATION", place, message, effect).on_object(object)
}

/// A file of the ground at the first path where it is.
fn find(
    game: &GameFolder,
    land_path: &LandPath,
    file: LandFile,
    problems: &mut Problems,
) -> Result<(Place, game::Bytes), Error> {
    let [named, fixed] = land_path.candidates(file);
    match game.read(&named) {
        Ok(bytes) => Ok((Place::file(wire::decode_cp1251(&named)), bytes)),
        Err(error) if error.is_missing() && named != fixed => {
            let bytes = game.read(&fixed).map_err(|_| Error::Game(error))?;
            let place = Place::file(wire::decode_cp1251(&fixed));
            problems.add(Problem::at(
                Severity::Warning,
                "LAND_PATH",
                &place,
                format!("expected {}", wire::decode_cp1251(&named)),
                "the file of the usual name",
            ));
            Ok((place, bytes))
        }
        Err(error) => Err(Error::Game(error)),
    }
}

/// Reads a loose WEAR table into the resources.
pub(crate) fn wear(
    place: Place,
    bytes: &[u8],
    effect: &'static str,
    resources: &mut Resources,
    problems: &mut Problems,
) -> Option<Index> {
    let (value, found) = crate::library::read_wear(&place, bytes);
    problems.extend(
        found
            .into_iter()
            .map(|problem| Problem { effect, ..problem }),
    );
    let value: Wear = value?;
    resources.wears.push(Loaded {
        place,
        value: Some(value),
    });
    Some(resources.wears.len() - 1)
}
