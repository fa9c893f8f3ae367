//! The directory that leader and workers share.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use koproof_solver::{Score, Solver};
use koproof_store::{
    StoreError, age, entries, make_directory, read_regular, write_atomically, write_new,
    write_unsynced,
};
use koproof_verify::{Accepted, CertificateReader, Header};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::error::JobsError;
use crate::question::{QUESTION, Question};

/// The largest number of a job. No run has so many; files with larger numbers are ignored.
pub(crate) const MAX_NUMBER: u64 = 1 << 53;

/// The largest file that is read.
const MAX_BYTES: u64 = 1 << 32;
/// The largest file of JSON that is read.
const MAX_JSON: u64 = 1 << 28;
/// The longest name of a worker that is read.
const MAX_NAME: u64 = 1 << 10;

/// The action that fails where a folder cannot be made or listed.
const USE: &str = "use the directory";

/// The folders of a run. That of the log is the last one, because it is not made again if something rests on it.
const FOLDERS: [&str; 7] = [
    "jobs", "taken", "results", "journals", "refused", "workers", "log",
];

/// The directory that leader and workers share, and the files in it. Each file is written completely or not at all,
/// except `taken/N`: it appears empty, so that only one worker can make it, and gets the name of the worker a moment
/// later.
///
/// After a loss of power the newest of `jobs/`, `workers/` and `tree.json` may be damaged or missing: they are not
/// synced, and a leader does without them.
///
/// | file | written by | content |
/// |---|---|---|
/// | `question.json` | the first leader | what the run is about |
/// | `jobs/N.json` | the leader | a job that is open; it goes away when nobody needs the answer |
/// | `taken/N` | a worker | that this worker is at the job |
/// | `results/N.json` | the worker | what it found |
/// | `journals/WORKER/P.kpj` | the worker | part P of its journal: what it has proved; it goes away when it is accepted |
/// | `log/N.kpj` | the leader | the Nth part that it has accepted |
/// | `log/N.kpl` | the leader | the numbers of the steps of that part, and the claims that others should know |
/// | `refused/` | the leader | parts and results that were refused |
/// | `workers/` | each worker | signs of life |
/// | `tree.json` | the leader | the state of the search |
/// | `leader.lock` | the leader | nothing: it is locked while a leader is at work |
/// | `value.kpc` | the leader | the certificate of the value: the run is done |
#[derive(Clone, Debug)]
pub struct RunDirectory(PathBuf);

/// A sign of life of a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Beat {
    /// The worker.
    pub worker: String,
    /// The number of its signs so far, so that each sign differs from the last.
    pub beats: u64,
    /// Its current job.
    pub job: Option<u64>,
    /// Its expansions so far.
    pub expansions: u64,
    /// The number of its finished jobs.
    pub done: u64,
}

/// The last sign of life of a worker, with its age.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sign {
    /// The sign.
    #[serde(flatten)]
    pub beat: Beat,
    /// Its age in seconds, by the clock of this machine and the time of the file. A killed worker leaves its last sign.
    pub silent_for: u64,
}

impl RunDirectory {
    /// Opens the directory of an existing run.
    ///
    /// # Errors
    /// If there is none, or its question cannot be read.
    pub fn open(directory: &Path) -> Result<(Self, Question), JobsError> {
        let run = Self(directory.to_owned());
        match run.read(&run.question()) {
            Ok(question) => Ok((run, question)),
            Err(JobsError::Store(why)) if why.is_missing() => {
                Err(JobsError::None(directory.to_owned()))
            }
            Err(why) => Err(why),
        }
    }

    /// Starts a run in a directory, or continues it. Returns its question, in which the size of jobs may be another.
    ///
    /// # Errors
    /// If the directory holds a run of another question or a value or a tree without a question, another
    /// leader begins there, or it cannot be written to.
    pub fn begin(directory: &Path, question: Question) -> Result<(Self, Question), JobsError> {
        let run = Self(directory.to_owned());
        let is_new = !run.question().exists();
        if is_new && run.value().exists() {
            return Err(JobsError::Foreign(run.value()));
        }
        // With a log beside it, only the question was lost.
        if is_new && run.tree().exists() && !run.0.join("log").exists() {
            return Err(JobsError::Foreign(run.tree()));
        }
        run.make_folders()?;
        if is_new {
            // Of leaders that begin at once, the first one asks, also where there are no locks.
            let _locked = run.lock()?;
            write_new(run.question(), &to_bytes(&question))?;
        }
        let (run, there) = Self::open(directory)?;
        if !there.asks_the_same(&question) {
            return Err(JobsError::Other(directory.to_owned()));
        }
        Ok((run, there))
    }

    /// Makes the folders that are missing: they are empty in a new run, and somebody may have removed one.
    ///
    /// # Errors
    /// If the log of a run with results is missing, or a folder cannot be made.
    pub(crate) fn make_folders(&self) -> Result<(), JobsError> {
        for folder in FOLDERS {
            let path = self.0.join(folder);
            if folder == "log" && !path.exists() && !self.files("results")?.is_empty() {
                return Err(JobsError::NoLog(path));
            }
            make_directory(&path)?;
        }
        Ok(())
    }

    /// Locks the run for a leader, until the file that it returns is closed or the process ends; `None` if the file
    /// system has no locks.
    pub(crate) fn lock(&self) -> Result<Option<File>, JobsError> {
        let path = self.0.join("leader.lock");
        let file = (OpenOptions::new().create(true).append(true).open(&path))
            .map_err(StoreError::with(USE, &path))?;
        match file.try_lock() {
            Ok(()) => Ok(Some(file)),
            Err(TryLockError::WouldBlock) => Err(JobsError::Led(self.0.clone())),
            Err(TryLockError::Error(_)) => Ok(None),
        }
    }

    /// Tells whether a worker has given a sign of life within a time, and has not ended.
    #[must_use]
    pub fn has_worker(&self, within: Duration) -> bool {
        let signs = self.signs().unwrap_or_default();
        let mut signs = signs.iter();
        signs.any(|sign| Duration::from_secs(sign.silent_for) < within)
    }

    /// Reads the last sign of each worker that has not ended, or was killed.
    pub(crate) fn signs(&self) -> Result<Vec<Sign>, JobsError> {
        // A file may disappear while it is read.
        let signs = self.files("workers")?.into_iter().filter_map(|path| {
            Some(Sign {
                silent_for: age(&path)?.as_secs(),
                beat: self.read(&path).ok()?,
            })
        });
        Ok(signs.collect())
    }

    /// Removes what a worker has left that was killed: its sign of life, and its notes at the jobs that it has taken,
    /// so that others can take them at once.
    pub fn forget(&self, worker: &str) {
        remove(&self.beat(worker));
        for number in self.numbers("taken", "").unwrap_or_default() {
            self.leave(number, worker);
        }
    }

    /// Removes the note that a worker is at a job, unless the job was given to another one.
    pub(crate) fn leave(&self, job: u64, worker: &str) {
        if self.taken_by(job).is_some_and(|name| name == worker) {
            remove(&self.taken(job));
        }
    }

    /// Returns the path of the directory.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Makes a solver for the question. If the question is damaged, the error names its file.
    pub(crate) fn solver(&self, question: &Question) -> Result<Solver, JobsError> {
        question.solver().map_err(|why| match why {
            JobsError::Damaged { problem, .. } => JobsError::Damaged {
                path: self.question(),
                problem,
            },
            other => other,
        })
    }

    /// Returns the path of the question.
    pub(crate) fn question(&self) -> PathBuf {
        self.0.join(QUESTION)
    }

    pub(crate) fn job(&self, number: u64) -> PathBuf {
        self.0.join(format!("jobs/{number:06}.json"))
    }

    pub(crate) fn taken(&self, number: u64) -> PathBuf {
        self.0.join(format!("taken/{number:06}"))
    }

    pub(crate) fn report(&self, number: u64) -> PathBuf {
        self.0.join(format!("results/{number:06}.json"))
    }

    /// Makes the folder of a worker's journal, which no other worker has written to.
    pub(crate) fn begin_journals(&self, worker: &str) -> Result<(), JobsError> {
        let path = self.0.join("journals").join(worker);
        fs::create_dir(&path).map_err(|cause| match cause.kind() {
            io::ErrorKind::AlreadyExists => JobsError::Name(worker.to_owned()),
            _ => StoreError::with(USE, &path)(cause).into(),
        })
    }

    pub(crate) fn part(&self, worker: &str, part: u64) -> PathBuf {
        self.0.join(format!("journals/{worker}/{part:06}.kpj"))
    }

    /// Names the file of the part that an entry of the log is about.
    pub(crate) fn accepted(&self, number: u64) -> PathBuf {
        self.0.join(format!("log/{number:06}.kpj"))
    }

    pub(crate) fn entry(&self, number: u64) -> PathBuf {
        self.0.join(format!("log/{number:06}.kpl"))
    }

    pub(crate) fn beat(&self, worker: &str) -> PathBuf {
        self.0.join(format!("workers/{worker}.json"))
    }

    pub(crate) fn tree(&self) -> PathBuf {
        self.0.join("tree.json")
    }

    /// Returns the path of the certificate of the value, which ends the run.
    #[must_use]
    pub fn value(&self) -> PathBuf {
        self.0.join("value.kpc")
    }

    /// Returns the value that its certificate states, if the file is there. Only a check of the certificate proves the
    /// value: every worker can write in the directory.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a certificate of a value of this question.
    pub fn stated_value(&self, question: &Question) -> Result<Option<Score>, JobsError> {
        let path = self.value();
        // To open a pipe can wait without end.
        if fs::metadata(&path).is_ok_and(|about| !about.is_file()) {
            let problem = "it is not a regular file".to_owned();
            return Err(JobsError::Damaged { path, problem });
        }
        let file = match File::open(&path) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.map_err(StoreError::with("read", &path))?,
        };
        let reader = CertificateReader::open(file).map_err(|why| why.to_string());
        let stated = reader.and_then(|reader| question.stated(reader.header()));
        stated
            .map(Some)
            .map_err(|problem| JobsError::Damaged { path, problem })
    }

    /// Returns the directory of refused files.
    pub(crate) fn refused(&self) -> PathBuf {
        self.0.join("refused")
    }

    /// Returns the name of the worker that has taken a job. If it cannot be read, or is not written yet, returns the
    /// placeholder `of job N`.
    pub(crate) fn taken_by(&self, number: u64) -> Option<String> {
        let path = self.taken(number);
        path.exists().then(|| {
            let name = read_regular(path, MAX_NAME).unwrap_or_default();
            match String::from_utf8_lossy(&name) {
                name if name.is_empty() => format!("of job {number}"),
                name => name.into_owned(),
            }
        })
    }

    /// Moves a refused file away and returns its path.
    pub(crate) fn refuse(&self, path: &Path) -> PathBuf {
        // The parts of all journals have the same names.
        let within = path.strip_prefix(self.0.join("journals"));
        let within = within.or(path.strip_prefix(self.0.join("results")));
        let name = within.unwrap_or(path).to_string_lossy().replace('/', "-");
        let refused = self.refused();
        let to = refused.join(name);
        if make_directory(&refused).is_ok() && fs::rename(path, &to).is_ok() {
            return to;
        }
        // Its worker waits until it is gone.
        remove(path);
        path.to_owned()
    }

    /// Lists the numbers of the files in a folder whose names consist of a number and this ending. A number has one
    /// name.
    pub(crate) fn numbers(&self, folder: &str, ending: &str) -> Result<BTreeSet<u64>, JobsError> {
        let numbers = self.files(folder)?.into_iter().filter_map(|path| {
            let name = path.file_name()?.to_str()?;
            let number: u64 = name.strip_suffix(ending)?.parse().ok()?;
            let is_its_name = name == format!("{number:06}{ending}");
            (is_its_name && number <= MAX_NUMBER).then_some(number)
        });
        Ok(numbers.collect())
    }

    /// Lists the files in a folder, in the order of their names. A folder that is missing has none.
    pub(crate) fn files(&self, folder: &str) -> Result<Vec<PathBuf>, JobsError> {
        let path = self.0.join(folder);
        let mut files = match entries(&path) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => Vec::new(),
            files => files.map_err(StoreError::with(USE, &path))?,
        };
        // Processes that are killed while they write leave files, which may be complete.
        files.retain(|file| file.extension().is_none_or(|ending| ending != "tmp"));
        Ok(files)
    }

    pub(crate) fn read<T: DeserializeOwned>(&self, path: &Path) -> Result<T, JobsError> {
        let bytes = read_regular(path, MAX_JSON)?;
        serde_json::from_slice(&bytes).map_err(|why| JobsError::Damaged {
            path: path.to_owned(),
            problem: why.to_string(),
        })
    }

    pub(crate) fn bytes(&self, path: &Path) -> Result<Vec<u8>, JobsError> {
        Ok(read_regular(path, MAX_BYTES)?)
    }

    /// Reads an entry of the log.
    pub(crate) fn accepted_in(&self, path: &Path, header: &Header) -> Result<Accepted, JobsError> {
        let entry = Accepted::from_bytes(&self.bytes(path)?, header);
        entry.map_err(|why| JobsError::Log {
            path: path.to_owned(),
            problem: why.to_string(),
        })
    }

    /// Writes a file that must survive a loss of power.
    pub(crate) fn write<T: Serialize>(&self, path: &Path, value: &T) -> Result<(), JobsError> {
        Ok(write_atomically(path, &to_bytes(value))?)
    }

    /// Writes a file that is soon written again or not needed any more. To sync it would keep the disk busy: each
    /// worker gives two signs of life a second.
    pub(crate) fn note<T: Serialize>(&self, path: &Path, value: &T) -> Result<(), JobsError> {
        Ok(write_unsynced(path, &to_bytes(value))?)
    }
}

fn to_bytes<T: Serialize>(value: &T) -> Vec<u8> {
    serde_json::to_vec(value).expect("it holds texts and finite numbers")
}

/// Removes a file, which may not exist.
pub(crate) fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}
