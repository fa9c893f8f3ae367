//! One player against all others: the search of two sides with a coalition as one of them.

use koproof_rules::{ColorSwap, Coloring, Game, Graph, Player, Ruleset, Symmetry};
use rustc_hash::FxHashMap;

use super::answer::{ManyAnswer, ManyError, check};
use super::states::N;
use crate::bracket::Bracket;
use crate::budget::Budget;
use crate::budget::observer::Observer;
use crate::budget::stopped::Stopped;
use crate::budget::watch::Watch;
use crate::count::enumerate::{extended, legal_on_first};
use crate::options::Options;
use crate::pool::on_a_deep_stack;
use crate::search::valuer::Valuer;
use crate::state::Shared;
use crate::state::contest::Coalition;

/// The most colorings of a board, legal or not, whose values are found together.
const MAX_COLORINGS: u128 = 1 << 22;

/// Prepares for searches of games of one player, the hero, against all others on one board.
fn against_all(graph: &Graph<1>, rules: Ruleset, hero: Player) -> Shared<Coalition, N> {
    let players = rules.players;
    let contest = Coalition { hero, players };
    let symmetry = Symmetry::new(graph, ColorSwap::Excluded);
    Shared::new(graph, rules, contest, symmetry, Options::default())
}

/// Finds the hero's value of a game and a line that leads to it.
pub(super) fn answer(
    game: &Game<'_, 1, N>,
    hero: Player,
    budget: Budget,
    observer: &dyn Observer,
) -> ManyAnswer<Bracket> {
    let shared = against_all(game.graph(), *game.rules(), hero);
    let watch = Watch::start(budget, observer, game.graph().points(), 1);
    let mut valuer = Valuer::alone(&shared, &watch);
    let value = valuer.bracket_of_game(game, None);
    let mut line = Vec::new();
    if let Some(value) = value.exact() {
        valuer.line(game, value, &mut line);
    }
    ManyAnswer {
        stopped: value.exact().map_or(watch.stopped(), |_| None),
        value,
        line,
        expansions: watch.expansions(),
    }
}

/// The scores that each player can secure in the game that starts with a coloring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secured {
    /// The coloring.
    pub coloring: Coloring<1, { Player::MAX }>,
    /// The player who moves first.
    pub to_move: Player,
    /// The score of each player, by player, without komi.
    pub values: Vec<u32>,
}

/// Finds the scores that each player can secure (see [`paranoid`](super::paranoid)) in the games that start with each
/// legal coloring of a board, with each player to move. The colorings come in the order of their text, where `.` is
/// before `X`, `O`, `3` and so on.
///
/// Players differ only in the order of their turns, which is cyclic. A rotation of the colors makes any player the
/// first one, so only the values of the first player are solved.
///
/// # Errors
/// If the rules score by territory or have a handicap, the board has too many colorings, no
/// thread can be started, or a budget runs out.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, Graph, Ruleset};
/// use koproof_solver::{Budget, Nobody, secured_everywhere};
///
/// let graph = Graph::<1>::new(&"complete:3".parse::<Board>()?)?;
/// let rules = Ruleset { players: 3, ..Ruleset::TROMP_TAYLOR };
/// let states = secured_everywhere(&graph, rules, Budget::default(), &Nobody)?;
/// // Where all points are joined a coloring is legal if some point is empty.
/// assert_eq!(states.len(), 3 * (1 + 3 * 3 + 3 * 9));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn secured_everywhere(
    graph: &Graph<1>,
    rules: Ruleset,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<Vec<Secured>, ManyError> {
    check(&rules)?;
    let players = rules.players;
    let colorings = (players as u128 + 1).saturating_pow(graph.points() as u32);
    if colorings > MAX_COLORINGS {
        return Err(ManyError::TooManyColorings {
            colorings,
            players,
            most: MAX_COLORINGS,
        });
    }
    on_a_deep_stack(|| {
        let shared = against_all(graph, rules, Player::new(0));
        let legal = legal_within(graph, players, budget, observer)?;
        let total = (legal.len() * players) as u64;
        let watch = Watch::start(budget, observer, graph.points(), total);
        let mut valuer = Valuer::alone(&shared, &watch);
        let places: FxHashMap<_, _> = legal.iter().copied().zip(0..).collect();
        let mut values = Vec::with_capacity(legal.len() * players);
        for &coloring in &legal {
            for to_move in (0..players).map(Player::new) {
                let root = shared.start(coloring, to_move);
                let Bracket { lo, hi } = valuer.bracket(&root);
                if lo < hi {
                    return Err(valuer.stopped().into());
                }
                values.push(lo.unsigned_abs());
                watch.done(&shared);
            }
        }
        let turned = |coloring: Coloring<1, N>, by: usize| {
            let stones = std::array::from_fn(|index| {
                let from = (index + by) % players;
                coloring.stones(Player::new(if index < players { from } else { index }))
            });
            Coloring::from_stones(stones)
        };
        let states = legal.iter().flat_map(|&coloring| {
            let (places, values) = (&places, &values);
            (0..players).map(move |to_move| Secured {
                coloring,
                to_move: Player::new(to_move),
                values: (0..players)
                    .map(|player| {
                        let place: usize = places[&turned(coloring, player)];
                        values[place * players + (to_move + players - player) % players]
                    })
                    .collect(),
            })
        });
        Ok(states.collect())
    })
    .map_err(ManyError::Thread)?
}

/// Lists the legal colorings, if there is memory for them and for what is found about each.
fn legal_within(
    graph: &Graph<1>,
    players: usize,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<Vec<Coloring<1, N>>, Stopped> {
    let watch = Watch::start(budget, observer, graph.points(), 0);
    let of_a_coloring = size_of::<Coloring<1, N>>();
    let place = 2 * size_of::<(Coloring<1, N>, usize)>();
    let of_a_state = size_of::<Secured>() + 2 * players * size_of::<u32>();
    let room = |colorings: usize, bytes: usize| match watch.exceeds((colorings * bytes) as u64) {
        true => Err(Stopped::Memory),
        false => Ok(()),
    };
    // The last point is empty or has a stone of one of the players.
    let last = graph.points() - 1;
    let shorter = legal_on_first::<N>(graph, players, last);
    room(shorter.len() * (players + 1), of_a_coloring)?;
    let legal = extended(graph, players, shorter, last);
    room(legal.len(), place + players * of_a_state)?;
    Ok(legal)
}
