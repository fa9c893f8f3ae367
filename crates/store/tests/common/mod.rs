//! A small container, and a second implementation of the format that shares no code with the crate.
#![allow(dead_code, reason = "every test file uses a part")]

use koproof_store::{Kind, Layout, encode};

pub(crate) const SHEET: Kind = Kind::new(*b"SHEET\r\n\0", "sheet", 2);

/// A short header.
pub(crate) const HEADER: &str = "3x4";

/// 100 bytes: 40 zeros, then noise that no compressor shrinks.
pub(crate) fn payload() -> Vec<u8> {
    let noise = (1_u32..).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8);
    [0; 40].into_iter().chain(noise).take(100).collect()
}

/// Containers of `HEADER` and `payload()` in blocks of 40, 40 and 20 bytes, plain and deflated.
pub(crate) fn small_containers() -> [Vec<u8>; 2] {
    [Layout::plain(), Layout::deflate()].map(|layout| {
        encode(SHEET, layout.with_block_bytes(40), &HEADER, &payload())
            .expect("the header is short")
    })
}

/// CRC-32 as ISO 3309 defines it: polynomial 0x04c11db7 reflected, one bit at a time.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32| (crc >> 1) ^ (0xedb8_8320 * (crc & 1));
    !bytes.iter().fold(!0, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc))
    })
}

/// Builds containers by hand, with valid checks around any content.
#[derive(Clone, Default)]
pub(crate) struct Forger {
    content: Vec<u8>,
    pub(crate) file: Vec<u8>,
}

impl Forger {
    /// Starts a file with a start and a header.
    pub(crate) fn new(compression: u8, block_bytes: u32, header: &[u8]) -> Self {
        let mut forger = Self::default();
        forger.put(b"SHEET\r\n\0");
        forger.put(&[2, 0, 1, compression]);
        forger.put(&block_bytes.to_le_bytes());
        forger.put(&(header.len() as u32).to_le_bytes());
        forger.put(header);
        forger.check();
        forger
    }

    pub(crate) fn put(&mut self, bytes: &[u8]) {
        self.content.extend(bytes);
        self.file.extend(bytes);
    }

    pub(crate) fn check(&mut self) {
        self.file.extend(crc32(&self.content).to_le_bytes());
    }

    pub(crate) fn block(&mut self, plain_bytes: u32, stored: &[u8]) {
        self.put(&plain_bytes.to_le_bytes());
        self.put(&(stored.len() as u32).to_le_bytes());
        self.put(stored);
        self.check();
    }

    pub(crate) fn end(&mut self, total: u64) {
        self.put(&[0; 4]);
        self.put(&total.to_le_bytes());
        self.check();
    }
}
