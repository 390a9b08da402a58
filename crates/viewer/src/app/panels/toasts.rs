//! Short messages at the bottom of the picture.

use crate::app::style::{self, BAD, GOOD};
use crate::app::toasts::{Mood, Toasts};
use egui::{Align2, Area, Context, Id, Order, RichText, vec2};
use std::time::Instant;

/// Draws them; a fading one asks for the next frame by itself.
pub(crate) fn show(context: &Context, toasts: &mut Toasts, now: Instant) {
    let shown = toasts.shown(now);
    if shown.is_empty() {
        return;
    }
    Area::new(Id::unique("toasts"))
        .order(Order::Foreground)
        .anchor(Align2::CENTER_BOTTOM, vec2(0.0, -28.0))
        .interactable(false)
        .show(context, |ui| {
            ui.vertical_centered(|ui| {
                for toast in shown {
                    let colour = match toast.mood {
                        Mood::Good => GOOD,
                        Mood::Bad => BAD,
                    };
                    ui.set_opacity(toast.opacity(now));
                    style::card().show(ui, |ui| {
                        ui.label(RichText::new(&toast.text).color(colour));
                    });
                }
            });
        });
}
