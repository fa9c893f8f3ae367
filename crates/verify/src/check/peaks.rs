//! How many stones a prover has on the way to each step. A first reading of a certificate finds it out, so that a second
//! one can limit stones instead of listing records.
//!
//! **Lemma.** Let a claim hold under every history that meets its conditions and has no record with more than `l` stones
//! of the prover. Let a play of the prover lead to its state from one with `m` stones of the prover, and make a record
//! `R` with more than `m`, but at most `l`. Then the claim before the play may have the limit `min(l, m)` instead of
//! avoiding `R`. *Proof.* A history within `min(l, m)` lacks `R`, so the play is legal; with `R` it is within `l`, so the
//! claim after the play holds. ∎
//!
//! So a claim with a limit avoids finitely many more records than one that lists them, as after the rule `weaken`. It is of
//! no use to a history with more stones. Therefore a step has a limit only if no line from a root to it has a record with
//! more stones than its state: its *peak* is the largest number on these lines. Then a certificate is accepted if and only
//! if it is accepted without limits: the limit of a claim is at least the peak of its step, and all that is compared with
//! the limit lies on lines to that step. No limit is unsound, whatever the peaks are.

use std::io::Read;

use koproof_rules::Player;

use super::claims::stones;
use super::reason::{CheckError, Spot};
use crate::certificate::{CertificateReader, Item};

/// The peaks of the steps, by number.
#[derive(Debug, Default)]
pub(super) struct Peaks(Vec<u8>);

impl Peaks {
    /// Reads a certificate to its end. The history of its roots has records with at most `most_stones` of a player. A step takes
    /// two bytes, and four for each child.
    pub(super) fn of(
        mut reader: CertificateReader<&mut dyn Read>,
        most_stones: impl Fn(Player) -> u8,
    ) -> Result<Self, CheckError> {
        let (mut peaks, mut children, mut counts) = (Vec::new(), Vec::<u32>::new(), Vec::new());
        loop {
            let steps = peaks.len() as u64;
            let spot = Spot::Step(steps);
            let item = reader.next_item();
            let item = item.map_err(|error| CheckError {
                spot,
                reason: error.into(),
            })?;
            match item {
                Some(Item::Step(mut step)) => {
                    peaks.push(stones(&step.state.coloring, step.bound.prover()));
                    let mut count = 0_u8;
                    step.rule.children_mut(|child| {
                        // The second reading refuses a step that rests on a later one.
                        let back = steps.checked_sub(child.step).filter(|&back| back > 0);
                        if let Some(back) = back.and_then(|back| u32::try_from(back).ok()) {
                            children.push(back);
                            count += 1;
                        }
                    });
                    counts.push(count);
                }
                Some(Item::Drop(_)) => {}
                Some(Item::Root(root)) => {
                    if let Some(peak) = peaks.get_mut(root.child.step as usize) {
                        *peak = most_stones(root.bound.prover()).max(*peak);
                    }
                }
                None => break,
            }
        }
        for (step, count) in counts.into_iter().enumerate().rev() {
            let peak = peaks[step];
            for back in children.drain(children.len() - usize::from(count)..) {
                let child = &mut peaks[step - back as usize];
                *child = peak.max(*child);
            }
        }
        Ok(Self(peaks))
    }

    /// Returns the limit that the claim of a step may have instead of avoiding the record of the prover's play, if it
    /// should have one; the prover has these numbers of stones before and after the play.
    #[inline]
    pub(super) fn limit(&self, step: u64, before: u8, after: u8) -> Option<u8> {
        let peak = *self.0.get(step as usize)?;
        (after > before && peak <= before).then_some(before)
    }
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Board, Coloring, Point, Scoring, Suicide, Superko};

    use super::*;
    use crate::certificate::{Child, Header, Rule, Statement, Step};
    use crate::check::claims::NO_LIMIT;
    use crate::check::{Ledger, Reason, Setting};
    use crate::claim::{Bound, State};

    /// White captures Black's stone on the path of two, and Black's capture would repeat the position. That is refused if
    /// the claim lists the record, and if false peaks make it limit stones.
    #[test]
    fn false_peaks_prove_nothing() {
        let board: Board = "path:2".parse().expect("a board");
        let header = Header {
            board,
            superko: Superko::Positional,
            suicide: Suicide::Forbid,
            scoring: Scoring::Area,
            statement: Statement::Table { roots: 1 },
            symmetries: Vec::new(),
        };
        let setting = Setting::new(&header).expect("no symmetry is listed");
        let child = |step| Child { step, symmetry: 0 };
        let step = |symbols: &str, to_move, passes, rule| Step {
            state: State {
                coloring: Coloring::from_symbols(symbols).expect("a coloring"),
                to_move,
                passes,
            },
            bound: Bound::AtLeast(-2),
            rule,
        };
        let [first, second] = [0, 1].map(Point::new);
        let steps = [
            step("X.", Player::WHITE, 0, Rule::PassForever),
            step(
                ".O",
                Player::BLACK,
                0,
                Rule::Play {
                    point: first,
                    child: child(0),
                },
            ),
            step("X.", Player::BLACK, 1, Rule::Stop),
            step(
                "X.",
                Player::WHITE,
                0,
                Rule::Replies {
                    plays: vec![(second, Some(child(1)))],
                    pass: Some(child(2)),
                },
            ),
        ];
        for peaks in [Peaks::default(), Peaks(vec![0; 4])] {
            let limits_stones = !peaks.0.is_empty();
            let mut ledger = Ledger::within(&setting, 100, peaks);
            for step in &steps[..3] {
                let claim = ledger.derive(step).expect("it is valid");
                assert_eq!(
                    claim.stone_limit != NO_LIMIT,
                    limits_stones && ledger.steps() == 1
                );
                ledger.claims.keep(claim).expect("there are few records");
            }
            let refused = ledger.derive(&steps[3]).expect_err("it repeats a position");
            assert!(
                matches!(&refused, Reason::AvoidsKnown(record) if record == "X."),
                "{refused}"
            );
        }
    }
}
