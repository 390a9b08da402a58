//! The `overfly` binary.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    viewer::run(std::env::args_os())
}
