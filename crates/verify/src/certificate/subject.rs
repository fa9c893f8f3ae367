//! The subject of a certificate, so that none takes the place of one about something else.

use koproof_rules::{Board, Coloring, Game, Move, Player, Ruleset};

use super::{Header, Statement};

/// The subject of a certificate: the board, the rules, and the game whose value it bounds, but not the bounds.
///
/// ```
/// use koproof_rules::{Board, Coloring, Game, Graph, Move, Player, Ruleset};
/// use koproof_verify::Subject;
///
/// let board: Board = "2x2".parse()?;
/// let graph = Graph::<1>::new(&board)?;
/// let mut game = Game::<1, 2>::new(&graph, Ruleset::NSTT, Coloring::EMPTY, Player::BLACK)?;
/// let empty = Subject::of_game(&board, &game);
/// game.play(Move::Pass)?;
/// let later = Subject::of_game(&board, &game);
/// assert_eq!(empty.difference(&later), Some("a certificate of a game with other moves"));
/// assert_eq!(empty.difference(&empty), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Subject {
    board: Board,
    rules: Ruleset,
    stated: Stated,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Stated {
    Position {
        start: Coloring<1, 2>,
        to_move: Player,
        moves: Vec<Move>,
    },
    /// Many values, each of a game of its own.
    Table,
}

impl Subject {
    /// The value of one position, with its history.
    #[must_use]
    pub fn of_game(board: &Board, game: &Game<'_, 1, 2>) -> Self {
        let (start, to_move) = game.start();
        Self {
            board: board.clone(),
            rules: *game.rules(),
            stated: Stated::Position {
                start: *start,
                to_move,
                moves: game.moves().collect(),
            },
        }
    }

    /// The values of many colorings, each the start of a game.
    #[must_use]
    pub fn of_table(board: &Board, rules: Ruleset) -> Self {
        Self {
            board: board.clone(),
            rules,
            stated: Stated::Table,
        }
    }

    /// The subject of the certificate with this header.
    #[must_use]
    pub fn of_header(header: &Header) -> Self {
        Self {
            board: header.board.clone(),
            rules: header.rules(),
            stated: match &header.statement {
                Statement::Position {
                    start,
                    to_move,
                    moves,
                    ..
                } => Stated::Position {
                    start: *start,
                    to_move: *to_move,
                    moves: moves.clone(),
                },
                Statement::Table { .. } => Stated::Table,
            },
        }
    }

    /// Names a certificate about something else, by what is different; `None` if it is about the same. Komi, handicap
    /// and the name of the board make no difference.
    #[must_use]
    pub fn difference(&self, found: &Self) -> Option<&'static str> {
        let (theirs, own) = (&found.board, &self.board);
        if (theirs.points(), theirs.edges()) != (own.points(), own.edges()) {
            return Some("a certificate of another board");
        }
        if found.rules.of_values() != self.rules.of_values() {
            return Some("a certificate of other rules");
        }
        match (&found.stated, &self.stated) {
            (found, own) if found == own => None,
            (Stated::Table, _) => Some("a certificate of a table, not of a position"),
            (_, Stated::Table) => Some("a certificate of a position, not of a table"),
            (
                Stated::Position { start, to_move, .. },
                Stated::Position {
                    start: own,
                    to_move: player,
                    ..
                },
            ) => Some(match (start == own, to_move == player) {
                (false, _) => "a certificate of another position",
                (true, false) => "a certificate for the other player to move",
                (true, true) => "a certificate of a game with other moves",
            }),
        }
    }
}
