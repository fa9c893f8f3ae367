//! The settings of a leader.

use std::fmt;
use std::time::Duration;

use koproof_solver::{Nobody, Observer};

/// The settings of a leader.
pub struct Leading<'l> {
    /// The time without a sign of life after which a worker counts as lost.
    pub lost_after: Duration,
    /// The most memory, in bytes.
    pub memory: Option<u64>,
    /// An observer that receives the progress of all workers together and can stop the work.
    pub observer: &'l dyn Observer,
    /// Receives messages about missing locks, refused or unreadable files, and workers that are lost or make no
    /// progress.
    pub tell: &'l (dyn Fn(&str) + Sync),
    /// Called repeatedly once no worker has been alive for `lost_after`; returns whether a worker may still come.
    pub waits: &'l (dyn Fn() -> bool + Sync),
}

/// Waits for workers for any time, and tells nobody.
impl Default for Leading<'_> {
    fn default() -> Self {
        Self {
            lost_after: Duration::from_secs(60),
            memory: None,
            observer: &Nobody,
            tell: &|_| (),
            waits: &|| true,
        }
    }
}

impl fmt::Debug for Leading<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Leading")
            .field("lost_after", &self.lost_after)
            .field("memory", &self.memory)
            .finish_non_exhaustive()
    }
}
