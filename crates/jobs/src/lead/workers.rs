//! The workers that are alive.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use crate::directory::{Beat, RunDirectory};
use crate::error::JobsError;

/// The time between two readings of the signs of life.
const EVERY: Duration = Duration::from_millis(500);

/// The workers, with the time of their last sign of life by the leader's own clock, because clocks of other machines
/// may differ.
#[derive(Default)]
pub(super) struct Workers {
    heard: BTreeMap<String, Heard>,
    alive: BTreeSet<String>,
    updated: Option<Instant>,
    absent: Option<Absence>,
}

/// The time in which no worker is alive.
#[derive(Clone, Copy)]
struct Absence {
    since: Instant,
    is_told: bool,
}

/// The last sign of life of a worker.
struct Heard {
    beats: u64,
    at: Instant,
    /// Whether this leader has seen the sign change. The last sign of a killed worker stays in the directory.
    is_sure: bool,
}

impl Workers {
    /// Counts the workers that are alive.
    pub(super) fn alive(&self) -> usize {
        self.alive.len()
    }

    /// Tells whether a worker is alive.
    pub(super) fn is_alive(&self, worker: &str) -> bool {
        self.alive.contains(worker)
    }

    /// Tells, once in each absence, that no worker has been alive for a time.
    pub(super) fn are_missing(&mut self, patience: Duration) -> bool {
        let Some(absence) = &mut self.absent else {
            return false;
        };
        let is_new = !absence.is_told && absence.since.elapsed() >= patience;
        absence.is_told |= is_new;
        is_new
    }

    /// Reads the signs of life, if it is time. Returns the jobs whose workers are lost.
    pub(super) fn update(
        &mut self,
        run: &RunDirectory,
        jobs: impl Iterator<Item = u64>,
        lost_after: Duration,
    ) -> Result<Vec<(u64, String)>, JobsError> {
        let now = Instant::now();
        if self.updated.is_some_and(|last| now - last < EVERY) {
            return Ok(Vec::new());
        }
        self.updated = Some(now);
        for path in run.files("workers")? {
            // The file may disappear while it is read, or belong to a worker of another version.
            if let Ok(beat) = run.read::<Beat>(&path) {
                let sign = |is_sure| Heard {
                    beats: beat.beats,
                    at: now,
                    is_sure,
                };
                let heard = self.heard.entry(beat.worker).or_insert(sign(false));
                if heard.beats != beat.beats {
                    *heard = sign(true);
                }
            }
        }
        let is_alive = |heard: &Heard| now - heard.at < lost_after;
        let mut lost = Vec::new();
        for number in jobs {
            let Ok(name) = run.bytes(&run.taken(number)) else {
                continue;
            };
            // If it is lost before it has written all of its name, somebody else takes the job, too.
            let worker = match String::from_utf8_lossy(&name) {
                name if name.is_empty() => format!("of job {number}"),
                name => name.into_owned(),
            };
            // The time of a worker without a sign starts now.
            let heard = self.heard.entry(worker.clone()).or_insert(Heard {
                beats: 0,
                at: now,
                is_sure: false,
            });
            if !is_alive(heard) {
                lost.push((number, worker));
            }
        }
        let heard = self.heard.iter();
        self.alive = heard
            .filter(|(_, heard)| heard.is_sure && is_alive(heard))
            .map(|(worker, _)| worker.clone())
            .collect();
        self.absent = self.alive.is_empty().then(|| {
            self.absent.unwrap_or(Absence {
                since: now,
                is_told: false,
            })
        });
        Ok(lost)
    }
}
