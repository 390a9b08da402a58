//! `overfly list`: names, one a line.

use crate::cli::{Format, ListArgs};
use crate::failure::Usage;
use crate::json::{ListItem, Listing};
use crate::output;
use crate::target::Target;
use anyhow::{Result, bail};
use game::{Container, GameFolder};
use nres::tags;
use std::ffi::OsStr;
use std::process::ExitCode;

/// What can be listed.
const KINDS: [&str; 5] = ["missions", "archives", "models", "textures", "sounds"];

pub(super) fn run(args: &ListArgs) -> Result<ExitCode> {
    let (kind, target) = kind_and_target(args)?;
    let target = Target::find(&args.game, target)?;
    let items = match kind {
        "archives" => archives(&target.game),
        "models" => entries(&target.game, tags::MESH),
        "textures" => entries(&target.game, tags::TEXM),
        "sounds" => entries(&target.game, tags::SWAV),
        _ => missions(&target.game),
    };
    match args.format {
        Format::Json => output::print_json(&Listing {
            kind,
            target: target.game.root().display().to_string(),
            items,
        })?,
        Format::Text => {
            let lines: String = items
                .iter()
                .map(|item| format!("{}\n", item.name))
                .collect();
            output::to_stdout(lines.as_bytes())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The first word is a kind, or already the TARGET.
fn kind_and_target(args: &ListArgs) -> Result<(&'static str, Option<&OsStr>)> {
    let (first, second) = (args.kind_or_target.as_deref(), args.target.as_deref());
    let kind = KINDS
        .into_iter()
        .find(|kind| Some(OsStr::new(kind)) == first);
    match (kind, second) {
        (Some(kind), target) => Ok((kind, target)),
        (None, None) => Ok(("missions", first)),
        (None, Some(_)) => bail!(Usage(format!(
            "list {}: expected {}",
            first.unwrap_or_default().display(),
            KINDS.join(", ")
        ))),
    }
}

fn missions(game: &GameFolder) -> Vec<ListItem> {
    let found = game.missions();
    complain(&found.errors);
    let items = found.items.into_iter();
    items
        .map(|mission| ListItem {
            name: mission.name(),
            title: Some(mission.title),
        })
        .collect()
}

fn archives(game: &GameFolder) -> Vec<ListItem> {
    let found = game.archives();
    complain(&found.errors);
    let items = found.items.into_iter();
    items
        .map(|archive| item(archive.path.to_string()))
        .collect()
}

/// The entries of one type in every NRes archive, as `archive:entry`.
fn entries(game: &GameFolder, type_id: u32) -> Vec<ListItem> {
    let found = game.archives();
    complain(&found.errors);
    let mut items = Vec::new();
    for file in &found.items {
        if file.container != Container::NRes {
            continue;
        }
        match game.archive(&file.path) {
            Ok(archive) => {
                let entries = archive.entries().iter();
                let wanted = entries.filter(|entry| entry.type_id == type_id);
                items.extend(wanted.map(|entry| item(format!("{}:{}", file.path, entry.name))));
            }
            Err(error) => complain(&[error]),
        }
    }
    items
}

fn item(name: String) -> ListItem {
    ListItem { name, title: None }
}

fn complain(errors: &[game::Error]) {
    for error in errors {
        tracing::warn!("{error}");
    }
}
