//! WEAR: the text table that names a model's materials and lightmaps (spec page: materials, section 2).

use crate::problem::at_most;
use crate::{Error, ErrorKind, Warning, WriteError};
use wire::{Writer, decode_cp1251, eq_ignore_case};

/// A model's materials and lightmaps, by row. Batches name rows by **position**, never by the printed number.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Wear {
    /// Rows that name materials of `Material.lib`; at least one.
    pub materials: Vec<WearRow>,
    /// Rows that name textures of `LightMap.lib`; mostly none.
    pub lightmaps: Vec<WearRow>,
}

/// One line of a WEAR table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WearRow {
    /// The first word, mostly the row's position; not used by the game.
    pub legacy_id: Vec<u8>,
    /// The second word: the name to look up, case-blind. Windows-1251, ASCII in practice.
    pub name: Vec<u8>,
}

impl WearRow {
    /// A row as the game's own tools wrote it: numbered by position.
    pub fn new(position: usize, name: &[u8]) -> Self {
        Self {
            legacy_id: position.to_string().into_bytes(),
            name: name.to_vec(),
        }
    }
}

/// Most rows of one kind.
const MAX_ROWS: usize = 65536;

const LIGHTMAPS: &[u8] = b"LIGHTMAPS";

impl Wear {
    /// Reads a table.
    ///
    /// # Errors
    ///
    /// `WEAR_BAD_COUNT`, `WEAR_EMPTY`, `WEAR_BAD_ROW` or `WEAR_TRUNCATED`, all of the materials; a fault in the
    /// lightmaps is only a warning.
    pub fn parse(text: &[u8]) -> Result<(Self, Vec<Warning>), Error> {
        let mut warnings = Vec::new();
        let mut lines = Lines::new(text);

        let first = lines.next_filled();
        let offset = first.as_ref().map_or(lines.offset, |line| line.offset);
        let count = first.and_then(|line| line.number()).ok_or_else(|| {
            ErrorKind::WearBadCount.at(offset, "row count", "a decimal number", "something else")
        })?;
        if count <= 0 {
            return Err(ErrorKind::WearEmpty.at(
                offset,
                "row count",
                "at least 1",
                count.to_string(),
            ));
        }
        let want = usize::try_from(count)
            .ok()
            .filter(|&count| count <= MAX_ROWS)
            .ok_or_else(|| {
                ErrorKind::WearBadCount.at(
                    offset,
                    "row count",
                    format!("at most {MAX_ROWS}"),
                    count.to_string(),
                )
            })?;
        let mut materials = Vec::new();
        while materials.len() < want {
            materials.push(lines.next_row(materials.len(), want)?);
        }
        let lightmaps = read_lightmaps(&mut lines, &mut warnings);

        let misnumbered = |rows: &[WearRow]| {
            rows.iter()
                .enumerate()
                .position(|(position, row)| number(&row.legacy_id) != i64::try_from(position).ok())
        };
        if let Some(row) = misnumbered(&materials).or_else(|| misnumbered(&lightmaps)) {
            warnings.push(Warning::WearIdOrder { row });
        }
        let wear = Self {
            materials,
            lightmaps,
        };
        Ok((wear, warnings))
    }

    /// The table as text in the form of the game's own files: CR LF, one space, an empty line before `LIGHTMAPS`.
    ///
    /// What the grammar ignores (other blanks, words after the name, text after the last row) is not kept; a table that
    /// was not edited stays in its archive as it is.
    ///
    /// # Errors
    ///
    /// No rows, more than 65536, or words that would not be read back as they are.
    pub fn write(&self) -> Result<Vec<u8>, WriteError> {
        if self.materials.is_empty() {
            return Err(WriteError::NoRows);
        }
        let mut writer = Writer::new();
        write_rows(&mut writer, "material rows", &self.materials)?;
        if !self.lightmaps.is_empty() {
            writer.bytes(b"\r\n").bytes(LIGHTMAPS).bytes(b"\r\n");
            write_rows(&mut writer, "lightmap rows", &self.lightmaps)?;
        }
        Ok(writer.into_bytes())
    }

    /// The material name of a batch's `material_index`.
    ///
    /// # Errors
    ///
    /// `MAT_INDEX_RANGE`: the default material stands in.
    pub fn material(&self, index: usize) -> Result<&[u8], Warning> {
        match self.materials.get(index) {
            Some(row) => Ok(&row.name),
            None => Err(Warning::MatIndexRange {
                index,
                rows: self.materials.len(),
            }),
        }
    }
}

fn read_lightmaps(lines: &mut Lines<'_>, warnings: &mut Vec<Warning>) -> Vec<WearRow> {
    let mut rows = Vec::new();
    let Some(keyword) = lines.next_filled() else {
        return rows;
    };
    if !keyword.is_lightmaps() {
        warnings.push(Warning::WearTrailingText {
            offset: keyword.offset,
        });
        return rows;
    }
    if !keyword.after_blank {
        warnings.push(Warning::WearNoSeparator {
            offset: keyword.offset,
        });
    }
    let count_line = lines.next_filled();
    let offset = count_line.as_ref().map_or(lines.offset, |line| line.offset);
    let count = count_line
        .and_then(|line| line.number())
        .and_then(|count| usize::try_from(count).ok())
        .filter(|count| (1..=MAX_ROWS).contains(count));
    let Some(want) = count else {
        warnings.push(Warning::WearBadLightmapCount { offset });
        warn_of_trailing_text(lines, warnings);
        return rows;
    };
    while rows.len() < want {
        match lines.next_row(rows.len(), want) {
            Ok(row) => rows.push(row),
            Err(error) => {
                warnings.push(match error.kind {
                    ErrorKind::WearBadRow { index, line } => {
                        Warning::WearBadLightmapRow { index, line }
                    }
                    _ => Warning::WearTruncatedLightmaps {
                        have: rows.len(),
                        want,
                    },
                });
                return rows;
            }
        }
    }
    warn_of_trailing_text(lines, warnings);
    rows
}

fn warn_of_trailing_text(lines: &mut Lines<'_>, warnings: &mut Vec<Warning>) {
    if let Some(line) = lines.next_filled() {
        warnings.push(Warning::WearTrailingText {
            offset: line.offset,
        });
    }
}

fn write_rows(writer: &mut Writer, what: &'static str, rows: &[WearRow]) -> Result<(), WriteError> {
    at_most(what, rows.len(), MAX_ROWS)?;
    writer
        .bytes(rows.len().to_string().as_bytes())
        .bytes(b"\r\n");
    for (position, row) in rows.iter().enumerate() {
        for word in [&row.legacy_id, &row.name] {
            let ends_a_word =
                |&byte: &u8| is_blank(byte) || matches!(byte, 0 | 0x1A | b'\n' | b'\r');
            if word.is_empty() || word.iter().any(ends_a_word) {
                return Err(WriteError::NotAWord {
                    row: position,
                    text: decode_cp1251(word),
                });
            }
        }
        writer
            .bytes(&row.legacy_id)
            .bytes(b" ")
            .bytes(&row.name)
            .bytes(b"\r\n");
    }
    Ok(())
}

/// The lines of a table, blank ones skipped.
struct Lines<'a> {
    rest: &'a [u8],
    /// Of `rest` in the text.
    offset: usize,
    /// Lines taken so far.
    line: usize,
}

/// One line, without line end, outer blanks and carriage returns.
struct Line {
    text: Vec<u8>,
    offset: usize,
    /// In the text, from 1.
    line: usize,
    /// Whether an empty line came before it.
    after_blank: bool,
}

impl<'a> Lines<'a> {
    fn new(text: &'a [u8]) -> Self {
        // A NUL or the old end-of-text mark ends the text.
        let rest = text.split(|byte| matches!(byte, 0 | 0x1A)).next();
        Self {
            rest: rest.unwrap_or_default(),
            offset: 0,
            line: 0,
        }
    }

    fn next_filled(&mut self) -> Option<Line> {
        let mut after_blank = false;
        while !self.rest.is_empty() {
            let raw = self.rest.split(|&byte| byte == b'\n').next()?;
            let offset = self.offset;
            let taken = raw.len().saturating_add(1).min(self.rest.len());
            self.rest = self.rest.get(taken..).unwrap_or_default();
            self.offset = offset.saturating_add(taken);
            self.line = self.line.saturating_add(1);
            let text: Vec<u8> = raw.iter().copied().filter(|&byte| byte != b'\r').collect();
            let text = trim(&text);
            if text.is_empty() {
                after_blank = true;
                continue;
            }
            return Some(Line {
                text: text.to_vec(),
                offset,
                line: self.line,
                after_blank,
            });
        }
        None
    }

    /// The row `index` of `want`.
    fn next_row(&mut self, index: usize, want: usize) -> Result<WearRow, Error> {
        let truncated = |offset, found: &'static str| {
            let kind = ErrorKind::WearTruncated { have: index, want };
            kind.at(offset, "row", format!("{want} rows"), found)
        };
        let Some(line) = self.next_filled() else {
            return Err(truncated(self.offset, "the end"));
        };
        if line.is_lightmaps() {
            return Err(truncated(line.offset, "LIGHTMAPS"));
        }
        let mut words = line
            .text
            .split(|&byte| is_blank(byte))
            .filter(|word| !word.is_empty());
        match (words.next(), words.next()) {
            (Some(legacy_id), Some(name)) => Ok(WearRow {
                legacy_id: legacy_id.to_vec(),
                name: name.to_vec(),
            }),
            _ => {
                let kind = ErrorKind::WearBadRow {
                    index,
                    line: line.line,
                };
                let found = decode_cp1251(&line.text);
                Err(kind.at(line.offset, "row", "a number and a name", found))
            }
        }
    }
}

impl Line {
    fn number(&self) -> Option<i64> {
        number(&self.text)
    }

    fn is_lightmaps(&self) -> bool {
        eq_ignore_case(&self.text, LIGHTMAPS)
    }
}

fn number(text: &[u8]) -> Option<i64> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | 0x0B | 0x0C)
}

fn trim(text: &[u8]) -> &[u8] {
    let filled = |&byte: &u8| !is_blank(byte);
    let start = text.iter().position(filled).unwrap_or(text.len());
    let end = text
        .iter()
        .rposition(filled)
        .map_or(start, |last| last.saturating_add(1));
    text.get(start..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const EXAMPLE: [u8; 46] = [
        0x32, 0x0D, 0x0A, 0x30, 0x20, 0x42, 0x5F, 0x53, 0x30, 0x0D, 0x0A, 0x31, 0x20, 0x42, 0x5F,
        0x53, //
        0x36, 0x4C, 0x0D, 0x0A, 0x0D, 0x0A, 0x4C, 0x49, 0x47, 0x48, 0x54, 0x4D, 0x41, 0x50, 0x53,
        0x0D, //
        0x0A, 0x31, 0x0D, 0x0A, 0x30, 0x20, 0x48, 0x41, 0x4C, 0x4C, 0x2E, 0x30, 0x0D, 0x0A,
    ];

    fn names(rows: &[WearRow]) -> Vec<&str> {
        rows.iter()
            .map(|row| std::str::from_utf8(&row.name).unwrap())
            .collect()
    }

    fn codes(warnings: &[Warning]) -> Vec<&'static str> {
        warnings.iter().map(Warning::code).collect()
    }

    #[test]
    fn the_example() {
        let (wear, warnings) = Wear::parse(&EXAMPLE).unwrap();
        assert_eq!(names(&wear.materials), ["B_S0", "B_S6L"]);
        assert_eq!(names(&wear.lightmaps), ["HALL.0"]);
        assert_eq!(warnings, []);
        assert_eq!(wear.write().unwrap(), EXAMPLE);
        assert_eq!(wear.material(1), Ok(&b"B_S6L"[..]));
        let error = Warning::MatIndexRange { index: 2, rows: 2 };
        assert_eq!(wear.material(2), Err(error));
    }

    #[test]
    fn variants() {
        for (text, materials, lightmaps, warnings) in [
            (
                "2\n100 MAT_A\n5 MAT_B\n",
                &["MAT_A", "MAT_B"][..],
                &[][..],
                &["WEAR_ID_ORDER"][..],
            ),
            (
                "1\n0 M\nLIGHTMAPS\n1\n0 L.0\n",
                &["M"],
                &["L.0"],
                &["WEAR_NO_SEPARATOR"],
            ),
            ("1\n0 M\n\n", &["M"], &[], &[]),
            ("1\n0\tM  extra\n", &["M"], &[], &[]),
            (
                "1\n0 M\n\nLIGHTMAPS\n0\n",
                &["M"],
                &[],
                &["WEAR_BAD_LIGHTMAP_COUNT"],
            ),
            (
                "1\n0 M\n\nLIGHTMAPS\nx\n0 L\n",
                &["M"],
                &[],
                &["WEAR_BAD_LIGHTMAP_COUNT", "WEAR_TRAILING_TEXT"],
            ),
            (
                "1\n0 M\n\nLIGHTMAPS\n",
                &["M"],
                &[],
                &["WEAR_BAD_LIGHTMAP_COUNT"],
            ),
            (
                "1\n0 M\n\nlightmaps\n2\n0 A\n1 B\nmore",
                &["M"],
                &["A", "B"],
                &["WEAR_TRAILING_TEXT"],
            ),
            (
                "1\n0 M\n\nLIGHTMAPS\n3\n0 A\n1 B",
                &["M"],
                &["A", "B"],
                &["WEAR_TRUNCATED_LIGHTMAPS"],
            ),
            (
                "1\n0 M\n\nLIGHTMAPS\n3\n0 A\nB",
                &["M"],
                &["A"],
                &["WEAR_BAD_LIGHTMAP_ROW"],
            ),
            ("1\n0 M\nmore", &["M"], &[], &["WEAR_TRAILING_TEXT"]),
            ("\r\n  2 \n\n 0  A \r\n\n1 B", &["A", "B"], &[], &[]),
            ("1\nx M", &["M"], &[], &["WEAR_ID_ORDER"]),
            ("1\n0 M\n\x1Amore", &["M"], &[], &[]),
            ("1\n0 M\0\nmore", &["M"], &[], &[]),
        ] {
            let (wear, found) = Wear::parse(text.as_bytes()).unwrap();
            assert_eq!(names(&wear.materials), materials, "{text:?}");
            assert_eq!(names(&wear.lightmaps), lightmaps, "{text:?}");
            assert_eq!(codes(&found), warnings, "{text:?}");
        }
    }

    #[test]
    fn faults() {
        for (text, kind, offset) in [
            (
                "2\n0 ONLY\n",
                ErrorKind::WearTruncated { have: 1, want: 2 },
                9,
            ),
            (
                "2\n0 A\n\nLIGHTMAPS\n",
                ErrorKind::WearTruncated { have: 1, want: 2 },
                7,
            ),
            (
                "2\n0 A\nB\n",
                ErrorKind::WearBadRow { index: 1, line: 3 },
                6,
            ),
            ("0\n", ErrorKind::WearEmpty, 0),
            ("-1\n", ErrorKind::WearEmpty, 0),
            ("", ErrorKind::WearBadCount, 0),
            ("\n x", ErrorKind::WearBadCount, 1),
            ("1 x", ErrorKind::WearBadCount, 0),
            ("65537\n0 A\n", ErrorKind::WearBadCount, 0),
        ] {
            let error = Wear::parse(text.as_bytes()).unwrap_err();
            assert_eq!((error.kind, error.at.offset), (kind, offset), "{text:?}");
        }
    }

    #[test]
    fn what_cannot_be_written() {
        assert_eq!(Wear::default().write(), Err(WriteError::NoRows));
        for name in ["", "a b", "a\n", "a\0"] {
            let wear = Wear {
                materials: vec![WearRow::new(0, name.as_bytes())],
                lightmaps: Vec::new(),
            };
            assert!(matches!(
                wear.write(),
                Err(WriteError::NotAWord { row: 0, .. })
            ));
        }
    }

    #[test]
    fn hostile_bytes() {
        for length in 0..EXAMPLE.len() {
            let _ = Wear::parse(&EXAMPLE[..length]);
        }
        for position in 0..EXAMPLE.len() {
            for byte in 0..=255 {
                let mut text = EXAMPLE;
                text[position] = byte;
                if let Ok((wear, _)) = Wear::parse(&text) {
                    let written = wear.write().unwrap();
                    assert_eq!(Wear::parse(&written).unwrap().0, wear);
                }
            }
        }
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(
            materials in prop::collection::vec(("[!-~]{1,6}", "[!-~А-я]{1,20}"), 1..9),
            lightmaps in prop::collection::vec(("[0-9]{1,3}", "[!-~]{1,20}"), 0..9),
        ) {
            let rows = |rows: Vec<(String, String)>| -> Vec<WearRow> {
                rows.into_iter()
                    .map(|(id, name)| WearRow {
                        legacy_id: id.into_bytes(),
                        name: wire::encode_cp1251(&name).unwrap(),
                    })
                    .collect()
            };
            let wear = Wear { materials: rows(materials), lightmaps: rows(lightmaps) };
            let text = wear.write().unwrap();
            prop_assert_eq!(Wear::parse(&text).unwrap().0, wear);
        }
    }
}
