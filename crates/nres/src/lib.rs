//! The NRes container: read zero-copy, write, edit losslessly.
