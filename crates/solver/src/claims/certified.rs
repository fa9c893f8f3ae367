//! Claims of certificates: the steps that the checker accepts become claims of the search, with their proofs.
//!
//! [`check_aloud`] derives every claim again and reports the conditions under which it holds. This module derives only
//! that some of them hold after any number of passes ([`Options::any_passes`](crate::Options)). Otherwise it translates colorings,
//! records and symmetries to the solver's numbers. So a value that rests on a
//! certificate is as trustworthy as the checker, and a certificate of that value contains the imported steps.

use std::collections::hash_map::Entry;
use std::io::Read;
use std::ops::ControlFlow;
use std::sync::Arc;

use koproof_rules::{Board, Element, Player, Point, Ruleset, Superko};
use koproof_verify::{
    Bound, CertificateReader, CheckError, Checked, Child, Derived, GameRecord, Header, OnProgress,
    Rule, Step, about, check_aloud,
};
use rustc_hash::FxHashMap;

use super::claim::{Claim, Proof};
use super::origin::{Ground, How, Link, Reply};
use super::stated::Stated;
use crate::state::index::OrbitId;
use crate::state::records::RecordId;
use crate::state::{Shared, State};

/// The reason why nothing was imported from a certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LearnError {
    /// The checker refuses it.
    #[error(transparent)]
    Refused(#[from] CheckError),
    /// It is for another board or other rules.
    #[error(
        "the certificate is of {found}, this run is of {expected}: give one of this board and these rules"
    )]
    Other {
        /// Board and rules of the certificate.
        found: String,
        /// Board and rules of the solver.
        expected: String,
    },
    /// It uses a symmetry of the board that the search does not use.
    #[error(
        "the search does not use symmetry {0} of the certificate, because it leaves some symmetries of this board out: leave this certificate out"
    )]
    Symmetry(usize),
    /// It has more colorings than the solver can number.
    #[error(
        "there are no names for all colorings of the certificate: use fewer certificates at a time"
    )]
    Names,
    /// It rests on a pass-forever bound that the search does not use.
    #[error(
        "the search cannot confirm the bound of step {0} for a player who only passes: leave this certificate out"
    )]
    Ground(usize),
}

/// Checks a certificate and adds its claims to the proof table, except those that the table already implies. A refused
/// certificate adds nothing.
pub(crate) fn learn(
    board: &Board,
    shared: &Shared,
    certificate: &mut dyn Read,
    most_records: u64,
    progress: OnProgress<'_>,
) -> Result<(Checked, u64), LearnError> {
    let reader = CertificateReader::open(certificate).map_err(CheckError::in_header)?;
    let mut learner = Learner::new(board, shared, reader.header())?;
    let mut failed = None;
    let mut hear = |derived: Derived<'_>| {
        failed = learner.hear(&derived).err();
        match failed {
            None => ControlFlow::Continue(()),
            Some(_) => ControlFlow::Break(()),
        }
    };
    let checked = check_aloud(reader, most_records, &mut hear, progress);
    // This is why the check was stopped.
    if let Some(why) = failed {
        return Err(why);
    }
    let checked = checked?;
    let claims = learner.made.len() as u64;
    for claim in learner.made {
        shared.store(claim);
    }
    Ok((checked, claims))
}

/// A step in the solver's terms: a proof at an orbit, and the symmetry that carries the orbit's representative to the
/// coloring of the step.
#[derive(Clone)]
struct Known {
    orbit: OrbitId,
    player: Player,
    element: Element,
    proof: Proof,
}

/// Imports one step after the other.
struct Learner<'s> {
    shared: &'s Shared,
    /// The symmetries by their numbers.
    symmetries: Vec<Element>,
    /// The steps, by number.
    steps: Vec<Known>,
    /// The names of the records so far: most records of a step occur in other steps, too.
    names: FxHashMap<GameRecord, RecordId>,
    /// The new claims.
    made: Vec<Arc<Claim>>,
}

impl<'s> Learner<'s> {
    fn new(board: &Board, shared: &'s Shared, header: &Header) -> Result<Self, LearnError> {
        let rules = shared.orbits.rules.of_values();
        if header.about() != about(board, &rules) {
            let named =
                |board: &Board, rules: &Ruleset| format!("{} ({rules})", board.usual().name());
            return Err(LearnError::Other {
                found: named(&header.board, &header.rules()),
                expected: named(board, &rules),
            });
        }
        let group = &shared.orbits.symmetry;
        let of_element = |element| (group.permutation(element), group.swaps_colors(element));
        let numbers: FxHashMap<(&[Point], bool), Element> = (group.elements())
            .map(|element| (of_element(element), element))
            .collect();
        let mut symmetries = vec![Element::IDENTITY];
        for (number, listed) in (1..).zip(&header.symmetries) {
            let element = numbers.get(&(listed.images.as_slice(), listed.swap));
            symmetries.push(*element.ok_or(LearnError::Symmetry(number))?);
        }
        Ok(Self {
            shared,
            symmetries,
            steps: Vec::new(),
            names: FxHashMap::default(),
            made: Vec::new(),
        })
    }

    fn hear(&mut self, derived: &Derived<'_>) -> Result<(), LearnError> {
        // For the coloring of the step, and those after its plays.
        if self.shared.names_run_out() {
            return Err(LearnError::Names);
        }
        let known = self.known(derived)?;
        self.steps.push(known);
        Ok(())
    }

    fn known(&mut self, derived: &Derived<'_>) -> Result<Known, LearnError> {
        let (shared, step) = (self.shared, derived.step);
        if let Rule::Weaken { child, .. } = &step.rule {
            // The claim itself is stronger.
            return Ok(self.carried(*child));
        }
        let coloring = step.state.coloring;
        let state = shared.state(coloring, step.state.to_move, step.state.passes);
        // The bounds of the solver include the toll.
        let tolled = step.bound.shifted(shared.toll.stones(&coloring));
        let bound = shared.framed(state, tolled);
        let ground = match &step.rule {
            Rule::Stop => Ground::Stop,
            Rule::Alive | Rule::PassForever => {
                let orbit = shared.orbits.get(state.orbit);
                if !shared.by_passing(orbit, bound).implies(bound) {
                    return Err(LearnError::Ground(self.steps.len()));
                }
                Ground::PassForever
            }
            _ => {
                let avoid = self.local(state, &derived.avoid)?;
                let need = self.local(state, &derived.need)?;
                Ground::Claim(self.claim(step, state, bound, &avoid, &need))
            }
        };
        Ok(Known {
            orbit: state.orbit,
            player: state.player,
            element: state.element,
            proof: Proof(ground),
        })
    }

    /// Returns an equally strong claim of the solver, or a new one.
    fn claim(
        &mut self,
        step: &Step,
        state: State,
        bound: Bound,
        avoid: &[RecordId],
        need: &[RecordId],
    ) -> Arc<Claim> {
        let shared = self.shared;
        // The lemma of `Options::any_passes`.
        let any = match &step.rule {
            Rule::Play { .. } => true,
            Rule::Replies { pass, .. } => pass.is_none(),
            _ => false,
        };
        let stated = Stated {
            bound,
            passes: shared.passes(state, any),
            avoid,
            need,
        };
        stated.implied_by(shared, state).unwrap_or_else(|| {
            let how = shared.keeps_proofs().then(|| self.how(step, state));
            let claim = Arc::new(stated.claim(shared.slot(state), how));
            self.made.push(Arc::clone(&claim));
            claim
        })
    }

    /// Returns how a claim was derived, in the frame of its state's representative.
    fn how(&self, step: &Step, state: State) -> How {
        match &step.rule {
            Rule::Play { point, child } => How::Choice(self.link(state, Some(*point), *child)),
            Rule::Pass { child } => How::Choice(self.link(state, None, *child)),
            Rule::Replies { plays, pass } => {
                let mut replies = vec![Reply::Answered(match pass {
                    Some(child) => self.link(state, None, *child),
                    None => self.end(state),
                })];
                for &(point, child) in plays {
                    let Some(point) = self.play(state, point) else {
                        continue;
                    };
                    replies.push(match child {
                        Some(child) => Reply::Answered(Link {
                            point: Some(point),
                            ..self.link(state, None, child)
                        }),
                        None => Reply::Blocked(point),
                    });
                }
                How::Replies(replies.into_boxed_slice())
            }
            Rule::Stop | Rule::Alive | Rule::PassForever | Rule::Weaken { .. } => {
                unreachable!("these rules derive no claim of their own")
            }
        }
    }

    /// Carries a play of a step to the frame of the representative; `None` for a play that the search omits and the
    /// certificate writer adds.
    fn play(&self, state: State, point: Point) -> Option<Point> {
        let orbits = &self.shared.orbits;
        let from = orbits.get(state.orbit).representative();
        let home = self.home(state, point);
        if from.play(&orbits.graph, state.player, home).coloring != from {
            return Some(home);
        }
        // One-stone suicides are answered at the lowest of their points, which depends on the frame.
        let is_listed = orbits.rules.superko != Superko::Positional;
        is_listed
            .then(|| self.shared.standstill(state.orbit, state.player))
            .flatten()
    }

    /// Carries a point from a state's frame to that of its representative.
    fn home(&self, state: State, point: Point) -> Point {
        let symmetry = &self.shared.orbits.symmetry;
        symmetry.point(symmetry.inverse(state.element), point)
    }

    fn link(&self, parent: State, point: Option<Point>, child: Child) -> Link {
        let child = self.carried(child);
        Link {
            point: point.map(|point| self.home(parent, point)),
            between: self.shared.between(parent, child.element),
            orbit: child.orbit,
            player: child.player,
            origin: child.proof.origin(),
        }
    }

    /// Returns the link for the pass that ends the game.
    fn end(&self, parent: State) -> Link {
        let (after, _) = self.shared.after_pass(parent);
        Link {
            point: None,
            between: self.shared.between(parent, after.element),
            orbit: after.orbit,
            player: after.player,
            origin: Ground::Stop,
        }
    }

    /// Returns an earlier step, carried by a symmetry.
    fn carried(&self, child: Child) -> Known {
        let known = &self.steps[child.step as usize];
        let by = self.symmetries[usize::from(child.symmetry)];
        Known {
            element: self.shared.orbits.symmetry.product(by, known.element),
            ..known.clone()
        }
    }

    /// Carries records to the frame of a state's representative.
    fn local(&mut self, state: State, records: &[GameRecord]) -> Result<Vec<RecordId>, LearnError> {
        let (shared, names) = (self.shared, &mut self.names);
        let local = |record: &GameRecord| {
            let name = match names.entry(*record) {
                Entry::Occupied(name) => *name.get(),
                // One step can have more new records than there are names to spare.
                Entry::Vacant(_) if shared.names_run_out() => return Err(LearnError::Names),
                Entry::Vacant(new) => *new.insert(shared.record(record)),
            };
            Ok(shared.local(state, name))
        };
        records.iter().map(local).collect()
    }
}
