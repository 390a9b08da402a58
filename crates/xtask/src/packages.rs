//! System packages of Debian and Ubuntu; other systems are told what to look for.

use anyhow::{Result, bail};
use std::process::{Command, Stdio};

/// To build.
const BUILD: &[&str] = &["gcc", "libc6-dev"];
/// To draw without a GPU.
const SOFTWARE: &[&str] = &[
    "mesa-vulkan-drivers",
    "libvulkan1",
    "libegl1",
    "libgl1-mesa-dri",
];
/// To open a window under X11 (Wayland needs no more).
const X11: &[&str] = &[
    "libxkbcommon-x11-0",
    "libxcursor1",
    "libxi6",
    "libxrandr2",
    "libx11-xcb1",
];
/// To press keys in a window that nobody sees.
const ROBOT: &[&str] = &["xvfb", "xdotool"];

/// What `run` needs where there is no display.
pub(crate) const OFFSCREEN: &[&[&str]] = &[BUILD, SOFTWARE];
/// What `run` needs to open a window.
pub(crate) const WINDOW: &[&[&str]] = &[BUILD, SOFTWARE, X11];
/// What the tests need.
pub(crate) const TEST: &[&[&str]] = &[BUILD, SOFTWARE, X11, ROBOT];

/// Installs the missing ones of `groups` when this process may; else says the exact line to type.
pub(crate) fn install(groups: &[&[&str]]) -> Result<()> {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    let wanted: Vec<&str> = groups.concat();
    if !runs("dpkg-query", &["--version"]) {
        eprintln!(
            "This is not Debian or Ubuntu: if something is missing, look for your system's packages like {}.",
            wanted.join(", ")
        );
        return Ok(());
    }
    let missing: Vec<&str> = wanted
        .into_iter()
        .filter(|package| !is_installed(package))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let line = format!(
        "apt-get update && apt-get install --yes --no-install-recommends {}",
        missing.join(" ")
    );
    let sudo = if is_root() {
        None
    } else if runs("sudo", &["-n", "true"]) {
        Some("sudo")
    } else {
        bail!(
            "system packages are missing; type this line, then try again:\n  sudo sh -c '{line}'"
        );
    };
    eprintln!("Installing system packages: {}", missing.join(" "));
    let shell = format!("export DEBIAN_FRONTEND=noninteractive; {line}");
    let mut command = match sudo {
        Some(sudo) => {
            let mut command = Command::new(sudo);
            command.arg("sh");
            command
        }
        None => Command::new("sh"),
    };
    let status = command.arg("-c").arg(shell).status()?;
    if !status.success() {
        bail!("installing failed with {status}; the line was:\n  {line}");
    }
    Ok(())
}

fn is_installed(package: &str) -> bool {
    Command::new("dpkg-query")
        .args(["--show", "--showformat=${db:Status-Abbrev}", package])
        .stderr(Stdio::null())
        .output()
        .is_ok_and(|output| output.stdout.starts_with(b"ii"))
}

fn is_root() -> bool {
    Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn runs(program: &str, arguments: &[&str]) -> bool {
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
