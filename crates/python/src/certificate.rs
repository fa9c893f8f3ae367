//! Writing certificates.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use koproof_rules::Komi;
use koproof_solver::{Bracket, Written};
use koproof_store::AtomicFile;
use koproof_verify::Form;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::error::{bad, of_file};
use crate::existing::exists;
use crate::score::Score;

/// Reads the name of a form; without one, the name of the file decides.
pub(crate) fn form(name: Option<&str>, path: Option<&Path>) -> PyResult<Form> {
    let binary = Form::Binary { compressed: true };
    match name {
        None => Ok(path.map_or(binary, Form::of_path)),
        Some("text") => Ok(Form::Text),
        Some("binary") => Ok(binary),
        Some(other) => Err(bad(format!(
            "form is \"text\" or \"binary\", not \"{}\"",
            other.escape_debug()
        ))),
    }
}

/// The output for a certificate.
pub(crate) enum Output {
    Memory(Vec<u8>),
    File(PathBuf, AtomicFile),
}

impl Output {
    pub(crate) fn new(path: Option<PathBuf>) -> PyResult<Self> {
        Ok(match path {
            None => Self::Memory(Vec::new()),
            Some(path) => {
                let file = AtomicFile::create(&path).map_err(|error| of_file(&error))?;
                Self::File(path, file)
            }
        })
    }

    /// Commits a file, or returns the bytes in memory. Where `found` names what another process has written to the path
    /// meanwhile, and what must stay, the file gets a name beside it: it may have taken hours.
    pub(crate) fn finish(self, found: Option<&str>) -> PyResult<Option<Vec<u8>>> {
        match self {
            Self::Memory(bytes) => Ok(Some(bytes)),
            Self::File(path, file) => {
                let Some(found) = found else {
                    file.commit().map_err(|error| of_file(&error))?;
                    return Ok(None);
                };
                let beside = file.commit_beside().map_err(|error| of_file(&error))?;
                let beside = beside.display();
                Err(exists(
                    &path,
                    &format!("{found} is there by now, the new certificate is {beside}"),
                ))
            }
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Memory(memory) => memory.write(bytes),
            Self::File(_, file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Memory(memory) => memory.flush(),
            Self::File(_, file) => file.flush(),
        }
    }
}

/// A certificate, written to a file or to memory.
///
/// `value` and `bracket` have komi counted. The certificate itself states them without komi, and so does `check`:
///
/// >>> certificate = certify("1x3", rules=Rules(komi=0.5))
/// >>> certificate.value, check(certificate).value
/// (2.5, 3)
#[pyclass(frozen, module = "koproof")]
#[derive(Debug)]
pub(crate) struct Certificate {
    data: Option<Py<PyBytes>>,
    pub(crate) path: Option<PathBuf>,
    value: Bracket,
    komi: Komi,
    steps: u64,
}

/// The parts of a certificate, to make it again: data, path, bounds of the value, komi in half points, steps.
type Parts = (Option<Py<PyBytes>>, Option<PathBuf>, (i32, i32), i32, u64);

#[pymethods]
impl Certificate {
    /// The bytes, if they are in memory.
    #[getter]
    pub(crate) fn data(&self, py: Python<'_>) -> Option<Py<PyBytes>> {
        self.data.as_ref().map(|data| data.clone_ref(py))
    }

    /// The file, if it was written to one.
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        self.path.clone()
    }

    /// The proved value, komi counted; None if it is open.
    #[getter]
    fn value(&self) -> Option<Score> {
        Score::exact(self.value, self.komi)
    }

    /// The proved bounds of the value, komi counted: at least the first, at most the second.
    #[getter]
    fn bracket(&self) -> (Score, Score) {
        Score::ends(self.value, self.komi)
    }

    /// The number of its steps.
    #[getter]
    fn steps(&self) -> u64 {
        self.steps
    }

    #[staticmethod]
    fn _of(
        data: Option<Py<PyBytes>>,
        path: Option<PathBuf>,
        value: (i32, i32),
        half_points: i32,
        steps: u64,
    ) -> Self {
        Self {
            data,
            path,
            value: Bracket {
                lo: value.0,
                hi: value.1,
            },
            komi: Komi::from_half_points(half_points),
            steps,
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts)> {
        let make = py.get_type::<Self>().getattr("_of")?;
        let parts = (
            self.data(py),
            self.path(),
            (self.value.lo, self.value.hi),
            self.komi.half_points(),
            self.steps,
        );
        Ok((make, parts))
    }

    fn __repr__(&self) -> String {
        let value = Score::shown(self.value, self.komi);
        format!("<Certificate of {value} in {} steps>", self.steps)
    }
}

impl Certificate {
    pub(crate) fn new(
        py: Python<'_>,
        data: Option<Vec<u8>>,
        path: Option<PathBuf>,
        value: Bracket,
        komi: Komi,
        written: Written,
    ) -> Self {
        Self {
            data: data.map(|data| PyBytes::new(py, &data).unbind()),
            path,
            value,
            komi,
            steps: written.steps,
        }
    }
}
