// What every program of a frame knows: camera, light, fog. The mirror of `passes::FrameUniform`.

struct Frame {
    view_projection: mat4x4<f32>,
    eye: vec3<f32>,
    view_mode: u32,
    scene_colour: vec3<f32>,
    // Index of the object that is marked, or 0xFFFFFFFF.
    highlight: u32,
    light_travel: array<vec4<f32>, 2>,
    light_colour: array<vec4<f32>, 2>,
    // Colours at the horizon to the north, east, south, west.
    horizon: array<vec4<f32>, 4>,
    // start², end², 1 / (end² - start²), 1 where fog is on.
    fog: vec4<f32>,
}

@group(0) @binding(0) var<uniform> frame: Frame;
