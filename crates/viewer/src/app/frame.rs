//! One frame of the window: move, show the panels, draw, and say when the next one is due.

use super::input::Drag;
use super::panels::{self, Hud, Request, Switches};
use super::session::Session;
use super::{App, screen};
use crate::failure;
use egui::ViewportId;
use renderer::{DrawOptions, Frame};
use scene::camera::DEFAULT_FOV_RADIANS;
use std::time::{Duration, Instant};
use winit::event_loop::{ActiveEventLoop, ControlFlow};

/// Longest step of the camera, seconds: after a stall it does not jump.
const LONGEST_STEP: f32 = 0.1;
/// How often the progress of a load is shown.
const LOADING_STEP: Duration = Duration::from_millis(33);
/// How often the crosshair looks what it is on.
const CROSSHAIR_STEP: Duration = Duration::from_millis(100);
/// How soon a window that shows nothing is tried again.
const HIDDEN_STEP: Duration = Duration::from_millis(100);
/// Weight of a new frame in the smoothed frame time.
const SMOOTHING: f32 = 0.1;

/// When frames were and what they showed.
#[derive(Debug, Default)]
pub(super) struct Pace {
    /// The last frame, if the next one was due at once.
    last: Option<Instant>,
    frame_ms: Option<f32>,
    under: String,
    /// The camera and the moment of `under`.
    looked: Option<(scene::Camera, Instant)>,
}

impl Pace {
    /// Real seconds since the last frame; 0 after a rest.
    fn tick(&mut self, now: Instant) -> f32 {
        let Some(last) = self.last.replace(now) else {
            self.frame_ms = None;
            return 0.0;
        };
        let seconds = now.saturating_duration_since(last).as_secs_f32();
        let ms = seconds * 1000.0;
        let smoothed = self.frame_ms.map_or(ms, |old| old + (ms - old) * SMOOTHING);
        self.frame_ms = Some(smoothed);
        seconds.min(LONGEST_STEP)
    }

    /// The next frame is not due at once.
    fn rest(&mut self) {
        self.last = None;
    }

    /// Looks what the crosshair is on, but not too often; gives when to look again.
    fn look(&mut self, session: &Session, aspect: f32, now: Instant) -> Option<Instant> {
        let camera = session.flight.camera();
        if let Some((at, when)) = self.looked {
            let due = when + CROSSHAIR_STEP;
            if at == camera && !session.is_moving() {
                return None;
            }
            if now < due {
                return Some(due);
            }
        }
        self.looked = Some((camera, now));
        self.under = session.under_crosshair(aspect);
        None
    }

    /// Another mission is open.
    pub(super) fn forget(&mut self) {
        self.looked = None;
        self.under.clear();
    }
}

impl App {
    /// Draws a frame and says when the next one is due.
    pub(super) fn redraw(&mut self, event_loop: &ActiveEventLoop) {
        let now = Instant::now();
        let seconds = self.pace.tick(now);
        self.fly(seconds);
        let mut wake = self.look(now);

        let mut requests = Vec::new();
        let Some(mut output) = self.run_panels(now, &mut requests) else {
            return;
        };
        let delay = output
            .viewport_output
            .get(&ViewportId::ROOT)
            .map_or(Duration::MAX, |output| output.repaint_delay);
        let Some(screen) = &mut self.screen else {
            output.drop_without_applying_deltas();
            return;
        };
        let platform = std::mem::take(&mut output.platform_output);
        screen
            .input
            .handle_platform_output(&screen.window, platform);

        let size = screen.size();
        let draw = self.options.draw;
        let picture = self
            .session
            .as_mut()
            .map(|session| picture(session, size, draw));
        let drawn = screen.draw(picture, output);
        for request in requests {
            self.grant(event_loop, request);
        }
        let shown = match drawn {
            Ok(stats) => stats.is_some() || self.session.is_none(),
            Err(error) => return self.recover(event_loop, error),
        };
        if let Some(session) = &self.session
            && shown
        {
            if self.args.log_camera {
                self.camera_log.log(&session.flight.camera(), size);
            }
            self.dump_frame(size);
        }
        wake = wake.into_iter().chain(self.toasts.next_change(now)).min();
        if self.loading.is_some() {
            wake = wake.into_iter().chain([now + LOADING_STEP]).min();
        }
        self.schedule(event_loop, now, shown, delay, wake);
    }

    /// Moves the camera and the mission.
    fn fly(&mut self, seconds: f32) {
        let (right, down) = self.input.take_moved();
        let (wish, zooms, drag) = (self.input.wish(), self.input.zooms(), self.input.drag());
        let handling = self.settings.controls.handling();
        let height = self.screen.as_ref().map_or(1, |screen| screen.size().1);
        let Some(session) = &mut self.session else {
            return;
        };
        let flight = &mut session.flight;
        flight.handling = handling;
        flight.set_zoom(zooms);
        if (right, down) != (0.0, 0.0) {
            match drag {
                Some(Drag::Look | Drag::Orbit) => flight.look(right, down),
                Some(Drag::Pan) => flight.pan(right, down, height as f32),
                None => {}
            }
        }
        flight.advance(&wish, seconds);
        session.advance(seconds);
    }

    fn look(&mut self, now: Instant) -> Option<Instant> {
        let aspect = self.screen.as_ref()?.aspect();
        let session = self.session.as_ref()?;
        self.pace.look(session, aspect, now)
    }

    /// When the next frame is due: at once while anything moves, else when something changes by itself.
    fn schedule(
        &mut self,
        event_loop: &ActiveEventLoop,
        now: Instant,
        shown: bool,
        panels: Duration,
        wake: Option<Instant>,
    ) {
        let moving = self.session.as_ref().is_some_and(Session::is_moving);
        let busy = moving || self.input.wish().moves();
        if !shown {
            self.pace.rest();
            event_loop.set_control_flow(ControlFlow::WaitUntil(now + HIDDEN_STEP));
            return;
        }
        if busy || panels.is_zero() {
            if !busy {
                self.pace.rest();
            }
            event_loop.set_control_flow(ControlFlow::Wait);
            if let Some(screen) = &self.screen {
                screen.window.request_redraw();
            }
            return;
        }
        self.pace.rest();
        let wake = wake.into_iter().chain(now.checked_add(panels)).min();
        event_loop.set_control_flow(match wake {
            Some(wake) => ControlFlow::WaitUntil(wake),
            None => ControlFlow::Wait,
        });
    }

    /// The device is lost or failed: everything on it is made anew, once.
    fn recover(&mut self, event_loop: &ActiveEventLoop, error: renderer::Error) {
        if !matches!(error, renderer::Error::Lost(_)) {
            return self.give_up(event_loop, error.into());
        }
        tracing::warn!("{error}; opening it again");
        self.screen = None;
        if let Err(again) = self.open_screen(event_loop) {
            self.give_up(event_loop, again);
        }
    }

    /// Writes what the first whole frame draws, if that is wanted.
    fn dump_frame(&mut self, size: (u32, u32)) {
        let (Some(path), false) = (&self.args.view.dump_frame, self.dumped) else {
            return;
        };
        let (Some(screen), Some(session)) = (&self.screen, &mut self.session) else {
            return;
        };
        self.dumped = true;
        let (scene, uploaded, frame) = picture(session, size, self.options.draw);
        let dump = screen.renderer.dump(uploaded, scene, &frame);
        let written = serde_json::to_vec_pretty(&dump)
            .map_err(anyhow::Error::from)
            .and_then(|json| crate::output::write(path, &json));
        if let Err(error) = written {
            self.toasts.complain(failure::line(&error));
        }
    }

    fn run_panels(
        &mut self,
        now: Instant,
        requests: &mut Vec<Request>,
    ) -> Option<egui::FullOutput> {
        let screen = self.screen.as_mut()?;
        let context = screen.context.clone();
        let input = screen.input.take_egui_input(&screen.window);
        if !context.input(|input| input.pointer.any_down()) {
            context.set_zoom_factor(self.settings.overlay.scale.clamp(0.5, 3.0));
        }
        Some(context.run_ui(input, |ui| {
            let context = ui.ctx().clone();
            self.panels(&context, now, requests);
        }))
    }

    fn panels(&mut self, context: &egui::Context, now: Instant, requests: &mut Vec<Request>) {
        if let Some(loading) = &self.loading {
            panels::loading(context, &loading.mission.title, &loading.progress, requests);
        } else if let Some(failure) = &self.failure {
            panels::failed(context, failure, requests);
        }
        if self.settings.overlay.shown {
            self.hud(context, requests);
        }
        if self.open.help {
            panels::help(context, &mut self.open.help);
        }
        let session = self.session.as_ref();
        if self.open.missions {
            let current = session.map(|session| &session.mission.folder);
            let (open, list) = (&mut self.open.missions, &mut self.missions);
            panels::missions(context, open, list, current, requests);
        }
        if self.open.problems {
            let problems = session.map_or(&[][..], |session| session.world.problems());
            let (open, list) = (&mut self.open.problems, &mut self.problems);
            panels::problems(context, open, list, problems, requests);
        }
        if self.open.view {
            self.view_panel(context, requests);
        }
        panels::toasts(context, &mut self.toasts, now);
    }

    fn hud(&mut self, context: &egui::Context, requests: &mut Vec<Request>) {
        let session = self.session.as_ref();
        let mut modes = Vec::new();
        if let Some(session) = session {
            panels::crosshair(context);
            let switched = [
                (self.input.mouse_look, "mouse look"),
                (session.flight.is_orbiting(), "circling"),
                (session.is_following(), "following"),
                (session.collides, "above the ground"),
            ];
            modes.extend(switched.iter().filter(|(on, _)| *on).map(|(_, name)| *name));
        }
        let playback = session.map(|session| &session.playback);
        let hud = Hud {
            title: session.map_or("", |session| &session.world.scene.name),
            frame_ms: self.pace.frame_ms,
            camera: session.map(|s| s.flight.camera()).unwrap_or_default(),
            speed: session.map_or(0.0, |session| session.flight.speed()),
            seconds: playback.map_or(0.0, |playback| playback.clock().seconds),
            pace: playback.map_or(0.0, |p| if p.paused { 0.0 } else { p.pace() }),
            modes: &modes,
            under: &self.pace.under,
            selection: session.and_then(Session::selected_name),
            problems: session.map(Session::problem_counts).unwrap_or_default(),
        };
        panels::hud(context, &hud, requests);
    }

    fn view_panel(&mut self, context: &egui::Context, requests: &mut Vec<Request>) {
        let flight = self.session.as_ref().map(|session| &session.flight);
        let mut fov_degrees = flight.map_or(0.0, |flight| flight.fov_degrees());
        let mut sky_time = self.session.as_ref().and_then(|s| s.playback.sky_time);
        let before = (fov_degrees, sky_time);
        let pose = self.session.as_ref().map(|s| s.world.animator.pose_mode());
        let mut switches = Switches {
            draw: &mut self.options.draw,
            controls: &mut self.settings.controls,
            overlay: &mut self.settings.overlay,
            fov_degrees: &mut fov_degrees,
            default_fov_degrees: DEFAULT_FOV_RADIANS.to_degrees(),
            sky_time: &mut sky_time,
            pose: pose.unwrap_or_default(),
        };
        panels::view(context, &mut self.open.view, &mut switches, requests);
        if let Some(session) = &mut self.session
            && before != (fov_degrees, sky_time)
        {
            session.flight.set_fov_degrees(fov_degrees);
            session.playback.sky_time = sky_time;
        }
    }
}

/// What is drawn of a session.
pub(super) fn picture(
    session: &mut Session,
    size: (u32, u32),
    draw: DrawOptions,
) -> screen::Picture<'_> {
    let frame = Frame {
        camera: session.flight.camera(),
        size,
        options: DrawOptions {
            highlight: session.selection,
            ..draw
        },
    };
    (&session.world.scene, &mut session.uploaded, frame)
}
