//! One JSON object a line.

use serde::Serializer;
use serde::ser::SerializeMap;

use super::ExportError;
use crate::merge::Merged;

pub(super) fn bytes(merged: &Merged) -> Result<Vec<u8>, ExportError> {
    let mut lines = Vec::new();
    for row in merged.rows() {
        let mut write = || {
            let mut serializer = serde_json::Serializer::new(&mut lines);
            let mut object = serializer.serialize_map(Some(row.len()))?;
            for (column, cell) in merged.columns().iter().zip(&row) {
                object.serialize_entry(column.name, cell)?;
            }
            object.end()
        };
        write().map_err(|error: serde_json::Error| ExportError::Form {
            form: "JSON Lines",
            problem: error.to_string(),
        })?;
        lines.push(b'\n');
    }
    Ok(lines)
}
