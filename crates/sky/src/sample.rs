//! Everything a sky says at one moment (spec page: environment, sections 4.2, 4.5, 5 and 11.4).

use crate::{Body, BodyKind, FogLaw, flare};
use std::sync::Arc;

/// Angle of a body's half extent of 1, radians.
const HALF_EXTENT: f32 = 0.1625;

/// The sky at one moment. Colours are display values R, G, B (and A), 0 to 1; groups of four go by compass: north,
/// east, south, west.
#[derive(Debug, Clone, PartialEq)]
pub struct SkySample {
    /// At the horizon; also the colour of fog in that direction.
    pub horizon: [[f32; 4]; 4],
    /// Dome ring 3, low.
    pub ring3: [[f32; 4]; 4],
    /// Dome ring 2, high.
    pub ring2: [[f32; 4]; 4],
    /// Apex and ring 1 of the dome. Alpha 0 shows the nebula.
    pub apex: [f32; 4],
    /// Metres from the eye where fog begins.
    pub fog_start: f32,
    /// Metres from the eye where nothing else is left.
    pub fog_end: f32,
    /// The flare's colour; the alpha scales how much it lifts the light of the body.
    pub flare: [f32; 4],
    /// Diffuse colour of the clouds.
    pub clouds: [f32; 4],
    /// Light of sun or moon before its factor.
    pub light: [f32; 4],
    /// Factor on it; may exceed 1.
    pub light_factor: f32,
    /// Floor under every light.
    pub scene_colour: [f32; 3],
    /// Light against the body's.
    pub counter_colour: [f32; 3],
    /// Extent of the body across and up; see [`Self::body_half_angles`].
    pub extent: [f32; 2],
    /// The body whose time it is.
    pub body: Option<Body>,
    /// How much rain or snow falls, 0 to 1.
    pub weather_intensity: f32,
    /// Rain, and the name of its sound (empty when the file forgot it).
    pub rain: Option<Arc<[u8]>>,
    /// Snow or dust.
    pub snow: bool,
    /// Lightning, and the name of its effect (empty when the file forgot it).
    pub lightning: Option<Arc<[u8]>>,
}

/// A light from infinitely far.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DirectionalLight {
    /// Unit vector the light travels along.
    pub travel: [f32; 3],
    /// R, G, B; may exceed 1.
    pub colour: [f32; 3],
}

impl SkySample {
    /// The environment of a mission whose `sky.ske` is missing or bad (spec page: environment, section 11.4).
    ///
    /// What the page leaves open: the disc has extent 1, clouds are white, the flare lifts nothing.
    pub fn without_file() -> Self {
        let opaque = |r: u8, g: u8, b: u8| [r, g, b, 255].map(|channel| f32::from(channel) / 255.0);
        Self {
            horizon: [opaque(170, 185, 205); 4],
            ring3: [opaque(140, 165, 205); 4],
            ring2: [opaque(110, 145, 200); 4],
            apex: opaque(80, 120, 190),
            fog_start: 0.0,
            fog_end: 700.0,
            flare: [0.0; 4],
            clouds: [1.0; 4],
            light: [1.0, 0.95, 0.85, 1.0],
            light_factor: 1.0,
            scene_colour: rgb(opaque(64, 64, 72)),
            counter_colour: [0.0; 3],
            extent: [1.0; 2],
            body: Some(Body::new(BodyKind::Sun, 0.5)),
            weather_intensity: 0.0,
            rain: None,
            snow: false,
            lightning: None,
        }
    }

    /// The fog of the ground and of everything on it.
    pub fn fog(&self) -> FogLaw {
        FogLaw::Original {
            start: self.fog_start,
            end: self.fog_end,
        }
    }

    /// The colour of fog in a direction of the ground (x east, y north; any length).
    pub fn fog_colour(&self, [x, y]: [f32; 2]) -> [f32; 3] {
        let quarters = x.atan2(y).to_degrees().rem_euclid(360.0) / 90.0;
        let horizon = |quarter: usize| self.horizon.get(quarter % 4).copied().unwrap_or_default();
        let quarter = quarters as usize;
        rgb(lerp(
            horizon(quarter),
            horizon(quarter.wrapping_add(1)),
            quarters.fract(),
        ))
    }

    /// The light of sun or moon; `None` when neither is up.
    pub fn main_light(&self) -> Option<DirectionalLight> {
        let colour = rgb(self.light).map(|channel| channel * self.light_factor);
        let travel = self.body?.travel;
        Some(DirectionalLight { travel, colour })
    }

    /// [`Self::main_light`] for a viewer who looks along a unit vector: up to five times as strong when he looks into
    /// the body (spec page: environment, section 4.8).
    pub fn main_light_along(&self, view: [f32; 3]) -> Option<DirectionalLight> {
        let light = self.main_light()?;
        let [.., alpha] = self.flare;
        let lift = 1.0 + 4.0 * flare::intensity(view, self.body?.direction()) * alpha;
        Some(DirectionalLight {
            colour: light.colour.map(|channel| channel * lift),
            ..light
        })
    }

    /// The second light of the body, which comes from the opposite side; `None` when no body is up.
    pub fn counter_light(&self) -> Option<DirectionalLight> {
        Some(DirectionalLight {
            travel: self.body?.direction(),
            colour: self.counter_colour,
        })
    }

    /// Half the angle that the body covers across and up, radians.
    pub fn body_half_angles(&self) -> [f32; 2] {
        self.extent.map(|extent| extent * HALF_EXTENT)
    }

    /// The colour of rain drops and snow flakes: the light, no channel above 0x50, alpha 0x96.
    pub fn precipitation_colour(&self) -> [f32; 4] {
        let [r, g, b] = rgb(self.light).map(|channel| channel.min(f32::from(0x50u8) / 255.0));
        [r, g, b, f32::from(0x96u8) / 255.0]
    }
}

pub(crate) fn rgb([r, g, b, _]: [f32; 4]) -> [f32; 3] {
    [r, g, b]
}

pub(crate) fn lerp<const N: usize>(from: [f32; N], to: [f32; N], part: f32) -> [f32; N] {
    let mut out = from;
    for (out, to) in out.iter_mut().zip(to) {
        *out += (to - *out) * part;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colour(r: u8, g: u8, b: u8) -> [f32; 4] {
        [r, g, b, 255].map(|channel| f32::from(channel) / 255.0)
    }

    fn bytes(colour: [f32; 3]) -> [u8; 3] {
        colour.map(|channel| (channel * 255.0).round() as u8)
    }

    #[test]
    fn fog_takes_the_colour_of_the_horizon_it_hides() {
        let mut sky = SkySample::without_file();
        sky.horizon = [
            colour(175, 165, 220),
            colour(120, 110, 180),
            colour(10, 20, 30),
            colour(50, 60, 70),
        ];
        assert_eq!(bytes(sky.fog_colour([0.6, 0.8])), [152, 142, 204]);
        for (direction, expected) in [
            ([0.0, 1.0], [175, 165, 220]),
            ([1.0, 0.0], [120, 110, 180]),
            ([0.0, -1.0], [10, 20, 30]),
            ([-1.0, 0.0], [50, 60, 70]),
        ] {
            for (found, expected) in bytes(sky.fog_colour(direction)).iter().zip(expected) {
                assert!(found.abs_diff(expected) <= 1, "{direction:?}");
            }
        }
        assert_eq!(sky.fog_colour([0.0, 0.0]), rgb(sky.horizon[0]));
        assert!(sky.fog_colour([f32::NAN, 0.0])[0].is_nan());
    }

    #[test]
    fn the_default_sky() {
        let sky = SkySample::without_file();
        let sun = sky.main_light().unwrap();
        for (found, expected) in sun.travel.iter().zip([-0.5, 0.0, -0.866]) {
            assert!((found - expected).abs() < 1e-4);
        }
        assert_eq!(sun.colour, [1.0, 0.95, 0.85]);
        assert_eq!(sky.counter_light().unwrap().colour, [0.0; 3]);
        assert_eq!(bytes(sky.scene_colour), [64, 64, 72]);
        assert_eq!(sky.fog().keep(700.0), 0.0);
        assert_eq!((sky.rain, sky.snow, sky.lightning), (None, false, None));
    }

    #[test]
    fn a_look_into_the_sun_lifts_its_light() {
        let mut sky = SkySample::without_file();
        sky.flare = [0.0, 0.0, 0.0, 1.0];
        let sun = sky.body.unwrap().direction();
        let colour = |view| sky.main_light_along(view).unwrap().colour;
        assert!((colour(sun)[0] - 5.0).abs() < 1e-4);
        assert_eq!(colour([0.0, 1.0, 0.0])[0], 1.0);
    }

    #[test]
    fn extents_and_drops() {
        let mut sky = SkySample::without_file();
        sky.extent = [2.2, 2.0];
        let [across, _] = sky.body_half_angles();
        assert!((across.to_degrees() - 20.48).abs() < 0.01);
        assert!((across * 1280.0 / 1.3 - 352.0).abs() < 0.01);
        sky.light = [1.0, 0.1, 0.0, 1.0];
        assert_eq!(
            sky.precipitation_colour(),
            [80.0 / 255.0, 0.1, 0.0, 150.0 / 255.0]
        );
    }
}
