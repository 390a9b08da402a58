//! Type 20: a rare table, probably of local lights (spec page: msh, section 10.1). The layout is unproven: the
//! records are shown, never used.

use bytemuck::{Pod, Zeroable};
use glam::Vec3;

/// One record of type 20, where its stride is 48.
#[derive(Debug, Clone, Copy, Default, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct LocalLight48 {
    /// Node whose matrix moves the light.
    pub piece: i32,
    /// Position in that node's frame.
    pub position: Vec3,
    /// Direction in that node's frame.
    pub direction: Vec3,
    /// Colour or multiplier.
    pub color: [f32; 4],
    /// Intensity.
    pub intensity: f32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_record_has_its_size() {
        assert_eq!(size_of::<LocalLight48>(), 48);
    }
}
