//! Checks of what shipped models keep to, for reports; none of them changes what is drawn (spec page: msh,
//! sections 4.1, 4.2, 6.3, 9.4, 16).

use crate::animation::NodeTime;
use crate::bounds::Aabb;
use crate::model::Model;
use crate::pose::NodePose;
use crate::select::Selection;
use crate::skeleton::{Root, RootTravel};
use crate::stream::StreamType;
use crate::warning::{Warning, WarningKind, Warnings};
use wire::Malformed;

/// How far posed geometry may leave the authored box, as a part of the box's diagonal.
const BOX_TOLERANCE: f32 = 0.01;

impl Model {
    /// Looks for what no shipped model has. Costs a walk over all triangles; parsing does not ask for it.
    pub fn examine(&self) -> Vec<Warning> {
        let mut warnings = Warnings::default();
        self.examine_box(&mut warnings);
        self.examine_slots(&mut warnings);
        self.examine_batches(&mut warnings);
        let vote = self.winding_vote();
        if vote < 0 {
            warnings.add(WarningKind::Winding, || {
                about(
                    StreamType::Indices,
                    "winding vote",
                    "at least 0",
                    vote.to_string(),
                )
            });
        }
        let mixed = self.mixed_uv_triangles();
        if mixed > 0 {
            warnings.add(WarningKind::MixedUvSigns, || {
                about(
                    StreamType::Uv0,
                    "triangles that mix words below and above 0x8000",
                    "none",
                    mixed.to_string(),
                )
            });
        }
        warnings.into_vec()
    }

    /// Triangles that wind with their vertex normals, less those that wind against them.
    pub fn winding_vote(&self) -> i64 {
        let Some(normals) = &self.normals else {
            return 0;
        };
        let normal = |vertex: usize| normals.get(vertex).map(|n| n.decoded()).unwrap_or_default();
        self.batches
            .iter()
            .flat_map(|batch| self.triangles(batch))
            .map(|triangle| {
                let [a, b, c] =
                    triangle.map(|vertex| self.positions.get(vertex).copied().unwrap_or_default());
                let [na, nb, nc] = triangle.map(normal);
                let agreement = (b - a).cross(c - a).dot(na + nb + nc);
                i64::from(agreement > 0.0) - i64::from(agreement < 0.0)
            })
            .sum()
    }

    /// Triangles whose corners mix texture words below and above 0x8000 on one axis: they would look different if the
    /// words were signed.
    pub fn mixed_uv_triangles(&self) -> usize {
        let Some(uv) = &self.uv0 else {
            return 0;
        };
        let is_high = |vertex: usize| {
            let words = uv.get(vertex).copied().unwrap_or_default().0;
            words.map(|word| word >= 0x8000)
        };
        self.batches
            .iter()
            .flat_map(|batch| self.triangles(batch))
            .filter(|triangle| {
                let [a, b, c] = triangle.map(is_high);
                a != b || b != c
            })
            .count()
    }

    /// The authored box is where the posed model stands at time 0; it is the oracle for poses.
    fn examine_box(&self, warnings: &mut Warnings) {
        let mut poses = vec![NodePose::IDENTITY; self.nodes.len()];
        let times = vec![NodeTime::At(0.0); self.nodes.len()];
        let root = Root::Own(RootTravel::Authored);
        // Without a hierarchy, reading the model has said so.
        if self.pose(&times, root, &mut poses).is_err() {
            return;
        }
        let Some(drawn) = self.drawn_bounds(&Selection::default(), &poses) else {
            return;
        };
        let authored = self.header.aabb();
        let excess = authored.excess(&drawn);
        if excess > authored.diagonal() * BOX_TOLERANCE {
            warnings.add(WarningKind::OutsideBox, || {
                about(
                    StreamType::Slots,
                    "geometry outside the authored box",
                    format!("within {} to {}", authored.min, authored.max),
                    format!("{} to {}", drawn.min, drawn.max),
                )
            });
        }
    }

    fn examine_slots(&self, warnings: &mut Warnings) {
        for (index, slot) in self.slots.iter().enumerate() {
            let batches = self.batches.get(slot.batches()).unwrap_or_default();
            let points = batches
                .iter()
                .flat_map(|batch| self.triangles(batch))
                .flatten()
                .filter_map(|vertex| self.positions.get(vertex).copied());
            let Some(extent) = Aabb::of_points(points) else {
                continue;
            };
            let tolerance = 1e-4 * (1.0 + extent.diagonal());
            let authored = slot.aabb();
            if authored.excess(&extent).max(extent.excess(&authored)) > tolerance {
                warnings.add(WarningKind::SlotBox, || {
                    about(
                        StreamType::Slots,
                        format!("slot {index} box"),
                        format!(
                            "{} to {}, the extent of its vertices",
                            extent.min, extent.max
                        ),
                        format!("{} to {}", authored.min, authored.max),
                    )
                });
            }
        }
    }

    fn examine_batches(&self, warnings: &mut Warnings) {
        for (index, batch) in self.batches.iter().enumerate() {
            let indices = self.indices.get(batch.indices()).unwrap_or_default();
            let tight = indices.iter().max().map_or(0, |&max| u32::from(max) + 1);
            if u32::from(batch.vertex_count) != tight {
                warnings.add(WarningKind::VertexCountNotTight, || {
                    about(
                        StreamType::Batches,
                        format!("batch {index} vertex count"),
                        format!("{tight}, the largest index plus one"),
                        batch.vertex_count.to_string(),
                    )
                });
            }
        }
    }
}

/// A finding about a stream as a whole.
fn about(
    kind: StreamType,
    what: impl std::fmt::Display,
    expected: impl Into<std::borrow::Cow<'static, str>>,
    found: impl Into<std::borrow::Cow<'static, str>>,
) -> Malformed {
    Malformed::new(0, format!("type {} {what}", kind.id()), expected, found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_models::e8;
    use crate::{PackedNormal, PackedUv};
    use glam::Vec3;

    fn kinds(model: &Model) -> Vec<WarningKind> {
        model.examine().iter().map(|warning| warning.kind).collect()
    }

    #[test]
    fn a_sound_model_has_no_findings() {
        let mut model = e8();
        model.normals = Some(vec![PackedNormal::pack(Vec3::Z); 3]);
        assert_eq!(kinds(&model), []);
        assert_eq!(model.winding_vote(), 2);
    }

    #[test]
    fn each_finding_is_found() {
        let mut model = e8();
        model.normals = Some(vec![PackedNormal::pack(Vec3::NEG_Z); 3]);
        assert_eq!(kinds(&model), [WarningKind::Winding]);

        let mut model = e8();
        model.uv0 = Some(vec![
            PackedUv([0, 0]),
            PackedUv([0, 0x8000]),
            PackedUv([0, 0]),
        ]);
        assert_eq!(kinds(&model), [WarningKind::MixedUvSigns]);
        assert_eq!(model.mixed_uv_triangles(), 2);

        let mut model = e8();
        model.header = crate::ModelBounds::of_box(Aabb {
            min: Vec3::ZERO,
            max: Vec3::ONE,
        });
        assert_eq!(kinds(&model), [WarningKind::OutsideBox]);

        let mut model = e8();
        model.slots[1].aabb_max = Vec3::splat(2.0);
        model.batches[0].vertex_count = 9;
        assert_eq!(
            kinds(&model),
            [WarningKind::SlotBox, WarningKind::VertexCountNotTight]
        );
    }
}
