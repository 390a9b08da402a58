//! The cap of the sky: dome, nebula and clouds (spec page: environment, section 4.6).

use crate::{FogLaw, SkySample};
use std::f32::consts::{FRAC_PI_4, TAU};

/// Rings below the apex.
pub const RINGS: usize = 5;
/// Corners of each ring, at the game's sky detail of 4.
pub const SEGMENTS: usize = 16;
/// Height of the apex above the eye, metres.
pub const HEIGHT: f32 = 10000.0;
/// How much lower than the dome the clouds hang, metres.
pub const CLOUD_DROP: f32 = 5000.0;
/// How often the nebula's texture repeats.
pub const NEBULA_REPEAT: f32 = 1.0;
/// How often the clouds' texture repeats.
pub const CLOUD_REPEAT: f32 = 3.0;
/// The fog of the clouds.
pub const CLOUD_FOG: FogLaw = FogLaw::Original {
    start: 5000.0,
    end: 11380.7,
};

/// Radius of the sphere that the cap is cut from, metres: `HEIGHT / (2 sin²(π/8))`.
const RADIUS: f32 = 34_142.137;

/// The cap around the eye: the apex, then the rings from the top, each from north over east.
#[derive(Debug, Clone, PartialEq)]
pub struct Cap {
    /// Relative to the eye, metres.
    pub positions: Vec<[f32; 3]>,
    /// At repeat 1.
    pub uvs: Vec<[f32; 2]>,
    /// Triangles.
    pub indices: Vec<u32>,
}

impl Cap {
    /// The cap of the dome and the nebula. The clouds' is [`CLOUD_DROP`] lower.
    pub fn new() -> Self {
        let rings = (1..=RINGS).flat_map(|ring| {
            let (sin, cos) = (ring as f32 / RINGS as f32 * FRAC_PI_4).sin_cos();
            (0..SEGMENTS).map(move |segment| {
                let (east, north) = (segment as f32 / SEGMENTS as f32 * TAU).sin_cos();
                [
                    RADIUS * sin * east,
                    RADIUS * sin * north,
                    RADIUS * cos + HEIGHT - RADIUS,
                ]
            })
        });
        let positions: Vec<_> = std::iter::once([0.0, 0.0, HEIGHT]).chain(rings).collect();
        let uv = |[x, y, _]: &[f32; 3]| [x / RADIUS, y / RADIUS];
        Self {
            uvs: positions.iter().map(uv).collect(),
            positions,
            indices: indices(),
        }
    }
}

impl Default for Cap {
    fn default() -> Self {
        Self::new()
    }
}

fn indices() -> Vec<u32> {
    let corner = |ring: usize, segment: usize| match ring {
        0 => 0,
        _ => ((ring - 1) * SEGMENTS + segment % SEGMENTS + 1) as u32,
    };
    let mut indices = Vec::new();
    for ring in 0..RINGS {
        for segment in 0..SEGMENTS {
            let [a, b] = [0, 1].map(|step| corner(ring, segment + step));
            let [c, d] = [0, 1].map(|step| corner(ring + 1, segment + step));
            indices.extend([a, c, d]);
            if ring > 0 {
                indices.extend([a, d, b]);
            }
        }
    }
    indices
}

/// The colours of the dome's corners, R, G, B, A, in the order of [`Cap`]. The lowest ring has the colour of fog.
pub fn colours(sample: &SkySample, fog_colour: [f32; 3]) -> Vec<[f32; 4]> {
    let [r, g, b] = fog_colour;
    let fog = [r, g, b, 1.0];
    let around =
        |group: [[f32; 4]; 4]| (0..SEGMENTS).map(move |segment| of_segment(group, segment));
    std::iter::repeat_n(sample.apex, 1 + SEGMENTS)
        .chain(around(sample.ring2))
        .chain(around(sample.ring3))
        .chain(around(sample.horizon))
        .chain(std::iter::repeat_n(fog, SEGMENTS))
        .collect()
}

fn of_segment(group: [[f32; 4]; 4], segment: usize) -> [f32; 4] {
    const PER_QUARTER: usize = SEGMENTS / 4;
    let colour = |quarter: usize| group.get(quarter % 4).copied().unwrap_or_default();
    let quarter = segment / PER_QUARTER;
    let part = (segment % PER_QUARTER) as f32 / PER_QUARTER as f32;
    crate::sample::lerp(colour(quarter), colour(quarter + 1), part)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of the page: radius, height, radius of the UVs at 1 and 3.
    #[test]
    fn worked_rings() {
        let cap = Cap::new();
        assert_eq!(cap.positions.len(), 81);
        assert_eq!(cap.positions[0], [0.0, 0.0, 10000.0]);
        for (ring, radius, height, uv_1, uv_3) in [
            (1, 5341.0, 9579.7, 0.156, 0.469),
            (2, 10550.5, 8329.0, 0.309, 0.927),
            (3, 15500.2, 6278.7, 0.454, 1.362),
            (4, 20068.2, 3479.4, 0.588, 1.763),
            (5, 24142.1, 0.0, 0.707, 2.121),
        ] {
            for segment in 0..SEGMENTS {
                let at = 1 + (ring - 1) * SEGMENTS + segment;
                let [x, y, z] = cap.positions[at];
                let [u, v] = cap.uvs[at];
                assert!((x.hypot(y) - radius).abs() < 0.06, "{ring} {segment}");
                assert!((z - height).abs() < 0.06, "{ring} {segment}");
                assert!((u.hypot(v) * NEBULA_REPEAT - uv_1).abs() < 6e-4);
                assert!((u.hypot(v) * CLOUD_REPEAT - uv_3).abs() < 6e-4);
            }
            let [x, y, _] = cap.positions[1 + (ring - 1) * SEGMENTS + 4];
            assert!(x > 5000.0 && y.abs() < 0.01, "segment 4 lies east");
        }
        let radius = f64::from(HEIGHT) / (2.0 * (std::f64::consts::PI / 8.0).sin().powi(2));
        assert!((radius - 34142.1356).abs() < 1e-3);
        assert!((f64::from(RADIUS) - radius).abs() < 2e-3);
    }

    #[test]
    fn triangles_join_neighbours() {
        let cap = Cap::new();
        assert_eq!(cap.indices.len(), 3 * SEGMENTS * (2 * RINGS - 1));
        assert!(cap.indices.iter().all(|&index| index < 81));
        for triangle in cap.indices.chunks(3) {
            let at = |corner: usize| cap.positions[triangle[corner] as usize];
            for (a, b) in [(at(0), at(1)), (at(1), at(2)), (at(2), at(0))] {
                let d: f32 = (0..3).map(|i| (a[i] - b[i]).powi(2)).sum();
                assert!(d > 0.0 && d.sqrt() < 12000.0, "{triangle:?}");
            }
        }
    }

    #[test]
    fn colours_run_around_the_compass() {
        let mut sample = SkySample::without_file();
        sample.horizon = [[0.0; 4], [0.4; 4], [0.8; 4], [1.0; 4]];
        let colours = colours(&sample, [0.25, 0.5, 0.75]);
        assert_eq!(colours.len(), 81);
        assert_eq!(colours[16], sample.apex);
        assert_eq!(colours[17], sample.ring2[0]);
        assert_eq!(colours[33], sample.ring3[0]);
        assert_eq!(colours[49], [0.0; 4]);
        assert!((colours[50][0] - 0.1).abs() < 1e-6);
        assert_eq!(colours[53], [0.4; 4]);
        assert!((colours[63][0] - 0.5).abs() < 1e-6, "west back to north");
        assert_eq!(colours[65], [0.25, 0.5, 0.75, 1.0]);
    }
}
