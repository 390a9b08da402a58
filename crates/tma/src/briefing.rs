//! The camera flight of `briefing.cfg` (spec page: mission, section 1.6).

use crate::cfg::{Block, Cfg};
use wire::Malformed;

/// One stop of the flight. A field that the file leaves out is zero, false or empty.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WayPoint {
    /// The number in `WayPointN`.
    pub index: u32,
    /// Eye, world coordinates.
    pub camera: [f32; 3],
    /// What the eye looks at, world coordinates.
    pub target: [f32; 3],
    /// How the camera leaves this point.
    pub edge_type: EdgeType,
    /// Seconds of that edge.
    pub edge_time: f32,
    /// What the camera does before it leaves.
    pub wait_type: WaitType,
    /// Whether it stays for [`Self::waypoint_time`].
    pub wait_for_time: bool,
    /// Seconds.
    pub waypoint_time: f32,
    /// Seconds of one turn of [`WaitType::FlyAround`].
    pub rotate_time: f32,
    /// Black over the picture, 0 to 100.
    pub fade_percent: f32,
    /// Seconds in which the fade moves to the next point's.
    pub fade_time: f32,
    /// Key of the subtitle in `DATA/TextRes.cfg`.
    pub text_res_id: String,
    /// Key of the voice in `briefing_sounds` of `mission.cfg`.
    pub sound_res_id: String,
    /// The next point's index, or `None` for the following one.
    pub next: Option<u32>,
}

/// How the camera moves between two points.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum EdgeType {
    /// Straight; also any word that is not known.
    #[default]
    Linear,
    /// Along a spline.
    Spline,
    /// At once.
    Jump,
}

/// What the camera does at a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WaitType {
    /// It goes on; also any word that is not known.
    #[default]
    Continuous,
    /// It stands.
    Stay,
    /// It circles the target at its own height.
    FlyAround,
}

/// The way points in the order of their numbers, and what in them could not be read.
pub fn way_points(cfg: &Cfg) -> (Vec<WayPoint>, Vec<Malformed>) {
    let mut warnings = Vec::new();
    let mut points: Vec<WayPoint> = cfg
        .blocks()
        .iter()
        .filter_map(|block| Some(way_point(block, number(&block.name)?, &mut warnings)))
        .collect();
    points.sort_by_key(|point| point.index);
    (points, warnings)
}

fn number(name: &str) -> Option<u32> {
    let (word, number) = name.split_at_checked("WayPoint".len())?;
    word.eq_ignore_ascii_case("WayPoint")
        .then(|| number.parse().ok())?
}

fn way_point(block: &Block, index: u32, warnings: &mut Vec<Malformed>) -> WayPoint {
    let mut warn = |key: &'static str, expected: &'static str, found: &str| {
        let found = format!("{found:?}");
        warnings.push(Malformed::new(block.offset, key, expected, found));
    };
    let mut real = |key: &'static str| {
        let word = block.get(key).unwrap_or("0");
        let number = word.parse().ok().filter(|n: &f32| n.is_finite());
        number.unwrap_or_else(|| {
            warn(key, "a number", word);
            0.0
        })
    };
    let mut point = WayPoint {
        index,
        camera: ["CameraX", "CameraY", "CameraZ"].map(&mut real),
        target: ["TargetX", "TargetY", "TargetZ"].map(&mut real),
        edge_time: real("EdgeTime"),
        waypoint_time: real("WaypointTime"),
        rotate_time: real("RotateTime"),
        fade_percent: real("FadePercent"),
        fade_time: real("FadeTime"),
        wait_for_time: is_true(block.get("WaitForTime")),
        text_res_id: block.get("TextResID").unwrap_or_default().to_owned(),
        sound_res_id: block.get("SoundResID").unwrap_or_default().to_owned(),
        ..WayPoint::default()
    };
    match block.get("EdgeType").unwrap_or("linear") {
        word if word.eq_ignore_ascii_case("linear") => {}
        word if word.eq_ignore_ascii_case("spline") => point.edge_type = EdgeType::Spline,
        word if word.eq_ignore_ascii_case("jump") => point.edge_type = EdgeType::Jump,
        word => warn("EdgeType", "linear, spline or jump", word),
    }
    match block.get("WaitType").unwrap_or("continuous") {
        word if word.eq_ignore_ascii_case("continuous") => {}
        word if word.eq_ignore_ascii_case("stay") => point.wait_type = WaitType::Stay,
        word if word.eq_ignore_ascii_case("flyaround") => point.wait_type = WaitType::FlyAround,
        word => warn("WaitType", "continuous, stay or flyaround", word),
    }
    match block.get("LoopIndex").unwrap_or("-1") {
        "-1" => {}
        word => match word.parse() {
            Ok(next) => point.next = Some(next),
            Err(_) => warn("LoopIndex", "-1 or the number of a way point", word),
        },
    }
    point
}

/// The page does not say how truth is spelled; a word for it or a number other than 0.
fn is_true(word: Option<&str>) -> bool {
    let word = word.unwrap_or_default();
    ["true", "yes", "on"]
        .iter()
        .any(|truth| word.eq_ignore_ascii_case(truth))
        || word.parse().is_ok_and(|number: f32| number != 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_stand_in_the_order_of_their_numbers() {
        let (cfg, _) = Cfg::parse(
            b"object WayPoint10\nCameraX = 1.5\nEdgeType = JUMP\nLoopIndex = -1\nend\n\
              object waypoint2\nTargetZ = -7\nWaitType = \"flyaround\"\nWaitForTime = TRUE\nLoopIndex = 10\nend\n\
              object WayPoint\nend\nobject other\nend",
        );
        let (points, warnings) = way_points(&cfg);
        assert_eq!(warnings, []);
        assert_eq!(
            points,
            [
                WayPoint {
                    index: 2,
                    target: [0.0, 0.0, -7.0],
                    wait_type: WaitType::FlyAround,
                    wait_for_time: true,
                    next: Some(10),
                    ..WayPoint::default()
                },
                WayPoint {
                    index: 10,
                    camera: [1.5, 0.0, 0.0],
                    edge_type: EdgeType::Jump,
                    ..WayPoint::default()
                },
            ]
        );
    }

    #[test]
    fn bad_words_are_warnings() {
        let (cfg, _) = Cfg::parse(
            b"object WayPoint0\nCameraX = inf\nEdgeTime = x\nEdgeType = y\nWaitType = z\nLoopIndex = -2\nend",
        );
        let (points, warnings) = way_points(&cfg);
        assert_eq!(points, [WayPoint::default()]);
        let what: Vec<_> = warnings.iter().map(|w| &*w.what).collect();
        assert_eq!(
            what,
            ["CameraX", "EdgeTime", "EdgeType", "WaitType", "LoopIndex"]
        );
    }
}
