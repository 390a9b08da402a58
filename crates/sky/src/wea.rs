//! `sky.wea`: a WEAR table whose row is the role (spec page: environment, section 4.7).

/// What the material in a row of `sky.wea` draws. The number is the row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum WeaRow {
    /// Behind the coloured dome, opaque.
    Nebula = 0,
    /// Loaded and never drawn by the game.
    Stars = 1,
    /// The cap below the dome.
    Clouds = 2,
    /// The body named `sun`.
    Sun = 3,
    /// A body of any other name.
    Moon = 4,
    /// Lens flare, texture 0.
    FlareA = 5,
    /// Lens flare, texture 1.
    FlareB = 6,
    /// Snow or dust.
    Snow = 7,
    /// Rain.
    Rain = 8,
}

impl WeaRow {
    /// Every role, by row.
    pub const ALL: [Self; 9] = [
        Self::Nebula,
        Self::Stars,
        Self::Clouds,
        Self::Sun,
        Self::Moon,
        Self::FlareA,
        Self::FlareB,
        Self::Snow,
        Self::Rain,
    ];

    /// The row of the table, from 0.
    pub fn row(self) -> usize {
        self as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_rows() {
        for (row, role) in WeaRow::ALL.into_iter().enumerate() {
            assert_eq!(role.row(), row);
        }
    }
}
