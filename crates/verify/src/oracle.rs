//! The naive oracle: a second implementation of the rules, and a search without tricks.
//!
//! Everything else is tested against it. So it uses only types of the rules crate (boards, players, the names of rules)
//! and no rule of play: reach, clearing, records and legality are implemented here a second time, from the definitions
//! and as simply as possible. One bug should not affect both.

mod game;
mod minimax;
mod multiplayer;
mod remoteness;

pub use game::{OracleGame, OracleMove};
pub use minimax::Answer;

use koproof_rules::{Board, Player, Ruleset};

/// The most points of a board for the oracle.
const MAX_POINTS: usize = 32;

/// A coloring: 0 for an empty point, 1 for Black's stone, 2 for White's, and so on. Entries beyond the board stay 0.
type Stones = [u8; MAX_POINTS];

/// A set of points.
type Points = [bool; MAX_POINTS];

const EMPTY: u8 = 0;

fn color_of(player: Player) -> u8 {
    player.index() as u8 + 1
}

/// The reason why the oracle refuses a question or a move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OracleError {
    /// The board is too large for a search of every line of play.
    #[error("the oracle takes boards of up to {limit} points, this one has {points}")]
    TooManyPoints {
        /// Points of the board.
        points: usize,
        /// The largest number of points.
        limit: usize,
    },
    /// A player who does not take part.
    #[error("{player} cannot play in a game of {players} players")]
    Player {
        /// The player.
        player: Player,
        /// The number of players.
        players: usize,
    },
    /// A number of players that no game has.
    #[error("a game has 2 to 8 players, not {0}")]
    Players(usize),
    /// A character that stands for no color.
    #[error("position has '{symbol}' at character {at}; use '.', 'X', 'O' and digits")]
    Symbol {
        /// The character.
        symbol: char,
        /// Its place, from 1.
        at: usize,
    },
    /// The position is for another board.
    #[error("position has {found} points, the board has {expected}")]
    Length {
        /// Points in the position.
        found: usize,
        /// Points of the board.
        expected: usize,
    },
    /// A stone of the position does not reach empty.
    #[error("position has a stone without liberties at point {0}")]
    NoLiberty(u16),
    /// The point of a play is not on the board.
    #[error("point {0} is not on the board")]
    OffBoard(u16),
    /// The point of a play has a stone.
    #[error("point {0} is occupied")]
    Occupied(u16),
    /// The play clears a stone of its own color, which the rules forbid.
    #[error("a play at point {0} is suicide, which these rules forbid")]
    Suicide(u16),
    /// The record of the play has been made before.
    #[error("a play at point {0} repeats an earlier record")]
    Superko(u16),
    /// The game has ended.
    #[error("the game is over")]
    Over,
}

/// The oracle for one board and one rule set.
///
/// Positions are written `.XO` (and digits for further players) in point order; `/` is skipped. Komi is not
/// counted: scores and values are whole points.
///
/// # Examples
/// Tromp's count of nodes for 2x2:
/// ```
/// use koproof_rules::{Player, Ruleset};
/// use koproof_verify::Oracle;
/// let oracle = Oracle::new(&"2x2".parse()?, Ruleset::TROMP_TAYLOR)?;
/// let game = oracle.start("../..", Player::BLACK)?;
/// let answer = game.value((-4, 4), None).expect("there is no limit");
/// assert_eq!((answer.value, answer.nodes), (1, 1446));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Oracle {
    neighbours: Vec<Vec<usize>>,
    rules: Ruleset,
}

impl Oracle {
    /// Makes the oracle for a board under a rule set.
    ///
    /// # Errors
    /// If the board has more than 32 points, or the rules ask for a number of players that no game has.
    pub fn new(board: &Board, rules: Ruleset) -> Result<Self, OracleError> {
        let points = board.points();
        if points > MAX_POINTS {
            return Err(OracleError::TooManyPoints {
                points,
                limit: MAX_POINTS,
            });
        }
        if !(2..=Player::MAX).contains(&rules.players) {
            return Err(OracleError::Players(rules.players));
        }
        let mut neighbours = vec![Vec::new(); points];
        for &(a, b) in board.edges() {
            neighbours[usize::from(a)].push(usize::from(b));
            neighbours[usize::from(b)].push(usize::from(a));
        }
        Ok(Self { neighbours, rules })
    }

    fn points(&self) -> usize {
        self.neighbours.len()
    }

    fn players(&self) -> impl Iterator<Item = Player> + use<> {
        (0..self.rules.players).map(Player::new)
    }

    fn check_player(&self, player: Player) -> Result<(), OracleError> {
        let players = self.rules.players;
        if player.index() < players {
            Ok(())
        } else {
            Err(OracleError::Player { player, players })
        }
    }

    fn read(&self, position: &str) -> Result<Stones, OracleError> {
        let mut stones = [EMPTY; MAX_POINTS];
        let mut found = 0;
        for (index, symbol) in position.chars().enumerate() {
            let at = index + 1;
            let color = match symbol {
                '/' => continue,
                '.' => EMPTY,
                _ => {
                    let player =
                        Player::from_symbol(symbol).ok_or(OracleError::Symbol { symbol, at })?;
                    self.check_player(player)?;
                    color_of(player)
                }
            };
            if let Some(stone) = stones.get_mut(found) {
                *stone = color;
            }
            found += 1;
        }
        let expected = self.points();
        if found == expected {
            Ok(stones)
        } else {
            Err(OracleError::Length { found, expected })
        }
    }

    fn write(&self, stones: &Stones) -> String {
        stones[..self.points()]
            .iter()
            .map(|&color| match color {
                EMPTY => '.',
                _ => Player::new(usize::from(color) - 1).symbol(),
            })
            .collect()
    }

    /// Returns the points of one color that reach another color: a path of points of the first leads to a point of the
    /// second.
    fn reaching(&self, stones: &Stones, from: u8, to: u8) -> Points {
        let mut reaching = [false; MAX_POINTS];
        let mut grown = true;
        while grown {
            grown = false;
            for (point, neighbours) in self.neighbours.iter().enumerate() {
                if stones[point] == from
                    && !reaching[point]
                    && neighbours
                        .iter()
                        .any(|&next| stones[next] == to || reaching[next])
                {
                    reaching[point] = true;
                    grown = true;
                }
            }
        }
        reaching
    }

    /// Returns the stones of a player that do not reach an empty point.
    fn without_empty(&self, stones: &Stones, player: Player) -> Points {
        let color = color_of(player);
        let reaching = self.reaching(stones, color, EMPTY);
        std::array::from_fn(|point| stones[point] == color && !reaching[point])
    }

    /// Returns the coloring after a play at an empty point, and whether the play cleared stones of its own color.
    fn after(&self, before: &Stones, player: Player, point: usize) -> (Stones, bool) {
        let mut stones = *before;
        stones[point] = color_of(player);
        // All at once: stones are removed only after all players' stones have been examined.
        let placed = stones;
        for opponent in self.players().filter(|&other| other != player) {
            take(&mut stones, self.without_empty(&placed, opponent));
        }
        let own = self.without_empty(&stones, player);
        take(&mut stones, own);
        (stones, own.contains(&true))
    }

    /// Returns the empty points that reach a stone of another player.
    fn reaching_others(&self, stones: &Stones, player: Player) -> Points {
        let mut reaching = [false; MAX_POINTS];
        for other in self.players().filter(|&other| other != player) {
            let reaches = self.reaching(stones, EMPTY, color_of(other));
            for point in 0..self.points() {
                reaching[point] |= reaches[point];
            }
        }
        reaching
    }

    /// Counts a player's stones and the empty points that reach only them.
    fn area(&self, stones: &Stones, player: Player) -> usize {
        let mine = self.reaching(stones, EMPTY, color_of(player));
        let others = self.reaching_others(stones, player);
        (0..self.points())
            .filter(|&point| stones[point] == color_of(player) || mine[point] && !others[point])
            .count()
    }

    /// Counts a player's stones and the empty points that reach no stone of another player.
    fn untouched(&self, stones: &Stones, player: Player) -> usize {
        let others = self.reaching_others(stones, player);
        (0..self.points())
            .filter(|&point| {
                stones[point] == color_of(player) || stones[point] == EMPTY && !others[point]
            })
            .count()
    }
}

fn take(stones: &mut Stones, dead: Points) {
    for (stone, dead) in stones.iter_mut().zip(dead) {
        if dead {
            *stone = EMPTY;
        }
    }
}
