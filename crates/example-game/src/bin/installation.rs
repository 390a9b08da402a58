//! Writes the bench installation: `installation FOLDER`, in a build with `--release`.
#![forbid(unsafe_code)]

use example_game::installation::{Size, generate};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(folder), None) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: installation FOLDER");
        return ExitCode::from(2);
    };
    match write(Path::new(&folder)) {
        Ok(line) => {
            println!("{line}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn write(folder: &Path) -> Result<String, Box<dyn std::error::Error>> {
    let files = generate(&Size::shipped())?;
    for (name, bytes) in &files {
        let path = folder.join(name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent)?;
        }
        game::write_atomically(&path, bytes)?;
    }
    let bytes: usize = files.values().map(Vec::len).sum();
    Ok(format!("{} files, {bytes} bytes", files.len()))
}
