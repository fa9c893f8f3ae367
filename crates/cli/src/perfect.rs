//! A perfect player: a solver that plays and judges within limits of time.

use std::time::Duration;

use koproof_answers::{Choice, choose};
use koproof_rules::{Game, Move};
use koproof_solver::{Analysis, Bracket, Budget, Detail, Solver};

use crate::progress::Watcher;

/// A solver that plays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Perfect<'s> {
    pub(crate) solver: &'s Solver,
    /// The budget of each question.
    pub(crate) budget: Budget,
    quiet: bool,
}

impl<'s> Perfect<'s> {
    /// Makes a player whose budget is for each question.
    pub(crate) fn new(solver: &'s Solver, budget: Budget, quiet: bool) -> Self {
        Self {
            solver,
            budget,
            quiet,
        }
    }

    /// Returns the same player with another limit of time for each question.
    pub(crate) fn no_longer_than(&self, limit: Option<Duration>) -> Self {
        let time = self.budget.time.into_iter().chain(limit).min();
        Self {
            budget: Budget {
                time,
                ..self.budget
            },
            ..*self
        }
    }

    /// Returns the bracket of the value of a game: Black − White, komi not counted.
    pub(crate) fn value(&self, game: &Game<'_, 1, 2>) -> Bracket {
        let watcher = self.watcher("solving");
        self.solver.solve(game, self.budget, &watcher).value
    }

    pub(crate) fn analyse(&self, game: &Game<'_, 1, 2>, detail: Detail) -> Analysis {
        let watcher = self.watcher("analysing");
        self.solver.analyse(game, detail, self.budget, &watcher)
    }

    /// Chooses a move; the pass if the game is over.
    pub(crate) fn choose(&self, game: &Game<'_, 1, 2>) -> Choice {
        let watcher = self.watcher("solving");
        let choice = choose(self.solver, game, self.budget, &watcher);
        choice.unwrap_or(Choice {
            taken: Move::Pass,
            value: Bracket::exactly(game.score()),
            is_best: true,
        })
    }

    fn watcher(&self, what: &str) -> Watcher {
        Watcher::on(self.solver.board(), what, self.quiet)
    }
}
