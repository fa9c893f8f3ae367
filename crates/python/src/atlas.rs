//! The atlas of small boards, which comes with the package.

use bytes::Bytes;
use koproof_batch::{Cell, Task, columns};
use koproof_rules::Preset;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use crate::error::bad;
use crate::frame::Frame;
use crate::rules::{Rules, RulesLike};
use crate::work::Whole;

macro_rules! data {
    ($task:literal, $($points:literal)*) => {
        &[$(include_bytes!(concat!("../../../results/atlas/", $task, "-", $points, ".parquet"))),*]
    };
}

/// The data sets by number of points, from 1.
const EMPTY: &[&[u8]] = data!("empty", 1 2 3 4 5 6 7 8);
const ALL_COLORINGS: &[&[u8]] = data!("all-colorings", 1 2 3 4 5 6);

/// The atlas of small boards: a row for each connected graph and each of four rule sets, with the value of the empty board or its
/// bracket. It comes with the package.
///
/// >>> len(atlas(6))
/// 448
///
/// `points` is the number of points of the boards, from 1 to 8; without it, all boards are included. `rules` is one of
/// the rule sets, by name or as `Rules`: "nstt", "tromp-taylor", "nstt-situational" or "tromp-taylor-situational". Komi
/// is not counted. With `task="all-colorings"` the rows have totals of the values of all colorings, on boards of up to 6
/// points. `describe()` of the frame explains the columns.
#[pyfunction]
#[pyo3(signature = (points=None, *, rules=None, task="empty"))]
pub(crate) fn atlas(
    py: Python<'_>,
    points: Option<Whole>,
    rules: Option<RulesLike>,
    task: &str,
) -> PyResult<Frame> {
    let (task, files) = match task {
        "empty" => (Task::Empty, EMPTY),
        "all-colorings" => (Task::AllColorings, ALL_COLORINGS),
        _ => {
            return Err(bad(format!(
                "the atlas has the tasks \"empty\" and \"all-colorings\", not \"{}\"",
                task.escape_debug()
            )));
        }
    };
    let files = match points {
        None => files,
        Some(points) => points
            .number("points")?
            .and_then(|number| usize::try_from(number).ok()?.checked_sub(1))
            .and_then(|index| files.get(index..=index))
            .ok_or_else(|| {
                let most = files.len();
                bad(format!(
                    "with task=\"{task}\" the atlas has boards of 1 to {most} points, not of {points}"
                ))
            })?,
    };
    let rules = rules.map(|rules| RulesLike::rules(Some(rules)));
    // Komi is no part of a name.
    let name = rules.map(|rules| Preset::of(&rules).map_or("", |preset| preset.name));
    let columns = columns(task);
    let rules_at = columns.iter().position(|column| column.name == "rules");
    let rows = py.detach(|| {
        let mut rows = Vec::new();
        for file in files {
            for row in SerializedFileReader::new(Bytes::from_static(file))?.get_row_iter(None)? {
                let row = cells(row?);
                let is_wanted = name.is_none_or(|name| rules_at.is_some_and(|at| row[at] == name));
                if is_wanted {
                    rows.push(row);
                }
            }
        }
        Ok(rows)
    });
    let rows = rows.map_err(|error: ParquetError| PyRuntimeError::new_err(error.to_string()))?;
    if let (Some(rules), true) = (rules, rows.is_empty()) {
        return Err(bad(format!(
            "the atlas has no rows for {}: it has nstt, tromp-taylor, nstt-situational, tromp-taylor-situational",
            Rules(rules).shown()
        )));
    }
    Frame::new(columns, rows)
}

fn cells(row: Row) -> Vec<Cell> {
    let cell = |field| match field {
        Field::Bool(is_so) => is_so.into(),
        Field::Long(number) => number.into(),
        Field::Double(number) => number.into(),
        Field::Str(text) => text.into(),
        _ => Cell::Null,
    };
    row.into_columns()
        .into_iter()
        .map(|(_, field)| cell(field))
        .collect()
}
