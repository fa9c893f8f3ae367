//! The stones of a prover on the way to each step. A first reading of a certificate counts them, so that a
//! second one can limit stones instead of listing records.
//!
//! A claim with the *limit* `l` avoids all records with more than `l` stones of the prover. A step introduces a limit
//! only if no state on a line to the step has more of the prover's stones than the state of the step. Its *peak* is the
//! largest number of the prover's stones in its state, in the states of all steps that rest on it, directly or not, and
//! in the moves of the header if a root rests on it. `docs/certificates.md`, section 9, proves that no limit is unsound,
//! whatever the peaks are, and that a certificate that is accepted without limits is accepted with them.

use std::io::Read;

use super::claims::stones;
use super::meter::{Meter, OnProgress};
use super::reason::{CheckError, Spot};
use crate::certificate::{CertificateReader, Item};

/// The peaks of the steps, by number.
#[derive(Debug, Default)]
pub(super) struct Peaks(Vec<u8>);

impl Peaks {
    /// Reads a certificate to its end. The history of its roots has records with at most `most_stones` of each player.
    /// A step takes two bytes, and four for each child; twice as much while the lists grow. Reports now and then that
    /// no step is checked yet.
    pub(super) fn of(
        mut reader: CertificateReader<&mut dyn Read>,
        most_stones: [u8; 2],
        progress: OnProgress<'_>,
    ) -> Result<Self, CheckError> {
        let mut meter = Meter::new(progress);
        let (mut peaks, mut children, mut counts) = (Vec::new(), Vec::<u32>::new(), Vec::new());
        loop {
            let steps = peaks.len() as u64;
            let refused = |reason| CheckError {
                spot: Spot::Step(steps),
                reason,
            };
            let item = reader.next_item();
            let Some(item) = item.map_err(|error| refused(error.into()))? else {
                break;
            };
            meter.item().map_err(refused)?;
            match item {
                Item::Step(step) => {
                    peaks.push(stones(&step.state.coloring, step.bound.prover()));
                    let mut count = 0_u8;
                    for child in step.rule.children() {
                        // The second reading refuses a step that rests on a later one.
                        let back = steps.checked_sub(child.step).filter(|&back| back > 0);
                        if let Some(back) = back.and_then(|back| u32::try_from(back).ok()) {
                            children.push(back);
                            count += 1;
                        }
                    }
                    counts.push(count);
                }
                Item::Drop(_) => {}
                Item::Root(root) => {
                    if let Some(peak) = peaks.get_mut(root.child.step as usize) {
                        *peak = most_stones[root.bound.prover().index()].max(*peak);
                    }
                }
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
    use koproof_rules::{Board, Coloring, Player, Point, Scoring, Suicide, Superko};

    use super::*;
    use crate::certificate::{Child, Header, Rule, Statement, Step};
    use crate::check::claims::NO_LIMIT;
    use crate::check::{Ledger, Reason, Setting, never_stop};
    use crate::claim::{Bound, State};

    /// White captures Black's stone on the path of two, and Black's capture would repeat the position. That is refused
    /// if the claim lists the record, and if false peaks make it limit stones.
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
        let mut go_on = never_stop;
        let mut meter = Meter::new(&mut go_on);
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
                let claim = ledger.derive(step, &mut meter).expect("it is valid");
                assert_eq!(
                    claim.stone_limit != NO_LIMIT,
                    limits_stones && ledger.steps() == 1
                );
                ledger.claims.keep(claim).expect("there are few records");
            }
            let refused = ledger
                .derive(&steps[3], &mut meter)
                .expect_err("it repeats a position");
            assert!(
                matches!(&refused, Reason::AvoidsKnown(record) if record == "X."),
                "{refused}"
            );
        }
    }
}
