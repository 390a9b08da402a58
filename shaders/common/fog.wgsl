// Fog, linear in the squared distance (spec page: environment, section 5).

fn fog_keep(distance_squared: f32) -> f32 {
    let start = frame.fog.x;
    let end = frame.fog.y;
    if frame.fog.w == 0.0 || distance_squared < start {
        return 1.0;
    }
    if distance_squared > end || end <= start {
        return 0.0;
    }
    return 1.0 - (distance_squared - start) * frame.fog.z;
}

// The colour of the horizon in a direction, by its compass heading.
fn horizon_colour(direction: vec3<f32>) -> vec3<f32> {
    // atan2(0, 0) is undefined straight up and down.
    let level = select(direction.xy, vec2(0.0, 1.0), dot(direction.xy, direction.xy) < 1e-20);
    let quarters = atan2(level.x, level.y) * 0.63661977;
    let turn = select(quarters, quarters + 4.0, quarters < 0.0);
    let quarter = u32(turn);
    return mix(
        frame.horizon[quarter & 3u].rgb,
        frame.horizon[(quarter + 1u) & 3u].rgb,
        fract(turn),
    );
}

// `offset` leads from the eye to the fragment.
fn fogged_to_horizon(colour: vec3<f32>, offset: vec3<f32>) -> vec3<f32> {
    let keep = fog_keep(dot(offset, offset));
    if keep >= 1.0 {
        return colour;
    }
    return mix(horizon_colour(offset), colour, keep);
}
