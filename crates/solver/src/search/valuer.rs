//! Values from a sequence of targets, on one thread or on several.

use std::sync::Arc;

use koproof_verify::Bound;

use super::Search;
use super::numbers::{Ledger, Numbers, Team};
use super::targets::{Gallop, Question};
use super::ways::{Portfolio, Way};
use crate::bracket::Bracket;
use crate::budget::stopped::Stopped;
use crate::budget::watch::Watch;
use crate::claims::claim::Proof;
use crate::options::Widening;
use crate::pool::Pool;
use crate::state::contest::{Contest, Duel};
use crate::state::side::Side;
use crate::state::{Root, Shared, State};

/// The expansions that one thread spends on a question before the others help. One thread is faster for easier
/// questions, and always searches in the same order.
const ALONE: u64 = 20_000;

/// The same for the questions after one with which the others had to help: they go on with its numbers, and their easy part is
/// done. With [`ALONE`] for each target the first thread would do a third of the work on 4x4 alone.
const ALONE_AFTER: u64 = 1_000;

/// Answers questions about roots, one after the other.
pub(crate) struct Valuer<'s, C = Duel, const N: usize = 2> {
    shared: &'s Shared<C, N>,
    watch: &'s Watch<'s>,
    search: Search<'s, C, N>,
    /// The threads that help with hard questions, and what they share; `None` if they have other work.
    helpers: Option<(&'s Pool, Arc<Team>)>,
    /// The expansions on a question before they help.
    alone: u64,
    portfolio: Portfolio,
    /// The most expansions of a question before it is left open; `None` if only the watch limits it.
    turn: Option<u64>,
}

impl<'s, C: Contest<N>, const N: usize> Valuer<'s, C, N> {
    /// Prepares for questions that one thread answers.
    pub(crate) fn alone(shared: &'s Shared<C, N>, watch: &'s Watch<'s>) -> Self {
        let portfolio = Portfolio::of(
            &shared.orbits.graph,
            // Measured for two players only.
            if C::ALTERNATES {
                shared.widening
            } else {
                Widening::Never
            },
        );
        Self {
            shared,
            watch,
            search: Search::new(shared, watch, Ledger::own(), portfolio.best()),
            helpers: None,
            alone: ALONE,
            portfolio,
            turn: None,
        }
    }

    /// Prepares for questions that all threads of a pool answer together.
    pub(crate) fn with_helpers(
        shared: &'s Shared<C, N>,
        watch: &'s Watch<'s>,
        pool: &'s Pool,
    ) -> Self {
        let valuer = Self::alone(shared, watch);
        if pool.threads() == 1 {
            return valuer;
        }
        let team = Arc::<Team>::default();
        Self {
            search: Search::new(
                shared,
                watch,
                Ledger::Lead(Arc::clone(&team)),
                valuer.best_way(),
            ),
            helpers: Some((pool, team)),
            ..valuer
        }
    }

    /// Sets the expansions after which a question is left open.
    pub(crate) fn set_turn(&mut self, turn: Option<u64>) {
        self.turn = turn;
    }

    /// Decides whether the prover gets at least `target` at the root. Returns the bound that was proved, which may be
    /// stronger, and its proof; `None` if a limit stopped the search.
    pub(crate) fn decide(&mut self, root: &Root, target: i16) -> Option<(Bound, Proof)> {
        match self.pair() {
            Some(ways) => self
                .attempt(root, target, ways)
                .or_else(|| self.insist(root, target)),
            None => rounds()
                .map_while(|step| {
                    let decided = self.decide_within(root, target, step.expansions, step.way);
                    (decided.is_some() || self.watch.stopped().is_none()).then_some(decided)
                })
                .flatten()
                .next(),
        }
    }

    /// Returns the two ways in which each target is searched; `None` if the ways take turns in rounds.
    fn pair(&self) -> Option<[Way; 2]> {
        match self.portfolio {
            Portfolio::Two(first, second) => Some([first, second]),
            // A question that is left open after its turn has no rounds.
            Portfolio::Rounds => self.turn.map(|_| [Way::Narrow, Way::Plain]),
        }
    }

    /// Does the same within the expansions of two attempts. One way may solve a target that is hard for the other.
    fn attempt(&mut self, root: &Root, target: i16, ways: [Way; 2]) -> Option<(Bound, Proof)> {
        let attempts = (self.turn).map_or(self.watch.attempts(), |turn| [turn, turn / 4]);
        (ways.into_iter().zip(attempts))
            .find_map(|(way, expansions)| self.decide_within(root, target, expansions, way))
    }

    /// Does the same within some expansions on one thread, in the best way for the board. If they are not enough,
    /// returns the numbers for the side to move.
    pub(crate) fn try_once(
        &mut self,
        root: &Root,
        target: i16,
        expansions: u64,
    ) -> Result<(Bound, Proof), Numbers> {
        let way = self.best_way();
        let shown = self.search.decide(root, target, expansions, way);
        shown.ok_or(self.search.open)
    }

    /// Tells whether the best way has numbers for a state whose line has paid no toll.
    pub(crate) fn has_numbers(&self, state: State) -> bool {
        self.search.has_numbers(state)
    }

    /// Sets the numbers of such a state, for the side to move.
    pub(crate) fn assume(&mut self, state: State, numbers: Numbers) {
        self.search.assume(state, numbers);
    }

    /// Returns what a move to a state promises the side that made it; the same for all moves if the search has no evaluation.
    pub(crate) fn promise(&self, side: Side, state: State) -> i16 {
        match self.best_way().evaluates() {
            true => self.search.evaluation_for(side, state),
            false => 0,
        }
    }

    /// Returns the best way for the board.
    pub(crate) fn best_way(&self) -> Way {
        self.portfolio.best()
    }

    /// Does the same until a limit stops the search.
    fn insist(&mut self, root: &Root, target: i16) -> Option<(Bound, Proof)> {
        if self.turn.is_some() {
            return None;
        }
        self.decide_within(root, target, u64::MAX, Way::Plain)
    }

    /// Does the same within some expansions of each thread; `None` also if they are used up.
    fn decide_within(
        &mut self,
        root: &Root,
        target: i16,
        expansions: u64,
        way: Way,
    ) -> Option<(Bound, Proof)> {
        let Some((pool, team)) = &self.helpers else {
            return self.search.decide(root, target, expansions, way);
        };
        let alone = self.alone.min(expansions);
        self.search.decide(root, target, alone, way).or_else(|| {
            if self.watch.stopped().is_some() || alone == expansions {
                return None;
            }
            team.set_over(false);
            self.alone = ALONE_AFTER;
            let (shared, watch) = (self.shared, self.watch);
            let answers = pool.broadcast(|| {
                let ledger = Ledger::Team(Arc::clone(team));
                let mut search = Search::new(shared, watch, ledger, way);
                let answer = search.decide(root, target, expansions - alone, way);
                if answer.is_some() {
                    team.set_over(true);
                }
                answer
            });
            answers.into_iter().flatten().next()
        })
    }

    /// Returns the reason why a question was left without an answer.
    pub(crate) fn stopped(&self) -> Stopped {
        self.watch
            .stopped()
            .expect("only a limit leaves a question open")
    }

    /// Narrows the bracket of the root's value.
    pub(crate) fn bracket(&mut self, root: &Root) -> Bracket {
        self.bracket_within(root, None)
    }

    /// Does the same, from a known bracket if there is one.
    pub(crate) fn bracket_within(&mut self, root: &Root, known: Option<Bracket>) -> Bracket {
        let (lo, hi) = self.shared.bracket(root.state);
        let bracket = known.map_or((lo, hi), |known| {
            (lo.max(known.lo as i16), hi.min(known.hi as i16))
        });
        let mut gallop = self.targets(root, bracket);
        match self.pair() {
            Some(ways) => self.close_in(root, &mut gallop, ways),
            None => self.close_in_by_rounds(root, &mut gallop),
        }
        Bracket {
            lo: gallop.lo.into(),
            hi: gallop.hi.into(),
        }
    }

    /// Starts the order of the targets between two bounds on the value of the root.
    pub(crate) fn targets(&self, root: &Root, bracket: (i16, i16)) -> Gallop {
        let gallop = Gallop::new(bracket);
        match self.portfolio {
            Portfolio::Rounds => gallop.ahead(self.shared.side(root.state)),
            Portfolio::Two(..) => gallop,
        }
    }

    /// Decides one target after the other, each in two ways.
    fn close_in(&mut self, root: &Root, gallop: &mut Gallop, ways: [Way; 2]) {
        while let Some(question) = gallop.next() {
            let decided = match question {
                Question::May(target) => self.attempt(root, target, ways),
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
    }

    /// Decides targets in one way after the other, in rounds that do not depend on any limit. So a target that is
    /// decided within a limit is decided in the same way within every larger limit.
    fn close_in_by_rounds(&mut self, root: &Root, gallop: &mut Gallop) {
        let begun = self.watch.expansions();
        for step in rounds() {
            gallop.ask_again();
            let mut patience = step.targets;
            while patience > 0 {
                let Some(question) = gallop.next() else {
                    return;
                };
                let Question::May(target) = question else {
                    break;
                };
                match self.decide_within(root, target, step.expansions, step.way) {
                    Some((shown, _)) => {
                        gallop.learn(shown);
                        if step.way == Way::Narrow {
                            let spent = self.watch.expansions() - begun;
                            self.ask_for_all(root, gallop, spent, step.way);
                        }
                    }
                    None if self.watch.stopped().is_none() => {
                        gallop.leave(target);
                        patience -= 1;
                    }
                    None => return,
                }
            }
        }
    }

    /// Searches once whether the side that has proved the first two bounds gets all points.
    fn ask_for_all(&mut self, root: &Root, gallop: &mut Gallop, spent: u64, way: Way) {
        let Some((target, expansions)) = gallop.all(spent) else {
            return;
        };
        if let Some((shown, _)) = self.decide_within(root, target, expansions, way) {
            gallop.learn(shown);
        }
    }
}

/// The expansions of the narrow way in the first round, the same as for an attempt on other boards.
const FIRST_ROUND: u64 = 1_000_000;

/// The expansions of one way before the next way has its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Step {
    way: Way,
    /// The limit of expansions for each question.
    expansions: u64,
    /// The number of targets that may be left open.
    targets: usize,
}

/// Returns the steps on a board with room, in rounds, each four times as long as the last. The narrow way gets most of
/// a round, and only one target in it, so that it can finish one. The other ways, which are better in long fights, get
/// an eighth for each target.
fn rounds() -> impl Iterator<Item = Step> {
    (0..).flat_map(move |round: u32| {
        let narrow = FIRST_ROUND.saturating_mul(1 << (2 * round.min(20)));
        [
            (Way::Narrow, narrow, 1),
            (Way::Plain, narrow / 8, 2),
            (Way::Weak, narrow / 8, 2),
        ]
        .map(|(way, expansions, targets)| Step {
            way,
            expansions,
            targets,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_grow_and_each_way_comes_in_every_round() {
        let steps: Vec<Step> = rounds().take(6).collect();
        let ways: Vec<Way> = steps.iter().map(|step| step.way).collect();
        let round = [Way::Narrow, Way::Plain, Way::Weak];
        assert_eq!(ways, [round, round].concat());
        for (early, late) in steps.iter().zip(&steps[3..]) {
            assert_eq!(late.expansions, 4 * early.expansions);
        }
    }

    #[test]
    fn rounds_go_on_without_overflow() {
        let late = rounds().nth(300).expect("there is always another step");
        assert!(late.expansions > 1 << 59);
    }
}
