//! Tables: the values of all colorings.

use std::path::PathBuf;

use koproof_batch::{Cell, table_columns};
use koproof_rules::{Player, text};
use koproof_tables::TableFileError;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use crate::board::Board;
use crate::error::{bad, needed, of_file, readable};
use crate::frame::Frame;
use crate::game::{Position, player};
use crate::rules::Rules;

/// The placeholder for the value of an illegal coloring.
const ILLEGAL: i8 = i8::MIN;

/// The value of every legal coloring with either player to move: Black − White, komi not counted.
///
/// >>> values = table("2x2")
/// >>> values["XX/..", "white"]
/// -1
///
/// A value is that of the game that starts with the coloring. In the middle of a game the value can differ because of
/// superko: use `solve` with the moves. `polars.DataFrame(table)` and `pyarrow.table(table)` read it without a copy.
#[pyclass(frozen, eq, module = "koproof")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table(pub(crate) koproof_tables::Table);

#[pymethods]
impl Table {
    /// Reads a table from a file, which is checked for damage.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        readable(py, &path)?;
        koproof_tables::Table::load(path).map(Self).map_err(bad)
    }

    /// Writes the table to a file, in one step.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        self.0.save(path).map_err(|error| match &error {
            TableFileError::Store(error) => of_file(error),
            other => bad(other),
        })
    }

    /// Makes a table of the bytes of its file.
    #[staticmethod]
    fn _of(bytes: &[u8]) -> PyResult<Self> {
        koproof_tables::Table::from_bytes(bytes)
            .map(Self)
            .map_err(bad)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        let make = py.get_type::<Self>().getattr("_of")?;
        let bytes = self.0.to_bytes().map_err(bad)?;
        Ok((make, (PyBytes::new(py, &bytes),)))
    }

    /// The board.
    #[getter]
    fn board(&self) -> Board {
        Board(self.0.board().clone())
    }

    /// The rules, without komi.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(self.0.rules())
    }

    /// Returns the value of a coloring; None if it is illegal.
    ///
    /// `position` is a text of `.XO`, or a sequence of 0, 1 and 2.
    #[pyo3(signature = (position, to_move="black"))]
    fn value(&self, position: Position, to_move: &str) -> PyResult<Option<i32>> {
        let coloring = text::parse_coloring(self.0.board(), &position.0).map_err(bad)?;
        Ok(self.0.value(&coloring, player(to_move)?))
    }

    fn __getitem__(&self, key: (Position, String)) -> PyResult<Option<i32>> {
        self.value(key.0, &key.1)
    }

    /// The values as a masked NumPy array of bytes: one axis of length 3 for each point, its color 0 (empty), 1 (Black) or 2 (White),
    /// and a last axis for the player to move, 0 (Black) or 1 (White). Illegal colorings are masked.
    #[getter]
    fn values<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let array = self.array(py)?;
        let keywords = PyDict::new(py);
        keywords.set_item("mask", array.rich_compare(ILLEGAL, CompareOp::Eq)?)?;
        let masked = needed(py, "numpy")?.getattr("ma")?.getattr("MaskedArray")?;
        masked.call((array,), Some(&keywords))
    }

    /// Counts the colorings that have each value: with Black and with White to move.
    fn histogram(&self) -> Vec<(i32, u64, u64)> {
        let counts = self.0.histogram().into_iter();
        counts
            .map(|(value, [black, white])| (value, black, white))
            .collect()
    }

    /// Returns the rows of the table, two for each legal coloring, in the order of the colorings' codes.
    fn frame(&self, py: Python<'_>) -> PyResult<Frame> {
        let points = self.0.board().points();
        py.detach(|| {
            let rows = self.0.iter().flat_map(|(coloring, values)| {
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
        })
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
        2 * self.0.representatives().legal_colorings() as usize
    }

    fn __repr__(&self) -> String {
        format!(
            "<Table of {}: {} values>",
            self.0.board().name(),
            self.__len__()
        )
    }
}

impl Table {
    /// Returns the values without a mask, as an array on the bytes that Rust fills.
    fn array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let points = self.0.board().points();
        let colorings = 3_usize.pow(points as u32);
        let bytes = PyBytes::new_with(py, 2 * colorings, |bytes| {
            bytes.fill(ILLEGAL.to_ne_bytes()[0]);
            for (coloring, values) in self.0.iter() {
                let code = coloring.code(2) as usize;
                for (player, value) in values.into_iter().enumerate() {
                    bytes[player * colorings + code] = (value as i8).to_ne_bytes()[0];
                }
            }
            Ok(())
        })?;
        let numpy = needed(py, "numpy")?;
        let flat = numpy.call_method1("frombuffer", (bytes, "int8"))?;
        let mut shape = vec![3; points];
        shape.push(2);
        let keywords = PyDict::new(py);
        keywords.set_item("order", "F")?;
        flat.call_method("reshape", (shape,), Some(&keywords))
    }
}
