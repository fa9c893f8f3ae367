//! Documented games, replayed move by move.

mod games;

use koproof_rules::{
    Board, Coloring, Game, Graph, IllegalMove, Move, Player, PointSet, Ruleset, text,
};

use super::check::Check;
use games::{CORNERS, EYES, SMALL_PRINT, SUICIDE, TWO_BY_TWO};

/// The most players of these games.
const PLAYERS: usize = 3;

/// A game that is replayed up to some moment, and a question about that moment.
struct Replay {
    what: &'static str,
    board: &'static str,
    rules: Ruleset,
    /// The start; no stones if it is empty.
    position: &'static str,
    to_move: Player,
    moves: &'static str,
    ask: Ask,
    documented: &'static str,
}

/// A question about a moment of a game.
#[derive(Clone, Copy)]
enum Ask {
    /// Which stones did the last move take?
    Taken,
    /// What lies on the board?
    Stones,
    /// How many stones has the player to move?
    StonesOfMover,
    /// Which moves are legal?
    Moves,
    /// Is this move legal, and if not, why?
    Next(&'static str),
    /// What would lie on the board after this play, superko apart?
    After(&'static str),
    /// What is the score?
    Score,
}

/// Replays example 1.
pub(super) fn two_by_two() -> Vec<Check> {
    checks(&TWO_BY_TWO)
}

/// Replays example 2.
pub(super) fn suicide() -> Vec<Check> {
    checks(&SUICIDE)
}

/// Replays example 4.
pub(super) fn corners() -> Vec<Check> {
    checks(&CORNERS)
}

/// Replays example 5.
pub(super) fn eyes() -> Vec<Check> {
    checks(&EYES)
}

/// Replays example 6.
pub(super) fn small_print() -> Vec<Check> {
    checks(&SMALL_PRINT)
}

fn checks(replays: &[Replay]) -> Vec<Check> {
    replays
        .iter()
        .map(|replay| {
            // Any error on the way differs from the documented game.
            let found = replay.answer().unwrap_or_else(|error| error.to_string());
            Check::of(replay.what, replay.documented, found)
        })
        .collect()
}

impl Replay {
    fn answer(&self) -> anyhow::Result<String> {
        let board: Board = self.board.parse()?;
        let graph = Graph::<1>::new(&board)?;
        let start = match self.position {
            "" => Coloring::EMPTY,
            position => text::parse_position(&board, &graph, position)?,
        };
        let mut game = Game::<1, PLAYERS>::new(&graph, self.rules, start, self.to_move)?;
        let turns = text::parse_moves(&board, self.moves)?;
        text::play_moves(&board, &mut game, &turns)?;
        Ok(match self.ask {
            Ask::Taken => text::points(&board, taken(game)),
            Ask::Stones => text::position(&board, game.coloring()),
            Ask::StonesOfMover => game.coloring().stones(game.to_move()).len().to_string(),
            Ask::Moves => legal(&board, &game),
            Ask::Next(turn) => {
                let (_, next) = one(&board, turn)?;
                match game.try_move(next) {
                    Ok(_) => "legal".to_owned(),
                    Err(why) => reason(&board, &why),
                }
            }
            Ask::After(turn) => match one(&board, turn)? {
                (player, Move::Play(point)) => {
                    let play = game.coloring().play(&graph, player, point);
                    text::position(&board, &play.coloring)
                }
                (_, Move::Pass) => text::position(&board, game.coloring()),
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

/// The stones that were there or came with the last move and are gone after it.
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

/// The legal moves by name, the pass last.
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

/// Why a move is illegal, in a word or two.
fn reason(board: &Board, why: &IllegalMove<1>) -> String {
    match why {
        IllegalMove::Superko { first_seen: 0 } => "superko, start".to_owned(),
        IllegalMove::Superko { first_seen } => format!("superko, move {first_seen}"),
        IllegalMove::Suicide { chain } => format!("suicide of {}", text::points(board, *chain)),
        other => other.to_string(),
    }
}

/// The score by area.
fn score(game: &Game<'_, 1, PLAYERS>) -> String {
    let area = |player| game.coloring().area(game.graph(), player) as i32;
    let score = area(Player::BLACK) - area(Player::WHITE);
    crate::scores::Score::new(score, koproof_rules::Komi::ZERO).to_string()
}

#[cfg(test)]
mod tests {
    use super::super::check::Verdict;
    use super::*;

    #[test]
    fn a_doctored_game_differs() {
        let doctored = Replay {
            documented: "a2",
            ..TWO_BY_TWO[0]
        };
        let impossible = Replay {
            moves: "b a2, w a2",
            ..TWO_BY_TWO[0]
        };
        let found = checks(&[doctored, impossible]);
        assert_eq!(found[0].verdict, Verdict::Differs);
        assert_eq!(found[1].verdict, Verdict::Differs);
        assert!(found[1].found.contains("occupied"), "{}", found[1].found);
    }
}
