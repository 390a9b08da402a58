//! Every key of the window, once: what is pressed, what is shown in the help, what it does
//! (spec page: environment, section 11.8).

use winit::keyboard::KeyCode;

/// Something that a key (or a button) does once when pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    /// Moves while held.
    Move(Direction),
    /// Narrows the view while held.
    Zoom,
    /// The original's field of view.
    ResetFov,
    /// The mouse looks around without a button.
    ToggleMouseLook,
    /// Circles the selection or the point under the crosshair.
    ToggleOrbit,
    /// Goes to where the selection is seen whole.
    FrameSelection,
    /// Goes to where the whole mission is seen.
    FrameAll,
    /// Keeps a camera.
    StoreBookmark(u8),
    /// Goes to a kept camera.
    RecallBookmark(u8),
    /// Moves along with the selection.
    ToggleFollow,
    /// Stays above the ground.
    ToggleCollision,
    /// Puts the camera on the clipboard.
    CopyCamera,
    /// Takes the camera of the clipboard.
    PasteCamera,
    /// Stops and starts the mission clock.
    TogglePause,
    /// One step of the stopped clock.
    Step,
    /// The clock at half its pace.
    Slower,
    /// The clock at twice its pace.
    Faster,
    /// Writes a picture.
    Screenshot,
    /// Shows the keys.
    ToggleHelp,
    /// Shows the missions of the game.
    ToggleMissions,
    /// Shows what is wrong with the mission.
    ToggleProblems,
    /// Shows what can be switched.
    ToggleView,
    /// The next of the view modes.
    NextViewMode,
    /// Shows nothing but the picture.
    ToggleOverlay,
    /// Fills the screen.
    ToggleFullscreen,
    /// Lets go: of a load, the mouse, a panel, the orbit, the selection; at last asks whether to quit.
    Release,
    /// Ends the program.
    Quit,
}

/// Where a held key moves the camera.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Back,
    Left,
    Right,
    Up,
    Down,
}

/// Whether Ctrl must be held with a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ctrl {
    /// It does not matter: Ctrl also slows the flight down.
    Any,
    With,
    Without,
}

/// A group of the help window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    /// Movement.
    Fly,
    /// Looking.
    Look,
    /// Going to things.
    Go,
    /// The mission's clock.
    Time,
    /// Everything else.
    Window,
}

impl Group {
    /// Its heading.
    pub(super) fn title(self) -> &'static str {
        match self {
            Self::Fly => "Fly",
            Self::Look => "Look",
            Self::Go => "Go",
            Self::Time => "Time",
            Self::Window => "Window",
        }
    }
}

/// One line of the table.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    /// Heading it stands under.
    pub group: Group,
    /// How the keys are written in the help.
    pub shown: &'static str,
    /// What they do.
    pub does: &'static str,
    keys: &'static [KeyCode],
    ctrl: Ctrl,
    /// `None` for what is not a key: mouse and modifiers, which are only told about here.
    action: Option<Action>,
}

const fn row(
    group: Group,
    shown: &'static str,
    does: &'static str,
    keys: &'static [KeyCode],
    ctrl: Ctrl,
    action: Action,
) -> Row {
    Row {
        group,
        shown,
        does,
        keys,
        ctrl,
        action: Some(action),
    }
}

const fn told(group: Group, shown: &'static str, does: &'static str) -> Row {
    Row {
        group,
        shown,
        does,
        keys: &[],
        ctrl: Ctrl::Any,
        action: None,
    }
}

/// The table. Keys are places on the keyboard, named as on an American one, so that they lie alike in every layout.
/// Digits stand for bookmarks and are looked up by [`action`].
#[rustfmt::skip] // A table: one row a line.
pub(super) const TABLE: &[Row] = {
    use Action as A;
    use Ctrl::{Any, With, Without};
    use Direction as D;
    use Group::{Fly, Go, Look, Time, Window};
    use KeyCode as K;
    &[
        row(Fly, "W, Up", "forward", &[K::KeyW, K::ArrowUp], Any, A::Move(D::Forward)),
        row(Fly, "S, Down", "back", &[K::KeyS, K::ArrowDown], Any, A::Move(D::Back)),
        row(Fly, "A, Left", "left", &[K::KeyA, K::ArrowLeft], Any, A::Move(D::Left)),
        row(Fly, "D, Right", "right", &[K::KeyD, K::ArrowRight], Any, A::Move(D::Right)),
        row(Fly, "E, Space", "up", &[K::KeyE, K::Space], Any, A::Move(D::Up)),
        row(Fly, "Q, C", "down", &[K::KeyQ, K::KeyC], Without, A::Move(D::Down)),
        told(Fly, "Shift", "four times faster"),
        told(Fly, "Ctrl, Alt", "four times slower"),
        told(Fly, "Wheel", "speed; the distance while circling"),
        row(Fly, "G", "stay above the ground, or not", &[K::KeyG], Any, A::ToggleCollision),
        told(Look, "Right mouse button", "hold to look around"),
        row(Look, "M", "look around without a button, or not", &[K::KeyM], Any, A::ToggleMouseLook),
        told(Look, "Ctrl + wheel", "field of view"),
        row(Look, "Numpad 0", "the original's field of view", &[K::Numpad0], Any, A::ResetFov),
        row(Look, "Z", "hold to zoom in", &[K::KeyZ], Any, A::Zoom),
        row(Look, "O", "circle the selection or what is under the crosshair", &[K::KeyO], Any, A::ToggleOrbit),
        told(Look, "Left, middle drag", "turn, shift while circling"),
        told(Go, "Left click", "select an object"),
        row(Go, "F", "frame the selection", &[K::KeyF], Any, A::FrameSelection),
        row(Go, "Home", "frame the whole mission", &[K::Home], Any, A::FrameAll),
        row(Go, "T", "move along with the selection, or not", &[K::KeyT], Any, A::ToggleFollow),
        told(Go, "Ctrl + 1 … 9", "store a bookmark"),
        told(Go, "1 … 9", "fly to a bookmark"),
        row(Go, "Ctrl + C", "copy the camera as JSON", &[K::KeyC], With, A::CopyCamera),
        row(Go, "Ctrl + V", "take the camera from the clipboard", &[K::KeyV], With, A::PasteCamera),
        row(Time, "P", "stop or start the clock", &[K::KeyP], Any, A::TogglePause),
        row(Time, ".", "one step while stopped", &[K::Period], Any, A::Step),
        row(Time, "[", "half the pace", &[K::BracketLeft], Any, A::Slower),
        row(Time, "]", "twice the pace", &[K::BracketRight], Any, A::Faster),
        row(Window, "F1, ?", "this help", &[K::F1, K::Slash], Any, A::ToggleHelp),
        row(Window, "Tab", "missions", &[K::Tab], Any, A::ToggleMissions),
        row(Window, "L", "problems of the mission", &[K::KeyL], Any, A::ToggleProblems),
        row(Window, "V", "view and controls", &[K::KeyV], Without, A::ToggleView),
        row(Window, "N", "next view mode", &[K::KeyN], Any, A::NextViewMode),
        row(Window, "H", "show or hide everything but the picture", &[K::KeyH], Any, A::ToggleOverlay),
        row(Window, "F11", "fill the screen, or not", &[K::F11], Any, A::ToggleFullscreen),
        row(Window, "F12", "write a picture", &[K::F12], Any, A::Screenshot),
        row(Window, "Esc", "let go of the mouse, close, cancel; twice: quit", &[K::Escape], Any, A::Release),
        row(Window, "Ctrl + Q", "quit", &[K::KeyQ], With, A::Quit),
    ]
};

const DIGITS: [[KeyCode; 2]; 9] = [
    [KeyCode::Digit1, KeyCode::Numpad1],
    [KeyCode::Digit2, KeyCode::Numpad2],
    [KeyCode::Digit3, KeyCode::Numpad3],
    [KeyCode::Digit4, KeyCode::Numpad4],
    [KeyCode::Digit5, KeyCode::Numpad5],
    [KeyCode::Digit6, KeyCode::Numpad6],
    [KeyCode::Digit7, KeyCode::Numpad7],
    [KeyCode::Digit8, KeyCode::Numpad8],
    [KeyCode::Digit9, KeyCode::Numpad9],
];

/// What a key does, with Ctrl or without.
pub(super) fn action(key: KeyCode, ctrl: bool) -> Option<Action> {
    if let Some(number) = (1..).zip(DIGITS).find(|(_, keys)| keys.contains(&key)) {
        return Some(match ctrl {
            true => Action::StoreBookmark(number.0),
            false => Action::RecallBookmark(number.0),
        });
    }
    let row = TABLE.iter().find(|row| {
        let fits = match row.ctrl {
            Ctrl::Any => true,
            Ctrl::With => ctrl,
            Ctrl::Without => !ctrl,
        };
        fits && row.keys.contains(&key)
    });
    row?.action
}

/// How the key of an action is written, for tooltips.
pub(super) fn shown(action: Action) -> &'static str {
    let row = TABLE.iter().find(|row| row.action == Some(action));
    row.map_or("", |row| row.shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things() {
        for (index, row) in TABLE.iter().enumerate() {
            for other in TABLE.iter().skip(index + 1) {
                let apart = matches!(
                    (row.ctrl, other.ctrl),
                    (Ctrl::With, Ctrl::Without) | (Ctrl::Without, Ctrl::With)
                );
                let shared = row.keys.iter().any(|key| other.keys.contains(key));
                assert!(apart || !shared, "{} / {}", row.shown, other.shown);
            }
            assert!(
                row.keys
                    .iter()
                    .all(|key| !DIGITS.as_flattened().contains(key))
            );
        }
    }

    #[test]
    fn ctrl_tells_down_from_copy_and_recall_from_store() {
        assert_eq!(
            action(KeyCode::KeyC, false),
            Some(Action::Move(Direction::Down))
        );
        assert_eq!(action(KeyCode::KeyC, true), Some(Action::CopyCamera));
        assert_eq!(
            action(KeyCode::Digit3, false),
            Some(Action::RecallBookmark(3))
        );
        assert_eq!(
            action(KeyCode::Numpad9, true),
            Some(Action::StoreBookmark(9))
        );
        // Ctrl is also the slow flight.
        assert_eq!(
            action(KeyCode::KeyW, true),
            Some(Action::Move(Direction::Forward))
        );
        assert_eq!(action(KeyCode::F7, false), None);
    }

    #[test]
    fn every_row_is_told() {
        for row in TABLE {
            assert!(!row.shown.is_empty() && !row.does.is_empty());
        }
        assert_eq!(shown(Action::ToggleHelp), "F1, ?");
    }
}
