//! The data of a game.

use koproof_rules::{Coloring, Graph, Move, Player, Ruleset};

/// The data of a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Record {
    pub(crate) board: koproof_rules::Board,
    pub(crate) rules: Ruleset,
    /// The coloring that the game started from, and the player to move there.
    pub(crate) start: (String, Player),
    pub(crate) moves: Vec<Move>,
}

impl Record {
    pub(crate) fn of<const W: usize>(
        board: &koproof_rules::Board,
        game: &koproof_rules::Game<'_, W, 2>,
    ) -> Self {
        let (coloring, to_move) = game.start();
        Self {
            board: board.clone(),
            rules: *game.rules(),
            start: (coloring.to_symbols(board.points()), to_move),
            moves: game.moves().collect(),
        }
    }

    /// Replays the game.
    pub(crate) fn game<'g, const W: usize>(
        &self,
        graph: &'g Graph<W>,
    ) -> koproof_rules::Game<'g, W, 2> {
        let (symbols, to_move) = &self.start;
        let start = Coloring::from_symbols(symbols).expect("it was written from a coloring");
        let mut game = koproof_rules::Game::new(graph, self.rules, start, *to_move)
            .expect("the start was legal");
        for &taken in &self.moves {
            game.play(taken).expect("the move was legal");
        }
        game
    }
}
