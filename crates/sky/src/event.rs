//! What keyframes begin and end (spec page: environment, section 4.4).

/// What happens when the clock passes a keyframe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Opcode {
    /// 0: sun or moon, by the first name of the keyframe.
    StartBody,
    /// 1
    StopBody,
    /// 2 and 7
    Nothing,
    /// 3; the first effect is its sound.
    StartRain,
    /// 4
    StopRain,
    /// 5
    StartSnow,
    /// 6
    StopSnow,
    /// 8; the first effect is its FXID.
    StartLightning,
    /// 9
    StopLightning,
}

impl Opcode {
    /// The meaning of the number in a keyframe; `None` outside 0 to 9.
    pub fn new(raw: i32) -> Option<Self> {
        Some(match raw {
            0 => Self::StartBody,
            1 => Self::StopBody,
            2 | 7 => Self::Nothing,
            3 => Self::StartRain,
            4 => Self::StopRain,
            5 => Self::StartSnow,
            6 => Self::StopSnow,
            8 => Self::StartLightning,
            9 => Self::StopLightning,
            _ => return None,
        })
    }

    /// The number, to write a keyframe.
    pub fn raw(self) -> i32 {
        match self {
            Self::StartBody => 0,
            Self::StopBody => 1,
            Self::Nothing => 2,
            Self::StartRain => 3,
            Self::StopRain => 4,
            Self::StartSnow => 5,
            Self::StopSnow => 6,
            Self::StartLightning => 8,
            Self::StopLightning => 9,
        }
    }
}
