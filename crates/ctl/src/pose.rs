//! Times of a component's nodes (spec page: control, sections 4 and 5).

use crate::{Binding, Control, ItemRecord};

/// The time at which one node of a model is sampled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NodeTime {
    /// Sampled at this time, in frames: finite and not negative. It may lie past the frame map, where the sampler takes
    /// the fallback key.
    At(f32),
    /// The frame map's entry of this frame, taken directly and interpolated at the frame's own time.
    Frame(u16),
    /// The node's fallback key alone.
    Fallback,
}

impl NodeTime {
    /// The time of a node that nothing drives.
    pub const REST: Self = Self::At(0.0);

    /// The time in frames; `None` for the fallback key.
    pub fn frames(self) -> Option<f32> {
        match self {
            Self::At(time) => Some(time),
            Self::Frame(frame) => Some(f32::from(frame)),
            Self::Fallback => None,
        }
    }
}

/// Where the times of a component's nodes come from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PoseMode {
    /// The stored value of every binding.
    Stored,
    /// Every node's fallback key.
    Fallback,
    /// One frame for every node; overrides all control data.
    Static(u16),
    /// Every binding is swept through its frames, from its stored value.
    Play {
        /// Time since the start of play, seconds; finite.
        seconds: f64,
        /// Frames of the model's frame map; a sweep is held inside it.
        frame_count: u32,
    },
}

/// A binding that gives its node no time it could be sampled at.
///
/// Whoever knows the component puts its object, name and control resource before this message.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("binding {binding} (node {node}): sampled time {time} {}", fault(*.time))]
pub struct PoseError {
    /// Index of the binding.
    pub binding: usize,
    /// Node that it drives.
    pub node: usize,
    /// The time: negative, infinite or NaN.
    pub time: f32,
}

fn fault(time: f32) -> &'static str {
    if time.is_nan() {
        "is not a number"
    } else if time.is_infinite() {
        "is infinite"
    } else {
        "is negative"
    }
}

impl Control {
    /// Fills `out`, one element per node of the component's model, with the time of each node.
    ///
    /// Bindings are taken in file order and the last enabled one of a node wins; nodes without one stand at
    /// [`NodeTime::REST`]. A binding of a node outside the model is ignored ([`Control::warnings`] lists it).
    /// A component without control data is posed by [`Control::default`].
    ///
    /// On an error every node stands at [`NodeTime::REST`], which is how a viewer that goes on draws the component.
    /// [`PoseMode::Static`] and [`PoseMode::Fallback`] have no errors.
    pub fn pose_times(&self, mode: PoseMode, out: &mut [NodeTime]) -> Result<(), PoseError> {
        match mode {
            PoseMode::Stored => self.sample(0, |_, _| None, out),
            PoseMode::Fallback => {
                out.fill(NodeTime::Fallback);
                Ok(())
            }
            PoseMode::Static(frame) => {
                out.fill(NodeTime::Frame(frame));
                Ok(())
            }
            PoseMode::Play {
                seconds,
                frame_count,
            } => {
                let barrels = self.gun_barrels();
                let played = |index: usize, binding: &Binding| {
                    let is_barrel = barrels.get(index).copied().unwrap_or(false);
                    (!binding.has(Binding::SKIP)).then(|| binding.played_value(is_barrel, seconds))
                };
                self.sample(frame_count, played, out)
            }
        }
    }

    /// [`Control::pose_times`] with bindings that a user moves: `values` has the value of each binding, 0..1, or `None`
    /// for the stored one, and may be shorter than the bindings.
    ///
    /// A value for a skipped binding forces it on. A binding that copies the one before it moves along with it.
    /// Moved bindings are held inside a frame map of `frame_count` frames; those whose two frames are equal keep
    /// their stored time.
    pub fn swept_times(
        &self,
        values: &[Option<f32>],
        frame_count: u32,
        out: &mut [NodeTime],
    ) -> Result<(), PoseError> {
        let swept = |index: usize, _: &Binding| values.get(index).copied().flatten();
        self.sample(frame_count, swept, out)
    }

    /// The binding whose stored value a node shows: the last one that is not skipped. Earlier ones are shadowed.
    pub fn driving_binding(&self, node: usize) -> Option<usize> {
        self.bindings.iter().rposition(|binding| {
            !binding.has(Binding::SKIP) && usize::try_from(binding.node) == Ok(node)
        })
    }

    /// For each binding, whether it is the stroke of a gun's barrel: play runs it from 0 to 1 (at 0.5 the shot
    /// leaves), then starts again.
    pub fn gun_barrels(&self) -> Vec<bool> {
        let mut barrels = vec![false; self.bindings.len()];
        let guns = self
            .items
            .iter()
            .filter(|item| item.record.item_type == ItemRecord::GUN);
        for &reference in guns.flat_map(|gun| &gun.bindings) {
            let Ok(index) = usize::try_from(reference) else {
                continue;
            };
            if let (Some(barrel), Some(binding)) =
                (barrels.get_mut(index), self.bindings.get(index))
            {
                *barrel = !binding.has(Binding::FOLLOWS_PITCH);
            }
        }
        barrels
    }

    /// Fills `out` by the bindings: each has the value that `moved` gives, or its stored one.
    fn sample(
        &self,
        frame_count: u32,
        moved: impl Fn(usize, &Binding) -> Option<f32>,
        out: &mut [NodeTime],
    ) -> Result<(), PoseError> {
        out.fill(NodeTime::REST);
        // Value of the binding before this one, if it is moved.
        let mut previous = None;
        for (index, binding) in self.bindings.iter().enumerate() {
            let own = moved(index, binding);
            if own.is_none() && binding.has(Binding::SKIP) {
                previous = None;
                continue;
            }
            let value = if binding.has(Binding::COPIES_PREVIOUS) {
                previous.or(own)
            } else {
                own
            };
            previous = value;
            let Ok(node) = usize::try_from(binding.node) else {
                continue;
            };
            if node >= out.len() {
                continue;
            }
            let time = match value {
                Some(value) if binding.moves() => binding.swept_frame_at(value, frame_count),
                _ => binding.frame_at(binding.stored_value()),
            };
            // False for NaN too.
            if !(time >= 0.0 && time.is_finite()) {
                out.fill(NodeTime::REST);
                return Err(PoseError {
                    binding: index,
                    node,
                    time,
                });
            }
            if let Some(slot) = out.get_mut(node) {
                *slot = NodeTime::At(time);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::binding::tests::binding;
    use crate::fixtures;
    use crate::{Item, ItemRecord};
    use bytemuck::Zeroable;

    /// A control whose bindings all drive one node.
    fn of_node(node: i32, bindings: impl IntoIterator<Item = Binding>) -> Control {
        Control {
            bindings: bindings
                .into_iter()
                .map(|binding| Binding { node, ..binding })
                .collect(),
            ..Control::default()
        }
    }

    /// Stored time of node 0 under one binding.
    fn stored(frame_a: f32, frame_b: f32, blend: f32, flags: u32) -> Result<f32, PoseError> {
        let mut out = [NodeTime::Fallback];
        of_node(0, [binding(frame_a, frame_b, blend, flags)])
            .pose_times(PoseMode::Stored, &mut out)
            .inspect_err(|_| assert_eq!(out, [NodeTime::REST]))?;
        Ok(out[0].frames().unwrap())
    }

    #[test]
    fn worked_values_have_their_bits() {
        let rows = [
            (10.0, 20.0, 0.25, 0, 0x4148_0000),
            (10.0, 20.0, 1.25, 0, 0x41A0_0000),
            (10.0, 20.0, -0.25, 0, 0x4120_0000),
            (10.0, 20.0, 1.25, 1, 0x4148_0000),
            (10.0, 20.0, -0.25, 1, 0x418C_0000),
            (10.0, 20.0, 1.0, 1, 0x41A0_0000),
            (10.0, 20.0, 0.25, 2, 0x418C_0000),
            (10.0, 20.0, -0.25, 2, 0x41A0_0000),
            (10.0, 20.0, 1.25, 3, 0x418C_0000),
            (10.0, 20.0, 2.5, 1, 0x41C8_0000),
            (10.0, 20.0, -1.5, 1, 0x40A0_0000),
            (20.0, 10.0, 0.25, 0, 0x418C_0000),
            (0.0, 7.0, 0.1, 0, 0x3F33_3333),
            (49.0, 53.0, 0.5, 3, 0x424C_0000),
            (55.0, 57.0, 0.2727, 0, 0x425E_2E7D),
        ];
        for (frame_a, frame_b, blend, flags, bits) in rows {
            let time = stored(frame_a, frame_b, blend, flags).unwrap();
            assert_eq!(
                time.to_bits(),
                bits,
                "{frame_a} {frame_b} {blend} {flags}: {time}"
            );
        }
    }

    #[test]
    fn times_that_are_no_time_are_errors() {
        for (blend, flags) in [(-1.5, 1), (2.5, 3)] {
            let error = stored(0.0, 20.0, blend, flags).unwrap_err();
            assert_eq!(error.time.to_bits(), 0xC120_0000);
        }
        for flags in [0, 1] {
            assert!(
                stored(10.0, 20.0, f32::NAN, flags)
                    .unwrap_err()
                    .time
                    .is_nan()
            );
        }
        assert!(
            stored(10.0, f32::INFINITY, 0.0, 0)
                .unwrap_err()
                .time
                .is_nan()
        );
        assert_eq!(stored(-0.0, -0.0, 0.5, 0), Ok(0.0));
    }

    #[test]
    fn messages_name_the_binding_and_its_node() {
        let message = |time| {
            PoseError {
                binding: 0,
                node: 1,
                time,
            }
            .to_string()
        };
        assert_eq!(
            message(-10.0),
            "binding 0 (node 1): sampled time -10 is negative"
        );
        assert_eq!(
            message(f32::NAN),
            "binding 0 (node 1): sampled time NaN is not a number"
        );
        assert_eq!(
            message(f32::NEG_INFINITY),
            "binding 0 (node 1): sampled time -inf is infinite"
        );
    }

    #[test]
    fn the_last_enabled_binding_of_a_node_wins() {
        let time = |rows: &[(f32, u32)]| {
            let rows = rows.iter().map(|&(t, flags)| binding(t, t, 0.0, flags));
            let control = of_node(3, rows);
            let mut out = [NodeTime::Fallback; 4];
            control.pose_times(PoseMode::Stored, &mut out).unwrap();
            assert_eq!(out[..3], [NodeTime::REST; 3]);
            (out[3].frames().unwrap(), control.driving_binding(3))
        };
        assert_eq!(time(&[(5.0, 0), (9.0, 0)]), (9.0, Some(1)));
        assert_eq!(time(&[(5.0, 0), (9.0, 0), (7.0, 4)]), (9.0, Some(1)));
        assert_eq!(time(&[(5.0, 4)]), (0.0, None));
        assert_eq!(time(&[(9.0, 0), (5.0, 0)]), (5.0, Some(1)));
    }

    #[test]
    fn a_wrong_binding_is_an_error_even_when_a_later_one_wins_but_never_when_skipped() {
        let wrong = binding(-5.0, -5.0, 0.0, 0);
        let right = binding(5.0, 5.0, 0.0, 0);
        let mut out = [NodeTime::REST];
        let times =
            |control: Control, out: &mut [NodeTime]| control.pose_times(PoseMode::Stored, out);
        let error = times(of_node(0, [right, wrong, right]), &mut out).unwrap_err();
        assert_eq!(error.binding, 1);
        assert_eq!(out, [NodeTime::REST]);
        let skipped = Binding {
            flags: Binding::SKIP,
            ..wrong
        };
        assert_eq!(times(of_node(0, [right, skipped]), &mut out), Ok(()));
        assert_eq!(out, [NodeTime::At(5.0)]);
        // Outside the model nothing is sampled.
        assert_eq!(times(of_node(99, [wrong]), &mut out), Ok(()));
        assert_eq!(times(of_node(-1, [wrong]), &mut out), Ok(()));
        assert_eq!(out, [NodeTime::REST]);
    }

    #[test]
    fn the_example_has_its_times() {
        let control = Control::parse(&fixtures::control()).unwrap();
        let mut out = [NodeTime::Fallback; 4];
        control.pose_times(PoseMode::Stored, &mut out).unwrap();
        assert_eq!(out, [0.0, 51.0, 55.5, 0.0].map(NodeTime::At));
    }

    #[test]
    fn components_that_share_a_model_have_their_own_times() {
        let x = of_node(1, [binding(49.0, 53.0, 0.5, 3)]);
        let y = of_node(1, [binding(10.0, 20.0, 0.25, 0)]);
        let mut out = [NodeTime::REST; 2];
        x.pose_times(PoseMode::Stored, &mut out).unwrap();
        assert_eq!(out[1], NodeTime::At(51.0));
        y.pose_times(PoseMode::Stored, &mut out).unwrap();
        assert_eq!(out[1], NodeTime::At(12.5));
    }

    #[test]
    fn modes_that_ignore_control_data_have_no_errors() {
        let wrong = of_node(0, [binding(0.0, 20.0, f32::NAN, 0)]);
        let mut out = [NodeTime::REST; 2];
        assert_eq!(wrong.pose_times(PoseMode::Static(7), &mut out), Ok(()));
        assert_eq!(out, [NodeTime::Frame(7); 2]);
        assert_eq!(out[0].frames(), Some(7.0));
        assert_eq!(wrong.pose_times(PoseMode::Fallback, &mut out), Ok(()));
        assert_eq!(out, [NodeTime::Fallback; 2]);
        assert_eq!(out[0].frames(), None);
        Control::default()
            .pose_times(PoseMode::Stored, &mut out)
            .unwrap();
        assert_eq!(out, [NodeTime::REST; 2]);
    }

    /// Node 0's time in play.
    fn played(control: &Control, seconds: f64) -> Option<f32> {
        let mut out = [NodeTime::REST];
        let mode = PoseMode::Play {
            seconds,
            frame_count: 101,
        };
        control.pose_times(mode, &mut out).unwrap();
        out[0].frames()
    }

    #[test]
    fn play_starts_at_the_stored_pose_and_stays_inside_the_map() {
        let control = of_node(0, [binding(10.0, 20.0, 0.25, 0)]);
        assert_eq!(played(&control, 0.0), Some(12.5));
        assert_eq!(played(&control, 0.75), Some(20.0));
        assert_eq!(played(&control, 1.25), Some(15.0));
        let outside = of_node(0, [binding(-10.0, 300.0, 0.0, 0)]);
        assert_eq!(played(&outside, 0.0), Some(0.0));
        assert_eq!(played(&outside, 1.0), Some(100.0));
        let still = of_node(0, [binding(300.0, 300.0, 0.0, 0)]);
        assert_eq!(played(&still, 0.5), Some(300.0));
        let skipped = of_node(0, [binding(10.0, 20.0, 0.25, Binding::SKIP)]);
        assert_eq!(played(&skipped, 0.5), Some(0.0));
    }

    #[test]
    fn play_refuses_values_that_are_no_numbers() {
        let mode = PoseMode::Play {
            seconds: 1.0,
            frame_count: 101,
        };
        let mut out = [NodeTime::Fallback];
        for row in [
            binding(10.0, 20.0, f32::NAN, 0),
            binding(10.0, 20.0, f32::INFINITY, Binding::WRAP),
            binding(10.0, f32::INFINITY, 0.5, 0),
        ] {
            assert!(of_node(0, [row]).pose_times(mode, &mut out).is_err());
            assert_eq!(out, [NodeTime::REST]);
        }
    }

    #[test]
    fn barrels_start_again_and_mounts_that_follow_the_pitch_do_not() {
        let mut control = of_node(0, [binding(0.0, 10.0, 0.0, 0)]);
        control.items.push(Item {
            record: ItemRecord {
                item_type: ItemRecord::GUN,
                ..Zeroable::zeroed()
            },
            bindings: vec![0, 7, -1],
            label: Vec::new(),
        });
        assert_eq!(control.gun_barrels(), [true]);
        assert_eq!(played(&control, 1.25), Some(2.5));
        control.bindings[0].flags = Binding::FOLLOWS_PITCH;
        assert_eq!(control.gun_barrels(), [false]);
        assert_eq!(played(&control, 1.25), Some(7.5));
    }

    #[test]
    fn a_copying_binding_moves_along_and_a_skipped_one_can_be_forced_on() {
        let control = Control {
            bindings: vec![
                binding(0.0, 10.0, 0.0, 0),
                Binding {
                    node: 1,
                    ..binding(20.0, 40.0, 0.0, Binding::COPIES_PREVIOUS)
                },
                Binding {
                    node: 2,
                    ..binding(50.0, 60.0, 0.0, Binding::SKIP)
                },
            ],
            ..Control::default()
        };
        let mut out = [NodeTime::REST; 3];
        control.swept_times(&[Some(0.5)], 101, &mut out).unwrap();
        assert_eq!(out, [5.0, 30.0, 0.0].map(NodeTime::At));
        control
            .swept_times(&[None, None, Some(1.0)], 101, &mut out)
            .unwrap();
        assert_eq!(out, [0.0, 20.0, 60.0].map(NodeTime::At));
    }
}
