//! A certificate in the page: the check, and games against it.

use std::ops::ControlFlow;

use serde_json::json;
use wasm_bindgen::prelude::*;

use crate::engine::{read, refused};
use crate::messages::{json, say};
use crate::proof::Proof;

/// A certificate that was checked and accepted.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Certificate {
    proof: Proof,
}

#[wasm_bindgen]
impl Certificate {
    /// Checks the bytes of a certificate in either form, and reports the number of checked steps.
    ///
    /// # Errors
    /// The place and the reason of a refusal, as JSON.
    pub fn check(bytes: &[u8]) -> Result<Self, String> {
        // The page stops a check by ending the worker.
        let mut progress = |steps| {
            say(&json!({ "kind": "checked", "steps": steps }));
            ControlFlow::Continue(())
        };
        let proof = Proof::check(bytes, &mut progress).map_err(|refused| json(&refused))?;
        Ok(Self { proof })
    }

    /// Returns the proved bounds, as JSON.
    #[must_use]
    pub fn summary(&self) -> String {
        json(&self.proof.summary())
    }

    /// Returns the state of a game for a goal after a list of moves, given in JSON.
    ///
    /// # Errors
    /// A refusal, as JSON, if a move is illegal or not the proof's.
    pub fn stand(&self, goal: usize, moves: &str) -> Result<String, String> {
        let moves: Vec<String> = read(moves)?;
        let stand = self.proof.stand(goal, &moves).map_err(refused)?;
        Ok(json(&stand))
    }
}
