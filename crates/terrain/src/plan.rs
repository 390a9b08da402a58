//! `.bas`: the ground plan of a building (spec page: terrain, section 8.5).

use crate::polygon;
use glam::{Affine3A, Vec3};
use wire::{Malformed, Reader, Result, Writer};

/// The two contours of a building's foundation, in the frame of its model, counter-clockwise seen from above.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GroundPlan {
    /// Outlines of the building itself; one in every shipped file.
    pub inner: Vec<InnerRing>,
    /// Clearances around the building; one in every shipped file.
    pub outer: Vec<Ring>,
}

/// A closed line.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Ring {
    /// Its points as stored: the corners, then the first one again. Never empty in a plan that was read.
    pub points: Vec<Vec3>,
}

/// An outline and where on the building's mesh it was traced.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct InnerRing {
    /// The outline.
    pub ring: Ring,
    /// By corner: the triangle of the building's mesh. Of no use.
    pub triangles: Vec<i32>,
    /// By corner: the corner of that triangle. Of no use.
    pub triangle_corners: Vec<i32>,
}

/// A plan with one inner and one outer ring where its building stands, in world space.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlacedPlan {
    /// Corners of the outline, not repeated.
    pub inner: Vec<Vec3>,
    /// Corners of the clearance, not repeated.
    pub outer: Vec<Vec3>,
}

impl GroundPlan {
    /// Reads a whole `.bas` payload.
    ///
    /// # Errors
    ///
    /// A ring that runs past the end or does not close; bytes after the last ring.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(bytes);
        let mut plan = Self::default();
        for _ in 0..reader.u32("inner ring count")? {
            let ring = Ring::read(&mut reader)?;
            let count = ring.corners().len();
            plan.inner.push(InnerRing {
                ring,
                triangles: reader.records(count, "inner ring triangles")?,
                triangle_corners: reader.records(count, "inner ring triangle corners")?,
            });
        }
        for _ in 0..reader.u32("outer ring count")? {
            plan.outer.push(Ring::read(&mut reader)?);
        }
        if !reader.is_at_end() {
            return Err(Malformed::new(
                reader.position(),
                "ground plan",
                "the end after the last ring",
                format!("{} bytes more", reader.remaining()),
            ));
        }
        Ok(plan)
    }

    /// Writes the payload.
    ///
    /// # Errors
    ///
    /// A ring without points; an inner ring without one triangle and one triangle corner per corner.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut writer = Writer::new();
        writer.u32(self.inner.len() as u32);
        for inner in &self.inner {
            inner.ring.write(&mut writer)?;
            let count = inner.ring.corners().len();
            for column in [&inner.triangles, &inner.triangle_corners] {
                if column.len() != count {
                    return Err(Malformed::new(
                        writer.position(),
                        "inner ring triangles",
                        count.to_string(),
                        column.len().to_string(),
                    ));
                }
                writer.records(column);
            }
        }
        writer.u32(self.outer.len() as u32);
        for ring in &self.outer {
            ring.write(&mut writer)?;
        }
        Ok(writer.into_bytes())
    }

    /// The plan where its building stands; `None` unless it has exactly one inner and one outer ring.
    pub fn placed(&self, building: &Affine3A) -> Option<PlacedPlan> {
        let ([inner], [outer]) = (self.inner.as_slice(), self.outer.as_slice()) else {
            return None;
        };
        let place = |ring: &Ring| {
            let corners = ring.corners().iter();
            corners
                .map(|&corner| building.transform_point3(corner))
                .collect()
        };
        Some(PlacedPlan {
            inner: place(&inner.ring),
            outer: place(outer),
        })
    }
}

impl Ring {
    /// Closes a line of corners.
    pub fn closed(corners: impl IntoIterator<Item = Vec3>) -> Self {
        let mut points: Vec<Vec3> = corners.into_iter().collect();
        points.extend(points.first().copied());
        Self { points }
    }

    /// The corners, each once.
    pub fn corners(&self) -> &[Vec3] {
        self.points.split_last().map_or(&[], |(_, corners)| corners)
    }

    /// Area seen from above, in square metres; positive when it winds counter-clockwise.
    pub fn area(&self) -> f64 {
        polygon::area(&polygon::flat(self.corners()))
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        let start = reader.position();
        let count = reader.u32("ring corner count")? as usize;
        let points: Vec<Vec3> = reader.records(count.saturating_add(1), "ring points")?;
        match (points.first(), points.last()) {
            (Some(first), Some(last)) if first == last => Ok(Self { points }),
            (first, last) => Err(Malformed::new(
                start
                    .saturating_add(4)
                    .saturating_add(count.saturating_mul(12)),
                "last ring point",
                format!(
                    "the first one again, {}",
                    first.copied().unwrap_or_default()
                ),
                last.copied().unwrap_or_default().to_string(),
            )),
        }
    }

    fn write(&self, writer: &mut Writer) -> Result<()> {
        let (Some(first), Some(last)) = (self.points.first(), self.points.last()) else {
            return Err(Malformed::new(
                writer.position(),
                "ring points",
                "at least one",
                "none",
            ));
        };
        if first != last {
            return Err(Malformed::new(
                writer.position(),
                "last ring point",
                format!("the first one again, {first}"),
                last.to_string(),
            ));
        }
        writer
            .u32(self.corners().len() as u32)
            .records(&self.points);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use proptest::prelude::*;

    #[test]
    fn the_plan_of_the_spec_page() {
        let bytes = fixtures::plan();
        assert_eq!(bytes.len(), 168);
        let plan = GroundPlan::parse(&bytes).unwrap();
        let square = |side: f32| {
            [[-side, -side], [side, -side], [side, side], [-side, side]]
                .map(|[x, y]| Vec3::new(x, y, 0.0))
        };
        let ([inner], [outer]) = (&plan.inner[..], &plan.outer[..]) else {
            panic!()
        };
        assert_eq!(inner.ring.corners(), square(2.0));
        assert_eq!(inner.triangles, [0, 0, 1, 1]);
        assert_eq!(inner.triangle_corners, [0, 1, 1, 2]);
        assert_eq!(outer.corners(), square(3.0));
        assert_eq!((inner.ring.area(), outer.area()), (16.0, 36.0));
        assert_eq!(plan.to_bytes().unwrap(), bytes);
        assert_eq!(Ring::closed(square(3.0)), *outer);

        let placement = Affine3A::from_translation(Vec3::new(100.0, 50.0, 7.0))
            * Affine3A::from_rotation_z(90_f32.to_radians());
        let placed = plan.placed(&placement).unwrap();
        let close = |found: Vec3, expected: [f32; 3]| {
            assert!(
                (found - Vec3::from(expected)).abs().max_element() < 1e-4,
                "{found}"
            );
        };
        close(placed.inner[0], [102.0, 48.0, 7.0]);
        close(placed.outer[1], [103.0, 53.0, 7.0]);
    }

    #[test]
    fn the_errors_of_the_spec_page() {
        let bytes = fixtures::plan();
        let error = GroundPlan::parse(&bytes[..164]).unwrap_err();
        assert_eq!(error.what, "ring points");
        let mut open = bytes.clone();
        open[0x38..0x3C].copy_from_slice(&1_f32.to_le_bytes());
        let error = GroundPlan::parse(&open).unwrap_err();
        assert_eq!(
            (error.offset, error.what.as_ref()),
            (0x38, "last ring point")
        );
        let mut longer = bytes;
        longer.push(0);
        assert_eq!(GroundPlan::parse(&longer).unwrap_err().offset, 168);
    }

    #[test]
    fn what_cannot_be_read_is_not_written() {
        let plan = GroundPlan {
            outer: vec![Ring::default()],
            ..GroundPlan::default()
        };
        assert!(plan.to_bytes().is_err());
        let mut plan = GroundPlan::parse(&fixtures::plan()).unwrap();
        plan.inner[0].triangles.pop();
        assert!(plan.to_bytes().is_err());
        assert_eq!(GroundPlan::default().placed(&Affine3A::IDENTITY), None);
    }

    #[test]
    fn broken_bytes_end_in_an_answer() {
        fixtures::break_bytes(&fixtures::plan(), |bytes| {
            if let Ok(plan) = GroundPlan::parse(bytes) {
                assert_eq!(plan.to_bytes().unwrap(), bytes);
            }
        });
    }

    fn ring() -> impl Strategy<Value = Ring> {
        prop::collection::vec(any::<[f32; 3]>(), 1..9)
            .prop_map(|corners| Ring::closed(corners.into_iter().map(Vec3::from)))
    }

    fn inner_ring() -> impl Strategy<Value = InnerRing> {
        ring().prop_flat_map(|ring| {
            let column = || prop::collection::vec(any::<i32>(), ring.corners().len());
            (Just(ring.clone()), column(), column()).prop_map(
                |(ring, triangles, triangle_corners)| InnerRing {
                    ring,
                    triangles,
                    triangle_corners,
                },
            )
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            inner in prop::collection::vec(inner_ring(), 0..3),
            outer in prop::collection::vec(ring(), 0..3),
        ) {
            let plan = GroundPlan { inner, outer };
            prop_assert_eq!(GroundPlan::parse(&plan.to_bytes().unwrap()).unwrap(), plan);
        }
    }
}
