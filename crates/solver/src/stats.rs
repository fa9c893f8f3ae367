//! What a search costs.

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
