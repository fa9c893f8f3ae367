//! Lists of moves as text.

use super::written::{Written, refused_place, split_turns};
use super::{explain, parse_move, shortened, turn};
use crate::board::Board;
use crate::color::Player;
use crate::game::{Game, Move};

/// The reason why a list of moves could not be read or played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MoveError {
    /// No player is named.
    #[error("move {number} '{}' names no player; write b a2, w pass", shortened(.text))]
    Player {
        /// The number of the move, from 1.
        number: usize,
        /// The text as given.
        text: String,
    },
    /// The board has no such point.
    #[error("move {number} '{}': {reason}", shortened(.text))]
    Point {
        /// The number of the move, from 1.
        number: usize,
        /// The text as given.
        text: String,
        /// The valid names.
        reason: String,
    },
    /// The moves are numbered, and a number does not follow the one before.
    #[error("move {expected} is missing: '{}' comes after move {}", shortened(.text), .expected - 1)]
    Missing {
        /// The number that would follow.
        expected: u64,
        /// The text with another number.
        text: String,
    },
    /// A dispute in a text that may contain only moves.
    #[error("move {number}: only a replayed game can have a dispute, leave it out here")]
    Dispute {
        /// The number of the move, from 1.
        number: usize,
    },
    /// Another player is to move.
    #[error("move {number} '{}' is out of turn: {to_move} is to move", shortened(.text))]
    Turn {
        /// The number of the move, from 1.
        number: usize,
        /// The text as given.
        text: String,
        /// The player to move.
        to_move: Player,
    },
    /// The move is illegal.
    #[error("move {number} '{}' is illegal: {reason}", shortened(.text))]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// The text as given.
        text: String,
        /// The rule that forbids it.
        reason: String,
    },
}

/// Reads a list of turns: `b a2, w pass`, or `1.B[a2] 2.W[b2]` as game records have it (a pass is `B[]` or
/// `B[pass]`). The first number can be any, because a list may continue a game.
///
/// # Errors
/// If a turn names no player, or no point of the board, or if a number is missing between two moves.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, text};
/// let board: Board = "2x2".parse()?;
/// assert_eq!(text::parse_moves(&board, "b a2, w pass")?, text::parse_moves(&board, "1.B[a2] 2.W[]")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_moves(board: &Board, text: &str) -> Result<Vec<(Player, Move)>, MoveError> {
    let turns = parse_turns(board, text)?;
    let moves = turns.into_iter().enumerate();
    moves
        .map(|(index, turn)| match turn {
            Turn::Taken(player, taken) => Ok((player, taken)),
            Turn::Disputed => Err(MoveError::Dispute { number: index + 1 }),
        })
        .collect()
}

/// An entry of a list of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A move and its player.
    Taken(Player, Move),
    /// The last pass is disputed: the game continues, see [`Game::dispute`].
    Disputed,
}

/// Reads a list of turns as [`parse_moves`] does; the list may contain `dispute`, too.
///
/// # Errors
/// If a turn names no player, or no point of the board, or if the numbers of turns are not in order.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, text};
/// let board: Board = "2x2".parse()?;
/// let turns = text::parse_turns(&board, "b pass, w pass, dispute, b a1")?;
/// assert_eq!(turns[2], text::Turn::Disputed);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_turns(board: &Board, text: &str) -> Result<Vec<Turn>, MoveError> {
    let mut turns = Vec::new();
    let mut expected = None;
    for Written {
        given,
        player,
        place,
        written,
    } in split_turns(text)
    {
        let number = turns.len() + 1;
        let text = written.to_owned();
        if let (Some(expected), Some(given)) = (expected, given)
            && expected != given
        {
            return Err(MoveError::Missing { expected, text });
        }
        expected = given.or(expected).map(|number| number.saturating_add(1));
        if written.eq_ignore_ascii_case("dispute") {
            turns.push(Turn::Disputed);
            continue;
        }
        let Some(player) = Player::from_name(player) else {
            return Err(MoveError::Player { number, text });
        };
        let taken = match parse_move(board, place) {
            Ok(taken) => taken,
            Err(error) => {
                let reason = refused_place(&error, written);
                return Err(MoveError::Point {
                    number,
                    text,
                    reason,
                });
            }
        };
        turns.push(Turn::Taken(player, taken));
    }
    Ok(turns)
}

/// Plays a list of turns on a game, in turn order.
///
/// # Errors
/// At the first turn that is out of order or illegal; the game then stands before that turn.
pub fn play_moves<const W: usize, const N: usize>(
    board: &Board,
    game: &mut Game<'_, W, N>,
    turns: &[(Player, Move)],
) -> Result<(), MoveError> {
    for (index, &(player, taken)) in turns.iter().enumerate() {
        let number = index + 1;
        let to_move = game.to_move();
        if player != to_move && !game.is_over() {
            return Err(MoveError::Turn {
                number,
                text: turn(board, player, taken),
                to_move,
            });
        }
        if let Err(why) = game.play(taken) {
            return Err(MoveError::Illegal {
                number,
                text: turn(board, player, taken),
                reason: explain(board, &why),
            });
        }
    }
    Ok(())
}
