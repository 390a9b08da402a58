// The yardstick of benchmarks: every visible triangle of a frame, posed, textured, lit and fogged like an opaque
// batch, but in a single draw with a single material.

// The mirror of `passes::baseline::Gathered`.
struct Corner {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec4<f32>,
    @location(2) uv0: vec2<f32>,
    @location(3) pose: u32,
    @location(4) instance: u32,
}

// `instance` of a corner that stands in the world by itself.
const GROUND: u32 = 0xFFFFFFFFu;

struct Fragment {
    @builtin(position) clip: vec4<f32>,
    @location(0) offset: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv0: vec2<f32>,
}

@vertex
fn vertex(corner: Corner) -> Fragment {
    if corner.instance == GROUND {
        return Fragment(
            frame.view_projection * vec4(corner.position, 1.0),
            corner.position - frame.eye,
            corner.normal.xyz,
            corner.uv0,
        );
    }
    let placed = place(instances[corner.instance], poses[corner.pose], corner.position, corner.normal.xyz);
    return Fragment(placed.clip, placed.world - frame.eye, placed.normal, corner.uv0);
}

@fragment
fn fragment(in: Fragment) -> @location(0) vec4<f32> {
    let texel = textureSample(diffuse_texture, diffuse_sampler, page_uv(draw.material, in.uv0));
    let colour = apply(shade(draw.material, unit(in.normal)), texel.rgb);
    return vec4(fogged_to_horizon(colour, in.offset), 1.0);
}
