//! The checks of the spec page's table (spec page: terrain, section 3.1).

use crate::Land;
use crate::face::NONE;
use crate::land::Places;
use crate::stream::StreamType;
use crate::warning::{Check, Warnings};
use wire::Malformed;

/// The error for a stream without which there is no land.
pub(crate) fn missing(archive: &nres::Archive<'_>, kind: StreamType) -> Malformed {
    let found: Vec<String> = archive
        .entries()
        .iter()
        .take(32)
        .map(|entry| format!("{} ({} bytes)", entry.type_id, entry.size))
        .collect();
    let found = match found.as_slice() {
        [] => "an archive without streams".to_owned(),
        found => format!("types {}", found.join(", ")),
    };
    Malformed::new(
        archive.directory().directory_offset(),
        "land archive",
        format!("a readable stream of type {}", kind.id()),
        found,
    )
}

/// V1 and V3 to V6, V13: the directory against the payloads.
pub(crate) fn directory(land: &Land, archive: &nres::Archive<'_>, warnings: &mut Warnings) {
    for kind in StreamType::SHIPPED_ORDER {
        if !land.has(kind) {
            if kind.is_required() {
                warnings.add(Check::MissingStream, Some(kind), || missing(archive, kind));
            } else {
                warnings.add(Check::VertexStream, Some(kind), || missing(archive, kind));
            }
        }
    }
    let vertex_count = land.positions.len();
    let mut seen = Vec::new();
    for (index, stream) in land.directory.iter().enumerate() {
        let Some(kind) = StreamType::from_id(stream.type_id) else {
            continue;
        };
        if stream.raw.is_some() || seen.contains(&kind) {
            continue;
        }
        seen.push(kind);
        let record = archive.directory().record_offset(index);
        let payload = archive.range(index).map_or(0..0, |range| range);
        let count = land.record_count(kind);
        let mut warn = |check, offset, what: &str, expected: String, found: String| {
            warnings.add(check, Some(kind), || {
                Malformed::new(
                    offset,
                    format!("type {} {what}", kind.id()),
                    expected,
                    found,
                )
            });
        };
        let at = |field: usize| record.saturating_add(field);
        if stream.attr3 as usize != kind.stride() {
            let expected = kind.stride().to_string();
            warn(
                Check::Stride,
                at(16),
                "attr3",
                expected,
                stream.attr3.to_string(),
            );
        }
        if !stream.tail.is_empty() {
            warn(
                Check::PartialRecord,
                payload.end.saturating_sub(stream.tail.len()),
                "end",
                format!("records of {} bytes", kind.stride()),
                format!("{} bytes more", stream.tail.len()),
            );
        }
        if stream.attr1 as usize != count {
            warn(
                Check::Count,
                at(4),
                "attr1",
                count.to_string(),
                stream.attr1.to_string(),
            );
        }
        let per_vertex = matches!(
            kind,
            StreamType::Normals | StreamType::Uv0 | StreamType::Uv1 | StreamType::SecondAlpha
        );
        if per_vertex && count != vertex_count {
            let expected = format!("{vertex_count}, as many as positions");
            warn(
                Check::VertexStream,
                payload.start,
                "records",
                expected,
                count.to_string(),
            );
        }
        let columns = stream.attr2 as usize;
        if kind == StreamType::Tiles && (columns == 0 || !count.is_multiple_of(columns)) {
            let expected = format!("a divisor of {count}");
            warn(
                Check::TileColumns,
                at(8),
                "attr2",
                expected,
                columns.to_string(),
            );
        }
    }
}

/// V7 to V12 and V15: what the records refer to.
pub(crate) fn content(land: &Land, places: &Places, warnings: &mut Warnings) {
    faces(land, places, warnings);
    tiles(land, places, warnings);
    vertices(land, places, warnings);
}

fn faces(land: &Land, places: &Places, warnings: &mut Warnings) {
    const KIND: StreamType = StreamType::Faces;
    let vertex_count = land.positions.len();
    for (index, face) in land.faces.iter().enumerate() {
        for (corner, &vertex) in face.vertices.iter().enumerate() {
            let rest = face.vertices.get(corner.saturating_add(1)..);
            let doubled = rest.is_some_and(|rest| rest.contains(&vertex));
            if usize::from(vertex) >= vertex_count || doubled {
                warnings.add(Check::FaceVertex, Some(KIND), || {
                    Malformed::new(
                        places.within(KIND, index, 8 + 2 * corner),
                        format!("face {index} vertex {corner}"),
                        format!("three different vertices below {vertex_count}"),
                        format!("{:?}", face.vertices),
                    )
                });
                break;
            }
        }
        for (edge, &neighbour) in face.neighbours.iter().enumerate() {
            if neighbour != NONE && usize::from(neighbour) >= land.faces.len() {
                warnings.add(Check::Neighbour, Some(KIND), || {
                    Malformed::new(
                        places.within(KIND, index, 14 + 2 * edge),
                        format!("face {index} neighbour {edge}"),
                        format!("65535 or a face below {}", land.faces.len()),
                        neighbour.to_string(),
                    )
                });
            }
        }
    }
}

fn tiles(land: &Land, places: &Places, warnings: &mut Warnings) {
    let slots = land
        .slot_table
        .as_ref()
        .map(|table| table.slots.as_slice())
        .unwrap_or_default();
    let order = land.order.as_deref().unwrap_or_default();
    for (index, tile) in land.tiles.iter().flatten().enumerate() {
        for (position, &word) in tile.slots.iter().enumerate() {
            if land.slot_table.is_some() && word != NONE && usize::from(word) >= slots.len() {
                warnings.add(Check::TileSlot, Some(StreamType::Tiles), || {
                    Malformed::new(
                        places.within(StreamType::Tiles, index, 8 + 2 * position),
                        format!("tile {index} slot word {position}"),
                        format!("65535 or a slot below {}", slots.len()),
                        word.to_string(),
                    )
                });
            }
        }
    }
    for (index, slot) in slots.iter().enumerate() {
        let end = usize::from(slot.first).saturating_add(slot.count.into());
        if land.order.is_some() && end > order.len() {
            warnings.add(Check::SlotRange, Some(StreamType::Slots), || {
                Malformed::new(
                    places.within(StreamType::Slots, index, 0),
                    format!("slot {index} range"),
                    format!("within {} draw entries", order.len()),
                    format!("first {}, count {}", slot.first, slot.count),
                )
            });
        }
    }
    for (index, entry) in order.iter().enumerate() {
        if usize::from(entry.face) >= land.faces.len() {
            warnings.add(Check::OrderFace, Some(StreamType::Order), || {
                Malformed::new(
                    places.within(StreamType::Order, index, 0),
                    format!("draw entry {index}"),
                    format!("a face below {}", land.faces.len()),
                    entry.face.to_string(),
                )
            });
        }
    }
}

fn vertices(land: &Land, places: &Places, warnings: &mut Warnings) {
    for (index, position) in land.positions.iter().enumerate() {
        if !position.is_finite() {
            warnings.add(Check::Position, Some(StreamType::Positions), || {
                Malformed::new(
                    places.within(StreamType::Positions, index, 0),
                    format!("position {index}"),
                    "finite numbers",
                    position.to_string(),
                )
            });
        }
    }
    for (index, alpha) in land.second_alpha.iter().flatten().enumerate() {
        if !(0.0..=1.0).contains(alpha) {
            warnings.add(Check::SecondAlpha, Some(StreamType::SecondAlpha), || {
                Malformed::new(
                    places.within(StreamType::SecondAlpha, index, 0),
                    format!("second alpha {index}"),
                    "0 to 1",
                    alpha.to_string(),
                )
            });
        }
    }
}
