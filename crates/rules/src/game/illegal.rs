//! The reasons why a start or a move is illegal.

use crate::color::Player;
use crate::points::{Point, PointSet};

/// The reason why a move is illegal. Points and turns are numbers; [`crate::text::explain`] translates them to the
/// names of the board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove<const W: usize> {
    /// The point has a stone.
    #[error("point {0} is occupied")]
    Occupied(Point),
    /// The point is not on the board.
    #[error("point {0} is not on the board")]
    OffBoard(Point),
    /// The play would clear its own chain, and the rules forbid that.
    #[error("suicide, which these rules forbid")]
    Suicide {
        /// The stones that would be removed, including the new one.
        chain: PointSet<W>,
    },
    /// The play would repeat a record.
    #[error("superko: it repeats {}", place(*first_seen))]
    Superko {
        /// The turn that made the record first; 0 is the start.
        first_seen: usize,
    },
    /// The game has ended.
    #[error("the game is over")]
    Over,
}

/// Names the position that a turn made.
fn place(turn: usize) -> String {
    match turn {
        0 => "the starting position".to_owned(),
        _ => format!("the position after turn {turn}"),
    }
}

impl<const W: usize> IllegalMove<W> {
    /// Returns the name of the rule that forbids the move.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::Occupied(_) => "occupied",
            Self::OffBoard(_) => "off the board",
            Self::Suicide { .. } => "suicide",
            Self::Superko { .. } => "superko",
            Self::Over => "over",
        }
    }

    /// Returns the turn that a superko rule forbids to repeat; 0 is the start.
    #[must_use]
    pub const fn repeats(&self) -> Option<usize> {
        match self {
            Self::Superko { first_seen } => Some(*first_seen),
            _ => None,
        }
    }
}

/// The reason why a game cannot start. Points are numbers, from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalStart<const W: usize> {
    /// The player to move is not one of the game.
    #[error("{player} does not play, there are {players} players: name one of them")]
    Player {
        /// The player to move.
        player: Player,
        /// The number of players.
        players: usize,
    },
    /// The coloring has stones off the board.
    #[error(
        "the starting coloring has stones off the board, at points {}: remove them, the board has {size} points, from 0",
        listed(outside)
    )]
    OffBoard {
        /// The points that the board does not have.
        outside: PointSet<W>,
        /// The number of points of the board.
        size: usize,
    },
    /// The coloring has a stone of a player who is not one of the game.
    #[error(
        "the starting coloring has a stone of {player} at point {}, but there are {players} players: remove it",
        point.index()
    )]
    Stranger {
        /// The owner of the stone.
        player: Player,
        /// Its point.
        point: Point,
        /// The number of players.
        players: usize,
    },
    /// A chain of the coloring has no liberty.
    #[error(
        "the starting coloring has a {player} chain without liberties at points {}: remove it or leave a point beside it empty",
        listed(chain)
    )]
    NoLiberty {
        /// The owner of the chain.
        player: Player,
        /// Its points.
        chain: PointSet<W>,
    },
}

fn listed<const W: usize>(points: &PointSet<W>) -> String {
    let numbers = points.into_iter().map(|point| point.index().to_string());
    numbers.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use crate::{Board, Coloring, Game, Graph, IllegalStart, Player, Ruleset};

    fn refused(start: &str, to_move: Player) -> IllegalStart<1> {
        let board: Board = "1x3".parse().expect("a board");
        let graph = Graph::new(&board).expect("a small board");
        let start = Coloring::<1, 3>::from_symbols(start).expect("a coloring");
        Game::new(&graph, Ruleset::TROMP_TAYLOR, start, to_move).expect_err("it is illegal")
    }

    #[test]
    fn a_start_that_is_refused_says_where_it_is_illegal() {
        let third = Player::new(2);
        for (start, to_move, said) in [
            (
                "...",
                third,
                "player 3 does not play, there are 2 players: name one of them",
            ),
            (
                "X..X",
                Player::BLACK,
                "the starting coloring has stones off the board, at points 3: remove them, the board has 3 points, from 0",
            ),
            (
                "X.3",
                Player::BLACK,
                "the starting coloring has a stone of player 3 at point 2, but there are 2 players: remove it",
            ),
            (
                "XXO",
                Player::BLACK,
                "the starting coloring has a black chain without liberties at points 0, 1: remove it or leave a point beside it \
                 empty",
            ),
        ] {
            assert_eq!(refused(start, to_move).to_string(), said);
        }
    }
}
