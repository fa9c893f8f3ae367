//! The memory of a call: how it is shared, and what goes when it is scarce.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use super::observer::Observer;
use super::sweeps::Sweeps;
use crate::state::Shared;
use crate::state::contest::Contest;

/// The sizes of a thread's own tables, in bytes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OwnTables {
    /// Proof numbers. Their table doubles at once.
    pub(crate) numbers: u64,
    /// The findings of iterative deepening. They grow bit by bit, except for a list of labels of up to 8 MB.
    pub(crate) findings: u64,
}

/// The memory of a process without the tables of its solver.
const PROGRAM: u64 = 32 << 20;

/// What a process leaves free at least until its tables make room for it: an eighth of a small budget.
const SPARE: u64 = 32 << 20;

/// Returns the use of a budget from which on a call ends.
fn most_of(budget: u64) -> u64 {
    budget / 128 * 127
}

/// A budget of memory, and what the tables use of it, in bytes.
///
/// What is dropped, and when, follows from the sizes of the tables, which are the same in each run of one thread. The memory
/// of the process differs from run to run. It counts only where it is much larger than the tables, because the
/// allocator cannot use what is free.
#[derive(Debug)]
pub(crate) struct MemoryBudget {
    budget: Option<u64>,
    /// Whether the process had exceeded the budget before the call.
    is_exceeded_before: bool,
    /// The numbers of all threads.
    numbers: AtomicU64,
    /// The findings of all threads.
    findings: AtomicU64,
    /// The size of the numbers when their tables may not grow any more.
    most_numbers: AtomicU64,
    limits: Mutex<Limits>,
}

/// The limits for claims and plays that follow from the budget, in bytes.
#[derive(Debug)]
struct Limits {
    /// The limit for claims.
    claims: u64,
    /// The limit for the plays of orbits.
    plays: u64,
    /// The size of the tables from which on both limits are lowered, once they have been.
    scarce: Option<u64>,
    /// The memory of the process from which on they are lowered, too.
    crowded: u64,
    /// The use from which on the call ends, once it has been looked at.
    most: Option<u64>,
    /// Whether tables that grow have a place in what the process has and does not use.
    reuses: bool,
}

/// The use of a budget at one time, in bytes.
#[derive(Clone, Copy)]
struct Usage {
    budget: u64,
    /// By the threads' own tables.
    own: u64,
    /// By all tables.
    tables: u64,
    /// By the whole process, if an observer measures it, without the growth of the proof numbers.
    process: Option<u64>,
    /// By the tables of proof numbers when they double.
    growing: u64,
}

impl MemoryBudget {
    pub(super) fn new(budget: Option<u64>, observer: &dyn Observer) -> Self {
        let all = budget.unwrap_or(u64::MAX);
        Self {
            budget,
            is_exceeded_before: budget
                .is_some_and(|budget| observer.memory() >= Some(most_of(budget))),
            numbers: AtomicU64::new(0),
            findings: AtomicU64::new(0),
            most_numbers: AtomicU64::new(0),
            limits: Mutex::new(Limits {
                claims: u64::MAX,
                plays: u64::MAX,
                scarce: None,
                crowded: all - (all / 32 * 3).max(SPARE.min(all / 8)),
                most: None,
                reuses: false,
            }),
        }
    }

    /// Notes the sizes of a thread's own tables, before and now.
    pub(super) fn note(&self, before: OwnTables, now: OwnTables) {
        for (sum, before, now) in [
            (&self.numbers, before.numbers, now.numbers),
            (&self.findings, before.findings, now.findings),
        ] {
            sum.fetch_add(now, Ordering::Relaxed);
            sum.fetch_sub(before, Ordering::Relaxed);
        }
    }

    /// Returns the sizes of the own tables of all threads.
    pub(super) fn of_all(&self) -> OwnTables {
        OwnTables {
            numbers: self.numbers.load(Ordering::Relaxed),
            findings: self.findings.load(Ordering::Relaxed),
        }
    }

    /// Shares the memory for proof numbers among `tables` tables, and returns how many each may hold. A table has a power of two of
    /// slots, each of `slot` bytes. All tables, with those of half the size that they grew from, take a tenth of the memory.
    pub(crate) fn share_numbers(&self, tables: usize, slot: u64) -> usize {
        let slots = (self.budget).map_or(1 << 25, |memory| memory / 10 / slot * 2 / 3);
        // Tables double when they are filled to seven eighths.
        let slots = 1_u64 << (slots / tables as u64).max(1 << 10).ilog2();
        let most = slots / 8 * 7;
        (self.most_numbers).store(tables as u64 * most * slot, Ordering::Relaxed);
        most as usize
    }

    /// Returns the bytes that each of `searches` searches may use for what iterative deepening finds, and as many for the labels
    /// of records: for each of the two, all searches together may use a quarter of the memory, or 256 MiB. With 1 GiB an
    /// expansion in a table of `EFzo` takes twice the time.
    pub(crate) fn max_findings(&self, searches: usize) -> u64 {
        self.budget.map_or(1 << 28, |memory| memory / 4) / searches as u64
    }

    /// Drops plays and claims when memory gets scarce. A sweep of the orbits comes first. Returns whether that is enough.
    ///
    /// The freed memory stays with the process, and later plays and claims use it. So once memory has been scarce,
    /// plays and claims are limited to three quarters of their size at that time. The limit falls further when other
    /// tables use up more of the rest, or when the process does: a sweep leaves memory free in pieces that suit no other table.
    pub(super) fn make_room<C: Contest<N>, const N: usize>(
        &self,
        shared: &Shared<C, N>,
        observer: &dyn Observer,
        sweeps: &Sweeps,
    ) -> bool {
        let Some(budget) = self.budget else {
            return true;
        };
        // One thread sweeps while the others search.
        let Ok(mut limits) = self.limits.try_lock() else {
            return true;
        };
        let mut usage = self.usage(budget, shared.bytes(), observer.memory());
        if limits.most.is_none() {
            usage = self.begin(&mut limits, usage, shared, sweeps);
        }
        let has_room = limits.have_room(usage);
        let (claims, plays) = (shared.table.bytes(), shared.orbits.plays.bytes());
        if has_room && limits.are_reached(usage) {
            // A sweep drops all plays, and their memory serves for claims.
            let quarters = if sweeps.ask(shared) { 4 } else { 3 };
            limits.claims = limits.claims.min(claims / 4 * quarters);
            limits.plays = limits.plays.min(plays / 4 * quarters);
        }
        if plays > limits.plays {
            shared.orbits.plays.forget();
        }
        if claims > limits.claims {
            shared.table.sweep(limits.claims / 4 * 3);
        }
        has_room
    }

    /// Sets the use from which on the call ends, at its first look. Earlier calls, a checkpoint or certificates may have left
    /// more than the budget: then it drops claims until the tables fit, and the process may stay as large as it is, because
    /// it does not give back what is free. Returns the use afterwards.
    fn begin<C: Contest<N>, const N: usize>(
        &self,
        limits: &mut Limits,
        before: Usage,
        shared: &Shared<C, N>,
        sweeps: &Sweeps,
    ) -> Usage {
        let budget = before.budget;
        let most = most_of(budget);
        limits.most = Some(most);
        if !self.is_exceeded_before && before.tables < most {
            return before;
        }
        sweeps.ask(shared);
        shared.orbits.plays.forget();
        let excess = before.tables.saturating_sub(before.for_tables() / 4 * 3);
        if excess > 0 {
            let claims = shared.table.bytes();
            shared.table.sweep(claims.saturating_sub(excess));
        }
        if let Some(process) = before.process {
            // What is free within the process may not suit new tables. But it should not grow in every call of a session.
            let rest = (budget / 4 * 5).saturating_sub(process);
            let more = rest.clamp(budget / 64, budget / 8);
            limits.most = Some(most.max(process + more));
            limits.reuses = true;
            limits.crowded = limits.crowded.max(process + budget / 16);
        }
        Usage {
            tables: shared.bytes() + before.own,
            ..before
        }
    }

    /// Returns the use of the budget. A table of numbers doubles at once, so a table of twice the size counts as used
    /// until it may not grow any more.
    fn usage(&self, budget: u64, shared: u64, process: Option<u64>) -> Usage {
        let OwnTables { numbers, findings } = self.of_all();
        // Seven eighths of its slots fit.
        let growing = match numbers < self.most_numbers.load(Ordering::Relaxed) {
            true => numbers / 7 * 16,
            false => 0,
        };
        let own = numbers + findings + growing;
        Usage {
            budget,
            own,
            tables: shared + own,
            process,
            growing,
        }
    }
}

impl Usage {
    /// Returns the part of the budget that the tables may use. The program takes the rest of a process, and so does memory
    /// that suits no table.
    fn for_tables(self) -> u64 {
        match self.process {
            Some(_) => self.budget / 16 * 15 - PROGRAM.min(self.budget / 4),
            None => self.budget,
        }
    }
}

impl Limits {
    /// Returns whether the call may go on.
    fn have_room(&self, usage: Usage) -> bool {
        let growing = if self.reuses { 0 } else { usage.growing };
        let all = usage.process.map_or(usage.tables, |bytes| bytes + growing);
        self.most.is_none_or(|most| all < most)
    }

    /// Returns whether claims and plays are to be limited further. If so, that is next the case when a quarter more of the rest
    /// is used.
    fn are_reached(&mut self, usage: Usage) -> bool {
        let Usage { budget, tables, .. } = usage;
        let for_tables = usage.for_tables();
        let is_scarce = tables >= self.scarce.unwrap_or(for_tables / 8 * 7);
        if is_scarce {
            let rest = for_tables.saturating_sub(tables);
            // Beyond their part only the memory of the process stops the tables.
            self.scarce = Some(tables + (rest / 4).max(budget / 256));
        }
        let process = usage.process.map(|process| process + usage.growing);
        let crowded = process.filter(|&process| process >= self.crowded);
        if let Some(process) = crowded {
            self.crowded = process + (budget.saturating_sub(process) / 4).max(1);
        }
        is_scarce || crowded.is_some()
    }
}
