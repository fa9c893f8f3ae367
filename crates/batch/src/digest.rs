//! SHA-256 in hexadecimal digits.

use std::io::{self, Write};

use sha2::{Digest, Sha256};

/// Returns the SHA-256 of bytes as 64 hexadecimal digits.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

/// An output that counts its bytes and finds their SHA-256.
pub(crate) struct Summed<W> {
    pub(crate) out: W,
    pub(crate) bytes: u64,
    digest: Sha256,
}

impl<W> Summed<W> {
    pub(crate) fn new(out: W) -> Self {
        Self {
            out,
            bytes: 0,
            digest: Sha256::new(),
        }
    }

    /// Returns the SHA-256 of the bytes so far.
    pub(crate) fn sha256(&self) -> String {
        format!("{:x}", self.digest.clone().finalize())
    }
}

impl<W: Write> Write for Summed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.digest.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
