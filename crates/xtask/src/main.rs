//! The chores: `cargo xtask <run|test|lint|ci|example|bench>`.
//!
//! It uses nothing but cargo and, on Debian and Ubuntu, apt; it builds before any system package is installed.
#![forbid(unsafe_code)]

mod cargo;
mod packages;

use anyhow::Result;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The chores of Overfly")]
struct Arguments {
    #[command(subcommand)]
    chore: Chore,
}

#[derive(Subcommand)]
enum Chore {
    /// Install what is missing, build, and open the example mission (or draw it to overfly.png without a display)
    Run {
        /// Passed on to `overfly`, such as a game folder
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Install what the tests need, then run every test
    Test,
    /// Format, lints and docs, without the tests
    Lint,
    /// Everything that must hold before a change is accepted: lint, then test
    Ci,
    /// Rewrite assets-examples/ with the generator
    Example,
    /// Measure: criterion benches, then `overfly bench` on the example and on an installation of real size
    Bench,
}

fn main() -> Result<()> {
    match Arguments::parse().chore {
        Chore::Run { arguments } => run(&arguments),
        Chore::Test => test(),
        Chore::Lint => lint(),
        Chore::Ci => lint().and_then(|()| test()),
        Chore::Example => cargo::run(&[
            "run",
            "--release",
            "--package",
            "example-game",
            "--bin",
            "example-game",
        ]),
        Chore::Bench => bench(),
    }
}

fn run(arguments: &[String]) -> Result<()> {
    let display = has_display();
    packages::install(if display {
        packages::WINDOW
    } else {
        packages::OFFSCREEN
    })?;
    let mut command = vec!["run", "--release", "--package", "viewer", "--"];
    if display {
        command.extend(arguments.iter().map(String::as_str));
        return cargo::run(&command);
    }
    command.push("shot");
    command.extend(arguments.iter().map(String::as_str));
    command.extend(["-o", "overfly.png"]);
    cargo::run(&command)?;
    println!(
        "No display here (DISPLAY and WAYLAND_DISPLAY are unset): the example mission is drawn in overfly.png."
    );
    Ok(())
}

fn test() -> Result<()> {
    packages::install(packages::TEST)?;
    let targets = cargo::test(&["test", "--workspace", "--all-targets"])?;
    let documentation = cargo::test(&["test", "--workspace", "--doc"])?;
    println!("{} passed, 0 failed", targets + documentation);
    Ok(())
}

fn lint() -> Result<()> {
    cargo::run(&["fmt", "--all", "--check"])?;
    cargo::run(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "--deny",
        "warnings",
    ])?;
    cargo::run_with(
        &[
            "doc",
            "--workspace",
            "--no-deps",
            "--document-private-items",
        ],
        &[("RUSTDOCFLAGS", "--deny warnings")],
    )
}

fn bench() -> Result<()> {
    packages::install(packages::OFFSCREEN)?;
    cargo::run(&["bench", "--workspace"])?;
    let release = ["run", "--release", "--quiet", "--package"];
    // A synthetic installation of real size: 435 models, 393 textures, 905 materials.
    let installation = "target/installation";
    let generator = ["example-game", "--bin", "installation", "--", installation];
    cargo::run(&[&release[..], &generator].concat())?;
    let overfly = ["viewer", "--", "bench"];
    cargo::run(&[&release[..], &overfly, &["assets-examples"]].concat())?;
    for mission in ["Single.01", "Single.02"] {
        let target = ["--game", installation, mission];
        cargo::run(&[&release[..], &overfly, &target].concat())?;
    }
    Ok(())
}

/// Whether a window could open: always on Windows and macOS, with a display server elsewhere.
fn has_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}
