//! Boards that the solver supports.

use koproof_rules::{Board, Graph};

use crate::refusal::Refusal;

/// A board that the solver supports, with its graph.
#[derive(Clone, Debug)]
pub struct SolvableBoard {
    /// The board.
    pub board: Board,
    /// Its graph.
    pub graph: Graph<1>,
}

impl SolvableBoard {
    /// Reads the name of a board. Names of files are refused, so that a page cannot make a server read files.
    ///
    /// # Errors
    /// If it names no board, or one that is too large.
    pub fn read(name: &str) -> Result<Self, Refusal> {
        let board = name.parse::<Board>();
        let board = board.map_err(|why| Refusal::of("board", why))?;
        let graph = Graph::new(&board).map_err(|why| Refusal::of("board", why))?;
        Ok(Self { board, graph })
    }
}

/// Returns a board under a name from which it can be parsed, so that links to it stay valid: a board from a file is
/// named by its graph6.
#[must_use]
pub fn lasting(board: &Board) -> Board {
    if board.name().parse().as_ref() == Ok(board) {
        return board.clone();
    }
    let lasting = format!("g6:{}", board.to_graph6());
    lasting.parse().unwrap_or_else(|_| board.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_of_a_file_gets_a_name_that_makes_it_again() {
        let kite = Board::new("@kite.txt", 4, [(0, 1), (0, 2), (1, 2), (2, 3)]).expect("a board");
        let lasting = lasting(&kite);
        assert_eq!(lasting.edges(), kite.edges());
        let again: Board = lasting.name().parse().expect("the name makes a board");
        assert_eq!(again, lasting);
    }

    #[test]
    fn a_board_with_a_name_keeps_it() {
        let board: Board = "2x3".parse().expect("a board");
        assert_eq!(lasting(&board), board);
    }
}
