//! The cost of a search.

/// The cost of a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes whose successors were generated, and one more for each attempt at a question that a limit ended.
    pub expansions: u64,
    /// Claims proved since the solver was made.
    pub claims: u64,
    /// Places for orbits of colorings in memory, including those that a sweep has freed.
    pub orbits: u64,
}

/// The size of a proof table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ProofTableSize {
    /// Stored claims: those made minus those dropped since.
    pub claims: u64,
    /// Their approximate size in bytes, including their slots.
    pub bytes: u64,
}
