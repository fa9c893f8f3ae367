//! Writing a container as a stream.

use std::fmt;
use std::io::{self, Write};

use bincode::Encode;

use crate::deflate::Deflater;
use crate::layout::{Layout, MAX_HEADER_BYTES};
use crate::value::{self, MAX_VALUE_BYTES};
use crate::{Kind, StoreError};

/// Writes a container to `W` with bounded memory: the header first, then the payload in blocks.
///
/// The payload is written through [`Write`], value by value through [`Self::write_value`], or both. A writer that is
/// dropped before [`Self::finish`] leaves a file without an end, which no reader accepts.
///
/// The output does not have to be buffered, because it gets whole blocks. [`Write::flush`] does not end a block early,
/// because the bytes of a file depend only on its payload, not on the calls that wrote it.
///
/// # Examples
/// ```
/// use koproof_store::{ContainerReader, ContainerWriter, Kind, Layout};
///
/// const LIST: Kind = Kind::new(*b"EXLIST\r\n", "list", 1);
///
/// let mut writer = ContainerWriter::new(Vec::new(), LIST, Layout::deflate(), &"even numbers")?;
/// for number in [2_u32, 4, 6] {
///     writer.write_value(&number)?;
/// }
/// let file = writer.finish()?;
///
/// let (title, mut reader) = ContainerReader::open::<String>(file.as_slice(), LIST)?;
/// assert_eq!(title, "even numbers");
/// let mut sum = 0;
/// while let Some(number) = reader.read_value::<u32>()? {
///     sum += number;
/// }
/// assert_eq!(sum, 12);
/// # Ok::<(), koproof_store::StoreError>(())
/// ```
#[must_use = "a container without its end is refused: call `finish`"]
pub struct ContainerWriter<W: Write> {
    output: W,
    name: &'static str,
    block_bytes: usize,
    deflater: Option<Deflater>,
    check: crc32fast::Hasher,
    /// Plain bytes that are not yet in a written block.
    plain: Vec<u8>,
    /// The next part of the file.
    part: Vec<u8>,
    total: u64,
    failed: bool,
}

impl<W: Write> fmt::Debug for ContainerWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ContainerWriter")
            .field("name", &self.name)
            .field("total", &self.total)
            .finish_non_exhaustive()
    }
}

impl<W: Write> ContainerWriter<W> {
    /// Starts a container in `output` and writes its header.
    ///
    /// # Errors
    /// [`StoreError::Encode`] if the header cannot be encoded or is longer than [`MAX_HEADER_BYTES`];
    /// [`StoreError::Stream`] if the output fails.
    pub fn new<H: Encode>(
        output: W,
        kind: Kind,
        layout: Layout,
        header: &H,
    ) -> Result<Self, StoreError> {
        let header = value::to_bytes(kind.name(), header)?;
        let header_bytes = u32::try_from(header.len())
            .ok()
            .filter(|&bytes| bytes <= MAX_HEADER_BYTES)
            .ok_or_else(|| StoreError::Encode {
                name: kind.name(),
                reason: format!(
                    "its header takes {} bytes, at most {MAX_HEADER_BYTES} are allowed",
                    header.len()
                ),
            })?;
        let mut writer = Self {
            output,
            name: kind.name(),
            block_bytes: layout.block_bytes(),
            deflater: layout.deflated().then(Deflater::new),
            check: crc32fast::Hasher::new(),
            plain: Vec::new(),
            part: layout.start(kind, header_bytes).to_vec(),
            total: 0,
            failed: false,
        };
        writer.part.extend(header);
        writer.write_part().map_err(|cause| writer.error(cause))?;
        Ok(writer)
    }

    /// Appends a value to the payload, to be read back by
    /// [`ContainerReader::read_value`](crate::ContainerReader::read_value), which allows it 64 MiB of memory: much more
    /// than it takes here, unless its vectors contain mostly empty options or large enums.
    ///
    /// # Errors
    /// [`StoreError::Encode`] if the value cannot be encoded or takes no bytes or more than [`MAX_VALUE_BYTES`];
    /// [`StoreError::Stream`] if the output fails. The writer is useless after either.
    pub fn write_value<T: Encode>(&mut self, value: &T) -> Result<(), StoreError> {
        let name = self.name;
        let written = value::write_to(name, value, self);
        let result = written.and_then(|bytes| match bytes {
            1..=MAX_VALUE_BYTES => Ok(()),
            _ => Err(StoreError::Encode {
                name,
                reason: format!(
                    "a value takes {bytes} bytes, between 1 and {MAX_VALUE_BYTES} are allowed"
                ),
            }),
        });
        self.failed |= result.is_err();
        result
    }

    /// Writes the rest of the payload and the end, flushes the output and returns it.
    ///
    /// # Errors
    /// [`StoreError::Stream`] if the output fails; [`StoreError::FailedBefore`] if it has failed before.
    pub fn finish(mut self) -> Result<W, StoreError> {
        match self.write_end() {
            Ok(()) => Ok(self.output),
            Err(cause) => Err(self.error(cause)),
        }
    }

    fn write_end(&mut self) -> io::Result<()> {
        self.write_block()?;
        self.part.extend(0_u32.to_le_bytes());
        self.part.extend(self.total.to_le_bytes());
        self.write_part()?;
        self.output.flush()
    }

    /// Writes the gathered bytes as a block, if there are any.
    fn write_block(&mut self) -> io::Result<()> {
        if self.plain.is_empty() {
            return Ok(());
        }
        let plain_bytes = length(self.plain.len());
        self.part.extend(plain_bytes);
        self.part.extend(plain_bytes);
        let head = self.part.len();
        let deflated = match &mut self.deflater {
            Some(deflater) => deflater.append(&self.plain, &mut self.part),
            None => false,
        };
        if deflated {
            let stored_bytes = length(self.part.len() - head);
            self.part[head - 4..head].copy_from_slice(&stored_bytes);
        } else {
            self.part.extend(&self.plain);
        }
        self.total += self.plain.len() as u64;
        self.plain.clear();
        self.write_part()
    }

    /// Writes the part and its check.
    fn write_part(&mut self) -> io::Result<()> {
        if self.failed {
            return Err(StoreError::FailedBefore { name: self.name }.into_stream());
        }
        self.check.update(&self.part);
        self.part
            .extend(self.check.clone().finalize().to_le_bytes());
        let result = self.output.write_all(&self.part);
        self.part.clear();
        self.failed = result.is_err();
        result
    }

    fn error(&self, cause: io::Error) -> StoreError {
        StoreError::from_stream("write", self.name, cause)
    }
}

impl<W: Write> Write for ContainerWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.plain.len() == self.block_bytes {
            self.write_block()?;
        }
        let taken = bytes.len().min(self.block_bytes - self.plain.len());
        self.plain.extend(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Encodes the length of a block.
fn length(bytes: usize) -> [u8; 4] {
    u32::try_from(bytes)
        .expect("a block has at most MAX_BLOCK_BYTES")
        .to_le_bytes()
}
