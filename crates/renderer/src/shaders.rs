//! The WGSL of all programs: files of the top-level `shaders/` folder, joined by plain concatenation.

use crate::{Error, Gpu};
use std::borrow::Cow;

/// A file below `shaders/`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct File {
    path: &'static str,
    embedded: &'static str,
}

macro_rules! file {
    ($path:literal) => {
        File {
            path: $path,
            embedded: include_str!(concat!("../../../shaders/", $path)),
        }
    };
}

const FRAME: File = file!("common/frame.wgsl");
const MATERIAL: File = file!("common/material.wgsl");
const SHADE: File = file!("common/shade.wgsl");
const FOG: File = file!("common/fog.wgsl");
const VIEW: File = file!("common/view.wgsl");
const DRAW: File = file!("common/draw.wgsl");
const INSTANCE: File = file!("common/instance.wgsl");

/// What one pass runs on the GPU.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Program {
    Mesh,
    Ground,
    Sky,
    Present,
    Baseline,
}

impl Program {
    #[cfg(any(test, all(debug_assertions, feature = "hot-reload")))]
    pub(crate) const ALL: [Self; 5] = [
        Self::Mesh,
        Self::Ground,
        Self::Sky,
        Self::Present,
        Self::Baseline,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Mesh => "mesh",
            Self::Ground => "ground",
            Self::Sky => "sky",
            Self::Present => "present",
            Self::Baseline => "baseline",
        }
    }

    const fn files(self) -> &'static [File] {
        match self {
            Self::Mesh => &[
                FRAME,
                MATERIAL,
                SHADE,
                FOG,
                VIEW,
                INSTANCE,
                DRAW,
                file!("mesh/mesh.wgsl"),
            ],
            Self::Ground => &[
                FRAME,
                MATERIAL,
                SHADE,
                FOG,
                VIEW,
                file!("ground/ground.wgsl"),
            ],
            Self::Sky => &[FRAME, file!("sky/sky.wgsl")],
            Self::Present => &[file!("present/present.wgsl")],
            Self::Baseline => &[
                FRAME,
                MATERIAL,
                SHADE,
                FOG,
                INSTANCE,
                DRAW,
                file!("baseline/baseline.wgsl"),
            ],
        }
    }
}

/// Where the text of the shaders comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// As it was when this was built.
    Embedded,
    /// As it is now in the source tree.
    #[cfg(any(test, all(debug_assertions, feature = "hot-reload")))]
    Tree,
}

/// The top-level folder of the source tree.
#[cfg(any(test, all(debug_assertions, feature = "hot-reload")))]
pub(crate) const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shaders");

/// The text of a program.
#[derive(Debug)]
pub(crate) struct Text {
    #[cfg(any(test, all(debug_assertions, feature = "hot-reload")))]
    program: Program,
    parts: Vec<Cow<'static, str>>,
}

impl Text {
    /// # Errors
    /// [`Error::Shader`] if a file cannot be read.
    pub(crate) fn of(program: Program, source: Source) -> Result<Self, Error> {
        let parts = program
            .files()
            .iter()
            .map(|file| match source {
                Source::Embedded => Ok(Cow::Borrowed(file.embedded)),
                #[cfg(any(test, all(debug_assertions, feature = "hot-reload")))]
                Source::Tree => std::fs::read_to_string(format!("{FOLDER}/{}", file.path))
                    .map(Cow::Owned)
                    .map_err(|error| Error::Shader {
                        file: file.path.into(),
                        line: 0,
                        message: error.to_string(),
                    }),
            })
            .collect::<Result<_, _>>()?;
        Ok(Self {
            #[cfg(any(test, all(debug_assertions, feature = "hot-reload")))]
            program,
            parts,
        })
    }

    pub(crate) fn joined(&self) -> String {
        self.parts.concat()
    }

    /// Checks the text without any device; errors name the file and the line in it.
    #[cfg(any(test, all(debug_assertions, feature = "hot-reload")))]
    pub(crate) fn validate(&self) -> Result<(), Error> {
        let joined = self.joined();
        let module = naga::front::wgsl::parse_str(&joined).map_err(|error| {
            let line = error
                .location(&joined)
                .map_or(1, |l| l.line_number as usize);
            self.error_at(line, error.message().to_owned())
        })?;
        naga::valid::Validator::new(
            naga::valid::ValidationFlags::all(),
            naga::valid::Capabilities::empty(),
        )
        .validate(&module)
        .map(|_| ())
        .map_err(|error| {
            let line = error
                .location(&joined)
                .map_or(1, |l| l.line_number as usize);
            let mut message = error.as_inner().to_string();
            let mut cause = std::error::Error::source(error.as_inner());
            while let Some(inner) = cause {
                message = format!("{message}: {inner}");
                cause = inner.source();
            }
            self.error_at(line, message)
        })
    }

    /// An error at a line of the joined text, told in terms of its file.
    #[cfg(any(test, all(debug_assertions, feature = "hot-reload")))]
    fn error_at(&self, mut line: usize, message: String) -> Error {
        let mut path = "";
        for (file, part) in self.program.files().iter().zip(&self.parts) {
            path = file.path;
            let lines = part.lines().count();
            if line <= lines {
                break;
            }
            line -= lines;
        }
        Error::Shader {
            file: path.into(),
            line,
            message,
        }
    }
}

/// Checks all programs as they are in the source tree now.
#[cfg(all(debug_assertions, feature = "hot-reload"))]
pub(crate) fn check_tree() -> Result<(), Error> {
    Program::ALL
        .into_iter()
        .try_for_each(|program| Text::of(program, Source::Tree)?.validate())
}

/// Makes device objects and turns what the device objects to into an error.
pub(crate) fn guarded<T>(
    gpu: &Gpu,
    what: &'static str,
    make: impl FnOnce() -> T,
) -> Result<T, Error> {
    let scope = gpu.device.push_error_scope(wgpu::ErrorFilter::Validation);
    let made = make();
    match pollster::block_on(scope.pop()) {
        None => Ok(made),
        Some(error) => Err(Error::Pipeline {
            what,
            message: error.to_string(),
        }),
    }
}

/// The shader module of a program.
pub(crate) fn module(
    gpu: &Gpu,
    program: Program,
    source: Source,
) -> Result<wgpu::ShaderModule, Error> {
    let text = Text::of(program, source)?;
    guarded(gpu, program.name(), || {
        gpu.device
            .create_shader_module(wgpu::ShaderModuleDescriptor {
                label: Some(program.name()),
                source: wgpu::ShaderSource::Wgsl(text.joined().into()),
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_program_is_valid() {
        for program in Program::ALL {
            for source in [Source::Embedded, Source::Tree] {
                Text::of(program, source).unwrap().validate().unwrap();
            }
        }
    }

    #[test]
    fn every_file_belongs_to_a_program() {
        let used: Vec<&str> = Program::ALL
            .iter()
            .flat_map(|program| program.files())
            .map(|file| file.path)
            .collect();
        let mut found = 0;
        for folder in std::fs::read_dir(FOLDER).unwrap() {
            let folder = folder.unwrap();
            if !folder.file_type().unwrap().is_dir() {
                continue;
            }
            for file in std::fs::read_dir(folder.path()).unwrap() {
                let file = file.unwrap().file_name();
                let path = format!(
                    "{}/{}",
                    folder.file_name().to_string_lossy(),
                    file.to_string_lossy()
                );
                assert!(
                    used.contains(&path.as_str()),
                    "{path} is used by no program"
                );
                found += 1;
            }
        }
        assert!(found >= 10);
    }

    #[test]
    fn errors_name_file_and_line() {
        let mut text = Text::of(Program::Sky, Source::Embedded).unwrap();
        let broken = text.parts[1].replace("in.colour;", "in.hue;");
        let line = 1 + broken.lines().position(|l| l.contains("in.hue")).unwrap();
        text.parts[1] = Cow::Owned(broken);
        match text.validate() {
            Err(Error::Shader {
                file,
                line: reported,
                message,
            }) => {
                assert_eq!((file.as_str(), reported), ("sky/sky.wgsl", line));
                assert!(message.contains("hue"), "{message}");
            }
            other => panic!("{other:?}"),
        }
    }
}
