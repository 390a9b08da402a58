//! WEAR tables and MAT0 materials.
