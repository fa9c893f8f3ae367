//! Errors of a solver.

use koproof_rules::{GraphError, RepresentativesError, RulesetError};
use koproof_tables::TableError;
use koproof_verify::{Bound, CertificateError, MAX_STATED_SCORE};
use rayon::ThreadPoolBuildError;

use crate::bracket::Score;
use crate::budget::stopped::Stopped;
use crate::stats::Stats;

/// The reason why there is no solver or no table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolverError {
    /// The board does not fit one machine word.
    #[error(transparent)]
    Graph(#[from] GraphError),
    /// The rules are for more than two players.
    #[error("the solver is for two players, these rules are for {0}")]
    Players(usize),
    /// A handicap means that turns do not alternate.
    #[error(
        "the solver requires alternating turns: set the {0} handicap stones up in the position, with White to move"
    )]
    Handicap(usize),
    /// The rules contradict themselves.
    #[error(transparent)]
    Rules(#[from] RulesetError),
    /// The threads cannot be started.
    #[error("cannot start the threads: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    /// The board has too many colorings to list.
    #[error(transparent)]
    Representatives(#[from] RepresentativesError),
    /// The board has a name that belongs to another one.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A budget ran out, or the observer stopped the call.
    #[error("stopped {}: {why}", so_far(*solved, *total))]
    Stopped {
        /// The reason.
        why: Stopped,
        /// States solved.
        solved: u64,
        /// States of the table, up to symmetry; 0 if the stop came before they were listed.
        total: u64,
        /// The cost until then.
        stats: Stats,
    },
}

fn so_far(solved: u64, total: u64) -> String {
    match total {
        0 => "before the states were listed".to_owned(),
        total => format!("with {solved} of {total} states up to symmetry solved"),
    }
}

/// The reason why no certificate was written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The solver was made without [`Proofs::Keep`](crate::Proofs::Keep).
    #[error("the solver has not kept its proofs: create one that keeps them")]
    Forgotten,
    /// The game is over: there is nothing to prove.
    #[error("the game is over: its score needs no certificate")]
    Over,
    /// A pass of the game was disputed, and a certificate lists only moves.
    #[error(
        "a pass of the game was disputed, and a certificate cannot say so: start a game at the position after the dispute"
    )]
    Disputed,
    /// Neither a lower nor an upper bound is stated.
    #[error("neither end of the bracket is known: there is nothing to prove")]
    NothingStated,
    /// A budget ran out before everything was proved.
    #[error("stopped before everything was proved: {0}")]
    Stopped(Stopped),
    /// The stated bound is false.
    #[error("the value is not {stated}: {shown} is proved")]
    Refuted {
        /// The stated bound.
        stated: Bound,
        /// The bound that was proved instead.
        shown: Bound,
    },
    /// The score or the number of prisoners exceeds the range of certificates.
    #[error("a certificate cannot state {0} points or prisoners: at most {MAX_STATED_SCORE}")]
    Score(Score),
    /// The file of the archive cannot be read.
    #[error("the archive of derivations cannot be read ({0}): search again without it")]
    Archive(String),
    /// A solver with an archive was asked for a journal.
    #[error("the solver has an archive, so it keeps no journal: create one without")]
    Archived,
    /// The proof rests on claims of a log.
    #[error("the proof rests on steps of a log: take them from there")]
    Logged,
    /// The certificate could not be written.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
}
