//! From a TARGET to a game folder and a mission in it.

use crate::cli::{GAME_VARIABLE, GameArgs, TargetArgs};
use crate::failure::Usage;
use crate::settings::{LastTarget, Settings};
use anyhow::{Context, Result, bail};
use game::{GameFolder, Mission};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A game folder, and the mission that was asked for, if any.
#[derive(Debug, Clone)]
pub struct Target {
    /// The game.
    pub game: Arc<GameFolder>,
    /// The mission; `None` when only the game was named.
    pub mission: Option<Mission>,
}

impl Target {
    /// Finds what the arguments name.
    ///
    /// # Errors
    ///
    /// One line that says what was looked for and where; [`Usage`] for things that no command opens yet.
    pub fn resolve(args: &TargetArgs) -> Result<Self> {
        Self::find(&args.game, args.target.as_deref())
    }

    /// As [`Target::resolve`], with the TARGET taken from elsewhere.
    ///
    /// # Errors
    ///
    /// As [`Target::resolve`].
    pub fn find(args: &GameArgs, target: Option<&OsStr>) -> Result<Self> {
        let target = target.or(args.mission.as_deref().map(OsStr::new));
        if target.is_some_and(OsStr::is_empty) {
            let message = "TARGET: expected a game folder or a mission, found an empty name";
            bail!(Usage(message.into()));
        }
        match (named_game(args)?, target) {
            (Some(game), None) => Self::of_game(GameFolder::open(game)?),
            (Some(game), Some(target)) => Self::in_game(GameFolder::open(game)?, target),
            (None, Some(target)) => Self::by_itself(target),
            (None, None) => Self::last_or_example(Settings::load().last.as_ref()),
        }
    }

    fn of_game(game: GameFolder) -> Result<Self> {
        Ok(Self {
            game: Arc::new(game),
            mission: None,
        })
    }

    /// A name or a path of a mission in a given game.
    fn in_game(game: GameFolder, target: &OsStr) -> Result<Self> {
        let by_name = match target.to_str().map(|name| game.mission(name)) {
            Some(Ok(mission)) => {
                return Ok(Self {
                    game: Arc::new(game),
                    mission: Some(mission),
                });
            }
            Some(Err(error)) => error.to_string(),
            None => format!("{}: no such mission", target.display()),
        };
        let path = Path::new(target);
        if !path.exists() {
            bail!(
                "{by_name} in {}; `overfly list missions` names them",
                game.root().display()
            );
        }
        let (full, root) = (path.canonicalize()?, game.root().canonicalize()?);
        match full.strip_prefix(&root) {
            Ok(inside) if inside.as_os_str().is_empty() => Self::of_game(game),
            Ok(inside) => Self::at_path(game, path, inside),
            Err(_) => bail!(
                "{}: expected a mission inside {}, found a path outside of it",
                target.display(),
                game.root().display()
            ),
        }
    }

    /// A TARGET without a game: a path, or the name of a mission of the bundled example.
    fn by_itself(target: &OsStr) -> Result<Self> {
        let path = Path::new(target);
        if path.exists() {
            if let Ok(game) = GameFolder::open(path) {
                return Self::of_game(game);
            }
            let game = GameFolder::find_upwards(path).map_err(|_| not_opened(path))?;
            let (full, root) = (path.canonicalize()?, game.root().canonicalize()?);
            let inside = full.strip_prefix(&root).unwrap_or(&full).to_path_buf();
            return Self::at_path(game, path, &inside);
        }
        let shown = target.display();
        if target.to_str().is_some_and(names_an_entry) {
            return Err(not_there(&shown.to_string()));
        }
        let game = example_game().with_context(|| format!("{shown}: no such file or folder"))?;
        match target.to_str().map(|name| game.mission(name)) {
            Some(Ok(mission)) => Ok(Self {
                game: Arc::new(game),
                mission: Some(mission),
            }),
            _ => bail!(
                "{shown}: no such file or folder, and the bundled example has no mission of that name; name a game folder with --game"
            ),
        }
    }

    /// A path that exists inside a game; `inside` is below the game root.
    fn at_path(game: GameFolder, path: &Path, inside: &Path) -> Result<Self> {
        match game.mission(&inside.to_string_lossy()) {
            Ok(mission) => Ok(Self {
                game: Arc::new(game),
                mission: Some(mission),
            }),
            Err(_) => match mission_around(&game, inside) {
                Some(mission) => bail!(
                    "{}: this is a file of a mission; give the mission's folder instead: {}",
                    path.display(),
                    mission.display()
                ),
                None => Err(not_opened(path)),
            },
        }
    }

    fn last_or_example(last: Option<&LastTarget>) -> Result<Self> {
        if let Some(last) = last {
            let found = GameFolder::open(&last.game)
                .and_then(|game| game.mission(&last.mission).map(|mission| (game, mission)));
            match found {
                Ok((game, mission)) => {
                    return Ok(Self {
                        game: Arc::new(game),
                        mission: Some(mission),
                    });
                }
                Err(error) => {
                    tracing::warn!("the mission that was open last: {error}; opening the example");
                }
            }
        }
        Self::of_game(example_game()?)
    }

    /// As [`Target::mission`]; says which mission it is and how to choose if the game has others.
    ///
    /// # Errors
    ///
    /// As [`Target::mission`].
    pub fn mission_of_game(&self) -> Result<Mission> {
        let mission = self.mission()?;
        let count = self.game.missions().items.len();
        if self.mission.is_none() && count > 1 {
            tracing::warn!(
                "{0}: {count} missions, and none is named: taking {1}; --game {0} --mission NAME chooses, `overfly list {0}` names them",
                self.game.root().display(),
                mission.name()
            );
        }
        Ok(mission)
    }

    /// The mission that was asked for, else the game's first one.
    ///
    /// # Errors
    ///
    /// The game has none.
    pub fn mission(&self) -> Result<Mission> {
        if let Some(mission) = &self.mission {
            return Ok(mission.clone());
        }
        let missions = self.game.missions();
        missions.items.into_iter().next().with_context(|| {
            format!(
                "{}: expected a mission below MISSIONS, found none",
                self.game.root().display()
            )
        })
    }
}

/// `--game`, or the variable that stands for it; an empty variable is none.
fn named_game(args: &GameArgs) -> Result<Option<&Path>> {
    let Some(game) = &args.game else {
        return Ok(None);
    };
    if !game.as_os_str().is_empty() {
        return Ok(Some(game));
    }
    match std::env::var_os(GAME_VARIABLE) {
        Some(value) if value.is_empty() => Ok(None),
        _ => bail!(Usage(
            "--game: expected a folder, found an empty name".into()
        )),
    }
}

/// The folder of the mission that a path inside a game belongs to.
fn mission_around(game: &GameFolder, inside: &Path) -> Option<PathBuf> {
    let folders = inside.ancestors().skip(1);
    let mut folders = folders.filter(|folder| folder.components().count() > 1);
    let folder = folders.find(|folder| game.mission(&folder.to_string_lossy()).is_ok())?;
    Some(game.root().join(folder))
}

/// The game folder that comes with Overfly.
///
/// # Errors
///
/// It is nowhere where it should be.
pub fn example_game() -> Result<GameFolder> {
    let places = example_places();
    places
        .iter()
        .find_map(|folder| GameFolder::open(folder).ok())
        .with_context(|| {
            let beside = places.first().map(|p| p.display().to_string());
            format!(
                "{}: the bundled example is not there; name a game folder with --game",
                beside.unwrap_or_default()
            )
        })
}

/// Beside the program, in the share folder of an installation, in the macOS bundle, in the source tree.
fn example_places() -> Vec<PathBuf> {
    const NAME: &str = "assets-examples";
    let mut places = Vec::new();
    if let Ok(program) = std::env::current_exe()
        && let Some(folder) = program.parent()
    {
        for place in ["", "../share/overfly", "../Resources"] {
            places.push(folder.join(place).join(NAME));
        }
    }
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    places.extend(sources.map(|folder| folder.join(NAME)));
    places
}

/// Whether a name that is no file looks like a model, an image, or an entry of an archive.
fn names_an_entry(target: &str) -> bool {
    target
        .rsplit_once(':')
        .is_some_and(|(archive, _)| archive.len() > 1 && Path::new(archive).is_file())
}

/// Why a path that exists is not opened.
fn not_opened(path: &Path) -> anyhow::Error {
    if path.is_file() && !is_mission_data(path) {
        return not_there(&path.display().to_string());
    }
    anyhow::anyhow!(
        "{}: expected a game folder (Textures.lib, MISSIONS and DATA in it) or a mission inside one (data.tma in it), found neither",
        path.display()
    )
}

fn is_mission_data(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| name.eq_ignore_ascii_case("data.tma"))
}

fn not_there(target: &str) -> anyhow::Error {
    anyhow::Error::new(Usage(format!(
        "{target}: models, images and archives are not there yet as a TARGET; give a game folder or a mission"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::TempDir;

    fn game_with(missions: &[&str]) -> TempDir {
        let root = tempfile::tempdir().unwrap();
        let write = |path: &str| {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, b"").unwrap();
        };
        write("textures.LIB");
        write("Data/x");
        write("Missions/x");
        for mission in missions {
            write(&format!("Missions/{mission}/Data.tma"));
        }
        root
    }

    fn name_of(target: &Target) -> Option<String> {
        target.mission.as_ref().map(Mission::name)
    }

    #[test]
    fn a_path_names_a_game_or_a_mission() {
        let root = game_with(&["tutorial.01", "CAMPAIGN/CAMPAIGN.00/Mission.01"]);
        let at = |path: &str| {
            let path = root.path().join(path);
            Target::by_itself(path.as_os_str()).map(|target| name_of(&target))
        };
        assert_eq!(at("").unwrap(), None);
        let tutorial = Some("tutorial.01".to_owned());
        assert_eq!(at("Missions/tutorial.01").unwrap(), tutorial);
        assert_eq!(at("Missions/tutorial.01/Data.tma").unwrap(), tutorial);
        assert_eq!(
            at("Missions/CAMPAIGN/CAMPAIGN.00/Mission.01").unwrap(),
            Some("CAMPAIGN/CAMPAIGN.00/Mission.01".to_owned())
        );
        let message = at("Missions").unwrap_err().to_string();
        assert!(message.contains("found neither"), "{message}");
        let sky = root.path().join("Missions/tutorial.01/sky.ske");
        std::fs::write(sky, b"").unwrap();
        let message = at("Missions/tutorial.01/sky.ske").unwrap_err().to_string();
        assert!(message.ends_with("Missions/tutorial.01"), "{message}");
    }

    #[test]
    fn a_name_is_looked_up_inside_the_game() {
        let root = game_with(&["tutorial.01", "CAMPAIGN/CAMPAIGN.00/Mission.01"]);
        let named = |name: &str| {
            let game = GameFolder::open(root.path()).unwrap();
            Target::in_game(game, name.as_ref()).map(|target| name_of(&target).unwrap_or_default())
        };
        assert_eq!(named("TUTORIAL.01").unwrap(), "tutorial.01");
        let long = "CAMPAIGN/CAMPAIGN.00/Mission.01";
        assert_eq!(named("campaign.00/mission.01").unwrap(), long);
        let path = root.path().join("Missions/tutorial.01");
        assert_eq!(named(path.to_str().unwrap()).unwrap(), "tutorial.01");
        assert_eq!(named(root.path().to_str().unwrap()).unwrap(), "");
        let message = named("tutorial.09").unwrap_err().to_string();
        assert!(message.contains("tutorial.09"), "{message}");
        let outside = tempfile::tempdir().unwrap();
        let message = named(outside.path().to_str().unwrap()).unwrap_err();
        assert!(message.to_string().contains("outside"), "{message}");
    }

    #[test]
    fn files_that_are_not_opened_yet_are_wrong_usage() {
        let folder = tempfile::tempdir().unwrap();
        let model = folder.path().join("x.msh");
        std::fs::write(&model, b"NRes").unwrap();
        for target in [
            model.display().to_string(),
            format!("{}:entry", model.display()),
        ] {
            let error = Target::by_itself(target.as_ref()).unwrap_err();
            assert!(error.is::<Usage>(), "{error}");
        }
        let nowhere = folder.path().join("nowhere");
        let error = Target::by_itself(nowhere.as_os_str()).unwrap_err();
        assert!(!error.is::<Usage>());
        assert!(error.to_string().contains("no such file"), "{error}");
    }

    #[test]
    fn the_last_mission_is_opened_again_if_it_is_still_there() {
        let root = game_with(&["tutorial.01", "tutorial.02"]);
        let last = LastTarget {
            game: root.path().to_path_buf(),
            mission: "MISSIONS/tutorial.02".into(),
        };
        let target = Target::last_or_example(Some(&last)).unwrap();
        assert_eq!(name_of(&target).as_deref(), Some("tutorial.02"));
    }

    #[test]
    fn a_game_alone_means_its_first_mission() {
        let root = game_with(&["Single.02", "Single.01"]);
        let target = Target::of_game(GameFolder::open(root.path()).unwrap()).unwrap();
        assert_eq!(target.mission().unwrap().name(), "Single.01");
        let empty = game_with(&[]);
        let target = Target::of_game(GameFolder::open(empty.path()).unwrap()).unwrap();
        assert!(target.mission().is_err());
    }
}
