//! The output of answers.

use std::io::{self, BufWriter, StdoutLock, Write};

/// Standard output, whose errors name stdout.
pub(crate) struct Answer(BufWriter<StdoutLock<'static>>);

impl Answer {
    pub(crate) fn new() -> Self {
        Self(BufWriter::new(io::stdout().lock()))
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
