//! How soon a player can make the game end with a score.

use koproof_rules::{Game, Player};

use super::Solver;
use crate::bracket::Score;
use crate::budget::Budget;
use crate::budget::observer::Observer;
use crate::remoteness::{Remoteness, turns};
use crate::state::contest::{Contest, Duel};
use crate::state::side::{Side, must_be_of_two};
use crate::stats::Stats;

impl Solver {
    /// Finds the least number of turns within which a player can make the game end with a score, whatever the opponent
    /// does: Black with at least this score, White with at most this score, Black − White, komi not counted. Each move
    /// of either player is a turn, passes included; superko takes the moves already made into account. Returns `None` if
    /// the player cannot force the score.
    ///
    /// The numbers of turns are tried one after the other, on one thread.
    ///
    /// # Complexity
    /// Exponential in the number of turns; measured in `docs/performance.md`.
    ///
    /// # Examples
    /// Black plays in the middle of a path of three points, and both pass. White can force an end with this score,
    /// too, but Black can delay it by two turns.
    /// ```
    /// use koproof_rules::{Coloring, Player, Ruleset};
    /// use koproof_solver::{Budget, Nobody, Options, Solver};
    ///
    /// let solver = Solver::new(&"1x3".parse()?, Ruleset::NSTT, Options::default())?;
    /// let game = solver.game(Coloring::EMPTY, Player::BLACK)?;
    /// let turns = |player| {
    ///     let found = solver.remoteness(&game, player, 3, Budget::UNLIMITED, &Nobody)?;
    ///     found.is_exact().then_some(found.at_least)
    /// };
    /// assert_eq!(turns(Player::BLACK), Some(3));
    /// assert_eq!(turns(Player::WHITE), Some(5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If the game is of another board or other rules than the solver, or the player is neither Black nor White.
    pub fn remoteness(
        &self,
        game: &Game<'_, 1, 2>,
        player: Player,
        score: Score,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Option<Remoteness> {
        must_be_of_two(player);
        let side = Duel.side(player);
        let target = match side {
            Side::Prover => score,
            Side::Refuter => score.saturating_add(1),
        };
        let is_goal = |reaches: bool| reaches == (side == Side::Prover);
        let _lease = self.shared.leases.take();
        let Some(root) = self.shared.root(game) else {
            return is_goal(game.score() >= target).then_some(Remoteness {
                at_least: 0,
                stats: Stats::default(),
                stopped: None,
            });
        };
        let watch = self.watch(budget, observer, 1);
        let (at_least, exact) = self.run(|| {
            let Some(shown) = self.valuer(&watch).decide_game(game, target) else {
                return Some((1, false));
            };
            let reaches = shown.is_at_least(target) == Some(true);
            let target = self.shared.to_come(target, self.shared.before(game));
            // This search cannot pause for a sweep. With a second lease the watch does not ask for one, but stops it.
            let _names = self.shared.leases.take();
            watch.sweeps.end(&self.shared, false);
            is_goal(reaches).then(|| turns(&self.shared, &watch, &root, side, target))
        })?;
        Some(Remoteness {
            at_least,
            stats: self.stats(&watch),
            stopped: (!exact).then(|| watch.stopped().expect("only a limit leaves it open")),
        })
    }
}
