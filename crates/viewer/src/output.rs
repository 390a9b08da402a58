//! What commands write: text and JSON to stdout, pictures to files.

use anyhow::{Context, Result};
use mission::Mission;
use serde::Serialize;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;

/// Writes bytes to stdout. A reader that has gone away ends the output, not the command.
///
/// # Errors
///
/// stdout cannot be written.
pub fn to_stdout(bytes: &[u8]) -> Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(bytes).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(error).context("stdout: cannot be written")
        }
        _ => Ok(()),
    }
}

/// Prints one JSON document.
///
/// # Errors
///
/// stdout cannot be written.
pub fn print_json(value: &impl Serialize) -> Result<()> {
    let mut bytes = serde_json::to_vec_pretty(value)?;
    bytes.push(b'\n');
    to_stdout(&bytes)
}

/// Writes bytes to a file that appears whole or not at all; `-` is stdout.
///
/// # Errors
///
/// It cannot be written; the message names the file.
pub fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if path == Path::new("-") {
        return to_stdout(bytes);
    }
    Ok(game::write_atomically(path, bytes)?)
}

/// A picture as PNG: RGBA rows from the top, stored values, marked as sRGB. Equal pictures give equal bytes.
///
/// # Errors
///
/// The rows do not fit the size.
pub fn png(width: u32, height: u32, rgba: &[u8]) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_source_srgb(png::SrgbRenderingIntent::Perceptual);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(rgba)?;
    writer.finish()?;
    Ok(bytes)
}

/// Logs what is wrong with a mission: every problem with `-v`, the first few without.
pub fn log_problems(mission: &Mission) {
    const FIRST: usize = 10;
    let problems = &mission.problems;
    for problem in problems.iter().take(FIRST) {
        tracing::warn!("{problem}; shown instead: {}", problem.effect);
    }
    for problem in problems.iter().skip(FIRST) {
        tracing::info!("{problem}; shown instead: {}", problem.effect);
    }
    if let Some(more) = problems.len().checked_sub(FIRST + 1) {
        tracing::warn!("{} more problems; -v lists them all", more + 1);
    }
}

/// The first of some messages, and how many more there are, in one line; `None` without any.
pub fn first_of(messages: impl IntoIterator<Item = impl Display>) -> Option<String> {
    let mut messages = messages.into_iter();
    let first = messages.next()?;
    Some(match messages.count() {
        0 => first.to_string(),
        more => format!("{first} (and {more} more)"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_png_keeps_the_stored_values_and_says_srgb() {
        let rgba = [10, 128, 255, 255, 0, 1, 2, 255];
        let bytes = png(2, 1, &rgba).unwrap();
        assert_eq!(bytes, png(2, 1, &rgba).unwrap());
        let mut reader = png::Decoder::new(io::Cursor::new(&bytes))
            .read_info()
            .unwrap();
        assert!(reader.info().srgb.is_some());
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut read).unwrap();
        assert_eq!(read, rgba);
        assert!(png(2, 2, &rgba).is_err());
    }
}
