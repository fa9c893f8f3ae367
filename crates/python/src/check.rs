//! Checking certificates.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use koproof_solver::{Observer, Progress};
use koproof_verify::{
    CertificateError as Unreadable, CheckError, MAX_RECORDS, Reason, check_limiting, check_within,
    stop_if,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::certificate::Certificate;
use crate::checked::Checked;
use crate::error::{CertificateError, Stopped, of_system, wrong_type};
use crate::work::{Watch, Whole, raise, run, run_to_the_end};

/// A certificate as given from Python.
pub(crate) enum Source<'py> {
    Written(Bound<'py, Certificate>),
    Bytes(Bound<'py, PyBytes>),
    Path(PathBuf),
}

impl<'py> FromPyObject<'_, 'py> for Source<'py> {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(written) = given.extract() {
            return Ok(Self::Written(written));
        }
        if let Ok(bytes) = given.extract() {
            return Ok(Self::Bytes(bytes));
        }
        let expected = "certificate is a path, bytes or a Certificate";
        let path = given.extract().map_err(|_| wrong_type(expected, &given))?;
        Ok(Self::Path(path))
    }
}

impl Source<'_> {
    /// The file, if it is one.
    fn path(&self) -> Option<&Path> {
        match self {
            Self::Written(written) => written.get().path.as_deref(),
            Self::Bytes(_) => None,
            Self::Path(path) => Some(path),
        }
    }
}

/// A reader of a certificate that the caller can stop.
struct Reading<'a, R> {
    input: R,
    watch: &'a Watch,
    read: u64,
    total: u64,
}

impl<R: Read> Read for Reading<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.watch.should_stop() {
            return Err(io::Error::other("interrupted"));
        }
        let read = self.input.read(buffer)?;
        self.read += read as u64;
        self.watch.tell(Progress {
            done: self.read,
            total: self.total,
            ..Progress::default()
        });
        Ok(read)
    }
}

impl<R: Seek> Seek for Reading<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.input.seek(to)
    }
}

/// A certificate that can be read twice, unless it is a pipe.
trait Readable: Read + Seek + Send {}

impl<R: Read + Seek + Send> Readable for R {}

/// The bytes of a certificate, and their number.
type Input = (Box<dyn Readable>, u64);

fn of_bytes(bytes: &[u8]) -> Input {
    (Box::new(Cursor::new(bytes.to_vec())), bytes.len() as u64)
}

/// Opens a file. A named pipe waits for its writer, which can be another thread of Python.
fn of_file(py: Python<'_>, path: &Path) -> PyResult<Input> {
    let name = path.to_owned();
    let opened = run_to_the_end(py, move || {
        let file = File::open(name)?;
        let size = file.metadata()?.len();
        io::Result::Ok((file, size))
    });
    let (file, size) = opened
        .map_err(|raised| raise(py, raised, None, UNCHECKED))?
        .map_err(|cause| of_system(path, &cause))?;
    Ok((Box::new(file), size))
}

/// The message after Ctrl-C.
const UNCHECKED: &str = "the certificate is not checked";

/// Checks every step of a certificate and returns the bounds that it proves, without the solver.
///
/// >>> check("no certificate.kpc")
/// Traceback (most recent call last):
/// FileNotFoundError: [Errno 2] No such file or directory: 'no certificate.kpc'
///
/// `certificate` is a path, bytes, or a result of `certify`. An invalid certificate raises `CertificateError`, a file that
/// cannot be read `OSError`.
///
/// `record_limit` is the largest number of records that the steps in use may hold, 268,435,456 if it is left out; each takes
/// 4 bytes, and each different one about 100 more. Beyond it there is no verdict, and `Stopped` is raised. `limit_stones=True`
/// limits the stones of earlier records instead of listing records to avoid, which takes less memory on large boards. The
/// certificate is then read twice. Every valid certificate is accepted, and whatever is accepted is proved.
#[pyfunction]
#[pyo3(signature = (certificate, *, limit_stones=false, record_limit=None, progress=None))]
pub(crate) fn check(
    py: Python<'_>,
    certificate: Source<'_>,
    limit_stones: bool,
    record_limit: Option<Whole>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Checked> {
    let most_records = match record_limit {
        Some(limit) => limit.up_to(u64::MAX, "record_limit")?,
        None => MAX_RECORDS,
    };
    let (input, size) = match &certificate {
        Source::Bytes(bytes) => of_bytes(bytes.as_bytes()),
        Source::Path(path) => of_file(py, path)?,
        Source::Written(written) => match (written.get().data(py), &written.get().path) {
            (Some(data), _) => of_bytes(data.as_bytes(py)),
            (None, path) => of_file(py, path.as_deref().unwrap_or(Path::new("")))?,
        },
    };
    let (checked, raised) = run(py, "checking", progress, |watch| {
        let reading = Reading {
            input,
            watch,
            read: 0,
            total: size * if limit_stones { 2 } else { 1 },
        };
        let go_on = &mut |_: u64| stop_if(watch.should_stop());
        match limit_stones {
            true => check_limiting(reading, most_records, go_on),
            false => check_within(reading, most_records, go_on),
        }
    })?;
    match (checked, raised) {
        (_, Some(raised)) => Err(raise(py, raised, None, UNCHECKED)),
        (Ok(checked), None) => Checked::new(checked),
        (Err(error), None) => Err(unproved(error, certificate.path())),
    }
}

/// Converts the error of a check. A limit and a failed read say nothing about the certificate, so they do not refuse it.
fn unproved(error: CheckError, path: Option<&Path>) -> PyErr {
    let CheckError { spot, reason } = error;
    match reason {
        Reason::TooManyRecords(_) => {
            Stopped::new_err(format!("no verdict at {spot}: {reason} (record_limit)"))
        }
        Reason::Unreadable(why) => match (why.stream(), &*why) {
            (Some((_, cause)), _) => of_system(path.unwrap_or(Path::new("the certificate")), cause),
            (None, Unreadable::Unknown { .. }) if path.is_none() => CertificateError::new_err(
                format!("{why}: bytes are the certificate itself, a path is a str"),
            ),
            (None, why) => CertificateError::new_err(why.to_string()),
        },
        reason => CertificateError::new_err(CheckError { spot, reason }.to_string()),
    }
}
