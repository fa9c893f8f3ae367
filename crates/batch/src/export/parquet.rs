//! Parquet: typed columns, one row group, no compression.

use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

use super::ExportError;
use crate::columns::{Cell, Column, Kind};
use crate::merge::Merged;

pub(super) fn bytes(merged: &Merged) -> Result<Vec<u8>, ExportError> {
    write(merged).map_err(|error| ExportError::Form {
        form: "Parquet",
        problem: error.to_string(),
    })
}

fn write(merged: &Merged) -> Result<Vec<u8>, ParquetError> {
    let fields = merged.columns().iter().map(field);
    let fields = fields.collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder("koproof")
        .with_fields(fields)
        .build()?;
    // The writer would otherwise sign with its own version, and the bytes would change with that.
    let properties = WriterProperties::builder()
        .set_created_by("koproof".to_owned())
        .build();
    let mut file = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties))?;
    let rows: Vec<Vec<Cell>> = merged.rows().collect();
    let mut group = file.next_row_group()?;
    for (index, column) in merged.columns().iter().enumerate() {
        let cells = rows.iter().map(|row| &row[index]);
        match column.kind {
            Kind::Text => {
                let text = |cell: &Cell| match cell {
                    Cell::Text(text) => Some(ByteArray::from(text.as_str())),
                    _ => None,
                };
                column_of::<ByteArrayType>(&mut group, cells.map(text))?;
            }
            Kind::Integer => {
                let number = |cell: &Cell| match *cell {
                    Cell::Integer(number) => Some(number),
                    _ => None,
                };
                column_of::<Int64Type>(&mut group, cells.map(number))?;
            }
            Kind::Real => {
                let number = |cell: &Cell| match *cell {
                    Cell::Real(number) => Some(number),
                    _ => None,
                };
                column_of::<DoubleType>(&mut group, cells.map(number))?;
            }
        }
    }
    group.close()?;
    file.into_inner()
}

fn field(column: &Column) -> Result<Arc<Type>, ParquetError> {
    let (physical, logical) = match column.kind {
        Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
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
fn column_of<T: parquet::data_type::DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    cells: impl Iterator<Item = Option<T::T>>,
) -> Result<(), ParquetError> {
    let mut writer = group
        .next_column()?
        .expect("there is a column for each field of the schema");
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    for cell in cells {
        levels.push(i16::from(cell.is_some()));
        values.extend(cell);
    }
    writer
        .typed::<T>()
        .write_batch(&values, Some(&levels), None)?;
    writer.close()
}
