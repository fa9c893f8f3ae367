//! Why a certificate gives no strategy.

use koproof_rules::Player;

use crate::certificate::CertificateError;

/// The reason why a certificate gives no strategy.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StrategyError {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(Box<CertificateError>),
    /// A listed symmetry is no permutation of the points.
    #[error("symmetry {0} is no permutation: check the certificate first")]
    NoPermutation(usize),
    /// The position of the header is impossible.
    #[error("the position of the header is impossible: {0}: check the certificate first")]
    NoPosition(String),
    /// A step depends on a step or a symmetry that does not come before it.
    #[error("step {0} refers to a missing step or symmetry: check the certificate first")]
    NoSuchChild(u64),
    /// A root depends on a step or a symmetry that does not come before it.
    #[error("root {0} refers to a missing step or symmetry: check the certificate first")]
    NoSuchRoot(usize),
    /// There are too many steps.
    #[error(
        "the certificate has more than {0} steps, which is all that a strategy keeps: take one of a smaller board or a later position"
    )]
    TooManySteps(u64),
    /// The certificate proves no bound for this game and prover.
    #[error(
        "the certificate proves no bound for {prover} in this game{}: begin at a position that it states, or play the other side",
        some(*tried)
    )]
    NoBound {
        /// The prover that was asked for.
        prover: Player,
        /// The number of symmetries that were tried, if the board has more.
        tried: Option<usize>,
    },
}

/// Says that a symmetric position may have a bound.
fn some(tried: Option<usize>) -> String {
    tried.map_or_else(String::new, |tried| {
        format!(", as far as {tried} of the many symmetries of the board show")
    })
}

impl From<CertificateError> for StrategyError {
    fn from(error: CertificateError) -> Self {
        Self::Unreadable(Box::new(error))
    }
}
