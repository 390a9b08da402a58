// Batches of models: opaque, lightmapped, cut-out and blended (spec page: materials, sections 8 and 9).

// Software devices run both sides of every branch: what differs between draws is a pipeline of its own.
override LIGHTMAPPED: bool = false;
// Whether the material has a highlight.
override SHINES: bool = false;
// Fragments with less alpha are dropped; negative drops none.
override ALPHA_CUTOFF: f32 = -1.0;
// What fog turns this blend mode into: 0 the horizon, 1 black, 2 white, 3 grey.
override FOG_TOWARDS: u32 = 0u;
// Whether this is a debug view or marks an object. The game's picture goes without what only these need.
override INSPECTS: bool = false;

struct Corner {
    @location(0) position: vec3<f32>,
    @location(1) normal: vec4<f32>,
    @location(2) uv0: vec2<f32>,
    @location(3) uv1: vec2<f32>,
    @location(4) node: u32,
    @location(5) instance: u32,
    // Replaces the opacity of portal quads; negative elsewhere.
    @location(6) fade: f32,
}

struct Fragment {
    @builtin(position) @invariant clip: vec4<f32>,
    // From the eye, metres.
    @location(0) offset: vec3<f32>,
    @location(1) normal: vec3<f32>,
    @location(2) uv0: vec2<f32>,
    @location(3) uv1: vec2<f32>,
    @location(4) @interpolate(flat) instance: u32,
    @location(5) @interpolate(flat) node: u32,
    @location(6) @interpolate(flat) fade: f32,
}

@vertex
fn vertex(corner: Corner) -> Fragment {
    let instance = instances[corner.instance];
    let placed = place(instance, poses[instance.pose_base + corner.node], corner.position, corner.normal.xyz);
    return Fragment(
        placed.clip,
        placed.world - frame.eye,
        placed.normal,
        corner.uv0,
        corner.uv1,
        corner.instance,
        corner.node,
        corner.fade,
    );
}

fn fogged(colour: vec3<f32>, offset: vec3<f32>) -> vec3<f32> {
    if FOG_TOWARDS == 0u {
        return fogged_to_horizon(colour, offset);
    }
    let neutral = select(select(127.0 / 255.0, 1.0, FOG_TOWARDS == 2u), 0.0, FOG_TOWARDS == 1u);
    return mix(vec3(neutral), colour, fog_keep(dot(offset, offset)));
}

@fragment
fn fragment(in: Fragment) -> @location(0) vec4<f32> {
    let texel = textureSample(diffuse_texture, diffuse_sampler, page_uv(draw.material, in.uv0));
    var lightmap = vec3(1.0);
    if LIGHTMAPPED {
        lightmap = textureSample(lightmap_texture, lightmap_sampler, in.uv1).rgb;
    }
    // Nothing reads the alpha of what neither blends nor is tested.
    var alpha = 1.0;
    if ALPHA_CUTOFF >= 0.0 {
        let texture_alpha = select(texel.a, 1.0, LIGHTMAPPED || draw.ignores_texture_alpha != 0u);
        alpha = texture_alpha * select(draw.material.opacity, in.fade, in.fade >= 0.0);
        if alpha < ALPHA_CUTOFF {
            discard;
        }
    }

    var colour: vec3<f32>;
    if LIGHTMAPPED {
        colour = apply(shade_lightmapped(draw.material), texel.rgb * lightmap);
    } else if SHINES {
        colour = apply(shade_shiny(draw.material, unit(in.normal), normalize(-in.offset)), texel.rgb);
    } else {
        colour = apply(shade(draw.material, unit(in.normal)), texel.rgb);
    }
    colour = fogged(colour, in.offset);
    if INSPECTS {
        colour = inspected(in, colour, texel.rgb * draw.material.diffuse, lightmap);
    }
    return vec4(colour, alpha);
}

fn inspected(in: Fragment, lit: vec3<f32>, albedo: vec3<f32>, lightmap: vec3<f32>) -> vec3<f32> {
    let instance = instances[in.instance];
    var colour = lit;
    if frame.view_mode != VIEW_LIT {
        colour = inspect(Inspected(
            albedo,
            lightmap,
            in.normal,
            in.offset,
            in.uv0,
            in.uv1,
            draw.material_id,
            in.node,
            draw.batch_flags,
            instance.lod & 255u,
            instance.object + 1u,
        ));
    }
    return mix(colour, HIGHLIGHT, select(0.0, 0.45, instance.object == frame.highlight));
}
