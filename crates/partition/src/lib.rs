//! Retrograde analysis past one memory: what each player can force when no superko rule looks at the history, with the
//! states of a board partitioned over processes.
//!
//! The brackets are those of [`koproof_solver::Retrograde`] without any rule of ko, whose documentation says what they mean;
//! here each process holds only its part of the states, and all of them together need no more than one. They talk over TCP, on
//! [timely dataflow](https://docs.rs/timely). A [`Run`] is done by processes ([`Run::work`]) or by threads that share nothing
//! ([`Run::threads`]); the process with the number 0 writes the table, which [`BracketFile`] reads. The bytes are the
//! same however many processes there were.
//!
//! # How it is computed
//!
//! A *turn* is a coloring with a player to move, up to symmetry. For a turn T with plays to T', the same coloring with the other
//! player to move T*, the score of the mover s(T), and n points, what the mover and the other player can force after no pass and
//! after one is the least solution of
//! ```text
//! mover(T, 0) = max(-n, other(T*, 1), other(T', 0) ...)     mover(T, 1) = max(-n,  s(T), other(T', 0) ...)
//! other(T, 0) = min(    mover(T*, 1), mover(T', 0) ...)     other(T, 1) = min(    -s(T), mover(T', 0) ...)
//! ```
//! A *level* is one score, from n down to 1 - n: all turns from which it can be forced are *attracted* to the ends that score so
//! much. A turn is owned by the process that a hash of its coloring names, and T* by the same one. When a turn becomes known, its
//! owner tells the owners of the turns before it: that there is a good play, or that so many plays are closed. Each
//! turn has a count of its open plays; when none is left, and the pass is no way out either, it is attracted.
//!
//! **Why backwards, and without a list of plays.** To ask the owners of all successors again and again would cost a message for
//! every play in every round, of which a long fight has hundreds; to keep the predecessors of each turn costs four bytes or
//! more for every play, several times what the rest takes. Plays of Go can be taken back, captures and all, at about the cost
//! of making them, so neither is needed: a turn costs nine bytes and a half, and each play is told of twice in all.
//!
//! **Stops and losses.** After each level each process writes down what it knows. When one is lost the others end with
//! [`PartitionError::Lost`], and the same run goes on from the last level that all have finished; levels are deterministic, so
//! the table is the same.
//!
//! # Examples
//! ```
//! use std::sync::Arc;
//! use koproof_partition::{BracketFile, Run};
//! use koproof_rules::{Board, Suicide};
//! use koproof_solver::{Nobody, Switch};
//!
//! # let directory = tempfile::tempdir()?;
//! # let (checkpoints, table) = (directory.path().join("parts"), directory.path().join("2x3.kpb"));
//! let board: Board = "2x3".parse()?;
//! let run = Run::new(&board, Suicide::Forbid, Switch::On, checkpoints, &table)?;
//! let finished = run.threads(2, Arc::new(Nobody))?;
//! let summary = finished[0].summary.expect("the first one writes the table");
//! assert_eq!(summary.states, 978);
//!
//! let mut exact = 0;
//! BracketFile::open(&table)?.read(|_coloring, brackets| {
//!     exact += usize::from(brackets[0][0].exact().is_some());
//! })?;
//! assert!(exact > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod brackets;
mod checkpoint;
mod code;
mod dataflow;
mod error;
mod game;
mod link;
mod part;
mod run;

pub use brackets::{BracketFile, StateBrackets, Summary};
pub use code::MOST_POINTS;
pub use error::PartitionError;
pub use link::{Links, listen};
pub use run::{Finished, Run};
