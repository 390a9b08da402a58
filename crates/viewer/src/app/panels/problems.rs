//! What is wrong with the mission.

use super::Request;
use crate::app::style::{self, BAD, GOOD, WARNING};
use egui::{Context, RichText, ScrollArea, Window};
use mission::{Problem, Severity};

/// What is typed or chosen to narrow the list.
#[derive(Debug)]
pub(crate) struct ProblemList {
    filter: String,
    warnings: bool,
}

impl Default for ProblemList {
    fn default() -> Self {
        Self {
            filter: String::new(),
            warnings: true,
        }
    }
}

const ROW_HEIGHT: f32 = 52.0;

/// The list of problems; a click flies to the object that has it.
pub(crate) fn show(
    context: &Context,
    open: &mut bool,
    list: &mut ProblemList,
    problems: &[Problem],
    requests: &mut Vec<Request>,
) {
    let room = context.content_rect();
    Window::new("Problems")
        .open(open)
        .collapsible(false)
        .default_pos(room.left_top() + egui::vec2(12.0, 176.0))
        .default_width(560.0)
        .show(context, |ui| {
            if problems.is_empty() {
                ui.label(RichText::new("Nothing is wrong with this mission.").color(GOOD));
                return;
            }
            ui.horizontal(|ui| {
                let search = egui::TextEdit::singleline(&mut list.filter);
                ui.add(search.hint_text("Search").desired_width(240.0));
                ui.checkbox(&mut list.warnings, "warnings too");
            });
            let wanted = list.filter.trim().to_lowercase();
            let shown: Vec<&Problem> = problems
                .iter()
                .filter(|problem| list.warnings || problem.severity == Severity::Error)
                .filter(|problem| {
                    problem.to_string().to_lowercase().contains(&wanted)
                        || problem.code.to_lowercase().contains(&wanted)
                })
                .collect();
            ScrollArea::vertical()
                .max_height((room.height() * 0.6).max(120.0))
                .auto_shrink([false, true])
                .show_rows(ui, ROW_HEIGHT, shown.len(), |ui, rows| {
                    for problem in shown.get(rows).unwrap_or_default() {
                        row(ui, problem, requests);
                    }
                });
        });
}

fn row(ui: &mut egui::Ui, problem: &Problem, requests: &mut Vec<Request>) {
    let (colour, word) = match problem.severity {
        Severity::Error => (BAD, "error"),
        Severity::Warning => (WARNING, "warning"),
    };
    ui.scope(|ui| {
        ui.set_height(ROW_HEIGHT - ui.spacing().item_spacing.y);
        ui.horizontal(|ui| {
            ui.label(RichText::new(format!("{word} {}", problem.code)).color(colour));
            if let Some(object) = problem.object {
                let button = ui.small_button(format!("object {object}"));
                if button.on_hover_text("Fly there").clicked() {
                    requests.push(Request::GoTo(object));
                }
            }
            ui.label(style::quiet(format!("shown: {}", problem.effect)));
        });
        let text = egui::Label::new(problem.to_string()).truncate();
        ui.add(text).on_hover_text(problem.to_string());
    });
}
