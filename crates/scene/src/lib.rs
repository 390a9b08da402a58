//! Plain data to draw and play.
//!
//! A [`Scene`] is the border of the house: what stands on the ground comes in as game formats (through
//! `from_mission`) and leaves as meshes, materials, instances and poses that a renderer or a mixer can use without
//! knowing any format. It holds no handle of a GPU, a window or a device.
//!
//! Space is the engine's: right-handed, Z up, X east, Y north, metres. Colours are stored display values 0..1;
//! nothing here is linear light (spec page: environment, sections 11.1 and 11.3).
#![forbid(unsafe_code)]

mod animate;
mod bounds;
pub mod camera;
mod environment;
mod from_mission;
mod ground;
mod instance;
mod material;
mod mesh;
pub mod pick;
pub mod shade;
mod texture;

pub use animate::{Animator, Clock, SkyTime};
pub use bounds::{Aabb, Frustum};
pub use camera::{Camera, Ray};
pub use environment::{DirectionalLight, Environment, Fog, SkyColours};
pub use from_mission::{SceneOptions, from_mission};
pub use ground::{Ground, GroundSurface, GroundTile, GroundVertex, SurfaceKind, TileRun};
pub use instance::{Instance, MaterialSet, Object, Pose};
pub use material::{Blend, Layer, Material, MaterialState};
pub use mesh::{Draw, Mesh, MeshNode, MeshVertex, NodeRange, Variant, batch_flags};
pub use texture::Texture;

/// Index of a texture in [`Scene::textures`].
pub type TextureId = u32;
/// Index of a material in [`Scene::materials`].
pub type MaterialId = u32;
/// Index of a mesh in [`Scene::meshes`].
pub type MeshId = u32;
/// Index of a material set in [`Scene::material_sets`].
pub type MaterialSetId = u32;

/// Everything that is drawn and played, at one moment of the mission clock.
///
/// The vectors are fixed once a scene is built; what changes with time are [`Scene::poses`],
/// [`Scene::material_states`] and [`Scene::environment`], and each change raises the revision beside it so that a
/// renderer uploads only what changed.
#[derive(Debug, Default, Clone)]
pub struct Scene {
    /// Name for titles and reports.
    pub name: String,
    /// Images, decoded to RGBA8 with their mips.
    pub textures: Vec<std::sync::Arc<Texture>>,
    /// Surfaces: one for each distinct (MAT0 material, animation track).
    pub materials: Vec<Material>,
    /// What each material looks like now; parallel to `materials`.
    pub material_states: Vec<MaterialState>,
    /// Raised whenever `material_states` changes.
    pub material_revision: u64,
    /// Geometry: one for each distinct model.
    pub meshes: Vec<Mesh>,
    /// Which material stands behind each row of a mesh: one for each distinct (WEAR table, track).
    pub material_sets: Vec<MaterialSet>,
    /// Placed objects, in mission order.
    pub objects: Vec<Object>,
    /// Component instances, in order of their objects.
    pub instances: Vec<Instance>,
    /// Global node poses in object space; instance `i` owns `poses[i.pose_base..][..nodes of its mesh]`.
    pub poses: Vec<Pose>,
    /// Raised whenever `poses` changes.
    pub pose_revision: u64,
    /// The landscape, if there is one.
    pub ground: Option<Ground>,
    /// Light, fog and sky colours at the clock's time.
    pub environment: Environment,
}

impl Scene {
    /// The box around the ground and every drawn instance; `None` for an empty scene.
    pub fn bounds(&self) -> Option<Aabb> {
        let ground = self
            .ground
            .iter()
            .flat_map(|ground| &ground.tiles)
            .map(|tile| tile.bounds);
        let instances = self.instances.iter().filter(|i| i.drawn).map(|i| i.bounds);
        ground.chain(instances).reduce(Aabb::union)
    }
}
