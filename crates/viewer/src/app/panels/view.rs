//! What is shown, and how the camera answers.

use super::Request;
use crate::app::style::{self, ACCENT};
use crate::settings::{Controls, Overlay};
use egui::{Align2, Checkbox, ComboBox, Context, Grid, RichText, Slider, Ui, Window};
use mission::PoseMode;
use renderer::{DrawOptions, ViewMode};
use scene::SkyTime;

/// Everything that can be switched here.
#[derive(Debug)]
pub(crate) struct Switches<'a> {
    /// How frames are drawn.
    pub draw: &'a mut DrawOptions,
    /// How the camera answers.
    pub controls: &'a mut Controls,
    /// What is over the picture.
    pub overlay: &'a mut Overlay,
    /// Vertical field of view, degrees.
    pub fov_degrees: &'a mut f32,
    /// What it is reset to, degrees.
    pub default_fov_degrees: f32,
    /// Time of day that is shown; the mission's own without it.
    pub sky_time: &'a mut Option<SkyTime>,
    /// Where node times come from.
    pub pose: PoseMode,
}

/// The window.
pub(crate) fn show(
    context: &Context,
    open: &mut bool,
    switches: &mut Switches<'_>,
    requests: &mut Vec<Request>,
) {
    let room = context.content_rect();
    Window::new("View")
        .open(open)
        .collapsible(false)
        .resizable(false)
        .pivot(Align2::RIGHT_TOP)
        .default_pos(room.right_top() + egui::vec2(-12.0, 60.0))
        .show(context, |ui| {
            picture(ui, switches);
            ui.separator();
            mission(ui, switches, requests);
            ui.separator();
            controls(ui, switches);
        });
}

fn heading(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).color(ACCENT).strong());
}

fn picture(ui: &mut Ui, switches: &mut Switches<'_>) {
    heading(ui, "Picture");
    Grid::new("picture").num_columns(2).show(ui, |ui| {
        let label = ui.label("Colours show");
        ComboBox::from_id_salt("view mode")
            .selected_text(switches.draw.view.name())
            .show_ui(ui, |ui| {
                for mode in ViewMode::ALL {
                    ui.selectable_value(&mut switches.draw.view, mode, mode.name());
                }
            })
            .response
            .labelled_by(label.id)
            .on_hover_text("What the colours mean (N)");
        ui.end_row();
        ui.label("Field of view");
        let mut degrees = *switches.fov_degrees;
        let slider = Slider::new(&mut degrees, 20.0..=110.0);
        let response = ui.add(slider.suffix("°").fixed_decimals(0));
        // The slider rounds what it is given; only what the user sets counts.
        if response.changed() {
            *switches.fov_degrees = degrees;
        }
        if response.double_clicked() {
            *switches.fov_degrees = switches.default_fov_degrees;
        }
        response.on_hover_text(
            "Vertical; a double click gives the original's (Ctrl + wheel, Numpad 0)",
        );
        ui.end_row();
    });
    ui.horizontal(|ui| {
        ui.checkbox(&mut switches.draw.fog, "Fog");
        ui.checkbox(&mut switches.draw.sky, "Sky");
        ui.checkbox(&mut switches.draw.lightmaps, "Lightmaps");
    });
}

fn mission(ui: &mut Ui, switches: &mut Switches<'_>, requests: &mut Vec<Request>) {
    heading(ui, "Mission");
    ui.horizontal(|ui| {
        ui.label("Poses");
        let choices = [
            (PoseMode::Stored, "stored", "As the control data have them"),
            (
                PoseMode::Fallback,
                "fallback",
                "Every node on its fallback key",
            ),
            (
                PoseMode::Play { seconds: 0.0 },
                "play",
                "Every binding swept by the clock",
            ),
        ];
        for (mode, name, tip) in choices {
            let same = std::mem::discriminant(&mode) == std::mem::discriminant(&switches.pose);
            if ui.selectable_label(same, name).on_hover_text(tip).clicked() && !same {
                requests.push(Request::Pose(mode));
            }
        }
    });
    let mut fixed = switches.sky_time.is_some();
    ui.horizontal(|ui| {
        let tip = "Shows one time of the mission's day instead of its clock";
        ui.add(Checkbox::new(&mut fixed, "Time of day"))
            .on_hover_text(tip);
        let shown = switches.sky_time.unwrap_or(SkyTime {
            hour: 12,
            minute: 0,
        });
        let mut hours = shown.hour as f32 + shown.minute as f32 / 60.0;
        let slider = Slider::new(&mut hours, 0.0..=23.98)
            .custom_formatter(|hours, _| format!("{:02}:{:02}", hours as u32, minutes(hours)))
            .show_value(true);
        ui.add_enabled(fixed, slider);
        *switches.sky_time = fixed.then_some(SkyTime {
            hour: hours as u32,
            minute: minutes(f64::from(hours)),
        });
    });
}

fn minutes(hours: f64) -> u32 {
    ((hours.fract() * 60.0) as u32).min(59)
}

fn controls(ui: &mut Ui, switches: &mut Switches<'_>) {
    heading(ui, "Controls");
    Grid::new("controls").num_columns(2).show(ui, |ui| {
        ui.label("Mouse sensitivity");
        let sensitivity = &mut switches.controls.mouse_sensitivity;
        ui.add(Slider::new(sensitivity, 0.1..=5.0).logarithmic(true))
            .on_hover_text("1 turns by 0.1° for each count of the mouse");
        ui.end_row();
        ui.label("Size of text");
        // Applied when it is let go: the slider would run away under the pointer.
        let response =
            ui.add(Slider::new(&mut switches.overlay.scale, 0.75..=2.0).fixed_decimals(2));
        if response.double_clicked() {
            switches.overlay.scale = 1.0;
        }
        ui.end_row();
    });
    ui.checkbox(&mut switches.controls.invert_mouse, "Mouse up looks down");
    ui.checkbox(
        &mut switches.controls.smooth_movement,
        "Soft start and stop",
    );
    ui.label(style::quiet("These are remembered."));
}
