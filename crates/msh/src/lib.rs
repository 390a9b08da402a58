//! MSH models: streams, nodes, slots, batches, animation and poses.
