//! Tests of whole files: reading, writing, damage, foundations.

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
    assert_eq!(patched(0x340, &[4]), ["V1", "V2"]);
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

mod foundations {
    use super::*;

    fn placed(scale: f32, x: f32, y: f32, z: f32, yaw: f32) -> PlacedPlan {
        let plan = GroundPlan::parse(&fixtures::plan()).unwrap();
        let placement = Affine3A::from_translation(Vec3::new(x, y, z))
            * Affine3A::from_rotation_z(yaw)
            * Affine3A::from_scale(Vec3::splat(scale));
        plan.placed(&placement).unwrap()
    }

    fn area(triangles: impl IntoIterator<Item = [GroundVertex; 3]>) -> f64 {
        let flat = |corners: [GroundVertex; 3]| {
            polygon::area(&corners.map(|c| Vec3::from(c.position).as_dvec3().truncate()))
        };
        triangles.into_iter().map(flat).sum()
    }

    #[test]
    fn a_cut_through_two_faces() {
        let land = worked();
        let relief = Relief::new(&land);
        let (cut, failures) = Foundations::cut(&land, &relief, &[placed(1.0, 5.0, 5.0, 2.0, 0.0)]);
        assert!(failures.is_empty());
        let foundation = &cut.foundations[0];
        // the diagonal from v1 to v2 crosses the ring at two of its corners, which it passes within rounding
        assert!(
            (4..=6).contains(&foundation.contour.len()),
            "{:?}",
            foundation.contour
        );
        assert_eq!(foundation.contour[0], Vec3::new(2.0, 2.0, 1.2));
        let rest = |face| area(cut.pieces(face).unwrap().iter().copied());
        assert!((rest(0) + rest(1) - 64.0).abs() < 1e-3);
        assert!((rest(0) - 32.0).abs() < 1e-3);
        assert!((area(cut.band()) - 20.0).abs() < 1e-3);
        assert_eq!(cut.pieces(2), None);

        let cut_relief = Relief::with_foundations(&land, &cut);
        assert_eq!(cut_relief.ground(5.0, 5.0), None);
        let outside = (cut_relief.ground(1.0, 1.0), relief.ground(1.0, 1.0));
        assert!((outside.0.unwrap() - outside.1.unwrap()).abs() < 1e-5);
        // on the band, between the ground at the contour and the building's base
        let on_band = cut_relief.height(2.5, 5.0, FaceFilter::GROUND).unwrap();
        assert_eq!(on_band.face, None);
        assert!(on_band.z > 1.2 && on_band.z < 3.0, "{on_band:?}");
        // opacities of the pieces still follow the face
        for piece in cut.pieces(1).unwrap() {
            for corner in piece {
                let [x, y, _] = corner.position.map(f64::from);
                let expected = 1.0 - ((x + y - 10.0) / 10.0).clamp(0.0, 1.0);
                assert!((f64::from(corner.second_alpha) - expected).abs() < 1e-4);
            }
        }

        let lists = DrawLists::new(&land, &cut);
        let tile = &lists.tiles[0];
        assert!(tile.is_cut);
        assert_eq!(tile.lods[0], tile.lods[1]);
        assert_eq!(lists.looks[0], Foundations::LOOK);
        let bands = lists
            .faces
            .iter()
            .filter(|&&face| face == DrawLists::NO_FACE)
            .count();
        assert_eq!(bands, cut.band().count());
        let band = cut.band().next().unwrap();
        assert_eq!(
            band[0].uv0,
            [band[0].position[0] * 0.066, band[0].position[1] * 0.066]
        );
        assert!(band.iter().all(|vertex| vertex.normal[2] > 0));
        let dark = cut.with_original_normals();
        assert!(dark.band().flatten().all(|vertex| vertex.normal == [0; 4]));
    }

    #[test]
    fn a_ring_inside_one_face_leaves_a_hole() {
        let land = worked();
        let relief = Relief::new(&land);
        let (cut, _) = Foundations::cut(&land, &relief, &[placed(0.5, 2.0, 2.0, 1.0, 0.3)]);
        assert_eq!(cut.foundations[0].contour.len(), 4);
        assert!((area(cut.pieces(0).unwrap().iter().copied()) - 41.0).abs() < 1e-3);
        assert_eq!(cut.pieces(1), None);
    }

    #[test]
    fn what_cannot_be_built_is_told() {
        let land = worked();
        let relief = Relief::new(&land);
        let good = placed(0.5, 2.0, 2.0, 1.0, 0.0);
        let mut crossing = good.clone();
        crossing.inner[0].x -= 5.0;
        let mut twisted = good.clone();
        twisted.outer.swap(0, 1);
        let mut thin = good.clone();
        thin.inner.truncate(2);
        let mut broken = good.clone();
        broken.outer[0].x = f32::NAN;
        let plans = [
            crossing,
            twisted,
            thin,
            broken,
            placed(1.0, 1.0, 1.0, 0.0, 0.0),
            good,
        ];
        let (cut, failures) = Foundations::cut(&land, &relief, &plans);
        use FoundationError as Error;
        assert_eq!(
            failures,
            [
                (0, Error::CrossingRings),
                (1, Error::BadRing),
                (2, Error::BadRing),
                (3, Error::BadRing),
                (4, Error::OffTheLand)
            ]
        );
        assert_eq!(cut.foundations.len(), 1);
        assert_eq!(cut.foundations[0].plan, 5);
    }

    #[test]
    fn liquids_are_not_cut() {
        let mut land = worked();
        land.faces[1].flags = FaceFlags(0x0012_0608);
        let relief = Relief::new(&land);
        let (cut, failures) = Foundations::cut(&land, &relief, &[placed(0.5, 2.5, 2.5, 1.0, 0.0)]);
        assert!(failures.is_empty());
        assert!(cut.pieces(0).is_some());
        assert!(cut.pieces(1).is_none());
    }

    #[test]
    fn a_hill_is_cut_without_gaps() {
        let land = fixtures::hills(8, 4).build().unwrap();
        let relief = Relief::new(&land);
        let plans: Vec<_> = [
            (301.7, 411.3, 0.4),
            (600.0, 600.0, 0.0),
            (900.0, 300.0, 0.7853982),
        ]
        .into_iter()
        .map(|(x, y, yaw)| placed(20.0, x, y, 30.0, yaw))
        .collect();
        let (cut, failures) = Foundations::cut(&land, &relief, &plans);
        assert!(failures.is_empty());
        for (foundation, plan) in cut.foundations.iter().zip(&plans) {
            let ring = polygon::area(&polygon::flat(&foundation.contour));
            assert!((ring - polygon::area(&polygon::flat(&plan.outer))).abs() < 1.0);
            assert!(foundation.contour.len() > 8);
        }
        assert!((area(cut.band()) - 3.0 * 8000.0).abs() < 3.0);
        let cut_area: f64 = (0..land.faces.len() as u32)
            .filter_map(|face| {
                let before = area(land.corners().of(face as usize));
                Some(before - area(cut.pieces(face)?.iter().copied()))
            })
            .sum();
        assert!((cut_area - 3.0 * 14_400.0).abs() < 1.0, "{cut_area}");
        // sampled all over: ground outside the rings, band between them, nothing inside
        let cut_relief = Relief::with_foundations(&land, &cut);
        let within = |ring: &[Vec3], x: f64, y: f64| {
            polygon::contains(&polygon::flat(ring), glam::DVec2::new(x, y))
        };
        for step in 0..20_000_u32 {
            let turn = |factor: f64| (f64::from(step) * factor).fract() * 1200.0;
            let (x, y) = (turn(0.618_033_988_75), turn(0.414_213_562_37));
            let hit = cut_relief.height(x, y, FaceFilter::GROUND);
            if plans.iter().any(|plan| within(&plan.inner, x, y)) {
                assert_eq!(hit, None, "{x} {y}");
            } else if plans.iter().any(|plan| within(&plan.outer, x, y)) {
                assert_eq!(hit.map(|hit| hit.face), Some(None), "{x} {y}");
            } else {
                let z = relief.ground(x, y).unwrap();
                assert!(hit.is_some_and(|hit| (hit.z - z).abs() < 1e-3), "{x} {y}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn any_rings_end_in_an_answer(
            outer in prop::collection::vec((0_u8..=40, 0_u8..=40), 3..12),
            inner in prop::collection::vec((0_u8..=40, 0_u8..=40), 3..6),
        ) {
            let land = worked();
            let relief = Relief::new(&land);
            let ring = |corners: &[(u8, u8)]| -> Vec<Vec3> {
                corners
                    .iter()
                    .map(|&(x, y)| Vec3::new(f32::from(x) / 4.0, f32::from(y) / 4.0, 1.0))
                    .collect()
            };
            let plan = PlacedPlan { inner: ring(&inner), outer: ring(&outer) };
            let (cut, failures) = Foundations::cut(&land, &relief, &[plan.clone(), plan]);
            prop_assert_eq!(cut.foundations.len() + failures.len(), 2);
            DrawLists::new(&land, &cut);
        }
    }
}

mod areals {
    use super::*;

    fn worked() -> ArealMap {
        ArealMap::parse_strict(&fixtures::areal_map()).unwrap()
    }

    fn rectangle() -> Rectangle {
        Rectangle {
            min: glam::DVec2::ZERO,
            max: glam::DVec2::splat(10.0),
        }
    }

    #[test]
    fn the_map_of_the_spec_page() {
        let map = worked();
        assert!(map.warnings.is_empty());
        assert_eq!((map.attr1, map.attr2, map.attr3), (2, 0, 0));
        assert_eq!(map.name.bytes(), b"ArealMap");
        let [west, east] = map.areals.as_slice() else {
            panic!()
        };
        let points = |areal: &Areal| {
            areal
                .boundary
                .iter()
                .map(|p| p.to_array())
                .collect::<Vec<_>>()
        };
        assert_eq!(west.record.anchor, [2.5, 5.0, 0.0]);
        assert_eq!(
            (west.record.area, west.record.normal),
            (50.0, [0.0, 0.0, 1.0])
        );
        assert_eq!((west.record.walkable, west.record.class_id), (1, 3));
        assert!(west.is_walkable() && !west.is_lake());
        assert_eq!(
            points(west),
            [
                [0.0, 0.0, 0.0],
                [5.0, 0.0, 1.0],
                [5.0, 10.0, 5.0],
                [0.0, 10.0, 4.0]
            ]
        );
        assert!(west.polygons.is_empty() && west.extra_links.is_empty());
        assert_eq!(east.record.anchor, [7.5, 5.0, 0.0]);
        assert_eq!((east.record.area, east.record.class_id), (50.0, 240));
        assert!(!east.is_walkable() && east.is_lake());
        assert_eq!(
            points(east),
            [
                [5.0, 0.0, 1.0],
                [10.0, 0.0, 2.0],
                [10.0, 10.0, 8.0],
                [5.0, 10.0, 5.0]
            ]
        );
        let to = |areal, edge| Link::To {
            areal,
            edge,
            is_mutual: true,
        };
        let links = |areal| [0, 1, 2, 3].map(|edge| map.link(areal, edge));
        assert_eq!(links(0), [Link::None, to(1, 3), Link::None, Link::None]);
        assert_eq!(links(1), [Link::None, Link::None, Link::None, to(0, 1)]);
        assert_eq!(map.route(0, 1, true), None);
        assert_eq!(map.route(0, 1, false), Some(vec![0, 1]));
        assert_eq!(map.route(0, 0, true), Some(vec![0]));
        assert_eq!(map.write().unwrap(), fixtures::areal_map());
    }

    #[test]
    fn the_grid_of_the_spec_page() {
        let map = worked();
        let grid = map.grid.as_ref().unwrap();
        assert_eq!(grid.size(), (2, 2));
        let cells = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(cx, cy)| grid.cell(cx, cy));
        assert_eq!(cells, [&[0][..], &[0], &[0, 1], &[1]]);
        assert_eq!(grid.cell(2, 0), &[] as &[u16]);
        assert_eq!(
            grid.packed(0).collect::<Vec<_>>(),
            [0x0040_0000, 0x0040_0001, 0x0080_0002, 0x0040_0004]
        );
        assert_eq!(
            grid.packed(1).collect::<Vec<_>>(),
            [0x0040_0001, 0x0040_0002, 0x0080_0003, 0x0040_0005]
        );
        let found = |x, y| map.locate(rectangle(), x, y);
        let by_grid = |areal| {
            Some(Located {
                areal,
                by_grid: true,
            })
        };
        assert_eq!(found(2.5, 3.0), by_grid(0));
        assert_eq!(found(7.5, 3.0), by_grid(1));
        assert_eq!(found(12.0, 3.0), None);
        assert_eq!(found(5.0, 5.0), by_grid(1));
        assert_eq!(found(10.0, 10.0), by_grid(1));
        assert_eq!(found(f64::NAN, 3.0), None);
        let from_areals = map.rectangle().unwrap();
        assert_eq!(from_areals, rectangle());

        // what the grid misses is found by searching all
        let mut map = worked();
        map.grid = ArealGrid::new(2, 2, &[vec![], vec![9], vec![], vec![]]);
        assert_eq!(
            map.locate(rectangle(), 2.5, 3.0),
            Some(Located {
                areal: 0,
                by_grid: false
            })
        );
        map.grid = None;
        assert_eq!(
            map.locate(rectangle(), 2.5, 7.0),
            Some(Located {
                areal: 0,
                by_grid: false
            })
        );
        assert_eq!(ArealGrid::new(2, 2, &[]), None);
    }

    #[test]
    fn the_mutations_of_the_spec_page() {
        let checks = |image: &[u8]| -> Vec<(ArealCheck, u64)> {
            let map = ArealMap::parse(image).unwrap();
            assert_eq!(map.write().unwrap(), image);
            map.warnings
                .iter()
                .map(|warning| (warning.check, warning.first.offset))
                .collect()
        };
        let patched = |offset: usize, bytes: &[u8]| {
            let mut image = fixtures::areal_map();
            image[offset..offset + bytes.len()].copy_from_slice(bytes);
            checks(&image)
        };
        assert_eq!(patched(0x138, &[2]), [(ArealCheck::ArealId, 0x138)]);
        let broken = [(ArealCheck::Link, 0x80), (ArealCheck::OneWayLink, 0x110)];
        assert_eq!(patched(0x80, &[2, 0, 0, 0, 0, 0, 0, 0]), broken);
        assert_eq!(patched(0x84, &[2]), [(ArealCheck::OneWayLink, 0x80)]);
        assert_eq!(patched(0x80, &[255, 255, 255, 255]), broken);
        assert_eq!(patched(0x14C, &[0x2B]), [(ArealCheck::End, 0x13A)]);
        assert_eq!(patched(0x30, &[2]), [(ArealCheck::Word, 0x10)]);
        assert_eq!(patched(0x2C, &[0; 4]), [(ArealCheck::Normal, 0x24)]);
        // cut short: what was read stays
        let found = patched(0xCC, &[0xFF, 0xFF, 0, 0]);
        assert_eq!(found[0].0, ArealCheck::End);
        assert_eq!(patched(0x144, &[1, 0, 0, 0])[0].0, ArealCheck::Link);
    }

    #[test]
    fn polygon_blocks_of_either_size_are_stepped_over() {
        for excess in [0, 4] {
            let mut map = worked();
            map.areals[0].extra_links = vec![EdgeLink8::NONE; 3];
            map.areals[0].polygons = vec![PolygonBlock {
                count: 1,
                bytes: vec![7; 12 + excess],
            }];
            let image = map.write().unwrap();
            assert_eq!(ArealMap::parse_strict(&image).unwrap(), map);
        }
        // neither size: the areals stay, the grid goes
        let mut map = worked();
        map.areals[1].extra_links = vec![EdgeLink8::NONE; 3];
        map.areals[1].polygons = vec![PolygonBlock::default()];
        map.rest = vec![1; 5];
        let image = map.write().unwrap();
        let read = ArealMap::parse(&image).unwrap();
        assert_eq!((read.areals.len(), &read.grid), (2, &None));
        assert_eq!(read.warnings[0].check, ArealCheck::End);
        assert_eq!(read.write().unwrap(), image);
    }

    #[test]
    fn other_archives_are_refused() {
        let mut image = fixtures::areal_map();
        image[0x140] = 13;
        assert_eq!(ArealMap::parse(&image).unwrap_err().offset, 0x140);
        assert!(ArealMap::parse(&fixtures::land()).is_err());
    }

    #[test]
    fn broken_maps_end_in_an_answer() {
        fixtures::break_bytes(&fixtures::areal_map(), |bytes| {
            let Ok(map) = ArealMap::parse(bytes) else {
                return;
            };
            let _ = map.locate(rectangle(), 2.5, 3.0);
            let _ = map.route(0, 1, false);
            let again = map.write().unwrap();
            assert_eq!(ArealMap::parse(&again).unwrap().write().unwrap(), again);
        });
    }

    #[test]
    fn a_new_map_is_linked_and_found() {
        let mut areals = Vec::new();
        for (gx, gy) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let corner =
                |dx: i16, dy: i16| Vec3::new(f32::from(gx + dx), f32::from(gy + dy), 0.0) * 5.0;
            areals.push(Areal {
                record: ArealRecord48 {
                    normal: [0.0, 0.0, 1.0],
                    walkable: 1,
                    class_id: 1,
                    ..ArealRecord48::default()
                },
                boundary: vec![corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)],
                ..Areal::default()
            });
        }
        let map = ArealMap::new(areals, rectangle(), 8);
        let read = ArealMap::parse_strict(&map.write().unwrap()).unwrap();
        assert_eq!(read, map);
        assert_eq!(read.neighbours(0).into_iter().collect::<Vec<_>>(), [1, 2]);
        assert_eq!(read.route(0, 3, true), Some(vec![0, 1, 3]));
        let found = read.locate(rectangle(), 7.0, 2.0);
        assert_eq!(
            found,
            Some(Located {
                areal: 2,
                by_grid: true
            })
        );
    }

    fn areal() -> impl Strategy<Value = Areal> {
        let record = any::<[u16; 12]>();
        let corners = prop::collection::vec((any::<[i16; 3]>(), any::<[i8; 2]>()), 0..6);
        let blocks = prop::collection::vec((any::<[i8; 6]>(), 0_u32..3), 0..2);
        (record, corners, blocks).prop_map(|(words, corners, blocks)| {
            let float = |index: usize| f32::from(words[index]);
            let link = |areal: i8, edge: i8| EdgeLink8 {
                areal: areal.into(),
                edge: edge.into(),
            };
            Areal {
                record: ArealRecord48 {
                    anchor: [float(0), float(1), float(2)],
                    word_0c: words[3].into(),
                    area: float(4),
                    normal: [float(5), float(6), float(7)],
                    walkable: words[8].into(),
                    word_24: words[9].into(),
                    class_id: words[10].into(),
                    word_2c: words[11].into(),
                },
                boundary: corners
                    .iter()
                    .map(|(p, _)| Vec3::from(p.map(f32::from)))
                    .collect(),
                links: corners.iter().map(|(_, l)| link(l[0], l[1])).collect(),
                extra_links: blocks
                    .iter()
                    .flat_map(|(l, _)| [link(l[0], l[1]), link(l[2], l[3]), link(l[4], l[5])])
                    .collect(),
                polygons: blocks
                    .iter()
                    .map(|&(_, count)| PolygonBlock {
                        count,
                        bytes: vec![3; count as usize * 12],
                    })
                    .collect(),
            }
        })
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            areals in prop::collection::vec(areal(), 0..5),
            cells in prop::collection::vec(prop::collection::vec(any::<u16>(), 0..4), 6),
        ) {
            let map = ArealMap {
                attr1: areals.len() as u32,
                areals,
                grid: ArealGrid::new(2, 3, &cells),
                name: FixedName::new(b"ArealMap").unwrap(),
                ..ArealMap::default()
            };
            let mut read = ArealMap::parse(&map.write().unwrap()).unwrap();
            read.warnings.clear();
            prop_assert_eq!(read, map);
        }
    }
}
