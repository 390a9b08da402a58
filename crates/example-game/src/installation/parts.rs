//! What nobody sees from outside, and what flies: internal parts, spare parts and projectiles.

use super::machines::{SLOTS, class};
use super::model::{LEVELS, Model, Node};
use super::random::Random;
use super::solid::{Solid, Surface, fittings};
use super::surfaces::Pools;
use glam::DVec3;

/// An internal part of `intsys.rlb`; it fits a slot of one kind and one size class.
pub(super) fn internal(number: usize, pools: &mut Pools) -> Model {
    let (kind, _) = SLOTS[number % SLOTS.len()];
    let (letter, size) = class(number / SLOTS.len());
    let mut random = Random::new("internal", number);
    let points = if number.is_multiple_of(3) { 4 } else { 0 };
    let key = format!("{kind}_{letter}_{number:03}");
    let mut model = Model {
        points,
        ..Model::new("intsys.rlb", key, nres::tags::INTO, pools.machines.take(4))
    };
    let half = DVec3::new(
        random.range(0.2, 0.5),
        random.range(0.2, 0.5),
        random.range(0.15, 0.4),
    ) * size;
    let mut solids = vec![
        Solid::block(DVec3::Z * half.z, half, Surface::row(0)),
        Solid::pillar(
            DVec3::X * -half.x,
            DVec3::X * (half.x * 1.3),
            (half.z * 0.5, half.z * 0.5),
            8,
            Surface::row(1),
        ),
    ];
    solids.extend(fittings(
        &mut random,
        1,
        DVec3::Z * half.z,
        half,
        &Surface::rows(2..4),
    ));
    model
        .nodes
        .push(Node::new("part_m1o1", None, DVec3::ZERO).with(&solids, &[1.0]));
    model
}

/// A spare part of `parts.rlb`: a deflector or a dish.
pub(super) fn spare(number: usize, pools: &mut Pools) -> Model {
    let mut random = Random::new("spare", number);
    let key = format!("p_dfl_{number:02}");
    let mut model = Model {
        points: 6,
        ..Model::new("parts.rlb", key, nres::tags::EXTO, pools.machines.take(3))
    };
    let size = random.range(0.3, 1.2);
    let mast = Solid::pillar(
        DVec3::ZERO,
        DVec3::Z * size,
        (size * 0.1, size * 0.06),
        10,
        Surface::row(0),
    );
    let cup = Solid::ball(
        DVec3::Z * size,
        DVec3::new(size * 0.5, size * 0.5, size * 0.2),
        12,
        4,
        (0.0, 0.0),
        Surface::row(1),
    );
    let details = if number.is_multiple_of(2) {
        &LEVELS[..3]
    } else {
        &LEVELS[..1]
    };
    let mut node = Node::new("Dfl_m1o1", Some(0), DVec3::ZERO).with(&[mast, cup.clone()], details);
    if number.is_multiple_of(4) {
        node.add(0, 4, &[cup], 0.3);
    }
    model.nodes.push(Node::new("Base_DF", None, DVec3::ZERO));
    model.nodes.push(node);
    model
}

/// A projectile of `weapon.rlb`.
pub(super) fn projectile(number: usize, pools: &mut Pools) -> Model {
    let mut wear = pools.machines.take(2);
    wear.extend(pools.glow.take(1));
    let key = format!("bul_{number:02}");
    let mut model = Model {
        points: 4,
        ..Model::new("weapon.rlb", key, nres::tags::BULL, wear)
    };
    let size = Random::new("projectile", number).range(0.2, 0.6);
    let rings = vec![
        (-size, size * 0.1, size * 0.1),
        (0.0, size * 0.16, size * 0.16),
        (size, size * 0.02, size * 0.02),
    ];
    let mut solids = vec![Solid::loft(
        DVec3::ZERO,
        DVec3::Y,
        DVec3::X,
        rings,
        Some(10),
        Surface::row(0),
    )];
    for yaw in [0.0, std::f64::consts::FRAC_PI_2] {
        let (sine, cosine) = libm::sincos(yaw);
        let fin = DVec3::new(0.3 * cosine + 0.02, 0.12, 0.3 * sine + 0.02) * size;
        solids.push(Solid::block(
            DVec3::Y * (-size * 0.85),
            fin,
            Surface::row(1),
        ));
    }
    model
        .nodes
        .push(Node::new("bul_m1o1", None, DVec3::ZERO).with(&solids, &LEVELS[..3]));
    model
}
