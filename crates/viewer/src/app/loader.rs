//! Loads a mission on a thread of its own.

use crate::view::ViewOptions;
use crate::world::World;
use game::{GameFolder, Mission};
use mission::Progress;
use std::sync::Arc;
use winit::event_loop::EventLoopProxy;

/// What a loading thread tells the window.
#[derive(Debug)]
pub(super) enum Loaded {
    /// It is there.
    Mission {
        /// Number of the load.
        number: u64,
        /// The mission, ready to draw.
        world: Box<World>,
    },
    /// It cannot be had.
    Failed {
        /// Number of the load.
        number: u64,
        /// Why, in one line.
        message: String,
    },
}

/// A load under way.
#[derive(Debug)]
pub(super) struct Loading {
    /// Its number: what an earlier one still sends is not heard.
    pub number: u64,
    /// Where the mission is.
    pub game: Arc<GameFolder>,
    /// The mission.
    pub mission: Mission,
    /// How far it is.
    pub progress: Arc<Progress>,
}

impl Loading {
    /// Starts a load.
    pub(super) fn start(
        number: u64,
        game: Arc<GameFolder>,
        mission: Mission,
        options: ViewOptions,
        window: EventLoopProxy<Loaded>,
    ) -> Self {
        let progress = Arc::new(Progress::default());
        let loading = Self {
            number,
            game: Arc::clone(&game),
            mission: mission.clone(),
            progress: Arc::clone(&progress),
        };
        std::thread::spawn(move || {
            let loaded = match World::load(&game, &mission.folder, &progress, &options) {
                Ok(world) => Loaded::Mission {
                    number,
                    world: Box::new(world),
                },
                Err(error) => Loaded::Failed {
                    number,
                    message: error.to_string(),
                },
            };
            // The window may be gone.
            let _ = window.send_event(loaded);
        });
        loading
    }
}

impl Drop for Loading {
    fn drop(&mut self) {
        // Nobody waits for it any more.
        self.progress.cancel();
    }
}
