use crate::{Malformed, Result};
use bytemuck::AnyBitPattern;

/// A cursor over bytes whose every read is checked.
#[derive(Debug, Clone)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Reader<'a> {
    /// Starts at the first byte of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    /// Bytes read so far: the offset of the next read.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Bytes that remain.
    pub fn remaining(&self) -> usize {
        self.bytes.len().saturating_sub(self.position)
    }

    /// Whether every byte was read.
    pub fn is_at_end(&self) -> bool {
        self.remaining() == 0
    }

    /// Moves to an absolute offset; past the end is an error at the next read.
    pub fn seek(&mut self, position: usize) {
        self.position = position;
    }

    /// The next `count` bytes.
    pub fn take(&mut self, count: usize, what: &'static str) -> Result<&'a [u8]> {
        let end = self.position.checked_add(count);
        match end.and_then(|end| self.bytes.get(self.position..end)) {
            Some(bytes) => {
                self.position = self.position.saturating_add(count);
                Ok(bytes)
            }
            None => Err(Malformed::new(
                self.position,
                what,
                format!("{count} bytes"),
                format!("{} remaining", self.remaining()),
            )),
        }
    }

    /// Every byte that remains.
    pub fn rest(&mut self) -> &'a [u8] {
        let rest = self.bytes.get(self.position..).unwrap_or_default();
        self.position = self.position.max(self.bytes.len());
        rest
    }

    /// The next `N` bytes, as an array.
    pub fn array<const N: usize>(&mut self, what: &'static str) -> Result<[u8; N]> {
        let mut out = [0; N];
        out.copy_from_slice(self.take(N, what)?);
        Ok(out)
    }

    /// One fixed-size record; any alignment.
    pub fn record<T: AnyBitPattern>(&mut self, what: &'static str) -> Result<T> {
        Ok(bytemuck::pod_read_unaligned(
            self.take(size_of::<T>(), what)?,
        ))
    }

    /// `count` fixed-size records; the count is checked against the remaining bytes before anything is allocated.
    pub fn records<T: AnyBitPattern>(
        &mut self,
        count: usize,
        what: &'static str,
    ) -> Result<Vec<T>> {
        let stride = size_of::<T>().max(1);
        let length = count.checked_mul(stride).ok_or_else(|| {
            Malformed::new(
                self.position,
                what,
                "a count that fits the bytes",
                format!("{count} records"),
            )
        })?;
        let bytes = self.take(length, what)?;
        Ok(bytes
            .chunks_exact(stride)
            .map(bytemuck::pod_read_unaligned)
            .collect())
    }

    /// One byte.
    pub fn u8(&mut self, what: &'static str) -> Result<u8> {
        self.record(what)
    }

    /// Two bytes, unsigned.
    pub fn u16(&mut self, what: &'static str) -> Result<u16> {
        self.record(what)
    }

    /// Two bytes, signed.
    pub fn i16(&mut self, what: &'static str) -> Result<i16> {
        self.record(what)
    }

    /// Four bytes, unsigned.
    pub fn u32(&mut self, what: &'static str) -> Result<u32> {
        self.record(what)
    }

    /// Four bytes, signed.
    pub fn i32(&mut self, what: &'static str) -> Result<i32> {
        self.record(what)
    }

    /// Four bytes, IEEE-754 single; NaN and infinities pass.
    pub fn f32(&mut self, what: &'static str) -> Result<f32> {
        self.record(what)
    }

    /// Three singles.
    pub fn vec3(&mut self, what: &'static str) -> Result<[f32; 3]> {
        self.record(what)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_read_past_the_end_says_where() {
        let mut reader = Reader::new(&[1, 0, 2]);
        assert_eq!(reader.u16("count").unwrap(), 1);
        let error = reader.u32("size").unwrap_err();
        assert_eq!(
            error.to_string(),
            "offset 0x2: size: expected 4 bytes, found 1 remaining"
        );
        assert_eq!(reader.u8("flag").unwrap(), 2);
        assert!(reader.is_at_end());
    }

    #[test]
    fn counts_are_checked_before_allocation() {
        let mut reader = Reader::new(&[0; 8]);
        assert!(reader.records::<u32>(usize::MAX, "keys").is_err());
        assert!(reader.records::<u32>(3, "keys").is_err());
        assert_eq!(reader.records::<u32>(2, "keys").unwrap(), [0, 0]);
    }

    #[test]
    fn a_seek_past_the_end_fails_at_the_next_read() {
        let mut reader = Reader::new(&[0; 4]);
        reader.seek(usize::MAX);
        assert_eq!(reader.remaining(), 0);
        assert!(reader.u8("byte").is_err());
        assert!(reader.rest().is_empty());
    }
}
