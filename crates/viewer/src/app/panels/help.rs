//! Every key, made from the one table.

use crate::app::keys::{Group, TABLE};
use crate::app::style::{self, ACCENT};
use egui::{Align2, Context, Grid, RichText, ScrollArea, Window};

/// The groups side by side, by how wide the window is.
const WIDE: &[&[Group]] = &[
    &[Group::Fly, Group::Look],
    &[Group::Go, Group::Time],
    &[Group::Window],
];
const MIDDLE: &[&[Group]] = &[
    &[Group::Fly, Group::Look, Group::Time],
    &[Group::Go, Group::Window],
];
const NARROW: &[&[Group]] = &[&[
    Group::Fly,
    Group::Look,
    Group::Go,
    Group::Time,
    Group::Window,
]];

/// The help window.
pub(crate) fn show(context: &Context, open: &mut bool) {
    let room = context.content_rect();
    let columns = match room.width() {
        width if width >= 1150.0 => WIDE,
        width if width >= 780.0 => MIDDLE,
        _ => NARROW,
    };
    Window::new("Keys")
        .open(open)
        .collapsible(false)
        .auto_sized()
        .pivot(Align2::CENTER_CENTER)
        .default_pos(room.center())
        .show(context, |ui| {
            ScrollArea::vertical()
                .max_height((room.height() - 90.0).max(120.0))
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 2.0;
                    ui.horizontal_top(|ui| {
                        for groups in columns {
                            column(ui, groups);
                            ui.add_space(14.0);
                        }
                    });
                    ui.label(style::quiet(
                        "Keys are places on the keyboard: they lie alike in every layout.",
                    ));
                });
        });
}

fn column(ui: &mut egui::Ui, groups: &[Group]) {
    ui.vertical(|ui| {
        for group in groups {
            ui.label(RichText::new(group.title()).color(ACCENT).strong());
            Grid::new(group.title()).num_columns(2).show(ui, |ui| {
                for row in TABLE.iter().filter(|row| row.group == *group) {
                    ui.label(style::key(row.shown));
                    ui.label(row.does);
                    ui.end_row();
                }
            });
            ui.add_space(8.0);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_has_its_column_in_every_width() {
        for columns in [WIDE, MIDDLE, NARROW] {
            for row in TABLE {
                let own = columns.iter().filter(|groups| groups.contains(&row.group));
                assert_eq!(own.count(), 1, "{}", row.shown);
            }
        }
    }
}
