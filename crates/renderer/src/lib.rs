//! Draws a scene with wgpu into any texture view.
