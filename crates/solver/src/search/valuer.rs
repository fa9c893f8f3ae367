//! From targets to a value, on one thread or with the help of others.

use koproof_rules::Graph;
use koproof_verify::Bound;
use rayon::ThreadPool;

use super::Search;
use super::numbers::{Summation, Team};
use super::targets::{Gallop, Question};
use crate::bracket::Bracket;
use crate::budget::stopped::Stopped;
use crate::budget::watch::Watch;
use crate::claims::claim::Proof;
use crate::state::contest::{Contest, Duel};
use crate::state::{Root, Shared};

/// How many expansions one thread spends on a question before the others help: fewer are done sooner alone, and
/// always in the same order.
const ALONE: u64 = 20_000;

/// Answers questions about roots, one after the other.
pub(crate) struct Valuer<'s, C = Duel, const N: usize = 2> {
    shared: &'s Shared<C, N>,
    watch: &'s Watch<'s>,
    search: Search<'s, C, N>,
    /// The threads that help when a question is hard; none if they have other work.
    helpers: Option<&'s ThreadPool>,
    /// How numbers add up in the first attempt at a question, and in the second.
    summations: [Summation; 2],
    team: Team,
    /// The most expansions of a question before it is left open; `None` for no limit but those of the watch.
    turn: Option<u64>,
}

impl<'s, C: Contest<N>, const N: usize> Valuer<'s, C, N> {
    /// Prepares for questions that one thread answers.
    pub(crate) fn alone(shared: &'s Shared<C, N>, watch: &'s Watch<'s>) -> Self {
        Self {
            shared,
            watch,
            search: Search::alone(shared, watch),
            helpers: None,
            summations: summations(&shared.orbits.graph),
            team: Team::default(),
            turn: None,
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

    /// Leaves every question open from now on that takes more expansions than this.
    pub(crate) fn set_turn(&mut self, turn: Option<u64>) {
        self.turn = turn;
    }

    /// Decides whether the prover gets at least `target` at the root. Returns what
    /// was shown, which may be more, and how; `None` if a limit came first.
    pub(crate) fn decide(&mut self, root: &Root, target: i16) -> Option<(Bound, Proof)> {
        self.attempt(root, target)
            .or_else(|| self.insist(root, target))
    }

    /// Does the same within the expansions of two attempts. One summation may find what the other gets lost in.
    fn attempt(&mut self, root: &Root, target: i16) -> Option<(Bound, Proof)> {
        let attempts = (self.turn).map_or(self.watch.attempts(), |turn| [turn, turn / 4]);
        (self.summations.into_iter().zip(attempts)).find_map(|(summation, expansions)| {
            self.decide_within(root, target, expansions, summation)
        })
    }

    /// Does the same until a limit comes.
    fn insist(&mut self, root: &Root, target: i16) -> Option<(Bound, Proof)> {
        if self.turn.is_some() {
            return None;
        }
        self.decide_within(root, target, u64::MAX, Summation::Plain)
    }

    /// Does the same within some expansions of each thread; `None` if they are used up, too.
    fn decide_within(
        &mut self,
        root: &Root,
        target: i16,
        expansions: u64,
        summation: Summation,
    ) -> Option<(Bound, Proof)> {
        let Some(pool) = self.helpers else {
            return self.search.decide(root, target, expansions, summation);
        };
        let alone = ALONE.min(expansions);
        self.search
            .decide(root, target, alone, summation)
            .or_else(|| {
                if self.watch.stopped().is_some() || alone == expansions {
                    return None;
                }
                self.team.set_over(false);
                let (shared, watch, team) = (self.shared, self.watch, &self.team);
                let answers = pool.broadcast(|_| {
                    let mut search = Search::in_team(shared, watch, team);
                    let answer = search.decide(root, target, expansions - alone, summation);
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

    /// Closes in on the value of the root.
    pub(crate) fn bracket(&mut self, root: &Root) -> Bracket {
        self.bracket_within(root, None)
    }

    /// Does the same where something is known of the value beforehand.
    pub(crate) fn bracket_within(&mut self, root: &Root, known: Option<Bracket>) -> Bracket {
        let (lo, hi) = self.shared.bracket(root.state);
        let mut gallop = Gallop::new(known.map_or((lo, hi), |known| {
            (lo.max(known.lo as i16), hi.min(known.hi as i16))
        }));
        while let Some(question) = gallop.next() {
            let decided = match question {
                Question::May(target) => self.attempt(root, target),
                Question::Must(target) => self.insist(root, target),
            };
            match (decided, question) {
                (Some((shown, _)), _) => gallop.learn(shown),
                (None, Question::May(target)) if self.watch.stopped().is_none() => {
                    gallop.leave(target);
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
fn summations(graph: &Graph<1>) -> [Summation; 2] {
    let points = graph.points();
    let ends: usize = (graph.all().into_iter())
        .map(|point| graph.neighbours(point).len())
        .sum();
    if ends > points * points.saturating_sub(1) / 2 {
        [Summation::Weak, Summation::Plain]
    } else {
        [Summation::Plain, Summation::Weak]
    }
}
