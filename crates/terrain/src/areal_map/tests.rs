use crate::*;
use glam::Vec3;
use proptest::prelude::*;
use wire::FixedName;

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
    let broken = [(ArealCheck::Link, 0x80), (ArealCheck::OneWayLink, 0x118)];
    assert_eq!(patched(0x80, &[2, 0, 0, 0, 0, 0, 0, 0]), broken);
    assert_eq!(patched(0x84, &[2]), [(ArealCheck::OneWayLink, 0x80)]);
    assert_eq!(patched(0x80, &[255, 255, 255, 255]), broken);
    assert_eq!(patched(0x14C, &[0x2B]), [(ArealCheck::End, 0x13A)]);
    assert_eq!(patched(0x30, &[2]), [(ArealCheck::Word, 0x10)]);
    assert_eq!(patched(0x2C, &[0; 4]), [(ArealCheck::Normal, 0x24)]);
    // cut short: what was read stays
    let found = patched(0xCC, &[0xFF, 0xFF, 0, 0]);
    assert_eq!(found[0].0, ArealCheck::End);
    assert_eq!(patched(0x144, &[1, 0, 0, 0])[0].0, ArealCheck::End);
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
