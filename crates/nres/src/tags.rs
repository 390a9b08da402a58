//! Type codes of the entries (spec page: containers, section 7).
//!
//! Inside models and lands the type ids are small numbers instead; those belong to the crates that read them.

/// The type id of a four-character tag, in file order.
pub const fn tag(characters: &[u8; 4]) -> u32 {
    u32::from_le_bytes(*characters)
}

/// A type id for display: its four characters where all are printable ASCII, else its decimal number.
pub fn tag_text(type_id: u32) -> String {
    let characters = type_id.to_le_bytes();
    if characters.iter().all(|&byte| matches!(byte, b'!'..=b'~')) {
        characters.iter().map(|&byte| char::from(byte)).collect()
    } else {
        type_id.to_string()
    }
}

/// A model: a nested NRes image (`.msh`).
pub const MESH: u32 = tag(b"MESH");
/// Text table of a model's materials and lightmaps (`.wea`).
pub const WEAR: u32 = tag(b"WEAR");
/// Control data (`.ctl`).
pub const CTLD: u32 = tag(b"CTLD");
/// Named control points (`.cpt`).
pub const CTPT: u32 = tag(b"CTPT");
/// Damage of the nodes (`.ndp`).
pub const NDPR: u32 = tag(b"NDPR");
/// An explosion (`.exp`).
pub const EXPL: u32 = tag(b"EXPL");
/// Ground plan of a building (`.bas`).
pub const BASE: u32 = tag(b"BASE");
/// A material.
pub const MAT0: u32 = tag(b"MAT0");
/// A texture. The tag is written `Texm`, in mixed case.
pub const TEXM: u32 = tag(b"Texm");
/// An effect.
pub const FXID: u32 = tag(b"FXID");
/// A sound: a complete RIFF/WAVE file (`.wav`).
pub const SWAV: u32 = tag(b"SWAV");
/// Sun and lighting keys (`.sun`); no sound.
pub const SUND: u32 = tag(b"SUND");
/// Sun prototype of `objects.rlb`.
pub const SUNO: u32 = tag(b"SUNO");
/// Static scenery prototype of `objects.rlb`.
pub const STAT: u32 = tag(b"STAT");
/// Battle unit prototype of `objects.rlb`.
pub const BTLU: u32 = tag(b"BTLU");
/// Building prototype of `objects.rlb`.
pub const FORT: u32 = tag(b"FORT");
/// Projectile prototype of `objects.rlb`.
pub const BULL: u32 = tag(b"BULL");
/// Weapon prototype of `objects.rlb`.
pub const WPNS: u32 = tag(b"WPNS");
/// Internal-system prototype of `objects.rlb`.
pub const INTO: u32 = tag(b"INTO");
/// External-part prototype of `objects.rlb`.
pub const EXTO: u32 = tag(b"EXTO");
/// A palette with its blend table (`.pal`).
pub const PALM: u32 = tag(b"Palm");
/// A font (`.tft`).
pub const TFNT: u32 = tag(b"Tfnt");
/// Research tree tables: `TRF0` to `TRF9`, `TRFA`, `TRFB` (`.trf`).
pub const TRF: [u32; 12] = [
    tag(b"TRF0"),
    tag(b"TRF1"),
    tag(b"TRF2"),
    tag(b"TRF3"),
    tag(b"TRF4"),
    tag(b"TRF5"),
    tag(b"TRF6"),
    tag(b"TRF7"),
    tag(b"TRF8"),
    tag(b"TRF9"),
    tag(b"TRFA"),
    tag(b"TRFB"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_have_the_values_of_the_spec_page() {
        let expected = [
            (MESH, 0x4853_454D),
            (WEAR, 0x5241_4557),
            (CTLD, 0x444C_5443),
            (CTPT, 0x5450_5443),
            (NDPR, 0x5250_444E),
            (EXPL, 0x4C50_5845),
            (BASE, 0x4553_4142),
            (MAT0, 0x3054_414D),
            (TEXM, 0x6D78_6554),
            (FXID, 0x4449_5846),
            (SWAV, 0x5641_5753),
            (SUND, 0x444E_5553),
            (SUNO, 0x4F4E_5553),
            (STAT, 0x5441_5453),
            (BTLU, 0x554C_5442),
            (FORT, 0x5452_4F46),
            (BULL, 0x4C4C_5542),
            (WPNS, 0x534E_5057),
            (INTO, 0x4F54_4E49),
            (EXTO, 0x4F54_5845),
            (PALM, 0x6D6C_6150),
            (TFNT, 0x746E_6654),
            (TRF[0], 0x3046_5254),
            (TRF[9], 0x3946_5254),
            (TRF[10], 0x4146_5254),
            (TRF[11], 0x4246_5254),
        ];
        for (tag, value) in expected {
            assert_eq!(tag, value, "{}", tag_text(tag));
        }
    }

    #[test]
    fn numeric_type_ids_show_as_numbers() {
        assert_eq!(tag_text(MESH), "MESH");
        assert_eq!(tag_text(18), "18");
        assert_eq!(tag_text(0), "0");
    }
}
