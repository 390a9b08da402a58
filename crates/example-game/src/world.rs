//! The valley: heights and ground kinds as functions of the place. Metres, +X east, +Y north.

use crate::noise::{fbm, mix, smooth};
use glam::DVec2;

/// Side of the square map.
pub(crate) const SIDE: f64 = 800.0;
/// Level of the lake: 35 steps of the 8-bit height field that maps were made from.
pub(crate) const WATER_LEVEL: f64 = 35.0 * 100.0 / 255.0;
/// Height of the base's plateau.
pub(crate) const PLATEAU: f64 = 24.0;
/// Middle of the base.
pub(crate) const BASE: DVec2 = DVec2::new(400.0, 400.0);
/// Where the start view stands: 60 m behind the first tank, which looks to the north-west.
pub(crate) const VIEW: DVec2 = DVec2::new(444.4, 347.6);
/// Middle of the lake.
const LAKE: DVec2 = DVec2::new(250.0, 560.0);

/// The road: places and their heights, from the south-east corner through the base to the lake.
const ROAD: [(f64, f64, f64); 12] = [
    (800.0, 92.0, 47.0),
    (735.0, 130.0, 41.0),
    (665.0, 196.0, 33.0),
    (590.0, 226.0, 27.5),
    (528.0, 268.0, 24.6),
    (472.0, 320.0, 24.0),
    (428.0, 362.0, 24.0),
    (405.0, 384.0, 24.0),
    (378.0, 368.0, 24.0),
    (341.0, 380.0, 24.0),
    (316.0, 440.0, 20.5),
    (300.0, 496.0, 15.4),
];

/// Kinds of ground over the meadow, each with its share in `0..1`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Cover {
    pub(crate) rock: f64,
    pub(crate) earth: f64,
    pub(crate) sand: f64,
    /// Share of lake bottom in the sand.
    pub(crate) bed: f64,
}

/// A place seen from [`VIEW`]: metres ahead and to the right.
pub(crate) fn seen(ahead: f64, right: f64) -> DVec2 {
    VIEW + (DVec2::new(-ahead, ahead) + DVec2::new(right, right)) * std::f64::consts::FRAC_1_SQRT_2
}

/// Distance to the road and its height there.
pub(crate) fn road(place: DVec2) -> (f64, f64) {
    let mut best = (f64::MAX, 0.0);
    for pair in ROAD.windows(2) {
        let (a, b) = (
            DVec2::new(pair[0].0, pair[0].1),
            DVec2::new(pair[1].0, pair[1].1),
        );
        let way = b - a;
        let t = ((place - a).dot(way) / way.length_squared()).clamp(0.0, 1.0);
        let distance = (place - a - way * t).length();
        if distance < best.0 {
            best = (distance, mix(pair[0].2, pair[1].2, t));
        }
    }
    best
}

/// 0 in the middle of the lake, 1 at its shore, more outside.
fn lake(place: DVec2) -> f64 {
    let way = place - LAKE;
    let turned = DVec2::new(way.x * 0.8 + way.y * 0.6, way.y * 0.8 - way.x * 0.6);
    let (u, v) = (place.x / SIDE, place.y / SIDE);
    let shore = 0.34 * (fbm(u, v, 9, 3, 601) - 0.5);
    (turned / DVec2::new(150.0, 96.0)).length() + shore
}

/// Height of the land.
pub(crate) fn height(place: DVec2) -> f64 {
    let (u, v) = (place.x / SIDE, place.y / SIDE);
    let hills = fbm(u, v, 5, 4, 611) - 0.5;
    let lumps = fbm(u, v, 18, 2, 612) - 0.5;
    let mut z = 29.0 + 26.0 * hills + 4.2 * lumps;
    // Mountains round the valley.
    let edge =
        ((place - DVec2::splat(SIDE * 0.5)).abs().max_element() / (SIDE * 0.5)).clamp(0.0, 1.0);
    let ridge = 1.0 - (2.0 * fbm(u, v, 7, 3, 613) - 1.0).abs();
    let rim = smooth(0.60, 1.0, edge + 0.10 * (fbm(u, v, 6, 2, 614) - 0.5));
    z += rim * (14.0 + 88.0 * ridge * ridge);
    // A scarp to the north-east.
    let line = (place.x + 0.85 * place.y - 905.0) * 0.762 + 46.0 * (fbm(u, v, 7, 3, 615) - 0.5);
    z += 17.0 * smooth(-4.0, 5.0, line) * smooth(0.30, 0.62, fbm(u, v, 5, 2, 616) + 0.12);
    // The basin of the lake.
    let far = lake(place);
    z = mix(z, WATER_LEVEL + 3.4, smooth(1.75, 1.15, far) * 0.9);
    z = mix(z, WATER_LEVEL - 9.5, smooth(1.16, 0.35, far));
    // The plateau of the base and the level stretch of road.
    z = mix(z, PLATEAU, smooth(108.0, 70.0, (place - BASE).length()));
    // The road.
    let (distance, level) = road(place);
    mix(z, level, smooth(15.0, 5.5, distance))
}

/// Unit normal of the land.
pub(crate) fn normal(place: DVec2) -> glam::DVec3 {
    let step = 3.0;
    let slope =
        |way: DVec2| (height(place + way * step) - height(place - way * step)) / (2.0 * step);
    glam::DVec3::new(-slope(DVec2::X), -slope(DVec2::Y), 1.0).normalize()
}

/// What covers the land.
pub(crate) fn cover(place: DVec2) -> Cover {
    let (u, v) = (place.x / SIDE, place.y / SIDE);
    let z = height(place);
    let steep = 1.0 - normal(place).z;
    let rough = fbm(u, v, 26, 2, 621) - 0.5;
    let (distance, _) = road(place);
    let track = smooth(6.2, 3.4, distance + 3.0 * rough);
    let yard_distance = (place - seen(76.0, 2.0)).length() + 22.0 * (fbm(u, v, 26, 3, 622) - 0.5);
    let yard = smooth(42.0, 26.0, yard_distance);
    let shore = smooth(WATER_LEVEL + 4.6, WATER_LEVEL + 2.4, z + 1.6 * rough);
    Cover {
        rock: smooth(0.10, 0.24, steep + 0.16 * rough) * (1.0 - shore),
        earth: track.max(yard),
        sand: shore,
        bed: smooth(WATER_LEVEL - 0.3, WATER_LEVEL - 2.6, z),
    }
}
