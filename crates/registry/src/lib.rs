//! objects.rlb prototypes and unit .dat schemes.
