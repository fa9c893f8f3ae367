//! Retrograde brackets of fresh games: they bound the values of a table.
//!
//! **Lemma.** Let `[lo, hi]` be the bracket without any ko rule (see [`Retrograde`]) of a coloring p with player t to
//! move and no pass made. Under every superko rule, the value of the game that *starts* there, with the history
//! `K(p,t,0)`, is at least `lo` and at most `hi`.
//!
//! *Proof.* It is enough to consider `lo` (exchange the colors) and to show that Black can force every s that Black can
//! force without superko. Give each state from which this is possible the *rank* of the round in which the least
//! fixpoint for "at least s" includes it. If Black is to move, there is a move to a state of lower rank, or, after a
//! pass, Black can stop because the score is at least s. The rank is 1 more than the lowest of these, where stopping
//! counts as 0. If White is to move, every play that changes the coloring and, if no pass was made, the pass lead to
//! states of lower rank. The rank is 1 more than the highest, or 1 if there is none. If a pass was made, the score is
//! at least s. So the rank is the least number of turns, counting the pass that ends the game, in which Black can end
//! it with s or more, whatever White does. Black always moves to a lower rank, and plays only what changes the
//! coloring. Two facts follow for each coloring q:
//!
//! * (a) If the score of q is at least s, then rank(q,B,0) <= rank(q,W,0) + 1: Black can pass to (q,W,1), and
//!   rank(q,W,1) <= rank(q,W,0), because White has the same plays in both states and in (q,W,0) also the pass.
//! * (b) If the score of q is less than s, then rank(q,B,0) < rank(q,W,0): White can pass to (q,B,1), which has a lower
//!   rank. Black gains nothing by stopping there, so rank(q,B,1) comes from a play, and (q,B,0) has the same plays:
//!   rank(q,B,0) <= rank(q,B,1).
//!
//! Call a *stay* a longest run of successive turns with the same coloring, and its *entry* the first state of the run.
//! Suppose first that no player makes a one-stone suicide. Then ranks fall with every turn. Whatever the superko rule
//! is, it forbids a play of Black to q only if q was on the board before, because every record belongs to a coloring
//! that was. Suppose that Black is about to play from x to q, and that q had an earlier stay. The entry
//! of the stay at x comes after that of the earlier stay at q and before (q,W,0), and ranks fall. So the rank of the
//! earlier stay's entry is at least rank(q,W,0) + 2. That entry is a state after no pass: a start or the result of a play. It
//! is not (q,W,0), whose rank is not above itself. It is not (q,B,0) either: (a) makes its rank at most
//! rank(q,W,0) + 1, and (b) less than rank(q,W,0). This is a contradiction, so superko never forbids the play that
//! Black wants.
//!
//! Superko may forbid plays of White, which leaves Black fewer replies to answer, and ranks are finite: the game ends
//! with at least s.
//!
//! A *one-stone suicide* of White at p, which positional superko forbids, leaves p with Black to move. It can happen
//! only once at p, because its record exists afterwards. After (p,W,1) the score of p is at least s, and Black passes,
//! which leads to (p,W,1) again. After (p,W,0) Black answers as in (p,B,1), whose rank is lower. If the answer there is
//! to stop, Black passes, which leads to (p,W,1); there the score is at least s, and White's plays, which are those of
//! (p,W,0), lead to lower ranks. So a suicide prolongs a stay by at most two turns, and the stay still ends
//! with a play to a rank below that of its entry. This is enough for the argument above, which compares entries of
//! stays with the state after Black's play. ∎
//!
//! **Scope.** The lemma holds only for games without a history. In the middle of a game the history may contain
//! colorings that the strategy needs, so the brackets are never used inside the search. Under territory scoring the
//! lemma does not apply, because prisoners count. If proofs are kept, the brackets are not used: a certificate has to
//! derive every value by claims.

use koproof_rules::{Representatives, Ruleset, Scoring};

use super::{KoRule, Retrograde};
use crate::budget::Budget;
use crate::budget::observer::Progress;
use crate::budget::stopped::Stopped;
use crate::options::{Options, Proofs, Switch};

/// The approximate size of a play during the analysis, in bytes.
const BYTES_A_PLAY: u64 = 10;

/// Analyses a board if the lemma holds under its rules, the options ask for it, and there is enough memory. Where both ends of
/// the bracket of a representative are equal, they are the value of the game that starts there.
///
/// Wider brackets are of no use: in measurements they made the search of some boards much longer.
pub(crate) fn fresh(
    representatives: &Representatives,
    rules: Ruleset,
    options: Options,
    budget: Budget,
    check: &(impl Fn(&Progress) -> Result<(), Stopped> + Sync),
) -> Result<Option<Retrograde>, Stopped> {
    let wanted = options.retrograde == Switch::On && options.proofs == Proofs::Forget;
    let proved = rules.scoring != Scoring::Territory;
    // No turn has more plays than there are points, and half of them on average.
    let points = representatives.graph().points() as u64;
    let bytes = BYTES_A_PLAY * representatives.len() as u64 * points;
    let roomy = budget.memory.is_none_or(|memory| bytes <= memory / 4);
    if !wanted || !proved || !roomy {
        return Ok(None);
    }
    Retrograde::of(representatives.clone(), rules.suicide, KoRule::None, check).map(Some)
}
