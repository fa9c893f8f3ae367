//! Solves one hard board on many machines, none of which has to be trusted.
//!
//! A [leader](fn@lead) keeps a small proof-number tree. The leaves of the tree are positions with their histories; a
//! [`Job`] asks a [worker](fn@work) to decide one of them for one target, within some expansions. The worker returns
//! certificates of what it has proved, and proof numbers. This is job-level proof-number search (I.-C. Wu et al.,
//! *Job-level proof-number search*, 2013), with certificates in place of trust: the leader checks each step before it
//! gives it a number in one log, and workers name the steps of this log instead of repeating them. So a worker that is
//! lost, stuck or faulty costs only its own work and some waiting, and no worker can make a wrong value accepted. A worker
//! that is stopped, or reaches its limit of time or memory, first writes down what it has proved in its job.
//!
//! Leader and workers exchange files in one directory, a [`RunDirectory`]; there is no server:
//!
//! * Each file is written completely or not at all, except for the notes that a job is taken.
//! * The leader can be killed at any time: the next one continues from the files.
//! * Claims hold under every history that meets their conditions, so a claim that one worker proves in one line of play
//!   also answers jobs elsewhere in the tree.

mod directory;
mod error;
mod job;
mod journal;
mod lead;
mod pause;
mod question;
mod simulate;
mod status;
mod tree;
mod work;

pub use directory::{Beat, RunDirectory, Sign};
pub use error::JobsError;
pub use job::{Estimate, Job, Report};
pub use lead::{Found, Leading, lead};
pub use question::Question;
pub use simulate::{Simulated, simulate};
pub use status::{Status, status};
pub use tree::{Position, Snapshot};
pub use work::{Worked, Working, work};
