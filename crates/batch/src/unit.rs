//! The unit of work: one board, one rule set or two, one task, one budget.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::digest::sha256;
use crate::task::Task;

/// One question, with everything that its answer depends on.
///
/// Its text form in errors is `Bw nstt empty`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// The version of this crate: another version may take other expansions, or have other columns.
    pub version: String,
    /// The board in canonical form.
    pub graph6: String,
    /// The names of the presets: one, or for a comparison two.
    pub rules: Vec<String>,
    /// The question.
    pub task: Task,
    /// The most expansions for each question of the task.
    pub nodes: u64,
}

impl Unit {
    /// Returns the unit's name in the directory of results: 32 hexadecimal digits, a hash of the whole unit.
    #[must_use]
    pub fn id(&self) -> String {
        let question = serde_json::to_vec(self).expect("it holds texts and numbers");
        let mut digest = sha256(&question);
        digest.truncate(32);
        digest
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.graph6, self.rules.join(","), self.task)
    }
}
