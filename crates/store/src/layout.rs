//! The layout of a container: its blocks and its fixed start.

use crate::Kind;

/// The most plain bytes that a block can hold: 1 MiB.
pub(crate) const MAX_BLOCK_BYTES: u32 = 1 << 20;

/// The most bytes that an encoded header can have: 1 MiB.
pub const MAX_HEADER_BYTES: u32 = 1 << 20;

/// The one layout of the bytes that this build knows.
pub(crate) const REVISION: u8 = 1;

/// The way a payload is stored: plain or deflated, and the size of its blocks.
///
/// A reader finds it in the file. Blocks of 256 KiB are the default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    deflated: bool,
    block_bytes: u32,
}

impl Layout {
    /// Stores plain blocks.
    #[must_use]
    pub const fn plain() -> Self {
        Self {
            deflated: false,
            block_bytes: 1 << 18,
        }
    }

    /// Deflates every block that gets smaller by it.
    #[must_use]
    pub const fn deflate() -> Self {
        Self {
            deflated: true,
            ..Self::plain()
        }
    }

    /// Cuts the payload every `block_bytes` bytes.
    ///
    /// # Panics
    /// If `block_bytes` is 0 or more than 1 MiB.
    #[must_use]
    pub const fn with_block_bytes(self, block_bytes: u32) -> Self {
        assert!(
            0 < block_bytes && block_bytes <= MAX_BLOCK_BYTES,
            "a block holds between 1 byte and 1 MiB"
        );
        Self {
            block_bytes,
            ..self
        }
    }

    pub(crate) const fn deflated(self) -> bool {
        self.deflated
    }

    pub(crate) const fn block_bytes(self) -> usize {
        self.block_bytes as usize
    }

    /// Returns the fixed start of a file.
    pub(crate) fn start(self, kind: Kind, header_bytes: u32) -> [u8; 20] {
        let mut start = [0; 20];
        start[..8].copy_from_slice(&kind.magic());
        start[8..10].copy_from_slice(&kind.version().to_le_bytes());
        start[10] = REVISION;
        start[11] = u8::from(self.deflated);
        start[12..16].copy_from_slice(&self.block_bytes.to_le_bytes());
        start[16..].copy_from_slice(&header_bytes.to_le_bytes());
        start
    }
}
