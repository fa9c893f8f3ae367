//! The subject of an answer: a board, rules, and the moves of a game.

use std::fmt;
use std::io::{self, Write};

use koproof_rules::{Board, Game, Komi, Player, Preset, Ruleset, Scoring, Suicide, Superko, text};
use serde::Serialize;

use crate::words::{counted, one_line};

/// The board that an answer is about. In text: `board: 2x2 (4 points, 4 edges)`.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct AboutBoard {
    board: String,
    pub(crate) graph6: String,
    #[serde(skip)]
    points: usize,
    #[serde(skip)]
    edges: usize,
}

/// The board and the rules that an answer is about. In text the rules have a second line.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct About {
    #[serde(flatten)]
    board: AboutBoard,
    rules: RulesJson,
}

/// Rules. In text they are one line, with their name if they have one.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RulesJson {
    /// The name of the preset with these rules, apart from komi, handicap and players; `null` if there is none.
    name: Option<&'static str>,
    superko: Superko,
    suicide: Suicide,
    scoring: Scoring,
    komi: Komi,
    /// The komi of the third and all further players.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    komi_of_others: Vec<Komi>,
    #[serde(skip_serializing_if = "gives_no_handicap")]
    handicap: usize,
    players: usize,
    #[serde(skip)]
    line: String,
}

fn gives_no_handicap(handicap: &usize) -> bool {
    *handicap < 2
}

impl From<&Board> for AboutBoard {
    fn from(board: &Board) -> Self {
        Self {
            board: board.name().to_owned(),
            graph6: board.to_graph6(),
            points: board.points(),
            edges: board.edges().len(),
        }
    }
}

impl From<Ruleset> for RulesJson {
    fn from(rules: Ruleset) -> Self {
        let name = Preset::of(&rules).map(|preset| preset.name);
        let others = (2..rules.players).map(|index| rules.komi_of(Player::new(index)));
        Self {
            name,
            superko: rules.superko,
            suicide: rules.suicide,
            scoring: rules.scoring,
            komi: rules.komi,
            komi_of_others: others.collect(),
            handicap: rules.handicap,
            players: rules.players,
            line: name.map_or_else(|| rules.to_string(), |name| format!("{name}: {rules}")),
        }
    }
}

impl About {
    pub(crate) fn new(board: &Board, rules: Ruleset) -> Self {
        Self {
            board: board.into(),
            rules: rules.into(),
        }
    }

    /// Writes both lines two spaces to the right.
    pub(crate) fn indented(&self) -> String {
        format!("  {}\n  rules: {}", self.board, self.rules)
    }
}

impl fmt::Display for AboutBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = counted(self.points, "point");
        let edges = counted(self.edges, "edge");
        // A name from a file may be any text.
        write!(f, "board: {} ({points}, {edges})", one_line(&self.board))
    }
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\nrules: {}", self.board, self.rules)
    }
}

impl fmt::Display for RulesJson {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

pub(crate) fn moves_made<const W: usize, const N: usize>(
    board: &Board,
    game: &Game<'_, W, N>,
) -> Vec<String> {
    game.turns()
        .map(|(player, taken)| text::turn(board, player, taken))
        .collect()
}

/// Writes rules without superko in one line, as those with superko are written.
pub(crate) fn rules_without_superko(ko: &str, suicide: Suicide) -> String {
    let suicide = match suicide {
        Suicide::Allow => "allowed",
        Suicide::Forbid => "forbidden",
    };
    format!("{ko}, suicide {suicide}, area scoring")
}

/// Writes a line with the moves of a game, unless there are none.
pub(crate) fn write_moves_made(out: &mut dyn Write, moves: &[String]) -> io::Result<()> {
    match moves {
        [] => Ok(()),
        moves => writeln!(out, "moves made: {}", moves.join(", ")),
    }
}
