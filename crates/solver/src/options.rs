//! How a solver works.

use std::num::NonZeroUsize;

/// A switch for a feature that does not change any value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Switch {
    /// Do without it.
    Off,
    /// Use it.
    #[default]
    On,
}

/// How a solver works. None of the options changes a value.
///
/// # Examples
/// ```
/// use koproof_solver::{Options, Proofs};
/// let options = Options { proofs: Proofs::Keep, ..Options::default() };
/// assert!(options.threads.is_none());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Whether claims are shared between symmetric states.
    pub symmetry: Switch,
    /// Whether the bounds of a player who passes for the rest of the game cut the search.
    pub pass_forever: Switch,
    /// Whether claims that hold before and after a pass serve both (positional superko only).
    ///
    /// **Lemma.** Under positional superko `K(p,t,0) = K(p,t,1)` and a pass records nothing. So (a) a claim derived by
    /// a play of the prover holds for either number of passes: its child is the same state.
    /// (b) A claim derived by all replies after a pass holds without that pass: the plays lead to the same
    /// children, and after the opponent's pass the prover stops, as the score meets the bound
    /// because a pass would have ended the game. With more players (b) needs all who pass next to be provers. ∎
    pub any_passes: Switch,
    /// Whether a table begins with retrograde analysis, which gives the values of all ko-free games without a past. It is
    /// left out where it would take more than a quarter of the memory budget, and where proofs are kept.
    pub retrograde: Switch,
    /// On which boards the search looks at the most promising moves first. Values are the same; expansions are not.
    pub widening: Widening,
    /// Whether claims remember how they were proved, which a certificate needs.
    pub proofs: Proofs,
    /// How many threads work; by default one for each processor.
    pub threads: Option<NonZeroUsize>,
}

/// Where the search widens dynamically: of the moves of a state only the most promising count, until they are settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Widening {
    /// Nowhere.
    Never,
    /// On boards of ten points and more that have more edges than points and where at most half of all pairs of points are
    /// neighbours. In a coalition game nowhere.
    #[default]
    WithRoom,
    /// On every board. In a coalition game nowhere.
    Always,
}

/// Whether claims remember how they were proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proofs {
    /// They do not: less memory.
    #[default]
    Forget,
    /// They do, so that certificates can be written. The bounds of [a player who passes forever](crate) are then used only
    /// where a checker can enumerate what they rest on. Values stay the same; an open bracket can be wider.
    Keep,
}
