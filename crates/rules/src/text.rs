//! Positions and moves as text. Every text that is written here can be read here.

mod moves;
mod written;

use crate::board::{Board, BoardError, Shape};
use crate::color::Player;
use crate::coloring::{Coloring, ColoringError};
use crate::game::{IllegalMove, Move};
use crate::graph::Graph;
pub use crate::messages::{counted, quoted, shortened};
use crate::points::{Point, PointSet};
pub use moves::{MoveError, Turn, parse_moves, parse_turns, play_moves};

/// Reads a position of a board: `.XO` in point order, grids row by row from the top, rows separated by `/` or
/// by nothing. White space is ignored.
///
/// # Errors
/// On a character that stands for no color, a misplaced separator, a wrong number of points, or a chain
/// without liberties.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, Coloring, Graph, text};
/// let board: Board = "2x3".parse()?;
/// let graph = Graph::<1>::new(&board)?;
/// let coloring: Coloring<1, 2> = text::parse_position(&board, &graph, "OX./.X.")?;
/// assert_eq!(text::position(&board, &coloring), "OX./.X.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_position<const W: usize, const N: usize>(
    board: &Board,
    graph: &Graph<W>,
    text: &str,
) -> Result<Coloring<W, N>, ColoringError> {
    let coloring: Coloring<W, N> = parse_coloring(board, text)?;
    check_position(board, graph, &coloring)?;
    Ok(coloring)
}

/// Checks that every chain of a position has a liberty.
///
/// # Errors
/// [`ColoringError::NoLiberty`], which names the points of a chain that has none.
pub fn check_position<const W: usize, const N: usize>(
    board: &Board,
    graph: &Graph<W>,
    position: &Coloring<W, N>,
) -> Result<(), ColoringError> {
    match position.dead_chain(graph) {
        Some((player, chain)) => {
            let points = points(board, chain);
            Err(ColoringError::NoLiberty { player, points })
        }
        None => Ok(()),
    }
}

/// Reads a coloring of a board as [`parse_position`] does, but accepts chains without liberties.
///
/// # Errors
/// On a character that stands for no color, a misplaced separator, or a wrong number of points.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, Coloring, Graph, text};
/// let board: Board = "path:2".parse()?;
/// let coloring: Coloring<1, 2> = text::parse_coloring(&board, "XO")?;
/// assert!(!coloring.is_legal(&Graph::new(&board)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_coloring<const W: usize, const N: usize>(
    board: &Board,
    text: &str,
) -> Result<Coloring<W, N>, ColoringError> {
    let mut symbols = String::with_capacity(text.len());
    let mut found = 0;
    for (place, (index, symbol)) in text.char_indices().enumerate() {
        if symbol.is_whitespace() {
            continue;
        }
        if symbol != '/' {
            symbols.push(symbol);
            found += 1;
            continue;
        }
        let columns = columns(board);
        let row_ends =
            found > 0 && found % columns == 0 && !text[..index].trim_end().ends_with('/');
        if !row_ends || found >= board.points() {
            return Err(ColoringError::Separator {
                at: place + 1,
                columns,
            });
        }
    }
    match Coloring::from_symbols(&symbols) {
        // The place in the given text, separators included.
        Err(ColoringError::Symbol {
            symbol,
            at,
            players,
        }) => Err(ColoringError::Symbol {
            symbol,
            at: nth_symbol(text, at),
            players,
        }),
        _ if found != board.points() => Err(ColoringError::Length {
            found,
            expected: board.points(),
        }),
        read => read,
    }
}

/// Returns the place of the `number`-th character that is no separator and no white space; both are counted from 1.
fn nth_symbol(text: &str, number: usize) -> usize {
    let mut symbols = text
        .chars()
        .enumerate()
        .filter(|&(_, symbol)| symbol != '/' && !symbol.is_whitespace());
    symbols
        .nth(number - 1)
        .map_or(number, |(index, _)| index + 1)
}

/// Writes a position: one character a point, the rows of a grid separated by `/`.
#[must_use]
pub fn position<const W: usize, const N: usize>(
    board: &Board,
    coloring: &Coloring<W, N>,
) -> String {
    rows(board, coloring).join("/")
}

/// Writes a position as the rows of its grid, top first; other boards have one row.
#[must_use]
pub fn rows<const W: usize, const N: usize>(
    board: &Board,
    coloring: &Coloring<W, N>,
) -> Vec<String> {
    let symbols: Vec<char> = coloring.to_symbols(board.points()).chars().collect();
    symbols
        .chunks(columns(board))
        .map(|row| row.iter().collect())
        .collect()
}

/// Writes a set of points as the board names them, separated by spaces.
#[must_use]
pub fn points<const W: usize>(board: &Board, set: PointSet<W>) -> String {
    point_names(board, set).join(" ")
}

/// Lists the names of a set of points.
#[must_use]
pub fn point_names<const W: usize>(board: &Board, set: PointSet<W>) -> Vec<String> {
    set.iter().map(|point| point_name(board, point)).collect()
}

/// Writes one point as the board names it.
#[must_use]
pub fn point_name(board: &Board, point: Point) -> String {
    board.point_name(point.index() as u16)
}

/// Writes a move: `pass`, or the point's name.
#[must_use]
pub fn move_name(board: &Board, taken: Move) -> String {
    match taken {
        Move::Pass => "pass".to_owned(),
        Move::Play(point) => point_name(board, point),
    }
}

/// Reads a move: `pass`, or the point's name, in either case.
///
/// # Errors
/// If it is no point of the board.
///
/// # Examples
/// ```
/// use koproof_rules::{Board, Move, text};
/// let board: Board = "2x2".parse()?;
/// assert_eq!(text::parse_move(&board, "Pass")?, Move::Pass);
/// assert_eq!(text::parse_move(&board, "A2")?, text::parse_move(&board, "a2")?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse_move(board: &Board, text: &str) -> Result<Move, BoardError> {
    if text.eq_ignore_ascii_case("pass") {
        return Ok(Move::Pass);
    }
    Ok(Move::Play(Point::new(board.parse_point(text)?)))
}

/// Writes a turn of a move list: `b a2`, `w pass`, `3 b1`.
#[must_use]
pub fn turn(board: &Board, player: Player, taken: Move) -> String {
    format!("{} {}", player.letter(), move_name(board, taken))
}

/// Lists the names of moves.
#[must_use]
pub fn move_names(board: &Board, moves: &[Move]) -> Vec<String> {
    let name = |&taken: &Move| move_name(board, taken);
    moves.iter().map(name).collect()
}

/// Writes the turns of moves that follow each other without free turns; the player `first` makes the first of them.
#[must_use]
pub fn turns(board: &Board, first: Player, players: usize, moves: &[Move]) -> Vec<String> {
    let numbered = moves.iter().enumerate();
    numbered
        .map(|(index, &taken)| turn(board, first.after(index, players), taken))
        .collect()
}

/// Explains why a move is illegal, with the names of the board.
#[must_use]
pub fn explain<const W: usize>(board: &Board, why: &IllegalMove<W>) -> String {
    match why {
        IllegalMove::Occupied(point) => format!("{} is occupied", point_name(board, *point)),
        IllegalMove::Suicide { chain } => {
            let name = points(board, *chain);
            format!("suicide of {name}, which these rules forbid")
        }
        IllegalMove::Superko { first_seen: 0 } => {
            "superko: it would recreate the starting position".to_owned()
        }
        IllegalMove::Superko { first_seen } => {
            format!("superko: it would recreate the position after move {first_seen}")
        }
        other => other.to_string(),
    }
}

fn columns(board: &Board) -> usize {
    match *board.shape() {
        Shape::Grid { columns, .. } => usize::from(columns),
        _ => board.points().max(1),
    }
}
