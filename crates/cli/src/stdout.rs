//! Standard output, where answers go.

use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the command only prints data or talks with somebody, so that it may end as soon as nobody reads it.
static ENDS_UNREAD: AtomicBool = AtomicBool::new(false);

/// Lets the command end successfully as soon as nobody reads its output. Without this call the work goes on: its exit
/// code matters, and so do its files.
pub(crate) fn end_unread() {
    ENDS_UNREAD.store(true, Ordering::Relaxed);
}

/// Standard output, whose errors name stdout. It takes everything when nobody reads it any more, unless the command may
/// end then.
pub(crate) struct Stdout(StdoutLock<'static>);

impl Stdout {
    pub(crate) fn buffered() -> BufWriter<Self> {
        BufWriter::new(Self(io::stdout().lock()))
    }

    /// Returns `otherwise` instead of the error of a closed pipe.
    fn unread<T>(result: io::Result<T>, otherwise: T) -> io::Result<T> {
        result.or_else(|error| {
            let kind = error.kind();
            if kind == ErrorKind::BrokenPipe && !ENDS_UNREAD.load(Ordering::Relaxed) {
                return Ok(otherwise);
            }
            let why = format!("cannot write the answer to stdout: {error}");
            Err(io::Error::new(kind, why))
        })
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Self::unread(self.0.write(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Self::unread(self.0.flush(), ())
    }
}
