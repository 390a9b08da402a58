//! The picture of the whole map from above, north up (spec page: terrain, section 15).

use crate::land::Valley;
use crate::noise::{fbm, smooth};
use crate::paint::{Canvas, mix_colour, rgb, scale};
use crate::world::{self, SIDE, WATER_LEVEL};
use glam::DVec2;
use tma::{ObjectKind, Tma};

/// Pixels a side, as on every map.
const PIXELS: usize = 256;

/// Paints the map and marks what stands on it.
pub(crate) fn paint(valley: &Valley, mission: &Tma) -> Canvas {
    let mut canvas = Canvas::from_fn(PIXELS, PIXELS, |u, v| {
        let place = DVec2::new(u, 1.0 - v) * SIDE;
        let z = valley.ground(place);
        if z < WATER_LEVEL {
            return mix_colour(
                rgb(52, 78, 128),
                rgb(34, 52, 96),
                smooth(0.0, 8.0, WATER_LEVEL - z),
            );
        }
        let cover = world::cover(place);
        let mut colour = mix_colour(rgb(92, 112, 58), rgb(126, 132, 74), fbm(u, v, 12, 3, 801));
        colour = mix_colour(colour, rgb(150, 126, 92), cover.earth);
        colour = mix_colour(colour, rgb(124, 118, 108), cover.rock);
        colour = mix_colour(colour, rgb(178, 164, 126), cover.sand);
        // Light from the north-west, as on printed maps.
        let normal = world::normal(place);
        scale(
            colour,
            (0.85 + 0.55 * (normal.y - normal.x) + 0.002 * z).clamp(0.4, 1.5),
        )
    });
    for object in &mission.objects {
        let (colour, reach) = match object.kind() {
            ObjectKind::Building => (rgb(214, 206, 190), 2),
            ObjectKind::Vegetation => (rgb(58, 78, 40), 0),
            _ => continue,
        };
        let [x, y, _] = object.position.map(f64::from);
        let (column, row) = ((x / SIDE * 256.0) as i32, (256.0 - y / SIDE * 256.0) as i32);
        for dy in -reach..=reach {
            for dx in -reach..=reach {
                let (px, py) = (column + dx, row + dy);
                if (0..PIXELS as i32).contains(&px) && (0..PIXELS as i32).contains(&py) {
                    canvas.pixels[py as usize * PIXELS + px as usize] = colour;
                }
            }
        }
    }
    canvas
}
