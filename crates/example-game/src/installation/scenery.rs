//! Trees, bushes, stones and wrecks of `static.rlb` (spec page: msh, section 18.2).

use super::model::{LEVELS, Model, Node};
use super::random::Random;
use super::solid::{Solid, Surface};
use super::surfaces::Pools;
use super::triangle_words;
use glam::DVec3;
use std::f64::consts::{PI, TAU};

const ARCHIVE: &str = "static.rlb";

/// The scenery model of a number.
pub(super) fn model(number: usize, pools: &mut Pools) -> Model {
    match number % 17 {
        0..=7 => tree(number, pools),
        8..=11 => bush(number, pools),
        12..=15 => stone(number, pools),
        _ => wreck(number, pools),
    }
}

fn base(kind: &str, number: usize, wear: Vec<String>) -> Model {
    let key = format!("s_{kind}_{number:02}");
    Model {
        stem: format!("s_{kind}_0_{number:02}"),
        ..Model::new(ARCHIVE, key, nres::tags::STAT, wear)
    }
}

/// A trunk with branches, and its crown in one node or in one per cluster of leaves.
fn tree(number: usize, pools: &mut Pools) -> Model {
    let mut random = Random::new("tree", number);
    let mut wear = pools.rough.take(1);
    wear.extend(pools.leaves.take(2));
    let mut model = base("tree", number, wear);
    let height = random.range(7.0, 19.0);
    let bark = Surface::tiled(0, 2.5);
    let girth = height * 0.025;
    let mut wood = vec![Solid::pillar(
        DVec3::new(0.0, 0.0, -0.6),
        DVec3::Z * (height * 0.8),
        (girth, girth * 0.3),
        9,
        bark,
    )];
    let clusters = if number.is_multiple_of(3) {
        3 + random.below(7)
    } else {
        1
    };
    let mut crowns = Vec::new();
    for cluster in 0..clusters {
        let angle = TAU * cluster as f64 / clusters as f64 + random.range(0.0, 0.6);
        let (sine, cosine) = libm::sincos(angle);
        let reach = if clusters > 1 { height * 0.22 } else { 0.0 };
        let place = DVec3::new(
            cosine * reach,
            sine * reach,
            height * random.range(0.45, 0.62),
        );
        let start = DVec3::Z * (height * 0.35);
        wood.push(Solid::pillar(
            start,
            place + DVec3::Z,
            (girth * 0.5, girth * 0.2),
            6,
            bark,
        ));
        let count = if clusters > 1 { 13 } else { 60 };
        let spread = if clusters > 1 {
            height * 0.14
        } else {
            height * 0.2
        };
        let leaves: Vec<Solid> = (0..count)
            .map(|index| {
                let mut leaf = Surface::row(1 + index % 2);
                leaf.words = triangle_words::FOLIAGE;
                let offset = DVec3::new(
                    random.range(-1.0, 1.0),
                    random.range(-1.0, 1.0),
                    random.range(-0.8, 1.0),
                ) * spread;
                let width = height * random.range(0.12, 0.22);
                Solid::card(offset, width, width * 0.9, random.range(0.0, PI), leaf)
            })
            .collect();
        crowns.push((place, leaves));
    }
    let details = &LEVELS[..if number.is_multiple_of(4) { 4 } else { 3 }];
    model
        .nodes
        .push(Node::new("trunk", None, DVec3::ZERO).with(&wood, details));
    for (index, (place, leaves)) in crowns.into_iter().enumerate() {
        let mut node =
            Node::new(&format!("lf{index:02}_m1o1"), Some(0), place).with(&leaves, details);
        // A hit crown lost its upper half.
        if index == 0 {
            let rest: Vec<Solid> = leaves.iter().map(|leaf| leaf.ruined(0.5)).collect();
            node.add(1, 0, &rest, 0.35);
        }
        model.nodes.push(node);
    }
    model
}

/// Crossed planes.
fn bush(number: usize, pools: &mut Pools) -> Model {
    let mut random = Random::new("bush", number);
    let mut model = base("tree", number, pools.leaves.take(1));
    let (width, height) = (random.range(1.2, 2.6), random.range(0.8, 1.8));
    let cards: Vec<Solid> = (0..6)
        .map(|index| {
            let mut leaf = Surface::row(0);
            leaf.words = triangle_words::FOLIAGE;
            let foot = DVec3::new(random.range(-0.2, 0.2), random.range(-0.2, 0.2), -0.1);
            Solid::card(foot, width, height, PI * f64::from(index) / 6.0, leaf)
        })
        .collect();
    model
        .nodes
        .push(Node::new("bush", None, DVec3::ZERO).with(&cards, &[1.0, 0.2]));
    model
}

fn stone(number: usize, pools: &mut Pools) -> Model {
    let mut random = Random::new("stone", number);
    let mut model = base("stn", number, pools.rough.take(1));
    let radii = DVec3::new(
        random.range(0.8, 2.2),
        random.range(0.8, 2.2),
        random.range(0.6, 1.6),
    );
    let rough = (random.range(0.1, 0.3), random.range(0.0, TAU));
    let ball = Solid::ball(
        DVec3::Z * (radii.z * 0.4),
        radii,
        10,
        4,
        rough,
        Surface::tiled(0, 3.0),
    );
    model
        .nodes
        .push(Node::new("stone", None, DVec3::ZERO).with(&[ball], &LEVELS[..3]));
    model
}

/// A burnt-out machine, half sunk.
fn wreck(number: usize, pools: &mut Pools) -> Model {
    let mut random = Random::new("wreck", number);
    let mut wear = pools.machines.take(2);
    wear.extend(pools.rough.take(1));
    let mut model = base("wrk", number, wear);
    let half = DVec3::new(
        random.range(1.2, 2.4),
        random.range(2.0, 4.0),
        random.range(0.5, 0.9),
    );
    let mut solids = vec![
        Solid::hull(DVec3::Z * (half.z * 0.6), half, 8, Surface::row(0)),
        Solid::pillar(
            DVec3::new(half.x, -half.y, 0.2),
            DVec3::new(half.x, half.y, 0.2),
            (0.5, 0.5),
            10,
            Surface::row(2),
        ),
        Solid::pillar(
            DVec3::new(0.0, 0.0, half.z),
            DVec3::new(1.0, half.y * 1.3, half.z * 2.0),
            (0.2, 0.14),
            8,
            Surface::row(1),
        ),
    ];
    solids.extend(super::solid::fittings(
        &mut random,
        8,
        DVec3::Z * (half.z * 0.6),
        half,
        &Surface::rows(0..3),
    ));
    model
        .nodes
        .push(Node::new("wreck", None, DVec3::ZERO).with(&solids, &LEVELS[..3]));
    model
}
