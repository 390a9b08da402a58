use glam::Vec3;

/// A light from infinitely far.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DirectionalLight {
    /// Unit vector the light travels along.
    pub travel: Vec3,
    /// May exceed 1.
    pub colour: Vec3,
}

/// Fog, linear in the squared distance (spec page: environment, section 5).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fog {
    /// Metres from the eye where it begins.
    pub start: f32,
    /// Metres from the eye where nothing else is left.
    pub end: f32,
}

/// Colours of the sky's dome: by compass 0..3 for north, east, south, west (spec page: environment, section 4.2).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SkyColours {
    /// At the horizon; also the colour of fog in that direction.
    pub horizon: [Vec3; 4],
    /// Ring 3, low.
    pub ring3: [[f32; 4]; 4],
    /// Ring 2, high.
    pub ring2: [[f32; 4]; 4],
    /// Overhead.
    pub apex: [f32; 4],
}

/// Light, fog and sky colours at one moment.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Environment {
    /// Floor under every light.
    pub scene_colour: Vec3,
    /// Sun or moon, and its counter light.
    pub lights: [Option<DirectionalLight>; 2],
    /// Distances of the fog.
    pub fog: Fog,
    /// Colours of the dome; `None` clears to the scene colour and fogs to it.
    pub sky: Option<SkyColours>,
}

impl Environment {
    /// A mission without a readable sky file (spec page: environment, section 11.4).
    pub fn without_sky_file() -> Self {
        let colour = |r: f32, g: f32, b: f32| Vec3::new(r, g, b) / 255.0;
        let ring = |c: Vec3| [[c.x, c.y, c.z, 1.0]; 4];
        Self {
            scene_colour: colour(64.0, 64.0, 72.0),
            lights: [
                Some(DirectionalLight {
                    travel: Vec3::new(-0.5, 0.0, -0.866_025_4),
                    colour: Vec3::new(1.0, 0.95, 0.85),
                }),
                None,
            ],
            fog: Fog {
                start: 0.0,
                end: 700.0,
            },
            sky: Some(SkyColours {
                horizon: [colour(170.0, 185.0, 205.0); 4],
                ring3: ring(colour(140.0, 165.0, 205.0)),
                ring2: ring(colour(110.0, 145.0, 200.0)),
                apex: [80.0 / 255.0, 120.0 / 255.0, 190.0 / 255.0, 1.0],
            }),
        }
    }

    /// A model on its own, without any sky (spec page: materials, section 9.3).
    pub fn single_model() -> Self {
        Self {
            scene_colour: Vec3::splat(0.35),
            lights: [
                Some(DirectionalLight {
                    travel: -Vec3::new(0.405_6, 0.304_2, 0.861_9),
                    colour: Vec3::ONE,
                }),
                None,
            ],
            fog: Fog {
                start: f32::MAX,
                end: f32::MAX,
            },
            sky: None,
        }
    }
}

impl Default for Environment {
    fn default() -> Self {
        Self::single_model()
    }
}
