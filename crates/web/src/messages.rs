//! Messages to the page.

use serde::Serialize;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// The worker's function that passes a line on.
    #[wasm_bindgen(js_name = say)]
    fn say_text(line: &str);
}

/// Writes an answer.
pub(crate) fn json(answer: &impl Serialize) -> String {
    serde_json::to_string(answer).expect("answers have names and numbers only")
}

/// Sends a line to the page.
pub(crate) fn say(line: &impl Serialize) {
    say_text(&json(line));
}
