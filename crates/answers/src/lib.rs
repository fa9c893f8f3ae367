//! The questions of a page about a board, and their answers.
//!
//! The page holds the board and the game, and sends all of it with every question. A [`GameText`] is read into a [`Question`], which
//! a [`State`] or [`Values`] answer. Answers about values grow in turns. The caller schedules the turns: a server, or a
//! worker of the page. Answers are serialised as JSON.
//!
//! # Examples
//! ```
//! use koproof_answers::{GameText, State};
//! let text = r#"{"board": "2x2", "rules": {"superko": "positional", "suicide": "allow", "scoring": "area"},
//!     "start": "....", "to_move": "black", "moves": ["a2"]}"#;
//! let question = serde_json::from_str::<GameText>(text)?.read()?;
//! let state = serde_json::to_value(State::new(&question))?;
//! assert_eq!(state["positions"], serde_json::json!(["....", "X..."]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod begin;
mod board;
mod drawing;
mod hardest;
mod question;
mod refusal;
mod report;
mod solvable;
mod solvers;
mod state;
mod table;
mod values;
mod work_turn;

pub use begin::{Opening, begin};
pub use board::{About, BoardText};
pub use question::{GameText, Question, QuestionError, RulesText};
pub use refusal::Refusal;
pub use report::{Reporter, ValueLine};
pub use solvable::{SolvableBoard, SolvableBoardError};
pub use solvers::Solvers;
pub use state::State;
pub use table::{TableLine, TableText, Tabling};
pub use values::Values;
pub use work_turn::WorkTurn;
