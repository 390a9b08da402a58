//! Overfly: command line, window, input, panels, background loading and screenshots.
//!
//! The binary is [`run`]; the rest is public for the tests of this package. What a command does is in [`commands`], the
//! window in [`app`], the camera's behaviour, free of any window, in [`flight`].
#![forbid(unsafe_code)]

pub mod app;
pub mod bookmarks;
pub mod capture;
pub mod cli;
pub mod commands;
pub mod failure;
pub mod flight;
pub mod folders;
pub mod json;
pub mod output;
pub mod settings;
pub mod studio;
pub mod target;
pub mod values;
pub mod view;
pub mod viewpoint;
pub mod world;

use cli::Cli;
use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

/// The whole program: reads the command line, runs the command and gives the exit status.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::read(arguments) {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    start_log(cli.verbosity());
    match commands::run(cli) {
        Ok(status) => status,
        Err(error) => failure::report(&error),
    }
}

/// Prints what the command line asks for or what is wrong with it.
fn refuse(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        // Arguments are echoed: line by line without control characters.
        for line in error.render().to_string().lines() {
            let _ = writeln!(std::io::stderr(), "{}", failure::escaped(line));
        }
        return ExitCode::from(2);
    }
    // Help and version go to stdout and are no error, unless nobody can read them.
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    match printed {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            failure::report(&anyhow::anyhow!("stdout: cannot be written: {error}"))
        }
        _ => ExitCode::SUCCESS,
    }
}

/// Logs go to stderr: warnings, or what `RUST_LOG` or `-v` ask for.
fn start_log(verbose: u8) {
    let default = match verbose {
        0 => "warn,winit=error,wgpu_core=error,wgpu_hal=error,naga=error",
        1 => "info,wgpu_core=warn,wgpu_hal=warn,naga=warn",
        _ => "debug,wgpu_core=info,wgpu_hal=info,naga=info",
    };
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(default));
    // A second call in one process (tests) finds the log already there.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
        .with_target(false)
        .without_time()
        // A log that cannot be written would be told on stderr, which cannot be written.
        .log_internal_errors(false)
        .try_init();
}
