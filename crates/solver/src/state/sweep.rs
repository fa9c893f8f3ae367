//! The sweep: drops the orbits that nothing needs any more.
//!
//! A search meets four or five times as many orbits as it expands. Most of them are never needed again, or not for a long
//! time, and are met anew then. An orbit is needed if
//!
//! * a claim is about it, or a condition of a claim names it;
//! * the derivation of such a claim names it, if proofs are kept;
//! * a search has proof numbers for it;
//! * it belongs to the history of the question that is asked.
//!
//! Nothing else may hold the name of a dropped orbit, because another orbit gets that name. Code that keeps names takes a
//! [`Lease`]. A search sweeps only if its own lease is the only one. It first forgets the findings of iterative deepening.

use std::sync::Arc;

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

use super::contest::Contest;
use super::index::OrbitId;
use super::leases::Lease;
use super::{Root, Shared};
use crate::claims::origin::{Ground, How, Link, Origin, Reply};

/// The orbits that are needed, by number.
struct Needed {
    orbits: FixedBitSet,
    /// The origins that were looked through. They stay where they are during a sweep.
    seen: FxHashSet<*const Origin>,
    /// The size of these origins.
    bytes: u64,
}

impl<C: Contest<N>, const N: usize> Shared<C, N> {
    /// Unless another lease is out, drops the orbits that nothing needs and all plays, and counts the sizes of all claims
    /// again. The caller's names are those in `root` and the orbits that `remembered` returns. Returns whether there was a
    /// sweep.
    pub(crate) fn sweep<I: Iterator<Item = OrbitId>>(
        &self,
        lease: &mut Lease<'_>,
        root: &Root,
        remembered: impl FnOnce() -> I,
    ) -> bool {
        lease.if_single(|| {
            let remembered = remembered();
            if let Some(first) = &self.before_sweep {
                first.before_sweep(self);
            }
            let mut kept = FixedBitSet::with_capacity(self.orbits.slots.len());
            let of_root = root
                .records
                .iter()
                .map(|&record| self.orbits.packing.orbit(record));
            for orbit in remembered.chain(of_root).chain([root.state.orbit]) {
                kept.insert(orbit as usize);
            }
            self.orbits.retain(&self.needed(kept.clone()));
            // Where claims name too many, the least useful ones go. If the derivations of the others name almost all of their
            // orbits, that is in vain: the search goes on with less room, as long as it is enough.
            let slots = &self.orbits.slots;
            let (half, enough) = (slots.most() / 2, slots.most() / 8 * 5);
            let mut in_use = slots.in_use();
            while self.table.count_again() > 0 && in_use > half {
                let before = in_use;
                self.table.sweep(self.table.bytes() / 4 * 3);
                self.orbits.retain(&self.needed(kept.clone()));
                in_use = slots.in_use();
                if in_use <= enough && before - in_use < before / 16 {
                    break;
                }
            }
            true
        })
    }

    /// Adds the orbits that claims need. Derivations that a log has count no more.
    fn needed(&self, orbits: FixedBitSet) -> FixedBitSet {
        let mut needed = Needed {
            orbits,
            seen: FxHashSet::default(),
            bytes: 0,
        };
        let mut of_claims = 0;
        self.table.for_each(|slot, claim| {
            needed.orbit(self.of_slot(slot).0);
            for record in claim.records() {
                needed.orbit(self.orbits.packing.orbit(record));
            }
            match &claim.origin {
                Some(origin) if origin.is_logged() => origin.count_no_replies(),
                Some(origin) => {
                    of_claims += origin.bytes();
                    needed.origin(origin);
                }
                None => {}
            }
        });
        for ((slot, _), ground) in &*self.proved() {
            needed.orbit(self.of_slot(*slot).0);
            if let Ground::Claim(origin) = ground {
                needed.origin(origin);
            }
        }
        self.table
            .note_derivations(needed.bytes.saturating_sub(of_claims));
        needed.orbits
    }
}

impl Needed {
    fn orbit(&mut self, orbit: OrbitId) {
        self.orbits.insert(orbit as usize);
    }

    /// Adds the orbits that a derivation names, and those of the derivations under it, unless a log has them.
    fn origin(&mut self, origin: &Arc<Origin>) {
        let mut waiting = vec![Arc::clone(origin)];
        while let Some(origin) = waiting.pop() {
            if origin.is_logged() || !self.seen.insert(Arc::as_ptr(&origin)) {
                continue;
            }
            self.bytes += origin.bytes();
            let mut follow = |link: &Link| {
                self.orbits.insert(link.orbit as usize);
                if let Ground::Claim(under) = &link.origin {
                    waiting.push(Arc::clone(under));
                }
            };
            match &*origin.how() {
                How::Choice(link) => follow(link),
                How::Replies(replies) => {
                    for reply in replies {
                        match reply {
                            Reply::Answered(link) => follow(link),
                            Reply::Blocked(_) => {}
                        }
                    }
                }
                How::Logged => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::sync::mpsc::{Sender, channel};
    use std::thread;
    use std::time::Duration;

    use koproof_rules::{Board, Coloring, Player, Ruleset};
    use koproof_verify::{Bound, Form, Position, Statement, check, never_stop};

    use super::*;
    use crate::bracket::Bracket;
    use crate::budget::Budget;
    use crate::budget::observer::{Nobody, Observer, Progress};
    use crate::budget::watch::Watch;
    use crate::certificates::archive::Archive;
    use crate::certificates::{Thesis, write};
    use crate::options::{Options, Proofs};
    use crate::search::valuer::Valuer;
    use crate::state::leases::BeforeSweep;
    use crate::state::orbits::Slots;

    /// Prepares for a board with at most so many orbits at a time.
    fn small(board: &Board, proofs: Proofs, most: usize) -> Shared {
        let options = Options {
            proofs,
            ..Options::default()
        };
        let mut shared = Shared::of_board(board, Ruleset::NSTT, options).expect("a small board");
        shared.orbits.slots = Slots::new(most);
        shared
    }

    /// Solves 3x5 with names for so many orbits, and certifies its lower bound. Without a limit the search meets 60,936
    /// orbits in 41,577 expansions. Value: van der Werf's table (`cli/data`). Returns the derivations of dropped claims after
    /// the last sweep, in bytes.
    fn derivations_of_dropped_claims(most: usize, file: Option<File>) -> u64 {
        let board: Board = "3x5".parse().expect("a board");
        let mut shared = small(&board, Proofs::Keep, most);
        let archive = file.map(|file| Arc::new(Archive::in_parts_of(64, &board, &shared, file)));
        if let Some(archive) = &archive {
            shared.before_sweep = Some(Arc::clone(archive) as Arc<dyn BeforeSweep<Shared>>);
        }
        let watch = Watch::start(Budget::nodes(150_000), &Nobody, 15, 1);
        let root = shared.start(Coloring::EMPTY, Player::BLACK);
        let mut valuer = Valuer::alone(&shared, &watch);
        let value = valuer.bracket(&root);
        assert_eq!(value, Bracket::exactly(15), "{:?}", watch.stopped());
        assert!(watch.sweeps.count() > 2 && shared.orbits.slots.len() <= most);
        // A derivation with the name of another orbit would be refused.
        let (_, proof) = valuer.try_once(&root, 15, 0).expect("it was proved");
        let thesis = Thesis {
            state: root.state,
            bound: Bound::AtLeast(15),
            origin: proof.origin(),
        };
        let statement = Statement::Position(Position {
            start: Coloring::EMPTY,
            to_move: Player::BLACK,
            moves: Vec::new(),
            at_least: Some(15),
            at_most: None,
        });
        let output = (Vec::new(), Form::Text);
        let written = match &archive {
            Some(archive) => archive.write(&board, &shared, statement, &[thesis], output, &Nobody),
            None => write(&board, &shared, statement, &[thesis], output, &Nobody),
        };
        let (certificate, _) = written.expect("memory takes everything");
        let checked = check(certificate.as_slice(), &mut never_stop).expect("it is a proof");
        assert_eq!(checked.proved.len(), 1);
        shared.table.derivations()
    }

    #[test]
    fn a_board_is_solved_and_certified_with_names_for_two_fifths_of_its_orbits() {
        // The proofs of the claims that were kept rest on dropped ones.
        assert!(derivations_of_dropped_claims(25_000, None) > 10_000);
    }

    #[test]
    fn with_an_archive_no_derivation_of_a_dropped_claim_stays_in_memory() {
        let file = tempfile::tempfile().expect("a directory for temporary files");
        assert_eq!(derivations_of_dropped_claims(25_000, Some(file)), 0);
    }

    #[test]
    fn an_archive_works_on_where_its_file_cannot_be_written() {
        let file = tempfile::NamedTempFile::new().expect("a directory for temporary files");
        let read_only = File::open(file.path()).expect("it was just made");
        assert_eq!(derivations_of_dropped_claims(25_000, Some(read_only)), 0);
        assert_eq!(file.as_file().metadata().expect("it is open").len(), 0);
    }

    #[test]
    fn there_is_no_sweep_while_somebody_else_holds_names() {
        let board: Board = "2x3".parse().expect("a board");
        let shared = small(&board, Proofs::Forget, 1_000);
        let root = shared.start(Coloring::EMPTY, Player::BLACK);
        let other = shared.start(
            Coloring::from_symbols("X.....").expect("a coloring"),
            Player::WHITE,
        );
        assert_eq!(shared.orbits.slots.in_use(), 2);
        let mut own = shared.leases.take();
        let lease = shared.leases.take();
        let mut sweep = |root: &Root, remembered: &[OrbitId]| {
            let is_swept = shared.sweep(&mut own, root, || remembered.iter().copied());
            (is_swept, shared.orbits.slots.in_use())
        };
        assert_eq!(sweep(&root, &[]), (false, 2));
        drop(lease);
        assert_eq!(sweep(&root, &[other.state.orbit]), (true, 2));
        assert_eq!(sweep(&other, &[]), (true, 1));
        // The empty coloring gets the free slot.
        let again = shared.start(Coloring::EMPTY, Player::BLACK);
        assert_eq!((again.state.orbit, shared.orbits.slots.len()), (0, 2));
    }

    /// The limit of memory in the tests of checkpoints.
    const LIMIT: u64 = 1 << 30;

    /// Solves 3x3 within this limit, as an observer measures it. Returns the number of sweeps. There is a check after each 250
    /// expansions.
    fn sweeps_of_3x3(shared: &Shared, observer: &dyn Observer) -> u64 {
        let budget = Budget {
            memory: Some(LIMIT),
            ..Budget::nodes(4_000)
        };
        let watch = Watch::start(budget, observer, 9, 1);
        let root = shared.start(Coloring::EMPTY, Player::BLACK);
        let value = Valuer::alone(shared, &watch).bracket(&root);
        assert_eq!((value, watch.stopped()), (Bracket::exactly(9), None));
        watch.sweeps.count()
    }

    /// Says once that memory is full, when it is asked for the second time: at the first check. Tells when the check that has
    /// heard it is over: by then a sweep is due.
    struct Full {
        asked: AtomicU64,
        is_due: Mutex<Option<Sender<()>>>,
    }

    impl Observer for Full {
        fn memory(&self) -> Option<u64> {
            let is_second = self.asked.fetch_add(1, Ordering::Relaxed) == 1;
            Some(if is_second { LIMIT } else { 0 })
        }

        fn on_progress(&self, _: &Progress) {
            let is_due = || self.is_due.lock().expect("no panic").take();
            if self.asked.load(Ordering::Relaxed) > 1
                && let Some(is_due) = is_due()
            {
                is_due.send(()).expect("the checkpoint waits");
            }
        }
    }

    #[test]
    fn a_checkpoint_that_takes_long_delays_a_sweep_and_does_not_stop_the_search() {
        let board: Board = "3x3".parse().expect("a board");
        let shared = small(&board, Proofs::Forget, 10_000);
        let (is_due, due) = channel();
        let observer = Full {
            asked: AtomicU64::new(0),
            is_due: Mutex::new(Some(is_due)),
        };
        thread::scope(|scope| {
            let lease = shared.leases.take_briefly();
            let shared = &shared;
            let checkpoint = scope.spawn(move || {
                let heard = due.recv_timeout(Duration::from_secs(60));
                // A sweep that does not wait for the checkpoint has time to drop all plays.
                let before = shared.orbits.plays.bytes();
                thread::sleep(Duration::from_millis(50));
                let after = shared.orbits.plays.bytes();
                drop(lease);
                (heard, before > 0 && after == before)
            });
            assert_eq!(sweeps_of_3x3(shared, &observer), 1);
            assert_eq!(checkpoint.join().expect("no panic"), (Ok(()), true));
        });
    }

    /// Says that memory is scarce while a checkpoint is being saved, that it is full when the checkpoint has just been saved, and
    /// that it is empty from then on.
    struct JustSaved<'s> {
        checkpoint: Mutex<Option<Lease<'s>>>,
        checks: AtomicU64,
    }

    impl Observer for JustSaved<'_> {
        fn memory(&self) -> Option<u64> {
            Some(match self.checks.fetch_add(1, Ordering::Relaxed) {
                1 => LIMIT / 16 * 15,
                2 => {
                    drop(self.checkpoint.lock().expect("no panic").take());
                    LIMIT
                }
                _ => 0,
            })
        }
    }

    #[test]
    fn memory_that_fills_up_before_a_checkpoint_is_saved_leads_to_a_sweep_after_it() {
        let board: Board = "3x3".parse().expect("a board");
        let shared = small(&board, Proofs::Forget, 10_000);
        let observer = JustSaved {
            checkpoint: Mutex::new(Some(shared.leases.take_briefly())),
            checks: AtomicU64::new(0),
        };
        assert_eq!(sweeps_of_3x3(&shared, &observer), 1);
        assert!(observer.checks.into_inner() > 3);
    }
}
