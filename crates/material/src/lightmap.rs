//! Which lightmap a batch has (spec page: materials, section 6).

use crate::Warning;

/// The lightmap row of a batch: `None` for index 0xFF.
///
/// `rows` is the number of lightmap rows of the model's WEAR table; `has_uv1` says whether the model has second
/// texture coordinates (MSH type 18). Look the name up in `LightMap.lib` only.
///
/// # Errors
///
/// `LM_INDEX_RANGE` or `LM_NO_UV1`: the batch is drawn without a lightmap.
pub fn lightmap_row(
    lightmap_index: u8,
    rows: usize,
    has_uv1: bool,
) -> Result<Option<usize>, Warning> {
    let index = usize::from(lightmap_index);
    if lightmap_index == 0xFF {
        Ok(None)
    } else if index >= rows {
        Err(Warning::LmIndexRange { index, rows })
    } else if !has_uv1 {
        Err(Warning::LmNoUv1)
    } else {
        Ok(Some(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows() {
        assert_eq!(lightmap_row(0xFF, 0, false), Ok(None));
        assert_eq!(lightmap_row(0, 1, true), Ok(Some(0)));
        assert_eq!(lightmap_row(0, 1, false), Err(Warning::LmNoUv1));
        let range = Warning::LmIndexRange { index: 1, rows: 1 };
        assert_eq!(lightmap_row(1, 1, true), Err(range));
    }
}
