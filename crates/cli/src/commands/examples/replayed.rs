//! Documented games, replayed move by move.

use koproof_rules::{
    Board, Coloring, Game, Graph, IllegalMove, Move, Player, PointSet, Ruleset, Superko, text,
};

use super::check::Check;

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

const PSK: Ruleset = Ruleset::TROMP_TAYLOR;
const NO_SUICIDE: Ruleset = Ruleset::NSTT;
const SSK: Ruleset = Ruleset {
    superko: Superko::Situational,
    ..PSK
};
const THREE_PLAYERS: Ruleset = Ruleset { players: 3, ..PSK };

/// A game from the empty board under Tromp-Taylor rules, about whose start nothing is asked.
const GAME: Replay = Replay {
    what: "",
    board: "2x2",
    rules: PSK,
    position: "",
    to_move: Player::BLACK,
    moves: "",
    ask: Ask::Stones,
    documented: "",
};

/// Example 1: the 2x2 game that ends with White ahead.
const TWO_BY_TWO: [Replay; 4] = [
    Replay {
        what: "b a2, w b2, b a1, w b1: what w b1 takes",
        moves: "b a2, w b2, b a1, w b1",
        ask: Ask::Taken,
        documented: "a2 a1",
        ..GAME
    },
    Replay {
        what: "then b a2, w a1: what w a1 takes",
        moves: "b a2, w b2, b a1, w b1, b a2, w a1",
        ask: Ask::Taken,
        documented: "a2",
        ..GAME
    },
    Replay {
        what: "then b a2: it would stand as after move 1",
        moves: "b a2, w b2, b a1, w b1, b a2, w a1",
        ask: Ask::Next("b a2"),
        documented: "superko, move 1",
        ..GAME
    },
    Replay {
        what: "then b pass, w pass: score",
        moves: "b a2, w b2, b a1, w b1, b a2, w a1, b pass, w pass",
        ask: Ask::Score,
        documented: "-4",
        ..GAME
    },
];

/// A position of example 2, White to move.
const ATARI: Replay = Replay {
    board: "2x3",
    position: "OX./.X.",
    to_move: Player::WHITE,
    ..GAME
};

/// Example 2: what the suicide rule changes.
const SUICIDE: [Replay; 5] = [
    Replay {
        what: "suicide allowed: what w a1 takes",
        moves: "w a1",
        ask: Ask::Taken,
        documented: "a2 a1",
        ..ATARI
    },
    Replay {
        what: "suicide forbidden: w a1",
        rules: NO_SUICIDE,
        ask: Ask::Next("w a1"),
        documented: "suicide of a2 a1",
        ..ATARI
    },
    Replay {
        what: "suicide forbidden: White's moves",
        rules: NO_SUICIDE,
        ask: Ask::Moves,
        documented: "c1 c2 pass",
        ..ATARI
    },
    Replay {
        what: "two passes now: score",
        rules: NO_SUICIDE,
        moves: "w pass, b pass",
        ask: Ask::Score,
        documented: "+3",
        ..ATARI
    },
    Replay {
        what: "with the white stone taken off: score",
        rules: NO_SUICIDE,
        position: ".X./.X.",
        ask: Ask::Score,
        documented: "+6",
        ..ATARI
    },
];

/// Three players, Black in a corner.
const CORNER: Replay = Replay {
    rules: THREE_PLAYERS,
    ask: Ask::StonesOfMover,
    documented: "0",
    ..GAME
};

/// Example 4: a lone stone in a corner falls before its owner moves again.
const CORNERS: [Replay; 3] = [
    Replay {
        what: "2x2, b a2, w b2, 3 a1: Black's stones on his next turn",
        moves: "b a2, w b2, 3 a1",
        ..CORNER
    },
    Replay {
        what: "3x3, b a3, w b3, 3 a2: the same",
        board: "3x3",
        moves: "b a3, w b3, 3 a2",
        ..CORNER
    },
    Replay {
        what: "3x4, b d1, w c1, 3 d2: the same",
        board: "3x4",
        moves: "b d1, w c1, 3 d2",
        ..CORNER
    },
];

/// A chain with two one-point eyes, White to move.
const ALIVE: Replay = Replay {
    board: "2x4",
    position: ".X.X/XXXX",
    to_move: Player::WHITE,
    ..GAME
};

/// Example 5: a play in a one-point eye.
const EYES: [Replay; 5] = [
    Replay {
        what: "2x4, .X.X/XXXX: what stands after w a2",
        ask: Ask::After("w a2"),
        documented: ".X.X/XXXX",
        ..ALIVE
    },
    Replay {
        what: "after w c2 in the other eye",
        ask: Ask::After("w c2"),
        documented: ".X.X/XXXX",
        ..ALIVE
    },
    Replay {
        what: "suicide allowed: w a2",
        ask: Ask::Next("w a2"),
        documented: "superko, start",
        ..ALIVE
    },
    Replay {
        what: "suicide forbidden: w a2",
        rules: NO_SUICIDE,
        ask: Ask::Next("w a2"),
        documented: "suicide of a2",
        ..ALIVE
    },
    Replay {
        what: "White's moves",
        ask: Ask::Moves,
        documented: "pass",
        ..ALIVE
    },
];

/// A ko that Black has just taken.
const KO: Replay = Replay {
    board: "4x4",
    position: ".XO./XO.O/.XO./....",
    ..GAME
};

/// Moves after which the stone of move 1 stands in another corner of 2x2.
const QUARTER_TURN: Replay = Replay {
    moves: "b a2, w b1, b b2, w a1, b pass, w a2, b b2",
    documented: ".X/..",
    ..GAME
};

/// Example 6: what superko and suicide do not forbid, and what superko does.
const SMALL_PRINT: [Replay; 7] = [
    Replay {
        what: "2x2, X./.. turned by a quarter, positional",
        ..QUARTER_TURN
    },
    Replay {
        what: "the same, situational",
        rules: SSK,
        ..QUARTER_TURN
    },
    Replay {
        what: "2x2, .O/OO, b a2 takes and is no suicide",
        rules: NO_SUICIDE,
        position: ".O/OO",
        moves: "b a2",
        documented: "X./..",
        ..GAME
    },
    Replay {
        what: "3x3, OX./OOX/.OO: what b a1 inside them takes",
        board: "3x3",
        rules: NO_SUICIDE,
        position: "OX./OOX/.OO",
        moves: "b a1",
        ask: Ask::Taken,
        documented: "a3 a2 b2 b1 c1",
        ..GAME
    },
    Replay {
        what: "4x4, a ko that b c3 took: w b3 at once",
        moves: "b c3",
        ask: Ask::Next("w b3"),
        documented: "superko, start",
        ..KO
    },
    Replay {
        what: "the same, situational",
        rules: SSK,
        moves: "b c3",
        ask: Ask::Next("w b3"),
        documented: "superko, start",
        ..KO
    },
    Replay {
        what: "after plays elsewhere: w b3",
        moves: "b c3, w a1, b d1",
        ask: Ask::Next("w b3"),
        documented: "legal",
        ..KO
    },
];

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
            // Whatever goes wrong on the way is not what is documented.
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

/// Black's area minus White's, with its sign.
fn score(game: &Game<'_, 1, PLAYERS>) -> String {
    let area = |player| game.coloring().area(game.graph(), player) as i32;
    match area(Player::BLACK) - area(Player::WHITE) {
        0 => "0".to_owned(),
        score => format!("{score:+}"),
    }
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
