//! The side files of a model: control data, control points, damage records.

use super::model::Model;
use super::random::Random;
use super::{Error, Result};
use ctl::{
    Control, ControlPoint, ControlPoints, DamageRecord, DamageTable, Item, ItemRecord, ResourceName,
};
use wire::FixedName;

/// Names of explosions in `weapon.rlb`.
pub(super) const EXPLOSIONS: [&str; 4] = [
    "explode_s.exp",
    "explode_m.exp",
    "explode_b.exp",
    "explode_tree.exp",
];

/// Names of control points by the archive of their model; more points than names begin again.
const TURRET_POINTS: [&str; 8] = [
    "TurretCenter",
    "TurretDirect",
    "CameraCenter",
    "TargetDirect",
    "Root",
    "Exp_X",
    "Exp_Y",
    "Exp_Z",
];
const GUN_POINTS: [&str; 8] = [
    "Dir_1", "Width_1", "Root", "Exp_X", "Exp_Y", "Exp_Z", "Sfx_1", "Size",
];
const POINTS: [&str; 9] = [
    "Root", "Width", "Height", "Exp_X", "Exp_Y", "Exp_Z", "Eff1_X", "Eff1_Y", "Sfx_1",
];

/// The payload of the `.ctl`. A gun shoots `projectile`, the key of a prototype.
pub(super) fn control(model: &Model, projectile: &str) -> Result<Vec<u8>> {
    let mut items = Vec::new();
    for device in &model.devices {
        let is_gun = device.kind == ItemRecord::GUN;
        let emits = if is_gun {
            resource("objects.rlb", projectile)?
        } else {
            ResourceName::default()
        };
        items.push(Item {
            record: ItemRecord {
                item_type: device.kind,
                node: device.node as i32,
                flags: if device.kind == ItemRecord::TURRET {
                    ItemRecord::UPRIGHT
                } else {
                    0
                },
                stroke_list: -1,
                start_list: -1,
                stop_list: -1,
                initial_state: -1,
                mass: 40.0,
                power: 1.0,
                input_weights: [0.0; 2],
                values: [0.0; 16],
                emits,
            },
            bindings: device.bindings.clone(),
            label: match device.label.as_str() {
                "" => Vec::new(),
                label => [label.as_bytes(), &[0]].concat(),
            },
        });
    }
    let control = Control {
        bindings: model.bindings.clone(),
        items,
        ..Control::default()
    };
    Ok(control.to_bytes()?)
}

/// The payload of the `.cpt`; `None` for a model without control points.
pub(super) fn points(model: &Model) -> Result<Option<Vec<u8>>> {
    if model.points == 0 {
        return Ok(None);
    }
    let names: &[&str] = match model.archive {
        "turrets.rlb" => &TURRET_POINTS,
        "guns.rlb" => &GUN_POINTS,
        _ => &POINTS,
    };
    let mut random = Random::new(&model.stem, 1);
    let mut out = ControlPoints::default();
    for index in 0..model.points {
        let name = names[index % names.len()];
        // The middle of a node's own geometry, or its origin.
        let owner = index % model.nodes.len();
        let corner = model.nodes[owner]
            .levels
            .first()
            .and_then(|level| level.faces.first())
            .map(|face| face.corners[0]);
        let mut direction = [0.0; 3];
        direction[if name.ends_with('Y') || name == "Dir_1" {
            1
        } else {
            index % 3
        }] = 1.0;
        out.points.push(ControlPoint {
            flags_raw: if random.below(12) == 0 {
                0x8000_0000
            } else {
                0
            },
            owner: owner as i32,
            target: owner as i32,
            position: corner.map_or([0.0; 3], |corner| corner.position.as_vec3().to_array()),
            direction,
            name: FixedName::new(name.as_bytes()).ok_or_else(|| Error::Name(name.to_owned()))?,
        });
    }
    Ok(Some(out.to_bytes()?))
}

/// The payload of the `.ndp`: a record for each node.
pub(super) fn damage(model: &Model) -> Result<Vec<u8>> {
    let is_scenery = model.archive == "static.rlb";
    let mut out = DamageTable::default();
    for node in &model.nodes {
        // Whatever has a later state explodes on the way to it.
        let staged = node.levels.iter().any(|level| level.state > 0);
        let explosion = match (staged, is_scenery) {
            (true, true) => resource("weapon.rlb", EXPLOSIONS[3])?,
            (true, false) => resource("weapon.rlb", EXPLOSIONS[2])?,
            (false, _) => ResourceName::default(),
        };
        out.records.push(DamageRecord {
            flags: u32::from(is_scenery),
            hit_points: if staged {
                400.0
            } else {
                DamageRecord::INDESTRUCTIBLE
            },
            density: 20.0,
            explosion,
        });
    }
    Ok(out.to_bytes()?)
}

/// The payload of an explosion that only makes a blast, without effects (spec page: control, section 2.3).
pub(super) fn explosion(number: usize) -> Vec<u8> {
    let mut writer = wire::Writer::new();
    writer
        .u32(3)
        .f32(100.0 * (number + 1) as f32)
        .f32(6.0)
        .f32(1.0)
        .f32(1.0)
        .u32(0);
    writer.bytes(&[0; 12 * 64]);
    writer.into_bytes()
}

fn resource(archive: &str, member: &str) -> Result<ResourceName> {
    let field =
        |text: &str| FixedName::new(text.as_bytes()).ok_or_else(|| Error::Name(text.to_owned()));
    Ok(ResourceName {
        archive: field(archive)?,
        member: field(member)?,
    })
}
