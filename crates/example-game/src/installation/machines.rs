//! What all machines have in common: size classes, slots, skins and the ways in which they move.

use super::model::{Key, Model, Node, turn_x};
use super::solid::Surface;
use super::surfaces::Pools;
use glam::{DQuat, DVec3};
use msh::BatchFlags;
use std::f64::consts::{PI, TAU};

/// Size classes: the letter in keys and labels, and metres of a body's half width.
pub(super) const CLASSES: [(&str, f64); 5] =
    [("t", 0.5), ("l", 0.8), ("m", 1.3), ("b", 2.6), ("h", 1.0)];

/// The class of a number.
pub(super) fn class(number: usize) -> (&'static str, f64) {
    CLASSES[number % CLASSES.len()]
}

/// Whether chassis and turrets of this number have the turret below the belly.
pub(super) fn hangs(number: usize) -> bool {
    number / CLASSES.len() % 3 == 2
}

/// Kinds of internal parts in the order of a chassis' slots; the first letters of their keys.
pub(super) const SLOTS: [(&str, i32); 8] = [
    ("i_eng", 5),
    ("i_bat", 19),
    ("i_arm", 27),
    ("i_rdr", 8),
    ("i_shd", 9),
    ("i_cmp", 13),
    ("i_rep", 15),
    ("i_clp", 16),
];

pub(super) fn skins(pools: &mut Pools, plates: usize) -> Vec<String> {
    let mut wear = pools.machines.take(plates);
    wear.extend(pools.glow.take(1));
    wear
}

/// A lamp or jet: additive, filed as see-through.
pub(super) fn glow(model: &Model) -> Surface {
    let mut surface = Surface::row(model.wear.len() - 1);
    surface.flags = BatchFlags::TRANSLUCENT.0;
    surface
}

/// Rows from one on, and the glow: what fittings of a machine wear.
pub(super) fn trim(model: &Model, first: usize) -> Vec<Surface> {
    let mut surfaces = Surface::rows(first..model.wear.len() - 1);
    surfaces.insert(1, glow(model));
    surfaces
}

/// The walk of a limb: it swings about X and stands straight at time 0.
pub(super) fn swing(node: &mut Node, frames: u32, step: u32, amplitude: f64, phase: f64) {
    let place = node.rest().place;
    let rest = libm::sin(phase);
    let key = |time: u32| Key {
        time,
        place,
        turn: turn_x(
            amplitude * (libm::sin(TAU * f64::from(time) / f64::from(frames) * 3.0 + phase) - rest),
        ),
    };
    node.keys = (0..frames).step_by(step as usize).map(key).collect();
}

/// The body's own way: it lunges forward and comes back, and dips a little.
pub(super) fn lunge(node: &mut Node, frames: u32, step: u32, reach: f64) {
    let rest = node.rest().place;
    let key = |time: u32| {
        let part = f64::from(time) / f64::from(frames);
        let (ahead, dip) = (
            reach * libm::sin(PI * part),
            0.04 * reach * libm::sin(TAU * part * 6.0),
        );
        Key {
            time,
            place: rest + DVec3::new(0.0, ahead, dip),
            turn: DQuat::IDENTITY,
        }
    };
    node.keys = (0..frames).step_by(step as usize).map(key).collect();
}
