//! sky.ske day cycles and sky.wea tables.
