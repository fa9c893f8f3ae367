//! The value of a game in one call, as `koproof solve` finds it, to compare a browser with the program.

use koproof_answers::{GameText, Question, Refusal};
use koproof_solver::{Budget, Nobody, Solver};
use serde::Serialize;
use wasm_bindgen::prelude::*;
use web_time::Instant;

use crate::engine::{options, read, refused};
use crate::messages::json;

/// The result, and its cost.
#[derive(Debug, Serialize)]
struct Solved {
    lo: i32,
    hi: i32,
    expansions: u64,
    seconds: f64,
    /// The reason why the value is not exact, if it is not.
    stopped: Option<String>,
}

/// Finds the value of a game with a new solver, and counts expansions and seconds. There is no limit.
///
/// # Errors
/// A refusal, as JSON.
#[wasm_bindgen]
pub fn solve(question: &str) -> Result<String, String> {
    let asked: GameText = read(question)?;
    let Question { board, game } = asked.read().map_err(refused)?;
    let started = Instant::now();
    let solver = Solver::new(&board, *game.rules(), options());
    let solver = solver.map_err(|why| refused(Refusal::new(why)))?;
    let solution = solver.solve(&game, Budget::UNLIMITED, &Nobody);
    Ok(json(&Solved {
        lo: solution.value.lo,
        hi: solution.value.hi,
        expansions: solution.stats.expansions,
        seconds: started.elapsed().as_secs_f64(),
        stopped: solution.stopped.map(|why| why.to_string()),
    }))
}
