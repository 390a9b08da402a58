//! The chores: `cargo xtask <run|test|ci|example|bench>`.
fn main() {}
