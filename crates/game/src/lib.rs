//! A game folder: case-blind paths, memory-mapped archives, which library holds what.
