//! Values from a sequence of targets, on one thread or on several.

mod games;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use koproof_rules::Coloring;
use koproof_verify::Bound;

use super::Search;
use super::numbers::Remembered;
use super::rounds::{Attempt, Step};
use super::targets::Gallop;
use super::ways::{Portfolio, Way};
use crate::bracket::Bracket;
use crate::budget::stopped::Stopped;
use crate::budget::watch::Watch;
use crate::claims::claim::Proof;
use crate::effort::Effort;
use crate::options::Widening;
use crate::pool::Pool;
use crate::state::contest::{Contest, Duel};
use crate::state::leases::Lease;
use crate::state::side::Side;
use crate::state::{Root, Shared, State};

/// The expansions that one thread spends on a question before the threads race. One thread is faster for easier
/// questions, and always searches in the same order.
const ALONE: u64 = 20_000;

/// The same for later questions, once one has needed a race: claims have answered the easy part. With [`ALONE`] for
/// each target the first thread would do a third of the work on 4x4 alone.
const ALONE_AFTER: u64 = 1_000;

/// Answers questions about roots, one after the other.
pub(crate) struct Valuer<'s, C = Duel, const N: usize = 2> {
    shared: &'s Shared<C, N>,
    lease: Lease<'s>,
    watch: &'s Watch<'s>,
    search: Search<'s, C, N>,
    /// The expansions of earlier runs on the question that comes first.
    earlier: u64,
    /// The other racers for hard questions; `None` if their threads have other work.
    others: Option<(&'s Pool, Vec<Search<'s, C, N>>)>,
    /// The expansions on a question before the race.
    alone: u64,
    portfolio: Portfolio,
    /// The expansions for each open target of a question in the main way of searching, after which the target stays open;
    /// `None` if only the watch limits it.
    turn: Option<u64>,
}

impl<'s, C: Contest<N>, const N: usize> Valuer<'s, C, N> {
    /// Prepares for questions that one thread answers.
    pub(crate) fn alone(shared: &'s Shared<C, N>, watch: &'s Watch<'s>) -> Self {
        Self::one_of(shared, watch, 1)
    }

    /// The same where each of several threads answers questions of its own. They share the memory.
    pub(crate) fn one_of(shared: &'s Shared<C, N>, watch: &'s Watch<'s>, threads: usize) -> Self {
        let portfolio = Portfolio::of(
            &shared.orbits.graph,
            // Measured for two players only.
            if C::ALTERNATES {
                shared.options.widening
            } else {
                Widening::Never
            },
        );
        let search = Search::new(shared, watch, portfolio, (0, threads));
        Self {
            shared,
            lease: shared.leases.take(),
            watch,
            earlier: search.earlier(),
            search,
            others: None,
            alone: ALONE,
            portfolio,
            turn: None,
        }
    }

    /// Prepares for questions for which the threads of a pool race.
    pub(crate) fn racing(shared: &'s Shared<C, N>, watch: &'s Watch<'s>, pool: &'s Pool) -> Self {
        let threads = pool.threads();
        let mut valuer = Self::one_of(shared, watch, threads);
        if threads > 1 {
            let search = |racer| Search::new(shared, watch, valuer.portfolio, (racer, threads));
            valuer.others = Some((pool, (1..threads).map(search).collect()));
        }
        valuer
    }

    /// Sets the expansions after which a question is left open.
    pub(crate) fn set_turn(&mut self, turn: Option<u64>) {
        self.turn = turn;
    }

    /// Decides whether the prover gets at least `target` at the root. Returns the bound that was proved, which may be
    /// stronger, and its proof; `None` if a limit stopped the search.
    pub(crate) fn decide(&mut self, root: &Root, target: i16) -> Option<(Bound, Proof)> {
        for step in self.steps() {
            let decided = self.attempt(root, target, &step);
            if decided.is_some() || self.watch.stopped().is_some() {
                return decided;
            }
        }
        None
    }

    /// Returns the steps for the board; only one if questions have turns.
    fn steps(&self) -> impl Iterator<Item = Step> + use<C, N> {
        let only = self.turn.map(|turn| self.portfolio.turn(turn));
        let points = self.shared.orbits.graph.points();
        let rounds = only.is_none().then(|| self.portfolio.steps(points));
        only.into_iter().chain(rounds.into_iter().flatten())
    }

    /// Decides a target by the attempts of one step.
    fn attempt(&mut self, root: &Root, target: i16, step: &Step) -> Option<(Bound, Proof)> {
        (step.attempts.iter()).find_map(|&Attempt { way, expansions }| {
            self.decide_within(root, target, expansions, way)
        })
    }

    /// Decides a target within some expansions, in the best way for the board. If they are not enough, returns the numbers
    /// for the side to move.
    pub(crate) fn try_once(
        &mut self,
        root: &Root,
        target: i16,
        expansions: u64,
    ) -> Result<(Bound, Proof), Effort> {
        let shown = self.decide_within(root, target, expansions, self.best_way());
        shown.ok_or(self.search.open)
    }

    /// Decides a target within some expansions by iterative deepening, if the board is dense.
    pub(crate) fn deepen_once(
        &mut self,
        root: &Root,
        target: i16,
        expansions: u64,
    ) -> Option<(Bound, Proof)> {
        if !self.portfolio.is_dense() {
            return None;
        }
        self.decide_within(root, target, expansions, Way::Deepening)
    }

    /// Tells whether the best way has numbers for a state whose line has paid no toll.
    pub(crate) fn has_numbers(&self, state: State) -> bool {
        self.search.has_numbers(state)
    }

    /// Sets the numbers of such a state, for the side to move.
    pub(crate) fn assume(&mut self, state: State, remembered: Remembered) {
        self.search.assume(state, remembered);
    }

    /// Returns what a move to a state promises the side that made it; the same for all moves if the search has no
    /// evaluation.
    pub(crate) fn promise(&self, side: Side, state: State) -> i16 {
        if self.best_way().evaluates() {
            self.search.promise(self.best_way(), side, state)
        } else {
            0
        }
    }

    /// Returns the best way for the board.
    pub(crate) fn best_way(&self) -> Way {
        self.portfolio.best()
    }

    /// Decides a target in one way, with a sweep now and then. The expansions are those of each thread; `None` also if they
    /// are used up.
    fn decide_within(
        &mut self,
        root: &Root,
        target: i16,
        mut expansions: u64,
        way: Way,
    ) -> Option<(Bound, Proof)> {
        let all = expansions;
        loop {
            let is_swept = self.watch.sweeps.is_wanted() && self.sweep(root);
            if is_swept && way == Way::Deepening && expansions < all {
                // It has lost its findings.
                return None;
            }
            let (sweeps, to_keep) = (&self.watch.sweeps, &self.shared.numbers_to_keep);
            if to_keep.is_wanted() {
                to_keep.hand_over(self.search.progressed());
            }
            let before = (sweeps.count(), to_keep.count());
            let answer = self.decide_unswept(root, target, &mut expansions, way);
            // Another thread may have ended the pause already.
            let is_paused = sweeps.is_wanted()
                || to_keep.is_wanted()
                || (sweeps.count(), to_keep.count()) != before;
            let is_over = expansions == 0 || self.watch.stopped().is_some() || !is_paused;
            if answer.is_some() || is_over {
                return answer;
            }
        }
    }

    /// Drops the orbits that nothing needs, unless the findings of iterative deepening name them. Returns whether it did.
    fn sweep(&mut self, root: &Root) -> bool {
        let others = self.others.iter_mut().flat_map(|(_, others)| others);
        let mut searches: Vec<_> = std::iter::once(&mut self.search).chain(others).collect();
        let may_sweep = searches.iter().all(|search| search.may_sweep());
        let is_swept = may_sweep
            && self.shared.sweep(&mut self.lease, root, || {
                (searches.iter_mut()).flat_map(|search| search.prepare_for_sweep())
            });
        // If findings have prevented it and the next one were due at once, the search would begin anew at every check.
        self.watch.sweeps.end(self.shared, is_swept || !may_sweep);
        is_swept
    }

    /// Decides a target in one way: on the first thread alone at first, then in a race. It ends early if a sweep is due.
    /// Expansions that were used are subtracted.
    fn decide_unswept(
        &mut self,
        root: &Root,
        target: i16,
        expansions: &mut u64,
        way: Way,
    ) -> Option<(Bound, Proof)> {
        self.search.turn_to(way);
        let Some((pool, others)) = &mut self.others else {
            let answer = self.search.decide(root, target, *expansions);
            *expansions = self.search.expansions_left();
            return answer;
        };
        others.iter_mut().for_each(|search| search.turn_to(way));
        let alone = self.alone.min(*expansions);
        let answer = self.search.decide(root, target, alone);
        *expansions -= alone - self.search.expansions_left();
        let is_over = self.watch.stopped().is_some() || self.search.expansions_left() > 0;
        if answer.is_some() || is_over || *expansions == 0 {
            return answer;
        }
        self.alone = ALONE_AFTER;
        let racers = std::iter::once(&mut self.search).chain(others);
        let answered = Arc::<AtomicBool>::default();
        let answers = pool.each(racers.collect(), |search| {
            search.race(root, target, *expansions, &answered)
        });
        *expansions = self.search.expansions_left();
        answers.into_iter().flatten().next()
    }

    /// Returns the number of threads that may race.
    fn threads(&self) -> u64 {
        let others = self.others.as_ref().map_or(0, |(_, others)| others.len());
        1 + others as u64
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

    /// Narrows the bracket of the root's value, from a known bracket if there is one.
    pub(crate) fn bracket_within(&mut self, root: &Root, known: Option<Bracket>) -> Bracket {
        let (lo, hi) = self.shared.bracket(root.state);
        let bracket = known.map_or((lo, hi), |known| {
            (lo.max(known.lo as i16), hi.min(known.hi as i16))
        });
        let mut gallop = match self.earlier {
            0 => self.targets(root, bracket),
            _ => self.targets(root, (lo, hi)).from(bracket),
        };
        self.close_in(root, &mut gallop);
        Bracket {
            lo: gallop.lo.into(),
            hi: gallop.hi.into(),
        }
    }

    /// Starts the order of the targets between two bounds on the value of the root.
    pub(crate) fn targets(&self, root: &Root, bracket: (i16, i16)) -> Gallop {
        let gallop = Gallop::new(bracket);
        let side = self.shared.side(root.state);
        let root = self.shared.orbits.get(root.state.orbit).representative();
        match self.portfolio {
            Portfolio::Roomy => gallop.ahead(side, 1, 2),
            Portfolio::Long if root == Coloring::EMPTY => gallop.ahead(side, 2, 1),
            Portfolio::TinyDense | Portfolio::Dense | Portfolio::Sparse | Portfolio::Long => gallop,
        }
    }

    /// Decides targets in one way after the other, in steps that do not depend on the node limit.
    fn close_in(&mut self, root: &Root, gallop: &mut Gallop) {
        // The first question of a run that continues is that of the runs before it.
        let earlier = std::mem::take(&mut self.earlier);
        let begun = self.watch.expansions();
        for step in self.steps() {
            if gallop.is_over() {
                return;
            }
            gallop.ask_again();
            if step.ahead {
                gallop.begin_ahead(self.shared.side(root.state));
            }
            let asks_for_all = step.attempts[0].way == Way::Narrow && self.turn.is_none();
            if asks_for_all && earlier > 0 {
                // It may be due after the bounds of an earlier run.
                self.ask_for_whole_board(root, gallop, earlier / self.threads());
            }
            let mut may_leave = step.targets;
            while may_leave > 0
                && let Some(target) = gallop.next()
            {
                match self.attempt(root, target, &step) {
                    Some((shown, _)) => {
                        gallop.learn(shown);
                        if asks_for_all {
                            let spent = earlier.saturating_add(self.watch.expansions() - begun);
                            let spent = spent / self.threads();
                            self.ask_for_whole_board(root, gallop, spent);
                        }
                    }
                    None if self.watch.stopped().is_none() => {
                        gallop.postpone(target);
                        may_leave -= 1;
                    }
                    None => return,
                }
            }
        }
    }

    /// Searches once whether the side that has proved the first two bounds gets all points.
    fn ask_for_whole_board(&mut self, root: &Root, gallop: &mut Gallop, spent: u64) {
        let Some((target, expansions)) = gallop.whole_board_target(spent) else {
            return;
        };
        if let Some((shown, _)) = self.decide_within(root, target, expansions, Way::Narrow) {
            gallop.learn(shown);
        }
    }
}
