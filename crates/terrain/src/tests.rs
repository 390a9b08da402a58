//! Tests of whole lands: reading, writing, damage.

use crate::*;
use glam::{Affine3A, Vec3};
use proptest::prelude::*;
use wire::FixedName;

fn worked() -> Land {
    Land::parse(&fixtures::land()).unwrap()
}

#[test]
fn the_land_of_the_spec_page() {
    let land = Land::parse_strict(&fixtures::land()).unwrap();
    assert!(land.warnings.is_empty());
    let listed: Vec<_> = land
        .directory
        .iter()
        .map(|stream| (stream.type_id, stream.attr1, stream.attr2, stream.attr3))
        .collect();
    assert_eq!(
        listed,
        [
            (1, 1, 1, 38),
            (2, 2, 0, 68),
            (3, 4, 0, 12),
            (4, 4, 0, 4),
            (5, 4, 0, 4),
            (18, 4, 0, 4),
            (14, 4, 0, 4),
            (11, 4, 0, 4),
            (21, 4, 0, 28),
        ]
    );
    let positions = [
        [0.0, 0.0, 0.0],
        [10.0, 0.0, 2.0],
        [0.0, 10.0, 4.0],
        [10.0, 10.0, 8.0],
    ];
    assert_eq!(land.positions, positions.map(Vec3::from));
    let normals = land.normals.as_ref().unwrap();
    let bytes: Vec<_> = normals.iter().map(|n| (n.x, n.y, n.z, n.byte_3)).collect();
    assert_eq!(
        bytes,
        [
            (-23, -46, 116, 0),
            (-32, -54, 110, 0),
            (-32, -54, 110, 0),
            (-41, -62, 103, 0)
        ]
    );
    let words = |uv: &Option<Vec<PackedUv>>| -> Vec<_> {
        uv.iter().flatten().map(|uv| (uv.u, uv.v)).collect()
    };
    assert_eq!(words(&land.uv0), [(0, 51), (51, 51), (0, 0), (51, 0)]);
    assert_eq!(words(&land.uv1), [(0, 512), (512, 512), (0, 0), (512, 0)]);
    assert_eq!(
        land.second_alpha.as_deref(),
        Some(&[1.0, 1.0, 1.0, 0.0][..])
    );

    let table = land.slot_table.as_ref().unwrap();
    assert_eq!(table.header.corners[0], [0.0; 3]);
    assert_eq!(table.header.corners[7], [10.0, 10.0, 8.0]);
    assert_eq!(table.header.bytes_60, [0; 44]);
    let bounds = Aabb {
        min: Vec3::ZERO,
        max: Vec3::new(10.0, 10.0, 8.0),
    };
    assert_eq!(
        table.slots,
        [Slot68::new(0, 2, bounds), Slot68::new(2, 2, bounds)]
    );
    assert_eq!(table.slots[0].sphere_center, [5.0, 5.0, 4.0]);
    assert!((table.slots[0].sphere_radius - 8.124_038).abs() < 1e-6);
    assert_eq!(land.tiles.as_deref(), Some(&[Tile38::new(0, 1)][..]));
    assert_eq!(land.tile_columns(), 1);
    let order: Vec<_> = land
        .order
        .iter()
        .flatten()
        .map(|e| (e.face, e.flags, e.byte_3))
        .collect();
    assert_eq!(
        order,
        [(0, 0x58, 0), (1, 0x58, 0), (3, 0x58, 0), (2, 0x58, 0)]
    );
    assert_eq!(land.first_coarse_face(), Some(2));
    assert_eq!(land.bounds(), Some(bounds));
    assert!(land.marks_lava());
    assert_eq!(land.surface_kind(1), Some(SurfaceKind::Ground));
    assert!(land.missing_rows(3).is_empty());
    assert_eq!(
        land.missing_rows(2).into_iter().collect::<Vec<_>>(),
        [(2, 2)]
    );
}

#[test]
fn the_faces_of_the_spec_page() {
    let land = worked();
    const NO: u16 = 0xFFFF;
    let expected = [
        (
            0x0010_0600,
            0xFF01,
            [0, 1, 2],
            [NO, 1, NO],
            [-5982, -11965, 29912],
            0x3B,
        ),
        (
            0x0010_0604,
            0x0102,
            [1, 3, 2],
            [NO, NO, 0],
            [-10631, -15947, 26578],
            0x1F,
        ),
        (
            0x0010_0600,
            0xFF01,
            [0, 1, 3],
            [NO, NO, 3],
            [-5539, -16616, 27693],
            0x0F,
        ),
        (
            0x0010_0600,
            0xFF02,
            [0, 3, 2],
            [2, NO, NO],
            [-11408, -11408, 28520],
            0x3E,
        ),
    ];
    for (face, (flags, tag, vertices, neighbours, normal, selectors)) in
        land.faces.iter().zip(expected)
    {
        assert_eq!(
            (face.flags.0, face.material_tag(), face.aux_tag),
            (flags, tag, 0xFFFF)
        );
        assert_eq!((face.vertices, face.neighbours), (vertices, neighbours));
        assert_eq!(
            (face.normal, face.selectors, face.byte_1b),
            (normal, selectors, 0)
        );
    }
    assert_eq!(land.faces[0].neighbour(1), Some((1, 2)));
    assert_eq!(land.faces[0].neighbour(0), None);
    assert_eq!(land.faces[0].neighbour(3), None);
    let [a, b, c] = land.triangle(0).unwrap();
    let cross = (b - a).cross(c - a);
    assert_eq!(cross, Vec3::new(-20.0, -40.0, 100.0));
    let normal = land.faces[0].normal();
    assert!(
        (normal - Vec3::new(-0.1826, -0.3652, 0.9129))
            .abs()
            .max_element()
            < 5e-5
    );
    assert!(cross.dot(normal) > 0.0);
}

#[test]
fn the_mutations_of_the_spec_page() {
    let strict = |offset: usize, bytes: &[u8]| {
        let mut image = fixtures::land();
        image[offset..offset + bytes.len()].copy_from_slice(bytes);
        let land = Land::parse(&image).unwrap();
        let [warning] = land.warnings.as_slice() else {
            panic!("{:?}", land.warnings)
        };
        assert_eq!(land.write().unwrap(), image);
        assert_eq!(
            Land::parse_strict(&image).is_err(),
            warning.check.is_error_when_strict()
        );
        let found = (warning.check.code(), warning.first.offset, warning.count);
        (land, found)
    };
    let (land, found) = strict(0x1F6, &[4]);
    assert_eq!(found, ("V7", 0x1F6, 1));
    assert_eq!(land.triangle(1), None);
    assert_eq!(strict(0x1E2, &[4, 0]).1, ("V8", 0x1E2, 1));
    assert_eq!(strict(0x310, &[8]).1, ("V3", 0x310, 1));
    let (land, found) = strict(0x380, &[0x7F]);
    assert_eq!(found, ("V1", 0x240, 1));
    assert!(land.warnings[0].to_string().contains("type 18"));
    let (land, found) = strict(0x10A, &[3]);
    assert_eq!(found, ("V10", 0x108, 1));
    assert_eq!(Tiling::of(&land).tiles[0].lods[1], [3, 2]);
    let (land, found) = strict(0x1BC, &[0, 0, 0xC0, 0x7F]);
    assert_eq!(found, ("V15", 0x1BC, 1));
    assert_eq!(land.corners().of(1).unwrap()[1].second_alpha, 1.0);
}

#[test]
fn the_other_checks_are_made() {
    let codes = |image: &[u8]| -> Vec<&'static str> {
        let land = Land::parse(image).unwrap();
        let mut codes: Vec<_> = land
            .warnings
            .iter()
            .map(|warning| warning.check.code())
            .collect();
        codes.dedup();
        codes
    };
    let patched = |offset: usize, bytes: &[u8]| {
        let mut image = fixtures::land();
        image[offset..offset + bytes.len()].copy_from_slice(bytes);
        codes(&image)
    };
    assert_eq!(patched(0x340, &[4]), ["V2", "V1"]);
    assert_eq!(patched(0x344, &[5]), ["V5"]);
    assert_eq!(patched(0x34C, &[15]), ["V4", "V5", "V6"]);
    assert_eq!(patched(0x018, &[2, 0]), ["V9"]);
    assert_eq!(patched(0x1C4, &[9]), ["V11"]);
    assert_eq!(patched(0x150, &f32::NAN.to_le_bytes()), ["V12"]);
    assert_eq!(patched(0x248, &[0]), ["V13"]);
    // a slot table shorter than its header is as good as missing, but kept
    assert_eq!(patched(0x28C, &[0x80, 0]), ["V1"]);
}

#[test]
fn a_land_without_faces_is_refused() {
    let refused = |offset: usize, bytes: &[u8]| {
        let mut image = fixtures::land();
        image[offset..offset + bytes.len()].copy_from_slice(bytes);
        Land::parse(&image).unwrap_err()
    };
    assert_eq!(
        refused(0x440, &[0x7F]).expected,
        "a readable stream of type 21"
    );
    assert_eq!(
        refused(0x2C0, &[0x7F]).expected,
        "a readable stream of type 3"
    );
    assert_eq!(refused(0x44C, &[27]).what, "land archive");
    assert_eq!(refused(0x2CC, &[12]).what, "type 21 faces");
    assert!(Land::parse(b"").is_err());
}

#[test]
fn broken_lands_end_in_an_answer() {
    let everything = |bytes: &[u8]| {
        let Ok(land) = Land::parse(bytes) else { return };
        let relief = Relief::new(&land);
        let plan = GroundPlan::parse(&fixtures::plan()).unwrap();
        let plan = plan
            .placed(&Affine3A::from_translation(Vec3::new(5.0, 5.0, 3.0)))
            .unwrap();
        let (foundations, _) = Foundations::cut(&land, &relief, &[plan]);
        DrawLists::new(&land, &foundations);
        let _ = (
            relief.ground(2.5, 2.5),
            relief.surface(5.0, 5.0),
            relief.ground_below(5.0, 5.0, 1.0),
        );
        let _ = (
            TileGrid::of(&land),
            land.facts(),
            land.liquid(),
            land.bounds(),
        );
        let again = land.write().unwrap();
        let read = Land::parse(&again).unwrap();
        assert_eq!(read.write().unwrap(), again);
    };
    fixtures::break_bytes(&fixtures::land(), everything);
}

#[test]
fn unknown_streams_and_other_orders_are_kept() {
    let mut land = worked();
    land.directory.reverse();
    land.directory.insert(
        3,
        Stream {
            type_id: 99,
            attr1: 7,
            attr2: 8,
            attr3: 9,
            name: FixedName::new(b"Extra").unwrap(),
            raw: Some(vec![1, 2, 3]),
            tail: vec![],
        },
    );
    land.directory[0].tail = vec![5; 27];
    let image = land.write().unwrap();
    let read = Land::parse(&image).unwrap();
    assert_eq!(read.directory, land.directory);
    assert_eq!(read.faces, land.faces);
    assert_eq!(read.warnings.len(), 1);
    assert_eq!(read.warnings[0].check, Check::PartialRecord);
    assert_eq!(read.write().unwrap(), image);

    let mut tidy = read;
    tidy.lay_out(1);
    let types: Vec<_> = tidy.directory.iter().map(|stream| stream.type_id).collect();
    assert_eq!(types, [1, 2, 3, 4, 5, 18, 14, 11, 21, 99]);
    tidy.directory.pop();
    assert_eq!(tidy.write().unwrap(), fixtures::land());
    tidy.directory.pop();
    assert!(tidy.write().is_err());
}

/// Records of one type from records of another of its size.
fn pods<T: bytemuck::AnyBitPattern, S: bytemuck::NoUninit>(records: &[S]) -> Vec<T> {
    records
        .iter()
        .map(|record| bytemuck::pod_read_unaligned(bytemuck::bytes_of(record)))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn what_is_written_is_read_back(
        positions in prop::collection::vec(any::<[i16; 3]>(), 3..20),
        faces in prop::collection::vec(any::<[[u8; 14]; 2]>(), 1..20),
        slots in prop::collection::vec(any::<[[u8; 17]; 4]>(), 0..4),
        tiles in prop::collection::vec(any::<[u16; 19]>(), 0..4),
        words in prop::collection::vec(any::<[u8; 4]>(), 0..30),
        present in any::<[bool; 7]>(),
        columns in any::<u32>(),
    ) {
        let [normals, uv0, uv1, alpha, order, slot_table, tile_table] = present;
        let finite = |bytes: [u8; 68]| {
            let mut slot: Slot68 = bytemuck::pod_read_unaligned(&bytes);
            let clean = |c: f32| if c.is_nan() { 0.0 } else { c };
            slot.aabb_min = slot.aabb_min.map(clean);
            slot.aabb_max = slot.aabb_max.map(clean);
            slot.sphere_center = slot.sphere_center.map(clean);
            slot.sphere_radius = clean(slot.sphere_radius);
            slot
        };
        let mut land = Land {
            positions: positions.iter().map(|p| Vec3::from(p.map(f32::from))).collect(),
            faces: faces.iter().map(|halves| bytemuck::pod_read_unaligned(bytemuck::bytes_of(halves))).collect(),
            normals: normals.then(|| pods(&words)),
            uv0: uv0.then(|| pods(&words)),
            uv1: uv1.then(|| pods(&words)),
            second_alpha: alpha.then(|| words.iter().map(|w| f32::from(w[0])).collect()),
            order: order.then(|| pods(&words)),
            slot_table: slot_table.then(|| SlotTable {
                header: SlotHeader::new(Aabb::default()),
                slots: slots
                    .iter()
                    .map(|s| finite(bytemuck::pod_read_unaligned(bytemuck::bytes_of(s))))
                    .collect(),
            }),
            tiles: tile_table.then(|| pods(&tiles)),
            ..Land::default()
        };
        // one face is valid, else there is no land
        land.faces[0].vertices = [0, 1, 2];
        land.lay_out(columns);
        let image = land.write().unwrap();
        let mut read = Land::parse(&image).unwrap();
        prop_assert_eq!(read.write().unwrap(), image);
        DrawLists::new(&read, &Foundations::default());
        read.facts();
        read.warnings.clear();
        prop_assert_eq!(read, land);
    }
}
