/// An image, decoded to RGBA8 in file order of its levels.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Texture {
    /// Entry name, for labels.
    pub name: String,
    /// Width of level 0 in texels.
    pub width: u32,
    /// Height of level 0 in texels.
    pub height: u32,
    /// RGBA8 rows from the top, level 0 first; each level half the size of the one before, at least 1.
    pub levels: Vec<Vec<u8>>,
    /// Whether level 0 is a silhouette, so that a cut-out test may stand in for blending (spec page: materials,
    /// section 8.1).
    pub silhouette: bool,
}

impl Texture {
    /// Size of a level in texels.
    pub fn level_size(&self, level: u32) -> (u32, u32) {
        let shrink = |size: u32| size.checked_shr(level).unwrap_or(0).max(1);
        (shrink(self.width), shrink(self.height))
    }
}
