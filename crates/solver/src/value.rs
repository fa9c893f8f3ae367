//! From thresholds to a value, alone or with a team.

use koproof_verify::Bound;
use rayon::ThreadPool;

use crate::bracket::Bracket;
use crate::contest::{Contest, Duel};
use crate::numbers::Team;
use crate::path::RecordId;
use crate::proof_table::Proof;
use crate::search::Search;
use crate::state::{Shared, State};
use crate::watch::{Stopped, Watch};

/// How many expansions one thread spends on a question before the others help: fewer are done sooner alone, and
/// always in the same order.
const ALONE: u64 = 20_000;

/// Closes in on a value: from the middle in growing steps, as proof numbers carry over best between thresholds that
/// are close.
#[derive(Clone, Copy, Debug)]
struct Gallop {
    lo: i16,
    hi: i16,
    threshold: i16,
    step: i16,
}

impl Gallop {
    fn new((lo, hi): (i16, i16)) -> Self {
        Self {
            lo,
            hi,
            threshold: lo + (hi - lo + 1) / 2,
            step: 1,
        }
    }

    /// The threshold to decide next; `None` when the value is exact.
    fn next(&self) -> Option<i16> {
        (self.lo < self.hi).then_some(self.threshold)
    }

    fn learn(&mut self, shown: Bound) {
        match shown {
            Bound::AtLeast(least) => {
                self.lo = least;
                self.threshold = (self.lo + self.step).min(self.hi);
            }
            Bound::AtMost(most) => {
                self.hi = most;
                self.threshold = (self.hi + 1 - self.step).max(self.lo + 1);
            }
        }
        self.step *= 2;
    }
}

/// Answers questions about states, one after the other.
pub(crate) struct Valuer<'s, C = Duel, const N: usize = 2> {
    shared: &'s Shared<C, N>,
    watch: &'s Watch<'s>,
    search: Search<'s, C, N>,
    /// Who helps when a question is hard; nobody if the threads have other work.
    helpers: Option<&'s ThreadPool>,
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
        let Some(pool) = self.helpers else {
            return self.search.decide(state, threshold, u64::MAX);
        };
        self.search.decide(state, threshold, ALONE).or_else(|| {
            if self.watch.stopped().is_some() {
                return None;
            }
            self.team.set_over(false);
            let (shared, watch, team, records) =
                (self.shared, self.watch, &self.team, &self.records);
            let answers = pool.broadcast(|_| {
                let mut search = Search::in_team(shared, watch, team);
                search.start_with(records);
                let answer = search.decide(state, threshold, u64::MAX);
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
        while let Some(threshold) = gallop.next() {
            match self.decide(state, threshold) {
                Some((shown, _)) => gallop.learn(shown),
                None => break,
            }
        }
        Bracket {
            lo: gallop.lo.into(),
            hi: gallop.hi.into(),
        }
    }
}
