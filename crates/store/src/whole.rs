//! Containers that fit in memory.

use std::io::Write;

use bincode::{Decode, Encode};

use crate::{ContainerReader, ContainerWriter, Kind, Layout, StoreError};

/// Returns the container with this header and payload: the same bytes that a [`ContainerWriter`] streams.
///
/// # Errors
/// [`StoreError::Encode`] if the header cannot be encoded or is longer than
/// [`MAX_HEADER_BYTES`](crate::MAX_HEADER_BYTES).
///
/// # Examples
/// The crate's documentation has one.
pub fn encode<H: Encode>(
    kind: Kind,
    layout: Layout,
    header: &H,
    payload: &[u8],
) -> Result<Vec<u8>, StoreError> {
    let mut writer = ContainerWriter::new(Vec::new(), kind, layout, header)?;
    writer
        .write_all(payload)
        .map_err(|cause| StoreError::from_stream("write", kind.name(), cause))?;
    writer.finish()
}

/// Checks a whole container and returns its header and its payload of at most `max_payload` bytes.
///
/// # Errors
/// Why the file is refused; [`StoreError::PayloadTooLarge`] if the payload is longer than `max_payload`. Memory for
/// such a payload is never allocated.
pub fn decode<H: Decode<()>>(
    kind: Kind,
    bytes: &[u8],
    max_payload: u64,
) -> Result<(H, Vec<u8>), StoreError> {
    let (header, mut reader) = ContainerReader::open::<H>(bytes, kind)?;
    let mut payload = Vec::new();
    while let Some(block) = reader.next_block()? {
        if (payload.len() + block.len()) as u64 > max_payload {
            return Err(StoreError::PayloadTooLarge {
                name: kind.name(),
                limit: max_payload,
            });
        }
        payload.extend_from_slice(block);
    }
    Ok((header, payload))
}
