//! A mission made ready to draw: the scene, what moves it, and what it was made of.

use crate::output;
use crate::view::ViewOptions;
use game::{GameFolder, GamePath};
use mission::{Mission, Problem, Progress};
use scene::{Animator, Clock, Scene};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
use terrain::Relief;
use tma::{ClanType, ObjectKind};

/// A loaded mission.
#[derive(Debug)]
pub struct World {
    /// What is drawn.
    pub scene: Scene,
    /// What moves it.
    pub animator: Animator,
    /// How long it took to make the scene of the mission.
    pub scene_time: Duration,
    /// Made when the first height is asked for: only a few commands and the collision need it.
    relief: OnceLock<Relief>,
}

/// Ground and surface at a point, metres; the surface is the liquid's level where it lies above the ground.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Heights {
    /// Of the ground.
    pub ground: f64,
    /// Of what one would touch from above.
    pub surface: f64,
}

impl World {
    /// Loads a mission and makes its scene, at the moment and in the looks that the options ask for.
    ///
    /// # Errors
    ///
    /// As [`mission::load()`].
    pub fn load(
        game: &GameFolder,
        folder: &GamePath,
        progress: &Progress,
        options: &ViewOptions,
    ) -> Result<Self, mission::Error> {
        let mission = mission::load(game, folder, progress)?;
        output::log_problems(&mission);
        progress.begin(mission::Stage::Scene, 1)?;
        Ok(Self::new(mission, options))
    }

    /// Makes the scene of a mission.
    pub fn new(mission: Mission, options: &ViewOptions) -> Self {
        let started = Instant::now();
        let (mut scene, mut animator) = scene::from_mission(mission, &options.scene_options());
        animator.advance(&mut scene, &options.clock());
        Self {
            scene,
            animator,
            scene_time: started.elapsed(),
            relief: OnceLock::new(),
        }
    }

    /// The mission, without its decoded images.
    pub fn mission(&self) -> &Arc<Mission> {
        self.animator.mission()
    }

    /// Brings the scene to a moment.
    pub fn advance(&mut self, clock: &Clock) {
        self.animator.advance(&mut self.scene, clock);
    }

    /// What is wrong with the mission.
    pub fn problems(&self) -> &[Problem] {
        &self.mission().problems
    }

    /// Components whose control data give no pose in the current pose mode: a line for the first, and how many more.
    pub fn pose_fault(&self) -> Option<String> {
        let mission = self.mission();
        let faults = self.animator.faults().iter().flat_map(|(assembly, fault)| {
            let objects = mission.objects.iter().enumerate();
            objects
                .filter(|(_, object)| object.assembly == *assembly)
                .map(|(index, _)| mission.pose_fault(index, fault))
        });
        output::first_of(faults)
    }

    /// Refuses a scene with components whose control data are wrong, unless told to go on.
    ///
    /// # Errors
    ///
    /// The first such component, in one line.
    pub fn check_poses(&self, keep_going: bool) -> anyhow::Result<()> {
        match self.pose_fault() {
            Some(fault) if !keep_going => {
                anyhow::bail!("{fault}; --keep-going draws it at time 0")
            }
            Some(fault) => {
                tracing::warn!("{fault}; drawn at time 0");
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Heights at a point; `None` outside the land.
    pub fn heights(&self, x: f64, y: f64) -> Option<Heights> {
        let relief = self.relief.get_or_init(|| {
            let land = &self.mission().land;
            Relief::with_foundations(&land.mesh, &land.foundations)
        });
        let ground = relief.ground(x, y)?;
        let surface = relief.surface(x, y).unwrap_or(ground);
        Some(Heights {
            ground,
            surface: surface.max(ground),
        })
    }

    /// The first building or unit of a player's clan; the clan of scenery means nothing.
    pub fn player_object(&self) -> Option<usize> {
        let tma = &self.mission().tma;
        tma.objects.iter().position(|object| {
            let clan = usize::try_from(object.clan_index).ok();
            let is_owned = matches!(object.kind(), ObjectKind::Building | ObjectKind::Unit);
            is_owned
                && clan
                    .and_then(|clan| tma.clans.get(clan))
                    .is_some_and(|clan| clan.clan_type() == ClanType::Player)
        })
    }
}
