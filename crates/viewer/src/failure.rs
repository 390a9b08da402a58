//! How a command ends.

use std::fmt;
use std::process::ExitCode;

/// Wrong usage: exit status 2. Everything else that goes wrong is 1.
#[derive(Debug)]
pub struct Usage(pub String);

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Usage {}

/// Says what went wrong in one line on stderr and gives the exit status.
pub fn report(error: &anyhow::Error) -> ExitCode {
    let line = format!("{error:#}").replace(['\n', '\r'], " ");
    eprintln!("overfly: {line}");
    ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
}
