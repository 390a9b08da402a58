//! What can go wrong while the game folder is made.

/// The result of a step of the generator.
pub type Result<T> = std::result::Result<T, Error>;

/// Why the example game could not be made; each is a fault of the generator itself.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A writer refused a record.
    #[error("record: {0}")]
    Record(#[from] wire::Malformed),
    /// A picture could not be stored.
    #[error("texture: {0}")]
    Texture(#[from] texm::EncodeError),
    /// A material or WEAR table could not be stored.
    #[error("material: {0}")]
    Material(#[from] material::WriteError),
    /// A name is too long for its field.
    #[error("the name {0:?} does not fit its field")]
    Name(String),
    /// A model refers to something that is not there.
    #[error("model {model}: {fault}")]
    Model {
        /// Its prototype key.
        model: String,
        /// What is wrong.
        fault: String,
    },
    /// A file could not be written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: String,
        /// Why.
        source: std::io::Error,
    },
}
