/// Why something could not be drawn. Each message is one line that says what is missing or wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// No driver, or none that can present to the window.
    #[error("no {backend} adapter: {hint}")]
    NoAdapter {
        /// What was asked for.
        backend: &'static str,
        /// What to install or try.
        hint: &'static str,
    },
    /// Adapters exist, but none has the wanted name.
    #[error("no adapter is called like '{wanted}'; there is {available}")]
    NoSuchAdapter {
        /// The name asked for.
        wanted: String,
        /// What there is instead.
        available: String,
    },
    /// The adapter lacks something that every frame needs.
    #[error("adapter '{adapter}' lacks {missing}")]
    Unsupported {
        /// Its name.
        adapter: String,
        /// What it lacks.
        missing: String,
    },
    /// The driver refused to open a device.
    #[error("cannot open the device: {0}")]
    Device(String),
    /// The device is gone (driver reset, unplugged); everything must be made anew.
    #[error("the device was lost: {0}")]
    Lost(String),
    /// The device did not finish in time.
    #[error("the device did not finish {what} within {seconds} s")]
    Timeout {
        /// What was waited for.
        what: &'static str,
        /// How long.
        seconds: u64,
    },
    /// Data that the device cannot hold.
    #[error("{what}: {size} is more than this device's limit of {limit}")]
    TooLarge {
        /// Which data.
        what: &'static str,
        /// Bytes, texels or elements wanted.
        size: u64,
        /// The most there may be.
        limit: u64,
    },
    /// A shader that is not valid WGSL.
    #[error("{file}:{line}: {message}")]
    Shader {
        /// Path below `shaders/`.
        file: String,
        /// Line in that file, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// The device refused a shader or pipeline.
    #[error("cannot build the {what} pipeline: {message}")]
    Pipeline {
        /// Which program.
        what: &'static str,
        /// What the device said.
        message: String,
    },
    /// Reading back failed.
    #[error("cannot read back {what}: {message}")]
    ReadBack {
        /// What was read.
        what: &'static str,
        /// What the device said.
        message: String,
    },
}
