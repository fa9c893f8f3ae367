//! Wordings that were once thought sound.

/// A condition left out or misread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Children need not fit their turn, and claims need not be well-formed.
    NothingHasToFit,
    /// A pass records nothing.
    PassRecordForgotten,
    /// Under natural situational superko, `(p, t)` is taken for the record that led to `p`.
    WrongRecordSubtracted,
    /// What a claim needs of its own coloring is thought to be always there.
    EveryRecordSubtracted,
    /// The exchange of the colors leaves the players in records alone.
    PlayersNotSwapped,
    /// A play adds nothing to the score, whatever it takes.
    PrisonersForgotten,
    /// Prisoners count against the player who lost them.
    PrisonersOfTheWrongSide,
}
