//! What the shaders compute, pixel by pixel, against the CPU reference and the tables of the spec pages.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

#[path = "../common/mod.rs"]
mod common;
mod ground;
mod meshes;

use common::{Stage, Studio};
use glam::Vec3;
use renderer::DrawOptions;
use scene::{Camera, DirectionalLight, Environment, Fog, MaterialState, SkyColours};

/// One step of a stored value, and what arithmetic in another order may differ by.
const STEP: f32 = 1.02 / 255.0;
const TEXEL: [u8; 4] = [128, 64, 191, 255];
const SCENE_COLOUR: Vec3 = Vec3::splat(40.0 / 255.0);
const BEHIND: Vec3 = Vec3::new(0.1, 0.2, 0.3);

fn stored(bytes: [u8; 4]) -> Vec3 {
    Vec3::new(bytes[0].into(), bytes[1].into(), bytes[2].into()) / 255.0
}

fn diffuse() -> Vec3 {
    Vec3::new(200.0, 180.0, 160.0) / 255.0
}

fn ambient() -> Vec3 {
    Vec3::new(20.0, 10.0, 0.0) / 255.0
}

/// The phase of materials, section 9.7, without its highlight.
fn phase(texture: u32) -> MaterialState {
    MaterialState {
        diffuse: diffuse().into(),
        ambient: ambient().into(),
        texture,
        ..MaterialState::default()
    }
}

/// A picture of 3 by 3 pixels; its middle one looks exactly along +Y.
fn studio() -> Option<Studio> {
    Studio::open(3, 3)
}

fn no_fog() -> Fog {
    Environment::single_model().fog
}

/// One grey light that meets a quad facing -Y with this cosine.
fn environment(light: f32, g: f32) -> Environment {
    let across = (1.0 - g * g).max(0.0).sqrt();
    Environment {
        scene_colour: SCENE_COLOUR,
        lights: [
            None,
            Some(DirectionalLight {
                travel: Vec3::new(across, g, 0.0),
                colour: Vec3::splat(light),
            }),
        ],
        fog: no_fog(),
        sky: None,
    }
}

fn middle(studio: &mut Studio, stage: &Stage) -> Vec3 {
    let options = DrawOptions {
        sky: false,
        ..DrawOptions::default()
    };
    let picture = studio.picture(&stage.scene, Camera::default(), options);
    stored(picture.get_pixel(1, 1).0)
}

#[track_caller]
fn close(drawn: Vec3, wanted: impl Into<Vec3>, tolerance: f32) {
    let wanted = wanted.into();
    let off = (drawn - wanted).abs().max_element();
    assert!(
        off <= tolerance,
        "drawn {drawn}, wanted {wanted}, off by {off}"
    );
}

fn hazy(fog: Fog, horizon: Vec3) -> (Fog, Option<SkyColours>) {
    let ring = [[0.0; 4]; 4];
    let sky = SkyColours {
        horizon: [horizon; 4],
        ring3: ring,
        ring2: ring,
        apex: [0.0; 4],
    };
    (fog, Some(sky))
}
