//! A board in the browser: click to play, and every legal move shows its exact value under the history of the game.
//!
//! [`Explorer`] serves one page, only to this machine. The page holds the board and the game, and asks the server for
//! legal moves ([`koproof_rules`]) and values ([`koproof_solver`]). The server keeps claims, but no games. It streams
//! values as they are found, and stops working for a page that is closed.
//!
//! # Examples
//! ```
//! use koproof_explorer::{Explorer, Setup};
//! let explorer = Explorer::new(Setup::new("2x2".parse()?)?)?;
//! assert!(explorer.address().ip().is_loopback());
//! explorer.serve(&|| true)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
mod assets;
mod guard;
mod queue;
mod respond;
mod route;
mod server;
mod stream;

pub use server::{Explorer, ExplorerError, Setup};

pub use koproof_answers::Question;
