//! The mark in the middle of the picture.

use egui::{Color32, Context, Id, LayerId, Order, Pos2, Stroke, vec2};

const REACH: f32 = 9.0;
const GAP: f32 = 3.0;

/// Draws it: white on black, so that it is seen on everything.
pub(crate) fn show(context: &Context) {
    let painter = context.layer_painter(LayerId::new(Order::Background, Id::unique("crosshair")));
    let centre: Pos2 = context.content_rect().center().round();
    let strokes = [
        Stroke::new(3.0, Color32::from_black_alpha(130)),
        Stroke::new(1.0, Color32::from_white_alpha(220)),
    ];
    for stroke in strokes {
        for direction in [
            vec2(1.0, 0.0),
            vec2(-1.0, 0.0),
            vec2(0.0, 1.0),
            vec2(0.0, -1.0),
        ] {
            painter.line_segment(
                [centre + direction * GAP, centre + direction * REACH],
                stroke,
            );
        }
    }
}
