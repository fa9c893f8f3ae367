//! The answer to: what is there to explore?

use koproof_rules::{Move, Preset, Ruleset, Scoring, text};
use serde::Serialize;
use serde_json::Value;

use crate::answers::table;
use crate::drawing::Drawing;
use crate::setup::Setup;

/// The board and how it is drawn, the rules there are, and the game to begin with.
#[derive(Debug, Serialize)]
struct About<'s> {
    name: &'s str,
    drawing: Drawing,
    presets: Vec<PresetText>,
    game: GameText,
    /// Whether values of all colorings may be asked for; if not, why.
    table: Result<(), String>,
    version: &'static str,
}

#[derive(Debug, Serialize)]
struct PresetText {
    name: &'static str,
    superko: String,
    suicide: String,
}

#[derive(Debug, Serialize)]
struct GameText {
    superko: String,
    suicide: String,
    komi: String,
    start: String,
    to_move: String,
    moves: Vec<String>,
}

/// Says what there is to explore.
pub(crate) fn about(setup: &Setup) -> Value {
    let Ruleset {
        superko,
        suicide,
        komi,
        ..
    } = setup.rules;
    let name = |taken: &Move| text::move_name(&setup.board, *taken);
    let about = About {
        name: setup.board.name(),
        drawing: Drawing::new(&setup.board),
        presets: presets(),
        game: GameText {
            superko: superko.to_string(),
            suicide: suicide.to_string(),
            komi: komi.to_string(),
            start: text::position(&setup.board, &setup.start),
            to_move: setup.to_move.to_string(),
            moves: setup.moves.iter().map(name).collect(),
        },
        table: table::possible(&setup.board),
        version: env!("CARGO_PKG_VERSION"),
    };
    serde_json::to_value(about).expect("it has names and numbers only")
}

/// The presets that the solver can play by.
fn presets() -> Vec<PresetText> {
    let solved = |preset: &&Preset| preset.rules.scoring != Scoring::Territory;
    Preset::ALL
        .iter()
        .filter(solved)
        .map(|preset| PresetText {
            name: preset.name,
            superko: preset.rules.superko.to_string(),
            suicide: preset.rules.suicide.to_string(),
        })
        .collect()
}
