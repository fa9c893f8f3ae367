//! Data frames: rows with typed columns, which other libraries read through Arrow.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator, make_array};
use arrow_data::ArrayData;
use arrow_schema::{DataType, Field, Schema};
use koproof_batch::{Cell, Column, Kind, Task, columns, table_columns};
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PyIterator, PyList, PyString};

use crate::board::quoted;
use crate::error::{bad, needed, wrong_type};

/// Rows with typed columns. `polars.DataFrame(frame)` and `pyarrow.table(frame)` read them without a copy.
///
/// Without other libraries, `frame["value"]` is a column as a list, and `rows()` are the rows as dicts. An empty cell is
/// None.
///
/// >>> frame = atlas(2, rules="nstt")
/// >>> frame["value"]
/// [0]
/// >>> frame.rows()[0]["graph6"]
/// 'A_'
///
/// Frames are equal if their columns and cells are; they have no hash.
#[pyclass(frozen, eq, module = "koproof")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Frame {
    columns: Vec<Column>,
    batch: RecordBatch,
}

/// A column in a pickle: its buffers as Arrow lays them out, and the bits of the cells that are not empty.
type Packed<'py> = (Vec<Bound<'py, PyBytes>>, Option<Bound<'py, PyBytes>>);

/// The parts of a frame, to make it again: the names of the columns, the number of rows, the columns.
type Parts<'py> = (Vec<String>, usize, Vec<Packed<'py>>);

#[pymethods]
impl Frame {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&'static str> {
        self.columns.iter().map(|column| column.name).collect()
    }

    /// Returns name, type, unit and meaning of each column.
    fn describe(&self) -> Vec<(&'static str, &'static str, &'static str, &'static str)> {
        let columns = self.columns.iter();
        columns
            .map(|column| (column.name, column.kind.name(), column.unit, column.about))
            .collect()
    }

    /// Returns the rows, each as a dict with the names of the columns.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let columns: Vec<_> = (0..self.columns.len())
            .map(|at| self.list(py, at))
            .collect::<PyResult<_>>()?;
        let names = self.columns();
        let row = |number| {
            let row = PyDict::new(py);
            for (name, column) in names.iter().zip(&columns) {
                row.set_item(name, column.get_item(number)?)?;
            }
            Ok(row)
        };
        (0..self.__len__()).map(row).collect()
    }

    fn __contains__(&self, name: &str) -> bool {
        self.columns().contains(&name)
    }

    /// The names of the columns, as in the frames of other libraries.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.columns())?.try_iter()
    }

    fn __getitem__<'py>(&self, name: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        let Ok(text) = name.cast::<PyString>() else {
            let expected = "a key of a frame is the name of a column, and rows() has the rows";
            return Err(wrong_type(expected, name));
        };
        let text = text.to_cow()?;
        let at = self.columns.iter().position(|column| column.name == text);
        let at = at.ok_or_else(|| {
            PyKeyError::new_err(format!(
                "no column {}: the columns are {}",
                quoted(&text),
                self.columns().join(", ")
            ))
        })?;
        self.list(name.py(), at)
    }

    /// Returns the rows as a DataFrame of Polars, without a copy.
    pub(crate) fn to_polars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        needed(py, "polars")?.call_method1("DataFrame", (self.clone(),))
    }

    /// Returns the rows as a DataFrame of pandas, through pyarrow.
    pub(crate) fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        needed(py, "pandas")?;
        let table = needed(py, "pyarrow")?.call_method1("table", (self.clone(),))?;
        table.call_method0("to_pandas")
    }

    #[pyo3(signature = (requested_schema=None))]
    pub(crate) fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        // Arrow allows a requested schema to be ignored.
        drop(requested_schema);
        let batches = RecordBatchIterator::new([Ok(self.batch.clone())], self.batch.schema());
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream").map(Bound::into_any)
    }

    /// Makes a frame again of its parts. The program knows the columns by their names.
    #[staticmethod]
    fn _of(names: Vec<String>, rows: usize, packed: Vec<Packed<'_>>) -> PyResult<Self> {
        let lists = [Task::Empty, Task::AllColorings].map(|task| columns(task).to_vec());
        let mut lists = lists.into_iter().chain([table_columns("values")]);
        let known = |list: &Vec<Column>| list.iter().map(|column| column.name).eq(&names);
        let columns = lists.find(known).ok_or_else(|| {
            bad("this frame was pickled by another version of koproof, with other columns")
        })?;
        let arrays = columns.iter().zip(packed).map(|(column, (buffers, full))| {
            let buffers = buffers.iter().map(|bytes| bytes.as_bytes().into());
            let data = ArrayData::builder(field(column).data_type().clone())
                .len(rows)
                .add_buffers(buffers)
                .null_bit_buffer(full.map(|bits| bits.as_bytes().into()));
            data.build().map(make_array).map_err(bad)
        });
        let arrays = arrays.collect::<PyResult<_>>()?;
        Self::of_arrays(columns, arrays)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Parts<'py>)> {
        let make = py.get_type::<Self>().getattr("_of")?;
        let packed = self.batch.columns().iter().map(|column| {
            let data = column.to_data();
            let buffers = data.buffers().iter();
            let full = data.nulls().map(|full| PyBytes::new(py, full.buffer()));
            let buffers = buffers.map(|buffer| PyBytes::new(py, buffer)).collect();
            (buffers, full)
        });
        let names = self.columns().into_iter().map(str::to_owned).collect();
        Ok((make, (names, self.__len__(), packed.collect())))
    }

    fn __len__(&self) -> usize {
        self.batch.num_rows()
    }

    fn __repr__(&self) -> String {
        let (rows, columns) = (self.batch.num_rows(), self.columns.len());
        format!("<Frame of {rows} rows and {columns} columns>")
    }
}

/// A column that is being built for Arrow.
enum Building {
    Text(StringBuilder),
    Boolean(BooleanBuilder),
    Integer(Int64Builder),
    Real(Float64Builder),
}

impl Building {
    fn new(kind: Kind) -> Self {
        match kind {
            Kind::Text => Self::Text(StringBuilder::new()),
            Kind::Boolean => Self::Boolean(BooleanBuilder::new()),
            Kind::Integer => Self::Integer(Int64Builder::new()),
            Kind::Real => Self::Real(Float64Builder::new()),
        }
    }

    fn push(&mut self, cell: &Cell) {
        match self {
            Self::Text(column) => column.append_option(cell.as_str()),
            Self::Boolean(column) => column.append_option(cell.as_bool()),
            Self::Integer(column) => column.append_option(cell.as_i64()),
            Self::Real(column) => column.append_option(cell.as_f64()),
        }
    }

    fn finish(self) -> ArrayRef {
        match self {
            Self::Text(mut column) => Arc::new(column.finish()),
            Self::Boolean(mut column) => Arc::new(column.finish()),
            Self::Integer(mut column) => Arc::new(column.finish()),
            Self::Real(mut column) => Arc::new(column.finish()),
        }
    }
}

impl Frame {
    /// Returns a column as a list.
    fn list<'py>(&self, py: Python<'py>, at: usize) -> PyResult<Bound<'py, PyList>> {
        let column = self.batch.column(at);
        match self.columns[at].kind {
            Kind::Text => PyList::new(py, column.as_string::<i32>()),
            Kind::Boolean => PyList::new(py, column.as_boolean().iter().collect::<Vec<_>>()),
            Kind::Integer => PyList::new(py, column.as_primitive::<Int64Type>()),
            Kind::Real => PyList::new(py, column.as_primitive::<Float64Type>()),
        }
    }

    /// Collects rows, each with a cell for every column.
    pub(crate) fn new(
        columns: &[Column],
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> PyResult<Self> {
        let mut building: Vec<_> = columns.iter().map(|one| Building::new(one.kind)).collect();
        for row in rows {
            for (column, cell) in building.iter_mut().zip(&row) {
                column.push(cell);
            }
        }
        let arrays = building.into_iter().map(Building::finish).collect();
        Self::of_arrays(columns.to_vec(), arrays)
    }

    fn of_arrays(columns: Vec<Column>, arrays: Vec<ArrayRef>) -> PyResult<Self> {
        let schema = Schema::new(columns.iter().map(field).collect::<Vec<_>>());
        let batch = RecordBatch::try_new(Arc::new(schema), arrays)
            .map_err(|error| pyo3::exceptions::PyRuntimeError::new_err(error.to_string()))?;
        Ok(Self { columns, batch })
    }
}

/// Describes a column in Arrow's terms; unit and meaning are its metadata.
fn field(column: &Column) -> Field {
    let kind = match column.kind {
        Kind::Text => DataType::Utf8,
        Kind::Boolean => DataType::Boolean,
        Kind::Integer => DataType::Int64,
        Kind::Real => DataType::Float64,
    };
    let about = [("unit", column.unit), ("about", column.about)];
    let about = about.map(|(key, text)| (key.to_owned(), text.to_owned()));
    Field::new(column.name, kind, true).with_metadata(HashMap::from(about))
}
