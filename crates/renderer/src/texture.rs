//! Textures of a scene on the GPU, with their mip levels.

use crate::{Error, Gpu};
use scene::{Scene, Texture, TextureId};
use std::borrow::Cow;

/// Bytes of one texel.
const TEXEL: usize = 4;

/// The textures of a scene, each with the bind group that makes it the diffuse texture of a draw.
#[derive(Debug)]
pub(crate) struct Textures {
    views: Vec<wgpu::TextureView>,
    groups: Vec<wgpu::BindGroup>,
    /// Slot of the white texture; the checker follows it.
    white: u32,
    /// Bytes of all levels.
    pub(crate) bytes: u64,
}

impl Textures {
    /// Uploads all textures; what cannot be a texture becomes a checker.
    pub(crate) fn upload(
        gpu: &Gpu,
        scene: &Scene,
        layout: &wgpu::BindGroupLayout,
        sampler: &wgpu::Sampler,
        generate_mips: bool,
    ) -> Result<Self, Error> {
        let limit = gpu.limits().max_texture_dimension_2d;
        let mut textures = Self {
            views: Vec::with_capacity(scene.textures.len() + 2),
            groups: Vec::with_capacity(scene.textures.len() + 2),
            white: scene.textures.len() as u32,
            bytes: 0,
        };
        let extra = [solid_white(), checker()];
        let all = scene.textures.iter().map(AsRef::as_ref).chain(&extra);
        for texture in all {
            let prepared = Levels::of(texture, limit, generate_mips);
            if prepared.is_none() {
                tracing::warn!(
                    texture = texture.name,
                    "not a usable image, drawn as a checker"
                );
            }
            let fallback = checker();
            let levels = match prepared {
                Some(levels) => levels,
                None => match Levels::of(&fallback, limit, true) {
                    Some(levels) => levels,
                    None => {
                        return Err(Error::TooLarge {
                            what: "placeholder texture",
                            size: fallback.width.into(),
                            limit: limit.into(),
                        });
                    }
                },
            };
            textures.bytes += levels.bytes();
            let view = levels.upload(gpu, &texture.name);
            textures
                .groups
                .push(gpu.device.create_bind_group(&wgpu::BindGroupDescriptor {
                    label: Some(&texture.name),
                    layout,
                    entries: &[
                        wgpu::BindGroupEntry {
                            binding: 0,
                            resource: wgpu::BindingResource::TextureView(&view),
                        },
                        wgpu::BindGroupEntry {
                            binding: 1,
                            resource: wgpu::BindingResource::Sampler(sampler),
                        },
                    ],
                }));
            textures.views.push(view);
        }
        Ok(textures)
    }

    /// The slot that stands for a texture: white for none, a checker for one that does not exist.
    pub(crate) fn slot(&self, texture: Option<TextureId>) -> u32 {
        slot(self.white, texture)
    }

    /// Number of textures of the scene.
    pub(crate) fn count(&self) -> u32 {
        self.white
    }

    pub(crate) fn view(&self, slot: u32) -> Option<&wgpu::TextureView> {
        self.views.get(slot as usize)
    }

    pub(crate) fn group(&self, slot: u32) -> Option<&wgpu::BindGroup> {
        self.groups.get(slot as usize)
    }
}

/// The slot of a texture among `count` textures, which white and the checker follow.
pub(crate) fn slot(count: u32, texture: Option<TextureId>) -> u32 {
    match texture {
        None => count,
        Some(id) if id < count => id,
        Some(_) => count.saturating_add(1),
    }
}

/// The sampler of diffuse textures and of the ground: repeating and trilinear.
pub(crate) fn repeating_sampler(gpu: &Gpu, anisotropy: u16) -> wgpu::Sampler {
    let flags = gpu.adapter.get_downlevel_capabilities().flags;
    let anisotropic =
        !gpu.is_software() && flags.contains(wgpu::DownlevelFlags::ANISOTROPIC_FILTERING);
    gpu.device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("repeating"),
        address_mode_u: wgpu::AddressMode::Repeat,
        address_mode_v: wgpu::AddressMode::Repeat,
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        mipmap_filter: wgpu::MipmapFilterMode::Linear,
        anisotropy_clamp: if anisotropic {
            anisotropy.clamp(1, 16)
        } else {
            1
        },
        ..Default::default()
    })
}

/// The sampler of lightmaps: clamped, one level.
pub(crate) fn lightmap_sampler(gpu: &Gpu) -> wgpu::Sampler {
    gpu.device.create_sampler(&wgpu::SamplerDescriptor {
        label: Some("lightmap"),
        mag_filter: wgpu::FilterMode::Linear,
        min_filter: wgpu::FilterMode::Linear,
        lod_max_clamp: 0.0,
        ..Default::default()
    })
}

/// The levels that are uploaded.
struct Levels<'a> {
    width: u32,
    height: u32,
    levels: Vec<Cow<'a, [u8]>>,
}

impl<'a> Levels<'a> {
    /// The valid levels of a texture, completed and cut to the device's limit; `None` without a valid level 0.
    fn of(texture: &'a Texture, limit: u32, generate: bool) -> Option<Self> {
        let (mut width, mut height) = (texture.width, texture.height);
        if width == 0 || height == 0 {
            return None;
        }
        let mut levels: Vec<Cow<'a, [u8]>> = (0_u32..)
            .zip(&texture.levels)
            .take(full_chain(width, height))
            .take_while(|(number, level)| {
                let (width, height) = texture.level_size(*number);
                level_bytes(width, height) == Some(level.len())
            })
            .map(|(_, level)| Cow::Borrowed(level.as_slice()))
            .collect();
        if levels.is_empty() {
            return None;
        }
        let too_large = width.max(height) > limit;
        if levels.len() == 1 && (generate || too_large) {
            complete(&mut levels, width, height);
        }
        while width.max(height) > limit {
            if levels.len() <= 1 {
                return None;
            }
            levels.remove(0);
            (width, height) = halved(width, height);
        }
        Some(Self {
            width,
            height,
            levels,
        })
    }

    fn bytes(&self) -> u64 {
        self.levels.iter().map(|level| level.len() as u64).sum()
    }

    fn upload(&self, gpu: &Gpu, name: &str) -> wgpu::TextureView {
        let texture = gpu.device.create_texture(&wgpu::TextureDescriptor {
            label: Some(name),
            size: wgpu::Extent3d {
                width: self.width,
                height: self.height,
                depth_or_array_layers: 1,
            },
            mip_level_count: self.levels.len() as u32,
            sample_count: 1,
            dimension: wgpu::TextureDimension::D2,
            format: wgpu::TextureFormat::Rgba8Unorm,
            usage: wgpu::TextureUsages::TEXTURE_BINDING | wgpu::TextureUsages::COPY_DST,
            view_formats: &[],
        });
        let (mut width, mut height) = (self.width, self.height);
        for (number, level) in (0..).zip(&self.levels) {
            gpu.queue.write_texture(
                wgpu::TexelCopyTextureInfo {
                    texture: &texture,
                    mip_level: number,
                    origin: wgpu::Origin3d::ZERO,
                    aspect: wgpu::TextureAspect::All,
                },
                level,
                wgpu::TexelCopyBufferLayout {
                    offset: 0,
                    bytes_per_row: Some(width * TEXEL as u32),
                    rows_per_image: None,
                },
                wgpu::Extent3d {
                    width,
                    height,
                    depth_or_array_layers: 1,
                },
            );
            (width, height) = halved(width, height);
        }
        texture.create_view(&wgpu::TextureViewDescriptor::default())
    }
}

/// Number of levels down to 1×1.
fn full_chain(width: u32, height: u32) -> usize {
    width.max(height).checked_ilog2().unwrap_or(0) as usize + 1
}

fn level_bytes(width: u32, height: u32) -> Option<usize> {
    (width as usize)
        .checked_mul(height as usize)?
        .checked_mul(TEXEL)
}

fn halved(width: u32, height: u32) -> (u32, u32) {
    ((width / 2).max(1), (height / 2).max(1))
}

/// Adds the missing levels down to 1×1, box-filtered over the stored values.
fn complete(levels: &mut Vec<Cow<'_, [u8]>>, mut width: u32, mut height: u32) {
    while width.max(height) > 1 {
        let Some(above) = levels.last() else {
            return;
        };
        let below = box_filtered(above, width as usize, height as usize);
        levels.push(Cow::Owned(below));
        (width, height) = halved(width, height);
    }
}

/// The next level: each texel is the rounded mean of the (up to) four above it.
fn box_filtered(above: &[u8], width: usize, height: usize) -> Vec<u8> {
    let (below_width, below_height) = ((width / 2).max(1), (height / 2).max(1));
    let mut below = Vec::with_capacity(below_width * below_height * TEXEL);
    let row_bytes = width * TEXEL;
    for y in 0..below_height {
        let row = |y: usize| {
            let start = y.min(height - 1) * row_bytes;
            above.get(start..start + row_bytes).unwrap_or_default()
        };
        let (upper, lower) = (row(2 * y), row(2 * y + 1));
        for x in 0..below_width {
            let left = (2 * x).min(width - 1) * TEXEL;
            let right = (2 * x + 1).min(width - 1) * TEXEL;
            for channel in 0..TEXEL {
                let at = |row: &[u8], x: usize| row.get(x + channel).copied().map_or(0, u16::from);
                let sum = at(upper, left) + at(upper, right) + at(lower, left) + at(lower, right);
                below.push(((sum + 2) / 4) as u8);
            }
        }
    }
    below
}

fn solid_white() -> Texture {
    Texture {
        name: "white".into(),
        width: 1,
        height: 1,
        levels: vec![vec![255; TEXEL]],
        silhouette: false,
    }
}

/// What stands for a texture that is missing or broken: a magenta and black checker.
fn checker() -> Texture {
    let texels = (0..64).flat_map(|i| {
        if (i % 8 / 4 + i / 32) % 2 == 0 {
            [255, 0, 255, 255]
        } else {
            [0, 0, 0, 255]
        }
    });
    Texture {
        name: "missing".into(),
        width: 8,
        height: 8,
        levels: vec![texels.collect()],
        silhouette: false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texture(width: u32, height: u32, levels: Vec<Vec<u8>>) -> Texture {
        Texture {
            name: "t".into(),
            width,
            height,
            levels,
            silhouette: false,
        }
    }

    #[test]
    fn a_single_level_is_completed_by_means_of_stored_values() {
        let level = vec![
            10, 0, 0, 255, 20, 0, 0, 255, //
            30, 0, 0, 255, 41, 0, 0, 255,
        ];
        let t = texture(2, 2, vec![level]);
        let levels = Levels::of(&t, 64, true).unwrap();
        assert_eq!(levels.levels.len(), 2);
        assert_eq!(&levels.levels[1][..], [25, 0, 0, 255]);
        let own = Levels::of(&t, 64, false).unwrap();
        assert_eq!(own.levels.len(), 1);
    }

    #[test]
    fn odd_and_flat_sizes_end_at_one_texel() {
        for (width, height) in [(5, 3), (1, 7), (16, 1), (1, 1)] {
            let t = texture(width, height, vec![vec![9; (width * height * 4) as usize]]);
            let levels = Levels::of(&t, 64, true).unwrap();
            assert_eq!(levels.levels.len(), full_chain(width, height));
            assert_eq!(&levels.levels.last().unwrap()[..], [9; 4]);
        }
    }

    #[test]
    fn the_files_own_levels_are_kept() {
        let t = texture(4, 4, vec![vec![1; 64], vec![2; 16]]);
        let levels = Levels::of(&t, 64, true).unwrap();
        assert_eq!(levels.levels.len(), 2);
        let short = texture(4, 4, vec![vec![1; 64], vec![2; 15], vec![3; 4]]);
        assert_eq!(Levels::of(&short, 64, false).unwrap().levels.len(), 1);
    }

    #[test]
    fn what_is_too_large_is_skipped_to_a_lower_level() {
        let t = texture(8, 4, vec![vec![7; 128]]);
        let levels = Levels::of(&t, 4, false).unwrap();
        assert_eq!((levels.width, levels.height), (4, 2));
        let own = texture(8, 4, vec![vec![7; 128], vec![8; 32]]);
        assert_eq!(&Levels::of(&own, 4, false).unwrap().levels[0][..4], [8; 4]);
        assert!(Levels::of(&own, 2, false).is_none());
    }

    #[test]
    fn what_is_no_image_is_none() {
        assert!(Levels::of(&texture(0, 4, vec![vec![]]), 64, true).is_none());
        assert!(Levels::of(&texture(4, 4, vec![vec![0; 63]]), 64, true).is_none());
        assert!(Levels::of(&texture(4, 4, vec![]), 64, true).is_none());
        assert!(Levels::of(&texture(u32::MAX, u32::MAX, vec![vec![0; 4]]), 64, true).is_none());
    }

    #[test]
    fn slots() {
        assert_eq!(slot(5, Some(4)), 4);
        assert_eq!(slot(5, None), 5);
        assert_eq!(slot(5, Some(5)), 6);
        assert_eq!(slot(0, Some(u32::MAX - 1)), 1);
    }
}
