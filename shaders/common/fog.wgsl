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

// The compass heading in quarter turns, 0..4, from +Y towards +X; 0 straight up and down. Good to 0.0005, which is
// a tenth of a stored step of colour, at half the cost of atan2.
fn quarter_turns(level: vec2<f32>) -> f32 {
    let a = abs(level);
    let t = min(a.x, a.y) / max(max(a.x, a.y), 1e-20);
    let t2 = t * t;
    // atan(t) * 2 / pi
    let half = t * (0.6336604 + t2 * (-0.1837785 + t2 * 0.0505067));
    let quarter = select(half, 1.0 - half, a.x > a.y);
    let side = select(quarter, 2.0 - quarter, level.y < 0.0);
    return select(side, 4.0 - side, level.x < 0.0);
}

// The colour of the horizon in a direction, by its compass heading.
fn horizon_colour(direction: vec3<f32>) -> vec3<f32> {
    let turn = quarter_turns(direction.xy);
    // Between two neighbours only their two weights are above 0.
    let north = max(1.0 - turn, turn - 3.0);
    let others = 1.0 - abs(vec3(turn) - vec3(1.0, 2.0, 3.0));
    return frame.horizon[0].rgb * max(north, 0.0)
        + frame.horizon[1].rgb * max(others.x, 0.0)
        + frame.horizon[2].rgb * max(others.y, 0.0)
        + frame.horizon[3].rgb * max(others.z, 0.0);
}

// `offset` leads from the eye to the fragment.
fn fogged_to_horizon(colour: vec3<f32>, offset: vec3<f32>) -> vec3<f32> {
    let keep = fog_keep(dot(offset, offset));
    if keep >= 1.0 {
        return colour;
    }
    return mix(horizon_colour(offset), colour, keep);
}
