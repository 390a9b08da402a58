use crate::{Error, Gpu};
use bytemuck::Pod;

/// Bytes that are compared and sent as one.
const CHUNK: usize = 2048;

/// A buffer on the GPU that follows a slice on the CPU and is sent only what changed.
#[derive(Debug)]
pub(crate) struct Mirror<T> {
    what: &'static str,
    usage: wgpu::BufferUsages,
    buffer: wgpu::Buffer,
    /// What the buffer holds; never shrinks.
    copy: Vec<T>,
}

/// What an update did.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Update {
    /// Bytes sent.
    pub(crate) bytes: u64,
    /// Whether the buffer is another one now, so that bind groups of the old one are stale.
    pub(crate) moved: bool,
}

impl<T: Pod> Mirror<T> {
    pub(crate) fn new(
        gpu: &Gpu,
        what: &'static str,
        usage: wgpu::BufferUsages,
        data: &[T],
    ) -> Result<Self, Error> {
        Ok(Self {
            what,
            usage,
            buffer: gpu.buffer(
                what,
                usage,
                bytemuck::cast_slice(data),
                size_of::<T>() as u64,
            )?,
            copy: data.to_vec(),
        })
    }

    pub(crate) fn buffer(&self) -> &wgpu::Buffer {
        &self.buffer
    }

    /// Makes the buffer hold `data`. What lies behind a shorter slice stays.
    pub(crate) fn update(&mut self, gpu: &Gpu, data: &[T]) -> Result<Update, Error> {
        let new: &[u8] = bytemuck::cast_slice(data);
        if new.len() as u64 > self.buffer.size() {
            // Room to grow, unless that alone would be too much.
            let least = new.len() as u64 + new.len() as u64 / 2;
            let roomy = gpu.buffer(self.what, self.usage, new, least);
            self.buffer = match roomy {
                Ok(buffer) => buffer,
                Err(_) => gpu.buffer(self.what, self.usage, new, 0)?,
            };
            self.copy.clear();
            self.copy.extend_from_slice(data);
            return Ok(Update {
                bytes: new.len() as u64,
                moved: true,
            });
        }
        if self.copy.len() < data.len() {
            // New buffers are all zeros, and so is what the copy grows by.
            self.copy.resize(data.len(), T::zeroed());
        }
        let old: &mut [u8] = bytemuck::cast_slice_mut(&mut self.copy);
        let mut bytes = 0;
        let mut changed = 0..0;
        let mut at = 0;
        let (old, _) = old.split_at_mut(new.len());
        for (old, new_chunk) in old.chunks_mut(CHUNK).zip(new.chunks(CHUNK)) {
            let end = at + new_chunk.len();
            if old != new_chunk {
                old.copy_from_slice(new_chunk);
                if changed.end != at {
                    bytes += send(gpu, &self.buffer, new, changed);
                    changed = at..at;
                }
                changed.end = end;
            }
            at = end;
        }
        bytes += send(gpu, &self.buffer, new, changed);
        Ok(Update {
            bytes,
            moved: false,
        })
    }
}

fn send(gpu: &Gpu, buffer: &wgpu::Buffer, data: &[u8], range: std::ops::Range<usize>) -> u64 {
    let offset = range.start as u64;
    match data.get(range) {
        Some(changed) if !changed.is_empty() => {
            gpu.queue.write_buffer(buffer, offset, changed);
            changed.len() as u64
        }
        _ => 0,
    }
}
