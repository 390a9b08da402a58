//! The draw list of a frame as data, for `--dump-frame` and for tests of order without pixels.

use crate::frame::Frame;
use crate::layout::Layout;
use crate::plan::{Call, GroundCall, Order, Plan, ranges_of};
use scene::Scene;
use serde::Serialize;

/// Everything a frame draws.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FrameDump {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Eye x, y, z in metres; yaw and pitch in degrees; vertical field of view in degrees.
    pub camera: [f32; 6],
    /// Instances inside the view.
    pub instances_drawn: u32,
    /// Instances outside the view.
    pub instances_culled: u32,
    /// Tiles of the landscape inside the view.
    pub tiles_drawn: u32,
    /// The passes in order, empty ones included.
    pub passes: Vec<PassDump>,
}

/// One pass.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PassDump {
    /// `opaque`, `sky`, `blended`, `translucent` or `present`.
    pub name: &'static str,
    /// Its draw calls, in order.
    pub draws: Vec<DrawDump>,
}

/// One draw call.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum DrawDump {
    /// Batches of a model.
    Mesh(MeshDump),
    /// Faces of the landscape.
    Ground {
        /// Index of the surface.
        surface: u32,
        /// Name of its first material.
        material: String,
        /// Triangles.
        triangles: u32,
    },
    /// The dome of the sky.
    Dome {
        /// Triangles.
        triangles: u32,
    },
    /// The copy into the target.
    Present,
}

/// One draw call over a mesh.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MeshDump {
    /// Name of the mesh.
    pub mesh: String,
    /// Blend mode and what differs from the ordinary.
    pub pipeline: String,
    /// Name of the material.
    pub material: String,
    /// Name of the texture now, if it has one.
    pub texture: Option<String>,
    /// Name of the lightmap in use.
    pub lightmap: Option<String>,
    /// Raw batch flags.
    pub flags: u16,
    /// Opaque: pipeline, texture, insertion, as one number. Nothing for sorted items.
    pub state_key: Option<u64>,
    /// Sorted items: squared distance of the first, metres².
    pub distance_squared: Option<f32>,
    /// (node, batch) of each range it covers.
    pub batches: Vec<(u32, u32)>,
    /// The instances it draws, in order.
    pub instances: Vec<InstanceDump>,
    /// Triangles of one instance.
    pub triangles: u32,
}

/// One instance of a draw call.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct InstanceDump {
    /// Index of the placed object.
    pub object: u32,
    /// Index of the component inside it.
    pub component: u32,
    /// What replaces the opacity of a portal quad.
    pub fade: Option<f32>,
}

/// Describes a plan.
pub(crate) fn dump(
    scene: &Scene,
    layout: &Layout,
    plan: &Plan,
    frame: &Frame,
    dome_triangles: u32,
) -> FrameDump {
    let camera = &frame.camera;
    let [x, y, z] = camera.position.to_array();
    let meshes = |calls: &[Call]| -> Vec<DrawDump> {
        calls
            .iter()
            .filter_map(|call| mesh(scene, layout, plan, call))
            .map(DrawDump::Mesh)
            .collect()
    };
    let mut opaque = meshes(&plan.opaque);
    opaque.extend(plan.ground.iter().map(|call| ground(scene, call)));
    let sky = (dome_triangles > 0).then_some(DrawDump::Dome {
        triangles: dome_triangles,
    });
    let pass = |name, draws| PassDump { name, draws };
    FrameDump {
        size: frame.size,
        camera: [
            x,
            y,
            z,
            camera.yaw.to_degrees(),
            camera.pitch.to_degrees(),
            camera.fov.to_degrees(),
        ],
        instances_drawn: plan.instances_drawn,
        instances_culled: plan.instances_culled,
        tiles_drawn: plan.tiles_drawn,
        passes: vec![
            pass("opaque", opaque),
            pass("sky", sky.into_iter().collect()),
            pass("blended", meshes(&plan.blended)),
            pass("translucent", meshes(&plan.translucent)),
            pass("present", vec![DrawDump::Present]),
        ],
    }
}

fn material_name(scene: &Scene, material: u32) -> String {
    scene
        .materials
        .get(material as usize)
        .map_or_else(String::new, |material| material.name.clone())
}

fn texture_name(scene: &Scene, texture: u32) -> Option<String> {
    scene
        .textures
        .get(texture as usize)
        .map(|texture| texture.name.clone())
}

fn ground(scene: &Scene, call: &GroundCall) -> DrawDump {
    let surface = scene
        .ground
        .as_ref()
        .and_then(|ground| ground.surfaces.get(call.surface as usize));
    DrawDump::Ground {
        surface: call.surface,
        material: surface.map_or_else(String::new, |s| material_name(scene, s.base)),
        triangles: call.index_count / 3,
    }
}

fn mesh(scene: &Scene, layout: &Layout, plan: &Plan, call: &Call) -> Option<MeshDump> {
    let draw = layout.draws.get(call.draw as usize)?;
    let (mesh, ranges) = ranges_of(scene, layout, draw)?;
    let batches = (draw.first_range..)
        .zip(ranges)
        .filter(|(number, _)| call.range.is_none_or(|only| only == *number))
        .map(|(_, range)| (range.node, range.batch))
        .collect();
    let instances = plan
        .instances(call)
        .iter()
        .filter_map(|visible| {
            let instance = scene.instances.get(visible.instance as usize)?;
            Some(InstanceDump {
                object: instance.object,
                component: instance.component,
                fade: (visible.fade >= 0.0).then_some(visible.fade),
            })
        })
        .collect();
    let (state_key, distance_squared) = match call.order {
        Order::State(key) => (Some(key), None),
        Order::Distance(distance) => (None, Some(distance)),
    };
    Some(MeshDump {
        mesh: mesh.name.clone(),
        pipeline: call.pipeline.describe(),
        material: material_name(scene, draw.material),
        texture: texture_name(scene, call.texture),
        lightmap: draw
            .lightmap
            .filter(|_| call.lightmap != 0)
            .and_then(|id| texture_name(scene, id)),
        flags: draw.flags,
        state_key,
        distance_squared,
        batches,
        instances,
        triangles: call.index_count / 3,
    })
}
