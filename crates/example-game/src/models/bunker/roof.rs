//! The roof: glazed command post, vents, railing, aerial; and the vaulted shed at the building's side.

use super::{CONCRETE, DOOR, GLASS, GRILLE, HATCH, PANEL, SCREEN, SLAB, STEEL, TREAD};
use crate::shape::{
    SEE_THROUGH, Shape, WALKABLE, bar, block, boxed, chamfered, circle, lathe, profile, rectangle,
    stacked, tube,
};
use glam::{DVec2, DVec3};

/// The roof and what stands on it.
pub(super) fn roof(lod: usize) -> Shape {
    let fine = lod == 0;
    let bevel = if fine { 0.05 } else { 0.0 };
    let mut shape = block(
        DVec3::new(-11.5, -7.5, 5.4),
        DVec3::new(11.5, 7.5, 6.05),
        0.0,
    )
    .facing(|n| n.z > 0.5)
    .mapped(8.0, DVec2::new(0.1, 0.2))
    .material(SLAB)
    .collision(WALKABLE);
    // Command post: a glazed cabin with slanting windows.
    let at = |grow: f64| {
        chamfered(
            &rectangle(
                DVec2::new(-4.2 - grow, -3.0 - grow),
                DVec2::new(4.2 + grow, 3.0 + grow),
            ),
            1.0,
        )
    };
    shape.add(
        stacked(&[(6.0, at(0.25)), (6.9, at(0.25)), (7.05, at(0.1))])
            .at(-3.0, -2.6, 0.0)
            .facing(|n| n.z < 0.9)
            .mapped(8.0, DVec2::new(0.5, 0.1))
            .material(CONCRETE),
    );
    shape.add(
        stacked(&[
            (8.45, at(0.65)),
            (8.6, at(0.75)),
            (8.95, at(0.75)),
            (9.15, at(0.45)),
        ])
        .at(-3.0, -2.6, 0.0)
        .mapped(4.0, DVec2::new(0.2, 0.4))
        .material(PANEL),
    );
    let mut shape = shape.baked(1.2);
    let (low, high) = (at(0.06), at(0.60));
    for index in 0..low.len() {
        let next = (index + 1) % low.len();
        let corners = [
            low[index].extend(7.05),
            low[next].extend(7.05),
            high[next].extend(8.45),
            high[index].extend(8.45),
        ];
        shape.add(
            Shape::quad(corners)
                .at(-3.0, -2.6, 0.0)
                .material(GLASS)
                .flags(SEE_THROUGH),
        );
        if fine {
            let offset = DVec3::new(-3.0, -2.6, 0.0);
            shape.add(bar(corners[0] + offset, corners[3] + offset, 0.07, 6).material(STEEL));
            let (a, b) = (
                (corners[0] + corners[1]) * 0.5,
                (corners[2] + corners[3]) * 0.5,
            );
            if (corners[0] - corners[1]).length() > 2.5 {
                shape.add(bar(a + offset, b + offset, 0.05, 6).material(STEEL));
            }
        }
    }
    // Floor and desks behind the glass.
    shape.add(
        Shape::polygon(at(0.0).iter().map(|p| p.extend(7.06)).collect(), at(0.0))
            .at(-3.0, -2.6, 0.0)
            .mapped(2.0, DVec2::ZERO)
            .material(TREAD),
    );
    if fine {
        for x in [-5.4, -3.0, -0.6] {
            shape.add(
                boxed(x, -1.0, 7.06, (1.6, 0.7, 0.75), 0.05)
                    .mapped(2.0, DVec2::ZERO)
                    .material(STEEL),
            );
            shape.add(
                Shape::quad([
                    DVec3::new(x - 0.6, -1.1, 7.82),
                    DVec3::new(x + 0.6, -1.1, 7.82),
                    DVec3::new(x + 0.6, -0.78, 8.25),
                    DVec3::new(x - 0.6, -0.78, 8.25),
                ])
                .material(SCREEN),
            );
        }
        // Hatch, vents, pipes.
        shape.add(
            boxed(5.0, -4.4, 6.0, (2.0, 2.0, 0.35), 0.08)
                .mapped(4.0, DVec2::ZERO)
                .material(CONCRETE),
        );
        shape.add(
            Shape::quad([
                DVec3::new(4.15, -5.25, 6.36),
                DVec3::new(5.85, -5.25, 6.36),
                DVec3::new(5.85, -3.55, 6.36),
                DVec3::new(4.15, -3.55, 6.36),
            ])
            .material(HATCH),
        );
        for (x, y) in [(3.4, 3.6), (5.6, 3.6)] {
            shape.add(
                boxed(x, y, 6.0, (1.6, 1.6, 1.15), 0.07)
                    .mapped(4.0, DVec2::new(0.5, 0.0))
                    .material(PANEL),
            );
            for turn in [0.0, 90.0, 180.0, 270.0] {
                shape.add(
                    Shape::quad([
                        DVec3::new(-0.6, -0.815, 6.2),
                        DVec3::new(0.6, -0.815, 6.2),
                        DVec3::new(0.6, -0.815, 6.95),
                        DVec3::new(-0.6, -0.815, 6.95),
                    ])
                    .turned(DVec3::Z, turn)
                    .at(x, y, 0.0)
                    .material(GRILLE),
                );
            }
        }
        shape.add(
            lathe(
                &[
                    (0.32, 6.0),
                    (0.32, 7.4),
                    (0.55, 7.55),
                    (0.55, 7.7),
                    (0.0, 7.9),
                ],
                12,
            )
            .at(9.2, -2.0, 0.0)
            .mapped(2.0, DVec2::ZERO)
            .material(STEEL),
        );
        shape.add(
            tube(
                &[
                    (DVec3::new(6.4, 3.6, 6.6), 0.16),
                    (DVec3::new(8.2, 3.6, 6.6), 0.16),
                    (DVec3::new(8.5, 3.3, 6.6), 0.16),
                    (DVec3::new(8.5, -1.0, 6.6), 0.16),
                    (DVec3::new(8.5, -1.3, 6.3), 0.16),
                    (DVec3::new(8.5, -1.3, 5.9), 0.16),
                ],
                8,
                2.0,
            )
            .material(STEEL),
        );
        // Railing along the front edge.
        for step in 0..12 {
            let x = -9.35 + 1.7 * f64::from(step);
            shape.add(
                bar(
                    DVec3::new(x, 7.55, 6.45),
                    DVec3::new(x, 7.55, 7.4),
                    0.035,
                    5,
                )
                .material(STEEL),
            );
        }
        for z in [6.95, 7.4] {
            shape.add(
                bar(
                    DVec3::new(-9.35, 7.55, z),
                    DVec3::new(9.35, 7.55, z),
                    0.03,
                    5,
                )
                .material(STEEL),
            );
        }
        // Aerial.
        shape.add(
            bar(
                DVec3::new(-6.8, -4.8, 9.0),
                DVec3::new(-6.8, -4.8, 14.5),
                0.06,
                6,
            )
            .material(STEEL),
        );
        for (z, half) in [(11.0, 0.9), (12.2, 0.7), (13.4, 0.5)] {
            shape.add(
                bar(
                    DVec3::new(-6.8 - half, -4.8, z),
                    DVec3::new(-6.8 + half, -4.8, z),
                    0.03,
                    5,
                )
                .material(STEEL),
            );
        }
    }
    shape.add(
        boxed(-3.0, 1.8, 6.0, (1.6, 1.0, 0.9), bevel)
            .mapped(4.0, DVec2::ZERO)
            .material(PANEL),
    );
    shape
}

/// The shed against the wall at -X.
pub(super) fn annex(lod: usize) -> Shape {
    let sides = if lod == 0 { 10 } else { 4 };
    let mut outline = vec![DVec2::new(2.6, -1.0), DVec2::new(2.6, 1.8)];
    for step in 1..sides {
        let c = circle(0.5 * f64::from(step) / f64::from(sides));
        outline.push(DVec2::new(2.6 * c.x, 1.8 + 1.7 * c.y));
    }
    outline.push(DVec2::new(-2.6, 1.8));
    outline.push(DVec2::new(-2.6, -1.0));
    // Profile runs along X already: the vault's axis is X.
    let mut shape = profile(&outline, 3.2, 0.0)
        .facing(|n| n.x < 0.9 && n.z > -0.9)
        .mapped(4.0, DVec2::new(0.3, 0.1))
        .material(PANEL);
    let mut shape = {
        for polygon in &mut shape.polygons {
            polygon.smooth = polygon.normal().x.abs() < 0.5;
        }
        shape.baked(1.2)
    };
    if lod == 0 {
        shape.add(
            Shape::quad([
                DVec3::new(-3.215, 1.2, 0.05),
                DVec3::new(-3.215, -1.2, 0.05),
                DVec3::new(-3.215, -1.2, 2.45),
                DVec3::new(-3.215, 1.2, 2.45),
            ])
            .material(DOOR),
        );
        for x in [-2.4, -0.4, 1.6] {
            for step in 0..sides {
                let (a, b) = (
                    circle(0.5 * f64::from(step) / f64::from(sides)),
                    circle(0.5 * f64::from(step + 1) / f64::from(sides)),
                );
                shape.add(
                    bar(
                        DVec3::new(x, 2.6 * a.x, 1.8 + 1.7 * a.y),
                        DVec3::new(x, 2.6 * b.x, 1.8 + 1.7 * b.y),
                        0.07,
                        4,
                    )
                    .material(STEEL),
                );
            }
        }
        shape.add(
            boxed(-1.0, 3.1, -0.5, (2.2, 0.9, 1.7), 0.06)
                .mapped(3.0, DVec2::new(0.1, 0.0))
                .material(STEEL),
        );
    }
    shape.at(-14.6, -1.5, 0.0)
}
