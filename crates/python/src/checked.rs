//! Checking certificates.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use koproof_rules::text;
use koproof_solver::{Observer, Progress};
use koproof_verify::{
    CheckError, MAX_RECORDS, Reason, StatedBound, Statement, check_limiting, check_within, stop_if,
};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::board::Board;
use crate::certificate::Certificate;
use crate::error::{CertificateError, Stopped, of_system, readable, wrong_type};
use crate::rules::Rules;
use crate::work::{Watch, Whole, raise, run};

/// The bounds that a certificate proves. Values are Black − White; a certificate has no komi.
#[pyclass(frozen, module = "koproof")]
#[derive(Clone, Debug)]
pub(crate) struct Checked {
    checked: koproof_verify::Checked,
    board: koproof_rules::Board,
}

/// The proved bracket of a state: coloring, player to move, lower and upper bound.
type State = (String, String, Option<i16>, Option<i16>);

#[pymethods]
impl Checked {
    /// The board. A certificate has only its graph, so the name is that of a family if there is one.
    #[getter]
    fn board(&self) -> Board {
        Board(self.board.clone())
    }

    /// The rules.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(self.checked.header.rules())
    }

    /// The kind of statement: "position" or "table".
    #[getter]
    fn statement(&self) -> &'static str {
        match self.checked.header.statement {
            Statement::Position { .. } => "position",
            Statement::Table { .. } => "table",
        }
    }

    /// The position that the game started from; None for a table.
    #[getter]
    fn position(&self) -> Option<String> {
        match &self.checked.header.statement {
            Statement::Position { start, .. } => Some(text::position(&self.board, start)),
            Statement::Table { .. } => None,
        }
    }

    /// The moves made from the position, such as "b a2"; None for a table.
    #[getter]
    fn moves(&self) -> Option<Vec<String>> {
        let Statement::Position { to_move, moves, .. } = &self.checked.header.statement else {
            return None;
        };
        Some(text::turns(&self.board, *to_move, 2, moves))
    }

    /// The player to move at the position; None for a table.
    #[getter]
    fn to_move(&self) -> Option<String> {
        match &self.checked.header.statement {
            Statement::Position { to_move, .. } => Some(to_move.to_string()),
            Statement::Table { .. } => None,
        }
    }

    /// The lower bound that is proved; None if there is none, or for a table.
    #[getter]
    fn at_least(&self) -> Option<i16> {
        match self.checked.header.statement {
            Statement::Position { at_least, .. } => at_least,
            Statement::Table { .. } => None,
        }
    }

    /// The upper bound that is proved; None if there is none, or for a table.
    #[getter]
    fn at_most(&self) -> Option<i16> {
        match self.checked.header.statement {
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

    /// The number of proved bounds.
    #[getter]
    fn bounds(&self) -> usize {
        self.checked.proved.len()
    }

    /// The number of states whose value is proved: their lower and upper bounds are equal.
    #[getter]
    fn exact_states(&self) -> usize {
        self.checked.exact_states()
    }

    /// Returns what is proved of each state: its coloring, the player to move, the lower and the upper bound; a bound that is not
    /// proved is None. The state of a position is the one after its moves.
    fn states(&self) -> Vec<State> {
        let mut places = HashMap::new();
        let mut states: Vec<State> = Vec::new();
        for StatedBound { state, bound } in &self.checked.proved {
            let place = *places.entry(*state).or_insert(states.len());
            if place == states.len() {
                let position = text::position(&self.board, &state.coloring);
                states.push((position, state.to_move.to_string(), None, None));
            }
            match bound {
                koproof_verify::Bound::AtLeast(score) => states[place].2 = Some(*score),
                koproof_verify::Bound::AtMost(score) => states[place].3 = Some(*score),
            }
        }
        states
    }

    /// The number of steps.
    #[getter]
    fn steps(&self) -> u64 {
        self.checked.steps
    }

    fn __repr__(&self) -> String {
        let (bounds, exact, steps) = (self.bounds(), self.exact_states(), self.steps());
        format!(
            "<Checked {}: {bounds} bounds, exact values of {exact} states, in {steps} steps>",
            self.statement()
        )
    }
}

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

fn of_file(py: Python<'_>, path: &Path) -> PyResult<Input> {
    readable(py, path)?;
    let file = File::open(path)?;
    let size = file.metadata()?.len();
    Ok((Box::new(file), size))
}

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
        (_, Some(raised)) => Err(raise(py, raised, None, "the certificate is not checked")),
        (Ok(checked), None) => {
            let usual = checked.header.board.usual();
            let board = match usual == checked.header.board {
                true => Board::of_graph(&usual)?.0,
                false => usual,
            };
            Ok(Checked { checked, board })
        }
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
        Reason::Unreadable(why) => match why.stream() {
            Some((_, cause)) => of_system(path.unwrap_or(Path::new("the certificate")), cause),
            None => CertificateError::new_err(why.to_string()),
        },
        reason => CertificateError::new_err(CheckError { spot, reason }.to_string()),
    }
}
