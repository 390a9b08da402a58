// The yardstick of benchmarks: every visible triangle of a frame, posed, textured, lit and fogged like an opaque
// batch, but in a single draw and with a single texture.

@group(1) @binding(0) var diffuse_texture: texture_2d<f32>;
@group(1) @binding(1) var diffuse_sampler: sampler;

// The mirror of `passes::baseline::Gathered`.
struct Corner {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec4<f32>,
    @location(2) uv0: vec2<f32>,
    @location(3) pose: u32,
    @location(4) instance: u32,
    @location(5) material: u32,
}

// `instance` of a corner that stands in the world by itself.
const GROUND: u32 = 0xFFFFFFFFu;

struct Fragment {
    @builtin(position) clip: vec4<f32>,
    @location(0) offset: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv0: vec2<f32>,
    @location(3) @interpolate(flat) material: u32,
}

@vertex
fn vertex(corner: Corner) -> Fragment {
    if corner.instance == GROUND {
        return Fragment(
            frame.view_projection * vec4(corner.position, 1.0),
            corner.position - frame.eye,
            corner.normal.xyz,
            corner.uv0,
            corner.material,
        );
    }
    let placed = place(instances[corner.instance], poses[corner.pose], corner.position, corner.normal.xyz);
    return Fragment(placed.clip, placed.world - frame.eye, placed.normal, corner.uv0, corner.material);
}

@fragment
fn fragment(in: Fragment) -> @location(0) vec4<f32> {
    let material = materials[in.material];
    let texel = textureSample(diffuse_texture, diffuse_sampler, page_uv(material, in.uv0));
    let colour = apply(shade(material, unit(in.normal), normalize(-in.offset)), texel.rgb);
    return vec4(fogged_to_horizon(colour, in.offset), 1.0);
}
