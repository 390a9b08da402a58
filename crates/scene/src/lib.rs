//! Plain data to draw and play: meshes, materials, instances, poses, lights, environment, clock, cameras, ray picking.
