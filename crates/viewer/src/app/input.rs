//! What is held and moved: keys, buttons and the mouse, between two frames.

use super::keys::{self, Action, Direction};
use crate::flight::Wish;
use winit::event::MouseButton;
use winit::keyboard::{KeyCode, ModifiersState};

/// How far the pointer may move between press and release for a click, pixels.
const CLICK_RADIUS: f64 = 4.0;

/// What the mouse does while a button is held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Drag {
    /// Turns the camera.
    Look,
    /// Circles the pivot.
    Orbit,
    /// Shifts the pivot.
    Pan,
}

/// The state of keyboard and mouse.
#[derive(Debug, Default)]
pub(super) struct Input {
    held: Vec<KeyCode>,
    modifiers: ModifiersState,
    /// The mouse looks without a button.
    pub mouse_look: bool,
    drag: Option<(MouseButton, Drag)>,
    pressed_at: Option<(f64, f64)>,
    /// Where the pointer is, physical pixels.
    pub pointer: (f64, f64),
    moved: (f32, f32),
}

impl Input {
    /// A key goes down; gives what it does. Repeats of a held key do nothing.
    pub(super) fn press(&mut self, key: KeyCode, repeat: bool) -> Option<Action> {
        if repeat {
            return None;
        }
        let action = keys::action(key, self.modifiers.control_key());
        if matches!(action, Some(Action::Move(_) | Action::Zoom)) && !self.held.contains(&key) {
            self.held.push(key);
        }
        action
    }

    /// A key goes up.
    pub(super) fn release(&mut self, key: KeyCode) {
        self.held.retain(|held| *held != key);
    }

    /// Shift, Ctrl and Alt changed.
    pub(super) fn set_modifiers(&mut self, modifiers: ModifiersState) {
        self.modifiers = modifiers;
    }

    /// Whether Ctrl is held.
    pub(super) fn ctrl(&self) -> bool {
        self.modifiers.control_key()
    }

    /// A mouse button goes down over the picture.
    pub(super) fn press_button(&mut self, button: MouseButton, orbiting: bool) {
        let drag = match button {
            MouseButton::Right => Drag::Look,
            MouseButton::Left if orbiting => Drag::Orbit,
            MouseButton::Middle if orbiting => Drag::Pan,
            _ => {
                self.pressed_at = (button == MouseButton::Left).then_some(self.pointer);
                return;
            }
        };
        if button == MouseButton::Left {
            self.pressed_at = Some(self.pointer);
        }
        self.drag = Some((button, drag));
    }

    /// A mouse button goes up; whether that was a left click on a point.
    pub(super) fn release_button(&mut self, button: MouseButton) -> bool {
        if self.drag.is_some_and(|(held, _)| held == button) {
            self.drag = None;
        }
        if button != MouseButton::Left {
            return false;
        }
        self.pressed_at.take().is_some_and(|(x, y)| {
            let (now_x, now_y) = self.pointer;
            (now_x - x).hypot(now_y - y) < CLICK_RADIUS
        })
    }

    /// What the mouse does now, if anything.
    pub(super) fn drag(&self) -> Option<Drag> {
        let held = self.drag.map(|(_, drag)| drag);
        held.or(self.mouse_look.then_some(Drag::Look))
    }

    /// Whether the pointer is taken: hidden and kept in the window.
    pub(super) fn takes_pointer(&self) -> bool {
        self.drag() == Some(Drag::Look)
    }

    /// The mouse moved by raw counts.
    pub(super) fn mouse_moved(&mut self, right: f64, down: f64) {
        if self.drag().is_some() {
            self.moved.0 += right as f32;
            self.moved.1 += down as f32;
        }
    }

    /// What the mouse moved since the last frame.
    pub(super) fn take_moved(&mut self) -> (f32, f32) {
        std::mem::take(&mut self.moved)
    }

    /// Lets go of everything that is held: the window lost the focus, or a text field has it.
    pub(super) fn release_all(&mut self) {
        self.held.clear();
        self.modifiers = ModifiersState::empty();
        self.drag = None;
        self.pressed_at = None;
        self.mouse_look = false;
        self.moved = (0.0, 0.0);
    }

    /// Whether the zoom is held.
    pub(super) fn zooms(&self) -> bool {
        self.held
            .iter()
            .any(|key| keys::action(*key, false) == Some(Action::Zoom))
    }

    /// Where the held keys want to go.
    pub(super) fn wish(&self) -> Wish {
        let mut wish = Wish {
            fast: self.modifiers.shift_key(),
            slow: self.modifiers.control_key() || self.modifiers.alt_key(),
            ..Wish::default()
        };
        for key in &self.held {
            let Some(Action::Move(direction)) = keys::action(*key, false) else {
                continue;
            };
            let (axis, sign) = match direction {
                Direction::Forward => (&mut wish.forward, 1.0),
                Direction::Back => (&mut wish.forward, -1.0),
                Direction::Right => (&mut wish.right, 1.0),
                Direction::Left => (&mut wish.right, -1.0),
                Direction::Up => (&mut wish.up, 1.0),
                Direction::Down => (&mut wish.up, -1.0),
            };
            *axis += sign;
        }
        // Two keys for one direction are not faster.
        wish.forward = wish.forward.clamp(-1.0, 1.0);
        wish.right = wish.right.clamp(-1.0, 1.0);
        wish.up = wish.up.clamp(-1.0, 1.0);
        wish
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn held_keys_become_a_wish() {
        let mut input = Input::default();
        for key in [
            KeyCode::KeyW,
            KeyCode::ArrowUp,
            KeyCode::KeyD,
            KeyCode::Space,
        ] {
            input.press(key, false);
        }
        let wish = input.wish();
        assert_eq!((wish.forward, wish.right, wish.up), (1.0, 1.0, 1.0));
        input.press(KeyCode::KeyA, false);
        assert_eq!(input.wish().right, 0.0);
        input.release(KeyCode::KeyW);
        input.release(KeyCode::ArrowUp);
        assert_eq!(input.wish().forward, 0.0);
    }

    #[test]
    fn modifiers_set_the_pace_and_ctrl_c_does_not_sink() {
        let mut input = Input::default();
        input.set_modifiers(ModifiersState::CONTROL);
        assert_eq!(input.press(KeyCode::KeyC, false), Some(Action::CopyCamera));
        assert!(!input.wish().moves());
        input.press(KeyCode::KeyW, false);
        assert!(input.wish().moves() && input.wish().slow);
        input.set_modifiers(ModifiersState::SHIFT);
        assert!(input.wish().fast);
    }

    #[test]
    fn losing_the_focus_lets_go() {
        let mut input = Input::default();
        input.press(KeyCode::KeyW, false);
        input.press(KeyCode::KeyZ, false);
        input.press_button(MouseButton::Right, false);
        input.mouse_look = true;
        assert!(input.zooms() && input.takes_pointer());
        input.release_all();
        assert!(!input.wish().moves() && !input.zooms() && !input.takes_pointer());
    }

    #[test]
    fn repeats_of_a_held_key_do_nothing() {
        let mut input = Input::default();
        assert_eq!(input.press(KeyCode::KeyP, false), Some(Action::TogglePause));
        assert_eq!(input.press(KeyCode::KeyP, true), None);
    }

    #[test]
    fn a_click_is_a_press_and_a_release_in_one_place() {
        let mut input = Input::default();
        input.press_button(MouseButton::Left, false);
        assert!(input.release_button(MouseButton::Left));
        input.press_button(MouseButton::Left, true);
        assert_eq!(input.drag(), Some(Drag::Orbit));
        input.pointer = (50.0, 0.0);
        assert!(!input.release_button(MouseButton::Left));
        assert_eq!(input.drag(), None);
    }

    #[test]
    fn the_mouse_counts_only_while_it_does_something() {
        let mut input = Input::default();
        input.mouse_moved(5.0, 5.0);
        assert_eq!(input.take_moved(), (0.0, 0.0));
        input.press_button(MouseButton::Right, false);
        input.mouse_moved(5.0, -2.0);
        input.mouse_moved(1.0, 0.0);
        assert_eq!(input.take_moved(), (6.0, -2.0));
        assert_eq!(input.take_moved(), (0.0, 0.0));
    }
}
