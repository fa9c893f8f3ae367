//! Certificates: written, and checked.

use std::fs::File;
use std::io::{self, BufWriter, Cursor, Read, Write};
use std::path::{Path, PathBuf};

use koproof_rules::{Komi, Ruleset, text};
use koproof_solver::{Bracket, Observer, Progress, Written};
use koproof_store::AtomicFile;
use koproof_verify::{Reason, Statement};
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::board::Board;
use crate::error::{CertificateError, bad, readable};
use crate::rules::Rules;
use crate::score::Score;
use crate::work::{Watch, raise, run};

/// How a certificate is written.
#[derive(Clone, Copy)]
pub(crate) struct Form(pub(crate) koproof_verify::Form);

impl Form {
    /// Reads the name of a form; without one, the name of the file says which.
    pub(crate) fn new(name: Option<&str>, path: Option<&Path>) -> PyResult<Self> {
        let ending = path.and_then(Path::extension);
        let usual = match ending.is_some_and(|ending| ending == "txt") {
            true => "text",
            false => "binary",
        };
        match name.unwrap_or(usual) {
            "text" => Ok(Self(koproof_verify::Form::Text)),
            "binary" => Ok(Self(koproof_verify::Form::Binary { compressed: true })),
            other => Err(bad(format!(
                "form is \"text\" or \"binary\", not \"{}\"",
                other.escape_debug()
            ))),
        }
    }
}

/// Where a certificate goes.
pub(crate) enum Output {
    Memory(Vec<u8>),
    File(BufWriter<AtomicFile>),
}

impl Output {
    pub(crate) fn new(path: Option<PathBuf>) -> PyResult<Self> {
        Ok(match path {
            None => Self::Memory(Vec::new()),
            Some(path) => Self::File(BufWriter::new(AtomicFile::create(path).map_err(failed)?)),
        })
    }

    /// Puts a file into its place; returns what is in memory.
    pub(crate) fn finish(self) -> PyResult<Option<Vec<u8>>> {
        match self {
            Self::Memory(bytes) => Ok(Some(bytes)),
            Self::File(file) => {
                let file = file.into_inner().map_err(|error| error.into_error())?;
                file.commit().map_err(failed)?;
                Ok(None)
            }
        }
    }
}

fn failed(error: impl std::fmt::Display) -> PyErr {
    PyOSError::new_err(error.to_string())
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Memory(memory) => memory.write(bytes),
            Self::File(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Memory(memory) => memory.flush(),
            Self::File(file) => file.flush(),
        }
    }
}

/// A certificate that was written, to a file or into memory.
#[pyclass(frozen, module = "koproof")]
#[derive(Debug)]
pub(crate) struct Certificate {
    data: Option<Py<PyBytes>>,
    path: Option<PathBuf>,
    value: Bracket,
    komi: Komi,
    written: Written,
}

#[pymethods]
impl Certificate {
    /// The bytes, if they are in memory.
    #[getter]
    fn data(&self, py: Python<'_>) -> Option<Py<PyBytes>> {
        self.data.as_ref().map(|data| data.clone_ref(py))
    }

    /// The file, if it was written to one.
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        self.path.clone()
    }

    /// The value that is proved; None if it is open.
    #[getter]
    fn value(&self) -> Option<Score> {
        Score::exact(self.value, self.komi)
    }

    /// What is proved of the value: at least the first, at most the second.
    #[getter]
    fn bracket(&self) -> (Score, Score) {
        Score::ends(self.value, self.komi)
    }

    /// The number of its steps.
    #[getter]
    fn steps(&self) -> u64 {
        self.written.steps
    }

    fn __repr__(&self) -> String {
        let value = Score::shown(self.value, self.komi);
        format!("<Certificate of {value} in {} steps>", self.written.steps)
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
            written,
        }
    }
}

/// What a certificate was seen to prove. Values are Black − White; komi is no part of a certificate.
#[pyclass(frozen, module = "koproof")]
#[derive(Clone, Debug)]
pub(crate) struct Checked(koproof_verify::Checked);

#[pymethods]
impl Checked {
    /// The board; a certificate has its graph, and no name.
    #[getter]
    fn board(&self) -> PyResult<Board> {
        Board::of_graph(&self.0.header.board)
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        let header = &self.0.header;
        Rules(Ruleset {
            superko: header.superko,
            suicide: header.suicide,
            scoring: header.scoring,
            ..Ruleset::TROMP_TAYLOR
        })
    }

    /// What is stated: "position" or "table".
    #[getter]
    fn statement(&self) -> &'static str {
        match self.0.header.statement {
            Statement::Position { .. } => "position",
            Statement::Table { .. } => "table",
        }
    }

    /// The position that the game started from; None for a table.
    #[getter]
    fn position(&self) -> Option<String> {
        let header = &self.0.header;
        match &header.statement {
            Statement::Position { start, .. } => Some(text::position(&header.board, start)),
            Statement::Table { .. } => None,
        }
    }

    /// The moves made from the position, such as "b 2"; None for a table.
    #[getter]
    fn moves(&self) -> Option<Vec<String>> {
        let header = &self.0.header;
        let Statement::Position { to_move, moves, .. } = &header.statement else {
            return None;
        };
        let turns = moves.iter().enumerate();
        let turn = |(index, &taken)| text::turn(&header.board, to_move.after(index, 2), taken);
        Some(turns.map(turn).collect())
    }

    /// Who was to move at the position; None for a table.
    #[getter]
    fn to_move(&self) -> Option<String> {
        match &self.0.header.statement {
            Statement::Position { to_move, .. } => Some(to_move.to_string()),
            Statement::Table { .. } => None,
        }
    }

    /// The lower bound that is proved; None if there is none, or for a table.
    #[getter]
    fn at_least(&self) -> Option<i16> {
        match self.0.header.statement {
            Statement::Position { at_least, .. } => at_least,
            Statement::Table { .. } => None,
        }
    }

    /// The upper bound that is proved; None if there is none, or for a table.
    #[getter]
    fn at_most(&self) -> Option<i16> {
        match self.0.header.statement {
            Statement::Position { at_most, .. } => at_most,
            Statement::Table { .. } => None,
        }
    }

    /// The value, if both bounds are the same.
    #[getter]
    fn value(&self) -> Option<i16> {
        self.at_least()
            .filter(|_| self.at_least() == self.at_most())
    }

    /// How many bounds are proved.
    #[getter]
    fn bounds(&self) -> usize {
        self.0.proved.len()
    }

    /// How many steps there are.
    #[getter]
    fn steps(&self) -> u64 {
        self.0.steps
    }

    fn __repr__(&self) -> String {
        let (bounds, steps) = (self.bounds(), self.steps());
        format!(
            "<Checked {}: {bounds} bounds in {steps} steps>",
            self.statement()
        )
    }
}

/// A certificate as a caller of Python has it.
#[derive(FromPyObject)]
pub(crate) enum Source<'py> {
    Written(PyRef<'py, Certificate>),
    Bytes(Bound<'py, PyBytes>),
    Path(PathBuf),
}

/// A certificate that is read until the caller says stop.
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

/// Checks a certificate, playing every move, and says what it proves. The solver has no part in this.
///
/// >>> check("no certificate.kpc")
/// Traceback (most recent call last):
/// FileNotFoundError: [Errno 2] No such file or directory: 'no certificate.kpc'
///
/// `certificate` is a path, bytes, or what `certify` returned. One that proves nothing raises `CertificateError`.
#[pyfunction]
#[pyo3(signature = (certificate, *, progress=None))]
pub(crate) fn check(
    py: Python<'_>,
    certificate: Source<'_>,
    progress: Option<Bound<'_, PyAny>>,
) -> PyResult<Checked> {
    let bytes = match &certificate {
        Source::Written(written) => written.data(py),
        Source::Bytes(bytes) => Some(bytes.clone().unbind()),
        Source::Path(_) => None,
    };
    let path = match &certificate {
        Source::Written(written) => written.path.clone(),
        Source::Bytes(_) => None,
        Source::Path(path) => Some(path.clone()),
    };
    let input: Box<dyn Read + Send>;
    let total;
    match (bytes, path) {
        (Some(bytes), _) => {
            let bytes = bytes.as_bytes(py).to_vec();
            total = bytes.len() as u64;
            input = Box::new(Cursor::new(bytes));
        }
        (None, path) => {
            let path = path.unwrap_or_default();
            readable(py, &path)?;
            let file = File::open(&path)?;
            total = file.metadata()?.len();
            input = Box::new(file);
        }
    }
    let (checked, raised) = run(py, "checking", progress, |watch| {
        let reading = Reading {
            input,
            watch,
            read: 0,
            total,
        };
        koproof_verify::check(reading, &mut |_| ())
    })?;
    match (checked, raised) {
        (_, Some(raised)) => Err(raise(py, raised, None, "the certificate is not checked")),
        (Ok(checked), None) => Ok(Checked(checked)),
        (Err(error), None) => Err(match &error.reason {
            Reason::Unreadable(why) => CertificateError::new_err(why.to_string()),
            _ => CertificateError::new_err(error.to_string()),
        }),
    }
}
