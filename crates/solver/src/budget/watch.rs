//! The watch: counts expansions and stops all threads of one call.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Budget;
use super::clock::Clock;
use super::memory::{MemoryBudget, OwnTables};
use super::observer::{Memory, Observer, Progress};
use super::stopped::Stopped;
use super::sweeps::Sweeps;
use crate::bracket::Score;
use crate::effort::Effort;
use crate::state::Shared;
use crate::state::contest::Contest;

/// Expansions of one thread that are not yet reported to the watch.
#[derive(Debug, Default)]
pub(crate) struct Ticket {
    pending: u64,
    /// The thread's own tables, as last reported to the watch.
    own: OwnTables,
}

/// Counts expansions and stops the threads.
pub(crate) struct Watch<'o> {
    budget: Budget,
    clock: Clock<'o>,
    /// The number of expansions between two checks of clock and observer.
    quantum: u64,
    expansions: AtomicU64,
    /// The number of expansions at the last check of budgets and observer.
    checked: AtomicU64,
    done: AtomicU64,
    total: u64,
    question: Mutex<Option<(Score, Effort)>>,
    pub(crate) memory: MemoryBudget,
    pub(crate) sweeps: Sweeps,
}

impl<'o> Watch<'o> {
    /// Starts the clock of a call that is to solve `total` positions.
    pub(crate) fn start(
        budget: Budget,
        observer: &'o dyn Observer,
        points: usize,
        total: u64,
    ) -> Self {
        // An expansion has at most one play for each point, and the cost of a play is at most proportional to the
        // number of points.
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
            done: AtomicU64::new(0),
            total,
            question: Mutex::default(),
            memory: MemoryBudget::new(budget.memory, observer),
            sweeps: Sweeps::default(),
        }
    }

    /// Counts an expansion before it is made; `false` if it must not be made.
    ///
    /// In a coalition game every expansion is checked: the bounds of a new coloring may enumerate thousands of others,
    /// so a hundred expansions can take seconds.
    #[inline]
    pub(crate) fn expand<C: Contest<N>, const N: usize>(
        &self,
        ticket: &mut Ticket,
        shared: &Shared<C, N>,
        own: OwnTables,
    ) -> bool {
        ticket.pending += 1;
        if ticket.pending >= self.quantum || !C::ALTERNATES {
            self.settle(ticket, own);
            self.check(shared);
        }
        self.clock.stopped().is_none()
    }

    /// Notes the target of the question at the root and the prover's numbers there; `None` if it has no numbers.
    pub(crate) fn ask(&self, question: Option<(i16, Effort)>) {
        // If another thread holds the lock, its note serves as well.
        if let Ok(mut noted) = self.question.try_lock() {
            *noted = question.map(|(target, numbers)| (target.into(), numbers));
        }
    }

    /// Adds the expansions that a thread has counted, and notes the sizes of its own tables.
    pub(crate) fn settle(&self, ticket: &mut Ticket, own: OwnTables) {
        self.expansions.fetch_add(ticket.pending, Ordering::Relaxed);
        ticket.pending = 0;
        let before = std::mem::replace(&mut ticket.own, own);
        self.memory.note(before, own);
    }

    /// Counts positions that an earlier run has done.
    pub(crate) fn resume(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }

    /// Counts a finished position. Easy positions take too few expansions to reach a check of budgets and observer, so
    /// this method checks them now and then, while positions are left.
    pub(crate) fn done<C: Contest<N>, const N: usize>(&self, shared: &Shared<C, N>) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if done < self.total && (self.is_due() || done.is_multiple_of(16)) {
            self.check(shared);
        } else {
            self.clock.observer.on_progress(&self.progress(shared));
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

    /// Stops a call whose time is over, or whose observer requests it, before its first expansions.
    pub(crate) fn look(&self) {
        self.clock.look();
    }

    /// Tells whether some more bytes would exceed the memory of the process, if it has a limit and can be measured.
    pub(crate) fn exceeds(&self, bytes: u64) -> bool {
        let used = self.clock.observer.memory();
        (self.budget.memory.zip(used)).is_some_and(|(most, used)| used + bytes > most)
    }

    /// Checks every budget and the observer.
    pub(crate) fn check<C: Contest<N>, const N: usize>(&self, shared: &Shared<C, N>) {
        let expansions = self.expansions();
        let before = self.checked.fetch_max(expansions, Ordering::Relaxed);
        // After earlier calls, the count of this call lags by one check, so the call ends a little later than it could.
        // Results of batches depend on where a call ends, so this must not change.
        let spent = expansions.max(self.budget.spent + before);
        if self.budget.nodes.is_some_and(|nodes| spent >= nodes) {
            self.stop(Stopped::Nodes);
        }
        let findings = self.memory.of_all().findings;
        if shared.names_run_out() {
            if !self.sweeps.demand(shared, findings) {
                self.stop(Stopped::Names);
            }
        } else if shared.names_run_short() || self.orbits_are_many(shared) {
            self.sweeps.ask(shared);
        }
        // To ask the system for the memory takes longer than an expansion of a coalition game.
        let is_due = C::ALTERNATES || expansions / 16 > before / 16;
        let has_room =
            !is_due || (self.memory).make_room(shared, self.clock.observer, &self.sweeps);
        if !(has_room || self.sweeps.demand(shared, findings)) {
            self.stop(Stopped::Memory);
        }
        // The clock keeps the reason to stop, if there is one.
        let _ = self.clock.check(&self.progress(shared));
    }

    /// Does the same after a short question: questions that each take fewer expansions than lie between two checks would
    /// never reach one.
    pub(crate) fn check_if_due<C: Contest<N>, const N: usize>(&self, shared: &Shared<C, N>) {
        if self.is_due() {
            self.check(shared);
        }
    }

    /// Tells whether as many expansions as between two checks have been counted since the last one.
    fn is_due(&self) -> bool {
        let checked = self.checked.load(Ordering::Relaxed);
        self.expansions().saturating_sub(checked) >= self.quantum
    }

    /// Tells whether orbits take so much memory that claims could lack it later: the slots stay with the process. Where no claim
    /// has been made since the last sweep, a sweep would only make the search repeat itself.
    fn orbits_are_many<C: Contest<N>, const N: usize>(&self, shared: &Shared<C, N>) -> bool {
        let most = self.budget.memory.unwrap_or(u64::MAX) / 4;
        shared.orbits.bytes_in_use() > most && shared.table.made() > self.sweeps.made()
    }

    fn progress<C: Contest<N>, const N: usize>(&self, shared: &Shared<C, N>) -> Progress {
        let own = self.memory.of_all();
        Progress {
            expansions: self.budget.spent + self.expansions(),
            claims: shared.table.made(),
            done: self.done.load(Ordering::Relaxed),
            total: self.total,
            question: self.question.lock().ok().and_then(|question| *question),
            memory: Memory {
                orbits: shared.orbits.bytes(),
                plays: shared.orbits.plays.bytes(),
                claims: shared.table.bytes() + own.findings,
                derivations: shared.table.derivations(),
                numbers: own.numbers,
            },
        }
    }
}
