//! From a [`Model`] to its control data, control points, damage records and ground plan.

use crate::error::{Error, Result};
use crate::model::{Model, Walk};
use bytemuck::Zeroable;
use ctl::{
    Contact, Control, ControlPoint, ControlPoints, DamageRecord, DamageTable, Item, ItemRecord,
    ResourceName, State, StateRecord,
};
use wire::FixedName;

/// The payload of the model's `CTLD` entry; every model has one, as in the game.
pub(crate) fn write(model: &Model) -> Result<Vec<u8>> {
    let mut control = Control {
        hooks: [-1; ctl::HOOK_COUNT],
        ..Control::default()
    };
    for binding in &model.bindings {
        control.bindings.push(ctl::Binding {
            node: binding.node as i32,
            frame_a: binding.frame_a,
            frame_b: binding.frame_b,
            blend: binding.blend,
            cpt_a: -1,
            cpt_b: -1,
            rate: binding.rate,
            span: binding.span,
            flags: binding.flags,
        });
    }
    if !control.bindings.is_empty() {
        // The part that the bindings belong to: a turret drive, a gun, or some other device.
        let item_type = if model.key.starts_with("e_tur") {
            ItemRecord::TURRET
        } else if model.key.starts_with("e_gun") {
            ItemRecord::GUN
        } else {
            ItemRecord::GEAR
        };
        control.items.push(Item {
            record: ItemRecord {
                item_type,
                node: model.bindings[0].node as i32,
                flags: if item_type == ItemRecord::TURRET {
                    ItemRecord::UPRIGHT
                } else {
                    0
                },
                stroke_list: -1,
                start_list: -1,
                stop_list: -1,
                initial_state: -1,
                mass: 120.0,
                ..ItemRecord::zeroed()
            },
            bindings: (0..control.bindings.len() as i32).collect(),
            label: Vec::new(),
        });
    }
    if let Some(walk) = &model.walk {
        walking(model, walk, &mut control)?;
    }
    Ok(control.to_bytes()?)
}

/// Two states, standing and walking, that lead to each other; both stand on the feet.
fn walking(model: &Model, walk: &Walk, control: &mut Control) -> Result<()> {
    let mut contacts = Vec::new();
    for foot in walk.feet {
        let point = model.points.iter().position(|point| point.name == foot);
        let point = point.ok_or_else(|| Error::Model {
            model: model.key.to_owned(),
            fault: format!("no point {foot}"),
        })?;
        contacts.push(Contact {
            point: point as i32,
            flags: Contact::SUPPORTS | Contact::GROUNDS_NODE | Contact::NEEDS_INTACT,
            landing_list: -1,
            unknown_0c: 0,
        });
    }
    let state = |mode: u32, last: f32, length: f32, speed: f32| State {
        record: StateRecord {
            mode,
            frames_a: [walk.first, last],
            frames_b: [walk.first, last],
            step_length_ms: length,
            velocity_min: [0.0; 3],
            velocity_max: [0.0, speed, 0.0],
            spin_min: [0.0, 0.0, -1.0],
            spin_max: [0.0, 0.0, 1.0],
            engine_factor: 1.0,
            enter_list: -1,
            request: -1,
            ..StateRecord::zeroed()
        },
        contacts: contacts.clone(),
    };
    control.contacts_per_state = contacts.len() as u32;
    control.states = vec![
        state(0x1, walk.first, 0.0, 0.0),
        state(0x1_0000, walk.last, walk.milliseconds, walk.speed),
    ];
    // A state leads to the other one, not to itself.
    control.edge_weights = vec![1_000_000.0, 1.0, 1.0, 1_000_000.0];
    control.root.top_speed = [0.0, walk.speed, 0.0];
    Ok(())
}

/// The payload of the model's `CTPT` entry; `None` without points.
pub(crate) fn points(model: &Model) -> Result<Option<Vec<u8>>> {
    if model.points.is_empty() {
        return Ok(None);
    }
    let mut out = ControlPoints::default();
    for point in &model.points {
        out.points.push(ControlPoint {
            flags_raw: 0,
            owner: point.node as i32,
            target: point.node as i32,
            position: point.position.as_vec3().to_array(),
            direction: point.direction.as_vec3().to_array(),
            name: FixedName::new(point.name.as_bytes())
                .ok_or_else(|| Error::Name(point.name.to_owned()))?,
        });
    }
    Ok(Some(out.to_bytes()?))
}

/// The payload of the model's `NDPR` entry: one record a node.
pub(crate) fn damage(model: &Model) -> Result<Vec<u8>> {
    let scenery = model.tag == *b"STAT";
    let record = DamageRecord {
        flags: u32::from(scenery),
        hit_points: model.hit_points,
        density: if scenery { 600.0 } else { 40.0 },
        explosion: ResourceName::default(),
    };
    let table = DamageTable {
        records: vec![record; model.nodes.len()],
    };
    Ok(table.to_bytes()?)
}
