//! Three or more players: all for themselves (max^n), by plain search, or all against one (paranoid), by claims.
//!
//! Neither concept predicts the result of a game of three players. Max^n values are those of one equilibrium of many:
//! they assume that all players choose the move that is best for themselves and, of equally good moves, the first. A
//! player who prefers another of several equally good moves can change the results of all others. The paranoid value of
//! a player is the score that the player can secure against all others together. Each value assumes other opponents, so
//! paranoid values need not add up to the points of the board.
//!
//! Max^n is not a contest of two sides, so the solver's bounds do not apply: the search enumerates whole histories
//! and shares nothing between them, and only boards of a few points are within reach. The paranoid value is a contest
//! of two sides: the player is one side, and all others together are the other. The same search as for two players
//! finds it, with claims for its results.

mod answer;
mod coalition;
mod search;
mod states;

pub use answer::{ManyAnswer, ManyError};
pub use coalition::{Secured, secured_everywhere};

use koproof_rules::{Game, Player};

use crate::bracket::Bracket;
use crate::budget::Budget;
use crate::budget::observer::Observer;
use crate::pool::on_a_deep_stack;
use answer::check;
use search::Search;

/// Finds the max^n values, by player: the scores if all players always choose the move that is best for themselves.
///
/// Of equally good moves the first is chosen: the pass, then plays in the order of their points. Once a move gives the
/// mover every point of the board, the moves after it are skipped: none of them is better, and of equal moves the first
/// is chosen, so no value changes. The memory limit of the budget does not apply.
///
/// # Errors
/// If the rules score by territory or have a handicap, or no thread can be started.
///
/// # Complexity
/// Exponential in the number of colorings: among the boards of four points, some take a dozen nodes and some take
/// billions.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, Coloring, Game, Graph, Player, Ruleset};
/// use koproof_solver::{Bracket, Budget, Nobody, max_n};
///
/// let graph = Graph::<1>::new(&"path:3".parse::<Board>()?)?;
/// let rules = Ruleset { players: 3, ..Ruleset::TROMP_TAYLOR };
/// let game = Game::<1, 8>::new(&graph, rules, Coloring::EMPTY, Player::BLACK)?;
/// let answer = max_n(&game, Budget::default(), &Nobody)?;
/// assert_eq!(answer.value, [3, 0, 0].map(Bracket::exactly));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: C. Luckhardt and K. Irani, *An algorithmic solution of n-person games*, AAAI 1986; the cut is immediate
/// pruning of R. Korf, *Multi-player alpha-beta pruning*, Artificial Intelligence 48 (1991).
pub fn max_n(
    game: &Game<'_, 1, { Player::MAX }>,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<ManyAnswer<Vec<Bracket>>, ManyError> {
    check(game.rules())?;
    on_a_deep_stack(|| Search::new(game, budget, observer).answer(game)).map_err(ManyError::Thread)
}

/// Finds the score that a player can secure if all others play together against this player, by proof-number search
/// over claims.
///
/// The line takes the first of equal moves: the pass, then plays in the order of their points.
///
/// # Errors
/// If the rules score by territory or have a handicap, the player does not take part, or no thread can be started.
///
/// # Complexity
/// Exponential in the worst case; the empty 2x2 takes some hundred nodes for three players.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, Coloring, Game, Graph, Player, Ruleset};
/// use koproof_solver::{Budget, Nobody, paranoid};
///
/// let graph = Graph::<1>::new(&"star:4".parse::<Board>()?)?;
/// let rules = Ruleset { players: 3, ..Ruleset::TROMP_TAYLOR };
/// let game = Game::<1, 8>::new(&graph, rules, Coloring::EMPTY, Player::BLACK)?;
/// let value = |player| {
///     let answer = paranoid(&game, player, Budget::default(), &Nobody)?;
///     Ok::<_, koproof_solver::ManyError>(answer.value.exact())
/// };
/// // The first player takes the centre.
/// assert_eq!(value(Player::BLACK)?, Some(4));
/// assert_eq!(value(Player::WHITE)?, Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn paranoid(
    game: &Game<'_, 1, { Player::MAX }>,
    player: Player,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<ManyAnswer<Bracket>, ManyError> {
    check(game.rules())?;
    let players = game.rules().players;
    if player.index() >= players {
        return Err(ManyError::Player { player, players });
    }
    on_a_deep_stack(|| coalition::answer(game, player, budget, observer)).map_err(ManyError::Thread)
}
