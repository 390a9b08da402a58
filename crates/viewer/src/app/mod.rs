//! The window.

mod actions;
mod camera_log;
mod display;
mod frame;
mod input;
mod keys;
mod loader;
mod panels;
mod playback;
mod screen;
mod session;
mod style;
mod toasts;

use crate::bookmarks::Bookmarks;
use crate::cli::WindowArgs;
use crate::flight::Flight;
use crate::settings::{LastTarget, Settings};
use crate::target::Target;
use crate::view::{self, ViewOptions};
use crate::world::World;
use crate::{capture, failure, viewpoint};
use anyhow::{Result, anyhow, bail};
use camera_log::CameraLog;
use frame::Pace;
use game::{GameFolder, Mission};
use input::Input;
use loader::{Loaded, Loading};
use panels::{MissionList, Open, ProblemList};
use playback::Playback;
use scene::Camera;
use screen::Screen;
use session::Session;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use toasts::Toasts;
use winit::application::ApplicationHandler;
use winit::dpi::{LogicalSize, PhysicalPosition, PhysicalSize};
use winit::event::{
    DeviceEvent, DeviceId, ElementState, KeyEvent, MouseScrollDelta, StartCause, WindowEvent,
};
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::keyboard::{KeyCode, PhysicalKey};
use winit::window::{Window, WindowAttributes, WindowId};

/// Pixels that a wheel without notches moves for one.
const PIXELS_PER_NOTCH: f64 = 40.0;
/// Smallest window, logical pixels.
const SMALLEST: LogicalSize<f64> = LogicalSize::new(320.0, 240.0);

/// Opens the window and stays until it is closed.
///
/// # Errors
///
/// The target is not there, or no window can open.
pub fn run(args: WindowArgs) -> Result<ExitCode> {
    let target = Target::resolve(&args.target)?;
    let event_loop = display::event_loop::<Loaded>()?;
    let mut app = App::new(args, target, event_loop.create_proxy());
    let ended = display::caught(|| {
        let ended = event_loop.run_app(&mut app);
        app.remember();
        ended
    });
    match ended {
        Ok(Ok(())) => match app.fatal {
            Some(error) => Err(error),
            None => Ok(ExitCode::SUCCESS),
        },
        Ok(Err(error)) => bail!("the window failed: {}", display::answer(&error.to_string())),
        Err(message) => {
            // What it holds may be as broken as the window: left to the end of the process.
            std::mem::forget(app);
            bail!("the window failed: {message}")
        }
    }
}

/// Everything that the window holds.
struct App {
    args: WindowArgs,
    options: ViewOptions,
    settings: Settings,
    proxy: EventLoopProxy<Loaded>,
    game: Arc<GameFolder>,
    screen: Option<Screen>,
    session: Option<Session>,
    loading: Option<Loading>,
    loads: u64,
    /// Why no mission is open.
    failure: Option<String>,
    input: Input,
    open: Open,
    missions: MissionList,
    problems: ProblemList,
    toasts: Toasts,
    camera_log: CameraLog,
    pace: Pace,
    /// When Esc was pressed with nothing left to let go of.
    quit_asked: Option<Instant>,
    /// The frame dump was written.
    dumped: bool,
    fatal: Option<anyhow::Error>,
}

impl App {
    fn new(args: WindowArgs, target: Target, proxy: EventLoopProxy<Loaded>) -> Self {
        let missions = target.game.missions();
        let mut app = Self {
            options: ViewOptions::new(&args.view),
            settings: Settings::load(),
            proxy,
            game: Arc::clone(&target.game),
            screen: None,
            session: None,
            loading: None,
            loads: 0,
            failure: None,
            input: Input::default(),
            open: Open::default(),
            missions: MissionList::new(missions.items),
            problems: ProblemList::default(),
            toasts: Toasts::default(),
            camera_log: CameraLog::default(),
            pace: Pace::default(),
            quit_asked: None,
            dumped: false,
            fatal: None,
            args,
        };
        app.open.missions = target.mission.is_none() && app.missions.missions.len() > 1;
        match target.mission() {
            Ok(mission) => app.load(target.game, mission),
            Err(error) => app.failure = Some(failure::line(&error)),
        }
        app
    }

    /// Starts to load a mission; what is open stays until it is there.
    fn load(&mut self, game: Arc<GameFolder>, mission: Mission) {
        self.loads += 1;
        self.failure = None;
        let proxy = self.proxy.clone();
        let options = self.options.clone();
        self.loading = Some(Loading::start(self.loads, game, mission, options, proxy));
    }

    /// Opens a game folder or a mission that was dropped on the window, or takes the camera of a capture.
    fn drop_file(&mut self, path: &Path) {
        if path
            .extension()
            .is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
        {
            let bytes = std::fs::read(path).map_err(|error| error.to_string());
            match bytes.and_then(|bytes| capture::read(&bytes)) {
                Ok(camera) => self.go_to(camera),
                Err(message) => self
                    .toasts
                    .complain(format!("{}: {message}", path.display())),
            }
            return;
        }
        let found = Target::find(&Default::default(), Some(path.as_os_str()));
        match found.and_then(|target| Ok((target.mission()?, target.game))) {
            Ok((mission, game)) => {
                self.missions = MissionList::new(game.missions().items);
                self.game = Arc::clone(&game);
                self.load(game, mission);
            }
            Err(error) => self.toasts.complain(failure::line(&error)),
        }
    }

    /// A load has ended: its mission replaces the one that is open.
    fn finish_load(&mut self, loaded: Loaded) -> Result<()> {
        let (number, result) = match loaded {
            Loaded::Mission { number, world } => (number, Ok(*world)),
            Loaded::Failed { number, message } => (number, Err(message)),
        };
        let Some(loading) = self.loading.take_if(|loading| loading.number == number) else {
            return Ok(());
        };
        let world = match result {
            Ok(world) => world,
            Err(message) => {
                self.toasts.complain(message.clone());
                self.failure = self.session.is_none().then_some(message);
                return Ok(());
            }
        };
        let Some(screen) = &self.screen else {
            return Ok(());
        };
        let speed = match self.session.take() {
            // Dropped here: the old scene makes room before the new one comes.
            Some(session) => session.flight.speed(),
            None => self.settings.controls.speed,
        };
        let uploaded = screen.renderer.upload(&screen.gpu, &world.scene)?;
        screen
            .window
            .set_title(&format!("{} - Overfly", world.scene.name));
        let (game, mission) = (Arc::clone(&loading.game), loading.mission.clone());
        let bookmarks = Bookmarks::load(game.root(), &mission.folder.to_string());
        if let Some(fault) = bookmarks.fault() {
            self.toasts.complain(fault);
        }
        let mut flight = Flight::new(
            self.first_camera(&world, &bookmarks),
            self.settings.controls.handling(),
        );
        flight.set_speed(speed);
        if let Some(fault) = world.pose_fault() {
            self.toasts.complain(fault);
        }
        self.settings.last = Some(LastTarget {
            game: std::path::absolute(game.root())?,
            mission: mission.folder.to_string(),
        });
        self.pace.forget();
        self.session = Some(Session {
            mission,
            world,
            uploaded,
            flight,
            playback: Playback::new(self.options.time, self.options.sky_time),
            bookmarks,
            selection: None,
            follow: None,
            collides: false,
        });
        Ok(())
    }

    /// Where the command line wants to start, in the first mission; in every later one the start pose.
    fn first_camera(&mut self, world: &World, bookmarks: &Bookmarks) -> Camera {
        if self.loads == 1 {
            match viewpoint::camera(world, &self.args.view, bookmarks) {
                Ok(camera) => return camera,
                Err(error) => self.toasts.complain(failure::line(&error)),
            }
        }
        viewpoint::start(world)
    }

    /// Opens the window, and the scene again if there was one (a device can be lost).
    fn open_screen(&mut self, event_loop: &ActiveEventLoop) -> Result<()> {
        let request = view::gpu_request(&self.args.view);
        let screen = Screen::open(event_loop, self.attributes(), &request, self.args.view.msaa)?;
        if let Some(session) = &mut self.session {
            session.uploaded = screen.renderer.upload(&screen.gpu, &session.world.scene)?;
        }
        self.screen = Some(screen);
        Ok(())
    }

    fn attributes(&self) -> WindowAttributes {
        let place = self.settings.window;
        let attributes = Window::default_attributes()
            .with_title("Overfly")
            .with_min_inner_size(SMALLEST);
        if let Some(size) = self.args.view.size {
            return attributes.with_inner_size(PhysicalSize::new(size.width, size.height));
        }
        let attributes = attributes
            .with_inner_size(LogicalSize::new(
                place.width.max(SMALLEST.width),
                place.height.max(SMALLEST.height),
            ))
            .with_maximized(place.maximized);
        match place.position {
            Some((x, y)) => attributes.with_position(PhysicalPosition::new(x, y)),
            None => attributes,
        }
    }

    /// Keeps where the window is and what is set.
    fn remember(&mut self) {
        // A window that is gone has no place.
        if let (Some(screen), None) = (&self.screen, &self.fatal) {
            let window = &screen.window;
            let place = &mut self.settings.window;
            place.maximized = window.is_maximized();
            if !place.maximized && window.fullscreen().is_none() {
                let size = window.inner_size().to_logical(window.scale_factor());
                (place.width, place.height) = (size.width, size.height);
                place.position = window.outer_position().ok().map(|at| (at.x, at.y));
            }
        }
        if let Some(session) = &self.session {
            self.settings.controls.speed = session.flight.speed();
        }
        if let Err(error) = self.settings.save() {
            tracing::warn!("the settings cannot be kept: {}", failure::line(&error));
        }
    }

    /// Ends the program with an error.
    fn give_up(&mut self, event_loop: &ActiveEventLoop, error: anyhow::Error) {
        self.fatal.get_or_insert(error);
        event_loop.exit();
    }

    fn key(&mut self, event_loop: &ActiveEventLoop, key: KeyCode, event: &KeyEvent) {
        match event.state {
            ElementState::Released => self.input.release(key),
            ElementState::Pressed => {
                if let Some(action) = self.input.press(key, event.repeat) {
                    self.act(event_loop, action);
                }
            }
        }
    }

    fn wheel(&mut self, delta: MouseScrollDelta) {
        let Some(session) = &mut self.session else {
            return;
        };
        let notches = match delta {
            MouseScrollDelta::LineDelta(_, lines) => lines,
            MouseScrollDelta::PixelDelta(pixels) => (pixels.y / PIXELS_PER_NOTCH) as f32,
        };
        if self.input.ctrl() {
            session.flight.wheel_fov(notches);
        } else {
            session.flight.wheel(notches);
        }
    }

    /// Whether a text field takes the keys.
    fn is_typing(&self) -> bool {
        let screen = self.screen.as_ref();
        screen.is_some_and(|screen| screen.context.text_edit_focused())
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, event: WindowEvent) {
        let typing = self.is_typing();
        let Some(screen) = &mut self.screen else {
            return;
        };
        // The panels see the pointer unless the camera has it, and keys only while something is typed.
        let is_key = matches!(event, WindowEvent::KeyboardInput { .. });
        let is_pointer = matches!(
            event,
            WindowEvent::CursorMoved { .. } | WindowEvent::MouseWheel { .. }
        );
        let hidden = is_key && !typing || is_pointer && screen.has_pointer();
        let mut consumed = false;
        if !hidden && !matches!(event, WindowEvent::RedrawRequested) {
            let response = screen.input.on_window_event(&screen.window, &event);
            consumed = response.consumed;
        }
        if !matches!(
            event,
            WindowEvent::RedrawRequested | WindowEvent::CloseRequested
        ) {
            screen.window.request_redraw();
        }
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::Destroyed => {
                self.give_up(event_loop, anyhow!("the window was destroyed from outside"));
            }
            WindowEvent::Resized(size) => screen.resize(size),
            WindowEvent::RedrawRequested => self.redraw(event_loop),
            WindowEvent::Focused(false) => self.input.release_all(),
            WindowEvent::ModifiersChanged(modifiers) => self.input.set_modifiers(modifiers.state()),
            WindowEvent::KeyboardInput { event, .. } => {
                if let PhysicalKey::Code(key) = event.physical_key
                    && (!typing || event.state == ElementState::Released)
                {
                    self.key(event_loop, key, &event);
                }
            }
            WindowEvent::CursorMoved { position, .. } => {
                self.input.pointer = (position.x, position.y);
            }
            WindowEvent::MouseInput { state, button, .. } => {
                if state == ElementState::Released {
                    if self.input.release_button(button) {
                        self.click();
                    }
                } else if !consumed {
                    let session = self.session.as_ref();
                    let orbiting = session.is_some_and(|session| session.flight.is_orbiting());
                    self.input.press_button(button, orbiting);
                }
            }
            WindowEvent::MouseWheel { delta, .. } if !consumed => self.wheel(delta),
            WindowEvent::DroppedFile(path) => self.drop_file(&path),
            _ => {}
        }
        if let Some(screen) = &mut self.screen {
            screen.take_pointer(self.input.takes_pointer() && self.session.is_some());
        }
    }
}

impl ApplicationHandler<Loaded> for App {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.screen.is_none()
            && let Err(error) = self.open_screen(event_loop)
        {
            self.give_up(event_loop, error);
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        self.window_event(event_loop, event);
    }

    fn device_event(&mut self, _: &ActiveEventLoop, _: DeviceId, event: DeviceEvent) {
        if let DeviceEvent::MouseMotion {
            delta: (right, down),
        } = event
        {
            self.input.mouse_moved(right, down);
            if let (Some(screen), Some(_)) = (&self.screen, self.input.drag()) {
                screen.window.request_redraw();
            }
        }
    }

    fn user_event(&mut self, event_loop: &ActiveEventLoop, loaded: Loaded) {
        if let Err(error) = self.finish_load(loaded) {
            self.give_up(event_loop, error);
        }
        if let Some(screen) = &self.screen {
            screen.window.request_redraw();
        }
    }

    fn new_events(&mut self, _: &ActiveEventLoop, cause: StartCause) {
        if let (StartCause::ResumeTimeReached { .. }, Some(screen)) = (cause, &self.screen) {
            screen.window.request_redraw();
        }
    }
}
