//! Checks certificate files, with progress, and classifies the outcomes.

use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context;
use indicatif::HumanCount;
use koproof_solver::{LearnError, Solver};
use koproof_store::StoreError;
use koproof_tables::is_table;
use koproof_verify::{
    CertificateError, CheckError, Checked, OnProgress, Reason, check_limiting, check_within,
    stop_if,
};

use crate::exit::{Blame, Exit, complain};
use crate::interrupt;
use crate::progress::Watcher;
use crate::words::without_numbers;

/// The outcome for a file.
#[derive(Debug)]
pub(crate) struct Verdict {
    pub(crate) path: PathBuf,
    pub(crate) bytes: u64,
    pub(crate) time: Duration,
    /// The proved bounds, or the reason for the refusal.
    pub(crate) outcome: Result<Checked, Refusal>,
}

/// The reason why a file proves nothing.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// It cannot be read, or is no certificate that this release supports.
    Unreadable(String),
    /// It is a table.
    Table,
    /// It is a certificate, but invalid.
    Refused(CheckError),
    /// It exceeds the limit.
    TooLarge(CheckError),
    /// A signal stopped the check.
    Interrupted,
}

impl Refusal {
    /// Says on stderr why this file is refused, and returns the exit code.
    pub(crate) fn report(&self, path: &Path) -> Exit {
        complain(&format!("{}: {}", path.display(), self.reason()));
        self.verdict().1
    }

    /// Returns the word for it, and the exit code.
    pub(crate) fn verdict(&self) -> (&'static str, Exit) {
        match self {
            Self::Unreadable(_) | Self::Table => ("unreadable", Exit::BadInput),
            Self::Refused(_) => ("refused", Exit::CheckFailed),
            Self::TooLarge(_) => ("too large", Exit::Stopped),
            Self::Interrupted => ("interrupted", Exit::Interrupted),
        }
    }

    pub(crate) fn reason(&self) -> String {
        match self {
            Self::Unreadable(why) => without_numbers(why),
            Self::Table => {
                "it is a table, and no certificate: name one, as `koproof table solve --certificate` writes it".to_owned()
            }
            Self::Refused(error) => error.to_string(),
            Self::TooLarge(error) => {
                let CheckError { spot, reason } = error;
                format!("no verdict at {spot}: {reason} (--record-limit)")
            }
            Self::Interrupted => "interrupted".to_owned(),
        }
    }

    pub(crate) fn of_header(error: CertificateError) -> Self {
        Self::of(CheckError::in_header(error))
    }

    pub(crate) fn of(error: CheckError) -> Self {
        if interrupt::requested() {
            return Self::Interrupted;
        }
        match &error.reason {
            Reason::Unreadable(why) if is_of_table(why) => Self::Table,
            Reason::Unreadable(why) if is_unreadable(why) => Self::Unreadable(why.to_string()),
            Reason::TooManyRecords(_) => Self::TooLarge(error),
            _ => Self::Refused(error),
        }
    }
}

fn is_of_table(error: &CertificateError) -> bool {
    matches!(error, CertificateError::Unknown { found } if is_table(found))
}

/// Distinguishes a file that cannot be read from one that is damaged or forged.
fn is_unreadable(error: &CertificateError) -> bool {
    error.stream().is_some() || error.is_unsupported()
}

/// Returns the error of the stream under a certificate, which does not name the file; its caller does.
pub(crate) fn stream_failure(error: CertificateError) -> anyhow::Error {
    match error {
        CertificateError::Stream { cause, .. }
        | CertificateError::Store(StoreError::Stream { cause, .. }) => cause.into(),
        error => error.into(),
    }
}

/// Checks files and shows the progress of all of them together.
pub(crate) struct Checking {
    watcher: Watcher,
    most_records: u64,
    limits_stones: bool,
    total: u64,
    read: AtomicU64,
    steps: AtomicU64,
}

impl Checking {
    /// Prepares to check these files, and listens for signals.
    pub(crate) fn new(paths: &[PathBuf], most_records: u64, quiet: bool) -> Self {
        let sizes = paths.iter().filter_map(|path| path.metadata().ok());
        let what = match paths {
            [path] => format!("checking {}", path.display()),
            paths => format!("checking {} files", paths.len()),
        };
        Self {
            watcher: Watcher::new(what, quiet),
            most_records,
            limits_stones: false,
            total: sizes.map(|size| size.len()).sum(),
            read: AtomicU64::new(0),
            steps: AtomicU64::new(0),
        }
    }

    /// Reads each file twice, so that claims limit stones instead of listing records.
    pub(crate) fn limiting_stones(self, limits_stones: bool) -> Self {
        Self {
            limits_stones,
            total: self.total * if limits_stones { 2 } else { 1 },
            ..self
        }
    }

    /// Checks one of the files.
    pub(crate) fn check(&self, path: &Path) -> Verdict {
        let started = Instant::now();
        let size = path.metadata().ok().filter(Metadata::is_file);
        // A pipe opens when somebody writes to it.
        let (outcome, read) = match interrupt::while_waiting(|| open(path)) {
            Ok(file) => self.checked(&file),
            Err(error) => {
                let why = format!("cannot read it: {error}");
                (Err(Refusal::Unreadable(why)), 0)
            }
        };
        // A pipe has no size.
        let bytes = size.map_or(read, |size| size.len());
        Verdict {
            path: path.to_owned(),
            bytes,
            time: started.elapsed(),
            outcome,
        }
    }

    /// Checks a file that is open, and counts the bytes read.
    pub(crate) fn checked(&self, file: &File) -> (Result<Checked, Refusal>, u64) {
        let (checked, read) = self.with(file, |input, most_records, progress| {
            if self.limits_stones {
                check_limiting(input, most_records, progress)
            } else {
                check_within(input, most_records, progress)
            }
        });
        (checked.map_err(Refusal::of), read)
    }

    /// Checks a file that is open, and adds its claims to a solver.
    pub(crate) fn learn(&self, file: &File, solver: &Solver) -> Result<(Checked, u64), LearnError> {
        let (learnt, _) = self.with(file, |input, most_records, progress| {
            solver.learn(input as &mut dyn Read, most_records, progress)
        });
        learnt
    }

    /// Calls a checker with an open file, the limit of records, and a function that takes the number of checked steps.
    /// Also returns the number of bytes read.
    fn with<T>(
        &self,
        file: &File,
        check: impl FnOnce(&mut Counting<'_>, u64, OnProgress<'_>) -> T,
    ) -> (T, u64) {
        let mut steps = 0;
        let mut input = Counting {
            file,
            is_pipe: !file.metadata().is_ok_and(|metadata| metadata.is_file()),
            checking: self,
            read: 0,
        };
        let result = check(&mut input, self.most_records, &mut |checked| {
            self.steps.fetch_add(checked - steps, Ordering::Relaxed);
            steps = checked;
            self.show();
            stop_if(interrupt::requested())
        });
        (result, input.read)
    }

    fn show(&self) {
        let read = self.read.load(Ordering::Relaxed);
        self.watcher.show(read, self.total, || {
            let steps = HumanCount(self.steps.load(Ordering::Relaxed));
            format!("{steps} steps checked, {} bytes read", HumanCount(read))
        });
    }
}

/// Opens a file, which is no directory.
pub(crate) fn open(path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    if file.metadata()?.is_dir() {
        return Err(io::Error::from(io::ErrorKind::IsADirectory));
    }
    Ok(file)
}

/// Opens a file that is read twice.
pub(crate) fn open_twice(path: &Path) -> anyhow::Result<File> {
    let name = path.display();
    let mut file = open(path).cannot_read(path.display())?;
    let position = file.stream_position();
    let pipe = || format!("{name}: a pipe cannot be read twice: write it to a file first");
    position.with_context(pipe).bad_input()?;
    Ok(file)
}

/// A file that counts the bytes read, and returns an error after a signal.
struct Counting<'c> {
    file: &'c File,
    /// Whether reading may wait for a writer.
    is_pipe: bool,
    checking: &'c Checking,
    /// The bytes read from this file.
    read: u64,
}

impl Read for Counting<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut read = || match interrupt::requested() {
            true => Err(io::Error::other("interrupted")),
            false => self.file.read(buffer),
        };
        let read = match self.is_pipe {
            true => interrupt::while_waiting(read),
            false => read(),
        }?;
        self.read += read as u64;
        self.checking.read.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

impl Seek for Counting<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}
