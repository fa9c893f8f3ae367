//! The workers that are alive.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use crate::directory::{Beat, RunDirectory, remove};
use crate::error::JobsError;
use crate::job::Job;

/// The time between two readings of the signs of life.
const EVERY: Duration = Duration::from_millis(500);
/// A job is given again if its worker makes no progress with it for this many times the time after which a worker is
/// lost: a worker may give signs of life while its search stands still, or after it has forgotten the job.
const PATIENCE: u32 = 4;
/// How many times the expansions of a job its worker may claim. An honest worker claims at most those of the job.
const MAX_CLAIMED: u64 = 4;

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
    /// The expansions of the worker in its first sign of life at the job, and when it last made progress; `None` before
    /// that sign: earlier ones are about other jobs.
    claimed: Option<(u64, u64)>,
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

    /// Reads the signs of life, and removes those of lost workers: one that comes back gives another. Returns the jobs
    /// whose workers are lost or make no progress; `None` if it is not time yet.
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
            // The file may disappear while it is read, belong to a worker of another version, or name another worker
            // than its own.
            if let Ok(beat) = run.read::<Beat>(&path)
                && path == run.beat(&beat.worker)
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
        for (&number, job) in open {
            let Some(worker) = run.taken_by(number) else {
                *self.waiting.entry(number).or_default() += since;
                continue;
            };
            self.waiting.remove(&number);
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
                self.taken.remove(&number);
                again.push(Again {
                    job: number,
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

    /// Returns how long a worker has made no progress with a job that it has taken; `since` is the time since the last
    /// sign.
    ///
    /// Progress is a number of expansions that grows, up to a multiple of those of the job. A faulty worker may claim
    /// more without end.
    fn still(&mut self, job: &Job, worker: &str, since: Duration) -> Duration {
        let heard = &self.heard[worker];
        let begun = || Taken {
            worker: worker.to_owned(),
            claimed: None,
            still: Duration::ZERO,
        };
        let taken = self.taken.entry(job.number).or_insert_with(begun);
        if taken.worker != worker {
            *taken = begun();
        }
        taken.still += since;
        if heard.job == Some(job.number) {
            let now = heard.expansions;
            let (first, last) = taken.claimed.get_or_insert((now, now));
            let most = first.saturating_add(job.expansions.saturating_mul(MAX_CLAIMED));
            if now > *last && now <= most {
                *last = now;
                taken.still = Duration::ZERO;
            }
        }
        taken.still
    }
}

#[cfg(test)]
mod tests {
    use koproof_solver::Effort;

    use super::*;

    const JOB: u64 = 7;
    const EXPANSIONS: u64 = 100;

    /// Tells the leader signs of life at the job, each with a number of expansions. Returns for how many of them there
    /// has been no progress at the end.
    fn still_after(signs: impl IntoIterator<Item = u64>) -> u32 {
        let job = Job {
            number: JOB,
            line: Vec::new(),
            target: 1,
            expansions: EXPANSIONS,
            prefers: None,
            until: Effort {
                proof: 1,
                disproof: 1,
            },
        };
        let mut workers = Workers::default();
        // Its last sign before the job, at another one.
        let signs = std::iter::once((JOB - 1, 0)).chain(signs.into_iter().map(|sign| (JOB, sign)));
        let mut still = Duration::ZERO;
        for (beats, (job_of_sign, expansions)) in (1..).zip(signs) {
            let beat = Beat {
                worker: "worker".to_owned(),
                beats,
                job: Some(job_of_sign),
                expansions,
                done: 0,
            };
            workers.hear(beat, Instant::now());
            still = workers.still(&job, "worker", EVERY);
        }
        (still.as_millis() / EVERY.as_millis()) as u32
    }

    /// Before its first sign at this job it may have done others.
    #[test]
    fn each_expansion_of_a_slow_worker_is_progress() {
        let begun = 1_000_000;
        for done in 1..=EXPANSIONS {
            assert_eq!(still_after(begun..=begun + done), 0, "{done}");
        }
    }

    #[test]
    fn a_worker_that_claims_expansions_without_end_makes_no_progress() {
        assert!(still_after((0..1_000).map(|sign| 10 * sign)) > 900);
        assert!(still_after([0, u64::MAX, u64::MAX]) > 2);
        assert!(still_after([u64::MAX - 1, u64::MAX]) == 0);
    }

    #[test]
    fn a_number_of_expansions_that_goes_up_and_down_is_no_progress() {
        assert!(still_after((0..1_000).map(|sign| sign % 2)) > 900);
    }
}
