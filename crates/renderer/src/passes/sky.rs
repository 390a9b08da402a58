//! The dome of the sky: a cap of a sphere around the camera with a colour at each vertex (spec page: environment,
//! section 4.6).

use super::{Recorded, colour, depth, samples, triangles};
use crate::bindings::{Bindings, pipeline_layout};
use crate::mirror::{Mirror, Update};
use crate::shaders::{self, Program, Source};
use crate::{Error, Gpu};
use bytemuck::{Pod, Zeroable};
use glam::Vec4;
use scene::SkyColours;
use std::f32::consts::{PI, TAU};

/// Height of the apex over the rim.
const HEIGHT: f32 = 10_000.0;
/// Angle from the apex to the rim, seen from the sphere's centre.
const CAP_ANGLE: f32 = PI / 4.0;
const RINGS: u16 = 5;
/// `2^AtmSkyDetail`.
const SEGMENTS: u16 = 16;

/// A corner of the dome.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
struct DomeVertex {
    /// From the camera.
    position: [f32; 3],
    colour: [f32; 4],
}

const VERTEX: &[wgpu::VertexAttribute] = &wgpu::vertex_attr_array![0 => Float32x3, 1 => Float32x4];

/// The dome of a scene on the GPU.
#[derive(Debug)]
pub(crate) struct GpuDome {
    vertices: Mirror<DomeVertex>,
    indices: wgpu::Buffer,
    index_count: u32,
    /// The colours in `vertices`.
    colours: Option<SkyColours>,
    scratch: Vec<DomeVertex>,
}

impl GpuDome {
    pub(crate) fn upload(gpu: &Gpu) -> Result<Self, Error> {
        let indices = indices();
        Ok(Self {
            vertices: Mirror::new(gpu, "dome vertices", wgpu::BufferUsages::VERTEX, &[])?,
            indices: gpu.buffer(
                "dome indices",
                wgpu::BufferUsages::INDEX,
                bytemuck::cast_slice(&indices),
                2,
            )?,
            index_count: indices.len() as u32,
            colours: None,
            scratch: Vec::new(),
        })
    }

    /// Takes over the colours of the moment.
    pub(crate) fn refresh(
        &mut self,
        gpu: &Gpu,
        colours: Option<SkyColours>,
    ) -> Result<Update, Error> {
        if self.colours == colours {
            return Ok(Update::default());
        }
        self.colours = colours;
        self.scratch.clear();
        self.scratch.extend(colours.iter().flat_map(vertices));
        self.vertices.update(gpu, &self.scratch)
    }

    /// Triangles that a frame draws of it; 0 without colours.
    pub(crate) fn triangles(&self) -> u32 {
        if self.colours.is_some() {
            self.index_count / 3
        } else {
            0
        }
    }
}

/// The apex, then the rings from the top down.
fn vertices(colours: &SkyColours) -> impl Iterator<Item = DomeVertex> + use<> {
    let apex = Vec4::from(colours.apex);
    let by_compass = |group: [[f32; 4]; 4]| group.map(Vec4::from);
    let groups = [
        [apex; 4],
        by_compass(colours.ring2),
        by_compass(colours.ring3),
        // Ring 4 shows the horizon at its own compass point.
        colours.horizon.map(|c| c.extend(1.0)),
        // The rim is in the fog's colour, which is the horizon's in each direction.
        colours.horizon.map(|c| c.extend(1.0)),
    ];
    let top = DomeVertex {
        position: [0.0, 0.0, HEIGHT],
        colour: apex.into(),
    };
    let rings = (1..).zip(groups).flat_map(|(ring, group)| {
        (0..SEGMENTS).map(move |segment| DomeVertex {
            position: position(ring, segment),
            colour: around(group, segment).into(),
        })
    });
    std::iter::once(top).chain(rings)
}

/// The colour of a segment between its two compass points.
fn around(group: [Vec4; 4], segment: u16) -> Vec4 {
    let [north, east, south, west] = group;
    let quarter = SEGMENTS / 4;
    let (from, to) = match segment / quarter % 4 {
        0 => (north, east),
        1 => (east, south),
        2 => (south, west),
        _ => (west, north),
    };
    from.lerp(to, f32::from(segment % quarter) / f32::from(quarter))
}

/// Ring 1..5 and segment, clockwise from north as seen from above.
fn position(ring: u16, segment: u16) -> [f32; 3] {
    let radius = HEIGHT / (2.0 * (CAP_ANGLE * 0.5).sin().powi(2));
    let theta = f32::from(ring) / f32::from(RINGS) * CAP_ANGLE;
    let phi = f32::from(segment) * TAU / f32::from(SEGMENTS);
    [
        radius * theta.sin() * phi.sin(),
        radius * theta.sin() * phi.cos(),
        radius * theta.cos() + HEIGHT - radius,
    ]
}

fn indices() -> Vec<u16> {
    let vertex = |ring: u16, segment: u16| match ring {
        0 => 0,
        ring => 1 + (ring - 1) * SEGMENTS + segment % SEGMENTS,
    };
    let mut indices = Vec::new();
    for segment in 0..SEGMENTS {
        indices.extend([0, vertex(1, segment), vertex(1, segment + 1)]);
        for ring in 1..RINGS {
            let [a, b] = [vertex(ring, segment), vertex(ring, segment + 1)];
            let [c, d] = [vertex(ring + 1, segment), vertex(ring + 1, segment + 1)];
            indices.extend([a, c, d, a, d, b]);
        }
    }
    indices
}

/// The pipeline of the dome.
#[derive(Debug)]
pub(crate) struct SkyPass {
    pipeline: wgpu::RenderPipeline,
}

impl SkyPass {
    pub(crate) fn new(
        gpu: &Gpu,
        bindings: &Bindings,
        sample_count: u32,
        source: Source,
    ) -> Result<Self, Error> {
        let module = shaders::module(gpu, Program::Sky, source)?;
        let layout = pipeline_layout(gpu, "sky", &[&bindings.frame]);
        let blend = wgpu::BlendState::ALPHA_BLENDING.color;
        let pipeline = shaders::guarded(gpu, "sky", || {
            gpu.device
                .create_render_pipeline(&wgpu::RenderPipelineDescriptor {
                    label: Some("sky"),
                    layout: Some(&layout),
                    vertex: wgpu::VertexState {
                        module: &module,
                        entry_point: Some("vertex"),
                        compilation_options: Default::default(),
                        buffers: &[Some(wgpu::VertexBufferLayout {
                            array_stride: size_of::<DomeVertex>() as u64,
                            step_mode: wgpu::VertexStepMode::Vertex,
                            attributes: VERTEX,
                        })],
                    },
                    primitive: triangles(false),
                    depth_stencil: depth(false),
                    multisample: samples(sample_count),
                    fragment: Some(wgpu::FragmentState {
                        module: &module,
                        entry_point: Some("fragment"),
                        compilation_options: Default::default(),
                        targets: &[colour(Some(blend))],
                    }),
                    multiview_mask: None,
                    cache: None,
                })
        })?;
        Ok(Self { pipeline })
    }

    /// Records the dome; group 0 is set already.
    pub(crate) fn record(&self, pass: &mut wgpu::RenderPass<'_>, dome: &GpuDome) -> Recorded {
        pass.set_pipeline(&self.pipeline);
        pass.set_vertex_buffer(0, dome.vertices.buffer().slice(..));
        pass.set_index_buffer(dome.indices.slice(..), wgpu::IndexFormat::Uint16);
        pass.draw_indexed(0..dome.index_count, 0, 0..1);
        Recorded {
            draws: 1,
            state_changes: 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn environment_4_6() {
        let table = [
            (1, 5341.0, 9579.7),
            (2, 10550.5, 8329.0),
            (3, 15500.2, 6278.7),
            (4, 20068.2, 3479.4),
            (5, 24142.1, 0.0),
        ];
        for (ring, radius, z) in table {
            let [x, y, height] = position(ring, 3);
            assert!((x.hypot(y) - radius).abs() < 0.1, "{ring} {x} {y}");
            assert!((height - z).abs() < 0.1, "{ring} {height}");
        }
        // segment 4 of 16 is east
        let [x, y, _] = position(5, 4);
        assert!(x > 24_000.0 && y.abs() < 0.1);
    }

    #[test]
    fn every_vertex_is_used_and_exists() {
        let count = 1 + RINGS * SEGMENTS;
        let indices = indices();
        assert_eq!(indices.len(), usize::from(SEGMENTS) * (3 + 4 * 6));
        for vertex in 0..count {
            assert!(indices.contains(&vertex));
        }
        assert!(indices.iter().all(|&i| i < count));
    }

    #[test]
    fn compass_points_have_their_own_colours() {
        let group = [Vec4::X, Vec4::Y, Vec4::Z, Vec4::W];
        assert_eq!(around(group, 0), Vec4::X);
        assert_eq!(around(group, 4), Vec4::Y);
        assert_eq!(around(group, 8), Vec4::Z);
        assert_eq!(around(group, 14), (Vec4::W + Vec4::X) * 0.5);
    }
}
