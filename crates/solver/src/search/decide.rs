//! One question: the state it is asked at, and when the search for its answer ends.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use koproof_verify::Bound;

use super::Search;
use super::numbers::INFINITY;
use super::ways::Way;
use crate::budget::memory::OwnTables;
use crate::budget::stopped::Stopped;
use crate::claims::claim::Proof;
use crate::claims::settled::Settled;
use crate::effort::Effort;
use crate::pool::MAX_DEPTH;
use crate::state::Root;
use crate::state::contest::Contest;

impl<C: Contest<N>, const N: usize> Search<'_, C, N> {
    /// Searches in this way from now on. The numbers of another way that are not to stay are dropped.
    pub(crate) fn turn_to(&mut self, way: Way) {
        if self.way != way {
            if self.mark() == 0 {
                self.number_table.forget_passing();
            }
            self.way = way;
        }
    }

    /// Decides whether the prover gets at least `target` at the root, within some expansions. Returns the bound that
    /// was proved, which may be stronger than the target, and its proof; `None` if a limit stopped the search.
    pub(crate) fn decide(
        &mut self,
        root: &Root,
        target: i16,
        expansions: u64,
    ) -> Option<(Bound, Proof)> {
        let state = root.state;
        self.path.reset(&self.shared.orbits, &root.records);
        self.target = target;
        self.expansions_left = expansions;
        let unlimited = Effort {
            proof: INFINITY,
            disproof: INFINITY,
        };
        let side = self.shared.side(state);
        let settled = self.shared.settled(&self.path, side, state, target);
        let outcome = match settled {
            Some(settled) => Ok(settled),
            None if expansions == 0 => Err(self.numbers(state, 0)),
            None if self.way == Way::Deepening => self.deepen(root).ok_or(Effort::LEAST),
            None => self.search(state, 0, unlimited),
        };
        let own = self.own_tables();
        self.watch.settle(&mut self.ticket, own);
        let (winner, proof) = match outcome {
            Ok(Settled::Won(proof)) => (side, proof),
            Ok(Settled::Lost(proof)) => (side.other(), proof),
            Err(numbers) => {
                self.open = numbers;
                return None;
            }
        };
        // Whatever the search did with the history, the proof must hold under that of the root.
        (self.path).reset(&self.shared.orbits, &root.records);
        let holds = self.shared.holds(&self.path, state, &proof);
        assert!(holds, "a proof under another history");
        Some((self.derivation.shown(state, winner, &proof), proof))
    }

    /// Decides a target as one of several racers, until the first of them has the answer.
    pub(crate) fn race(
        &mut self,
        root: &Root,
        target: i16,
        expansions: u64,
        answered: &Arc<AtomicBool>,
    ) -> Option<(Bound, Proof)> {
        self.answered = Some(Arc::clone(answered));
        let answer = if self.is_answered() {
            None
        } else {
            self.decide(root, target, expansions)
        };
        self.answered = None;
        if answer.is_some() {
            answered.store(true, Ordering::Relaxed);
        }
        answer
    }

    /// Counts an expansion; `false` if it must not be made.
    pub(super) fn may_expand(&mut self) -> bool {
        if self.depth > MAX_DEPTH {
            // Other ways follow forced moves less far.
            if self.way == Way::Deepening {
                return false;
            }
            self.watch.stop(Stopped::Depth);
        }
        self.expansions_left = self.expansions_left.saturating_sub(1);
        let own = self.own_tables();
        (self.watch).expand(&mut self.ticket, self.shared, own) && self.goes_on()
    }

    #[inline]
    fn own_tables(&self) -> OwnTables {
        OwnTables {
            numbers: self.number_table.bytes(),
            findings: self.findings.bytes(),
        }
    }

    /// Returns whether the search may go on. It ends before a sweep, so that nobody on the stack holds names, and before a
    /// checkpoint, which keeps the numbers of all states on the line. Iterative deepening has none.
    pub(super) fn goes_on(&self) -> bool {
        self.expansions_left > 0
            && self.watch.stopped().is_none()
            && !self.watch.sweeps.is_wanted()
            && !(self.shared.numbers_to_keep.is_wanted() && self.way != Way::Deepening)
            && !self.is_answered()
    }

    /// Returns the expansions of the runs from which this one continues.
    pub(super) fn earlier(&self) -> u64 {
        self.earlier
    }

    /// Returns the expansions of the last question that were not used.
    pub(super) fn expansions_left(&self) -> u64 {
        self.expansions_left
    }

    /// Tells whether one of the racers has the answer.
    fn is_answered(&self) -> bool {
        let answered = self.answered.as_ref();
        answered.is_some_and(|answered| answered.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Board, Coloring, Player, Ruleset};

    use super::*;
    use crate::budget::Budget;
    use crate::budget::observer::Nobody;
    use crate::budget::watch::Watch;
    use crate::options::Options;
    use crate::search::ways::Portfolio;
    use crate::state::Shared;

    #[test]
    fn a_line_that_is_too_long_ends_iterative_deepening_and_any_other_search_for_good() {
        let board: Board = "2x2".parse().expect("a board");
        let shared = Shared::of_board(&board, Ruleset::NSTT, Options::default());
        let shared = shared.expect("a small board");
        let root = shared.start(Coloring::EMPTY, Player::BLACK);
        for (way, stopped) in [(Way::Deepening, None), (Way::Weak, Some(Stopped::Depth))] {
            let watch = Watch::start(Budget::UNLIMITED, &Nobody, 4, 1);
            let mut search = Search::new(&shared, &watch, Portfolio::TinyDense, (0, 1));
            search.turn_to(way);
            search.depth = MAX_DEPTH;
            assert!(search.decide(&root, 1, u64::MAX).is_none(), "{way:?}");
            assert_eq!(watch.stopped(), stopped, "{way:?}");
        }
    }
}
