//! The input of a reader: its position, and the running check.

use std::io::{self, Read};

use crate::StoreError;
use crate::error::Part;

/// Reads the parts of a container and updates the check.
pub(crate) struct Source<R> {
    input: R,
    name: &'static str,
    check: crc32fast::Hasher,
    at: u64,
}

impl<R: Read> Source<R> {
    pub(crate) fn new(input: R, name: &'static str) -> Self {
        Self {
            input,
            name,
            check: crc32fast::Hasher::new(),
            at: 0,
        }
    }

    /// Returns the number of bytes read.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    /// Fills `bytes` with content, which the next check covers.
    pub(crate) fn fill(&mut self, bytes: &mut [u8], part: Part) -> Result<(), StoreError> {
        self.read(bytes, part)?;
        self.check.update(bytes);
        Ok(())
    }

    /// Reads a length, and refuses one outside `least..=most`.
    pub(crate) fn length(
        &mut self,
        part: Part,
        least: u32,
        most: u32,
    ) -> Result<usize, StoreError> {
        let at = self.at;
        let mut bytes = [0; 4];
        self.fill(&mut bytes, part)?;
        let found = u32::from_le_bytes(bytes);
        if (least..=most).contains(&found) {
            return Ok(found as usize);
        }
        Err(StoreError::Length {
            name: self.name,
            part,
            at,
            found: found.into(),
            least: least.into(),
            most: most.into(),
        })
    }

    /// Reads a check and refuses one that does not match the content before it.
    pub(crate) fn check(&mut self, part: Part) -> Result<(), StoreError> {
        let at = self.at;
        let mut bytes = [0; 4];
        self.read(&mut bytes, part)?;
        let stored = u32::from_le_bytes(bytes);
        let computed = self.check.clone().finalize();
        if stored == computed {
            return Ok(());
        }
        Err(StoreError::Checksum {
            name: self.name,
            part,
            at,
            stored,
            computed,
        })
    }

    /// Refuses an input that does not end here.
    pub(crate) fn end(&mut self) -> Result<(), StoreError> {
        match self.read_some(&mut [0])? {
            0 => Ok(()),
            _ => Err(StoreError::TrailingBytes {
                name: self.name,
                at: self.at,
            }),
        }
    }

    fn read(&mut self, bytes: &mut [u8], part: Part) -> Result<(), StoreError> {
        let needed = self.at + bytes.len() as u64;
        let mut filled = 0;
        while filled < bytes.len() {
            let read = self.read_some(&mut bytes[filled..])?;
            if read == 0 {
                return Err(StoreError::Truncated {
                    name: self.name,
                    part,
                    size: self.at,
                    needed,
                });
            }
            filled += read;
            self.at += read as u64;
        }
        Ok(())
    }

    fn read_some(&mut self, bytes: &mut [u8]) -> Result<usize, StoreError> {
        loop {
            match self.input.read(bytes) {
                Err(cause) if cause.kind() == io::ErrorKind::Interrupted => {}
                result => {
                    return result
                        .map_err(|cause| StoreError::from_stream("read", self.name, cause));
                }
            }
        }
    }
}
