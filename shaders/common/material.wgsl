// The mirror of `scene::MaterialState`. Materials come in uniforms, as software devices read those much faster than
// storage buffers.
struct Material {
    diffuse: vec3<f32>,
    opacity: f32,
    ambient: vec3<f32>,
    highlight_exponent: f32,
    specular: vec3<f32>,
    texture: u32,
    uv_rect: vec4<f32>,
}

fn page_uv(material: Material, uv: vec2<f32>) -> vec2<f32> {
    return material.uv_rect.xy + uv * material.uv_rect.zw;
}
