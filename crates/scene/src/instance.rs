use crate::{Aabb, MaterialId, MaterialSetId, MeshId, TextureId};
use bytemuck::{Pod, Zeroable};
use glam::{Affine3A, Quat, Vec3};

/// A node's global pose in object space: turn, then shift.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct Pose {
    /// Quaternion x, y, z, w.
    pub rotation: [f32; 4],
    /// Metres.
    pub translation: [f32; 3],
    /// 1 for a node that draws; 0 collapses its vertices.
    pub visible: f32,
}

impl Pose {
    /// No turn, no shift.
    pub const IDENTITY: Self = Self::new(Quat::IDENTITY, Vec3::ZERO);

    /// From glam's types.
    pub const fn new(rotation: Quat, translation: Vec3) -> Self {
        Self {
            rotation: rotation.to_array(),
            translation: translation.to_array(),
            visible: 1.0,
        }
    }

    /// As a transform.
    pub fn transform(&self) -> Affine3A {
        Affine3A::from_rotation_translation(
            Quat::from_array(self.rotation),
            Vec3::from(self.translation),
        )
    }
}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// The materials and lightmaps behind the rows of a mesh.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct MaterialSet {
    /// By material row; a row past the end is drawn with the last resort, material 0 of the scene.
    pub materials: Vec<MaterialId>,
    /// By lightmap row; `None` is drawn without a lightmap.
    pub lightmaps: Vec<Option<TextureId>>,
}

impl MaterialSet {
    /// The material of a row.
    pub fn material(&self, row: u32) -> MaterialId {
        self.materials.get(row as usize).copied().unwrap_or(0)
    }

    /// The lightmap of a row.
    pub fn lightmap(&self, row: Option<u32>) -> Option<TextureId> {
        self.lightmaps.get(row? as usize).copied().flatten()
    }
}

/// One component of one placed object: a mesh, its materials and where its poses lie.
#[derive(Debug, Clone)]
pub struct Instance {
    /// Index of the placed object.
    pub object: u32,
    /// Index of the component inside the object.
    pub component: u32,
    /// Geometry.
    pub mesh: MeshId,
    /// Materials of its rows.
    pub material_set: MaterialSetId,
    /// Object space to world.
    pub placement: Affine3A,
    /// First pose in the scene's `poses`; as many follow as the mesh has nodes.
    pub pose_base: u32,
    /// Damage stage 0..2.
    pub state: u8,
    /// Level of detail 0..4; 4 is the own view.
    pub lod: u8,
    /// Whether it is drawn at all (internal parts are not).
    pub drawn: bool,
    /// World box around its posed geometry.
    pub bounds: Aabb,
}

/// One placed object.
#[derive(Debug, Clone)]
pub struct Object {
    /// Name to show: instance name, or the resource name.
    pub name: String,
    /// Object space to world.
    pub placement: Affine3A,
    /// Its instances: `instances[first_instance..][..instance_count]`.
    pub first_instance: u32,
    /// How many instances.
    pub instance_count: u32,
    /// World box around what it draws.
    pub bounds: Aabb,
}
