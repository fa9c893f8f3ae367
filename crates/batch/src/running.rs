//! Notes about the running units of each process, for `koproof batch status` in another terminal.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use koproof_store::{StoreError, age, make_directory, read_regular};
use serde::{Deserialize, Serialize};

use crate::results::list;
use crate::shard::Shard;

/// The directory of these notes within that of the batch.
const RUNNING: &str = "running";
/// The time between two updates of a note.
const EVERY: Duration = Duration::from_secs(2);
/// Notes of that many bytes are read; they have some hundred for each thread.
const MAX_NOTE: u64 = 1 << 20;
/// The age of a note that a killed process has left: it would have been updated hundreds of times meanwhile.
const STALE: Duration = Duration::from_secs(10 * 60);

/// A running unit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunningUnit {
    /// Board, rules and task.
    pub unit: String,
    /// The time since its start, in seconds.
    pub seconds: f64,
    /// How many nodes have been expanded.
    pub expansions: u64,
}

/// A process that works on a batch.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Process {
    /// Its part.
    pub shard: String,
    /// Its process number on its machine.
    pub process: u32,
    /// Its running units.
    pub units: Vec<RunningUnit>,
    /// Seconds since its last note. A killed process writes no more notes.
    #[serde(default)]
    pub silent_for: u64,
}

/// The note of this process.
pub(crate) struct Running {
    path: PathBuf,
    shard: Shard,
    next: Instant,
}

impl Running {
    /// Prepares the note of this process, and removes those that killed ones have left.
    pub(crate) fn new(directory: &Path, shard: Shard) -> Self {
        for path in list(&directory.join(RUNNING)).unwrap_or_default() {
            if age(&path).is_some_and(|age| age > STALE) {
                let _ = fs::remove_file(path);
            }
        }
        let name = format!("{}.{}.json", shard.file_name(), std::process::id());
        Self {
            path: directory.join(RUNNING).join(name),
            shard,
            next: Instant::now() + EVERY,
        }
    }

    /// Updates the note, if it is time. A note that cannot be written does not stop the run.
    pub(crate) fn tell(&mut self, units: impl FnOnce() -> Vec<RunningUnit>) {
        if Instant::now() < self.next {
            return;
        }
        self.next = Instant::now() + EVERY;
        let note = Process {
            shard: self.shard.to_string(),
            process: std::process::id(),
            units: units(),
            silent_for: 0,
        };
        let text = serde_json::to_string(&note).expect("it holds texts and finite numbers");
        if let Some(directory) = self.path.parent() {
            let _ = make_directory(directory);
        }
        let _ = fs::write(&self.path, text);
    }

    /// Removes the note.
    pub(crate) fn end(&self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// Reads the notes of all processes, the latest first.
pub(crate) fn processes(directory: &Path) -> Result<Vec<Process>, StoreError> {
    let directory = directory.join(RUNNING);
    if !directory.exists() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for path in list(&directory)? {
        // A note may disappear, or be incomplete, while it is read.
        let note = read_regular(&path, MAX_NOTE).ok();
        let note = note.and_then(|bytes| serde_json::from_slice::<Process>(&bytes).ok());
        if let (Some(note), Some(age)) = (note, age(&path)) {
            let silent_for = age.as_secs();
            found.push(Process { silent_for, ..note });
        }
    }
    found.sort_by(|one, other| {
        let key = |process: &Process| (process.silent_for, process.shard.clone(), process.process);
        key(one).cmp(&key(other))
    });
    Ok(found)
}
