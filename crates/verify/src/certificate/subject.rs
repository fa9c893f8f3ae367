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
        /// Whether the moves make the game again: the players alternate, and no pass was disputed.
        is_made_by_moves: bool,
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
                is_made_by_moves: game.rules().handicap <= 1 && !game.is_disputed(),
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
                Statement::Position(position) => Stated::Position {
                    start: position.start,
                    to_move: position.to_move,
                    moves: position.moves.clone(),
                    is_made_by_moves: true,
                },
                Statement::Table { .. } => Stated::Table,
            },
        }
    }

    /// Names a certificate about something else, by what is different; `None` if it is about the same. Komi and the
    /// name of the board make no difference. No certificate is about a game with a handicap of several turns or with a
    /// disputed pass.
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

#[cfg(test)]
mod tests {
    use koproof_rules::{Coloring, Graph};

    use super::*;

    /// The header of a certificate has only the moves, which would make another game.
    #[test]
    fn no_certificate_is_about_a_game_that_its_moves_do_not_make() {
        let board: Board = "path:3".parse().expect("a board");
        let graph = Graph::<1>::new(&board).expect("a small board");
        let passes = |rules, count, is_disputed| {
            let game = Game::<1, 2>::new(&graph, rules, Coloring::EMPTY, Player::BLACK);
            let mut game = game.expect("a legal start");
            for _ in 0..count {
                game.play(Move::Pass).expect("a pass is legal");
            }
            assert_eq!(is_disputed && game.dispute(), is_disputed);
            Subject::of_game(&board, &game)
        };
        let other = Some("a certificate of a game with other moves");
        let rules = Ruleset::NSTT;
        let [free, handicap] = [1, 2].map(|handicap| Ruleset { handicap, ..rules });
        let plain = passes(rules, 1, false);
        assert_eq!(passes(free, 1, false).difference(&plain), None);
        assert_eq!(passes(handicap, 1, false).difference(&plain), other);
        let over = passes(rules, 2, false);
        assert_eq!(passes(rules, 2, true).difference(&over), other);
    }
}
