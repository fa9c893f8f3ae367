//! The place of a part among the journals of a worker.

use serde::{Deserialize, Serialize};

/// A part by the number of the journal and its own, both from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The journal of the worker.
    pub journal: u32,
    /// The part of the journal.
    pub part: u32,
}

impl Place {
    /// Where the next part is, and where it is if the journal has ended.
    pub(crate) fn next(self) -> [Self; 2] {
        let Self { journal, part } = self;
        [
            Self {
                journal: journal.max(1),
                part: part + 1,
            },
            Self {
                journal: journal + 1,
                part: 1,
            },
        ]
    }
}
