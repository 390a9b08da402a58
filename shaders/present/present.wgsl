// Copies the scene's colours, which are display values, into the target (spec page: environment, section 11.3).

@group(0) @binding(0) var scene_colour: texture_2d<f32>;

// Whether the target encodes to sRGB by itself, so that the stored values must be decoded before.
override TARGET_ENCODES: bool = false;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4<f32> {
    let corner = vec2<f32>(f32((index << 1u) & 2u), f32(index & 2u));
    return vec4(corner * 2.0 - 1.0, 0.0, 1.0);
}

fn srgb_to_linear(c: vec3<f32>) -> vec3<f32> {
    return select(pow((c + 0.055) / 1.055, vec3(2.4)), c / 12.92, c <= vec3(0.04045));
}

@fragment
fn fragment(@builtin(position) at: vec4<f32>) -> @location(0) vec4<f32> {
    var colour = textureLoad(scene_colour, vec2<i32>(at.xy), 0).rgb;
    if TARGET_ENCODES {
        colour = srgb_to_linear(colour);
    }
    return vec4(colour, 1.0);
}
