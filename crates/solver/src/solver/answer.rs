//! Answers and their cost.

use crate::bracket::Bracket;
use crate::budget::watch::Stopped;

/// The cost of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes whose successors were generated.
    pub expansions: u64,
    /// Claims proved since the solver was made.
    pub claims: u64,
    /// Orbits of colorings met since the solver was made.
    pub orbits: u64,
}

/// How large a proof table is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofTableSize {
    /// Stored claims: those made minus those dropped since.
    pub claims: u64,
    /// About how many bytes they take, with the places that they are found by.
    pub bytes: u64,
}

/// What is known about a position's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The value, or the proved bracket: Black − White, without komi.
    pub value: Bracket,
    /// What it cost.
    pub stats: Stats,
    /// Why the value is not exact, if it is not.
    pub stopped: Option<Stopped>,
}
