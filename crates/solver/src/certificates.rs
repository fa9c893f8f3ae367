//! Certificates from proofs, written so that another program can check them.

pub(crate) mod archive;
pub(crate) mod compose;
pub(crate) mod journal;
mod node;
mod plan;

use std::io::Write;

use koproof_rules::Board;
use koproof_verify::{CertificateWriter, Form, Item, MAX_DROPPED, Statement};

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
    let mut writer = CertificateWriter::new(output, &header, form)?;
    // The steps by the number of the last one that uses them.
    let mut idle: Vec<u64> = (0..plan.steps.len() as u64).collect();
    idle.sort_by_key(|&step| plan.last_use[step as usize]);
    let mut idle = idle.as_slice();
    let mut written = Written {
        steps: plan.steps.len() as u64,
        roots: theses.len() as u64,
        most_live: 0,
    };
    let mut live = 0;
    let mut roots = theses.iter().zip(due).peekable();
    for (number, node) in plan.steps.iter().enumerate() {
        writer.item(&Item::Step(plan.step(node)))?;
        live += 1;
        written.most_live = written.most_live.max(live);
        while let Some((thesis, _)) = roots.next_if(|(_, due)| *due == number + 1) {
            writer.item(&Item::Root(plan.root(thesis)))?;
        }
        let is_idle = |&step: &u64| plan.last_use[step as usize] == number as u64;
        let (now, later) = idle.split_at(idle.iter().take_while(|&step| is_idle(step)).count());
        idle = later;
        live -= now.len() as u64;
        for some in now.chunks(MAX_DROPPED) {
            writer.item(&Item::Drop(some.to_vec()))?;
        }
        let done = number as u64 + 1;
        if done.is_multiple_of(TOLD) || done == written.steps {
            observer.on_certificate(done, written.steps);
        }
    }
    Ok((writer.finish()?, written))
}
