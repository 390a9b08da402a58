//! What each command does: one file for each.

mod bench;
mod heights;
mod list;
mod poses;
mod resolve;
mod shot;

use crate::app;
use crate::cli::{Cli, Command};
use crate::failure::Usage;
use anyhow::{Result, bail};
use std::process::ExitCode;

/// Runs the command, or the window without one.
///
/// # Errors
///
/// What could not be done, in one line.
pub fn run(cli: Cli) -> Result<ExitCode> {
    match cli.command {
        None => app::run(cli.window),
        Some(Command::Shot(args)) => shot::run(&args),
        Some(Command::List(args)) => list::run(&args),
        Some(Command::Poses(args)) => poses::run(&args),
        Some(Command::Resolve(args)) => resolve::run(&args),
        Some(Command::Heights(args)) => heights::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Check(_)) => not_there("check"),
        Some(Command::Inspect(_)) => not_there("inspect"),
        Some(Command::Listen(_)) => not_there("listen"),
        Some(Command::Extract(_)) => not_there("extract"),
        Some(Command::Pack(_)) => not_there("pack"),
        Some(Command::Export(_)) => not_there("export"),
    }
}

fn not_there(command: &str) -> Result<ExitCode> {
    bail!(Usage(format!("{command}: this command is not there yet")))
}
