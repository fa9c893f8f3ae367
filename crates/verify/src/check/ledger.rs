//! A sequence of accepted steps that grows part by part.

use std::fmt;

use koproof_rules::Graph;
use rustc_hash::{FxHashMap, FxHashSet};

use super::claims::{Claim, Claims};
use super::game::Game;
use super::meter::{Meter, OnProgress};
use super::peaks::Peaks;
use super::reason::{CheckError, Reason, Spot};
use super::records::RecordId;
use super::rules::Derivation;
use crate::carry::Carry;
use crate::certificate::{Accepted, Header, Part, Step, StepOfPasses, Told};
use crate::claim::GameRecord;

/// The default limit for the records of all claims in use together, counted for each claim: 1 GiB of numbers. Each
/// different record is stored once, in about 100 bytes.
pub const MAX_RECORDS: u64 = 1 << 28;

/// The most records of a claim that an entry of a log tells: 12 MiB of numbers, because a file takes no value of more
/// than 16 MiB.
const MAX_TOLD: u64 = 3 << 20;

/// The board, the rules and the symmetries of a sequence of steps.
#[derive(Debug)]
pub struct Setting {
    pub(super) game: Game,
    symmetries: Vec<Carry>,
}

impl Setting {
    /// Prepares to check steps under a header. Its statement does not matter.
    ///
    /// # Errors
    /// If a listed symmetry is no automorphism of the board.
    ///
    /// # Panics
    /// If the board has more than 64 points, as no header that was read from a file has.
    pub fn new(header: &Header) -> Result<Self, CheckError> {
        let graph = Graph::new(&header.board).expect("a header lets at most 64 points through");
        let mut symmetries = vec![Carry::nothing(&graph)];
        for (number, listed) in (1..).zip(&header.symmetries) {
            let carry = Carry::automorphism(&graph, listed);
            let refused = || CheckError::in_header(Reason::NoAutomorphism(number));
            symmetries.push(carry.ok_or_else(refused)?);
        }
        let game = Game {
            graph,
            superko: header.superko,
            suicide: header.suicide,
            scoring: header.scoring,
        };
        Ok(Self { game, symmetries })
    }
}

/// A claim that the checker has derived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived<'s> {
    /// The step that derives it; steps are numbered from 0 in order.
    pub step: &'s Step,
    /// The records that the history must not contain.
    pub avoid: Vec<GameRecord>,
    /// The records that the history must contain.
    pub need: Vec<GameRecord>,
}

/// Checks steps as they come, and keeps the claims of all that it accepts, so that later steps may rest on them.
///
/// So its memory grows with the steps. [`MAX_RECORDS`] limits each claim, and those of one part together, but not all
/// of them.
pub struct Ledger<'s> {
    pub(super) claims: Claims<'s>,
    derivation: Derivation<'s>,
    /// The most records of a claim that is told.
    most_told: u64,
}

impl fmt::Debug for Ledger<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ledger")
            .field("steps", &self.steps())
            .finish_non_exhaustive()
    }
}

impl<'s> Ledger<'s> {
    /// Begins without steps.
    #[must_use]
    pub fn new(setting: &'s Setting) -> Self {
        Self::within(setting, MAX_RECORDS, Peaks::default())
    }

    /// Begins without steps. Entries of its log tell no claim with more records than this.
    #[must_use]
    pub fn telling(setting: &'s Setting, most_told: u64) -> Self {
        Self {
            most_told: most_told.min(MAX_TOLD),
            ..Self::new(setting)
        }
    }

    /// Begins without steps. Refuses a claim with more than `most_records` records. [`Self::keep`] also refuses when
    /// all claims in use together have more, [`Self::accept`] when those of the part have. Claims limit stones where
    /// the peaks allow it.
    pub(super) fn within(setting: &'s Setting, most_records: u64, peaks: Peaks) -> Self {
        Self {
            claims: Claims::new(&setting.symmetries),
            derivation: Derivation::new(&setting.game, most_records, peaks),
            most_told: MAX_TOLD,
        }
    }

    /// Counts the accepted steps.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.claims.steps()
    }

    /// Returns the claim that a step derives, without keeping it.
    pub(super) fn derive(&mut self, step: &Step, meter: &mut Meter<'_>) -> Result<Claim, Reason> {
        self.derivation.derive(&mut self.claims, step, meter)
    }

    /// Keeps the claim of the next step; refuses it if all claims in use together then have too many records.
    pub(super) fn keep(&mut self, claim: Claim) -> Result<(), Reason> {
        self.claims.keep(claim)?;
        let most = self.derivation.most_records;
        if self.claims.live_records() > most {
            return Err(Reason::TooManyRecords(most));
        }
        Ok(())
    }

    /// Lists the records of a claim.
    pub(super) fn derived<'c>(&self, step: &'c Step, claim: &Claim) -> Derived<'c> {
        let records = &self.claims.records;
        let listed = |ids: &[RecordId]| ids.iter().map(|&id| records.record(id)).collect();
        Derived {
            step,
            avoid: listed(&claim.avoid),
            need: listed(&claim.need),
        }
    }

    /// Checks the steps of a part, which continues all accepted steps, and accepts all of them or none.
    ///
    /// # Errors
    /// Which step is refused, counted from the first of the part, and why; [`Reason::Stopped`] if `progress` has
    /// stopped the check. That the claims of the part together have more than [`MAX_RECORDS`] records is a reason: a
    /// step of some bytes repeats all records of another.
    ///
    /// # Panics
    /// If the part does not continue all accepted steps: [`Part::moved`] makes it do so.
    pub fn accept(&mut self, part: &Part, progress: OnProgress<'_>) -> Result<(), CheckError> {
        let first = self.steps();
        assert_eq!(part.first, first, "the part continues all accepted steps");
        let (before, most) = (self.claims.live_records(), self.derivation.most_records);
        let mut meter = Meter::new(progress);
        for (index, step) in (0..).zip(&part.steps) {
            let derived = meter.checked(index);
            let derived = derived.and_then(|()| self.derive(step, &mut meter));
            let accepted = derived.and_then(|claim| self.claims.keep(claim));
            let accepted = accepted.and_then(|()| match self.claims.live_records() - before {
                records if records > most => Err(Reason::TooManyRecords(most)),
                _ => Ok(()),
            });
            if let Err(reason) = accepted {
                self.claims.truncate(first);
                let spot = Spot::Step(index);
                return Err(CheckError { spot, reason });
            }
        }
        Ok(())
    }

    /// Returns the entry of the log for a part that was just accepted. `number` is that of the part in its journal.
    /// Records that the log has listed before are not listed again.
    ///
    /// Each step is told once, however often the part tells it. Claims with more than 3 · 2<sup>20</sup> records are
    /// not told: no file takes them ([`Self::is_too_large`]). Then other solvers do without the claim until they prove it
    /// themselves, and the accepted steps stay what they are.
    pub fn entry(&mut self, part: &Part, number: u64) -> Accepted {
        let mut entry = Accepted {
            worker: part.worker.clone(),
            part: number,
            first: part.first,
            steps: part.steps.len() as u64,
            records: Vec::new(),
            told: Vec::new(),
        };
        let Claims { live, records, .. } = &mut self.claims;
        let mut told = FxHashSet::default();
        for &steps in &part.told {
            let Some((steps, claim)) = told_claim(live, steps) else {
                continue;
            };
            if claim.len() > self.most_told || !told.insert(steps[0].or(steps[1])) {
                continue;
            }
            let mut list = |ids: &[RecordId]| {
                let mut places = Vec::with_capacity(ids.len());
                for &id in ids {
                    let (place, is_new) = records.log(id);
                    if is_new {
                        entry.records.push(records.record(id));
                    }
                    places.push(place);
                }
                places
            };
            let (avoid, need) = (list(&claim.avoid), list(&claim.need));
            entry.told.push(Told {
                steps,
                state: claim.state,
                bound: claim.bound,
                avoid,
                need,
            });
        }
        entry
    }

    /// Tells whether accepted steps derive a claim that is too large for an entry of the log.
    #[must_use]
    pub fn is_too_large(&self, steps: StepOfPasses) -> bool {
        let claim = told_claim(&self.claims.live, steps);
        claim.is_some_and(|(_, claim)| claim.len() > self.most_told)
    }

    /// Notes the records that an entry of the log lists, in their order, before [`Self::entry`] makes the entry again.
    /// Returns how many of them no earlier entry has listed.
    ///
    /// # Errors
    /// If there are too many records.
    pub fn take_up(&mut self, records: &[GameRecord]) -> Result<usize, Reason> {
        let mut new = 0;
        for &record in records {
            let id = self.claims.records.id(record)?;
            let (_, is_new) = self.claims.records.log(id);
            new += usize::from(is_new);
        }
        Ok(new)
    }
}

/// Returns a claim, and the steps that derive it: those that are named and derive the same.
fn told_claim(live: &FxHashMap<u64, Claim>, named: StepOfPasses) -> Option<(StepOfPasses, &Claim)> {
    let of_passes = |passes: u8| {
        let step = named[usize::from(passes)]?;
        let claim = live.get(&step)?;
        (claim.state.passes == passes).then_some((step, claim))
    };
    let (before, after) = (of_passes(0), of_passes(1));
    let is_same = before.zip(after).is_some_and(|((_, one), (_, other))| {
        let about = |claim: &Claim| (claim.state.coloring, claim.state.to_move, claim.bound);
        about(one) == about(other) && one.avoid == other.avoid && one.need == other.need
    });
    let (step, claim) = before.or(after)?;
    let mut steps = [None; 2];
    steps[usize::from(claim.state.passes)] = Some(step);
    if is_same {
        steps[1] = after.map(|(step, _)| step);
    }
    Some((steps, claim))
}

#[cfg(test)]
mod tests {
    use koproof_rules::{Coloring, Player, Scoring, Suicide, Superko};

    use super::*;
    use crate::certificate::{Child, Rule, Statement};
    use crate::check::never_stop;
    use crate::claim::{Bound, State};

    fn header() -> Header {
        Header {
            board: "path:3".parse().expect("a board"),
            superko: Superko::Positional,
            suicide: Suicide::Allow,
            scoring: Scoring::Area,
            statement: Statement::Table { roots: 1 },
            symmetries: Vec::new(),
        }
    }

    /// Steps about Black's stone in the middle, all of which avoid these colorings but the first, which avoids nothing.
    fn part(first: u64, avoid: &[&[&str]], told: &[StepOfPasses]) -> Part {
        let coloring = |symbols: &str| Coloring::from_symbols(symbols).expect("a coloring");
        let record = |symbols: &&str| GameRecord {
            coloring: coloring(symbols),
            player: None,
        };
        let weaken = avoid.iter().map(|avoid| Rule::Weaken {
            child: Child {
                step: first,
                symmetry: 0,
            },
            avoid: avoid.iter().map(record).collect(),
            need: Vec::new(),
        });
        let rules = [Rule::Alive].into_iter().chain(weaken);
        let steps = rules.map(|rule| Step {
            state: State {
                coloring: coloring(".X."),
                to_move: Player::WHITE,
                passes: 0,
            },
            bound: Bound::AtLeast(3),
            rule,
        });
        Part {
            worker: "one".to_owned(),
            first,
            steps: steps.collect(),
            told: told.to_vec(),
        }
    }

    fn steps_told(entry: &Accepted) -> Vec<StepOfPasses> {
        entry.told.iter().map(|told| told.steps).collect()
    }

    #[test]
    fn a_claim_that_no_file_takes_is_not_told() {
        let setting = Setting::new(&header()).expect("no symmetry is listed");
        let told = [0, 1, 2].map(|step| [Some(step), None]);
        let part = part(0, &[&["X.."], &["X..", "..X"]], &told);
        for (most, count, records) in [(0, 1, 0), (1, 2, 1), (2, 3, 2)] {
            let mut ledger = Ledger::telling(&setting, most);
            let accepted = ledger.accept(&part, &mut never_stop);
            accepted.expect("all steps are right");
            let entry = ledger.entry(&part, 1);
            assert_eq!(steps_told(&entry), told[..count]);
            let too_large = told.map(|steps| ledger.is_too_large(steps));
            assert_eq!(too_large, [0, 1, 2].map(|step| step >= count));
            assert_eq!((entry.steps, entry.records.len()), (3, records));
        }
    }

    #[test]
    fn a_claim_with_as_many_records_as_are_told_fits_a_file() {
        let most = MAX_TOLD as usize;
        let one = &part(0, &[], &[]).steps[0];
        let told = Told {
            steps: [Some(0), Some(1)],
            state: one.state,
            bound: one.bound,
            avoid: vec![u32::MAX; most / 2],
            need: vec![u32::MAX; most - most / 2],
        };
        let entry = Accepted {
            worker: "one".to_owned(),
            part: 1,
            first: 0,
            steps: 2,
            records: Vec::new(),
            told: vec![told],
        };
        let file = entry.to_bytes(&header()).expect("it fits");
        assert!(Accepted::from_bytes(&file, &header()).expect("it was written") == entry);
    }

    #[test]
    fn a_step_is_told_once_however_often_a_part_says_it() {
        let setting = Setting::new(&header()).expect("no symmetry is listed");
        let mut told = vec![[Some(1), None]; 1000];
        // No step after one pass has this number.
        told.extend((2..1000).map(|step| [Some(1), Some(step)]));
        told.push([Some(0), None]);
        let part = part(0, &[&["X.."]], &told);
        let mut ledger = Ledger::new(&setting);
        ledger
            .accept(&part, &mut never_stop)
            .expect("all steps are right");
        let entry = ledger.entry(&part, 1);
        assert_eq!(steps_told(&entry), [[Some(1), None], [Some(0), None]]);
    }

    #[test]
    fn the_claims_of_one_part_have_a_limit_together() {
        let setting = Setting::new(&header()).expect("no symmetry is listed");
        let avoid: [&[&str]; 4] = [&["X.."]; 4];
        let mut ledger = Ledger::within(&setting, 3, Peaks::default());
        let refused = ledger
            .accept(&part(0, &avoid, &[]), &mut never_stop)
            .expect_err("four");
        assert_eq!(refused.spot, Spot::Step(4));
        assert!(matches!(refused.reason, Reason::TooManyRecords(3)));
        assert_eq!(ledger.steps(), 0);
        for first in [0, 4, 8] {
            let accepted = ledger.accept(&part(first, &avoid[..3], &[]), &mut never_stop);
            assert!(accepted.is_ok(), "{first}");
        }
    }
}
