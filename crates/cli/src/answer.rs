//! The output of answers.

use std::io::{self, BufWriter, ErrorKind, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the command only prints data or talks with somebody, so that it may end as soon as nobody reads it.
static ENDS_UNREAD: AtomicBool = AtomicBool::new(false);

/// Lets the command end successfully as soon as nobody reads its output. Without this call the work goes on: its exit code
/// matters, and so do its files.
pub(crate) fn end_unread() {
    ENDS_UNREAD.store(true, Ordering::Relaxed);
}

/// Standard output, whose errors name stdout.
pub(crate) struct Answer(BufWriter<Stdout>);

/// Standard output, which takes everything when nobody reads it any more, unless the command may end then.
struct Stdout(StdoutLock<'static>);

impl Stdout {
    /// Returns `otherwise` instead of the error of a closed pipe.
    fn unread<T>(result: io::Result<T>, otherwise: T) -> io::Result<T> {
        match result {
            Err(error)
                if error.kind() == ErrorKind::BrokenPipe
                    && !ENDS_UNREAD.load(Ordering::Relaxed) =>
            {
                Ok(otherwise)
            }
            result => result,
        }
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

impl Answer {
    pub(crate) fn new() -> Self {
        Self(BufWriter::new(Stdout(io::stdout().lock())))
    }

    /// Discards buffered output: an incomplete answer, or one without a reader.
    pub(crate) fn forget(self) {
        let _ = self.0.into_parts();
    }
}

impl Write for Answer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes).map_err(named)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush().map_err(named)
    }
}

fn named(error: io::Error) -> io::Error {
    io::Error::new(
        error.kind(),
        format!("cannot write the answer to stdout: {error}"),
    )
}
