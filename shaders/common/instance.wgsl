// Where the vertices of component instances stand. Mirrors of `InstanceRecord` and `scene::Pose`.

struct Instance {
    // Rows of the placement: object space to world.
    row0: vec4<f32>,
    row1: vec4<f32>,
    row2: vec4<f32>,
    pose_base: u32,
    object: u32,
    component: u32,
    // Level of detail, and the damage stage << 8.
    lod: u32,
}

struct Pose {
    rotation: vec4<f32>,
    translation: vec3<f32>,
    visible: f32,
}

@group(0) @binding(1) var<storage, read> instances: array<Instance>;
@group(0) @binding(2) var<storage, read> poses: array<Pose>;

struct Placed {
    clip: vec4<f32>,
    world: vec3<f32>,
    normal: vec3<f32>,
}

fn rotate(q: vec4<f32>, v: vec3<f32>) -> vec3<f32> {
    return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v);
}

// Node frame -> object -> world -> clip; the normal goes with the inverse transpose, as placements may scale.
fn place(instance: Instance, pose: Pose, position: vec3<f32>, normal: vec3<f32>) -> Placed {
    let local = vec4(rotate(pose.rotation, position) + pose.translation, 1.0);
    let turned = rotate(pose.rotation, normal);
    let a = instance.row0.xyz;
    let b = instance.row1.xyz;
    let c = instance.row2.xyz;
    // Rows of the cofactor matrix: the inverse transpose times the determinant.
    let bc = cross(b, c);
    let side = select(-1.0, 1.0, dot(a, bc) >= 0.0);
    var placed: Placed;
    placed.world = vec3(dot(instance.row0, local), dot(instance.row1, local), dot(instance.row2, local));
    placed.normal = side * vec3(dot(bc, turned), dot(cross(c, a), turned), dot(cross(a, b), turned));
    placed.clip = frame.view_projection * vec4(placed.world, 1.0);
    if pose.visible == 0.0 {
        // In front of the near plane, for every corner of the node alike.
        placed.clip = vec4(0.0, 0.0, 2.0, 1.0);
    }
    return placed;
}
