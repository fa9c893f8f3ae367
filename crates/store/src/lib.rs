//! A checked container for bincode files: what was written is read back whole, or refused with the reason.
//!
//! This crate knows no Go. A [`Kind`] names what a file is; a [`ContainerWriter`] streams a header and a payload into
//! it; a [`ContainerReader`] streams them out again with bounded memory; [`encode`] and [`decode`] do the same for
//! files that fit in memory; [`AtomicFile`] and [`write_atomically`] put bytes on disk completely or not at all.
//! Every call of bincode in the workspace is in this crate, in one module.
//!
//! # What is promised
//!
//! * A file that is cut anywhere, that goes on after its end, or that has one bit flipped anywhere is refused. Other
//!   accidents are refused but for about one in four billion.
//! * No length is believed before it is compared with a limit, and nothing larger than that limit is allocated.
//! * The same header, payload and [`Layout`] give the same bytes.
//!
//! It is *not* promised that a file is what an honest program wrote: a CRC keeps out accidents, not forgers. Whoever
//! reads the payload still checks what it says.
//!
//! # The file
//!
//! All numbers are little-endian.
//!
//! ```text
//! bytes  what
//!     8  magic of the kind, with "\r\n" in it: a transfer that rewrites line ends is noticed at once
//!     2  version of the kind
//!     1  revision of this layout: 1
//!     1  compression: 0 none, 1 raw deflate
//!     4  B, the plain bytes in a full block, 1 to 1,048,576
//!     4  H, the bytes of the header, at most 1,048,576
//!     H  the header, in bincode
//!     4  check
//!        then blocks, as many as the payload needs:
//!     4  P, the plain bytes in the block: B in every block but the last, 1 to B in the last
//!     4  S, the stored bytes: P, the bytes as they are; or fewer, with compression, that inflate to P
//!     S  the stored bytes
//!     4  check
//!        then the end:
//!     4  0
//!     8  the plain bytes of all blocks together
//!     4  check
//! ```
//!
//! A *check* is the CRC-32 (as in zip and PNG) of every byte before it in the file, except the earlier checks: a CRC
//! that runs over its own CRC comes out the same for any content, and blocks could then change places unnoticed.
//!
//! # Examples
//!
//! ```
//! use koproof_store::{Decode, Encode, Kind, Layout, decode, encode};
//!
//! #[derive(Debug, PartialEq, Encode, Decode)]
//! #[bincode(crate = "koproof_store::wire")]
//! struct Header {
//!     rows: u8,
//!     columns: u8,
//! }
//!
//! const SHEET: Kind = Kind::new(*b"SHEET\r\n\0", "sheet", 1);
//!
//! let mut file = encode(SHEET, Layout::deflate(), &Header { rows: 2, columns: 3 }, b"......")?;
//! let (header, payload) = decode::<Header>(SHEET, &file, 1 << 20)?;
//! assert_eq!(header, Header { rows: 2, columns: 3 });
//! assert_eq!(payload, b"......");
//!
//! file.pop();
//! let refused = decode::<Header>(SHEET, &file, 1 << 20).unwrap_err();
//! assert!(refused.to_string().starts_with("sheet is truncated in its end"));
//! # Ok::<(), koproof_store::StoreError>(())
//! ```

mod atomic;
mod deflate;
mod error;
mod kind;
mod layout;
mod limited;
mod reader;
mod source;
mod value;
mod whole;
pub mod wire;
mod writer;

pub use atomic::{AtomicFile, write_atomically};
pub use bincode::{Decode, Encode};
pub use error::{Part, StoreError};
pub use kind::Kind;
pub use layout::{Layout, MAX_BLOCK_BYTES, MAX_HEADER_BYTES};
pub use limited::read_limited;
pub use reader::ContainerReader;
pub use value::{MAX_VALUE_BYTES, from_bytes, to_bytes};
pub use whole::{decode, encode};
pub use writer::ContainerWriter;
