//! Times of passes on the GPU.

use crate::{Error, Gpu};
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

/// Most passes of a frame.
pub(crate) const MAX_PASSES: usize = 5;
/// A begin and an end for each pass.
const QUERIES: u32 = 2 * MAX_PASSES as u32;
const BYTES: u64 = QUERIES as u64 * wgpu::QUERY_SIZE as u64;
/// Frames that can be under way before times of one are skipped.
const IN_FLIGHT: usize = 3;

/// Reads clocks at the borders of passes and brings them back without waiting.
#[derive(Debug)]
pub(crate) struct GpuTimer {
    queries: wgpu::QuerySet,
    resolved: wgpu::Buffer,
    slots: [Slot; IN_FLIGHT],
    /// The slot that the frame being recorded uses.
    current: Option<usize>,
    milliseconds_per_tick: f64,
}

/// Times of one frame, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(crate) struct GpuTimes {
    /// By the number of the pass.
    pub(crate) passes: [Option<f64>; MAX_PASSES],
    /// From the begin of the first to the end of the last.
    pub(crate) total: Option<f64>,
}

const IDLE: u8 = 0;
const PENDING: u8 = 1;
const READY: u8 = 2;

/// A place for the clocks of one frame until the CPU has read them.
#[derive(Debug)]
struct Slot {
    buffer: wgpu::Buffer,
    state: Arc<AtomicU8>,
    /// Which passes the frame had, in order.
    passes: [usize; MAX_PASSES],
    used: usize,
}

impl GpuTimer {
    /// `None` where the device has no clock.
    pub(crate) fn new(gpu: &Gpu) -> Option<Self> {
        if !gpu
            .device
            .features()
            .contains(wgpu::Features::TIMESTAMP_QUERY)
        {
            return None;
        }
        let buffer = |label, usage| {
            gpu.device.create_buffer(&wgpu::BufferDescriptor {
                label: Some(label),
                size: BYTES,
                usage,
                mapped_at_creation: false,
            })
        };
        let slot = || Slot {
            buffer: buffer(
                "timestamps read back",
                wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
            ),
            state: Arc::new(AtomicU8::new(IDLE)),
            passes: [0; MAX_PASSES],
            used: 0,
        };
        Some(Self {
            queries: gpu.device.create_query_set(&wgpu::QuerySetDescriptor {
                label: Some("timestamps"),
                ty: wgpu::QueryType::Timestamp,
                count: QUERIES,
            }),
            resolved: buffer(
                "timestamps",
                wgpu::BufferUsages::QUERY_RESOLVE | wgpu::BufferUsages::COPY_SRC,
            ),
            slots: std::array::from_fn(|_| slot()),
            current: None,
            milliseconds_per_tick: f64::from(gpu.queue.get_timestamp_period()) * 1e-6,
        })
    }

    /// Starts a frame; it goes without times if all slots are still under way.
    pub(crate) fn begin(&mut self) {
        self.current = self
            .slots
            .iter()
            .position(|slot| slot.state.load(Ordering::Acquire) == IDLE);
        if let Some(slot) = self.current.and_then(|index| self.slots.get_mut(index)) {
            slot.used = 0;
        }
    }

    /// What a pass must write, by its number.
    pub(crate) fn writes(&mut self, pass: usize) -> Option<wgpu::RenderPassTimestampWrites<'_>> {
        let slot = self.slots.get_mut(self.current?)?;
        *slot.passes.get_mut(slot.used)? = pass;
        let begin = 2 * slot.used as u32;
        slot.used += 1;
        Some(wgpu::RenderPassTimestampWrites {
            query_set: &self.queries,
            beginning_of_pass_write_index: Some(begin),
            end_of_pass_write_index: Some(begin + 1),
        })
    }

    /// Ends the recording of a frame.
    pub(crate) fn resolve(&self, encoder: &mut wgpu::CommandEncoder) {
        let Some(slot) = self.current.and_then(|index| self.slots.get(index)) else {
            return;
        };
        // Only what was written may be resolved.
        let written = 2 * slot.used as u32;
        if written > 0 {
            encoder.resolve_query_set(&self.queries, 0..written, &self.resolved, 0);
            encoder.copy_buffer_to_buffer(&self.resolved, 0, &slot.buffer, 0, BYTES);
        }
    }

    /// Asks for the times of the frame that was just submitted.
    pub(crate) fn submitted(&mut self) {
        let Some(slot) = self.current.take().and_then(|index| self.slots.get(index)) else {
            return;
        };
        slot.state.store(PENDING, Ordering::Release);
        let state = Arc::clone(&slot.state);
        slot.buffer
            .map_async(wgpu::MapMode::Read, .., move |result| {
                state.store(if result.is_ok() { READY } else { IDLE }, Ordering::Release);
            });
    }

    /// The times that have arrived, if any did.
    pub(crate) fn arrived(&self) -> Result<Option<GpuTimes>, Error> {
        let mut times = None;
        for slot in &self.slots {
            if slot.state.load(Ordering::Acquire) == READY {
                times = Some(slot.read(self.milliseconds_per_tick)?);
                slot.buffer.unmap();
                slot.state.store(IDLE, Ordering::Release);
            }
        }
        Ok(times)
    }
}

impl Slot {
    fn read(&self, milliseconds_per_tick: f64) -> Result<GpuTimes, Error> {
        let mapped = self
            .buffer
            .get_mapped_range(..)
            .map_err(|error| Error::ReadBack {
                what: "times",
                message: error.to_string(),
            })?;
        let ticks: Vec<u64> = mapped
            .chunks_exact(wgpu::QUERY_SIZE as usize)
            .map(bytemuck::pod_read_unaligned)
            .collect();
        let span = |from: u64, to: u64| to.saturating_sub(from) as f64 * milliseconds_per_tick;
        let mut times = GpuTimes::default();
        let mut whole: Option<(u64, u64)> = None;
        let passes = self.passes.iter().take(self.used);
        for (pair, &pass) in ticks.chunks_exact(2).zip(passes) {
            let &[begin, end] = pair else { continue };
            if let Some(time) = times.passes.get_mut(pass) {
                *time = Some(span(begin, end));
            }
            let (first, last) = whole.unwrap_or((begin, end));
            whole = Some((first.min(begin), last.max(end)));
        }
        times.total = whole.map(|(first, last)| span(first, last));
        Ok(times)
    }
}
