//! Exact values of tiny Go boards under superko.
//!
//! Under superko the value of a coloring depends on the history, so a table keyed by coloring, player and passes
//! gives wrong values. This is the **graph-history interaction (GHI) problem** (A. Kishimoto and M. Müller, *A
//! general solution to the graph history interaction problem*, 2004). This crate's answer is *claims*: bounds
//! together with the records that the history must avoid and those it must contain. A claim is proved once and holds
//! under every history that meets its conditions. This makes exact solving fast, and every value can be checked.
//! `docs/related-work.md` in the repository compares claims with other solutions.
//!
//! [`Solver::solve`] gives the value of one position with its real history, [`Solver::analyse`] also its best moves and
//! the value of every move, [`Solver::table`] the value of every coloring as the start of a game. Positions and tables
//! are different things: never play from a table.
//!
//! # Examples
//! ```
//! use koproof_rules::{Board, Coloring, Player, Ruleset};
//! use koproof_solver::{Budget, Nobody, Options, Solver};
//!
//! let board: Board = "2x2".parse()?;
//! let solver = Solver::new(&board, Ruleset::TROMP_TAYLOR, Options::default())?;
//! let game = solver.game(Coloring::EMPTY, Player::BLACK)?;
//! assert_eq!(solver.solve(&game, Budget::UNLIMITED, &Nobody).value.exact(), Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod baseline;
mod bracket;
mod budget;
mod certificates;
mod claims;
mod count;
mod effort;
mod multiplayer;
mod options;
mod pool;
mod remoteness;
mod retrograde;
mod search;
mod sharing;
mod solver;
mod state;
mod stats;

pub use analysis::{Analysis, BestMoves, Detail, MoveAnalysis};
pub use baseline::{BaselineError, baseline};
pub use bracket::{Bracket, Score};
pub use budget::Budget;
pub use budget::observer::{Memory, Nobody, Observer, Progress};
pub use budget::stopped::Stopped;
pub use certificates::Written;
pub use certificates::compose::compose;
pub use certificates::journal::Journal;
pub use claims::certified::LearnError;
pub use claims::checkpoint::CheckpointError;
pub use count::{
    CountError, Games, LegalCount, LegalMethod, Reachable, count_games, count_legal,
    count_reachable,
};
pub use effort::Effort;
pub use multiplayer::{ManyAnswer, ManyError, Secured, max_n, paranoid, secured_everywhere};
pub use num_bigint::BigUint;
pub use options::{Options, Proofs, StoneLimits, Switch, Widening};
pub use remoteness::Remoteness;
pub use retrograde::{KoRule, Repetition, Retrograde, RetrogradeError};
pub use solver::{CertifyError, Searcher, Solution, Solver, SolverError, Targets};
pub use stats::{ProofTableSize, Stats};
