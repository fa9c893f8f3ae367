//! Reading a container as a stream.

use std::fmt;
use std::io::{self, Read};

use bincode::Decode;

use crate::deflate::Inflater;
use crate::error::Part;
use crate::layout::{MAX_BLOCK_BYTES, MAX_HEADER_BYTES, REVISION};
use crate::source::Source;
use crate::value;
use crate::{Kind, StoreError};

/// The limit of memory for decoding a header, where the elements of a vector count at their size in memory.
const HEADER_LIMIT: usize = 16 * MAX_HEADER_BYTES as usize;

/// Reads a container from `R` with bounded memory: the header first, then the payload.
///
/// The payload is read block by block through [`Self::next_block`], value by value through [`Self::read_value`], or
/// through [`Read`], whose errors carry a [`StoreError`] inside. All bytes that it returns have passed their check. The
/// file is known to be complete **only when the payload has ended**, with `None` or, through [`Read`], with 0 bytes:
/// this happens after the end mark, the total and the end of the input have been checked.
///
/// The input does not have to be buffered, because it is read block by block.
/// [`ContainerWriter`](crate::ContainerWriter) has an example.
pub struct ContainerReader<R: Read> {
    source: Source<R>,
    name: &'static str,
    block_bytes: u32,
    inflater: Option<Inflater>,
    /// The block as stored in the file.
    stored: Vec<u8>,
    /// The last block, and the number of its bytes that were returned.
    plain: Vec<u8>,
    used: usize,
    blocks: u64,
    total: u64,
    stage: Stage,
}

impl<R: Read> fmt::Debug for ContainerReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ContainerReader")
            .field("name", &self.name)
            .field("blocks", &self.blocks)
            .finish_non_exhaustive()
    }
}

#[derive(Clone, Copy)]
enum Stage {
    /// More payload may follow.
    Open,
    /// The whole file was read, and is valid.
    Ended,
    /// The file was refused.
    Refused,
}

impl<R: Read> ContainerReader<R> {
    /// Opens a container and returns its header and a reader of its payload.
    ///
    /// # Errors
    /// The reason why the file is refused: another kind, version or layout; a truncated or damaged start; a header that
    /// does not decode. [`StoreError::Stream`] if the input fails.
    pub fn open<H: Decode<()>>(input: R, kind: Kind) -> Result<(H, Self), StoreError> {
        let name = kind.name();
        let mut source = Source::new(input, name);
        read_identity(&mut source, kind)?;
        let inflater = read_compression(&mut source, name)?.then(Inflater::new);
        let block_bytes = source.length(Part::Start, 1, MAX_BLOCK_BYTES)?;
        let mut header = vec![0; source.length(Part::Header, 0, MAX_HEADER_BYTES)?];
        source.fill(&mut header, Part::Header)?;
        source.check(Part::Header)?;
        let header = value::from_bytes::<H, HEADER_LIMIT>(name, &header)?;
        let reader = Self {
            source,
            name,
            block_bytes: block_bytes as u32,
            inflater,
            stored: Vec::new(),
            plain: Vec::new(),
            used: 0,
            blocks: 0,
            total: 0,
            stage: Stage::Open,
        };
        Ok((header, reader))
    }

    /// Returns the next bytes of the payload, or `None` when it has ended and the whole file is valid.
    ///
    /// These are the remaining bytes of one block, at least one.
    ///
    /// # Errors
    /// The reason why the file is refused. All later calls return [`StoreError::FailedBefore`].
    pub fn next_block(&mut self) -> Result<Option<&[u8]>, StoreError> {
        if !self.advance()? {
            return Ok(None);
        }
        let unread = &self.plain[self.used..];
        self.used = self.plain.len();
        Ok(Some(unread))
    }

    /// Returns the next value of a payload that [`ContainerWriter::write_value`](crate::ContainerWriter::write_value)
    /// wrote, or `None` when the payload has ended and the whole file is valid.
    ///
    /// # Errors
    /// The reason why the file is refused; [`StoreError::Decode`] if the bytes are no such value, are empty, claim more
    /// than 64 MiB of memory, or end within the value. All later calls return [`StoreError::FailedBefore`].
    pub fn read_value<T: Decode<()>>(&mut self) -> Result<Option<T>, StoreError> {
        if !self.advance()? {
            return Ok(None);
        }
        let before = (self.blocks, self.used);
        let mut value = value::read_from(self.name, self);
        if value.is_ok() && before == (self.blocks, self.used) {
            value = Err(StoreError::Decode {
                name: self.name,
                reason: "a value of no bytes has no place in a stream".to_owned(),
            });
        }
        if value.is_err() {
            self.stage = Stage::Refused;
        }
        value.map(Some)
    }

    /// Ensures that a plain byte is available; returns false at the end of a valid file.
    fn advance(&mut self) -> Result<bool, StoreError> {
        match self.stage {
            Stage::Open if self.used < self.plain.len() => return Ok(true),
            Stage::Open => {}
            Stage::Ended => return Ok(false),
            Stage::Refused => return Err(StoreError::FailedBefore { name: self.name }),
        }
        self.stage = Stage::Refused;
        let more = self.read_block()?;
        self.stage = if more { Stage::Open } else { Stage::Ended };
        Ok(more)
    }

    /// Reads the next block; returns false at a valid end.
    fn read_block(&mut self) -> Result<bool, StoreError> {
        let part = Part::Block(self.blocks + 1);
        // Only the last block may be short, or the same payload would have several files.
        let may_go_on = self.blocks == 0 || self.plain.len() == self.block_bytes as usize;
        let most = if may_go_on { self.block_bytes } else { 0 };
        let plain_bytes = self.source.length(part, 0, most)?;
        if plain_bytes == 0 {
            self.read_end()?;
            return Ok(false);
        }
        let least = match self.inflater {
            Some(_) => 1,
            None => plain_bytes as u32,
        };
        let stored_bytes = self.source.length(part, least, plain_bytes as u32)?;
        self.stored.resize(stored_bytes, 0);
        self.source.fill(&mut self.stored, part)?;
        self.source.check(part)?;
        self.plain.resize(plain_bytes, 0);
        match &mut self.inflater {
            Some(inflater) if stored_bytes < plain_bytes => {
                if !inflater.inflate(&self.stored, &mut self.plain) {
                    return Err(StoreError::Inflate {
                        name: self.name,
                        block: self.blocks + 1,
                        expected: plain_bytes,
                    });
                }
            }
            _ => std::mem::swap(&mut self.stored, &mut self.plain),
        }
        self.blocks += 1;
        self.total += plain_bytes as u64;
        self.used = 0;
        Ok(true)
    }

    /// Reads the fields after the end mark.
    fn read_end(&mut self) -> Result<(), StoreError> {
        let at = self.source.at();
        let mut bytes = [0; 8];
        self.source.fill(&mut bytes, Part::End)?;
        self.source.check(Part::End)?;
        let found = u64::from_le_bytes(bytes);
        if found != self.total {
            return Err(StoreError::Length {
                name: self.name,
                part: Part::Payload,
                at,
                found,
                least: self.total,
                most: self.total,
            });
        }
        self.source.end()
    }
}

impl<R: Read> Read for ContainerReader<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if bytes.is_empty() || !self.advance().map_err(StoreError::into_stream)? {
            return Ok(0);
        }
        let unread = &self.plain[self.used..];
        let taken = unread.len().min(bytes.len());
        bytes[..taken].copy_from_slice(&unread[..taken]);
        self.used += taken;
        Ok(taken)
    }
}

/// Reads the magic and the version.
fn read_identity(source: &mut Source<impl Read>, kind: Kind) -> Result<(), StoreError> {
    let name = kind.name();
    let expected = kind.magic();
    let mut found = [0; 8];
    let result = source.fill(&mut found, Part::Start);
    // A short file of another kind is not called truncated.
    let there = source.at() as usize;
    if found[..there] != expected[..there] {
        return Err(StoreError::Magic {
            name,
            found: found[..there].to_vec(),
            expected,
        });
    }
    result?;
    let mut version = [0; 2];
    source.fill(&mut version, Part::Start)?;
    let found = u16::from_le_bytes(version);
    if found != kind.version() {
        return Err(StoreError::Version {
            name,
            found,
            oldest: kind.oldest(),
            newest: kind.version(),
        });
    }
    Ok(())
}

/// Reads the revision of the layout and returns whether blocks are deflated.
fn read_compression(
    source: &mut Source<impl Read>,
    name: &'static str,
) -> Result<bool, StoreError> {
    let mut bytes = [0; 2];
    source.fill(&mut bytes, Part::Start)?;
    match bytes {
        [REVISION, 0] => Ok(false),
        [REVISION, 1] => Ok(true),
        [REVISION, found] => Err(StoreError::Compression { name, found }),
        [found, _] => Err(StoreError::Revision { name, found }),
    }
}
