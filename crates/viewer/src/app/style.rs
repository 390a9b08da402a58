//! How the overlay looks: light text on dark, nearly opaque cards that stand out over any picture.

use egui::{Color32, CornerRadius, FontId, Frame, Margin, RichText, Stroke, TextStyle};

/// What draws the eye: headings, the current thing.
pub(super) const ACCENT: Color32 = Color32::from_rgb(255, 196, 92);
/// Secondary text.
pub(super) const QUIET: Color32 = Color32::from_rgb(168, 176, 190);
/// Errors.
pub(super) const BAD: Color32 = Color32::from_rgb(255, 128, 112);
/// Warnings.
pub(super) const WARNING: Color32 = Color32::from_rgb(255, 208, 128);
/// Success.
pub(super) const GOOD: Color32 = Color32::from_rgb(150, 220, 150);

const TEXT: Color32 = Color32::from_rgb(236, 240, 246);
const CARD: Color32 = Color32::from_rgba_premultiplied(12, 14, 18, 214);
const EDGE: Color32 = Color32::from_rgba_premultiplied(60, 66, 78, 140);
const RADIUS: u8 = 8;

/// Makes a context look like this.
pub(super) fn apply(context: &egui::Context) {
    context.set_theme(egui::Theme::Dark);
    context.all_styles_mut(|style| {
        for (kind, size) in [
            (TextStyle::Small, 11.5),
            (TextStyle::Body, 14.0),
            (TextStyle::Button, 14.0),
            (TextStyle::Heading, 17.0),
        ] {
            style.text_styles.insert(kind, FontId::proportional(size));
        }
        let monospace = FontId::monospace(13.0);
        style.text_styles.insert(TextStyle::Monospace, monospace);
        style.spacing.item_spacing = egui::vec2(8.0, 6.0);
        style.spacing.button_padding = egui::vec2(9.0, 4.0);
        style.interaction.tooltip_delay = 0.4;
        let visuals = &mut style.visuals;
        visuals.override_text_color = Some(TEXT);
        visuals.window_fill = CARD;
        visuals.panel_fill = CARD;
        visuals.window_stroke = Stroke::new(1.0, EDGE);
        visuals.window_corner_radius = CornerRadius::same(RADIUS);
        visuals.menu_corner_radius = CornerRadius::same(RADIUS);
        visuals.selection.bg_fill = Color32::from_rgb(92, 70, 30);
        visuals.selection.stroke = Stroke::new(1.0, ACCENT);
    });
}

/// A card that floats over the picture.
pub(super) fn card() -> Frame {
    Frame::new()
        .fill(CARD)
        .stroke(Stroke::new(1.0, EDGE))
        .corner_radius(CornerRadius::same(RADIUS))
        .inner_margin(Margin::symmetric(12, 9))
}

/// Secondary text.
pub(super) fn quiet(text: impl Into<String>) -> RichText {
    RichText::new(text).color(QUIET)
}

/// A key as it is printed on a keyboard.
pub(super) fn key(text: &str) -> RichText {
    RichText::new(text).monospace().color(ACCENT)
}
