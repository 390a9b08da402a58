//! One folder of the host, addressed by game paths: each segment is matched case-blind (spec page: containers,
//! section 5, rules 5 to 7).

use crate::{Error, GamePath, Result};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::FileType;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A folder with its listings, each read once.
#[derive(Debug)]
pub(crate) struct Tree {
    root: PathBuf,
    /// The root without links: where the targets of links must lie.
    canonical: PathBuf,
    listings: Mutex<HashMap<PathBuf, Arc<Listing>>>,
    ambiguities: Mutex<BTreeMap<PathBuf, Ambiguity>>,
}

/// Several files of one folder whose names differ only in letter case, and none is spelled as asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ambiguity {
    /// The one that is used: the first in byte order.
    pub chosen: PathBuf,
    /// The others.
    pub others: Vec<PathBuf>,
}

impl fmt::Display for Ambiguity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: expected one file of that name",
            self.chosen.display()
        )?;
        for (index, other) in self.others.iter().enumerate() {
            let lead = if index == 0 { ", found also" } else { "," };
            write!(f, "{lead} {}", other.display())?;
        }
        Ok(())
    }
}

/// What a name in a folder is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Folder,
    Link,
    /// A device, a pipe, a socket.
    Other,
}

impl From<FileType> for Kind {
    fn from(file_type: FileType) -> Self {
        if file_type.is_symlink() {
            Self::Link
        } else if file_type.is_dir() {
            Self::Folder
        } else if file_type.is_file() {
            Self::File
        } else {
            Self::Other
        }
    }
}

/// A found file or folder; links are resolved.
#[derive(Debug, Clone)]
pub(crate) struct Located {
    pub(crate) host: PathBuf,
    pub(crate) kind: Kind,
}

/// The names of one folder by their ASCII-folded bytes; names of equal key in byte order.
#[derive(Debug)]
struct Listing {
    children: HashMap<Box<[u8]>, Vec<Child>>,
}

#[derive(Debug)]
struct Child {
    name: OsString,
    kind: Kind,
}

impl Tree {
    pub(crate) fn open(root: &Path) -> Result<Self> {
        let file = root.display().to_string();
        let canonical = root
            .canonicalize()
            .map_err(|error| Error::from_io(&file, error))?;
        let tree = Self {
            root: root.to_path_buf(),
            canonical,
            listings: Mutex::default(),
            ambiguities: Mutex::default(),
        };
        tree.listing(root, &file)?;
        Ok(tree)
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn ambiguities(&self) -> Vec<Ambiguity> {
        lock(&self.ambiguities).values().cloned().collect()
    }

    /// The file or folder at `path`.
    pub(crate) fn locate(&self, path: &GamePath) -> Result<Located> {
        let not_found = || Error::NotFound {
            file: path.to_string(),
        };
        let mut here = Located {
            host: self.root.clone(),
            kind: Kind::Folder,
        };
        for segment in path.segments() {
            if here.kind != Kind::Folder {
                return Err(not_found());
            }
            let listing = self.listing(&here.host, &path.to_string())?;
            let child = self
                .choose(&listing, &here.host, segment)
                .ok_or_else(not_found)?;
            here = self.resolve(&here.host, child, path)?;
        }
        Ok(here)
    }

    /// Everything below `start` (the root for `None`), at most `depth` folders deep, with its game path. Folders come
    /// before what they hold, names in folded order. What cannot be read is passed to `failed`.
    pub(crate) fn walk(
        &self,
        start: Option<&GamePath>,
        depth: usize,
        mut visit: impl FnMut(&GamePath, &Located),
        mut failed: impl FnMut(Error),
    ) {
        let first = match start {
            None => self.root.clone(),
            Some(path) => match self.locate(path) {
                Ok(located) if located.kind == Kind::Folder => located.host,
                Ok(_) => return,
                Err(error) => return failed(error),
            },
        };
        // Links inside the root may form circles.
        let mut seen = HashSet::from([first.canonicalize().unwrap_or_else(|_| first.clone())]);
        let mut pending = vec![(first, start.cloned(), depth)];
        while let Some((folder, path, depth)) = pending.pop() {
            let shown = path
                .as_ref()
                .map_or_else(|| folder.display().to_string(), GamePath::to_string);
            let listing = match self.listing(&folder, &shown) {
                Ok(listing) => listing,
                Err(error) => {
                    failed(error);
                    continue;
                }
            };
            let mut children: Vec<(GamePath, &Child)> = listing
                .children
                .values()
                .flatten()
                .filter_map(|child| Some((game_path(path.as_ref(), &child.name)?, child)))
                .collect();
            children.sort_by(|a, b| (&a.0, &a.1.name).cmp(&(&b.0, &b.1.name)));
            let mut folders = Vec::new();
            for (path, child) in children {
                match self.resolve(&folder, child, &path) {
                    Ok(located) => {
                        visit(&path, &located);
                        let enter = located.kind == Kind::Folder
                            && depth > 0
                            && located
                                .host
                                .canonicalize()
                                .is_ok_and(|canonical| seen.insert(canonical));
                        if enter {
                            folders.push((located.host, Some(path), depth.saturating_sub(1)));
                        }
                    }
                    Err(error) => failed(error),
                }
            }
            pending.extend(folders.into_iter().rev());
        }
    }

    /// An exact match, else the first in byte order, which is noted as ambiguous if it is not the only one.
    fn choose<'l>(&self, listing: &'l Listing, folder: &Path, segment: &[u8]) -> Option<&'l Child> {
        // Hosts hold names in Unicode; a folder unpacked without conversion holds the game's own bytes.
        let decoded = wire::decode_cp1251(segment).into_bytes();
        let found = [decoded.as_slice(), segment].into_iter().find_map(|name| {
            let children = listing.children.get(wire::fold(name).as_slice())?;
            Some((name, children))
        });
        let (name, children) = found?;
        let exact = children
            .iter()
            .find(|child| child.name.as_encoded_bytes() == name);
        if exact.is_some() {
            return exact;
        }
        let (first, others) = children.split_first()?;
        if !others.is_empty() {
            let chosen = folder.join(&first.name);
            lock(&self.ambiguities)
                .entry(chosen.clone())
                .or_insert_with(|| Ambiguity {
                    chosen,
                    others: others
                        .iter()
                        .map(|child| folder.join(&child.name))
                        .collect(),
                });
        }
        Some(first)
    }

    /// A child of `folder`; a link must lead to a place inside the root.
    fn resolve(&self, folder: &Path, child: &Child, path: &GamePath) -> Result<Located> {
        let host = folder.join(&child.name);
        if child.kind != Kind::Link {
            return Ok(Located {
                host,
                kind: child.kind,
            });
        }
        let io = |error| Error::from_io(path.to_string(), error);
        let target = host.canonicalize().map_err(io)?;
        let Ok(inside) = target.strip_prefix(&self.canonical) else {
            return Err(Error::OutsideRoot {
                file: path.to_string(),
                target,
            });
        };
        let kind = std::fs::metadata(&target).map_err(io)?.file_type().into();
        // Spelled as without the link, so that caches by place know it again.
        let host = self.root.join(inside);
        Ok(Located { host, kind })
    }

    fn listing(&self, folder: &Path, file: &str) -> Result<Arc<Listing>> {
        if let Some(listing) = lock(&self.listings).get(folder) {
            return Ok(Arc::clone(listing));
        }
        let listing = Listing::read(folder).map_err(|error| Error::from_io(file, error))?;
        let listing = Arc::new(listing);
        lock(&self.listings).insert(folder.to_path_buf(), Arc::clone(&listing));
        Ok(listing)
    }
}

impl Listing {
    fn read(folder: &Path) -> std::io::Result<Self> {
        let mut children: HashMap<Box<[u8]>, Vec<Child>> = HashMap::new();
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let name = entry.file_name();
            let kind = entry.file_type()?.into();
            children
                .entry(wire::fold(name.as_encoded_bytes()).into())
                .or_default()
                .push(Child { name, kind });
        }
        for equal in children.values_mut() {
            equal.sort_by(|a, b| a.name.cmp(&b.name));
        }
        Ok(Self { children })
    }
}

/// The path that finds this host name again; `None` for a name that no game path can spell.
fn game_path(folder: Option<&GamePath>, name: &OsStr) -> Option<GamePath> {
    let bytes = match name.to_str() {
        Some(text) => game_bytes(text),
        None => name.as_encoded_bytes().to_vec(),
    };
    if bytes.iter().any(|byte| matches!(byte, b'/' | b'\\')) {
        return None;
    }
    match folder {
        Some(folder) => folder.join(&bytes).ok(),
        None => GamePath::parse(&bytes).ok(),
    }
}

/// The bytes a game path spells this Unicode text with. Text that Windows-1251 lacks is reached through its own bytes.
pub(crate) fn game_bytes(text: &str) -> Vec<u8> {
    wire::encode_cp1251(text).unwrap_or_else(|| text.as_bytes().to_vec())
}

/// A panic of another thread leaves these maps whole.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
