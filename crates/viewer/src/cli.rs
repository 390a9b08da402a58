//! The command line: what `overfly` understands. What its parts mean is in [`crate::values`], what a command does in
//! [`crate::commands`].

use crate::values::{CameraPose, FrameRange, LookAt, PixelSize, numbers};
use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use renderer::ViewMode;
use std::ffi::OsString;
use std::path::PathBuf;

/// Names the game folder.
pub const GAME_VARIABLE: &str = "OVERFLY_GAME";

/// `overfly`.
#[derive(Debug, Parser)]
#[command(
    name = "overfly",
    version,
    about = "Fly through missions of Parkan: Iron Strategy",
    long_about = "Fly through missions of Parkan: Iron Strategy.\n\nWithout a command it opens the window.",
    after_help = "Examples:\n  overfly                         the last mission, or the bundled example\n  overfly ~/Games/Parkan          a game folder\n  overfly --game ~/Games/Parkan tutorial.01\n  overfly shot -o picture.png     a picture without a window\n\nIn the window, F1 lists every key.",
    args_conflicts_with_subcommands = true
)]
pub struct Cli {
    /// What to do instead of opening the window.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The window's arguments.
    #[command(flatten)]
    pub window: WindowArgs,
}

/// Everything that is not the window.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Draw a frame into a PNG, without a window or a display server
    #[command(
        after_help = "Examples:\n  overfly shot tutorial.01 --game ~/Games/Parkan -o picture.png\n  overfly shot --camera 100,200,30,45,-10 --time 12.5 -o - > picture.png\n  overfly shot --pose play --frames 0..60 -o 'turn-{frame}.png'"
    )]
    Shot(ShotArgs),
    /// Load everything reachable and list problems
    #[command(after_help = "Example:\n  overfly check ~/Games/Parkan")]
    Check(NotThereArgs),
    /// Show what is in a file or an entry
    #[command(after_help = "Example:\n  overfly inspect fortif.rlb:bunker.msh")]
    Inspect(NotThereArgs),
    /// List names, one a line
    #[command(
        after_help = "Examples:\n  overfly list\n  overfly list models ~/Games/Parkan\n  overfly list missions --format json"
    )]
    List(ListArgs),
    /// The global pose of every node of every component, as JSON
    #[command(
        after_help = "Examples:\n  overfly poses tutorial.01 --game ~/Games/Parkan\n  overfly poses --static-animation-frame 10"
    )]
    Poses(PosesArgs),
    /// What each placed object became: batches, materials and textures, as JSON
    #[command(after_help = "Example:\n  overfly resolve tutorial.01 --game ~/Games/Parkan")]
    Resolve(ResolveArgs),
    /// Heights of the ground and of the surface (liquid) at points, as JSON
    #[command(
        after_help = "Examples:\n  overfly heights 100,250 -12.5,40\n  overfly heights tutorial.01 - < points.txt",
        override_usage = "overfly heights [OPTIONS] [TARGET] <X,Y>...\n       overfly heights [OPTIONS] [TARGET] -"
    )]
    Heights(HeightsArgs),
    /// Mix what the camera hears into a WAV
    #[command(after_help = "Example:\n  overfly listen tutorial.01 -o sound.wav --seconds 10")]
    Listen(NotThereArgs),
    /// Unpack an archive
    #[command(after_help = "Example:\n  overfly extract Textures.lib -o textures")]
    Extract(NotThereArgs),
    /// Make an archive of a folder
    #[command(after_help = "Example:\n  overfly pack textures -o Textures.lib")]
    Pack(NotThereArgs),
    /// Write a model or a mission as glTF
    #[command(after_help = "Example:\n  overfly export tutorial.01 -o mission.glb")]
    Export(NotThereArgs),
    /// Measure loading and drawing, as JSON
    #[command(
        after_help = "Examples:\n  overfly bench\n  overfly bench tutorial.01 --frames 300 --size 1920x1080"
    )]
    Bench(BenchArgs),
}

/// How much is told on stderr.
#[derive(Debug, Args, Clone, Copy)]
pub struct Verbosity {
    /// Tell more on stderr; twice for everything (RUST_LOG overrides)
    #[arg(short, long, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

/// Which mission of which game.
#[derive(Debug, Args, Clone, Default)]
pub struct GameArgs {
    /// The game folder; without it, the one that holds TARGET, else the bundled example
    // An empty path is told apart later: in the variable it is none, as an argument it is wrong.
    #[arg(
        long,
        value_name = "DIR",
        env = GAME_VARIABLE,
        value_parser = OsStringValueParser::new().map(PathBuf::from)
    )]
    pub game: Option<PathBuf>,
    /// The mission's name inside the game folder; the same as TARGET
    #[arg(long, value_name = "NAME")]
    pub mission: Option<String>,
}

/// A game folder or a mission.
#[derive(Debug, Args, Clone, Default)]
pub struct TargetArgs {
    /// A game folder, a mission (its folder, its data.tma, or its name inside --game such as tutorial.01); without
    /// it, the last one opened, else the bundled example
    #[arg(value_name = "TARGET", conflicts_with = "mission")]
    pub target: Option<OsString>,
    #[command(flatten)]
    /// The game.
    pub game: GameArgs,
}

/// What the window, `shot`, `poses` and `bench` share: camera, moment, look and device.
#[derive(Debug, Args, Clone)]
// Flattened last everywhere: the heading holds for what follows, too.
#[command(next_help_heading = "View")]
pub struct ViewArgs {
    /// Eye in metres (x east, y north, z up); degrees: yaw 0 is north, growing to the east, pitch up positive
    #[arg(
        long,
        value_name = "X,Y,Z,YAW,PITCH",
        allow_hyphen_values = true,
        conflicts_with_all = ["look_at", "bookmark"]
    )]
    pub camera: Option<CameraPose>,
    /// Frame a placed object, by its name or index, or a node: INDEX/COMPONENT/NODE
    #[arg(
        long,
        value_name = "NAME|INDEX",
        allow_negative_numbers = true,
        conflicts_with = "bookmark"
    )]
    pub look_at: Option<LookAt>,
    /// Start at a bookmark that was stored in the window
    #[arg(long, value_name = "1..9", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(1..=9))]
    pub bookmark: Option<u8>,
    /// Vertical field of view in degrees, 20 to 110 [default: 59.38]
    #[arg(long, value_name = "DEG", allow_negative_numbers = true, value_parser = crate::values::fov_degrees)]
    pub fov: Option<f32>,
    /// Size of the picture in pixels [default: 1280x720]
    #[arg(long, value_name = "WxH", allow_hyphen_values = true)]
    pub size: Option<PixelSize>,
    /// The mission clock
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, default_value = "0", value_parser = crate::values::seconds)]
    pub time: f64,
    /// Time of the mission's day
    #[arg(long, value_name = "HH:MM", allow_hyphen_values = true, value_parser = crate::values::sky_time)]
    pub sky_time: Option<scene::SkyTime>,
    /// The same animation frame for every node; overrides all control data
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub static_animation_frame: Option<u16>,
    /// Where node times come from: stored control values, fallback keys, or a sweep of every binding
    #[arg(long, value_enum, default_value_t)]
    pub pose: PoseChoice,
    /// Node state: 0 whole to 2 destroyed
    #[arg(long, value_name = "0..2", allow_negative_numbers = true, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=2))]
    pub state: u8,
    /// Level of detail; 4 is the own view
    #[arg(long, value_name = "0..4", allow_negative_numbers = true, default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=4))]
    pub lod: u8,
    /// One phase for every material, instead of its animation
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub material_phase: Option<u16>,
    /// What the colours show
    #[arg(
        long,
        value_name = "MODE",
        default_value = ViewMode::Lit.name(),
        value_parser = PossibleValuesParser::new(ViewMode::ALL.map(ViewMode::name))
    )]
    pub view: String,
    /// Without fog
    #[arg(long)]
    pub no_fog: bool,
    /// Without the dome of the sky
    #[arg(long)]
    pub no_sky: bool,
    /// Without lightmaps
    #[arg(long)]
    pub no_lightmaps: bool,
    /// Samples per pixel: 1 or 4 [default: 4; in a window that is drawn without a GPU 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = crate::values::msaa)]
    pub msaa: Option<u32>,
    /// Graphics interface
    #[arg(long, value_enum, default_value_t)]
    pub backend: BackendChoice,
    /// Part of the adapter's name
    #[arg(long, value_name = "NAME")]
    pub adapter: Option<String>,
    /// Write the passes, draws and sort keys of the drawn frame
    #[arg(long, value_name = "OUT.json")]
    pub dump_frame: Option<PathBuf>,
    /// Go on with components whose control data are wrong, at time 0; `poses` then keeps their errors and succeeds
    #[arg(long)]
    pub keep_going: bool,
}

/// Where node times come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum PoseChoice {
    /// Stored control values
    #[default]
    Stored,
    /// Fallback keys
    Fallback,
    /// Every binding swept
    Play,
}

/// `--backend`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
#[expect(missing_docs, reason = "named like what they are")]
pub enum BackendChoice {
    #[default]
    Auto,
    Vulkan,
    Gl,
    Metal,
    Dx12,
}

/// The window.
#[derive(Debug, Args)]
#[expect(missing_docs, reason = "each is documented where it is declared")]
pub struct WindowArgs {
    #[command(flatten)]
    pub target: TargetArgs,
    #[command(flatten)]
    pub verbosity: Verbosity,
    /// Print the camera as JSON lines on stderr whenever it changes: for tests
    #[arg(long, hide = true)]
    pub log_camera: bool,
    #[command(flatten)]
    pub view: ViewArgs,
}

/// `shot`.
#[derive(Debug, Args)]
#[expect(missing_docs, reason = "each is documented where it is declared")]
pub struct ShotArgs {
    #[command(flatten)]
    pub target: TargetArgs,
    /// The picture, or - for stdout; {frame} stands for the number of a frame
    #[arg(short, long, value_name = "OUT.png")]
    pub output: PathBuf,
    /// Draw frames A to B - 1 of the mission clock, 60 a second; needs {frame} in the name
    #[arg(long, value_name = "A..B", allow_hyphen_values = true)]
    pub frames: Option<FrameRange>,
    #[command(flatten)]
    pub verbosity: Verbosity,
    #[command(flatten)]
    pub view: ViewArgs,
}

/// `list`.
#[derive(Debug, Args)]
#[expect(missing_docs, reason = "each is documented where it is declared")]
pub struct ListArgs {
    /// missions (default), archives, models, textures or sounds
    #[arg(value_name = "KIND")]
    pub kind_or_target: Option<OsString>,
    /// A game folder or anything in one
    #[arg(value_name = "TARGET")]
    pub target: Option<OsString>,
    #[command(flatten)]
    pub game: GameArgs,
    /// How it is printed
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    #[command(flatten)]
    pub verbosity: Verbosity,
}

/// How results are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Format {
    /// For people
    #[default]
    Text,
    /// One JSON document
    Json,
}

/// The format of commands that always print JSON; it may be named like elsewhere.
#[derive(Debug, Args, Clone, Copy)]
pub struct JsonOnly {
    /// How it is printed
    #[arg(long, value_enum, default_value = "json")]
    pub format: JsonFormat,
}

/// The one format of [`JsonOnly`].
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum JsonFormat {
    /// One JSON document
    Json,
}

/// `poses`.
#[derive(Debug, Args)]
#[expect(missing_docs, reason = "each is documented where it is declared")]
pub struct PosesArgs {
    #[command(flatten)]
    pub target: TargetArgs,
    #[command(flatten)]
    pub format: JsonOnly,
    #[command(flatten)]
    pub verbosity: Verbosity,
    #[command(flatten)]
    pub view: ViewArgs,
}

/// `resolve`.
#[derive(Debug, Args)]
#[expect(missing_docs, reason = "each is documented where it is declared")]
pub struct ResolveArgs {
    #[command(flatten)]
    pub target: TargetArgs,
    #[command(flatten)]
    pub format: JsonOnly,
    #[command(flatten)]
    pub verbosity: Verbosity,
}

/// `heights`.
#[derive(Debug, Args)]
#[expect(missing_docs, reason = "each is documented where it is declared")]
pub struct HeightsArgs {
    /// A mission, if the first is no point; then points X,Y, or - for points from stdin, one a line
    #[arg(value_name = "X,Y", required = true)]
    pub target_and_points: Vec<OsString>,
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub format: JsonOnly,
    #[command(flatten)]
    pub verbosity: Verbosity,
}

/// `bench`.
#[derive(Debug, Args)]
#[expect(missing_docs, reason = "each is documented where it is declared")]
pub struct BenchArgs {
    #[command(flatten)]
    pub target: TargetArgs,
    /// How often the mission is loaded; the median counts
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub loads: u32,
    /// How many frames are drawn, 60 for each second of the mission clock
    #[arg(long, value_name = "N", allow_negative_numbers = true, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub frames: u32,
    #[command(flatten)]
    pub format: JsonOnly,
    #[command(flatten)]
    pub verbosity: Verbosity,
    #[command(flatten)]
    pub view: ViewArgs,
}

/// A command that is not there yet: it takes anything.
#[derive(Debug, Args)]
pub struct NotThereArgs {
    /// Arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    pub arguments: Vec<OsString>,
}

impl Cli {
    /// Reads a command line.
    ///
    /// # Errors
    ///
    /// It is not understood, or help or the version was asked for.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let arguments = arguments.into_iter().map(|argument| {
            match argument.to_str() {
                // A blank before it keeps a negative point (of `heights`) from being taken for an option.
                Some(point) if point.starts_with('-') && numbers::<2>(point).is_some() => {
                    format!(" {point}").into()
                }
                _ => argument,
            }
        });
        Self::try_parse_from(arguments)
    }

    /// How much is told on stderr.
    pub fn verbosity(&self) -> u8 {
        let verbosity = match &self.command {
            None => self.window.verbosity,
            Some(Command::Shot(args)) => args.verbosity,
            Some(Command::List(args)) => args.verbosity,
            Some(Command::Poses(args)) => args.verbosity,
            Some(Command::Resolve(args)) => args.verbosity,
            Some(Command::Heights(args)) => args.verbosity,
            Some(Command::Bench(args)) => args.verbosity,
            Some(
                Command::Check(_)
                | Command::Inspect(_)
                | Command::Listen(_)
                | Command::Extract(_)
                | Command::Pack(_)
                | Command::Export(_),
            ) => Verbosity { verbose: 0 },
        };
        verbosity.verbose
    }
}

#[cfg(test)]
mod tests;
