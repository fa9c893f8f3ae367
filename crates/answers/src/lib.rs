//! The questions that people ask about a board, and their answers, for a page, the command and Python.
//!
//! [`choose`] plays perfectly, a [`Tree`] shows best play move by move, a [`Tournament`] plays a proof against random
//! opponents, and a [`ProvedTable`] compares a table with a certificate. [`Range`] is a value with komi counted,
//! [`value_map`] a picture of the values of all moves, [`Fate`] the fate of a chain, and [`Tally`] the score of a
//! position, player by player. The rest is for a page.
//!
//! The page holds the board and the game, and sends all of it with every question. A [`GameText`] is read into a
//! [`Question`], which a [`State`] or [`Values`] answer. Answers about values grow in time slices, which the caller
//! schedules: a server, or a worker of the page. Answers are serialised as JSON.
//!
//! # Examples
//! ```
//! use koproof_answers::{GameText, State};
//! let text = r#"{"board": "2x2", "rules": {"superko": "positional", "suicide": "allow", "scoring": "area"},
//!     "start": "....", "to_move": "black", "moves": ["a2"]}"#;
//! let question = serde_json::from_str::<GameText>(text)?.read()?;
//! let state = serde_json::to_value(State::of(&question.board, &question.game))?;
//! assert_eq!(state["positions"], serde_json::json!(["....", "X..."]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod begin;
mod board;
mod choice;
mod drawing;
mod ending;
mod hardest;
mod proved_table;
mod question;
mod random;
mod range;
mod refusal;
mod report;
mod solvable;
mod solvers;
mod state;
mod table;
mod tally;
mod tournament;
mod tree;
mod value_map;
mod values;
mod work_turn;

pub use begin::begin;
pub use board::{About, BoardText};
pub use choice::{Choice, choose};
pub use ending::{Agreement, Ending, Fate};
pub use proved_table::ProvedTable;
pub use question::{GameText, Question, RulesText};
pub use random::{Random, RandomTurn};
pub use range::{Loss, Range};
pub use refusal::Refusal;
pub use report::{Reporter, ValueLine};
pub use solvable::{SolvableBoard, lasting};
pub use solvers::Solvers;
pub use state::State;
pub use table::{TableLine, TableText, Tabling};
pub use tally::{Final, Tally};
pub use tournament::{Defeat, Failure, Tournament};
pub use tree::{Caps, Node, Remark, Show, Tree, Worth};
pub use value_map::value_map;
pub use values::Values;
pub use work_turn::WorkTurn;
