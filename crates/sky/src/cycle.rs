//! The clock of the sky: what the file says at a position in time (spec page: environment, sections 4.3 and 4.4).

use crate::sample::{lerp, rgb};
use crate::{Body, BodyKind, Keyframe, Opcode, Section, Ske, SkySample, Slot, Time32};
use std::sync::Arc;

const DAY: u64 = 86400;
/// Distance that the fog slots are fractions of, metres.
const FOG_REACH: f32 = 700.0;

/// A day cycle that can be asked for any time.
///
/// A position is in milliseconds from 00:00 of the first section, and never wraps: the second cycle follows the first.
#[derive(Debug, Clone, PartialEq)]
pub struct Sky {
    days: Vec<Day>,
    /// By the time of the cycle, milliseconds.
    events: Vec<(u64, Event)>,
    cycle: u64,
    start: u64,
}

/// Why a file has no day cycle.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CycleError {
    /// There is no section.
    #[error("sky.ske has no section")]
    NoSection,
    /// The section has no keyframe.
    #[error("section {section} of sky.ske has no keyframe")]
    NoKeyframe {
        /// Its index.
        section: usize,
    },
    /// The section takes no time, or more than 136 years.
    #[error("section {section} of sky.ske takes {seconds} seconds")]
    DayLength {
        /// Its index.
        section: usize,
        /// The length of its day.
        seconds: u64,
    },
}

/// A position as the game's clock shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeOfDay {
    /// Which section's day it is.
    pub section: usize,
    /// 0 to 23.
    pub hour: u32,
    /// 0 to 59.
    pub minute: u32,
}

#[derive(Debug, Clone, PartialEq)]
struct Day {
    /// Real seconds, at least 1.
    length: u64,
    /// By time.
    frames: Vec<Frame>,
}

/// The values of a keyframe that flow from one to the next.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Frame {
    /// Milliseconds in its section.
    at: u64,
    colours: [[f32; 4]; 22],
    /// Fog start and end, extents, light factor, weather intensity.
    floats: [f32; 6],
}

#[derive(Debug, Clone, PartialEq)]
enum Event {
    StartBody { kind: BodyKind, lifetime: u64 },
    StopBody,
    StartRain(Arc<[u8]>),
    StopRain,
    StartSnow,
    StopSnow,
    StartLightning(Arc<[u8]>),
    StopLightning,
}

#[derive(Debug, Clone, Default)]
struct State {
    /// Kind, position of its start, lifetime.
    body: Option<(BodyKind, u64, u64)>,
    rain: Option<Arc<[u8]>>,
    snow: bool,
    lightning: Option<Arc<[u8]>>,
}

impl Sky {
    /// The cycle of a file.
    ///
    /// Numbers that are not finite are replaced and negative ones raised to 0, so that a sample is always usable.
    ///
    /// # Errors
    /// See [`CycleError`].
    pub fn new(ske: &Ske) -> Result<Self, CycleError> {
        let days: Vec<Day> = ske
            .sections
            .iter()
            .enumerate()
            .map(|(index, section)| Day::new(index, section))
            .collect::<Result<_, _>>()?;
        if days.is_empty() {
            return Err(CycleError::NoSection);
        }
        let mut sky = Self {
            cycle: days.iter().map(|day| day.length * 1000).sum(),
            events: events(ske, &days),
            days,
            start: 0,
        };
        let section = ske.start.section as usize;
        let section = if section < sky.days.len() { section } else { 0 };
        sky.start = sky.position_of(section, ske.start.hour, ske.start.minute);
        Ok(sky)
    }

    /// Where the clock stands when the mission opens.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// Length of the whole cycle, milliseconds.
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// How many sections are played in turn.
    pub fn sections(&self) -> usize {
        self.days.len()
    }

    /// The position, in the first cycle, of a time of a section's day. A time past midnight is the last millisecond of
    /// that day; a section that there is not, the end of the cycle.
    pub fn position_of(&self, section: usize, hour: u32, minute: u32) -> u64 {
        let before: u64 = self.days.iter().take(section).map(Day::milliseconds).sum();
        let time = Time32::new(hour, minute);
        let inside = self.days.get(section).map_or(0, |day| {
            let last = day.milliseconds().saturating_sub(1);
            day.position(time).min(last)
        });
        before.saturating_add(inside)
    }

    /// The time of day at a position.
    pub fn time_of_day(&self, position: u64) -> TimeOfDay {
        let (section, day, inside) = self.locate(position);
        let length = day.map_or(1, |day| day.milliseconds().max(1));
        let minutes = u128::from(inside) * 1440 / u128::from(length);
        TimeOfDay {
            section,
            hour: (minutes / 60) as u32,
            minute: (minutes % 60) as u32,
        }
    }

    /// The sky at a position: colours flow between the keyframes around it, bodies and weather are what the events
    /// from position 0 on have left.
    ///
    /// In a running mission that is [`Self::start`] plus the milliseconds since it opened.
    pub fn sample(&self, position: u64) -> SkySample {
        let (_, day, inside) = self.locate(position);
        let mut sample = match day.and_then(|day| day.frame(inside)) {
            Some(frame) => frame.sample(),
            None => SkySample::without_file(),
        };
        let state = self.state(position);
        sample.body = state.body.map(|(kind, start, lifetime)| {
            let age = position.saturating_sub(start);
            let progress = if lifetime == 0 {
                1.0
            } else {
                age as f64 / lifetime as f64
            };
            Body::new(kind, progress as f32)
        });
        sample.rain = state.rain;
        sample.snow = state.snow;
        sample.lightning = state.lightning;
        sample
    }

    /// Section, its day, and milliseconds in it.
    fn locate(&self, position: u64) -> (usize, Option<&Day>, u64) {
        let mut inside = position.checked_rem(self.cycle).unwrap_or_default();
        for (section, day) in self.days.iter().enumerate() {
            if inside < day.milliseconds() {
                return (section, Some(day), inside);
            }
            inside = inside.saturating_sub(day.milliseconds());
        }
        (0, self.days.first(), 0)
    }

    /// What the events before a position have left. What a cycle leaves depends on the cycle before only through what
    /// is never stopped, so the first, the last whole one and the running one tell all.
    fn state(&self, position: u64) -> State {
        let whole = position.checked_div(self.cycle).unwrap_or_default();
        let mut state = State::default();
        let mut replay = |cycle: u64| {
            let base = cycle.saturating_mul(self.cycle);
            for (at, event) in &self.events {
                let at = at.saturating_add(base);
                if at < position {
                    state.apply(at, event);
                }
            }
        };
        if whole > 0 {
            replay(0);
        }
        if whole > 1 {
            replay(whole.saturating_sub(1));
        }
        replay(whole);
        state
    }
}

impl State {
    /// What exists already is not started again.
    fn apply(&mut self, at: u64, event: &Event) {
        match event {
            Event::StartBody { kind, lifetime } => {
                self.body.get_or_insert((*kind, at, *lifetime));
            }
            Event::StopBody => self.body = None,
            Event::StartRain(sound) => {
                self.rain.get_or_insert_with(|| sound.clone());
            }
            Event::StopRain => self.rain = None,
            Event::StartSnow => self.snow = true,
            Event::StopSnow => self.snow = false,
            Event::StartLightning(effect) => {
                self.lightning.get_or_insert_with(|| effect.clone());
            }
            Event::StopLightning => self.lightning = None,
        }
    }
}

/// The events of the cycle by their times. A stamp at or past the end of its day never fires.
fn events(ske: &Ske, days: &[Day]) -> Vec<(u64, Event)> {
    let mut timed: Vec<(u64, &Keyframe)> = Vec::new();
    let mut before: u64 = 0;
    for (section, day) in ske.sections.iter().zip(days) {
        let at = |keyframe: &Keyframe| day.position(keyframe.stamp);
        let mut keyframes: Vec<&Keyframe> = section.keyframes.iter().collect();
        keyframes.sort_by_key(|keyframe| at(keyframe));
        let firing = keyframes.into_iter().filter_map(|keyframe| {
            let inside = at(keyframe);
            (inside < day.milliseconds()).then_some((before.saturating_add(inside), keyframe))
        });
        timed.extend(firing);
        before = before.saturating_add(day.milliseconds());
    }
    // From the last to the first, so that every start knows the stop that follows it.
    let mut end = before;
    let mut events: Vec<(u64, Event)> = Vec::new();
    for (at, keyframe) in timed.into_iter().rev() {
        let effect = || Arc::from(keyframe.effects.first().map_or(&b""[..], |e| e.name()));
        let [name, ..] = &keyframe.names;
        let event = match keyframe.opcode() {
            Opcode::Nothing => continue,
            Opcode::StartBody => Event::StartBody {
                kind: BodyKind::of_name(name.name()),
                lifetime: end.saturating_sub(at),
            },
            Opcode::StopBody => {
                end = at;
                Event::StopBody
            }
            Opcode::StartRain => Event::StartRain(effect()),
            Opcode::StopRain => Event::StopRain,
            Opcode::StartSnow => Event::StartSnow,
            Opcode::StopSnow => Event::StopSnow,
            Opcode::StartLightning => Event::StartLightning(effect()),
            Opcode::StopLightning => Event::StopLightning,
        };
        events.push((at, event));
    }
    events.reverse();
    events
}

impl Day {
    fn new(index: usize, section: &Section) -> Result<Self, CycleError> {
        let seconds = section.day_length.seconds();
        if seconds == 0 || seconds > u64::from(u32::MAX) {
            return Err(CycleError::DayLength {
                section: index,
                seconds,
            });
        }
        if section.keyframes.is_empty() {
            return Err(CycleError::NoKeyframe { section: index });
        }
        let mut day = Self {
            length: seconds,
            frames: Vec::new(),
        };
        day.frames = section
            .keyframes
            .iter()
            .map(|keyframe| Frame::new(day.position(keyframe.stamp), keyframe))
            .collect();
        day.frames.sort_by_key(|frame| frame.at);
        Ok(day)
    }

    fn milliseconds(&self) -> u64 {
        self.length.saturating_mul(1000)
    }

    /// A time of the game's day, scaled to this day: whole seconds, as the game divides, in milliseconds.
    fn position(&self, time: Time32) -> u64 {
        let second = time.seconds().saturating_mul(self.length) / DAY;
        second.saturating_mul(1000)
    }

    /// Between the keyframes around a time; the first follows the last.
    fn frame(&self, inside: u64) -> Option<Frame> {
        let signed = |time: u64| i64::try_from(time).unwrap_or(i64::MAX);
        let following = self.frames.partition_point(|frame| frame.at <= inside);
        let (first, last) = (self.frames.first()?, self.frames.last()?);
        let length = signed(self.milliseconds());
        let (from, from_at) = match following.checked_sub(1).and_then(|i| self.frames.get(i)) {
            Some(frame) => (frame, signed(frame.at)),
            None => (last, signed(last.at).saturating_sub(length)),
        };
        let (to, to_at) = match self.frames.get(following) {
            Some(frame) => (frame, signed(frame.at)),
            None => (first, signed(first.at).saturating_add(length)),
        };
        let passed = signed(inside).saturating_sub(from_at) as f64;
        let span = to_at.saturating_sub(from_at) as f64;
        let part = if span > 0.0 { passed / span } else { 0.0 };
        Some(from.towards(to, part.clamp(0.0, 1.0) as f32))
    }
}

impl Frame {
    fn new(at: u64, keyframe: &Keyframe) -> Self {
        let slot = |index: usize| keyframe.slots.get(index).copied().unwrap_or_default();
        Self {
            at,
            colours: keyframe.slots.map(Slot::rgba),
            floats: [
                tame(slot(Slot::FOG_START).float(), 0.0),
                tame(slot(Slot::FOG_END).float(), 1.0),
                tame(keyframe.extent_across, 0.0),
                tame(keyframe.extent_up, 0.0),
                tame(keyframe.light_factor, 1.0),
                tame(keyframe.weather_intensity, 0.0),
            ],
        }
    }

    fn towards(&self, to: &Self, part: f32) -> Self {
        let mut colours = self.colours;
        for (colour, to) in colours.iter_mut().zip(to.colours) {
            *colour = lerp(*colour, to, part);
        }
        Self {
            at: self.at,
            colours,
            floats: lerp(self.floats, to.floats, part),
        }
    }

    fn sample(&self) -> SkySample {
        let colour = |slot: usize| self.colours.get(slot).copied().unwrap_or_default();
        let [
            fog_start,
            fog_end,
            across,
            up,
            light_factor,
            weather_intensity,
        ] = self.floats;
        SkySample {
            horizon: Slot::HORIZON.map(colour),
            ring3: Slot::RING_3.map(colour),
            ring2: Slot::RING_2.map(colour),
            apex: colour(Slot::APEX),
            fog_start: fog_start * FOG_REACH,
            fog_end: fog_end * FOG_REACH,
            flare: colour(Slot::FLARE),
            clouds: colour(Slot::CLOUDS),
            light: colour(Slot::LIGHT),
            light_factor,
            scene_colour: rgb(colour(Slot::SCENE)),
            counter_colour: rgb(colour(Slot::COUNTER_LIGHT)),
            extent: [across, up],
            body: None,
            weather_intensity,
            rain: None,
            snow: false,
            lightning: None,
        }
    }
}

/// A number that arithmetic can take: finite, not negative, not so large that it runs over.
fn tame(value: f32, instead: f32) -> f32 {
    if value.is_finite() {
        value.clamp(0.0, 1e6)
    } else {
        instead
    }
}

#[cfg(test)]
mod tests;
