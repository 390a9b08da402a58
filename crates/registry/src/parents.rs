//! The references of a prototype with those of its parents (spec page: mission, section 4.3).

use crate::ObjectRef64;

/// How many parents may stand between a prototype and its furthest ancestor.
pub const DEEPEST: usize = 32;

/// The most references that one prototype may have, unused slots and those of its parents among them.
///
/// The game's have a handful; without a limit a few prototypes that name each other twice would double for ever.
pub const MOST_REFERENCES: usize = 4096;

/// A reference that counts for a prototype, and where it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Effective {
    /// The reference; never a parent, never unused.
    pub reference: ObjectRef64,
    /// Key of the prototype that lists it: the expanded one or one of its ancestors.
    pub prototype: Vec<u8>,
    /// Its slot there.
    pub slot: usize,
}

/// Why a prototype has no list of references. `E` is what the look-up can fail with.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExpandError<E> {
    /// The prototype itself is not in the registry.
    #[error("no prototype {}", wire::decode_cp1251(key))]
    Missing {
        /// The key looked for.
        key: Vec<u8>,
    },
    /// One of its ancestors is not in the registry.
    #[error(
        "missing parent prototype {} of {}",
        wire::decode_cp1251(key),
        wire::decode_cp1251(child)
    )]
    MissingParent {
        /// The key looked for.
        key: Vec<u8>,
        /// The prototype that names it.
        child: Vec<u8>,
    },
    /// A prototype is its own ancestor.
    #[error(
        "parent cycle: {} names {}",
        wire::decode_cp1251(child),
        wire::decode_cp1251(key)
    )]
    Cycle {
        /// The ancestor met again.
        key: Vec<u8>,
        /// The prototype that names it.
        child: Vec<u8>,
    },
    /// More than [`DEEPEST`] parents in a row.
    #[error("parents deeper than {DEEPEST} at {}", wire::decode_cp1251(key))]
    TooDeep {
        /// The first ancestor too deep.
        key: Vec<u8>,
    },
    /// More than [`MOST_REFERENCES`] references.
    #[error(
        "more than {MOST_REFERENCES} references at {}",
        wire::decode_cp1251(key)
    )]
    TooMany {
        /// The prototype that passes the limit.
        key: Vec<u8>,
    },
    /// The registry could not be read.
    #[error("prototype {}: {error}", wire::decode_cp1251(key))]
    Lookup {
        /// The key looked for.
        key: Vec<u8>,
        /// What the look-up said.
        error: E,
    },
}

/// The references of a prototype, each parent replaced by the references of that parent. Unused slots are left out.
///
/// `lookup` gives the references of a key (ASCII case-blind), or `None` when the registry has no such key.
///
/// # Errors
/// See [`ExpandError`].
pub fn expand<E>(
    key: &[u8],
    lookup: impl FnMut(&[u8]) -> Result<Option<Vec<ObjectRef64>>, E>,
) -> Result<Vec<Effective>, ExpandError<E>> {
    let mut expansion = Expansion {
        lookup,
        stack: Vec::new(),
        visited: 0,
        effective: Vec::new(),
    };
    expansion.visit(key)?;
    Ok(expansion.effective)
}

struct Expansion<L> {
    lookup: L,
    /// Keys from the expanded prototype down to the visited one.
    stack: Vec<Vec<u8>>,
    visited: usize,
    effective: Vec<Effective>,
}

impl<E, L: FnMut(&[u8]) -> Result<Option<Vec<ObjectRef64>>, E>> Expansion<L> {
    fn visit(&mut self, key: &[u8]) -> Result<(), ExpandError<E>> {
        let key = key.to_vec();
        let child = self.stack.last().cloned();
        if let Some(child) = &child
            && self.stack.iter().any(|k| wire::eq_ignore_case(k, &key))
        {
            let child = child.clone();
            return Err(ExpandError::Cycle { key, child });
        }
        if self.stack.len() > DEEPEST {
            return Err(ExpandError::TooDeep { key });
        }
        let references = match (self.lookup)(&key) {
            Ok(Some(references)) => references,
            Ok(None) => {
                return Err(match child {
                    Some(child) => ExpandError::MissingParent { key, child },
                    None => ExpandError::Missing { key },
                });
            }
            Err(error) => return Err(ExpandError::Lookup { key, error }),
        };
        self.visited = self.visited.saturating_add(references.len());
        if self.visited > MOST_REFERENCES {
            return Err(ExpandError::TooMany { key });
        }
        self.stack.push(key.clone());
        for (slot, reference) in references.into_iter().enumerate() {
            if reference.is_parent() {
                self.visit(reference.member())?;
            } else if !reference.is_unused() {
                self.effective.push(Effective {
                    reference,
                    prototype: key.clone(),
                    slot,
                });
            }
        }
        self.stack.pop();
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::references;
    use std::convert::Infallible;

    type Prototypes<'a> = &'a [(&'a str, &'a [&'a str])];

    fn expand_in(
        prototypes: Prototypes<'_>,
        key: &str,
    ) -> Result<Vec<Effective>, ExpandError<Infallible>> {
        expand(key.as_bytes(), |key| {
            let found = prototypes
                .iter()
                .find(|(name, _)| wire::eq_ignore_case(name.as_bytes(), key));
            Ok(found.map(|(_, pairs)| references(pairs)))
        })
    }

    fn names(effective: &[Effective]) -> Vec<String> {
        effective.iter().map(|e| e.reference.to_string()).collect()
    }

    #[test]
    fn the_worked_example() {
        let prototypes: Prototypes<'_> = &[
            (
                "fr_m_brige",
                &["objects.rlb:fr_m_base", "fortif.rlb:fr_m_brige.bas"],
            ),
            ("fr_m_base", &["fortif.rlb:fr_m_brige.msh"]),
        ];
        let effective = expand_in(prototypes, "FR_M_BRIGE").unwrap();
        assert_eq!(
            names(&effective),
            ["fortif.rlb:fr_m_brige.msh", "fortif.rlb:fr_m_brige.bas"]
        );
        assert_eq!(effective[0].prototype, b"fr_m_base");
        assert_eq!(
            (&*effective[1].prototype, effective[1].slot),
            (&b"FR_M_BRIGE"[..], 1)
        );
    }

    #[test]
    fn parents_stand_where_they_are_named() {
        let prototypes: Prototypes<'_> = &[
            ("a", &["x.rlb:1", "Objects.RLB:B", "x.rlb:", "x.rlb:4"]),
            ("b", &["x.rlb:2", "objects.rlb:c"]),
            ("c", &["x.rlb:3", "objects.rlb:"]),
        ];
        assert_eq!(
            names(&expand_in(prototypes, "a").unwrap()),
            ["x.rlb:1", "x.rlb:2", "x.rlb:3", "x.rlb:4"]
        );
    }

    #[test]
    fn cycles_and_missing_parents_are_errors() {
        let prototypes: Prototypes<'_> = &[
            ("own", &["objects.rlb:OWN"]),
            ("a", &["objects.rlb:b"]),
            ("b", &["objects.rlb:A"]),
            ("c", &["objects.rlb:nobody"]),
        ];
        let error = |key| expand_in(prototypes, key).unwrap_err().to_string();
        assert_eq!(error("own"), "parent cycle: own names OWN");
        assert_eq!(error("a"), "parent cycle: b names A");
        assert_eq!(error("c"), "missing parent prototype nobody of c");
        assert_eq!(error("nobody"), "no prototype nobody");
    }

    /// Twice the same parent is no cycle.
    #[test]
    fn a_parent_may_be_named_twice() {
        let prototypes: Prototypes<'_> =
            &[("a", &["objects.rlb:b", "objects.rlb:b"]), ("b", &["x:1"])];
        assert_eq!(names(&expand_in(prototypes, "a").unwrap()), ["x:1", "x:1"]);
    }

    fn chain(
        parents_each: usize,
    ) -> impl FnMut(&[u8]) -> Result<Option<Vec<ObjectRef64>>, Infallible> {
        move |key| {
            let number: usize = String::from_utf8_lossy(key).parse().unwrap();
            let parent = format!("objects.rlb:{}", number.saturating_sub(1));
            let pairs = vec![parent.as_str(); if number == 1 { 0 } else { parents_each }];
            Ok(Some(references(&pairs)))
        }
    }

    #[test]
    fn chains_end_at_the_limit() {
        assert_eq!(expand(b"33", chain(1)), Ok(vec![]));
        assert_eq!(
            expand(b"34", chain(1)),
            Err(ExpandError::TooDeep { key: b"1".to_vec() })
        );
    }

    #[test]
    fn doubling_ends_at_the_limit() {
        let error = expand(b"33", chain(2)).unwrap_err();
        assert!(matches!(error, ExpandError::TooMany { .. }), "{error}");
    }

    #[test]
    fn a_registry_that_cannot_be_read_says_so() {
        let error = expand(b"a", |_| Err("size 65")).unwrap_err();
        assert_eq!(error.to_string(), "prototype a: size 65");
    }
}
