use super::*;
use crate::fixtures::{self, pod};
use crate::root::FULL_TURN;
use crate::{Action, ItemRecord, StateRecord};
use proptest::prelude::*;

#[test]
fn the_example_has_its_states_and_bindings() {
    let control = Control::parse(&fixtures::control()).unwrap();
    assert_eq!(control.root, RootParameters::default());
    assert_eq!(control.wide, None);
    assert_eq!(control.contacts_per_state, 1);
    let [state] = control.states.as_slice() else {
        panic!("one state")
    };
    assert_eq!(
        state.record,
        StateRecord {
            mode: 1,
            blend_base: 1.0,
            velocity_min: [-f32::MAX; 3],
            velocity_max: [f32::MAX; 3],
            spin_min: [-f32::MAX; 3],
            spin_max: [f32::MAX; 3],
            engine_factor: 1.0,
            enter_list: -1,
            request: -1,
            ..Zeroable::zeroed()
        }
    );
    let contact = Contact {
        point: 0,
        flags: Contact::NEEDS_INTACT,
        landing_list: -1,
        unknown_0c: 0,
    };
    assert_eq!(state.contacts, [contact]);
    assert_eq!(control.edge_weights, [1_000_000.0]);
    assert_eq!(control.edge_weight(0, 0), None);
    let binding = |node, frame_a, frame_b, blend, cpt_b, rate, span, flags| Binding {
        node,
        frame_a,
        frame_b,
        blend,
        cpt_a: -1,
        cpt_b,
        rate,
        span,
        flags,
    };
    assert_eq!(
        control.bindings,
        [
            binding(1, 49.0, 53.0, 0.5, 0, 0.75, FULL_TURN, 3),
            binding(2, 55.0, 57.0, 0.25, 1, 0.5, 1.92, 0),
            binding(2, 10.0, 20.0, 0.5, -1, 1.0, 0.0, 4),
        ]
    );
}

#[test]
fn the_example_has_its_items_and_commands() {
    let control = Control::parse(&fixtures::control()).unwrap();
    let [turret, radar] = control.items.as_slice() else {
        panic!("two items")
    };
    assert_eq!(turret.record.item_type, ItemRecord::TURRET);
    assert_eq!(turret.record.node, 1);
    assert_eq!(turret.record.flags, ItemRecord::UPRIGHT);
    assert_eq!(turret.bindings, [0, 1]);
    assert!(turret.label.is_empty());
    assert_eq!(radar.record.item_type, 8);
    assert_eq!(radar.record.node, 0);
    assert_eq!(radar.record.power, 5.0);
    assert_eq!(radar.record.values[..5], [0.5, 0.5, 0.5, 500.0, 750.0]);
    assert!(radar.bindings.is_empty());
    assert_eq!(radar.label_text(), b"i_rdr_l");
    assert_eq!(radar.label.len(), 8);

    let mut hooks = [-1; HOOK_COUNT];
    hooks[HOOK_LOAD] = 0;
    assert_eq!(control.hooks, hooks);
    assert!(control.hook(1).is_none());
    assert!(control.hook(HOOK_COUNT).is_none());
    let commands: Vec<_> = control.hook(HOOK_LOAD).unwrap().running(0).collect();
    assert_eq!(commands.len(), 2);
    assert_eq!(
        commands[0].action(),
        Action::CreateAtPoints {
            points: [0, 1, 2],
            id: 0
        }
    );
    assert_eq!(commands[0].resource.to_string(), "effects.rlb:smoke_fr_01");
    assert_eq!(commands[1].action(), Action::SwitchOff { id: 0 });
    assert!(commands[1].resource.is_empty());
}

#[test]
fn the_example_is_written_back_byte_for_byte() {
    let bytes = fixtures::control();
    assert_eq!(bytes.len(), 1076);
    let control = Control::parse(&bytes).unwrap();
    assert_eq!(control.to_bytes().unwrap(), bytes);
}

#[test]
fn the_size_is_exact() {
    let mut bytes = fixtures::control();
    for length in 0..bytes.len() {
        assert!(Control::parse(&bytes[..length]).is_err(), "{length}");
    }
    bytes.push(0);
    assert_eq!(
        Control::parse(&bytes).unwrap_err().to_string(),
        "offset 0x434: end of the file: expected no more bytes, found 1 remaining"
    );
}

#[test]
fn a_file_without_records_may_end_in_ff() {
    let mut bytes = vec![0; 128];
    bytes.resize(212, 0xFF);
    let control = Control::parse(&bytes).unwrap();
    assert_eq!(control.hooks, [-1; HOOK_COUNT]);
    assert_eq!(control.to_bytes().unwrap(), bytes);
    assert_eq!(Control::default().to_bytes().unwrap().len(), 212);
}

#[test]
fn one_bare_item_makes_392_bytes() {
    let control = Control {
        items: vec![bare_item()],
        ..Control::default()
    };
    let bytes = control.to_bytes().unwrap();
    assert_eq!(bytes.len(), 392);
    assert_eq!(Control::parse(&bytes).unwrap(), control);
}

#[test]
fn huge_counts_end_before_anything_is_allocated() {
    for word in 0..5 {
        let mut bytes = Control::default().to_bytes().unwrap();
        for count in [65_536_u32, 65_537, u32::MAX] {
            bytes[word * 4..word * 4 + 4].copy_from_slice(&count.to_le_bytes());
            let read = Control::parse(&bytes);
            // Contact slots of no state take no bytes.
            assert_eq!(read.is_ok(), word == 1 && count == 65_536, "{word} {count}");
        }
    }
    let mut bytes = fixtures::control();
    for (offset, what) in [
        (0x248, "binding reference count"),
        (0x308, "label length"),
        (0x368, "command count"),
    ] {
        let stored: [u8; 4] = bytes[offset..offset + 4].try_into().unwrap();
        bytes[offset..offset + 4].copy_from_slice(&(-1_i32).to_le_bytes());
        let error = Control::parse(&bytes).unwrap_err();
        assert_eq!((error.offset, &*error.what), (offset as u64, what));
        bytes[offset..offset + 4].copy_from_slice(&stored);
    }
}

#[test]
fn edges_are_stored_by_destination() {
    let state = State {
        record: Zeroable::zeroed(),
        contacts: Vec::new(),
    };
    let control = Control {
        states: vec![state; 2],
        edge_weights: vec![1.0, 2.0, 1_000_000.0, 4.0],
        ..Control::default()
    };
    assert_eq!(control.edge_weight(1, 0), Some(2.0));
    assert_eq!(control.edge_weight(0, 1), None);
    assert_eq!(control.edge_weight(2, 0), None);
    assert_eq!(control.edge_weight(0, usize::MAX), None);
}

#[test]
fn the_wide_layout_is_read_where_the_usual_one_misses_the_end() {
    let mut control = Control::parse(&fixtures::control()).unwrap();
    control.wide = Some(WideLayout {
        bindings: vec![[1, 2, 3], [4, 5, 6], [7, 8, 9]],
        items: vec![10, 11],
    });
    let bytes = control.to_bytes().unwrap();
    assert_eq!(bytes.len(), 1076 + 3 * 12 + 2 * 4);
    // The first binding's value stands behind the second frame pair and the weight, its flags at 0x2C.
    assert_eq!(bytes[0x130 + 0x18..][..4], 0.5_f32.to_le_bytes());
    assert_eq!(bytes[0x130 + 0x2C..][..4], 3_u32.to_le_bytes());
    assert_eq!(Control::parse(&bytes).unwrap(), control);
}

#[test]
fn what_would_not_read_back_is_not_written() {
    let example = Control::parse(&fixtures::control()).unwrap();
    let error = |edit: &dyn Fn(&mut Control)| {
        let mut control = example.clone();
        edit(&mut control);
        control.to_bytes().unwrap_err().to_string()
    };
    assert_eq!(
        error(&|control| control.states[0].contacts.clear()),
        "offset 0x11c: contacts of a state: expected 1, found 0"
    );
    assert_eq!(
        error(&|control| control.edge_weights.clear()),
        "offset 0x12c: edge weights: expected 1, found 0"
    );
    assert_eq!(
        error(&|control| control.items[0].label = vec![0]),
        "offset 0x254: item label: expected a text with its NUL, or nothing, found one byte"
    );
    assert_eq!(
        error(&|control| control.items[0].bindings = vec![0; 4097]),
        "offset 0x248: binding reference count: expected at most 4096, found 4097"
    );
    assert_eq!(
        error(&|control| control.wide = Some(WideLayout::default())),
        "offset 0x130: wide words of bindings: expected 3, found 0"
    );
}

#[test]
fn damaged_bytes_never_panic() {
    let mut wide = Control::parse(&fixtures::control()).unwrap();
    wide.wide = Some(WideLayout {
        bindings: vec![[0; 3]; 3],
        items: vec![0; 2],
    });
    for bytes in [fixtures::control(), wide.to_bytes().unwrap()] {
        fixtures::damage(&bytes, |bytes| {
            let Ok(control) = Control::parse(bytes) else {
                return;
            };
            assert_eq!(control.to_bytes().unwrap(), bytes);
            let mut times = [crate::NodeTime::REST; 3];
            for mode in [
                crate::PoseMode::Stored,
                crate::PoseMode::Play {
                    seconds: 1.5,
                    frame_count: 60,
                },
            ] {
                let _ = control.pose_times(mode, &mut times);
            }
            let _ = control.warnings(3, 3);
            for list in &control.lists {
                let _ = list.running(0).count();
            }
        });
    }
}

fn bare_item() -> Item {
    Item {
        record: Zeroable::zeroed(),
        bindings: Vec::new(),
        label: Vec::new(),
    }
}

fn item() -> impl Strategy<Value = Item> {
    let label = prop::collection::vec(any::<u8>(), 0..12)
        .prop_filter("a label's NUL", |label| label.len() != 1);
    let bindings = prop::collection::vec(any::<i32>(), 0..4);
    (pod(), bindings, label).prop_map(|(record, bindings, label)| Item {
        record,
        bindings,
        label,
    })
}

fn control() -> impl Strategy<Value = Control> {
    let sizes = (0..3_usize, 0..3_usize, any::<bool>());
    sizes.prop_flat_map(|(states, contacts, wide)| {
        let state = (pod(), prop::collection::vec(pod(), contacts))
            .prop_map(|(record, contacts)| State { record, contacts });
        let commands = prop::collection::vec(pod(), 0..3);
        (
            pod(),
            prop::collection::vec(state, states),
            prop::collection::vec(pod(), states * states),
            prop::collection::vec((pod::<Binding>(), pod::<[u32; 3]>()), 1..4),
            prop::collection::vec((item(), pod::<u32>()), 1..4),
            pod(),
            prop::collection::vec(commands.prop_map(|commands| CommandList { commands }), 0..3),
        )
            .prop_map(
                move |(root, states, edge_weights, bindings, items, hooks, lists)| {
                    let (bindings, wide_bindings) = bindings.into_iter().unzip();
                    let (items, wide_items) = items.into_iter().unzip();
                    Control {
                        root,
                        contacts_per_state: contacts as u32,
                        states,
                        edge_weights,
                        bindings,
                        items,
                        hooks,
                        lists,
                        wide: wide.then_some(WideLayout {
                            bindings: wide_bindings,
                            items: wide_items,
                        }),
                    }
                },
            )
    })
}

proptest! {
    #[test]
    fn what_is_written_reads_back(control in control()) {
        let bytes = control.to_bytes().unwrap();
        let again = Control::parse(&bytes).unwrap();
        // As text, because NaN does not equal itself; the bytes settle the rest.
        prop_assert_eq!(format!("{again:?}"), format!("{control:?}"));
        prop_assert_eq!(again.to_bytes().unwrap(), bytes);
    }

    #[test]
    fn any_bytes_end_in_a_control_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..1024)) {
        if let Ok(control) = Control::parse(&bytes) {
            prop_assert_eq!(control.to_bytes().unwrap(), bytes);
        }
    }
}
