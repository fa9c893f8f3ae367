//! The order of the targets on the way to a value.

use koproof_verify::Bound;

use crate::state::side::Side;

/// Narrows the bracket of a value: from the middle in growing steps, because proof numbers are most useful between
/// neighbouring targets. A target that takes too long is postponed, and so are its neighbours if they take too long,
/// until the easier targets have narrowed the bracket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gallop {
    pub(crate) lo: i16,
    pub(crate) hi: i16,
    target: i16,
    step: i16,
    /// The first and the last target that were postponed; so were all targets between them.
    postponed: Option<(i16, i16)>,
    whole_board: WholeBoard,
}

/// The limit of expansions for the target of the whole board, as a multiple of those before.
const WHOLE_BOARD_FACTOR: u64 = 4;

/// The progress of the question whether a side gets all points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WholeBoard {
    /// No bound has been proved.
    Waiting,
    /// This side has proved the first bound.
    Ahead(Side),
    /// It has proved the second bound, too.
    Due(Side),
    /// It has been asked, or each side has proved a bound.
    Over,
}

impl Gallop {
    pub(crate) fn new((lo, hi): (i16, i16)) -> Self {
        Self {
            lo,
            hi,
            target: lo + (hi - lo + 1) / 2,
            step: 1,
            postponed: None,
            whole_board: WholeBoard::Waiting,
        }
    }

    /// Asks first whether a side gets `by` points more than the middle, and then in steps that begin with `step`. A side
    /// that is to move gets more than the middle on almost every empty board with room, and two points more on most empty
    /// paths. In other positions on paths this order is worse: with it a table of 1x10 takes a third more expansions.
    pub(crate) fn ahead(mut self, side: Side, by: i16, step: i16) -> Self {
        self.target = match side {
            Side::Prover => (self.target + by).min(self.hi),
            Side::Refuter => (self.target + 1 - by).max(self.lo + 1).min(self.hi),
        };
        self.step = step;
        self
    }

    /// Goes on from a bracket that is known, as if the targets that it answers had been asked in this order.
    pub(crate) fn from(mut self, (lo, hi): (i16, i16)) -> Self {
        while let Some(target) = self.next() {
            if target <= lo {
                self.learn(Bound::AtLeast(target));
            } else if target > hi {
                self.learn(Bound::AtMost(target - 1));
            } else {
                break;
            }
        }
        self.lo = self.lo.max(lo);
        self.hi = self.hi.min(hi);
        self
    }

    /// Returns the target at which the side that has proved the first two bounds owns the whole board, and the limit of
    /// expansions for it: four times those spent so far. Returns it once.
    ///
    /// A side that gets more than the smallest lead gets all points on most boards with room. On others, such
    /// as 4x4, refuting this is expensive, and the second bound usually tells.
    pub(crate) fn whole_board_target(&mut self, spent: u64) -> Option<(i16, u64)> {
        let WholeBoard::Due(side) = self.whole_board else {
            return None;
        };
        self.whole_board = WholeBoard::Over;
        let target = match side {
            Side::Prover => self.hi,
            Side::Refuter => self.lo + 1,
        };
        (self.lo < self.hi).then_some((target, WHOLE_BOARD_FACTOR.saturating_mul(spent)))
    }

    /// Makes all postponed targets open again.
    pub(crate) fn ask_again(&mut self) {
        self.postponed = None;
        self.target = self.target.clamp((self.lo + 1).min(self.hi), self.hi);
    }

    /// Asks next whether a side gets more than half of the board. On small dense boards this is the hard question: a player
    /// who moves first on the empty board never gets less than half, and that is easy to prove once this question is answered.
    pub(crate) fn begin_ahead(&mut self, side: Side) {
        let ahead = match side {
            Side::Prover => 1,
            Side::Refuter => 0,
        };
        self.target = ahead.clamp((self.lo + 1).min(self.hi), self.hi);
    }

    /// Tells whether the value is known.
    pub(crate) fn is_over(&self) -> bool {
        self.lo >= self.hi
    }

    /// Returns the next target; `None` when the value is known or every open target was postponed.
    pub(crate) fn next(&self) -> Option<i16> {
        if self.is_over() {
            return None;
        }
        let Some((first, last)) = self.postponed else {
            return Some(self.target);
        };
        let (below, above) = (first > self.lo + 1, last < self.hi);
        // In turns, from the inside outwards.
        let nearer_below = self.target - first <= last - self.target;
        if below && (nearer_below || !above) {
            Some(first - 1)
        } else {
            above.then_some(last + 1)
        }
    }

    /// Leaves a target for later.
    pub(crate) fn postpone(&mut self, target: i16) {
        self.postponed = Some(self.postponed.map_or((target, target), |(first, last)| {
            (first.min(target), last.max(target))
        }));
    }

    pub(crate) fn learn(&mut self, shown: Bound) {
        let side = match shown {
            Bound::AtLeast(_) => Side::Prover,
            Bound::AtMost(_) => Side::Refuter,
        };
        self.whole_board = match self.whole_board {
            WholeBoard::Waiting => WholeBoard::Ahead(side),
            WholeBoard::Ahead(ahead) if ahead == side => WholeBoard::Due(side),
            WholeBoard::Ahead(_) | WholeBoard::Over => WholeBoard::Over,
            WholeBoard::Due(side) => WholeBoard::Due(side),
        };
        match shown {
            Bound::AtLeast(least) => {
                self.lo = least;
                self.postponed = self
                    .postponed
                    .map(|(first, last)| (first.max(least + 1), last));
            }
            Bound::AtMost(most) => {
                self.hi = most;
                self.postponed = self.postponed.map(|(first, last)| (first, last.min(most)));
            }
        }
        let (lo, hi) = (self.lo, self.hi);
        assert!(lo <= hi, "claims that contradict: >= {lo} and <= {hi}");
        self.postponed = self.postponed.filter(|(first, last)| first <= last);
        if self.postponed.is_none() {
            self.target = match shown {
                Bound::AtLeast(_) => (self.lo + self.step).min(self.hi),
                Bound::AtMost(_) => (self.hi + 1 - self.step).max(self.lo + 1),
            };
            // No longer than the bracket: it is doubled for each bound, and there may be many.
            self.step = (2 * self.step).min((hi - lo).max(1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decides targets until the value is exact or only hard targets are left; returns the bracket then.
    fn ask(bracket: (i16, i16), value: i16, is_hard: impl Fn(i16) -> bool) -> (i16, i16) {
        let mut gallop = Gallop::new(bracket);
        let mut asked = Vec::new();
        while let Some(target) = gallop.next() {
            assert!(!asked.contains(&target), "{target} twice: {asked:?}");
            asked.push(target);
            if is_hard(target) {
                gallop.postpone(target);
            } else if value >= target {
                gallop.learn(Bound::AtLeast(target));
            } else {
                gallop.learn(Bound::AtMost(target - 1));
            }
        }
        (gallop.lo, gallop.hi)
    }

    #[test]
    fn without_hard_targets_every_value_is_found() {
        // On large boards the step was doubled too often, and became 0.
        for most in [9, 64] {
            for value in -most..=most {
                assert_eq!(ask((-most, most), value, |_| false), (value, value));
            }
        }
    }

    #[test]
    fn the_targets_go_on_from_a_bracket_as_if_they_had_been_asked() {
        let begun = || Gallop::new((-64, 64)).ahead(Side::Prover, 1, 2);
        for value in -64..=64 {
            let mut gallop = begun();
            while let Some(target) = gallop.next() {
                let resumed = begun().from((gallop.lo, gallop.hi));
                assert_eq!(resumed.next(), Some(target), "{value}");
                assert_eq!((resumed.lo, resumed.hi), (gallop.lo, gallop.hi));
                assert_eq!(resumed.whole_board, gallop.whole_board);
                let shown = match value >= target {
                    true => Bound::AtLeast(target),
                    false => Bound::AtMost(target - 1),
                };
                gallop.learn(shown);
            }
        }
        // A bound that no target has asked for.
        let between = begun().from((2, 64));
        assert_eq!((between.lo, between.hi, between.next()), (2, 64, Some(3)));
        assert!(begun().from((4, 4)).is_over());
    }

    #[test]
    fn hard_targets_are_all_that_stays_open() {
        for first in -8..=9 {
            for last in first..=9 {
                for value in -9..=9 {
                    let (lo, hi) = ask((-9, 9), value, |target| (first..=last).contains(&target));
                    let expected = if (first - 1..=last).contains(&value) {
                        (first - 1, last)
                    } else {
                        (value, value)
                    };
                    assert_eq!((lo, hi), expected, "{value}, hard from {first} to {last}");
                }
            }
        }
    }

    #[test]
    fn when_every_target_was_postponed_none_is_next_until_they_are_asked_again() {
        let mut gallop = Gallop::new((-1, 1));
        gallop.postpone(0);
        assert_eq!(gallop.next(), Some(1));
        gallop.postpone(1);
        assert_eq!(gallop.next(), None);
        assert!(!gallop.is_over());
        gallop.ask_again();
        assert_eq!(gallop.next(), Some(0));
        gallop.learn(Bound::AtLeast(1));
        assert_eq!(gallop.next(), None);
        assert!(gallop.is_over());
    }

    #[test]
    fn the_side_with_the_first_two_bounds_is_asked_for_everything_once() {
        for (shown, everything) in [(Bound::AtLeast(0), 9), (Bound::AtMost(-1), -8)] {
            let mut gallop = Gallop::new((-9, 9));
            gallop.learn(shown);
            assert_eq!(gallop.whole_board_target(9), None);
            gallop.learn(shown);
            assert_eq!(gallop.whole_board_target(9), Some((everything, 36)));
            gallop.learn(shown);
            assert_eq!(gallop.whole_board_target(9), None);
        }
    }

    #[test]
    fn nobody_is_asked_for_everything_if_either_side_has_a_bound() {
        let mut gallop = Gallop::new((-9, 9));
        for shown in [Bound::AtLeast(0), Bound::AtMost(2), Bound::AtLeast(1)] {
            gallop.learn(shown);
            assert_eq!(gallop.whole_board_target(9), None);
        }
    }

    #[test]
    fn either_side_is_asked_first_whether_it_is_ahead() {
        let first = |bracket, side| Gallop::new(bracket).ahead(side, 1, 2).next();
        assert_eq!(first((-9, 9), Side::Prover), Some(1));
        assert_eq!(first((-9, 9), Side::Refuter), Some(0));
        assert_eq!(first((0, 1), Side::Prover), Some(1));
        assert_eq!(first((4, 4), Side::Prover), None);
        let second = |bracket, side| Gallop::new(bracket).ahead(side, 2, 1).next();
        assert_eq!(second((-9, 9), Side::Prover), Some(2));
        assert_eq!(second((-9, 9), Side::Refuter), Some(-1));
        assert_eq!(second((0, 1), Side::Prover), Some(1));
        assert_eq!(second((0, 1), Side::Refuter), Some(1));
    }

    #[test]
    #[should_panic(expected = "claims that contradict: >= 2 and <= 1")]
    fn contradictions_are_no_brackets() {
        let mut gallop = Gallop::new((-9, 9));
        gallop.learn(Bound::AtLeast(2));
        gallop.learn(Bound::AtMost(1));
    }
}
