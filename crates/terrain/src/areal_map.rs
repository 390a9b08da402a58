//! `Land.map`: the areals and the grid that finds them (spec page: terrain, section 12).

use crate::{Aabb, Areal, EdgeLink8};
use glam::{DVec2, Vec3};
use std::collections::{BTreeSet, VecDeque};
use wire::{FixedName, Malformed, Reader, Result, Writer};

/// The areal map of a land. Everything that was read is kept, so that [`ArealMap::write`] gives it back.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ArealMap {
    /// The areals; they tile the land.
    pub areals: Vec<Areal>,
    /// Which areals may contain a point; `None` where it could not be read.
    pub grid: Option<ArealGrid>,
    /// What remains of the payload after the last part that could be read; empty in a sound file.
    pub rest: Vec<u8>,
    /// `attr1` of the entry: the number of areals.
    pub attr1: u32,
    /// `attr2` of the entry.
    pub attr2: u32,
    /// `attr3` of the entry.
    pub attr3: u32,
    /// The entry's name, `ArealMap`.
    pub name: FixedName<36>,
    /// What was odd, one entry per check.
    pub warnings: Vec<ArealWarning>,
}

/// Candidate areals by cell. The grid spans the land; cell (cx, cy) is number `cx * cells_y + cy`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ArealGrid {
    cells_x: u32,
    cells_y: u32,
    /// By cell: where its areals start in `ids`; one more at the end.
    starts: Vec<u32>,
    ids: Vec<u16>,
}

/// The part of the ground that a grid spans.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rectangle {
    /// South-west corner, metres.
    pub min: DVec2,
    /// North-east corner, metres.
    pub max: DVec2,
}

/// Where an areal was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Located {
    /// Areal number.
    pub areal: usize,
    /// Whether the grid named it; if not, all areals were searched.
    pub by_grid: bool,
}

/// What a link of an areal's edge leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// Nothing: the border of the land.
    None,
    /// An areal, and the number of the same edge there.
    To {
        /// Areal number.
        areal: usize,
        /// Edge number.
        edge: usize,
        /// Whether that edge leads back here.
        is_mutual: bool,
    },
    /// What does not exist.
    Broken,
}

/// A check of the spec page's table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ArealCheck {
    /// There are no areals.
    Empty,
    /// The payload ends inside an areal or the grid, or runs on after it.
    End,
    /// A link leads to an areal or edge that does not exist.
    Link,
    /// The grid has no cells.
    NoCells,
    /// A cell has 1024 areals or more, or all cells together 2^22: more than the game can pack.
    CellHits,
    /// A cell names an areal that does not exist; it is skipped.
    ArealId,
    /// A link is not returned. A note.
    OneWayLink,
    /// `walkable` is neither 0 nor 1, or a reserved word is not 0. A note.
    Word,
    /// A normal is not of unit length. A note.
    Normal,
}

impl ArealCheck {
    /// Whether a strict reading refuses the map.
    pub fn is_error_when_strict(self) -> bool {
        !matches!(self, Self::OneWayLink | Self::Word | Self::Normal)
    }
}

/// One check that failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{first} ({count} times)")]
pub struct ArealWarning {
    /// Which check.
    pub check: ArealCheck,
    /// Where it was seen first. The offset counts from the start of the file.
    pub first: Malformed,
    /// How often it was seen; at least 1.
    pub count: usize,
}

/// What one way of reading the payload gave.
#[derive(Debug, Default)]
struct Reading {
    areals: Vec<Areal>,
    /// Where each areal starts in the payload.
    starts: Vec<usize>,
    grid: Option<ArealGrid>,
    grid_start: usize,
    /// Bytes that were understood.
    end: usize,
    error: Option<Malformed>,
}

const TYPE: u32 = 12;

/// Bytes by which polygon blocks may be longer than 12 per count; the sources disagree, no known file has any.
const BLOCK_EXCESS: [usize; 2] = [0, 4];

impl ArealMap {
    /// Reads a map: a whole NRes image. Damage that leaves something ends in [`ArealMap::warnings`].
    ///
    /// # Errors
    ///
    /// A broken archive; anything but one entry of type 12.
    pub fn parse(image: &[u8]) -> Result<Self> {
        let archive = nres::Archive::parse(image)?;
        let [entry] = archive.entries() else {
            return Err(Malformed::new(
                archive.directory().directory_offset(),
                "areal map archive",
                "one entry",
                archive.entries().len().to_string(),
            ));
        };
        if entry.type_id != TYPE {
            return Err(Malformed::new(
                archive.directory().record_offset(0),
                "areal map entry type",
                TYPE.to_string(),
                entry.type_id.to_string(),
            ));
        }
        let (payload, start) = (archive.payload(0)?, archive.range(0)?.start);
        let [mut reading, other] =
            BLOCK_EXCESS.map(|excess| Reading::of(payload, entry.attr1, excess));
        let has_blocks = reading
            .areals
            .iter()
            .any(|areal| !areal.polygons.is_empty());
        let is_exact = |reading: &Reading| reading.error.is_none() && reading.end == payload.len();
        if !is_exact(&reading) && is_exact(&other) {
            reading = other;
        } else if !is_exact(&reading) && has_blocks && reading.grid.take().is_some() {
            reading.end = reading.grid_start;
        }
        let mut map = Self {
            areals: reading.areals,
            grid: reading.grid,
            rest: payload.get(reading.end..).unwrap_or_default().to_vec(),
            attr1: entry.attr1,
            attr2: entry.attr2,
            attr3: entry.attr3,
            name: entry.name,
            warnings: Vec::new(),
        };
        let place = Place {
            starts: reading
                .starts
                .iter()
                .map(|at| at.saturating_add(start))
                .collect(),
            grid: reading.grid_start.saturating_add(start),
        };
        let end = reading.end.saturating_add(start);
        map.check(&place, reading.error.map(|error| error.shifted(start)), end);
        Ok(map)
    }

    /// Reads a map and refuses every damage that [`ArealMap::parse`] would only report.
    ///
    /// # Errors
    ///
    /// As [`ArealMap::parse`], and the first warning whose check [is an error](ArealCheck::is_error_when_strict).
    pub fn parse_strict(image: &[u8]) -> Result<Self> {
        nres::Archive::parse_strict(image)?;
        let map = Self::parse(image)?;
        let mut warnings = map.warnings.iter();
        match warnings.find(|warning| warning.check.is_error_when_strict()) {
            Some(warning) => Err(warning.first.clone()),
            None => Ok(map),
        }
    }

    /// A map of areals that have no links yet: links them across equal edges and lays a grid over the rectangle.
    pub fn new(mut areals: Vec<Areal>, rectangle: Rectangle, cells: u32) -> Self {
        link(&mut areals);
        Self {
            grid: Some(ArealGrid::over(&areals, rectangle, cells)),
            attr1: u32::try_from(areals.len()).unwrap_or(u32::MAX),
            areals,
            name: FixedName::new(b"ArealMap").unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Writes the map. A map as it was read gives its payload back byte for byte.
    ///
    /// # Errors
    ///
    /// An areal without one link per corner and three extra links per polygon block.
    pub fn write(&self) -> Result<Vec<u8>> {
        let mut writer = Writer::new();
        for areal in &self.areals {
            areal.write(&mut writer)?;
        }
        if let Some(grid) = &self.grid {
            grid.write(&mut writer);
        }
        writer.bytes(&self.rest);
        let mut archive = nres::Builder::new();
        let record = nres::Entry {
            type_id: TYPE,
            attr1: self.attr1,
            attr2: self.attr2,
            attr3: self.attr3,
            name: self.name,
            ..nres::Entry::default()
        };
        archive.push_record(record, writer.into_bytes());
        archive.finish()
    }

    /// The box around all areals; what the grid spans when no `Land.msh` tells it.
    pub fn rectangle(&self) -> Option<Rectangle> {
        let corners = self
            .areals
            .iter()
            .flat_map(|areal| areal.boundary.iter().copied());
        Aabb::around(corners).map(Rectangle::from)
    }

    /// The first areal that contains a point; `None` outside the rectangle that the grid spans.
    pub fn locate(&self, rectangle: Rectangle, x: f64, y: f64) -> Option<Located> {
        let point = DVec2::new(x, y);
        if !(point.cmpge(rectangle.min) & point.cmple(rectangle.max)).all() {
            return None;
        }
        let holds = |&index: &usize| {
            self.areals
                .get(index)
                .is_some_and(|areal| areal.contains(x, y))
        };
        let cell = self.grid.as_ref().and_then(|grid| {
            let (cx, cy) = grid.cell_at(rectangle, point)?;
            Some(grid.cell(cx, cy))
        });
        let mut candidates = cell.unwrap_or_default().iter().map(|&id| usize::from(id));
        if let Some(areal) = candidates.find(holds) {
            return Some(Located {
                areal,
                by_grid: true,
            });
        }
        let areal = (0..self.areals.len()).find(holds)?;
        Some(Located {
            areal,
            by_grid: false,
        })
    }

    /// What an edge's link leads to.
    pub fn link(&self, areal: usize, edge: usize) -> Link {
        let at = |areal: usize| self.areals.get(areal).map(|areal| &areal.links);
        let Some(link) = at(areal).and_then(|links| links.get(edge)) else {
            return Link::None;
        };
        if *link == EdgeLink8::NONE {
            return Link::None;
        }
        let (Ok(to), Ok(to_edge)) = (usize::try_from(link.areal), usize::try_from(link.edge))
        else {
            return Link::Broken;
        };
        let Some(target) = self.areals.get(to) else {
            return Link::Broken;
        };
        let mut links = target.links.iter().chain(&target.extra_links);
        let Some(back) = links.nth(to_edge) else {
            return Link::Broken;
        };
        let returns =
            |number: i32, to: usize| usize::try_from(number).is_ok_and(|number| number == to);
        Link::To {
            areal: to,
            edge: to_edge,
            is_mutual: returns(back.areal, areal) && returns(back.edge, edge),
        }
    }

    /// The areals that an areal's links lead to, ascending.
    pub fn neighbours(&self, areal: usize) -> BTreeSet<usize> {
        let edges = self.areals.get(areal).map_or(0, |areal| areal.links.len());
        let links = (0..edges).map(|edge| self.link(areal, edge));
        links
            .filter_map(|link| match link {
                Link::To { areal, .. } => Some(areal),
                Link::None | Link::Broken => None,
            })
            .collect()
    }

    /// The fewest areals to cross from one to another, both included; over walkable ones only when `walking`.
    /// A tool for looking at the map, not the game's path finder.
    pub fn route(&self, from: usize, to: usize, walking: bool) -> Option<Vec<usize>> {
        let may_enter = |areal: usize| {
            self.areals
                .get(areal)
                .is_some_and(|areal| !walking || areal.is_walkable())
        };
        if !may_enter(from) || !may_enter(to) {
            return None;
        }
        let mut came_from: Vec<Option<usize>> = vec![None; self.areals.len()];
        let mut open = VecDeque::from([from]);
        while let Some(areal) = open.pop_front() {
            if areal == to {
                let back = std::iter::successors(Some(to), |&areal| {
                    came_from
                        .get(areal)
                        .copied()
                        .flatten()
                        .filter(|_| areal != from)
                });
                let mut route: Vec<usize> = back.collect();
                route.reverse();
                return Some(route);
            }
            for next in self.neighbours(areal) {
                if let Some(origin @ None) = came_from.get_mut(next)
                    && next != from
                    && may_enter(next)
                {
                    *origin = Some(areal);
                    open.push_back(next);
                }
            }
        }
        None
    }

    fn check(&mut self, place: &Place, error: Option<Malformed>, end: usize) {
        let mut warnings = Vec::new();
        let mut add = |check, malformed: &mut dyn FnMut() -> Malformed| {
            let mut known = warnings.iter_mut();
            match known.find(|warning: &&mut ArealWarning| warning.check == check) {
                Some(warning) => warning.count = warning.count.saturating_add(1),
                None => warnings.push(ArealWarning {
                    check,
                    first: malformed(),
                    count: 1,
                }),
            }
        };
        if self.attr1 == 0 {
            let at = place.grid;
            add(ArealCheck::Empty, &mut || {
                Malformed::new(at, "areal count (attr1)", "at least 1", "0")
            });
        }
        if let Some(error) = error {
            add(ArealCheck::End, &mut || error.clone());
        } else if !self.rest.is_empty() {
            let found = format!("{} bytes more", self.rest.len());
            add(ArealCheck::End, &mut || {
                Malformed::new(end, "areal map", "the end after the grid", found.clone())
            });
        }
        for (index, areal) in self.areals.iter().enumerate() {
            let start = place.starts.get(index).copied().unwrap_or_default();
            for edge in 0..areal.links.len() {
                let (check, expected) = match self.link(index, edge) {
                    Link::Broken => (ArealCheck::Link, "-1, -1 or an existing areal and edge"),
                    Link::To {
                        is_mutual: false, ..
                    } => (ArealCheck::OneWayLink, "a link that is returned"),
                    Link::To { .. } | Link::None => continue,
                };
                let links = Areal::SMALLEST.saturating_add(areal.boundary.len().saturating_mul(12));
                let at = links
                    .saturating_add(edge.saturating_mul(8))
                    .saturating_add(start);
                let found = areal
                    .links
                    .get(edge)
                    .map(|link| format!("{}, {}", link.areal, link.edge));
                add(check, &mut || {
                    let found = found.clone().unwrap_or_default();
                    Malformed::new(at, format!("areal {index} link {edge}"), expected, found)
                });
            }
            let record = &areal.record;
            let reserved = [record.word_0c, record.word_24, record.word_2c];
            if record.walkable > 1 || reserved != [0; 3] {
                add(ArealCheck::Word, &mut || {
                    Malformed::new(
                        start,
                        format!("areal {index} words"),
                        "walkable 0 or 1, reserved words 0",
                        format!("walkable {}, reserved {reserved:?}", record.walkable),
                    )
                });
            }
            let length = Vec3::from(record.normal).length();
            if !(0.999..=1.001).contains(&length) {
                let at = start.saturating_add(20);
                add(ArealCheck::Normal, &mut || {
                    Malformed::new(
                        at,
                        format!("areal {index} normal"),
                        "length 1",
                        length.to_string(),
                    )
                });
            }
        }
        let Some(grid) = &self.grid else {
            self.warnings = warnings;
            return;
        };
        if grid.cells_x == 0 || grid.cells_y == 0 {
            add(ArealCheck::NoCells, &mut || {
                let found = format!("{} x {}", grid.cells_x, grid.cells_y);
                Malformed::new(place.grid, "areal grid", "at least 1 x 1 cells", found)
            });
        }
        let mut at = place.grid.saturating_add(8);
        for cell in grid.cells() {
            if cell.len() >= 1 << 10 {
                add(ArealCheck::CellHits, &mut || {
                    Malformed::new(
                        at,
                        "cell hit count",
                        "fewer than 1024",
                        cell.len().to_string(),
                    )
                });
            }
            for (number, &id) in cell.iter().enumerate() {
                if usize::from(id) >= self.areals.len() {
                    let at = at
                        .saturating_add(2)
                        .saturating_add(number.saturating_mul(2));
                    add(ArealCheck::ArealId, &mut || {
                        let expected = format!("an areal below {}", self.areals.len());
                        Malformed::new(at, "cell areal", expected, id.to_string())
                    });
                }
            }
            at = at
                .saturating_add(2)
                .saturating_add(cell.len().saturating_mul(2));
        }
        if grid.ids.len() >= 1 << 22 {
            add(ArealCheck::CellHits, &mut || {
                let found = grid.ids.len().to_string();
                Malformed::new(place.grid, "hits of all cells", "fewer than 4194304", found)
            });
        }
        self.warnings = warnings;
    }
}

/// Where the parts of a payload start in the file.
struct Place {
    starts: Vec<usize>,
    grid: usize,
}

impl Reading {
    fn of(payload: &[u8], areal_count: u32, block_excess: usize) -> Self {
        let mut reader = Reader::new(payload);
        let mut out = Self::default();
        for _ in 0..areal_count {
            match Areal::read(&mut reader, block_excess) {
                Ok(areal) => {
                    out.areals.push(areal);
                    out.starts.push(out.end);
                    out.end = reader.position();
                }
                Err(error) => {
                    out.grid_start = out.end;
                    out.error = Some(error);
                    return out;
                }
            }
        }
        out.grid_start = out.end;
        match ArealGrid::read(&mut reader) {
            Ok(grid) => {
                out.grid = Some(grid);
                out.end = reader.position();
            }
            Err(error) => out.error = Some(error),
        }
        out
    }
}

impl ArealGrid {
    /// A grid of these cells, x outer, y inner; `None` when they are not `cells_x * cells_y` or one has too many areals.
    pub fn new(cells_x: u32, cells_y: u32, cells: &[Vec<u16>]) -> Option<Self> {
        let count = u64::from(cells_x).checked_mul(cells_y.into())?;
        let fits = |cell: &Vec<u16>| u16::try_from(cell.len()).is_ok();
        if count != cells.len() as u64 || !cells.iter().all(fits) {
            return None;
        }
        let mut grid = Self::empty(cells_x, cells_y);
        for cell in cells {
            grid.ids.extend(cell);
            grid.starts.push(u32::try_from(grid.ids.len()).ok()?);
        }
        Some(grid)
    }

    /// A grid of `cells` x `cells` over a rectangle; a cell names the areals whose boxes touch it. 128 in shipped maps.
    pub fn over(areals: &[Areal], rectangle: Rectangle, cells: u32) -> Self {
        let cells = cells.min(1024);
        let side = cells as usize;
        let mut lists = vec![Vec::new(); side.saturating_mul(side)];
        let whole = Self::empty(cells, cells);
        for (id, areal) in (0..=u16::MAX).zip(areals) {
            let Some(bounds) = Aabb::around(areal.boundary.iter().copied()).map(Rectangle::from)
            else {
                continue;
            };
            let (Some((x0, y0)), Some((x1, y1))) = (
                whole.cell_at(rectangle, bounds.min),
                whole.cell_at(rectangle, bounds.max),
            ) else {
                continue;
            };
            for cx in x0..=x1 {
                for cy in y0..=y1 {
                    if let Some(list) = lists.get_mut(cx.saturating_mul(side).saturating_add(cy)) {
                        list.push(id);
                    }
                }
            }
        }
        Self::new(cells, cells, &lists).unwrap_or_default()
    }

    /// Cells along X and along Y; 128 x 128 in all known files.
    pub fn size(&self) -> (u32, u32) {
        (self.cells_x, self.cells_y)
    }

    /// The candidates of a cell, as stored; none outside.
    pub fn cell(&self, cx: usize, cy: usize) -> &[u16] {
        if cx >= self.cells_x as usize || cy >= self.cells_y as usize {
            return &[];
        }
        self.numbered(cx.saturating_mul(self.cells_y as usize).saturating_add(cy))
    }

    /// All cells, x outer, y inner.
    pub fn cells(&self) -> impl Iterator<Item = &[u16]> {
        (0..self.starts.len().saturating_sub(1)).map(|cell| self.numbered(cell))
    }

    /// The words the game packs the cells into, count in the high 10 bits; the first list starts at `base`, 0 or 1.
    pub fn packed(&self, base: u32) -> impl Iterator<Item = u32> {
        self.cells().zip(&self.starts).map(move |(cell, start)| {
            (cell.len() as u32) << 22 | (start.saturating_add(base) & 0x003F_FFFF)
        })
    }

    /// The cell of a point; points beyond the rectangle belong to the nearest cell.
    fn cell_at(&self, rectangle: Rectangle, point: DVec2) -> Option<(usize, usize)> {
        let count = DVec2::new(self.cells_x.into(), self.cells_y.into());
        let cell = ((point - rectangle.min) / (rectangle.max - rectangle.min) * count).floor();
        let cell = cell.max(DVec2::ZERO).min(count - 1.0);
        (self.cells_x > 0 && self.cells_y > 0).then_some((cell.x as usize, cell.y as usize))
    }

    fn empty(cells_x: u32, cells_y: u32) -> Self {
        Self {
            cells_x,
            cells_y,
            starts: vec![0],
            ids: Vec::new(),
        }
    }

    fn numbered(&self, cell: usize) -> &[u16] {
        let bounds = self
            .starts
            .get(cell)
            .zip(self.starts.get(cell.saturating_add(1)));
        bounds
            .and_then(|(&start, &end)| self.ids.get(start as usize..end as usize))
            .unwrap_or_default()
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let start = reader.position();
        let mut grid = Self::empty(reader.u32("grid cells_x")?, reader.u32("grid cells_y")?);
        let count = u64::from(grid.cells_x).saturating_mul(grid.cells_y.into());
        if count.saturating_mul(2) > reader.remaining() as u64 {
            return Err(Malformed::new(
                start,
                "areal grid",
                "at least two bytes per cell",
                format!("{count} cells, {} bytes", reader.remaining()),
            ));
        }
        for _ in 0..count {
            let hits = reader.u16("cell hit count")?;
            grid.ids
                .extend(reader.records::<u16>(hits.into(), "cell areals")?);
            grid.starts
                .push(u32::try_from(grid.ids.len()).unwrap_or(u32::MAX));
        }
        Ok(grid)
    }

    fn write(&self, writer: &mut Writer) {
        writer.u32(self.cells_x).u32(self.cells_y);
        for cell in self.cells() {
            writer.u16(cell.len() as u16).records(cell);
        }
    }
}

impl From<Aabb> for Rectangle {
    fn from(bounds: Aabb) -> Self {
        Self {
            min: bounds.min.as_dvec3().truncate(),
            max: bounds.max.as_dvec3().truncate(),
        }
    }
}

/// Joins areals across edges whose ends are equal, seen from above.
fn link(areals: &mut [Areal]) {
    let mut open = std::collections::HashMap::new();
    let place = |corner: &Vec3| corner.truncate().to_array().map(|c| (c + 0.0).to_bits());
    for index in 0..areals.len() {
        let Some(areal) = areals.get_mut(index) else {
            continue;
        };
        areal.links = vec![EdgeLink8::NONE; areal.boundary.len()];
        let corners: Vec<[u32; 2]> = areal.boundary.iter().map(place).collect();
        let next = corners.iter().cycle().skip(1);
        for (edge, (&a, &b)) in corners.iter().zip(next).enumerate() {
            match open.remove(&(b, a)) {
                Some((other, other_edge)) => {
                    join(areals, (index, edge), (other, other_edge));
                    join(areals, (other, other_edge), (index, edge));
                }
                None => {
                    open.insert((a, b), (index, edge));
                }
            }
        }
    }
}

fn join(areals: &mut [Areal], (areal, edge): (usize, usize), to: (usize, usize)) {
    let link = areals
        .get_mut(areal)
        .and_then(|areal| areal.links.get_mut(edge));
    if let Some(link) = link {
        *link = EdgeLink8 {
            areal: to.0 as i32,
            edge: to.1 as i32,
        };
    }
}
