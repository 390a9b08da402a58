//! Which faces each tile draws, in each level of detail (spec page: terrain, sections 4.5 to 4.7 and 6.2).

use crate::{Land, Slot68};

/// The levels of detail: 0 detailed, 1 coarse. Each covers the land alone; never mix them.
pub const LOD_COUNT: usize = 2;

/// The faces of each tile.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tiling {
    /// By tile number.
    pub tiles: Vec<TileFaces>,
    /// Whether the tile table could be used. If not, there is one tile with all faces, both levels mixed.
    pub is_usable: bool,
    /// Valid faces that no tile reaches; they are not drawn.
    pub unreached: usize,
}

/// The faces of one tile.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TileFaces {
    /// Valid faces by level, in the order of the file's draw order. A tile without a coarse slot repeats level 0.
    pub lods: [Vec<u32>; LOD_COUNT],
}

impl Tiling {
    /// Follows the tile table of a land. A face belongs to the first tile that names it, once per level, so that
    /// overlapping slots cannot multiply the faces.
    pub fn of(land: &Land) -> Self {
        let mut reached = vec![false; land.faces.len()];
        let tiles = Self::follow(land, &mut reached).unwrap_or_default();
        let valid = |&face: &u32| land.triangle(face as usize).is_some();
        if !reached.contains(&true) {
            let all: Vec<u32> = (0..land.faces.len() as u32).filter(valid).collect();
            return Self {
                tiles: vec![TileFaces {
                    lods: [all.clone(), all],
                }],
                is_usable: false,
                unreached: 0,
            };
        }
        let unreached = (0..)
            .zip(reached)
            .filter(|(face, reached)| !reached && valid(face))
            .count();
        Self {
            tiles,
            is_usable: true,
            unreached,
        }
    }

    /// The faces of a level over all tiles.
    pub fn faces(&self, lod: usize) -> impl Iterator<Item = u32> {
        self.tiles
            .iter()
            .filter_map(move |tile| tile.lods.get(lod))
            .flatten()
            .copied()
    }

    fn follow(land: &Land, reached: &mut [bool]) -> Option<Vec<TileFaces>> {
        let (tiles, order) = (land.tiles.as_ref()?, land.order.as_ref()?);
        let slots = &land.slot_table.as_ref()?.slots;
        let mut out = vec![TileFaces::default(); tiles.len()];
        for lod in 0..LOD_COUNT {
            let mut unused = Unused::new(order.len());
            let mut seen = vec![false; land.faces.len()];
            for (tile, out) in tiles.iter().zip(&mut out) {
                let slot = tile.slot(lod).and_then(|slot| slots.get(slot));
                let Some(faces) = out.lods.get_mut(lod) else {
                    continue;
                };
                for position in slot.into_iter().flat_map(|slot| unused.take(slot)) {
                    let face = order.get(position).map_or(u16::MAX, |entry| entry.face);
                    let is_new = seen
                        .get_mut(usize::from(face))
                        .is_some_and(|seen| !std::mem::replace(seen, true));
                    if is_new && land.triangle(face.into()).is_some() {
                        faces.push(face.into());
                        if let Some(reached) = reached.get_mut(usize::from(face)) {
                            *reached = true;
                        }
                    }
                }
                if let (None, [detailed, coarse]) = (slot, &mut out.lods)
                    && lod == 1
                {
                    coarse.clone_from(detailed);
                }
            }
        }
        Some(out)
    }
}

/// Entries of the draw order that no slot has taken yet: a forest of links to the next free entry.
struct Unused {
    next: Vec<usize>,
}

impl Unused {
    fn new(count: usize) -> Self {
        Self {
            next: (0..=count).collect(),
        }
    }

    /// The free entries of a slot, clamped to the draw order; they are taken by this.
    fn take(&mut self, slot: &Slot68) -> Vec<usize> {
        let first = usize::from(slot.first);
        let end = first
            .saturating_add(slot.count.into())
            .min(self.next.len().saturating_sub(1));
        let mut taken = Vec::new();
        let mut position = self.free_from(first);
        while position < end {
            taken.push(position);
            if let Some(next) = self.next.get_mut(position) {
                *next = position.saturating_add(1);
            }
            position = self.free_from(position.saturating_add(1));
        }
        taken
    }

    /// The first free entry at or after a position.
    fn free_from(&mut self, position: usize) -> usize {
        let mut free = position;
        while let Some(&next) = self.next.get(free)
            && next != free
        {
            free = next;
        }
        let mut link = position;
        while let Some(next) = self.next.get_mut(link)
            && *next != link
        {
            link = std::mem::replace(next, free);
        }
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{DrawEntry4, Tile38, fixtures};

    #[test]
    fn the_draw_order_is_followed() {
        let land = Land::parse(&fixtures::land()).unwrap();
        let tiling = Tiling::of(&land);
        assert!(tiling.is_usable);
        assert_eq!(tiling.unreached, 0);
        assert_eq!(tiling.tiles.len(), 1);
        assert_eq!(tiling.tiles[0].lods, [vec![0, 1], vec![3, 2]]);
        assert_eq!(tiling.faces(1).collect::<Vec<_>>(), [3, 2]);
        assert_eq!(tiling.faces(2).count(), 0);
    }

    #[test]
    fn a_missing_coarse_slot_repeats_the_detailed_one() {
        let mut land = Land::parse(&fixtures::land()).unwrap();
        land.tiles = Some(vec![Tile38::new(0, 0xFFFF)]);
        let tiling = Tiling::of(&land);
        assert_eq!(tiling.tiles[0].lods, [vec![0, 1], vec![0, 1]]);
        assert_eq!(tiling.unreached, 2);
    }

    #[test]
    fn without_a_tile_table_one_tile_has_everything() {
        for remove in [
            |land: &mut Land| land.tiles = None,
            |land: &mut Land| land.slot_table = None,
            |land: &mut Land| land.order = None,
            |land: &mut Land| land.tiles = Some(vec![Tile38::new(7, 7)]),
        ] {
            let mut land = Land::parse(&fixtures::land()).unwrap();
            remove(&mut land);
            let tiling = Tiling::of(&land);
            assert!(!tiling.is_usable);
            assert_eq!(tiling.tiles.len(), 1);
            assert_eq!(tiling.tiles[0].lods, [vec![0, 1, 2, 3], vec![0, 1, 2, 3]]);
        }
    }

    #[test]
    fn overlapping_slots_take_turns() {
        let mut land = Land::parse(&fixtures::land()).unwrap();
        let table = land.slot_table.as_mut().unwrap();
        (table.slots[0].first, table.slots[0].count) = (1, 2);
        (table.slots[1].first, table.slots[1].count) = (0, 9);
        land.tiles = Some(vec![
            Tile38::new(0, 1),
            Tile38::new(1, 0),
            Tile38::new(1, 0xFFFF),
        ]);
        let tiling = Tiling::of(&land);
        let detailed: Vec<_> = tiling
            .tiles
            .iter()
            .map(|tile| tile.lods[0].clone())
            .collect();
        assert_eq!(detailed, [vec![1, 3], vec![0, 2], vec![]]);

        // a face that the draw order names twice is drawn once
        let entry = |face| DrawEntry4 {
            face,
            ..DrawEntry4::default()
        };
        land.order = Some(vec![entry(2), entry(2), entry(9), entry(1)]);
        let tiling = Tiling::of(&land);
        assert_eq!(tiling.tiles[1].lods[0], [1]);
        assert_eq!(tiling.tiles[0].lods[0], [2]);
    }

    #[test]
    fn huge_overlaps_stay_cheap() {
        let mut land = Land::parse(&fixtures::land()).unwrap();
        land.order = Some(vec![DrawEntry4::default(); 65_535]);
        let table = land.slot_table.as_mut().unwrap();
        (table.slots[0].first, table.slots[0].count) = (0, 65_535);
        land.tiles = Some(vec![Tile38::new(0, 0); 65_535]);
        assert_eq!(Tiling::of(&land).faces(0).count(), 1);
    }
}
