//! Comma-separated values.

use super::ExportError;
use crate::columns::Cell;
use crate::merge::Merged;

pub(super) fn bytes(merged: &Merged) -> Result<Vec<u8>, ExportError> {
    let failed = |problem: String| ExportError::Form {
        form: "CSV",
        problem,
    };
    let mut lines = csv::Writer::from_writer(Vec::new());
    let names = merged.columns().iter().map(|column| column.name);
    lines
        .write_record(names)
        .map_err(|error| failed(error.to_string()))?;
    for row in merged.rows() {
        lines
            .write_record(row.iter().map(text))
            .map_err(|error| failed(error.to_string()))?;
    }
    lines
        .into_inner()
        .map_err(|error| failed(error.to_string()))
}

fn text(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Integer(number) => number.to_string(),
        // With a point, also if it is whole: readers guess the type.
        Cell::Real(number) => format!("{number:?}"),
        Cell::Text(text) => text.clone(),
    }
}
