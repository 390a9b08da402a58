//! A load under way, and one that failed.

use super::Request;
use crate::app::keys::Action;
use crate::app::style::{self, ACCENT, BAD};
use egui::{Align2, Area, Context, Id, ProgressBar, RichText, Ui};
use mission::Progress;

const WIDTH: f32 = 380.0;

/// The progress of a load, with a way out.
pub(crate) fn show(
    context: &Context,
    name: &str,
    progress: &Progress,
    requests: &mut Vec<Request>,
) {
    card(context, |ui| {
        ui.label(RichText::new(name).heading().color(ACCENT));
        let (stage, done, total) = progress.state();
        let count = if total > 1 {
            format!("{}, {done} of {total}", stage.label())
        } else {
            stage.label().to_owned()
        };
        ui.add(ProgressBar::new(progress.fraction()).desired_width(WIDTH));
        ui.horizontal(|ui| {
            ui.label(style::quiet(count));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui.button("Cancel").on_hover_text("Esc").clicked() {
                    requests.push(Request::CancelLoad);
                }
            });
        });
    });
}

/// Why nothing is open.
pub(crate) fn failed(context: &Context, message: &str, requests: &mut Vec<Request>) {
    card(context, |ui| {
        ui.label(RichText::new("No mission is open").heading().color(BAD));
        ui.label(message);
        ui.horizontal(|ui| {
            if ui.button("Choose a mission").clicked() {
                requests.push(Request::Act(Action::ToggleMissions));
            }
            ui.label(style::quiet("or drop a game folder or a mission here"));
        });
    });
}

fn card(context: &Context, contents: impl FnOnce(&mut Ui)) {
    Area::new(Id::unique("loading"))
        .anchor(Align2::CENTER_CENTER, egui::Vec2::ZERO)
        .show(context, |ui| {
            style::card().inner_margin(18).show(ui, |ui| {
                ui.set_width(WIDTH);
                contents(ui);
            });
        });
}
