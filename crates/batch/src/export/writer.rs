//! Rows of a data set, written one by one in any form.

use std::fmt;
use std::io::{self, Write};

use super::form::DataForm;
#[cfg(feature = "parquet")]
use super::parquet;
use super::{csv, json_lines};
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
    Csv(Box<csv::Rows<W>>),
    JsonLines(json_lines::Rows<W>),
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::Rows<W>>),
}

impl<W: Write> DataWriter<W> {
    /// Begins a data set with these columns.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn new(out: W, form: DataForm, columns: &[Column]) -> io::Result<Self> {
        Ok(Self(match form {
            DataForm::Csv => Rows::Csv(Box::new(csv::Rows::new(out, columns)?)),
            DataForm::JsonLines => Rows::JsonLines(json_lines::Rows::new(out, columns)),
            #[cfg(feature = "parquet")]
            DataForm::Parquet => Rows::Parquet(Box::new(parquet::Rows::new(out, columns)?)),
        }))
    }

    /// Writes a row.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn write(&mut self, row: &[Cell]) -> io::Result<()> {
        match &mut self.0 {
            Rows::Csv(rows) => rows.write(row),
            Rows::JsonLines(rows) => rows.write(row),
            #[cfg(feature = "parquet")]
            Rows::Parquet(rows) => rows.write(row),
        }
    }

    /// Writes the end and returns the output.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn finish(self) -> io::Result<W> {
        match self.0 {
            Rows::Csv(rows) => rows.finish(),
            Rows::JsonLines(rows) => rows.finish(),
            #[cfg(feature = "parquet")]
            Rows::Parquet(rows) => rows.finish(),
        }
    }
}
