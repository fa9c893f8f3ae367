//! One JSON object a line.

use std::io::{self, BufWriter, Write};

use serde::Serializer;
use serde::ser::SerializeMap;

use crate::columns::{Cell, Column};

/// Writes each row as an object on its own line.
pub(super) struct Rows<W: Write> {
    out: BufWriter<W>,
    columns: Vec<Column>,
}

impl<W: Write> Rows<W> {
    pub(super) fn new(out: W, columns: &[Column]) -> Self {
        Self {
            out: BufWriter::new(out),
            columns: columns.to_vec(),
        }
    }

    pub(super) fn write(&mut self, row: &[Cell]) -> io::Result<()> {
        let mut serializer = serde_json::Serializer::new(&mut self.out);
        let mut object = serializer.serialize_map(Some(row.len()))?;
        for (column, cell) in self.columns.iter().zip(row) {
            object.serialize_entry(column.name, cell)?;
        }
        object.end()?;
        self.out.write_all(b"\n")
    }

    pub(super) fn finish(self) -> io::Result<W> {
        self.out
            .into_inner()
            .map_err(io::IntoInnerError::into_error)
    }
}
