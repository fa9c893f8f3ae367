//! Counting and stopping: one watch for all threads of one call.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Budget;
use super::clock::Clock;
use super::observer::{Observer, Progress};
use super::stopped::Stopped;
use crate::state::Shared;
use crate::state::contest::Contest;

/// The most expansions of an attempt at a question before others are asked.
const MAX_ATTEMPT: u64 = 1_000_000;

/// The fewest expansions of an attempt: with fewer, nothing is settled.
const MIN_ATTEMPT: u64 = 10_000;

/// Expansions of one thread that the watch does not know of yet.
#[derive(Debug, Default)]
pub(crate) struct Ticket {
    pending: u64,
    /// Bytes of the thread's own tables that the watch counts.
    bytes: u64,
}

/// Counts expansions and says when to stop.
pub(crate) struct Watch<'o> {
    budget: Budget,
    clock: Clock<'o>,
    /// Expansions between two looks at clock and observer.
    quantum: u64,
    expansions: AtomicU64,
    /// Expansions when budgets and observer were last looked at.
    checked: AtomicU64,
    /// Bytes of all threads' own tables.
    bytes: AtomicU64,
    done: AtomicU64,
    total: u64,
    max_numbers: usize,
    room: Mutex<Room>,
}

/// What a memory budget leaves room for, in bytes.
#[derive(Debug)]
struct Room {
    /// How many claims may take.
    claims: u64,
    /// How many the plays of orbits may take.
    plays: u64,
    /// From how many on, in all, both may take less.
    scarce: u64,
}

impl<'o> Watch<'o> {
    /// Starts the clock of a call that is to solve `total` positions.
    pub(crate) fn start(
        budget: Budget,
        observer: &'o dyn Observer,
        points: usize,
        total: u64,
    ) -> Self {
        // An expansion has up to as many plays as points, and a play costs up to as much as there are points.
        let quantum = ((1 << 18) / (points * points + 1) as u64).clamp(1, 1024);
        Self {
            budget,
            clock: Clock::start(budget, observer),
            quantum: budget
                .nodes
                .unwrap_or(u64::MAX)
                .div_ceil(16)
                .clamp(1, quantum),
            expansions: AtomicU64::new(0),
            checked: AtomicU64::new(0),
            bytes: AtomicU64::new(0),
            done: AtomicU64::new(0),
            total,
            max_numbers: max_numbers(budget.memory),
            room: Mutex::new(Room {
                claims: u64::MAX,
                plays: u64::MAX,
                scarce: budget.memory.unwrap_or(u64::MAX) / 8 * 7,
            }),
        }
    }

    /// Counts an expansion that is about to be made; `false` if it must not be.
    #[inline]
    pub(crate) fn expand<C: Contest<N>, const N: usize>(
        &self,
        ticket: &mut Ticket,
        shared: &Shared<C, N>,
        bytes: u64,
    ) -> bool {
        ticket.pending += 1;
        if ticket.pending >= self.quantum {
            self.settle(ticket, bytes);
            self.check(shared);
        }
        self.clock.stopped().is_none()
    }

    /// Takes over what a thread has counted; its own tables now take `bytes`.
    pub(crate) fn settle(&self, ticket: &mut Ticket, bytes: u64) {
        self.expansions.fetch_add(ticket.pending, Ordering::Relaxed);
        ticket.pending = 0;
        self.bytes.fetch_add(bytes, Ordering::Relaxed);
        self.bytes.fetch_sub(ticket.bytes, Ordering::Relaxed);
        ticket.bytes = bytes;
    }

    /// Counts positions that an earlier run has done.
    pub(crate) fn resume(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }

    /// Hears that a position is done. Easy positions never count up to a look at budgets and observer, so it is
    /// looked here now and then, while something is left to stop.
    pub(crate) fn done<C: Contest<N>, const N: usize>(&self, shared: &Shared<C, N>) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let checked = self.checked.load(Ordering::Relaxed);
        let unchecked = self.expansions().saturating_sub(checked);
        if done < self.total && (unchecked >= self.quantum || done.is_multiple_of(16)) {
            self.check(shared);
        } else {
            self.clock.observer().on_progress(&self.progress(shared));
        }
    }

    /// Counts the positions that are done.
    pub(crate) fn solved(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    pub(crate) fn expansions(&self) -> u64 {
        self.expansions.load(Ordering::Relaxed)
    }

    #[inline]
    pub(crate) fn stopped(&self) -> Option<Stopped> {
        self.clock.stopped()
    }

    pub(crate) fn stop(&self, why: Stopped) {
        self.clock.stop(why);
    }

    /// How many proof numbers a table keeps at most: as fill a table of a power of two slots, which with its smaller
    /// self, from which it grew, takes a tenth of the memory.
    pub(crate) fn max_numbers(&self) -> usize {
        self.max_numbers
    }

    /// How many expansions a question gets in the first attempt and in the second, before others are asked: easier
    /// targets narrow the bracket, and what is proved for them helps with the hard ones.
    pub(crate) fn attempts(&self) -> [u64; 2] {
        self.budget.nodes.map_or([MAX_ATTEMPT; 2], |nodes| {
            [nodes / 8, nodes / 32].map(|share| share.clamp(MIN_ATTEMPT, MAX_ATTEMPT))
        })
    }

    /// Looks at every budget and at the observer.
    pub(crate) fn check<C: Contest<N>, const N: usize>(&self, shared: &Shared<C, N>) {
        let expansions = self.expansions();
        let before = self.checked.fetch_max(expansions, Ordering::Relaxed);
        // What earlier calls have spent counts together with what this one had at the last look.
        let spent = expansions.max(self.budget.spent + before);
        if self.budget.nodes.is_some_and(|nodes| spent >= nodes) {
            self.stop(Stopped::Nodes);
        }
        if shared.names_run_out() {
            self.stop(Stopped::Memory);
        }
        if let Some(limit) = self.budget.memory {
            self.make_room(shared, limit);
        }
        // The watch has the reason to stop, if there is one.
        let _ = self.clock.look(&self.progress(shared));
    }

    /// Forgets plays and drops claims when memory gets scarce, and stops if that is not enough.
    ///
    /// What is freed stays with the process, ready for the next of them. So once memory has been scarce, they may
    /// take no more than three quarters of what they took then, until still more of what is left is used up by
    /// something else.
    fn make_room<C: Contest<N>, const N: usize>(&self, shared: &Shared<C, N>, limit: u64) {
        // One thread sweeps while the others search.
        let Ok(mut room) = self.room.try_lock() else {
            return;
        };
        let tables = shared.bytes() + self.bytes.load(Ordering::Relaxed);
        let used = self.clock.observer().memory().unwrap_or(tables);
        let (claims, plays) = (shared.table.bytes(), shared.orbits.bytes_of_plays());
        if used >= limit / 64 * 63 {
            self.stop(Stopped::Memory);
        } else if used >= room.scarce {
            room.claims = room.claims.min(claims / 4 * 3);
            room.plays = room.plays.min(plays / 4 * 3);
            room.scarce = used + (limit - used) / 4;
        }
        if plays > room.plays {
            shared.orbits.forget_plays();
        }
        if claims > room.claims {
            shared.table.sweep(room.claims / 4 * 3);
        }
    }

    fn progress<C: Contest<N>, const N: usize>(&self, shared: &Shared<C, N>) -> Progress {
        Progress {
            expansions: self.budget.spent + self.expansions(),
            claims: shared.table.made(),
            done: self.done.load(Ordering::Relaxed),
            total: self.total,
        }
    }
}

fn max_numbers(memory: Option<u64>) -> usize {
    const SLOT: u64 = 17;
    let slots = memory.map_or(1 << 25, |memory| memory / 10 / SLOT * 2 / 3);
    // Tables double when they are filled to seven eighths.
    let slots = 1_u64 << slots.max(1 << 10).ilog2();
    (slots / 8 * 7) as usize
}
