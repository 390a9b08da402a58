//! The game folder in memory.

use example_game::Files;
use std::sync::OnceLock;

/// Every file, made at the first call.
pub(crate) fn made() -> &'static Files {
    static FILES: OnceLock<Files> = OnceLock::new();
    FILES.get_or_init(|| example_game::generate().unwrap())
}
