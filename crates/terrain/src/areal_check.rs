//! What the reader of an areal map finds odd without refusing the map (spec page: terrain, section 12.4).

use crate::{Areal, ArealGrid, ArealMap, Link};
use glam::Vec3;
use wire::Malformed;

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

/// Where the parts of a payload start in the file.
pub(crate) struct Place {
    pub(crate) starts: Vec<usize>,
    pub(crate) grid: usize,
    /// The first byte that was not understood.
    pub(crate) end: usize,
}

/// Collects warnings, one entry per check.
#[derive(Default)]
struct Warnings(Vec<ArealWarning>);

impl Warnings {
    fn add(&mut self, check: ArealCheck, malformed: impl FnOnce() -> Malformed) {
        match self.0.iter_mut().find(|warning| warning.check == check) {
            Some(warning) => warning.count = warning.count.saturating_add(1),
            None => self.0.push(ArealWarning {
                check,
                first: malformed(),
                count: 1,
            }),
        }
    }
}

/// Examines a map that was just read; `error` is what ended the reading.
pub(crate) fn examine(
    map: &ArealMap,
    place: &Place,
    error: Option<Malformed>,
) -> Vec<ArealWarning> {
    let mut warnings = Warnings::default();
    if map.attr1 == 0 {
        warnings.add(ArealCheck::Empty, || {
            Malformed::new(place.grid, "areal count (attr1)", "at least 1", "0")
        });
    }
    if let Some(error) = error {
        warnings.add(ArealCheck::End, || error);
    } else if !map.rest.is_empty() {
        warnings.add(ArealCheck::End, || {
            let found = format!("{} bytes more", map.rest.len());
            Malformed::new(place.end, "areal map", "the end after the grid", found)
        });
    }
    for index in 0..map.areals.len() {
        let start = place.starts.get(index).copied().unwrap_or_default();
        areal(map, index, start, &mut warnings);
    }
    if let Some(cells) = &map.grid {
        grid(cells, map.areals.len(), place.grid, &mut warnings);
    }
    warnings.0
}

fn areal(map: &ArealMap, index: usize, start: usize, warnings: &mut Warnings) {
    let Some(areal) = map.areals.get(index) else {
        return;
    };
    for (edge, link) in areal.links.iter().enumerate() {
        let (check, expected) = match map.link(index, edge) {
            Link::Broken => (ArealCheck::Link, "-1, -1 or an existing areal and edge"),
            Link::To {
                is_mutual: false, ..
            } => (ArealCheck::OneWayLink, "a link that is returned"),
            Link::To { .. } | Link::None => continue,
        };
        warnings.add(check, || {
            let at = areal
                .boundary
                .len()
                .saturating_mul(12)
                .saturating_add(edge.saturating_mul(8))
                .saturating_add(Areal::SMALLEST)
                .saturating_add(start);
            let found = format!("{}, {}", link.areal, link.edge);
            Malformed::new(at, format!("areal {index} link {edge}"), expected, found)
        });
    }
    let record = &areal.record;
    let reserved = [record.word_0c, record.word_24, record.word_2c];
    if record.walkable > 1 || reserved != [0; 3] {
        warnings.add(ArealCheck::Word, || {
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
        warnings.add(ArealCheck::Normal, || {
            let (at, what) = (start.saturating_add(20), format!("areal {index} normal"));
            Malformed::new(at, what, "length 1", length.to_string())
        });
    }
}

fn grid(grid: &ArealGrid, areal_count: usize, start: usize, warnings: &mut Warnings) {
    let (cells_x, cells_y) = grid.size();
    if cells_x == 0 || cells_y == 0 {
        warnings.add(ArealCheck::NoCells, || {
            let found = format!("{cells_x} x {cells_y}");
            Malformed::new(start, "areal grid", "at least 1 x 1 cells", found)
        });
    }
    let mut at = start.saturating_add(8);
    let mut hits = 0_usize;
    for cell in grid.cells() {
        hits = hits.saturating_add(cell.len());
        if cell.len() >= 1 << 10 || hits >= 1 << 22 {
            warnings.add(ArealCheck::CellHits, || {
                let expected = "fewer than 1024, all together fewer than 4194304";
                let found = format!("{}, so far {hits}", cell.len());
                Malformed::new(at, "cell hit count", expected, found)
            });
        }
        at = at.saturating_add(2);
        for &id in cell {
            if usize::from(id) >= areal_count {
                warnings.add(ArealCheck::ArealId, || {
                    let expected = format!("an areal below {areal_count}");
                    Malformed::new(at, "cell areal", expected, id.to_string())
                });
            }
            at = at.saturating_add(2);
        }
    }
}
