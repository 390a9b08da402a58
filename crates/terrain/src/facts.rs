//! What holds on every known land but is no rule (spec page: terrain, sections 3.1, I1 to I10, and 21).

use crate::{Aabb, DrawEntry4, FaceFlags, Land, SlotHeader, TerrainFace28, Tile38};
use glam::Vec3;
use std::collections::{BTreeMap, BTreeSet};

/// Counts over a whole land. Only for inspection: nothing depends on them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Facts {
    /// Faces by the full flags word.
    pub flags: BTreeMap<FaceFlags, usize>,
    /// Faces by their two material bytes, the second in the high byte.
    pub tags: BTreeMap<u16, usize>,
    /// Faces reached by level 0 only, by level 1 only, by both, by none.
    pub reached: [usize; 4],
    /// I1: neighbours that do not point back.
    pub neighbours_not_mutual: usize,
    /// I2: faces whose flag 0x4 and second byte disagree.
    pub second_flag_disagrees: usize,
    /// I3: slots whose draw entries are not the faces of the same range.
    pub slots_not_permuted: usize,
    /// I4: slots that do not start where the one before ends; one more where the last does not end at the last face.
    pub slots_not_chained: usize,
    /// I5: faces with a corner outside the box of their slot.
    pub faces_outside_slot: usize,
    /// I6: vertices of level 1 that level 0 does not use.
    pub coarse_vertices: usize,
    /// I7: distinct heights of liquid corners beyond the first.
    pub liquid_levels: usize,
    /// I8: 1 when the header's corners are not the bounds of the positions.
    pub header_not_bounds: usize,
    /// I9: vertices that no face uses.
    pub unused_vertices: usize,
    /// I10: faces whose `aux_tag` is not 0xFFFF.
    pub aux_tags: usize,
    /// Tiles with a word that shipped files do not have there.
    pub unusual_tiles: usize,
    /// Draw entries with flags other than 0x48 and 0x58.
    pub unusual_draw_flags: usize,
    /// Draw entries whose materials are not those of the batch they stand in.
    pub mixed_batches: usize,
    /// Faces that name row 0, the foundation's.
    pub foundation_rows: usize,
    /// Faces whose stored normal points away from their winding.
    pub normals_against_winding: usize,
    /// Faces whose stored normal is not of length 0.99 to 1.01.
    pub normals_not_unit: usize,
}

/// Metres by which a corner may leave its slot's box.
const BOX_SLACK: f32 = 1e-3;

impl Facts {
    /// Every count that is 0 on the known lands and is not 0 here, with what it counts.
    pub fn oddities(&self) -> Vec<(&'static str, usize)> {
        let [_, _, both, none] = self.reached;
        [
            ("faces reached by both levels", both),
            ("faces reached by no level", none),
            (
                "neighbours that do not point back (I1)",
                self.neighbours_not_mutual,
            ),
            (
                "faces whose flag 0x4 and second byte disagree (I2)",
                self.second_flag_disagrees,
            ),
            (
                "slots whose draw entries are not their faces (I3)",
                self.slots_not_permuted,
            ),
            (
                "slots that do not follow the one before (I4)",
                self.slots_not_chained,
            ),
            (
                "faces outside the box of their slot (I5)",
                self.faces_outside_slot,
            ),
            ("vertices of level 1 only (I6)", self.coarse_vertices),
            ("further liquid levels (I7)", self.liquid_levels),
            (
                "headers that are not the bounds (I8)",
                self.header_not_bounds,
            ),
            ("unused vertices (I9)", self.unused_vertices),
            ("faces with an aux_tag (I10)", self.aux_tags),
            ("tiles with unusual words", self.unusual_tiles),
            ("draw entries with unusual flags", self.unusual_draw_flags),
            (
                "draw entries in a batch of other materials",
                self.mixed_batches,
            ),
            ("faces that name row 0", self.foundation_rows),
            ("normals against the winding", self.normals_against_winding),
            ("normals that are not of unit length", self.normals_not_unit),
        ]
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .collect()
    }
}

impl Land {
    /// Counts what is usual and what is not.
    pub fn facts(&self) -> Facts {
        let mut facts = Facts::default();
        count_faces(self, &mut facts);
        count_slots(self, &mut facts);
        count_levels(self, &mut facts);
        let whole = Aabb::around(self.positions.iter().copied());
        let header = self.slot_table.as_ref().map(|table| table.header.corners);
        let expected = whole.map(|bounds| SlotHeader::new(bounds).corners);
        facts.header_not_bounds = usize::from(header.is_some() && header != expected);
        facts
    }
}

fn count(condition: bool, counter: &mut usize) {
    *counter = counter.saturating_add(condition.into());
}

fn count_faces(land: &Land, facts: &mut Facts) {
    let mut used = vec![false; land.positions.len()];
    let mut levels = BTreeSet::new();
    for (index, face) in land.faces.iter().enumerate() {
        count(true, facts.flags.entry(face.flags).or_default());
        count(true, facts.tags.entry(face.material_tag()).or_default());
        let mutual = |edge: usize| {
            face.neighbour(edge).is_none_or(|(other, back)| {
                let other = land.faces.get(usize::from(other));
                let back = other.and_then(|other| other.neighbour(back));
                back.is_some_and(|(face, to)| usize::from(face) == index && to == edge)
            })
        };
        for edge in 0..3 {
            count(!mutual(edge), &mut facts.neighbours_not_mutual);
        }
        let flagged = face.flags.contains(FaceFlags::SECOND_MATERIAL);
        count(
            flagged != face.second().is_some(),
            &mut facts.second_flag_disagrees,
        );
        count(face.aux_tag != 0xFFFF, &mut facts.aux_tags);
        count(
            face.primary == 0 || face.secondary == 0,
            &mut facts.foundation_rows,
        );
        let normal = face.normal();
        count(
            !(0.99..=1.01).contains(&normal.length()),
            &mut facts.normals_not_unit,
        );
        let Some(corners @ [a, b, c]) = land.triangle(index) else {
            continue;
        };
        count(
            (b - a).cross(c - a).dot(normal) < 0.0,
            &mut facts.normals_against_winding,
        );
        for vertex in face.vertices {
            if let Some(used) = used.get_mut(usize::from(vertex)) {
                *used = true;
            }
        }
        if face.flags.contains(FaceFlags::LIQUID) {
            levels.extend(corners.map(|corner| corner.z.to_bits()));
        }
    }
    facts.unused_vertices = used.iter().filter(|used| !**used).count();
    facts.liquid_levels = levels.len().saturating_sub(1);
}

fn count_slots(land: &Land, facts: &mut Facts) {
    let (Some(tiles), Some(table), Some(order)) = (&land.tiles, &land.slot_table, &land.order)
    else {
        return;
    };
    for (number, tile) in (0_usize..).zip(tiles) {
        let word = |slot: usize| u16::try_from(slot).unwrap_or(u16::MAX);
        let usual = Tile38::new(word(number), word(number.saturating_add(tiles.len())));
        count(*tile != usual, &mut facts.unusual_tiles);
    }
    for entry in order {
        let flags = entry.flags & !DrawEntry4::BATCH_START;
        count(flags != DrawEntry4::COMMON, &mut facts.unusual_draw_flags);
    }
    let mut end = 0_usize;
    for slot in &table.slots {
        count(usize::from(slot.first) != end, &mut facts.slots_not_chained);
        end = usize::from(slot.first).saturating_add(slot.count.into());
    }
    count(end != land.faces.len(), &mut facts.slots_not_chained);
    // Overlapping slots could ask for endless work, and what they hold is no permutation anyway.
    if facts.slots_not_chained > 0 {
        facts.slots_not_permuted = table.slots.len();
        return;
    }
    for slot in &table.slots {
        let range =
            usize::from(slot.first)..usize::from(slot.first).saturating_add(slot.count.into());
        let entries = order.get(range.clone()).unwrap_or_default();
        let mut faces: Vec<usize> = entries.iter().map(|entry| entry.face.into()).collect();
        faces.sort_unstable();
        count(!faces.into_iter().eq(range), &mut facts.slots_not_permuted);
        let bounds = slot.bounds();
        let (min, max) = (bounds.min - BOX_SLACK, bounds.max + BOX_SLACK);
        let is_inside = |corner: &Vec3| corner.cmpge(min).all() && corner.cmple(max).all();
        let mut batch = None;
        for entry in entries {
            let face = usize::from(entry.face);
            let corners = land.triangle(face);
            let outside = corners.is_some_and(|corners| !corners.iter().all(is_inside));
            count(outside, &mut facts.faces_outside_slot);
            let tag = land.faces.get(face).map(TerrainFace28::material_tag);
            if entry.starts_batch() || batch.is_none() {
                batch = tag;
            }
            count(tag != batch, &mut facts.mixed_batches);
        }
    }
}

fn count_levels(land: &Land, facts: &mut Facts) {
    let tiling = crate::Tiling::of(land);
    if !tiling.is_usable {
        return;
    }
    let mut reached = vec![[false; 2]; land.faces.len()];
    let mut used = vec![[false; 2]; land.positions.len()];
    for lod in 0..2 {
        for face in tiling.faces(lod) {
            let mark = |flags: Option<&mut [bool; 2]>| {
                if let Some(flag) = flags.and_then(|flags| flags.get_mut(lod)) {
                    *flag = true;
                }
            };
            mark(reached.get_mut(face as usize));
            let vertices = land.faces.get(face as usize).map(|face| face.vertices);
            for vertex in vertices.into_iter().flatten() {
                mark(used.get_mut(usize::from(vertex)));
            }
        }
    }
    facts.reached = [[true, false], [false, true], [true, true], [false, false]]
        .map(|levels| reached.iter().filter(|reached| **reached == levels).count());
    facts.coarse_vertices = used.iter().filter(|used| **used == [false, true]).count();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    #[test]
    fn the_worked_land_is_usual() {
        let facts = Land::parse(&fixtures::land()).unwrap().facts();
        assert_eq!(facts.oddities(), []);
        assert_eq!(facts.reached, [2, 2, 0, 0]);
        assert_eq!(
            facts.flags.into_iter().collect::<Vec<_>>(),
            [(FaceFlags(0x0010_0600), 3), (FaceFlags(0x0010_0604), 1)]
        );
        assert_eq!(
            facts.tags.into_iter().collect::<Vec<_>>(),
            [(0x0102, 1), (0xFF01, 2), (0xFF02, 1)]
        );
    }

    #[test]
    fn each_oddity_is_counted() {
        let mut land = Land::parse(&fixtures::land()).unwrap();
        land.faces[0].selectors = 0x37;
        land.faces[1].flags = FaceFlags(0x0012_0608);
        land.faces[2].aux_tag = 0;
        land.faces[2].primary = 0;
        land.faces[3].normal = [0, 0, -32000];
        land.positions.push(Vec3::splat(99.0));
        let order = land.order.as_mut().unwrap();
        order[0].flags |= 0x80;
        order[1].flags &= !DrawEntry4::BATCH_START;
        land.slot_table.as_mut().unwrap().slots[0].aabb_max[2] = 1.0;
        land.tiles.as_mut().unwrap()[0].header[0] = 1;
        let facts = land.facts();
        let expected = Facts {
            flags: facts.flags.clone(),
            tags: facts.tags.clone(),
            reached: [2, 2, 0, 0],
            neighbours_not_mutual: 2,
            second_flag_disagrees: 1,
            faces_outside_slot: 2,
            liquid_levels: 2,
            header_not_bounds: 1,
            unused_vertices: 1,
            aux_tags: 1,
            unusual_tiles: 1,
            unusual_draw_flags: 1,
            mixed_batches: 1,
            foundation_rows: 1,
            normals_against_winding: 1,
            normals_not_unit: 1,
            ..Facts::default()
        };
        assert_eq!(facts, expected);
        land.slot_table.as_mut().unwrap().slots[1].first = 1;
        let facts = land.facts();
        assert_eq!((facts.slots_not_chained, facts.slots_not_permuted), (2, 2));
    }
}
