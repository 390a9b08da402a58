use crate::*;
use glam::{Affine3A, Vec3};
use proptest::prelude::*;

fn worked() -> Land {
    Land::parse(&fixtures::land()).unwrap()
}

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
        (900.0, 300.0, 0.7),
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
