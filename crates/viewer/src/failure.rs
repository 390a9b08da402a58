//! How a command ends, and how errors are said.

use std::borrow::Cow;
use std::fmt;
use std::io::Write;
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
    // Nobody is left to tell if stderr cannot be written.
    let _ = writeln!(std::io::stderr(), "overfly: {}", line(error));
    ExitCode::from(if error.is::<Usage>() { 2 } else { 1 })
}

/// An error with its causes in one line. Many errors say their cause themselves: it is not said again.
pub fn line(error: &anyhow::Error) -> String {
    let mut line = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if line.is_empty() {
            line = cause;
        } else if !line.ends_with(&cause) {
            line = format!("{line}: {cause}");
        }
    }
    escaped(&line).into_owned()
}

/// A text that comes from outside, without characters that would do something to a terminal.
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            escaped.extend(character.escape_default());
        } else {
            escaped.push(character);
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn causes_are_said_once() {
        let source = std::io::Error::other("full");
        let error = game::Error::Unwritable {
            file: "a".into(),
            source,
        };
        let error = anyhow::Error::from(error).context("no picture");
        assert_eq!(line(&error), "no picture: a: cannot be written: full");
        let other = Err::<(), _>(std::io::Error::other("full")).context("stdout");
        assert_eq!(line(&other.unwrap_err()), "stdout: full");
    }

    #[test]
    fn terminals_are_left_alone() {
        let error = anyhow::anyhow!("a\x1b[31m\nb: not found");
        assert_eq!(line(&error), "a\\u{1b}[31m\\nb: not found");
        assert_eq!(escaped("пуск"), "пуск");
    }
}
