//! The watch: counts expansions and stops all threads of one call.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

use super::Budget;
use super::clock::Clock;
use super::observer::{Memory, Observer, Progress};
use super::stopped::Stopped;
use crate::bracket::Score;
use crate::effort::Effort;
use crate::state::Shared;
use crate::state::contest::Contest;
use crate::state::leases::Outlook;

/// Expansions of one thread that are not yet reported to the watch.
#[derive(Debug, Default)]
pub(crate) struct Ticket {
    pending: u64,
    /// The thread's own tables, as last reported to the watch.
    own: OwnTables,
}

/// The sizes of a thread's own tables, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OwnTables {
    /// Proof numbers. Their table doubles at once.
    pub(crate) numbers: u64,
    /// The findings of iterative deepening, which grow bit by bit.
    pub(crate) findings: u64,
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
    /// The bytes of the numbers of all threads.
    numbers: AtomicU64,
    /// The bytes of the findings of all threads.
    findings: AtomicU64,
    /// The bytes of the numbers when their tables may not grow any more.
    most_numbers: AtomicU64,
    done: AtomicU64,
    total: u64,
    question: Mutex<Option<(Score, Effort)>>,
    limits: Mutex<MemoryLimits>,
    /// Whether all searches are to pause for a sweep.
    wants_sweep: AtomicBool,
    /// Whether a sweep was due and a checkpoint that was being saved has prevented it.
    is_delayed: AtomicBool,
    /// The number of sweeps so far.
    sweeps: AtomicU64,
    /// The number of orbits after the last one.
    swept: AtomicUsize,
    /// The number of claims made until the last one.
    made: AtomicU64,
}

/// The limits for claims and plays that follow from a memory budget, in bytes.
#[derive(Debug)]
struct MemoryLimits {
    /// The limit for claims.
    claims: u64,
    /// The limit for the plays of orbits.
    plays: u64,
    /// The total use above which both limits are lowered.
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
            numbers: AtomicU64::new(0),
            findings: AtomicU64::new(0),
            most_numbers: AtomicU64::new(0),
            done: AtomicU64::new(0),
            total,
            question: Mutex::default(),
            limits: Mutex::new(MemoryLimits {
                claims: u64::MAX,
                plays: u64::MAX,
                scarce: budget.memory.unwrap_or(u64::MAX) / 8 * 7,
            }),
            wants_sweep: AtomicBool::new(false),
            is_delayed: AtomicBool::new(false),
            sweeps: AtomicU64::new(0),
            swept: AtomicUsize::new(0),
            made: AtomicU64::new(0),
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

    /// Notes the target of the question at the root, and the prover's numbers there.
    pub(crate) fn ask(&self, target: i16, numbers: Effort) {
        // If another thread holds the lock, its note serves as well.
        if let Ok(mut noted) = self.question.try_lock() {
            *noted = Some((target.into(), numbers));
        }
    }

    /// Notes that the question at the root has no numbers.
    pub(crate) fn ask_without_numbers(&self) {
        if let Ok(mut noted) = self.question.try_lock() {
            *noted = None;
        }
    }

    /// Adds the expansions that a thread has counted, and notes the sizes of its own tables.
    pub(crate) fn settle(&self, ticket: &mut Ticket, own: OwnTables) {
        self.expansions.fetch_add(ticket.pending, Ordering::Relaxed);
        ticket.pending = 0;
        let before = std::mem::replace(&mut ticket.own, own);
        for (sum, before, now) in [
            (&self.numbers, before.numbers, own.numbers),
            (&self.findings, before.findings, own.findings),
        ] {
            sum.fetch_add(now, Ordering::Relaxed);
            sum.fetch_sub(before, Ordering::Relaxed);
        }
    }

    /// Counts positions that an earlier run has done.
    pub(crate) fn resume(&self, done: u64) {
        self.done.store(done, Ordering::Relaxed);
    }

    /// Counts a finished position. Easy positions take too few expansions to reach a check of budgets and observer, so
    /// this method checks them now and then, while positions are left.
    pub(crate) fn done<C: Contest<N>, const N: usize>(&self, shared: &Shared<C, N>) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let checked = self.checked.load(Ordering::Relaxed);
        let unchecked = self.expansions().saturating_sub(checked);
        if done < self.total && (unchecked >= self.quantum || done.is_multiple_of(16)) {
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

    /// Shares the memory for proof numbers among `tables` tables, and returns how many each may hold. A table has a power of two of
    /// slots, each of `slot` bytes. All tables, with those of half the size that they grew from, take a tenth of the memory.
    pub(crate) fn share_numbers(&self, tables: usize, slot: u64) -> usize {
        let slots = (self.budget.memory).map_or(1 << 25, |memory| memory / 10 / slot * 2 / 3);
        // Tables double when they are filled to seven eighths.
        let slots = 1_u64 << (slots / tables as u64).max(1 << 10).ilog2();
        let most = slots / 8 * 7;
        (self.most_numbers).store(tables as u64 * most * slot, Ordering::Relaxed);
        most as usize
    }

    /// Returns the bytes that each of `searches` searches may use for what iterative deepening finds: all together a quarter of
    /// the memory, or 256 MiB, the labels of records not counted. With 1 GiB an expansion in a table of `EFzo` takes twice the time.
    pub(crate) fn max_findings(&self, searches: usize) -> u64 {
        self.budget.memory.map_or(1 << 28, |memory| memory / 4) / searches as u64
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
        if shared.names_run_out() {
            self.stop_unless_soon_swept(shared, Stopped::Names);
        } else if shared.names_run_short() || self.orbits_are_many(shared) {
            self.ask_for_sweep(shared);
        }
        // To ask the system for the memory takes longer than an expansion of a coalition game.
        let is_due = C::ALTERNATES || expansions / 16 > before / 16;
        if let Some(limit) = self.budget.memory.filter(|_| is_due) {
            self.make_room(shared, limit);
        }
        // The clock keeps the reason to stop, if there is one.
        let _ = self.clock.check(&self.progress(shared));
    }

    /// Tells whether orbits take so much memory that claims could lack it later: the slots stay with the process. Where no claim
    /// has been made since the last sweep, a sweep would only make the search repeat itself.
    fn orbits_are_many<C: Contest<N>, const N: usize>(&self, shared: &Shared<C, N>) -> bool {
        let most = self.budget.memory.unwrap_or(u64::MAX) / 4;
        shared.orbits.bytes_in_use() > most
            && shared.table.made() > self.made.load(Ordering::Relaxed)
    }

    /// Asks the searches to pause for a sweep, if there can be one and there are a quarter more orbits than after the last.
    fn ask_for_sweep<C: Contest<N>, const N: usize>(&self, shared: &Shared<C, N>) -> bool {
        if !self.has_grown(shared) {
            return false;
        }
        let outlook = shared.leases.outlook();
        match outlook {
            Outlook::Now => self.wants_sweep.store(true, Ordering::Relaxed),
            Outlook::Soon => self.is_delayed.store(true, Ordering::Relaxed),
            Outlook::Unknown => {}
        }
        outlook == Outlook::Now
    }

    fn has_grown<C: Contest<N>, const N: usize>(&self, shared: &Shared<C, N>) -> bool {
        shared.orbits.slots.in_use() / 5 * 4 > self.swept.load(Ordering::Relaxed)
    }

    /// Stops the searches, unless a sweep is due, or would be but for a checkpoint. The searches then pause until the checkpoint
    /// is saved, if it is not saved yet, and sweep.
    fn stop_unless_soon_swept<C: Contest<N>, const N: usize>(
        &self,
        shared: &Shared<C, N>,
        why: Stopped,
    ) {
        // Another racer may have asked for the sweep just before the checkpoint was saved.
        let may_sweep = || match shared.leases.outlook() {
            Outlook::Now => self.is_delayed.load(Ordering::Relaxed),
            Outlook::Soon => true,
            Outlook::Unknown => false,
        };
        match self.wants_sweep() || self.has_grown(shared) && may_sweep() {
            true => self.wants_sweep.store(true, Ordering::Relaxed),
            false => self.stop(why),
        }
    }

    /// Returns whether all searches are to pause for a sweep.
    #[inline]
    pub(crate) fn wants_sweep(&self) -> bool {
        self.wants_sweep.load(Ordering::Relaxed)
    }

    /// Counts the sweeps so far.
    pub(crate) fn sweeps(&self) -> u64 {
        self.sweeps.load(Ordering::Relaxed)
    }

    /// Lets all searches go on. The next sweep is due when there are a quarter more orbits, or at once if this one is not over,
    /// because another lease has prevented it.
    pub(crate) fn end_sweep<C: Contest<N>, const N: usize>(
        &self,
        shared: &Shared<C, N>,
        is_over: bool,
    ) {
        if is_over {
            (self.swept).store(shared.orbits.slots.in_use(), Ordering::Relaxed);
            (self.made).store(shared.table.made(), Ordering::Relaxed);
        }
        self.sweeps.fetch_add(1, Ordering::Relaxed);
        self.is_delayed.store(false, Ordering::Relaxed);
        self.wants_sweep.store(false, Ordering::Relaxed);
    }

    /// Drops plays and claims when memory gets scarce, and stops if that is not enough. A sweep of the orbits comes first.
    ///
    /// The freed memory stays with the process, and later plays and claims use it. So once memory has been scarce,
    /// plays and claims are limited to three quarters of their size at that time. The limit falls further when other
    /// tables use up more of the rest.
    fn make_room<C: Contest<N>, const N: usize>(&self, shared: &Shared<C, N>, limit: u64) {
        // One thread sweeps while the others search.
        let Ok(mut limits) = self.limits.try_lock() else {
            return;
        };
        let numbers = self.numbers.load(Ordering::Relaxed);
        let findings = self.findings.load(Ordering::Relaxed);
        let tables = shared.bytes() + numbers + findings;
        // A table of numbers doubles at once, so a table of twice the size counts as used until it may not grow any more.
        // Seven eighths of its slots fit.
        let growing = match numbers < self.most_numbers.load(Ordering::Relaxed) {
            true => numbers / 7 * 16,
            false => 0,
        };
        let used = self.clock.observer.memory().unwrap_or(tables) + growing;
        let (claims, plays) = (shared.table.bytes(), shared.orbits.bytes_of_plays());
        if used >= limit / 128 * 127 {
            self.stop_unless_soon_swept(shared, Stopped::Memory);
        } else if used >= limits.scarce {
            // A sweep drops all plays, and their memory serves for claims.
            let quarters = if self.ask_for_sweep(shared) { 4 } else { 3 };
            limits.claims = limits.claims.min(claims / 4 * quarters);
            limits.plays = limits.plays.min(plays / 4 * quarters);
            limits.scarce = used + (limit - used) / 4;
        }
        if plays > limits.plays {
            shared.orbits.forget_plays();
        }
        if claims > limits.claims {
            shared.table.sweep(limits.claims / 4 * 3);
        }
    }

    fn progress<C: Contest<N>, const N: usize>(&self, shared: &Shared<C, N>) -> Progress {
        Progress {
            expansions: self.budget.spent + self.expansions(),
            claims: shared.table.made(),
            done: self.done.load(Ordering::Relaxed),
            total: self.total,
            question: self.question.lock().ok().and_then(|question| *question),
            memory: Memory {
                orbits: shared.orbits.bytes(),
                plays: shared.orbits.bytes_of_plays(),
                claims: shared.table.bytes() + self.findings.load(Ordering::Relaxed),
                derivations: shared.table.derivations(),
                numbers: self.numbers.load(Ordering::Relaxed),
            },
        }
    }
}
