//! Control points: named points fixed to nodes (spec page: control, section 2.1).

use bytemuck::{Pod, Zeroable};
use wire::{FixedName, Reader, Result, Writer};

/// The points of one component. The index is a point's identity; names may repeat.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ControlPoints {
    /// The points in file order.
    pub points: Vec<ControlPoint>,
}

/// One control point, 68 bytes. Position and direction are in the owner node's local frame.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct ControlPoint {
    /// 0 on most points, 0x80000000 on some; unknown.
    pub flags_raw: u32,
    /// Node that the point is fixed to.
    pub owner: i32,
    /// Associated node, most often the owner; contacts use this one.
    pub target: i32,
    /// Position, metres.
    pub position: [f32; 3],
    /// Direction; its length may carry a size.
    pub direction: [f32; 3],
    /// Name, such as `TurretCenter` or `Exp_X`.
    pub name: FixedName<32>,
}

/// A point as the file splits it: all places first, then all names.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Split {
    place: [u32; 9],
    name: FixedName<32>,
}

impl ControlPoints {
    /// Reads a whole `.cpt` payload, which ends exactly after the last name.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(bytes);
        let count = reader.u32("control point count")? as usize;
        let places = reader.records::<[u32; 9]>(count, "control points")?;
        let names = reader.records::<FixedName<32>>(count, "control point names")?;
        crate::control::expect_end(&reader)?;
        let points = places
            .into_iter()
            .zip(names)
            .map(|(place, name)| bytemuck::cast(Split { place, name }))
            .collect();
        Ok(Self { points })
    }

    /// Writes the payload; the error is a count that does not fit its word.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut writer = Writer::new();
        crate::control::write_count(
            &mut writer,
            self.points.len(),
            u32::MAX,
            "control point count",
        )?;
        let split = |point: &ControlPoint| bytemuck::cast::<_, Split>(*point);
        for point in &self.points {
            writer.record(&split(point).place);
        }
        for point in &self.points {
            writer.record(&point.name);
        }
        Ok(writer.into_bytes())
    }

    /// The first point of a name, ASCII case-blind, with its index.
    pub fn find(&self, name: &[u8]) -> Option<(usize, &ControlPoint)> {
        self.points
            .iter()
            .enumerate()
            .find(|(_, point)| wire::eq_ignore_case(point.name.bytes(), name))
    }
}

impl ControlPoint {
    /// The owner as an index into `node_count` nodes; `None` when it lies outside, where node 0 stands in.
    pub fn owner_node(&self, node_count: usize) -> Option<usize> {
        usize::try_from(self.owner)
            .ok()
            .filter(|&node| node < node_count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{self, pod};
    use proptest::prelude::*;

    #[test]
    fn the_example_reads_as_its_page_says() {
        let bytes = fixtures::points();
        assert_eq!(bytes.len(), 208);
        let points = ControlPoints::parse(&bytes).unwrap();
        let axes = [("Exp_X", 0), ("Exp_Y", 1), ("Exp_Z", 2)];
        assert_eq!(points.points.len(), axes.len());
        for (point, (name, axis)) in points.points.iter().zip(axes) {
            let mut direction = [0.0; 3];
            direction[axis] = 1.0;
            assert_eq!(
                *point,
                ControlPoint {
                    flags_raw: 0,
                    owner: 1,
                    target: 1,
                    position: [0.0, 0.0, 0.25],
                    direction,
                    name: FixedName::new(name.as_bytes()).unwrap(),
                }
            );
        }
        assert_eq!(points.to_bytes().unwrap(), bytes);
        assert_eq!(points.find(b"exp_y").unwrap().0, 1);
        assert!(points.find(b"Root").is_none());
    }

    #[test]
    fn an_owner_outside_the_model_is_none() {
        let points = ControlPoints::parse(&fixtures::points()).unwrap();
        let mut point = points.points[0];
        assert_eq!(point.owner_node(2), Some(1));
        assert_eq!(point.owner_node(1), None);
        point.owner = -1;
        assert_eq!(point.owner_node(2), None);
    }

    #[test]
    fn the_size_is_exact() {
        let mut bytes = fixtures::points();
        bytes.push(0);
        assert_eq!(
            ControlPoints::parse(&bytes).unwrap_err().to_string(),
            "offset 0xd0: end of the file: expected no more bytes, found 1 remaining"
        );
        let huge = u32::MAX.to_le_bytes();
        assert!(ControlPoints::parse(&huge).is_err());
    }

    #[test]
    fn damaged_bytes_never_panic() {
        fixtures::damage(&fixtures::points(), |bytes| {
            let _ = ControlPoints::parse(bytes);
        });
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(points in prop::collection::vec(pod::<ControlPoint>(), 0..5)) {
            let points = ControlPoints { points };
            let bytes = points.to_bytes().unwrap();
            let again = ControlPoints::parse(&bytes).unwrap();
            prop_assert_eq!(format!("{again:?}"), format!("{points:?}"));
            prop_assert_eq!(again.to_bytes().unwrap(), bytes);
        }
    }
}
