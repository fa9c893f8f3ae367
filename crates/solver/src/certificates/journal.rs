//! A certificate that grows with what a search proves.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use koproof_rules::{Board, Game, Player};
use koproof_verify::{CertificateError, CertificateWriter, Form, Item, Statement};

use super::{Node, Plan, Thesis, root_node};
use crate::claims::claim::{Ground, How, Passes, Proof};
use crate::state::Shared;

/// The claims of a solver as one certificate, written in parts: no claim is written twice.
///
/// The parts in a row are a certificate in the text form. It states a bound that needs no search; what matters are its steps, which
/// [`Solver::follow`](crate::Solver::follow) checks and takes over as they come.
#[must_use = "a journal says nothing before its parts are written somewhere"]
pub struct Journal<'s> {
    plan: Plan<'s>,
    writer: CertificateWriter<Sink>,
    sink: Sink,
    /// How many steps of the plan are written.
    written: usize,
    /// How much work each step stands for: the steps below it and itself, one that is used twice counted twice.
    weights: Vec<u32>,
}

/// An output that is emptied from time to time.
#[derive(Clone, Default)]
struct Sink(Arc<Mutex<Vec<u8>>>);

impl Sink {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'s> Journal<'s> {
    /// Begins a journal with a thesis.
    pub(crate) fn new(
        board: &Board,
        shared: &'s Shared,
        thesis: &Thesis,
    ) -> Result<Self, CertificateError> {
        let mut plan = Plan::new(shared);
        // The header comes before the steps that need them.
        for element in shared.orbits.symmetry.elements() {
            plan.list(element);
        }
        let sink = Sink::default();
        let header = plan.header(board, Statement::Table { roots: 1 });
        let writer = CertificateWriter::new(sink.clone(), &header, Form::Text)?;
        plan.add(root_node(shared, thesis));
        let mut journal = Self {
            plan,
            writer,
            sink,
            written: 0,
            weights: Vec::new(),
        };
        journal.weigh();
        journal.write()?;
        let root = Item::Root(journal.plan.root(thesis));
        journal.writer.item(&root)?;
        Ok(journal)
    }

    /// Writes the claims that are new since the last part and stand for at least so many steps, and all claims about the state of
    /// `answered`, with everything that they rest on. Returns the part.
    ///
    /// # Errors
    /// If a claim breaks a limit of the format.
    pub fn part(
        &mut self,
        least: u32,
        answered: Option<&Game<'_, 1, 2>>,
    ) -> Result<Vec<u8>, CertificateError> {
        let shared = self.plan.shared;
        for (slot, proof) in shared.table.take_new() {
            self.add(slot, proof, Some(least));
        }
        if let Some(root) = answered.and_then(|game| shared.root(game)) {
            let slot = shared.table_key(root.state);
            for proof in shared.table.of(slot) {
                // Steps name their children by the numbers that these have when they are written, and this step gets a new one.
                self.write()?;
                self.add(slot, proof, None);
            }
        }
        self.write()?;
        self.writer.flush()?;
        Ok(self.sink.take())
    }

    /// Adds a claim and what it rests on, if it stands for enough. Without such a limit it is added even if it is there already:
    /// a follower may have dropped it.
    fn add(&mut self, slot: u64, proof: Proof, least: Option<u32>) {
        let Ground::Claim(claim) = proof.ground() else {
            return;
        };
        let node = Node {
            orbit: (slot / 2) as u32,
            player: Player::new((slot % 2) as usize),
            passes: match claim.passes {
                Passes::Only(passes) => passes,
                // A follower recognises that a claim holds after any number of passes by its step: by a play, or by replies
                // to which a pass ends the game.
                Passes::Any => u8::from(matches!(claim.how.as_deref(), Some(How::Replies(_)))),
            },
            bound: claim.bound,
            proof,
        };
        let before = self.plan.steps.len();
        if least.is_none() {
            self.plan.numbers.remove(&node.key());
        }
        self.plan.add(node);
        self.weigh();
        let weight = self.weights.last().copied().unwrap_or(0);
        if least.is_some_and(|least| weight < least) {
            self.plan.forget(before);
            self.weights.truncate(before);
        }
    }

    /// Counts the steps so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.writer.steps()
    }

    /// Ends the journal and returns the last part.
    ///
    /// # Errors
    /// None that a journal in memory could have.
    pub fn end(self) -> Result<Vec<u8>, CertificateError> {
        Ok(self.writer.finish()?.take())
    }

    /// Weighs the steps that are new.
    fn weigh(&mut self) {
        for node in &self.plan.steps[self.weights.len()..] {
            let below = self.plan.children(node).into_iter();
            let below =
                below.map(|(child, _)| self.weights[self.plan.numbers[&child.key()] as usize]);
            let weight = below.fold(1_u32, u32::saturating_add);
            self.weights.push(weight);
        }
    }

    /// Writes the steps that are not written yet.
    fn write(&mut self) -> Result<(), CertificateError> {
        for node in &self.plan.steps[self.written..] {
            self.writer.item(&Item::Step(self.plan.step(node)))?;
        }
        self.written = self.plan.steps.len();
        Ok(())
    }
}
