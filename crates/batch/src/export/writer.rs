//! Rows of a data set, written one by one in any form.

use std::fmt;
use std::io::{self, BufWriter, Write};

use serde::Serializer as _;

use super::form::DataForm;
use super::parquet;
use crate::columns::{Cell, Column};

/// Writes rows of a data set in one form, each with a cell for every column.
///
/// The output is complete only after [`DataWriter::finish`]. Parquet keeps up to 262,144 rows in memory, the other
/// forms one line.
///
/// # Examples
/// ```
/// use koproof_batch::{Cell, Column, DataForm, DataWriter, Kind};
///
/// let columns = [
///     Column { name: "board", kind: Kind::Text, unit: "", about: "the board" },
///     Column { name: "value", kind: Kind::Integer, unit: "points", about: "Black - White" },
/// ];
/// let mut rows = DataWriter::new(Vec::new(), DataForm::Csv, &columns)?;
/// rows.write(&["2x2".into(), 1.into()])?;
/// assert_eq!(rows.finish()?, b"board,value\n2x2,1\n");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct DataWriter<W: Write>(Rows<W>);

impl<W: Write> fmt::Debug for DataWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DataWriter").finish_non_exhaustive()
    }
}

enum Rows<W: Write> {
    Csv(Box<csv::Writer<W>>),
    JsonLines(BufWriter<W>, Vec<Column>),
    Parquet(Box<parquet::Rows<W>>),
}

impl<W: Write> DataWriter<W> {
    /// Begins a data set with these columns.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn new(out: W, form: DataForm, columns: &[Column]) -> io::Result<Self> {
        Ok(Self(match form {
            DataForm::Csv => {
                let mut lines = csv::Writer::from_writer(out);
                let names = columns.iter().map(|column| column.name);
                lines.write_record(names).map_err(plain)?;
                Rows::Csv(Box::new(lines))
            }
            DataForm::JsonLines => Rows::JsonLines(BufWriter::new(out), columns.to_vec()),
            DataForm::Parquet => Rows::Parquet(Box::new(parquet::Rows::new(out, columns)?)),
        }))
    }

    /// Writes a row.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn write(&mut self, row: &[Cell]) -> io::Result<()> {
        match &mut self.0 {
            Rows::Csv(lines) => lines.write_record(row.iter().map(text)).map_err(plain),
            Rows::JsonLines(out, columns) => {
                let mut serializer = serde_json::Serializer::new(&mut *out);
                let names = columns.iter().map(|column| column.name);
                serializer.collect_map(names.zip(row))?;
                out.write_all(b"\n")
            }
            Rows::Parquet(rows) => rows.write(row),
        }
    }

    /// Writes the end and returns the output.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn finish(self) -> io::Result<W> {
        match self.0 {
            Rows::Csv(lines) => lines.into_inner().map_err(csv::IntoInnerError::into_error),
            Rows::JsonLines(out, _) => out.into_inner().map_err(io::IntoInnerError::into_error),
            Rows::Parquet(rows) => rows.finish(),
        }
    }
}

fn text(cell: &Cell) -> String {
    match cell {
        Cell::Null => String::new(),
        Cell::String(text) => text.clone(),
        // With a decimal point, even if it is whole, because readers guess the type.
        Cell::Number(number) if number.is_f64() => {
            format!("{:?}", number.as_f64().unwrap_or(f64::NAN))
        }
        other => other.to_string(),
    }
}

/// Extracts the system's error from the csv writer's, so that a closed pipe is recognised.
fn plain(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}
