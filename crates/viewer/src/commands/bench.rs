//! `overfly bench`: how long loading and drawing take.

use crate::bookmarks::Bookmarks;
use crate::cli::BenchArgs;
use crate::json::{Bench, LoadTimes, Spread};
use crate::output;
use crate::studio::Studio;
use crate::target::Target;
use crate::view::ViewOptions;
use crate::viewpoint;
use crate::world::World;
use anyhow::Result;
use game::GameFolder;
use mission::Progress;
use renderer::{Frame, FrameStats, GpuScene, Timing};
use scene::Clock;
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};

const FRAMES_PER_SECOND: f64 = 60.0;

pub(super) fn run(args: &BenchArgs) -> Result<ExitCode> {
    let target = Target::resolve(&args.target)?;
    let folder = target.mission_of_game()?.folder;
    let mut options = ViewOptions::new(&args.view);
    options.draw.timing = Timing::Exact;
    let mut studio = Studio::open(&args.view)?;

    let mut loads = Vec::new();
    let mut loaded = None;
    for _ in 0..args.loads.max(1) {
        // One at a time, as in use: the memory of two would be counted otherwise.
        drop(loaded.take());
        let started = Instant::now();
        let game = GameFolder::open(target.game.root())?;
        let opened = started.elapsed();
        let world = World::load(&game, &folder, &Progress::default(), &options)?;
        let before_upload = Instant::now();
        let uploaded = studio.upload(&world.scene)?;
        let upload = before_upload.elapsed();
        loads.push(load_times(&world, opened, upload, started.elapsed()));
        loaded = Some((world, uploaded));
    }
    let Some((mut world, mut uploaded)) = loaded else {
        return Ok(ExitCode::SUCCESS);
    };
    world.check_poses(args.view.keep_going)?;
    let bookmarks = Bookmarks::load(target.game.root(), &folder.to_string());
    let camera = viewpoint::camera(&world, &args.view, &bookmarks)?;
    let frame = studio.frame(camera, options.draw);
    let stats = draw(
        &mut studio,
        &mut world,
        &mut uploaded,
        &frame,
        &options,
        args.frames,
    )?;
    let baseline = studio.baseline(&world.scene, &mut uploaded, &frame)?;

    let (width, height) = studio.size();
    output::print_json(&Bench {
        target: folder.to_string(),
        adapter: studio.adapter().to_owned(),
        size: [width, height],
        load_ms: median_load(&loads),
        frames: args.frames,
        cpu_ms: spread(stats.iter().map(|stats| stats.cpu_ms)),
        frame_ms: spread(stats.iter().filter_map(|stats| stats.frame_ms)),
        gpu_ms: gpu_times(&stats),
        draws: stats.iter().map(|stats| stats.draws).max().unwrap_or(0),
        triangles: stats.iter().map(|stats| stats.triangles).max().unwrap_or(0),
        baseline_ms: baseline.frame_ms,
        baseline_gpu_ms: baseline.gpu_ms,
        peak_rss_mb: peak_rss_mb(),
    })?;
    Ok(ExitCode::SUCCESS)
}

/// Draws frames, a sixtieth of a second of the mission's clock apart. The first one, in which the driver still compiles,
/// does not count.
fn draw(
    studio: &mut Studio,
    world: &mut World,
    uploaded: &mut GpuScene,
    frame: &Frame,
    options: &ViewOptions,
    frames: u32,
) -> Result<Vec<FrameStats>> {
    let mut stats = Vec::with_capacity(frames as usize);
    for number in 0..=frames {
        let started = Instant::now();
        world.advance(&Clock {
            seconds: options.time + f64::from(number) / FRAMES_PER_SECOND,
            ..options.clock()
        });
        let moved = milliseconds(started.elapsed());
        let mut drawn = studio.draw(&world.scene, uploaded, frame)?;
        drawn.cpu_ms += moved;
        if number > 0 {
            stats.push(drawn);
        }
    }
    Ok(stats)
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1000.0
}

fn load_times(world: &World, opened: Duration, upload: Duration, total: Duration) -> LoadTimes {
    let timings = world.mission().timings;
    LoadTimes {
        open: milliseconds(opened + timings.open),
        resolve: milliseconds(timings.resolve),
        decode: milliseconds(timings.decode + world.scene_time),
        upload: milliseconds(upload),
        total: milliseconds(total),
    }
}

fn median_load(loads: &[LoadTimes]) -> LoadTimes {
    let median = |of: fn(&LoadTimes) -> f64| spread(loads.iter().map(of)).p50;
    LoadTimes {
        open: median(|load| load.open),
        resolve: median(|load| load.resolve),
        decode: median(|load| load.decode),
        upload: median(|load| load.upload),
        total: median(|load| load.total),
    }
}

fn spread(values: impl Iterator<Item = f64>) -> Spread {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    // The smallest value that this part of all are at most.
    let at = |part: f64| {
        let rank = (values.len() as f64 * part).ceil() as usize;
        values.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
    };
    Spread {
        p50: at(0.5),
        p95: at(0.95),
        max: at(1.0),
    }
}

/// Medians by pass, and `total`; null where the device has no clock.
fn gpu_times(stats: &[FrameStats]) -> BTreeMap<String, Option<f64>> {
    let mut passes: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for stats in stats {
        passes
            .entry("total".into())
            .or_default()
            .extend(stats.gpu_ms);
        for pass in &stats.passes {
            let times = passes.entry(pass.name.to_owned()).or_default();
            times.extend(pass.gpu_ms);
        }
    }
    let median = |times: Vec<f64>| (!times.is_empty()).then(|| spread(times.into_iter()).p50);
    passes
        .into_iter()
        .map(|(name, times)| (name, median(times)))
        .collect()
}

/// Most memory that the process ever held, MiB, where Linux tells.
fn peak_rss_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib / 1024.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_values_that_were_measured() {
        let spread = spread((1..=20).rev().map(f64::from));
        assert_eq!((spread.p50, spread.p95, spread.max), (10.0, 19.0, 20.0));
        let one = super::spread([3.0].into_iter());
        assert_eq!((one.p50, one.p95, one.max), (3.0, 3.0, 3.0));
        assert_eq!(super::spread([].into_iter()).max, 0.0);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn memory_is_told() {
        assert!(peak_rss_mb().unwrap() > 1.0);
    }
}
