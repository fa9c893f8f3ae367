//! The output for the rows of a table: a file, whose ending determines the form, or stdout.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, ensure};
use clap::ValueEnum;
use indicatif::HumanCount;
use koproof_batch::{Cell, Column, DataForm, DataWriter, check_rows};
use koproof_store::AtomicFile;

use crate::exit::{self, BadInput, Blame, Exit, refuse};
use crate::interrupt;
use crate::progress::Watcher;

/// The number of rows between two looks at the clock.
const BETWEEN_LOOKS: u64 = 1024;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FormName {
    /// Comma-separated values after a line of their names
    Csv,
    /// One JSON object on each line
    Jsonl,
    /// Parquet, for pandas, Polars, DuckDB, R
    Parquet,
}

impl FormName {
    fn form(self) -> DataForm {
        match self {
            Self::Csv => DataForm::Csv,
            Self::Jsonl => DataForm::JsonLines,
            Self::Parquet => DataForm::Parquet,
        }
    }
}

/// The output for rows, and their form.
pub(super) struct DataFile {
    form: DataForm,
    /// The file, unless it is stdout.
    pub(super) path: Option<PathBuf>,
    quiet: bool,
}

impl DataFile {
    /// Determines the form: the requested one, or that of the file's ending, or CSV without a file.
    ///
    /// The path is checked before any work is done.
    pub(super) fn new(
        path: Option<&Path>,
        named: Option<FormName>,
        quiet: bool,
    ) -> anyhow::Result<Self> {
        let named = named.map(FormName::form);
        let form = match path {
            None => named.unwrap_or(DataForm::Csv),
            Some(path) => form_of(path, named).bad_input()?,
        };
        let is_text = matches!(form, DataForm::Csv | DataForm::JsonLines);
        match path {
            Some(path) => check_rows(path).bad_input()?,
            None if !is_text && std::io::stdout().is_terminal() => {
                refuse!("{} is no text: write it to a file with --out", form.name());
            }
            None => {}
        }
        Ok(Self {
            form,
            path: path.map(Path::to_owned),
            quiet,
        })
    }

    /// Writes the rows that a function supplies one by one, and commits the file when all are written.
    ///
    /// It shows progress by the `total` of rows, but not while stdout gets them: both would be mixed on a terminal.
    /// After a signal the function gets an error, and there is no file.
    pub(super) fn write(
        &self,
        out: &mut dyn Write,
        columns: &[Column],
        total: u64,
        rows: impl FnOnce(&mut dyn FnMut(&[Cell]) -> anyhow::Result<()>) -> anyhow::Result<()>,
    ) -> anyhow::Result<Exit> {
        interrupt::listen();
        let Some(path) = &self.path else {
            let written = fill(out, self.form, columns, |_| {}, rows)?;
            return Ok(written.map_or(Exit::Interrupted, |_| Exit::Done));
        };
        let file = AtomicFile::create_export(path).bad_input()?;
        let watcher = Watcher::new("", self.quiet);
        let show = |rows: u64| {
            watcher.show(rows, total, || {
                let (rows, total) = (HumanCount(rows), HumanCount(total));
                format!("writing {}: {rows} of {total} rows", path.display())
            });
        };
        let written = fill(file, self.form, columns, show, rows);
        drop(watcher);
        let written = written.map_err(|error| match error.is::<BadInput>() {
            // The file that the rows are from is damaged.
            true => error,
            false => error.context(format!("cannot write {}", path.display())),
        })?;
        let Some(file) = written else {
            exit::complain(&format!("interrupted: {} was not written", path.display()));
            return Ok(Exit::Interrupted);
        };
        file.commit()?;
        Ok(Exit::Done)
    }
}

/// Writes the rows, and returns the output, or `None` if a signal came first. Now and then a function gets the number
/// of rows written.
fn fill<W: Write>(
    out: W,
    form: DataForm,
    columns: &[Column],
    show: impl Fn(u64),
    rows: impl FnOnce(&mut dyn FnMut(&[Cell]) -> anyhow::Result<()>) -> anyhow::Result<()>,
) -> anyhow::Result<Option<W>> {
    let mut writer = DataWriter::new(out, form, columns)?;
    let mut interrupted = false;
    let mut count = 0_u64;
    let written = rows(&mut |row| {
        interrupted = interrupt::requested();
        ensure!(!interrupted, "interrupted");
        count += 1;
        if count.is_multiple_of(BETWEEN_LOOKS) {
            show(count);
        }
        Ok(writer.write(row)?)
    });
    if interrupted {
        return Ok(None);
    }
    written?;
    Ok(Some(writer.finish()?))
}

/// Returns the requested form, or that of the file's name.
fn form_of(path: &Path, named: Option<DataForm>) -> anyhow::Result<DataForm> {
    match (DataForm::of(path), named) {
        (Ok(form), None) => Ok(form),
        (Ok(form), Some(named)) if form == named => Ok(form),
        (Ok(form), Some(named)) => Err(anyhow!(
            "{}: the ending asks for {}, the options for {}: leave one of them out",
            path.display(),
            form.name(),
            named.name()
        )),
        (Err(_), Some(named)) => Ok(named),
        (Err(error), None) => Err(error.into()),
    }
}
