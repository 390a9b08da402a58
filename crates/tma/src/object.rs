//! Placed objects and their properties (spec page: mission, sections 2.5 and 2.6).

use crate::lp_string::{LpString, count};
use wire::{Malformed, Reader, Result, Writer};

/// `class_or_flags` of every object of the game.
pub const SHIPPED_CLASS: u32 = 0x8000_0002;

const MOST_PROPERTIES: usize = 1_000_000;

/// One thing in the world. Its index in the file is its id in the viewer.
#[derive(Debug, Clone, PartialEq)]
pub struct PlacedObject {
    /// See [`Self::kind`].
    pub raw_kind: u32,
    /// [`SHIPPED_CLASS`] on every object of the game.
    pub class_or_flags: u32,
    /// Path of a unit `.dat`, or a key of `objects.rlb`.
    pub resource_name: LpString,
    /// Owner, an index of the clan table; -1 or left-overs on scenery. Section version 3 and later.
    pub clan_index: i32,
    /// The id that scripts and [`Self::host_logical_id`] use. Section version 4 and later.
    pub logical_id: i32,
    /// World position of the model's origin, metres.
    pub position: [f32; 3],
    /// Turns about X, Y and Z, radians; `R = Rz Ry Rx`.
    pub orientation: [f32; 3],
    /// Innermost factor of the placement. Section version 10.
    pub scale: [f32; 3],
    /// A free name, may be empty. Section version 7 and later.
    pub instance_name: LpString,
    /// Buildings: set means that the game keeps the height of the file. Section version 8 and later.
    pub start_flag: u32,
    /// The building in which the unit starts, by its logical id, or -1. Section version 9 and later.
    pub host_logical_id: i32,
    /// Vertex of that building's inner path graph, or -1. Section version 9 and later.
    pub host_vertex: i32,
    /// 1; read and dropped by the game. Section version 6 and later.
    pub property_schema_version: u32,
    /// In file order; names may repeat. Section version 6 and later.
    pub properties: Vec<Property>,
}

/// What an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ObjectKind {
    /// 0
    Building,
    /// 1: a robot or an animal.
    Unit,
    /// 2: a tree or another plant.
    Vegetation,
    /// 3: a stone or a rock.
    Stone,
    /// Any other word; resolved by the extension of its name like the others.
    Unknown(u32),
}

/// A named number of an object, with its bounds; kept as raw words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Property {
    /// 0 single, 1 integer.
    pub value_type: u32,
    /// See [`Self::value`].
    pub raw_value: u32,
    /// See [`Self::min`]. Left-over memory on `CurrentOre`.
    pub raw_min: u32,
    /// See [`Self::max`].
    pub raw_max: u32,
    /// "Life state", "ClanID", ...
    pub name: LpString,
}

/// A word of a property, read by the property's type.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PropertyValue {
    /// Type 0.
    Float(f32),
    /// Type 1.
    Int(i32),
    /// Any other type.
    Raw(u32),
}

impl Default for PlacedObject {
    /// What a field holds when the section version of a file has no such field.
    fn default() -> Self {
        Self {
            raw_kind: 0,
            class_or_flags: SHIPPED_CLASS,
            resource_name: LpString::default(),
            clan_index: -1,
            logical_id: -1,
            position: [0.0; 3],
            orientation: [0.0; 3],
            scale: [1.0; 3],
            instance_name: LpString::default(),
            start_flag: 0,
            host_logical_id: -1,
            host_vertex: -1,
            property_schema_version: 1,
            properties: Vec::new(),
        }
    }
}

impl PlacedObject {
    /// What [`Self::raw_kind`] means.
    pub fn kind(&self) -> ObjectKind {
        match self.raw_kind {
            0 => ObjectKind::Building,
            1 => ObjectKind::Unit,
            2 => ObjectKind::Vegetation,
            3 => ObjectKind::Stone,
            other => ObjectKind::Unknown(other),
        }
    }

    /// Whether it can be placed: every number of its placement is finite.
    pub fn is_drawable(&self) -> bool {
        let numbers = [self.position, self.orientation, self.scale];
        numbers.as_flattened().iter().all(|n| n.is_finite())
    }

    /// The first property of that name.
    pub fn property(&self, name: &[u8]) -> Option<&Property> {
        self.properties.iter().find(|p| p.name.name() == name)
    }

    /// The fewest bytes an object takes in any version.
    pub(crate) const SMALLEST: usize = 36;

    pub(crate) fn read(
        reader: &mut Reader<'_>,
        version: u32,
        warnings: &mut Vec<Malformed>,
    ) -> Result<Self> {
        let offset = reader.position();
        let mut object = Self {
            raw_kind: reader.u32("object raw_kind")?,
            class_or_flags: reader.u32("object class_or_flags")?,
            resource_name: LpString::read(reader, "object resource_name")?,
            ..Self::default()
        };
        if version >= 3 {
            object.clan_index = reader.i32("object clan_index")?;
        }
        if version >= 4 {
            object.logical_id = reader.i32("object logical_id")?;
        }
        let placement_offset = reader.position();
        object.position = reader.vec3("object position")?;
        object.orientation = reader.vec3("object orientation")?;
        if version >= 10 {
            object.scale = reader.vec3("object scale")?;
        }
        object.check(offset, placement_offset, warnings);
        if version >= 7 {
            object.instance_name = LpString::read(reader, "object instance_name")?;
        }
        if version >= 8 {
            object.start_flag = reader.u32("object start_flag")?;
        }
        if version >= 9 {
            object.host_logical_id = reader.i32("object host_logical_id")?;
            object.host_vertex = reader.i32("object host_vertex")?;
        }
        if version >= 6 {
            let schema_offset = reader.position();
            object.property_schema_version = reader.u32("property_schema_version")?;
            if object.property_schema_version != 1 {
                warnings.push(Malformed::new(
                    schema_offset,
                    "property_schema_version",
                    "1",
                    object.property_schema_version.to_string(),
                ));
            }
            let properties = count(
                reader,
                "property_count",
                MOST_PROPERTIES,
                Property::SMALLEST,
            )?;
            object.properties = (0..properties)
                .map(|_| Property::read(reader))
                .collect::<Result<_>>()?;
        }
        Ok(object)
    }

    fn check(&self, offset: usize, placement_offset: usize, warnings: &mut Vec<Malformed>) {
        let mut warn = |offset, what, expected, found: String| {
            warnings.push(Malformed::new(offset, what, expected, found));
        };
        if let ObjectKind::Unknown(kind) = self.kind() {
            warn(offset, "object raw_kind", "0 to 3", format!("{kind:#x}"));
        }
        let scale_offset = placement_offset.saturating_add(24);
        for (what, numbers, at) in [
            ("object position", self.position, placement_offset),
            (
                "object orientation",
                self.orientation,
                placement_offset.saturating_add(12),
            ),
            ("object scale", self.scale, scale_offset),
        ] {
            if !numbers.iter().all(|n| n.is_finite()) {
                warn(at, what, "finite numbers", format!("{numbers:?}"));
            }
        }
        if self.scale.iter().any(|&s| s <= 0.0) {
            let found = format!("{:?}", self.scale);
            warn(scale_offset, "object scale", "positive numbers", found);
        }
    }

    pub(crate) fn write(&self, writer: &mut Writer, version: u32) {
        writer.u32(self.raw_kind).u32(self.class_or_flags);
        self.resource_name.write(writer);
        if version >= 3 {
            writer.i32(self.clan_index);
        }
        if version >= 4 {
            writer.i32(self.logical_id);
        }
        writer.vec3(self.position).vec3(self.orientation);
        if version >= 10 {
            writer.vec3(self.scale);
        }
        if version >= 7 {
            self.instance_name.write(writer);
        }
        if version >= 8 {
            writer.u32(self.start_flag);
        }
        if version >= 9 {
            writer.i32(self.host_logical_id).i32(self.host_vertex);
        }
        if version >= 6 {
            writer
                .u32(self.property_schema_version)
                .u32(self.properties.len() as u32);
            for property in &self.properties {
                property.write(writer);
            }
        }
    }
}

impl Property {
    const SMALLEST: usize = 20;

    /// The value.
    pub fn value(&self) -> PropertyValue {
        self.typed(self.raw_value)
    }

    /// The lower bound.
    pub fn min(&self) -> PropertyValue {
        self.typed(self.raw_min)
    }

    /// The upper bound; `None` is the integer -1, no bound.
    pub fn max(&self) -> Option<PropertyValue> {
        let max = self.typed(self.raw_max);
        (max != PropertyValue::Int(-1)).then_some(max)
    }

    fn typed(&self, word: u32) -> PropertyValue {
        match self.value_type {
            0 => PropertyValue::Float(f32::from_bits(word)),
            1 => PropertyValue::Int(word.cast_signed()),
            _ => PropertyValue::Raw(word),
        }
    }

    fn read(reader: &mut Reader<'_>) -> Result<Self> {
        Ok(Self {
            value_type: reader.u32("property type")?,
            raw_value: reader.u32("property value")?,
            raw_min: reader.u32("property min")?,
            raw_max: reader.u32("property max")?,
            name: LpString::read(reader, "property name")?,
        })
    }

    fn write(&self, writer: &mut Writer) {
        writer
            .u32(self.value_type)
            .u32(self.raw_value)
            .u32(self.raw_min)
            .u32(self.raw_max);
        self.name.write(writer);
    }
}
