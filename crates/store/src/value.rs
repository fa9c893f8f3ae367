//! The only calls of bincode: little-endian, integers of fixed width, always with a limit.

use std::io::{Read, Write};

use bincode::config::{Configuration, Fixint, Limit, LittleEndian};
use bincode::error::{DecodeError, EncodeError};
use bincode::{Decode, Encode};

use crate::StoreError;

/// The most bytes that one value in a stream of values can have: 16 MiB.
pub const MAX_VALUE_BYTES: usize = 1 << 24;

/// The limit of memory for decoding one value of a stream. Bincode counts the elements of a vector at their size in
/// memory before it reads them, so a value may claim more memory than it has bytes.
const STREAM_LIMIT: usize = 4 * MAX_VALUE_BYTES;

type Config<const LIMIT: usize> = Configuration<LittleEndian, Fixint, Limit<LIMIT>>;

const fn config<const LIMIT: usize>() -> Config<LIMIT> {
    bincode::config::standard()
        .with_little_endian()
        .with_fixed_int_encoding()
        .with_limit::<LIMIT>()
}

/// Encodes a value; `name` is the noun for it in errors.
///
/// # Errors
/// [`StoreError::Encode`] if the value cannot be encoded (a locked mutex, a path that is not UTF-8). Numbers, and
/// vectors and structs of them, always can.
///
/// # Examples
/// ```
/// use koproof_store::{from_bytes, to_bytes};
///
/// let bytes = to_bytes("scores", &vec![1_i16, -4])?;
/// assert_eq!(bytes, [2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 252, 255]);
/// assert_eq!(from_bytes::<Vec<i16>, 1024>("scores", &bytes)?, [1, -4]);
/// # Ok::<(), koproof_store::StoreError>(())
/// ```
pub fn to_bytes<T: Encode>(name: &'static str, value: &T) -> Result<Vec<u8>, StoreError> {
    // Bincode ignores the limit when it writes.
    bincode::encode_to_vec(value, config::<0>()).map_err(|error| encode_error(name, error))
}

/// Decodes a value from all of `bytes`, allocating no more than about `LIMIT` bytes; `name` is the noun for it in
/// errors.
///
/// The limit counts a vector's elements at their size in memory. It cannot count elements without a size: a
/// `Vec<()>` of hostile length keeps the reader busy for years, so let no type contain one.
///
/// # Errors
/// [`StoreError::Decode`] if the bytes are no such value or claim more than `LIMIT` bytes; [`StoreError::LeftOver`] if
/// the value ends before the bytes do.
pub fn from_bytes<T: Decode<()>, const LIMIT: usize>(
    name: &'static str,
    bytes: &[u8],
) -> Result<T, StoreError> {
    let (value, used) = bincode::decode_from_slice(bytes, config::<LIMIT>())
        .map_err(|error| decode_error(name, error))?;
    if used == bytes.len() {
        Ok(value)
    } else {
        Err(StoreError::LeftOver {
            name,
            used,
            size: bytes.len(),
        })
    }
}

/// Encodes a value into a stream and returns its number of bytes.
pub(crate) fn write_to<T: Encode>(
    name: &'static str,
    value: &T,
    output: &mut impl Write,
) -> Result<usize, StoreError> {
    bincode::encode_into_std_write(value, output, config::<0>())
        .map_err(|error| encode_error(name, error))
}

/// Decodes the next value of a stream.
pub(crate) fn read_from<T: Decode<()>>(
    name: &'static str,
    input: &mut impl Read,
) -> Result<T, StoreError> {
    bincode::decode_from_std_read(input, config::<STREAM_LIMIT>())
        .map_err(|error| decode_error(name, error))
}

fn encode_error(name: &'static str, error: EncodeError) -> StoreError {
    match error {
        EncodeError::Io { inner, .. } => StoreError::from_stream("write", name, inner),
        other => StoreError::Encode {
            name,
            reason: other.to_string(),
        },
    }
}

fn decode_error(name: &'static str, error: DecodeError) -> StoreError {
    let reason = match error {
        DecodeError::Io { inner, .. } if inner.kind() == std::io::ErrorKind::UnexpectedEof => {
            "it ends within a value".to_owned()
        }
        DecodeError::Io { inner, .. } => return StoreError::from_stream("read", name, inner),
        DecodeError::UnexpectedEnd { additional } => {
            format!("it is too short, bytes missing: {additional}")
        }
        DecodeError::LimitExceeded => "it claims more memory than is allowed".to_owned(),
        other => other.to_string(),
    };
    StoreError::Decode { name, reason }
}
