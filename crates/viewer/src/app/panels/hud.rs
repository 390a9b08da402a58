//! The corners of the picture: where the camera is, how fast, and what is under the crosshair.

use super::Request;
use crate::app::keys::{self, Action};
use crate::app::style::{self, ACCENT, BAD, WARNING};
use crate::flight::heading_degrees;
use egui::{Align2, Area, Context, Id, RichText, Ui, vec2};
use scene::Camera;

/// What is shown.
#[derive(Debug)]
pub(crate) struct Hud<'a> {
    /// Title of the mission; empty before one is open.
    pub title: &'a str,
    /// Smoothed milliseconds from frame to frame; `None` when nothing moves.
    pub frame_ms: Option<f32>,
    /// The camera.
    pub camera: Camera,
    /// Base speed, metres per second.
    pub speed: f32,
    /// Mission clock, seconds.
    pub seconds: f64,
    /// Mission seconds for each real one; 0 when it stands.
    pub pace: f64,
    /// What is switched on: `circling`, `following`.
    pub modes: &'a [&'static str],
    /// What is under the crosshair.
    pub under: &'a str,
    /// Name of the selected object.
    pub selection: Option<&'a str>,
    /// Errors and warnings of the mission.
    pub problems: (usize, usize),
}

/// Draws all corners.
pub(crate) fn show(context: &Context, hud: &Hud<'_>, requests: &mut Vec<Request>) {
    if !hud.title.is_empty() {
        corner(context, "place", Align2::LEFT_TOP, |ui| place(ui, hud));
        if !hud.under.is_empty() || hud.selection.is_some() {
            corner(context, "under", Align2::LEFT_BOTTOM, |ui| under(ui, hud));
        }
    }
    corner(context, "buttons", Align2::RIGHT_TOP, |ui| {
        ui.horizontal(|ui| buttons(ui, hud, requests));
    });
}

fn corner(context: &Context, name: &str, align: Align2, contents: impl FnOnce(&mut Ui)) {
    let inwards = vec2(-align.x().to_sign(), -align.y().to_sign()) * 12.0;
    Area::new(Id::unique(("corner", name)))
        .anchor(align, inwards)
        .show(context, |ui| {
            style::card().show(ui, contents);
        });
}

fn place(ui: &mut Ui, hud: &Hud<'_>) {
    ui.label(RichText::new(hud.title).heading().color(ACCENT));
    let [x, y, z] = hud.camera.position.to_array();
    let numbers = |text: String| RichText::new(text).monospace();
    ui.label(numbers(format!("{x:9.1} {y:9.1} {z:8.1} m")))
        .on_hover_text("Where the camera is: east, north, up");
    ui.label(numbers(format!(
        "{:5.1}° {:<2}  {:+5.1}°  fov {:.0}°",
        heading_degrees(&hud.camera),
        compass(heading_degrees(&hud.camera)),
        hud.camera.pitch.to_degrees(),
        hud.camera.fov.to_degrees()
    )))
    .on_hover_text("Heading (0 is north, 90 east), pitch, vertical field of view");
    ui.label(numbers(format!("{:.1} m/s", hud.speed)))
        .on_hover_text("Speed; the wheel changes it, Shift is faster, Ctrl slower");
    let pace = match hud.pace {
        0.0 => "stopped".to_owned(),
        1.0 => String::new(),
        pace => format!("×{pace}"),
    };
    ui.label(numbers(format!("{} {pace}", clock(hud.seconds))))
        .on_hover_text("The mission's clock and its pace");
    match hud.frame_ms {
        Some(ms) => ui.label(style::quiet(format!(
            "{ms:.1} ms  {:.0} fps",
            1000.0 / ms.max(0.01)
        ))),
        None => ui.label(style::quiet("idle")),
    }
    .on_hover_text("Time from frame to frame; nothing is drawn while nothing changes");
    if !hud.modes.is_empty() {
        ui.label(RichText::new(hud.modes.join(", ")).color(ACCENT));
    }
}

fn under(ui: &mut Ui, hud: &Hud<'_>) {
    if !hud.under.is_empty() {
        ui.label(hud.under)
            .on_hover_text("What is under the crosshair");
    }
    if let Some(selection) = hud.selection {
        ui.label(style::quiet(format!("selected: {selection}")));
    }
}

fn buttons(ui: &mut Ui, hud: &Hud<'_>, requests: &mut Vec<Request>) {
    let mut button = |ui: &mut Ui, text: RichText, tip: &str, action: Action| {
        let tip = format!("{tip} ({})", keys::shown(action));
        if ui.button(text).on_hover_text(tip).clicked() {
            requests.push(Request::Act(action));
        }
    };
    button(
        ui,
        "Missions".into(),
        "The missions of the game",
        Action::ToggleMissions,
    );
    button(
        ui,
        "View".into(),
        "What is shown and how the camera answers",
        Action::ToggleView,
    );
    let (errors, warnings) = hud.problems;
    let text = RichText::new(format!("Problems {}", errors + warnings));
    let text = match (errors, warnings) {
        (0, 0) => text,
        (0, _) => text.color(WARNING),
        _ => text.color(BAD),
    };
    let tip = format!("{errors} errors, {warnings} warnings");
    button(ui, text, &tip, Action::ToggleProblems);
    button(ui, "Help".into(), "Every key", Action::ToggleHelp);
}

/// `12:05.3`, minutes and seconds.
fn clock(seconds: f64) -> String {
    let minutes = (seconds / 60.0).floor();
    format!("{minutes:.0}:{:04.1}", seconds - minutes * 60.0)
}

fn compass(degrees: f32) -> &'static str {
    const NAMES: [&str; 8] = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
    let eighth = (degrees / 45.0).round() as usize % NAMES.len();
    NAMES.get(eighth).copied().unwrap_or("N")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_have_names_and_clocks_have_minutes() {
        let names: Vec<_> = [0.0, 44.0, 90.0, 180.0, 271.0, 359.0].map(compass).into();
        assert_eq!(names, ["N", "NE", "E", "S", "W", "N"]);
        assert_eq!(clock(725.34), "12:05.3");
        assert_eq!(clock(0.0), "0:00.0");
    }
}
