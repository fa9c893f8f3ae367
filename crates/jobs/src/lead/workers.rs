//! The workers that are alive.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use crate::directory::{Beat, RunDirectory, remove};
use crate::error::JobsError;
use crate::job::Job;

/// The time between two readings of the signs of life.
const EVERY: Duration = Duration::from_millis(500);
/// A job is given again if its worker makes no progress with it for this many times the time after which a worker is lost: a
/// worker may give signs of life while its search stands still, or after it has forgotten the job.
const PATIENCE: u32 = 4;

/// The workers, with the time of their last sign of life by the leader's own clock, because clocks of other machines
/// may differ.
#[derive(Default)]
pub(super) struct Workers {
    heard: BTreeMap<String, Heard>,
    /// The jobs that are taken.
    taken: BTreeMap<u64, Taken>,
    /// How long each of the other jobs has waited for a worker.
    waiting: BTreeMap<u64, Duration>,
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
    job: Option<u64>,
    expansions: u64,
}

/// A job that a worker has taken.
struct Taken {
    worker: String,
    /// The expansions of the worker when it last made progress with the job.
    expansions: u64,
    /// How long it has made no progress with the job.
    still: Duration,
}

/// A job that is to be given again.
pub(super) struct Again {
    pub(super) job: u64,
    pub(super) worker: String,
    /// Whether the worker gives no sign of life. Otherwise it makes no progress with the job.
    pub(super) is_lost: bool,
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

    /// Tells whether a job has waited for a worker for a time.
    pub(super) fn has_waited(&self, job: u64, patience: Duration) -> bool {
        let waited = self.waiting.get(&job);
        waited.is_some_and(|&waited| waited >= patience)
    }

    /// Tells whether no worker has been alive for a time, and whether it says so for the first time.
    pub(super) fn absence(&mut self, patience: Duration) -> Option<bool> {
        let absence =
            (self.absent.as_mut()).filter(|absence| absence.since.elapsed() >= patience)?;
        Some(!std::mem::replace(&mut absence.is_told, true))
    }

    /// Reads the signs of life, and removes those of lost workers: one that comes back gives another. Returns the jobs whose workers
    /// are lost or make no progress; `None` if it is not time yet.
    pub(super) fn update(
        &mut self,
        run: &RunDirectory,
        open: &BTreeMap<u64, Job>,
        lost_after: Duration,
    ) -> Result<Option<Vec<Again>>, JobsError> {
        let now = Instant::now();
        let since = self.updated.map_or(Duration::ZERO, |last| now - last);
        if self.updated.is_some() && since < EVERY {
            return Ok(None);
        }
        self.updated = Some(now);
        let is_alive = |heard: &Heard| now - heard.at < lost_after;
        for path in run.files("workers")? {
            // The file may disappear while it is read, or belong to a worker of another version.
            if let Ok(beat) = run.read::<Beat>(&path)
                && !is_alive(self.hear(beat, now))
            {
                remove(&path);
            }
        }
        // While the leader was busy, nobody could make progress.
        let since = since.min(2 * EVERY);
        self.taken.retain(|job, _| open.contains_key(job));
        self.waiting.retain(|job, _| open.contains_key(job));
        let mut again = Vec::new();
        for &job in open.keys() {
            let Some(worker) = run.taken_by(job) else {
                *self.waiting.entry(job).or_default() += since;
                continue;
            };
            self.waiting.remove(&job);
            // The time of a worker without a sign starts now.
            let heard = self.heard.entry(worker.clone()).or_insert(Heard {
                beats: 0,
                at: now,
                is_sure: false,
                job: None,
                expansions: 0,
            });
            let is_lost = !is_alive(heard);
            if is_lost || self.still(job, &worker, since) >= PATIENCE * lost_after {
                self.taken.remove(&job);
                again.push(Again {
                    job,
                    worker,
                    is_lost,
                });
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
        Ok(Some(again))
    }

    /// Notes a sign of life. Returns the last one that was new.
    fn hear(&mut self, beat: Beat, now: Instant) -> &Heard {
        let sign = |is_sure| Heard {
            beats: beat.beats,
            at: now,
            is_sure,
            job: beat.job,
            expansions: beat.expansions,
        };
        let heard = self.heard.entry(beat.worker).or_insert(sign(false));
        if heard.beats != beat.beats {
            *heard = sign(true);
        }
        heard
    }

    /// Returns how long a worker has made no progress with a job that it has taken; `since` is the time since the last sign.
    fn still(&mut self, job: u64, worker: &str, since: Duration) -> Duration {
        let heard = &self.heard[worker];
        let begun = || Taken {
            worker: worker.to_owned(),
            expansions: heard.expansions,
            still: Duration::ZERO,
        };
        let taken = self.taken.entry(job).or_insert_with(begun);
        let has_progress = heard.job == Some(job) && heard.expansions != taken.expansions;
        if has_progress || taken.worker != worker {
            *taken = begun();
        } else {
            taken.still += since;
        }
        taken.still
    }
}
