use crate::{Error, Gpu};
use std::sync::mpsc;

/// Rows of a buffer that a texture is copied to start at multiples of this.
const ROW_ALIGNMENT: u32 = wgpu::COPY_BYTES_PER_ROW_ALIGNMENT;

/// A texture to draw into where there is no window.
#[derive(Debug)]
pub struct OffscreenTarget {
    texture: wgpu::Texture,
    view: wgpu::TextureView,
}

impl OffscreenTarget {
    /// Its format: stored display values, never encoded or decoded.
    pub const FORMAT: wgpu::TextureFormat = wgpu::TextureFormat::Rgba8Unorm;

    /// A target of this size in pixels; sizes below 1 count as 1.
    ///
    /// # Errors
    /// [`Error::TooLarge`] beyond the device's largest texture.
    pub fn new(gpu: &Gpu, width: u32, height: u32) -> Result<Self, Error> {
        Self::with_format(gpu, width, height, Self::FORMAT)
    }

    /// A target of another 4-byte colour format, for tests of presenting.
    ///
    /// # Errors
    /// [`Error::TooLarge`] beyond the device's largest texture.
    pub fn with_format(
        gpu: &Gpu,
        width: u32,
        height: u32,
        format: wgpu::TextureFormat,
    ) -> Result<Self, Error> {
        let limit = gpu.limits().max_texture_dimension_2d;
        if width.max(height) > limit {
            return Err(Error::TooLarge {
                what: "picture size in pixels",
                size: width.max(height).into(),
                limit: limit.into(),
            });
        }
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some("offscreen target"),
            size: wgpu::Extent3d {
                width: width.max(1),
                height: height.max(1),
                depth_or_array_layers: 1,
            },
            mip_level_count: 1,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format,
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT | wgpu::TextureUsages::COPY_SRC,
            view_formats: &[],
        });
        let view = texture.create_view(&wgpu::TextureViewDescriptor::default());
        Ok(Self { texture, view })
    }

    /// What to draw into.
    pub fn view(&self) -> &wgpu::TextureView {
        &self.view
    }

    /// Width and height in pixels.
    pub fn size(&self) -> (u32, u32) {
        (self.texture.width(), self.texture.height())
    }

    /// The stored bytes: RGBA rows from the top, without padding. Waits for the GPU.
    ///
    /// # Errors
    /// [`Error::Timeout`], [`Error::Lost`], [`Error::TooLarge`] or [`Error::ReadBack`].
    pub fn read_rgba(&self, gpu: &Gpu) -> Result<Vec<u8>, Error> {
        let what = "the picture";
        gpu.check_alive()?;
        let row = self.texture.width() * 4;
        let padded = row.next_multiple_of(ROW_ALIGNMENT);
        let size = u64::from(padded) * u64::from(self.texture.height());
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        gpu.check_buffer(what, size, usage)?;
        let buffer = gpu.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some("read back"),
            size,
            usage,
            mapped_at_creation: false,
        });
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        encoder.copy_texture_to_buffer(
            self.texture.as_image_copy(),
            wgpu::TexelCopyBufferInfo {
                buffer: &buffer,
                layout: wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(padded),
                    rows_per_image: None,
                },
            },
            self.texture.size(),
        );
        let submission = gpu.queue.submit([encoder.finish()]);
        let (sender, receiver) = mpsc::channel();
        buffer.map_async(wgpu::MapMode::Read, .., move |result| {
            let _ = sender.send(result);
        });
        gpu.wait_for(submission, what)?;
        let failed = |message: String| Error::ReadBack { what, message };
        match receiver.try_recv() {
            Ok(Ok(())) => {}
            Ok(Err(error)) => return Err(failed(error.to_string())),
            Err(_) => return Err(failed("the device gave no answer".into())),
        }
        let mapped = buffer
            .get_mapped_range(..)
            .map_err(|error| failed(error.to_string()))?;
        let mut rgba = Vec::with_capacity((row as usize) * self.texture.height() as usize);
        for line in mapped.chunks_exact(padded as usize) {
            rgba.extend(line.iter().take(row as usize));
        }
        Ok(rgba)
    }
}
