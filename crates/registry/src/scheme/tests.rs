use super::*;
use crate::fixture::hex;
use proptest::prelude::*;

/// Spec page: mission, section 4.4.7.
const EXAMPLE: &str = "
    f1f00000 00800001 6f626a65 6374732e 726c6200 00000000 00000000 00000000
    00000000 00000000 525f4c5f 30310011 00000000 00000000 00000000 00000000
    00000000 00000000 01000000 ffffffff 536d616c 6c205472 61636b00 00000000
    00000000 00000000 00000000 00000000 00000000 02000000 6f626a65 6374732e
    726c6200 00000000 00000000 00000000 00000000 00000000 695f656e 675f6c5f
    30310011 00000000 00000000 00000000 00000000 00000000 01000000 02000000
    456e6769 6e650000 00000000 00000000 00000000 00000000 00000000 00000000
    03000000 00000000 6f626a65 6374732e 726c6200 00000000 00000000 00000000
    00000000 00000000 655f7475 725f6c74 5f303100 11000000 00000000 00000000
    00000000 00000000 01000000 04000000 54757272 65740000 00000000 00000000
    00000000 00000000 00000000 00000000 01000000 01000000 6f626a65 6374732e
    726c6200 00000000 00000000 00000000 00000000 00000000 655f6775 6e5f6c63
    5f303100 11000000 00000000 00000000 00000000 00000000 01000000 02000000
    47756e00 00000000 00000000 00000000 00000000 00000000 00000000 00000000
    04000000 00000000";

fn node(parent: usize, mount: Mount, drawn: bool) -> TreeNode {
    TreeNode {
        parent: Some(parent),
        mount,
        drawn,
    }
}

const ROOT: TreeNode = TreeNode {
    parent: None,
    mount: Mount::Root,
    drawn: true,
};

fn component(key: &str, entry_type: i32, attach_index: i32, child_count: u32) -> Component {
    Component {
        resource_name: FixedName::new(key.as_bytes()).unwrap(),
        entry_type,
        attach_index,
        child_count,
        ..Component::default()
    }
}

fn scheme(components: Vec<Component>) -> Scheme {
    Scheme {
        magic: Scheme::MAGIC,
        scheme_type: SchemeType::default(),
        components,
        bare_tail: None,
    }
}

#[test]
fn the_worked_example() {
    let bytes = hex(EXAMPLE);
    assert_eq!(bytes.len(), 456);
    let (scheme, warnings) = Scheme::parse(&bytes).unwrap();
    assert_eq!(warnings, []);
    assert_eq!(scheme.scheme_type, SchemeType(0x0100_8000));
    let rows: Vec<_> = scheme
        .components
        .iter()
        .map(|c| {
            assert_eq!((c.archive(), c.flags), (&b"objects.rlb"[..], 1));
            let key = wire::decode_cp1251(c.key());
            let description = c.description.to_string();
            (
                key,
                description,
                c.attach_index,
                c.entry_type(),
                c.child_count,
            )
        })
        .collect();
    let row = |key: &str, description: &str, attach, entry_type, children| {
        (key.into(), description.into(), attach, entry_type, children)
    };
    assert_eq!(
        rows,
        [
            row("R_L_01", "Small Track", -1, EntryType::Chassis, 2),
            row("i_eng_l_01", "Engine", 2, EntryType::Part, 0),
            row("e_tur_lt_01", "Turret", 4, EntryType::Turret, 1),
            row("e_gun_lc_01", "Gun", 2, EntryType::Cannon, 0),
        ]
    );
    let (tree, warnings) = scheme.tree();
    assert_eq!(warnings, []);
    assert_eq!(
        tree,
        [
            ROOT,
            node(0, Mount::ItemSlot(2), false),
            node(0, Mount::Node(4), true),
            node(2, Mount::Node(2), true),
        ]
    );
    assert_eq!(scheme.write(), bytes);
}

#[test]
fn every_cut_and_every_flipped_byte_ends_in_a_result() {
    let bytes = hex(EXAMPLE);
    let check = |bytes: &[u8]| {
        if let Ok((scheme, _)) = Scheme::parse(bytes) {
            assert_eq!(scheme.write(), bytes);
            assert_eq!(scheme.tree().0.len(), scheme.components.len());
        }
    };
    for length in 0..bytes.len() {
        check(&bytes[..length]);
    }
    for at in 0..bytes.len() {
        for mask in [1, 2, 4, 8, 16, 32, 64, 128, 255] {
            let mut bytes = bytes.clone();
            bytes[at] ^= mask;
            check(&bytes);
        }
    }
}

#[test]
fn an_empty_scheme_draws_nothing() {
    let (scheme, warnings) = Scheme::parse(&hex("f1f00000 00800001")).unwrap();
    assert_eq!((scheme.tree(), warnings), ((vec![], vec![]), vec![]));
}

#[test]
fn a_wrong_magic_is_a_warning() {
    let mut bytes = hex(EXAMPLE);
    bytes[0] = 0;
    let (scheme, warnings) = Scheme::parse(&bytes).unwrap();
    assert_eq!(
        warnings[0].to_string(),
        "offset 0x0: scheme magic: expected 0x0000f0f1, found 0x0000f000"
    );
    assert_eq!(scheme.components.len(), 4);
    assert_eq!(scheme.write(), bytes);
}

#[test]
fn two_names_are_enough_when_the_size_is_wrong() {
    let bytes = hex(EXAMPLE);
    for length in [0x48, 0x50, 0x77] {
        let bytes = &bytes[..length];
        let (scheme, warnings) = Scheme::parse(bytes).unwrap();
        assert_eq!(&*warnings[0].what, "scheme size");
        assert_eq!(scheme.components.len(), 1);
        assert_eq!(scheme.components[0].key(), b"R_L_01");
        assert_eq!(scheme.tree().0, [ROOT]);
        assert_eq!(scheme.write(), bytes);
    }
    assert!(Scheme::parse(&bytes[..0x47]).is_err());
    for (at, byte) in [(0, 0), (8, 0), (0x28, b' ')] {
        let mut bytes = bytes[..0x50].to_vec();
        bytes[at] = byte;
        if at == 0x28 {
            bytes[at + 1] = 0;
        }
        assert!(Scheme::parse(&bytes).is_err(), "{at:#x}");
    }
}

#[test]
fn a_missing_child_is_a_warning() {
    let scheme = scheme(vec![component("a", 0, -1, 3), component("b", 1, 4, 0)]);
    let (tree, warnings) = scheme.tree();
    assert_eq!(tree, [ROOT, node(0, Mount::Node(4), true)]);
    assert_eq!(
        warnings.iter().map(ToString::to_string).collect::<Vec<_>>(),
        ["offset 0x74: component tree: expected child_count components, found 2 fewer"]
    );
}

#[test]
fn a_component_too_many_hangs_on_node_0_of_the_root() {
    let scheme = scheme(vec![
        component("a", 0, -1, 1),
        component("b", 1, 4, 0),
        component("e_gun_x", 4, 7, 1),
        component("c", 3, 2, 0),
    ]);
    let (tree, warnings) = scheme.tree();
    assert_eq!(
        tree[2..],
        [
            node(0, Mount::Node(0), true),
            node(2, Mount::ItemSlot(2), false)
        ]
    );
    assert_eq!((warnings.len(), warnings[0].offset), (1, 8 + 2 * 112));
}

#[test]
fn armour_is_internal_but_guns_are_not() {
    let drawn = |key, entry_type| component(key, entry_type, 0, 0).is_drawn_outside();
    assert!(!drawn("e_arm_01", 2));
    assert!(drawn("E_Gun_01", 2));
    assert!(drawn("x", 4) && drawn("x", 1) && drawn("x", 0));
    assert!(!drawn("e_gun_01", 3) && !drawn("x", 5) && !drawn("x", -1) && !drawn("x", 9));
    assert_eq!(component("e_gun_01", 2, 3, 0).mount(), Mount::Node(3));
    assert_eq!(component("e_arm_01", 2, 3, 0).mount(), Mount::ItemSlot(3));
}

/// Two equal guns are two components.
#[test]
fn equal_parts_stay_apart() {
    let scheme = scheme(vec![
        component("a", 0, -1, 2),
        component("e_gun_x", 4, 5, 0),
        component("e_gun_x", 4, 6, 0),
    ]);
    assert_eq!(
        scheme.tree().0[1..],
        [node(0, Mount::Node(5), true), node(0, Mount::Node(6), true)]
    );
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        words in any::<[u32; 2]>(),
        records in prop::collection::vec((any::<[[u8; 32]; 3]>(), any::<[u32; 4]>()), 0..5),
    ) {
        let record = |(fields, words): ([[u8; 32]; 3], [u32; 4])| Component {
            archive_name: FixedName(fields[0]),
            resource_name: FixedName(fields[1]),
            flags: words[0],
            attach_index: words[1].cast_signed(),
            description: FixedName(fields[2]),
            entry_type: words[2].cast_signed(),
            child_count: words[3],
        };
        let scheme = Scheme {
            magic: words[0],
            scheme_type: SchemeType(words[1]),
            components: records.into_iter().map(record).collect(),
            bare_tail: None,
        };
        prop_assert_eq!(Scheme::parse(&scheme.write()).unwrap().0, scheme);
    }

    /// Any numbers of children give a tree: every parent comes before its children.
    #[test]
    fn parents_come_first(counts in prop::collection::vec(0u32..4, 0..30)) {
        let components = counts.into_iter().map(|n| component("x", 1, 0, n)).collect();
        let (tree, _) = scheme(components).tree();
        for (index, node) in tree.iter().enumerate() {
            prop_assert_eq!(node.parent.is_none(), index == 0);
            prop_assert!(node.parent.is_none_or(|parent| parent < index));
        }
    }
}
