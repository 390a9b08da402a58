//! What is odd in control data that was read, and what happens instead (spec page: control, section 1.10).

use crate::{Action, Control, ItemRecord, item_type_name};

/// A reference or value that is ignored. `place` names the record, as in `state 3 contact 1`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Warning {
    /// See [`Control::wide`].
    #[error("the file has the wide layout, which no known file uses")]
    WideLayout,
    /// The item is kept.
    #[error("item {item}: type {item_type} is not one of 1..30")]
    ItemType {
        /// Index of the item.
        item: usize,
        /// Its type.
        item_type: i32,
    },
    /// The binding is ignored.
    #[error("binding {binding}: the model has no node {node}, the binding is ignored")]
    BindingNode {
        /// Index of the binding.
        binding: usize,
        /// The node it names.
        node: i32,
    },
    /// A sweep is held at frame 0.
    #[error("binding {binding}: it runs over negative frames, a sweep is held at frame 0")]
    NegativeFrames {
        /// Index of the binding.
        binding: usize,
    },
    /// The reference is ignored.
    #[error("item {item}: there is no binding {reference}, the reference is ignored")]
    ItemBinding {
        /// Index of the item.
        item: usize,
        /// The binding it names.
        reference: i32,
    },
    /// Taken as -1.
    #[error("{place}: there is no command list {list}, taken as none")]
    List {
        /// The record that names it.
        place: String,
        /// The list it names.
        list: i32,
    },
    /// Taken as -1.
    #[error("{place}: there is no control point {point}, taken as none")]
    Point {
        /// The record that names it.
        place: String,
        /// The control point it names.
        point: i32,
    },
}

impl Control {
    /// Everything that is ignored when the component has `node_count` nodes and `point_count` control points.
    ///
    /// Values that make a pose impossible are no warnings but errors of [`Control::pose_times`].
    pub fn warnings(&self, node_count: usize, point_count: usize) -> Vec<Warning> {
        let mut warnings = Vec::new();
        if self.wide.is_some() {
            warnings.push(Warning::WideLayout);
        }
        let mut check = Check {
            lists: self.lists.len(),
            points: point_count,
            warnings,
        };
        check.states(self);
        check.bindings(self, node_count);
        check.items(self);
        for (slot, &list) in self.hooks.iter().enumerate() {
            check.list(list, || format!("hook {slot}"));
        }
        check.commands(self);
        check.warnings
    }
}

/// What references may name, and the warnings about those that name something else.
struct Check {
    lists: usize,
    points: usize,
    warnings: Vec<Warning>,
}

impl Check {
    fn states(&mut self, control: &Control) {
        for (index, state) in control.states.iter().enumerate() {
            self.list(state.record.enter_list, || format!("state {index}"));
            for (slot, contact) in state.contacts.iter().enumerate() {
                let place = || format!("state {index} contact {slot}");
                self.point(contact.point, place);
                self.list(contact.landing_list, place);
            }
        }
    }

    fn bindings(&mut self, control: &Control, node_count: usize) {
        for (index, binding) in control.bindings.iter().enumerate() {
            if !names_one_of(binding.node, node_count) {
                self.warnings.push(Warning::BindingNode {
                    binding: index,
                    node: binding.node,
                });
            }
            if binding.frame_a.min(binding.frame_b) < 0.0 {
                self.warnings
                    .push(Warning::NegativeFrames { binding: index });
            }
            for point in [binding.cpt_a, binding.cpt_b] {
                self.point(point, || format!("binding {index}"));
            }
        }
    }

    fn items(&mut self, control: &Control) {
        for (index, item) in control.items.iter().enumerate() {
            let record = &item.record;
            if item_type_name(record.item_type).is_none() {
                self.warnings.push(Warning::ItemType {
                    item: index,
                    item_type: record.item_type,
                });
            }
            for &reference in &item.bindings {
                if !names_one_of(reference, control.bindings.len()) {
                    self.warnings.push(Warning::ItemBinding {
                        item: index,
                        reference,
                    });
                }
            }
            // Other types keep words of unknown meaning in these fields.
            if record.item_type == ItemRecord::GUN {
                self.list(record.stroke_list, || format!("item {index}"));
            }
            if record.is_generic() {
                self.list(record.start_list, || format!("item {index}"));
                self.list(record.stop_list, || format!("item {index}"));
            }
        }
    }

    fn commands(&mut self, control: &Control) {
        for (list, commands) in control.lists.iter().enumerate() {
            for (index, command) in commands.commands.iter().enumerate() {
                let place = || format!("list {list} command {index}");
                match command.action() {
                    Action::CreateAtPoint { point, .. } => self.point(point, place),
                    Action::CreateAtPoints { points, .. } => {
                        for point in points {
                            self.point(point, place);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    fn list(&mut self, list: i32, place: impl FnOnce() -> String) {
        if list != -1 && !names_one_of(list, self.lists) {
            self.warnings.push(Warning::List {
                place: place(),
                list,
            });
        }
    }

    fn point(&mut self, point: i32, place: impl FnOnce() -> String) {
        if point != -1 && !names_one_of(point, self.points) {
            self.warnings.push(Warning::Point {
                place: place(),
                point,
            });
        }
    }
}

fn names_one_of(index: i32, count: usize) -> bool {
    usize::try_from(index).is_ok_and(|index| index < count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{WideLayout, fixtures};

    #[test]
    fn the_example_is_sound() {
        let control = Control::parse(&fixtures::control()).unwrap();
        assert_eq!(control.warnings(3, 3), []);
        assert_eq!(Control::default().warnings(0, 0), []);
    }

    #[test]
    fn a_binding_outside_the_model_is_reported() {
        let mut control = Control::parse(&fixtures::control()).unwrap();
        control.bindings[1].node = 99;
        let warnings = control.warnings(3, 3);
        assert_eq!(
            warnings,
            [Warning::BindingNode {
                binding: 1,
                node: 99
            }]
        );
        assert_eq!(
            warnings[0].to_string(),
            "binding 1: the model has no node 99, the binding is ignored"
        );
    }

    #[test]
    fn every_dangling_reference_is_reported() {
        let mut control = Control::parse(&fixtures::control()).unwrap();
        control.states[0].record.enter_list = 1;
        control.states[0].contacts[0].point = 3;
        control.bindings[2].frame_a = -1.0;
        control.items[0].record.item_type = 31;
        control.items[1].record.item_type = ItemRecord::GUN;
        control.items[1].record.stroke_list = -2;
        control.items[0].bindings[1] = 3;
        control.hooks[20] = 1;
        control.lists[0].commands[0].arguments[2] = 8;
        control.wide = Some(WideLayout::default());
        let texts: Vec<_> = control
            .warnings(3, 3)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            texts,
            [
                "the file has the wide layout, which no known file uses",
                "state 0: there is no command list 1, taken as none",
                "state 0 contact 0: there is no control point 3, taken as none",
                "binding 2: it runs over negative frames, a sweep is held at frame 0",
                "item 0: type 31 is not one of 1..30",
                "item 0: there is no binding 3, the reference is ignored",
                "item 1: there is no command list -2, taken as none",
                "hook 20: there is no command list 1, taken as none",
                "list 0 command 0: there is no control point 8, taken as none",
            ]
        );
    }
}
