//! Values of command line options: how they are written and what they mean.

use glam::Vec3;
use scene::camera::MAX_PITCH_DEGREES;
use scene::{Camera, SkyTime};
use std::str::FromStr;

/// Largest side of a picture in pixels; devices may hold less.
const LARGEST_SIDE: u32 = 16_384;
/// Most frames of a sequence.
const MOST_FRAMES: u32 = 1_000_000;

/// `X,Y,Z,YAW,PITCH`: metres and degrees.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CameraPose([f32; 5]);

impl CameraPose {
    /// The camera, with the default lens.
    pub fn camera(&self) -> Camera {
        let [x, y, z, yaw, pitch] = self.0;
        Camera {
            position: Vec3::new(x, y, z),
            yaw: yaw.to_radians(),
            pitch: pitch
                .clamp(-MAX_PITCH_DEGREES, MAX_PITCH_DEGREES)
                .to_radians(),
            ..Camera::default()
        }
    }
}

impl FromStr for CameraPose {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        numbers(text)
            .map(Self)
            .ok_or_else(|| "expected five numbers X,Y,Z,YAW,PITCH (metres and degrees)".to_owned())
    }
}

/// `N` finite numbers, separated by commas.
pub fn numbers<const N: usize>(text: &str) -> Option<[f32; N]> {
    let mut parts = text.split(',');
    let mut numbers = [0.0; N];
    for number in &mut numbers {
        let parsed: f32 = parts.next()?.trim().parse().ok()?;
        *number = Some(parsed).filter(|n| n.is_finite())?;
    }
    parts.next().is_none().then_some(numbers)
}

/// What `--look-at` frames.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LookAt {
    /// A placed object by its index in the mission.
    Object(u32),
    /// A placed object by its name; the first one of that name.
    Name(String),
    /// A node of a component of a placed object.
    Node {
        /// Index of the placed object.
        object: u32,
        /// Index of the component.
        component: u32,
        /// Index of the node.
        node: u32,
    },
}

impl FromStr for LookAt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let indices: Option<Vec<u32>> = text.split('/').map(|part| part.parse().ok()).collect();
        match indices.as_deref() {
            Some(&[object]) => Ok(Self::Object(object)),
            Some(&[object, component, node]) => Ok(Self::Node {
                object,
                component,
                node,
            }),
            _ if text.is_empty() || text.parse::<i64>().is_ok() => {
                Err("expected a name, an index from 0 or INDEX/COMPONENT/NODE".to_owned())
            }
            _ => Ok(Self::Name(text.to_owned())),
        }
    }
}

/// `WxH` in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PixelSize {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

impl Default for PixelSize {
    fn default() -> Self {
        Self {
            width: 1280,
            height: 720,
        }
    }
}

impl FromStr for PixelSize {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let side = |text: &str| {
            let side: u32 = text.parse().ok()?;
            (1..=LARGEST_SIDE).contains(&side).then_some(side)
        };
        text.split_once(['x', 'X'])
            .and_then(|(width, height)| {
                Some(Self {
                    width: side(width)?,
                    height: side(height)?,
                })
            })
            .ok_or_else(|| format!("expected WxH, such as 1280x720, each 1 to {LARGEST_SIDE}"))
    }
}

/// `A..B`: frames A to B - 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FrameRange(pub std::ops::Range<u32>);

impl FromStr for FrameRange {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split_once("..")
            .and_then(|(from, to)| {
                let (from, to): (u32, u32) = (from.parse().ok()?, to.parse().ok()?);
                let count = to.checked_sub(from)?;
                (1..=MOST_FRAMES).contains(&count).then_some(Self(from..to))
            })
            .ok_or_else(|| "expected A..B with A below B, such as 0..60".to_owned())
    }
}

/// The argument of `--sky-time`: `HH:MM` of the mission's day.
pub fn sky_time(text: &str) -> Result<SkyTime, String> {
    text.split_once(':')
        .and_then(|(hour, minute)| {
            let (hour, minute) = (hour.parse().ok()?, minute.parse().ok()?);
            (hour < 24 && minute < 60).then_some(SkyTime { hour, minute })
        })
        .ok_or_else(|| "expected HH:MM, 00:00 to 23:59".to_owned())
}

/// The argument of `--fov`.
pub fn fov_degrees(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(degrees) if (20.0..=110.0).contains(&degrees) => Ok(degrees),
        _ => Err("expected degrees, 20 to 110".to_owned()),
    }
}

/// The argument of `--time`.
pub fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds, 0 or more".to_owned()),
    }
}

/// The argument of `--msaa`.
pub fn msaa(text: &str) -> Result<u32, String> {
    match text {
        "1" => Ok(1),
        "4" => Ok(4),
        _ => Err("expected 1 or 4".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_look_at_means() {
        let parse = |text: &str| text.parse::<LookAt>().unwrap();
        assert_eq!(parse("3"), LookAt::Object(3));
        assert_eq!(parse("bunker"), LookAt::Name("bunker".into()));
        assert_eq!(parse("a/b"), LookAt::Name("a/b".into()));
        let node = LookAt::Node {
            object: 3,
            component: 0,
            node: 7,
        };
        assert_eq!(parse("3/0/7"), node);
        assert!("".parse::<LookAt>().is_err());
        assert!("-1".parse::<LookAt>().is_err());
    }

    #[test]
    fn values_as_they_are_written() {
        let size: PixelSize = "640x480".parse().unwrap();
        assert_eq!((size.width, size.height), (640, 480));
        assert!("640x480x3".parse::<PixelSize>().is_err());
        let time = SkyTime {
            hour: 7,
            minute: 30,
        };
        assert_eq!(sky_time("07:30"), Ok(time));
        assert_eq!("0..3".parse::<FrameRange>().unwrap().0, 0..3);
        assert_eq!(numbers("1, -2.5"), Some([1.0, -2.5]));
        assert_eq!(numbers::<2>("1,2,3"), None);
        assert_eq!(numbers::<2>("1,inf"), None);
    }
}
