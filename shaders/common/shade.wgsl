// The shading function (spec page: environment, section 6.1); `scene::shade` is the same on the CPU.

struct Shaded {
    // Multiplies the texture.
    lit: vec3<f32>,
    // Added after the texture.
    spill: vec3<f32>,
}

fn knee(c: vec3<f32>) -> vec3<f32> {
    let squeezed = select(vec3(2.0), c / 6.0 + 5.0 / 6.0, c <= vec3(7.0));
    return select(squeezed, c, c <= vec3(1.0));
}

fn spill_curve(e: vec3<f32>) -> vec3<f32> {
    let high = select(vec3(1.0), 0.1 * e + 0.7, e <= vec3(3.0));
    return select(high, 0.8 * e, e <= vec3(1.0));
}

fn shaded(diffuse_light: vec3<f32>, ambient: vec3<f32>, highlight: vec3<f32>) -> Shaded {
    let k = knee(max(diffuse_light + ambient, frame.scene_colour));
    return Shaded(
        min(k, vec3(1.0)),
        spill_curve(highlight + max(k - vec3(1.0), vec3(0.0))),
    );
}

// Length 1, or zero for a normal that takes no light.
fn unit(normal: vec3<f32>) -> vec3<f32> {
    let length_squared = dot(normal, normal);
    return normal * select(0.0, inverseSqrt(length_squared), length_squared > 1e-12);
}

// Both lights on a surface of a unit normal, before any material.
fn light_on(normal: vec3<f32>) -> vec3<f32> {
    return frame.light_colour[0].rgb * max(0.0, -dot(normal, frame.light_travel[0].xyz))
        + frame.light_colour[1].rgb * max(0.0, -dot(normal, frame.light_travel[1].xyz));
}

// The mirrored ray of both lights, seen from the eye. `to_eye` has length 1.
fn highlight_on(material: Material, normal: vec3<f32>, to_eye: vec3<f32>) -> vec3<f32> {
    var sum = vec3(0.0);
    for (var i = 0u; i < 2u; i++) {
        let travel = frame.light_travel[i].xyz;
        let g = -dot(normal, travel);
        if g > 0.0 {
            let m = max(0.0, dot(travel + 2.0 * g * normal, to_eye));
            sum += frame.light_colour[i].rgb * pow(m, material.highlight_exponent);
        }
    }
    return sum * material.specular;
}

// For materials with a highlight.
fn shade_shiny(material: Material, normal: vec3<f32>, to_eye: vec3<f32>) -> Shaded {
    return shaded(
        light_on(normal) * material.diffuse,
        material.ambient,
        highlight_on(material, normal, to_eye),
    );
}

// For materials without.
fn shade(material: Material, normal: vec3<f32>) -> Shaded {
    return shaded(light_on(normal) * material.diffuse, material.ambient, vec3(0.0));
}

// A lightmapped surface takes no light: its diffuse colour acts as self-light (spec page: materials, section 6).
fn shade_lightmapped(material: Material) -> Shaded {
    return shaded(vec3(0.0), material.diffuse, vec3(0.0));
}

fn apply(shade: Shaded, texel: vec3<f32>) -> vec3<f32> {
    return saturate(texel * shade.lit + shade.spill);
}
