//! Paths and mineral lodes: the two plain tables of `data.tma` (spec page: mission, sections 2.3 and 2.8).

use crate::lp_string::count;
use bytemuck::{Pod, Zeroable};
use wire::{Reader, Result, Writer};

const MOST_POINTS: usize = 1_000_000;

/// A tactical areal: a closed polygon on the ground, in world coordinates; not a way to travel.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Path {
    /// Its identity, which is not its position in the table; any order, negative ones too.
    pub path_id: i32,
    /// Corners; the last one joins the first.
    pub points: Vec<[f32; 3]>,
}

impl Path {
    /// The fewest bytes a path takes.
    pub(crate) const SMALLEST: usize = 8;

    pub(crate) fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let path_id = reader.i32("path_id")?;
        let point_count = count(reader, "point_count", MOST_POINTS, size_of::<[f32; 3]>())?;
        Ok(Self {
            path_id,
            points: reader.records(point_count, "path points")?,
        })
    }

    pub(crate) fn write(&self, writer: &mut Writer) {
        writer
            .i32(self.path_id)
            .u32(self.points.len() as u32)
            .records(&self.points);
    }

    /// Whether a point of the ground lies inside, as the scripts of the game ask: X and Y only, even-odd.
    pub fn contains(&self, x: f32, y: f32) -> bool {
        let next = self.points.iter().cycle().skip(1);
        let crossings = self.points.iter().zip(next).filter(|(a, b)| {
            let [ax, ay, _] = **a;
            let [bx, by, _] = **b;
            (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax
        });
        crossings.count() % 2 == 1
    }
}

/// A mineral lode, an ore deposit (the "extras" of the file).
#[derive(Debug, Clone, Copy, PartialEq, Default, Pod, Zeroable)]
#[repr(C)]
pub struct Lode {
    /// World position; the game drops z and takes the height of the ground.
    pub position: [f32; 3],
    /// 0 or 1: already found.
    pub found: u32,
    /// `0x10001000`, now and then 0, which the game replaces by `0x10001000`.
    pub type_word: u32,
    /// How much ore, 1e4 to 1e20 in the files of the game.
    pub amount: f32,
    /// Read by nothing; 0, or 100.0 as a single.
    pub word_18: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polygon_is_closed_by_its_first_point() {
        let path = Path {
            path_id: 7,
            points: vec![[0.0; 3], [100.0, 0.0, 0.0], [0.0, 100.0, 0.0]],
        };
        assert!(path.contains(10.0, 10.0));
        assert!(path.contains(49.0, 49.0));
        assert!(!path.contains(51.0, 51.0));
        assert!(!path.contains(-1.0, 10.0));
        assert!(!Path::default().contains(0.0, 0.0));
    }
}
