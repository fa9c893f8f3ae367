//! The game that a page starts with, and the choices of boards and rules.

use koproof_rules::{Board, Coloring, Family, Move, Player, Preset, Ruleset, families, text};
use serde::Serialize;
use serde_json::Value;

use crate::question::RulesText;

/// The game that a page begins with.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The board.
    pub board: Board,
    /// The rules.
    pub rules: Ruleset,
    /// The coloring at the start.
    pub start: Coloring<1, 2>,
    /// The player to move there.
    pub to_move: Player,
    /// The moves made from there.
    pub moves: Vec<Move>,
}

impl Opening {
    /// Begins with an empty board, Black to move, under Tromp-Taylor rules.
    #[must_use]
    pub fn new(board: Board) -> Self {
        Self {
            board,
            rules: Ruleset::TROMP_TAYLOR,
            start: Coloring::EMPTY,
            to_move: Player::BLACK,
            moves: Vec::new(),
        }
    }
}

/// The first game, and the boards and rules to choose from.
#[derive(Debug, Serialize)]
struct Begin {
    game: FirstGame,
    presets: Vec<PresetText>,
    families: &'static [Family],
    version: &'static str,
}

/// The game in the form of a page's fields: unlike a [`GameText`](crate::GameText), it has komi, its rules are not apart, and
/// its coloring is in rows.
#[derive(Debug, Serialize)]
struct FirstGame {
    board: String,
    #[serde(flatten)]
    rules: RulesText,
    komi: String,
    start: String,
    to_move: String,
    moves: Vec<String>,
}

#[derive(Debug, Serialize)]
struct PresetText {
    name: &'static str,
    about: &'static str,
    #[serde(flatten)]
    rules: RulesText,
    komi: String,
}

/// Describes the start of a page. The board must have a name from which it can be parsed.
#[must_use]
pub fn begin(opening: &Opening) -> Value {
    let board = &opening.board;
    let preset = |preset: &Preset| PresetText {
        name: preset.name,
        about: preset.about,
        rules: preset.rules.into(),
        komi: preset.rules.komi.to_string(),
    };
    let begin = Begin {
        game: FirstGame {
            board: board.name().to_owned(),
            rules: opening.rules.into(),
            komi: opening.rules.komi.to_string(),
            start: text::position(board, &opening.start),
            to_move: opening.to_move.to_string(),
            moves: text::move_names(board, &opening.moves),
        },
        presets: Preset::ALL.iter().map(preset).collect(),
        families: families(),
        version: env!("CARGO_PKG_VERSION"),
    };
    serde_json::to_value(begin).expect("it has names and numbers only")
}
