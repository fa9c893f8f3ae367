//! Certificates from proofs, written so that another program can check them.

pub(crate) mod journal;
mod plan;

use std::io::Write;

use koproof_rules::Board;
use koproof_verify::{CertificateWriter, Form, Item, MAX_DROPPED, Statement};
use rustc_hash::FxHashMap;

use crate::solver::CertifyError;
use crate::state::Shared;
use plan::{Plan, root_node};

pub(crate) use plan::Thesis;

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

/// Writes a certificate that proves the theses. Each claim is written once, and each root directly after its step.
pub(crate) fn write<W: Write>(
    board: &Board,
    shared: &Shared,
    statement: Statement,
    theses: &[Thesis],
    output: W,
    form: Form,
) -> Result<(W, Written), CertifyError> {
    let mut plan = Plan::new(shared);
    // The number of steps before each root.
    let mut due = Vec::with_capacity(theses.len());
    for thesis in theses {
        let node = root_node(shared, thesis);
        let key = node.key();
        plan.list(thesis.state.element);
        plan.add(node);
        let number = plan.numbers[&key] as usize;
        plan.last_use[number] = plan.last_use[number].max(plan.steps.len() as u64 - 1);
        due.push(plan.steps.len());
    }
    if plan.rests_on_log {
        return Err(CertifyError::Logged);
    }
    let header = plan.header(board, statement);
    let mut writer = CertificateWriter::new(output, &header, form)?;
    let mut idle: FxHashMap<u64, Vec<u64>> = FxHashMap::default();
    for (step, &last) in plan.last_use.iter().enumerate() {
        idle.entry(last).or_default().push(step as u64);
    }
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
        let idle = idle.remove(&(number as u64)).unwrap_or_default();
        live -= idle.len() as u64;
        for some in idle.chunks(MAX_DROPPED) {
            writer.item(&Item::Drop(some.to_vec()))?;
        }
    }
    Ok((writer.finish()?, written))
}
