//! The end of a leader: the certificate of the value, or what is proved by now.

use koproof_solver::{Bracket, Budget, CertifyError, Stopped};

use super::{Found, Leader, Silent};
use crate::error::JobsError;
use crate::tree::Snapshot;

impl Leader<'_, '_> {
    /// Writes the certificate of the value, if it is exact and nothing stops the work, and the value into the last
    /// tree, for those who look later.
    pub(super) fn certify_value(&mut self) -> Result<(), JobsError> {
        let Some(value) = self.found.value.exact() else {
            return Ok(());
        };
        let (solver, game) = (self.view.solver, self.view.root());
        let budget = Budget::within(self.leading.memory);
        let observer = Silent(self.leading.observer);
        let made = (self.log).certificate(solver, &game, value, budget, &observer);
        if let Err(JobsError::Certify(CertifyError::Stopped(why))) = made {
            self.found.stopped = Some(why);
            return Ok(());
        }
        let certificate = made?;
        self.tell_value();
        Ok(certificate.commit()?)
    }

    /// Puts the bracket of the value into the last tree, which is for onlookers only: a failure costs nothing.
    fn tell_value(&self) {
        if let Ok(last) = self.run.read::<Snapshot>(&self.run.tree()) {
            let Bracket { lo, hi } = self.found.value;
            let last = Snapshot { lo, hi, ..last };
            let _ = self.run.note(&self.run.tree(), &last);
        }
    }

    /// Ends early, with the reason, and with what is proved about the question by now.
    pub(super) fn stop(mut self) -> Result<Found, JobsError> {
        let why = self.view.searcher.stopped();
        self.found.stopped = Some(why.unwrap_or(Stopped::Observer));
        self.narrow();
        self.tell_value();
        Ok(self.end())
    }

    /// Narrows the bracket to what the claims of the log prove: a leader that is stopped early has not asked all
    /// targets again.
    fn narrow(&mut self) {
        let root = self.view.root();
        let known = self.view.searcher.targets(&root).value();
        let targets = known.lo + 1..=known.hi;
        let bounds = targets.filter_map(|target| self.view.searcher.attempt(&root, target, 0).ok());
        for bound in std::iter::once(known).chain(bounds) {
            let value = &mut self.found.value;
            value.lo = value.lo.max(bound.lo);
            value.hi = value.hi.min(bound.hi);
        }
    }

    pub(super) fn end(mut self) -> Found {
        self.found.own_expansions = self.view.searcher.expansions();
        self.found
    }
}
