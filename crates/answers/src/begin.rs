//! The game that a page starts with, and the choices of boards and rules.

use koproof_rules::{Preset, families, text};
use serde_json::{Value, json};

use crate::question::Question;

/// Describes the start of a page: the first game, and the boards and rules to choose from. The board must have a name
/// from which it can be parsed. The game has the form of a page's fields: unlike in a [`GameText`](crate::GameText),
/// its rules are not apart, and its coloring is in rows.
#[must_use]
pub fn begin(question: &Question) -> Value {
    let Question { board, game } = question;
    let (rules, (start, to_move)) = (game.rules(), game.start());
    let presets = Preset::ALL.iter().map(|preset| {
        json!({
            "name": preset.name,
            "about": preset.about,
            "superko": preset.rules.superko,
            "suicide": preset.rules.suicide,
            "scoring": preset.rules.scoring,
            "komi": preset.rules.komi.to_string(),
        })
    });
    json!({
        "game": {
            "board": board.name(),
            "superko": rules.superko,
            "suicide": rules.suicide,
            "scoring": rules.scoring,
            "komi": rules.komi.to_string(),
            "start": text::position(board, start),
            "to_move": to_move,
            "moves": text::move_names(board, &game.moves().collect::<Vec<_>>()),
        },
        "presets": presets.collect::<Vec<Value>>(),
        "families": families(),
    })
}
