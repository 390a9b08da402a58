//! The translucent layer: one item for each batch, far to near (spec page: materials, section 8.3).

use crate::filing::Filing;
use crate::frame::Frame;
use crate::layout::{DrawRecord, Layout, clipped};
use crate::plan::{Call, Order, Plan, Visible, ranges_of};
use glam::{Quat, Vec3};
use scene::{Instance, Mesh, NodeRange, Scene};
use std::cmp::Ordering;

/// Alpha below which a fragment is dropped, so that a portal fainter than this need not be drawn at all.
const LEAST_ALPHA: f32 = 1.0 / 255.0;

/// One batch of the translucent layer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Item {
    distance_squared: f32,
    object: u32,
    node: u32,
    batch: u32,
    component: u32,
    draw: u32,
    range: u32,
    visible: Visible,
}

impl Item {
    /// Far to near; ties by (object, node, batch), then by what else tells two items apart.
    fn before(&self, other: &Self) -> Ordering {
        let rest = |item: &Self| {
            (
                item.object,
                item.node,
                item.batch,
                item.component,
                item.visible.instance,
                item.range,
            )
        };
        other
            .distance_squared
            .total_cmp(&self.distance_squared)
            .then_with(|| rest(self).cmp(&rest(other)))
    }
}

impl Plan {
    /// Adds the items that are visible and sorts them into calls.
    pub(crate) fn plan_translucent(
        &mut self,
        scene: &Scene,
        layout: &Layout,
        filing: &Filing,
        frame: &Frame,
    ) {
        self.items.clear();
        self.translucent.clear();
        let half_height = (frame.camera.fov * 0.5).tan();
        let eye = Eye {
            position: frame.camera.position,
            fov_across: 2.0 * (half_height * frame.aspect()).atan(),
        };
        for &number in &filing.translucent {
            let Some(draw) = layout.draws.get(number as usize) else {
                continue;
            };
            let Some(&(first, count)) = self.spans.get(draw.group as usize) else {
                continue;
            };
            let instances = self.visible.get(first as usize..(first + count) as usize);
            let Some((mesh, ranges)) = ranges_of(scene, layout, draw) else {
                continue;
            };
            for visible in instances.unwrap_or_default() {
                let Some(instance) = scene.instances.get(visible.instance as usize) else {
                    continue;
                };
                for (range_number, range) in (draw.first_range..).zip(ranges) {
                    let Some((distance_squared, fade)) =
                        look_at(scene, instance, mesh, draw, range, &eye)
                    else {
                        continue;
                    };
                    self.items.push(Item {
                        distance_squared,
                        object: instance.object,
                        node: range.node,
                        batch: range.batch,
                        component: instance.component,
                        draw: number,
                        range: range_number,
                        visible: Visible {
                            instance: visible.instance,
                            fade,
                        },
                    });
                }
            }
        }
        self.items.sort_unstable_by(Item::before);
        for item in &self.items {
            let first_instance = self.visible.len() as u32;
            self.visible.push(item.visible);
            match self.translucent.last_mut() {
                // Equal geometry side by side in the order is one draw: instances are drawn in order.
                Some(call) if call.draw == item.draw && call.range == Some(item.range) => {
                    call.instance_count += 1;
                }
                _ => self.translucent.extend(call_of_item(
                    scene,
                    layout,
                    filing,
                    item,
                    first_instance,
                )),
            }
        }
    }
}

/// From where translucent things are looked at.
struct Eye {
    position: Vec3,
    /// Horizontal field of view, radians.
    fov_across: f32,
}

/// Squared distance to the middle of a range as it is posed, and its fade; `None` if nothing of it would show.
fn look_at(
    scene: &Scene,
    instance: &Instance,
    mesh: &Mesh,
    draw: &DrawRecord,
    range: &NodeRange,
    eye: &Eye,
) -> Option<(f32, f32)> {
    let pose = instance.pose_base.checked_add(range.node)?;
    let pose = scene.poses.get(pose as usize)?;
    if pose.visible == 0.0 {
        return None;
    }
    let rotation = Quat::from_array(pose.rotation);
    let to_world = |point: Vec3| {
        let posed = rotation * point + Vec3::from(pose.translation);
        instance.placement.transform_point3(posed)
    };
    let centre = to_world(range.bounds.centre());
    let mut fade = -1.0;
    if let Some(portal) = draw.portal {
        let corner = mesh.indices.get(range.first_index as usize)?;
        let corner = mesh.vertices.get(*corner as usize)?;
        let corner = to_world(Vec3::from(corner.position));
        fade = portal.fade(corner.distance(eye.position), eye.fov_across);
        if fade < LEAST_ALPHA {
            return None;
        }
    }
    Some((centre.distance_squared(eye.position), fade))
}

fn call_of_item(
    scene: &Scene,
    layout: &Layout,
    filing: &Filing,
    item: &Item,
    first_instance: u32,
) -> Option<Call> {
    let draw = layout.draws.get(item.draw as usize)?;
    let filed = filing.filed.get(item.draw as usize)?;
    let (mesh, ranges) = ranges_of(scene, layout, draw)?;
    let range = ranges.get(item.range.checked_sub(draw.first_range)? as usize)?;
    let group = layout.groups.get(draw.group as usize)?;
    let mesh_start = layout.first_indices.get(group.mesh as usize)?;
    Some(Call {
        draw: item.draw,
        range: Some(item.range),
        pipeline: filed.pipeline,
        texture: filed.texture,
        lightmap: filed.lightmap,
        first_index: mesh_start.checked_add(range.first_index)?,
        index_count: clipped(range.first_index, range.index_count, mesh.indices.len()),
        first_instance,
        instance_count: 1,
        order: Order::Distance(item.distance_squared),
    })
}
