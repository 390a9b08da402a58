//! Materials and images by name: fallbacks, decoding, what stands in (spec page: materials, sections 4 and 6).

use crate::assembly::entry_place;
use crate::library::{Image, Index, Material, warning_at};
use crate::problem::{Place, Problem, Severity};
use crate::progress::{Cancelled, Progress, Stage};
use game::OpenArchive;
use material::Found;
use rayon::prelude::*;
use std::collections::HashMap;
use texm::{RgbaLevel, Texm};

/// Materials and images by name, each read once.
pub(crate) struct Surfaces<'a> {
    materials: Option<&'a OpenArchive>,
    textures: Option<&'a OpenArchive>,
    lightmaps: Option<&'a OpenArchive>,
    material_of: HashMap<Vec<u8>, Index>,
    image_of: HashMap<ImageKey, Index>,
    found: Vec<Material>,
    wanted_images: Vec<WantedImage>,
    problems: Vec<Problem>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct ImageKey {
    library: Library,
    name: Vec<u8>,
    opaque: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Library {
    Textures,
    Lightmaps,
}

struct WantedImage {
    place: Place,
    entry: Option<usize>,
    key: ImageKey,
}

impl<'a> Surfaces<'a> {
    pub(crate) fn new(
        materials: Option<&'a OpenArchive>,
        textures: Option<&'a OpenArchive>,
        lightmaps: Option<&'a OpenArchive>,
    ) -> Self {
        Self {
            materials,
            textures,
            lightmaps,
            material_of: HashMap::new(),
            image_of: HashMap::new(),
            found: Vec::new(),
            wanted_images: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// The material of a name; `None` asks for the default one. `asked_by` is where the name stands.
    pub(crate) fn material(&mut self, name: Option<&[u8]>, asked_by: &Place) -> Index {
        // No name has a NUL, so this key is the default material's own.
        let key = name.map_or_else(|| vec![0], wire::fold);
        if let Some(&index) = self.material_of.get(&key) {
            return index;
        }
        let library = self.materials;
        let is_material = |entry: usize| {
            let entries = library.map(|l| l.entries());
            let entry = entries.and_then(|entries| entries.get(entry));
            entry.is_some_and(|entry| entry.type_id == nres::tags::MAT0)
        };
        let resolution = material::resolve(
            name,
            |name| library?.find(name).filter(|&entry| is_material(entry)),
            Some(0).filter(|&entry| is_material(entry)),
        );
        if let Some(warning) = &resolution.warning {
            let effect = "the default material";
            let (code, message) = (warning.code(), warning.to_string());
            let problem = Problem::at(Severity::Warning, code, asked_by, message, effect);
            self.problems.push(problem);
        }
        let read = resolution
            .entry
            .and_then(|entry| self.read_material(library?, entry));
        let (found, place, record) = match read {
            Some((place, record)) => (resolution.found, Some(place), record),
            None => (Found::BuiltIn, None, material::Material::built_in()),
        };
        let images = self.phase_images(&record, place.as_ref());
        let index = self.found.len();
        self.found.push(Material {
            name: name.map(wire::decode_cp1251).unwrap_or_default(),
            found,
            place,
            record,
            images,
        });
        self.material_of.insert(key, index);
        index
    }

    fn read_material(
        &mut self,
        library: &OpenArchive,
        entry: usize,
    ) -> Option<(Place, material::Material)> {
        let place = entry_place(library, entry);
        let effect = "the built-in material";
        let record = library.entries().get(entry)?;
        let payload = match library.payload(entry) {
            Ok(payload) => payload,
            Err(error) => {
                let code = "ENTRY_UNREADABLE";
                let problem = Problem::malformed(Severity::Error, code, &place, &error, effect);
                self.problems.push(problem);
                return None;
            }
        };
        match material::Material::parse(payload, record.attr1, record.attr2) {
            Ok((material, warnings)) => {
                let problems = warnings.iter().filter_map(|w| warning_at(&place, w));
                self.problems.extend(problems);
                (!material.phases.is_empty()).then_some((place, material))
            }
            Err(error) => {
                let code = error.kind.code();
                let problem = Problem::malformed(Severity::Error, code, &place, &error.at, effect);
                self.problems.push(problem);
                None
            }
        }
    }

    fn phase_images(
        &mut self,
        record: &material::Material,
        place: Option<&Place>,
    ) -> Vec<Option<Index>> {
        let opaque = record.flags.blend_mode() != material::BlendMode::Opaque
            && !record.flags.uses_texture_alpha();
        record
            .phases
            .iter()
            .map(|phase| {
                let name = phase.texture.bytes();
                let place = place.filter(|_| !name.is_empty())?;
                let key = ImageKey {
                    library: Library::Textures,
                    name: wire::fold(name),
                    opaque,
                };
                Some(self.image(key, name, place))
            })
            .collect()
    }

    /// The lightmap of a name; `None` when `LightMap.lib` has no such page.
    pub(crate) fn lightmap(&mut self, name: &[u8], asked_by: &Place) -> Option<Index> {
        let key = ImageKey {
            library: Library::Lightmaps,
            name: wire::fold(name),
            opaque: false,
        };
        if self.entry(&key).is_none() {
            let warning = material::Warning::LmMissing {
                name: name.to_vec(),
            };
            let effect = "the surface without a lightmap";
            let (code, message) = (warning.code(), warning.to_string());
            let problem = Problem::at(Severity::Warning, code, asked_by, message, effect);
            self.problems.push(problem);
            return None;
        }
        Some(self.image(key, name, asked_by))
    }

    fn library(&self, library: Library) -> Option<&'a OpenArchive> {
        match library {
            Library::Textures => self.textures,
            Library::Lightmaps => self.lightmaps,
        }
    }

    fn entry(&self, key: &ImageKey) -> Option<usize> {
        let library = self.library(key.library)?;
        let entry = library.find(&key.name)?;
        let record = library.entries().get(entry)?;
        (record.type_id == nres::tags::TEXM).then_some(entry)
    }

    fn image(&mut self, key: ImageKey, name: &[u8], asked_by: &Place) -> Index {
        if let Some(&index) = self.image_of.get(&key) {
            return index;
        }
        let library = self.library(key.library);
        let entry = self.entry(&key);
        let place = match (library, entry) {
            (Some(library), Some(entry)) => entry_place(library, entry),
            _ => {
                let warning = material::Warning::TexMissing {
                    material: asked_by.entry.clone().unwrap_or_default().into_bytes(),
                    name: name.to_vec(),
                };
                let (code, message) = (warning.code(), warning.to_string());
                let effect = "a checker";
                let problem = Problem::at(Severity::Warning, code, asked_by, message, effect);
                self.problems.push(problem);
                Place::entry(game::libraries::TEXTURES, wire::decode_cp1251(name))
            }
        };
        let index = self.wanted_images.len();
        self.wanted_images.push(WantedImage {
            place,
            entry,
            key: key.clone(),
        });
        self.image_of.insert(key, index);
        index
    }

    /// Decodes every image that any material or WEAR row asked for, in parallel.
    pub(crate) fn decode(
        self,
        progress: &Progress,
        problems: &mut crate::Problems,
    ) -> Result<(Vec<Material>, Vec<Image>), Cancelled> {
        problems.extend(self.problems);
        progress.begin(Stage::Textures, self.wanted_images.len())?;
        let (textures, lightmaps) = (self.textures, self.lightmaps);
        let decoded: Result<Vec<(Image, Vec<Problem>)>, Cancelled> = self
            .wanted_images
            .into_par_iter()
            .map(|wanted| {
                let library = match wanted.key.library {
                    Library::Textures => textures,
                    Library::Lightmaps => lightmaps,
                };
                let image = decode_image(library, wanted);
                progress.step()?;
                Ok(image)
            })
            .collect();
        let images: Vec<Image> = decoded?
            .into_iter()
            .map(|(image, found)| {
                problems.extend(found);
                image
            })
            .collect();
        problems.extend(page_problems(&self.found, &images));
        Ok((self.found, images))
    }
}

fn decode_image(library: Option<&OpenArchive>, wanted: WantedImage) -> (Image, Vec<Problem>) {
    let WantedImage { place, entry, key } = wanted;
    let Some((library, entry)) = library.zip(entry) else {
        return (Image::checker(place), Vec::new());
    };
    let parsed = library.payload(entry).and_then(Texm::parse);
    let texm = match parsed {
        Ok(texm) => texm,
        Err(error) => {
            let effect = "a checker";
            let problem = Problem::malformed(Severity::Error, "TEXM", &place, &error, effect);
            return (Image::checker(place), vec![problem]);
        }
    };
    let problems = texm
        .warnings()
        .iter()
        .map(|warning| {
            let effect = "the rest of the texture";
            let code = warning.check.code();
            Problem::malformed(Severity::Warning, code, &place, &warning.at, effect)
        })
        .collect();
    let mut levels = match key.library {
        Library::Textures => texm.decode_full_chain(),
        // Lightmaps are drawn from their one level (spec page: materials, section 6).
        Library::Lightmaps => texm.decode_full_chain().into_iter().take(1).collect(),
    };
    if key.opaque {
        for level in &mut levels {
            for texel in level.rgba.as_chunks_mut::<4>().0 {
                texel[3] = u8::MAX;
            }
        }
    }
    let image = Image {
        pages: (0..texm.page_rects().len())
            .map(|index| texm.page_uv(index))
            .collect(),
        silhouette: !key.opaque && texm.alpha_stats().is_silhouette(),
        levels,
        missing: false,
        place,
    };
    (image, problems)
}

impl Image {
    /// The checker that stands in for a texture that cannot be had: magenta and black.
    fn checker(place: Place) -> Self {
        const SIZE: u32 = 64;
        const SQUARE: u32 = SIZE / 8;
        let texel = |index: u32| {
            let (x, y) = (index % SIZE / SQUARE, index / SIZE / SQUARE);
            if (x + y) % 2 == 0 {
                [255, 0, 255, 255]
            } else {
                [0, 0, 0, 255]
            }
        };
        let level = RgbaLevel {
            width: SIZE,
            height: SIZE,
            rgba: (0..SIZE * SIZE).flat_map(texel).collect(),
        };
        Self {
            place,
            levels: vec![level],
            pages: Vec::new(),
            silhouette: false,
            missing: true,
        }
    }
}

/// Phases whose page rectangle does not exist.
fn page_problems(materials: &[Material], images: &[Image]) -> Vec<Problem> {
    let mut problems = Vec::new();
    for material in materials {
        let Some(place) = &material.place else {
            continue;
        };
        for (phase, image) in material.record.phases.iter().zip(&material.images) {
            let image = image.and_then(|image| images.get(image));
            let Some(image) = image.filter(|image| !image.missing) else {
                continue;
            };
            if let Some(warning) = phase.page_warning(image.pages.len()) {
                problems.extend(warning_at(place, &warning));
            }
        }
    }
    problems
}
