use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, Ordering::Relaxed};

/// What the loader is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Stage {
    /// Reading `data.tma` and opening archives.
    #[default]
    Open,
    /// Finding what each placed object is made of.
    Resolve,
    /// Reading models, control data and the ground.
    Models,
    /// Decoding textures.
    Textures,
    /// Making drawable data of it all.
    Scene,
}

impl Stage {
    /// A short phrase for a progress bar.
    pub fn label(self) -> &'static str {
        match self {
            Self::Open => "opening the mission",
            Self::Resolve => "resolving objects",
            Self::Models => "reading models",
            Self::Textures => "decoding textures",
            Self::Scene => "building the scene",
        }
    }

    const ALL: [Self; 5] = [
        Self::Open,
        Self::Resolve,
        Self::Models,
        Self::Textures,
        Self::Scene,
    ];
}

/// How far a load is, shared between the thread that loads and the one that shows it; also the way to cancel it.
#[derive(Debug, Default)]
pub struct Progress {
    stage: AtomicU8,
    done: AtomicU32,
    total: AtomicU32,
    cancelled: AtomicBool,
}

/// The load was cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

impl Progress {
    /// The stage and how many of its parts are done, of how many.
    pub fn state(&self) -> (Stage, u32, u32) {
        let stage = usize::from(self.stage.load(Relaxed));
        let stage = Stage::ALL.get(stage).copied().unwrap_or_default();
        (stage, self.done.load(Relaxed), self.total.load(Relaxed))
    }

    /// The whole load as a fraction, for a bar: each stage takes an equal share.
    pub fn fraction(&self) -> f32 {
        let (stage, done, total) = self.state();
        let inside = (done as f32 / total.max(1) as f32).min(1.0);
        (stage as u8 as f32 + inside) / Stage::ALL.len() as f32
    }

    /// Asks the load to end; it does so at its next step.
    pub fn cancel(&self) {
        self.cancelled.store(true, Relaxed);
    }

    /// Starts a stage of `total` parts.
    pub fn begin(&self, stage: Stage, total: usize) -> Result<(), Cancelled> {
        self.stage.store(stage as u8, Relaxed);
        self.done.store(0, Relaxed);
        self.total
            .store(total.try_into().unwrap_or(u32::MAX), Relaxed);
        self.check()
    }

    /// One more part is done.
    pub fn step(&self) -> Result<(), Cancelled> {
        self.done.fetch_add(1, Relaxed);
        self.check()
    }

    fn check(&self) -> Result<(), Cancelled> {
        if self.cancelled.load(Relaxed) {
            Err(Cancelled)
        } else {
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_counts_and_cancels() {
        let progress = Progress::default();
        progress.begin(Stage::Textures, 4).unwrap();
        progress.step().unwrap();
        assert_eq!(progress.state(), (Stage::Textures, 1, 4));
        assert!((progress.fraction() - 3.25 / 5.0).abs() < 1e-6);
        progress.cancel();
        assert_eq!(progress.step(), Err(Cancelled));
    }
}
