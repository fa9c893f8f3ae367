//! The cost of a search.

/// The cost of a call, and what the solver has after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes whose successors were generated in this call, and one more for each attempt at a question that a limit ended.
    pub expansions: u64,
    /// Claims that the solver has proved, loaded or learned since it was made, in all calls.
    pub claims: u64,
    /// Places for orbits of colorings in the solver's memory, including those that a sweep has freed.
    pub orbits: u64,
}

/// The size of a proof table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProofTableSize {
    /// Stored claims: those made minus those dropped since.
    pub claims: u64,
    /// Their approximate size in bytes, including their slots.
    pub bytes: u64,
}
