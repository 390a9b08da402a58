//! What keys and buttons do.

use super::frame::picture;
use super::keys::Action;
use super::panels::Request;
use super::{App, session};
use crate::bookmarks::Bookmark;
use crate::{capture, failure, folders, output};
use glam::Vec2;
use renderer::{DrawOptions, ViewMode};
use scene::{Camera, SkyTime};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use winit::event_loop::ActiveEventLoop;

/// How long a second Esc quits.
const QUIT_WINDOW: Duration = Duration::from_secs(3);

impl App {
    /// Does what a key or a button stands for.
    pub(super) fn act(&mut self, event_loop: &ActiveEventLoop, action: Action) {
        match action {
            // Held keys act frame by frame.
            Action::Move(_) | Action::Zoom => {}
            Action::ToggleHelp => self.open.help ^= true,
            Action::ToggleMissions => self.open.missions ^= true,
            Action::ToggleProblems => self.open.problems ^= true,
            Action::ToggleView => self.open.view ^= true,
            Action::ToggleOverlay => self.settings.overlay.shown ^= true,
            Action::NextViewMode => self.next_view_mode(),
            Action::ToggleFullscreen => {
                if let Some(screen) = &self.screen {
                    screen.toggle_fullscreen();
                }
            }
            Action::Screenshot => self.screenshot(),
            Action::Release => self.release(event_loop),
            Action::Quit => event_loop.exit(),
            Action::ToggleMouseLook => self.input.mouse_look ^= true,
            Action::CopyCamera => self.copy_camera(),
            Action::PasteCamera => self.paste_camera(),
            Action::StoreBookmark(number) => self.store_bookmark(number),
            Action::RecallBookmark(number) => self.recall_bookmark(number),
            Action::ToggleOrbit
            | Action::FrameSelection
            | Action::FrameAll
            | Action::ToggleFollow
            | Action::ToggleCollision
            | Action::ResetFov
            | Action::TogglePause
            | Action::Step
            | Action::Slower
            | Action::Faster => self.act_on_mission(action),
        }
    }

    /// Those that need an open mission.
    fn act_on_mission(&mut self, action: Action) {
        let aspect = self.screen.as_ref().map_or(1.0, |screen| screen.aspect());
        let Some(session) = &mut self.session else {
            return;
        };
        let selected = session
            .selection
            .and_then(|object| session.bounds_of(object));
        match action {
            Action::ResetFov => session.flight.reset_fov(),
            Action::ToggleOrbit if session.flight.is_orbiting() => session.flight.end_orbit(),
            Action::ToggleOrbit => {
                let pivot = session.pivot(aspect);
                session.flight.orbit(pivot);
            }
            Action::FrameSelection => match selected {
                Some(bounds) => session.flight.frame(bounds.centre(), bounds.radius()),
                None => self
                    .toasts
                    .say("Nothing is selected: click an object first"),
            },
            Action::FrameAll => {
                if let Some(bounds) = session.world.scene.bounds() {
                    let (centre, radius) = (bounds.centre(), bounds.radius());
                    session.flight.frame_from_above(centre, radius);
                }
            }
            Action::ToggleFollow => {
                let was = session.is_following();
                match (was, session.toggle_follow()) {
                    (false, false) => self
                        .toasts
                        .say("Nothing is selected: click an object first"),
                    (_, true) => self.toasts.say("Following the selection"),
                    _ => {}
                }
            }
            Action::ToggleCollision => session.collides ^= true,
            Action::TogglePause => session.playback.paused ^= true,
            Action::Step => session.playback.step(),
            Action::Slower => session.playback.slower(),
            Action::Faster => session.playback.faster(),
            _ => {}
        }
    }

    /// Does what a panel asks for.
    pub(super) fn grant(&mut self, event_loop: &ActiveEventLoop, request: Request) {
        match request {
            Request::Act(action) => self.act(event_loop, action),
            Request::Open(mission) => {
                self.open.missions = false;
                self.load(Arc::clone(&self.game), *mission);
            }
            Request::CancelLoad => self.cancel_load(),
            Request::GoTo(object) => {
                if let Some(session) = &mut self.session
                    && let Some(bounds) = session.bounds_of(object)
                {
                    session.select(Some(object));
                    session.flight.frame(bounds.centre(), bounds.radius());
                }
            }
            Request::Pose(mode) => {
                self.options.pose = mode;
                if let Some(session) = &mut self.session {
                    let world = &mut session.world;
                    world.animator.set_pose_mode(&mut world.scene, mode);
                    if let Some(fault) = world.pose_fault() {
                        self.toasts.complain(fault);
                    }
                }
            }
        }
    }

    /// Goes to a camera.
    pub(super) fn go_to(&mut self, camera: Camera) {
        if let Some(session) = &mut self.session {
            session.flight.go_to(camera);
        }
    }

    /// A left click on the picture selects the object there, or nothing.
    pub(super) fn click(&mut self) {
        let (Some(screen), Some(session)) = (&self.screen, &mut self.session) else {
            return;
        };
        let (width, height) = screen.size();
        let (x, y) = self.input.pointer;
        let ndc = Vec2::new(
            (x / f64::from(width.max(1)) * 2.0 - 1.0) as f32,
            (1.0 - y / f64::from(height.max(1)) * 2.0) as f32,
        );
        let hit = session.pick(ndc, screen.aspect());
        let object = hit.and_then(|hit| session::object_of(&session.world, &hit));
        session.select(object);
    }

    fn next_view_mode(&mut self) {
        let modes = ViewMode::ALL;
        let now = modes
            .iter()
            .position(|mode| *mode == self.options.draw.view);
        let next = now.map_or(0, |index| (index + 1) % modes.len());
        if let Some(mode) = modes.get(next) {
            self.options.draw.view = *mode;
            self.toasts.say(format!("View: {}", mode.name()));
        }
    }

    fn cancel_load(&mut self) {
        if self.loading.take().is_some() {
            self.toasts.say("Loading was cancelled");
            if self.session.is_none() {
                self.failure = Some("Loading was cancelled.".into());
            }
        }
    }

    /// Lets go of one thing: the innermost first.
    fn release(&mut self, event_loop: &ActiveEventLoop) {
        if self.loading.is_some() {
            return self.cancel_load();
        }
        if self.input.mouse_look || self.input.drag().is_some() {
            return self.input.release_all();
        }
        if self.open.close() {
            return;
        }
        if let Some(session) = &mut self.session {
            if session.flight.is_orbiting() {
                return session.flight.end_orbit();
            }
            if session.selection.is_some() {
                return session.select(None);
            }
        }
        let now = Instant::now();
        let asked = self.quit_asked.replace(now);
        if asked.is_some_and(|asked| now.saturating_duration_since(asked) < QUIT_WINDOW) {
            event_loop.exit();
        } else {
            self.toasts.say("Press Esc again to quit");
        }
    }

    fn copy_camera(&mut self) {
        let (Some(screen), Some(session)) = (&mut self.screen, &self.session) else {
            return;
        };
        let json = capture::write(&session.flight.resting_camera(), screen.size());
        screen.input.set_clipboard_text(json);
        self.toasts.say("The camera is on the clipboard");
    }

    fn paste_camera(&mut self) {
        let text = self
            .screen
            .as_mut()
            .and_then(|screen| screen.input.clipboard_text());
        match text.map(|text| capture::read(text.as_bytes())) {
            Some(Ok(camera)) => self.go_to(camera),
            Some(Err(message)) => self
                .toasts
                .complain(format!("The clipboard holds {message}")),
            None => self.toasts.complain("The clipboard holds no text"),
        }
    }

    fn store_bookmark(&mut self, number: u8) {
        let Some(session) = &mut self.session else {
            return;
        };
        let camera = session.flight.resting_camera();
        let bookmark = Bookmark::new(&camera, session.sky_hours());
        match session.bookmarks.store(number, bookmark) {
            Ok(kept) => {
                self.toasts.say(format!("Bookmark {number} is stored"));
                if let Some(kept) = kept {
                    let kept = kept.display();
                    self.toasts.complain(format!(
                        "The bookmarks that could not be read are now {kept}"
                    ));
                }
            }
            Err(error) => self.toasts.complain(format!(
                "Bookmark {number} cannot be kept: {}",
                failure::line(&error)
            )),
        }
    }

    fn recall_bookmark(&mut self, number: u8) {
        let Some(session) = &mut self.session else {
            return;
        };
        let Some(bookmark) = session.bookmarks.get(number).copied() else {
            let hint = format!("Bookmark {number} is empty; Ctrl + {number} stores one");
            return self.toasts.say(hint);
        };
        session.flight.go_to(bookmark.camera());
        session.playback.sky_time = bookmark.sky_time.map(|hours| {
            let minutes = (hours.clamp(0.0, 23.99) * 60.0).round() as u32;
            SkyTime {
                hour: minutes / 60 % 24,
                minute: minutes % 60,
            }
        });
    }

    fn screenshot(&mut self) {
        let (Some(screen), Some(session)) = (&mut self.screen, &mut self.session) else {
            return;
        };
        let folder = self.settings.screenshot_folder.clone();
        let path = free_name(
            &folder.unwrap_or_else(folders::pictures),
            &session.mission.name(),
        );
        let (scene, uploaded, mut frame) = picture(session, screen.size(), self.options.draw);
        frame.options = DrawOptions {
            highlight: None,
            ..frame.options
        };
        let written = screen
            .png((scene, uploaded, frame))
            .and_then(|png| output::write(&path, &png));
        match written {
            Ok(()) => self.toasts.say(format!("Saved {}", path.display())),
            Err(error) => self.toasts.complain(failure::line(&error)),
        }
    }
}

/// A file name that is not taken: `overfly-tutorial.01-3.png`.
fn free_name(folder: &Path, mission: &str) -> PathBuf {
    let mission = mission.replace(['/', '\\'], "-");
    let name = |number: u32| folder.join(format!("overfly-{mission}-{number}.png"));
    let free = (1..=9999).find(|number| !name(*number).exists());
    name(free.unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn screenshots_do_not_overwrite_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let first = free_name(folder.path(), "CAMPAIGN.00/Mission.01");
        assert!(first.ends_with("overfly-CAMPAIGN.00-Mission.01-1.png"));
        std::fs::write(&first, b"").unwrap();
        let second = free_name(folder.path(), "CAMPAIGN.00/Mission.01");
        assert!(second.ends_with("overfly-CAMPAIGN.00-Mission.01-2.png"));
    }
}
