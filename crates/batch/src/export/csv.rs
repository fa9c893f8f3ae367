//! Comma-separated values.

use std::io::{self, Write};

use crate::columns::{Cell, Column};

/// Writes rows as lines with commas, after a line of their names.
pub(super) struct Rows<W: Write>(::csv::Writer<W>);

impl<W: Write> Rows<W> {
    pub(super) fn new(out: W, columns: &[Column]) -> io::Result<Self> {
        let mut lines = ::csv::Writer::from_writer(out);
        let names = columns.iter().map(|column| column.name);
        lines.write_record(names).map_err(plain)?;
        Ok(Self(lines))
    }

    pub(super) fn write(&mut self, row: &[Cell]) -> io::Result<()> {
        self.0.write_record(row.iter().map(text)).map_err(plain)
    }

    pub(super) fn finish(self) -> io::Result<W> {
        self.0
            .into_inner()
            .map_err(::csv::IntoInnerError::into_error)
    }
}

fn text(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Boolean(is_so) => is_so.to_string(),
        Cell::Integer(number) => number.to_string(),
        // With a decimal point, even if it is whole, because readers guess the type.
        Cell::Real(number) => format!("{number:?}"),
        Cell::Text(text) => text.clone(),
    }
}

/// Extracts the system's error from the csv writer's, so that a closed pipe is recognised.
fn plain(error: ::csv::Error) -> io::Error {
    match error.into_kind() {
        ::csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
