//! Bounds from retrograde analysis on the values of fresh games, that is, on the values of a table.
//!
//! **Lemma.** Let `[lo, hi]` be the bracket without any ko rule (see [`Retrograde`]) of a coloring p with player t to move and
//! no pass made. Under natural situational, situational and Taylor's superko the value of the game that *starts* there, with
//! the history `K(p,t,0)`, is at least `lo` and at most `hi`.
//!
//! *Proof.* It is enough to consider `lo` (exchange the colours) and to show that Black can force every s that Black
//! can force without superko. Give each state from which this is possible the *rank* of the round in which the least
//! fixpoint for "at least s" includes it. If Black is to move, there is a move to a state of lower rank, or, after a
//! pass, Black can stop because the score is at least s. If White is to move, every play that changes the coloring
//! and, if no pass was made, the pass lead to states of lower rank; if a pass was made, the score is at least s.
//! Black always moves to lower ranks. One-stone suicides are not moves of that game; ignore them for now. Then ranks
//! fall with every turn, so no state occurs twice. It remains to show that superko never forbids a play of Black, say
//! from a state x to q, which leads to (q,W,0) with rank(q,W,0) < rank(x).
//!
//! * *Natural situational.* The play records (q,B). This record already exists if Black made q before, or if the game
//!   started at q with White to move. In both cases (q,W,0) was on the line before x, with a rank above that of x: a
//!   contradiction.
//! * *Situational and Taylor.* The play records (q,W), or (q,B) under Taylor's rule. If this record exists because
//!   Black made q before, or because the game started at q with White to move (situational superko), the argument
//!   above excludes it. The remaining case is that Black passed at q. Then (q,W,1) was on the line, and rank(q,W,1) >
//!   rank(x) > rank(q,W,0). But rank(q,W,1) is at most rank(q,W,0): both depend on the same plays of White, and
//!   (q,W,1) on nothing else, because the score there is at least s. A contradiction.
//!
//! The records of White's moves forbid only moves of White, which leaves Black fewer moves to answer.
//!
//! A *one-stone suicide* of White at p leaves p with Black to move. It can happen only once at p, because its record
//! exists afterwards. After (p,W,1) the score of p is at least s, and Black passes, which leads to (p,W,1) again.
//! After (p,W,0) Black answers as in (p,B,1), whose rank is lower. If the answer there is to stop, Black passes,
//! which leads to (p,W,1); there the score is at least s, and White's plays, which are those of (p,W,0), lead to
//! lower ranks. So, at the latest after one pass of Black that returns to p with White to move, a suicide is followed
//! by states of lower rank than that of the state in which it was played. That state, with p and White to move, was
//! on the line, so the argument about Black's passes also holds for this pass. Every line is finite and ends with at
//! least s. ∎
//!
//! **Scope.** The lemma holds only for games without a history. In the middle of a game the history may contain moves
//! of Black that the strategy needs, so the brackets are never used inside the search. Under positional superko a
//! play of Black to q is also forbidden if White made q, or if Black was to move there, which the ranks do not
//! exclude. There the bracket is a conjecture, which is tested and never used. Under territory scoring the lemma does
//! not apply, because prisoners count.

use koproof_rules::{Coloring, Player, Ruleset, Scoring, Superko};

use super::{KoRule, Retrograde, RetrogradeError};
use crate::bracket::Bracket;
use crate::budget::Budget;
use crate::budget::observer::Progress;
use crate::budget::stopped::Stopped;
use crate::options::Switch;
use crate::tables::representatives::Representatives;

/// About how many bytes a play takes while the analysis works.
const BYTES_A_PLAY: u64 = 10;

/// Bounds on the values of fresh games; no bounds where nothing is proved.
#[derive(Debug)]
pub(crate) struct Fresh(Option<Retrograde>);

impl Fresh {
    /// Analyses a board if the lemma holds under its rules, the switch is on, and memory allows.
    pub(crate) fn new(
        representatives: &Representatives,
        rules: Ruleset,
        switch: Switch,
        budget: Budget,
        look: &(impl Fn(&Progress) -> Result<(), Stopped> + Sync),
    ) -> Result<Self, RetrogradeError> {
        let looks_at_the_mover = match rules.superko {
            Superko::Positional => false,
            Superko::Situational | Superko::NaturalSituational | Superko::Taylor => true,
        };
        let proved = looks_at_the_mover && rules.scoring != Scoring::Territory;
        // No turn has more plays than there are points, and half of them on average.
        let points = representatives.graph().points() as u64;
        let bytes = BYTES_A_PLAY * representatives.len() as u64 * points;
        let roomy = budget.memory.is_none_or(|memory| bytes <= memory / 4);
        if !proved || switch == Switch::Off || !roomy {
            return Ok(Self(None));
        }
        let analysis = Retrograde::of(representatives.clone(), rules.suicide, KoRule::None, look)?;
        Ok(Self(Some(analysis)))
    }

    /// Returns the known bracket of the value of the game that starts at a legal coloring.
    pub(crate) fn bracket(&self, coloring: &Coloring<1, 2>, to_move: Player) -> Option<Bracket> {
        self.0.as_ref()?.bracket(coloring, to_move, 0)
    }
}
