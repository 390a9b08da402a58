// The landscape: two materials and their microtextures in one pass (spec page: terrain, section 7.3).

// The mirror of `passes::ground::SurfaceConstants`.
struct Surface {
    base: Material,
    second: Material,
    // Index of the first material in the scene.
    base_id: u32,
    kind: u32,
}

@group(1) @binding(0) var<uniform> surface: Surface;
@group(1) @binding(1) var base_texture: texture_2d<f32>;
@group(1) @binding(2) var base_micro: texture_2d<f32>;
@group(1) @binding(3) var second_texture: texture_2d<f32>;
@group(1) @binding(4) var second_micro: texture_2d<f32>;
@group(1) @binding(5) var ground_sampler: sampler;

// Software devices run both sides of every branch: what differs between surfaces is a pipeline of its own.
override BASE_MICRO: bool = false;
override SECOND: bool = false;
override SECOND_MICRO: bool = false;
// Whether this is a debug view.
override INSPECTS: bool = false;

struct Corner {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec4<f32>,
    @location(2) uv0: vec2<f32>,
    @location(3) uv1: vec2<f32>,
    @location(4) second_weight: f32,
}

struct Fragment {
    @builtin(position) @invariant clip: vec4<f32>,
    // From the eye, metres.
    @location(0) offset: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv0: vec2<f32>,
    @location(3) uv1: vec2<f32>,
    @location(4) second_weight: f32,
}

@vertex
fn vertex(corner: Corner) -> Fragment {
    return Fragment(
        frame.view_projection * vec4(corner.position, 1.0),
        corner.position - frame.eye,
        corner.normal.xyz,
        corner.uv0,
        corner.uv1,
        corner.second_weight,
    );
}

// One material of the ground; grey 0.5 in the microtexture changes nothing, and there are no highlights.
fn item(material: Material, texel: vec3<f32>, micro: vec3<f32>, light: vec3<f32>) -> vec3<f32> {
    if INSPECTS && frame.view_mode != VIEW_LIT {
        return saturate(texel * micro * 2.0 * material.diffuse);
    }
    let shade = shaded(light * material.diffuse, material.ambient, vec3(0.0));
    return saturate(saturate(texel * micro * 2.0 * shade.lit) + shade.spill);
}

@fragment
fn fragment(in: Fragment) -> @location(0) vec4<f32> {
    let light = light_on(unit(in.normal));
    var micro = vec3(0.5);
    if BASE_MICRO {
        micro = textureSample(base_micro, ground_sampler, in.uv1).rgb;
    }
    let texel = textureSample(base_texture, ground_sampler, page_uv(surface.base, in.uv0)).rgb;
    var colour = item(surface.base, texel, micro, light);
    if SECOND {
        micro = vec3(0.5);
        if SECOND_MICRO {
            micro = textureSample(second_micro, ground_sampler, in.uv1).rgb;
        }
        let over = textureSample(second_texture, ground_sampler, page_uv(surface.second, in.uv0)).rgb;
        // An opacity of 0 counts as 1 here.
        let weight = in.second_weight * select(1.0, surface.second.opacity, surface.second.opacity > 0.0);
        colour = mix(colour, item(surface.second, over, micro, light), weight);
    }
    if INSPECTS && frame.view_mode != VIEW_LIT {
        colour = inspect(Inspected(
            colour,
            vec3(0.35),
            in.normal,
            in.offset,
            in.uv0,
            in.uv1,
            surface.base_id,
            surface.kind,
            0u,
            0u,
            0u,
        ));
    } else {
        colour = fogged_to_horizon(colour, in.offset);
    }
    return vec4(colour, 1.0);
}
