//! Journals: what each worker has proved, as one certificate in parts, and those who follow it.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Cursor, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Scope;
use std::time::Duration;

use koproof_rules::Game;
use koproof_solver::{Journal, Solver};
use koproof_store::{Kind, Layout, decode, encode, write_atomically};

use crate::error::JobsError;
use crate::place::Place;
use crate::room::Room;

/// A part of a journal: the name of the worker, and some lines of a certificate in the text form.
const PART: Kind = Kind::new(*b"KPPART\r\n", "journal part", 1);
/// The longest part that is read.
const MAX_PART: u64 = 1 << 32;
/// A journal with so many steps is ended and another begun: who follows it remembers all its steps.
const MAX_STEPS: u64 = 500_000;
/// How long a follower waits for a part before it looks again by itself.
const PATIENCE: Duration = Duration::from_secs(1);

/// The journal that a worker writes.
pub(crate) struct Writing<'w> {
    room: &'w Room,
    solver: &'w Solver,
    worker: &'w str,
    journal: Journal<'w>,
    place: Place,
}

impl<'w> Writing<'w> {
    pub(crate) fn new(
        room: &'w Room,
        solver: &'w Solver,
        worker: &'w str,
    ) -> Result<Self, JobsError> {
        room.make_journals(worker)?;
        Ok(Self {
            room,
            solver,
            worker,
            journal: solver.journal()?,
            place: Place {
                journal: 1,
                part: 0,
            },
        })
    }

    /// Writes the new claims that stand for so many steps, and those about a state, and returns where.
    pub(crate) fn write(
        &mut self,
        least: u32,
        answered: Option<&Game<'_, 1, 2>>,
    ) -> Result<Place, JobsError> {
        let part = self.journal.part(least, answered)?;
        if !part.is_empty() {
            self.keep(&part)?;
        }
        let place = self.place;
        if self.journal.steps() > MAX_STEPS {
            let ended = std::mem::replace(&mut self.journal, self.solver.journal()?);
            self.keep(&ended.end()?)?;
            self.place = Place {
                journal: place.journal + 1,
                part: 0,
            };
        }
        Ok(place)
    }

    fn keep(&mut self, part: &[u8]) -> Result<(), JobsError> {
        self.place.part += 1;
        let path = self.room.part(self.worker, self.place);
        let bytes = encode(PART, Layout::deflate(), &self.worker.to_owned(), part)?;
        Ok(write_atomically(path, &bytes)?)
    }
}

/// Whether anybody still wants to follow, and a bell for those who wait.
#[derive(Default)]
pub(crate) struct Bell {
    over: AtomicBool,
    lock: Mutex<()>,
    rung: Condvar,
}

impl Bell {
    fn wait(&self) {
        let guard = lock(&self.lock);
        // Looked at with the lock held, or the last ring could be missed.
        if !self.over.load(Ordering::Relaxed) {
            let _ = self.rung.wait_timeout(guard, PATIENCE);
        }
    }

    fn ring(&self) {
        let _guard = lock(&self.lock);
        self.rung.notify_all();
    }

    /// Ends all followers.
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
        self.ring();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the followers also if what they follow for fails.
pub(crate) struct Ending<'b>(pub(crate) &'b Bell);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// How far one journal has been followed.
#[derive(Default)]
struct Followed {
    /// The last place whose claims are all taken over.
    place: AtomicU64,
    refused: Mutex<Option<String>>,
}

impl Followed {
    fn place(&self) -> Place {
        let packed = self.place.load(Ordering::Acquire);
        Place {
            journal: (packed >> 32) as u32,
            part: packed as u32,
        }
    }

    fn reach(&self, place: Place) {
        let packed = u64::from(place.journal) << 32 | u64::from(place.part);
        self.place.store(packed, Ordering::Release);
    }
}

/// The parts of one journal in a row. Reading waits for the next part. When it is asked for more, what it has handed out has been
/// checked and taken over.
struct Tail<'t> {
    room: &'t Room,
    worker: &'t str,
    bell: &'t Bell,
    followed: &'t Followed,
    place: Place,
    unread: Cursor<Vec<u8>>,
}

impl Read for Tail<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.unread.read(bytes)?;
            if read > 0 || bytes.is_empty() {
                return Ok(read);
            }
            self.followed.reach(self.place.max(self.followed.place()));
            let [next, after] = self.place.next();
            let path = self.room.part(self.worker, next);
            if path.exists() {
                let file = self.room.bytes(&path).map_err(io::Error::other)?;
                let decoded = decode::<String>(PART, &file, MAX_PART);
                let (worker, part) = decoded.map_err(io::Error::other)?;
                if worker != self.worker {
                    return Err(io::Error::other(format!("it is a part of {worker}'s")));
                }
                self.unread = Cursor::new(part);
                self.place = next;
            } else if self.room.part(self.worker, after).exists() {
                return Ok(0);
            } else if self.bell.over.load(Ordering::Relaxed) {
                return Err(io::Error::other("nobody follows it any more"));
            } else {
                self.bell.wait();
            }
        }
    }
}

/// Follows one worker's journals, one after the other, until nobody wants to.
fn follow(room: &Room, solver: &Solver, worker: &str, bell: &Bell, followed: &Followed) {
    for journal in 1.. {
        let tail = || Tail {
            room,
            worker,
            bell,
            followed,
            place: Place { journal, part: 0 },
            unread: Cursor::default(),
        };
        if let Err(why) = solver.follow(tail) {
            if !bell.over.load(Ordering::Relaxed) {
                *lock(&followed.refused) = Some(why.to_string());
            }
            return;
        }
    }
}

/// All journals that a solver follows, each on a thread.
pub(crate) struct Following<'scope, 'env> {
    room: &'scope Room,
    solver: &'scope Solver,
    bell: &'scope Bell,
    scope: &'scope Scope<'scope, 'env>,
    /// The worker itself, which knows what it writes.
    own: Option<&'scope str>,
    journals: BTreeMap<String, Arc<Followed>>,
    /// The workers whose journals were refused, as far as somebody has heard of it.
    told: BTreeSet<String>,
}

impl<'scope, 'env> Following<'scope, 'env> {
    pub(crate) fn new(
        room: &'scope Room,
        solver: &'scope Solver,
        bell: &'scope Bell,
        scope: &'scope Scope<'scope, 'env>,
        own: Option<&'scope str>,
    ) -> Self {
        Self {
            room,
            solver,
            bell,
            scope,
            own,
            journals: BTreeMap::new(),
            told: BTreeSet::new(),
        }
    }

    /// Begins to follow the journals that are new, and wakes those who wait for parts.
    pub(crate) fn look(&mut self) -> Result<(), JobsError> {
        for path in self.room.files("journals")? {
            let Some(worker) = path.file_name().and_then(|name| name.to_str()) else {
                continue;
            };
            if Some(worker) == self.own || self.journals.contains_key(worker) {
                continue;
            }
            let followed = Arc::new(Followed::default());
            self.journals
                .insert(worker.to_owned(), Arc::clone(&followed));
            let (room, solver, bell) = (self.room, self.solver, self.bell);
            let worker = worker.to_owned();
            self.scope
                .spawn(move || follow(room, solver, &worker, bell, &followed));
        }
        self.bell.ring();
        Ok(())
    }

    /// Whether there are parts that have not been taken over.
    pub(crate) fn is_behind(&self) -> bool {
        self.journals.iter().any(|(worker, followed)| {
            let next = followed.place().next();
            lock(&followed.refused).is_none()
                && next
                    .iter()
                    .any(|&place| self.room.part(worker, place).exists())
        })
    }

    /// Whether a worker's journal has been taken over up to a place; or why it is refused.
    pub(crate) fn has_reached(&self, worker: &str, place: Place) -> Result<bool, String> {
        let Some(followed) = self.journals.get(worker) else {
            return Ok(place == Place::default());
        };
        match (followed.place() >= place, &*lock(&followed.refused)) {
            (true, _) => Ok(true),
            (false, None) => Ok(false),
            (false, Some(why)) => Err(why.clone()),
        }
    }

    /// Lists the workers whose journals have been refused since it was called last, with the reasons.
    pub(crate) fn newly_refused(&mut self) -> Vec<(String, String)> {
        let refused = self.journals.iter().filter_map(|(worker, followed)| {
            let why = lock(&followed.refused).clone()?;
            (!self.told.contains(worker)).then(|| (worker.clone(), why))
        });
        let refused: Vec<_> = refused.collect();
        let workers = refused.iter().map(|(worker, _)| worker.clone());
        self.told.extend(workers);
        refused
    }
}
