//! Solver and checker for a web worker.
//!
//! Questions come and answers go as JSON, the same as between the page and the server of `koproof explore`. An answer
//! that grows is a job: the worker gives it one turn after the other. During a turn, each line goes to the worker's
//! global function `say(line)`, so the page receives it at once. Between two turns the worker can be told to stop.

mod certificate;
mod engine;
mod jobs;
mod messages;
mod proof;
mod solve;

pub use certificate::Certificate;
pub use engine::Engine;
pub use jobs::{TableJob, ValuesJob};
pub use solve::solve;
