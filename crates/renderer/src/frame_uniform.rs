use crate::frame::Frame;
use bytemuck::{Pod, Zeroable};
use glam::Vec3;
use scene::Environment;

/// Beyond this the square of a distance means nothing any more: no fog.
const NO_FOG: f32 = 1e18;
/// No object is marked.
const NOTHING: u32 = u32::MAX;

/// The mirror of `Frame` in `shaders/common/frame.wgsl`.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct FrameUniform {
    view_projection: [[f32; 4]; 4],
    eye: [f32; 3],
    view_mode: u32,
    scene_colour: [f32; 3],
    highlight: u32,
    light_travel: [[f32; 4]; 2],
    light_colour: [[f32; 4]; 2],
    horizon: [[f32; 4]; 4],
    /// start², end², 1 / (end² - start²), 1 where fog is on.
    fog: [f32; 4],
}

impl FrameUniform {
    pub(crate) fn new(environment: &Environment, frame: &Frame) -> Self {
        let lights = environment.lights;
        let travel = |i: Option<scene::DirectionalLight>| {
            i.map_or(Vec3::ZERO, |light| light.travel)
                .extend(0.0)
                .into()
        };
        let colour = |i: Option<scene::DirectionalLight>| {
            i.map_or(Vec3::ZERO, |light| light.colour)
                .extend(0.0)
                .into()
        };
        let horizon = environment
            .sky
            .map_or([environment.scene_colour; 4], |sky| sky.horizon);
        Self {
            view_projection: frame
                .camera
                .view_projection(frame.aspect())
                .to_cols_array_2d(),
            eye: frame.camera.position.into(),
            view_mode: frame.options.view as u32,
            scene_colour: environment.scene_colour.into(),
            highlight: frame.options.highlight.unwrap_or(NOTHING),
            light_travel: lights.map(travel),
            light_colour: lights.map(colour),
            horizon: horizon.map(|colour| colour.extend(1.0).into()),
            fog: fog(environment.fog, frame.options.fog),
        }
    }
}

fn fog(fog: scene::Fog, on: bool) -> [f32; 4] {
    let start = fog.start.max(0.0);
    if !on || !fog.end.is_finite() || start.max(fog.end) > NO_FOG {
        return [0.0; 4];
    }
    let (start, end) = (start * start, fog.end.max(0.0) * fog.end.max(0.0));
    let inverse = if end > start {
        1.0 / (end - start)
    } else {
        0.0
    };
    [start, end, inverse, 1.0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fog_that_is_not_there_is_off() {
        assert_eq!(fog(Environment::single_model().fog, true)[3], 0.0);
        assert_eq!(fog(Environment::without_sky_file().fog, false)[3], 0.0);
        let [start, end, inverse, on] = fog(Environment::without_sky_file().fog, true);
        assert_eq!((start, end, on), (0.0, 490_000.0, 1.0));
        assert!((inverse * 490_000.0 - 1.0).abs() < 1e-6);
    }

    #[test]
    fn its_size_is_that_of_the_shader() {
        assert_eq!(size_of::<FrameUniform>(), 240);
    }
}
