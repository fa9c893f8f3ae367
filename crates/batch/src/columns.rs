//! The names and meanings of the columns of the data.

use std::sync::LazyLock;

use koproof_rules::named;
use serde::Serialize;

use crate::task::Task;

/// The content of one row and column: nothing, a truth value, a number or a text.
pub use serde_json::Value as Cell;

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Unicode text.
    Text,
    /// True or false.
    Boolean,
    /// Whole numbers of 64 bits, with sign.
    Integer,
    /// Floating-point numbers of 64 bits.
    Real,
}

/// There is no such type of columns.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not the type of a column; use text, boolean, integer or real")]
pub struct UnknownKind(String);

named!(Kind, UnknownKind, UnknownKind; Text = "text", Boolean = "boolean", Integer = "integer", Real = "real");

/// A column of the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// The type of its cells that are not empty.
    pub kind: Kind,
    /// The unit of its numbers; empty for texts and plain numbers.
    pub unit: &'static str,
    /// Its meaning.
    pub about: &'static str,
}

impl Column {
    /// Reads the columns of one table from a list of columns, which is part of the program. The fields of a line are
    /// separated by tabs: the tables that have the column, separated by spaces, then its name, kind, unit and meaning.
    /// The lines are in the order of the columns.
    ///
    /// # Panics
    /// If a line is not of this form.
    ///
    /// # Examples
    /// ```
    /// use koproof_batch::Column;
    /// const LIST: &str = "games boards\tboard\ttext\t\tthe board\ngames\tlength\tinteger\tmoves\thow long it is\n";
    /// assert_eq!(Column::listed(LIST, "boards").len(), 1);
    /// assert_eq!(Column::listed(LIST, "games")[1].unit, "moves");
    /// ```
    #[must_use]
    pub fn listed(list: &'static str, table: &str) -> Vec<Self> {
        let mut columns = Vec::new();
        for line in list.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let [tables, name, kind, unit, about] = fields[..] else {
                panic!("five fields are a column, not {line:?}");
            };
            if tables.split(' ').any(|one| one == table) {
                let kind = kind.parse();
                columns.push(Self {
                    name,
                    kind: kind.expect("a list of columns names kinds that there are"),
                    unit,
                    about,
                });
            }
        }
        columns
    }
}

/// The columns of all tasks.
const TASKS: &str = include_str!("../data/columns.tsv");

/// Returns the columns of the data that a task makes.
#[must_use]
pub fn columns(task: Task) -> &'static [Column] {
    static LISTS: LazyLock<[Vec<Column>; 5]> =
        LazyLock::new(|| Task::ALL.map(|task| Column::listed(TASKS, task.name())));
    &LISTS[task as usize]
}

/// Returns the columns of a table: `values`, `values-with-brackets` or `brackets`.
#[must_use]
pub fn table_columns(table: &str) -> Vec<Column> {
    Column::listed(include_str!("../data/tables.tsv"), table)
}
