//! Boards from adjacency matrices.

use koproof_rules::{BoardError, MAX_POINTS};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::error::bad;

/// Reads the number of points and the edges from a symmetric matrix.
pub(crate) fn read(matrix: &Bound<'_, PyAny>) -> PyResult<(usize, Vec<(u16, u16)>)> {
    // Before any entry is copied: a sparse matrix of a few bytes can have any size.
    check_size(matrix)?;
    let dense = match matrix.hasattr("toarray")? {
        true => matrix.call_method0("toarray")?,
        false => matrix.clone(),
    };
    let rows = match dense.hasattr("tolist")? {
        true => dense.call_method0("tolist")?,
        false => dense,
    };
    let rows: Vec<Vec<f64>> = rows.extract().map_err(|_| no_matrix())?;
    let points = rows.len();
    if let Some(row) = rows.iter().position(|row| row.len() != points) {
        return Err(not_square(row, rows[row].len(), points));
    }
    let mut edges = Vec::new();
    for (one, row) in rows.iter().enumerate() {
        for (other, &entry) in row.iter().enumerate() {
            if entry.is_nan() {
                return Err(bad(format!(
                    "row {one} of the adjacency matrix has no number in column {other}: write 0 for no edge"
                )));
            }
            if (entry != 0.0) != (rows[other][one] != 0.0) {
                return Err(bad(format!(
                    "the adjacency matrix has an edge from {one} to {other} in one direction only: make it symmetric"
                )));
            }
            if entry != 0.0 && one == other && points == 2 {
                return Err(bad(format!(
                    "the adjacency matrix joins point {one} to itself: for pairs of points use Board.from_edges"
                )));
            }
            if entry != 0.0 {
                edges.push((one as u16, other as u16));
            }
        }
    }
    Ok((points, edges))
}

/// Refuses two rows of two numbers that are a matrix of one graph and pairs of points of another, such as `[[0, 2], [2, 0]]`.
/// Rows of a matrix are no tuples.
pub(crate) fn refuse_lookalike(pairs: &Bound<'_, PyAny>) -> PyResult<()> {
    let Ok([[0.0, weight], [same, 0.0]]) = pairs.extract::<[[f64; 2]; 2]>() else {
        return Ok(());
    };
    // `[[0, 1], [1, 0]]` is the same graph either way.
    if weight != same || weight == 1.0 || pairs.get_item(0)?.is_instance_of::<PyTuple>() {
        return Ok(());
    }
    Err(bad(format!(
        "[[0, {weight}], [{weight}, 0]] can be a matrix or pairs of points: use Board.from_adjacency or Board.from_edges"
    )))
}

/// Refuses a matrix that has too many rows or is not square, as far as that shows without its entries.
fn check_size(matrix: &Bound<'_, PyAny>) -> PyResult<()> {
    let (rows, columns) = match matrix.hasattr("shape")? {
        true => match matrix.getattr("shape")?.extract::<Vec<usize>>().as_deref() {
            Ok(&[rows, columns]) => (rows, columns),
            Ok(_) => return Err(no_matrix()),
            Err(_) => return Ok(()),
        },
        false => {
            let first = matrix.get_item(0).and_then(|row| row.len());
            match (matrix.len(), first) {
                // Of others, the entries show what they are.
                (Ok(rows), Ok(columns)) if rows == columns => (rows, columns),
                _ => return Ok(()),
            }
        }
    };
    if rows > 0 && columns != rows {
        return Err(not_square(0, columns, rows));
    }
    if rows > MAX_POINTS {
        return Err(bad(BoardError::TooManyPoints {
            points: rows as u128,
            limit: MAX_POINTS,
        }));
    }
    Ok(())
}

fn no_matrix() -> PyErr {
    PyTypeError::new_err("an adjacency matrix has a row of numbers for each point")
}

fn not_square(row: usize, found: usize, rows: usize) -> PyErr {
    let cure = match found {
        2 => ": for pairs of points use Board.from_edges",
        _ => "",
    };
    bad(format!(
        "row {row} of the adjacency matrix has {found} entries, but there are {rows} rows{cure}"
    ))
}
