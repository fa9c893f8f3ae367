//! A checked container for bincode files: a file is read back exactly as it was written, or refused with the reason.
//!
//! This crate contains nothing about Go. A [`Kind`] identifies a type of file; a [`ContainerWriter`] streams a header
//! and a payload into it; a [`ContainerReader`] streams them out again with bounded memory; [`encode`] and [`decode`]
//! do the same for files that fit in memory; [`AtomicFile`] and [`write_atomically`] put bytes on disk completely or
//! not at all. All calls of bincode in the workspace are in one module of this crate.
//!
//! # Guarantees
//!
//! * A file that is truncated anywhere, has bytes after its end, or has one flipped bit anywhere is refused. Of other
//!   accidental changes, about one in four billion is not noticed.
//! * Every length is compared with a limit before it is used, and nothing larger than that limit is allocated.
//! * The same header, payload and [`Layout`] give the same bytes.
//!
//! There is *no* guarantee that an honest program wrote the file: a CRC detects accidents, not forgery. The code that
//! reads the payload must still check its content.
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
mod directory;
mod error;
mod kind;
mod layout;
mod limited;
mod lock;
mod reader;
mod source;
mod value;
mod whole;
pub mod wire;
mod writer;

pub use atomic::{
    AtomicFile, check_writable, end_of_links, scratch_beside, write_atomically, write_new,
    write_unsynced,
};
pub use bincode::{Decode, Encode};
pub use directory::{age, entries, make_directory};
pub use error::{Part, StoreError};
pub use kind::Kind;
pub use layout::{Layout, MAX_HEADER_BYTES};
pub use limited::{read_limited, read_regular};
pub use lock::FileLock;
pub use reader::ContainerReader;
pub use value::{MAX_VALUE_BYTES, from_bytes, to_bytes};
pub use whole::{decode, encode};
pub use writer::ContainerWriter;
