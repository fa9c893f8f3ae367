//! Errors of files.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::layout::REVISION;

/// A part of a container.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// The fixed start: magic, version, layout, length of the header.
    Start,
    /// The header.
    Header,
    /// A block of the payload, counted from 1.
    Block(u64),
    /// The payload: all blocks together.
    Payload,
    /// The end: its mark, the total, the last checksum.
    End,
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start => f.write_str("start"),
            Self::Header => f.write_str("header"),
            Self::Block(number) => write!(f, "block {number}"),
            Self::Payload => f.write_str("payload"),
            Self::End => f.write_str("end"),
        }
    }
}

/// The reason why a file was refused, or could not be read or written, in one line with its remedy, if there is one.
///
/// `name` is the [`Kind`](crate::Kind)'s name throughout. A cause is part of the line and is therefore not repeated by
/// [`std::error::Error::source`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file starts with the wrong bytes for its kind.
    #[error(
        "not a koproof {name}: it starts with \"{}\", not with \"{}\": choose another file",
        found.escape_ascii(), expected.escape_ascii()
    )]
    Magic {
        /// The kind that was asked for.
        name: &'static str,
        /// The first bytes of the file.
        found: Vec<u8>,
        /// The first bytes of such a file.
        expected: [u8; 8],
    },

    /// The file has another version than this build reads.
    #[error(
        "{name} version {found}, this build reads {}{newest}: make it again or use a release that reads {found}",
        if oldest < newest { format!("{oldest} to ") } else { String::new() }
    )]
    Version {
        /// The kind of file.
        name: &'static str,
        /// The version in the file.
        found: u16,
        /// The oldest version that this build reads.
        oldest: u16,
        /// The newest version that this build reads.
        newest: u16,
    },

    /// This build does not know the layout of the container.
    #[error(
        "{name} has container layout {found}, this build reads {REVISION}: make it again or use a release that reads {found}"
    )]
    Revision {
        /// The kind of file.
        name: &'static str,
        /// The revision in the file.
        found: u8,
    },

    /// This build does not know the compression of the container.
    #[error(
        "{name} has compression {found}, this build knows 0 and 1: make it again or use a later release"
    )]
    Compression {
        /// The kind of file.
        name: &'static str,
        /// The compression in the file.
        found: u8,
    },

    /// The file ends too early.
    #[error(
        "{name} is truncated in its {part}: {size} bytes, at least {needed} expected: copy it again or make it again"
    )]
    Truncated {
        /// The kind of file.
        name: &'static str,
        /// The part in which the file ends.
        part: Part,
        /// The number of bytes found.
        size: u64,
        /// The bytes needed to finish that part.
        needed: u64,
    },

    /// The file has bytes after its end.
    #[error(
        "{name} goes on after its end at byte {at}: cut it there, copy it again or make it again"
    )]
    TrailingBytes {
        /// The kind of file.
        name: &'static str,
        /// Where the file should end.
        at: u64,
    },

    /// The content has changed since the file was written.
    #[error(
        "{name} checksum of its {part} does not match at byte {at}: file says {stored:08x}, content gives {computed:08x}: the file was damaged, copy it again or make it again"
    )]
    Checksum {
        /// The kind of file.
        name: &'static str,
        /// The part before the checksum.
        part: Part,
        /// The position of the checksum.
        at: u64,
        /// The checksum in the file.
        stored: u32,
        /// The checksum of the content.
        computed: u32,
    },

    /// A length in the file is impossible.
    #[error(
        "{name} gives its {part} {found} bytes at byte {at}, {least} to {most} are possible: the file was damaged, copy it again or make it again"
    )]
    Length {
        /// The kind of file.
        name: &'static str,
        /// The part that has the length.
        part: Part,
        /// The position of the length.
        at: u64,
        /// The length in the file.
        found: u64,
        /// The smallest possible length.
        least: u64,
        /// The largest possible length.
        most: u64,
    },

    /// A block does not inflate to its stated number of bytes.
    #[error("{name} block {block} does not inflate to its {expected} bytes: make the file again")]
    Inflate {
        /// The kind of file.
        name: &'static str,
        /// The block, counted from 1.
        block: u64,
        /// The stated number of plain bytes.
        expected: usize,
    },

    /// The payload is larger than the caller allows.
    #[error(
        "{name} holds more than the {limit} bytes that are allowed here: this is not the file you mean, or the limit is too low"
    )]
    PayloadTooLarge {
        /// The kind of file.
        name: &'static str,
        /// The caller's limit.
        limit: u64,
    },

    /// A file is larger than the caller allows.
    #[error(
        "{} has {}{size} bytes, at most {limit} are allowed here: this is not the file you mean, or the limit is too low",
        path.display(), if size > limit { "" } else { "more than " }
    )]
    FileTooLarge {
        /// The file.
        path: PathBuf,
        /// Its size.
        size: u64,
        /// The caller's limit.
        limit: u64,
    },

    /// Bytes do not decode to a value of the wanted type.
    #[error("{name} does not decode: {reason}: make it again with this release")]
    Decode {
        /// The kind of file, or of value.
        name: &'static str,
        /// The error of bincode.
        reason: String,
    },

    /// Bytes are left over after a value.
    #[error(
        "{name} decodes from {used} of its {size} bytes, none may be left: make it again with this release"
    )]
    LeftOver {
        /// The kind of file, or of value.
        name: &'static str,
        /// The bytes that the value took.
        used: usize,
        /// The bytes that there are.
        size: usize,
    },

    /// A value cannot be encoded.
    #[error("{name} does not encode: {reason}")]
    Encode {
        /// The kind of file, or of value.
        name: &'static str,
        /// The problem with the value.
        reason: String,
    },

    /// A reader or writer was used after it had failed.
    #[error("{name} failed before: do not use it any further")]
    FailedBefore {
        /// The kind of file.
        name: &'static str,
    },

    /// The stream under a container failed.
    #[error("cannot {action} the {name}: {cause}")]
    Stream {
        /// What was tried: "read" or "write".
        action: &'static str,
        /// The kind of file.
        name: &'static str,
        /// The error of the system.
        cause: io::Error,
    },

    /// Something failed with a file or a directory.
    #[error("cannot {action} {}: {cause}{}", path.display(), remedy(action, cause))]
    File {
        /// What was tried, such as "read".
        action: &'static str,
        /// The file or directory.
        path: PathBuf,
        /// The error of the system.
        cause: io::Error,
    },

    /// A container, which may have taken days, is not replaced by an export.
    #[error(
        "{} is a result of koproof, which no export replaces: choose another name, or delete it",
        path.display()
    )]
    Container {
        /// The path.
        path: PathBuf,
    },

    /// Another run writes this file.
    #[error(
        "another run is using {}: wait until it has ended, or name another file",
        path.display()
    )]
    InUse {
        /// The path.
        path: PathBuf,
    },

    /// The lock of a file would be in another file, with content of its own.
    #[error(
        "cannot lock {}: {} is in the way, move it or choose another name",
        path.display(),
        taken.display()
    )]
    LockTaken {
        /// The path.
        path: PathBuf,
        /// The file with the name of the lock.
        taken: PathBuf,
    },

    /// A file cannot be replaced, because it is a directory or a device.
    #[error("cannot write {}: it is not a regular file, choose another name", path.display())]
    NotAFile {
        /// The path.
        path: PathBuf,
    },
}

/// Returns what to do about a file that cannot be written because its directory is missing, or nothing.
fn remedy(action: &str, cause: &io::Error) -> &'static str {
    match (action, cause.kind()) {
        ("write", io::ErrorKind::NotFound) => ": make its directory first, or name another file",
        _ => "",
    }
}

impl StoreError {
    /// Names the file or directory with which an action such as "read" failed.
    ///
    /// # Examples
    /// ```
    /// use koproof_store::StoreError;
    /// let error = std::fs::remove_file("gone").map_err(StoreError::with("remove", "gone"));
    /// assert!(error.unwrap_err().to_string().starts_with("cannot remove gone: "));
    /// ```
    pub fn with(action: &'static str, path: impl AsRef<Path>) -> impl Fn(io::Error) -> Self {
        move |cause| Self::File {
            action,
            path: path.as_ref().to_owned(),
            cause,
        }
    }

    /// Tells whether there is no such file. One that the system cannot find out about may be there.
    ///
    /// # Examples
    /// ```
    /// assert!(koproof_store::read_limited("gone", 9).unwrap_err().is_missing());
    /// ```
    #[must_use]
    pub fn is_missing(&self) -> bool {
        use io::ErrorKind::{NotADirectory, NotFound};
        matches!(self, Self::File { cause, .. } if matches!(cause.kind(), NotFound | NotADirectory))
    }

    /// Wraps an error of a stream, or unwraps the container's own error that travelled through one.
    #[must_use]
    pub fn from_stream(action: &'static str, name: &'static str, cause: io::Error) -> Self {
        cause
            .downcast::<Self>()
            .unwrap_or_else(|cause| Self::Stream {
                action,
                name,
                cause,
            })
    }

    /// Wraps the error so that it can travel through [`io::Read`] and [`io::Write`].
    pub(crate) fn into_stream(self) -> io::Error {
        io::Error::new(io::ErrorKind::InvalidData, self)
    }
}
