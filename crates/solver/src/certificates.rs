//! Certificates from proofs, written so that another program can check them.

pub(crate) mod archive;
pub(crate) mod compose;
pub(crate) mod journal;
mod node;
mod plan;

use std::io::Write;

use koproof_rules::Board;
use koproof_verify::{
    CertificateError, CertificateWriter, Form, Header, Item, MAX_DROPPED, Root, Statement, Step,
};

use crate::budget::observer::Observer;
use crate::solver::CertifyError;
use crate::state::Shared;
use node::root_node;
use plan::Plan;

pub(crate) use node::Thesis;

/// The size of a certificate that was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Written {
    /// Steps.
    pub steps: u64,
    /// Bounds that they prove.
    pub roots: u64,
    /// The most steps that a checker has to remember at a time.
    pub most_live: u64,
}

/// A certificate that is being written, and its size so far.
struct Writing<W: Write> {
    writer: CertificateWriter<W>,
    written: Written,
    /// The steps that a checker has to remember.
    live: u64,
}

impl<W: Write> Writing<W> {
    fn begin(output: W, header: &Header, form: Form) -> Result<Self, CertificateError> {
        Ok(Self {
            writer: CertificateWriter::new(output, header, form)?,
            written: Written::default(),
            live: 0,
        })
    }

    fn step(&mut self, step: Step) -> Result<(), CertificateError> {
        self.writer.item(&Item::Step(step))?;
        self.written.steps += 1;
        self.live += 1;
        self.written.most_live = self.written.most_live.max(self.live);
        Ok(())
    }

    fn root(&mut self, root: Root) -> Result<(), CertificateError> {
        self.written.roots += 1;
        self.writer.item(&Item::Root(root))
    }

    /// Drops steps that nothing uses any more.
    fn drop_idle(&mut self, idle: &[u64]) -> Result<(), CertificateError> {
        self.live -= idle.len() as u64;
        let mut chunks = idle.chunks(MAX_DROPPED);
        chunks.try_for_each(|some| self.writer.item(&Item::Drop(some.to_vec())))
    }

    fn finish(self) -> Result<(W, Written), CertificateError> {
        Ok((self.writer.finish()?, self.written))
    }
}

/// The number of steps between two reports to an observer.
const TOLD: u64 = 1 << 10;

/// Writes a certificate that proves the theses. Each claim is written once, and each root directly after
/// its step, or after the root before it if an earlier thesis has needed the step.
pub(crate) fn write<W: Write>(
    board: &Board,
    shared: &Shared,
    statement: Statement,
    theses: &[Thesis],
    (output, form): (W, Form),
    observer: &dyn Observer,
) -> Result<(W, Written), CertifyError> {
    let mut plan = Plan::new(shared);
    // The number of steps before each root.
    let mut due = Vec::with_capacity(theses.len());
    for thesis in theses {
        let node = root_node(shared, thesis);
        let key = node.key();
        plan.list(thesis.state.element);
        plan.add(node, |plan| {
            let steps = plan.steps.len() as u64;
            if steps.is_multiple_of(TOLD) {
                observer.on_certificate(steps, 0);
            }
        });
        let number = plan.numbers[&key] as usize;
        plan.last_use[number] = plan.last_use[number].max(plan.steps.len() as u64 - 1);
        due.push(plan.steps.len());
    }
    if plan.rests_on_log {
        return Err(CertifyError::Logged);
    }
    let header = plan.header(board, statement);
    let mut writing = Writing::begin(output, &header, form)?;
    // The steps by the number of the last one that uses them.
    let mut idle: Vec<u64> = (0..plan.steps.len() as u64).collect();
    idle.sort_by_key(|&step| plan.last_use[step as usize]);
    let mut idle = idle.as_slice();
    let mut roots = theses.iter().zip(due).peekable();
    for (number, node) in plan.steps.iter().enumerate() {
        writing.step(plan.step(node))?;
        while let Some((thesis, _)) = roots.next_if(|(_, due)| *due == number + 1) {
            writing.root(plan.root(thesis))?;
        }
        let is_idle = |&step: &u64| plan.last_use[step as usize] == number as u64;
        let (now, later) = idle.split_at(idle.iter().take_while(|&step| is_idle(step)).count());
        idle = later;
        writing.drop_idle(now)?;
        let (done, all) = (number as u64 + 1, plan.steps.len() as u64);
        if done.is_multiple_of(TOLD) || done == all {
            observer.on_certificate(done, all);
        }
    }
    Ok(writing.finish()?)
}
