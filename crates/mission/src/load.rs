use crate::assembly::{Assembly, Failure, Resolver};
use crate::examine;
use crate::ground::{self, Land};
use crate::library::{Index, Resources};
use crate::problem::{Place, Problem, Problems, Severity};
use crate::progress::{Cancelled, Progress, Stage};
use crate::surface::Surfaces;
use game::{GameFolder, GamePath, libraries};
use glam::Vec3;
use msh::Placement;
use std::time::{Duration, Instant};
use tma::Tma;
use wire::Malformed;

/// A mission with everything it is made of.
#[derive(Debug)]
pub struct Mission {
    /// Its folder below the game folder.
    pub folder: GamePath,
    /// The text of `descr`, else the folder's name.
    pub title: String,
    /// The file itself.
    pub tma: Tma,
    /// Placed objects, in file order.
    pub objects: Vec<Object>,
    /// What distinct resource names are made of.
    pub assemblies: Vec<Assembly>,
    /// Models, materials, textures and the rest, each once.
    pub resources: Resources,
    /// The ground.
    pub land: Land,
    /// The sky.
    pub sky: Sky,
    /// What is wrong, in the order it was met.
    pub problems: Vec<Problem>,
    /// How long the stages of the load took.
    pub timings: Timings,
}

/// The sky of a mission.
#[derive(Debug, Default)]
pub struct Sky {
    /// The day cycle; `None` where `sky.ske` cannot be had, and the default environment stands in.
    pub cycle: Option<sky::Sky>,
    /// The materials of its rows, among the resources' WEAR tables.
    pub wear: Option<Index>,
}

/// One placed object.
#[derive(Debug, Clone)]
pub struct Object {
    /// Instance name, or the resource name where it has none.
    pub name: String,
    /// Where it stands; `None` when its numbers are not finite, and it is not drawn.
    pub placement: Option<Placement>,
    /// Index of its assembly.
    pub assembly: Index,
    /// Track that its materials play: the sign of its clan.
    pub track: usize,
}

/// How long each stage of a load took.
#[derive(Debug, Clone, Copy, Default)]
pub struct Timings {
    /// Reading `data.tma`.
    pub open: Duration,
    /// Finding what objects are made of.
    pub resolve: Duration,
    /// Reading models, materials, textures and the ground.
    pub decode: Duration,
}

/// Why a mission cannot be had at all.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The load was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// A file that must be there cannot be had.
    #[error(transparent)]
    Game(#[from] game::Error),
    /// `data.tma` names no ground that could be looked for.
    #[error("{place}: land_path: expected {expected}, found {found}")]
    LandPath {
        /// The file.
        place: Place,
        /// What the page asks for.
        expected: String,
        /// What it names.
        found: String,
    },
    /// `data.tma` or the ground's mesh is wrong.
    #[error("{place}: {error}")]
    Malformed {
        /// The file.
        place: Place,
        /// What is wrong with it.
        error: Box<Malformed>,
    },
}

impl Error {
    /// The file that is at fault, for a problem's place.
    pub(crate) fn file(&self) -> String {
        match self {
            Self::Malformed { place, .. } | Self::LandPath { place, .. } => place.file.clone(),
            Self::Game(error) => {
                let message = error.to_string();
                message.split(": ").next().unwrap_or_default().to_owned()
            }
            Self::Cancelled(_) => String::new(),
        }
    }
}

impl Mission {
    /// The message of a component of a placed object that has no pose.
    pub fn pose_fault(&self, object: usize, fault: &crate::PoseFault) -> String {
        let number = u32::try_from(object).unwrap_or(u32::MAX);
        let assembly = self.objects.get(object).map(|object| object.assembly);
        match assembly.and_then(|assembly| self.assemblies.get(assembly)) {
            Some(assembly) => examine::pose_fault_message(number, assembly, &self.resources, fault),
            None => fault.to_string(),
        }
    }

    /// Why a placed object is not drawn whole; `None` when it is.
    pub fn object_problem(&self, object: usize) -> Option<String> {
        let object = self.objects.get(object)?;
        if object.placement.is_none() {
            return Some("its placement is not finite, it is not drawn".to_owned());
        }
        let assembly = self.assemblies.get(object.assembly)?;
        let failure = |failure: &Failure| format!("{}: {}", failure.edge, failure.message);
        if let Some(reason) = &assembly.failure {
            return Some(failure(reason));
        }
        let components = assembly.components.iter().enumerate();
        components
            .filter(|(_, component)| component.drawn)
            .find_map(|(index, component)| {
                let reason = failure(component.failure.as_ref()?);
                Some(format!("component {index} {}: {reason}", component.key))
            })
    }
}

/// Loads a mission of a game folder by its folder.
///
/// # Errors
///
/// `data.tma` or the ground's mesh cannot be read, or the load was cancelled. Everything else becomes a
/// [`Problem`] of the mission.
pub fn load(game: &GameFolder, folder: &GamePath, progress: &Progress) -> Result<Mission, Error> {
    let started = Instant::now();
    progress.begin(Stage::Open, 1)?;
    let mut problems = Problems::default();
    let (tma_place, tma) = read_tma(game, folder, &mut problems)?;
    let title = title(game, folder);
    let opened = Instant::now();

    progress.begin(Stage::Resolve, tma.objects.len())?;
    let mut resolver = Resolver::new(game);
    let mut objects = Vec::with_capacity(tma.objects.len());
    let positions = tma.drawn_positions();
    for (index, (placed, position)) in tma.objects.iter().zip(positions).enumerate() {
        let number = u32::try_from(index).unwrap_or(u32::MAX);
        let resource = placed.resource_name.name();
        let assembly = resolver.assembly(resource, placed.raw_kind, number);
        let placement = placement(placed, position);
        if let Err(error) = &placement {
            let problem = Problem::at(
                Severity::Error,
                "PLACEMENT",
                &tma_place,
                format!("object {index}: {error}"),
                "the object is not drawn",
            );
            problems.add(problem.on_object(number));
        }
        examine::check_object(placed, number, &tma_place, &mut problems);
        let instance_name = placed.instance_name.text();
        objects.push(Object {
            name: if instance_name.is_empty() {
                placed.resource_name.text()
            } else {
                instance_name
            },
            placement: placement.ok(),
            assembly,
            track: material::track_of_clan(placed.raw_kind, placed.clan_index, true),
        });
        progress.step()?;
    }
    let archives = [
        libraries::MATERIALS,
        libraries::TEXTURES,
        libraries::LIGHTMAPS,
    ]
    .map(|name| resolver.archive(name.as_bytes()));
    problems.extend(resolver.problems.into_vec());
    let mut assemblies = resolver.found;
    let resolved = Instant::now();

    let mut resources = resolver.wanted.read(progress, &mut problems)?;
    let mut land = ground::load(
        game,
        &tma.land_path,
        &tma_place,
        &mut resources,
        &mut problems,
    )?;
    let sky = read_sky(game, folder, &mut resources, &mut problems);
    let [materials, textures, lightmaps] = &archives;
    let mut surfaces = Surfaces::new(
        materials.as_deref(),
        textures.as_deref(),
        lightmaps.as_deref(),
    );
    resources.connect(&mut surfaces);
    (resources.materials, resources.images) = surfaces.decode(progress, &mut problems)?;
    examine::fail_unreadable(&mut assemblies, &resources, &problems);
    examine::mount(&mut assemblies, &resources, &mut problems);
    ground::cut(&mut land, &objects, &assemblies, &resources, &mut problems);
    examine::check_controls(&assemblies, &resources, &mut problems);
    examine::check_poses(&objects, &assemblies, &resources, &mut problems);
    examine::check_batches(&assemblies, &resources, &mut problems);
    let decoded = Instant::now();

    Ok(Mission {
        folder: folder.clone(),
        title,
        tma,
        objects,
        assemblies,
        resources,
        land,
        sky,
        problems: problems.into_vec(),
        timings: Timings {
            open: opened - started,
            resolve: resolved - opened,
            decode: decoded - resolved,
        },
    })
}

fn read_tma(
    game: &GameFolder,
    folder: &GamePath,
    problems: &mut Problems,
) -> Result<(Place, Tma), Error> {
    let path = join(folder, b"data.tma")?;
    let place = Place::file(path.to_string());
    let bytes = game.read(&path)?;
    match Tma::parse(&bytes) {
        Ok((tma, warnings)) => {
            problems.extend(warnings.iter().map(|warning| {
                let effect = "what could be read";
                Problem::malformed(Severity::Warning, "TMA", &place, warning, effect)
            }));
            Ok((place, tma))
        }
        Err(error) => Err(Error::Malformed {
            place,
            error: error.into(),
        }),
    }
}

fn join(folder: &GamePath, name: &[u8]) -> Result<GamePath, game::Error> {
    folder.join(name).map_err(|fault| game::Error::BadPath {
        file: folder.to_string(),
        fault,
    })
}

fn title(game: &GameFolder, folder: &GamePath) -> String {
    let text = game
        .read_mission_file(folder, b"descr")
        .map(|bytes| wire::decode_cp1251(wire::until_nul(&bytes)))
        .unwrap_or_default();
    match text.trim() {
        "" => wire::decode_cp1251(folder.file_name()),
        title => title.to_owned(),
    }
}

fn placement(placed: &tma::PlacedObject, position: [f32; 3]) -> Result<Placement, msh::NotFinite> {
    // A scale of 0 would leave no surface to shade (spec page: mission, section 3).
    let scale = Vec3::from(placed.scale).map(|scale| if scale == 0.0 { 1e-4 } else { scale });
    Placement::new(Vec3::from(position), Vec3::from(placed.orientation), scale)
}

fn read_sky(
    game: &GameFolder,
    folder: &GamePath,
    resources: &mut Resources,
    problems: &mut Problems,
) -> Sky {
    let file = |name: &str| Place::file(format!("{folder}/{name}"));
    let missing = |name: &str, error: game::Error, effect| {
        let code = "SKY_MISSING";
        Problem::at(
            Severity::Warning,
            code,
            &file(name),
            error.to_string(),
            effect,
        )
    };
    let effect = "the default environment";
    let cycle = match game.read_mission_file(folder, b"sky.ske") {
        Ok(bytes) => match sky::Ske::parse(&bytes) {
            Ok((cycle, warnings)) => {
                problems.extend(warnings.iter().map(|warning| {
                    let effect = "the nearest sensible reading";
                    let place = file("sky.ske");
                    Problem::malformed(Severity::Warning, "SKE", &place, warning, effect)
                }));
                cycle_of(&cycle, &file("sky.ske"), problems)
            }
            Err(error) => {
                let place = file("sky.ske");
                let problem = Problem::malformed(Severity::Warning, "SKE", &place, &error, effect);
                problems.add(problem);
                None
            }
        },
        Err(error) => {
            problems.add(missing("sky.ske", error, effect));
            None
        }
    };
    let effect = "the coloured dome alone";
    let wear = match game.read_mission_file(folder, b"sky.wea") {
        Ok(bytes) => ground::wear(file("sky.wea"), &bytes, effect, resources, problems),
        Err(error) => {
            problems.add(missing("sky.wea", error, effect));
            None
        }
    };
    Sky { cycle, wear }
}

fn cycle_of(file: &sky::Ske, place: &Place, problems: &mut Problems) -> Option<sky::Sky> {
    match sky::Sky::new(file) {
        Ok(cycle) => Some(cycle),
        Err(error) => {
            let effect = "the default environment";
            let message = error.to_string();
            problems.add(Problem::at(
                Severity::Warning,
                "SKE",
                place,
                message,
                effect,
            ));
            None
        }
    }
}
