//! Short messages that go away by themselves.

use std::time::{Duration, Instant};

const LIFE: Duration = Duration::from_secs(4);
const FADE: Duration = Duration::from_millis(400);
const MOST: usize = 5;

/// Whether a message is good or bad news.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mood {
    /// It worked.
    Good,
    /// It did not.
    Bad,
}

/// One message.
#[derive(Debug, Clone)]
pub(super) struct Toast {
    /// One line.
    pub text: String,
    /// How it is coloured.
    pub mood: Mood,
    born: Instant,
}

impl Toast {
    /// How much of it is still there, 1 to 0.
    pub(super) fn opacity(&self, now: Instant) -> f32 {
        let left = (self.born + LIFE).saturating_duration_since(now);
        (left.as_secs_f32() / FADE.as_secs_f32()).min(1.0)
    }
}

/// The messages that are shown.
#[derive(Debug, Default)]
pub(super) struct Toasts(Vec<Toast>);

impl Toasts {
    /// Good news.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.push(text.into(), Mood::Good);
    }

    /// Bad news; also in the log.
    pub(super) fn complain(&mut self, text: impl Into<String>) {
        let text = text.into();
        tracing::warn!("{text}");
        self.push(text, Mood::Bad);
    }

    fn push(&mut self, text: String, mood: Mood) {
        // The same again only lives longer.
        self.0.retain(|toast| toast.text != text);
        if self.0.len() >= MOST {
            self.0.remove(0);
        }
        self.0.push(Toast {
            text,
            mood,
            born: Instant::now(),
        });
    }

    /// Those that are shown now, oldest first.
    pub(super) fn shown(&mut self, now: Instant) -> &[Toast] {
        self.0.retain(|toast| now < toast.born + LIFE);
        &self.0
    }

    /// When the picture next changes because of them.
    pub(super) fn next_change(&self, now: Instant) -> Option<Instant> {
        let fades = self
            .0
            .iter()
            .map(|toast| (toast.born + LIFE - FADE).max(now));
        fades.min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_fade_and_go() {
        let mut toasts = Toasts::default();
        toasts.say("saved");
        toasts.say("saved");
        let now = Instant::now();
        assert_eq!(toasts.shown(now).len(), 1);
        assert_eq!(toasts.shown(now)[0].opacity(now), 1.0);
        let late = now + LIFE - FADE / 2;
        let opacity = toasts.shown(late)[0].opacity(late);
        assert!(opacity > 0.3 && opacity < 0.7, "{opacity}");
        assert!(toasts.next_change(now).is_some());
        assert!(toasts.shown(now + LIFE + FADE).is_empty());
        for number in 0..20 {
            toasts.say(number.to_string());
        }
        assert_eq!(toasts.shown(now).len(), MOST);
    }
}
