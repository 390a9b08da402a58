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

// The mirror of `scene::MaterialState`.
struct Material {
    diffuse: vec3<f32>,
    opacity: f32,
    ambient: vec3<f32>,
    highlight_exponent: f32,
    specular: vec3<f32>,
    texture: u32,
    uv_rect: vec4<f32>,
}

@group(0) @binding(3) var<storage, read> materials: array<Material>;

fn page_uv(material: Material, uv: vec2<f32>) -> vec2<f32> {
    return material.uv_rect.xy + uv * material.uv_rect.zw;
}
