use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::Command;

/// Runs cargo in the workspace's root, with the output going to the terminal.
pub(crate) fn run(arguments: &[&str]) -> Result<()> {
    run_with(arguments, &[])
}

/// The same with environment variables set.
pub(crate) fn run_with(arguments: &[&str], variables: &[(&str, &str)]) -> Result<()> {
    let shown = format!("cargo {}", arguments.join(" "));
    eprintln!("$ {shown}");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(arguments)
        .envs(variables.iter().copied())
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .status()
        .with_context(|| format!("cannot start `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` failed with {status}");
    }
    Ok(())
}
