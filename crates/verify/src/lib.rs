//! Claims, certificates, their checker, and the naive oracle.
//!
//! A certificate derives *claims*, children first. [`check`] plays every move itself, checks that every step follows,
//! and that the roots prove what the header states. This crate does not depend on the solver, so a bug in the
//! search cannot hide in the checker. The format and the mathematics are in `docs/certificates.md`;
//! `docs/related-work.md` compares claims with other answers to the graph-history interaction (GHI) problem.

mod alive;
mod carry;
mod certificate;
mod check;
mod claim;
mod oracle;
mod pass_forever;
mod strategy;

pub use alive::{alive, living};
pub use certificate::{
    Accepted, CertificateError, CertificateReader, CertificateWriter, Child, Form, Header, Item,
    ListedSymmetry, MAX_DROPPED, MAX_MOVES, MAX_STATED_SCORE, MAX_SYMMETRIES, MAX_WEAKENED, Part,
    Place, Position, Problem, Root, Rule, Statement, Step, StepOfPasses, Subject, Told, about,
    is_certificate,
};
pub use check::{
    CheckError, Checked, Derived, Impossible, Ledger, MAX_RECORDS, OnProgress, Reason, Setting,
    Spot, StatedBound, check, check_aloud, check_limiting, check_within, never_stop, stop_if,
};
pub use claim::{Bound, GameRecord, State};
pub use oracle::{Answer, Oracle, OracleError, OracleGame, OracleMove};
pub use pass_forever::{MAX_COLORINGS, PassForever, TooManyColorings};
pub use strategy::{Line, Strategy, StrategyError, StrayError};
