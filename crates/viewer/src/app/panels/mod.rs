//! What is drawn over the picture. A panel shows what it is given and asks for what the user wants; it changes nothing
//! in the world itself.

mod crosshair;
mod help;
mod hud;
mod loading;
mod missions;
mod problems;
mod toasts;
mod view;

pub(super) use crosshair::show as crosshair;
pub(super) use help::show as help;
pub(super) use hud::{Hud, show as hud};
pub(super) use loading::{failed, show as loading};
pub(super) use missions::{MissionList, show as missions};
pub(super) use problems::{ProblemList, show as problems};
pub(super) use toasts::show as toasts;
pub(super) use view::{Switches, show as view};

use super::keys::Action;
use game::Mission;
use mission::PoseMode;

/// What the user asks for by a panel.
#[derive(Debug, Clone)]
pub(super) enum Request {
    /// As if the key had been pressed.
    Act(Action),
    /// Open a mission of the game.
    Open(Box<Mission>),
    /// Fly to a placed object and select it.
    GoTo(u32),
    /// End the load.
    CancelLoad,
    /// Pose the mission otherwise.
    Pose(PoseMode),
}

/// Which windows are open.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Open {
    /// The keys.
    pub help: bool,
    /// The missions of the game.
    pub missions: bool,
    /// The problems of the mission.
    pub problems: bool,
    /// View and controls.
    pub view: bool,
}

impl Open {
    /// Closes all; whether any was open.
    pub(super) fn close(&mut self) -> bool {
        let any = self.help || self.missions || self.problems || self.view;
        *self = Self::default();
        any
    }
}
