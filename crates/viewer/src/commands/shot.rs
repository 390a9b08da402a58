//! `overfly shot`: pictures without a window.

use crate::bookmarks::Bookmarks;
use crate::cli::ShotArgs;
use crate::failure::Usage;
use crate::output;
use crate::studio::Studio;
use crate::target::Target;
use crate::view::ViewOptions;
use crate::viewpoint;
use crate::world::World;
use anyhow::{Context, Result, bail};
use mission::Progress;
use renderer::Timing;
use scene::Clock;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const PLACEHOLDER: &str = "{frame}";
const FRAMES_PER_SECOND: f64 = 60.0;

pub(super) fn run(args: &ShotArgs) -> Result<ExitCode> {
    let frames = args.frames.as_ref().map_or(0..1, |frames| frames.0.clone());
    if frames.len() > 1 && !has_placeholder(&args.output) {
        bail!(Usage(format!(
            "shot: several frames need {PLACEHOLDER} in the name, found {}",
            args.output.display()
        )));
    }
    if !is_png_name(&args.output) {
        bail!(Usage(format!(
            "shot: the picture is a PNG; expected a name that ends in .png, found {}",
            args.output.display()
        )));
    }
    if let Some(dump) = &args.view.dump_frame
        && is_same_place(&args.output, dump)
    {
        bail!(Usage(format!(
            "shot: -o and --dump-frame need two places, found {} for both",
            args.output.display()
        )));
    }
    let target = Target::resolve(&args.target)?;
    let folder = target.mission_of_game()?.folder;
    let mut options = ViewOptions::new(&args.view);
    options.draw.timing = Timing::Off;
    let mut world = World::load(&target.game, &folder, &Progress::default(), &options)?;
    world.check_poses(args.view.keep_going)?;
    let bookmarks = Bookmarks::load(target.game.root(), &folder.to_string());
    let camera = viewpoint::camera(&world, &args.view, &bookmarks)?;

    let mut studio = Studio::open(&args.view)?;
    let mut uploaded = studio.upload(&world.scene)?;
    for number in frames {
        world.advance(&Clock {
            seconds: options.time + f64::from(number) / FRAMES_PER_SECOND,
            ..options.clock()
        });
        let frame = studio.frame(camera, options.draw);
        studio.draw(&world.scene, &mut uploaded, &frame)?;
        output::write(&numbered(&args.output, number), &studio.png()?)?;
        if let Some(path) = &args.view.dump_frame {
            let dump = studio.dump(&world.scene, &mut uploaded, &frame);
            let json = serde_json::to_vec_pretty(&dump).context("the frame dump")?;
            output::write(&numbered(path, number), &json)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// `-`, a name without an extension, a device, or `.png`.
fn is_png_name(path: &Path) -> bool {
    path.extension()
        .is_none_or(|extension| extension.eq_ignore_ascii_case("png"))
}

/// Whether two outputs would land in one file, or both on stdout.
fn is_same_place(a: &Path, b: &Path) -> bool {
    let absolute = |path| std::path::absolute(path).ok();
    let existing = |path: &Path| path.canonicalize().ok().filter(|path| path.is_file());
    let is_same_file = existing(a).is_some_and(|a| Some(a) == existing(b));
    a == b || absolute(a).is_some_and(|a| Some(a) == absolute(b)) || is_same_file
}

fn has_placeholder(path: &Path) -> bool {
    path.to_string_lossy().contains(PLACEHOLDER)
}

/// The name with the frame's number in place of `{frame}`.
fn numbered(path: &Path, number: u32) -> PathBuf {
    if has_placeholder(path) {
        let name = path.to_string_lossy();
        PathBuf::from(name.replace(PLACEHOLDER, &number.to_string()))
    } else {
        path.to_path_buf()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_png() {
        for good in ["-", "x", "x.png", "x.PNG", "a.b/x"] {
            assert!(is_png_name(Path::new(good)), "{good}");
        }
        assert!(!is_png_name(Path::new("x.jpg")));
    }

    #[test]
    fn one_place_is_told_from_another() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        assert!(is_same_place(Path::new("-"), Path::new("-")));
        assert!(is_same_place(Path::new("x"), Path::new("./x")));
        assert!(!is_same_place(&a, &b));
        std::fs::write(&a, b"").unwrap();
        assert!(is_same_place(&a, &folder.path().join(".").join("a")));
        assert!(!is_same_place(&a, &b));
    }

    #[test]
    fn frames_are_numbered() {
        let path = Path::new("a/{frame}-x.png");
        assert_eq!(numbered(path, 7), Path::new("a/7-x.png"));
        assert_eq!(numbered(Path::new("x.png"), 7), Path::new("x.png"));
    }
}
