//! The configuration of an explorer.

use std::num::NonZeroUsize;

use koproof_answers::Opening;
use koproof_rules::Board;

/// The settings of an explorer: its first game, its port and its limits.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game that the page begins with; other boards and rules can be chosen there.
    pub opening: Opening,
    /// The port of 127.0.0.1 to listen on; 0 takes one that is free.
    pub port: u16,
    /// The number of threads that solve, for all pages together; by default one for each processor.
    pub threads: Option<NonZeroUsize>,
    /// The memory for the solvers' tables together, in bytes.
    pub memory: u64,
}

impl Setup {
    /// The memory by default: 1 GiB.
    pub const MEMORY: u64 = 1 << 30;

    /// The port for a server with permanent links: the same at each start. [`Setup::new`] takes any free port.
    pub const PORT: u16 = 8361;

    /// Begins with an empty board, Black to move, under Tromp-Taylor rules.
    #[must_use]
    pub fn new(board: Board) -> Self {
        Self {
            opening: Opening::new(board),
            port: 0,
            threads: None,
            memory: Self::MEMORY,
        }
    }
}
