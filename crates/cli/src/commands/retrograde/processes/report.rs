//! Messages between a process and the command that started it: one JSON object a line.

use koproof_partition::Finished;
use serde::{Deserialize, Serialize};

use super::failure::Failure;

/// A message from a process.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) enum Report {
    /// It listens at this address.
    Listening(String),
    /// The number of its known values.
    Working { done: u64, total: u64 },
    /// It is done.
    Done(Share),
    /// It cannot continue.
    Failed(Failure),
}

/// The message to a process: all addresses, and a secret number.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Call {
    pub(super) addresses: Vec<String>,
    pub(super) run: u64,
}

/// The work of one process.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Share {
    pub(super) process: Process,
    /// The level from which it continued.
    pub(super) resumed: Option<u16>,
    pub(super) levels: u16,
    pub(super) symmetries: usize,
    pub(super) summary: Option<Summary>,
}

/// The memory of a process, in bytes.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Process {
    pub(super) process: usize,
    pub(super) representatives: u64,
    /// The memory for its states.
    pub(super) state_bytes: u64,
    /// The peak memory of the whole process, if the kernel provides it.
    pub(super) peak_bytes: Option<u64>,
}

/// The contents of the table.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Summary {
    pub(super) representatives: u64,
    pub(super) states: u64,
    pub(super) exact: u64,
    pub(super) lo: i32,
    pub(super) hi: i32,
    pub(super) bytes: u64,
}

impl Share {
    pub(super) fn new(run: &koproof_partition::Run, finished: Finished) -> Self {
        Self {
            process: Process {
                process: finished.process,
                representatives: finished.representatives,
                state_bytes: finished.bytes,
                peak_bytes: crate::progress::peak_memory(),
            },
            resumed: finished.resumed,
            levels: run.levels(),
            symmetries: run.symmetries(),
            summary: finished.summary.map(|summary| Summary {
                representatives: summary.representatives,
                states: summary.states,
                exact: summary.exact,
                lo: summary.empty.lo,
                hi: summary.empty.hi,
                bytes: summary.bytes,
            }),
        }
    }
}
