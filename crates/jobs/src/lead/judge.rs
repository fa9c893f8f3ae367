//! Checks of the reports of workers.

use std::path::{Path, PathBuf};

use koproof_solver::LearnError;
use koproof_verify::{Bound, CertificateReader, Statement};

use super::Leader;
use crate::error::JobsError;
use crate::job::{ProofFile, Report};
use crate::room::remove;

impl Leader<'_, '_> {
    /// Reads the new reports. Returns the jobs whose reports were refused.
    pub(super) fn collect(&mut self) -> Result<Vec<u64>, JobsError> {
        let mut refused = Vec::new();
        for number in self.room.numbers("results", ".json")? {
            if !self.seen.insert(number) {
                continue;
            }
            match self.judge(number) {
                Ok(report) => {
                    self.found.jobs += 1;
                    self.found.expansions += report.expansions;
                    self.reports.push(report);
                }
                Err((path, why)) => {
                    self.refuse(&path, &why);
                    // Its other files are ignored, too.
                    self.room.refuse(&self.room.report(number));
                    refused.push(number);
                }
            }
            self.open.remove(&number);
            remove(&self.room.job(number));
            remove(&self.room.taken(number));
        }
        Ok(refused)
    }

    /// Reports a refused file, and moves it away.
    pub(super) fn refuse(&mut self, path: &Path, why: &str) {
        self.found.refused += 1;
        let to = self.room.refuse(path);
        (self.leading.tell)(&format!("{} is refused: {why}", to.display()));
    }

    /// Reads a report and checks its certificates; an error is the refused file with the reason.
    fn judge(&mut self, number: u64) -> Result<Report, (PathBuf, String)> {
        let path = self.room.report(number);
        let refused = |why: String| (path.clone(), why);
        let report: Report = self
            .room
            .read(&path)
            .map_err(|why| refused(why.to_string()))?;
        if report.job.number != number
            || self.open.get(&number).is_some_and(|job| *job != report.job)
        {
            return Err(refused("it answers another job".to_owned()));
        }
        if self.eyes.game(&report.job.line).is_none() {
            return Err(refused("its moves are illegal".to_owned()));
        }
        let mut answered = false;
        for (index, proof) in report.proofs.iter().enumerate() {
            let path = self.room.proof(number, index);
            let learnt = self.learn(&path, proof);
            learnt.map_err(|why| (path, why))?;
            answered |= proof.line == report.job.line && decides(proof, report.job.target);
        }
        if !answered && report.open.is_empty() {
            return Err(refused("it answers nothing".to_owned()));
        }
        Ok(report)
    }

    /// Checks a certificate, and that it proves the bound in the report.
    fn learn(&mut self, path: &Path, proof: &ProofFile) -> Result<(), String> {
        let bytes = self.room.bytes(path).map_err(|why| why.to_string())?;
        let learnt = self.eyes.solver.learn(&bytes).map_err(|why| match why {
            LearnError::Other { found, .. } => {
                format!("it is of another board or other rules: {found}")
            }
            why => why.to_string(),
        })?;
        let reader = CertificateReader::open(bytes.as_slice()).map_err(|why| why.to_string())?;
        let game = self.eyes.game(&proof.line);
        let game = game.ok_or_else(|| "its moves are illegal".to_owned())?;
        let (expected_start, expected_to_move) = game.start();
        let is_of = match &reader.header().statement {
            Statement::Position {
                start,
                to_move,
                moves,
                ..
            } => {
                start == expected_start
                    && *to_move == expected_to_move
                    && moves.iter().copied().eq(game.moves())
            }
            Statement::Table { .. } => false,
        };
        if !is_of {
            return Err("it is of another position".to_owned());
        }
        let bound = match proof.at_least {
            true => Bound::AtLeast(proof.score),
            false => Bound::AtMost(proof.score),
        };
        match learnt
            .proved
            .iter()
            .any(|proved| proved.bound.implies(bound))
        {
            true => Ok(()),
            false => Err(format!("it does not prove {bound}")),
        }
    }
}

/// Tells whether a proof decides the target.
fn decides(proof: &ProofFile, target: i32) -> bool {
    match proof.at_least {
        true => i32::from(proof.score) >= target,
        false => i32::from(proof.score) < target,
    }
}
