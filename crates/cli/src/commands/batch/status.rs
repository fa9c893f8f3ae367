//! `koproof batch status`: the progress of a batch or a leader.

mod led;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::HumanCount;
use koproof_batch::{BatchStatus, MergeError, PlanError, Process, Shard, Unit, status};
use koproof_jobs::{JobsError, RunDirectory};
use serde::Serialize;

use super::answer::{About, Units};
use super::{directory_error, jobs_error};
use crate::arguments::{FormatArgs, PictureArgs, directory, file};
use crate::exit::{Exit, bad_input, refusal};
use crate::limits;
use crate::meanwhile::waiting;
use crate::words::{self, one_line};

/// The number of units of each kind in the human-readable list.
const LISTED: usize = 10;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof batch status atlas6
  koproof batch status atlas6 --format json
  koproof batch status atlas6 --shards 20          unfinished shards of 20, such as 0,4-6
  koproof batch status run --picture tree.svg      the tree of a leader

Every result is read and its checksum compared, also while others are being added. The exit code is 4 if one is damaged; \
the next run computes it again.")]
pub(crate) struct Args {
    /// The directory of the batch, or of a leader
    #[arg(value_parser = directory())]
    directory: PathBuf,

    /// Of this number of shards, print only those that have a missing or damaged unit: 0,4-6
    #[arg(long, value_name = "NUMBER", value_parser = limits::from_to(NonZeroUsize::MIN, NonZeroUsize::MAX))]
    shards: Option<NonZeroUsize>,

    /// Draw the tree of a leader in this file, NAME.svg or NAME.png, and replace it if it exists
    #[arg(long, value_name = "FILE", value_parser = file(), conflicts_with = "shards")]
    picture: Option<PathBuf>,

    #[command(flatten)]
    format: FormatArgs,

    /// Show no progress
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

#[derive(Debug, Serialize)]
struct Answer {
    #[serde(flatten)]
    about: About,
    units: Units,
    running: Vec<Process>,
    unsolved: Vec<Listed>,
    damaged: Vec<Listed>,
    missing: Vec<String>,
}

/// A unit and a remark about it.
#[derive(Debug, Serialize)]
struct Listed {
    unit: String,
    what: String,
}

impl Listed {
    fn new((unit, what): &(Unit, impl ToString)) -> Self {
        Self {
            unit: unit.to_string(),
            what: what.to_string(),
        }
    }
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        match RunDirectory::open(&self.directory) {
            Ok(_) if self.shards.is_none() => {
                let picture = self.picture.clone().map(PictureArgs::to);
                return show_leader(&self.directory, picture.as_ref(), &self.format, out);
            }
            Ok(_) => return Err(self.refusal("--shards is for a batch", "a run of a leader")),
            Err(JobsError::None { .. }) if self.picture.is_some() => {
                return Err(self.refusal("--picture draws the tree of a leader", "none"));
            }
            Err(JobsError::None { .. }) => {}
            Err(error) => return Err(jobs_error(error)),
        }
        let status = read_status(&self.directory, Shard::WHOLE, self.quiet)?;
        let exit = Exit::of_check(status.damaged.is_empty());
        if let Some(shards) = self.shards {
            let shards = status.shards_left(shards.get());
            let left = BTreeMap::from([("shards", &shards)]);
            self.format
                .print(out, &left, |_, out| writeln!(out, "{}", ranges(&shards)))?;
            return Ok(exit);
        }
        let answer = Answer::new(&status);
        self.format
            .print(out, &answer, |answer, out| answer.write(out, &status))?;
        Ok(exit)
    }

    fn refusal(&self, option: &str, held: &str) -> anyhow::Error {
        let directory = self.directory.display();
        refusal!("{option}, and {directory} holds {held}")
    }
}

/// Shows the progress of a leader, and draws its tree if that is wanted.
pub(super) fn show_leader(
    directory: &Path,
    picture: Option<&PictureArgs>,
    format: &FormatArgs,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    if let Some(picture) = picture {
        picture.check()?;
    }
    let answer = led::Answer::new(directory)?;
    if let Some(picture) = picture {
        picture.write(&answer.picture()?, Exit::Done, true, out)?;
    }
    format.print(out, &answer, led::Answer::write)?;
    Ok(Exit::Done)
}

impl Answer {
    fn new(status: &BatchStatus) -> Self {
        Self {
            about: (&status.plan).into(),
            units: status.tally.into(),
            running: status.processes.clone(),
            unsolved: status.unsolved.iter().map(Listed::new).collect(),
            damaged: status.damaged.iter().map(Listed::new).collect(),
            missing: status.missing.iter().map(ToString::to_string).collect(),
        }
    }

    fn write(&self, out: &mut dyn Write, status: &BatchStatus) -> io::Result<()> {
        let name = |unit: &Unit| one_line(&status.plan.describe(unit));
        writeln!(out, "{}", self.about)?;
        self.units.write(out)?;
        for process in &self.running {
            let silent = Duration::from_secs(process.silent_for);
            writeln!(
                out,
                "running: shard {}, process {}, last heard from {} ago",
                one_line(&process.shard),
                process.process,
                words::time(silent)
            )?;
            for unit in &process.units {
                writeln!(
                    out,
                    "  {} for {}, {} expansions",
                    one_line(&unit.unit),
                    words::seconds(unit.seconds),
                    HumanCount(unit.expansions)
                )?;
            }
        }
        let remark = |unit: &Unit, what: &str| format!("{}: {}", name(unit), one_line(what));
        let unsolved = status.unsolved.iter();
        let unsolved = unsolved.map(|(unit, why)| remark(unit, why));
        let damaged = status.damaged.iter();
        let damaged = damaged.map(|(unit, damaged)| remark(unit, &damaged.to_string()));
        list(out, "unsolved", unsolved)?;
        list(out, "damaged", damaged)?;
        list(out, "left to do", status.missing.iter().map(name))
    }
}

/// Writes numbers in the notation of job arrays: `0,4-6`.
fn ranges(numbers: &BTreeSet<usize>) -> String {
    let numbers: Vec<usize> = numbers.iter().copied().collect();
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let runs = runs.map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        [one] => one.to_string(),
        [] => String::new(),
    });
    runs.collect::<Vec<_>>().join(",")
}

/// Writes the first lines of a list under its title, and the number of the others.
fn list(
    out: &mut dyn Write,
    title: &str,
    lines: impl ExactSizeIterator<Item = String>,
) -> io::Result<()> {
    let number = lines.len();
    if number > 0 {
        writeln!(out, "{title}:")?;
    }
    for line in lines.take(LISTED) {
        writeln!(out, "  {line}")?;
    }
    match number.saturating_sub(LISTED) {
        0 => Ok(()),
        left => writeln!(out, "  and {} more", HumanCount(left as u64)),
    }
}

/// Reads the status of a batch, and shows that it goes on.
pub(super) fn read_status(
    directory: &Path,
    shard: Shard,
    quiet: bool,
) -> anyhow::Result<BatchStatus> {
    waiting("reading the results", quiet, || status(directory, shard)).map_err(merge_error)
}

/// Distinguishes errors about the input from others, and adds a remedy.
pub(super) fn merge_error(error: MergeError) -> anyhow::Error {
    match error {
        MergeError::Plan(PlanError::None(_)) => {
            refusal!("{error}; name a directory that `koproof batch run --out` has written")
        }
        MergeError::Plan(PlanError::Damaged { .. }) => {
            refusal!(
                "{error}: copy it again, or repeat the `koproof batch run --boards BOARDS …` that made it; the results stay"
            )
        }
        MergeError::Plan(_) | MergeError::Plans { .. } => bad_input(error),
        MergeError::Results(error) => directory_error(error),
        other => other.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_a_row_are_a_range() {
        let text = |numbers: &[usize]| ranges(&numbers.iter().copied().collect());
        assert_eq!(text(&[]), "");
        assert_eq!(text(&[3]), "3");
        assert_eq!(text(&[0, 4, 5, 6, 8, 9]), "0,4-6,8-9");
    }
}
