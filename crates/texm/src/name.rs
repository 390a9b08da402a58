//! What the game reads out of a texture's name (spec page: texm, section 6).
//!
//! Look textures up by the full name, suffix included. The palette that a suffix can ask for does not exist in any
//! shipped library, so these functions only serve the inspector.

/// Slots of external palettes: 26 letters, each alone and with one digit.
const PALETTE_SLOTS: i32 = 286;

/// Variants of one letter: without a digit, and 0 to 9.
const VARIANTS: i32 = 11;

/// Whether the game accepts the name: a dot within the first 17 bytes.
pub fn has_valid_dot(name: &[u8]) -> bool {
    name.iter().take(17).any(|&byte| byte == b'.')
}

/// The palette slot that the game computes from the two bytes after the first dot; `None` without a dot.
///
/// Only 0 to 285 are slots; a negative number, the normal case, means no external palette.
pub fn palette_index(name: &[u8]) -> Option<i32> {
    let mut suffix = name.iter().copied().skip_while(|&byte| byte != b'.');
    suffix.next()?;
    let letter = suffix.next().unwrap_or(0).to_ascii_uppercase();
    let variant = match suffix.next().unwrap_or(0) {
        0 => 0,
        digit => i32::from(digit) - i32::from(b'0') + 1,
    };
    Some((i32::from(letter) - i32::from(b'A')) * VARIANTS + variant)
}

/// The entry of `Palettes.lib` that a slot stands for; `None` outside 0 to 285.
pub fn palette_entry_name(index: i32) -> Option<String> {
    if !(0..PALETTE_SLOTS).contains(&index) {
        return None;
    }
    let letter = char::from(b'A'.saturating_add(u8::try_from(index / VARIANTS).ok()?));
    Some(match index % VARIANTS {
        0 => format!("{letter}.PAL"),
        variant => format!("{letter}{}.PAL", variant - 1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn palette_suffixes() {
        for (name, index) in [
            ("X.0", -187),
            ("X.00", -186),
            ("X.A", 0),
            ("X.A1", 2),
            ("X.B", 11),
            ("X.Z9", 285),
            ("UI_TEX9.TEX", 231),
            ("ui_tex9.tex", 231 + 32),
        ] {
            assert_eq!(palette_index(name.as_bytes()), Some(index), "{name}");
        }
        assert_eq!(palette_index(b"NODOT"), None);
    }

    #[test]
    fn palette_slots() {
        assert_eq!(palette_entry_name(-1), None);
        assert_eq!(palette_entry_name(0).unwrap(), "A.PAL");
        assert_eq!(palette_entry_name(2).unwrap(), "A1.PAL");
        assert_eq!(palette_entry_name(11).unwrap(), "B.PAL");
        assert_eq!(palette_entry_name(285).unwrap(), "Z9.PAL");
        assert_eq!(palette_entry_name(286), None);
    }

    #[test]
    fn the_dot_must_come_early() {
        assert!(has_valid_dot(b"DEFAULT.0"));
        assert!(has_valid_dot(b"0123456789ABCDEF.0"));
        assert!(!has_valid_dot(b"0123456789ABCDEFG.0"));
        assert!(!has_valid_dot(b"DEFAULT"));
    }
}
