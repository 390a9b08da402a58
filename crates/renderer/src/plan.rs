//! What a frame draws, decided on the CPU without touching the device: culling, instancing and order.

use crate::filing::{Filing, MeshPipeline};
use crate::frame::Frame;
use crate::layout::{DrawRecord, Layout, clipped};
use crate::translucent::Item;
use bytemuck::{Pod, Zeroable};
use scene::{Frustum, Ground, Mesh, NodeRange, Scene};

/// One instance of a draw; read once per instance by the vertex stage.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Visible {
    /// Index into the scene's instances.
    pub(crate) instance: u32,
    /// Replaces the opacity of a portal quad; negative elsewhere.
    pub(crate) fade: f32,
}

/// One draw call over a mesh.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Call {
    /// Index into [`Layout::draws`].
    pub(crate) draw: u32,
    /// The one range of the variant it draws, or `None` for all ranges of the draw.
    pub(crate) range: Option<u32>,
    pub(crate) pipeline: MeshPipeline,
    /// Slot among the scene's textures.
    pub(crate) texture: u32,
    /// 0 for none.
    pub(crate) lightmap: u32,
    /// In the index buffer of all meshes.
    pub(crate) first_index: u32,
    pub(crate) index_count: u32,
    /// In [`Plan::visible`].
    pub(crate) first_instance: u32,
    pub(crate) instance_count: u32,
    /// Order inside its pass: the filed key, or the squared distance of a translucent item.
    pub(crate) order: Order,
}

/// What a call was sorted by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Order {
    /// Pipeline, texture, insertion.
    State(u64),
    /// Squared distance in metres² of the first item.
    Distance(f32),
}

/// One draw call over the landscape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct GroundCall {
    /// Index into the ground's surfaces.
    pub(crate) surface: u32,
    pub(crate) first_index: u32,
    pub(crate) index_count: u32,
}

/// The draws of one frame. Kept from frame to frame, so that planning allocates nothing once it has warmed up.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// Instances in the order that the calls take them.
    pub(crate) visible: Vec<Visible>,
    pub(crate) ground: Vec<GroundCall>,
    pub(crate) opaque: Vec<Call>,
    pub(crate) blended: Vec<Call>,
    pub(crate) translucent: Vec<Call>,
    pub(crate) instances_drawn: u32,
    pub(crate) instances_culled: u32,
    pub(crate) tiles_drawn: u32,
    /// For each group, its run in `visible`.
    pub(crate) spans: Vec<(u32, u32)>,
    /// Scratch of the translucent layer.
    pub(crate) items: Vec<Item>,
}

impl Plan {
    /// Fills the plan for one view of a scene.
    pub(crate) fn build(&mut self, scene: &Scene, layout: &Layout, filing: &Filing, frame: &Frame) {
        let aspect = frame.aspect();
        let frustum = Frustum::new(&frame.camera.view_projection(aspect));
        self.cull(layout, &frustum);
        self.ground.clear();
        self.tiles_drawn = 0;
        if let Some(ground) = &scene.ground {
            self.plan_ground(ground, &frustum);
        }
        self.opaque.clear();
        self.blended.clear();
        for (order, calls) in [
            (&filing.opaque, &mut self.opaque),
            (&filing.blended, &mut self.blended),
        ] {
            plan_whole_draws(layout, filing, &self.spans, order, calls);
        }
        self.plan_translucent(scene, layout, filing, frame);
    }

    /// Triangles of all calls.
    pub(crate) fn triangles(&self) -> u64 {
        let ground: u64 = self.ground.iter().map(|c| u64::from(c.index_count)).sum();
        let meshes: u64 = self
            .mesh_calls()
            .map(|call| u64::from(call.index_count) * u64::from(call.instance_count))
            .sum();
        (ground + meshes) / 3
    }

    /// All calls over meshes, in order.
    pub(crate) fn mesh_calls(&self) -> impl Iterator<Item = &Call> {
        self.opaque
            .iter()
            .chain(&self.blended)
            .chain(&self.translucent)
    }

    /// The instances of a call.
    pub(crate) fn instances(&self, call: &Call) -> &[Visible] {
        let first = call.first_instance as usize;
        self.visible
            .get(first..first + call.instance_count as usize)
            .unwrap_or_default()
    }

    fn cull(&mut self, layout: &Layout, frustum: &Frustum) {
        self.visible.clear();
        self.spans.clear();
        for group in &layout.groups {
            let start = self.visible.len() as u32;
            let first = group.first_member as usize;
            let members = layout.members.get(first..).unwrap_or_default();
            let boxes = layout.boxes.get(first..).unwrap_or_default();
            let both = members.iter().zip(boxes);
            for (&instance, bounds) in both.take(group.member_count as usize) {
                if frustum.sees(bounds) {
                    self.visible.push(Visible {
                        instance,
                        fade: -1.0,
                    });
                }
            }
            self.spans.push((start, self.visible.len() as u32 - start));
        }
        self.instances_drawn = self.visible.len() as u32;
        self.instances_culled = (layout.members.len() - self.visible.len()) as u32;
    }

    /// Runs of visible tiles by surface; runs that touch become one draw.
    fn plan_ground(&mut self, ground: &Ground, frustum: &Frustum) {
        for tile in ground.tiles.iter().filter(|t| frustum.sees(&t.bounds)) {
            self.tiles_drawn += 1;
            let [detailed, coarse] = &tile.lods;
            let runs = if detailed.is_empty() {
                coarse
            } else {
                detailed
            };
            for run in runs {
                let count = clipped(run.first_index, run.index_count, ground.indices.len());
                if count > 0 && (run.surface as usize) < ground.surfaces.len() {
                    self.ground.push(GroundCall {
                        surface: run.surface,
                        first_index: run.first_index,
                        index_count: count,
                    });
                }
            }
        }
        self.ground.sort_unstable();
        self.ground.dedup_by(|next, run| {
            let touches = next.surface == run.surface
                && run.first_index.checked_add(run.index_count) == Some(next.first_index);
            if touches {
                run.index_count += next.index_count;
            }
            touches
        });
    }
}

fn plan_whole_draws(
    layout: &Layout,
    filing: &Filing,
    spans: &[(u32, u32)],
    order: &[u32],
    calls: &mut Vec<Call>,
) {
    for &number in order {
        let draw = layout.draws.get(number as usize);
        let filed = filing.filed.get(number as usize);
        let (Some(draw), Some(filed)) = (draw, filed) else {
            continue;
        };
        match spans.get(draw.group as usize) {
            Some(&(first_instance, instance_count)) if instance_count > 0 => calls.push(Call {
                draw: number,
                range: None,
                pipeline: filed.pipeline,
                texture: filed.texture,
                lightmap: filed.lightmap,
                first_index: draw.first_index,
                index_count: draw.index_count,
                first_instance,
                instance_count,
                order: Order::State(filed.sort_key),
            }),
            _ => {}
        }
    }
}

/// The mesh of a draw and the ranges it covers.
pub(crate) fn ranges_of<'a>(
    scene: &'a Scene,
    layout: &Layout,
    draw: &DrawRecord,
) -> Option<(&'a Mesh, &'a [NodeRange])> {
    let group = layout.groups.get(draw.group as usize)?;
    let mesh = scene.meshes.get(group.mesh as usize)?;
    let variant = mesh.variants.get(group.variant as usize)?;
    let first = draw.first_range as usize;
    let end = first.checked_add(draw.range_count as usize)?;
    Some((mesh, variant.ranges.get(first..end)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;
    use crate::frame::DrawOptions;
    use glam::Vec3;
    use scene::{Aabb, Camera, GroundSurface, GroundTile, TileRun, batch_flags};

    fn frame() -> Frame {
        Frame {
            camera: Camera::default(),
            size: (160, 90),
            options: DrawOptions::default(),
        }
    }

    fn planned(scene: &Scene) -> (Layout, Plan) {
        let layout = Layout::new(scene, vec![0]);
        let mut filing = Filing::default();
        filing.refresh(scene, &layout, &frame().options, true);
        let mut plan = Plan::default();
        plan.build(scene, &layout, &filing, &frame());
        (layout, plan)
    }

    #[test]
    fn the_number_of_draws_does_not_grow_with_equal_objects() {
        let (_, few) = planned(&fixtures::crowd(10));
        let (_, many) = planned(&fixtures::crowd(1000));
        assert_eq!(few.mesh_calls().count(), 1);
        assert_eq!(many.mesh_calls().count(), 1);
        assert_eq!(many.triangles(), 2000);
        assert_eq!(many.instances_drawn, 1000);
    }

    #[test]
    fn what_lies_behind_is_culled() {
        let mut scene = fixtures::crowd(3);
        fixtures::add(&mut scene, Vec3::new(0.0, -20.0, 0.0));
        fixtures::add(&mut scene, Vec3::new(500.0, 10.0, 0.0));
        let (_, plan) = planned(&scene);
        assert_eq!((plan.instances_drawn, plan.instances_culled), (3, 2));
        let seen: Vec<u32> = plan.visible.iter().map(|v| v.instance).collect();
        assert_eq!(seen, [0, 1, 2]);
    }

    #[test]
    fn materials_13_10() {
        // distances 10, 30, 30, the latter with batches 7 and 2
        let mut scene = fixtures::crowd(0);
        let mesh = &mut scene.meshes[0];
        let variant = &mut mesh.variants[0];
        for (number, batch) in [0, 7, 2].into_iter().enumerate() {
            let mut range = variant.ranges[0].clone();
            range.flags = batch_flags::SEE_THROUGH;
            range.batch = batch;
            if batch == 0 {
                range.bounds.min.y = -20.0;
                range.bounds.max.y = -20.0;
            }
            variant.ranges.push(range);
            let mut draw = variant.draws[0];
            draw.flags = batch_flags::SEE_THROUGH;
            draw.first_range = number as u32 + 1;
            variant.draws.push(draw);
        }
        variant.draws.remove(0);
        fixtures::add(&mut scene, Vec3::new(0.0, 30.0, 0.0));
        let (layout, plan) = planned(&scene);
        assert!(plan.opaque.is_empty());
        let batches: Vec<u32> = plan
            .translucent
            .iter()
            .map(|call| {
                let draw = &layout.draws[call.draw as usize];
                let (_, ranges) = ranges_of(&scene, &layout, draw).unwrap();
                ranges[(call.range.unwrap() - draw.first_range) as usize].batch
            })
            .collect();
        assert_eq!(batches, [2, 7, 0]);
    }

    #[test]
    fn equal_translucent_things_are_one_draw_far_to_near() {
        let mut scene = fixtures::crowd(100);
        scene.material_states[0].opacity = 0.5;
        let (_, plan) = planned(&scene);
        assert_eq!(plan.translucent.len(), 1);
        let order: Vec<u32> = plan
            .instances(&plan.translucent[0])
            .iter()
            .map(|v| v.instance)
            .collect();
        assert_eq!(order, (0..100).rev().collect::<Vec<_>>());
    }

    #[test]
    fn a_gate_is_not_drawn_from_close_by() {
        let mut scene = fixtures::crowd(20);
        let flags = batch_flags::PORTAL | batch_flags::SEE_THROUGH;
        scene.meshes[0].variants[0].draws[0].flags = flags;
        let (_, plan) = planned(&scene);
        let fades: Vec<f32> = plan
            .instances(&plan.translucent[0])
            .iter()
            .map(|v| v.fade)
            .collect();
        // nearer than 1.3 * 75 / fov nothing is left
        assert!(fades.len() < 20 && fades[0] == 1.0, "{fades:?}");
        assert!(fades.iter().all(|fade| (0.0..=1.0).contains(fade)));
    }

    #[test]
    fn a_hidden_node_has_no_translucent_items() {
        let mut scene = fixtures::crowd(2);
        scene.material_states[0].opacity = 0.5;
        scene.poses[1].visible = 0.0;
        let (_, plan) = planned(&scene);
        assert_eq!(plan.instances(&plan.translucent[0]).len(), 1);
    }

    #[test]
    fn neighbouring_tiles_share_a_draw() {
        let tile = |x: f32, runs: &[(u32, u32)]| GroundTile {
            bounds: Aabb {
                min: Vec3::new(x, 10.0, -1.0),
                max: Vec3::new(x + 1.0, 11.0, 0.0),
            },
            lods: [
                runs.iter()
                    .map(|&(surface, first_index)| TileRun {
                        surface,
                        first_index,
                        index_count: 6,
                    })
                    .collect(),
                vec![],
            ],
        };
        let mut scene = fixtures::crowd(0);
        scene.ground = Some(Ground {
            indices: vec![0; 36],
            surfaces: vec![GroundSurface::default(); 2],
            tiles: vec![
                tile(0.0, &[(0, 0), (1, 18)]),
                tile(1.0, &[(0, 6), (1, 24)]),
                tile(900.0, &[(0, 12)]),
                tile(2.0, &[(1, 30), (7, 0)]),
            ],
            ..Ground::default()
        });
        let (_, plan) = planned(&scene);
        assert_eq!(plan.tiles_drawn, 3);
        let calls: Vec<_> = plan
            .ground
            .iter()
            .map(|c| (c.surface, c.first_index, c.index_count))
            .collect();
        assert_eq!(calls, [(0, 0, 12), (1, 18, 18)]);
    }
}
