//! Which references of a prototype are its mesh and its side files (spec page: mission, sections 4.3, 4.5 and 4.6).

use crate::{Effective, ObjectRef64};

/// The references of a prototype by what they are for, picked by extension and never by position.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Selection<'a> {
    /// Every `.msh`, in order. The first that is found is the mesh; none at all makes the prototype non-geometric,
    /// which is no failure.
    pub meshes: Vec<&'a Effective>,
    /// The first `.wea`; without one, [`with_extension`] of the mesh in the mesh's archive.
    pub wear: Option<&'a Effective>,
    /// The first `.ctl`; there is no other way to find one.
    pub control: Option<&'a Effective>,
    /// The first `.cpt`, control points.
    pub control_points: Option<&'a Effective>,
    /// The first `.ndp`, damage.
    pub node_damage: Option<&'a Effective>,
    /// The first `.bas`, the ground plan of a building. Without any mesh the last resort is [`with_extension`] of it
    /// in its own archive.
    pub ground_plan: Option<&'a Effective>,
}

impl<'a> Selection<'a> {
    /// Picks among the references of an expanded prototype.
    pub fn of(effective: &'a [Effective]) -> Self {
        let of_kind = move |extension: &'static str| {
            effective
                .iter()
                .filter(move |e| has_extension(e.reference.member(), extension))
        };
        Self {
            meshes: of_kind("msh").collect(),
            wear: of_kind("wea").next(),
            control: of_kind("ctl").next(),
            control_points: of_kind("cpt").next(),
            node_damage: of_kind("ndp").next(),
            ground_plan: of_kind("bas").next(),
        }
    }
}

impl ObjectRef64 {
    /// The archive to look into: its own, or the mesh's when it names none.
    pub fn archive_or<'a>(&'a self, mesh_archive: &'a [u8]) -> &'a [u8] {
        match self.archive() {
            b"" => mesh_archive,
            own => own,
        }
    }
}

/// The spellings under which a member may stand in an archive, best first: the name, and the name without `.msh` or
/// with it. One rule for prototype keys, mesh members and meshes named directly.
pub fn name_candidates(name: &[u8]) -> [Vec<u8>; 2] {
    let other = if has_extension(name, "msh") {
        stem(name).to_vec()
    } else {
        [name, b".msh"].concat()
    };
    [name.to_vec(), other]
}

/// Whether a name ends in a dot and that extension, ASCII case-blind.
pub fn has_extension(name: &[u8], extension: &str) -> bool {
    let split = name.iter().rposition(|&byte| byte == b'.');
    let found = split.and_then(|dot| name.get(dot..)?.strip_prefix(b"."));
    found.is_some_and(|found| wire::eq_ignore_case(found, extension.as_bytes()))
}

/// The name of a sibling: its extension (if any) replaced by another one.
pub fn with_extension(name: &[u8], extension: &str) -> Vec<u8> {
    [stem(name), b".", extension.as_bytes()].concat()
}

fn stem(name: &[u8]) -> &[u8] {
    let dot = name.iter().rposition(|&byte| byte == b'.');
    dot.and_then(|dot| name.get(..dot)).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::references;

    fn effective(pairs: &[&str]) -> Vec<Effective> {
        let references = references(pairs).into_iter().enumerate();
        references
            .map(|(slot, reference)| Effective {
                reference,
                prototype: b"key".to_vec(),
                slot,
            })
            .collect()
    }

    #[test]
    fn the_extension_decides() {
        let effective = effective(&[
            "static.rlb:s_tree_a_06.ctl",
            "static.rlb:first.MSH",
            ":s_tree_0_06.wea",
            "static.rlb:second.msh",
            "static.rlb:other.wea",
            "static.rlb:a.cpt",
            "static.rlb:a.ndp",
            "behpsp.res:profile",
        ]);
        let selection = Selection::of(&effective);
        let slots: Vec<_> = selection.meshes.iter().map(|e| e.slot).collect();
        assert_eq!(slots, [1, 3]);
        let wear = selection.wear.unwrap();
        assert_eq!(wear.slot, 2);
        assert_eq!(wear.reference.archive_or(b"static.rlb"), b"static.rlb");
        assert_eq!(selection.control.unwrap().slot, 0);
        assert_eq!(selection.control_points.unwrap().slot, 5);
        assert_eq!(selection.node_damage.unwrap().slot, 6);
        assert_eq!(selection.ground_plan, None);
    }

    #[test]
    fn only_a_ground_plan_is_non_geometric() {
        let effective = effective(&["fortif.rlb:fr_m_brige.bas"]);
        let selection = Selection::of(&effective);
        assert!(selection.meshes.is_empty());
        let plan = selection.ground_plan.unwrap().reference;
        assert_eq!(with_extension(plan.member(), "msh"), b"fr_m_brige.msh");
    }

    #[test]
    fn names_are_tried_with_and_without_msh() {
        let candidates = |name: &str| {
            name_candidates(name.as_bytes()).map(|name| String::from_utf8(name).unwrap())
        };
        assert_eq!(candidates("r_h_01"), ["r_h_01", "r_h_01.msh"]);
        assert_eq!(candidates("r_h_01.MSH"), ["r_h_01.MSH", "r_h_01"]);
        assert_eq!(candidates("a.b"), ["a.b", "a.b.msh"]);
        assert_eq!(with_extension(b"a.b.msh", "wea"), b"a.b.wea");
        assert_eq!(with_extension(b"a", "wea"), b"a.wea");
        assert!(!has_extension(b"msh", "msh"));
    }
}
