//! The arguments for a position and the moves made from it.

use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use koproof_rules::{
    Board, Coloring, ColoringError, Game, Graph, Player, Point, PointSet, Ruleset, text,
};

use super::one_of;
use crate::exit::{Blame, refusal, refuse};

#[derive(Clone, Debug, Args)]
pub(crate) struct ColoringArgs {
    /// Stones as .XO in point order, rows of a grid from the top, '/' optional [default: the empty board]
    #[arg(long, help_heading = "Position")]
    pub(crate) position: Option<String>,
}

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Position")]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub(crate) coloring: ColoringArgs,

    /// The player to move at the position, before any moves: black or white
    #[arg(long, default_value = "black", value_parser = any_player(), hide_possible_values = true)]
    pub(crate) to_move: Player,
}

#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Position")]
pub(crate) struct StartArgs {
    #[command(flatten)]
    pub(crate) at: PositionArgs,

    /// Moves made from the position: the history for superko
    #[arg(
        long,
        help = "Moves made since, whose history counts: \"b a2, w pass\" or \"1.B[a2] 2.W[]\""
    )]
    pub(crate) moves: Option<String>,
}

impl ColoringArgs {
    pub(crate) fn read<const W: usize, const N: usize>(
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

impl PositionArgs {
    /// Refuses stones and turns of players who do not take part.
    pub(crate) fn check_players(&self, players: usize) -> anyhow::Result<()> {
        let stones = self.coloring.position.iter().flat_map(|text| text.chars());
        for (at, symbol) in (1..).zip(stones) {
            if Player::from_symbol(symbol).is_some_and(|player| player.index() >= players) {
                let error = ColoringError::Symbol {
                    symbol,
                    at,
                    players,
                };
                return Err(error).bad_input();
            }
        }
        check_player("--to-move", self.to_move, players)
    }
}

/// Refuses a player who does not take part.
pub(crate) fn check_player(option: &str, player: Player, players: usize) -> anyhow::Result<()> {
    if player.index() < players {
        return Ok(());
    }
    refuse!("{option}: {player} does not play, there are {players} players")
}

impl StartArgs {
    /// Sets up the position and plays the moves.
    pub(crate) fn game<'g, const W: usize, const N: usize>(
        &self,
        board: &Board,
        graph: &'g Graph<W>,
        rules: Ruleset,
    ) -> anyhow::Result<Game<'g, W, N>> {
        if rules.players > N {
            refuse!(
                "--players: {} are too many for this, which needs {N} players: leave the option out",
                rules.players
            );
        }
        self.at.check_players(rules.players)?;
        let start = self.at.coloring.read(board, graph)?;
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
    one_of(names)
}

/// Reads `black`, `white`, the number of a player from 1 to 8, or `player 3` as answers write it. For `value_parser`.
pub(crate) fn any_player() -> impl TypedValueParser<Value = Player> {
    let names = [("black", ["b", "1"]), ("white", ["w", "2"])];
    let names = names.map(|(name, others)| PossibleValue::new(name).aliases(others));
    let others = [
        "player 3", "player 4", "player 5", "player 6", "player 7", "player 8",
    ];
    let others = others.map(|name| {
        let number = &name["player ".len()..];
        PossibleValue::new(number).alias(name).hide(true)
    });
    one_of(names.into_iter().chain(others))
}

/// Stones that are agreed to be dead.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Agreement")]
pub(crate) struct DeadArgs {
    /// Stones that both sides agree are dead, each with its whole chain: "a2 c1"; they are removed as if captured
    #[arg(long, value_name = "POINTS")]
    dead: Option<String>,
}

impl DeadArgs {
    pub(crate) fn chains<const W: usize, const N: usize>(
        &self,
        board: &Board,
        graph: &Graph<W>,
        coloring: &Coloring<W, N>,
    ) -> anyhow::Result<PointSet<W>> {
        let names = self.dead.iter().flat_map(|names| names.split([',', ' ']));
        let mut dead = PointSet::EMPTY;
        for name in names.filter(|name| !name.is_empty()) {
            let point = board.parse_point(name).map(Point::new);
            let point = point.map_err(|error| refusal!("--dead: {error}"))?;
            if coloring.at(point).is_none() {
                refuse!("--dead: there is no stone at {name}; name stones");
            }
            dead |= coloring.chain(graph, point);
        }
        Ok(dead)
    }
}
