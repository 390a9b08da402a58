//! The name order of the lookup table (spec page: containers, section 2.4).

use std::cmp::Ordering;

/// Compares two names as the lookup table does: ASCII letters folded to lower case, bytes unsigned, a prefix before
/// the longer name. `_` therefore sorts before letters.
pub(crate) fn compare(a: &[u8], b: &[u8]) -> Ordering {
    let fold = |byte: &u8| byte.to_ascii_lowercase();
    a.iter().map(fold).cmp(b.iter().map(fold))
}

/// The `sort_index` column for these names: slot `i` holds the directory index of the `i`-th name in order; equal
/// names keep their directory order.
pub(crate) fn sort_column(names: &[&[u8]]) -> Vec<u32> {
    let mut order: Vec<(u32, &[u8])> = (0..).zip(names.iter().copied()).collect();
    order.sort_by(|(_, a), (_, b)| compare(a, b));
    order.into_iter().map(|(index, _)| index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folds_to_lower_case_so_the_underscore_comes_first() {
        assert_eq!(
            sort_column(&[b"STONE.WEA", b"s_tree.wea", b"Boom.wav"]),
            [2, 1, 0]
        );
    }

    #[test]
    fn equal_names_keep_their_order_and_prefixes_come_first() {
        assert_eq!(
            sort_column(&[b"Land", b"LAND", b"lan", b"\xC1"]),
            [2, 0, 1, 3]
        );
    }
}
