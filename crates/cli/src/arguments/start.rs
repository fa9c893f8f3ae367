//! The position and the moves made from it.

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use koproof_rules::{Board, Coloring, Game, Graph, Player, Ruleset, text};

use crate::exit::Blame;

/// A position and who is to move there.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Position")]
pub(crate) struct PositionArgs {
    /// The position, as .XO in point order; rows of a grid from the top, '/' between them optional [default: empty]
    #[arg(long)]
    pub(crate) position: Option<String>,

    /// Who is to move at the given position, before --moves
    #[arg(long, default_value = "black", value_parser = player())]
    pub(crate) to_move: Player,
}

/// A position, who is to move there, and the moves made since.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Position")]
pub(crate) struct StartArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,

    /// Moves made from the position, whose history counts: "b a2, w pass" or "1.B[a2] 2.W[]"
    #[arg(long)]
    pub(crate) moves: Option<String>,
}

impl PositionArgs {
    /// Reads the position.
    pub(crate) fn coloring<const W: usize, const N: usize>(
        &self,
        board: &Board,
        graph: &Graph<W>,
    ) -> anyhow::Result<Coloring<W, N>> {
        match &self.position {
            Some(position) => text::parse_position(board, graph, position).bad_input(),
            None => Ok(Coloring::EMPTY),
        }
    }
}

impl StartArgs {
    /// Sets the position up and plays the moves.
    pub(crate) fn game<'g, const W: usize>(
        &self,
        board: &Board,
        graph: &'g Graph<W>,
        rules: Ruleset,
    ) -> anyhow::Result<Game<'g, W, 2>> {
        let start = self.at.coloring(board, graph)?;
        let mut game = Game::new(graph, rules, start, self.at.to_move).bad_input()?;
        if let Some(moves) = &self.moves {
            let turns = text::parse_moves(board, moves).bad_input()?;
            text::play_moves(board, &mut game, &turns).bad_input()?;
        }
        Ok(game)
    }
}

/// Reads `black` or `white`. For `value_parser`.
pub(crate) fn player() -> impl TypedValueParser<Value = Player> {
    let names = [("black", "b"), ("white", "w")];
    let names = names.map(|(name, letter)| PossibleValue::new(name).alias(letter));
    PossibleValuesParser::new(names)
        .map(|name| Player::from_name(&name).expect("every possible value is the name of a player"))
}

/// Writes the moves of a game, whose first was made by `first`.
pub(crate) fn moves_made<const W: usize>(
    board: &Board,
    game: &Game<'_, W, 2>,
    first: Player,
) -> Vec<String> {
    let players = game.rules().players;
    game.moves()
        .enumerate()
        .map(|(index, taken)| text::turn(board, first.after(index, players), taken))
        .collect()
}
