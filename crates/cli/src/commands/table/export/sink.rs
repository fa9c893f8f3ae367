//! Lines written in one form or the other.

use std::io::{self, Write};

use super::Format;
use super::lines::Line;

/// Writes lines in one form.
pub(super) enum Sink<'w> {
    Csv(Box<csv::Writer<&'w mut dyn Write>>),
    Jsonl(io::BufWriter<&'w mut dyn Write>),
}

impl<'w> Sink<'w> {
    pub(super) fn new(format: Format, out: &'w mut dyn Write) -> Self {
        match format {
            Format::Csv => Self::Csv(Box::new(csv::Writer::from_writer(out))),
            Format::Jsonl => Self::Jsonl(io::BufWriter::new(out)),
        }
    }

    /// Writes a line, and before the first one what the form wants there.
    pub(super) fn write(&mut self, line: &Line) -> io::Result<()> {
        match self {
            Self::Csv(writer) => writer.serialize(line).map_err(plain),
            Self::Jsonl(writer) => {
                serde_json::to_writer(&mut *writer, line)?;
                writer.write_all(b"\n")
            }
        }
    }

    /// Writes what was held back.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Self::Csv(mut writer) => writer.flush(),
            Self::Jsonl(mut writer) => writer.flush(),
        }
    }
}

/// Takes the system's error out of the csv writer's, so that a closed pipe is known as one.
fn plain(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
