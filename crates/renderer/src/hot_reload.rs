//! Watches the shaders of the source tree in debug builds.

use notify::event::{EventKind, ModifyKind};
use notify::{RecursiveMode, Watcher};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Editors write a file in several steps; this long without another one counts as done.
const SETTLED: Duration = Duration::from_millis(100);

/// Tells when the shaders have changed.
#[derive(Debug)]
pub(crate) struct ShaderWatch {
    start: Instant,
    /// Milliseconds after `start` of the last change, 0 for none.
    changed_at: Arc<AtomicU64>,
    _watcher: notify::RecommendedWatcher,
}

impl ShaderWatch {
    /// Starts watching a folder; `None` where it does not exist or the system cannot watch.
    pub(crate) fn start(folder: &Path) -> Option<Self> {
        if !folder.is_dir() {
            return None;
        }
        let start = Instant::now();
        let changed_at = Arc::new(AtomicU64::new(0));
        let note = Arc::clone(&changed_at);
        let mut watcher =
            notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
                // Reading the files makes events too, which must not count.
                let written = event.is_ok_and(|event| {
                    matches!(
                        event.kind,
                        EventKind::Create(_)
                            | EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Name(_))
                    )
                });
                if written {
                    note.store(millis(start).max(1), Ordering::Relaxed);
                }
            })
            .ok()?;
        watcher.watch(folder, RecursiveMode::Recursive).ok()?;
        Some(Self {
            start,
            changed_at,
            _watcher: watcher,
        })
    }

    /// Whether something changed and has settled since; true once for each change.
    pub(crate) fn take_change(&self) -> bool {
        let changed = self.changed_at.load(Ordering::Relaxed);
        let settled = SETTLED.as_millis() as u64;
        changed != 0
            && millis(self.start) >= changed + settled
            && self
                .changed_at
                .compare_exchange(changed, 0, Ordering::Relaxed, Ordering::Relaxed)
                .is_ok()
    }
}

fn millis(since: Instant) -> u64 {
    u64::try_from(since.elapsed().as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a change is told within two seconds.
    fn changes(watch: &ShaderWatch) -> bool {
        (0..40).any(|_| {
            std::thread::sleep(Duration::from_millis(50));
            watch.take_change()
        })
    }

    #[test]
    fn a_write_is_told_once_and_reading_is_not() {
        let folder = std::env::temp_dir().join(format!("overfly-watch-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("mesh")).unwrap();
        let file = folder.join("mesh/mesh.wgsl");
        std::fs::write(&file, "old").unwrap();
        let watch = ShaderWatch::start(&folder).unwrap();
        std::fs::read_to_string(&file).unwrap();
        std::thread::sleep(SETTLED * 2);
        assert!(!watch.take_change());

        std::fs::write(&file, "new").unwrap();
        assert!(changes(&watch));
        std::thread::sleep(SETTLED * 2);
        assert!(!watch.take_change());

        // editors write beside the file and rename
        let draft = folder.join("mesh/draft");
        std::fs::write(&draft, "newer").unwrap();
        std::fs::rename(&draft, &file).unwrap();
        assert!(changes(&watch));

        std::fs::remove_dir_all(&folder).unwrap();
        assert!(ShaderWatch::start(&folder).is_none());
    }
}
