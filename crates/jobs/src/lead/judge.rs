//! Checks of the reports of workers.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

use koproof_store::StoreError;

use super::Leader;
use crate::error::JobsError;
use crate::job::Report;
use crate::tree::Tree;

/// The time between two lists of all reports.
const LISTED: Duration = Duration::from_secs(1);

impl Leader<'_, '_> {
    /// Checks the parts of journals that are new, and takes over the reports whose parts have been checked, until it is
    /// stopped. What is accepted settles positions of the tree. Returns the jobs whose reports were refused.
    pub(super) fn collect(&mut self, mut tree: Option<&mut Tree>) -> Result<Vec<u64>, JobsError> {
        let (log, view) = (&mut self.log, &mut self.view);
        let refused = log.check_parts(&mut || {
            if let Some(tree) = tree.as_deref_mut() {
                tree.look_at_jobs(view);
            }
        })?;
        for (path, why) in refused {
            self.refuse(&path, &why);
        }
        let mut refused = Vec::new();
        for number in self.reported()? {
            if self.seen.contains(&number) {
                continue;
            }
            // After a long run a new leader reads thousands of reports.
            if self.leading.observer.should_stop() {
                break;
            }
            match self.judge(number, tree.as_deref()) {
                Ok(None) => continue,
                Ok(Some(mut report)) => {
                    self.found.jobs += 1;
                    // A job takes no more, so a larger number is false, and would raise the limit of the next target or
                    // remove it. The report stays: its proofs are checked, and its other numbers only guide the search.
                    let expansions = report.expansions.min(self.view.question.expansions);
                    self.found.expansions = self.found.expansions.saturating_add(expansions);
                    let spent = self.spent.entry(report.job.target).or_default();
                    *spent = spent.saturating_add(expansions);
                    self.view.hear(&report);
                    // The search has the numbers now.
                    report.open = Vec::new();
                    self.reports.push(report);
                }
                Err(why) => {
                    self.refuse(&self.run.report(number), &why);
                    refused.push(number);
                }
            }
            self.seen.insert(number);
            self.withdraw(number);
        }
        Ok(refused)
    }

    /// Lists the reports on open jobs, and now and then all reports: the folder only grows, and is listed slowly when
    /// it is large.
    fn reported(&mut self) -> Result<BTreeSet<u64>, JobsError> {
        if self.listed.is_some_and(|at| at.elapsed() < LISTED) {
            let open = self.open.keys().copied();
            return Ok(open.filter(|&job| self.run.report(job).exists()).collect());
        }
        self.listed = Some(Instant::now());
        self.run.numbers("results", ".json")
    }

    /// Names a file that was refused, and puts it away.
    fn refuse(&mut self, path: &Path, why: &str) {
        self.found.refused += 1;
        let to = self.run.refuse(path);
        (self.leading.tell)(&format!("{} is refused: {why}", to.display()));
    }

    /// Reads a report, if it can be read and what it rests on has been checked; or says what is wrong with it.
    fn judge(&mut self, number: u64, tree: Option<&Tree>) -> Result<Option<Report>, String> {
        if number >= self.next {
            return Err("no job has this number".to_owned());
        }
        let path = self.run.report(number);
        let report: Report = match self.run.read(&path) {
            Ok(report) => report,
            // The disk or the network is at fault, not the worker. The report is read again in the next turn.
            Err(JobsError::Store(why @ StoreError::File { .. })) => {
                if self.unread.insert(number) {
                    (self.leading.tell)(&format!("{why}: the leader tries again"));
                }
                return Ok(None);
            }
            Err(why) => return Err(why.to_string()),
        };
        let open = self.open.get(&number);
        if report.job.number != number || open.is_some_and(|job| !job.asks_the_same(&report.job)) {
            return Err("it answers another job".to_owned());
        }
        let (worker, parts) = (&report.worker, report.parts);
        let accepted = self.log.accepted_of(worker);
        // A worker writes a part when the one before it is in the log.
        if parts > accepted + 1 {
            return Err(format!(
                "it names part {parts} of the journal of {worker}, of which {accepted} are in the log"
            ));
        }
        let reached = self.log.has_reached(worker, parts);
        if !reached.map_err(|why| format!("the journal of {worker} is refused: {why}"))? {
            return Ok(None);
        }
        if self.view.game(&report.job.line).is_none() {
            return Err("its moves are illegal".to_owned());
        }
        let is_open = tree.is_some_and(|tree| tree.is_open(number));
        if report.left.is_none() && is_open && !self.log.has_untold(worker) {
            return Err(format!("the journal of {worker} does not prove its answer"));
        }
        Ok(Some(report))
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use koproof_solver::{Bracket, Observer};

    use crate::lead::{Leading, lead_telling};
    use crate::question::Question;
    use crate::{RunDirectory, Working, work};

    /// Stops a run that has refused reports.
    struct WithoutRefusals<'r>(&'r RunDirectory);

    impl Observer for WithoutRefusals<'_> {
        fn should_stop(&self) -> bool {
            (self.0.files("refused")).is_ok_and(|refused| !refused.is_empty())
        }
    }

    /// The leader refused such answers, and asked the same again without end.
    #[test]
    fn an_answer_whose_claim_is_too_large_for_the_log_is_found_from_its_moves() {
        let directory = tempfile::tempdir().expect("a directory");
        let question = Question::of_empty("3x3", 500);
        let (run, question) = RunDirectory::begin(directory.path(), question).expect("a run");
        let observer = WithoutRefusals(&run);
        let leading = Leading {
            observer: &observer,
            ..Leading::default()
        };
        let found = thread::scope(|scope| {
            scope.spawn(|| {
                let working = Working {
                    worker: "honest".to_owned(),
                    memory: None,
                    observer: &observer,
                };
                work(&run, &question, &working)
            });
            lead_telling(&run, &question, &leading, 12)
        });
        let found = found.expect("nothing fails");
        assert_eq!((found.value, found.refused), (Bracket::exactly(9), 0));
    }
}
