//! `Land.map`: the polygons that units plan their way by (spec page: terrain, section 12).

use crate::land::{Point, TILES, Valley};
use crate::world::{self, SIDE, WATER_LEVEL};
use glam::DVec2;
use std::collections::BTreeMap;
use terrain::{Areal, ArealMap, ArealRecord48, Rectangle};

/// One areal a tile; the tiles that lie under water are one lake.
pub(crate) fn map(valley: &Valley) -> ArealMap {
    let edge = SIDE / TILES as f64;
    let corner = |x: usize, y: usize| DVec2::new(x as f64 * edge, y as f64 * edge);
    let lake = |x: usize, y: usize| {
        let middle = corner(x, y) + DVec2::splat(edge * 0.5);
        let near = [(0.5, 0.5), (0.2, 0.5), (0.8, 0.5), (0.5, 0.2), (0.5, 0.8)];
        world::height(middle) < WATER_LEVEL - 1.0
            && near
                .iter()
                .all(|&(u, v)| world::height(corner(x, y) + DVec2::new(u, v) * edge) < WATER_LEVEL)
    };
    let mut areals = Vec::new();
    let mut wet = Vec::new();
    for x in 0..TILES {
        for y in 0..TILES {
            if lake(x, y) {
                wet.push((x, y));
                continue;
            }
            let outline = vec![
                corner(x, y),
                corner(x + 1, y),
                corner(x + 1, y + 1),
                corner(x, y + 1),
            ];
            let steep = 1.0 - world::normal(corner(x, y) + DVec2::splat(edge * 0.5)).z;
            let walkable = steep < 0.12
                && outline
                    .iter()
                    .all(|place| valley.ground(*place) > WATER_LEVEL);
            areals.push(areal(
                valley,
                &outline,
                walkable,
                if walkable { 3 } else { 9 },
            ));
        }
    }
    if let Some(outline) = around(&wet) {
        let outline: Vec<DVec2> = outline.into_iter().map(|(x, y)| corner(x, y)).collect();
        areals.push(areal(valley, &outline, false, 240));
    }
    let rectangle = Rectangle {
        min: DVec2::ZERO,
        max: DVec2::splat(SIDE),
    };
    ArealMap::new(areals, rectangle, 128)
}

/// The outline of a connected set of tiles without holes, counter-clockwise, a corner at every tile corner.
fn around(tiles: &[Point]) -> Option<Vec<Point>> {
    let mut next: BTreeMap<Point, Point> = BTreeMap::new();
    for &(x, y) in tiles {
        let is = |dx: i64, dy: i64| {
            tiles.contains(&((x as i64 + dx) as usize, (y as i64 + dy) as usize))
        };
        for (beyond, from, to) in [
            (is(0, -1), (x, y), (x + 1, y)),
            (is(1, 0), (x + 1, y), (x + 1, y + 1)),
            (is(0, 1), (x + 1, y + 1), (x, y + 1)),
            (is(-1, 0), (x, y + 1), (x, y)),
        ] {
            if !beyond {
                next.insert(from, to);
            }
        }
    }
    let (&start, _) = next.iter().next()?;
    let mut outline = vec![start];
    let mut at = *next.get(&start)?;
    while at != start && outline.len() <= next.len() {
        outline.push(at);
        at = *next.get(&at)?;
    }
    Some(outline)
}

fn areal(valley: &Valley, outline: &[DVec2], walkable: bool, class_id: u32) -> Areal {
    let twice: f64 = (0..outline.len())
        .map(|index| outline[index].perp_dot(outline[(index + 1) % outline.len()]))
        .sum();
    // The middle of the first tile at the first corner lies inside in every shape made here.
    let inside = outline[0] + DVec2::splat(SIDE / TILES as f64 * 0.5);
    Areal {
        record: ArealRecord48 {
            anchor: inside.extend(valley.ground(inside)).as_vec3().to_array(),
            area: (twice * 0.5) as f32,
            normal: [0.0, 0.0, 1.0],
            walkable: u32::from(walkable),
            class_id,
            ..ArealRecord48::default()
        },
        boundary: outline
            .iter()
            .map(|place| place.extend(valley.ground(*place)).as_vec3())
            .collect(),
        ..Areal::default()
    }
}
