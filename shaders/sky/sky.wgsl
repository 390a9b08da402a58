// The vertex-coloured dome around the camera (spec page: environment, section 4.6).

struct Corner {
    @location(0) position: vec3<f32>,
    @location(1) colour: vec4<f32>,
}

struct Fragment {
    @builtin(position) clip: vec4<f32>,
    @location(0) colour: vec4<f32>,
}

@vertex
fn vertex(corner: Corner) -> Fragment {
    // A direction: the camera's place drops out. Depth 0 is infinitely far, so only untouched pixels pass.
    let clip = frame.view_projection * vec4(corner.position, 0.0);
    return Fragment(vec4(clip.xy, 0.0, clip.w), corner.colour);
}

@fragment
fn fragment(in: Fragment) -> @location(0) vec4<f32> {
    return in.colour;
}
