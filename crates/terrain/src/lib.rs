//! Land.msh and BuildDat.lst: the ground, its materials, height and ray queries.
