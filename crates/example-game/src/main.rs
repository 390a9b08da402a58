//! Writes the example game folder: `example-game [FOLDER]`, by default the repository's `assets-examples`.
#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1);
    let folder = arguments
        .next()
        .map_or_else(example_game::default_folder, PathBuf::from);
    if arguments.next().is_some() {
        eprintln!("usage: example-game [FOLDER]");
        return ExitCode::from(2);
    }
    match example_game::write_to(&folder) {
        Ok(files) => {
            let bytes: usize = files.values().map(Vec::len).sum();
            println!("{}: {} files, {bytes} bytes", folder.display(), files.len());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
