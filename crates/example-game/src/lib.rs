//! Writes the example game folder with the format crates' own writers.
