//! Parquet: typed columns, no compression, row groups of fixed size.

use std::io::{self, Write};
use std::mem;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

use crate::columns::{Cell, Column, Kind};

/// The number of rows of a group, which stays in memory until it is written.
const GROUP: usize = 1 << 18;

/// Writes rows group by group.
pub(super) struct Rows<W: Write> {
    out: W,
    columns: Vec<Column>,
    rows: Vec<Vec<Cell>>,
    /// It writes into memory, because it needs an output that can move to other threads, which ours cannot.
    file: SerializedFileWriter<Vec<u8>>,
}

impl<W: Write> Rows<W> {
    pub(super) fn new(out: W, columns: &[Column]) -> io::Result<Self> {
        let fields = columns.iter().map(field).collect::<Result<Vec<_>, _>>();
        let schema = fields.and_then(|fields| {
            let schema = Type::group_type_builder("koproof");
            schema.with_fields(fields).build()
        });
        // Otherwise the writer would store its own version, and the bytes would change with it.
        let properties = WriterProperties::builder()
            .set_created_by("koproof".to_owned())
            .build();
        let schema = Arc::new(schema.map_err(plain)?);
        let file = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties));
        Ok(Self {
            out,
            columns: columns.to_vec(),
            rows: Vec::new(),
            file: file.map_err(plain)?,
        })
    }

    pub(super) fn write(&mut self, row: &[Cell]) -> io::Result<()> {
        self.rows.push(row.to_vec());
        if self.rows.len() == GROUP {
            self.write_group()?;
        }
        Ok(())
    }

    pub(super) fn finish(mut self) -> io::Result<W> {
        if !self.rows.is_empty() || self.file.flushed_row_groups().is_empty() {
            self.write_group()?;
        }
        self.file.finish().map_err(plain)?;
        self.pass_on()?;
        Ok(self.out)
    }

    fn write_group(&mut self) -> io::Result<()> {
        let rows = mem::take(&mut self.rows);
        group(&mut self.file, &self.columns, &rows).map_err(plain)?;
        self.pass_on()
    }

    /// Writes what the library has made so far into the output.
    fn pass_on(&mut self) -> io::Result<()> {
        self.out.write_all(&mem::take(self.file.inner_mut()))
    }
}

fn group(
    file: &mut SerializedFileWriter<Vec<u8>>,
    columns: &[Column],
    rows: &[Vec<Cell>],
) -> Result<(), ParquetError> {
    let mut group = file.next_row_group()?;
    for (index, column) in columns.iter().enumerate() {
        let cells = rows.iter().map(|row| &row[index]);
        match column.kind {
            Kind::Text => column_of::<ByteArrayType>(&mut group, cells, |cell| {
                cell.as_str().map(ByteArray::from)
            }),
            Kind::Boolean => column_of::<BoolType>(&mut group, cells, Cell::as_bool),
            Kind::Integer => column_of::<Int64Type>(&mut group, cells, Cell::as_i64),
            Kind::Real => column_of::<DoubleType>(&mut group, cells, Cell::as_f64),
        }?;
    }
    group.close()?;
    Ok(())
}

fn field(column: &Column) -> Result<Arc<Type>, ParquetError> {
    let (physical, logical) = match column.kind {
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        Kind::Boolean => (Physical::BOOLEAN, None),
        Kind::Integer => (Physical::INT64, None),
        Kind::Real => (Physical::DOUBLE, None),
    };
    Type::primitive_type_builder(column.name, physical)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(logical)
        .build()
        .map(Arc::new)
}

/// Writes one column; cells without content are null.
fn column_of<'c, T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    cells: impl Iterator<Item = &'c Cell>,
    content: impl Fn(&Cell) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let mut writer = group
        .next_column()?
        .expect("there is a column for each field of the schema");
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    for cell in cells.map(content) {
        levels.push(i16::from(cell.is_some()));
        values.extend(cell);
    }
    writer
        .typed::<T>()
        .write_batch(&values, Some(&levels), None)?;
    writer.close()
}

fn plain(error: ParquetError) -> io::Error {
    io::Error::other(error)
}
