//! The value of a game in one call, as `koproof solve` finds it, to compare a browser with the program.

use koproof_answers::{GameText, Question, Refusal};
use koproof_solver::{Budget, Nobody, Options, Solver};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::engine::{read, refused};
use crate::messages::json;

/// The result, and its cost.
#[derive(Debug, Serialize)]
struct Solved {
    lo: i32,
    hi: i32,
    expansions: u64,
}

/// Finds the value of a game with a new solver, and counts expansions. There is no limit.
///
/// # Errors
/// A refusal, as JSON.
#[wasm_bindgen]
pub fn solve(question: &str) -> Result<String, String> {
    let asked: GameText = read(question)?;
    let Question { board, game } = asked.read().map_err(refused)?;
    let solver = Solver::new(&board, *game.rules(), Options::one_thread());
    let solver = solver.map_err(|why| refused(Refusal::new(why)))?;
    let solution = solver.solve(&game, Budget::UNLIMITED, &Nobody);
    Ok(json(&Solved {
        lo: solution.value.lo,
        hi: solution.value.hi,
        expansions: solution.stats.expansions,
    }))
}
