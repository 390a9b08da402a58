//! `overfly heights`: ground and surface at points.

use crate::cli::HeightsArgs;
use crate::failure::Usage;
use crate::json::{HeightPoint, HeightsReport};
use crate::output;
use crate::target::Target;
use crate::view::ViewOptions;
use crate::world::World;
use anyhow::{Context, Result, bail};
use mission::Progress;
use std::ffi::{OsStr, OsString};
use std::io::{BufRead, stdin};
use std::process::ExitCode;

pub(super) fn run(args: &HeightsArgs) -> Result<ExitCode> {
    let (target, points) = split(&args.target_and_points);
    if points.is_empty() {
        bail!(Usage(
            "heights: expected points X,Y after TARGET, or - for points from stdin".into()
        ));
    }
    let points = read_points(points)?;
    let target = Target::find(&args.game, target)?;
    let folder = target.mission_of_game()?.folder;
    let world = World::load(
        &target.game,
        &folder,
        &Progress::default(),
        &ViewOptions::default(),
    )?;
    let points = points.into_iter().map(|[x, y]| {
        let heights = world.heights(x, y);
        HeightPoint {
            x,
            y,
            ground: heights.map(|heights| heights.ground),
            surface: heights.map(|heights| heights.surface),
        }
    });
    output::print_json(&HeightsReport {
        target: folder.to_string(),
        points: points.collect(),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// The first word is the TARGET unless it is already a point.
fn split(words: &[OsString]) -> (Option<&OsStr>, &[OsString]) {
    let is_point = |word: &OsStr| word.to_str().and_then(point).is_some();
    match words {
        [first, rest @ ..] if first != "-" && !is_point(first) => (Some(first), rest),
        points => (None, points),
    }
}

fn read_points(words: &[OsString]) -> Result<Vec<[f64; 2]>> {
    let mut points = Vec::new();
    for word in words {
        if word == "-" {
            for (number, line) in stdin().lock().lines().enumerate() {
                let line = line.context("stdin: cannot be read")?;
                if !line.trim().is_empty() {
                    let wrong =
                        || format!("stdin: line {}: expected X,Y, found {line:?}", number + 1);
                    points.push(point(&line).with_context(wrong)?);
                }
            }
        } else {
            let wrong = || Usage(format!("heights: expected a point X,Y, found {word:?}"));
            points.push(word.to_str().and_then(point).ok_or_else(wrong)?);
        }
    }
    Ok(points)
}

/// `X,Y`, negative numbers as they stand.
fn point(text: &str) -> Option<[f64; 2]> {
    let (x, y) = text.trim().split_once(',')?;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| n.is_finite());
    Some([number(x)?, number(y)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_is_what_is_no_point() {
        let words = |line: &str| line.split(' ').map(OsString::from).collect::<Vec<_>>();
        let line = words("tutorial.01 1,2 -3.5,4");
        let (target, points) = split(&line);
        assert_eq!(target, Some(OsStr::new("tutorial.01")));
        assert_eq!(read_points(points).unwrap(), [[1.0, 2.0], [-3.5, 4.0]]);
        for line in ["-1,2", "-"] {
            assert_eq!(split(&words(line)).0, None);
        }
        let error = read_points(&words("1,2 3")).unwrap_err();
        assert!(error.is::<Usage>(), "{error}");
        assert_eq!(point("1,2,3"), None);
        assert_eq!(point("nan,2"), None);
    }
}
