//! Why a certificate gives no strategy.

use koproof_rules::Player;

use crate::certificate::CertificateError;

/// Why a certificate gives no strategy.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StrategyError {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(Box<CertificateError>),
    /// A listed symmetry is no permutation of the points.
    #[error("symmetry {0} is no permutation: check the certificate first")]
    NoPermutation(usize),
    /// The header's position cannot be.
    #[error("the position of the header is impossible: {0}: check the certificate first")]
    NoPosition(String),
    /// A step rests on something that is not there before it.
    #[error(
        "step {0} rests on a step or a symmetry that is not there: check the certificate first"
    )]
    NoSuchChild(u64),
    /// A root rests on something that is not there before it.
    #[error(
        "root {0} rests on a step or a symmetry that is not there: check the certificate first"
    )]
    NoSuchRoot(usize),
    /// There are more steps than are kept.
    #[error("the certificate has more than {0} steps, which is all that a strategy keeps")]
    TooManySteps(u64),
    /// Nothing is proved of a game.
    #[error("the certificate proves no bound for {prover} in this game")]
    NoBound {
        /// Who should be the prover.
        prover: Player,
    },
}

impl From<CertificateError> for StrategyError {
    fn from(error: CertificateError) -> Self {
        Self::Unreadable(Box::new(error))
    }
}
