//! The engine, which answers questions.

use std::sync::Arc;

use koproof_answers::{
    About, BoardText, GameText, Question, Refusal, Solvers, State, TableText, Values, begin,
};
use koproof_rules::{Board, Ruleset};
use koproof_solver::{Options, Solver};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use crate::jobs::{TableJob, ValuesJob};
use crate::messages::json;

/// Answers questions, and keeps solvers with their claims.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine {
    solvers: Solvers,
    /// The most bytes for one solver.
    memory: u64,
}

/// Reads a question; an error is a refusal in JSON.
pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|why| json(&Refusal::new(format!("the question: {why}"))))
}

/// Writes a refusal.
pub(crate) fn refused(why: Refusal) -> String {
    json(&why)
}

/// Returns the solver for a board and rules.
fn solver(solvers: &mut Solvers, board: &Board, rules: Ruleset) -> Result<Arc<Solver>, String> {
    let found = solvers.get(board, rules);
    found
        .map(|(solver, _)| solver)
        .map_err(|why| refused(Refusal::new(why)))
}

#[wasm_bindgen]
impl Engine {
    /// Starts without claims; the tables of all solvers together take at most this many mebibytes.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(mebibytes: u32) -> Self {
        Self {
            solvers: Solvers::new(Options::one_thread()),
            memory: (u64::from(mebibytes) << 20) / Solvers::KEPT as u64,
        }
    }

    /// Returns the game that a page starts with, and the choices.
    #[must_use]
    pub fn begin(&self) -> String {
        let board = "3x3".parse().expect("it is a board");
        let question = Question::empty(board).expect("it is small");
        json(&begin(&question))
    }

    /// Describes a board.
    ///
    /// # Errors
    /// A refusal, as JSON.
    pub fn board(&self, question: &str) -> Result<String, String> {
        let asked: BoardText = read(question)?;
        Ok(json(&About::new(&asked.read().map_err(refused)?.board)))
    }

    /// Returns the state of a game, and its legal moves.
    ///
    /// # Errors
    /// A refusal, as JSON.
    pub fn state(&self, question: &str) -> Result<String, String> {
        let asked: GameText = read(question)?;
        let question = asked.read().map_err(refused)?;
        Ok(json(&State::of(&question.board, &question.game)))
    }

    /// Begins to find the values of moves.
    ///
    /// # Errors
    /// A refusal, as JSON.
    pub fn values(&mut self, question: &str) -> Result<ValuesJob, String> {
        let asked: GameText = read(question)?;
        let values = Values::new(asked.read().map_err(refused)?);
        let Question { board, game } = &values.question;
        let solver = solver(&mut self.solvers, board, *game.rules())?;
        Ok(ValuesJob::new(values, solver, self.memory))
    }

    /// Begins to find the values of all colorings.
    ///
    /// # Errors
    /// A refusal, as JSON.
    pub fn table(&mut self, question: &str) -> Result<TableJob, String> {
        let asked: TableText = read(question)?;
        let tabling = asked.read().map_err(refused)?;
        let solver = solver(&mut self.solvers, &tabling.board, tabling.rules)?;
        Ok(TableJob {
            tabling,
            solver,
            memory: self.memory,
        })
    }
}
