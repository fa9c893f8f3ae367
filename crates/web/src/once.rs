//! A position solved in one go, as `koproof solve` does it, to compare browsers with programs.

use koproof_answers::{GameText, Refusal};
use koproof_solver::{Budget, Detail, Nobody, Solver};
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_time::Instant;

use crate::desk::{options, read, refused};
use crate::voice::json;

/// What was found, and what it cost.
#[derive(Debug, Serialize)]
struct Solved {
    lo: i32,
    hi: i32,
    expansions: u64,
    seconds: f64,
    /// Why the value is not exact, if it is not.
    stopped: Option<String>,
}

/// Finds value, best moves and a line of best play with a solver of its own, and counts expansions and seconds. It takes as long as
/// it takes.
///
/// # Errors
/// A refusal, as JSON.
#[wasm_bindgen]
pub fn solve(question: &str) -> Result<String, String> {
    let asked: GameText = read(question)?;
    let question = asked.read().map_err(refused)?;
    let started = Instant::now();
    let solver = Solver::new(&question.ground.board, question.rules, options());
    let solver = solver.map_err(|why| refused(Refusal::new(why)))?;
    let game = question.game();
    let analysis = solver.analyse(&game, Detail::Best, Budget::UNLIMITED, &Nobody);
    Ok(json(&Solved {
        lo: analysis.value().lo,
        hi: analysis.value().hi,
        expansions: analysis.stats().expansions,
        seconds: started.elapsed().as_secs_f64(),
        stopped: analysis.stopped().map(|why| why.to_string()),
    }))
}
