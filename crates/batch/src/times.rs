//! The times of units.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use koproof_store::{StoreError, make_directory};

use crate::shard::Shard;
use crate::unit::Unit;

/// The directory of the times that units took.
const TIMES: &str = "times";

/// The times of units, stored separately from the results because they differ from run to run.
pub(crate) struct Times {
    path: PathBuf,
    file: File,
}

impl Times {
    pub(crate) fn open(directory: &Path, shard: Shard) -> Result<Self, StoreError> {
        let directory = directory.join(TIMES);
        make_directory(&directory)?;
        let path = directory.join(format!("{}.csv", shard.file_name()));
        let file = at_a_new_line(&path).map_err(StoreError::with("write", &path))?;
        Ok(Self { path, file })
    }

    /// Adds a line: board, rules, task, seconds.
    pub(crate) fn add(&self, unit: &Unit, time: Duration) -> Result<(), StoreError> {
        let (rules, seconds) = (unit.rules.join("+"), time.as_secs_f64());
        let line = format!("{},{rules},{},{seconds:.6}\n", unit.graph6, unit.task);
        // One write call, because other threads and processes append to the same file.
        (&self.file)
            .write_all(line.as_bytes())
            .map_err(StoreError::with("write", &self.path))
    }
}

/// Opens a file to append lines. A run that was killed, or whose disk was full, may have left half a line at its end. It
/// stays: it may also be that of another process, which is about to write the rest.
fn at_a_new_line(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    let mut file = options.create(true).read(true).append(true).open(path)?;
    let mut last = *b"\n";
    if file.metadata()?.len() > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    if last != *b"\n" {
        file.write_all(b"\n")?;
    }
    Ok(file)
}
