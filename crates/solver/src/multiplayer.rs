//! Three or more players: all for themselves (max^n), by plain search, or all against one (paranoid), by claims.
//!
//! Neither concept predicts the result of a game of three. Max^n values are those of one equilibrium of many: they
//! assume that all players choose the move that is best for themselves and, of equally good moves, the first. A
//! player who prefers another of several equally good moves can change the results of all others. The paranoid value
//! is what a player can secure against all others together. The others want the same for themselves, so paranoid
//! values need not sum to the board.
//!
//! Max^n is not a contest of two sides, so the solver's bounds do not apply: the search enumerates whole histories
//! and shares nothing between them, and only boards of a few points are within reach. The paranoid value is a contest
//! of two sides: the player is one side, and all others together are the other. The same search as for two players
//! finds it, with claims for its results.

mod coalition;
mod search;
mod states;

pub use coalition::{Secured, secured_everywhere};

use koproof_rules::{Game, Move, Player, Ruleset, RulesetError, Scoring};

use crate::budget::Budget;
use crate::budget::observer::Observer;
use crate::budget::stopped::Stopped;
use coalition::Against;
use search::Search;

/// The stack of the thread that searches, in bytes of address space.
const STACK: usize = 1 << 30;

/// The result of a search with many players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManyAnswer<V> {
    /// The scores of all players, or the score of one player, without komi; `None` if a budget ran out.
    pub value: Option<V>,
    /// The line of play that leads to it, cut short where a budget ran out.
    pub line: Vec<Move>,
    /// Nodes whose successors were generated.
    pub expansions: u64,
    /// Why the value is not known, if it is not.
    pub stopped: Option<Stopped>,
}

/// Why there are no values for many players.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ManyError {
    /// The rules contradict themselves.
    #[error(transparent)]
    Rules(#[from] RulesetError),
    /// Prisoners count.
    #[error(
        "prisoners are not counted in a search of several players: choose area or Taylor's scoring"
    )]
    Scoring,
    /// Turns do not come one by one.
    #[error(
        "the search takes turns that go round: set the {0} handicap stones up in the position, with the next player to move"
    )]
    Handicap(usize),
    /// More colorings than are enumerated.
    #[error(
        "the board has {colorings} colorings of {players} players, more than {most}: ask for one position"
    )]
    TooManyColorings {
        /// Legal and illegal ones.
        colorings: u128,
        /// How many play.
        players: usize,
        /// How many are gone through.
        most: u128,
    },
    /// A player who does not take part.
    #[error("{player} does not play, there are {players} players")]
    Player {
        /// Who does not play.
        player: Player,
        /// How many do.
        players: usize,
    },
}

/// Finds the max^n values, by player: the scores if all players always choose the move that is best for themselves.
///
/// Of equally good moves the first is chosen: the pass, then plays in the order of their points. As soon as a move
/// gives the mover every point of the board, the moves after it are skipped: none is better, and equal ones come
/// later, so no value changes.
///
/// # Errors
/// If the rules score by territory or have a handicap.
///
/// # Panics
/// If no thread can be started.
///
/// # Complexity
/// Exponential in the number of colorings: of the boards with four points some take a dozen nodes, some billions.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, Coloring, Game, Graph, Player, Ruleset};
/// use koproof_solver::{Budget, Nobody, max_n};
///
/// let graph = Graph::<1>::new(&"path:3".parse::<Board>()?)?;
/// let rules = Ruleset { players: 3, ..Ruleset::TROMP_TAYLOR };
/// let game = Game::<1, 3>::new(&graph, rules, Coloring::EMPTY, Player::BLACK)?;
/// let answer = max_n(&game, Budget::default(), &Nobody)?;
/// assert_eq!(answer.value, Some(vec![3, 0, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Source: C. Luckhardt and K. Irani, *An algorithmic solution of n-person games*, AAAI 1986; the cut is immediate pruning
/// of R. Korf, *Multi-player alpha-beta pruning*, Artificial Intelligence 48 (1991).
pub fn max_n<const N: usize>(
    game: &Game<'_, 1, N>,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<ManyAnswer<Vec<u32>>, ManyError> {
    check(game.rules())?;
    Ok(on_a_deep_stack(|| {
        Search::new(game, budget, observer).answer(game)
    }))
}

/// Finds the score that a player can secure if all others play together against this player, by proof-number search
/// over claims.
///
/// The line has, of equal moves, the first: the pass, then plays in the order of their points.
///
/// # Errors
/// If the rules score by territory or have a handicap, or the player does not take part.
///
/// # Panics
/// If no thread can be started.
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
/// let game = Game::<1, 3>::new(&graph, rules, Coloring::EMPTY, Player::BLACK)?;
/// let value = |player| paranoid(&game, player, Budget::default(), &Nobody).map(|answer| answer.value);
/// // The first player takes the centre.
/// assert_eq!(value(Player::BLACK)?, Some(4));
/// assert_eq!(value(Player::WHITE)?, Some(0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn paranoid<const N: usize>(
    game: &Game<'_, 1, N>,
    player: Player,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<ManyAnswer<u32>, ManyError> {
    check(game.rules())?;
    let players = game.rules().players;
    if player.index() >= players {
        return Err(ManyError::Player { player, players });
    }
    Ok(on_a_deep_stack(|| {
        let against = Against::new(game.graph(), *game.rules(), player);
        against.answer(game, budget, observer)
    }))
}

fn check(rules: &Ruleset) -> Result<(), ManyError> {
    rules.check()?;
    match rules.scoring {
        Scoring::Territory => Err(ManyError::Scoring),
        _ if rules.handicap > 1 => Err(ManyError::Handicap(rules.handicap)),
        Scoring::Area | Scoring::Taylor => Ok(()),
    }
}

/// Lines of play can be long, and each turn takes stack.
fn on_a_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work)
            .expect("a thread can be started")
            .join()
            .expect("the search does not panic")
    })
}
