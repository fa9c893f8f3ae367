//! Forged derivations by a rule under which children do not have to fit their turns.

use std::collections::{BTreeMap, BTreeSet};

use koproof_rules::Point;
use koproof_verify::{Bound, Child, Header, Rule, State, Step};

use crate::judge::{Fault, Judge, Rec, Situation, Stones, meets, other};

/// Derives a lower bound at the start of a game, in the last step, if the bound follows when children do not have to
/// fit.
pub(crate) fn forge(header: &Header, at: &State, bound: Bound) -> Option<Vec<Step>> {
    let judge = Judge::new(header, Some(Fault::NothingHasToFit)).expect("symmetries of the board");
    let at = judge.situation(at);
    let root = judge.known(&at);
    let mut forger = Forger {
        judge,
        bound,
        steps: Vec::new(),
        derived: BTreeMap::new(),
        history: root.clone(),
        root,
        open: BTreeSet::new(),
    };
    forger.derive(&at)?;
    Some(forger.steps)
}

/// Derives bounds for Black when children do not have to fit: Black may make any record that the history of the *root*
/// does not contain, any number of times, while White follows superko.
struct Forger {
    judge: Judge,
    bound: Bound,
    steps: Vec<Step>,
    /// The claims derived about each situation.
    derived: BTreeMap<Situation, Vec<Child>>,
    /// The records of the root, and those made since.
    root: BTreeSet<Rec>,
    history: BTreeSet<Rec>,
    /// The situations of open derivations, each with its number of records. The same pair again would be a loop.
    open: BTreeSet<(Situation, usize)>,
}

impl Forger {
    fn derive(&mut self, at: &Situation) -> Option<Child> {
        let known = self.derived.get(at).into_iter().flatten();
        for &child in known {
            let claim = self.judge.carry(child).expect("a claim that was made");
            if claim.need.is_subset(&self.history) {
                return Some(child);
            }
        }
        let entry = (at.clone(), self.history.len());
        if !self.open.insert(entry.clone()) {
            return None;
        }
        let rule = if at.mover == b'X' {
            self.choice(at)
        } else {
            self.replies(at)
        };
        self.open.remove(&entry);
        let state = at.state();
        let (bound, rule) = (self.bound, rule?);
        let step = Step { state, bound, rule };
        self.judge.add(&step).expect("the judge has the same fault");
        self.steps.push(step);
        let child = Child {
            step: self.judge.claims.len() as u64 - 1,
            symmetry: 0,
        };
        self.derived.entry(at.clone()).or_default().push(child);
        Some(child)
    }

    fn choice(&mut self, at: &Situation) -> Option<Rule> {
        if self.ends_well(at) {
            return Some(Rule::Stop);
        }
        for (point, result) in self.plays(at) {
            let record = self.judge.record_of_play(at.mover, &result);
            if self.root.contains(&record) {
                continue;
            }
            if let Some(child) = self.after(at, result, Some(record)) {
                return Some(Rule::Play { point, child });
            }
        }
        let child = self.pass(at)?;
        Some(Rule::Pass { child })
    }

    fn replies(&mut self, at: &Situation) -> Option<Rule> {
        let mut plays = Vec::new();
        for (point, result) in self.plays(at) {
            let record = self.judge.record_of_play(at.mover, &result);
            let blocked = self.history.contains(&record);
            let answer = if blocked {
                None
            } else {
                Some(self.after(at, result, Some(record))?)
            };
            plays.push((point, answer));
        }
        let pass = if at.passes == 0 {
            Some(self.pass(at)?)
        } else {
            None
        };
        let ends = pass.is_none();
        (!ends || self.ends_well(at)).then_some(Rule::Replies { plays, pass })
    }

    fn ends_well(&self, at: &Situation) -> bool {
        at.passes == 1 && meets(self.bound, self.judge.score(&at.stones))
    }

    fn plays(&self, at: &Situation) -> Vec<(Point, Stones)> {
        let results = (0..at.stones.len()).filter_map(|point| {
            let result = self.judge.play(&at.stones, at.mover, point)?;
            Some((Point::new(point as u16), result))
        });
        results.collect()
    }

    fn pass(&mut self, at: &Situation) -> Option<Child> {
        if at.passes == 1 {
            return None;
        }
        let record = self.judge.record_of_pass(at.mover, &at.stones);
        self.turn(at, at.stones.clone(), 1, record)
    }

    fn after(&mut self, at: &Situation, stones: Stones, record: Option<Rec>) -> Option<Child> {
        self.turn(at, stones, 0, record)
    }

    fn turn(
        &mut self,
        at: &Situation,
        stones: Stones,
        passes: u8,
        record: Option<Rec>,
    ) -> Option<Child> {
        let new = record.filter(|record| self.history.insert(record.clone()));
        let mover = other(at.mover);
        let child = self.derive(&Situation {
            stones,
            mover,
            passes,
        });
        if let Some(record) = new {
            self.history.remove(&record);
        }
        child
    }
}
