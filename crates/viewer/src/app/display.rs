//! Whether a window can open at all, said in one clear line.

use anyhow::{Result, anyhow, bail};
use std::panic::{AssertUnwindSafe, catch_unwind};
use winit::event_loop::EventLoop;

const REMEDY: &str = "`overfly shot -o picture.png` draws without a window";
const LIBRARIES: &str =
    "on Debian and Ubuntu install libxkbcommon-x11-0 libxcursor1 libxi6 libxrandr2 libx11-xcb1";

/// Opens the connection to the display server.
///
/// # Errors
///
/// There is none, or a library of the system is missing; the message says what to do.
pub(super) fn event_loop<T: 'static>() -> Result<EventLoop<T>> {
    if cfg!(all(unix, not(target_os = "macos"))) && !has_display() {
        bail!("no display (DISPLAY and WAYLAND_DISPLAY are not set); {REMEDY}");
    }
    // One library of the keyboard is loaded with a panic instead of an error.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let opened = catch_unwind(AssertUnwindSafe(|| EventLoop::with_user_event().build()));
    std::panic::set_hook(hook);
    match opened {
        Ok(Ok(event_loop)) => Ok(event_loop),
        Ok(Err(error)) => {
            let error = error.to_string();
            let hint = match error.contains("librar") {
                true => LIBRARIES,
                false => REMEDY,
            };
            Err(anyhow!("no window: {error}; {hint}"))
        }
        Err(panic) => {
            let message = panic
                .downcast_ref::<String>()
                .cloned()
                .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
                .unwrap_or_default();
            Err(anyhow!("no window: {message}; {LIBRARIES}"))
        }
    }
}

fn has_display() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}
