//! Documented games, replayed move by move.

use koproof_rules::{
    Board, Coloring, Game, Graph, IllegalMove, Margin, Move, Player, PointSet, Ruleset, Suicide,
    Superko, text,
};
use serde::Deserialize;

use super::report::Check;
use crate::commands::program::data::{parsed, rows};

const GAMES: &str = include_str!("../../../../data/games.csv");

/// The most players of these games.
const PLAYERS: usize = 3;

/// A game that is replayed up to some moment, and a question about that moment.
#[derive(Clone, Debug, Deserialize)]
struct Replay {
    example: String,
    what: String,
    #[serde(deserialize_with = "parsed")]
    board: Board,
    superko: Superko,
    suicide: Suicide,
    players: usize,
    /// The start; no stones if it is empty.
    position: String,
    to_move: Player,
    moves: String,
    ask: Ask,
    /// The move of the question.
    #[serde(rename = "move")]
    asked: String,
    documented: String,
}

/// A question about a moment of a game.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Ask {
    /// Which stones did the last move take?
    Taken,
    /// What lies on the board?
    Stones,
    /// How many stones has the player to move?
    #[serde(rename = "stones of mover")]
    StonesOfMover,
    /// Which moves are legal?
    Moves,
    /// Is the move legal, and if not, why?
    Next,
    /// What would lie on the board after the play, without superko?
    After,
    /// What is the score?
    Score,
}

/// Replays the games of an example, and compares the answers with the documented ones.
pub(super) fn checks(example: &str) -> Vec<Check> {
    let replays = rows::<Replay>(GAMES).into_iter();
    let replays = replays.filter(|replay| replay.example == example);
    let check = |replay: Replay| {
        // Any error on the way differs from the documented game.
        let found = replay.answer().unwrap_or_else(|error| error.to_string());
        Check::of(replay.what, replay.documented, found)
    };
    let checks: Vec<Check> = replays.map(check).collect();
    assert!(!checks.is_empty(), "games.csv has no example '{example}'");
    checks
}

impl Replay {
    fn answer(&self) -> anyhow::Result<String> {
        let board = &self.board;
        let graph = Graph::<1>::new(board)?;
        let start = match self.position.as_str() {
            "" => Coloring::EMPTY,
            position => text::parse_position(board, &graph, position)?,
        };
        let rules = Ruleset {
            superko: self.superko,
            suicide: self.suicide,
            players: self.players,
            ..Ruleset::TROMP_TAYLOR
        };
        let mut game = Game::<1, PLAYERS>::new(&graph, rules, start, self.to_move)?;
        text::play_moves(board, &mut game, &text::parse_moves(board, &self.moves)?)?;
        Ok(match self.ask {
            Ask::Taken => text::points(board, taken(game)),
            Ask::Stones => text::position(board, game.coloring()),
            Ask::StonesOfMover => game.coloring().stones(game.to_move()).len().to_string(),
            Ask::Moves => legal(board, &game),
            Ask::Next => match game.try_move(one(board, &self.asked)?.1) {
                Ok(_) => "legal".to_owned(),
                Err(why) => reason(board, &why),
            },
            Ask::After => match one(board, &self.asked)? {
                (player, Move::Play(point)) => {
                    let play = game.coloring().play(&graph, player, point);
                    text::position(board, &play.coloring)
                }
                (_, Move::Pass) => text::position(board, game.coloring()),
            },
            Ask::Score => score(&game),
        })
    }
}

/// Reads a single turn.
fn one(board: &Board, turn: &str) -> anyhow::Result<(Player, Move)> {
    let turns = text::parse_moves(board, turn)?;
    turns
        .first()
        .copied()
        .ok_or_else(|| anyhow::anyhow!("no move in '{turn}'"))
}

/// Returns the stones that the last move removed, including the played stone itself.
fn taken(mut game: Game<'_, 1, PLAYERS>) -> PointSet<1> {
    let after = game.coloring().occupied();
    match game.undo() {
        Some(Move::Play(point)) => {
            let mut before = game.coloring().occupied();
            before.insert(point);
            before - after
        }
        _ => PointSet::EMPTY,
    }
}

/// Returns the names of the legal moves, the pass last.
fn legal(board: &Board, game: &Game<'_, 1, PLAYERS>) -> String {
    let plays = game.graph().all().iter().map(Move::Play);
    let mut names: Vec<String> = plays
        .filter(|&taken| game.try_move(taken).is_ok())
        .map(|taken| text::move_name(board, taken))
        .collect();
    names.sort();
    names.push("pass".to_owned());
    names.join(" ")
}

/// Returns the reason why a move is illegal, in a word or two.
fn reason(board: &Board, why: &IllegalMove<1>) -> String {
    match why {
        IllegalMove::Superko { first_seen: 0 } => "superko, start".to_owned(),
        IllegalMove::Superko { first_seen } => format!("superko, move {first_seen}"),
        IllegalMove::Suicide { chain } => format!("suicide of {}", text::points(board, *chain)),
        other => other.to_string(),
    }
}

fn score(game: &Game<'_, 1, PLAYERS>) -> String {
    let area = |player| game.coloring().area(game.graph(), player) as i32;
    let score = area(Player::BLACK) - area(Player::WHITE);
    Margin::new(score, koproof_rules::Komi::ZERO).to_string()
}
