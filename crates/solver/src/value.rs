//! From thresholds to a value, alone or with a team.

use koproof_rules::Graph;
use koproof_verify::Bound;
use rayon::ThreadPool;

use crate::bracket::Bracket;
use crate::contest::{Contest, Duel};
use crate::numbers::Team;
use crate::path::RecordId;
use crate::proof_table::Proof;
use crate::search::{Search, Sums};
use crate::state::{Shared, State};
use crate::watch::{Stopped, Watch};

/// How many expansions one thread spends on a question before the others help: fewer are done sooner alone, and
/// always in the same order.
const ALONE: u64 = 20_000;

/// Closes in on a value: from the middle in growing steps, as proof numbers carry over best between thresholds that
/// are close. A threshold that takes too long is left, with those beside it that do, until the bracket is as narrow
/// as the easier ones make it.
#[derive(Clone, Copy, Debug)]
struct Gallop {
    lo: i16,
    hi: i16,
    threshold: i16,
    step: i16,
    /// The first and the last of the thresholds that were left; there are none in between that were not.
    left: Option<(i16, i16)>,
}

/// What to decide next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    /// A threshold that may be left.
    May(i16),
    /// A threshold that has been left before, and nothing else is left to do.
    Must(i16),
}

impl Gallop {
    fn new((lo, hi): (i16, i16)) -> Self {
        Self {
            lo,
            hi,
            threshold: lo + (hi - lo + 1) / 2,
            step: 1,
            left: None,
        }
    }

    /// Returns what to decide next; `None` when the value is exact.
    fn next(&self) -> Option<Question> {
        if self.lo >= self.hi {
            return None;
        }
        let Some((first, last)) = self.left else {
            return Some(Question::May(self.threshold));
        };
        let (below, above) = (first > self.lo + 1, last < self.hi);
        // In turns, from the inside outwards.
        let nearer_below = self.threshold - first <= last - self.threshold;
        Some(if below && (nearer_below || !above) {
            Question::May(first - 1)
        } else if above {
            Question::May(last + 1)
        } else {
            Question::Must(self.threshold.clamp(first, last))
        })
    }

    /// Leaves a threshold for later.
    fn leave(&mut self, threshold: i16) {
        self.left = Some(self.left.map_or((threshold, threshold), |(first, last)| {
            (first.min(threshold), last.max(threshold))
        }));
    }

    fn learn(&mut self, shown: Bound) {
        match shown {
            Bound::AtLeast(least) => {
                self.lo = least;
                self.left = self.left.map(|(first, last)| (first.max(least + 1), last));
            }
            Bound::AtMost(most) => {
                self.hi = most;
                self.left = self.left.map(|(first, last)| (first, last.min(most)));
            }
        }
        let (lo, hi) = (self.lo, self.hi);
        assert!(lo <= hi, "claims that contradict: >= {lo} and <= {hi}");
        self.left = self.left.filter(|(first, last)| first <= last);
        if self.left.is_none() {
            self.threshold = match shown {
                Bound::AtLeast(_) => (self.lo + self.step).min(self.hi),
                Bound::AtMost(_) => (self.hi + 1 - self.step).max(self.lo + 1),
            };
            self.step *= 2;
        }
    }
}

/// Answers questions about states, one after the other.
pub(crate) struct Valuer<'s, C = Duel, const N: usize = 2> {
    shared: &'s Shared<C, N>,
    watch: &'s Watch<'s>,
    search: Search<'s, C, N>,
    /// Who helps when a question is hard; nobody if the threads have other work.
    helpers: Option<&'s ThreadPool>,
    /// How numbers add up in the first look at a question, and in the second.
    ways: [Sums; 2],
    team: Team,
    records: Vec<RecordId>,
}

impl<'s, C: Contest<N>, const N: usize> Valuer<'s, C, N> {
    /// Prepares for questions that one thread answers.
    pub(crate) fn alone(shared: &'s Shared<C, N>, watch: &'s Watch<'s>) -> Self {
        Self {
            shared,
            watch,
            search: Search::alone(shared, watch),
            helpers: None,
            ways: ways(&shared.orbits.graph),
            team: Team::default(),
            records: Vec::new(),
        }
    }

    /// Prepares for questions that all threads of a pool answer together.
    pub(crate) fn with_helpers(
        shared: &'s Shared<C, N>,
        watch: &'s Watch<'s>,
        pool: &'s ThreadPool,
    ) -> Self {
        Self {
            helpers: (pool.current_num_threads() > 1).then_some(pool),
            ..Self::alone(shared, watch)
        }
    }

    /// Makes the history the records given.
    pub(crate) fn start_with(&mut self, records: Vec<RecordId>) {
        self.search.start_with(&records);
        self.records = records;
    }

    /// Makes the history that of a game which starts at a state.
    pub(crate) fn start_afresh(&mut self, state: State) {
        self.start_with(self.shared.known(state, state.element));
    }

    /// Decides whether Black's side gets at least `threshold` at a state whose records are all in the history. Returns what
    /// was shown, which may be more, and how; `None` if a limit came first.
    pub(crate) fn decide(&mut self, state: State, threshold: i16) -> Option<(Bound, Proof)> {
        self.look(state, threshold)
            .or_else(|| self.insist(state, threshold))
    }

    /// Does the same within the expansions of two looks. What one way of adding up gets lost in, the other may find.
    fn look(&mut self, state: State, threshold: i16) -> Option<(Bound, Proof)> {
        (self.ways.into_iter().zip(self.watch.looks()))
            .find_map(|(sums, patience)| self.decide_within(state, threshold, patience, sums))
    }

    /// Does the same until a limit comes.
    fn insist(&mut self, state: State, threshold: i16) -> Option<(Bound, Proof)> {
        self.decide_within(state, threshold, u64::MAX, Sums::Plain)
    }

    /// Does the same within some expansions of each thread; `None` if they are used up, too.
    fn decide_within(
        &mut self,
        state: State,
        threshold: i16,
        patience: u64,
        sums: Sums,
    ) -> Option<(Bound, Proof)> {
        let Some(pool) = self.helpers else {
            return self.search.decide(state, threshold, patience, sums);
        };
        let alone = ALONE.min(patience);
        self.search
            .decide(state, threshold, alone, sums)
            .or_else(|| {
                if self.watch.stopped().is_some() || alone == patience {
                    return None;
                }
                self.team.set_over(false);
                let (shared, watch, team, records) =
                    (self.shared, self.watch, &self.team, &self.records);
                let answers = pool.broadcast(|_| {
                    let mut search = Search::in_team(shared, watch, team);
                    search.start_with(records);
                    let answer = search.decide(state, threshold, patience - alone, sums);
                    if answer.is_some() {
                        team.set_over(true);
                    }
                    answer
                });
                answers.into_iter().flatten().next()
            })
    }

    /// Why a question was left without an answer.
    pub(crate) fn stopped(&self) -> Stopped {
        self.watch
            .stopped()
            .expect("only a limit leaves a question open")
    }

    /// Closes in on the value of a state whose records are all in the history.
    pub(crate) fn bracket(&mut self, state: State) -> Bracket {
        self.bracket_within(state, None)
    }

    /// Does the same where something is known of the value beforehand.
    pub(crate) fn bracket_within(&mut self, state: State, known: Option<Bracket>) -> Bracket {
        let (lo, hi) = self.shared.bracket(state);
        let mut gallop = Gallop::new(known.map_or((lo, hi), |known| {
            (lo.max(known.lo as i16), hi.min(known.hi as i16))
        }));
        while let Some(question) = gallop.next() {
            let decided = match question {
                Question::May(threshold) => self.look(state, threshold),
                Question::Must(threshold) => self.insist(state, threshold),
            };
            match (decided, question) {
                (Some((shown, _)), _) => gallop.learn(shown),
                (None, Question::May(threshold)) if self.watch.stopped().is_none() => {
                    gallop.leave(threshold);
                }
                (None, _) => break,
            }
        }
        Bracket {
            lo: gallop.lo.into(),
            hi: gallop.hi.into(),
        }
    }
}

/// How numbers add up best on a board. Plain sums do by far, unless more than half of all pairs of points are
/// neighbours: where moves are answered alike, their numbers should not add up.
fn ways(graph: &Graph<1>) -> [Sums; 2] {
    let points = graph.points();
    let ends: usize = (graph.all().into_iter())
        .map(|point| graph.neighbours(point).len())
        .sum();
    if ends > points * points.saturating_sub(1) / 2 {
        [Sums::Weak, Sums::Plain]
    } else {
        [Sums::Plain, Sums::Weak]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks until the value is known or only hard thresholds are left; returns the bracket before the first `Must`.
    fn ask(value: i16, is_hard: impl Fn(i16) -> bool) -> (i16, i16) {
        let mut gallop = Gallop::new((-9, 9));
        let mut asked = Vec::new();
        while let Some(Question::May(threshold)) = gallop.next() {
            assert!(!asked.contains(&threshold), "{threshold} twice: {asked:?}");
            asked.push(threshold);
            if is_hard(threshold) {
                gallop.leave(threshold);
            } else if value >= threshold {
                gallop.learn(Bound::AtLeast(threshold));
            } else {
                gallop.learn(Bound::AtMost(threshold - 1));
            }
        }
        (gallop.lo, gallop.hi)
    }

    #[test]
    fn without_hard_thresholds_every_value_is_found() {
        for value in -9..=9 {
            assert_eq!(ask(value, |_| false), (value, value));
        }
    }

    #[test]
    fn hard_thresholds_are_all_that_stays_open() {
        for first in -8..=9 {
            for last in first..=9 {
                for value in -9..=9 {
                    let (lo, hi) = ask(value, |threshold| (first..=last).contains(&threshold));
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
    fn what_was_left_is_asked_again_at_last() {
        let mut gallop = Gallop::new((-1, 1));
        gallop.leave(0);
        assert_eq!(gallop.next(), Some(Question::May(1)));
        gallop.leave(1);
        assert_eq!(gallop.next(), Some(Question::Must(0)));
        gallop.learn(Bound::AtLeast(0));
        assert_eq!(gallop.next(), Some(Question::Must(1)));
        gallop.learn(Bound::AtLeast(1));
        assert_eq!(gallop.next(), None);
    }

    #[test]
    #[should_panic(expected = "claims that contradict: >= 2 and <= 1")]
    fn contradictions_are_no_brackets() {
        let mut gallop = Gallop::new((-9, 9));
        gallop.learn(Bound::AtLeast(2));
        gallop.learn(Bound::AtMost(1));
    }
}
