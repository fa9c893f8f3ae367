//! Faulty wordings of the rules that were once thought sound.

/// A condition left out or misread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Children need not fit their turn, and claims need not be well-formed.
    NothingHasToFit,
    /// A pass records nothing.
    PassRecordForgotten,
    /// Under natural situational superko, `(p, t)` is mistaken for the record that led to `p`.
    WrongRecordSubtracted,
    /// Every record of its own coloring that a claim needs is assumed to be in the history.
    EveryRecordSubtracted,
    /// The exchange of the colors does not exchange the players in records.
    PlayersNotSwapped,
    /// A play adds nothing to the score, even if it takes prisoners.
    PrisonersForgotten,
    /// Prisoners count against the player who lost them.
    PrisonersOfTheWrongSide,
}
