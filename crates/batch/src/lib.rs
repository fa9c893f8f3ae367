//! Many boards on many machines: a batch of questions becomes one reliable data set.
//!
//! A [`Plan`] makes *units* of boards, rule sets and a [`Task`]: one board in canonical form, one rule set (two to
//! compare), one node budget. [`run()`] works through them, several at a time, and stores each [`Outcome`] in a file of
//! its own as soon as there is one; [`Merged`] reads them back, checks every one, and [`export`] writes them as a
//! table.
//!
//! # Guarantees
//!
//! * The outcome of a unit is the same bytes on every machine, whatever else runs there: it takes one thread, and its
//!   budget is in nodes, never in time. The time it took is in a file beside the results.
//! * A result file is complete or absent. Its name contains its checksum; a damaged one is detected, named and
//!   computed again.
//! * A batch that was stopped or killed continues with the missing units. Merged shards have the same bytes as the
//!   whole batch.
//! * A unit that reaches its budget or fails has an outcome with the reason, and the other units continue.
//!
//! # Examples
//! ```
//! use koproof_batch::{Merged, Plan, Task, Unwatched, Work, read_boards, run};
//!
//! let boards = read_boards("path:2..3 edges:0-2,1-2")?;
//! let plan = Plan::new(&boards, &["nstt"], Task::Empty, 100_000)?;
//! assert_eq!(plan.units().len(), 2, "two of the boards are isomorphic");
//! let directory = tempfile::tempdir()?;
//! let work = Work::default();
//! run(&plan, directory.path(), work, &Unwatched)?;
//! let merged = Merged::new(&[directory.path()])?;
//! assert_eq!(merged.rows().count(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod adjacency;
mod boards;
mod canonical;
mod columns;
mod digest;
mod export;
mod group;
mod kept;
mod merge;
mod monitor;
mod outcome;
mod plan;
mod results;
mod run;
mod running;
mod shard;
mod spread;
mod status;
mod task;
mod tasks;
mod times;
mod unit;

pub use boards::{BoardsError, read_boards};
pub use canonical::CanonicalBoard;
pub use columns::{Cell, Column, Kind, UnknownKind, columns, table_columns};
pub use digest::sha256;
pub use export::{
    DataForm, DataWriter, ExportError, check_export, check_rows, export, export_unless,
};
pub use merge::{MergeError, Merged};
pub use monitor::{Monitor, Standing, Tally, Unwatched};
pub use outcome::{Outcome, Status, UnknownStatus};
pub use plan::{Plan, PlanError, Settings, Source};
pub use results::{Damaged, Found, Results};
pub use run::{RunError, Work, run};
pub use running::{Process, RunningUnit};
pub use shard::{Shard, ShardError};
pub use status::{BatchStatus, status};
pub use task::{Task, UnknownTask};
pub use tasks::solve;
pub use unit::Unit;
