//! Opening a device: which adapter, with which limits, and what happens when it fails later.

use crate::Error;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use wgpu::{Backends, DeviceType, DownlevelFlags, Features, Limits};

/// Longest wait for the device before an [`Error::Timeout`].
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// The largest buffer that is asked for where the adapter has it; `wgpu::Limits::default()` has 256 MiB.
const WANTED_BUFFER_SIZE: u64 = 1 << 30;

/// A graphics interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Backend {
    /// The best there is: Vulkan, Metal or Direct3D 12, else OpenGL.
    #[default]
    Auto,
    /// Vulkan.
    Vulkan,
    /// OpenGL or OpenGL ES.
    Gl,
    /// Metal (macOS).
    Metal,
    /// Direct3D 12 (Windows).
    Dx12,
}

impl Backend {
    fn backends(self) -> Backends {
        match self {
            Self::Auto => Backends::PRIMARY | Backends::GL,
            Self::Vulkan => Backends::VULKAN,
            Self::Gl => Backends::GL,
            Self::Metal => Backends::METAL,
            Self::Dx12 => Backends::DX12,
        }
    }

    fn none_found(self) -> Error {
        let (backend, hint) = match self {
            Self::Auto => (
                "graphics",
                "no driver was found; on Debian and Ubuntu install mesa-vulkan-drivers (Vulkan) or libegl1 and libgl1-mesa-dri (OpenGL)",
            ),
            Self::Vulkan => (
                "Vulkan",
                "no driver was found; on Debian and Ubuntu install mesa-vulkan-drivers, or use the gl backend",
            ),
            Self::Gl => (
                "OpenGL",
                "no driver was found; on Debian and Ubuntu install libegl1 and libgl1-mesa-dri, or use the vulkan backend",
            ),
            Self::Metal => (
                "Metal",
                "this build or system has none; use the auto backend",
            ),
            Self::Dx12 => (
                "Direct3D 12",
                "this build or system has none; use the auto backend",
            ),
        };
        Error::NoAdapter { backend, hint }
    }
}

/// Which device is wanted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GpuRequest {
    /// Graphics interface.
    pub backend: Backend,
    /// Part of the adapter's name, in any case; `None` takes the strongest.
    pub adapter_name: Option<String>,
}

/// The entry to the drivers. A window passes its display handle, which OpenGL needs for presenting.
pub fn instance(
    request: &GpuRequest,
    display: Option<Box<dyn wgpu::wgt::WgpuHasDisplayHandle>>,
) -> wgpu::Instance {
    instance_of(request.backend.backends(), display)
}

fn instance_of(
    backends: Backends,
    display: Option<Box<dyn wgpu::wgt::WgpuHasDisplayHandle>>,
) -> wgpu::Instance {
    let mut descriptor = match display {
        Some(display) => wgpu::InstanceDescriptor::new_with_display_handle(display),
        None => wgpu::InstanceDescriptor::new_without_display_handle(),
    };
    descriptor.backends = backends;
    descriptor.flags = descriptor.flags.with_env();
    wgpu::Instance::new(descriptor)
}

/// An open device and its queue.
#[derive(Debug)]
pub struct Gpu {
    /// The entry to the drivers.
    pub instance: wgpu::Instance,
    /// The adapter the device was opened on.
    pub adapter: wgpu::Adapter,
    /// The device.
    pub device: wgpu::Device,
    /// Its queue.
    pub queue: wgpu::Queue,
    info: wgpu::AdapterInfo,
    limits: Limits,
    lost: Arc<OnceLock<String>>,
    errors: Arc<AtomicU32>,
}

impl Gpu {
    /// Opens a device without any window or display server.
    ///
    /// # Errors
    /// [`Error::NoAdapter`], [`Error::NoSuchAdapter`], [`Error::Unsupported`] or [`Error::Device`].
    pub fn headless(request: &GpuRequest) -> Result<Self, Error> {
        // OpenGL's start-up is slow and talkative: it is only woken where nothing else is there.
        let steps: &[Backends] = match request.backend {
            Backend::Auto => &[Backends::PRIMARY, Backends::GL],
            other => &[other.backends()],
        };
        let mut seen = Vec::new();
        for &backends in steps {
            let instance = instance_of(backends, None);
            let adapters = adapters(&instance, backends);
            seen.extend(adapters.iter().map(|adapter| adapter.get_info().name));
            if let Some(adapter) = strongest(adapters, request) {
                return Self::open(instance, adapter);
            }
        }
        Err(nothing_fits(request, &seen))
    }

    /// Opens a device that can present to a surface of this instance.
    ///
    /// # Errors
    /// As [`Gpu::headless`].
    pub fn with_surface(
        instance: wgpu::Instance,
        surface: &wgpu::Surface<'_>,
        request: &GpuRequest,
    ) -> Result<Self, Error> {
        let mut adapters = adapters(&instance, request.backend.backends());
        adapters.retain(|adapter| adapter.is_surface_supported(surface));
        let seen: Vec<_> = adapters.iter().map(|a| a.get_info().name).collect();
        match strongest(adapters, request) {
            Some(adapter) => Self::open(instance, adapter),
            None => Err(nothing_fits(request, &seen)),
        }
    }

    fn open(instance: wgpu::Instance, adapter: wgpu::Adapter) -> Result<Self, Error> {
        let info = adapter.get_info();
        let limits = limits(&adapter, &info)?;
        let wanted = Features::TIMESTAMP_QUERY | Features::POLYGON_MODE_LINE;
        let (device, queue) = pollster::block_on(adapter.request_device(&wgpu::DeviceDescriptor {
            label: Some("overfly"),
            required_features: adapter.features() & wanted,
            required_limits: limits.clone(),
            ..Default::default()
        }))
        .map_err(|error| Error::Device(error.to_string()))?;

        let errors = Arc::new(AtomicU32::new(0));
        let counter = Arc::clone(&errors);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            counter.fetch_add(1, Ordering::Relaxed);
            tracing::error!(%error, "the graphics device reports an error");
        }));
        let lost = Arc::new(OnceLock::new());
        let note = Arc::clone(&lost);
        device.set_device_lost_callback(move |reason, message| {
            if reason != wgpu::DeviceLostReason::Destroyed {
                tracing::error!(?reason, message, "the graphics device was lost");
            }
            let _ = note.set(format!("{reason:?} {message}"));
        });
        tracing::info!(adapter = info.name, backend = %info.backend, driver = info.driver_info, "device opened");
        Ok(Self {
            instance,
            adapter,
            device,
            queue,
            info,
            limits,
            lost,
            errors,
        })
    }

    /// What the adapter is.
    pub fn info(&self) -> &wgpu::AdapterInfo {
        &self.info
    }

    /// What the device was opened with.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether the CPU does the drawing. Such devices get no anisotropic filtering: some of them hang in it.
    pub fn is_software(&self) -> bool {
        self.info.device_type == DeviceType::Cpu
    }

    /// Errors that the device reported outside any scope since it was opened; each was logged.
    pub fn uncaptured_errors(&self) -> u32 {
        self.errors.load(Ordering::Relaxed)
    }

    /// # Errors
    /// [`Error::Lost`] once the device is gone.
    pub fn check_alive(&self) -> Result<(), Error> {
        match self.lost.get() {
            Some(why) => Err(Error::Lost(why.clone())),
            None => Ok(()),
        }
    }

    /// Waits for a submission, but not for ever.
    pub(crate) fn wait_for(
        &self,
        submission: wgpu::SubmissionIndex,
        what: &'static str,
    ) -> Result<(), Error> {
        let wait = wgpu::PollType::Wait {
            submission_index: Some(submission),
            timeout: Some(PATIENCE),
        };
        match self.device.poll(wait) {
            Ok(_) => self.check_alive(),
            Err(wgpu::PollError::Timeout) => Err(Error::Timeout {
                what,
                seconds: PATIENCE.as_secs(),
            }),
            Err(error) => Err(Error::Device(error.to_string())),
        }
    }

    /// Checks a buffer's size before the device would refuse it.
    pub(crate) fn check_buffer(
        &self,
        what: &'static str,
        size: u64,
        usage: wgpu::BufferUsages,
    ) -> Result<(), Error> {
        let limit = if usage.contains(wgpu::BufferUsages::STORAGE) {
            self.limits
                .max_buffer_size
                .min(self.limits.max_storage_buffer_binding_size)
        } else {
            self.limits.max_buffer_size
        };
        if size > limit {
            return Err(Error::TooLarge { what, size, limit });
        }
        Ok(())
    }

    /// A buffer with contents; at least one element long, so that it can always be bound.
    pub(crate) fn buffer(
        &self,
        what: &'static str,
        usage: wgpu::BufferUsages,
        contents: &[u8],
        least: u64,
    ) -> Result<wgpu::Buffer, Error> {
        let size = (contents.len() as u64).max(least).next_multiple_of(4);
        self.check_buffer(what, size, usage)?;
        let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
            label: Some(what),
            size,
            usage: usage | wgpu::BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        if !contents.is_empty() {
            self.queue.write_buffer(&buffer, 0, contents);
        }
        Ok(buffer)
    }
}

fn adapters(instance: &wgpu::Instance, backends: Backends) -> Vec<wgpu::Adapter> {
    pollster::block_on(instance.enumerate_adapters(backends))
}

/// Hardware before software, and the modern interfaces before OpenGL.
fn strongest(adapters: Vec<wgpu::Adapter>, request: &GpuRequest) -> Option<wgpu::Adapter> {
    let wanted = request.adapter_name.as_deref().map(str::to_lowercase);
    adapters
        .into_iter()
        .filter(|adapter| match &wanted {
            Some(wanted) => adapter.get_info().name.to_lowercase().contains(wanted),
            None => true,
        })
        .min_by_key(|adapter| {
            let info = adapter.get_info();
            let kind = match info.device_type {
                DeviceType::DiscreteGpu => 0,
                DeviceType::IntegratedGpu => 1,
                DeviceType::VirtualGpu => 2,
                DeviceType::Other => 3,
                DeviceType::Cpu => 4,
            };
            (kind, info.backend == wgpu::Backend::Gl)
        })
}

fn nothing_fits(request: &GpuRequest, seen: &[String]) -> Error {
    match &request.adapter_name {
        Some(wanted) if !seen.is_empty() => Error::NoSuchAdapter {
            wanted: wanted.clone(),
            available: seen.join(", "),
        },
        _ => request.backend.none_found(),
    }
}

/// The limits to open the device with: the defaults, or those of older OpenGL, with room for large buffers.
fn limits(adapter: &wgpu::Adapter, info: &wgpu::AdapterInfo) -> Result<Limits, Error> {
    let lacks = |missing: &str| Error::Unsupported {
        adapter: info.name.clone(),
        missing: missing.to_owned(),
    };
    let flags = adapter.get_downlevel_capabilities().flags;
    if !flags.contains(DownlevelFlags::VERTEX_STORAGE) {
        return Err(lacks("storage buffers in vertex shaders"));
    }
    let supported = adapter.limits();
    let mut limits = [Limits::default(), Limits::downlevel_defaults()]
        .into_iter()
        .find(|limits| limits.check_limits(&supported))
        .ok_or_else(|| lacks("the least limits of WebGPU"))?;
    limits.max_buffer_size = supported
        .max_buffer_size
        .min(WANTED_BUFFER_SIZE)
        .max(limits.max_buffer_size);
    Ok(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_package_to_install() {
        let message = Backend::Vulkan.none_found().to_string();
        assert!(message.contains("mesa-vulkan-drivers"), "{message}");
        assert!(!message.contains('\n'));
        let request = GpuRequest {
            backend: Backend::Auto,
            adapter_name: Some("Voodoo".into()),
        };
        assert_eq!(
            nothing_fits(&request, &["llvmpipe".into()]).to_string(),
            "no adapter is called like 'Voodoo'; there is llvmpipe"
        );
        assert!(matches!(
            nothing_fits(&request, &[]),
            Error::NoAdapter { .. }
        ));
    }
}
