//! Moves that keep the value of a game, whatever its history.

use std::time::{Duration, Instant};

use koproof_rules::{Game, IllegalMove, Move, Player};
use koproof_solver::{Bracket, Solution, Solver};

use crate::progress::Watcher;

/// A solver that plays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Perfect<'s> {
    solver: &'s Solver,
    /// How long it may think about a move.
    limit: Option<Duration>,
    /// When it has to be done with everything.
    deadline: Option<Instant>,
    quiet: bool,
}

/// A move, and what is known about the game before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice {
    pub(crate) taken: Move,
    /// Exact if the time was enough; the move then keeps it.
    pub(crate) value: Bracket,
}

impl<'s> Perfect<'s> {
    /// Makes a player who thinks about each move no longer than `limit`.
    pub(crate) fn new(solver: &'s Solver, limit: Option<Duration>, quiet: bool) -> Self {
        Self {
            solver,
            limit,
            deadline: None,
            quiet,
        }
    }

    /// Makes one who answers all questions together within `limit`.
    pub(crate) fn within(solver: &'s Solver, limit: Option<Duration>, quiet: bool) -> Self {
        Self {
            deadline: limit.map(|limit| Instant::now() + limit),
            ..Self::new(solver, None, quiet)
        }
    }

    /// Makes one who thinks about each move no longer than that, either.
    pub(crate) fn no_longer_than(&self, limit: Option<Duration>) -> Self {
        Self {
            limit: self.limit.into_iter().chain(limit).min(),
            ..*self
        }
    }

    /// Returns the known bracket of a game's value: Black − White, without komi.
    pub(crate) fn value(&self, game: &Game<'_, 1, 2>) -> Bracket {
        let watcher = self.watcher("solving", Instant::now());
        self.solver.solve(game, &watcher).value
    }

    /// Returns the known bracket of every move.
    pub(crate) fn moves(
        &self,
        game: &Game<'_, 1, 2>,
    ) -> Vec<(Move, Result<Solution, IllegalMove<1>>)> {
        let watcher = self.watcher("values of the moves on", Instant::now());
        self.solver.solve_moves(game, &watcher)
    }

    /// Returns a line of best play from a game of this value, as far as time allows.
    pub(crate) fn line(&self, game: &Game<'_, 1, 2>, value: i32) -> Vec<Move> {
        let watcher = self.watcher("principal variation on", Instant::now());
        self.solver.principal_variation(game, value, &watcher)
    }

    /// Chooses a move of a game that is not over.
    ///
    /// It keeps the value if the time is enough to find that; else it is the move of which most is proved. Of several it
    /// is a pass that settles the game, else the play that looks best at once.
    pub(crate) fn choose(&self, game: &Game<'_, 1, 2>) -> Choice {
        let started = Instant::now();
        let value = self
            .solver
            .solve(game, &self.watcher("solving", started))
            .value;
        if let Some(exact) = value.exact() {
            let watcher = self.watcher("best moves on", started);
            if let Some(best) = self.solver.best_moves(game, exact, &watcher) {
                let taken = preferred(game, exact, &best);
                return Choice { taken, value };
            }
        }
        let watcher = self.watcher("values of the moves on", started);
        let moves = self.solver.solve_moves(game, &watcher);
        let sign = sign(game.to_move());
        let known = moves
            .into_iter()
            .filter_map(|(taken, judged)| Some((taken, judged.ok()?.value)));
        // The first of equals is the pass; a play may still turn out better.
        let most = known.max_by_key(|&(taken, Bracket { lo, hi })| {
            let (sure, hope) = if sign > 0 { (lo, hi) } else { (-hi, -lo) };
            (sure, hope, sign * score_after(game, taken))
        });
        let taken = most.map_or(Move::Pass, |(taken, _)| taken);
        Choice { taken, value }
    }

    fn watcher(&self, what: &str, started: Instant) -> Watcher {
        let limit = self
            .limit
            .map(|limit| limit.saturating_sub(started.elapsed()));
        let rest = self
            .deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let left = limit.into_iter().chain(rest).min();
        let name = self.solver.board().name();
        Watcher::new(format!("{what} {name}"), self.quiet).until(left)
    }
}

/// Picks one of the moves that keep the value.
fn preferred(game: &Game<'_, 1, 2>, value: i32, best: &[Move]) -> Move {
    let empty = game.coloring().occupied().is_empty();
    let settled = score(game) == value && (game.passes() > 0 || !empty);
    if settled && best.contains(&Move::Pass) {
        return Move::Pass;
    }
    let sign = sign(game.to_move());
    let plays = best.iter().rev().filter(|&&taken| taken != Move::Pass);
    plays
        .max_by_key(|&&taken| sign * score_after(game, taken))
        .copied()
        .unwrap_or(Move::Pass)
}

/// Returns the value of the best of some moves; `None` if it is not known.
pub(crate) fn best_value(player: Player, values: impl Iterator<Item = Bracket>) -> Option<i32> {
    let values: Vec<Bracket> = values.collect();
    let lows = values.iter().map(|value| value.lo);
    let highs = values.iter().map(|value| value.hi);
    let (low, high) = if player == Player::BLACK {
        (lows.max(), highs.max())
    } else {
        (lows.min(), highs.min())
    };
    low.filter(|_| low == high)
}

/// 1 for Black, who wants much, −1 for White, who wants little.
fn sign(player: Player) -> i32 {
    if player == Player::BLACK { 1 } else { -1 }
}

/// Returns the score of a game as it lies, Black − White, komi not counted.
pub(crate) fn score(game: &Game<'_, 1, 2>) -> i32 {
    let points = |player| game.points(player) as i32;
    points(Player::BLACK) - points(Player::WHITE)
}

fn score_after(game: &Game<'_, 1, 2>, taken: Move) -> i32 {
    let mut after = game.clone();
    match after.play(taken) {
        Ok(()) => score(&after),
        Err(_) => score(game),
    }
}
