//! Options of a solver.

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

/// The options of a solver. None of them changes a value.
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
    /// (b) A claim derived by all replies after a pass also holds without that pass. The plays lead to the same children.
    /// After the opponent's pass the prover passes and ends the game; the score meets the bound, because the claim also
    /// covers the pass that ends the game. With more players all others pass instead, so (b) is used only if the opponent
    /// is alone on a side. ∎
    pub any_passes: Switch,
    /// Whether a table begins with retrograde analysis, which gives the values of all ko-free states as starts of
    /// games. It is left out if prisoners count (territory scoring), if it would take more than a quarter of the memory budget,
    /// or if proofs are kept.
    pub retrograde: Switch,
    /// The boards on which the search looks at the most promising moves first. It changes expansions, but no values.
    pub widening: Widening,
    /// The boards with room where claims limit the stones of earlier records.
    pub stone_limits: StoneLimits,
    /// Whether claims remember how they were proved, which a certificate needs.
    pub proofs: Proofs,
    /// The number of threads; by default one for each processor.
    pub threads: Option<NonZeroUsize>,
}

impl Options {
    /// Returns the default options with one thread, on which a search takes the same expansions every time.
    #[must_use]
    pub fn one_thread() -> Self {
        Self {
            threads: Some(NonZeroUsize::MIN),
            ..Self::default()
        }
    }
}

/// The boards where an evaluation guides the search. On most of them the search widens dynamically: only the most promising moves
/// of a state count, until they are settled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Widening {
    /// On no board.
    Never,
    /// On boards of ten points and more where at most half of all pairs of points are neighbours. If there are not more
    /// edges than points, as on paths, trees and cycles, all moves count. Never in a coalition game.
    #[default]
    WithRoom,
    /// On every board, but never in a coalition game.
    Always,
}

/// The boards where the claims of the search limit the stones of earlier records, instead of listing the records to avoid.
///
/// A claim with the limit `l` holds under the histories of which no record has more than `l` stones of the prover. So it
/// avoids finitely many records, because there are finitely many colorings. A claim is only made under a history that it
/// admits, so it is well-formed.
///
/// **Lemma.** Let a play of the prover lead from a position with `m` stones of the prover to a record `R` with more, and
/// let a claim with the limit `l` hold there. Then the claim before the play may have the limit `min(l, m)` instead of
/// avoiding `R`. *Proof.* The claim after the play held under a history that contains `R`, so `R` has at most `l`
/// stones. Take any history within `min(l, m)` that meets the other conditions of the claim after
/// the play: it avoids what that claim avoids and contains what it needs, `R` apart. It lacks `R`, so the play is legal;
/// and with `R` it is within `l`, so the claim after the play holds. In the terms of `docs/certificates.md`: the rule
/// `play` gives the claim that avoids `R` and what the claim after the play avoids but `R`, and `weaken` the larger set.
/// A claim by `replies` has the smallest limit of the claims after them, whose records are within their limits for the same
/// reason; a record that blocks a reply is in the history, and so within the limit. ∎
///
/// A claim that gathers conditions leaves out the records that its limit excludes.
///
/// As long as the prover loses no stones, the limit excludes nothing, and one number takes the place of all records
/// along a line. Claims that list fewer records take less memory, keep fewer colorings alive and are merged faster. But
/// a history in which the prover has lost stones may exceed the limit, even if none of the records occurs in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StoneLimits {
    /// On no board.
    Never,
    /// On boards with room of twenty points and more. On smaller ones, where memory is no concern, they cost expansions.
    #[default]
    Large,
    /// On all boards where the search widens dynamically.
    Always,
}

/// Whether claims remember how they were proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proofs {
    /// They do not, which saves memory.
    #[default]
    Forget,
    /// They do, so that certificates can be written. Pass-forever bounds are then used only if a checker can enumerate
    /// the colorings that they depend on. Values stay the same; an open bracket can be wider.
    Keep,
}
