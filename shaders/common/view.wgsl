// Debug views. The numbers are those of `ViewMode`.

const VIEW_LIT: u32 = 0u;
const VIEW_ALBEDO: u32 = 1u;
const VIEW_NORMALS: u32 = 2u;
const VIEW_UV0: u32 = 3u;
const VIEW_UV1: u32 = 4u;
const VIEW_LIGHTMAP: u32 = 5u;
const VIEW_FOG: u32 = 6u;
const VIEW_MATERIAL: u32 = 7u;
const VIEW_NODE: u32 = 8u;
const VIEW_BATCH_FLAGS: u32 = 9u;
const VIEW_LOD: u32 = 10u;
const VIEW_OBJECT_ID: u32 = 11u;

const HIGHLIGHT: vec3<f32> = vec3<f32>(1.0, 0.85, 0.3);

struct Inspected {
    albedo: vec3<f32>,
    lightmap: vec3<f32>,
    normal: vec3<f32>,
    offset: vec3<f32>,
    uv0: vec2<f32>,
    uv1: vec2<f32>,
    material: u32,
    node: u32,
    batch_flags: u32,
    lod: u32,
    // Index of the object + 1; 0 for the ground.
    object: u32,
}

// A colour that tells one number from its neighbours.
fn id_colour(id: u32) -> vec3<f32> {
    let hash = (id + 1u) * 2654435769u;
    let bytes = vec3<u32>(hash >> 24u, hash >> 16u, hash >> 8u) & vec3<u32>(255u);
    return 0.25 + vec3<f32>(bytes) * (0.75 / 255.0);
}

fn inspect(it: Inspected) -> vec3<f32> {
    // Facing gives debug colours some shape.
    let facing = 0.6 + 0.4 * abs(dot(normalize(it.offset), normalize(it.normal + vec3(0.0, 0.0, 1e-6))));
    switch frame.view_mode {
        case VIEW_NORMALS: {
            return normalize(it.normal + vec3(0.0, 0.0, 1e-6)) * 0.5 + 0.5;
        }
        case VIEW_UV0: {
            return vec3(fract(it.uv0), 0.0);
        }
        case VIEW_UV1: {
            return vec3(fract(it.uv1), 0.0);
        }
        case VIEW_LIGHTMAP: {
            return it.lightmap;
        }
        case VIEW_FOG: {
            return vec3(fog_keep(dot(it.offset, it.offset)));
        }
        case VIEW_MATERIAL: {
            return id_colour(it.material) * facing;
        }
        case VIEW_NODE: {
            return id_colour(it.node) * facing;
        }
        case VIEW_BATCH_FLAGS: {
            return select(id_colour(it.batch_flags), vec3(0.35), it.batch_flags == 0u) * facing;
        }
        case VIEW_LOD: {
            return id_colour(it.lod) * facing;
        }
        case VIEW_OBJECT_ID: {
            let bytes = vec3<u32>(it.object, it.object >> 8u, it.object >> 16u) & vec3<u32>(255u);
            return vec3<f32>(bytes) / 255.0;
        }
        default: {
            return it.albedo;
        }
    }
}
