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
    match caught(|| EventLoop::with_user_event().build()) {
        Ok(Ok(event_loop)) => Ok(event_loop),
        Ok(Err(error)) => {
            let error = answer(&error.to_string());
            let hint = match error.contains("librar") {
                true => LIBRARIES,
                false => REMEDY,
            };
            Err(anyhow!("no window: {error}; {hint}"))
        }
        Err(message) => Err(anyhow!("no window: {message}; {LIBRARIES}")),
    }
}

/// Does what may panic inside the window library (it does when the display server takes a window away). A panic becomes
/// its message.
pub(super) fn caught<T>(action: impl FnOnce() -> T) -> Result<T, String> {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|panic| tracing::debug!("{panic}")));
    let done = catch_unwind(AssertUnwindSafe(action));
    std::panic::set_hook(hook);
    done.map_err(|panic| {
        let message = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied());
        answer(message.unwrap_or_default())
    })
}

/// The system's answer inside an error of the window library, which says first at which of its source lines it came.
pub(super) fn answer(error: &str) -> String {
    let mut answer = error;
    while let Some((_, rest)) = answer.split_once(".rs:") {
        let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == ':');
        answer = rest.trim_start();
    }
    if answer.is_empty() || answer.contains(".rs") {
        return "the window system failed".to_owned();
    }
    answer.to_owned()
}

fn has_display() -> bool {
    ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"]
        .iter()
        .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_come_without_source_lines() {
        let error = "os error at /x/winit-0.30/src/platform_impl/x11/mod.rs:12: no such display";
        assert_eq!(answer(error), "no such display");
        assert_eq!(answer("plain"), "plain");
        let debug = "Result::unwrap() on Err: OsError { line: 12, file: \"/x/mod.rs\" }";
        assert_eq!(answer(debug), "the window system failed");
    }

    #[test]
    fn a_panic_becomes_a_message() {
        assert_eq!(caught(|| 3), Ok(3));
        let number = 7;
        let message = caught(|| panic!("bad window {number}"));
        assert_eq!(message, Err("bad window 7".to_owned()));
    }
}
