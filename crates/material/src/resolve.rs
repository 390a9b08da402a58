//! From a WEAR row's name to a material of `Material.lib` (spec page: materials, section 4).

use crate::Warning;

/// How a material was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Found {
    /// By its name.
    Exact,
    /// Not at all; the library's `DEFAULT` stands in.
    Default,
    /// Neither is there; the library's first entry stands in.
    FirstEntry,
    /// The library is empty or unreadable; [`Material::built_in`](crate::Material::built_in) stands in.
    BuiltIn,
}

impl Found {
    /// The name on the command line: `exact`, `default`, `first` or `builtin`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Default => "default",
            Self::FirstEntry => "first",
            Self::BuiltIn => "builtin",
        }
    }
}

/// What [`resolve`] found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resolution<E> {
    /// How.
    pub found: Found,
    /// The library entry; `None` only for [`Found::BuiltIn`].
    pub entry: Option<E>,
    /// `MAT_MISSING` for a name that is not there. Show it once per name.
    pub warning: Option<Warning>,
}

/// Finds a material: by name, else `DEFAULT`, else the library's first entry, else the built-in one.
///
/// `name` is `None` where there is no row to take one from: the caller has warned of that already. `find` looks a name
/// up case-blind among the library's MAT0 entries (others count as missing); `first` is its directory entry 0 if
/// that is a MAT0.
pub fn resolve<E>(
    name: Option<&[u8]>,
    find: impl Fn(&[u8]) -> Option<E>,
    first: Option<E>,
) -> Resolution<E> {
    if let Some(entry) = name.and_then(&find) {
        return Resolution {
            found: Found::Exact,
            entry: Some(entry),
            warning: None,
        };
    }
    let (found, entry) = match (find(b"DEFAULT"), first) {
        (Some(entry), _) => (Found::Default, Some(entry)),
        (None, Some(entry)) => (Found::FirstEntry, Some(entry)),
        (None, None) => (Found::BuiltIn, None),
    };
    Resolution {
        found,
        entry,
        warning: name.map(|name| Warning::MatMissing {
            name: name.to_vec(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(library: &[&str], name: Option<&str>) -> (Found, Option<usize>, bool) {
        let resolution = resolve(
            name.map(str::as_bytes),
            |wanted| {
                library
                    .iter()
                    .position(|entry| wire::eq_ignore_case(entry.as_bytes(), wanted))
            },
            (!library.is_empty()).then_some(0),
        );
        (
            resolution.found,
            resolution.entry,
            resolution.warning.is_some(),
        )
    }

    #[test]
    fn fallbacks() {
        assert_eq!(
            ask(&["A", "DEFAULT", "B"], Some("C")),
            (Found::Default, Some(1), true)
        );
        assert_eq!(
            ask(&["A", "B"], Some("C")),
            (Found::FirstEntry, Some(0), true)
        );
        assert_eq!(ask(&[], Some("C")), (Found::BuiltIn, None, true));
        assert_eq!(ask(&["A", "b"], Some("B")), (Found::Exact, Some(1), false));
        assert_eq!(
            ask(&["A", "Default"], None),
            (Found::Default, Some(1), false)
        );
    }
}
