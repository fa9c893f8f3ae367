//! Retrograde analysis of boards that do not fit into one memory: what each player can force without any superko
//! rule, with the states of a board partitioned over processes.
//!
//! The brackets are those of [`koproof_solver::Retrograde`] without any ko rule, whose documentation explains them.
//! Here each process holds only its share of the states, and the shares together take little more than all states in
//! one process. They communicate over TCP, with [timely dataflow](https://docs.rs/timely). A [`Run`] is executed by
//! processes ([`Run::work`]) or by threads that share nothing ([`Run::threads`]); process number 0 writes the table,
//! which [`BracketFile`] reads. The bytes are the same for any number of processes.
//!
//! # Algorithm
//!
//! A *turn* is a coloring with a player to move, up to symmetry. For a turn T with plays to T', the same coloring with
//! the other player to move T*, the score of the mover s(T), and n points, the scores that the mover and the other
//! player can force after no pass and after one are the least solution of
//! ```text
//! mover(T, 0) = max(-n, other(T*, 1), other(T', 0) ...)     mover(T, 1) = max(-n,  s(T), other(T', 0) ...)
//! other(T, 0) = min(    mover(T*, 1), mover(T', 0) ...)     other(T, 1) = min(    -s(T), mover(T', 0) ...)
//! ```
//! A *level* is one score, from n down to 1 - n: all turns from which this score can be forced are *attracted* to the
//! final positions with that score. A turn is owned by the process that a hash of its coloring names; T* has the same
//! owner. When a turn becomes known, its owner informs the owners of its predecessors: there is a good play, or a
//! number of plays are closed. Each turn has a count of its open plays. When no play is open, and the pass is no
//! escape either, the turn is attracted.
//!
//! **Why backward, and without a list of plays.** Asking the owners of all successors repeatedly would cost a message
//! for every play in every round, and a long fight has hundreds of rounds. Storing the predecessors of each turn
//! costs four or more bytes for every play, several times the memory of everything else. Plays of Go can be undone,
//! including captures, at about the cost of making them, so neither is needed: a turn takes nine and a half bytes,
//! and each play causes two messages in total.
//!
//! **Interruptions and losses.** After each level, each process saves its state. If a process is lost, the others end
//! with [`PartitionError::Lost`], and the same run then continues from the last level that all have finished. Levels
//! are deterministic, so the table is the same.
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
//! BracketFile::open(&table)?.read(|entry| {
//!     exact += usize::from(entry.brackets[0][0].exact().is_some());
//!     Ok::<_, koproof_partition::PartitionError>(())
//! })?;
//! assert!(exact > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod brackets;
mod checkpoint;
mod dataflow;
mod error;
mod game;
mod link;
mod part;
mod run;

pub use brackets::{BracketEntry, BracketFile, StateBrackets, Summary, is_brackets};
pub use error::PartitionError;
pub use game::MAX_POINTS;
pub use link::{Links, listen};
pub use run::{Finished, Run};
