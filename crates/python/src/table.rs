//! Tables: the values of all colorings.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use koproof_batch::{Cell, table_columns};
use koproof_rules::{Player, text};
use koproof_solver::Observer;
use koproof_store::{FileLock, StoreError};
use koproof_tables::TableFileError;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};

use crate::board::Board;
use crate::error::{FilePath, bad, needed, of_file, of_system, readable_file, wrong_type};
use crate::existing::refuse;
use crate::frame::Frame;
use crate::game::{Position, player};
use crate::rules::Rules;
use crate::work::{Watch, raise, run};

/// The placeholder for the value of an illegal coloring.
const ILLEGAL: i8 = i8::MIN;

/// The value of every legal coloring with either player to move: Black − White, komi not counted.
///
/// >>> values = table("2x2")
/// >>> values["XX/..", "white"]
/// -1
/// >>> values["../.."]
/// 1
///
/// Without a player, the key is a position with Black to move. A value is that of the game that starts with the coloring.
/// In the middle of a game the value can differ because of superko: use `solve` with the moves. `polars.DataFrame(table)` and `pyarrow.table(table)` read it without a copy.
#[pyclass(frozen, eq, module = "koproof")]
pub(crate) struct Table {
    table: koproof_tables::Table,
    /// The values of all colorings without a mask, a NumPy array that cannot be written to. Filling it takes seconds on large
    /// boards.
    array: PyOnceLock<Py<PyAny>>,
    frame: PyOnceLock<Frame>,
}

impl PartialEq for Table {
    fn eq(&self, other: &Self) -> bool {
        self.table == other.table
    }
}

impl From<koproof_tables::Table> for Table {
    fn from(table: koproof_tables::Table) -> Self {
        Self {
            table,
            array: PyOnceLock::new(),
            frame: PyOnceLock::new(),
        }
    }
}

#[pymethods]
impl Table {
    /// Reads a table from a file, which is checked for damage.
    #[staticmethod]
    fn load(py: Python<'_>, path: FilePath) -> PyResult<Self> {
        let path = path.0;
        readable_file(py, &path)?;
        let table = py.detach(|| koproof_tables::Table::load(path));
        table.map(Self::from).map_err(|error| refused(&error))
    }

    /// Writes the table to a file, in one step. A table that is there is replaced; any other file is kept, and `FileExistsError` is
    /// raised.
    fn save(&self, py: Python<'_>, path: FilePath) -> PyResult<()> {
        let path = path.0;
        let lock = py.detach(|| FileLock::await_beside(&path));
        let _lock = lock.map_err(|error| of_file(&error))?;
        keep_others(&path)?;
        let saved = py.detach(|| self.table.save(path));
        saved.map_err(|error| refused(&error))
    }

    /// Makes a table of the bytes of its file.
    #[staticmethod]
    fn _of(py: Python<'_>, bytes: &[u8]) -> PyResult<Self> {
        let table = py.detach(|| koproof_tables::Table::from_bytes(bytes));
        table.map(Self::from).map_err(bad)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let make = py.get_type::<Self>().getattr("_of")?;
        let bytes = py.detach(|| self.table.to_bytes()).map_err(bad)?;
        Ok((make, (PyBytes::new(py, &bytes),)))
    }

    /// The board.
    #[getter]
    fn board(&self) -> Board {
        Board(self.table.board().clone())
    }

    /// The rules, without komi. Taylor's scoring is given as area: for two players both give the same values.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(self.table.rules())
    }

    /// Returns the value of a coloring; None if it is illegal.
    ///
    /// `position` is a text of `.XO`, or a sequence of 0, 1 and 2.
    #[pyo3(signature = (position, to_move="black"))]
    fn value(&self, position: Position, to_move: &str) -> PyResult<Option<i32>> {
        let coloring = text::parse_coloring(self.table.board(), &position.0).map_err(bad)?;
        Ok(self.table.value(&coloring, player(to_move)?))
    }

    fn __getitem__(&self, key: &Bound<'_, PyAny>) -> PyResult<Option<i32>> {
        let Some((position, to_move)) = state(key)? else {
            return self.value(key.extract()?, "black");
        };
        let Ok(to_move) = to_move.cast::<PyString>() else {
            return Err(wrong_type("to_move is \"black\" or \"white\"", &to_move));
        };
        self.value(position.extract()?, &to_move.to_cow()?)
    }

    fn __contains__(&self, key: &Bound<'_, PyAny>) -> PyResult<bool> {
        match self.__getitem__(key) {
            Ok(value) => Ok(value.is_some()),
            // No position of this board.
            Err(why) if why.is_instance_of::<PyValueError>(key.py()) => Ok(false),
            Err(why) => Err(why),
        }
    }

    /// The values as a masked NumPy array of bytes: one axis of length 3 for each point, its color 0 (empty), 1 (Black) or 2 (White),
    /// and a last axis for the player to move, 0 (Black) or 1 (White). Illegal colorings are masked; what ignores the mask sees -128
    /// there, and `values.compressed()` leaves them out.
    ///
    /// The first access fills it, which takes seconds on boards of 15 points or more; the table keeps it. Each access has a
    /// mask of its own, and the values are read-only. Ctrl-C raises `Interrupted`.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let array = self.array(py)?;
        let keywords = PyDict::new(py);
        keywords.set_item("mask", array.rich_compare(ILLEGAL, CompareOp::Eq)?)?;
        // NumPy's own would become a value that a board may have.
        keywords.set_item("fill_value", ILLEGAL)?;
        let masked = needed(py, "numpy")?.getattr("ma")?.getattr("MaskedArray")?;
        masked.call((array,), Some(&keywords))
    }

    /// Counts the colorings that have each value: with Black and with White to move.
    fn histogram(&self, py: Python<'_>) -> Vec<(i32, u64, u64)> {
        let counts = py.detach(|| self.table.histogram());
        counts
            .into_iter()
            .map(|(value, [black, white])| (value, black, white))
            .collect()
    }

    /// Returns the rows of the table, two for each legal coloring, in the order of the colorings' codes.
    ///
    /// The first call collects them, which takes seconds on boards of 15 points or more; the table keeps them. Ctrl-C raises
    /// `Interrupted`.
    fn frame(&self, py: Python<'_>) -> PyResult<Frame> {
        if let Some(frame) = self.frame.get(py) {
            return Ok(frame.clone());
        }
        let what = format!("frame of {}", self.table.board().name());
        let (frame, raised) = run(py, &what, None, |watch| self.rows(watch))?;
        if let Some(raised) = raised {
            return Err(raise(py, raised, None, "the rows are not collected"));
        }
        let frame = frame?;
        // If another thread has done the same meanwhile, its rows are as good.
        let _ = self.frame.set(py, frame.clone());
        Ok(frame)
    }

    /// Returns the rows as a DataFrame of Polars.
    fn to_polars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.frame(py)?.to_polars(py)
    }

    /// Returns the rows as a DataFrame of pandas, through pyarrow.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.frame(py)?.to_pandas(py)
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.frame(py)?.__arrow_c_stream__(py, requested_schema)
    }

    fn __len__(&self) -> usize {
        2 * self.table.representatives().legal_colorings() as usize
    }

    fn __repr__(&self) -> String {
        format!(
            "<Table of {}: {} values>",
            self.table.board().name(),
            self.__len__()
        )
    }
}

/// Reads a key of two parts: a position and the player to move. Any other key is a position alone, which on boards of
/// two points may be a pair of numbers.
fn state<'py>(key: &Bound<'py, PyAny>) -> PyResult<Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
    if let Ok(pair) = key.cast::<PyTuple>()
        && pair.len() == 2
        && pair.iter().any(|part| part.try_iter().is_ok())
    {
        return Ok(Some((pair.get_item(0)?, pair.get_item(1)?)));
    }
    if key.try_iter().is_ok() {
        return Ok(None);
    }
    let expected = "a key of a table is a position, or a position and \"black\" or \"white\"";
    Err(wrong_type(expected, key))
}

impl Table {
    /// Collects the rows, or some of them if the caller stops.
    fn rows(&self, watch: &Watch) -> PyResult<Frame> {
        let points = self.table.board().points();
        let colorings = self.table.iter().take_while(|_| !watch.should_stop());
        let rows = colorings.flat_map(|(coloring, values)| {
            let position = coloring.to_symbols(points);
            let players = Player::BOTH.into_iter().zip(values);
            players.map(move |(player, value)| {
                vec![
                    Cell::from(position.clone()),
                    player.to_string().into(),
                    i64::from(value).into(),
                ]
            })
        });
        Frame::new(&table_columns("values"), rows)
    }

    /// Writes the value of each legal coloring to its place, with Black to move in the first half.
    fn fill(&self, bytes: &mut [u8], watch: &Watch) {
        bytes.fill(ILLEGAL.to_ne_bytes()[0]);
        let colorings = bytes.len() / 2;
        for (coloring, values) in self.table.iter().take_while(|_| !watch.should_stop()) {
            let code = coloring.code(2) as usize;
            for (player, value) in values.into_iter().enumerate() {
                bytes[player * colorings + code] = (value as i8).to_ne_bytes()[0];
            }
        }
    }

    /// Returns the values without a mask, as an array on the bytes that Rust fills.
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if let Some(array) = self.array.get(py) {
            return Ok(array.bind(py).clone());
        }
        let numpy = needed(py, "numpy")?;
        let points = self.table.board().points();
        let what = format!("array of {}", self.table.board().name());
        let bytes = PyBytes::new_with(py, 2 * 3_usize.pow(points as u32), |bytes| {
            let ((), raised) = run(py, &what, None, |watch| self.fill(bytes, watch))?;
            raised.map_or(Ok(()), |raised| {
                Err(raise(py, raised, None, "the array is not filled"))
            })
        })?;
        let flat = numpy.call_method1("frombuffer", (bytes, "int8"))?;
        let mut shape = vec![3; points];
        shape.push(2);
        let keywords = PyDict::new(py);
        keywords.set_item("order", "F")?;
        let array = flat.call_method("reshape", (shape,), Some(&keywords))?;
        // If another thread has done the same meanwhile, its array is as good.
        let _ = self.array.set(py, array.clone().unbind());
        Ok(array)
    }
}

/// Converts an error with the file of a table: a failure of the system to an `OSError`, damage to a `ValueError`.
fn refused(error: &TableFileError) -> PyErr {
    match error {
        TableFileError::Store(error @ (StoreError::File { .. } | StoreError::NotAFile { .. })) => {
            of_file(error)
        }
        other => bad(other),
    }
}

/// Refuses to replace a file that is neither empty nor a table.
fn keep_others(path: &Path) -> PyResult<()> {
    // Writing says what is wrong with a place that is no file.
    if !path.is_file() {
        return Ok(());
    }
    let mut start = Vec::new();
    let read = File::open(path).and_then(|file| file.take(8).read_to_end(&mut start));
    read.map_err(|cause| of_system(path, &cause))?;
    match start.is_empty() || koproof_tables::is_table(&start) {
        true => Ok(()),
        false => Err(refuse(path, "a file that is no table")),
    }
}
