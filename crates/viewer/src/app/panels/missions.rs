//! The missions of the game folder.

use super::Request;
use crate::app::style::{self, ACCENT};
use egui::{Align2, Context, RichText, ScrollArea, TextEdit, Window};
use game::{GamePath, Mission, MissionGroup};

/// The list and what is typed to narrow it.
#[derive(Debug, Default)]
pub(crate) struct MissionList {
    /// All missions of the game.
    pub missions: Vec<Mission>,
    filter: String,
}

impl MissionList {
    /// Of a game's missions.
    pub(crate) fn new(missions: Vec<Mission>) -> Self {
        Self {
            missions,
            filter: String::new(),
        }
    }

    fn shown(&self) -> impl Iterator<Item = &Mission> {
        let wanted = self.filter.trim().to_lowercase();
        self.missions.iter().filter(move |mission| {
            let campaign = mission.campaign.as_deref().unwrap_or_default();
            [mission.title.as_str(), &mission.name(), campaign]
                .iter()
                .any(|text| text.to_lowercase().contains(&wanted))
        })
    }
}

/// The mission browser.
pub(crate) fn show(
    context: &Context,
    open: &mut bool,
    list: &mut MissionList,
    current: Option<&GamePath>,
    requests: &mut Vec<Request>,
) {
    let room = context.content_rect();
    let count = list.missions.len();
    Window::new("Missions")
        .open(open)
        .collapsible(false)
        .pivot(Align2::CENTER_CENTER)
        .default_pos(room.center())
        .default_width(420.0)
        .show(context, |ui| {
            let search =
                TextEdit::singleline(&mut list.filter).hint_text("Search by title or name");
            ui.add_sized([ui.available_width(), 26.0], search);
            if count == 0 {
                ui.label(style::quiet("This game folder has no missions."));
            }
            ScrollArea::vertical()
                .max_height((room.height() - 180.0).max(120.0))
                .auto_shrink([false, true])
                .show(ui, |ui| {
                    let mut heading = String::new();
                    for mission in list.shown() {
                        let own = heading_of(mission);
                        if own != heading {
                            ui.add_space(4.0);
                            ui.label(RichText::new(&own).color(ACCENT).strong());
                            heading = own;
                        }
                        let is_current = current == Some(&mission.folder);
                        let row = ui.selectable_label(is_current, &mission.title);
                        if row.on_hover_text(mission.name()).clicked() {
                            requests.push(Request::Open(Box::new(mission.clone())));
                        }
                    }
                });
        });
}

fn heading_of(mission: &Mission) -> String {
    if let Some(campaign) = &mission.campaign {
        return campaign.clone();
    }
    match mission.group {
        MissionGroup::Campaign => "Campaign",
        MissionGroup::Single => "Single missions",
        MissionGroup::Tutorial => "Tutorials",
        MissionGroup::Multi => "Multiplayer",
        MissionGroup::Autodemo => "Demonstration",
        MissionGroup::Other => "Other",
    }
    .to_owned()
}
