//! The judge: a second implementation of `docs/certificates.md`, as simple as possible, with everything in memory, sets
//! as trees and stones as letters. It shares only the types of the items with the checker.
//!
//! A mutated certificate that the checker accepts must be accepted here too. With a [`Fault`] it follows one of the
//! wordings that were once thought sound, which shows that a forged certificate exploits exactly that fault.

#![allow(
    dead_code,
    reason = "every test file is a crate of its own and uses a part of this"
)]

mod bounds;
mod fault;
mod game;
mod ground;
mod root;

pub(crate) use bounds::meets;
pub(crate) use fault::Fault;

use std::collections::{BTreeMap, BTreeSet};

use bounds::{implies, shifted};
use game::neighbours;
use koproof_rules::{Coloring, Player, Scoring, Suicide, Superko};
use koproof_verify::{Bound, Child, GameRecord, Header, Item, Rule, State, Statement, Step};

/// One of `.XO` for every point.
pub(crate) type Stones = Vec<u8>;

/// A coloring and, unless superko is positional, `X` or `O`.
pub(crate) type Rec = (Stones, Option<u8>);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Situation {
    pub(crate) stones: Stones,
    pub(crate) mover: u8,
    pub(crate) passes: u8,
}

impl Situation {
    pub(crate) fn state(&self) -> State {
        let stones = std::str::from_utf8(&self.stones).expect("stones are letters");
        State {
            coloring: Coloring::from_symbols(stones).expect("of two colors"),
            to_move: Player::from_symbol(self.mover.into()).expect("and so are players"),
            passes: self.passes,
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Derived {
    pub(crate) about: Situation,
    pub(crate) bound: Bound,
    pub(crate) avoid: BTreeSet<Rec>,
    pub(crate) need: BTreeSet<Rec>,
}

/// The state of the judge.
pub(crate) struct Judge {
    neighbours: Vec<Vec<usize>>,
    superko: Superko,
    suicide: Suicide,
    scoring: Scoring,
    symmetries: Vec<(Vec<usize>, bool)>,
    fault: Option<Fault>,
    /// `None` when dropped.
    pub(crate) claims: Vec<Option<Derived>>,
}

pub(crate) fn other(player: u8) -> u8 {
    if player == b'X' { b'O' } else { b'X' }
}

pub(crate) fn letter(player: Player) -> u8 {
    player.symbol() as u8
}

fn ensure(holds: bool, otherwise: &str) -> Result<(), String> {
    if holds {
        Ok(())
    } else {
        Err(otherwise.to_owned())
    }
}

/// Returns the problem with a certificate, if there is one.
pub(crate) fn judge(header: &Header, items: &[Item], fault: Option<Fault>) -> Result<(), String> {
    let mut judge = Judge::new(header, fault)?;
    let mut roots = Vec::new();
    for item in items {
        match item {
            Item::Step(step) => {
                judge.add(step)?;
            }
            Item::Drop(steps) => {
                for &step in steps {
                    let claim = judge.claims.get_mut(step as usize);
                    let gone = claim.and_then(Option::take);
                    ensure(gone.is_some(), "dropped what is not there")?;
                }
            }
            Item::Root(root) => {
                judge.root(header, root)?;
                roots.push((root.coloring, root.to_move, root.bound));
            }
        }
    }
    match &header.statement {
        Statement::Position(position) => {
            let mut proved: Vec<Bound> = roots.iter().map(|root| root.2).collect();
            proved.sort_by_key(|bound| matches!(bound, Bound::AtMost(_)));
            ensure(position.bounds().eq(proved), "not what is stated")
        }
        Statement::Table { roots: count } => {
            ensure(*count == roots.len() as u64, "number of roots")?;
            let kind = |bound: Bound| matches!(bound, Bound::AtMost(_));
            let different: BTreeSet<_> = roots
                .iter()
                .map(|&(coloring, to_move, bound)| (coloring, to_move, kind(bound)))
                .collect();
            ensure(different.len() == roots.len(), "stated twice")
        }
    }
}

impl Judge {
    pub(crate) fn new(header: &Header, fault: Option<Fault>) -> Result<Self, String> {
        let neighbours = neighbours(&header.board);
        let points = neighbours.len();
        let mut symmetries = vec![((0..points).collect(), false)];
        for listed in &header.symmetries {
            let images: Vec<usize> = listed.images.iter().map(|image| image.index()).collect();
            let different: BTreeSet<_> = images.iter().collect();
            ensure(different.len() == points, "no permutation")?;
            for (a, near) in neighbours.iter().enumerate() {
                for b in 0..points {
                    let joined = neighbours[images[a]].contains(&images[b]);
                    ensure(near.contains(&b) == joined, "no automorphism")?;
                }
            }
            symmetries.push((images, listed.swap));
        }
        Ok(Self {
            neighbours,
            superko: header.superko,
            suicide: header.suicide,
            scoring: header.scoring,
            symmetries,
            fault,
            claims: Vec::new(),
        })
    }

    fn faulty(&self, fault: Fault) -> bool {
        self.fault == Some(fault)
    }

    pub(crate) fn stones(&self, coloring: &Coloring<1, 2>) -> Stones {
        coloring.to_symbols(self.neighbours.len()).into_bytes()
    }

    pub(crate) fn situation(&self, state: &State) -> Situation {
        Situation {
            stones: self.stones(&state.coloring),
            mover: letter(state.to_move),
            passes: state.passes,
        }
    }

    fn rec(&self, record: &GameRecord) -> Rec {
        (self.stones(&record.coloring), record.player.map(letter))
    }

    pub(crate) fn carry(&self, child: Child) -> Result<Derived, String> {
        let claim = self
            .claims
            .get(child.step as usize)
            .and_then(Option::as_ref);
        let claim = claim.ok_or("no such claim")?;
        let symmetry = self.symmetries.get(usize::from(child.symmetry));
        let (images, swap) = symmetry.ok_or("no such symmetry")?;
        let color = |color: u8| {
            if *swap && color != b'.' {
                other(color)
            } else {
                color
            }
        };
        let stones = |stones: &Stones| {
            let mut image = vec![b'.'; stones.len()];
            for (point, &stone) in stones.iter().enumerate() {
                image[images[point]] = color(stone);
            }
            image
        };
        let player = |player: u8| match self.fault {
            Some(Fault::PlayersNotSwapped) => player,
            _ => color(player),
        };
        let records = |records: &BTreeSet<Rec>| {
            let carried = records.iter();
            carried
                .map(|(coloring, to_move)| (stones(coloring), to_move.map(player)))
                .collect()
        };
        Ok(Derived {
            about: Situation {
                stones: stones(&claim.about.stones),
                mover: color(claim.about.mover),
                passes: claim.about.passes,
            },
            bound: match claim.bound {
                Bound::AtLeast(score) if *swap => Bound::AtMost(-score),
                Bound::AtMost(score) if *swap => Bound::AtLeast(-score),
                bound => bound,
            },
            avoid: records(&claim.avoid),
            need: records(&claim.need),
        })
    }

    /// Derives the claim of the next step.
    pub(crate) fn add(&mut self, step: &Step) -> Result<&Derived, String> {
        let claim = self.derive(step)?;
        self.claims.push(Some(claim));
        let added = self.claims.last().and_then(Option::as_ref);
        Ok(added.expect("it was just added"))
    }

    fn derive(&self, step: &Step) -> Result<Derived, String> {
        let at = self.situation(&step.state);
        let bound = step.bound;
        ensure(self.is_legal(&at.stones), "coloring")?;
        ensure(bound.score().abs() <= self.largest(), "range")?;
        let prover = match bound {
            Bound::AtLeast(_) => b'X',
            Bound::AtMost(_) => b'O',
        };
        let mut claim = Derived {
            about: at.clone(),
            bound,
            avoid: BTreeSet::new(),
            need: BTreeSet::new(),
        };
        let mine = at.mover == prover;
        match &step.rule {
            Rule::Stop => {
                ensure(mine && at.passes == 1, "turn")?;
                ensure(meets(bound, self.score(&at.stones)), "score")?;
            }
            Rule::Alive => ensure(meets(bound, self.alive(&at.stones, prover)), "life")?,
            Rule::PassForever => {
                for (stones, gained) in self.alone(&at.stones, other(prover)) {
                    ensure(meets(bound, self.score(&stones) + gained), "passing")?;
                }
            }
            Rule::Play { point, child } => {
                ensure(mine, "turn")?;
                let result = self
                    .play(&at.stones, at.mover, point.index())
                    .ok_or("play")?;
                let record = self.record_of_play(at.mover, &result);
                claim.avoid.insert(record.clone());
                self.contribute(
                    *child,
                    &at,
                    after_play(&at, result),
                    Some(record),
                    &mut claim,
                )?;
            }
            Rule::Pass { child } => {
                ensure(mine, "turn")?;
                self.pass(*child, &at, &mut claim)?;
            }
            Rule::Replies { plays, pass } => {
                ensure(!mine, "turn")?;
                self.replies(plays, &at, &mut claim)?;
                match pass {
                    Some(child) => self.pass(*child, &at, &mut claim)?,
                    None => {
                        ensure(at.passes == 1, "end")?;
                        ensure(meets(bound, self.score(&at.stones)), "score")?;
                    }
                }
            }
            Rule::Weaken { child, avoid, need } => {
                let same = self.carry(*child)?;
                ensure(same.about == at && implies(same.bound, bound), "weaken")?;
                let listed = |list: &[GameRecord]| -> BTreeSet<Rec> {
                    list.iter().map(|record| self.rec(record)).collect()
                };
                claim.avoid = &same.avoid | &listed(avoid);
                claim.need = &same.need | &listed(need);
                for (stones, _) in listed(avoid).union(&listed(need)) {
                    ensure(self.is_legal(stones), "record")?;
                }
            }
        }
        if !self.faulty(Fault::NothingHasToFit) {
            ensure(claim.avoid.is_disjoint(&claim.need), "well-formed")?;
            ensure(claim.avoid.is_disjoint(&self.known(&at)), "well-formed")?;
        }
        Ok(claim)
    }

    fn replies(
        &self,
        replies: &[(koproof_rules::Point, Option<Child>)],
        at: &Situation,
        claim: &mut Derived,
    ) -> Result<(), String> {
        // The lowest point for each distinct record.
        let mut plays: BTreeMap<Rec, usize> = BTreeMap::new();
        for point in (0..at.stones.len()).rev() {
            if let Some(result) = self.play(&at.stones, at.mover, point) {
                plays.insert(self.record_of_play(at.mover, &result), point);
            }
        }
        let mut points: Vec<usize> = plays.values().copied().collect();
        points.sort_unstable();
        let answered: Vec<usize> = replies.iter().map(|reply| reply.0.index()).collect();
        ensure(points == answered, "every distinct play once, in order")?;
        for (point, child) in replies {
            let result = self
                .play(&at.stones, at.mover, point.index())
                .ok_or("play")?;
            let record = self.record_of_play(at.mover, &result);
            match child {
                Some(child) => {
                    self.contribute(*child, at, after_play(at, result), Some(record), claim)?;
                }
                None if self.always_there(at, &record) => {}
                None => {
                    claim.need.insert(record);
                }
            }
        }
        Ok(())
    }

    fn pass(&self, child: Child, at: &Situation, claim: &mut Derived) -> Result<(), String> {
        ensure(at.passes == 0, "pass")?;
        let after = Situation {
            stones: at.stones.clone(),
            mover: other(at.mover),
            passes: 1,
        };
        let record = self.record_of_pass(at.mover, &at.stones);
        self.contribute(child, at, after, record, claim)
    }

    fn contribute(
        &self,
        child: Child,
        at: &Situation,
        after: Situation,
        record: Option<Rec>,
        claim: &mut Derived,
    ) -> Result<(), String> {
        let child = self.carry(child)?;
        ensure(child.about == after, "another state")?;
        let shift = match after.passes {
            0 => self.shift(&at.stones, at.mover, &after.stones),
            _ => 0,
        };
        ensure(implies(child.bound, shifted(claim.bound, -shift)), "bound")?;
        for avoided in child.avoid {
            let fits = Some(&avoided) != record.as_ref();
            ensure(fits || self.faulty(Fault::NothingHasToFit), "fits")?;
            claim.avoid.insert(avoided);
        }
        for needed in child.need {
            if Some(&needed) != record.as_ref() && !self.always_there(at, &needed) {
                claim.need.insert(needed);
            }
        }
        Ok(())
    }
}

fn after_play(at: &Situation, result: Stones) -> Situation {
    Situation {
        stones: result,
        mover: other(at.mover),
        passes: 0,
    }
}
