//! Damage records: the hit points of each node (spec page: control, section 2.2).

use crate::ResourceName;
use crate::control::{expect_end, write_count};
use bytemuck::{Pod, Zeroable};
use wire::{Reader, Result, Writer};

/// One record per node of the model; of an attached component the engine skips record 0.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct DamageTable {
    /// The records in node order.
    pub records: Vec<DamageRecord>,
}

/// What a node endures, 76 bytes.
#[derive(Debug, Clone, Copy, PartialEq, Pod, Zeroable)]
#[repr(C)]
pub struct DamageRecord {
    /// 0 on most; 1 scenery, 0x20 left gear, 0x40 right gear, 0x70 projectiles.
    pub flags: u32,
    /// Hit points; [`DamageRecord::INDESTRUCTIBLE`] = never destroyed.
    pub hit_points: f32,
    /// Density: times the node's volume it is the node's mass, kilograms.
    pub density: f32,
    /// Explosion (`.exp`); an empty archive means the archive that holds this table.
    pub explosion: ResourceName,
}

impl DamageRecord {
    /// Hit points of what cannot be destroyed.
    pub const INDESTRUCTIBLE: f32 = 1_000_000.0;
}

impl DamageTable {
    /// Reads a whole `.ndp` payload, which ends exactly after the last record.
    pub fn parse(bytes: &[u8]) -> Result<Self> {
        let mut reader = Reader::new(bytes);
        let count = reader.u32("damage record count")? as usize;
        let records = reader.records(count, "damage records")?;
        expect_end(&reader)?;
        Ok(Self { records })
    }

    /// Writes the payload; the error is a count that does not fit its word.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut writer = Writer::new();
        write_count(
            &mut writer,
            self.records.len(),
            u32::MAX,
            "damage record count",
        )?;
        writer.records(&self.records);
        Ok(writer.into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{self, pod};
    use proptest::prelude::*;

    #[test]
    fn the_example_reads_as_its_page_says() {
        let bytes = fixtures::damage_table();
        assert_eq!(bytes.len(), 80);
        let table = DamageTable::parse(&bytes).unwrap();
        assert_eq!(table.records.len(), 1);
        let record = &table.records[0];
        assert_eq!(
            (record.flags, record.hit_points, record.density),
            (0x20, 1000.0, 12.5)
        );
        assert_eq!(record.explosion.to_string(), "weapon.rlb:explode_rbr_l.exp");
        assert_eq!(table.to_bytes().unwrap(), bytes);
    }

    #[test]
    fn the_size_is_exact() {
        let mut bytes = fixtures::damage_table();
        bytes.push(0);
        assert!(DamageTable::parse(&bytes).is_err());
        assert!(DamageTable::parse(&u32::MAX.to_le_bytes()).is_err());
    }

    #[test]
    fn damaged_bytes_never_panic() {
        fixtures::damage(&fixtures::damage_table(), |bytes| {
            let _ = DamageTable::parse(bytes);
        });
    }

    proptest! {
        #[test]
        fn what_is_written_reads_back(records in prop::collection::vec(pod::<DamageRecord>(), 0..5)) {
            let table = DamageTable { records };
            let bytes = table.to_bytes().unwrap();
            let again = DamageTable::parse(&bytes).unwrap();
            prop_assert_eq!(format!("{again:?}"), format!("{table:?}"));
            prop_assert_eq!(again.to_bytes().unwrap(), bytes);
        }
    }
}
