//! Command lists: what happens when a hook fires (spec page: control, sections 1.9 and 6).

use crate::ResourceName;
use bytemuck::{Pod, Zeroable};

/// Commands that run one after the other.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CommandList {
    /// The commands in file order.
    pub commands: Vec<Command>,
}

/// One command, 100 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub struct Command {
    /// [`Command::OPENS_RUN`] and the other constants.
    pub condition_flags: u32,
    /// Which of the conditions 0..15 are asked.
    pub condition_mask: u32,
    /// Conditions that also hold while they are clear.
    pub inversion_mask: u32,
    /// What to do; see [`Command::action`] and [`opcode_name`].
    pub opcode: u32,
    /// Arguments a0..a3: integers or the bits of singles, by opcode.
    pub arguments: [u32; 4],
    /// a4, not read by the engine's interpreter.
    pub unknown_20: u32,
    /// The effect of opcodes 3, 4 and 5, the explosion of opcode 27.
    pub resource: ResourceName,
}

/// What a command does to the effects of a component. Effect ids are local to the component instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Create the command's resource at one control point.
    CreateAtPoint {
        /// Control point index.
        point: i32,
        /// Effect id.
        id: u32,
    },
    /// Create the command's resource at the centroid of three control points, oriented by them.
    CreateAtPoints {
        /// Control point indices.
        points: [i32; 3],
        /// Effect id.
        id: u32,
    },
    /// Create the command's resource at the bounding sphere, scaled by its radius.
    CreateAtBounds {
        /// Effect id.
        id: u32,
    },
    /// Delete an effect.
    Delete {
        /// Effect id.
        id: u32,
    },
    /// Start an effect.
    Start {
        /// Effect id.
        id: u32,
        /// Time mode of the effect.
        mode: u32,
    },
    /// Restart an effect in its own mode once it has finished.
    Restart {
        /// Effect id.
        id: u32,
    },
    /// Switch an effect on.
    SwitchOn {
        /// Effect id.
        id: u32,
    },
    /// Switch an effect off.
    SwitchOff {
        /// Effect id.
        id: u32,
    },
    /// Changes the state of the game, not what a viewer shows.
    Other,
}

impl Command {
    /// Opens a run, unless one is open.
    pub const OPENS_RUN: u32 = 0x8000_0000;
    /// Runs when any of the masked conditions holds; wins over [`Command::ALL`].
    pub const ANY: u32 = 0x4000_0000;
    /// Runs when all of the masked conditions hold.
    pub const ALL: u32 = 0x2000_0000;
    /// Closes the open run, as its "else".
    pub const CLOSES_RUN: u32 = 0x1000_0000;

    /// The bits of the mask that stand for conditions.
    const CONDITIONS: u32 = 0xFFFF;

    /// What the command does to effects.
    pub fn action(&self) -> Action {
        let [a0, a1, a2, a3] = self.arguments;
        let point = u32::cast_signed;
        match self.opcode {
            3 => Action::CreateAtPoint {
                point: point(a0),
                id: a3,
            },
            4 => Action::CreateAtPoints {
                points: [a0, a1, a2].map(point),
                id: a3,
            },
            5 => Action::CreateAtBounds { id: a3 },
            8 => Action::Delete { id: a0 },
            10 => Action::Start { id: a0, mode: a1 },
            11 => Action::Restart { id: a0 },
            18 => Action::SwitchOn { id: a0 },
            19 => Action::SwitchOff { id: a0 },
            _ => Action::Other,
        }
    }

    /// Whether the command's own condition holds; bit i of `conditions` is condition i.
    pub fn condition_holds(&self, conditions: u16) -> bool {
        let mask = self.condition_mask & Self::CONDITIONS;
        let held = mask & (u32::from(conditions) | self.inversion_mask);
        if self.condition_flags & Self::ANY != 0 {
            held != 0
        } else if self.condition_flags & Self::ALL != 0 {
            held == mask
        } else {
            true
        }
    }
}

impl CommandList {
    /// The commands that run, in order.
    ///
    /// Bit i of `conditions` is condition i: 0..10 the machine stands on ground surface i, 14 it is critically
    /// damaged. A viewer that knows nothing but the ground surface s passes `1 << s`, else 0.
    pub fn running(&self, conditions: u16) -> impl Iterator<Item = &Command> {
        // `Some(ran)` while a run is open.
        let mut run: Option<bool> = None;
        self.commands.iter().filter(move |command| {
            let holds = command.condition_holds(conditions);
            match run {
                Some(ran) if command.condition_flags & Command::CLOSES_RUN != 0 => {
                    run = None;
                    holds || !ran
                }
                Some(ran) => {
                    run = Some(ran || holds);
                    holds
                }
                None => {
                    run = (command.condition_flags & Command::OPENS_RUN != 0).then_some(holds);
                    holds
                }
            }
        })
    }
}

/// What an opcode is called; `None` for those the engine ignores and those nobody knows.
pub fn opcode_name(opcode: u32) -> Option<&'static str> {
    Some(match opcode {
        0 => "stop the body",
        1 => "set property 0x200",
        2 => "set property 0x201",
        3 => "create effect at a control point",
        4 => "create effect at three control points",
        5 => "create effect at the bounds",
        7 => "kill node",
        8 => "delete effect",
        10 => "start effect",
        11 => "restart effect",
        12 => "set tangential acceleration",
        13 => "set normal speed",
        14 => "effect takes its time from a node",
        15 => "remove the object",
        17 => "kill the object",
        18 => "switch effect on",
        19 => "switch effect off",
        20 => "place on the terrain",
        21 => "kill every unit inside the bounds",
        27 => "explode node",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(condition_flags: u32, condition_mask: u32) -> Command {
        Command {
            condition_flags,
            condition_mask,
            ..Zeroable::zeroed()
        }
    }

    /// Which commands run, as their masks.
    fn ran(list: &CommandList, conditions: u16) -> Vec<u32> {
        list.running(conditions)
            .map(|command| command.condition_mask)
            .collect()
    }

    #[test]
    fn the_record_has_its_size() {
        assert_eq!(size_of::<Command>(), 100);
    }

    #[test]
    fn a_run_ends_in_an_else() {
        let list = CommandList {
            commands: vec![
                command(Command::OPENS_RUN | Command::ANY, 1),
                command(Command::ANY, 2),
                command(Command::CLOSES_RUN | Command::ANY, 4),
            ],
        };
        assert_eq!(ran(&list, 1 << 2), [4]);
        assert_eq!(ran(&list, 0), [4]);
        assert_eq!(ran(&list, 1 << 0), [1]);
        assert_eq!(ran(&list, 1 << 1), [2]);
    }

    #[test]
    fn a_closing_command_without_a_run_asks_its_own_condition() {
        let list = CommandList {
            commands: vec![command(Command::CLOSES_RUN | Command::ANY, 4)],
        };
        assert_eq!(ran(&list, 0), [0; 0]);
        assert_eq!(ran(&list, 4), [4]);
    }

    #[test]
    fn any_wins_over_all_and_inverted_conditions_hold_while_clear() {
        assert!(command(Command::ANY | Command::ALL, 3).condition_holds(1));
        assert!(!command(Command::ALL, 3).condition_holds(1));
        assert!(command(Command::ALL, 3).condition_holds(3));
        assert!(command(0, 3).condition_holds(0));
        let inverted = Command {
            inversion_mask: 2,
            ..command(Command::ALL, 3)
        };
        assert!(inverted.condition_holds(1));
        assert!(inverted.condition_holds(3));
        assert!(!inverted.condition_holds(0));
    }
}
