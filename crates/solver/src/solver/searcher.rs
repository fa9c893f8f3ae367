//! One search that answers many short questions, so that another program can choose the next question.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fmt;

use koproof_rules::{Game, Move};
use koproof_verify::Bound;

use super::Solver;
use crate::bracket::{Bracket, Score, narrow};
use crate::budget::Budget;
use crate::budget::observer::Observer;
use crate::budget::stopped::Stopped;
use crate::budget::watch::Watch;
use crate::effort::Effort;
use crate::search::numbers::{MAX_NUMBER, Remembered};
use crate::search::targets::Gallop;
use crate::search::valuer::Valuer;
use crate::state::{Root, Shared};

/// A search on one thread that keeps its proof numbers from one question to the next.
///
/// [`Solver::with_searcher`] makes one. Its results become claims of the solver, so that [`Solver::certify`]
/// finds the proof at once.
pub struct Searcher<'s> {
    solver: &'s Solver,
    watch: &'s Watch<'s>,
    valuer: Valuer<'s>,
}

impl fmt::Debug for Searcher<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Searcher")
            .field("board", &self.solver.board().name())
            .finish_non_exhaustive()
    }
}

impl Solver {
    /// Runs work with one search, on a thread with a deep stack.
    pub fn with_searcher<T: Send>(
        &self,
        budget: Budget,
        observer: &dyn Observer,
        work: impl FnOnce(&mut Searcher<'_>) -> T + Send,
    ) -> T {
        self.with_searchers(1, budget, observer, |searchers| work(&mut searchers[0]))
    }

    /// Does the same with a number of searches, each with its own proof numbers. They take turns on one thread, and
    /// their expansions count together.
    pub fn with_searchers<T: Send>(
        &self,
        count: usize,
        budget: Budget,
        observer: &dyn Observer,
        work: impl FnOnce(&mut [Searcher<'_>]) -> T + Send,
    ) -> T {
        let watch = self.watch(budget, observer, 1);
        self.run(|| {
            let searcher = |_| Searcher {
                solver: self,
                watch: &watch,
                valuer: Valuer::one_of(&self.shared, &watch, count),
            };
            work(&mut (0..count).map(searcher).collect::<Vec<_>>())
        })
    }
}

impl Searcher<'_> {
    /// Tries to decide whether the value of a game is at least `target`, with fewer than the given number of
    /// expansions; with 0 or 1 it only asks known claims. Returns a bracket of the value that decides it and may be narrower.
    ///
    /// # Errors
    /// If the expansions were not enough: an estimate of the rest.
    ///
    /// # Panics
    /// If the game is of another board or other rules than the solver.
    pub fn attempt(
        &mut self,
        game: &Game<'_, 1, 2>,
        target: Score,
        expansions: u64,
    ) -> Result<Bracket, Effort> {
        let shared = &self.solver.shared;
        let Some((root, before, target)) = asked(shared, game, target) else {
            return Ok(Bracket::exactly(game.score()));
        };
        let answer = self.valuer.try_once(&root, target, expansions);
        self.watch.check_if_due(shared);
        match answer {
            Ok((bound, _)) => Ok(Bracket::after(before, bound)),
            Err(numbers) => Err(numbers.for_prover(shared.side(root.state))),
        }
    }

    /// Tries the same without proof numbers, on boards where most points are neighbours; `None` on all others, and if the
    /// expansions were not enough. In their long superko fights proof numbers go astray.
    ///
    /// What it has found helps the next call about the same game. The search forgets its proof numbers.
    ///
    /// # Panics
    /// If the game is of another board or other rules than the solver.
    pub fn deepen(
        &mut self,
        game: &Game<'_, 1, 2>,
        target: Score,
        expansions: u64,
    ) -> Option<Bracket> {
        let shared = &self.solver.shared;
        let Some((root, before, target)) = asked(shared, game, target) else {
            return Some(Bracket::exactly(game.score()));
        };
        let answer = self.valuer.deepen_once(&root, target, expansions);
        self.watch.check_if_due(shared);
        answer.map(|(bound, _)| Bracket::after(before, bound))
    }

    /// Lists at least `most` open positions below a game for which this search has proof numbers, or all if there are
    /// fewer. Positions with larger numbers are opened first. Each comes with the moves that lead to it.
    ///
    /// Memory is that of the list: some bytes for each move of each line.
    ///
    /// # Examples
    /// ```
    /// use koproof_rules::{Coloring, Player, Ruleset};
    /// use koproof_solver::{Budget, Nobody, Options, Solver};
    ///
    /// let solver = Solver::new(&"3x4".parse()?, Ruleset::NSTT, Options::default())?;
    /// let game = solver.game(Coloring::EMPTY, Player::BLACK)?;
    /// let found = solver.with_searcher(Budget::UNLIMITED, &Nobody, |first| {
    ///     first.attempt(&game, 4, 500).expect_err("500 expansions are not enough");
    ///     first.estimates(&game, 4, 10)
    /// });
    /// assert!(found.len() >= 10);
    /// solver.with_searcher(Budget::UNLIMITED, &Nobody, |second| {
    ///     for (line, effort) in found {
    ///         let mut game = game.clone();
    ///         for taken in line {
    ///             game.play(taken).expect("the line is legal");
    ///         }
    ///         second.assume(&game, 4, effort);
    ///         assert_eq!(second.attempt(&game, 4, 0), Err(effort));
    ///     }
    /// });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn estimates(
        &mut self,
        game: &Game<'_, 1, 2>,
        target: Score,
        most: usize,
    ) -> Vec<(Vec<Move>, Effort)> {
        let mut found: Vec<(Vec<Move>, Effort)> = Vec::new();
        // Positions to open, by the size of their numbers and by their places in the list, counted from 1; 0 is the game itself.
        // Each is played again when its turn comes, because a game with its history takes kilobytes.
        let mut waiting = BTreeSet::from([(0, Reverse(0))]);
        let mut game = game.clone();
        while let Some((_, Reverse(place))) = waiting.pop_last()
            && found.len() < most
        {
            let line = match place {
                0 => Vec::new(),
                place => found[place - 1].0.clone(),
            };
            for &taken in &line {
                game.play(taken).expect("the line is legal");
            }
            let moves: Vec<Move> = game.legal_moves().collect();
            for taken in moves {
                game.play(taken).expect("the move is legal");
                let shared = &self.solver.shared;
                let state = shared.state_of(&game);
                if !game.is_over()
                    && self.valuer.has_numbers(state)
                    && let Err(effort) = self.attempt(&game, target, 0)
                {
                    let size = u64::from(effort.proof) * u64::from(effort.disproof);
                    found.push(([line.as_slice(), &[taken]].concat(), effort));
                    waiting.insert((size, Reverse(found.len())));
                }
                game.undo();
            }
            for _ in &line {
                game.undo();
            }
        }
        found
    }

    /// Takes over the proof numbers that another search has found for a game and a target. They only guide this search.
    ///
    /// # Panics
    /// If the game is of another board or other rules than the solver.
    pub fn assume(&mut self, game: &Game<'_, 1, 2>, target: Score, effort: Effort) {
        self.solver.shared.must_have(game);
        if game.is_over() {
            return;
        }
        let shared = &self.solver.shared;
        let target = shared.to_come(target, shared.before(game));
        let state = shared.state_of(game);
        let numbers = Effort {
            proof: effort.proof.clamp(1, MAX_NUMBER),
            disproof: effort.disproof.clamp(1, MAX_NUMBER),
        };
        let numbers = numbers.for_prover(shared.side(state));
        self.valuer.assume(state, Remembered { numbers, target });
    }

    /// Returns the promise of the move that led to this game, for the player who made it: the search prefers large
    /// promises.
    ///
    /// # Panics
    /// If the game is of another board or other rules than the solver.
    #[must_use]
    pub fn promise(&self, after: &Game<'_, 1, 2>) -> i16 {
        let shared = &self.solver.shared;
        shared.must_have(after);
        // The evaluation does not depend on the number of passes.
        let state = shared.state(*after.coloring(), after.to_move(), 0);
        self.valuer.promise(shared.side(state).other(), state)
    }

    /// Counts the open moves of a state that a search considers; `promises` are their promises, the largest first. On
    /// boards with room it does not consider all of them ([`Widening`](crate::Widening)). `depth` is the number of
    /// moves from the root of the search.
    #[must_use]
    pub fn counted(&self, depth: usize, promises: &[i16]) -> usize {
        let points = self.solver.graph().points();
        let way = self.valuer.best_way();
        let counted = way.counted(depth, points, || promises.len());
        let counted = counted.min(promises.len());
        let (first, rest) = promises.split_at(counted);
        let ties = rest
            .iter()
            .take_while(|&promise| Some(promise) == first.last());
        counted + if way.evaluates() { ties.count() } else { 0 }
    }

    /// Adds up disproof numbers of moves as a search does.
    #[must_use]
    pub fn sum(&self, disproof: impl ExactSizeIterator<Item = u32>) -> u32 {
        let others = disproof.len().saturating_sub(1) as u64;
        let (sum, largest) = disproof
            .map(u64::from)
            .fold((0, 0), |(sum, largest), number| {
                (sum + number, number.max(largest))
            });
        (self.valuer.best_way().summation()).of(sum, largest, others)
    }

    /// Starts the sequence of targets for the value of a game.
    #[must_use]
    pub fn targets(&self, game: &Game<'_, 1, 2>) -> Targets {
        let shared = &self.solver.shared;
        match shared.root(game) {
            Some(root) => Targets {
                gallop: self.valuer.targets(&root, shared.bracket(root.state)),
                before: shared.before(game),
            },
            // The value is the score: nothing is to come.
            None => Targets {
                gallop: Gallop::new((0, 0)),
                before: game.score(),
            },
        }
    }

    /// Checks the limits and the observer, and drops claims if memory is scarce. Attempts do that, too, after some hundred
    /// expansions; claims from elsewhere take memory without expansions.
    pub fn check(&self) {
        self.watch.check(&self.solver.shared);
    }

    /// Counts the expansions so far.
    #[must_use]
    pub fn expansions(&self) -> u64 {
        self.watch.expansions()
    }

    /// Returns the limit that stopped the search, if any. Every later attempt is left open.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        self.watch.stopped()
    }
}

/// Returns the root of a game, the score before it, and the target for what is to come; `None` if the game is over.
fn asked(shared: &Shared, game: &Game<'_, 1, 2>, target: Score) -> Option<(Root, Score, i16)> {
    let before = shared.before(game);
    Some((shared.root(game)?, before, shared.to_come(target, before)))
}

/// The order of the targets on the way to a value, the same as in a search on one machine.
#[derive(Clone, Copy, Debug)]
pub struct Targets {
    gallop: Gallop,
    before: Score,
}

impl Targets {
    /// Returns the next target, with its limit of expansions if it has one; `None` when the value is known.
    ///
    /// After one side has proved the first two bounds, the next target is once the score with which that side gets all
    /// points: on many boards this is the value. Only this target has a limit, four times the expansions `spent` so
    /// far.
    pub fn next(&mut self, spent: u64) -> Option<(Score, Option<u64>)> {
        let (target, limit) = match self.gallop.whole_board_target(spent) {
            Some((target, limit)) => (target, Some(limit)),
            None => (self.gallop.next()?, None),
        };
        Some((Score::from(target) + self.before, limit))
    }

    /// Narrows the bracket by what is known of the value.
    pub fn learn(&mut self, known: Bracket) {
        let to_come = |score| narrow(score - self.before);
        let value = self.value();
        if known.lo > value.lo {
            self.gallop.learn(Bound::AtLeast(to_come(known.lo)));
        }
        if known.hi < value.hi {
            self.gallop.learn(Bound::AtMost(to_come(known.hi)));
        }
    }

    /// Returns the bracket of the value.
    #[must_use]
    pub fn value(&self) -> Bracket {
        Bracket {
            lo: Score::from(self.gallop.lo) + self.before,
            hi: Score::from(self.gallop.hi) + self.before,
        }
    }
}
