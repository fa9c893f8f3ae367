//! `koproof batch merge`: the results of a batch as one data set.

use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::PathBuf;

use indicatif::HumanCount;
use koproof_batch::{ExportError, MergeError, Merged, check_export, export_unless};
use serde::Serialize;

use super::status::merge_error;
use crate::arguments::{FormatArgs, directory, file, resolved};
use crate::exit::{self, Blame, Exit, refuse};
use crate::interrupt;
use crate::meanwhile::waiting;
use crate::stdout::end_unread;
use crate::words::{self, one_line};

/// The number of missing units that a message names.
const NAMED: usize = 3;

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  koproof batch merge atlas6 --out atlas6.csv
  koproof batch merge part0 part1 part2 --out atlas6.parquet --out atlas6.jsonl

The ending of FILE selects the format; docs/data.md describes the columns. A manifest, named like the first FILE with \
the ending .manifest.json, describes the data set and contains a checksum of each file; it replaces an older manifest, but \
no other file. The same results give the same bytes, in any order of the directories.

The checksum of every result is compared. If a result is damaged, if two directories have different results for one \
unit, or if units are missing, nothing is written and the exit code is 4. With --partial, the data set may lack \
units.")]
pub(crate) struct Args {
    /// The directories of one batch: one, or those of its shards
    #[arg(required = true, value_name = "DIRECTORY", value_parser = directory())]
    directories: Vec<PathBuf>,

    /// Write to FILE.csv, FILE.jsonl or FILE.parquet, and replace an old file; may be given several times
    #[arg(long, required = true, value_name = "FILE", value_parser = file())]
    out: Vec<PathBuf>,

    /// Write the data set even if units are missing
    #[arg(long)]
    partial: bool,

    #[command(flatten)]
    format: FormatArgs,

    /// Show no progress
    #[arg(long, short, help_heading = "Output")]
    quiet: bool,
}

#[derive(Debug, Serialize)]
struct Answer {
    files: Vec<String>,
    manifest: Option<String>,
    rows: usize,
    units: usize,
    done: usize,
    open: usize,
    failed: usize,
    missing: Vec<String>,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Exit> {
        end_unread();
        self.check_names()?;
        check_export(&self.out).bad_input()?;
        let reading = waiting("reading the results", self.quiet, || {
            Merged::new(&self.directories)
        });
        let merged = match reading {
            Ok(merged) => merged,
            Err(error @ (MergeError::Damaged { .. } | MergeError::Disagree { .. })) => {
                exit::complain(&error.to_string());
                return Ok(Exit::CheckFailed);
            }
            Err(error) => return Err(merge_error(error)),
        };
        let missing = merged.missing();
        if !missing.is_empty() && !self.partial {
            let named: Vec<String> = missing
                .iter()
                .take(NAMED)
                .map(|unit| merged.plan().describe(unit))
                .collect();
            let more = if missing.len() > NAMED { ", …" } else { "" };
            exit::complain(&format!(
                "{} of {} missing: {}{more}; run `koproof batch run --out` on a directory to do them, or add --partial",
                missing.len(),
                words::counted(merged.tally().total, "unit"),
                named.join(", "),
            ));
            return Ok(Exit::CheckFailed);
        }
        interrupt::listen();
        let manifest = waiting("writing the data set", self.quiet, || {
            export_unless(&merged, &self.out, &interrupt::requested)
        });
        let manifest = match manifest {
            Err(why @ ExportError::Stopped) => {
                exit::complain(&why.to_string());
                return Ok(Exit::Interrupted);
            }
            manifest => manifest?,
        };
        let tally = merged.tally();
        let answer = Answer {
            files: self
                .out
                .iter()
                .map(|path| path.display().to_string())
                .collect(),
            manifest: manifest.map(|path| path.display().to_string()),
            rows: merged.row_count(),
            units: tally.total,
            done: tally.done,
            open: tally.open,
            failed: tally.failed,
            missing: missing.iter().map(ToString::to_string).collect(),
        };
        self.format.print(out, &answer, Answer::write)?;
        Ok(Exit::Done)
    }

    /// Refuses a file that is named twice.
    fn check_names(&self) -> anyhow::Result<()> {
        let mut places = BTreeSet::new();
        match self.out.iter().find(|out| !places.insert(resolved(out))) {
            Some(out) => refuse!("--out {} is given twice", out.display()),
            None => Ok(()),
        }
    }
}

impl Answer {
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(
            out,
            "{} of {}: {} done, {} open, {} failed, {} missing",
            words::counted(self.rows, "row"),
            words::counted(self.units, "unit"),
            HumanCount(self.done as u64),
            HumanCount(self.open as u64),
            HumanCount(self.failed as u64),
            HumanCount(self.missing.len() as u64)
        )?;
        for file in self.files.iter().chain(&self.manifest) {
            writeln!(out, "written: {}", one_line(file))?;
        }
        Ok(())
    }
}
