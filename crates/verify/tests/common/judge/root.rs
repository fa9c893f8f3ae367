//! The check of the statement of a certificate.

use koproof_verify::{Header, Root, Statement};

use super::bounds::{implies, shifted};
use super::{Judge, Rec, Situation, ensure, letter};

impl Judge {
    pub(super) fn root(&self, header: &Header, root: &Root) -> Result<(), String> {
        let mut at = Situation {
            stones: self.stones(&root.coloring),
            mover: letter(root.to_move),
            passes: 0,
        };
        let (history, gained) = match &header.statement {
            Statement::Table { .. } => (self.known(&at), 0),
            Statement::Position(position) => {
                let (stated, history, gained) = self.replay_to(position)?;
                at.passes = stated.passes;
                ensure(at == stated, "another root")?;
                (history, gained)
            }
        };
        let to_come = shifted(root.bound, -gained);
        ensure(to_come.score().abs() <= self.largest(), "range")?;
        let claim = self.carry(root.child)?;
        ensure(claim.about == at && implies(claim.bound, to_come), "root")?;
        ensure(claim.avoid.is_disjoint(&history), "the history holds it")?;
        let held = |record: &Rec| history.contains(record) || self.always_there(&at, record);
        ensure(claim.need.iter().all(held), "the history lacks it")
    }
}
