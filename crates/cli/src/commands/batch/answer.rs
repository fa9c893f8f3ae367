//! The total outcome of a batch.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;

use indicatif::HumanCount;
use koproof_batch::{Plan, Shard, Tally};
use serde::Serialize;

use crate::words::{self, one_line};

#[derive(Debug, Serialize)]
pub(super) struct Answer {
    directory: String,
    #[serde(flatten)]
    about: About,
    shard: String,
    units: Units,
}

/// The question of a batch, and the number of its boards.
#[derive(Debug, Serialize)]
pub(super) struct About {
    task: &'static str,
    rules: Vec<String>,
    node_limit: u64,
    /// Boards up to isomorphism.
    boards: usize,
    /// Different boards as they were given.
    #[serde(skip)]
    given: usize,
}

/// Units by outcome.
#[derive(Debug, Serialize)]
pub(super) struct Units {
    #[serde(flatten)]
    tally: Tally,
    /// Those without a result.
    left: usize,
}

impl From<Tally> for Units {
    fn from(tally: Tally) -> Self {
        let left = tally.total - tally.finished();
        Self { tally, left }
    }
}

impl From<&Plan> for About {
    fn from(plan: &Plan) -> Self {
        let settings = plan.settings();
        Self {
            task: settings.task.name(),
            rules: settings.rules.clone(),
            node_limit: settings.nodes,
            boards: plan.classes().count(),
            given: plan.classes().map(<[_]>::len).sum(),
        }
    }
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let boards = words::counted(self.boards, "board");
        f.write_str(&boards)?;
        if self.given > self.boards {
            let given = HumanCount(self.given as u64);
            write!(f, " (of {given}, where isomorphic ones count once)")?;
        }
        write!(f, ", {}: {}", self.rules.join(", "), self.task)
    }
}

impl Answer {
    pub(super) fn new(plan: &Plan, directory: &Path, shard: Shard, tally: Tally) -> Self {
        Self {
            directory: directory.display().to_string(),
            about: plan.into(),
            shard: shard.to_string(),
            units: tally.into(),
        }
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{}", self.about)?;
        self.units.write(out)?;
        let directory = one_line(&words::pasted(Path::new(&self.directory)));
        match self.shard.as_str() {
            _ if self.units.left > 0 => Ok(()),
            "0/1" => writeln!(
                out,
                "results: koproof batch merge {directory} --out FILE.csv"
            ),
            _ => writeln!(out, "all shards: koproof batch status {directory}"),
        }
    }
}

impl Units {
    /// Writes the numbers in one line.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let Tally {
            total,
            done,
            open,
            failed,
            found,
            damaged,
        } = self.tally;
        let total = words::counted(total, "unit");
        let [done, open, failed] = [done, open, failed].map(|number| HumanCount(number as u64));
        write!(out, "{total}: {done} done, {open} open, {failed} failed")?;
        for (number, what) in [
            (self.left, "left to do"),
            (found, "of them there before"),
            (damaged, "damaged"),
        ] {
            if number > 0 {
                write!(out, ", {} {what}", HumanCount(number as u64))?;
            }
        }
        writeln!(out)
    }
}
