//! `Land.map`: the areals and the grid that finds them (spec page: terrain, section 12).

use crate::areal_check::{Place, examine};
use crate::{Aabb, Areal, ArealGrid, ArealWarning, EdgeLink8, Rectangle};
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
        let reading = Reading::best(payload, entry.attr1);
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
        let in_file = |at: usize| at.saturating_add(start);
        let place = Place {
            starts: reading.starts.into_iter().map(in_file).collect(),
            grid: in_file(reading.grid_start),
            end: in_file(reading.end),
        };
        let error = reading.error.map(|error| error.shifted(start));
        map.warnings = examine(&map, &place, error);
        Ok(map)
    }

    /// Reads a map and refuses every damage that [`ArealMap::parse`] would only report.
    ///
    /// # Errors
    ///
    /// As [`ArealMap::parse`], and the first warning whose check [is an error](crate::ArealCheck::is_error_when_strict).
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
}

impl Reading {
    /// Polygon blocks have 12 bytes per count, or 4 more: whichever makes the payload end where it should. If neither
    /// does, the grid cannot be where it seems to be.
    fn best(payload: &[u8], areal_count: u32) -> Self {
        let is_exact = |reading: &Self| reading.error.is_none() && reading.end == payload.len();
        let mut reading = Self::of(payload, areal_count, 0);
        let has_blocks = |areal: &Areal| !areal.polygons.is_empty();
        if is_exact(&reading) || !reading.areals.iter().any(has_blocks) {
            return reading;
        }
        let other = Self::of(payload, areal_count, 4);
        if is_exact(&other) {
            return other;
        }
        if reading.grid.take().is_some() {
            reading.end = reading.grid_start;
        }
        reading
    }

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

#[cfg(test)]
mod tests;
