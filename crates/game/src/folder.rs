use crate::bytes::read_file;
use crate::path::display_bytes;
use crate::tree::{Kind, Located, Tree, lock};
use crate::{
    Ambiguity, Bytes, Container, Error, GamePath, OpenArchive, PathFault, Reading, Result,
    libraries,
};
use std::collections::{HashMap, HashSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// How deep [`GameFolder::archives`] looks. The game's own archives lie at most three folders deep.
const ARCHIVE_DEPTH: usize = 16;

/// An installed game, or a folder laid out like one.
///
/// Shared between threads; every call takes `&self`.
#[derive(Debug)]
pub struct GameFolder {
    /// Override folders in the order given, then the game root.
    layers: Vec<Tree>,
    reading: Reading,
    /// By place on the host: two spellings of a path, or a link, open an archive once.
    archives: Mutex<HashMap<PathBuf, ArchiveSlot>>,
}

/// Filled by the first that opens the archive while others wait for it; empty after a failure.
type ArchiveSlot = Arc<Mutex<Option<Arc<OpenArchive>>>>;

/// What a search through the folder found, and what could not be read on the way.
#[derive(Debug)]
pub struct Found<T> {
    /// What was found.
    pub items: Vec<T>,
    /// Files and folders that could not be looked into.
    pub errors: Vec<Error>,
}

/// An archive of the game folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveFile {
    /// Its path.
    pub path: GamePath,
    /// Its kind, told by its first bytes.
    pub container: Container,
}

/// Which game of the series. Formats are the same; nothing is read differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Parkan: Iron Strategy.
    One,
    /// Its sequel.
    Two,
}

impl GameFolder {
    /// Opens a game folder.
    ///
    /// # Errors
    /// The folder cannot be read, or it fails the install test: `Textures.lib`, `MISSIONS` and `DATA` in any letter case.
    pub fn open(root: impl AsRef<Path>) -> Result<Self> {
        let root = root.as_ref();
        let tree = Tree::open(root)?;
        if let Some(missing) = missing_part(&tree) {
            return Err(Error::NotAGameFolder {
                folder: root.to_path_buf(),
                missing,
            });
        }
        Ok(Self {
            layers: vec![tree],
            reading: Reading::default(),
            archives: Mutex::default(),
        })
    }

    /// Opens the game folder that holds `path`: the nearest one from `path` itself upwards.
    pub fn find_upwards(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let full = path
            .canonicalize()
            .map_err(|error| Error::from_io(path.display().to_string(), error))?;
        full.ancestors()
            .filter(|folder| folder.is_dir())
            .find_map(|folder| Self::open(folder).ok())
            .ok_or_else(|| Error::NoGameFolderAbove {
                path: path.to_path_buf(),
            })
    }

    /// Puts override folders before the game root: a file found in one, at the path it has below the root, wins.
    /// The first folder is searched first.
    pub fn with_overrides(mut self, folders: &[PathBuf]) -> Result<Self> {
        let mut layers = Vec::with_capacity(folders.len().saturating_add(self.layers.len()));
        for folder in folders {
            layers.push(Tree::open(folder)?);
        }
        layers.append(&mut self.layers);
        self.layers = layers;
        Ok(self)
    }

    /// Chooses how archives are held; mapped unless told otherwise.
    #[must_use]
    pub fn with_reading(mut self, reading: Reading) -> Self {
        self.reading = reading;
        self
    }

    /// The game root on the host, as it was opened.
    pub fn root(&self) -> &Path {
        self.layers.last().map_or(Path::new(""), Tree::root)
    }

    /// Where a file or folder lies on the host. Only *not found* falls through to the next layer.
    pub fn locate(&self, path: impl AsRef<[u8]>) -> Result<PathBuf> {
        Ok(self.locate_path(&parse_path(path.as_ref())?)?.host)
    }

    /// Whether there is a file or folder at that path.
    pub fn contains(&self, path: impl AsRef<[u8]>) -> bool {
        self.locate(path).is_ok()
    }

    /// Reads a loose file into memory.
    pub fn read(&self, path: impl AsRef<[u8]>) -> Result<Bytes> {
        let path = parse_path(path.as_ref())?;
        let located = self.locate_path(&path)?;
        read_file(&located.host, &path.to_string(), Reading::Copied)
    }

    /// Reads a file that the mission format defines as mission-local (`sky.wea`, `mission.cfg`): from each override
    /// folder, then the mission's folder, then the root.
    pub fn read_mission_file(&self, mission: &GamePath, name: &[u8]) -> Result<Bytes> {
        let bad_path = |fault| bad_path(name, fault);
        let local = mission.join(name).map_err(bad_path)?;
        let general = GamePath::parse(name).map_err(bad_path)?;
        for tree in &self.layers {
            for path in [&local, &general] {
                match tree.locate(path) {
                    Err(error) if error.is_missing() => {}
                    Err(error) => return Err(error),
                    Ok(located) => {
                        return read_file(&located.host, &path.to_string(), Reading::Copied);
                    }
                }
            }
        }
        Err(Error::NotFound {
            file: local.to_string(),
        })
    }

    /// Opens an archive, or gives the one that is already open. Threads that ask for one archive at the same time
    /// open it once.
    pub fn archive(&self, path: impl AsRef<[u8]>) -> Result<Arc<OpenArchive>> {
        let path = parse_path(path.as_ref())?;
        let located = self.locate_path(&path)?;
        let slot = Arc::clone(
            lock(&self.archives)
                .entry(located.host.clone())
                .or_default(),
        );
        let mut slot = lock(&slot);
        if let Some(archive) = slot.as_ref() {
            return Ok(Arc::clone(archive));
        }
        let archive = OpenArchive::open_as(&located.host, path.to_string(), self.reading)?;
        Ok(Arc::clone(slot.insert(Arc::new(archive))))
    }

    /// Every archive of the folder and its overrides, NRes and RsLi, recognised by content; sorted by path.
    pub fn archives(&self) -> Found<ArchiveFile> {
        let mut items = Vec::new();
        let (files, mut errors) = self.walk(None, ARCHIVE_DEPTH);
        for (path, located) in files {
            if located.kind != Kind::File {
                continue;
            }
            match first_bytes(&located.host) {
                Ok(bytes) => items.extend(
                    Container::recognise(&bytes).map(|container| ArchiveFile { path, container }),
                ),
                Err(error) => errors.push(Error::from_io(path.to_string(), error)),
            }
        }
        items.sort_by(|a, b| a.path.cmp(&b.path));
        Found { items, errors }
    }

    /// Which game this is; Part 2 has two settings of its own and an interface library.
    pub fn part(&self) -> Part {
        let settings = self
            .read("Iron_3D.ini")
            .map(|bytes| bytes.to_ascii_uppercase())
            .unwrap_or_default();
        let has_key = |key: &[u8]| {
            settings.split(|&byte| byte == b'\n').any(|line| {
                line.trim_ascii_start()
                    .strip_prefix(key)
                    .is_some_and(|rest| rest.trim_ascii_start().starts_with(b"="))
            })
        };
        let has_keys = has_key(b"SFX_VOLUME") && has_key(b"CD_VOLUME");
        let has_library = self.contains("ui/ui_factory.lib") || self.contains("ui_factory.lib");
        if has_keys || has_library {
            Part::Two
        } else {
            Part::One
        }
    }

    /// Names met so far that fit several files of one folder.
    pub fn ambiguities(&self) -> Vec<Ambiguity> {
        self.layers.iter().flat_map(Tree::ambiguities).collect()
    }

    fn locate_path(&self, path: &GamePath) -> Result<Located> {
        for tree in &self.layers {
            match tree.locate(path) {
                Err(error) if error.is_missing() => {}
                result => return result,
            }
        }
        Err(Error::NotFound {
            file: path.to_string(),
        })
    }

    /// Everything below `start` in all layers; of equal paths the one that [`GameFolder::locate`] finds.
    pub(crate) fn walk(
        &self,
        start: Option<&GamePath>,
        depth: usize,
    ) -> (Vec<(GamePath, Located)>, Vec<Error>) {
        let mut seen = HashSet::new();
        let mut files = Vec::new();
        let mut errors = Vec::new();
        for tree in &self.layers {
            let visit = |path: &GamePath, located: &Located| {
                if seen.insert(path.clone()) {
                    files.push((path.clone(), located.clone()));
                }
            };
            tree.walk(start, depth, visit, |error| {
                if !error.is_missing() {
                    errors.push(error);
                }
            });
        }
        (files, errors)
    }
}

/// The first part of the install test that fails.
fn missing_part(root: &Tree) -> Option<&'static str> {
    let parts = [
        (libraries::TEXTURES, Kind::File),
        (libraries::MISSIONS, Kind::Folder),
        (libraries::DATA, Kind::Folder),
    ];
    parts
        .into_iter()
        .find(|(name, kind)| {
            let located = parse_path(name.as_bytes()).and_then(|path| root.locate(&path));
            !located.is_ok_and(|located| located.kind == *kind)
        })
        .map(|(name, _)| name)
}

pub(crate) fn parse_path(raw: &[u8]) -> Result<GamePath> {
    GamePath::parse(raw).map_err(|fault| bad_path(raw, fault))
}

fn bad_path(raw: &[u8], fault: PathFault) -> Error {
    Error::BadPath {
        file: display_bytes(raw),
        fault,
    }
}

fn first_bytes(host: &Path) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::fs::File::open(host)?.take(4).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests;
