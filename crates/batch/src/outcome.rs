//! Outcomes of units.

use std::collections::BTreeMap;

use koproof_rules::named;
use koproof_solver::Bracket;
use serde::{Deserialize, Serialize};

use crate::columns::{Cell, columns};
use crate::digest::sha256;
use crate::unit::Unit;

/// The status of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The answer is complete.
    Done,
    /// The node budget ran out; the rows contain what is known.
    Open,
    /// There is no answer; the rows contain the reason.
    Failed,
}

/// There is no such status.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a status; use done, open or failed")]
pub struct UnknownStatus(String);

named!(Status, UnknownStatus, UnknownStatus; Done = "done", Open = "open", Failed = "failed");

/// A row under construction: the known cells by the name of the column.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row(BTreeMap<&'static str, Cell>);

impl Row {
    /// Sets the cell of a column.
    pub(crate) fn set(&mut self, column: &'static str, cell: impl Into<Cell>) -> &mut Self {
        self.0.insert(column, cell.into());
        self
    }

    /// Sets the status of the unit, with the reason.
    pub(crate) fn status(&mut self, status: Status, reason: Option<String>) -> &mut Self {
        self.set("status", status.name()).set("reason", reason)
    }

    /// Sets what is known of a value and what it cost. It is open, for this reason, until the bracket is one number.
    pub(crate) fn value(
        &mut self,
        value: Bracket,
        expansions: u64,
        reason: Option<String>,
    ) -> Status {
        let (status, reason) = match value.exact() {
            Some(_) => (Status::Done, None),
            None => (Status::Open, reason),
        };
        self.set("value", value.exact().map(i64::from))
            .set("lo", i64::from(value.lo))
            .set("hi", i64::from(value.hi))
            .set("expansions", expansions as i64)
            .status(status, reason);
        status
    }
}

/// The outcome of a unit. The same unit has the same outcome, and the same bytes, on every machine.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The question.
    pub unit: Unit,
    /// Its status.
    pub status: Status,
    /// The rows of the data, in the order of [`columns`](crate::columns()). The names of the boards, which are not part
    /// of the unit, stay empty.
    pub rows: Vec<Vec<Cell>>,
}

impl Outcome {
    /// Puts the rows into the order of the columns.
    pub(crate) fn new(unit: &Unit, status: Status, rows: Vec<Row>) -> Self {
        let columns = columns(unit.task);
        let cells = |row: Row| {
            let known = |name: &&str| columns.iter().any(|column| column.name == *name);
            assert!(row.0.keys().all(known), "cells without a column: {row:?}");
            let cell = |name| row.0.get(name).cloned().unwrap_or_default();
            columns.iter().map(|column| cell(column.name)).collect()
        };
        Self {
            unit: unit.clone(),
            status,
            rows: rows.into_iter().map(cells).collect(),
        }
    }

    /// Returns why the unit is open or failed: the first reason in its rows that are not done. A move that is illegal
    /// is done, and has a reason too.
    #[must_use]
    pub fn reason(&self) -> Option<&str> {
        let columns = columns(self.unit.task);
        let at = |name| columns.iter().position(|column| column.name == name);
        let (status, reason) = (at("status")?, at("reason")?);
        let is_done = |row: &Vec<Cell>| row.get(status) == Some(&Status::Done.name().into());
        let unsolved = self.rows.iter().filter(|row| !is_done(row));
        let mut reasons = unsolved.filter_map(|row| row.get(reason)?.as_str());
        reasons.next()
    }

    /// Returns the bytes that are stored, and their SHA-256 in hexadecimal digits.
    #[must_use]
    pub fn to_bytes(&self) -> (Vec<u8>, String) {
        let mut bytes = serde_json::to_vec(self).expect("it holds texts and finite numbers");
        bytes.push(b'\n');
        let digest = sha256(&bytes);
        (bytes, digest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::Task;

    #[test]
    fn the_reason_of_an_open_unit_is_not_that_of_an_illegal_move() {
        let unit = Unit {
            version: "1".to_owned(),
            graph6: "@".to_owned(),
            rules: vec!["nstt".to_owned()],
            task: Task::Openings,
            nodes: 1,
        };
        let (mut illegal, mut open) = (Row::default(), Row::default());
        illegal.status(Status::Done, Some("suicide is illegal".to_owned()));
        open.status(Status::Open, Some("the node budget ran out".to_owned()));
        let all = Outcome::new(&unit, Status::Open, vec![illegal.clone(), open]);
        assert_eq!(all.reason(), Some("the node budget ran out"));
        assert_eq!(
            Outcome::new(&unit, Status::Done, vec![illegal]).reason(),
            None
        );
    }
}
