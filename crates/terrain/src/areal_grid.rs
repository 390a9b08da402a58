//! The grid of `Land.map` (spec page: terrain, sections 12.2, 12.4 and 12.5).

use crate::{Aabb, Areal};
use glam::DVec2;
use wire::{Malformed, Reader, Result, Writer};

/// Candidate areals by cell. The grid spans the land; cell (cx, cy) is number `cx * cells_y + cy`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ArealGrid {
    pub(crate) cells_x: u32,
    pub(crate) cells_y: u32,
    /// By cell: where its areals start in `ids`; one more at the end.
    starts: Vec<u32>,
    pub(crate) ids: Vec<u16>,
}

/// The part of the ground that a grid spans.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rectangle {
    /// South-west corner, metres.
    pub min: DVec2,
    /// North-east corner, metres.
    pub max: DVec2,
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
    pub(crate) fn cell_at(&self, rectangle: Rectangle, point: DVec2) -> Option<(usize, usize)> {
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

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self> {
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

    pub(crate) fn write(&self, writer: &mut Writer) {
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
