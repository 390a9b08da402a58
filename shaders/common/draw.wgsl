// What all instances of a mesh draw share. The mirror of `passes::mesh::DrawConstants`.

struct DrawConstants {
    material: Material,
    // Index of the material in the scene.
    material_id: u32,
    batch_flags: u32,
    // 1 where the material's blend mode is opaque and the alpha of its texture means nothing.
    ignores_texture_alpha: u32,
    _pad: u32,
}

@group(1) @binding(0) var diffuse_texture: texture_2d<f32>;
@group(1) @binding(1) var diffuse_sampler: sampler;
@group(2) @binding(0) var<uniform> draw: DrawConstants;
@group(2) @binding(1) var lightmap_texture: texture_2d<f32>;
@group(2) @binding(2) var lightmap_sampler: sampler;
