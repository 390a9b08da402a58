//! The tile grid and the game's choice of a level of detail (spec page: terrain, sections 6.1 and 6.2).

use crate::{Aabb, Land};
use glam::{DVec2, Vec3};

/// The squares of a land. Tile `gx * rows + gy` stands in column `gx` (east), row `gy` (north).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TileGrid {
    /// Columns along X, at least 1.
    pub columns: usize,
    /// Rows along Y, at least 1.
    pub rows: usize,
    /// South-west corner of tile 0.
    pub origin: DVec2,
    /// Size of a tile in metres, finite and positive.
    pub tile_size: DVec2,
}

/// Share of tiles whose box must lie where the grid says before the grid is trusted.
const TRUSTED_SHARE: f64 = 0.9;

/// Tiles whose distance squared reaches this get the coarse mesh in the game.
const COARSE_DISTANCE_SQUARED: i64 = 9;

impl TileGrid {
    /// The grid of a land; `None` where its tiles form none. Then [`Land::tile_at`] goes by the boxes of the slots.
    pub fn of(land: &Land) -> Option<Self> {
        let tile_count = land.tiles.as_ref()?.len();
        let (columns, rows) = shape(tile_count, land.tile_columns())?;
        let table = land.slot_table.as_ref()?;
        let [origin, ..] = table.header.corners;
        let origin = Vec3::from(origin).as_dvec3().truncate();
        let first = table.slots.first()?.bounds();
        let mut tile_size = (first.max.as_dvec3() - first.min.as_dvec3()).truncate();
        if !usable(tile_size) {
            let whole = table.header.bounds()?;
            tile_size = (whole.max.as_dvec3() - whole.min.as_dvec3()).truncate()
                / DVec2::new(columns as f64, rows as f64);
        }
        let grid = Self {
            columns,
            rows,
            origin,
            tile_size,
        };
        (usable(tile_size) && origin.is_finite() && grid.agrees_with(land)).then_some(grid)
    }

    /// Column and row of a point, also beyond the land: what the game reckons the camera's distance from.
    pub fn cell(&self, x: f64, y: f64) -> (i64, i64) {
        let cell = ((DVec2::new(x, y) - self.origin) / self.tile_size).floor();
        (cell.x as i64, cell.y as i64)
    }

    /// The tile of a point; points beyond the land belong to the nearest tile.
    pub fn tile_at(&self, x: f64, y: f64) -> usize {
        let (gx, gy) = self.cell(x, y);
        let clamp = |cell: i64, count: usize| {
            usize::try_from(cell.max(0))
                .unwrap_or(usize::MAX)
                .min(count.saturating_sub(1))
        };
        clamp(gx, self.columns)
            .saturating_mul(self.rows)
            .saturating_add(clamp(gy, self.rows))
    }

    /// Column and row of a tile.
    pub fn cell_of(&self, tile: usize) -> (i64, i64) {
        let rows = self.rows.max(1);
        ((tile / rows) as i64, (tile % rows) as i64)
    }

    /// The level of detail that the game draws a tile with, seen from the camera's cell: 1 from three tiles on.
    pub fn original_lod(&self, camera: (i64, i64), tile: usize) -> usize {
        let (gx, gy) = self.cell_of(tile);
        let square = |a: i64, b: i64| {
            let distance = a.saturating_sub(b);
            distance.saturating_mul(distance)
        };
        let distance = square(gx, camera.0).saturating_add(square(gy, camera.1));
        usize::from(distance >= COARSE_DISTANCE_SQUARED)
    }

    /// Whether the boxes of the tiles lie where the grid says.
    fn agrees_with(&self, land: &Land) -> bool {
        let boxes = tile_boxes(land);
        let total = boxes.len();
        let agreeing = boxes
            .into_iter()
            .enumerate()
            .filter(|(tile, bounds)| {
                bounds.is_some_and(|bounds| {
                    let center = bounds.center();
                    self.tile_at(center.x.into(), center.y.into()) == *tile
                })
            })
            .count();
        agreeing as f64 >= TRUSTED_SHARE * total as f64
    }
}

impl Land {
    /// The tile of a point: by the grid where there is one (pass [`TileGrid::of`]), else by the boxes of the slots.
    pub fn tile_at(&self, grid: Option<&TileGrid>, x: f64, y: f64) -> Option<usize> {
        match grid {
            Some(grid) => Some(grid.tile_at(x, y)),
            None => tile_boxes(self).into_iter().position(|bounds| {
                bounds.is_some_and(|bounds| {
                    (f64::from(bounds.min.x)..=f64::from(bounds.max.x)).contains(&x)
                        && (f64::from(bounds.min.y)..=f64::from(bounds.max.y)).contains(&y)
                })
            }),
        }
    }
}

/// Stored box of each tile's detailed slot.
fn tile_boxes(land: &Land) -> Vec<Option<Aabb>> {
    let slot = |index: usize| Some(land.slot_table.as_ref()?.slots.get(index)?.bounds());
    land.tiles
        .iter()
        .flatten()
        .map(|tile| tile.slot(0).and_then(slot))
        .collect()
}

/// Columns and rows.
fn shape(tile_count: usize, columns: usize) -> Option<(usize, usize)> {
    if columns > 0 && tile_count > 0 && tile_count.is_multiple_of(columns) {
        return Some((columns, tile_count / columns));
    }
    let side = tile_count.isqrt();
    (side > 0 && side.checked_mul(side) == Some(tile_count)).then_some((side, side))
}

fn usable(size: DVec2) -> bool {
    size.is_finite() && size.min_element() > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    fn auto_map() -> TileGrid {
        TileGrid {
            columns: 8,
            rows: 8,
            origin: DVec2::ZERO,
            tile_size: DVec2::splat(148.8372),
        }
    }

    #[test]
    fn tiles_of_the_spec_page() {
        let grid = auto_map();
        for (x, y, cell, tile) in [
            (418.10, 717.43, (2, 4), 20),
            (479.12, 795.95, (3, 5), 29),
            (1190.70, 0.0, (7, 0), 56),
            (-3.0, -3.0, (0, 0), 0),
        ] {
            assert_eq!(grid.tile_at(x, y), tile);
            assert_eq!(grid.cell_of(tile), cell);
        }
        assert_eq!(grid.cell(-3.0, 1e300), (-1, i64::MAX));
        assert_eq!(grid.tile_at(f64::NAN, f64::INFINITY), 7);
    }

    #[test]
    fn levels_of_the_spec_page() {
        let grid = auto_map();
        let camera = grid.cell(418.10, 717.43);
        for (cell, lod) in [((4, 6), 0), ((5, 4), 1), ((2, 4), 0)] {
            assert_eq!(grid.original_lod(camera, cell.0 * 8 + cell.1), lod);
        }
        assert_eq!(grid.original_lod((i64::MIN, i64::MAX), 0), 1);
    }

    #[test]
    fn the_worked_land_has_one_tile() {
        let mut land = Land::parse(&fixtures::land()).unwrap();
        let grid = TileGrid::of(&land).unwrap();
        assert_eq!((grid.columns, grid.rows), (1, 1));
        assert_eq!(
            (grid.origin, grid.tile_size),
            (DVec2::ZERO, DVec2::splat(10.0))
        );
        assert_eq!(land.tile_at(Some(&grid), 99.0, 5.0), Some(0));

        // no columns: the square root; no usable slot box: the header's
        land.directory[0].attr2 = 0;
        assert_eq!(TileGrid::of(&land), Some(grid));
        let table = land.slot_table.as_mut().unwrap();
        table.slots[0].aabb_max[0] = f32::NAN;
        land.tiles.as_mut().unwrap()[0].slots[0] = 1;
        assert_eq!(TileGrid::of(&land), Some(grid));

        // a tile that lies elsewhere is found by its box
        let table = land.slot_table.as_mut().unwrap();
        table.slots[1].aabb_min = [90.0, 0.0, 0.0];
        table.slots[1].aabb_max = [100.0, 10.0, 0.0];
        land.tiles = Some(vec![land.tiles.unwrap()[0]; 4]);
        assert_eq!(TileGrid::of(&land), None);
        assert_eq!(land.tile_at(None, 99.0, 5.0), Some(0));
        assert_eq!(land.tile_at(None, 5.0, 5.0), None);
    }

    #[test]
    fn a_count_without_a_rectangle_has_no_grid() {
        assert_eq!(shape(12, 4), Some((4, 3)));
        assert_eq!(shape(9, 4), Some((3, 3)));
        assert_eq!(shape(12, 0), None);
        assert_eq!(shape(0, 4), None);
    }
}
