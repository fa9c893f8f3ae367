//! The reasons why a call stops.

/// The reason why a solver stopped without an exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum Stopped {
    /// The budget of expansions is used up.
    #[error("node limit")]
    Nodes,
    /// The budget of time is used up.
    #[error("time limit")]
    Time,
    /// The budget of memory is used up.
    #[error("memory limit")]
    Memory,
    /// The search has met more colorings than it can name.
    #[error("more colorings than one search can name")]
    Names,
    /// The observer asked to stop.
    #[error("interrupted")]
    Observer,
    /// A line of play is longer than the solver's stack.
    #[error("line of play too long")]
    Depth,
}

impl Stopped {
    /// All reasons.
    pub const ALL: [Self; 6] = [
        Self::Nodes,
        Self::Time,
        Self::Memory,
        Self::Names,
        Self::Observer,
        Self::Depth,
    ];
}
