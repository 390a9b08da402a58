use bytemuck::NoUninit;

/// Collects the bytes of a payload, little-endian.
#[derive(Debug, Default, Clone)]
pub struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// An empty payload.
    pub fn new() -> Self {
        Self::default()
    }

    /// The bytes written.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Bytes written so far.
    pub fn position(&self) -> usize {
        self.bytes.len()
    }

    /// Raw bytes.
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.bytes.extend_from_slice(bytes);
        self
    }

    /// One fixed-size record.
    pub fn record<T: NoUninit>(&mut self, record: &T) -> &mut Self {
        self.bytes(bytemuck::bytes_of(record))
    }

    /// Fixed-size records, one after the other.
    pub fn records<T: NoUninit>(&mut self, records: &[T]) -> &mut Self {
        self.bytes(bytemuck::cast_slice(records))
    }

    /// One byte.
    pub fn u8(&mut self, value: u8) -> &mut Self {
        self.record(&value)
    }

    /// Two bytes, unsigned.
    pub fn u16(&mut self, value: u16) -> &mut Self {
        self.record(&value)
    }

    /// Two bytes, signed.
    pub fn i16(&mut self, value: i16) -> &mut Self {
        self.record(&value)
    }

    /// Four bytes, unsigned.
    pub fn u32(&mut self, value: u32) -> &mut Self {
        self.record(&value)
    }

    /// Four bytes, signed.
    pub fn i32(&mut self, value: i32) -> &mut Self {
        self.record(&value)
    }

    /// Four bytes, IEEE-754 single.
    pub fn f32(&mut self, value: f32) -> &mut Self {
        self.record(&value)
    }

    /// Three singles.
    pub fn vec3(&mut self, value: [f32; 3]) -> &mut Self {
        self.record(&value)
    }

    /// Zero bytes up to the next multiple of `alignment`.
    pub fn pad_to(&mut self, alignment: usize) -> &mut Self {
        let length = self.bytes.len().next_multiple_of(alignment.max(1));
        self.bytes.resize(length, 0);
        self
    }
}
