//! The `overfly` binary.
fn main() {}
