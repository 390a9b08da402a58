use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};

/// Runs cargo in the workspace's root, with the output going to the terminal.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    run_with(arguments, &[])
}

/// Runs tests, passing their output on, and counts those that passed. One that fails is an error.
pub(crate) fn test(arguments: &[&str]) -> Result<usize> {
    let shown = show(arguments);
    let mut child = command(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start `{shown}`"))?;
    let mut passed = 0;
    for line in BufReader::new(child.stdout.take().context("no output")?).split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        println!("{line}");
        let words: Vec<&str> = line.split_whitespace().collect();
        if let ["test", "result:", _, number, "passed;", ..] = words.as_slice() {
            passed += number.parse().unwrap_or(0);
        }
    }
    check(&shown, child.wait()?)?;
    Ok(passed)
}

/// [`run`] with environment variables set.
pub(crate) fn run_with(arguments: &[&str], variables: &[(&str, &str)]) -> Result<()> {
    let shown = show(arguments);
    let status = command(arguments)
        .envs(variables.iter().copied())
        .status()
        .with_context(|| format!("cannot start `{shown}`"))?;
    check(&shown, status)
}

fn show(arguments: &[&str]) -> String {
    let shown = format!("cargo {}", arguments.join(" "));
    eprintln!("$ {shown}");
    shown
}

fn command(arguments: &[&str]) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    command
}

fn check(shown: &str, status: ExitStatus) -> Result<()> {
    if !status.success() {
        bail!("`{shown}` failed with {status}");
    }
    Ok(())
}
