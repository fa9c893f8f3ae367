//! The directory of results: one file for each unit, whose name contains the unit and a checksum.
//!
//! `units/3f/3f…-9a….json` holds the outcome of the unit whose [`id`](crate::Unit::id) comes first; the 64 digits after
//! the hyphen are the SHA-256 of the content. A file is written under another name and then renamed, so that it is
//! never incomplete.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use koproof_store::{StoreError, entries, make_directory, read_regular, write_atomically};

use crate::columns::columns;
use crate::digest::sha256;
use crate::outcome::{Outcome, Status};
use crate::spread::spread;
use crate::unit::Unit;

/// The directory of results within that of the batch.
pub(crate) const UNITS: &str = "units";
/// The largest result that is read.
const MAX_BYTES: u64 = 1 << 26;

/// The number of units that are read side by side. After each such part the reader can stop, or show its progress.
pub(crate) const PART: usize = 64;

/// A result whose content does not match its name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {problem}", .path.display())]
pub struct Damaged {
    /// The file.
    pub path: PathBuf,
    /// The problem.
    pub problem: String,
}

/// The stored result of a unit.
#[derive(Clone, Debug, PartialEq)]
pub enum Found {
    /// Nothing.
    Nothing,
    /// An outcome with a correct checksum, and its file.
    Outcome(Box<Outcome>, PathBuf),
    /// Nothing usable.
    Damaged(Damaged),
}

impl Found {
    /// Chooses between two results of a unit: an answer counts more than a failure, which counts more than damage. Of
    /// two failures, which may have different reasons, that with the first name counts.
    ///
    /// # Errors
    /// If they are answers that differ; then it returns the files.
    pub(crate) fn or(self, other: Self) -> Result<Self, Box<[PathBuf; 2]>> {
        match (self, other) {
            (Self::Nothing, found) | (found, Self::Nothing | Self::Damaged(_)) => Ok(found),
            (Self::Damaged(_), found) => Ok(found),
            (Self::Outcome(one, its), Self::Outcome(other, others)) => {
                let failed = |outcome: &Outcome| outcome.status == Status::Failed;
                match (failed(&one), failed(&other)) {
                    (true, true) if its.file_name() > others.file_name() => {
                        Ok(Self::Outcome(other, others))
                    }
                    (true, false) => Ok(Self::Outcome(other, others)),
                    (false, false) if one != other => Err(Box::new([its, others])),
                    _ => Ok(Self::Outcome(one, its)),
                }
            }
        }
    }
}

/// The results in a directory at the time of [`Self::list`].
#[derive(Clone, Debug)]
pub struct Results {
    directory: PathBuf,
    files: HashMap<String, Vec<PathBuf>>,
}

impl Results {
    /// Lists the files of results without reading them.
    ///
    /// # Errors
    /// If the directory cannot be read.
    pub fn list(directory: &Path) -> Result<Self, StoreError> {
        let units = directory.join(UNITS);
        let mut files: HashMap<String, Vec<PathBuf>> = HashMap::new();
        if units.exists() {
            for part in list(&units)? {
                if !part.is_dir() {
                    continue;
                }
                for file in list(&part)? {
                    let name = file.file_name().and_then(|name| name.to_str());
                    if let Some((id, _)) = name.and_then(parts) {
                        files.entry(id.to_owned()).or_default().push(file);
                    }
                }
            }
        }
        Ok(Self {
            directory: directory.to_owned(),
            files,
        })
    }

    /// Reads the stored outcome of a unit and checks it. A killed run, or two at once, may leave several: an answer
    /// counts more than a failure, which counts more than damage. Two answers that differ are damage.
    ///
    /// # Errors
    /// If a file cannot be read.
    pub fn find(&self, unit: &Unit) -> Result<Found, StoreError> {
        let mut best = Found::Nothing;
        for path in self.files.get(&unit.id()).into_iter().flatten() {
            best = match best.or(read(path, unit)?) {
                Ok(best) => best,
                Err(files) => {
                    let [one, path] = *files;
                    let problem = format!("{} says something else", one.display());
                    return Ok(Found::Damaged(Damaged { path, problem }));
                }
            };
        }
        Ok(best)
    }

    /// Reads the stored outcomes of units as [`Self::find`] does, side by side; they come in the order of the units.
    pub(crate) fn find_each(&self, units: &[Unit]) -> Vec<Result<Found, StoreError>> {
        spread(units, |unit| self.find(unit))
    }

    /// Does the same with one part of the units after the other, so that only the outcomes of one are in memory.
    pub(crate) fn find_all(
        &self,
        units: &[Unit],
    ) -> impl Iterator<Item = Result<Found, StoreError>> {
        units.chunks(PART).flat_map(|part| self.find_each(part))
    }

    /// Stores an outcome and replaces any earlier outcome of its unit. A failure replaces no answer, and is not stored
    /// where there is one.
    ///
    /// # Errors
    /// If it cannot be written, or an earlier outcome cannot be read; that one stays then.
    pub fn store(&self, outcome: &Outcome) -> Result<(), StoreError> {
        if outcome.status == Status::Failed
            && let Found::Outcome(before, _) = self.find(&outcome.unit)?
            && before.status != Status::Failed
        {
            return Ok(());
        }
        let id = outcome.unit.id();
        let directory = self.directory.join(UNITS).join(&id[..2]);
        make_directory(&directory)?;
        let (bytes, digest) = outcome.to_bytes();
        let path = directory.join(format!("{id}-{digest}.json"));
        write_atomically(&path, &bytes)?;
        let earlier = self.files.get(&id).into_iter().flatten();
        for path in earlier.filter(|&earlier| *earlier != path) {
            match fs::remove_file(path) {
                // Another process that works on the same unit was faster.
                Err(cause) if cause.kind() == io::ErrorKind::NotFound => {}
                result => result.map_err(StoreError::with("remove", path))?,
            }
        }
        Ok(())
    }
}

/// Lists the entries of a directory.
pub(crate) fn list(directory: &Path) -> Result<Vec<PathBuf>, StoreError> {
    entries(directory).map_err(StoreError::with("read the directory", directory))
}

/// Returns the parts of a file's name: the unit and the checksum.
fn parts(name: &str) -> Option<(&str, &str)> {
    let (id, digest) = name.strip_suffix(".json")?.split_once('-')?;
    let is_hex = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    (id.len() == 32 && digest.len() == 64 && is_hex(id) && is_hex(digest)).then_some((id, digest))
}

/// Reads a file of results; nothing if another process has replaced it since it was listed.
fn read(path: &Path, unit: &Unit) -> Result<Found, StoreError> {
    let damaged = |problem| {
        let path = path.to_owned();
        Found::Damaged(Damaged { path, problem })
    };
    let bytes = match read_regular(path, MAX_BYTES) {
        Ok(bytes) => bytes,
        Err(error @ StoreError::FileTooLarge { .. }) => return Ok(damaged(error.to_string())),
        Err(_) if !path.exists() => return Ok(Found::Nothing),
        Err(error) => return Err(error),
    };
    Ok(match outcome(path, unit, &bytes) {
        Ok(outcome) => Found::Outcome(Box::new(outcome), path.to_owned()),
        Err(problem) => damaged(problem),
    })
}

/// Checks the content of a file of results.
fn outcome(path: &Path, unit: &Unit, bytes: &[u8]) -> Result<Outcome, String> {
    let ending = format!("-{}.json", sha256(bytes));
    if !path.to_string_lossy().ends_with(&ending) {
        return Err("the checksum in its name is not that of its content".to_owned());
    }
    let outcome: Outcome =
        serde_json::from_slice(bytes).map_err(|error| format!("it is no result: {error}"))?;
    if outcome.unit != *unit {
        return Err(format!("it is the result of {}", outcome.unit));
    }
    let columns = columns(unit.task).len();
    match outcome.rows.iter().find(|row| row.len() != columns) {
        Some(row) => Err(format!("it has {} columns, not {columns}", row.len())),
        None if (outcome.rows.iter().flatten()).any(|cell| cell.is_array() || cell.is_object()) => {
            Err("it has a list or an object in a row".to_owned())
        }
        None => Ok(outcome),
    }
}
