//! The models, one file each. A new one is a file with a `model()` and its line in [`all`].

use crate::model::Model;

mod barrier;
mod bunker;
mod bush;
mod container;
mod crate_box;
mod drum;
mod fence;
mod gate_tower;
mod gun;
mod lamp_post;
mod oak;
mod pine;
mod radar;
mod rock;
mod silo;
mod tank;
mod turret;
mod walker;

/// Where the bunker stands and how it is turned: its baked sun depends on it.
pub(crate) use bunker::{PLACE as BUNKER, YAW as BUNKER_YAW};

/// Every model of the example game, in the order of their libraries' directories.
pub(crate) fn all() -> Vec<Model> {
    vec![
        bunker::model(),
        radar::model(),
        silo::model(),
        gate_tower::model(),
        tank::model(),
        walker::model(),
        turret::model(),
        gun::cannon(),
        gun::launcher(),
        oak::model(),
        pine::model(),
        bush::bush(),
        bush::grass(),
        rock::boulder(),
        rock::slab(),
        container::red(),
        container::blue(),
        crate_box::model(),
        drum::model(),
        lamp_post::model(),
        fence::model(),
        barrier::model(),
    ]
}
