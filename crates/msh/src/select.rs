//! Which slot of a node is drawn: damage state, level of detail, and what must not be drawn (spec page: msh,
//! sections 3.1, 12).

use crate::model::Model;
use crate::node::{Node38, NodeFlags, STATE_COUNT};

/// A damage state, 0 (intact) to 2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct NodeState(pub u8);

/// A level: 0 (finest) to 3 are levels of detail, 4 is the unit's own first-person view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct LodLevel(pub u8);

impl LodLevel {
    /// What the unit shows in its own first-person view; not a level of detail.
    pub const OWN_VIEW: Self = Self(4);
}

/// What a node shows that does not have the wanted state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum StateRule {
    /// The last state it has: the undamaged parts of a damaged building stay.
    #[default]
    Hold,
    /// Nothing.
    Exact,
}

/// What a node shows that does not have the wanted level of detail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum LodRule {
    /// The nearest finer level of the same state; never a coarser one, never the own view.
    #[default]
    NearestFiner,
    /// Nothing.
    Exact,
}

/// Whether the inside of buildings is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Interior {
    /// Inside and outside: the tall structure of a building is filed under its inside.
    #[default]
    All,
    /// The outside alone.
    ExteriorOnly,
    /// The inside alone.
    InteriorOnly,
}

/// What is drawn of a model. The default is an intact object at its finest level, seen from outside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Selection {
    /// The damage state.
    pub state: NodeState,
    /// What stands in for a state that a node does not have.
    pub state_rule: StateRule,
    /// The level. [`LodLevel::OWN_VIEW`] is taken exactly and shows cockpits; no other level does.
    pub lod: LodLevel,
    /// What stands in for a level that a node does not have.
    pub lod_rule: LodRule,
    /// The cutaway.
    pub interior: Interior,
}

impl Model {
    /// The slot that a node has at exactly this state and level. `None` also for a word that names no slot.
    pub fn selected_slot(&self, node: usize, state: NodeState, lod: LodLevel) -> Option<usize> {
        self.slot_of(self.nodes.standard().get(node)?, state, lod)
    }

    /// The slot that a node draws: at most one.
    pub fn drawn_slot(&self, node: usize, selection: &Selection) -> Option<usize> {
        let node = self.nodes.standard().get(node)?;
        let is_own_view = selection.lod == LodLevel::OWN_VIEW;
        let is_interior = node.flags.contains(NodeFlags::INTERIOR);
        let is_cut = match selection.interior {
            Interior::All => false,
            Interior::ExteriorOnly => is_interior,
            Interior::InteriorOnly => !is_interior,
        };
        if is_cut || !is_own_view && node.flags.contains(NodeFlags::COCKPIT) {
            return None;
        }
        let last_state = NodeState(self.states_of(node).saturating_sub(1));
        let state = match selection.state_rule {
            StateRule::Hold => selection.state.min(last_state),
            StateRule::Exact => selection.state,
        };
        if is_own_view || selection.lod_rule == LodRule::Exact {
            return self.slot_of(node, state, selection.lod);
        }
        (0..=selection.lod.0.min(LodLevel::OWN_VIEW.0 - 1))
            .rev()
            .find_map(|lod| self.slot_of(node, state, LodLevel(lod)))
    }

    /// How many damage states a node has: those in a row, from state 0 on, that have a slot at LOD 0; at least 1.
    pub fn state_count(&self, node: usize) -> u8 {
        self.nodes
            .standard()
            .get(node)
            .map_or(1, |node| self.states_of(node))
    }

    fn states_of(&self, node: &Node38) -> u8 {
        let filled = (0..STATE_COUNT as u8)
            .take_while(|&state| self.slot_of(node, NodeState(state), LodLevel(0)).is_some())
            .count();
        (filled as u8).max(1)
    }

    fn slot_of(&self, node: &Node38, state: NodeState, lod: LodLevel) -> Option<usize> {
        node.slot_word(state.0.into(), lod.0.into())
            .filter(|&slot| slot < self.slots.len())
    }
}

/// The damage stage of a node with `state_count` states, 0 to `state_count`; at the last one it is hidden.
///
/// `life` is what is left of `max_life`; where that is no ratio, the node is intact.
pub fn damage_stage(state_count: u8, life: f32, max_life: f32) -> u8 {
    let ratio = life / max_life;
    if !ratio.is_finite() {
        return 0;
    }
    let left = (f32::from(state_count) * ratio.clamp(0.0, 1.0)).ceil();
    state_count.saturating_sub(left as u8)
}

/// The state that a node shows at a damage stage; `None` when it is hidden, and its children with it.
pub fn damaged_state(state_count: u8, stage: u8, flags: NodeFlags) -> Option<NodeState> {
    let is_hidden = stage >= state_count && !flags.contains(NodeFlags::NEVER_HIDDEN);
    (!is_hidden).then_some(NodeState(stage.min(state_count.saturating_sub(1))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NodeTable;
    use crate::slot::Slot68;

    /// The node of example E1 in a model of some slots.
    fn e1_model(slot_count: usize) -> Model {
        let node = Node38 {
            slot_index: [
                4, 5, 5, 0xFFFF, 0xFFFF, 9, 9, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 0xFFFF, 1, 0xFFFF,
                0xFFFF,
            ],
            ..Node38::default()
        };
        Model {
            nodes: NodeTable::Standard(vec![node]),
            slots: vec![Slot68::default(); slot_count],
            ..Model::default()
        }
    }

    #[test]
    fn e02_slot_selection() {
        let model = e1_model(10);
        let table = [
            [Some(4), Some(5), Some(5), None, None],
            [Some(9), Some(9), None, None, None],
            [None, None, Some(1), None, None],
        ];
        for (state, row) in (0..).zip(table) {
            for (lod, slot) in (0..).zip(row) {
                assert_eq!(
                    model.selected_slot(0, NodeState(state), LodLevel(lod)),
                    slot
                );
            }
        }
        assert_eq!(model.selected_slot(0, NodeState(3), LodLevel(0)), None);
        assert_eq!(model.selected_slot(0, NodeState(0), LodLevel(5)), None);
        assert_eq!(model.selected_slot(1, NodeState(0), LodLevel(0)), None);

        let small = e1_model(9);
        assert_eq!(small.selected_slot(0, NodeState(1), LodLevel(0)), None);
        assert_eq!(small.selected_slot(0, NodeState(1), LodLevel(1)), None);

        let drawn = |state, state_rule, lod, lod_rule| {
            let selection = Selection {
                state: NodeState(state),
                state_rule,
                lod: LodLevel(lod),
                lod_rule,
                interior: Interior::All,
            };
            model.drawn_slot(0, &selection)
        };
        let finer = |state, lod| drawn(state, StateRule::Exact, lod, LodRule::NearestFiner);
        assert_eq!(finer(0, 3), Some(5));
        assert_eq!(finer(1, 2), Some(9));
        assert_eq!(finer(2, 2), Some(1));
        assert_eq!(finer(2, 1), None);
        for state in 0..3 {
            assert_eq!(finer(state, 4), None);
        }
        assert_eq!(model.state_count(0), 2);
        assert_eq!(drawn(2, StateRule::Hold, 0, LodRule::Exact), Some(9));
        assert_eq!(drawn(0, StateRule::Exact, 3, LodRule::Exact), None);
    }

    #[test]
    fn e17_damage_stages() {
        let ratios = [1.0, 0.75, 0.67, 0.5, 0.34, 0.33, 0.1, 0.0];
        let table: [(u8, [u8; 8]); 3] = [
            (1, [0, 0, 0, 0, 0, 0, 0, 1]),
            (2, [0, 0, 0, 1, 1, 1, 1, 2]),
            (3, [0, 0, 0, 1, 1, 2, 2, 3]),
        ];
        for (states, stages) in table {
            for (ratio, expected) in ratios.into_iter().zip(stages) {
                let stage = damage_stage(states, ratio, 1.0);
                assert_eq!(stage, expected, "{states} states at {ratio}");
                let drawn = damaged_state(states, stage, NodeFlags::default());
                assert_eq!(drawn, (stage < states).then_some(NodeState(stage)));
                let shell = damaged_state(states, stage, NodeFlags::NEVER_HIDDEN);
                assert_eq!(shell, Some(NodeState(stage.min(states - 1))));
            }
        }
        assert_eq!(damage_stage(2, 5.0, 0.0), 0);
    }

    #[test]
    fn e19_drawing_filters() {
        let node = |flags, words: &[(usize, u16)]| {
            let mut node = Node38 {
                flags: NodeFlags(flags),
                ..Node38::default()
            };
            for &(lod, slot) in words {
                node.slot_index[lod] = slot;
            }
            node
        };
        let slot = |batch_start| Slot68 {
            batch_start,
            batch_count: 1,
            ..Slot68::default()
        };
        let model = Model {
            nodes: NodeTable::Standard(vec![
                node(0x0000, &[(0, 0), (4, 1)]),
                node(0x0001, &[(0, 2)]),
                node(0x0020, &[(4, 3)]),
                node(0x0000, &[]),
            ]),
            slots: (0..4).map(slot).collect(),
            batches: vec![
                crate::Batch20 {
                    index_count: 3,
                    ..crate::Batch20::default()
                };
                4
            ],
            indices: vec![0, 0, 0],
            positions: vec![glam::Vec3::ZERO],
            ..Model::default()
        };
        let slots = |selection: Selection| -> Vec<usize> {
            model
                .draw_ranges(&selection)
                .filter_map(|range| range.slot)
                .collect()
        };
        let outside = Selection::default();
        assert_eq!(slots(outside), [0, 2]);
        let lod = |lod, lod_rule| Selection {
            lod: LodLevel(lod),
            lod_rule,
            ..outside
        };
        assert_eq!(slots(lod(1, LodRule::NearestFiner)), [0, 2]);
        assert_eq!(slots(lod(1, LodRule::Exact)), []);
        assert_eq!(slots(lod(4, LodRule::NearestFiner)), [1, 3]);
        let cutaway = |interior| Selection {
            interior,
            ..outside
        };
        assert_eq!(slots(cutaway(Interior::ExteriorOnly)), [0]);
        assert_eq!(slots(cutaway(Interior::InteriorOnly)), [2]);
        let shadows: Vec<_> = model
            .draw_ranges(&outside)
            .filter(|range| model.casts_shadow(range.node))
            .filter_map(|range| range.slot)
            .collect();
        assert_eq!(shadows, [0, 2]);
        let joints = model.joints(&[], NodeState(0));
        let counted: Vec<_> = joints.iter().map(|joint| joint.slot.is_some()).collect();
        assert_eq!(counted, [true, true, false, false]);
        assert!(model.drawn_bounds(&lod(4, LodRule::Exact), &[]).is_some());
    }
}
