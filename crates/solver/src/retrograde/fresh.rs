//! What retrograde analysis says of games that start afresh: bounds on the values of a table.
//!
//! **Lemma.** Let `[lo, hi]` be the bracket without any ko rule (see [`Retrograde`]) of a coloring p with player t to move and
//! no pass made. Under natural situational, situational and Taylor's superko the value of the game that *starts* there, with
//! the history `K(p,t,0)`, is at least `lo` and at most `hi`.
//!
//! *Proof.* It is enough to look at `lo` (exchange the colours) and to show that Black can force any s that he can force
//! without superko. Give each state from which he can the *rank* of the round in which the least fixpoint for "at least
//! s" takes it in. Where Black is to move he then has a move to a state of lower rank, or, after a pass, he may stop because
//! the score is at least s. Where White is to move, every play that changes the coloring and, if no pass was made, the pass
//! lead to states of lower rank; if one was made, the score is at least s. Black follows the lower ranks. One-stone
//! suicides are no moves of that game; leave them aside for now. Then ranks fall with every turn, so no state comes twice,
//! and all there is to show is that superko never bars a play of Black's, say from a state x to q, which makes (q,W,0) with
//! rank(q,W,0) < rank(x).
//!
//! * *Natural situational.* The play records (q,B). That is there already if Black made q before, or if the game started at
//!   q with White to move. Either way (q,W,0) was on the line, before x, with a rank above that of x: a contradiction.
//! * *Situational and Taylor.* The play records (q,W), or (q,B) under Taylor's rule. That is there already if Black made q
//!   before or, under situational superko, the game started at q with White to move, which is excluded as above; or if Black
//!   passed at q. Then (q,W,1) was on the line, and rank(q,W,1) > rank(x) > rank(q,W,0). But rank(q,W,1) is at most
//!   rank(q,W,0): both wait for the same plays of White's, and (q,W,1) for nothing else, as the score there is at least s. A
//!   contradiction.
//!
//! What White's moves record bars only White, which takes from what Black must answer.
//!
//! A *one-stone suicide* of White's at p leaves p with Black to move, and can happen once at p: its record is there then.
//! After (p,W,1) the score of p is at least s, and Black passes, to (p,W,1) once more. After (p,W,0) Black answers as in
//! (p,B,1), whose rank is lower; if the answer there is to stop, he passes, to (p,W,1), where the score is at least s and
//! White's plays, being those of (p,W,0), lead to ranks lower than its. So a suicide is followed, at the latest after one
//! pass of Black's that comes back to p with White to move, by states of lower rank than that of the state which it
//! was played in; as that state, with p and White to move, was on the line, what was said of Black's passes holds for this one,
//! too. Every line is finite, and ends with at least s. ∎
//!
//! **How far it goes.** Only to games without a past. In the middle of a game the history may hold moves of Black's that his
//! strategy needs, so inside the search the brackets are never used. Under positional superko a play of Black's to q is barred
//! also if White made q, or Black was to move there, which the ranks do not exclude: there the bracket is a conjecture, which
//! is tested and never used. And under territory scoring prisoners count.

use koproof_rules::{Coloring, Player, Ruleset, Scoring, Superko};

use super::{KoRule, Retrograde, RetrogradeError};
use crate::bracket::Bracket;
use crate::budget::Budget;
use crate::budget::observer::Observer;
use crate::options::Switch;
use crate::tables::representatives::Representatives;

/// About how many bytes a play takes while the analysis works.
const BYTES_A_PLAY: u64 = 10;

/// Bounds on the values of fresh games; none where nothing is proved of them.
#[derive(Debug)]
pub(crate) struct Fresh(Option<Retrograde>);

impl Fresh {
    /// Analyses a board if the lemma holds under its rules, the switch is on, and memory allows.
    pub(crate) fn new(
        representatives: &Representatives,
        rules: Ruleset,
        switch: Switch,
        budget: Budget,
        observer: &dyn Observer,
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
        let analysis = Retrograde::of(
            representatives.clone(),
            rules.suicide,
            KoRule::None,
            observer,
        )?;
        Ok(Self(Some(analysis)))
    }

    /// Returns what is known of the value of the game that starts at a legal coloring.
    pub(crate) fn bracket(&self, coloring: &Coloring<1, 2>, to_move: Player) -> Option<Bracket> {
        self.0.as_ref()?.bracket(coloring, to_move, 0)
    }
}
