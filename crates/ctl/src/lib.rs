//! CTLD control data, control points (CPT), damage records (NDP) and pose times.
